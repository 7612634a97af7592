//! What the heads of pages show of a store, kept for a while: its name and its two pictures, and nothing that a write
//! decides on.
//!
//! An edit through this process drops the entry at once; one that comes another way is seen within [`TTL_S`].

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use quick_cache::sync::Cache;

use crate::wire::store_head::StoreHead;

/// How long an answer of settings is shown, in seconds.
pub const TTL_S: i64 = 30;
/// Stores that are remembered at most; those that nobody looks at make room.
const CAPACITY: usize = 4_096;
/// The counter of look-ups; its label `known` says whether settings had to be asked.
const LOOKUPS: &str = "store_head_lookups_total";

#[derive(Clone)]
struct Entry {
    head: Arc<StoreHead>,
    /// Seconds since 1970.
    until: i64,
}

/// What was dropped when an answer was asked for: one that is older than the last edit is not remembered.
#[derive(Clone, Copy, Debug)]
pub struct Asked(u64);

/// Heads of stores, shared by the workers.
pub struct Stores {
    heads: Cache<String, Entry>,
    edits: AtomicU64,
}

impl Default for Stores {
    fn default() -> Self {
        Self { heads: Cache::new(CAPACITY), edits: AtomicU64::default() }
    }
}

impl Stores {
    /// The head of a seller's store, if it is remembered. `now_s` in seconds since 1970.
    pub fn get(&self, seller_id: &str, now_s: i64) -> Option<Arc<StoreHead>> {
        let found = self.heads.get(seller_id).filter(|entry| now_s < entry.until);
        metrics::counter!(LOOKUPS, "known" => if found.is_some() { "yes" } else { "no" }).increment(1);
        found.map(|entry| entry.head)
    }

    /// To be called before settings is asked for a head that is to be remembered.
    pub fn asking(&self) -> Asked {
        Asked(self.edits.load(Ordering::SeqCst))
    }

    /// Remembers the head of a seller's store, unless a store was edited since it was asked for.
    pub fn put(&self, seller_id: &str, head: Arc<StoreHead>, asked: Asked, now_s: i64) {
        let until = now_s + TTL_S;
        self.heads.insert(seller_id.to_owned(), Entry { head, until });
        // After the insertion: an edit in between finds the entry, or is found here.
        if self.edits.load(Ordering::SeqCst) != asked.0 {
            self.heads.remove(seller_id);
        }
    }

    /// Drops what is remembered of a store, and what is being asked for.
    pub fn edited(&self, seller_id: &str) {
        self.edits.fetch_add(1, Ordering::SeqCst);
        self.heads.remove(seller_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(title: &str) -> Arc<StoreHead> {
        Arc::new(StoreHead { title: title.to_owned(), ..StoreHead::default() })
    }

    #[test]
    fn a_head_is_shown_for_its_time_and_no_longer() {
        let stores = Stores::default();
        assert_eq!(stores.get("a", 100), None);
        stores.put("a", head("sun"), stores.asking(), 100);
        assert_eq!(stores.get("a", 100 + TTL_S - 1), Some(head("sun")));
        assert_eq!(stores.get("b", 100), None);
        assert_eq!(stores.get("a", 100 + TTL_S), None);
    }

    #[test]
    fn an_edit_drops_what_is_known_and_what_was_asked_for_before_it() {
        let stores = Stores::default();
        stores.put("a", head("sun"), stores.asking(), 100);
        let asked = stores.asking();
        stores.edited("a");
        assert_eq!(stores.get("a", 100), None);
        stores.put("a", head("sun"), asked, 100);
        assert_eq!(stores.get("a", 100), None, "it was asked for before the edit");
        stores.put("a", head("moon"), stores.asking(), 100);
        assert_eq!(stores.get("a", 100), Some(head("moon")));
    }

    #[test]
    fn memory_is_bounded() {
        let stores = Stores::default();
        for number in 0..4 * CAPACITY {
            stores.put(&number.to_string(), head("x"), stores.asking(), 0);
        }
        assert!(stores.heads.len() <= CAPACITY, "{}", stores.heads.len());
        assert_eq!(stores.get(&(4 * CAPACITY - 1).to_string(), 0), Some(head("x")));
    }
}
