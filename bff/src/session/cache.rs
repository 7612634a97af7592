//! A short memory of validated sessions, shared by the workers.
//!
//! It saves the hop to auth in the steady state. Entries live 5 s, and are dropped at once when auth says that the
//! session has ended. While that word can't be heard, nothing is remembered at all.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sha2::{Digest, Sha256};

use super::{Session, lookups::Lookups};

/// How long an answer of auth is believed, in seconds.
const TTL_S: i64 = 5;
/// A passport has at least this long to run when it is used, in seconds.
const PASSPORT_MARGIN_S: i64 = 5;
/// Sessions remembered at most; above that the stale ones are swept first.
const CAPACITY: usize = 10_000;

/// What stands for a secret and its handle: the secret itself is not kept.
pub type Key = [u8; 32];

#[derive(Debug)]
struct Entry {
    handle: String,
    session: Arc<Session>,
    believed_until: i64,
}

#[derive(Debug, Default)]
struct State {
    /// Whether revocations are being heard.
    listening: bool,
    /// One more whenever something may have been missed or revoked: answers asked for before do not count.
    epoch: u64,
    entries: HashMap<Key, Entry>,
}

/// Validated sessions of the last seconds, and what look-ups of others may cost.
#[derive(Debug, Default)]
pub struct SessionCache {
    state: Mutex<State>,
    lookups: Lookups,
}

impl SessionCache {
    /// The key of a secret and its handle.
    pub fn key(secret: &str, handle: &str) -> Key {
        let mut hash = Sha256::new();
        hash.update(secret.as_bytes());
        hash.update([0]);
        hash.update(handle.as_bytes());
        hash.finalize().into()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every section leaves the state whole, so a panic elsewhere does not make it wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whom auth may be asked about.
    pub fn lookups(&self) -> &Lookups {
        &self.lookups
    }

    /// The session, if it was validated in the last seconds. `now` in seconds since 1970.
    pub fn get(&self, key: &Key, now: i64) -> Option<Arc<Session>> {
        let state = self.state();
        let entry = state.entries.get(key)?;
        (state.listening && now < entry.believed_until).then(|| Arc::clone(&entry.session))
    }

    /// To be read before auth is asked, and handed to [`Self::put`].
    pub fn epoch(&self) -> u64 {
        self.state().epoch
    }

    /// Remembers what auth answered to a question asked at `epoch`.
    pub fn put(&self, key: Key, handle: String, session: Arc<Session>, now: i64, epoch: u64) {
        let believed_until = (now + TTL_S).min(session.passports_expire_at() - PASSPORT_MARGIN_S).min(session.ends_at);
        let mut state = self.state();
        if !state.listening || state.epoch != epoch {
            return;
        }
        if state.entries.len() >= CAPACITY {
            state.entries.retain(|_, entry| now < entry.believed_until);
        }
        if state.entries.len() < CAPACITY {
            state.entries.insert(key, Entry { handle, session, believed_until });
        }
    }

    /// Forgets the sessions that have ended.
    pub fn revoke(&self, handles: &[String]) {
        let ended: HashSet<&str> = handles.iter().map(String::as_str).collect();
        let mut state = self.state();
        state.epoch += 1;
        state.entries.retain(|_, entry| !ended.contains(entry.handle.as_str()));
    }

    /// Revocations are heard from now on, or no longer: either way nothing of before is believed.
    pub fn set_listening(&self, listening: bool) {
        let mut state = self.state();
        state.listening = listening;
        state.epoch += 1;
        state.entries.clear();
    }
}

#[cfg(test)]
mod tests {
    use pishkhan_proto::auth::v1 as pb;

    use super::*;

    const ENDS_AT: i64 = 203;

    fn session(passports_until: i64) -> Arc<Session> {
        Arc::new(Session {
            user: pb::User::default(),
            ends_at: ENDS_AT,
            passports: vec![pb::Passport {
                audience: "orders".to_owned(),
                token: "t".to_owned(),
                expire_time: Some(prost_types::Timestamp { seconds: passports_until, nanos: 0 }),
            }],
        })
    }

    fn remember(cache: &SessionCache, handle: &str, passports_until: i64) -> Key {
        let key = SessionCache::key("s", handle);
        cache.put(key, handle.to_owned(), session(passports_until), 100, cache.epoch());
        key
    }

    #[test]
    fn believes_for_five_seconds_and_never_past_a_passport_or_the_end() {
        let cache = SessionCache::default();
        cache.set_listening(true);
        let key = remember(&cache, "a", 160);
        assert!(cache.get(&key, 104).is_some());
        assert!(cache.get(&key, 105).is_none());
        let key = remember(&cache, "b", 107);
        assert!(cache.get(&key, 101).is_some());
        assert!(cache.get(&key, 102).is_none());
        let key = SessionCache::key("s", "c");
        cache.put(key, "c".to_owned(), session(300), 200, cache.epoch());
        assert!(cache.get(&key, ENDS_AT - 1).is_some());
        assert!(cache.get(&key, ENDS_AT).is_none());
    }

    #[test]
    fn forgets_at_once_what_is_revoked_and_only_that() {
        let cache = SessionCache::default();
        cache.set_listening(true);
        let (a, b) = (remember(&cache, "a", 160), remember(&cache, "b", 160));
        cache.revoke(&["a".to_owned()]);
        assert!(cache.get(&a, 101).is_none());
        assert!(cache.get(&b, 101).is_some());
    }

    #[test]
    fn an_answer_that_was_on_its_way_during_a_revocation_does_not_count() {
        let cache = SessionCache::default();
        cache.set_listening(true);
        let key = SessionCache::key("s", "a");
        let asked = cache.epoch();
        cache.revoke(&["a".to_owned()]);
        cache.put(key, "a".to_owned(), session(160), 100, asked);
        assert!(cache.get(&key, 101).is_none());
    }

    #[test]
    fn remembers_nothing_while_it_hears_nothing() {
        let cache = SessionCache::default();
        let key = remember(&cache, "a", 160);
        assert!(cache.get(&key, 101).is_none());
        cache.set_listening(true);
        let key = remember(&cache, "a", 160);
        cache.set_listening(false);
        assert!(cache.get(&key, 101).is_none());
    }

    #[test]
    fn the_key_tells_swapped_cookies_apart() {
        assert_ne!(SessionCache::key("ab", "c"), SessionCache::key("a", "bc"));
    }
}
