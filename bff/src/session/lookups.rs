//! What cookies that nobody here knows may cost.
//!
//! Looking a session up costs a call, Redis and the database, and anybody can make up cookies. So the answer «no
//! session» is remembered (a secret that was none never becomes one), the same cookies are looked up once at a time,
//! and each network (IPv4 /24, IPv6 /56) has a budget of look-ups that find nothing. Cookies that were a session here
//! before are looked up whatever their network's budget says: a stranger behind the same address shuts nobody out.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    hash::Hash,
    net::{IpAddr, Ipv4Addr},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use ipnet::IpNet;

use super::cache::Key;

/// Look-ups that a network may waste at once; what it has wasted is forgiven by [`FORGIVEN_PER_S`].
const BUDGET: i64 = 60;
/// Wasted look-ups that are forgiven in a second.
const FORGIVEN_PER_S: i64 = 1;
/// How long «no session» is remembered, in seconds.
const INVALID_S: i64 = 600;
/// Cookies remembered at most as no session, as a session, and networks: some 4 MB in all.
const MAX_INVALID: usize = 20_000;
const MAX_KNOWN: usize = 40_000;
const MAX_NETWORKS: usize = 20_000;

/// What to do about cookies that are not in the cache.
#[derive(Debug)]
pub enum Turn<'a> {
    /// To be looked up.
    Ask(Asking<'a>),
    /// No session, as was found before.
    Invalid,
    /// The same cookies, or as many others of the network as may be, are being looked up.
    Later,
    /// The network's budget is used up for so long.
    Wait(Duration),
}

#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    /// Look-ups that found nothing and are not forgiven yet.
    wasted: i64,
    /// Look-ups under way.
    in_hand: i64,
    /// What is forgiven is counted from here, in seconds since 1970.
    counted_at: i64,
}

#[derive(Debug, Default)]
struct State {
    /// Until when (seconds since 1970) cookies are remembered as no session.
    invalid: HashMap<Key, i64>,
    /// When (seconds since 1970) cookies were last found to be a session.
    known: HashMap<Key, i64>,
    asking: HashSet<Key>,
    networks: HashMap<IpNet, Spent>,
}

/// The look-ups of all workers.
#[derive(Debug, Default)]
pub struct Lookups(Mutex<State>);

impl Lookups {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every section leaves the state whole, so a panic elsewhere does not make it wrong.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether these cookies of a device at `address` are to be looked up at `now` (seconds since 1970).
    pub fn enter(&self, key: Key, address: &str, now: i64) -> Turn<'_> {
        let mut state = self.state();
        match state.invalid.entry(key) {
            Entry::Occupied(entry) if now < *entry.get() => return Turn::Invalid,
            Entry::Occupied(entry) => {
                entry.remove();
            }
            Entry::Vacant(_) => {}
        }
        if state.known.contains_key(&key) {
            return Turn::Ask(Asking { lookups: self, key, network: None, now, decided: false });
        }
        if state.asking.contains(&key) {
            return Turn::Later;
        }
        let network = network(address);
        make_room(&mut state.networks, MAX_NETWORKS, |spent| !spent.is_nothing(now), |spent| spent.counted_at);
        let spent = state.networks.entry(network).or_insert(Spent { counted_at: now, ..Spent::default() });
        spent.forgive(now);
        if spent.wasted >= BUDGET {
            let seconds = (spent.wasted - BUDGET).div_euclid(FORGIVEN_PER_S) + 1;
            return Turn::Wait(Duration::from_secs(seconds.unsigned_abs()));
        }
        if spent.wasted + spent.in_hand >= BUDGET {
            return Turn::Later;
        }
        spent.in_hand += 1;
        state.asking.insert(key);
        Turn::Ask(Asking { lookups: self, key, network: Some(network), now, decided: false })
    }

    /// Remembers cookies as a session: they have just been given out or found.
    pub fn know(&self, key: Key, now: i64) {
        let mut state = self.state();
        make_room(&mut state.known, MAX_KNOWN, |_| true, |at| *at);
        state.known.insert(key, now);
    }
}

impl Spent {
    fn forgive(&mut self, now: i64) {
        let passed = (now - self.counted_at).max(0);
        self.wasted = (self.wasted - passed.saturating_mul(FORGIVEN_PER_S)).max(0);
        self.counted_at = self.counted_at.max(now);
    }

    fn is_nothing(mut self, now: i64) -> bool {
        self.forgive(now);
        self.wasted == 0 && self.in_hand == 0
    }
}

/// A look-up under way. One that is dropped without a word counts as wasted: whoever asked did not wait for it.
#[derive(Debug)]
#[must_use]
pub struct Asking<'a> {
    lookups: &'a Lookups,
    key: Key,
    /// None for cookies that were a session before.
    network: Option<IpNet>,
    now: i64,
    decided: bool,
}

impl Asking<'_> {
    /// It is a session.
    pub fn valid(mut self) {
        self.decided = true;
        self.settle(false);
        self.lookups.know(self.key, self.now);
    }

    /// It is none.
    pub fn invalid(mut self) {
        self.decided = true;
        self.settle(true);
        let mut state = self.lookups.state();
        state.known.remove(&self.key);
        make_room(&mut state.invalid, MAX_INVALID, |until| self.now < *until, |until| *until);
        state.invalid.insert(self.key, self.now + INVALID_S);
    }

    /// Nobody could say.
    pub fn undecided(mut self) {
        self.decided = true;
        self.settle(false);
    }

    fn settle(&self, wasted: bool) {
        let Some(network) = self.network else { return };
        let mut state = self.lookups.state();
        state.asking.remove(&self.key);
        if let Some(spent) = state.networks.get_mut(&network) {
            spent.in_hand = (spent.in_hand - 1).max(0);
            spent.wasted += i64::from(wasted);
        }
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        if !self.decided {
            self.settle(true);
        }
    }
}

