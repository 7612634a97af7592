//! The pool.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use deadpool::Runtime;
use diesel_async::SimpleAsyncConnection as _;
use tokio::sync::Notify;

use crate::{
    config::DbConfig,
    connect::{Conn, Connector},
    error::DbError,
    pool::{Manager, Pool, PoolError, PooledConn},
    wire::Traffic,
};

/// A service's database. Clones share the pool.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    service: &'static str,
    pool: Pool,
    statement_timeout: Duration,
    refuses_owners: bool,
    connector: Connector,
    committed_events: Notify,
    metrics: PoolMetrics,
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Db").field("service", &self.0.service).field("pool", &self.0.pool.status()).finish()
    }
}

/// Why a database could not be set up. No connection is opened yet, so this is about the settings only.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The URL cannot be read.
    #[error("the database URL cannot be read")]
    Url(#[source] tokio_postgres::Error),
    /// The pool refused its settings.
    #[error("the connection pool could not be built")]
    Pool(#[source] deadpool::managed::BuildError),
}

impl Db {
    /// Sets up the pool; connections are opened when first needed, so a service starts before its database.
    pub fn connect(config: &DbConfig, service: &'static str) -> Result<Self, SetupError> {
        let connector = Connector::new(config, service).map_err(SetupError::Url)?;
        let pool = Pool::builder(Manager { connector: connector.clone(), max_age: config.max_age })
            .max_size(config.pool_size)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(config.wait))
            .create_timeout(Some(config.wait + Duration::from_secs(1)))
            .recycle_timeout(Some(Duration::from_secs(1)))
            .build()
            .map_err(SetupError::Pool)?;
        Ok(Self(Arc::new(Inner {
            service,
            pool,
            statement_timeout: config.statement_timeout,
            refuses_owners: config.refuses_owners,
            connector,
            committed_events: Notify::new(),
            metrics: PoolMetrics::new(),
        })))
    }

    /// The service it belongs to.
    pub fn service(&self) -> &'static str {
        self.0.service
    }

    /// What has gone over the connections until now, as their sockets saw it.
    pub fn traffic(&self) -> Traffic {
        self.0.connector.traffic()
    }

    /// A connection for reads outside of a transaction. Waits at most the configured time.
    ///
    /// Its statements end with the request's deadline, rounded up to a second, and when the connection is dropped.
    pub async fn read(&self) -> Result<PooledConn, DbError> {
        self.read_for(self.0.statement_timeout).await
    }

    /// The same with statements that may take so long: the rows of one may be read as slowly as they are sent on.
    pub async fn read_for(&self, statement_timeout: Duration) -> Result<PooledConn, DbError> {
        let start = Instant::now();
        let connection = self.0.pool.get().await;
        self.0.metrics.checked_out(start.elapsed(), &self.0.pool.status(), connection.as_ref().err());
        Ok(PooledConn::lend(connection.map_err(DbError::Busy)?, statement_timeout))
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), DbError> {
        let mut connection = self.read().await?;
        connection.batch_execute("SELECT 1").await.map_err(DbError::from)
    }

    /// Whether a role with too many rights is refused.
    pub(crate) fn refuses_owners(&self) -> bool {
        self.0.refuses_owners
    }

    /// Closes the idle connections: after a restart or a switchover they all lead to the old server.
    pub(crate) fn discard_idle(&self) {
        let discarded = self.0.pool.retain(|_, _| false);
        tracing::warn!(
            service = self.0.service,
            idle.count = discarded.removed.len(),
            "database connections discarded"
        );
    }

    /// How connections outside of the pool are opened.
    pub(crate) fn connector(&self) -> &Connector {
        &self.0.connector
    }

    /// A connection of its own, outside of the pool, for a task that holds an advisory lock.
    pub(crate) async fn dedicated(&self, task: &str) -> Result<Conn, diesel::ConnectionError> {
        self.0.connector.named(&format!("{}-{task}", self.0.service)).open().await
    }

    /// Tells the relay that there is something to carry.
    pub(crate) fn events_were_committed(&self) {
        self.0.committed_events.notify_one();
    }

    /// Completes when a transaction of this process has committed events.
    pub(crate) async fn committed_events(&self) {
        self.0.committed_events.notified().await;
    }
}

/// The pool's metrics, looked up once.
struct PoolMetrics {
    wait: metrics::Histogram,
    open: metrics::Gauge,
    idle: metrics::Gauge,
    waiting: metrics::Gauge,
    refused: metrics::Counter,
}

impl PoolMetrics {
    fn new() -> Self {
        Self {
            wait: metrics::histogram!("db_pool_wait_seconds"),
            open: metrics::gauge!("db_pool_connections", "state" => "open"),
            idle: metrics::gauge!("db_pool_connections", "state" => "idle"),
            waiting: metrics::gauge!("db_pool_waiting"),
            refused: metrics::counter!("db_pool_refused_total"),
        }
    }

    fn checked_out(&self, waited: Duration, status: &deadpool::Status, error: Option<&PoolError>) {
        self.wait.record(waited);
        self.open.set(gauge(status.size));
        self.idle.set(gauge(status.available));
        self.waiting.set(gauge(status.waiting));
        if error.is_some() {
            self.refused.increment(1);
        }
    }
}

fn gauge(value: usize) -> f64 {
    f64::from(u32::try_from(value).unwrap_or(u32::MAX))
}
