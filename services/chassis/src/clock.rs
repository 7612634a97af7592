//! Time and ids as parameters, so that rules and tests never read the machine's clock themselves.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU32, Ordering},
};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use uuid::Uuid;

/// Where a process takes its time and its new ids from.
pub trait Clock: Send + Sync + 'static {
    /// The present, with the precision of a database timestamp (microseconds).
    fn now(&self) -> DateTime<Utc>;

    /// A new time-ordered id (`UUIDv7`).
    fn new_id(&self) -> Uuid;
}

/// A clock that is handed around.
pub type SharedClock = Arc<dyn Clock>;

/// The machine's clock: the only place where the real time and real ids are taken.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl SystemClock {
    /// The system clock, ready to be handed around.
    pub fn shared() -> SharedClock {
        Arc::new(Self)
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the real time is read")]
    fn now(&self) -> DateTime<Utc> {
        // PostgreSQL keeps microseconds: a value must not change by being stored.
        Utc::now().trunc_subsecs(6)
    }

    #[expect(clippy::disallowed_methods, reason = "the one place where real ids are made")]
    fn new_id(&self) -> Uuid {
        Uuid::now_v7()
    }
}

/// A clock that moves only when told to, for tests and simulations.
///
/// Its ids are ordered like those of the real clock and never repeat, not even between two clocks at the same instant.
#[derive(Debug)]
pub struct ManualClock {
    now: Mutex<DateTime<Utc>>,
    issued: AtomicU32,
    salt: [u8; 4],
}

impl ManualClock {
    /// A clock that stands at `instant`.
    pub fn at(instant: DateTime<Utc>) -> Arc<Self> {
        // The hasher's keys are the standard library's own randomness: enough to tell two clocks of a test apart.
        let salt = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), instant.timestamp());
        let [a, b, c, d, ..] = salt.to_be_bytes();
        Arc::new(Self { now: Mutex::new(instant.trunc_subsecs(6)), issued: AtomicU32::new(0), salt: [a, b, c, d] })
    }

    /// Moves the clock by `step`, which may be negative.
    pub fn advance(&self, step: TimeDelta) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now += step;
    }

    /// Puts the clock at `instant`.
    pub fn set(&self, instant: DateTime<Utc>) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = instant.trunc_subsecs(6);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn new_id(&self) -> Uuid {
        let [_, high, middle, low] = self.issued.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let [a, b, c, d] = self.salt;
        let millis = u64::try_from(self.now().timestamp_millis()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &[0, 0, 0, high, middle, low, a, b, c, d]).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chrono::TimeZone;

    use super::*;

    fn noon() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap()
    }

    #[test]
    fn the_system_clock_moves_and_keeps_microseconds() {
        let first = SystemClock.now();
        assert_eq!(first.timestamp_subsec_nanos() % 1_000, 0);
        assert!(SystemClock.now() >= first);
        assert_eq!(SystemClock.new_id().get_version_num(), 7);
    }

    #[test]
    fn a_manual_clock_stands_still_until_told() {
        let clock = ManualClock::at(noon());
        assert_eq!(clock.now(), noon());
        clock.advance(TimeDelta::minutes(5));
        assert_eq!(clock.now(), noon() + TimeDelta::minutes(5));
        clock.set(noon() - TimeDelta::days(1));
        assert_eq!(clock.now(), noon() - TimeDelta::days(1));
    }

    #[test]
    fn manual_ids_are_ordered_and_unique_across_clocks() {
        let (first, second) = (ManualClock::at(noon()), ManualClock::at(noon()));
        let ids: Vec<Uuid> = (0..1_000).map(|_| first.new_id()).collect();
        assert!(ids.is_sorted());
        assert!(ids.iter().all(|id| id.get_version_num() == 7));
        let all: BTreeSet<Uuid> = ids.into_iter().chain((0..1_000).map(|_| second.new_id())).collect();
        assert_eq!(all.len(), 2_000);
    }
}