/// Makes room for one more: what is of no use goes, and when that is not enough the older half.
///
/// Nobody can wash away what is remembered of him without wasting look-ups of his own.
fn make_room<K: Eq + Hash, V>(map: &mut HashMap<K, V>, most: usize, useful: impl Fn(&V) -> bool, at: fn(&V) -> i64) {
    if map.len() < most {
        return;
    }
    map.retain(|_, value| useful(value));
    if map.len() < most {
        return;
    }
    let mut instants: Vec<i64> = map.values().map(at).collect();
    let middle = instants.len() / 2;
    let (_, &mut median, _) = instants.select_nth_unstable(middle);
    // Of those of the median's own instant as many go as make a half.
    let mut surplus = middle.max(1);
    map.retain(|_, value| {
        let goes = surplus > 0 && at(value) <= median;
        surplus -= usize::from(goes);
        !goes
    });
}

/// What counts as one network. Addresses that can't be read are one together.
fn network(address: &str) -> IpNet {
    let address: IpAddr = address.parse().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let length = if address.is_ipv4() { 24 } else { 56 };
    // Both lengths are such as an address has.
    IpNet::new(address, length).map_or_else(|_| IpNet::from(address), |network| network.trunc())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "203.0.113.7";

    fn key(number: u32) -> Key {
        let mut key = [0; 32];
        key[..4].copy_from_slice(&number.to_be_bytes());
        key
    }

    /// Looks up cookies that are no session: whether auth was asked.
    fn waste(lookups: &Lookups, number: u32, address: &str, now: i64) -> bool {
        match lookups.enter(key(number), address, now) {
            Turn::Ask(asking) => {
                asking.invalid();
                true
            }
            Turn::Invalid | Turn::Wait(_) => false,
            Turn::Later => panic!("nothing is under way"),
        }
    }

    #[test]
    fn a_network_wastes_so_many_look_ups_and_one_more_each_second() {
        let lookups = Lookups::default();
        assert_eq!((0..1_000).filter(|number| waste(&lookups, *number, HERE, 100)).count(), 60);
        let Turn::Wait(wait) = lookups.enter(key(5_000), "203.0.113.200", 100) else { panic!("it may ask") };
        assert_eq!(wait, Duration::from_secs(1));
        assert!(waste(&lookups, 5_000, "203.0.114.1", 100), "another network has its own");
        assert_eq!((6_000..7_000).filter(|number| waste(&lookups, *number, HERE, 110)).count(), 10);
    }

    #[test]
    fn the_same_cookies_are_looked_up_once() {
        let lookups = Lookups::default();
        assert!(waste(&lookups, 1, HERE, 100));
        assert!((0..100).all(|_| matches!(lookups.enter(key(1), HERE, 699), Turn::Invalid)));
        assert!(waste(&lookups, 1, HERE, 700), "remembered for ten minutes");
        let Turn::Ask(asking) = lookups.enter(key(2), HERE, 700) else { panic!("it may ask") };
        assert!(matches!(lookups.enter(key(2), HERE, 700), Turn::Later));
        asking.valid();
        assert!(matches!(lookups.enter(key(2), HERE, 700), Turn::Ask(_)));
    }

    #[test]
    fn what_was_a_session_is_looked_up_whatever_its_network_wastes() {
        let lookups = Lookups::default();
        lookups.know(key(1), 100);
        assert_eq!((10..1_000).filter(|number| waste(&lookups, *number, HERE, 100)).count(), 60);
        for _ in 0..100 {
            let Turn::Ask(asking) = lookups.enter(key(1), HERE, 100) else { panic!("a session is shut out") };
            asking.valid();
        }
        let Turn::Ask(asking) = lookups.enter(key(1), HERE, 100) else { panic!("a session is shut out") };
        asking.invalid();
        assert!(matches!(lookups.enter(key(1), HERE, 100), Turn::Invalid), "it has ended");
    }

    #[test]
    fn whoever_does_not_wait_has_wasted_and_a_service_that_is_away_is_nobodys_fault() {
        let lookups = Lookups::default();
        for number in 0..1_000 {
            let Turn::Ask(asking) = lookups.enter(key(number), HERE, 100) else { panic!("it may ask") };
            asking.undecided();
        }
        for number in 0..60 {
            drop(lookups.enter(key(number), HERE, 100));
        }
        assert!(matches!(lookups.enter(key(60), HERE, 100), Turn::Wait(_)));
    }

    #[test]
    fn look_ups_under_way_are_bounded_too() {
        let lookups = Lookups::default();
        let turns: Vec<Turn<'_>> = (0..1_000).map(|number| lookups.enter(key(number), HERE, 100)).collect();
        assert_eq!(turns.iter().filter(|turn| matches!(turn, Turn::Ask(_))).count(), 60);
        assert!(turns[60..].iter().all(|turn| matches!(turn, Turn::Later)));
    }

    #[test]
    fn memory_is_bounded() {
        let lookups = Lookups::default();
        for number in 0..100_000_u32 {
            let [a, b, c, d] = number.to_be_bytes();
            waste(&lookups, number, &format!("2001:db8:{a:x}{b:02x}:{c:x}{d:02x}::1"), 100);
            lookups.know(key(number), 100);
        }
        let state = lookups.state();
        assert!(state.invalid.len() <= MAX_INVALID && state.known.len() <= MAX_KNOWN);
        assert!(state.networks.len() <= MAX_NETWORKS && state.asking.is_empty());
    }
}
