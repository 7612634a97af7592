//! How often somebody without a session may ask.

use std::{
    hash::Hash,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use ipnet::IpNet;
use uuid::Uuid;

use crate::recent::Recent;

/// How long a count lasts.
const WINDOW_S: i64 = 60;
/// Asks of each in a window, if nothing else is said.
const MAX_ASKS: u32 = 120;
/// How many are remembered at once; of more, those that have not asked for longest are forgotten.
const MAX_KNOWN: usize = 20_000;

/// What needs no session, and how often it may be asked for.
#[derive(Debug, Default)]
pub struct Asks {
    /// The page of each order. Only whoever has its paper knows the address.
    pub orders: Throttle<Uuid>,
    /// Each payment's way back from the gateway. Only payer and gateway know the address.
    pub returns: Throttle<Uuid>,
    /// Payments that bring no seal of ours, by network.
    pub payments: Throttle,
}

/// Counts what each asks in a minute: each network (IPv4 /24, IPv6 /56), or each of something else.
///
/// Kept in this process's memory: it saves the services behind from floods and decides nothing else.
#[derive(Debug)]
pub struct Throttle<K = IpNet> {
    max_asks: u32,
    counts: Mutex<Recent<K, Count>>,
}

impl<K: Eq + Hash> Default for Throttle<K> {
    fn default() -> Self {
        Self::allowing(MAX_ASKS)
    }
}

#[derive(Clone, Copy, Debug)]
struct Count {
    /// Seconds since 1970.
    ends_at: i64,
    asks: u32,
}

impl<K: Eq + Hash> Throttle<K> {
    /// Lets each ask so often in a minute.
    pub fn allowing(max_asks: u32) -> Self {
        Self { max_asks, counts: Mutex::new(Recent::holding(MAX_KNOWN)) }
    }

    fn counts(&self) -> MutexGuard<'_, Recent<K, Count>> {
        // Every section leaves the map whole, so a panic elsewhere does not make it wrong.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one ask of `key` at `now_s` (seconds since 1970); the error is how long to wait.
    pub fn admit_one(&self, key: K, now_s: i64) -> Result<(), Duration> {
        let fresh = Count { ends_at: now_s + WINDOW_S, asks: 0 };
        let mut counts = self.counts();
        let count = counts.get_or_insert(key, fresh);
        if count.ends_at <= now_s {
            *count = fresh;
        }
        if count.asks >= self.max_asks {
            return Err(wait(count.ends_at - now_s));
        }
        count.asks += 1;
        Ok(())
    }
}

impl Throttle {
    /// Whether `address` may ask at `now_s` (seconds since 1970), without counting it; the error is how long to wait.
    pub fn check(&self, address: &str, now_s: i64) -> Result<(), Duration> {
        let Some(network) = address.parse().ok().and_then(network) else { return Ok(()) };
        match self.counts().get(&network) {
            Some(count) if count.ends_at > now_s && count.asks >= self.max_asks => Err(wait(count.ends_at - now_s)),
            _ => Ok(()),
        }
    }

    /// Counts one ask of `address` at `now_s` (seconds since 1970); the error is how long to wait.
    pub fn admit(&self, address: &str, now_s: i64) -> Result<(), Duration> {
        // Without an address there is nobody to hold back.
        let Some(network) = address.parse().ok().and_then(network) else { return Ok(()) };
        self.admit_one(network, now_s)
    }

    /// Takes one ask of `address` back, which was counted in the minute of `now_s` or before.
    pub fn give_back(&self, address: &str, now_s: i64) {
        let Some(network) = address.parse().ok().and_then(network) else { return };
        if let Some(count) = self.counts().get_mut(&network).filter(|count| count.ends_at > now_s) {
            count.asks = count.asks.saturating_sub(1);
        }
    }
}

/// The network (IPv4 /24, IPv6 /56) that an address belongs to.
pub fn network(address: IpAddr) -> Option<IpNet> {
    let length = if address.is_ipv4() { 24 } else { 56 };
    IpNet::new(address, length).ok().map(|network| network.trunc())
}

fn wait(seconds: i64) -> Duration {
    Duration::from_secs(seconds.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_held_back_for_the_rest_of_its_minute() {
        let throttle = Throttle::<IpNet>::default();
        for host in 0..MAX_ASKS {
            assert_eq!(throttle.admit(&format!("203.0.113.{host}"), 1_000), Ok(()));
        }
        assert_eq!(throttle.admit("203.0.113.200", 1_015), Err(Duration::from_secs(45)));
        assert_eq!(throttle.admit("203.0.114.200", 1_015), Ok(()));
        assert_eq!(throttle.admit("2001:db8::1", 1_015), Ok(()));
        assert_eq!(throttle.admit("203.0.113.200", 1_060), Ok(()));
        assert_eq!(throttle.admit("", 1_060), Ok(()));
    }

    #[test]
    fn whoever_only_looks_is_not_counted() {
        let throttle = Throttle::<IpNet>::default();
        assert_eq!(throttle.check("203.0.113.1", 1_000), Ok(()));
        assert!(throttle.counts().get(&network([203, 0, 113, 1].into()).unwrap()).is_none());
        for _ in 0..MAX_ASKS {
            assert_eq!(throttle.check("203.0.113.1", 1_000), Ok(()));
            assert_eq!(throttle.admit("203.0.113.1", 1_000), Ok(()));
        }
        assert_eq!(throttle.check("203.0.113.9", 1_020), Err(Duration::from_secs(40)));
        assert_eq!(throttle.check("203.0.114.9", 1_020), Ok(()));
        assert_eq!(throttle.check("203.0.113.9", 1_060), Ok(()));
        assert_eq!(throttle.check("", 1_020), Ok(()));
    }

    #[test]
    fn many_networks_shut_no_other_one_out() {
        let throttle = Throttle::<IpNet>::allowing(1);
        let address = |index: usize| format!("{}.{}.{}.1", 1 + index / 65_536, index / 256 % 256, index % 256);
        for index in 0..3 * MAX_KNOWN {
            assert_eq!(throttle.admit(&address(index), 1_000), Ok(()));
            assert_eq!(throttle.admit(&address(index), 1_000), Err(Duration::from_mins(1)));
        }
        assert_eq!(throttle.admit(&address(2 * MAX_KNOWN + MAX_KNOWN / 2), 1_030), Err(Duration::from_secs(30)));
    }

    #[test]
    fn what_is_given_back_can_be_asked_again_in_its_own_minute() {
        let throttle = Throttle::<IpNet>::allowing(1);
        throttle.give_back("203.0.113.1", 1_000);
        assert_eq!(throttle.admit("203.0.113.1", 1_000), Ok(()));
        throttle.give_back("203.0.113.1", 1_030);
        assert_eq!(throttle.admit("203.0.113.1", 1_030), Ok(()));
        assert_eq!(throttle.admit("203.0.113.1", 1_030), Err(Duration::from_secs(30)));
        throttle.give_back("203.0.113.1", 1_060);
        assert_eq!(throttle.admit("203.0.113.1", 1_060), Ok(()));
    }
}
