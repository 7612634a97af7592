//! The log-in throttle: shared counters in Redis, and a local stand-in while Redis is away. Never none.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::AuthError;
use crate::{
    domain::throttle::{Counter, RULES, network_of},
    store::counters::Counters,
};

/// Local counters at most; above that the oldest are forgotten first.
const CAPACITY: usize = 20_000;

/// Counters by key, for as long as Redis is away.
type Local = HashMap<String, Counter>;

/// Counts tries to log in.
pub struct Throttle {
    counters: Counters,
    key: Vec<u8>,
    local: Mutex<Local>,
}

/// A try that was let through.
#[must_use = "a try that does not fail has to be taken back"]
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

    /// Lets a try through, or says how long to wait.
    pub async fn enter(&self, cellphone: &str, client_address: &str, now: DateTime<Utc>) -> Result<Try, AuthError> {
        let keys = self.keys(cellphone, client_address);
        let now_ms = now.timestamp_millis();
        let (wait_ms, shared) = match self.counters.take(&keys, now_ms).await {
            Ok(wait_ms) => (wait_ms, true),
            Err(error) => {
                metrics::counter!("auth_throttle_local_total").increment(1);
                tracing::warn!(%error, "the shared counters are away, counting here");
                (self.take_locally(&keys, now_ms), false)
            }
        };
        if wait_ms > 0 {
            let wait = Duration::from_millis(wait_ms.unsigned_abs());
            return Err(AuthError::TooManyTries { wait });
        }
        Ok(Try { keys, shared })
    }

    /// A try that succeeded counts no more, and the phone's failures from that network are forgotten.
    pub async fn succeeded(&self, attempt: Try) {
        self.give_back(attempt, true).await;
    }

    /// A try that was never decided, because something of ours failed, counts no more.
    pub async fn undecided(&self, attempt: Try) {
        self.give_back(attempt, false).await;
    }

    async fn give_back(&self, attempt: Try, succeeded: bool) {
        let Try { keys, shared } = attempt;
        if shared {
            if let Err(error) = self.counters.give_back(&keys, succeeded).await {
                // The try stays counted: stricter than it should be, for a while.
                tracing::warn!(%error, "a try could not be taken back");
            }
            return;
        }
        let mut local = self.local.lock().unwrap_or_else(PoisonError::into_inner);
        if succeeded {
            local.remove(&keys[0]);
        }
        for key in &keys {
            if let Some(counter) = local.get_mut(key) {
                counter.give_back();
            }
        }
    }

    fn take_locally(&self, keys: &[String; 3], now_ms: i64) -> i64 {
        let mut local = self.local.lock().unwrap_or_else(PoisonError::into_inner);
        if local.len() + keys.len() > CAPACITY {
            let longest_ms = RULES.iter().map(|rule| rule.window_ms).max().unwrap_or(0);
            local.retain(|_, counter| counter.last_ms + longest_ms > now_ms);
            if local.len() + keys.len() > CAPACITY {
                forget_older_half(&mut local);
            }
        }
        let counter = |local: &Local, key: &String| local.get(key).copied().unwrap_or_default();
        let waits = keys.iter().zip(RULES).map(|(key, rule)| counter(&local, key).wait_ms(rule, now_ms));
        let wait_ms = waits.max().unwrap_or(0);
        if wait_ms == 0 {
            for (key, rule) in keys.iter().zip(RULES) {
                local.entry(key.clone()).or_default().take(rule, now_ms);
            }
        }
        wait_ms
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
        let mut local: Local =
            (0..10).map(|at| (at.to_string(), Counter { started_ms: at, last_ms: at, tries: 1 })).collect();
        forget_older_half(&mut local);
        let mut kept: Vec<i64> = local.into_values().map(|counter| counter.last_ms).collect();
        kept.sort_unstable();
        assert_eq!(kept, [6, 7, 8, 9]);
    }
}
