//! The consumer: reads a Redis Stream group and handles each event once in effect.
//!
//! The inbox row of an event is written in the transaction of its effect, and the event is acknowledged after the
//! commit, so a crash at any point only repeats a delivery that is then recognised. An event that cannot be handled now
//! waits, in its lane and in order, while the events of other lanes pass: something is locked, the database is slow or
//! away, or the handler has a fault that the next version mends. One that fails again and again, or is slow while others
//! are not, steps apart, lets its lane pass too, and is tried now and then; events of one aggregate may therefore reach a
//! handler out of order. Set aside, in a dead-letter stream, is what the handler itself refuses, what ended the process
//! each time, and what would soon be trimmed away.

mod entry;
mod groups;
mod handling;
mod known;
mod lanes;
mod waiting;

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use pishkhan_chassis::{BoxError, clock::SharedClock};
use redis::{
    ErrorKind, RedisError, RedisResult,
    aio::MultiplexedConnection,
    streams::{StreamId, StreamPendingCountReply, StreamReadReply},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::{
    handling::Outcome,
    lanes::{Lanes, Place, Waiting},
};
use crate::{
    bus::{self, Redis},
    db::Db,
    error::DbError,
};

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
}

/// Why an event was not handled.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// The database failed, took too long, or is away: the event waits.
    #[error(transparent)]
    Database(#[from] DbError),
    /// The event can never be handled (its payload cannot be read): set aside at once.
    #[error("the event is refused: {0}")]
    Refused(String),
    /// Anything else; tried again later, until it can be handled.
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

    /// What an event shares with those that must not pass it while it waits: whose rows it locks. The aggregate, unless
    /// the handler knows better.
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
    /// An event is set aside after so many attempts whose end nobody saw.
    pub max_deliveries: u32,
    /// How long a statement of a handler waits for a lock before events of other lanes pass.
    pub lock_wait: Duration,
    /// How often a lane that waits for a lock is tried.
    pub lock_retry: Duration,
    /// When an event that took too long or failed is tried again; then after twice as long, up to five seconds.
    pub retry: Duration,
    /// The same for one that has stepped apart, up to a quarter of an hour.
    pub apart_retry: Duration,
    /// One that stands apart and is this old is set aside: before the stream is trimmed.
    pub give_up_after: Duration,
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
            retry: Duration::from_secs(1),
            apart_retry: Duration::from_mins(1),
            give_up_after: Duration::from_hours(6 * 24),
        }
    }
}

/// Runs a handler over its topics. Replicas of a service share the group's events.
pub struct Consumer<H> {
    db: Db,
    redis: Redis,
    prefix: String,
    clock: SharedClock,
    handler: H,
    options: ConsumerOptions,
    /// This process's name in the group.
    name: String,
}

/// Where the look for overdue deliveries stands: topics that are not through, and from where.
#[derive(Debug, Default)]
struct Sweep {
    due: Option<Instant>,
    from: Vec<(&'static str, String)>,
}

impl<H: Handler> Consumer<H> {
    /// A consumer for a handler. `prefix` is `PISHKHAN_STREAM_PREFIX`.
    pub fn new(db: Db, redis: Redis, prefix: impl Into<String>, clock: SharedClock, handler: H) -> Self {
        let name = format!("{}-{}", db.service(), clock.new_id().simple());
        Self { db, redis, prefix: prefix.into(), clock, handler, options: ConsumerOptions::default(), name }
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
        let mut lanes = Lanes::new(&self.options);
        let mut sweep = Sweep::default();
        Self::show(&lanes);
        // A connection of its own: a read that blocks holds up everything behind it.
        let mut bus = self.redis.connect(self.options.block + Duration::from_secs(3)).await?;
        let () = redis::cmd("CLIENT").arg("SETNAME").arg(&self.name).query_async(&mut bus).await?;
        self.create_groups(&mut bus).await?;
        while !stop.is_cancelled() {
            match self.turn(&mut bus, &mut lanes, &mut sweep, stop).await {
                Ok(()) => {}
                // Redis lost the stream or was restarted empty. From the beginning: what was handled is in the inbox.
                Err(error) if is_missing_group(&error) => {
                    tracing::warn!(consumer.group = H::GROUP, "the consumer group is gone and is created again");
                    lanes = Lanes::new(&self.options);
                    Self::show(&lanes);
                    self.create_groups(&mut bus).await?;
                }
                Err(error) => return Err(error),
            }
        }
        self.let_go(&mut bus, &lanes).await?;
        self.say_goodbye(&mut bus).await
    }

