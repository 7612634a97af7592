//! Housekeeping: what is old is forgotten, in small steps, without the event bus and beside everything else.
//!
//! One process per database does it at a time, on a connection of its own. A step deletes some thousand rows and then
//! pauses as long as it took: whatever has piled up, requests get their half of the server.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    ExpressionMethods as _, QueryDsl as _, QueryResult, QueryableByName, sql_query,
    sql_types::{BigInt, Nullable, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::clock::SharedClock;
use tokio_util::sync::CancellationToken;

use crate::{
    connect::Conn,
    db::Db,
    relay::{RETENTION, try_lock},
    schema::outbox,
    set_aside,
};

/// Names the lock of the process that does it.
const LOCK: i64 = 0x7069_7368_686f_7573;
/// How often it looks, and how soon it starts again after a failure.
const EVERY: Duration = Duration::from_secs(10);
/// Rows that one statement deletes at most: some hundredths of a second.
const CHUNK: i64 = 5_000;
/// What every service has.
const OF_ALL: [OldRows; 3] = [
    // How long a stored reply answers a repeated request.
    OldRows::new("idempotent_reply", "created_at", TimeDelta::hours(24)),
    // Longer than outbox and stream reach together.
    OldRows::new("inbox", "handled_at", TimeDelta::days(21)),
    OldRows::new("set_aside", "set_aside_at", TimeDelta::days(21)),
];

/// What keeps housekeeping from its work.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// No connection was to be had.
    #[error("the database cannot be reached")]
    Connect(#[from] diesel::ConnectionError),
    /// A statement failed.
    #[error("what is old cannot be deleted")]
    Database(#[from] diesel::result::Error),
}

/// Rows that go some time after an instant that they hold. There is an index by it.
#[derive(Debug, Clone, Copy)]
pub struct OldRows {
    table: &'static str,
    column: &'static str,
    kept: TimeDelta,
    chunk: i64,
}

impl OldRows {
    /// Those of a table that are kept for so long after the instant in `column`.
    pub const fn new(table: &'static str, column: &'static str, kept: TimeDelta) -> Self {
        Self { table, column, kept, chunk: CHUNK }
    }

    /// The same where so many at once are enough: each has many rows of other tables with it.
    #[must_use]
    pub const fn at_once(self, rows: i64) -> Self {
        Self { chunk: rows, ..self }
    }

    /// Deletes in steps that each commit by themselves; how many went. Each step begins where the one before has come to:
    /// nobody looks again at places that are empty by now.
    async fn clear(&self, conn: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
        let Self { table, column, kept, chunk } = *self;
        let statement = format!(
            "WITH gone AS (DELETE FROM {table} WHERE ctid = ANY(ARRAY( \
               SELECT ctid FROM {table} WHERE {column} >= coalesce($1, '-infinity') AND {column} < $2 \
               ORDER BY {column} LIMIT $3)) RETURNING {column}) \
             SELECT count(*) AS rows, max({column}) AS reached FROM gone"
        );
        let (mut from, mut deleted) = (None, 0);
        loop {
            let started = Instant::now();
            let step: StepByAge = sql_query(&statement)
                .bind::<Nullable<Timestamptz>, _>(from)
                .bind::<Timestamptz, _>(now - kept)
                .bind::<BigInt, _>(chunk)
                .get_result(conn)
                .await?;
            deleted += usize::try_from(step.rows).unwrap_or_default();
            if step.rows < chunk {
                return Ok(deleted);
            }
            from = step.reached;
            rest(started).await;
        }
    }
}

#[derive(QueryableByName)]
struct StepByAge {
    #[diesel(sql_type = BigInt)]
    rows: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    reached: Option<DateTime<Utc>>,
}

/// Keeps the house of one database. Run one in each replica of the service.
///
/// `housekeeping_rounds_total` tells that somebody does, `housekeeping_deleted_total` what goes, by `table`,
/// `housekeeping_failures_total` what it is kept from; besides, what waits in the outbox and what was set aside.
pub struct Housekeeping {
    db: Db,
    clock: SharedClock,
    every: Duration,
    own: Vec<OldRows>,
}

impl std::fmt::Debug for Housekeeping {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Housekeeping").field("db", &self.db).field("own", &self.own).finish_non_exhaustive()
    }
}

impl Housekeeping {
    /// What every service has to forget: published events, handled ones, those set aside, and stored replies.
    pub fn new(db: Db, clock: SharedClock) -> Self {
        Self { db, clock, every: EVERY, own: Vec::new() }
    }

    /// Also rows of the service's own.
    #[must_use]
    pub fn and(mut self, rows: impl IntoIterator<Item = OldRows>) -> Self {
        self.own.extend(rows);
        self
    }

    /// Looks so often (tests).
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// Works until `stop`. A failure is logged and tried again at the next round.
    pub async fn run(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            // Cut off in the middle it closes its connection, and the step is rolled back.
            let Some(Err(error)) = stop.run_until_cancelled(self.rounds()).await else { return };
            metrics::counter!("housekeeping_failures_total").increment(1);
            tracing::warn!(error = &error as &dyn std::error::Error, "housekeeping stopped and starts again");
            let _stopped = stop.run_until_cancelled(tokio::time::sleep(self.every)).await;
        }
    }

    /// Forgets once what is old by now, whoever else does; how many rows of each table went.
    pub async fn clear(&self) -> Result<BTreeMap<&'static str, usize>, HouseError> {
        let mut conn = self.db.dedicated("housekeeping").await?;
        Ok(self.clear_by(&mut conn).await?)
    }

    async fn rounds(&self) -> Result<std::convert::Infallible, HouseError> {
        let mut conn = self.db.dedicated("housekeeping").await?;
        let mut ours = false;
        let mut set_aside_by = BTreeMap::new();
        loop {
            let oldest = oldest_waiting(&mut conn).await?;
            let age = oldest.map_or(0.0, |at| (self.clock.now() - at).as_seconds_f64());
            metrics::gauge!("outbox_oldest_waiting_seconds").set(age);
            // A consumer that has none any more is told as such.
            for events in set_aside_by.values_mut() {
                *events = 0;
            }
            set_aside_by.extend(set_aside::counts(&mut conn).await?);
            for (consumer, events) in &set_aside_by {
                let events = f64::from(u32::try_from(*events).unwrap_or(u32::MAX));
                metrics::gauge!("events_set_aside", "group" => consumer.clone()).set(events);
            }
            ours = ours || try_lock(&mut conn, LOCK).await?;
            if ours {
                for (table, rows) in self.clear_by(&mut conn).await? {
                    metrics::counter!("housekeeping_deleted_total", "table" => table).increment(rows as u64);
                }
                metrics::counter!("housekeeping_rounds_total").increment(1);
            }
            tokio::time::sleep(self.every).await;
        }
    }

    async fn clear_by(&self, conn: &mut Conn) -> QueryResult<BTreeMap<&'static str, usize>> {
        let now = self.clock.now();
        let mut gone = BTreeMap::from([("outbox", purge_published(conn, now - RETENTION).await?)]);
        for rows in OF_ALL.iter().chain(&self.own) {
            gone.insert(rows.table, rows.clear(conn, now).await?);
        }
        Ok(gone)
    }
}

