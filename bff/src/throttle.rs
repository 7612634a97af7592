//! How often somebody without a session may ask.

use std::{net::IpAddr, time::Duration};

use ipnet::IpNet;
use pishkhan_chassis::throttle::Throttle;
use uuid::Uuid;

/// Asks of each in a minute, if nothing else is said.
const MAX_ASKS: u32 = 120;

/// What needs no session, and how often it may be asked for.
#[derive(Debug)]
pub struct Asks {
    /// The page of each order. Only whoever has its paper knows the address.
    pub orders: Throttle<Uuid>,
    /// Each payment's way back from the gateway. Only payer and gateway know the address.
    pub returns: Throttle<Uuid>,
    /// Payments that bring no seal of ours, by network.
    pub payments: NetworkThrottle,
}

impl Default for Asks {
    fn default() -> Self {
        let (orders, returns) = (Throttle::allowing(MAX_ASKS), Throttle::allowing(MAX_ASKS));
        Self { orders, returns, payments: NetworkThrottle::default() }
    }
}

/// Counts what each network (IPv4 /24, IPv6 /56) asks in a minute. Without an address there is nobody to hold back.
#[derive(Debug)]
pub struct NetworkThrottle(Throttle<IpNet>);

impl Default for NetworkThrottle {
    fn default() -> Self {
        Self::allowing(MAX_ASKS)
    }
}

impl NetworkThrottle {
    /// Lets each ask so often in a minute.
    pub fn allowing(max_asks: u32) -> Self {
        Self(Throttle::allowing(max_asks))
    }

    /// Whether `address` may ask at `now_s` (seconds since 1970), without counting it; the error is how long to wait.
    pub fn check(&self, address: &str, now_s: i64) -> Result<(), Duration> {
        network_of(address).map_or(Ok(()), |network| self.0.check(&network, now_s))
    }

    /// Counts one ask of `address` at `now_s` (seconds since 1970); the error is how long to wait.
    pub fn admit(&self, address: &str, now_s: i64) -> Result<(), Duration> {
        network_of(address).map_or(Ok(()), |network| self.0.admit(network, now_s))
    }

    /// Takes one ask of `address` back, which was counted in the minute of `now_s` or before.
    pub fn give_back(&self, address: &str, now_s: i64) {
        if let Some(network) = network_of(address) {
            self.0.give_back(&network, now_s);
        }
    }
}

/// The network that an address belongs to, if it is one.
pub fn network_of(address: &str) -> Option<IpNet> {
    address.parse().ok().and_then(network)
}

/// The network (IPv4 /24, IPv6 /56) that an address belongs to.
pub fn network(address: IpAddr) -> Option<IpNet> {
    let address = address.to_canonical();
    let length = if address.is_ipv4() { 24 } else { 56 };
    IpNet::new(address, length).ok().map(|network| network.trunc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_held_back_as_one() {
        let throttle = NetworkThrottle::allowing(3);
        for host in 0..3 {
            assert_eq!(throttle.admit(&format!("203.0.113.{host}"), 1_000), Ok(()));
        }
        let wait = Duration::from_secs(45);
        assert_eq!(throttle.admit("203.0.113.200", 1_015), Err(wait));
        assert_eq!(throttle.check("203.0.113.201", 1_015), Err(wait));
        for other in ["203.0.114.200", "2001:db8::1", ""] {
            assert_eq!((throttle.check(other, 1_015), throttle.admit(other, 1_015)), (Ok(()), Ok(())));
        }
        throttle.give_back("203.0.113.202", 1_016);
        assert_eq!(throttle.admit("203.0.113.203", 1_017), Ok(()));
    }
}
