//! How many tries to log in are let through (rest.md, section 2).
//!
//! A try is counted when it is let through and taken back when it succeeds, so that tries made at the same time can't
//! all pass before the first of them has failed. Where only tries that are not decided yet stand in the way of another
//! one, that one waits for them and is not refused.

use std::net::IpAddr;

use chrono::TimeDelta;

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
    /// One try passes from each network every so many milliseconds, until the window ends; this is not asked of a
    /// network that the phone is known from.
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

/// A network is known by a phone that logged in from it so lately.
pub const KNOWN_FOR: TimeDelta = TimeDelta::days(30);
/// Networks that a phone is known from at most; the one not used for longest is forgotten.
pub const KNOWN_NETWORKS: i64 = 16;

/// A try that nobody has decided for so long has failed: whoever made it is gone.
pub const UNDECIDED_MS: i64 = 10_000;

/// Whether another try may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// It may.
    Pass,
    /// That depends on tries which are being decided.
    Undecided,
    /// Not for so many milliseconds, unless the phone is known from this network.
    Slowed(i64),
    /// Not for so many milliseconds.
    Wait(i64),
}

/// Whether a try may pass all its counters, which are in the order of [`RULES`].
pub fn look(counters: [Counter; 3], known: bool, now_ms: i64) -> Look {
    let [here, phone, network] = counters;
    let crowd = if known { Look::Pass } else { phone.look(PHONE, here.last_ms, now_ms) };
    here.look(PHONE_FROM_NETWORK, here.last_ms, now_ms).max(network.look(NETWORK, network.last_ms, now_ms)).max(crowd)
}

/// What became of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The phone or the password is wrong: it stays counted.
    Failed,
    /// Nobody could look: it counts no more.
    Undecided,
    /// It counts no more, and the phone's failures from that network are forgotten.
    Succeeded,
}

/// Tries in one window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// When the window began, in milliseconds since 1970.
    pub started_ms: i64,
    /// When the last try was let through, in milliseconds since 1970.
    pub last_ms: i64,
    /// Tries counted: those that failed and those that are not decided yet.
    pub tries: i64,
    /// Those of them that are not decided yet.
    pub undecided: i64,
}

impl Counter {
    /// Whether another try may pass, when the one before it from the same network was let through at `slot_ms`.
    fn look(&self, rule: Rule, slot_ms: i64, now_ms: i64) -> Look {
        let (until, refused): (i64, fn(i64) -> Look) = match rule.then {
            Then::Block(length) => (self.last_ms + length, Look::Wait),
            Then::Slow(pause) => ((slot_ms + pause).min(self.started_ms + rule.window_ms), Look::Slowed),
        };
        if self.tries < rule.tries || until <= now_ms {
            Look::Pass
        } else if self.tries - self.undecided_at(now_ms) < rule.tries {
            Look::Undecided
        } else {
            refused(until - now_ms)
        }
    }

    /// Counts a try that was let through.
    pub fn take(&mut self, rule: Rule, now_ms: i64) {
        self.undecided = self.undecided_at(now_ms);
        let blocked_till_now = matches!(rule.then, Then::Block(_)) && self.tries >= rule.tries;
        if blocked_till_now || now_ms >= self.started_ms + rule.window_ms {
            (self.started_ms, self.tries) = (now_ms, self.undecided);
        }
        self.tries += 1;
        self.undecided += 1;
        self.last_ms = now_ms;
    }

    /// Says what became of a try. `first`: this is the phone's counter from one network.
    pub fn decide(&mut self, outcome: Outcome, first: bool) {
        match outcome {
            Outcome::Failed => self.failed(),
            Outcome::Succeeded if first => self.clear(),
            Outcome::Undecided | Outcome::Succeeded => self.give_back(),
        }
    }

    /// A try has failed: it stays counted.
    fn failed(&mut self) {
        self.undecided = (self.undecided - 1).max(0);
    }

    /// A try counts no more.
    fn give_back(&mut self) {
        self.failed();
        self.tries = (self.tries - 1).max(self.undecided);
    }

    /// A try succeeded: it counts no more, and all that failed are forgotten.
    fn clear(&mut self) {
        self.failed();
        self.tries = self.undecided;
    }

    const fn undecided_at(&self, now_ms: i64) -> i64 {
        if now_ms < self.last_ms + UNDECIDED_MS { self.undecided } else { 0 }
    }
}

/// Stands for the networks of addresses that can't be read: one together, which nobody is known from.
pub const NO_NETWORK: &str = "unknown";

