//! Uploaded pictures that were asked for lately, in memory.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};

use actix_web::web::Bytes;
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};

use crate::throttle::NetworkThrottle;

/// Bytes of all pictures in memory together.
const CAPACITY: usize = 16 * 1024 * 1024;
/// Bytes of a picture that is worth remembering.
const LARGEST: usize = CAPACITY / 8;
/// How long a picture is remembered, in seconds: one that its seller took away is not shown for longer.
const TTL_S: i64 = 600;

/// A picture in one of its sizes: its id and width.
pub type Key = (String, u16);

/// The bytes of a picture. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Such as `image/jpeg`.
    pub content_type: String,
    /// Of the bytes, with its quotes.
    pub etag: String,
    /// The file.
    pub bytes: Bytes,
}

impl Picture {
    /// With the tag of its bytes.
    pub fn new(content_type: String, bytes: Vec<u8>) -> Self {
        let etag = format!("\"{}\"", BASE64_URL_SAFE_NO_PAD.encode(&Sha256::digest(&bytes)[..12]));
        Self { content_type, etag, bytes: bytes.into() }
    }
}

#[derive(Debug)]
struct Entry {
    picture: Picture,
    /// Place in the order of use.
    used: u64,
    /// Seconds since 1970.
    until: i64,
}

#[derive(Debug, Default)]
struct State {
    entries: HashMap<Key, Entry>,
    /// The longest unused first.
    order: BTreeMap<u64, Key>,
    uses: u64,
    bytes: usize,
}

impl State {
    fn forget(&mut self, key: &Key) {
        if let Some(entry) = self.entries.remove(key) {
            self.order.remove(&entry.used);
            self.bytes -= entry.picture.bytes.len();
        }
    }

    fn next_use(&mut self) -> u64 {
        self.uses += 1;
        self.uses
    }
}

/// Pictures of the last minutes, shared by the workers, and who asked for ones that do not exist.
#[derive(Debug, Default)]
pub struct Pictures {
    state: Mutex<State>,
    /// Counts what was not there: a page asks for many pictures at once, and all of them exist.
    pub misses: NetworkThrottle,
}

impl Pictures {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every section leaves the state whole, so a panic elsewhere does not make it wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The picture, if it is remembered. `now_s` in seconds since 1970.
    pub fn get(&self, key: &Key, now_s: i64) -> Option<Picture> {
        let mut state = self.state();
        if state.entries.get(key)?.until <= now_s {
            state.forget(key);
            return None;
        }
        let used = state.next_use();
        let State { entries, order, .. } = &mut *state;
        let entry = entries.get_mut(key)?;
        order.remove(&entry.used);
        order.insert(used, key.clone());
        entry.used = used;
        Some(entry.picture.clone())
    }

    /// Remembers the picture; those that were not asked for longest make room.
    pub fn put(&self, key: Key, picture: Picture, now_s: i64) {
        if picture.bytes.len() > LARGEST {
            return;
        }
        let mut state = self.state();
        state.forget(&key);
        while state.bytes + picture.bytes.len() > CAPACITY
            && let Some(oldest) = state.order.first_key_value().map(|(_, key)| key.clone())
        {
            state.forget(&oldest);
        }
        let used = state.next_use();
        state.bytes += picture.bytes.len();
        state.order.insert(used, key.clone());
        state.entries.insert(key, Entry { picture, used, until: now_s + TTL_S });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(length: usize) -> Picture {
        Picture::new("image/jpeg".to_owned(), vec![7; length])
    }

    fn key(number: usize) -> Key {
        (number.to_string(), 96)
    }

    #[test]
    fn memory_is_bounded_and_keeps_what_is_asked_for() {
        let pictures = Pictures::default();
        let fit = CAPACITY / LARGEST;
        for number in 0..fit {
            pictures.put(key(number), picture(LARGEST), 0);
        }
        assert!(pictures.get(&key(0), 1).is_some());
        pictures.put(key(fit), picture(1), 0);
        assert!(pictures.get(&key(0), 1).is_some(), "it was asked for lately");
        assert!(pictures.get(&key(1), 1).is_none(), "the longest unused one made room");
        pictures.put(key(fit), picture(LARGEST), 0);
        pictures.put(key(99), picture(LARGEST + 1), 0);
        assert!(pictures.get(&key(99), 1).is_none());
        let state = pictures.state();
        assert_eq!(state.bytes, CAPACITY);
        assert_eq!((state.entries.len(), state.order.len()), (fit, fit));
        assert_eq!(state.bytes, state.entries.values().map(|entry| entry.picture.bytes.len()).sum::<usize>());
    }

    #[test]
    fn nothing_is_remembered_for_ever_and_sizes_are_told_apart() {
        let pictures = Pictures::default();
        pictures.put(key(1), picture(3), 1_000);
        assert!(pictures.get(&key(1), 1_000 + TTL_S - 1).is_some());
        assert!(pictures.get(&(key(1).0, 320), 1_000).is_none());
        assert!(pictures.get(&key(1), 1_000 + TTL_S).is_none());
        assert_eq!(pictures.state().bytes, 0);
    }
}
