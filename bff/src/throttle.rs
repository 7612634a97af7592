//! How often somebody without a session may ask.

use std::{
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use ipnet::IpNet;

use crate::recent::Recent;

/// How long a count lasts.
const WINDOW_S: i64 = 60;
/// Asks of one network in a window, if nothing else is said.
const MAX_ASKS: u32 = 120;
/// Networks that are remembered at once; of more, those that have not asked for longest are forgotten.
const MAX_NETWORKS: usize = 20_000;

/// Counts what each network (IPv4 /24, IPv6 /56) asks in a minute.
///
/// Kept in this process's memory: it saves the services behind from floods and decides nothing else.
#[derive(Debug)]
pub struct Throttle {
    max_asks: u32,
    counts: Mutex<Recent<IpNet, Count>>,
}

impl Default for Throttle {
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

impl Throttle {
    /// Lets each network ask so often in a minute.
    pub fn allowing(max_asks: u32) -> Self {
        Self { max_asks, counts: Mutex::new(Recent::holding(MAX_NETWORKS)) }
    }

    fn counts(&self) -> MutexGuard<'_, Recent<IpNet, Count>> {
        // Every section leaves the map whole, so a panic elsewhere does not make it wrong.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

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
        let fresh = Count { ends_at: now_s + WINDOW_S, asks: 0 };
        let mut counts = self.counts();
        let count = counts.get_or_insert(network, fresh);
        if count.ends_at <= now_s {
            *count = fresh;
        }
        if count.asks >= self.max_asks {
            return Err(wait(count.ends_at - now_s));
        }
        count.asks += 1;
        Ok(())
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
        let throttle = Throttle::default();
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
        let throttle = Throttle::default();
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
        let throttle = Throttle::allowing(1);
        let address = |index: usize| format!("{}.{}.{}.1", 1 + index / 65_536, index / 256 % 256, index % 256);
        for index in 0..3 * MAX_NETWORKS {
            assert_eq!(throttle.admit(&address(index), 1_000), Ok(()));
            assert_eq!(throttle.admit(&address(index), 1_000), Err(Duration::from_mins(1)));
        }
        assert_eq!(throttle.admit(&address(2 * MAX_NETWORKS + MAX_NETWORKS / 2), 1_030), Err(Duration::from_secs(30)));
    }

    #[test]
    fn what_is_given_back_can_be_asked_again_in_its_own_minute() {
        let throttle = Throttle::allowing(1);
        throttle.give_back("203.0.113.1", 1_000);
        assert_eq!(throttle.admit("203.0.113.1", 1_000), Ok(()));
        throttle.give_back("203.0.113.1", 1_030);
        assert_eq!(throttle.admit("203.0.113.1", 1_030), Ok(()));
        assert_eq!(throttle.admit("203.0.113.1", 1_030), Err(Duration::from_secs(30)));
        throttle.give_back("203.0.113.1", 1_060);
        assert_eq!(throttle.admit("203.0.113.1", 1_060), Ok(()));
    }
}
