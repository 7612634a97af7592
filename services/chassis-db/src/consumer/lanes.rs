//! Events that wait, each behind those of its lane that must come first.
//!
//! What is kept of one is its place in the stream, some hundred bytes: the import of one seller can wait behind that
//! seller's lock while everything else is read past it. An event that is tried again and again while others pass steps
//! apart, into a lane of its own, and holds nobody up any more.

use std::{
    collections::{BTreeSet, HashMap, HashSet, VecDeque},
    fmt,
    time::{Duration, Instant},
};

use uuid::Uuid;

use super::{ConsumerOptions, FIRST_BACKOFF, HandlerError, LONGEST_BACKOFF};
use crate::error::DbError;

/// Events that wait at most before no more are read.
const ROOM: usize = 200_000;
/// So often an event fails, or has to wait although others pass, before it steps apart.
const TRIES: u32 = 3;
/// One that has stepped apart is tried at least this often.
const LONGEST_APART: Duration = Duration::from_mins(15);
/// After an attempt of one that stands apart, all of them rest for so many times what it took.
const REST: u32 = 20;

/// Where an event stands: its stream, and the two numbers of its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub topic: &'static str,
    /// When it came into the stream, in milliseconds since 1970, by Redis' clock.
    pub millis: u64,
    number: u64,
}

impl Place {
    /// The place of an entry, by its id.
    pub(super) fn of(topic: &'static str, id: &str) -> Option<Self> {
        let (millis, number) = id.split_once('-')?;
        Some(Self { topic, millis: millis.parse().ok()?, number: number.parse().ok()? })
    }
}

/// The id of the entry.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.millis, self.number)
    }
}

/// An event in its lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    pub place: Place,
    /// Attempts that were begun and whose end nobody saw, as Redis counts them.
    pub begun: u32,
    /// It was somebody else's before: the next attempt is counted when it begins.
    pub taken_over: bool,
}

/// Why an event has to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// Something was locked for longer than it is waited for at a time.
    Locked,
    /// The database is away.
    Away,
    /// It took too long.
    Slow,
    /// It failed otherwise.
    Failed,
}

impl Cause {
    /// Why an event was not handled that its handler does not refuse.
    pub(super) fn of(error: &HandlerError) -> Self {
        match error {
            HandlerError::Database(error) if error.is_lock_wait() => Self::Locked,
            HandlerError::Database(error) if error.is_outage() => Self::Away,
            HandlerError::Database(DbError::Timeout(_)) => Self::Slow,
            HandlerError::Database(_) | HandlerError::Refused(_) | HandlerError::Failed(_) => Self::Failed,
        }
    }

    /// For the metric.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Locked => "locked",
            Self::Away => "away",
            Self::Slow => "slow",
            Self::Failed => "failed",
        }
    }
}

/// Events that must be handled one after the other.
#[derive(Debug, Default)]
pub(super) struct Lane {
    pub events: VecDeque<Waiting>,
    /// How often the first was tried in vain, waits for locks left out.
    tries: u32,
    /// How often it failed, or had to wait although others had been handled since.
    suspect: u32,
    /// How many had been handled by its last try.
    handled_then: u64,
    /// Of a single event, which others of its lane before may have passed.
    pub apart: bool,
}

impl Lane {
    /// Of one event.
    pub(super) fn of(waiting: Waiting) -> Self {
        Self { events: VecDeque::from([waiting]), ..Self::default() }
    }

    /// The first has been settled: out with it.
    pub(super) fn pass(&mut self) {
        self.events.pop_front();
        (self.tries, self.suspect) = (0, 0);
    }
}

/// While the database is away only one event is tried, now and then.
#[derive(Debug)]
struct Away {
    until: Instant,
    pause: Duration,
}

/// All that wait. They are lost with the connection to Redis, which still has them as unacknowledged.
#[derive(Debug)]
pub(super) struct Lanes {
    all: HashMap<Uuid, Lane>,
    /// When which is tried, those that stand apart by themselves.
    due: BTreeSet<(Instant, Uuid)>,
    apart: BTreeSet<(Instant, Uuid)>,
    apart_rest_until: Option<Instant>,
    away: Option<Away>,
    /// Deliveries that are this process's and not settled: all that wait, and what is in hand.
    ours: HashSet<Place>,
    hold_due: Instant,
    handled: u64,
    options: ConsumerOptions,
}

