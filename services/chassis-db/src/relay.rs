//! The relay: carries committed outbox rows to Redis Streams, at least once, in order per aggregate.
//!
//! One relay per database works at a time, by an advisory lock on a connection of its own. It publishes in numbered
//! batches: `WATCH {stream}:hwm; MULTI; XADD …; SET {stream}:hwm number; EXEC`, then marks the rows with the number. A
//! crash between the two repeats the batch. Rows stay for days, and a stream that has lost its tail (or everything)
//! shows it by its high-water mark: everything published after that mark is published again. The mark is watched while
//! a batch is sent, for a new mark on a stream just lost would hide the loss. Consumers know repetitions by event id.
//!
//! A topic belongs to one service: two databases must not publish into the same stream.

mod marks;
mod rows;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use pishkhan_chassis::clock::SharedClock;
use redis::{RedisError, RedisResult, aio::MultiplexedConnection};
use tokio_util::sync::CancellationToken;

pub(crate) use self::rows::try_lock;
use self::{marks::unwatch, rows::Row};
use crate::{
    bus::{self, Redis},
    connect::Conn,
    db::Db,
};

/// Names the lock that one relay per database holds.
const RELAY_LOCK: i64 = 0x7069_7368_5f72_656c;
/// Redis must answer within this.
const REDIS_TIMEOUT: Duration = Duration::from_secs(3);
/// Rows of a republication that are read at once; more than one batch, so that at least one whole batch is among them.
const REPUBLISH_CHUNK: u16 = 2 * BATCH;
const BATCH: u16 = 500;
const TRIM_EVERY: Duration = Duration::from_mins(1);
/// While events are being written, those that wait for them are looked at this often.
const SETTLING: Duration = Duration::from_millis(25);
const FIRST_BACKOFF: Duration = Duration::from_millis(200);
const LONGEST_BACKOFF: Duration = Duration::from_secs(5);

/// How often a relay looks for rows of other processes; its own process wakes it at once.
const POLL: Duration = Duration::from_millis(500);
/// How long published rows stay in the outbox, and entries in the streams.
pub const RETENTION: TimeDelta = TimeDelta::days(7);

/// Publishes the events of one database. Run one in each replica of the service; they take turns.
#[derive(Debug)]
pub struct Relay {
    db: Db,
    redis: Redis,
    prefix: String,
    clock: SharedClockDebug,
    poll: Duration,
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

/// A relay's turn: the lock, the bus, and what has been published.
struct Turn {
    conn: Conn,
    bus: MultiplexedConnection,
    /// Number of the last publication, over all topics.
    last_batch: i64,
    /// Last publication per topic, according to the outbox.
    heads: BTreeMap<String, i64>,
    trim_due: Instant,
    /// Somebody was writing events at the last look: some may wait for that.
    settling: bool,
}

impl Relay {
    /// A relay for a database. `prefix` is `PISHKHAN_STREAM_PREFIX`.
    pub fn new(db: Db, redis: Redis, prefix: impl Into<String>, clock: SharedClock) -> Self {
        Self { db, redis, prefix: prefix.into(), clock: SharedClockDebug(clock), poll: POLL }
    }

    /// Looks so often (tests).
    #[must_use]
    pub fn polling(self, poll: Duration) -> Self {
        Self { poll, ..self }
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
        let mut conn = self.db.dedicated("relay").await?;
        while !try_lock(&mut conn, RELAY_LOCK).await? {
            if stop.run_until_cancelled(tokio::time::sleep(self.poll)).await.is_none() {
                return Ok(());
            }
        }
        let mut bus = self.redis.connect(REDIS_TIMEOUT).await?;
        let name = format!("{}-relay", self.db.service());
        let () = redis::cmd("CLIENT").arg("SETNAME").arg(name).query_async(&mut bus).await?;
        let heads = rows::load_heads(&mut conn).await?;
        let last_batch = heads.values().copied().max().unwrap_or(0);
        let mut turn = Turn { conn, bus, last_batch, heads, trim_due: Instant::now(), settling: false };
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
            if turn.trim_due <= Instant::now() {
                self.trim(&mut turn).await?;
                turn.trim_due = Instant::now() + TRIM_EVERY;
            }
            let pause = if turn.settling { self.poll.min(SETTLING) } else { self.poll };
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.db.committed_events() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Publishes what waits, one batch at most, and says whether more may be to do at once.
    async fn publish_waiting(&self, turn: &mut Turn) -> Result<bool, RelayError> {
        let (rows, settling) = rows::load_waiting(&mut turn.conn).await?;
        turn.settling = settling;
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
        rows::mark(&mut turn.conn, &rows, batch, now).await?;
        for row in &rows {
            let waited = (now - row.occurred_at).to_std().unwrap_or_default();
            metrics::histogram!("outbox_publish_delay_seconds").record(waited);
        }
        for topic in topics {
            turn.heads.insert(topic.to_owned(), batch);
        }
        metrics::counter!("outbox_published_total").increment(rows.len() as u64);
        Ok(rows::is_full(&rows))
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
        let mut rows = rows::load_published_after(&mut turn.conn, topic, mark).await?;
        let last = rows.last().and_then(|row| row.publish_batch);
        let mut complete = true;
        if let Some(last) = last {
            complete = !rows::is_published_after(&mut turn.conn, topic, last).await?;
            if rows.len() == usize::from(REPUBLISH_CHUNK) {
                // The last batch may be cut off, and a mark may only name whole ones.
                complete = false;
                rows.retain(|row| row.publish_batch != Some(last));
            }
        }
        // With the last chunk the mark is the head, even where the head's own rows have been purged meanwhile.
        let reached = rows.last().and_then(|row| row.publish_batch).filter(|_| !complete).unwrap_or(head);
        if self.send(&mut turn.bus, &rows, &[(topic, reached)]).await? {
            metrics::counter!("outbox_republished_total").increment(rows.len() as u64);
        }
        Ok(true)
    }

    /// Trims what is old from the streams. Entry ids bear Redis' time, so its clock decides what is old.
    async fn trim(&self, turn: &mut Turn) -> RedisResult<()> {
        if turn.heads.is_empty() {
            return Ok(());
        }
        let (seconds, _micros): (i64, i64) = redis::cmd("TIME").query_async(&mut turn.bus).await?;
        let oldest_kept = (seconds - RETENTION.num_seconds()).saturating_mul(1_000).max(0);
        let mut pipe = redis::pipe();
        for topic in turn.heads.keys() {
            pipe.cmd("XTRIM").arg(bus::stream(&self.prefix, topic)).arg("MINID").arg("~").arg(oldest_kept).ignore();
        }
        pipe.query_async(&mut turn.bus).await
    }
}
