//! What is read of a seller's table as a whole, and kept in memory with the snapshot that it was read in.
//!
//! The table has a column with the transaction that last changed each row (`changed_xid`), so that one look into an index
//! tells whether anything has changed since: what a transaction has done that the snapshot did not see.

use std::{ops::Deref, sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::turns::{Bounds, Refused, Turns};
use quick_cache::{
    DefaultHashBuilder, OptionsBuilder, Weighter,
    sync::{Cache, DefaultLifecycle},
};
use uuid::Uuid;

/// A snapshot is forgotten after this time, however often it was brought up to date: a deleted row leaves no trace, and a
/// standby that takes over without the last transactions gives their ids out once more.
const MAX_AGE: TimeDelta = TimeDelta::minutes(10);
/// Bytes that an entry takes beside what its value has on the heap.
const ENTRY_BYTES: usize = 256;
/// How long a request waits for its turn at reading.
const PATIENCE: Duration = Duration::from_secs(5);
/// Of how many sellers snapshots are expected, at most: how many are remembered to have been there.
const SELLERS: usize = 4_096;

/// A value as of one snapshot of the database.
#[derive(Debug)]
pub struct Snapshot<T> {
    value: T,
    heap_bytes: usize,
    seen: String,
    read_at: DateTime<Utc>,
}

impl<T> Snapshot<T> {
    /// What was read just now, and takes so many bytes on the heap. `seen` is the snapshot's text (`pg_current_snapshot()`):
    /// which transactions it saw.
    pub const fn new(value: T, heap_bytes: usize, seen: String, now: DateTime<Utc>) -> Self {
        Self { value, heap_bytes, seen, read_at: now }
    }

    /// This value with what a later snapshot found changed.
    #[must_use]
    pub const fn changed(&self, value: T, heap_bytes: usize, seen: String) -> Self {
        Self { value, heap_bytes, seen, read_at: self.read_at }
    }

    /// Which transactions it saw: those of all others are missing.
    pub fn seen(&self) -> &str {
        &self.seen
    }
}

impl<T> Deref for Snapshot<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// A snapshot that a request works with.
#[derive(Debug)]
pub struct Opened<T> {
    snapshot: Arc<Snapshot<T>>,
    current: bool,
}

impl<T> Opened<T> {
    /// Whether the request has read it, or what was missing in it, itself: then it has all that was committed before.
    pub const fn is_current(&self) -> bool {
        self.current
    }
}

impl<T> Deref for Opened<T> {
    type Target = Snapshot<T>;

    fn deref(&self) -> &Snapshot<T> {
        &self.snapshot
    }
}

#[derive(Clone)]
struct ByBytes;

impl<T> Weighter<Uuid, Arc<Snapshot<T>>> for ByBytes {
    fn weight(&self, _: &Uuid, snapshot: &Arc<Snapshot<T>>) -> u64 {
        u64::try_from(snapshot.heap_bytes + ENTRY_BYTES).unwrap_or(u64::MAX)
    }
}

/// Snapshots of sellers' values, within a bound of memory: those that nobody asks for make room. One that is larger than
/// all of it is not kept. The metric `snapshots_bytes` tells, by `work`, what they take.
pub struct Snapshots<T> {
    kept: Cache<Uuid, Arc<Snapshot<T>>, ByBytes>,
    readings: Turns,
    bytes: metrics::Gauge,
}

impl<T> std::fmt::Debug for Snapshots<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshots").finish_non_exhaustive()
    }
}

