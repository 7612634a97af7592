//! Turns at work that costs much: so many at once, and fair among those who want one.
//!
//! A turn belongs to the work, not to the call that asked for it: whoever sets a thread to work hands the turn along, so
//! that a caller who hangs up frees nothing that is still in use.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::oneshot, time::timeout};

/// How much there may be of one kind of work.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// What the work is called in metrics.
    pub work: &'static str,
    /// Turns at the same time.
    pub at_once: usize,
    /// Turns of one owner at the same time.
    pub of_one: usize,
    /// Requests that wait; more are refused at once.
    pub queue: usize,
    /// Requests of one owner that wait; more are refused at once.
    pub queue_of_one: usize,
}

/// There was no turn to be had in time; it is worth trying again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is too much to do before this")]
pub struct Refused;

/// Gives out turns. Clones share them.
///
/// Owners take turns with each other: whoever asks for many waits for its own, and whoever had a turn last comes last.
/// The metrics `turns_taken` and `turns_waiting` tell how many there are, `turns_refused_total` how many were not given.
#[derive(Debug, Clone)]
pub struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    bounds: Bounds,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Turns of each owner that has one.
    taken: HashMap<String, usize>,
    /// Requests of each owner that waits. Whoever had a turn last stands last.
    waiting: VecDeque<(String, VecDeque<oneshot::Sender<Turn>>)>,
}

/// A turn. It ends when this is dropped.
#[derive(Debug)]
#[must_use = "the turn ends when this is dropped"]
pub struct Turn {
    shared: Arc<Shared>,
    owner: String,
}

impl Turns {
    /// Turns within these bounds, none of them taken.
    pub fn new(bounds: Bounds) -> Self {
        Self(Arc::new(Shared { bounds, state: Mutex::default() }))
    }

    /// Waits so long for a turn of `owner`. Refused at once when too many wait already.
    pub async fn take(&self, owner: &str, patience: Duration) -> Result<Turn, Refused> {
        if let Some(asked) = self.ask(owner)
            && let Ok(Ok(turn)) = timeout(patience, asked).await
        {
            return Ok(turn);
        }
        metrics::counter!("turns_refused_total", "work" => self.0.bounds.work).increment(1);
        Err(Refused)
    }

    /// Turns that are taken.
    pub fn taken(&self) -> usize {
        self.0.state().taken()
    }

    /// Requests that wait for a turn.
    pub fn waiting(&self) -> usize {
        self.0.state().waiting()
    }

    fn ask(&self, owner: &str) -> Option<oneshot::Receiver<Turn>> {
        let (sender, asked) = oneshot::channel();
        {
            let mut state = self.0.state();
            state.forget_who_left();
            if !state.takes(owner, &self.0.bounds) {
                return None;
            }
            match state.waiting.iter_mut().find(|(waiting, _)| waiting == owner) {
                Some((_, own)) => own.push_back(sender),
                None => state.waiting.push_back((owner.to_owned(), VecDeque::from([sender]))),
            }
        }
        self.0.give_out();
        Some(asked)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every section leaves the state whole, so a panic elsewhere does not make it wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives turns to those who wait, as long as there are any.
    fn give_out(self: &Arc<Self>) {
        loop {
            let next = {
                let mut state = self.state();
                let next = state.next(&self.bounds);
                let figure = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
                metrics::gauge!("turns_taken", "work" => self.bounds.work).set(figure(state.taken()));
                metrics::gauge!("turns_waiting", "work" => self.bounds.work).set(figure(state.waiting()));
                next
            };
            let Some((owner, sender)) = next else { return };
            // Whoever has left in this moment hands the turn back by dropping it: outside of the lock.
            drop(sender.send(Turn { shared: Arc::clone(self), owner }));
        }
    }
}

impl State {
    fn taken(&self) -> usize {
        self.taken.values().sum()
    }

    fn waiting(&self) -> usize {
        self.waiting.iter().map(|(_, own)| own.len()).sum()
    }

    fn has_room(&self, owner: &str, bounds: &Bounds) -> bool {
        self.taken() < bounds.at_once && self.taken.get(owner).is_none_or(|own| *own < bounds.of_one)
    }

    /// Whether one more request of `owner` is taken: at once, or into the queue.
    fn takes(&self, owner: &str, bounds: &Bounds) -> bool {
        let own = self.waiting.iter().find(|(waiting, _)| waiting == owner).map_or(0, |(_, own)| own.len());
        self.has_room(owner, bounds) || (own < bounds.queue_of_one && self.waiting() < bounds.queue)
    }

    fn forget_who_left(&mut self) {
        for (_, own) in &mut self.waiting {
            own.retain(|sender| !sender.is_closed());
        }
        self.waiting.retain(|(_, own)| !own.is_empty());
    }

