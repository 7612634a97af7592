//! How many connections there are, and which of them go when there are too many: of whoever has most the one that has
//! been idle for longest.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::Context,
};

use futures_util::task::AtomicWaker;
use ipnet::IpNet;
use tokio::time::Instant;

/// Stands for the time since which a connection is idle while it is not.
const BUSY: u64 = u64::MAX;

/// How many there may be at once.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Of everybody.
    pub in_all: usize,
    /// Of one network (IPv4 /24, IPv6 /56); trusted proxies are none.
    pub of_network: usize,
}

impl Most {
    /// So many in all, of which one network has a quarter.
    pub fn of(in_all: usize) -> Self {
        Self { in_all: in_all.max(1), of_network: in_all.div_ceil(4).max(1) }
    }
}

/// What others may know of a connection, and do to it.
#[derive(Debug)]
struct Shared {
    /// In milliseconds since the first moment of all connections; [`BUSY`] while a request is answered.
    idle_since: AtomicU64,
    sent_away: AtomicBool,
    waker: AtomicWaker,
}

impl Shared {
    fn idle_since(&self) -> Option<u64> {
        Some(self.idle_since.load(Ordering::Relaxed)).filter(|since| *since != BUSY)
    }
}

/// The connections of a network, or of all trusted proxies, by their numbers.
type Seats = HashMap<u64, Arc<Shared>>;

#[derive(Debug, Default)]
struct State {
    last: u64,
    all: usize,
    networks: HashMap<Option<IpNet>, Seats>,
}

/// The connections of all workers.
#[derive(Debug)]
pub struct Connections {
    most: Most,
    began: Instant,
    state: Mutex<State>,
}

/// The place of one connection; dropped, it is free.
#[derive(Debug)]
pub struct Seat {
    connections: Arc<Connections>,
    network: Option<IpNet>,
    number: u64,
    shared: Arc<Shared>,
}

