//! How often each may ask for something that costs.

use std::{
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::recent::Recent;

/// How long a count lasts.
const WINDOW_S: i64 = 60;
/// How many are remembered at once; of more, those that have not asked for longest are forgotten.
const MAX_KNOWN: usize = 20_000;

/// Counts what each asks in a minute.
///
/// Kept in this process's memory: it saves others from floods and decides nothing else.
#[derive(Debug)]
pub struct Throttle<K> {
    max_asks: u32,
    counts: Mutex<Recent<K, Count>>,
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

    /// Whether `key` may ask at `now_s` (seconds since 1970), without counting it; the error is how long to wait.
    pub fn check(&self, key: &K, now_s: i64) -> Result<(), Duration> {
        match self.counts().get(key) {
            Some(count) if count.ends_at > now_s && count.asks >= self.max_asks => Err(wait(count.ends_at - now_s)),
            _ => Ok(()),
        }
    }

    /// Counts one ask of `key` at `now_s` (seconds since 1970); the error is how long to wait.
    pub fn admit(&self, key: K, now_s: i64) -> Result<(), Duration> {
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

    /// Takes one ask of `key` back, which was counted in the minute of `now_s` or before.
    pub fn give_back(&self, key: &K, now_s: i64) {
        if let Some(count) = self.counts().get_mut(key).filter(|count| count.ends_at > now_s) {
            count.asks = count.asks.saturating_sub(1);
        }
    }
}

fn wait(seconds: i64) -> Duration {
    Duration::from_secs(seconds.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_held_back_for_the_rest_of_its_minute() {
        let throttle = Throttle::allowing(3);
        for second in [1_000, 1_005, 1_010] {
            assert_eq!(throttle.admit("a", second), Ok(()));
        }
        assert_eq!(throttle.admit("a", 1_015), Err(Duration::from_secs(45)));
        assert_eq!(throttle.admit("b", 1_015), Ok(()));
        assert_eq!(throttle.admit("a", 1_060), Ok(()));
    }

    #[test]
    fn whoever_only_looks_is_not_counted() {
        let throttle = Throttle::allowing(3);
        for _ in 0..9 {
            assert_eq!(throttle.check(&"a", 1_000), Ok(()));
        }
        assert!(throttle.counts().get(&"a").is_none());
        for _ in 0..3 {
            assert_eq!(throttle.check(&"a", 1_000), Ok(()));
            assert_eq!(throttle.admit("a", 1_000), Ok(()));
        }
        assert_eq!(throttle.check(&"a", 1_020), Err(Duration::from_secs(40)));
        assert_eq!(throttle.check(&"b", 1_020), Ok(()));
        assert_eq!(throttle.check(&"a", 1_060), Ok(()));
    }

    #[test]
    fn many_shut_no_other_one_out() {
        let throttle = Throttle::allowing(1);
        for key in 0..3 * MAX_KNOWN {
            assert_eq!(throttle.admit(key, 1_000), Ok(()));
            assert_eq!(throttle.admit(key, 1_000), Err(Duration::from_mins(1)));
        }
        assert_eq!(throttle.admit(2 * MAX_KNOWN + MAX_KNOWN / 2, 1_030), Err(Duration::from_secs(30)));
    }

    #[test]
    fn what_is_given_back_can_be_asked_again_in_its_own_minute() {
        let throttle = Throttle::allowing(1);
        throttle.give_back(&"a", 1_000);
        assert_eq!(throttle.admit("a", 1_000), Ok(()));
        throttle.give_back(&"a", 1_030);
        assert_eq!(throttle.admit("a", 1_030), Ok(()));
        assert_eq!(throttle.admit("a", 1_030), Err(Duration::from_secs(30)));
        throttle.give_back(&"a", 1_060);
        assert_eq!(throttle.admit("a", 1_060), Ok(()));
    }
}
