//! Networks that users have logged in from lately.

use chrono::{DateTime, Utc};
use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryResult, dsl::exists};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{OldRows, Statement, statement};
use uuid::Uuid;

use super::schema::{known_network, user_account};
use crate::domain::throttle::KNOWN_FOR;

/// Networks that nobody has logged in from for long.
pub const OLD: OldRows = OldRows::new("known_network", "last_log_in_at", KNOWN_FOR);

/// Whether the user of a phone number has logged in from `network` since `since`. An unknown number costs the same.
#[tracing::instrument(name = "db.known_network.is_known", skip_all)]
pub async fn is_known(
    conn: &mut AsyncPgConnection,
    cellphone: &str,
    network: &str,
    since: DateTime<Utc>,
) -> QueryResult<bool> {
    let found = known_network::table
        .inner_join(user_account::table)
        .filter(user_account::cellphone.eq(cellphone))
        .filter(known_network::network.eq(network).and(known_network::last_log_in_at.gt(since)));
    diesel::select(exists(found)).get_result(conn).await
}

/// Writes down that a user has logged in from `network`, and keeps the user's newest `keep` networks. The user's row is
/// to be locked.
pub fn remember(user_id: Uuid, network: &str, keep: i64, now: DateTime<Utc>) -> [Statement; 2] {
    let put = statement(
        "INSERT INTO known_network (user_id, network, last_log_in_at) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id, network) DO UPDATE SET last_log_in_at = excluded.last_log_in_at",
    );
    let forget = statement(
        "DELETE FROM known_network WHERE user_id = $1 AND network IN ( \
           SELECT k.network FROM known_network k WHERE k.user_id = $1 \
           ORDER BY k.last_log_in_at DESC, k.network OFFSET $2)",
    );
    [put.bind(user_id).bind(network.to_owned()).bind(now), forget.bind(user_id).bind(keep)]
}
