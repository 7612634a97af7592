//! The relay: carries committed outbox rows to Redis Streams, at least once, in order per aggregate.
//!
//! One relay per database works at a time, by an advisory lock on a connection of its own. It publishes in numbered
//! batches: `WATCH {stream}:hwm; MULTI; XADD …; SET {stream}:hwm number; EXEC`, then marks the rows with the number. A
//! crash between the two repeats the batch. Rows stay for days, and a stream that has lost its tail (or everything)
//! shows it by its high-water mark: everything published after that mark is published again. The mark is watched while
//! a batch is sent, for a new mark on a stream just lost would hide the loss. Consumers know repetitions by event id.
//!
//! A topic belongs to one service: two databases must not publish into the same stream.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryResult, Queryable, QueryableByName,
    Selectable, SelectableHelper as _,
    dsl::sql,
    sql_query,
    sql_types::{BigInt, Bool},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::clock::SharedClock;
use redis::{Client, Cmd, RedisError, RedisResult, aio::MultiplexedConnection};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{bus, connect::Conn, db::Db, idempotency, inbox, schema::outbox};

/// Names the lock that one relay per database holds.
const RELAY_LOCK: i64 = 0x7069_7368_5f72_656c;
/// Redis must answer within this.
const REDIS_TIMEOUT: Duration = Duration::from_secs(3);
/// Rows of a republication that are read at once; more than one batch, so that at least one whole batch is among them.
const REPUBLISH_CHUNK: u16 = 2 * BATCH;
const BATCH: u16 = 500;
const HOUSEKEEPING_EVERY: Duration = Duration::from_mins(1);
const PURGE_CHUNK: i64 = 1_000;
const FIRST_BACKOFF: Duration = Duration::from_millis(200);
const LONGEST_BACKOFF: Duration = Duration::from_secs(5);

/// How a relay works.
#[derive(Debug, Clone)]
pub struct RelayOptions {
    /// How often it looks for rows of other processes; its own process wakes it at once.
    pub poll: Duration,
    /// How long published rows stay in the outbox, and entries in the streams.
    pub retention: TimeDelta,
    /// How long the inbox remembers: longer than outbox and stream reach together.
    pub inbox_retention: TimeDelta,
    /// How long a stored reply answers a repeated request.
    pub reply_retention: TimeDelta,
}

impl Default for RelayOptions {
    fn default() -> Self {
        Self {
            poll: Duration::from_millis(500),
            retention: TimeDelta::days(7),
            inbox_retention: TimeDelta::days(21),
            reply_retention: TimeDelta::hours(24),
        }
    }
}

/// Publishes the events of one database. Run one in each replica of the service; they take turns.
#[derive(Debug)]
pub struct Relay {
    db: Db,
    redis: Client,
    prefix: String,
    clock: SharedClockDebug,
    options: RelayOptions,
}

/// A clock has nothing to show.
struct SharedClockDebug(SharedClock);

impl std::fmt::Debug for SharedClockDebug {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}

