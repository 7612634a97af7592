//! Intents that wait: how long they rest between tries, and when somebody should look at them.

use chrono::{DateTime, TimeDelta, Utc};

use super::settlement::Settlement;

/// Whoever works on an intent has it for this long.
pub const LEASE: TimeDelta = TimeDelta::seconds(5);
/// The longest rest between two tries.
pub const LONGEST_REST: TimeDelta = TimeDelta::seconds(60);
/// When all is well an intent is gone long before.
pub const STUCK_AFTER: TimeDelta = TimeDelta::seconds(60);

/// How long an intent rests when the try of this number, counted from 1, came to nothing: twice as long each time.
pub fn rest_after(attempts: i32) -> TimeDelta {
    // The first try is its request's; the recovery loop has the second one.
    let doublings = u32::try_from(attempts.saturating_sub(2)).unwrap_or_default().min(8);
    (LEASE * (1 << doublings)).min(LONGEST_REST)
}

/// An intent, and how it has fared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// The intent.
    pub settlement: Settlement,
    /// How often it was tried.
    pub attempts: i32,
    /// When it was decided.
    pub created_at: DateTime<Utc>,
    /// Nobody takes it before.
    pub due_at: DateTime<Utc>,
    /// Why the last try came to nothing; empty when it is not known.
    pub last_error: String,
    /// Whether it is older than [`STUCK_AFTER`].
    pub stuck: bool,
}

/// All intents of all sellers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    /// How many there are.
    pub waiting: i64,
    /// How many of them are older than [`STUCK_AFTER`].
    pub stuck: i64,
    /// Age of the oldest; zero when there is none.
    pub oldest: TimeDelta,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests_double_up_to_the_longest() {
        let rests: Vec<i64> = (0..9).map(|attempts| rest_after(attempts).num_seconds()).collect();
        assert_eq!(rests, [5, 5, 5, 10, 20, 40, 60, 60, 60]);
        assert_eq!(rest_after(i32::MAX), LONGEST_REST);
        assert_eq!(rest_after(i32::MIN), LEASE);
    }
}