/// Leaves the server to others for as long as a step took.
async fn rest(started: Instant) {
    tokio::time::sleep(started.elapsed().max(Duration::from_millis(1))).await;
}

#[derive(QueryableByName)]
struct StepById {
    #[diesel(sql_type = BigInt)]
    rows: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    reached: Option<i64>,
}

/// Deletes old published rows in steps. They lie at the beginning: events are published in the order of their ids, more
/// or less. Looks at some thousand rows that stay, whatever the size of the table.
async fn purge_published(conn: &mut AsyncPgConnection, before: DateTime<Utc>) -> QueryResult<usize> {
    let (mut from, mut deleted) = (0, 0);
    loop {
        let started = Instant::now();
        let step: StepById = sql_query(
            "WITH first AS (SELECT id, published_at FROM outbox WHERE id > $1 ORDER BY id LIMIT $3), \
             gone AS (DELETE FROM outbox WHERE id = ANY(ARRAY(SELECT id FROM first WHERE published_at < $2)) RETURNING 1) \
             SELECT (SELECT count(*) FROM gone) AS rows, (SELECT max(id) FROM first) AS reached",
        )
        .bind::<BigInt, _>(from)
        .bind::<Timestamptz, _>(before)
        .bind::<BigInt, _>(CHUNK)
        .get_result(conn)
        .await?;
        deleted += usize::try_from(step.rows).unwrap_or_default();
        let (Some(reached), 1..) = (step.reached, step.rows) else { return Ok(deleted) };
        from = reached;
        rest(started).await;
    }
}

async fn oldest_waiting(conn: &mut AsyncPgConnection) -> QueryResult<Option<DateTime<Utc>>> {
    let rows: Vec<DateTime<Utc>> = outbox::table
        .filter(outbox::publish_batch.is_null())
        .order(outbox::id)
        .limit(1)
        .select(outbox::occurred_at)
        .load(conn)
        .await?;
    Ok(rows.into_iter().next())
}
