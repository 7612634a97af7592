//! Networks that users have logged in from lately.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryResult, dsl::exists, upsert::excluded,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::schema::{known_network, user_account};

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
#[tracing::instrument(name = "db.known_network.remember", skip_all, fields(user.id = %user_id))]
pub async fn remember(
    conn: &mut AsyncPgConnection,
    user_id: Uuid,
    network: &str,
    keep: i64,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::insert_into(known_network::table)
        .values((
            known_network::user_id.eq(user_id),
            known_network::network.eq(network),
            known_network::last_log_in_at.eq(now),
        ))
        .on_conflict((known_network::user_id, known_network::network))
        .do_update()
        .set(known_network::last_log_in_at.eq(excluded(known_network::last_log_in_at)))
        .execute(conn)
        .await?;
    let surplus: Vec<String> = known_network::table
        .filter(known_network::user_id.eq(user_id))
        .order((known_network::last_log_in_at.desc(), known_network::network.asc()))
        .offset(keep)
        .select(known_network::network)
        .load(conn)
        .await?;
    if surplus.is_empty() {
        return Ok(());
    }
    diesel::delete(known_network::table)
        .filter(known_network::user_id.eq(user_id).and(known_network::network.eq_any(surplus)))
        .execute(conn)
        .await
        .map(drop)
}

/// Forgets networks that nobody has logged in from since `before`.
#[tracing::instrument(name = "db.known_network.purge", skip_all)]
pub async fn purge(conn: &mut AsyncPgConnection, before: DateTime<Utc>) -> QueryResult<()> {
    diesel::delete(known_network::table).filter(known_network::last_log_in_at.lt(before)).execute(conn).await.map(drop)
}
