//! Housekeeping: what is old is forgotten, in small steps, without the event bus and beside the relay's work.
//!
//! One process per database does it at a time, on a connection of its own. A step deletes some thousand rows and then
//! pauses as long as it took: whatever has piled up, requests get their half of the server.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
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
    idempotency, inbox,
    relay::{RelayOptions, try_lock},
    schema::outbox,
    set_aside,
};

/// Names the lock of the process that does it.
const LOCK: i64 = 0x7069_7368_686f_7573;
/// Rows that one statement deletes at most: some hundredths of a second.
const CHUNK: i64 = 5_000;

#[derive(Debug, thiserror::Error)]
enum HouseError {
    #[error("the database cannot be reached")]
    Connect(#[from] diesel::ConnectionError),
    #[error("what is old cannot be deleted")]
    Database(#[from] diesel::result::Error),
}

/// Works until `stop`. A failure is logged and tried again at the next round.
pub(crate) async fn keep(db: &Db, clock: &SharedClock, options: &RelayOptions, stop: &CancellationToken) {
    while !stop.is_cancelled() {
        // Cut off in the middle it closes its connection, and the step is rolled back.
        let Some(Err(error)) = stop.run_until_cancelled(rounds(db, clock, options)).await else { return };
        metrics::counter!("housekeeping_failures_total").increment(1);
        tracing::warn!(error = &error as &dyn std::error::Error, "housekeeping stopped and starts again");
        let _stopped = stop.run_until_cancelled(tokio::time::sleep(options.housekeeping)).await;
    }
}

async fn rounds(db: &Db, clock: &SharedClock, options: &RelayOptions) -> Result<(), HouseError> {
    let mut conn = db.dedicated("housekeeping").await?;
    let mut ours = false;
    let mut set_aside_by = BTreeMap::new();
    loop {
        let now = clock.now();
        let oldest = oldest_waiting(&mut conn).await?;
        let age = oldest.map_or(0.0, |at| (now - at).as_seconds_f64());
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
            clear(&mut conn, now, options).await?;
        }
        tokio::time::sleep(options.housekeeping).await;
    }
}

async fn clear(conn: &mut Conn, now: DateTime<Utc>, options: &RelayOptions) -> QueryResult<()> {
    let events = purge_published(conn, now - options.retention).await?;
    let replies = idempotency::purge(conn, now - options.reply_retention).await?;
    let handled = inbox::purge(conn, now - options.inbox_retention).await?;
    let given_up = set_aside::purge(conn, now - options.inbox_retention).await?;
    let deleted = [("outbox", events), ("idempotent_reply", replies), ("inbox", handled), ("set_aside", given_up)];
    for (table, rows) in deleted {
        metrics::counter!("housekeeping_deleted_total", "table" => table).increment(rows as u64);
    }
    Ok(())
}

/// Deletes in steps, from a table that has an index by age. The statement names the table: `$1` from (null: the
/// beginning), `$2` before, `$3` rows at most. Each step begins where the one before has come to: nobody looks again at
/// places that are empty by now.
pub(crate) async fn purge_by_age(
    conn: &mut AsyncPgConnection,
    statement: &'static str,
    before: DateTime<Utc>,
) -> QueryResult<usize> {
    let (mut from, mut deleted) = (None, 0);
    loop {
        let started = Instant::now();
        let step: StepByAge = sql_query(statement)
            .bind::<Nullable<Timestamptz>, _>(from)
            .bind::<Timestamptz, _>(before)
            .bind::<BigInt, _>(CHUNK)
            .get_result(conn)
            .await?;
        deleted += usize::try_from(step.rows).unwrap_or_default();
        if step.rows < CHUNK {
            return Ok(deleted);
        }
        from = step.reached;
        rest(started).await;
    }
}

#[derive(QueryableByName)]
struct StepByAge {
    #[diesel(sql_type = BigInt)]
    rows: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    reached: Option<DateTime<Utc>>,
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
