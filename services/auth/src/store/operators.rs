//! Operators as the platform sees them, and who is shut out.

use chrono::{DateTime, Utc};
use diesel::{
    QueryResult, QueryableByName,
    pg::Pg,
    sql_types::{Bool, Nullable, Timestamptz},
};
use diesel_async::AsyncPgConnection;
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::users::UserRow;
use crate::domain::{session::IDLE, user::Operator};

#[derive(QueryableByName)]
#[diesel(check_for_backend(Pg))]
struct OperatorRow {
    #[diesel(embed)]
    user: UserRow,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    disabled_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Bool)]
    chosen: bool,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_seen_at: Option<DateTime<Utc>>,
}

impl TryFrom<OperatorRow> for Operator {
    type Error = diesel::result::Error;

    fn try_from(row: OperatorRow) -> QueryResult<Self> {
        let OperatorRow { user, created_at, disabled_at, chosen, last_seen_at } = row;
        Ok(Self { user: user.try_into()?, created_at, disabled_at, without_password: !chosen, last_seen_at })
    }
}

/// Operators with phone numbers behind `after`, in the order of these: `limit` at most.
#[tracing::instrument(name = "db.user_account.operators", skip_all)]
pub async fn list(conn: &AsyncPgConnection, after: &str, limit: i64, now: DateTime<Utc>) -> QueryResult<Vec<Operator>> {
    let rows: Vec<OperatorRow> = statement(
        "SELECT u.user_id, u.cellphone, u.username, u.first_name, u.last_name, u.role, u.seller_id, u.child_seller, \
           u.created_at, u.disabled_at, c.chosen, \
           (SELECT max(s.last_seen_at) FROM session s WHERE s.user_id = u.user_id AND s.revoked_at IS NULL \
            AND s.expires_at > $3 AND s.last_seen_at > $4) AS last_seen_at \
         FROM user_account u JOIN credential c ON c.user_id = u.user_id \
         WHERE u.role = 'operator' AND u.cellphone > $1 ORDER BY u.cellphone LIMIT $2",
    )
    .bind(after.to_owned())
    .bind(limit)
    .bind(now)
    .bind(now - IDLE)
    .rows(conn)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Shuts a user out.
pub fn disable(user_id: Uuid, now: DateTime<Utc>) -> Statement {
    statement("UPDATE user_account SET disabled_at = coalesce(disabled_at, $2) WHERE user_id = $1")
        .bind(user_id)
        .bind(now)
}

/// Lets a user in again.
pub fn enable(user_id: Uuid) -> Statement {
    statement("UPDATE user_account SET disabled_at = NULL WHERE user_id = $1").bind(user_id)
}
