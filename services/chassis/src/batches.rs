//! Work of which many cost little more than one, done together for all who wait for it.

use std::{
    collections::{HashSet, VecDeque},
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::oneshot, time::timeout};
use tokio_util::task::TaskTracker;

/// Items of one batch at most.
const LARGEST: usize = 32;

/// What is done together.
pub trait Work: Send + Sync + 'static {
    /// What one caller wants done.
    type Item: Send + 'static;
    /// What one item has come to.
    type Answer: Send + 'static;
    /// What an item is about: of two items with the same key the later one waits for the next batch.
    type Key: Eq + Hash;

    /// The work's name in metrics.
    const NAME: &'static str;
    /// A batch that takes longer, for a lost packet or a slow disk, no longer holds up the next.
    const PATIENCE: Duration;

    /// What this item is about.
    fn key(item: &Self::Item) -> Self::Key;

    /// Does all of it, and answers each item in its place.
    fn run(&self, items: Vec<Self::Item>) -> impl Future<Output = Vec<Self::Answer>> + Send;
}

/// Gathers what is asked for while a batch is under way into the next one; nobody waits for a batch to fill. Clones share
/// the queue.
///
/// What has begun is finished, whether its callers still wait or not. The metrics `batches_total` and
/// `batched_items_total` tell how many there were.
pub struct Batches<W: Work>(Arc<Shared<W>>);

struct Shared<W: Work> {
    work: W,
    tasks: TaskTracker,
    state: Mutex<State<W>>,
}

struct State<W: Work> {
    waiting: VecDeque<Asked<W>>,
    under_way: bool,
}

/// An item, and who waits for its answer.
type Asked<W> = (<W as Work>::Item, oneshot::Sender<<W as Work>::Answer>);

impl<W: Work> Clone for Batches<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Work> std::fmt::Debug for Batches<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batches").field("work", &W::NAME).finish_non_exhaustive()
    }
}

impl<W: Work> Batches<W> {
    /// An empty queue for this work.
    pub fn new(work: W) -> Self {
        let state = Mutex::new(State { waiting: VecDeque::new(), under_way: false });
        Self(Arc::new(Shared { work, tasks: TaskTracker::new(), state }))
    }

    /// Has it done with what others want. `None`: the batch broke off, and nobody knows what has become of it.
    pub async fn ask(&self, item: W::Item) -> Option<W::Answer> {
        let (sender, answer) = oneshot::channel();
        let idle = {
            let mut state = self.0.state();
            state.waiting.push_back((item, sender));
            !std::mem::replace(&mut state.under_way, true)
        };
        if idle {
            self.0.tasks.spawn(Arc::clone(&self.0).work_off());
        }
        answer.await.ok()
    }
}

impl<W: Work> Shared<W> {
    fn state(&self) -> MutexGuard<'_, State<W>> {
        // Every section leaves the state whole, so a panic elsewhere does not make it wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn work_off(self: Arc<Self>) {
        while let Some(batch) = self.next() {
            // A task of its own, which goes on when it is late, and whose panic ends here.
            let batch = self.tasks.spawn(Arc::clone(&self).run(batch));
            let _late = timeout(W::PATIENCE, batch).await;
        }
    }

    /// What goes together next. `None`: nothing waits, and whoever comes next has to begin.
    fn next(&self) -> Option<Vec<Asked<W>>> {
        let mut state = self.state();
        let mut keys = HashSet::new();
        let (mut batch, mut later) = (Vec::new(), VecDeque::new());
        for asked in state.waiting.drain(..) {
            if asked.1.is_closed() {
                // The caller has gone before anything was begun.
            } else if batch.len() < LARGEST && keys.insert(W::key(&asked.0)) {
                batch.push(asked);
            } else {
                later.push_back(asked);
            }
        }
        state.waiting = later;
        state.under_way = !batch.is_empty();
        state.under_way.then_some(batch)
    }

    async fn run(self: Arc<Self>, batch: Vec<Asked<W>>) {
        metrics::counter!("batches_total", "work" => W::NAME).increment(1);
        metrics::counter!("batched_items_total", "work" => W::NAME).increment(batch.len() as u64);
        let (items, senders): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        for (sender, answer) in senders.into_iter().zip(self.work.run(items).await) {
            let _gone = sender.send(answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        sync::atomic::{AtomicUsize, Ordering},
    };

    use futures_util::{
        FutureExt as _,
        future::{join, join_all},
    };
    use tokio::sync::Semaphore;

    use super::*;

    /// Waits for a permit for each batch, and answers each item with the batch's number.
    struct Numbered {
        permits: Semaphore,
        batches: AtomicUsize,
    }

    impl Numbered {
        /// Waits until so many batches have begun.
        async fn begun(&self, batches: usize) {
            while self.batches.load(Ordering::SeqCst) < batches {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    }

    impl Work for &'static Numbered {
        type Item = (u32, bool);
        type Answer = usize;
        type Key = u32;

        const NAME: &'static str = "test";
        const PATIENCE: Duration = Duration::from_millis(100);

        fn key(item: &Self::Item) -> u32 {
            item.0
        }

        async fn run(&self, items: Vec<Self::Item>) -> Vec<usize> {
            let number = self.batches.fetch_add(1, Ordering::SeqCst);
            self.permits.acquire().await.expect("it is never closed").forget();
            assert!(!items.iter().any(|item| item.1), "an item that breaks its batch");
            items.iter().map(|_| number).collect()
        }
    }

    fn batches() -> (&'static Numbered, Batches<&'static Numbered>) {
        let work = Numbered { permits: Semaphore::new(0), batches: AtomicUsize::new(0) };
        let work: &Numbered = Box::leak(Box::new(work));
        (work, Batches::new(work))
    }

    #[tokio::test]
    async fn what_comes_while_a_batch_is_under_way_goes_together() {
        let (work, batches) = batches();
        let mut first = pin!(batches.ask((0, false)));
        assert!(first.as_mut().now_or_never().is_none());
        work.begun(1).await;
        // The caller of 9 leaves before its turn; two of 5 may not go together.
        let _left = Box::pin(batches.ask((9, false))).now_or_never();
        let rest = join_all([1, 5, 5, 2].map(|key| batches.ask((key, false))));
        work.permits.add_permits(3);
        let (first, rest) = join(first, rest).await;
        assert_eq!((first, rest), (Some(0), vec![Some(1), Some(1), Some(2), Some(1)]));
        let many = join_all((0..100).map(|key| batches.ask((key, false))));
        work.permits.add_permits(4);
        let numbers: Vec<_> = many.await.into_iter().flatten().collect();
        let largest = (3..7).map(|batch| numbers.iter().filter(|number| **number == batch).count()).max();
        assert_eq!((numbers.len(), largest), (100, Some(LARGEST)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_batch_that_breaks_or_hangs_holds_up_nobody_else() {
        let (work, batches) = batches();
        work.permits.add_permits(1);
        assert_eq!(batches.ask((0, true)).await, None, "it broke off");
        let mut hung = pin!(batches.ask((1, false)));
        assert!(hung.as_mut().now_or_never().is_none());
        work.begun(2).await;
        let served = async {
            work.begun(3).await;
            work.permits.add_permits(2);
        };
        let (next, ()) = join(batches.ask((2, false)), served).await;
        assert_eq!((next, hung.await), (Some(2), Some(1)));
    }
}
