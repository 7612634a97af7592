//! What cookies that are no session may cost.
//!
//! Looking a session up costs a call, Redis and the database, and anybody can make cookies up. Those that we gave out
//! carry our seal: they are looked up, and when they are found to be none (a secret that was none never becomes one)
//! that is remembered. Others may still be a session: one from before there were seals, or from under a key that this
//! process does not know. Of these each network has a budget of look-ups that find nothing.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use pishkhan_chassis::recent::Recent;

use super::cache::Key;
use crate::throttle::NetworkThrottle;

/// Look-ups without a seal that a network may waste in a minute.
const BUDGET: u32 = 60;
/// How long «no session» is remembered, in seconds.
const INVALID_S: i64 = 600;
/// Cookies remembered at most as no session: some 2 MB.
const MAX_INVALID: usize = 20_000;

/// Why cookies are not looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No session, as was found before.
    Invalid,
    /// The network's budget is used up for so long.
    Wait(Duration),
}

/// The look-ups of all workers.
#[derive(Debug)]
pub struct Lookups {
    /// Until when (seconds since 1970) cookies are remembered as no session.
    invalid: Mutex<Recent<Key, i64>>,
    unsealed: NetworkThrottle,
}

impl Default for Lookups {
    fn default() -> Self {
        Self { invalid: Mutex::new(Recent::holding(MAX_INVALID)), unsealed: NetworkThrottle::allowing(BUDGET) }
    }
}

impl Lookups {
    fn invalid(&self) -> MutexGuard<'_, Recent<Key, i64>> {
        // Every section leaves the map whole, so a panic elsewhere does not make it wrong.
        self.invalid.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether these cookies are to be looked up at `now` (seconds since 1970).
    ///
    /// Without our seal that is charged to the network of `address` until something is found: whoever does not wait
    /// for the answer has wasted it.
    pub fn enter(&self, key: &Key, sealed: bool, address: &str, now: i64) -> Result<(), Refused> {
        if self.invalid().get(key).is_some_and(|until| now < *until) {
            return Err(Refused::Invalid);
        }
        if sealed { Ok(()) } else { self.unsealed.admit(address, now).map_err(Refused::Wait) }
    }

    /// They are none.
    pub fn waste(&self, key: Key, now: i64) {
        *self.invalid().get_or_insert(key, 0) = now + INVALID_S;
    }

    /// They are a session, or nobody could say: nothing was wasted.
    pub fn give_back(&self, sealed: bool, address: &str, now: i64) {
        if !sealed {
            self.unsealed.give_back(address, now);
        }
    }
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
    fn waste(lookups: &Lookups, number: u32, sealed: bool, now: i64) -> bool {
        let entered = lookups.enter(&key(number), sealed, HERE, now);
        if entered.is_ok() {
            lookups.waste(key(number), now);
        }
        entered.is_ok()
    }

    #[test]
    fn a_network_wastes_so_many_look_ups_a_minute_and_sealed_cookies_are_not_held_back() {
        let lookups = Lookups::default();
        assert_eq!((0..1_000).filter(|number| waste(&lookups, *number, false, 100)).count(), 60);
        let wait = Refused::Wait(Duration::from_secs(55));
        assert_eq!(lookups.enter(&key(5_000), false, "203.0.113.200", 105), Err(wait));
        assert_eq!(lookups.enter(&key(5_000), true, "203.0.113.200", 105), Ok(()));
        assert_eq!(lookups.enter(&key(5_000), false, "203.0.114.1", 105), Ok(()), "another network has its own");
        assert_eq!((6_000..7_000).filter(|number| waste(&lookups, *number, false, 160)).count(), 60);
    }

    #[test]
    fn what_is_none_is_remembered_for_ten_minutes() {
        let lookups = Lookups::default();
        for sealed in [true, false] {
            assert!(waste(&lookups, sealed.into(), sealed, 100));
            assert_eq!(lookups.enter(&key(sealed.into()), true, HERE, 699), Err(Refused::Invalid));
            assert!(waste(&lookups, sealed.into(), sealed, 700));
        }
    }

    #[test]
    fn whoever_does_not_wait_has_wasted_and_a_service_that_is_away_is_nobodys_fault() {
        let lookups = Lookups::default();
        for number in 0..1_000 {
            assert_eq!(lookups.enter(&key(number), false, HERE, 100), Ok(()));
            lookups.give_back(false, HERE, 100);
        }
        for number in 0..60 {
            assert_eq!(lookups.enter(&key(number), false, HERE, 100), Ok(()));
        }
        assert!(lookups.enter(&key(60), false, HERE, 100).is_err());
    }
}
