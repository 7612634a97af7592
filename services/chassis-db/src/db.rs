//! The pool and the transaction.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use deadpool::Runtime;
use diesel::result::{DatabaseErrorKind, Error};
use diesel_async::{
    AnsiTransactionManager, AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _,
    TransactionManager as _,
};
use pishkhan_chassis::grpc::context;
use tokio::sync::Notify;

use crate::{
    config::DbConfig,
    connect::{Conn, Connector},
    error::DbError,
    fault::{Fault, Watch},
    pool::{Manager, Pool, PoolError, PooledConn},
};

/// How often a transaction that lost a race (40001, 40P01) is run in all.
const ATTEMPTS_ON_CONFLICT: u32 = 4;

/// A request with less time than this does not begin to wait for a lock again.
const WORTH_WAITING: Duration = Duration::from_millis(50);

/// An async closure that can be called again and whose future may move between threads.
///
/// Implemented by every `async |conn| { … }` that borrows what it uses (no `move`, nothing consumed). It exists because
/// the `Send` bound cannot be put on an `AsyncFn`'s future in stable Rust; name it nowhere.
pub trait TransactionFn<A, R>: AsyncFn(A) -> R + Fn(A) -> <Self as TransactionFn<A, R>>::Fut {
    /// The closure's future.
    type Fut: Future<Output = R>;
}

impl<F, A, R, Fut> TransactionFn<A, R> for F
where
    F: AsyncFn(A) -> R + Fn(A) -> Fut,
    Fut: Future<Output = R>,
{
    type Fut = Fut;
}

/// A service's database. Clones share the pool.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    service: &'static str,
    pool: Pool,
    statement_timeout: Duration,
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
            connector,
            committed_events: Notify::new(),
            metrics: PoolMetrics::new(),
        })))
    }

    /// The service it belongs to.
    pub fn service(&self) -> &'static str {
        self.0.service
    }

    /// A connection for reads outside of a transaction. Waits at most the configured time.
    ///
    /// Its statements end with the request's deadline, rounded up to a second, and when the connection is dropped.
    pub async fn read(&self) -> Result<PooledConn, DbError> {
        let start = Instant::now();
        let connection = self.0.pool.get().await;
        self.0.metrics.checked_out(start.elapsed(), &self.0.pool.status(), connection.as_ref().err());
        Ok(PooledConn::lend(connection.map_err(DbError::Busy)?, self.0.statement_timeout))
    }

    /// Whether the database answers; for readiness.
    pub async fn ping(&self) -> Result<(), DbError> {
        let mut connection = self.read().await?;
        connection.batch_execute("SELECT 1").await.map_err(DbError::from)
    }

    /// Runs `work` in a transaction and commits it if it succeeds.
    ///
    /// `work` may run several times: again (three times at most) after a serialization failure or deadlock, once again
    /// after the connection was lost before the commit, and again and again while something is locked, until the
    /// request's deadline; who has no deadline is told of the first lock that was waited for in vain. So it must have no effect outside of the transaction, and
    /// take its time and ids from outside. Write it as `async |conn| { … }` without `move`; clone inside what it would
    /// consume. If the returned future is dropped, the running statement is cancelled and the server rolls back.
    ///
    /// A statement that fails ends the whole transaction, even if `work` makes nothing of the error and returns `Ok`;
    /// put a statement that may fail into a `conn.transaction(…)` of its own, a savepoint. Turn diesel's errors into
    /// `E` by way of [`DbError`], so that a race lost while rows were read is seen.
    pub async fn transaction<T, E, F>(&self, work: F) -> Result<T, E>
    where
        for<'r> F: AsyncFn(&'r mut AsyncPgConnection) -> Result<T, E>
            + TransactionFn<&'r mut AsyncPgConnection, Result<T, E>, Fut: Send>
            + Send
            + Sync,
        T: Send,
        E: From<DbError> + Send,
    {
        self.run("BEGIN", work).await
    }

    /// Runs `work`, which only reads, so that all its statements see the same instant: two of them never mix what was
    /// there before somebody's commit with what was there after it.
    ///
    /// Beginning and ending it are a round trip each, so where one statement can read everything, that is better. All
    /// that is said of [`Self::transaction`] holds here, too.
    pub async fn snapshot<T, E, F>(&self, work: F) -> Result<T, E>
    where
        for<'r> F: AsyncFn(&'r mut AsyncPgConnection) -> Result<T, E>
            + TransactionFn<&'r mut AsyncPgConnection, Result<T, E>, Fut: Send>
            + Send
            + Sync,
        T: Send,
        E: From<DbError> + Send,
    {
        self.run("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", work).await
    }

    async fn run<T, E, F>(&self, begin: &'static str, work: F) -> Result<T, E>
    where
        for<'r> F: AsyncFn(&'r mut AsyncPgConnection) -> Result<T, E>
            + TransactionFn<&'r mut AsyncPgConnection, Result<T, E>, Fut: Send>
            + Send
            + Sync,
        T: Send,
        E: From<DbError> + Send,
    {
        let mut conflicts = 1;
        let mut reconnected = false;
        loop {
            let mut checkout = Checkout::new(self.read().await?);
            let watch = Watch::new(Arc::clone(checkout.connection().line()));
            let failure = match self.attempt(checkout.connection(), &watch, begin, &work).await {
                Ok(value) => {
                    checkout.keep();
                    return Ok(value);
                }
                Err(failure) => failure,
            };
            if failure.connection_is_clean {
                checkout.keep();
            }
            // Before anything else is asked of the pool: the other connections most likely are as dead.
            drop(checkout);
            if failure.fault == Fault::Lost {
                self.discard_idle();
            }
            match failure.fault {
                Fault::Conflict if failure.nothing_happened && conflicts < ATTEMPTS_ON_CONFLICT => {
                    conflicts += 1;
                    metrics::counter!("db_transaction_retries_total", "cause" => "conflict").increment(1);
                }
                Fault::Lost if failure.nothing_happened && !reconnected => {
                    reconnected = true;
                    metrics::counter!("db_transaction_retries_total", "cause" => "connection").increment(1);
                }
                // Meanwhile others had their turn at the connection.
                Fault::Locked if failure.nothing_happened && has_time() => {
                    metrics::counter!("db_transaction_retries_total", "cause" => "lock").increment(1);
                }
                Fault::None | Fault::Conflict | Fault::Lost | Fault::Timeout | Fault::Locked => {
                    return Err(failure.error);
                }
            }
        }
    }

    /// One run of a transaction on one connection.
    async fn attempt<T, E, F>(
        &self,
        conn: &mut AsyncPgConnection,
        watch: &Watch,
        begin: &'static str,
        work: &F,
    ) -> Result<T, Failure<E>>
    where
        for<'r> F: AsyncFn(&'r mut AsyncPgConnection) -> Result<T, E>
            + TransactionFn<&'r mut AsyncPgConnection, Result<T, E>, Fut: Send>
            + Send
            + Sync,
        T: Send,
        E: From<DbError> + Send,
    {
        conn.set_instrumentation(watch.clone());
        AnsiTransactionManager::begin_transaction_sql(conn, begin).await.map_err(Failure::before_commit)?;
        match watch.over(work(conn)).await {
            Ok(value) => {
                if watch.failed() {
                    // PostgreSQL answers the COMMIT of a failed transaction with a silent rollback: ask before.
                    conn.batch_execute("SELECT 1").await.map_err(Failure::before_commit)?;
                }
                AnsiTransactionManager::commit_transaction(conn).await.map_err(Failure::in_commit)?;
                if watch.has_events() {
                    self.0.committed_events.notify_one();
                }
                Ok(value)
            }
            Err(error) => {
                // The connection is closed if it cannot even roll back; the use case's error stays the answer.
                let rolled_back = AnsiTransactionManager::rollback_transaction(conn).await;
                if let Err(rollback) = &rolled_back {
                    tracing::debug!(
                        error = rollback as &dyn std::error::Error,
                        "a transaction could not be rolled back"
                    );
                }
                let fault = watch.fault();
                let connection_is_clean = rolled_back.is_ok() && fault != Fault::Lost;
                Err(Failure { error, fault, nothing_happened: true, connection_is_clean })
            }
        }
    }

    /// Closes the idle connections: after a restart or a switchover they all lead to the old server.
    fn discard_idle(&self) {
        let discarded = self.0.pool.retain(|_, _| false);
        tracing::warn!(
            service = self.0.service,
            idle.count = discarded.removed.len(),
            "database connections discarded"
        );
    }

    /// A connection of its own, outside of the pool, for a task that holds an advisory lock.
    pub(crate) async fn dedicated(&self, task: &str) -> Result<Conn, diesel::ConnectionError> {
        self.0.connector.named(&format!("{}-{task}", self.0.service)).open().await
    }

    /// Completes when a transaction of this process has committed events.
    pub(crate) async fn committed_events(&self) {
        self.0.committed_events.notified().await;
    }
}

