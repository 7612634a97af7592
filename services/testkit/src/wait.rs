//! Waiting for what happens elsewhere, and a usual time.

use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, Utc};

/// Long enough for a busy machine; a test that works never waits this long.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until `check` gives a value, and returns it. Panics, naming `what`, when it takes too long.
#[track_caller]
pub fn eventually<T, F: AsyncFnMut() -> Option<T>>(what: &str, mut check: F) -> impl Future<Output = T> {
    let caller = std::panic::Location::caller();
    async move {
        let start = Instant::now();
        loop {
            if let Some(value) = check().await {
                return value;
            }
            assert!(start.elapsed() < PATIENCE, "{what} did not happen, at {caller}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// The usual present of tests: 1405/08/30, noon in UTC, 15:30 in Tehran.
pub fn noon() -> DateTime<Utc> {
    NaiveDate::from_ymd_opt(2026, 11, 21).and_then(|day| day.and_hms_opt(12, 0, 0)).expect("the date exists").and_utc()
}
