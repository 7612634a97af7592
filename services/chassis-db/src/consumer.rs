//! The consumer: reads a Redis Stream group and handles each event once in effect.
//!
//! The inbox row of an event is written in the transaction of its effect, and the event is acknowledged after the
//! commit, so a crash at any point only repeats a delivery that is then recognised. One event that cannot be handled
//! does not hold up the others: it is tried again later, five times in all, and then set aside in a dead-letter stream.
//! Events of one aggregate may therefore reach a handler out of order after a failure.

mod entry;
mod known;

use std::{
    collections::HashSet,
    panic::AssertUnwindSafe,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use futures_util::FutureExt as _;
use pishkhan_chassis::{BoxError, clock::SharedClock, telemetry};
use redis::{
    Client, RedisError, RedisResult,
    aio::MultiplexedConnection,
    streams::{StreamClaimReply, StreamId, StreamInfoConsumersReply, StreamPendingCountReply, StreamReadReply},
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::{
    bus,
    db::Db,
    error::{self, DbError},
    inbox,
};

const FIRST_BACKOFF: Duration = Duration::from_millis(200);
const LONGEST_BACKOFF: Duration = Duration::from_secs(5);
/// Names of consumers that stopped without goodbye are forgotten after this.
const FORGET_CONSUMER_AFTER: Duration = Duration::from_hours(1);

/// An event as it arrives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The event's own id.
    pub id: Uuid,
    /// The stream it came by.
    pub topic: String,
    /// What happened.
    pub kind: String,
    /// The aggregate it happened to.
    pub key: Uuid,
    /// Order of writing in the sender's outbox; kept when an event is published again.
    pub seq: i64,
    /// The encoded protobuf message.
    pub payload: Vec<u8>,
    /// Trace of the request that caused it.
    pub traceparent: Option<String>,
    /// When it happened.
    pub occurred_at: DateTime<Utc>,
    /// Which delivery this is, from 1.
    pub deliveries: u32,
}

/// Why an event was not handled.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// The database failed. While it is away the event waits and is not counted as failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// The event can never be handled (its payload cannot be read): set aside at once.
    #[error("the event is refused: {0}")]
    Refused(String),
    /// Anything else; tried again later.
    #[error("the event was not handled")]
    Failed(#[source] BoxError),
}

impl From<diesel::result::Error> for HandlerError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error.into())
    }
}

/// What a service does with the events of other services.
pub trait Handler: Send + Sync + 'static {
    /// The consumer group, `reports.rollups`: one per effect, shared by all replicas.
    const GROUP: &'static str;

    /// The topics it listens to.
    fn topics(&self) -> &[&'static str];

    /// Applies one event inside the transaction that records it as handled. Return `Ok` for kinds of no interest. Must
    /// tolerate events of one aggregate out of order, by their version.
    fn handle(
        &self,
        conn: &mut AsyncPgConnection,
        event: &Received,
    ) -> impl Future<Output = Result<(), HandlerError>> + Send;
}

/// How a consumer works.
#[derive(Debug, Clone)]
pub struct ConsumerOptions {
    /// How long one read waits for events; also the longest a stop takes when idle.
    pub block: Duration,
    /// Events per read.
    pub batch: usize,
    /// An unacknowledged event is taken over after this; above the handler's time limit.
    pub min_idle: Duration,
    /// How often unacknowledged events are looked for.
    pub reclaim_every: Duration,
    /// Longest time for one event.
    pub handler_timeout: Duration,
    /// Deliveries after which an event is set aside.
    pub max_deliveries: u32,
}

impl Default for ConsumerOptions {
    fn default() -> Self {
        Self {
            block: Duration::from_secs(1),
            batch: 16,
            min_idle: Duration::from_secs(30),
            reclaim_every: Duration::from_secs(5),
            handler_timeout: Duration::from_secs(20),
            max_deliveries: 5,
        }
    }
}

/// Runs a handler over its topics. Replicas of a service share the group's events.
pub struct Consumer<H> {
    db: Db,
    redis: Client,
    prefix: String,
    clock: SharedClock,
    handler: H,
    options: ConsumerOptions,
    /// This process's name in the group.
    name: String,
}

/// What became of a delivered event.
#[derive(Debug)]
enum Outcome {
    /// Handled, now or before: acknowledge.
    Done,
    /// Stays unacknowledged and comes again.
    Later,
    /// Set aside, for this reason.
    Dead(String),
}

