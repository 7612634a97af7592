//! The consumer: reads a Redis Stream group and handles each event once in effect.
//!
//! The inbox row of an event is written in the transaction of its effect, and the event is acknowledged after the
//! commit, so a crash at any point only repeats a delivery that is then recognised. One event that cannot be handled
//! does not hold up the others: it is tried again later, five times in all, and then set aside in a dead-letter stream.
//! Events of one aggregate may therefore reach a handler out of order after a failure. One that finds something locked has
//! not failed: it waits, in its lane and in order, while the events of other lanes pass.

mod entry;
mod groups;
mod handling;
mod known;
mod lanes;

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use pishkhan_chassis::{BoxError, clock::SharedClock};
use redis::{
    Client, RedisError, RedisResult,
    aio::MultiplexedConnection,
    streams::{StreamClaimReply, StreamPendingCountReply, StreamReadReply},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::lanes::Lanes;
use crate::{bus, db::Db, error::DbError};

const FIRST_BACKOFF: Duration = Duration::from_millis(200);
const LONGEST_BACKOFF: Duration = Duration::from_secs(5);

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

    /// What an event shares with those that must not pass it while it waits for a lock: whose rows it locks. The
    /// aggregate, unless the handler knows better.
    fn lane(&self, event: &Received) -> Uuid {
        event.key
    }

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
    /// How long a statement of a handler waits for a lock before events of other lanes pass.
    pub lock_wait: Duration,
    /// How often a lane that waits for a lock is tried; below `min_idle`.
    pub lock_retry: Duration,
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
            lock_wait: Duration::from_millis(250),
            lock_retry: Duration::from_millis(500),
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
    /// Found something locked.
    Locked,
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
        // What waited here before is Redis' to give again.
        let mut lanes = Lanes::default();
        Self::show(&lanes);
        // A connection of its own: a read that blocks holds up everything behind it.
        let mut bus = bus::connect(&self.redis, self.options.block + Duration::from_secs(3)).await?;
        let () = redis::cmd("CLIENT").arg("SETNAME").arg(&self.name).query_async(&mut bus).await?;
        self.create_groups(&mut bus).await?;
        let mut reclaim_due = Instant::now();
        while !stop.is_cancelled() {
            let result = async {
                if reclaim_due <= Instant::now() {
                    self.reclaim(&mut bus, &mut lanes, stop).await?;
                    reclaim_due = Instant::now() + self.options.reclaim_every;
                }
                self.retry_lane(&mut bus, &mut lanes, stop).await?;
                if lanes.is_full() {
                    let _stopped = stop.run_until_cancelled(tokio::time::sleep(lanes.pause(self.options.block))).await;
                    return Ok(());
                }
                self.read_and_handle(&mut bus, &mut lanes, stop).await
            }
            .await;
            match result {
                Ok(()) => {}
                // Redis lost the stream or was restarted empty. From the beginning: what was handled is in the inbox.
                Err(error) if is_missing_group(&error) => {
                    tracing::warn!(consumer.group = H::GROUP, "the consumer group is gone and is created again");
                    lanes = Lanes::default();
                    Self::show(&lanes);
                    self.create_groups(&mut bus).await?;
                }
                Err(error) => return Err(error),
            }
        }
        self.say_goodbye(&mut bus).await
    }

    async fn read_and_handle(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        // Zero would be for ever.
        let block = lanes.pause(self.options.block).as_millis().max(1);
        let topics = self.handler.topics();
        let mut read = redis::cmd("XREADGROUP");
        read.arg("GROUP").arg(H::GROUP).arg(&self.name);
        read.arg("COUNT").arg(self.options.batch).arg("BLOCK").arg(u64::try_from(block).unwrap_or(u64::MAX));
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
                self.handle_entry(bus, lanes, topic, entry, 1, stop).await?;
            }
        }
        Ok(())
    }

    /// Takes over events that were delivered, to anybody, and not acknowledged in time.
    async fn reclaim(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
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
                if lanes.holds(topic, &waiting.id) {
                    continue;
                }
                let mut claim = redis::cmd("XCLAIM");
                claim.arg(&stream).arg(H::GROUP).arg(&self.name).arg(min_idle).arg(&waiting.id);
                // Empty when another replica was faster, or when the entry has been trimmed away.
                let claimed: StreamClaimReply = claim.query_async(bus).await?;
                let deliveries = u32::try_from(waiting.times_delivered).unwrap_or(u32::MAX).saturating_add(1);
                for entry in &claimed.ids {
                    self.handle_entry(bus, lanes, topic, entry, deliveries, stop).await?;
                }
            }
            self.forget_consumers(bus, &stream).await?;
        }
        Ok(())
    }
}

/// Whether the stream or the group is not there: never created, trimmed to nothing by hand, or lost with Redis.
fn is_missing_group(error: &RedisError) -> bool {
    matches!(error.code(), Some("NOGROUP" | "UNBLOCKED"))
}
