//! Codes that let somebody without a password in again, and the queue that sends them. A phone number that nobody has
//! is asked about and written down like any other.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    QueryResult, QueryableByName,
    sql_types::{Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::AsyncPgConnection;
use pishkhan_chassis_db::{OldRows, Statement, statement};
use uuid::Uuid;

use crate::domain::{
    reset::{Asked, DAY, HOUR, PER_DAY, PHONES_PER_HOUR, TRIES, strangers_share},
    throttle::KNOWN_FOR,
};

/// They are counted for a day.
pub const OLD: OldRows = OldRows::new("reset_code", "created_at", TimeDelta::hours(25));

/// Whether a transaction is the only one that asks for a code from its network, and for its phone.
#[derive(Clone, Copy, QueryableByName)]
pub struct Alone {
    /// No other asks from the network.
    #[diesel(sql_type = Bool)]
    pub network: bool,
    /// No other asks for the phone.
    #[diesel(sql_type = Bool)]
    pub phone: bool,
}

/// Tries to be the only transaction that asks for a code from a network, and for a phone. Waits for nobody: a crowd would
/// wait with all connections.
#[tracing::instrument(name = "db.reset_code.lock", skip_all)]
pub async fn lock(conn: &AsyncPgConnection, cellphone: &str, network: &str) -> QueryResult<Alone> {
    let locked = statement(
        "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS network, \
           pg_try_advisory_xact_lock(hashtextextended($2, 2)) AS phone",
    );
    let locked = locked.bind(network.to_owned()).bind(cellphone.to_owned());
    locked.row(conn).await?.ok_or(diesel::result::Error::NotFound)
}

#[derive(QueryableByName)]
struct AskedRow {
    #[diesel(sql_type = Bool)]
    known: bool,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    day_full_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    network_full_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    house_full_at: Option<DateTime<Utc>>,
}

/// What counts against one more code for a phone from a network, of a house that sends so many messages a day.
#[tracing::instrument(name = "db.reset_code.asked", skip_all)]
pub async fn asked(
    conn: &AsyncPgConnection,
    cellphone: &str,
    network: &str,
    daily_cap: i64,
    now: DateTime<Utc>,
) -> QueryResult<Asked> {
    let asked = statement(
        "WITH here AS ( \
           SELECT EXISTS (SELECT FROM known_network k JOIN user_account u ON u.user_id = k.user_id \
             WHERE u.cellphone = $1 AND k.network = $2 AND k.last_log_in_at > $3) AS known \
         ), same AS ( \
           SELECT r.created_at FROM reset_code r, here \
           WHERE r.cellphone = $1 AND r.created_at > $4 AND r.known = here.known \
             AND (r.network = $2 OR NOT here.known) \
         ), others AS ( \
           SELECT max(created_at) AS last_at FROM reset_code \
           WHERE network = $2 AND NOT known AND cellphone <> $1 AND created_at > $5 GROUP BY cellphone \
         ) \
         SELECT known, (SELECT max(created_at) FROM same) AS last_at, \
           (SELECT created_at FROM same ORDER BY created_at DESC OFFSET $6 - 1 LIMIT 1) AS day_full_at, \
           (SELECT last_at FROM others ORDER BY last_at DESC OFFSET $7 - 1 LIMIT 1) AS network_full_at, \
           (SELECT created_at FROM reset_code WHERE state <> 'nobody' AND created_at > $4 ORDER BY created_at DESC \
            OFFSET CASE WHEN here.known THEN $8 ELSE $9 END - 1 LIMIT 1) AS house_full_at \
         FROM here",
    )
    .bind(cellphone.to_owned())
    .bind(network.to_owned())
    .bind(now - KNOWN_FOR)
    .bind(now - DAY)
    .bind(now - HOUR)
    .bind(PER_DAY)
    .bind(PHONES_PER_HOUR)
    .bind(daily_cap)
    .bind(strangers_share(daily_cap));
    let row: AskedRow = asked.row(conn).await?.ok_or(diesel::result::Error::NotFound)?;
    let AskedRow { known, last_at, day_full_at, network_full_at, house_full_at } = row;
    Ok(Asked { known, last_at, day_full_at, network_full_at, house_full_at })
}

/// A code about to be asked for.
#[derive(Clone, Copy)]
pub struct NewCode<'a> {
    /// Of the code.
    pub code_id: Uuid,
    /// 11 Latin digits.
    pub cellphone: &'a str,
    /// That asks.
    pub network: &'a str,
    /// Whether the phone has logged in from there lately.
    pub known: bool,
    /// From when on it is good.
    pub created_at: DateTime<Utc>,
    /// Until when it is good.
    pub expires_at: DateTime<Utc>,
}

/// Writes a code down, to be sent at once.
pub fn insert(new: NewCode<'_>) -> Statement {
    let NewCode { code_id, cellphone, network, known, created_at, expires_at } = new;
    statement(
        "INSERT INTO reset_code (code_id, cellphone, network, known, created_at, expires_at, next_attempt_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $5)",
    )
    .bind(code_id)
    .bind(cellphone.to_owned())
    .bind(network.to_owned())
    .bind(known)
    .bind(created_at)
    .bind(expires_at)
}

#[derive(QueryableByName)]
struct TriedRow {
    #[diesel(sql_type = SqlUuid)]
    code_id: Uuid,
}