impl<H: Handler> Consumer<H> {
    /// A consumer for a handler. `prefix` is `PISHKHAN_STREAM_PREFIX`.
    pub fn new(
        db: Db,
        redis_url: &str,
        prefix: impl Into<String>,
        clock: SharedClock,
        handler: H,
    ) -> RedisResult<Self> {
        let name = format!("{}-{}", db.service(), clock.new_id().simple());
        Ok(Self {
            db,
            redis: bus::client(redis_url)?,
            prefix: prefix.into(),
            clock,
            handler,
            options: ConsumerOptions::default(),
            name,
        })
    }

    /// Other options than the default ones.
    #[must_use]
    pub fn with_options(self, options: ConsumerOptions) -> Self {
        Self { options, ..self }
    }

    /// This process's name in the group, also shown by Redis' `CLIENT LIST`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Works until `stop`, finishing the events in hand. Failures of Redis or the database are logged and waited out.
    pub async fn run(self, stop: CancellationToken) {
        let mut backoff = FIRST_BACKOFF;
        loop {
            let began = Instant::now();
            match self.consume(&stop).await {
                Ok(()) => return,
                Err(error) => {
                    metrics::counter!("event_consumer_failures_total", "group" => H::GROUP).increment(1);
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        consumer.group = H::GROUP,
                        retry.delay_ms = u64::try_from(backoff.as_millis()).unwrap_or(u64::MAX),
                        "the consumer stopped and starts again"
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

    async fn consume(&self, stop: &CancellationToken) -> RedisResult<()> {
        // A connection of its own: a read that blocks holds up everything behind it.
        let mut bus = bus::connect(&self.redis, self.options.block + Duration::from_secs(3)).await?;
        let () = redis::cmd("CLIENT").arg("SETNAME").arg(&self.name).query_async(&mut bus).await?;
        self.create_groups(&mut bus).await?;
        let mut reclaim_due = Instant::now();
        while !stop.is_cancelled() {
            let result = async {
                if reclaim_due <= Instant::now() {
                    self.reclaim(&mut bus, stop).await?;
                    reclaim_due = Instant::now() + self.options.reclaim_every;
                }
                self.read_and_handle(&mut bus, stop).await
            }
            .await;
            match result {
                Ok(()) => {}
                // Redis lost the stream or was restarted empty. From the beginning: what was handled is in the inbox.
                Err(error) if is_missing_group(&error) => {
                    tracing::warn!(consumer.group = H::GROUP, "the consumer group is gone and is created again");
                    self.create_groups(&mut bus).await?;
                }
                Err(error) => return Err(error),
            }
        }
        self.say_goodbye(&mut bus).await
    }

    async fn create_groups(&self, bus: &mut MultiplexedConnection) -> RedisResult<()> {
        for topic in self.handler.topics() {
            let mut create = redis::cmd("XGROUP");
            create.arg("CREATE").arg(bus::stream(&self.prefix, topic)).arg(H::GROUP).arg("0").arg("MKSTREAM");
            match create.query_async::<()>(bus).await {
                Ok(()) => {}
                Err(error) if error.code() == Some("BUSYGROUP") => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn read_and_handle(&self, bus: &mut MultiplexedConnection, stop: &CancellationToken) -> RedisResult<()> {
        let topics = self.handler.topics();
        let mut read = redis::cmd("XREADGROUP");
        read.arg("GROUP").arg(H::GROUP).arg(&self.name);
        read.arg("COUNT")
            .arg(self.options.batch)
            .arg("BLOCK")
            .arg(u64::try_from(self.options.block.as_millis()).unwrap_or(u64::MAX));
        read.arg("STREAMS");
        for topic in topics {
            read.arg(bus::stream(&self.prefix, topic));
        }
        for _ in topics {
            read.arg(">");
        }
        let Some(reply) = read.query_async::<Option<StreamReadReply>>(bus).await? else { return Ok(()) };
        for key in reply.keys {
            let Some(topic) = topics.iter().find(|topic| bus::stream(&self.prefix, topic) == key.key) else { continue };
            let news = self.pass_over_known(bus, &key.key, &key.ids).await?;
            for entry in news {
                self.handle_entry(bus, topic, entry, 1, stop).await?;
            }
        }
        Ok(())
    }

    /// Takes over events that were delivered, to anybody, and not acknowledged in time.
    async fn reclaim(&self, bus: &mut MultiplexedConnection, stop: &CancellationToken) -> RedisResult<()> {
        let min_idle = u64::try_from(self.options.min_idle.as_millis()).unwrap_or(u64::MAX);
        for topic in self.handler.topics() {
            let stream = bus::stream(&self.prefix, topic);
            let mut pending = redis::cmd("XPENDING");
            pending.arg(&stream).arg(H::GROUP).arg("IDLE").arg(min_idle).arg("-").arg("+").arg(self.options.batch);
            let overdue: StreamPendingCountReply = pending.query_async(bus).await?;
            for waiting in overdue.ids {
                if stop.is_cancelled() {
                    return Ok(());
                }
                let mut claim = redis::cmd("XCLAIM");
                claim.arg(&stream).arg(H::GROUP).arg(&self.name).arg(min_idle).arg(&waiting.id);
                // Empty when another replica was faster, or when the entry has been trimmed away.
                let claimed: StreamClaimReply = claim.query_async(bus).await?;
                let deliveries = u32::try_from(waiting.times_delivered).unwrap_or(u32::MAX).saturating_add(1);
                for entry in &claimed.ids {
                    self.handle_entry(bus, topic, entry, deliveries, stop).await?;
                }
            }
            self.forget_consumers(bus, &stream).await?;
        }
        Ok(())
    }

    /// Handles one delivery and tells Redis what became of it.
    async fn handle_entry(
        &self,
        bus: &mut MultiplexedConnection,
        topic: &str,
        entry: &StreamId,
        deliveries: u32,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        let stream = bus::stream(&self.prefix, topic);
        let outcome = match entry::parse(topic, entry, deliveries) {
            Err(problem) => Outcome::Dead(format!("the entry cannot be read: {problem}")),
            // It ended the process each time: not once more.
            Ok(_) if deliveries > self.options.max_deliveries => Outcome::Dead("no delivery came to an end".to_owned()),
            Ok(event) => {
                let span = telemetry::span_with_parent(H::GROUP, event.traceparent.as_deref());
                self.handle_event(bus, &stream, entry, &event, stop).instrument(span).await?
            }
        };
        let label = match &outcome {
            Outcome::Done => "done",
            Outcome::Later => "later",
            Outcome::Dead(_) => "dead",
        };
        metrics::counter!("events_handled_total", "group" => H::GROUP, "outcome" => label).increment(1);
        match outcome {
            Outcome::Done => {
                let _acknowledged: i64 =
                    redis::cmd("XACK").arg(&stream).arg(H::GROUP).arg(&entry.id).query_async(bus).await?;
                Ok(())
            }
            Outcome::Later => Ok(()),
            Outcome::Dead(reason) => self.set_aside(bus, topic, entry, deliveries, &reason).await,
        }
    }

    /// Runs the handler until it has an outcome. While the database is away it waits here, holding on to the event.
    async fn handle_event(
        &self,
        bus: &mut MultiplexedConnection,
        stream: &str,
        entry: &StreamId,
        event: &Received,
        stop: &CancellationToken,
    ) -> RedisResult<Outcome> {
        let mut backoff = FIRST_BACKOFF;
        loop {
            let started = Instant::now();
            let result = self.apply(event).await;
            metrics::histogram!("event_handle_seconds", "group" => H::GROUP).record(started.elapsed());
            let error = match result {
                Ok(()) => return Ok(Outcome::Done),
                Err(HandlerError::Refused(reason)) => return Ok(Outcome::Dead(reason)),
                Err(HandlerError::Database(error)) if error.is_outage() => error,
                Err(error) => {
                    let text = error::chain(&error);
                    tracing::warn!(
                        event.id = %event.id,
                        event.kind = event.kind,
                        event.deliveries = event.deliveries,
                        error = text,
                        "event {} was not handled",
                        event.id
                    );
                    let last = event.deliveries >= self.options.max_deliveries;
                    return Ok(if last { Outcome::Dead(text) } else { Outcome::Later });
                }
            };
            tracing::warn!(event.id = %event.id, error = error::chain(&error), "event {} waits for the database", event.id);
            if stop.run_until_cancelled(tokio::time::sleep(backoff)).await.is_none() {
                return Ok(Outcome::Later);
            }
            backoff = (backoff * 2).min(LONGEST_BACKOFF);
            // Still ours: resets the idle time and counts no delivery.
            let mut keep = redis::cmd("XCLAIM");
            keep.arg(stream).arg(H::GROUP).arg(&self.name).arg(0).arg(&entry.id).arg("JUSTID");
            let _ids: Vec<String> = keep.query_async(bus).await?;
        }
    }

    /// One transaction: inbox row and effect.
    async fn apply(&self, event: &Received) -> Result<(), HandlerError> {
        let now = self.clock.now();
        let transaction = self.db.transaction(async |conn| {
            if inbox::claim(conn, H::GROUP, event.id, now).await? {
                self.handler.handle(conn, event).await?;
            }
            Ok::<(), HandlerError>(())
        });
        let guarded = AssertUnwindSafe(transaction).catch_unwind();
        match tokio::time::timeout(self.options.handler_timeout, guarded).await {
            Ok(Ok(result)) => result,
            Ok(Err(_panic)) => Err(HandlerError::Failed("the handler panicked".into())),
            Err(_elapsed) => Err(HandlerError::Failed("the handler took too long".into())),
        }
    }

    /// Moves an event to the dead-letter stream, from which a person can bring it back.
    async fn set_aside(
        &self,
        bus: &mut MultiplexedConnection,
        topic: &str,
        entry: &StreamId,
        deliveries: u32,
        reason: &str,
    ) -> RedisResult<()> {
        let stream = bus::stream(&self.prefix, topic);
        let mut pipe = redis::pipe();
        pipe.atomic();
        pipe.cmd("XADD").arg(bus::dead_letters(&self.prefix, topic)).arg("*");
        for (field, value) in entry::fields(entry) {
            pipe.arg(field).arg(value);
        }
        pipe.arg("dead_group").arg(H::GROUP).arg("dead_entry").arg(&entry.id);
        pipe.arg("dead_deliveries").arg(deliveries).arg("dead_reason").arg(reason).ignore();
        pipe.cmd("XACK").arg(&stream).arg(H::GROUP).arg(&entry.id).ignore();
        let () = pipe.query_async(bus).await?;
        metrics::counter!("events_dead_lettered_total", "group" => H::GROUP, "topic" => topic.to_owned()).increment(1);
        let event_id: Option<String> = entry.get("event_id");
        tracing::error!(
            consumer.group = H::GROUP,
            stream.topic = topic,
            event.id = event_id,
            event.deliveries = deliveries,
            reason,
            "an event was set aside"
        );
        Ok(())
    }

    /// Removes names that nobody bears any more; one with unacknowledged events stays until they are taken over.
    async fn forget_consumers(&self, bus: &mut MultiplexedConnection, stream: &str) -> RedisResult<()> {
        let reply: StreamInfoConsumersReply =
            redis::cmd("XINFO").arg("CONSUMERS").arg(stream).arg(H::GROUP).query_async(bus).await?;
        let long_idle = usize::try_from(FORGET_CONSUMER_AFTER.as_millis()).unwrap_or(usize::MAX);
        let gone: HashSet<String> = reply
            .consumers
            .into_iter()
            .filter(|consumer| consumer.name != self.name && consumer.pending == 0 && consumer.idle > long_idle)
            .map(|consumer| consumer.name)
            .collect();
        for name in gone {
            let _pending: i64 =
                redis::cmd("XGROUP").arg("DELCONSUMER").arg(stream).arg(H::GROUP).arg(name).query_async(bus).await?;
        }
        Ok(())
    }

    /// Removes this process's name, unless it leaves unacknowledged events behind.
    async fn say_goodbye(&self, bus: &mut MultiplexedConnection) -> RedisResult<()> {
        for topic in self.handler.topics() {
            let stream = bus::stream(&self.prefix, topic);
            let mut pending = redis::cmd("XPENDING");
            pending.arg(&stream).arg(H::GROUP).arg("-").arg("+").arg(1).arg(&self.name);
            let left: StreamPendingCountReply = pending.query_async(bus).await?;
            if left.ids.is_empty() {
                let _pending: i64 = redis::cmd("XGROUP")
                    .arg("DELCONSUMER")
                    .arg(&stream)
                    .arg(H::GROUP)
                    .arg(&self.name)
                    .query_async(bus)
                    .await?;
            }
        }
        Ok(())
    }
}

/// Whether the stream or the group is not there: never created, trimmed to nothing by hand, or lost with Redis.
fn is_missing_group(error: &RedisError) -> bool {
    matches!(error.code(), Some("NOGROUP" | "UNBLOCKED"))
}