impl Lanes {
    pub(super) fn new(options: &ConsumerOptions) -> Self {
        Self {
            all: HashMap::new(),
            due: BTreeSet::new(),
            apart: BTreeSet::new(),
            apart_rest_until: None,
            away: None,
            ours: HashSet::new(),
            hold_due: Instant::now(),
            handled: 0,
            options: options.clone(),
        }
    }

    /// Takes note of a delivery; `false` if it is in hand or waits already.
    pub(super) fn take(&mut self, place: Place) -> bool {
        self.ours.insert(place)
    }

    /// A delivery has been settled.
    pub(super) fn settled(&mut self, place: &Place) {
        self.ours.remove(place);
    }

    pub(super) fn is_ours(&self, place: &Place) -> bool {
        self.ours.contains(place)
    }

    /// All deliveries of a topic that are not settled.
    pub(super) fn ours(&self, topic: &'static str) -> impl Iterator<Item = &Place> {
        self.ours.iter().filter(move |place| place.topic == topic)
    }

    /// Whether it is time to keep what is ours from being taken over.
    pub(super) fn is_hold_due(&self, now: Instant) -> bool {
        self.hold_due <= now && !self.ours.is_empty()
    }

    /// All that is ours has been kept.
    pub(super) fn held(&mut self, now: Instant) {
        self.hold_due = now + self.options.min_idle / 3;
    }

    /// The database answers, and an event has been handled if `handled`.
    pub(super) fn answered(&mut self, handled: bool) {
        self.away = None;
        self.handled += u64::from(handled);
    }

    /// One that stood apart has been handled: what ailed it may be over for the others, too.
    pub(super) fn hurry_apart(&mut self, now: Instant) {
        if self.apart.last().is_some_and(|&(due, _)| due > now) {
            self.apart = std::mem::take(&mut self.apart).into_iter().map(|(due, key)| (due.min(now), key)).collect();
        }
    }

    /// Whether the database was away at the last attempt: nothing is tried but what waits.
    pub(super) fn is_away(&self) -> bool {
        self.away.is_some() && !self.all.is_empty()
    }

    /// Whether nothing more should be read.
    pub(super) fn is_full(&self) -> bool {
        self.ours.len() >= ROOM
    }

    /// How many wait, and how many of them apart.
    pub(super) fn len(&self) -> (usize, usize) {
        (self.ours.len(), self.apart.len())
    }

    /// Whether an event of this lane would have to wait behind others.
    pub(super) fn is_taken(&self, key: Uuid) -> bool {
        self.all.contains_key(&key)
    }

    /// Puts an event at the end of its lane.
    pub(super) fn add(&mut self, key: Uuid, waiting: Waiting, now: Instant) {
        if let Some(lane) = self.all.get_mut(&key) {
            lane.events.push_back(waiting);
        } else {
            self.insert(key, Lane::of(waiting), now);
        }
    }

    /// Puts a lane back that [`Self::take_due`] gave.
    pub(super) fn insert(&mut self, key: Uuid, lane: Lane, due: Instant) {
        let order = if lane.apart { &mut self.apart } else { &mut self.due };
        order.insert((due, key));
        self.all.insert(key, lane);
    }

