//! Sessions. The secret itself is never here, only its hash.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult,
    QueryableByName, SelectableHelper as _, pg::Pg,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{OldRows, Statement, statement};
use uuid::Uuid;

use super::{
    schema::{session, user_account},
    users::UserRow,
};
use crate::domain::{
    secret::SecretHash,
    session::{IDLE, Session},
};

/// Ended sessions are kept for a while, for those who ask what happened.
pub const OLD: OldRows = OldRows::new("session", "expires_at", TimeDelta::days(30));

/// A session about to be started.
#[derive(Clone, Copy)]
pub struct NewSession<'a> {
    /// Of the session.
    pub session_id: Uuid,
    /// Whose it is.
    pub user_id: Uuid,
    /// Of its secret.
    pub secret_hash: SecretHash,
    /// Public handle.
    pub handle: &'a str,
    /// Where it was started from.
    pub client_address: &'a str,
    /// When it starts.
    pub created_at: DateTime<Utc>,
    /// When it ends whatever happens.
    pub expires_at: DateTime<Utc>,
}

/// Starts a session.
pub fn insert(new: NewSession<'_>) -> Statement {
    let NewSession { session_id, user_id, secret_hash, handle, client_address, created_at, expires_at } = new;
    statement(
        "INSERT INTO session (session_id, user_id, secret_hash, handle, client_address, created_at, last_seen_at, \
           expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7)",
    )
    .bind(session_id)
    .bind(user_id)
    .bind(secret_hash.0.to_vec())
    .bind(handle.to_owned())
    .bind(client_address.to_owned())
    .bind(created_at)
    .bind(expires_at)
}

/// User, handle, and the instants of a session.
type FoundSession = (UserRow, String, DateTime<Utc>, DateTime<Utc>, Option<DateTime<Utc>>);

/// The session of a secret with its user, unless it was revoked. One that is to be renewed ends when that is due.
#[tracing::instrument(name = "db.session.find", skip_all)]
pub async fn find(conn: &AsyncPgConnection, secret_hash: SecretHash) -> QueryResult<Option<Session>> {
    let mut conn = conn;
    let found: Option<FoundSession> = session::table
        .inner_join(user_account::table)
        .filter(session::secret_hash.eq(secret_hash.0.as_slice()).and(session::revoked_at.is_null()))
        .select((
            UserRow::as_select(),
            session::handle,
            session::last_seen_at,
            session::expires_at,
            session::renew_before,
        ))
        .first(&mut conn)
        .await
        .optional()?;
    found
        .map(|(user, handle, last_seen_at, expires_at, renew_before)| {
            Ok(Session { handle, user: user.try_into()?, last_seen_at, expires_at: end(expires_at, renew_before) })
        })
        .transpose()
}

fn end(expires_at: DateTime<Utc>, renew_before: Option<DateTime<Utc>>) -> DateTime<Utc> {
    renew_before.map_or(expires_at, |renew_before| expires_at.min(renew_before))
}

/// A session that nobody else can end or renew until the transaction does.
pub struct LockedSession {
    /// Of the session.
    pub session_id: Uuid,
    /// As it stands.
    pub session: Session,
    /// Where it was started from.
    pub client_address: String,
    /// When it ends whatever happens, however soon it is to be renewed.
    pub expires_at: DateTime<Utc>,
}

#[derive(QueryableByName)]
#[diesel(table_name = session, check_for_backend(Pg))]
struct LockedRow {
    session_id: Uuid,
    handle: String,
    client_address: String,
    last_seen_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    renew_before: Option<DateTime<Utc>>,
    #[diesel(embed)]
    user: UserRow,
}

