//! What is under way on one connection, seen on the wire: a connection is free again when the server has answered
//! everything that was sent, and not when whoever asked has gone.

use std::{
    collections::HashSet,
    io,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use tokio::{io::AsyncReadExt as _, time::timeout};
use tokio_postgres::{CancelToken, NoTls};
use tokio_util::sync::CancellationToken;

use crate::{server::Server, wire::Meter};

/// How long a cancellation may take to be told.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(2);

/// What is known about one connection without asking the server.
pub struct Line {
    server: Server,
    canceller: OnceLock<CancelToken>,
    /// Statements that were begun and whose first answer has not come. They may not have been written yet.
    begun: AtomicI64,
    /// Requests on the wire without the server's "ready for the next".
    unanswered: AtomicI64,
    closed: AtomicBool,
    /// Whether somebody has the connection without this line, who alone ends it.
    let_go: AtomicBool,
    hung_up: CancellationToken,
    /// The session's present `statement_timeout` in milliseconds.
    statement_timeout: AtomicU64,
    meter: Arc<Meter>,
    /// The literals of the statements that were run with their COMMIT, by place and length.
    run_before: Mutex<HashSet<(usize, usize)>>,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Line")
            .field("server", &self.server)
            .field("quiet", &self.is_quiet())
            .field("closed", &self.is_closed())
            .finish_non_exhaustive()
    }
}

impl Line {
    /// A line that is not open yet: its start-up counts as a request.
    pub fn new(server: Server, statement_timeout: Duration, meter: Arc<Meter>) -> Arc<Self> {
        Arc::new(Self {
            server,
            canceller: OnceLock::new(),
            begun: AtomicI64::new(0),
            unanswered: AtomicI64::new(1),
            closed: AtomicBool::new(false),
            let_go: AtomicBool::new(false),
            hung_up: CancellationToken::new(),
            statement_timeout: AtomicU64::new(millis(statement_timeout)),
            meter,
            run_before: Mutex::default(),
        })
    }

    /// Whether everything that was asked is answered.
    pub fn is_quiet(&self) -> bool {
        self.begun.load(Ordering::Acquire) <= 0 && self.unanswered.load(Ordering::Acquire) <= 0
    }

    /// Whether the connection is of no more use.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// So many requests went out. Returns whether no answer was awaited until then.
    pub fn asked(&self, requests: i64) -> bool {
        self.unanswered.fetch_add(requests, Ordering::AcqRel) <= 0
    }

    /// So many requests were answered to the end.
    pub fn answered(&self, requests: i64) {
        self.unanswered.fetch_sub(requests, Ordering::AcqRel);
    }

    /// Whether this statement was run here before, and so is prepared.
    pub fn has_run(&self, sql: &'static str) -> bool {
        self.run_before.lock().unwrap_or_else(PoisonError::into_inner).contains(&literal(sql))
    }

    /// This statement was run here.
    pub fn ran(&self, sql: &'static str) {
        self.run_before.lock().unwrap_or_else(PoisonError::into_inner).insert(literal(sql));
    }

    /// Where its traffic is counted.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Everything begun was seen to end, whoever has waited for it.
    pub fn settled(&self) {
        self.begun.store(0, Ordering::Release);
    }

    /// A statement was sent whose answer nobody waits for.
    pub fn forget_one(&self) {
        self.begun.fetch_sub(1, Ordering::AcqRel);
    }

    /// Notes another `statement_timeout` of the session; `false` if it has this one.
    pub fn change_statement_timeout(&self, limit: Duration) -> bool {
        self.statement_timeout.swap(millis(limit), Ordering::AcqRel) != millis(limit)
    }

    /// How running statements are cancelled; known once the connection is open.
    pub fn set_canceller(&self, token: CancelToken) {
        // A line is opened once.
        let _known_before = self.canceller.set(token);
    }

    /// Asks the server to cancel what runs. Whatever is sent after this has returned `Ok` is not what it cancels: the
    /// server closes its end only when the running statement has been told.
    pub async fn cancel(&self) -> io::Result<()> {
        let Some(token) = self.canceller.get() else { return Err(io::ErrorKind::NotConnected.into()) };
        let mut socket = self.server.open().await?;
        let told = async {
            token.cancel_query_raw(&mut socket, NoTls).await.map_err(io::Error::other)?;
            let mut end = [0; 1];
            while socket.read(&mut end).await? > 0 {}
            Ok(())
        };
        timeout(CANCEL_TIMEOUT, told).await.map_err(|_elapsed| io::Error::from(io::ErrorKind::TimedOut))?
    }

    /// Runs the connection until it ends or is hung up.
    pub async fn drive(self: Arc<Self>, connection: impl Future<Output = Result<(), tokio_postgres::Error>> + Send) {
        if let Some(Err(error)) = self.hung_up.run_until_cancelled(connection).await {
            tracing::debug!(error = &error as &dyn std::error::Error, "a database connection ended");
        }
        self.closed.store(true, Ordering::Release);
    }

    /// Counts the statements of a connection.
    pub fn count(&self, event: &InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { .. } = event {
            self.begun.fetch_add(1, Ordering::AcqRel);
        } else if let InstrumentationEvent::FinishQuery { .. } = event {
            self.begun.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// A literal is known by its place: two that are equal may count as two.
fn literal(sql: &'static str) -> (usize, usize) {
    (sql.as_ptr().addr(), sql.len())
}

/// PostgreSQL's unit of time limits.
pub fn millis(limit: Duration) -> u64 {
    u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)
}

/// Counts the statements of a connection outside of transactions.
#[derive(Debug)]
pub struct Counting(pub Arc<Line>);

impl Instrumentation for Counting {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        self.0.count(&event);
    }
}

/// Closes the connection at once when dropped in the middle of something. A quiet one says goodbye by itself.
#[derive(Debug)]
pub struct HangUp(pub Arc<Line>);

impl HangUp {
    /// Leaves the connection to its holder. The server's last word on what was asked may still be on its way.
    pub fn let_go(&self) {
        self.0.let_go.store(true, Ordering::Release);
    }
}

impl Drop for HangUp {
    fn drop(&mut self) {
        if !self.0.let_go.load(Ordering::Acquire) && !self.0.is_quiet() {
            self.0.hung_up.cancel();
        }
    }
}
