//! A map of bounded size that forgets what was not used for longest.

use std::{collections::HashMap, hash::Hash, mem};

/// Two maps, of which the older one goes when the newer one is half of all: nothing is searched for to make room.
#[derive(Debug)]
pub struct Recent<K, V> {
    newer: HashMap<K, V>,
    older: HashMap<K, V>,
    half: usize,
}

impl<K: Eq + Hash, V> Recent<K, V> {
    /// Holds `most` entries at most, and at least the half of them that was used last.
    pub fn holding(most: usize) -> Self {
        Self { newer: HashMap::new(), older: HashMap::new(), half: most.div_ceil(2) }
    }

    /// What is kept for `key`; looking does not count as use.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.newer.get(key).or_else(|| self.older.get(key))
    }

    /// What is kept for `key`, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.newer.get_mut(key).or_else(|| self.older.get_mut(key))
    }

    /// What is kept for `key`, to be changed; `fresh` if there was nothing.
    pub fn get_or_insert(&mut self, key: K, fresh: V) -> &mut V {
        let value = self.older.remove(&key).unwrap_or(fresh);
        if self.newer.len() >= self.half && !self.newer.contains_key(&key) {
            self.older = mem::take(&mut self.newer);
        }
        self.newer.entry(key).or_insert(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newer_half_is_always_there_and_no_more_than_all() {
        let mut recent = Recent::holding(100);
        for number in 0..1_000_u32 {
            *recent.get_or_insert(number, 0) += number;
            for last in number.saturating_sub(49)..=number {
                assert_eq!(recent.get(&last), Some(&last));
            }
            assert!(recent.newer.len() + recent.older.len() <= 100);
        }
        assert_eq!(recent.get(&0), None);
    }

    #[test]
    fn what_is_used_stays() {
        let mut recent = Recent::holding(100);
        for number in 0..1_000 {
            *recent.get_or_insert(0, 0) += 1;
            recent.get_or_insert(number + 1, 0);
        }
        assert_eq!(recent.get_mut(&0), Some(&mut 1_000));
    }
}
