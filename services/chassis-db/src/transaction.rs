//! Transactions: how they are run, and run again.

use std::{sync::Arc, time::Duration};

use diesel::{
    QueryableByName,
    result::{DatabaseErrorKind, Error},
    sql_types::Integer,
};
use diesel_async::{
    AnsiTransactionManager, AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _,
    TransactionManager as _,
};
use pishkhan_chassis::grpc::context;

use crate::{
    db::Db,
    error::DbError,
    fault::{Fault, Watch},
    pipelined::{Commit, Transaction},
    pool::Checkout,
    statement::Statement,
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

impl Db {
    /// Runs `work` in a transaction and commits it if it succeeds.
    ///
    /// `work` may run several times: again (three times at most) after a serialization failure or deadlock, once again
    /// after the connection was lost before the commit, and again and again while something is locked, until the
    /// request's deadline; who has no deadline is told of the first lock that was waited for in vain. So it must have no
    /// effect outside of the transaction, and take its time and ids from outside. Write it as `async |conn| { … }` without
    /// `move`; clone inside what it would consume. If the returned future is dropped, the running statement is cancelled
    /// and the server rolls back.
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
        self.retried(&Stepwise { begin: "BEGIN", work: &work }).await
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
        self.retried(&Stepwise { begin: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", work: &work }).await
    }

    /// Runs `work` in a transaction of few round trips, and commits it with the statements that it returns.
    ///
    /// The work sends BEGIN itself, together with its first locks and reads ([`Transaction::begin`]); what it returns to be
    /// written goes out together with COMMIT ([`Commit`]). All that is said of [`Self::transaction`] holds here, too. What
    /// a write is refused for is known only when the transaction is over, as an `E` made of a [`DbError`].
    pub async fn pipelined<T, E, F>(&self, work: F) -> Result<T, E>
    where
        for<'r> F: AsyncFn(&'r Transaction) -> Result<Commit<T>, E>
            + TransactionFn<&'r Transaction, Result<Commit<T>, E>, Fut: Send>
            + Send
            + Sync,
        T: Send,
        E: From<DbError> + Send,
    {
        self.retried(&Pipelined(&work)).await
    }

    /// Runs one statement that is a transaction of its own, and tells the places that its [guard](Statement::guard) has
    /// found. Each try makes it anew; it is run again as [`Self::transaction`] would be.
    ///
    /// Where the connection is lost, it may have been done: [`DbError::Unknown`].
    pub async fn at_once<E, F>(&self, make: F) -> Result<Vec<i32>, E>
    where
        F: Fn() -> Result<Statement, E> + Sync,
        E: From<DbError> + Send,
    {
        self.retried(&AtOnce(make)).await
    }

    async fn retried<T, E, A>(&self, work: &A) -> Result<T, E>
    where
        A: Attempt<T, E>,
        T: Send,
        E: From<DbError> + Send,
    {
        let mut conflicts = 1;
        let mut reconnected = false;
        loop {
            let mut checkout = Checkout::new(self.read().await?);
            let watch = Watch::new(Arc::clone(checkout.line()));
            checkout.connection().set_instrumentation(watch.clone());
            // Its connection is back in the pool, or closed, when this is over.
            let failure = match work.attempt(checkout, &watch).await {
                Ok(value) => {
                    if watch.has_events() {
                        self.events_were_committed();
                    }
                    return Ok(value);
                }
                Err(failure) => failure,
            };
            // Before anything else is asked of the pool: the other connections most likely are as dead.
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
                Fault::None | Fault::Conflict | Fault::Lost | Fault::Timeout | Fault::Locked | Fault::Full => {
                    return Err(failure.error);
                }
            }
        }
    }
}

/// One run of a transaction on one connection.
trait Attempt<T, E>: Sync {
    fn attempt(&self, checkout: Checkout, watch: &Watch) -> impl Future<Output = Result<T, Failure<E>>> + Send;
}

/// A transaction whose statements each wait for the one before.
struct Stepwise<'f, F> {
    begin: &'static str,
    work: &'f F,
}

