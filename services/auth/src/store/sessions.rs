//! Sessions. The secret itself is never here, only its hash.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult,
    SelectableHelper as _, sql_types::Text,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    schema::{session, user_account},
    users::UserRow,
};
use crate::domain::{
    secret::SecretHash,
    session::{IDLE, Session},
};

/// A session about to be started.
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
#[tracing::instrument(name = "db.session.insert", skip_all, fields(user.id = %new.user_id))]
pub async fn insert(conn: &mut AsyncPgConnection, new: NewSession<'_>) -> QueryResult<()> {
    let NewSession { session_id, user_id, secret_hash, handle, client_address, created_at, expires_at } = new;
    diesel::insert_into(session::table)
        .values((
            session::session_id.eq(session_id),
            session::user_id.eq(user_id),
            session::secret_hash.eq(secret_hash.0.as_slice()),
            session::handle.eq(handle),
            session::client_address.eq(client_address),
            session::created_at.eq(created_at),
            session::last_seen_at.eq(created_at),
            session::expires_at.eq(expires_at),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// User, handle, and the instants of a session.
type FoundSession = (UserRow, String, DateTime<Utc>, DateTime<Utc>, Option<DateTime<Utc>>);

/// The session of a secret with its user, unless it was revoked. One that is to be renewed ends when that is due.
#[tracing::instrument(name = "db.session.find", skip_all)]
pub async fn find(conn: &mut AsyncPgConnection, secret_hash: SecretHash) -> QueryResult<Option<Session>> {
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
        .first(conn)
        .await
        .optional()?;
    found
        .map(|(user, handle, last_seen_at, expires_at, renew_before)| {
            let expires_at = renew_before.map_or(expires_at, |renew_before| expires_at.min(renew_before));
            Ok(Session { handle, user: user.try_into()?, last_seen_at, expires_at })
        })
        .transpose()
}

/// Writes down a use.
#[tracing::instrument(name = "db.session.touch", skip_all)]
pub async fn touch(conn: &mut AsyncPgConnection, secret_hash: SecretHash, now: DateTime<Utc>) -> QueryResult<()> {
    diesel::update(session::table)
        .filter(session::secret_hash.eq(secret_hash.0.as_slice()).and(session::revoked_at.is_null()))
        .filter(session::last_seen_at.lt(now))
        .set(session::last_seen_at.eq(now))
        .execute(conn)
        .await
        .map(drop)
}

/// Ends the session that secret and handle name together; its id and user, or none when there is no such live one.
#[tracing::instrument(name = "db.session.revoke", skip_all)]
pub async fn revoke(
    conn: &mut AsyncPgConnection,
    secret_hash: SecretHash,
    handle: &str,
    now: DateTime<Utc>,
) -> QueryResult<Option<(Uuid, Uuid)>> {
    diesel::update(session::table)
        .filter(session::secret_hash.eq(secret_hash.0.as_slice()))
        .filter(session::handle.eq(handle).and(session::revoked_at.is_null()))
        .set(session::revoked_at.eq(now))
        .returning((session::session_id, session::user_id))
        .get_result(conn)
        .await
        .optional()
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
    conn: &mut AsyncPgConnection,
    user_id: Uuid,
    keep: usize,
    now: DateTime<Utc>,
) -> QueryResult<Vec<Surplus>> {
    let mut live: Vec<(Uuid, String, Vec<u8>)> = session::table
        .filter(session::user_id.eq(user_id).and(session::revoked_at.is_null()))
        .filter(session::expires_at.gt(now).and(session::last_seen_at.gt(now - IDLE)))
        .order((session::created_at.asc(), session::session_id.asc()))
        .select((session::session_id, session::handle, session::secret_hash))
        .load(conn)
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
#[tracing::instrument(name = "db.session.revoke_all", skip_all)]
pub async fn revoke_all(conn: &mut AsyncPgConnection, ids: &[Uuid], now: DateTime<Utc>) -> QueryResult<()> {
    diesel::update(session::table)
        .filter(session::session_id.eq_any(ids).and(session::revoked_at.is_null()))
        .set(session::revoked_at.eq(now))
        .execute(conn)
        .await
        .map(drop)
}

/// Lets a user's session live on under its secret until `before` only.
#[tracing::instrument(name = "db.session.ask_to_renew", skip_all, fields(user.id = %user_id))]
pub async fn ask_to_renew(
    conn: &mut AsyncPgConnection,
    user_id: Uuid,
    handle: &str,
    before: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::update(session::table)
        .filter(session::user_id.eq(user_id).and(session::handle.eq(handle)))
        .set(session::renew_before.eq(before))
        .execute(conn)
        .await
        .map(drop)
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

/// Where a session was started from, and when it ends whatever happens.
#[tracing::instrument(name = "db.session.origin", skip_all)]
pub async fn origin(conn: &mut AsyncPgConnection, session_id: Uuid) -> QueryResult<(String, DateTime<Utc>)> {
    session::table.find(session_id).select((session::client_address, session::expires_at)).first(conn).await
}

/// Forgets sessions that ended before `before`; how many.
#[tracing::instrument(name = "db.session.purge", skip_all)]
pub async fn purge(conn: &mut AsyncPgConnection, before: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(session::table).filter(session::expires_at.lt(before)).execute(conn).await
}

diesel::define_sql_function! {
    /// PostgreSQL's own: tells the listeners of a channel when the transaction commits.
    fn pg_notify(channel: Text, payload: Text);
}

/// Tells all replicas, when the transaction commits, that a session has ended.
#[tracing::instrument(name = "db.session.announce", skip_all)]
pub async fn announce(conn: &mut AsyncPgConnection, handle: &str) -> QueryResult<()> {
    diesel::select(pg_notify(super::revocations::CHANNEL, handle)).execute(conn).await.map(drop)
}
