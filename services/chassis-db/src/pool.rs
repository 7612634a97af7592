//! The pool's connections: how they are made, lent and taken back.
//!
//! Whoever has borrowed a connection may give up at any point. What it asked then still runs, so the connection keeps
//! its place in the pool until the server has ended it: it is waited for shortly (most answers are on their way), then
//! cancelled. However many give up, the server never works for more of them than the pool has places.

use std::{
    ops::{Deref, DerefMut},
    time::Duration,
};

use deadpool::managed::{self, Metrics, Object, RecycleError, RecycleResult};
use diesel::ConnectionError;
use diesel_async::{AnsiTransactionManager, AsyncPgConnection, SimpleAsyncConnection as _, TransactionManager as _};
use futures_util::FutureExt as _;
use pishkhan_chassis::grpc::context;
use tokio::{runtime::Handle, time::timeout};
use tokio_util::task::TaskTracker;

use crate::connect::{Conn, Connector, set_statement_timeout};

/// How long a statement that nobody waits for may still run: a cancellation costs the server a process.
const GRACE: Duration = Duration::from_millis(10);
/// How long a cancelled statement may take to end before it is cancelled again.
const END: Duration = Duration::from_millis(200);
/// How often that is tried before the connection is given up.
const CANCELLATIONS: u32 = 5;

/// Why no connection was to be had.
pub type PoolError = managed::PoolError<ConnectionError>;
/// The connections of one service.
pub type Pool = managed::Pool<Manager>;

/// Makes connections and looks at those that come back.
#[derive(Debug)]
pub struct Manager {
    pub connector: Connector,
    pub max_age: Duration,
}

impl managed::Manager for Manager {
    type Type = Conn;
    type Error = ConnectionError;

    async fn create(&self) -> Result<Conn, ConnectionError> {
        self.connector.open().await
    }

    /// No `SELECT 1` at each checkout: a closed socket is noticed without, and a dead server by its first error.
    async fn recycle(&self, conn: &mut Conn, metrics: &Metrics) -> RecycleResult<ConnectionError> {
        if metrics.age() > self.max_age {
            return Err(RecycleError::message("reached its maximum age"));
        }
        if conn.line().is_closed() || AnsiTransactionManager::is_broken_transaction_manager(&mut **conn) {
            return Err(RecycleError::message("is closed, or inside of a transaction"));
        }
        Ok(())
    }
}

/// A connection out of the pool. Store functions take `&mut AsyncPgConnection`, to which it derefs.
///
/// Dropped while a statement of it runs, it returns to the pool only when the server has ended the statement.
pub struct PooledConn(Option<Object<Manager>>);

impl std::fmt::Debug for PooledConn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PooledConn").field(&self.0.as_ref().map(|conn| conn.line())).finish()
    }
}

impl PooledConn {
    /// Lends a connection for the request that is being worked on.
    pub(crate) fn lend(object: Object<Manager>, statement_timeout: Duration) -> Self {
        let mut conn = Self(Some(object));
        conn.limit_statements(statement_timeout);
        conn
    }

    /// No statement shall run on after its request's deadline, even if nobody is left to cancel it.
    fn limit_statements(&mut self, usual: Duration) {
        let left = context::remaining().map(whole_seconds).filter(|left| usual.is_zero() || *left < usual);
        let limit = left.unwrap_or(usual);
        let conn = self.object();
        if conn.line().change_statement_timeout(limit) {
            // Written together with the first statement; nobody waits for the answer. A connection that cannot take it
            // fails that statement too.
            let _sent = conn.batch_execute(&set_statement_timeout(limit)).now_or_never();
            conn.line().forget_one();
            conn.line().meter().limit_set();
        }
    }

    pub(crate) fn conn(&self) -> &Conn {
        self.0.as_ref().expect("the connection is taken only by drop")
    }

    pub(crate) fn object(&mut self) -> &mut Conn {
        self.0.as_mut().expect("the connection is taken only by drop")
    }

    /// Closes the connection, once the server works for it no more.
    pub(crate) fn discard(mut self) {
        if let Some(object) = self.0.take() {
            if object.line().is_quiet() {
                drop(Object::take(object));
            } else {
                end_what_runs(object, false);
            }
        }
    }
}

impl Deref for PooledConn {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        self.conn()
    }
}

impl DerefMut for PooledConn {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        self.object()
    }
}

impl Drop for PooledConn {
    fn drop(&mut self) {
        if let Some(object) = self.0.take()
            && !object.line().is_quiet()
        {
            end_what_runs(object, true);
        }
    }
}

/// A pooled connection that is closed, not returned, unless its transaction ended in order: a request that is given up
/// halfway must not leave an open transaction, and its locks, in the pool.
#[derive(Debug)]
pub struct Checkout {
    conn: Option<PooledConn>,
    keep: bool,
}

impl Checkout {
    pub const fn new(conn: PooledConn) -> Self {
        Self { conn: Some(conn), keep: false }
    }

    pub fn connection(&mut self) -> &mut Conn {
        self.conn.as_mut().expect("the connection is taken only by drop").object()
    }

    pub const fn keep(&mut self) {
        self.keep = true;
    }
}

impl Deref for Checkout {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        self.conn.as_ref().expect("the connection is taken only by drop").conn()
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        if let (Some(conn), false) = (self.conn.take(), self.keep) {
            conn.discard();
        }
    }
}

/// Keeps a connection's place in the pool until the server has ended what runs on it.
fn end_what_runs(object: Object<Manager>, reuse: bool) {
    if Handle::try_current().is_err() {
        // The process ends: closing is all that can be done.
        drop(Object::take(object));
        return;
    }
    // Ends by itself within seconds; when the process ends first, the server notices the closed connection.
    TaskTracker::new().spawn(async move {
        let mut object = object;
        let mut outcome = "ended";
        let mut quiet = is_quiet_within(&mut object, GRACE).await;
        for _ in 0..CANCELLATIONS {
            if quiet || object.line().is_closed() {
                break;
            }
            outcome = "cancelled";
            if let Err(error) = object.line().cancel().await {
                tracing::warn!(%error, "an abandoned statement could not be cancelled");
            }
            quiet = is_quiet_within(&mut object, END).await;
        }
        if !quiet {
            outcome = "closed";
        }
        metrics::counter!("db_abandoned_total", "outcome" => outcome).increment(1);
        if quiet && reuse {
            object.line().settled();
            drop(object);
        } else {
            drop(Object::take(object));
        }
    });
}

/// Whether everything asked before is over within the time: the server answers in order.
async fn is_quiet_within(conn: &mut Conn, limit: Duration) -> bool {
    matches!(timeout(limit, conn.batch_execute("")).await, Ok(Ok(())))
}

/// Rounded up, so that most requests find the limit that the one before has left.
fn whole_seconds(left: Duration) -> Duration {
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    Duration::from_secs(seconds.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_whole_seconds_and_never_less_than_what_is_left() {
        for (left, limit) in [(0, 1), (1, 1), (999, 1), (1_000, 1), (1_001, 2), (2_950, 3)] {
            assert_eq!(whole_seconds(Duration::from_millis(left)), Duration::from_secs(limit), "{left} ms");
        }
    }
}
