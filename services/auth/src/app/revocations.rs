//! The word of ended sessions, from the record to everybody who watches.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::Db;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::store::sessions::ENDED;

/// Words a slow watcher may be behind before it has to begin anew.
const BACKLOG: usize = 1_024;
/// How long an ended session is remembered here: longer than the cache in Redis believes anything.
const REMEMBERED: TimeDelta = TimeDelta::seconds(90);
/// How long to wait before the record is listened to again.
const RETRY: Duration = Duration::from_millis(500);

/// What watchers are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A session has ended.
    Ended(String),
    /// Something may have been missed: begin anew.
    Lost,
}

#[derive(Debug, Default)]
struct State {
    /// Since when nothing was missed.
    listening_since: Option<DateTime<Utc>>,
    recent: VecDeque<(DateTime<Utc>, String)>,
}

#[derive(Debug)]
struct Hub {
    state: Mutex<State>,
    words: broadcast::Sender<Word>,
}

/// Who has heard of which ended sessions.
#[derive(Clone, Debug)]
pub struct Revocations(Arc<Hub>);

impl Default for Revocations {
    fn default() -> Self {
        Self(Arc::new(Hub { state: Mutex::default(), words: broadcast::Sender::new(BACKLOG) }))
    }
}

impl Revocations {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything from now on; none while the record is not heard.
    pub fn watch(&self) -> Option<broadcast::Receiver<Word>> {
        // Under the lock, so that nothing is said between the question and the subscription.
        let state = self.state();
        state.listening_since.map(|_| self.0.words.subscribe())
    }

    /// Whether a cache may be believed that the session was live at `read_at`: only when its end since then would have
    /// been heard.
    pub fn is_live_since(&self, handle: &str, read_at: DateTime<Utc>) -> bool {
        let state = self.state();
        state.listening_since.is_some_and(|since| since <= read_at)
            && !state.recent.iter().any(|(_, ended)| ended == handle)
    }

    /// Listens to the record until `stop`, again whenever the connection breaks.
    pub async fn listen(self, db: Db, clock: SharedClock, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let heard = db.listen(
                ENDED,
                || self.state().listening_since = Some(clock.now()),
                |handle| self.ended(handle, clock.now()),
            );
            tokio::select! {
                () = stop.cancelled() => {}
                result = heard => if let Err(error) = result {
                    tracing::warn!(error = &error as &dyn std::error::Error, "revocations are not heard");
                },
            }
            self.state().listening_since = None;
            self.tell(Word::Lost);
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(RETRY) => {}
            }
        }
    }

    fn ended(&self, handle: String, now: DateTime<Utc>) {
        let mut state = self.state();
        while state.recent.front().is_some_and(|(at, _)| *at + REMEMBERED < now) {
            state.recent.pop_front();
        }
        state.recent.push_back((now, handle.clone()));
        drop(state);
        self.tell(Word::Ended(handle));
    }

    fn tell(&self, word: Word) {
        // Nobody watching is fine.
        drop(self.0.words.send(word));
    }
}
