//! How many tries to log in are let through (rest.md, section 2).
//!
//! A try is counted when it is let through and taken back when it succeeds, so that tries made at the same time can't
//! all pass before the first of them has failed.

use std::net::IpAddr;

/// A counter's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Tries counted in one window.
    pub tries: i64,
    /// Length of the window, in milliseconds.
    pub window_ms: i64,
    /// What happens when the tries are used up.
    pub then: Then,
}

/// What happens when the tries of a window are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing passes for so many milliseconds from the last try.
    Block(i64),
    /// One try passes every so many milliseconds, until the window ends.
    Slow(i64),
}

const MINUTE_MS: i64 = 60_000;

/// One phone from one network.
pub const PHONE_FROM_NETWORK: Rule = Rule { tries: 5, window_ms: 15 * MINUTE_MS, then: Then::Block(15 * MINUTE_MS) };
/// One phone from anywhere.
pub const PHONE: Rule = Rule { tries: 30, window_ms: 60 * MINUTE_MS, then: Then::Slow(MINUTE_MS) };
/// One network, whatever the phone.
pub const NETWORK: Rule = Rule { tries: 60, window_ms: 15 * MINUTE_MS, then: Then::Block(15 * MINUTE_MS) };

/// The rules in the order of their counters' keys.
pub const RULES: [Rule; 3] = [PHONE_FROM_NETWORK, PHONE, NETWORK];

/// Tries in one window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// When the window began, in milliseconds since 1970.
    pub started_ms: i64,
    /// When the last try was let through, in milliseconds since 1970.
    pub last_ms: i64,
    /// Tries counted.
    pub tries: i64,
}

impl Counter {
    /// How long to wait before the next try may pass, in milliseconds; 0 when it may now.
    pub fn wait_ms(&self, rule: Rule, now_ms: i64) -> i64 {
        if self.tries < rule.tries {
            return 0;
        }
        let until = match rule.then {
            Then::Block(length) => self.last_ms + length,
            Then::Slow(pause) => (self.last_ms + pause).min(self.started_ms + rule.window_ms),
        };
        (until - now_ms).max(0)
    }

    /// Counts a try that was let through.
    pub fn take(&mut self, rule: Rule, now_ms: i64) {
        let blocked_till_now = matches!(rule.then, Then::Block(_)) && self.tries >= rule.tries;
        if blocked_till_now || now_ms >= self.started_ms + rule.window_ms {
            *self = Self { started_ms: now_ms, last_ms: now_ms, tries: 0 };
        }
        self.tries += 1;
        self.last_ms = now_ms;
    }

    /// Takes a try back that succeeded.
    pub fn give_back(&mut self) {
        self.tries = (self.tries - 1).max(0);
    }
}

/// What counts as one network: an IPv4 /24 or an IPv6 /56. An address that can't be read is a network of its own.
pub fn network_of(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        Ok(IpAddr::V6(address)) => {
            let bits = u128::from(address) >> 72 << 72;
            format!("{}/56", std::net::Ipv6Addr::from(bits))
        }
        Err(_) => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets a try through if it may, at `at_ms`.
    fn attempt(counter: &mut Counter, rule: Rule, at_ms: i64) -> Result<(), i64> {
        match counter.wait_ms(rule, at_ms) {
            0 => {
                counter.take(rule, at_ms);
                Ok(())
            }
            wait => Err(wait),
        }
    }

    #[test]
    fn five_failures_block_for_fifteen_minutes() {
        let mut counter = Counter::default();
        for second in 0..5 {
            assert_eq!(attempt(&mut counter, PHONE_FROM_NETWORK, second * 1_000), Ok(()));
        }
        assert_eq!(attempt(&mut counter, PHONE_FROM_NETWORK, 5_000), Err(15 * MINUTE_MS - 1_000));
        assert_eq!(attempt(&mut counter, PHONE_FROM_NETWORK, 4_000 + 15 * MINUTE_MS - 1), Err(1));
        let free = 4_000 + 15 * MINUTE_MS;
        for second in 0..5 {
            assert_eq!(attempt(&mut counter, PHONE_FROM_NETWORK, free + second), Ok(()));
        }
        assert!(attempt(&mut counter, PHONE_FROM_NETWORK, free + 5).is_err());
    }

    #[test]
    fn failures_far_apart_never_block() {
        let mut counter = Counter::default();
        for quarter in 1..20 {
            for second in 0..4 {
                let at = quarter * 15 * MINUTE_MS + second * 1_000;
                assert_eq!(attempt(&mut counter, PHONE_FROM_NETWORK, at), Ok(()));
            }
        }
    }

    #[test]
    fn a_phone_under_attack_from_everywhere_gets_one_try_a_minute() {
        let mut counter = Counter::default();
        let passed = (0..3_000).filter(|second| attempt(&mut counter, PHONE, second * 1_000).is_ok()).count();
        // 30 at once, then one a minute for the rest of 50 minutes.
        assert_eq!(passed, 30 + (3_000 - 30) / 60);
    }

    #[test]
    fn a_success_takes_its_try_back() {
        let mut counter = Counter::default();
        for second in 0..100 {
            assert_eq!(attempt(&mut counter, PHONE, second * 1_000), Ok(()));
            counter.give_back();
        }
        assert_eq!(counter.tries, 0);
    }

    #[test]
    fn networks_are_slash_24_and_slash_56() {
        assert_eq!(network_of("203.0.113.77"), "203.0.113.0/24");
        assert_eq!(network_of("::ffff:203.0.113.77"), "203.0.113.0/24");
        assert_eq!(network_of("2001:db8:1:2ff::1"), "2001:db8:1:200::/56");
        assert_eq!(network_of("2001:db8:1:2aa::9"), network_of("2001:db8:1:2bb::9"));
        assert_eq!(network_of("garbage"), "unknown");
    }
}
