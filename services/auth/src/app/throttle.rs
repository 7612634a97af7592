//! The log-in throttle: shared counters in Redis, and a local stand-in while Redis is away. Never none.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::AuthError;
use crate::{
    domain::throttle::{Counter, Look, Outcome, RULES, network_of},
    store::counters::Counters,
};

/// Local counters at most; above that the oldest are forgotten first.
const CAPACITY: usize = 20_000;

/// How long a try waits for others to be decided, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(3);
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// Counters by key, for as long as Redis is away.
type Local = HashMap<String, Counter>;

/// Counts tries to log in.
pub struct Throttle {
    counters: Counters,
    key: Vec<u8>,
    local: Mutex<Local>,
}

/// A try that was let through.
#[must_use = "a try has to be decided"]
pub struct Try {
    keys: [String; 3],
    shared: bool,
}

impl Throttle {
    /// `key` hides phone numbers from whoever reads the counters.
    pub fn new(counters: Counters, key: Vec<u8>) -> Self {
        Self { counters, key, local: Mutex::default() }
    }

    fn keys(&self, cellphone: &str, client_address: &str) -> [String; 3] {
        let network = network_of(client_address);
        // Any length of key is a key for HMAC.
        let phone = Hmac::<Sha256>::new_from_slice(&self.key).map_or_else(
            |_| String::new(),
            |mut mac| {
                mac.update(cellphone.as_bytes());
                crate::domain::secret::encode(&mac.finalize().into_bytes())
            },
        );
        [format!("pn:{phone}:{network}"), format!("p:{phone}"), format!("n:{network}")]
    }

    /// Lets a try through, or says how long to wait. A try that only others in hand stand in the way of waits for them.
    pub async fn enter(&self, cellphone: &str, client_address: &str, now: DateTime<Utc>) -> Result<Try, AuthError> {
        let keys = self.keys(cellphone, client_address);
        let began = Instant::now();
        loop {
            let waited = began.elapsed();
            let now_ms = now.timestamp_millis() + i64::try_from(waited.as_millis()).unwrap_or(0);
            let (look, shared) = match self.counters.take(&keys, now_ms).await {
                Ok(look) => (look, true),
                Err(error) => {
                    metrics::counter!("auth_throttle_local_total").increment(1);
                    tracing::warn!(%error, "the shared counters are away, counting here");
                    (self.take_locally(&keys, now_ms), false)
                }
            };
            match look {
                Look::Pass => return Ok(Try { keys, shared }),
                Look::Undecided if waited < PATIENCE => tokio::time::sleep(LOOK_EVERY).await,
                Look::Undecided => return Err(AuthError::Overloaded),
                Look::Wait(wait_ms) => {
                    return Err(AuthError::TooManyTries { wait: Duration::from_millis(wait_ms.unsigned_abs()) });
                }
            }
        }
    }

    /// Says what became of a try. One that is never decided has failed.
    pub async fn decide(&self, attempt: Try, outcome: Outcome) {
        let Try { keys, shared } = attempt;
        if shared {
            if let Err(error) = self.counters.decide(&keys, outcome).await {
                // The try stays counted: stricter than it should be, for a while.
                tracing::warn!(%error, "a try could not be decided");
            }
            return;
        }
        let mut local = self.local.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, key) in keys.iter().enumerate() {
            if let Some(counter) = local.get_mut(key) {
                counter.decide(outcome, place == 0);
            }
        }
    }

    fn take_locally(&self, keys: &[String; 3], now_ms: i64) -> Look {
        let mut local = self.local.lock().unwrap_or_else(PoisonError::into_inner);
        if local.len() + keys.len() > CAPACITY {
            let longest_ms = RULES.iter().map(|rule| rule.window_ms).max().unwrap_or(0);
            local.retain(|_, counter| counter.last_ms + longest_ms > now_ms);
            if local.len() + keys.len() > CAPACITY {
                forget_older_half(&mut local);
            }
        }
        let counter = |local: &Local, key: &String| local.get(key).copied().unwrap_or_default();
        let looks = keys.iter().zip(RULES).map(|(key, rule)| counter(&local, key).look(rule, now_ms));
        let look = looks.max().unwrap_or(Look::Pass);
        if look == Look::Pass {
            for (key, rule) in keys.iter().zip(RULES) {
                local.entry(key.clone()).or_default().take(rule, now_ms);
            }
        }
        look
    }
}

/// Nobody can wash a counter away that is still in use without being counted often himself.
fn forget_older_half(local: &mut Local) {
    let mut last: Vec<i64> = local.values().map(|counter| counter.last_ms).collect();
    let middle = last.len() / 2;
    let (_, &mut median, _) = last.select_nth_unstable(middle);
    local.retain(|_, counter| counter.last_ms > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_house_forgets_the_older_half() {
        let mut local: Local = (0..10)
            .map(|at| (at.to_string(), Counter { started_ms: at, last_ms: at, tries: 1, undecided: 0 }))
            .collect();
        forget_older_half(&mut local);
        let mut kept: Vec<i64> = local.into_values().map(|counter| counter.last_ms).collect();
        kept.sort_unstable();
        assert_eq!(kept, [6, 7, 8, 9]);
    }
}