#[derive(Debug, thiserror::Error)]
enum RelayError {
    #[error("the database cannot be reached")]
    Connect(#[from] diesel::ConnectionError),
    #[error("the outbox cannot be read or marked")]
    Database(#[from] diesel::result::Error),
    #[error("the event bus failed")]
    Redis(#[from] RedisError),
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct Row {
    id: i64,
    event_id: Uuid,
    topic: String,
    kind: String,
    key: Uuid,
    payload: Vec<u8>,
    traceparent: Option<String>,
    occurred_at: DateTime<Utc>,
    publish_batch: Option<i64>,
}

#[derive(QueryableByName)]
struct Lock {
    #[diesel(sql_type = Bool)]
    taken: bool,
}

/// A relay's turn: the lock, the bus, and what has been published.
struct Turn {
    conn: Conn,
    bus: MultiplexedConnection,
    /// Number of the last publication, over all topics.
    last_batch: i64,
    /// Last publication per topic, according to the outbox.
    heads: BTreeMap<String, i64>,
    housekeeping_due: Instant,
}

impl Relay {
    /// A relay for a database. `prefix` is `PISHKHAN_STREAM_PREFIX`.
    pub fn new(db: Db, redis_url: &str, prefix: impl Into<String>, clock: SharedClock) -> RedisResult<Self> {
        let redis = bus::client(redis_url)?;
        Ok(Self { db, redis, prefix: prefix.into(), clock: SharedClockDebug(clock), options: RelayOptions::default() })
    }

    /// Other options than the default ones.
    #[must_use]
    pub fn with_options(self, options: RelayOptions) -> Self {
        Self { options, ..self }
    }

    /// Works until `stop`. Failures of either side are logged and tried again, never fatal: events wait in the outbox.
    pub async fn run(self, stop: CancellationToken) {
        let mut backoff = FIRST_BACKOFF;
        loop {
            let began = Instant::now();
            match self.take_turn(&stop).await {
                Ok(()) => return,
                Err(error) => {
                    metrics::counter!("outbox_relay_failures_total").increment(1);
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        retry.delay_ms = u64::try_from(backoff.as_millis()).unwrap_or(u64::MAX),
                        "the relay stopped and starts again"
                    );
                }
            }
            if began.elapsed() > LONGEST_BACKOFF {
                backoff = FIRST_BACKOFF;
            }
            if stop.run_until_cancelled(tokio::time::sleep(backoff)).await.is_none() {
                return;
            }
            backoff = (backoff * 2).min(LONGEST_BACKOFF);
        }
    }

    async fn take_turn(&self, stop: &CancellationToken) -> Result<(), RelayError> {
        let mut conn = self.db.dedicated().await?;
        while !try_lock(&mut conn).await? {
            if stop.run_until_cancelled(tokio::time::sleep(self.options.poll)).await.is_none() {
                return Ok(());
            }
        }
        let mut bus = bus::connect(&self.redis, REDIS_TIMEOUT).await?;
        let name = format!("{}-relay", self.db.service());
        let () = redis::cmd("CLIENT").arg("SETNAME").arg(name).query_async(&mut bus).await?;
        let heads = load_heads(&mut conn).await?;
        let last_batch = heads.values().copied().max().unwrap_or(0);
        let mut turn = Turn { conn, bus, last_batch, heads, housekeeping_due: Instant::now() };
        tracing::info!(service = self.db.service(), "this relay's turn begins");
        loop {
            // Asked before the work: what is committed until the stop is still published.
            let stopping = stop.is_cancelled();
            loop {
                self.republish_lost(&mut turn).await?;
                if !self.publish_waiting(&mut turn).await? {
                    break;
                }
            }
            if stopping {
                return Ok(());
            }
            if turn.housekeeping_due <= Instant::now() {
                self.housekeeping(&mut turn).await?;
                turn.housekeeping_due = Instant::now() + HOUSEKEEPING_EVERY;
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.db.committed_events() => {}
                () = tokio::time::sleep(self.options.poll) => {}
            }
        }
    }

    /// Publishes what waits, one batch at most, and says whether more may be to do at once.
    async fn publish_waiting(&self, turn: &mut Turn) -> Result<bool, RelayError> {
        let rows = load_waiting(&mut turn.conn).await?;
        if rows.is_empty() {
            return Ok(false);
        }
        let topics: BTreeSet<&str> = rows.iter().map(|row| row.topic.as_str()).collect();
        let marks = self.watch(&mut turn.bus, topics.iter().copied()).await?;
        for (topic, mark) in topics.iter().zip(&marks) {
            if *mark < turn.heads.get(*topic).copied().unwrap_or(0) {
                // Lost since the last look. A new mark on top would hide that.
                unwatch(&mut turn.bus).await?;
                return Ok(true);
            }
        }
        // A predecessor may have sent a batch that it could not mark: its number is taken.
        let batch = marks.into_iter().fold(turn.last_batch, i64::max) + 1;
        let new_marks: Vec<(&str, i64)> = topics.iter().map(|topic| (*topic, batch)).collect();
        if !self.send(&mut turn.bus, &rows, &new_marks).await? {
            return Ok(true);
        }
        turn.last_batch = batch;
        let now = self.clock.0.now();
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        diesel::update(outbox::table.filter(outbox::id.eq_any(&ids)))
            .set((outbox::publish_batch.eq(batch), outbox::published_at.eq(now)))
            .execute(&mut turn.conn)
            .await?;
        for row in &rows {
            let waited = (now - row.occurred_at).to_std().unwrap_or_default();
            metrics::histogram!("outbox_publish_delay_seconds").record(waited);
        }
        for topic in topics {
            turn.heads.insert(topic.to_owned(), batch);
        }
        metrics::counter!("outbox_published_total").increment(rows.len() as u64);
        Ok(rows.len() == usize::from(BATCH))
    }

    /// Publishes again what a stream has lost, by comparing its high-water mark with the outbox.
    async fn republish_lost(&self, turn: &mut Turn) -> Result<(), RelayError> {
        if turn.heads.is_empty() {
            return Ok(());
        }
        let marks = self.marks_command(turn.heads.keys().map(String::as_str));
        let marks: Vec<Option<i64>> = marks.query_async(&mut turn.bus).await?;
        let behind = turn.heads.iter().zip(marks).filter(|((_, head), mark)| mark.unwrap_or(0) < **head);
        let lost: Vec<(String, i64)> = behind.map(|((topic, head), _)| (topic.clone(), *head)).collect();
        for (topic, head) in lost {
            tracing::warn!(stream.topic = topic, head, "stream {topic} has lost events, they are published again");
            while self.republish_chunk(turn, &topic, head).await? {}
        }
        Ok(())
    }

    /// Sends the next whole batches after the stream's mark; `false` when the mark has reached `head`.
    async fn republish_chunk(&self, turn: &mut Turn, topic: &str, head: i64) -> Result<bool, RelayError> {
        let marks = self.watch(&mut turn.bus, std::iter::once(topic)).await?;
        let mark = marks.into_iter().next().unwrap_or(0);
        if mark >= head {
            unwatch(&mut turn.bus).await?;
            return Ok(false);
        }
        let mut rows = load_published_after(&mut turn.conn, topic, mark).await?;
        let complete = rows.len() < usize::from(REPUBLISH_CHUNK);
        if let (false, Some(last)) = (complete, rows.last().and_then(|row| row.publish_batch)) {
            // The last batch may be cut off, and a mark may only name whole ones.
            rows.retain(|row| row.publish_batch != Some(last));
        }
        // With the last chunk the mark is the head, even where the head's own rows have been purged meanwhile.
        let reached = rows.last().and_then(|row| row.publish_batch).filter(|_| !complete).unwrap_or(head);
        if self.send(&mut turn.bus, &rows, &[(topic, reached)]).await? {
            metrics::counter!("outbox_republished_total").increment(rows.len() as u64);
        }
        Ok(true)
    }

    /// Reads the marks of topics (0: none) so that the next [`send`](Self::send) fails if they change before it.
    async fn watch<'a>(
        &self,
        bus: &mut MultiplexedConnection,
        topics: impl Iterator<Item = &'a str> + Clone,
    ) -> RedisResult<Vec<i64>> {
        let mut watch = redis::cmd("WATCH");
        for topic in topics.clone() {
            watch.arg(bus::high_water_mark(&self.prefix, topic));
        }
        let mut pipe = redis::pipe();
        pipe.add_command(watch).ignore().add_command(self.marks_command(topics));
        let (marks,): (Vec<Option<i64>>,) = pipe.query_async(bus).await?;
        Ok(marks.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn marks_command<'a>(&self, topics: impl Iterator<Item = &'a str>) -> Cmd {
        let mut read = redis::cmd("MGET");
        for topic in topics {
            read.arg(bus::high_water_mark(&self.prefix, topic));
        }
        read
    }

    /// Adds events to their streams and sets the marks, all or nothing. `false`: a watched mark changed meanwhile.
    async fn send(&self, bus: &mut MultiplexedConnection, rows: &[Row], marks: &[(&str, i64)]) -> RedisResult<bool> {
        let mut pipe = redis::pipe();
        pipe.atomic();
        for row in rows {
            let Row { id, event_id, topic, kind, key, payload, traceparent, occurred_at, publish_batch: _ } = row;
            pipe.cmd("XADD").arg(bus::stream(&self.prefix, topic)).arg("*");
            pipe.arg("event_id").arg(event_id.to_string());
            pipe.arg("kind").arg(kind);
            pipe.arg("key").arg(key.to_string());
            pipe.arg("seq").arg(id);
            pipe.arg("payload").arg(payload.as_slice());
            if let Some(traceparent) = traceparent {
                pipe.arg("traceparent").arg(traceparent);
            }
            pipe.arg("occurred_at").arg(occurred_at.timestamp_micros()).ignore();
        }
        for (topic, batch) in marks {
            pipe.cmd("SET").arg(bus::high_water_mark(&self.prefix, topic)).arg(batch);
        }
        let done: Option<Vec<String>> = pipe.query_async(bus).await?;
        Ok(done.is_some())
    }

    /// Trims what is old, on both sides, and measures what waits.
    async fn housekeeping(&self, turn: &mut Turn) -> Result<(), RelayError> {
        let now = self.clock.0.now();
        let conn = &mut turn.conn;
        let mut purged = purge_published(conn, now - self.options.retention).await?;
        purged += idempotency::purge(conn, now - self.options.reply_retention).await?;
        purged += inbox::purge(conn, now - self.options.inbox_retention).await?;
        let oldest = oldest_waiting(conn).await?;
        let age = oldest.map_or(0.0, |at| (now - at).as_seconds_f64());
        metrics::gauge!("outbox_oldest_waiting_seconds").set(age);
        // Entry ids bear Redis' time, so its clock decides what is old.
        let (seconds, _micros): (i64, i64) = redis::cmd("TIME").query_async(&mut turn.bus).await?;
        let oldest_kept = (seconds - self.options.retention.num_seconds()).saturating_mul(1_000).max(0);
        let mut pipe = redis::pipe();
        for topic in turn.heads.keys() {
            pipe.cmd("XTRIM").arg(bus::stream(&self.prefix, topic)).arg("MINID").arg("~").arg(oldest_kept).ignore();
        }
        if !turn.heads.is_empty() {
            let () = pipe.query_async(&mut turn.bus).await?;
        }
        tracing::debug!(rows.purged = purged, outbox.oldest_seconds = age, "outbox housekeeping done");
        Ok(())
    }
}

async fn unwatch(bus: &mut MultiplexedConnection) -> RedisResult<()> {
    redis::cmd("UNWATCH").query_async(bus).await
}

// === queries ===

async fn try_lock(conn: &mut AsyncPgConnection) -> QueryResult<bool> {
    let lock: Lock =
        sql_query("SELECT pg_try_advisory_lock($1) AS taken").bind::<BigInt, _>(RELAY_LOCK).get_result(conn).await?;
    Ok(lock.taken)
}

async fn load_heads(conn: &mut AsyncPgConnection) -> QueryResult<BTreeMap<String, i64>> {
    let heads: Vec<(String, Option<i64>)> = outbox::table
        .filter(outbox::publish_batch.is_not_null())
        .group_by(outbox::topic)
        .select((outbox::topic, diesel::dsl::max(outbox::publish_batch)))
        .load(conn)
        .await?;
    Ok(heads.into_iter().filter_map(|(topic, head)| Some((topic, head?))).collect())
}

/// The waiting rows that no running transaction can still get in front of.
///
/// Ids are taken before commit: a row is left alone while a transaction older than its own runs, and so is every later
/// row, so that two events of one aggregate never swap places. A row that becomes visible late is simply found later,
/// since what is published is marked row by row.
async fn load_waiting(conn: &mut AsyncPgConnection) -> QueryResult<Vec<Row>> {
    let settled = sql::<Bool>(
        "xid < pg_snapshot_xmin(pg_current_snapshot()) AND id < coalesce((SELECT min(o.id) FROM outbox o \
         WHERE o.publish_batch IS NULL AND o.xid >= pg_snapshot_xmin(pg_current_snapshot())), 9223372036854775807)",
    );
    outbox::table
        .filter(outbox::publish_batch.is_null().and(settled))
        .order(outbox::id)
        .limit(i64::from(BATCH))
        .select(Row::as_select())
        .load(conn)
        .await
}

async fn load_published_after(conn: &mut AsyncPgConnection, topic: &str, mark: i64) -> QueryResult<Vec<Row>> {
    outbox::table
        .filter(outbox::topic.eq(topic).and(outbox::publish_batch.gt(mark)))
        .order((outbox::publish_batch, outbox::id))
        .limit(i64::from(REPUBLISH_CHUNK))
        .select(Row::as_select())
        .load(conn)
        .await
}

/// Deletes old published rows among the lowest ids only: a look at a thousand rows, whatever the size of the table.
async fn purge_published(conn: &mut AsyncPgConnection, before: DateTime<Utc>) -> QueryResult<usize> {
    let oldest: Vec<(i64, Option<DateTime<Utc>>)> = outbox::table
        .order(outbox::id)
        .limit(PURGE_CHUNK)
        .select((outbox::id, outbox::published_at))
        .load(conn)
        .await?;
    let old: Vec<i64> = oldest
        .into_iter()
        .filter(|(_, published_at)| published_at.is_some_and(|at| at < before))
        .map(|(id, _)| id)
        .collect();
    if old.is_empty() {
        return Ok(0);
    }
    diesel::delete(outbox::table.filter(outbox::id.eq_any(old))).execute(conn).await
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

#[cfg(test)]
mod tests {
    use pishkhan_chassis::clock::{Clock as _, SystemClock};
    use pishkhan_testkit::TestRedis;
    use redis::AsyncCommands as _;

    use super::*;
    use crate::config::DbConfig;

    const TOPIC: &str = "things";

    /// A relay whose database is never asked.
    fn relay(redis: &TestRedis) -> Relay {
        let db = Db::connect(&DbConfig::new("postgresql://nobody@127.0.0.1:1/none"), "chassis-db").unwrap();
        Relay::new(db, redis.url(), redis.prefix(), SystemClock::shared()).unwrap()
    }

    fn row() -> Row {
        Row {
            id: 1,
            event_id: SystemClock.new_id(),
            topic: TOPIC.to_owned(),
            kind: "thing.happened".to_owned(),
            key: Uuid::nil(),
            payload: vec![1],
            traceparent: None,
            occurred_at: SystemClock.now(),
            publish_batch: None,
        }
    }

    #[tokio::test]
    async fn a_batch_is_not_sent_when_the_mark_changes_after_it_was_read() {
        let redis = TestRedis::new();
        let (relay, mut other) = (relay(&redis), redis.conn().await);
        let mut bus = bus::connect(&relay.redis, REDIS_TIMEOUT).await.unwrap();
        let mark = bus::high_water_mark(redis.prefix(), TOPIC);
        assert_eq!(relay.watch(&mut bus, [TOPIC].into_iter()).await.unwrap(), [0]);
        assert!(relay.send(&mut bus, &[row()], &[(TOPIC, 1)]).await.unwrap());
        assert_eq!(relay.watch(&mut bus, [TOPIC].into_iter()).await.unwrap(), [1]);
        // The loss: as FLUSHALL or a restored older state.
        let _: () = other.del(&[&mark, &bus::stream(redis.prefix(), TOPIC)]).await.unwrap();
        assert!(!relay.send(&mut bus, &[row()], &[(TOPIC, 2)]).await.unwrap());
        assert_eq!(redis.stream_len(TOPIC).await, 0);
        assert_eq!(other.get::<_, Option<i64>>(&mark).await.unwrap(), None);
        // After UNWATCH the next transaction stands alone.
        assert_eq!(relay.watch(&mut bus, [TOPIC].into_iter()).await.unwrap(), [0]);
        let _: () = other.set(&mark, 7).await.unwrap();
        unwatch(&mut bus).await.unwrap();
        assert!(relay.send(&mut bus, &[row()], &[(TOPIC, 8)]).await.unwrap());
        assert_eq!((redis.stream_len(TOPIC).await, other.get::<_, i64>(&mark).await.unwrap()), (1, 8));
    }
}