impl<T> Snapshots<T> {
    /// Keeps none yet, and never more than so many bytes of them. `work` is what reading one is called in metrics.
    #[expect(clippy::missing_panics_doc, reason = "options with both capacities can be built")]
    pub fn within(bytes: u64, work: &'static str) -> Self {
        // In one piece: a shard of it may be smaller than a large seller's snapshot.
        let options = OptionsBuilder::new()
            .shards(1)
            .estimated_items_capacity(SELLERS)
            .weight_capacity(bytes)
            .build()
            .expect("both capacities are set");
        let (hash, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
        let readings = Bounds { work, at_once: 2, of_one: 1, queue: 256, queue_of_one: 64 };
        Self {
            kept: Cache::with_options(options, ByBytes, hash, lifecycle),
            readings: Turns::new(readings),
            bytes: metrics::gauge!("snapshots_bytes", "work" => work),
        }
    }

    /// A seller's as it is kept, which may lack what has changed since; by `read` if none is.
    pub async fn open<E: From<Refused>>(
        &self,
        seller_id: Uuid,
        now: DateTime<Utc>,
        read: impl Future<Output = Result<Snapshot<T>, E>>,
    ) -> Result<Opened<T>, E> {
        match self.get(seller_id, now) {
            Some(kept) => Ok(kept),
            None => self.reopen(seller_id, now, None, read).await,
        }
    }

    /// Another than the one that lacks too much: what somebody else has read meanwhile, or by `read`, for one request of a
    /// seller at a time.
    pub async fn reopen<E: From<Refused>>(
        &self,
        seller_id: Uuid,
        now: DateTime<Utc>,
        old: Option<&Opened<T>>,
        read: impl Future<Output = Result<Snapshot<T>, E>>,
    ) -> Result<Opened<T>, E> {
        let _turn = self.readings.take(&seller_id.to_string(), PATIENCE).await?;
        let other = self.get(seller_id, now);
        match other.filter(|other| old.is_none_or(|old| !Arc::ptr_eq(&other.snapshot, &old.snapshot))) {
            Some(other) => Ok(other),
            None => Ok(self.put(seller_id, read.await?)),
        }
    }

    fn get(&self, seller_id: Uuid, now: DateTime<Utc>) -> Option<Opened<T>> {
        let snapshot = self.kept.get(&seller_id).filter(|snapshot| now - snapshot.read_at < MAX_AGE)?;
        Some(Opened { snapshot, current: false })
    }

    /// Keeps a seller's in the place of the one before. Which of two is the later one need not be known: what either of
    /// them lacks is found by what it saw.
    pub fn put(&self, seller_id: Uuid, snapshot: Snapshot<T>) -> Opened<T> {
        let snapshot = Arc::new(snapshot);
        self.kept.insert(seller_id, Arc::clone(&snapshot));
        self.bytes.set(f64::from(u32::try_from(self.kept.weight()).unwrap_or(u32::MAX)));
        Opened { snapshot, current: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1024 * 1024;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    #[test]
    fn a_snapshot_lives_for_its_time_however_often_it_changes() {
        let snapshots = Snapshots::within(1024, "test");
        let seller_id = Uuid::from_u128(1);
        assert!(snapshots.get(seller_id, NOW).is_none());
        let first = snapshots.put(seller_id, Snapshot::new("a", 10, "5:5:".to_owned(), NOW));
        snapshots.put(seller_id, first.changed("b", 20, "9:9:".to_owned()));
        let young = snapshots.get(seller_id, NOW + MAX_AGE - TimeDelta::seconds(1)).expect("it is not too old");
        assert_eq!((**young, young.seen()), ("b", "9:9:"));
        assert!(snapshots.get(Uuid::from_u128(2), NOW).is_none(), "it is another seller's");
        assert!(snapshots.get(seller_id, NOW + MAX_AGE).is_none());
    }

    #[test]
    fn memory_is_bounded_and_whoever_asks_again_finds_the_own() {
        let bound = 32 * MIB;
        let snapshots = Snapshots::within(u64::try_from(bound).unwrap(), "test");
        let regular = Uuid::from_u128(0);
        snapshots.put(regular, Snapshot::new((), MIB, String::new(), NOW));
        for seller in 1..1_000 {
            snapshots.put(Uuid::from_u128(seller), Snapshot::new((), MIB, String::new(), NOW));
            assert!(snapshots.kept.weight() <= u64::try_from(bound).unwrap());
            assert!(snapshots.get(regular, NOW).is_some(), "it is asked for all the time");
        }
        assert!(snapshots.kept.weight() > u64::try_from(bound / 2).unwrap(), "the room is used");
        snapshots.put(regular, Snapshot::new((), bound + 1, String::new(), NOW));
        assert!(snapshots.get(regular, NOW).is_none(), "it is larger than the room");
    }
}
