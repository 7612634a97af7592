//! How many calls are worked on at once.
//!
//! More at once than the processors can do makes everybody slower and nobody faster. Further calls wait, each caller's
//! in a row of its own that takes turns with the others'; what would wait for too long is refused before anything is
//! done for it.

use std::{
    cell::Cell,
    collections::{HashMap, VecDeque},
    rc::Rc,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::{sync::oneshot, time::timeout};

/// What counts for the average at most.
const SLOWEST: Duration = Duration::from_secs(1);

/// Whom a call is for: a seller, or a network while the seller is not known.
pub type Caller = Arc<str>;

/// How much is let through.
#[derive(Clone, Copy, Debug)]
pub struct GateLimits {
    /// Calls that are worked on at once.
    pub running: usize,
    /// Of these, those of one caller: the others find room at once.
    pub share: usize,
    /// Calls that wait, of all callers.
    pub waiting: usize,
    /// How long a call may have to wait, as far as can be foreseen.
    pub patience: Duration,
}

impl Default for GateLimits {
    fn default() -> Self {
        Self::of(32)
    }
}

impl GateLimits {
    /// For so many calls at once: a caller has three quarters of them.
    pub fn of(running: usize) -> Self {
        let running = running.max(1);
        Self { running, share: (running * 3).div_ceil(4), waiting: 1_024, patience: Duration::from_secs(2) }
    }
}

/// There is too much to do: the call should come again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

#[derive(Debug, Default)]
struct Row {
    running: usize,
    waiting: VecDeque<oneshot::Sender<Permit>>,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    waiting: usize,
    rows: HashMap<Caller, Row>,
    /// Callers that have somebody waiting, in the order of their turns.
    turns: VecDeque<Caller>,
    /// What a call takes on average, in seconds.
    average_s: f64,
}

#[derive(Debug)]
struct Inner {
    limits: GateLimits,
    state: Mutex<State>,
}

/// Lets calls through. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Gate(Arc<Inner>);

/// A call that is worked on; dropped, the next one is let through.
#[derive(Debug)]
pub struct Permit {
    gate: Gate,
    caller: Caller,
    since: Instant,
    /// Whether it takes up a place.
    counts: bool,
}

/// Where a call stands that was not refused.
enum Place {
    Inside(Permit),
    InRow(oneshot::Receiver<Permit>),
}

impl Place {
    async fn come(self) -> Result<Permit, Full> {
        match self {
            Self::Inside(permit) => Ok(permit),
            // Somebody who waits is let through, or refused to make room for others.
            Self::InRow(turn) => turn.await.map_err(|_| Full),
        }
    }
}

impl Default for Gate {
    fn default() -> Self {
        Self::new(GateLimits::default())
    }
}

impl Gate {
    /// With these limits.
    pub fn new(limits: GateLimits) -> Self {
        Self(Arc::new(Inner { limits, state: Mutex::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every section leaves the state whole, so a panic elsewhere does not make it wrong.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a call through, maybe after a wait; refuses it at once when it would have to wait for too long.
    pub async fn enter(&self, caller: Caller) -> Result<Permit, Full> {
        // What could not be foreseen, such as a service that hangs, is not waited for without end.
        timeout(2 * self.0.limits.patience, self.ask(caller, true)?.come()).await.map_err(|_elapsed| Full)?
    }

    /// Lets a call through that was inside before, however long that takes.
    pub async fn enter_again(&self, caller: Caller) -> Result<Permit, Full> {
        self.ask(caller, false)?.come().await
    }

    fn ask(&self, caller: Caller, may_refuse: bool) -> Result<Place, Full> {
        let limits = self.0.limits;
        let mut state = self.state();
        let state = &mut *state;
        let row = state.rows.entry(Arc::clone(&caller)).or_default();
        if state.running < limits.running && row.running < limits.share && row.waiting.is_empty() {
            state.running += 1;
            row.running += 1;
            return Ok(Place::Inside(Permit { gate: self.clone(), caller, since: Instant::now(), counts: true }));
        }
        if may_refuse {
            let own = row.waiting.len();
            let callers = state.turns.len() + usize::from(own == 0);
            let at_once = limits.running.min(limits.share * callers);
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let foreseen = (own + 1) as f64 * callers as f64 * state.average_s / at_once as f64;
            let full = state.waiting >= limits.waiting && !make_room(state, own);
            if full || foreseen > limits.patience.as_secs_f64() {
                forget_if_idle(state, &caller);
                return Err(Full);
            }
        }
        let row = state.rows.entry(Arc::clone(&caller)).or_default();
        let (sender, receiver) = oneshot::channel();
        if row.waiting.is_empty() {
            state.turns.push_back(caller);
        }
        row.waiting.push_back(sender);
        state.waiting += 1;
        Ok(Place::InRow(receiver))
    }

    fn leave(&self, caller: &Caller, took: Option<Duration>) {
        let mut state = self.state();
        let state = &mut *state;
        state.running -= 1;
        if let Some(row) = state.rows.get_mut(caller) {
            row.running -= 1;
        }
        if let Some(took) = took {
            // A single slow call tells little about the next.
            state.average_s += (took.min(SLOWEST).as_secs_f64() - state.average_s) / 64.0;
        }
        self.let_through(state);
        forget_if_idle(state, caller);
    }

    /// Gives what is free to those who wait, one of each caller in turn.
    fn let_through(&self, state: &mut State) {
        let limits = self.0.limits;
        let mut passed_over = 0;
        while state.running < limits.running && passed_over < state.turns.len() {
            let Some(caller) = state.turns.pop_front() else { return };
            let Some(row) = state.rows.get_mut(&caller) else { continue };
            if row.running >= limits.share {
                state.turns.push_back(caller);
                passed_over += 1;
                continue;
            }
            let Some(turn) = row.waiting.pop_front() else { continue };
            state.waiting -= 1;
            let (gate, since) = (self.clone(), Instant::now());
            let permit = Permit { gate, caller: Arc::clone(&caller), since, counts: true };
            match turn.send(permit) {
                Ok(()) => {
                    state.running += 1;
                    row.running += 1;
                    passed_over = 0;
                }
                // It waits no longer, so its permit was never counted.
                Err(mut permit) => permit.counts = false,
            }
            if row.waiting.is_empty() {
                forget_if_idle(state, &caller);
            } else {
                state.turns.push_back(caller);
            }
        }
    }
}

/// Takes the last place of whoever has most calls waiting, if that is more than `own`.
fn make_room(state: &mut State, own: usize) -> bool {
    let longest = state.rows.values_mut().max_by_key(|row| row.waiting.len());
    let Some(row) = longest.filter(|row| row.waiting.len() > own + 1) else { return false };
    row.waiting.pop_back();
    state.waiting -= 1;
    true
}

fn forget_if_idle(state: &mut State, caller: &Caller) {
    if state.rows.get(caller).is_some_and(|row| row.running == 0 && row.waiting.is_empty()) {
        state.rows.remove(caller);
    }
}

impl Permit {
    /// Gives up the place without having worked: the time does not tell how long calls take.
    pub fn hand_back(mut self) -> (Gate, Caller) {
        self.counts = false;
        self.gate.leave(&self.caller, None);
        (self.gate.clone(), Arc::clone(&self.caller))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if self.counts {
            self.gate.leave(&self.caller, Some(self.since.elapsed()));
        }
    }
}

/// The place of one request, which it may leave for a while.
#[derive(Clone)]
pub struct Turn(Rc<Cell<Held>>);

#[derive(Default)]
enum Held {
    Inside(Permit),
    Outside(Gate, Caller),
    #[default]
    Over,
}

impl Turn {
    /// Of a request that was let through.
    pub fn new(permit: Permit) -> Self {
        Self(Rc::new(Cell::new(Held::Inside(permit))))
    }

    /// Lets others go first, while this request waits for its own body.
    pub fn leave(&self) {
        self.0.set(match self.0.take() {
            Held::Inside(permit) => {
                let (gate, caller) = permit.hand_back();
                Held::Outside(gate, caller)
            }
            held @ (Held::Outside(..) | Held::Over) => held,
        });
    }

    /// Waits for a place again.
    pub async fn come_back(&self) -> Result<(), Full> {
        match self.0.take() {
            Held::Outside(gate, caller) => self.0.set(Held::Inside(gate.enter_again(caller).await?)),
            held @ (Held::Inside(_) | Held::Over) => self.0.set(held),
        }
        Ok(())
    }

    /// The request is answered.
    pub fn end(&self) {
        self.0.set(Held::Over);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, future::join_all};

    use super::*;

    fn gate(running: usize, share: usize, waiting: usize) -> Gate {
        Gate::new(GateLimits { running, share, waiting, patience: Duration::from_hours(1) })
    }

    fn enter(gate: &Gate, caller: &str) -> Permit {
        gate.enter(caller.into()).now_or_never().expect("let through at once").unwrap()
    }

    #[tokio::test]
    async fn a_caller_has_its_share_and_others_find_room() {
        let gate = gate(4, 3, 8);
        let mut inside = Vec::new();
        for _ in 0..3 {
            inside.push(enter(&gate, "a"));
        }
        let mut fourth = Box::pin(gate.enter("a".into()));
        assert!(fourth.as_mut().now_or_never().is_none());
        let other = enter(&gate, "b");
        drop(other);
        assert!(fourth.as_mut().now_or_never().is_none(), "the room is for others");
        drop(inside.pop());
        let fourth = fourth.now_or_never().unwrap().unwrap();
        drop((inside, fourth));
        let state = gate.state();
        assert!(state.running == 0 && state.waiting == 0 && state.rows.is_empty() && state.turns.is_empty());
    }

    #[tokio::test]
    async fn callers_take_turns_whoever_came_first() {
        let gate = gate(1, 1, 100);
        let first = enter(&gate, "a");
        let order = Mutex::new(Vec::new());
        let wait = async |caller: &'static str| {
            let permit = gate.enter(caller.into()).await.unwrap();
            order.lock().unwrap().push(caller);
            drop(permit);
        };
        let flood = join_all((0..10).map(|_| wait("a")));
        let other = join_all((0..2).map(|_| wait("b")));
        let release = async { drop(first) };
        tokio::join!(flood, other, release);
        let order = order.into_inner().unwrap();
        assert_eq!(order[..4], ["a", "b", "a", "b"], "{order:?}");
        assert_eq!(order.len(), 12);
    }

    #[tokio::test]
    async fn a_full_row_refuses_at_once_and_makes_room_for_others() {
        let gate = gate(1, 1, 3);
        let first = enter(&gate, "a");
        let mut flood: Vec<_> = (0..3).map(|_| Box::pin(gate.enter("a".into()))).collect();
        for waiting in &mut flood {
            assert!(waiting.as_mut().now_or_never().is_none());
        }
        assert_eq!(gate.enter("a".into()).now_or_never().unwrap().unwrap_err(), Full);
        let mut other = Box::pin(gate.enter("b".into()));
        assert!(other.as_mut().now_or_never().is_none(), "it waits");
        assert_eq!(flood.pop().unwrap().await.unwrap_err(), Full, "the last of the flood made room");
        drop(first);
        drop(flood.remove(0).await.unwrap());
        drop(other.await.unwrap());
    }

    #[tokio::test]
    async fn nobody_waits_for_too_long() {
        let limits = GateLimits { running: 1, share: 1, waiting: 100, patience: Duration::from_millis(10) };
        let gate = Gate::new(limits);
        let inside = enter(&gate, "a");
        gate.state().average_s = 0.004;
        let mut waiting = Vec::new();
        for _ in 0..2 {
            let mut turn = Box::pin(gate.enter("a".into()));
            assert!(turn.as_mut().now_or_never().is_none());
            waiting.push(turn);
        }
        assert_eq!(gate.enter("a".into()).await.unwrap_err(), Full);
        let mut again = Box::pin(gate.enter_again("a".into()));
        assert!(again.as_mut().now_or_never().is_none(), "whoever was inside is not refused");
        drop((inside, waiting));
        drop(again.await.unwrap());
    }

    #[tokio::test]
    async fn whoever_goes_away_gives_its_place_up() {
        let gate = gate(1, 1, 10);
        let inside = enter(&gate, "a");
        let mut gone = Box::pin(gate.enter("a".into()));
        assert!(gone.as_mut().now_or_never().is_none());
        drop(gone);
        // One that was let through and never looked.
        let mut late = Box::pin(gate.enter("b".into()));
        assert!(late.as_mut().now_or_never().is_none());
        assert_eq!(&*inside.hand_back().1, "a");
        drop(late);
        drop(enter(&gate, "c"));
        assert!(gate.state().rows.is_empty() && gate.state().running == 0);
    }
}
