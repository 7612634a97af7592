//! Sessions. The secret itself is never here, only its hash.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult,
    QueryableByName, SelectableHelper as _, dsl::exists, pg::Pg,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{OldRows, Statement, statement};
use uuid::Uuid;

use super::{
    schema::{session, user_account},
    users::UserRow,
};
use crate::domain::{
    secret::{self, SecretHash},
    session::{IDLE, Session, UserSession},
};

/// Ended sessions are kept for a while, for those who ask what happened.
pub const OLD: OldRows = OldRows::new("session", "expires_at", TimeDelta::days(30));
/// The channel on which ended sessions are told.
pub const ENDED: &str = "session_revoked";

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
    /// What started it.
    pub device: &'a str,
    /// When it starts.
    pub created_at: DateTime<Utc>,
    /// When it ends whatever happens.
    pub expires_at: DateTime<Utc>,
}

/// Starts a session.
pub fn insert(new: NewSession<'_>) -> Statement {
    let NewSession { session_id, user_id, secret_hash, handle, client_address, device, created_at, expires_at } = new;
    statement(
        "INSERT INTO session (session_id, user_id, secret_hash, handle, client_address, created_at, last_seen_at, \
           expires_at, device) \
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)",
    )
    .bind(session_id)
    .bind(user_id)
    .bind(secret_hash.0.to_vec())
    .bind(handle.to_owned())
    .bind(client_address.to_owned())
    .bind(created_at)
    .bind(expires_at)
    .bind(device.to_owned())
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
    /// What started it.
    pub device: String,
    /// When it ends whatever happens, however soon it is to be renewed.
    pub expires_at: DateTime<Utc>,
}

impl LockedSession {
    /// Whether it is live and has this handle.
    pub fn is(&self, handle: &str, now: DateTime<Utc>) -> bool {
        secret::same(&self.session.handle, handle) && self.session.is_live(now)
    }
}

#[derive(QueryableByName)]
#[diesel(table_name = session, check_for_backend(Pg))]
struct LockedRow {
    session_id: Uuid,
    handle: String,
    client_address: String,
    device: String,
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
        "SELECT s.session_id, s.handle, s.client_address, s.device, s.last_seen_at, s.expires_at, s.renew_before, u.user_id, \
           u.cellphone, u.username, u.first_name, u.last_name, u.role, u.seller_id, u.child_seller \
         FROM session s JOIN user_account u ON u.user_id = s.user_id \
         WHERE s.secret_hash = $1 AND s.revoked_at IS NULL FOR UPDATE OF s",
    )
    .bind(secret_hash.0.to_vec())
    .row(conn)
    .await?;
    let locked = |row: LockedRow| {
        let LockedRow { session_id, handle, client_address, device, last_seen_at, expires_at, renew_before, user } =
            row;
        let user = user.try_into()?;
        let session = Session { handle, user, last_seen_at, expires_at: end(expires_at, renew_before) };
        Ok(LockedSession { session_id, session, client_address, device, expires_at })
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

#[derive(QueryableByName)]
#[diesel(table_name = session, check_for_backend(Pg))]
struct UserSessionRow {
    session_id: Uuid,
    handle: String,
    secret_hash: Vec<u8>,
    device: String,
    client_address: String,
    last_seen_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl TryFrom<UserSessionRow> for UserSession {
    type Error = diesel::result::Error;

    fn try_from(row: UserSessionRow) -> QueryResult<Self> {
        let UserSessionRow { session_id, handle, secret_hash, device, client_address, last_seen_at, expires_at } = row;
        let secret_hash = secret_hash.try_into().map_err(|_| {
            diesel::result::Error::DeserializationError(format!("session {session_id}: secret_hash").into())
        })?;
        let secret_hash = SecretHash(secret_hash);
        Ok(Self { session_id, handle, secret_hash, device, client_address, last_seen_at, expires_at })
    }
}

async fn of_user(conn: &AsyncPgConnection, statement: Statement) -> QueryResult<Vec<UserSession>> {
    let found: Vec<UserSessionRow> = statement.rows(conn).await?;
    found.into_iter().map(TryInto::try_into).collect()
}

/// The live sessions of a user, the one that began first first.
#[tracing::instrument(name = "db.session.live", skip_all, fields(user.id = %user_id))]
pub async fn live(conn: &AsyncPgConnection, user_id: Uuid, now: DateTime<Utc>) -> QueryResult<Vec<UserSession>> {
    let live = statement(
        "SELECT session_id, handle, secret_hash, device, client_address, last_seen_at, expires_at FROM session \
         WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND last_seen_at > $3 \
           AND (renew_before IS NULL OR renew_before > $2) \
         ORDER BY created_at, session_id",
    );
    of_user(conn, live.bind(user_id).bind(now).bind(now - IDLE)).await
}

/// The sessions of a user that have made room for newer ones since `since`: the last `limit` of them.
#[tracing::instrument(name = "db.session.evicted", skip_all, fields(user.id = %user_id))]
pub async fn evicted(
    conn: &AsyncPgConnection,
    user_id: Uuid,
    since: DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<UserSession>> {
    let evicted = statement(
        "SELECT session_id, handle, secret_hash, device, client_address, last_seen_at, expires_at FROM session \
         WHERE user_id = $1 AND evicted AND revoked_at > $2 ORDER BY revoked_at DESC, session_id LIMIT $3",
    );
    of_user(conn, evicted.bind(user_id).bind(since).bind(limit)).await
}

/// Whether a user has, or had, this session.
#[tracing::instrument(name = "db.session.is_of", skip_all, fields(user.id = %user_id))]
pub async fn is_of(conn: &AsyncPgConnection, user_id: Uuid, session_id: Uuid) -> QueryResult<bool> {
    let mut conn = conn;
    let found = session::table.filter(session::session_id.eq(session_id).and(session::user_id.eq(user_id)));
    diesel::select(exists(found)).get_result(&mut conn).await
}

/// Ends sessions by their ids.
pub fn revoke_all(ids: Vec<Uuid>, now: DateTime<Utc>) -> Statement {
    statement("UPDATE session SET revoked_at = $2 WHERE session_id = ANY($1) AND revoked_at IS NULL")
        .bind(ids)
        .bind(now)
}

/// Ends sessions, and tells all replicas when the transaction commits.
pub fn end_all(ended: &[UserSession], now: DateTime<Utc>) -> Vec<Statement> {
    let mut writes = vec![revoke_all(ended.iter().map(|session| session.session_id).collect(), now)];
    writes.extend(ended.iter().map(|session| announce(&session.handle)));
    writes
}

/// Ends sessions by their ids, to make room.
pub fn evict(ids: Vec<Uuid>, now: DateTime<Utc>) -> Statement {
    statement("UPDATE session SET revoked_at = $2, evicted = true WHERE session_id = ANY($1) AND revoked_at IS NULL")
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
    statement("SELECT pg_notify($1, $2)").bind(ENDED).bind(handle.to_owned())
}
