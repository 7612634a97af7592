//! Links by which people set a password. What stands in a link is never here, only its hash.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{QueryResult, QueryableByName, pg::Pg, sql_types::Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use pishkhan_chassis_db::{OldRows, Statement, statement};
use uuid::Uuid;

use super::users::UserRow;
use crate::domain::{secret::SecretHash, user::User};

/// Used ones are kept for a while, for those who ask what happened.
pub const OLD: OldRows = OldRows::new("password_link", "expires_at", TimeDelta::days(30));

/// Writes a link down.
pub fn insert(
    link_id: Uuid,
    user_id: Uuid,
    secret_hash: SecretHash,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Statement {
    statement(
        "INSERT INTO password_link (link_id, user_id, secret_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(link_id)
    .bind(user_id)
    .bind(secret_hash.0.to_vec())
    .bind(created_at)
    .bind(expires_at)
}

#[derive(QueryableByName)]
#[diesel(check_for_backend(Pg))]
struct LinkRow {
    #[diesel(sql_type = SqlUuid)]
    link_id: Uuid,
    #[diesel(embed)]
    user: UserRow,
}

/// The link of a secret and its user, while it is good and the user may come in.
#[tracing::instrument(name = "db.password_link.find", skip_all)]
pub async fn find(
    conn: &AsyncPgConnection,
    secret_hash: SecretHash,
    now: DateTime<Utc>,
) -> QueryResult<Option<(Uuid, User)>> {
    let found: Option<LinkRow> = statement(
        "SELECT l.link_id, u.user_id, u.cellphone, u.username, u.first_name, u.last_name, u.role, u.seller_id, \
           u.child_seller \
         FROM password_link l JOIN user_account u ON u.user_id = l.user_id \
         WHERE l.secret_hash = $1 AND l.used_at IS NULL AND l.expires_at > $2 AND u.disabled_at IS NULL",
    )
    .bind(secret_hash.0.to_vec())
    .bind(now)
    .row(conn)
    .await?;
    found.map(|LinkRow { link_id, user }| Ok((link_id, user.try_into()?))).transpose()
}

/// Uses up all links of a user.
pub fn use_up(user_id: Uuid, now: DateTime<Utc>) -> Statement {
    statement("UPDATE password_link SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL").bind(user_id).bind(now)
}
