//! Transactions in two flights: BEGIN, locks and reads go out together, and so do the writes and COMMIT.
//!
//! The server works in the order in which it is asked, and under READ COMMITTED each statement sees what was committed
//! before it began: a read that follows a lock in the same flight sees what the lock protects.

use std::{
    future::poll_fn,
    sync::atomic::{AtomicBool, Ordering},
    task::Poll,
};

use diesel::{
    QueryResult,
    result::{DatabaseErrorKind, Error},
};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use futures_util::future;
use tokio::task::{Unconstrained, unconstrained};

use crate::{
    error::DbError,
    fault::{Fault, Watch},
    pool::Checkout,
    statement::{Statement, check_rows},
    transaction::Failure,
};

/// A transaction that its work begins itself, together with its first reads: see [`Db::pipelined`](crate::Db::pipelined).
#[derive(Debug)]
pub struct Transaction {
    checkout: Checkout,
    begun: AtomicBool,
}

/// What a pipelined transaction comes to, and the statements that make it so.
#[derive(Debug)]
#[must_use = "the statements run when the work returns them"]
pub struct Commit<T> {
    /// The result.
    pub value: T,
    /// What goes out with COMMIT, in this order. Whether they may run is decided before: locks, not their outcome, must
    /// see to it that each does what it should. One that fails ends the whole transaction.
    pub writes: Vec<Statement>,
}

impl<T> Commit<T> {
    /// A result that takes no writes.
    pub const fn without_writes(value: T) -> Self {
        Self { value, writes: Vec::new() }
    }
}

/// Sends statements of one connection in the order in which they are polled, in one flight: for those that have to see
/// what the ones before them have locked or read. Write them with `futures_util::future::join` and its like, where each is
/// sent as soon as it is polled; `tokio::join!` begins with another one each time. One that has to be prepared first holds
/// up those behind it.
pub fn in_order<F: Future>(statements: F) -> Unconstrained<F> {
    // Without a budget, which might run out between two of them.
    unconstrained(statements)
}

impl Transaction {
    pub(crate) const fn new(checkout: Checkout) -> Self {
        Self { checkout, begun: AtomicBool::new(false) }
    }

    /// The connection, for what comes between the first and the last flight.
    pub fn conn(&self) -> &AsyncPgConnection {
        &self.checkout
    }

    /// Begins, and asks what `reads` asks, in one flight and [`in_order`]. They may lock and must not write: whether the
    /// transaction has begun is known only when all are answered. When one fails, those behind it fail too: look at the
    /// first one's error.
    pub async fn begin<'a, R: Future>(
        &'a self,
        reads: impl FnOnce(&'a AsyncPgConnection) -> R,
    ) -> Result<R::Output, DbError> {
        let conn = self.conn();
        self.begun.store(true, Ordering::Release);
        let (begun, read) = in_order(future::join(self.simple("BEGIN"), reads(conn))).await;
        begun?;
        Ok(read)
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.begun.load(Ordering::Acquire)
    }

    pub(crate) fn into_checkout(self) -> Checkout {
        self.checkout
    }

    async fn simple(&self, sql: &str) -> QueryResult<()> {
        let mut conn = self.conn();
        conn.batch_execute(sql).await
    }

    pub(crate) async fn roll_back(&self) -> QueryResult<()> {
        self.simple("ROLLBACK").await
    }

    /// Sends the writes and COMMIT.
    pub(crate) async fn commit<E: From<DbError>>(
        &self,
        watch: &Watch,
        writes: Vec<Statement>,
    ) -> Result<(), Failure<E>> {
        if !self.has_begun() {
            if writes.is_empty() {
                return Ok(());
            }
            self.begun.store(true, Ordering::Release);
            self.simple("BEGIN").await.map_err(Failure::before_commit)?;
        }
        if watch.failed() {
            // PostgreSQL answers the COMMIT of a failed transaction with a silent rollback: ask before.
            self.simple("SELECT 1").await.map_err(Failure::before_commit)?;
        }
        let line = self.checkout.line();
        let prepared = writes.iter().all(|write| line.has_run(write.sql()));
        if prepared { self.commit_at_once(writes).await } else { self.commit_in_steps(writes).await }
    }

    /// What must be prepared first is sent one by one, or COMMIT would overtake it.
    async fn commit_in_steps<E: From<DbError>>(&self, writes: Vec<Statement>) -> Result<(), Failure<E>> {
        for write in writes {
            let sql = write.sql();
            write.run(self.conn()).await.map_err(Failure::before_commit)?;
            self.checkout.line().ran(sql);
        }
        self.simple("COMMIT").await.map_err(Failure::in_commit)
    }

    async fn commit_at_once<E: From<DbError>>(&self, writes: Vec<Statement>) -> Result<(), Failure<E>> {
        let expected: Vec<_> = writes.iter().map(|write| (write.sql(), write.expected_rows())).collect();
        let mut running: Vec<_> =
            writes.into_iter().map(|write| future::maybe_done(write.sent_on(self.conn()))).collect();
        let mut commit = Box::pin(future::maybe_done(self.simple("COMMIT")));
        let mut sent = None;
        // Without a budget, prepared statements are sent when they are polled first, in order; one that cannot be
        // encoded fails then, and COMMIT must not follow it.
        unconstrained(poll_fn(|context| {
            let mut waits = false;
            for write in &mut running {
                waits |= std::pin::Pin::new(write).poll(context).is_pending();
            }
            if *sent.get_or_insert(running.iter().all(|write| matches!(write, future::MaybeDone::Future(_)))) {
                waits |= commit.as_mut().poll(context).is_pending();
            }
            if waits { Poll::Pending } else { Poll::Ready(()) }
        }))
        .await;
        for (write, (sql, rows)) in running.iter_mut().zip(expected) {
            match std::pin::Pin::new(write).take_output() {
                Some(Ok(changed)) => check_rows(sql, rows, changed),
                Some(Err(error)) if sent == Some(true) => return Err(refused(error)),
                Some(Err(error)) => return Err(Failure::before_commit(error)),
                None => {}
            }
        }
        let committed = match commit.as_mut().take_output() {
            Some(committed) => committed,
            None => self.simple("COMMIT").await,
        };
        committed.map_err(Failure::in_commit)
    }
}

/// What a failed write says of the whole: one that the server has refused has made a rollback of the COMMIT behind it;
/// when it was never answered, the COMMIT may have been done.
fn refused<E: From<DbError>>(error: Error) -> Failure<E> {
    let by_server = matches!(&error, Error::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _));
    if Fault::of(&error) == Fault::Lost && !by_server {
        return Failure::in_commit(error);
    }
    Failure::before_commit(error)
}
