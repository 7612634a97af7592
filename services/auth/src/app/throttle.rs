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
    domain::throttle::{self, Counter, Look, NO_NETWORK, Outcome, RULES, network_of},
    store::counters::Counters,
};

/// Local counters at most; above that the oldest are forgotten first.
const CAPACITY: usize = 20_000;

/// How long a try waits for others to be decided, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(3);
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// How long it is remembered whether a phone is known from a network, and of how many at most: a crowd that polls is
/// answered from memory.
const KNOWN_MS: i64 = 60_000;

/// Counters by key, for as long as Redis is away.
type Local = HashMap<String, Counter>;

/// Whether phones are known from networks, and until when that is believed, by the key of their first counter.
type Known = HashMap<String, (bool, i64)>;

/// Knows where a phone has logged in from lately.
pub trait KnownNetworks: Sync {
    /// Whether it has from `network`.
    fn is_known(&self, network: &str) -> impl Future<Output = Result<bool, AuthError>> + Send;
}

/// Counts tries to log in.
pub struct Throttle {
    counters: Counters,
    key: Vec<u8>,
    local: Mutex<Local>,
    known: Mutex<Known>,
}

/// A try that was let through.
#[must_use = "a try has to be decided"]
pub struct Try {
    keys: [String; 3],
    shared: bool,
    entered_ms: i64,
}

impl Throttle {
    /// `key` hides phone numbers from whoever reads the counters.
    pub fn new(counters: Counters, key: Vec<u8>) -> Self {
        Self { counters, key, local: Mutex::default(), known: Mutex::default() }
    }

    fn keys(&self, cellphone: &str, network: &str) -> [String; 3] {
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
    ///
    /// Where only strangers' tries stand in the way, `known_networks` says whether the phone logged in from this network lately.
    pub async fn enter(
        &self,
        cellphone: &str,
        client_address: &str,
        now: DateTime<Utc>,
        known_networks: &impl KnownNetworks,
    ) -> Result<Try, AuthError> {
        let network = network_of(client_address);
        let keys = self.keys(cellphone, network.as_deref().unwrap_or(NO_NETWORK));
        let began = Instant::now();
        let mut known = false;
        let mut waited = Duration::ZERO;
        loop {
            let now_ms = now.timestamp_millis() + i64::try_from(waited.as_millis()).unwrap_or(0);
            let (look, shared) = match self.counters.take(&keys, known, now_ms).await {
                Ok(look) => (look, true),
                Err(error) => {
                    metrics::counter!("auth_throttle_local_total").increment(1);
                    tracing::warn!(%error, "the shared counters are away, counting here");
                    (self.take_locally(&keys, known, now_ms), false)
                }
            };
            match look {
                Look::Pass => return Ok(Try { keys, shared, entered_ms: now_ms }),
                Look::Undecided if waited < PATIENCE => {
                    tokio::time::sleep(LOOK_EVERY).await;
                    waited = began.elapsed();
                }
                Look::Undecided => return Err(AuthError::Overloaded),
                Look::Slowed(wait_ms) | Look::Wait(wait_ms) => {
                    if matches!(look, Look::Slowed(_))
                        && self.knows(&keys[0], network.as_deref(), now_ms, known_networks).await?
                    {
                        known = true;
                        continue;
                    }
                    return Err(AuthError::TooManyTries { wait: Duration::from_millis(wait_ms.unsigned_abs()) });
                }
            }
        }
    }

    /// Says what became of a try. One that is never decided has failed.
    pub async fn decide(&self, attempt: Try, outcome: Outcome) {
        let Try { keys, shared, entered_ms } = attempt;
        if outcome == Outcome::Succeeded {
            self.remember(&keys[0], true, entered_ms);
        }
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

    /// Forgets a phone's failures from a network: somebody there has shown in another way to be its user.
    pub async fn forgive(&self, cellphone: &str, client_address: &str) {
        let network = network_of(client_address);
        let [here, ..] = self.keys(cellphone, network.as_deref().unwrap_or(NO_NETWORK));
        if let Err(error) = self.counters.forget(&here).await {
            tracing::warn!(%error, "failed tries could not be forgotten");
        }
        self.local.lock().unwrap_or_else(PoisonError::into_inner).remove(&here);
    }

    /// Whether the phone of this key is known from its network.
    async fn knows(
        &self,
        key: &str,
        network: Option<&str>,
        now_ms: i64,
        known_networks: &impl KnownNetworks,
    ) -> Result<bool, AuthError> {
        let Some(network) = network else { return Ok(false) };
        let remembered = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied();
        if let Some((known, _)) = remembered.filter(|(_, until)| now_ms < *until) {
            return Ok(known);
        }
        let known = known_networks.is_known(network).await?;
        self.remember(key, known, now_ms);
        Ok(known)
    }

    fn remember(&self, key: &str, known: bool, now_ms: i64) {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= CAPACITY {
            all.retain(|_, (_, until)| now_ms < *until);
            if all.len() >= CAPACITY {
                // What is forgotten is asked for again.
                all.clear();
            }
        }
        all.insert(key.to_owned(), (known, now_ms + KNOWN_MS));
    }

    fn take_locally(&self, keys: &[String; 3], known: bool, now_ms: i64) -> Look {
        let mut local = self.local.lock().unwrap_or_else(PoisonError::into_inner);
        if local.len() + keys.len() > CAPACITY {
            let longest_ms = RULES.iter().map(|rule| rule.window_ms).max().unwrap_or(0);
            local.retain(|_, counter| counter.last_ms + longest_ms > now_ms);
            if local.len() + keys.len() > CAPACITY {
                forget_older_half(&mut local);
            }
        }
        let counters = keys.each_ref().map(|key| local.get(key).copied().unwrap_or_default());
        let look = throttle::look(counters, known, now_ms);
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
