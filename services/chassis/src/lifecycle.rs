//! The life of a process: tasks that are watched, readiness, and an end in steps.
//!
//! First signal: unready at once, keep serving while others notice, then the *soft* stop (take no new work), then up to
//! the drain limit for what runs, then the *hard* stop. A second signal aborts. A task that ends early ends the process.

use std::{
    collections::BTreeMap,
    panic::AssertUnwindSafe,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
};

use futures_util::FutureExt as _;
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    sync::{mpsc, watch},
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{BoxError, config::DrainConfig};

/// Owns the end of the process; made first, run last.
#[derive(Debug)]
pub struct Lifecycle {
    config: DrainConfig,
    handle: LifecycleHandle,
    ended: mpsc::UnboundedReceiver<Ended>,
}

/// Spawns tasks and hands out the stop signals and the readiness.
#[derive(Debug, Clone)]
pub struct LifecycleHandle {
    tasks: TaskTracker,
    sidecars: TaskTracker,
    ended: mpsc::UnboundedSender<Ended>,
    asked: CancellationToken,
    soft: CancellationToken,
    hard: CancellationToken,
    readiness: Readiness,
}

#[derive(Debug)]
struct Ended {
    name: &'static str,
    error: Option<BoxError>,
}

/// What a task may return: nothing, or a result.
pub trait TaskOutcome: Send {
    /// The error, if there was one.
    fn into_error(self) -> Option<BoxError>;
}

impl TaskOutcome for () {
    fn into_error(self) -> Option<BoxError> {
        None
    }
}

impl<E: Into<BoxError> + Send> TaskOutcome for Result<(), E> {
    fn into_error(self) -> Option<BoxError> {
        self.err().map(Into::into)
    }
}

impl Lifecycle {
    /// A lifecycle with its times.
    pub fn new(config: DrainConfig) -> Self {
        let (sender, ended) = mpsc::unbounded_channel();
        let handle = LifecycleHandle {
            tasks: TaskTracker::new(),
            sidecars: TaskTracker::new(),
            ended: sender,
            asked: CancellationToken::new(),
            soft: CancellationToken::new(),
            hard: CancellationToken::new(),
            readiness: Readiness::new(),
        };
        Self { config, handle, ended }
    }

    /// A handle to spawn tasks with.
    pub fn handle(&self) -> LifecycleHandle {
        self.handle.clone()
    }

    /// Waits for SIGTERM, SIGINT, [`LifecycleHandle::shutdown`] or the early end of a task, and ends the process in steps.
    ///
    /// Success means that the process was asked to end and no task failed.
    pub async fn run(self) -> ExitCode {
        match (signal(SignalKind::terminate()), signal(SignalKind::interrupt())) {
            (Ok(terminate), Ok(interrupt)) => self.run_with(Signals::Os { terminate, interrupt }).await,
            (Err(error), _) | (_, Err(error)) => {
                tracing::error!(%error, "cannot listen for signals");
                ExitCode::FAILURE
            }
        }
    }

    async fn run_with(mut self, mut signals: Signals) -> ExitCode {
        let mut failed = false;
        tokio::select! {
            name = signals.next() => tracing::info!(signal = name, "asked to stop"),
            () = self.handle.asked.cancelled() => tracing::info!("asked to stop"),
            Some(ended) = self.ended.recv() => {
                failed = true;
                ended.report_early();
            }
        }
        self.handle.readiness.drain();
        tokio::select! {
            biased;
            name = signals.next() => {
                tracing::warn!(signal = name, "asked to stop again, aborting");
                ExitCode::FAILURE
            }
            code = self.stop(failed) => code,
        }
    }

