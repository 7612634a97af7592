//! The allocator of all processes, and how much of it a thread holds. A process takes it by naming this crate.
//!
//! jemalloc with its own threads in the background: what was freed goes back to the system within some ten seconds, also
//! in a process that does nothing more (`docs/adr/009-allocator.md`).

use tikv_jemalloc_ctl::thread::{self, ThreadLocal};
use tikv_jemallocator::Jemalloc;

#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// What one thread has allocated and not freed since this was made. It stays on its thread.
pub struct Held {
    allocated: ThreadLocal<u64>,
    freed: ThreadLocal<u64>,
    before: u64,
}

impl std::fmt::Debug for Held {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Held").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

impl Held {
    /// From now on, by this thread. `None` when the allocator does not tell, which does not happen with ours.
    pub fn from_now() -> Option<Self> {
        let (allocated, freed) = (thread::allocatedp::read().ok()?, thread::deallocatedp::read().ok()?);
        Some(Self { before: allocated.get().wrapping_sub(freed.get()), allocated, freed })
    }

    /// Bytes; none when the thread has freed more than it has allocated since.
    pub fn bytes(&self) -> u64 {
        let now = self.allocated.get().wrapping_sub(self.freed.get());
        now.wrapping_sub(self.before).cast_signed().max(0).cast_unsigned()
    }
}

/// Does this, and how many bytes this thread has allocated for it, whether it has freed them or not. As the same work always
/// allocates the same, a test may hold a path to it on any machine. `None` when the allocator does not tell.
pub fn allocating<R>(work: impl FnOnce() -> R) -> Option<(R, u64)> {
    let allocated = thread::allocatedp::read().ok()?;
    let before = allocated.get();
    let done = work();
    Some((done, allocated.get().wrapping_sub(before)))
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        time::{Duration, Instant},
    };

    use pishkhan_testkit::again_with_a_quick_allocator;

    use super::*;

    #[test]
    fn what_a_thread_holds_is_counted_to_the_byte_and_for_it_alone() {
        let held = Held::from_now().unwrap();
        let mine = vec![7_u8; 3 * 1024 * 1024];
        let theirs = std::thread::spawn(|| vec![7_u8; 5 * 1024 * 1024]).join().unwrap();
        assert!((3 << 20..4 << 20).contains(&held.bytes()), "{held:?}");
        drop(mine);
        drop(theirs);
        assert_eq!(held.bytes(), 0, "it has freed what another one allocated");
    }

    #[test]
    fn what_was_freed_meanwhile_was_allocated_too() {
        let work = || (0..3).map(|_| vec![7_u8; 1 << 20].len()).sum::<usize>();
        let (length, bytes) = allocating(work).unwrap();
        assert_eq!((length, bytes), (3 << 20, 3 << 20));
    }

    /// What this process holds in memory, in KiB.
    fn resident_kib() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    #[test]
    fn memory_goes_back_though_nobody_allocates_any_more() {
        if !again_with_a_quick_allocator("tests::memory_goes_back_though_nobody_allocates_any_more") {
            println!("after {:?}", goes_back());
        }
    }

    #[test]
    #[ignore = "waits for the allocator's ten seconds; make prove runs it"]
    fn memory_goes_back_at_the_allocators_own_pace() {
        let took = goes_back();
        println!("after {took:?}");
        assert!(took < Duration::from_secs(30), "{took:?}");
    }

    /// Frees many small pieces of threads that have ended, which no allocator gives back by itself; how long they stay.
    fn goes_back() -> Duration {
        let before = resident_kib();
        let threads: Vec<_> = (0..8)
            .map(|_| {
                std::thread::spawn(|| (0..20_000).map(|piece| vec![7_u8; 500 + piece % 1_500]).collect::<Vec<_>>())
            })
            .collect();
        let pieces: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        let most = resident_kib();
        assert!(most > before + 150 * 1_024, "{before} KiB before, {most} KiB with them");
        drop(pieces);
        let freed = Instant::now();
        while resident_kib() > before + 16 * 1_024 {
            assert!(freed.elapsed() < Duration::from_mins(1), "{before} KiB before, {} KiB after", resident_kib());
            std::thread::sleep(Duration::from_millis(100));
        }
        freed.elapsed()
    }
}