impl Connections {
    /// With room for so many.
    pub fn new(most: Most) -> Arc<Self> {
        Arc::new(Self { most, began: Instant::now(), state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every section leaves the state whole, so a panic elsewhere does not make it wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn millis(&self, now: Instant) -> u64 {
        u64::try_from(now.duration_since(self.began).as_millis()).unwrap_or(BUSY - 1)
    }

    /// A place for a connection of `network` (none: of a trusted proxy) that was accepted at `now`. An idle one makes room
    /// for it where there is none; when nobody is idle there is no place.
    pub fn enter(self: &Arc<Self>, network: Option<IpNet>, now: Instant) -> Option<Seat> {
        let mut state = self.state();
        let has = state.networks.get(&network).map_or(0, HashMap::len);
        let room_in_network = network.is_none() || has < self.most.of_network || state.send_away(network);
        let room = room_in_network && (state.all < self.most.in_all || state.send_away_of_most());
        if !room {
            metrics::counter!("http_connections_refused_total").increment(1);
            return None;
        }
        let number = state.last + 1;
        let shared = Arc::new(Shared {
            idle_since: AtomicU64::new(self.millis(now)),
            sent_away: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        });
        (state.last, state.all) = (number, state.all + 1);
        state.networks.entry(network).or_default().insert(number, Arc::clone(&shared));
        Some(Seat { connections: Arc::clone(self), network, number, shared })
    }
}

impl State {
    /// Sends the connection of a network away that has been idle for longest; false when none is.
    fn send_away(&mut self, network: Option<IpNet>) -> bool {
        let Some(seats) = self.networks.get(&network) else { return false };
        let idle = seats.iter().filter_map(|(number, seat)| Some((seat.idle_since()?, *number)));
        let Some((_, number)) = idle.min() else { return false };
        let Some(seat) = self.remove(network, number) else { return false };
        seat.sent_away.store(true, Ordering::Release);
        seat.waker.wake();
        metrics::counter!("http_connections_sent_away_total").increment(1);
        true
    }

    /// The same of the network that has most, and of trusted proxies when nobody else is idle.
    fn send_away_of_most(&mut self) -> bool {
        let idle = self.networks.iter().filter(|(_, seats)| seats.values().any(|seat| seat.idle_since().is_some()));
        let most = idle.max_by_key(|(network, seats)| (network.is_some(), seats.len())).map(|(network, _)| *network);
        most.is_some_and(|network| self.send_away(network))
    }

    fn remove(&mut self, network: Option<IpNet>, number: u64) -> Option<Arc<Shared>> {
        let seats = self.networks.get_mut(&network)?;
        let seat = seats.remove(&number)?;
        if seats.is_empty() {
            self.networks.remove(&network);
        }
        self.all -= 1;
        Some(seat)
    }
}

impl Seat {
    /// A request is answered.
    pub fn is_busy(&self) {
        self.shared.idle_since.store(BUSY, Ordering::Relaxed);
    }

    /// Nothing is answered since `now`.
    pub fn is_idle(&self, now: Instant) {
        self.shared.idle_since.store(self.connections.millis(now), Ordering::Relaxed);
    }

    /// Whether the connection has to go as soon as it is idle; has the task woken when that changes.
    pub fn is_sent_away(&self, cx: &Context<'_>) -> bool {
        self.shared.waker.register(cx.waker());
        self.shared.sent_away.load(Ordering::Acquire)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        // Whoever was sent away has been counted out.
        self.connections.state().remove(self.network, self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::{task::Waker, time::Duration};

    use super::*;

    fn network(number: u8) -> IpNet {
        format!("203.0.{number}.0/24").parse().unwrap()
    }

    fn sent_away(seat: &Seat) -> bool {
        seat.is_sent_away(&Context::from_waker(Waker::noop()))
    }

    #[test]
    fn a_network_has_its_share_and_its_longest_idle_goes_first() {
        let connections = Connections::new(Most { in_all: 10, of_network: 3 });
        let now = Instant::now();
        let enter = |after| connections.enter(Some(network(1)), now + Duration::from_millis(after)).unwrap();
        let (first, second, third) = (enter(0), enter(1), enter(2));
        first.is_busy();
        let fourth = enter(3);
        assert_eq!([&first, &second, &third, &fourth].map(sent_away), [false, true, false, false]);
        drop(second);
        first.is_idle(now + Duration::from_millis(4));
        let fifth = enter(5);
        assert_eq!([&first, &third, &fourth, &fifth].map(sent_away), [false, true, false, false]);
        for seat in [&first, &fourth, &fifth] {
            seat.is_busy();
        }
        assert!(connections.enter(Some(network(1)), now).is_none(), "nobody is idle");
        assert!(connections.enter(Some(network(2)), now).is_some());
        for _ in 0..3 {
            drop(connections.enter(None, now).unwrap());
        }
        drop((first, third, fourth, fifth));
        let state = connections.state();
        assert_eq!((state.all, state.networks.len()), (0, 0));
    }

    #[test]
    fn in_all_whoever_has_most_makes_room_and_proxies_last() {
        let connections = Connections::new(Most { in_all: 6, of_network: 4 });
        let now = Instant::now();
        let enter = |network| connections.enter(network, now);
        let proxy: Vec<Seat> = (0..2).map(|_| enter(None).unwrap()).collect();
        let crowd: Vec<Seat> = (0..3).map(|_| enter(Some(network(1))).unwrap()).collect();
        let other = enter(Some(network(2))).unwrap();
        let more: Vec<Seat> = (3..5).map(|number| enter(Some(network(number))).unwrap()).collect();
        assert_eq!(crowd.iter().filter(|seat| sent_away(seat)).count(), 2, "then all networks have one");
        assert_eq!(proxy.iter().filter(|seat| sent_away(seat)).count(), 0);
        for seat in crowd.iter().chain([&other]).chain(&more) {
            seat.is_busy();
        }
        let last = enter(Some(network(7))).unwrap();
        last.is_busy();
        assert_eq!(proxy.iter().filter(|seat| sent_away(seat)).count(), 1);
        proxy.iter().for_each(Seat::is_busy);
        assert!(enter(Some(network(8))).is_none());
    }
}