    async fn stop(&mut self, mut failed: bool) -> ExitCode {
        let Self { config, handle, ended } = self;
        if !failed {
            tokio::time::sleep(config.keep_serving).await;
        }
        handle.soft.cancel();
        handle.tasks.close();
        if timeout(config.drain, handle.tasks.wait()).await.is_err() {
            tracing::warn!(
                tasks = handle.tasks.len(),
                "work was still running at the end of the drain, stopping it hard"
            );
        }
        handle.hard.cancel();
        handle.sidecars.close();
        let all = async {
            handle.tasks.wait().await;
            handle.sidecars.wait().await;
        };
        if timeout(config.hard_stop, all).await.is_err() {
            tracing::warn!(tasks = handle.tasks.len() + handle.sidecars.len(), "tasks did not notice the hard stop");
        }
        while let Ok(ended) = ended.try_recv() {
            if let Some(error) = ended.error {
                failed = true;
                tracing::error!(task = ended.name, error = &*error as &dyn std::error::Error, "task failed");
            }
        }
        tracing::info!(failed, "stopped");
        if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

impl Ended {
    fn report_early(&self) {
        if let Some(error) = &self.error {
            let error = &**error as &dyn std::error::Error;
            tracing::error!(task = self.name, error, "task failed, stopping the process");
        } else {
            tracing::error!(task = self.name, "task ended early, stopping the process");
        }
    }
}

impl LifecycleHandle {
    /// Spawns a task that lives as long as the process: its early end ends the process, and its work is drained.
    ///
    /// It should return soon after [`soft`](Self::soft) is cancelled, and must return once [`hard`](Self::hard) is.
    pub fn spawn<F>(&self, name: &'static str, future: F)
    where
        F: Future<Output: TaskOutcome> + Send + 'static,
    {
        self.tasks.spawn(self.watched(name, &self.soft, future));
    }

    /// Spawns a task that goes on during the drain and that nobody waits for, such as the admin server.
    ///
    /// Its early end ends the process too; it must return once [`hard`](Self::hard) is cancelled.
    pub fn spawn_sidecar<F>(&self, name: &'static str, future: F)
    where
        F: Future<Output: TaskOutcome> + Send + 'static,
    {
        self.sidecars.spawn(self.watched(name, &self.hard, future));
    }

    fn watched<F>(
        &self,
        name: &'static str,
        end: &CancellationToken,
        future: F,
    ) -> impl Future<Output = ()> + Send + use<F>
    where
        F: Future<Output: TaskOutcome> + Send + 'static,
    {
        let (ended, end) = (self.ended.clone(), end.clone());
        async move {
            let error = match AssertUnwindSafe(future).catch_unwind().await {
                Ok(outcome) => outcome.into_error(),
                Err(_panic) => Some("the task panicked".into()),
            };
            let expected = end.is_cancelled() && error.is_none();
            if !expected && ended.send(Ended { name, error }).is_err() {
                tracing::debug!(task = name, "task ended after the process had stopped listening");
            }
        }
    }

    /// Asks the process to stop, as a signal does.
    pub fn shutdown(&self) {
        self.asked.cancel();
    }

    /// Cancelled when no new work is to be taken.
    pub fn soft(&self) -> CancellationToken {
        self.soft.clone()
    }

    /// Cancelled when all work is to be dropped.
    pub fn hard(&self) -> CancellationToken {
        self.hard.clone()
    }

    /// Whether the process is ready, and what it waits for.
    pub fn readiness(&self) -> Readiness {
        self.readiness.clone()
    }
}

enum Signals {
    Os {
        terminate: Signal,
        interrupt: Signal,
    },
    #[cfg(test)]
    Test(mpsc::UnboundedReceiver<&'static str>),
}

impl Signals {
    async fn next(&mut self) -> &'static str {
        match self {
            Self::Os { terminate, interrupt } => tokio::select! {
                Some(()) = terminate.recv() => "SIGTERM",
                Some(()) = interrupt.recv() => "SIGINT",
                else => std::future::pending().await,
            },
            #[cfg(test)]
            Self::Test(signals) => match signals.recv().await {
                Some(name) => name,
                None => std::future::pending().await,
            },
        }
    }
}

/// Whether a process is ready to serve: when every latch is released and it is not draining.
#[derive(Debug, Clone)]
pub struct Readiness {
    state: Arc<Mutex<ReadinessState>>,
    ready: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct ReadinessState {
    /// How many latches of each name are held.
    held: BTreeMap<&'static str, usize>,
    draining: bool,
}

impl Readiness {
    fn new() -> Self {
        Self { state: Arc::default(), ready: watch::Sender::new(true) }
    }

    /// A new latch, held: the process is not ready until it is released.
    pub fn latch(&self, name: &'static str) -> Latch {
        self.change(|state| *state.held.entry(name).or_default() += 1);
        Latch { readiness: self.clone(), name, closed: Mutex::new(true) }
    }

    /// Whether the process is ready.
    pub fn is_ready(&self) -> bool {
        *self.ready.borrow()
    }

    /// What the process waits for; `draining` while it ends.
    pub fn waiting(&self) -> Vec<&'static str> {
        let state = self.lock();
        state.draining.then_some("draining").into_iter().chain(state.held.keys().copied()).collect()
    }

    /// Follows the readiness.
    pub fn subscribe(&self) -> watch::Receiver<bool> {
        self.ready.subscribe()
    }

    fn drain(&self) {
        self.change(|state| state.draining = true);
    }

    fn change(&self, change: impl FnOnce(&mut ReadinessState)) {
        let mut state = self.lock();
        change(&mut state);
        let ready = state.held.is_empty() && !state.draining;
        // Under the lock, so that two changes cannot be told in the wrong order.
        self.ready.send_if_modified(|current| std::mem::replace(current, ready) != ready);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ReadinessState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thing that must be there before the process is ready. Dropping a held latch does not release it.
#[derive(Debug)]
pub struct Latch {
    readiness: Readiness,
    name: &'static str,
    closed: Mutex<bool>,
}

impl Latch {
    /// The thing is there.
    pub fn release(&self) {
        self.set(false);
    }

    /// The thing is gone again.
    pub fn hold(&self) {
        self.set(true);
    }

    fn set(&self, hold: bool) {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *closed, hold) == hold {
            return;
        }
        self.readiness.change(|state| {
            let count = state.held.entry(self.name).or_default();
            *count = if hold { *count + 1 } else { count.saturating_sub(1) };
            if *count == 0 {
                state.held.remove(self.name);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::*;
    use crate::config::Profile;

    const PRODUCTION: DrainConfig = DrainConfig::for_profile(Profile::Production);

    fn lifecycle() -> (Lifecycle, LifecycleHandle, mpsc::UnboundedSender<&'static str>, Signals) {
        let lifecycle = Lifecycle::new(PRODUCTION);
        let handle = lifecycle.handle();
        let (sender, receiver) = mpsc::unbounded_channel();
        (lifecycle, handle, sender, Signals::Test(receiver))
    }

    fn is_success(code: ExitCode) -> bool {
        format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS)
    }

    #[tokio::test(start_paused = true)]
    async fn a_signal_ends_the_process_in_steps() {
        let (lifecycle, handle, signals, os) = lifecycle();
        let start = Instant::now();
        let (soft, readiness) = (handle.soft(), handle.readiness());
        let (sender, mut unready_at) = mpsc::unbounded_channel();
        handle.spawn("server", async move {
            let mut ready = readiness.subscribe();
            ready.wait_for(|ready| !ready).await.unwrap();
            sender.send(("unready", start.elapsed())).unwrap();
            soft.cancelled().await;
            sender.send(("soft", start.elapsed())).unwrap();
            tokio::time::sleep(Duration::from_secs(3)).await;
        });
        signals.send("SIGTERM").unwrap();
        assert!(is_success(lifecycle.run_with(os).await));
        assert_eq!(unready_at.recv().await.unwrap(), ("unready", Duration::ZERO));
        assert_eq!(unready_at.recv().await.unwrap(), ("soft", Duration::from_secs(5)));
        assert_eq!(start.elapsed(), Duration::from_secs(8));
        assert_eq!(handle.readiness().waiting(), ["draining"]);
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_does_not_end_is_stopped_hard() {
        let (lifecycle, handle, signals, os) = lifecycle();
        let (start, hard) = (Instant::now(), handle.hard());
        handle.spawn("stubborn", async move { hard.cancelled().await });
        handle.spawn("deaf", std::future::pending::<()>());
        signals.send("SIGINT").unwrap();
        assert!(is_success(lifecycle.run_with(os).await), "a slow client is no failure of ours");
        assert_eq!(start.elapsed(), Duration::from_secs(5 + 20 + 1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_second_signal_aborts_at_once() {
        let (lifecycle, handle, signals, os) = lifecycle();
        let start = Instant::now();
        handle.spawn("deaf", std::future::pending::<()>());
        signals.send("SIGTERM").unwrap();
        signals.send("SIGTERM").unwrap();
        assert!(!is_success(lifecycle.run_with(os).await));
        assert_eq!(start.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_that_ends_early_ends_the_process() {
        for early in ["returns", "fails", "panics"] {
            let (lifecycle, handle, _signals, os) = lifecycle();
            let (soft, start) = (handle.soft(), Instant::now());
            handle.spawn("other", async move { soft.cancelled().await });
            handle.spawn("early", async move {
                match early {
                    "returns" => Ok(()),
                    "fails" => Err("no database"),
                    _ => panic!("a planted panic"),
                }
            });
            assert!(!is_success(lifecycle.run_with(os).await), "{early}");
            assert_eq!(start.elapsed(), Duration::ZERO, "nothing is served any more, so nothing is waited for");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_failure_while_draining_shows_in_the_exit_code() {
        let (lifecycle, handle, _signals, os) = lifecycle();
        let soft = handle.soft();
        handle.spawn("relay", async move {
            soft.cancelled().await;
            Err::<(), _>("the last batch was lost")
        });
        handle.shutdown();
        assert!(!is_success(lifecycle.run_with(os).await));
    }

    #[tokio::test(start_paused = true)]
    async fn a_sidecar_works_through_the_drain_and_delays_nothing() {
        let (lifecycle, handle, _signals, os) = lifecycle();
        let (start, hard, soft) = (Instant::now(), handle.hard(), handle.soft());
        handle.spawn_sidecar("admin", async move { hard.cancelled().await });
        handle.spawn("server", async move { soft.cancelled().await });
        handle.shutdown();
        assert!(is_success(lifecycle.run_with(os).await));
        assert_eq!(start.elapsed(), Duration::from_secs(5));
    }

    #[test]
    fn a_process_is_ready_when_all_latches_are_released() {
        let readiness = Readiness::new();
        assert!(readiness.is_ready());
        let (database, second, stream) =
            (readiness.latch("database"), readiness.latch("database"), readiness.latch("stream"));
        assert_eq!(readiness.waiting(), ["database", "stream"]);
        database.release();
        database.release();
        stream.release();
        assert!(!readiness.is_ready(), "the second latch of the same name is still held");
        second.release();
        assert!(readiness.is_ready());
        stream.hold();
        assert_eq!((readiness.is_ready(), readiness.waiting()), (false, vec!["stream"]));
        drop(stream);
        assert!(!readiness.is_ready(), "a lost latch is not a released one");
    }
}