    /// Takes a turn for the first who waits and has room.
    fn next(&mut self, bounds: &Bounds) -> Option<(String, oneshot::Sender<Turn>)> {
        self.forget_who_left();
        let place = self.waiting.iter().position(|(owner, _)| self.has_room(owner, bounds))?;
        let (owner, mut own) = self.waiting.remove(place)?;
        let sender = own.pop_front()?;
        if !own.is_empty() {
            self.waiting.push_back((owner.clone(), own));
        }
        *self.taken.entry(owner.clone()).or_default() += 1;
        Some((owner, sender))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        {
            let mut state = self.shared.state();
            if let Some(own) = state.taken.get_mut(&self.owner) {
                *own -= 1;
                if *own == 0 {
                    state.taken.remove(&self.owner);
                }
            }
            // What it asked for meanwhile comes after those who have waited for this turn.
            if let Some(place) = state.waiting.iter().position(|(owner, _)| *owner == self.owner)
                && let Some(own) = state.waiting.remove(place)
            {
                state.waiting.push_back(own);
            }
        }
        self.shared.give_out();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, future::BoxFuture};

    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    fn turns(at_once: usize, of_one: usize) -> Turns {
        Turns::new(Bounds { work: "test", at_once, of_one, queue: 6, queue_of_one: 4 })
    }

    /// A request for a turn, as far as it has come.
    struct Asking<'a> {
        future: BoxFuture<'a, Result<Turn, Refused>>,
        done: Option<Result<Turn, Refused>>,
    }

    fn asks<'a>(turns: &'a Turns, owner: &'a str) -> Asking<'a> {
        let mut asking = Asking { future: turns.take(owner, LONG).boxed(), done: None };
        asking.look();
        asking
    }

    impl Asking<'_> {
        fn look(&mut self) {
            if self.done.is_none() {
                self.done = self.future.as_mut().now_or_never();
            }
        }

        fn has(&mut self) -> bool {
            self.look();
            matches!(self.done, Some(Ok(_)))
        }

        fn is_refused(&mut self) -> bool {
            self.look();
            matches!(self.done, Some(Err(Refused)))
        }
    }

    #[tokio::test]
    async fn owners_take_turns_with_each_other() {
        let turns = turns(1, 1);
        let mut first = asks(&turns, "a");
        let (mut second, mut third, mut other) = (asks(&turns, "a"), asks(&turns, "a"), asks(&turns, "b"));
        assert!(first.has() && !second.has() && !third.has() && !other.has());
        drop(first);
        assert!(other.has() && !second.has(), "whoever has had none yet");
        drop(other);
        assert!(second.has() && !third.has());
        drop(second);
        assert!(third.has());
        drop(third);
        assert_eq!((turns.taken(), turns.waiting()), (0, 0));
    }

    #[tokio::test]
    async fn nobody_has_all_turns_and_nobody_waits_for_whoever_may_not_go() {
        let turns = turns(2, 1);
        let (mut first, mut second) = (asks(&turns, "a"), asks(&turns, "a"));
        let mut other = asks(&turns, "b");
        assert!(first.has() && !second.has() && other.has());
        drop(other);
        assert!(!second.has());
        drop(first);
        assert!(second.has());
    }

    #[tokio::test]
    async fn queues_end() {
        let turns = turns(1, 1);
        let mut first = asks(&turns, "a");
        let mut own: Vec<_> = (0..5).map(|_| asks(&turns, "a")).collect();
        assert!(first.has() && own[4].is_refused() && !own[3].is_refused());
        let mut others = ["b", "c", "d"].map(|owner| asks(&turns, owner));
        assert!(!others[1].is_refused() && others[2].is_refused(), "all queues together have an end");
        // Who leaves makes room.
        own.truncate(3);
        let mut later = asks(&turns, "d");
        assert!(!later.is_refused());
        drop((own, others, first));
        assert!(later.has());
    }

    #[tokio::test]
    async fn whoever_leaves_with_a_turn_on_its_way_gives_it_back() {
        let turns = turns(1, 1);
        let first = asks(&turns, "a");
        let (second, mut third) = (asks(&turns, "b"), asks(&turns, "c"));
        // The second is given the turn, and never looks at it.
        drop(first);
        assert_eq!(turns.taken(), 1);
        assert!(!third.has());
        drop(second);
        assert!(third.has());
    }

    #[tokio::test(start_paused = true)]
    async fn patience_ends() {
        let turns = turns(1, 1);
        let first = turns.take("a", Duration::ZERO).await.unwrap();
        assert_eq!(turns.take("b", Duration::from_secs(5)).await.unwrap_err(), Refused);
        drop(first);
        assert!(turns.take("b", Duration::ZERO).await.is_ok());
    }
}
