//! What the tests share: two tables of their own, background tasks, and events.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use chrono::TimeDelta;
use diesel::ExpressionMethods as _;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use pishkhan_chassis::clock::{Clock as _, SharedClock, SystemClock};
use pishkhan_chassis_db::{ConsumerOptions, Db, DbError, Relay, outbox};
use pishkhan_testkit::{TestDb, TestRedis, eventually};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub const TOPIC: &str = "things";
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("tests/migrations");

diesel::table! {
    effect (id) {
        id -> BigInt,
        note -> Text,
    }
}

diesel::table! {
    ledger (id) {
        id -> Integer,
        amount -> BigInt,
    }
}

pub async fn database() -> TestDb {
    TestDb::new("chassis_db", &[MIGRATIONS]).await
}

pub fn clock() -> SharedClock {
    SystemClock::shared()
}

/// An effect that shows when it is made twice.
pub async fn add_effect(conn: &mut AsyncPgConnection, note: &str) -> diesel::QueryResult<()> {
    diesel::insert_into(effect::table).values(effect::note.eq(note)).execute(conn).await?;
    Ok(())
}

/// An event whose payload is its note.
pub fn event(note: &str) -> outbox::Event {
    outbox::Event {
        id: SystemClock.new_id(),
        topic: TOPIC,
        kind: "thing.happened",
        key: Uuid::nil(),
        payload: note.as_bytes().to_vec(),
        occurred_at: SystemClock.now(),
    }
}

/// Commits one event.
pub async fn emit(db: &Db, note: &str) -> Uuid {
    let event = event(note);
    let id = event.id;
    db.transaction(async |conn| {
        outbox::append(conn, event.clone()).await?;
        Ok::<_, DbError>(())
    })
    .await
    .unwrap();
    id
}

pub fn relay(db: &TestDb, redis: &TestRedis) -> Relay {
    relay_of(db.db(), redis)
}

pub fn relay_of(db: Db, redis: &TestRedis) -> Relay {
    Relay::new(db, redis.redis(), redis.prefix(), clock()).polling(Duration::from_millis(20))
}

/// The lock of the relay. A session that ends keeps it until the server has noticed.
const RELAY_LOCK: &str = "pg_locks WHERE locktype = 'advisory' AND classid = 1885959016 AND objid = 1601332588 \
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// One pass of a relay: it is asked to stop before it begins, and publishes what it may.
pub async fn relay_once(db: &TestDb, redis: &TestRedis) {
    // A relay that is to stop does not wait for the one before, and would do nothing.
    eventually("the relay before is gone", async || (db.db_count(RELAY_LOCK).await == 0).then_some(())).await;
    let stop = CancellationToken::new();
    stop.cancel();
    relay(db, redis).run(stop).await;
}

/// Passes of the relay until nothing waits.
pub async fn relay_all(db: &TestDb, redis: &TestRedis) {
    eventually("an empty outbox", async || {
        relay_once(db, redis).await;
        (db.db_count("outbox WHERE publish_batch IS NULL").await == 0).then_some(())
    })
    .await;
}

/// Short times, so that failures are retried at once.
pub fn impatient() -> ConsumerOptions {
    ConsumerOptions {
        block: Duration::from_millis(20),
        min_idle: Duration::from_millis(30),
        reclaim_every: Duration::from_millis(10),
        handler_timeout: Duration::from_secs(5),
        retry: Duration::from_millis(10),
        apart_retry: Duration::from_millis(20),
        ..ConsumerOptions::default()
    }
}

/// What a gauge of consumers says, in a process that records only them.
pub fn told(metrics: &PrometheusHandle, gauge: &str) -> Option<String> {
    let text = metrics.render();
    let line = text.lines().find(|line| line.strip_prefix(gauge).is_some_and(|rest| rest.starts_with('{')))?;
    line.rsplit(' ').next().map(str::to_owned)
}

/// Records the metrics of this process: nextest gives each test its own.
pub fn record_metrics() -> PrometheusHandle {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    metrics::set_global_recorder(recorder).unwrap();
    metrics
}

/// Tasks that run beside the test and end with it.
#[derive(Default)]
pub struct Background {
    tasks: JoinSet<()>,
    pub stop: CancellationToken,
}

impl Background {
    pub fn spawn(&mut self, task: impl Future<Output = ()> + Send + 'static) -> &mut Self {
        self.tasks.spawn(task);
        self
    }

    /// Asks all to stop and waits for them; a panic in one is a panic here.
    pub async fn finish(mut self) {
        self.stop.cancel();
        while let Some(result) = self.tasks.join_next().await {
            result.unwrap();
        }
    }

    /// Ends all in the middle of what they do.
    pub async fn kill(mut self) {
        self.tasks.shutdown().await;
    }
}

/// Counts how often something ran. (With diesel's traits in scope an atomic's own `load` is out of reach.)
#[derive(Default)]
pub struct Counter(AtomicU32);

impl Counter {
    /// Counts once more and returns the number before.
    pub fn next(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }

    pub fn total(&self) -> u32 {
        AtomicU32::load(&self.0, Ordering::Relaxed)
    }
}

/// Old enough to be purged.
pub fn long_ago() -> chrono::DateTime<chrono::Utc> {
    SystemClock.now() - TimeDelta::days(60)
}