/// What counts as one network: an IPv4 /24 or an IPv6 /56. None for an address that can't be read.
pub fn network_of(address: &str) -> Option<String> {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => {
            let [a, b, c, _] = address.octets();
            Some(format!("{a}.{b}.{c}.0/24"))
        }
        Ok(IpAddr::V6(address)) => {
            let bits = u128::from(address) >> 72 << 72;
            Some(format!("{}/56", std::net::Ipv6Addr::from(bits)))
        }
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets a try through if it may, at `at_ms`; it fails.
    fn attempt(counter: &mut Counter, rule: Rule, at_ms: i64) -> Result<(), i64> {
        match counter.look(rule, counter.last_ms, at_ms) {
            Look::Pass => {
                counter.take(rule, at_ms);
                counter.failed();
                Ok(())
            }
            Look::Undecided => panic!("all tries are decided"),
            Look::Slowed(wait) | Look::Wait(wait) => Err(wait),
        }
    }

    fn looked(counter: &Counter, rule: Rule, now_ms: i64) -> Look {
        counter.look(rule, counter.last_ms, now_ms)
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
    fn a_phone_under_attack_from_everywhere_gets_one_try_a_minute_from_each_network() {
        let mut counter = Counter::default();
        let passed = (0..3_000).filter(|second| attempt(&mut counter, PHONE, second * 1_000).is_ok()).count();
        // 30 at once, then one a minute for the rest of 50 minutes.
        assert_eq!(passed, 30 + (3_000 - 30) / 60);

        let phone = Counter { started_ms: 0, last_ms: 59_999, tries: 30, undecided: 0 };
        let here = |last_ms| Counter { last_ms, tries: 1, ..Counter::default() };
        let network = Counter::default();
        assert_eq!(look([here(1_000), phone, network], false, 60_000), Look::Slowed(1_000));
        assert_eq!(look([here(1_000), phone, network], true, 60_000), Look::Pass, "the phone is known here");
        assert_eq!(look([here(0), phone, network], false, 60_000), Look::Pass, "others' tries are no matter");
        assert_eq!(look([Counter::default(), phone, network], false, 60_000), Look::Pass, "a new network");
        let blocked = Counter { last_ms: 1_000, tries: 5, ..Counter::default() };
        assert_eq!(look([blocked, phone, network], true, 60_000), Look::Wait(15 * MINUTE_MS - 59_000));
    }

    #[test]
    fn a_success_takes_its_try_back() {
        let mut counter = Counter::default();
        for second in 0..100 {
            counter.take(PHONE, second * 1_000);
            counter.give_back();
        }
        assert_eq!((counter.tries, counter.undecided), (0, 0));
    }

    #[test]
    fn undecided_tries_make_others_wait_and_not_fail() {
        let (mut counter, rule) = (Counter::default(), PHONE_FROM_NETWORK);
        for _ in 0..5 {
            assert_eq!(looked(&counter, rule, 0), Look::Pass);
            counter.take(rule, 0);
        }
        assert_eq!(looked(&counter, rule, 1), Look::Undecided);
        counter.failed();
        assert_eq!(looked(&counter, rule, 1), Look::Undecided);
        // One of them succeeds: the failure is forgotten, and the three that are left still count.
        counter.clear();
        assert_eq!((counter.tries, looked(&counter, rule, 1)), (3, Look::Pass));
        counter.take(rule, 1);
        counter.take(rule, 1);
        for _ in 0..5 {
            assert_eq!(looked(&counter, rule, 1), Look::Undecided);
            counter.failed();
        }
        assert_eq!(looked(&counter, rule, 1), Look::Wait(15 * MINUTE_MS));
    }

    #[test]
    fn tries_that_are_never_decided_have_failed() {
        let (mut counter, rule) = (Counter::default(), PHONE_FROM_NETWORK);
        for _ in 0..5 {
            counter.take(rule, 0);
        }
        assert_eq!(looked(&counter, rule, UNDECIDED_MS - 1), Look::Undecided);
        assert_eq!(looked(&counter, rule, UNDECIDED_MS), Look::Wait(15 * MINUTE_MS - UNDECIDED_MS));
    }

    #[test]
    fn networks_are_slash_24_and_slash_56() {
        assert_eq!(network_of("203.0.113.77").unwrap(), "203.0.113.0/24");
        assert_eq!(network_of("::ffff:203.0.113.77").unwrap(), "203.0.113.0/24");
        assert_eq!(network_of("2001:db8:1:2ff::1").unwrap(), "2001:db8:1:200::/56");
        assert_eq!(network_of("2001:db8:1:2aa::9"), network_of("2001:db8:1:2bb::9"));
        assert_eq!(network_of("garbage"), None);
    }
}