/// Counts a try of a phone's codes from a network; those that it may be the code of.
#[tracing::instrument(name = "db.reset_code.take_try", skip_all)]
pub async fn take_try(
    conn: &AsyncPgConnection,
    cellphone: &str,
    network: &str,
    now: DateTime<Utc>,
) -> QueryResult<Vec<Uuid>> {
    let tried: Vec<TriedRow> = statement(
        "UPDATE reset_code SET tries_here = tries_here + (network = $2)::int, \
           tries_elsewhere = tries_elsewhere + (network <> $2)::int \
         WHERE code_id = ANY(ARRAY( \
           SELECT code_id FROM reset_code WHERE cellphone = $1 AND expires_at > $3 AND used_at IS NULL \
             AND CASE WHEN network = $2 THEN tries_here ELSE tries_elsewhere END < $4 \
           ORDER BY code_id FOR UPDATE)) \
         RETURNING code_id",
    )
    .bind(cellphone.to_owned())
    .bind(network.to_owned())
    .bind(now)
    .bind(TRIES)
    .rows(conn)
    .await?;
    Ok(tried.into_iter().map(|row| row.code_id).collect())
}

#[derive(QueryableByName)]
struct UnusedRow {
    #[diesel(sql_type = Bool)]
    unused: bool,
}

/// Whether a code has not been used. Its user is to be locked.
#[tracing::instrument(name = "db.reset_code.is_unused", skip_all)]
pub async fn is_unused(conn: &AsyncPgConnection, code_id: Uuid) -> QueryResult<bool> {
    let found: Option<UnusedRow> = statement("SELECT used_at IS NULL AS unused FROM reset_code WHERE code_id = $1")
        .bind(code_id)
        .row(conn)
        .await?;
    Ok(found.is_some_and(|found| found.unused))
}

/// Uses up all codes of a phone; one that waits is sent no more.
pub fn use_up(cellphone: &str, now: DateTime<Utc>) -> Statement {
    statement(
        "UPDATE reset_code SET used_at = $2, next_attempt_at = NULL, \
           state = CASE state WHEN 'waiting' THEN 'failed' ELSE state END \
         WHERE cellphone = $1 AND used_at IS NULL",
    )
    .bind(cellphone.to_owned())
    .bind(now)
}

/// A message that is due.
#[derive(Clone, QueryableByName)]
pub struct Due {
    /// Of the code.
    #[diesel(sql_type = SqlUuid)]
    pub code_id: Uuid,
    /// 11 Latin digits.
    #[diesel(sql_type = Text)]
    pub cellphone: String,
    /// How often it has been tried, this time included.
    #[diesel(sql_type = Integer)]
    pub attempts: i32,
    /// Until when its code is good.
    #[diesel(sql_type = Timestamptz)]
    pub expires_at: DateTime<Utc>,
    /// Whether there is anybody to send it to; it is settled otherwise.
    #[diesel(sql_type = Bool)]
    pub waiting: bool,
}

/// Takes at most `limit` messages that are due, and leaves them to this process until `lease_until`.
#[tracing::instrument(name = "db.reset_code.take_due", skip_all)]
pub async fn take_due(
    conn: &AsyncPgConnection,
    limit: i64,
    lease_until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> QueryResult<Vec<Due>> {
    statement(
        "WITH due AS ( \
           SELECT r.code_id, EXISTS (SELECT FROM user_account u WHERE u.cellphone = r.cellphone \
             AND u.disabled_at IS NULL) AS somebody \
           FROM reset_code r WHERE r.next_attempt_at <= $1 \
           ORDER BY r.next_attempt_at LIMIT $3 FOR UPDATE OF r SKIP LOCKED) \
         UPDATE reset_code c SET attempts = attempts + 1, \
           state = CASE WHEN somebody THEN 'waiting' ELSE 'nobody' END, \
           next_attempt_at = CASE WHEN somebody THEN $2 END \
         FROM due WHERE c.code_id = due.code_id \
         RETURNING c.code_id, c.cellphone, c.attempts, c.expires_at, somebody AS waiting",
    )
    .bind(now)
    .bind(lease_until)
    .bind(limit)
    .rows(conn)
    .await
}

/// What has become of a message that waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The gateway has taken it.
    Taken,
    /// It is tried again.
    Later(DateTime<Utc>),
    /// It is given up.
    Never,
}

/// Writes down what has become of a message. One that is settled stays so.
#[tracing::instrument(name = "db.reset_code.settle", skip_all)]
pub async fn settle(conn: &AsyncPgConnection, code_id: Uuid, sent: Sent) -> QueryResult<()> {
    let (state, next) = match sent {
        Sent::Taken => ("sent", None),
        Sent::Later(next) => ("waiting", Some(next)),
        Sent::Never => ("failed", None),
    };
    statement("UPDATE reset_code SET state = $2, next_attempt_at = $3 WHERE code_id = $1 AND state = 'waiting'")
        .bind(code_id)
        .bind(state)
        .bind(next)
        .run(conn)
        .await
        .map(drop)
}

#[derive(QueryableByName)]
struct WrittenRow {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    messages: i64,
}

/// Messages of the last day.
#[tracing::instrument(name = "db.reset_code.messages", skip_all)]
pub async fn messages(conn: &AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<i64> {
    let row: Option<WrittenRow> =
        statement("SELECT count(*) AS messages FROM reset_code WHERE state <> 'nobody' AND created_at > $1")
            .bind(now - DAY)
            .row(conn)
            .await?;
    Ok(row.map_or(0, |row| row.messages))
}