    /// What waits, what others left behind, what is new: something of each.
    async fn turn(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        sweep: &mut Sweep,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        self.hold(bus, lanes).await?;
        self.retry_lane(bus, lanes, stop).await?;
        let now = Instant::now();
        if lanes.is_full() || lanes.is_away() {
            let pause = lanes.pause(self.options.block, now);
            let _stopped = stop.run_until_cancelled(tokio::time::sleep(pause)).await;
            return Ok(());
        }
        if sweep.due.is_none_or(|due| due <= now) {
            self.reclaim(bus, lanes, sweep, stop).await?;
        }
        self.read_and_handle(bus, lanes, sweep, stop).await?;
        Self::show(lanes);
        Ok(())
    }

    async fn read_and_handle(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        sweep: &Sweep,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        let now = Instant::now();
        let until_sweep = sweep.due.map_or(Duration::ZERO, |due| due.saturating_duration_since(now));
        let block = lanes.pause(self.options.block, now).min(until_sweep).as_millis();
        let topics = self.handler.topics();
        let mut read = redis::cmd("XREADGROUP");
        read.arg("GROUP").arg(H::GROUP).arg(&self.name).arg("COUNT").arg(self.options.batch);
        // Zero would be for ever.
        if block > 0 {
            read.arg("BLOCK").arg(u64::try_from(block).unwrap_or(u64::MAX));
        }
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
            self.take_in(bus, lanes, topic, &key.ids, &HashMap::new(), stop).await?;
        }
        Ok(())
    }

    /// Handles deliveries or lets them wait. Of those taken over from somebody it is known how many attempts were begun.
    async fn take_in(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        topic: &'static str,
        entries: &[StreamId],
        taken_over: &HashMap<String, u32>,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        let news = self.pass_over_known(bus, &bus::stream(&self.prefix, topic), entries).await?;
        let mut ours = Vec::with_capacity(news.len());
        for entry in news {
            let (place, begun) = (place(topic, &entry.id)?, taken_over.get(&entry.id));
            if lanes.take(place) {
                let waiting = Waiting { place, begun: begun.copied().unwrap_or(1), taken_over: begun.is_some() };
                ours.push((waiting, entry));
            }
        }
        for (waiting, entry) in ours {
            self.handle_entry(bus, lanes, waiting, entry, stop).await?;
        }
        Ok(())
    }

    /// Takes over events that were delivered, to anybody, and not acknowledged in time: some of each topic.
    async fn reclaim(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        sweep: &mut Sweep,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        let min_idle = u64::try_from(self.options.min_idle.as_millis()).unwrap_or(u64::MAX);
        if sweep.from.is_empty() {
            for topic in self.handler.topics() {
                self.forget_consumers(bus, &bus::stream(&self.prefix, topic)).await?;
                sweep.from.push((topic, "-".to_owned()));
            }
        }
        for (topic, from) in std::mem::take(&mut sweep.from) {
            let stream = bus::stream(&self.prefix, topic);
            let mut pending = redis::cmd("XPENDING");
            pending.arg(&stream).arg(H::GROUP).arg("IDLE").arg(min_idle).arg(from).arg("+").arg(self.options.batch);
            let overdue: StreamPendingCountReply = pending.query_async(bus).await?;
            if let Some(last) = overdue.ids.last().filter(|_| overdue.ids.len() >= self.options.batch) {
                sweep.from.push((topic, format!("({}", last.id)));
            }
            let mut theirs = HashMap::new();
            let mut claim = redis::cmd("XCLAIM");
            claim.arg(&stream).arg(H::GROUP).arg(&self.name).arg(min_idle);
            for waiting in overdue.ids {
                if !lanes.is_ours(&place(topic, &waiting.id)?) {
                    claim.arg(&waiting.id);
                    theirs.insert(waiting.id, u32::try_from(waiting.times_delivered).unwrap_or(u32::MAX));
                }
            }
            if theirs.is_empty() {
                continue;
            }
            // Without those for which another replica was faster. Counts no deliveries: most of them are not tried yet.
            let claimed: Vec<String> = claim.arg("JUSTID").query_async(bus).await?;
            let places = claimed.iter().map(|id| place(topic, id)).collect::<RedisResult<Vec<_>>>()?;
            let mut entries = Vec::with_capacity(places.len());
            for (place, entry) in places.iter().zip(self.fetch(bus, &places).await?) {
                match entry {
                    Some(entry) => entries.push(entry),
                    None => self.settle(bus, lanes, place, None, Outcome::Missing).await?,
                }
            }
            self.take_in(bus, lanes, topic, &entries, &theirs, stop).await?;
        }
        sweep.due = sweep.from.is_empty().then(|| Instant::now() + self.options.reclaim_every);
        Ok(())
    }
}

/// The place of an entry that Redis tells of.
fn place(topic: &'static str, id: &str) -> RedisResult<Place> {
    Place::of(topic, id).ok_or_else(|| RedisError::from((ErrorKind::Parse, "an entry's id cannot be read")))
}

/// Whether the stream or the group is not there: never created, trimmed to nothing by hand, or lost with Redis.
fn is_missing_group(error: &RedisError) -> bool {
    matches!(error.code(), Some("NOGROUP" | "UNBLOCKED"))
}