    /// Takes out the lane that has been due for longest; those that stand apart are only looked at when no other is due.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<(Uuid, Lane)> {
        if self.away.as_ref().is_some_and(|away| away.until > now) {
            return None;
        }
        let is_due = |entry: &&(Instant, Uuid)| entry.0 <= now;
        let resting = self.apart_rest_until.is_some_and(|until| until > now);
        let key = if let Some(&entry) = self.due.first().filter(is_due) {
            self.due.remove(&entry);
            entry.1
        } else {
            let &entry = self.apart.first().filter(is_due).filter(|_| !resting)?;
            self.apart.remove(&entry);
            entry.1
        };
        Some((key, self.all.remove(&key)?))
    }

    /// Time until a lane is due, `most` at most.
    pub(super) fn pause(&self, most: Duration, now: Instant) -> Duration {
        let first = |order: &BTreeSet<(Instant, Uuid)>| order.first().map(|&(due, _)| due);
        let apart = first(&self.apart).max(self.apart_rest_until.filter(|_| !self.apart.is_empty()));
        let next = [first(&self.due), apart].into_iter().flatten().min();
        let next = next.max(self.away.as_ref().filter(|_| next.is_some()).map(|away| away.until));
        next.map_or(most, |due| due.saturating_duration_since(now).min(most))
    }

    /// Puts a lane back whose first event was tried in vain, for so long. Tells of an event that steps apart: by `own`,
    /// the key of its own lane.
    pub(super) fn put_off(&mut self, key: Uuid, own: Uuid, mut lane: Lane, why: Cause, took: Duration) -> bool {
        let now = Instant::now();
        if lane.apart {
            self.apart_rest_until = Some(now + took * REST);
        }
        if why == Cause::Away {
            let pause = self.away.as_ref().map_or(FIRST_BACKOFF, |away| (away.pause * 2).min(LONGEST_BACKOFF));
            self.away = Some(Away { until: now + pause, pause });
        } else {
            self.answered(false);
        }
        let retry_in = match why {
            Cause::Locked => self.options.lock_retry,
            Cause::Away => Duration::ZERO,
            Cause::Slow | Cause::Failed if lane.apart => doubled(self.options.apart_retry, lane.tries, LONGEST_APART),
            Cause::Slow | Cause::Failed => doubled(self.options.retry, lane.tries, LONGEST_BACKOFF),
        };
        if why != Cause::Locked {
            lane.tries = lane.tries.saturating_add(1);
            lane.suspect += u32::from(why == Cause::Failed || self.handled != lane.handled_then);
            lane.handled_then = self.handled;
        }
        if lane.apart || lane.suspect < TRIES {
            self.insert(key, lane, now + retry_in);
            return false;
        }
        let Some(first) = lane.events.pop_front() else { return false };
        (lane.tries, lane.suspect) = (0, 0);
        if !lane.events.is_empty() {
            self.insert(key, lane, now);
        }
        if let Some(same) = self.all.get_mut(&own) {
            // It came twice, and stands there already.
            same.events.push_back(first);
            return false;
        }
        self.insert(own, Lane { apart: true, ..Lane::of(first) }, now + self.options.apart_retry);
        true
    }
}