/// Whether the request that is being worked on has a deadline, and time to wait until it.
fn has_time() -> bool {
    context::remaining().is_some_and(|left| left >= WORTH_WAITING)
}

/// Why a run of a transaction failed, and what that allows.
struct Failure<E> {
    error: E,
    fault: Fault,
    /// Certainly rolled back: the work may be run again.
    nothing_happened: bool,
    connection_is_clean: bool,
}

impl<E: From<DbError>> Failure<E> {
    fn before_commit(error: Error) -> Self {
        let fault = Fault::of(&error);
        Self { error: DbError::from(error).into(), fault, nothing_happened: true, connection_is_clean: false }
    }

    fn in_commit(error: Error) -> Self {
        let fault = Fault::of(&error);
        // A refused commit has rolled back; a connection that breaks meanwhile may have committed.
        let refused = matches!(&error, Error::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _));
        let nothing_happened = refused || fault != Fault::Lost;
        let error = if nothing_happened { DbError::from(error) } else { DbError::Unknown(error) };
        Self { error: error.into(), fault, nothing_happened, connection_is_clean: false }
    }
}

/// A pooled connection that is closed, not returned, unless its transaction ended in order: a request that is given up
/// halfway must not leave an open transaction, and its locks, in the pool.
struct Checkout {
    conn: Option<PooledConn>,
    keep: bool,
}

impl Checkout {
    const fn new(conn: PooledConn) -> Self {
        Self { conn: Some(conn), keep: false }
    }

    fn connection(&mut self) -> &mut Conn {
        self.conn.as_mut().expect("the connection is taken only by drop").object()
    }

    const fn keep(&mut self) {
        self.keep = true;
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        if let (Some(conn), false) = (self.conn.take(), self.keep) {
            conn.discard();
        }
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