impl<T, E, F> Attempt<T, E> for Stepwise<'_, F>
where
    for<'r> F: AsyncFn(&'r mut AsyncPgConnection) -> Result<T, E>
        + TransactionFn<&'r mut AsyncPgConnection, Result<T, E>, Fut: Send>
        + Send
        + Sync,
    T: Send,
    E: From<DbError> + Send,
{
    async fn attempt(&self, mut checkout: Checkout, watch: &Watch) -> Result<T, Failure<E>> {
        let conn: &mut AsyncPgConnection = checkout.connection();
        AnsiTransactionManager::begin_transaction_sql(conn, self.begin).await.map_err(Failure::before_commit)?;
        match watch.over((self.work)(conn)).await {
            Ok(value) => {
                if watch.failed() {
                    // PostgreSQL answers the COMMIT of a failed transaction with a silent rollback: ask before.
                    conn.batch_execute("SELECT 1").await.map_err(Failure::before_commit)?;
                }
                AnsiTransactionManager::commit_transaction(conn).await.map_err(Failure::in_commit)?;
                checkout.keep();
                Ok(value)
            }
            Err(error) => {
                let rolled_back = AnsiTransactionManager::rollback_transaction(conn).await;
                Err(Failure::of_work(error, watch, &rolled_back, checkout))
            }
        }
    }
}

/// A transaction in few flights.
struct Pipelined<'f, F>(&'f F);

impl<T, E, F> Attempt<T, E> for Pipelined<'_, F>
where
    for<'r> F: AsyncFn(&'r Transaction) -> Result<Commit<T>, E>
        + TransactionFn<&'r Transaction, Result<Commit<T>, E>, Fut: Send>
        + Send
        + Sync,
    T: Send,
    E: From<DbError> + Send,
{
    async fn attempt(&self, checkout: Checkout, watch: &Watch) -> Result<T, Failure<E>> {
        let transaction = Transaction::new(checkout);
        match watch.over((self.0)(&transaction)).await {
            Ok(Commit { value, writes }) => match transaction.commit(watch, writes).await {
                Ok(()) => {
                    transaction.into_checkout().keep();
                    Ok(value)
                }
                Err(failure) => {
                    // Where COMMIT followed a refused write, it has rolled back already; then this does nothing.
                    if failure.nothing_happened && failure.fault != Fault::Lost && transaction.roll_back().await.is_ok()
                    {
                        transaction.into_checkout().keep();
                    }
                    Err(failure)
                }
            },
            Err(error) => {
                let rolled_back = if transaction.has_begun() { transaction.roll_back().await } else { Ok(()) };
                Err(Failure::of_work(error, watch, &rolled_back, transaction.into_checkout()))
            }
        }
    }
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Integer)]
    place: i32,
}

/// A statement alone.
struct AtOnce<F>(F);

impl<E, F> Attempt<Vec<i32>, E> for AtOnce<F>
where
    F: Fn() -> Result<Statement, E> + Sync,
    E: From<DbError> + Send,
{
    async fn attempt(&self, mut checkout: Checkout, watch: &Watch) -> Result<Vec<i32>, Failure<E>> {
        let ran: Result<_, Failure<E>> = watch
            .over(async {
                let statement =
                    (self.0)().map_err(|error| Failure { error, fault: Fault::None, nothing_happened: true })?;
                let found: Vec<Found> = statement.rows(&checkout).await.map_err(Failure::in_commit)?;
                Ok(found.into_iter().map(|Found { place }| place).collect())
            })
            .await;
        if ran.as_ref().err().is_none_or(|failure| failure.fault != Fault::Lost) {
            checkout.keep();
        }
        ran
    }
}

/// Whether the request that is being worked on has a deadline, and time to wait until it.
fn has_time() -> bool {
    context::remaining().is_some_and(|left| left >= WORTH_WAITING)
}

/// Why a run of a transaction failed, and what that allows.
pub struct Failure<E> {
    error: E,
    fault: Fault,
    /// Certainly rolled back: the work may be run again.
    nothing_happened: bool,
}

impl<E> Failure<E> {
    /// The work itself has failed. The connection is closed if it cannot even roll back; the work's error stays the answer.
    fn of_work(error: E, watch: &Watch, rolled_back: &Result<(), Error>, mut checkout: Checkout) -> Self {
        if let Err(rollback) = rolled_back {
            tracing::debug!(error = rollback as &dyn std::error::Error, "a transaction could not be rolled back");
        }
        let fault = watch.fault();
        if rolled_back.is_ok() && fault != Fault::Lost {
            checkout.keep();
        }
        Self { error, fault, nothing_happened: true }
    }
}

impl<E: From<DbError>> Failure<E> {
    pub fn before_commit(error: Error) -> Self {
        let fault = Fault::of(&error);
        Self { error: DbError::from(error).into(), fault, nothing_happened: true }
    }

    pub fn in_commit(error: Error) -> Self {
        let fault = Fault::of(&error);
        // A refused commit has rolled back; a connection that breaks meanwhile may have committed.
        let refused = matches!(&error, Error::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _));
        let nothing_happened = refused || fault != Fault::Lost;
        let error = if nothing_happened { DbError::from(error) } else { DbError::Unknown(error) };
        Self { error: error.into(), fault, nothing_happened }
    }
}