/// `first`, doubled so many times.
fn doubled(first: Duration, times: u32, most: Duration) -> Duration {
    first.saturating_mul(1 << times.min(16)).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Uuid = Uuid::from_u128(1);
    const B: Uuid = Uuid::from_u128(2);
    const EVENT: Uuid = Uuid::from_u128(3);

    fn waiting(number: u64) -> Waiting {
        Waiting { place: Place { topic: "things", millis: 7, number }, begun: 1, taken_over: false }
    }

    /// Retries at once, so that all that limits them is what this file decides.
    fn lanes() -> Lanes {
        let options =
            ConsumerOptions { retry: Duration::ZERO, lock_retry: Duration::ZERO, ..ConsumerOptions::default() };
        Lanes::new(&options)
    }

    /// Tries the lane that is due, in vain.
    fn fail(lanes: &mut Lanes, why: Cause, took: Duration) -> bool {
        let (key, lane) = lanes.take_due(Instant::now()).unwrap();
        lanes.put_off(key, EVENT, lane, why, took)
    }

    #[test]
    fn a_place_is_the_id_of_its_entry() {
        let place = Place::of("things", "1764000000000-12").unwrap();
        assert_eq!((place.to_string().as_str(), place.millis), ("1764000000000-12", 1_764_000_000_000));
        for id in ["", "1", "1-", "-1", "a-1", "1-2-3"] {
            assert_eq!(Place::of("things", id), None, "{id}");
        }
    }

    #[test]
    fn what_waits_is_bounded() {
        let mut lanes = lanes();
        for number in 0.. {
            if lanes.is_full() {
                break;
            }
            lanes.take(waiting(number).place);
            lanes.add(A, waiting(number), Instant::now());
        }
        assert_eq!(lanes.len(), (ROOM, 0));
        lanes.settled(&waiting(0).place);
        assert!(!lanes.is_full());
    }

    #[test]
    fn what_is_slow_alone_steps_apart_and_what_is_slow_with_all_others_does_not() {
        let mut lanes = lanes();
        lanes.add(A, waiting(1), Instant::now());
        lanes.add(A, waiting(2), Instant::now());
        for _ in 0..20 {
            assert!(!fail(&mut lanes, Cause::Slow, Duration::ZERO), "nobody passed");
        }
        for steps_apart in [false, false, true] {
            lanes.answered(true);
            assert_eq!(fail(&mut lanes, Cause::Slow, Duration::ZERO), steps_apart, "somebody passed");
        }
        assert_eq!(lanes.len().1, 1);
        // The next of its lane takes its place.
        let (key, lane) = lanes.take_due(Instant::now()).unwrap();
        assert_eq!((key, lane.apart, lane.events.len()), (A, false, 1));
        assert_eq!(lane.events[0].place, waiting(2).place);
    }

    #[test]
    fn a_wait_for_a_lock_is_no_failure() {
        let mut lanes = lanes();
        lanes.add(A, waiting(1), Instant::now());
        for _ in 0..20 {
            lanes.answered(true);
            assert!(!fail(&mut lanes, Cause::Locked, Duration::ZERO));
        }
    }

    #[test]
    fn what_stands_apart_comes_after_all_others_and_rests_in_proportion() {
        let mut lanes = Lanes::new(&ConsumerOptions { apart_retry: Duration::ZERO, ..ConsumerOptions::default() });
        lanes.insert(EVENT, Lane { apart: true, ..Lane::of(waiting(1)) }, Instant::now());
        lanes.add(B, waiting(2), Instant::now());
        let (first, lane) = lanes.take_due(Instant::now()).unwrap();
        assert_eq!(first, B);
        lanes.put_off(first, EVENT, lane, Cause::Locked, Duration::ZERO);
        assert!(!fail(&mut lanes, Cause::Slow, Duration::from_secs(1)));
        let soon = Instant::now() + Duration::from_secs(18);
        lanes.take_due(soon).map(|(key, _)| assert_eq!(key, B)).unwrap();
        assert!(lanes.take_due(soon).is_none());
        assert_eq!(lanes.take_due(soon + Duration::from_secs(3)).unwrap().0, EVENT);
    }

    #[test]
    fn when_one_that_stood_apart_is_handled_the_others_are_tried() {
        let (mut lanes, now) = (lanes(), Instant::now());
        for (key, wait) in [(A, 60), (B, 900)] {
            lanes.insert(key, Lane { apart: true, ..Lane::of(waiting(wait)) }, now + Duration::from_secs(wait));
        }
        assert!(lanes.take_due(now).is_none());
        lanes.hurry_apart(now);
        assert!(lanes.take_due(now).is_some() && lanes.take_due(now).is_some());
    }

    #[test]
    fn while_the_database_is_away_one_event_is_tried_now_and_then() {
        let mut lanes = lanes();
        lanes.add(A, waiting(1), Instant::now());
        lanes.add(B, waiting(2), Instant::now());
        fail(&mut lanes, Cause::Away, Duration::ZERO);
        assert!(lanes.is_away() && lanes.take_due(Instant::now()).is_none());
        let later = Instant::now() + LONGEST_BACKOFF;
        let pause = lanes.pause(LONGEST_BACKOFF, Instant::now());
        assert!(pause > Duration::ZERO && pause <= FIRST_BACKOFF, "{pause:?}");
        let (key, _) = lanes.take_due(later).unwrap();
        lanes.answered(true);
        assert!(!lanes.is_away() && lanes.take_due(Instant::now()).is_some_and(|(other, _)| other != key));
    }
}