/// The session of a secret with its user, unless it was revoked; locked until the transaction ends.
#[tracing::instrument(name = "db.session.lock", skip_all)]
pub async fn lock(conn: &AsyncPgConnection, secret_hash: SecretHash) -> QueryResult<Option<LockedSession>> {
    let found: Option<LockedRow> = statement(
        "SELECT s.session_id, s.handle, s.client_address, s.last_seen_at, s.expires_at, s.renew_before, u.user_id, \
           u.cellphone, u.username, u.first_name, u.last_name, u.role, u.seller_id, u.child_seller \
         FROM session s JOIN user_account u ON u.user_id = s.user_id \
         WHERE s.secret_hash = $1 AND s.revoked_at IS NULL FOR UPDATE OF s",
    )
    .bind(secret_hash.0.to_vec())
    .row(conn)
    .await?;
    let locked = |row: LockedRow| {
        let LockedRow { session_id, handle, client_address, last_seen_at, expires_at, renew_before, user } = row;
        let user = user.try_into()?;
        let session = Session { handle, user, last_seen_at, expires_at: end(expires_at, renew_before) };
        Ok(LockedSession { session_id, session, client_address, expires_at })
    };
    found.map(locked).transpose()
}

/// Writes down a use.
pub fn touch(secret_hash: SecretHash, now: DateTime<Utc>) -> Statement {
    statement(
        "UPDATE session SET last_seen_at = $2 WHERE secret_hash = $1 AND revoked_at IS NULL AND last_seen_at < $2",
    )
    .bind(secret_hash.0.to_vec())
    .bind(now)
}

/// A live session that is one too many.
#[derive(Clone, PartialEq, Eq)]
pub struct Surplus {
    /// Of the session.
    pub session_id: Uuid,
    /// Public handle.
    pub handle: String,
    /// Of its secret.
    pub secret_hash: SecretHash,
}

/// Live sessions of a user beyond the newest `keep`, oldest first.
#[tracing::instrument(name = "db.session.beyond", skip_all, fields(user.id = %user_id))]
pub async fn beyond(
    conn: &AsyncPgConnection,
    user_id: Uuid,
    keep: usize,
    now: DateTime<Utc>,
) -> QueryResult<Vec<Surplus>> {
    let mut conn = conn;
    let mut live: Vec<(Uuid, String, Vec<u8>)> = session::table
        .filter(session::user_id.eq(user_id).and(session::revoked_at.is_null()))
        .filter(session::expires_at.gt(now).and(session::last_seen_at.gt(now - IDLE)))
        .order((session::created_at.asc(), session::session_id.asc()))
        .select((session::session_id, session::handle, session::secret_hash))
        .load(&mut conn)
        .await?;
    live.truncate(live.len().saturating_sub(keep));
    live.into_iter()
        .map(|(session_id, handle, secret_hash)| {
            let secret_hash = secret_hash.try_into().map_err(|_| {
                diesel::result::Error::DeserializationError(format!("session {session_id}: secret_hash").into())
            })?;
            Ok(Surplus { session_id, handle, secret_hash: SecretHash(secret_hash) })
        })
        .collect()
}

/// Ends sessions by their ids.
pub fn revoke_all(ids: Vec<Uuid>, now: DateTime<Utc>) -> Statement {
    statement("UPDATE session SET revoked_at = $2 WHERE session_id = ANY($1) AND revoked_at IS NULL")
        .bind(ids)
        .bind(now)
}

/// Lets a user's session live on under its secret until `before` only.
pub fn ask_to_renew(user_id: Uuid, handle: &str, before: DateTime<Utc>) -> Statement {
    statement("UPDATE session SET renew_before = $3 WHERE user_id = $1 AND handle = $2")
        .bind(user_id)
        .bind(handle.to_owned())
        .bind(before)
}

/// When a live session of a user ends whatever happens; none when there is no such one.
#[tracing::instrument(name = "db.session.end_of", skip_all, fields(user.id = %user_id))]
pub async fn end_of(conn: &mut AsyncPgConnection, user_id: Uuid, handle: &str) -> QueryResult<Option<DateTime<Utc>>> {
    session::table
        .filter(session::user_id.eq(user_id).and(session::handle.eq(handle)).and(session::revoked_at.is_null()))
        .select(session::expires_at)
        .first(conn)
        .await
        .optional()
}

/// Tells all replicas, when the transaction commits, that a session has ended.
pub fn announce(handle: &str) -> Statement {
    statement("SELECT pg_notify($1, $2)").bind(super::revocations::CHANNEL).bind(handle.to_owned())
}
