//! Long answers in parts, which are made while they are read.
//!
//! Whoever makes one holds what others want, too (a database connection, a turn). So it never waits long for a reader,
//! ends with its request, and is dropped when the reader has gone. What is cut off ends with an error: half of an answer
//! never looks whole.

use std::{
    future::Future,
    pin::{Pin, pin},
    task::{Context, Poll, ready},
    time::Duration,
};

use futures_util::{Stream, StreamExt as _};
use prost::Message;
use tokio::{sync::mpsc, task::JoinHandle, time::timeout};
use tokio_util::task::TaskTracker;
use tonic::{Code, Status};
use tracing::Instrument as _;

use crate::{
    errors,
    grpc::context::{self, until_deadline},
    paging::PageBudget,
};

/// How long a part waits until the one before it was read.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// Rows of a part at most.
const ROWS: usize = 1_000;
/// Bytes of a part's rows at most, unless one row alone has more.
const BYTES: usize = 256 * 1024;

/// Why an answer ends too early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Cut {
    /// The reader has not read for [`PATIENCE`], or has gone.
    #[error("the reply was not read")]
    Unread,
    /// The request's time is over.
    #[error("the deadline passed while the reply was made")]
    Late,
    /// Whoever made it has panicked.
    #[error("the reply could not be completed")]
    Lost,
}

impl From<Cut> for Status {
    fn from(cut: Cut) -> Self {
        let (code, reason) = match cut {
            Cut::Unread | Cut::Late => (Code::DeadlineExceeded, errors::reasons::DEADLINE_EXCEEDED),
            Cut::Lost => (Code::Internal, errors::reasons::INTERNAL),
        };
        errors::status(code, reason, cut.to_string()).build()
    }
}

/// A row as it is sent: its size is known.
pub trait Item: Message + 'static {}

impl<M: Message + 'static> Item for M {}

/// An answer in parts, as it is read. It has failed when its last item is an error.
#[derive(Debug)]
#[must_use = "nobody makes an answer that is dropped"]
pub struct Parts<M, E> {
    parts: mpsc::Receiver<Vec<M>>,
    maker: Option<JoinHandle<Result<(), E>>>,
}

impl<M: Item, E: From<Cut> + Send + 'static> Parts<M, E> {
    /// Begins to make one: `work` runs at once, in the context of this request and to its deadline.
    pub fn made_by<F>(work: impl FnOnce(Rows<M>) -> F) -> Self
    where
        F: Future<Output = Result<(), E>> + Send + 'static,
    {
        let (sender, parts) = mpsc::channel(1);
        let limited = until_deadline(work(Rows(sender)));
        let context = context::current();
        let work = async move {
            let ended = match context {
                Some(context) => context::scope(context, limited).await,
                None => limited.await,
            };
            ended.unwrap_or_else(|_elapsed| Err(Cut::Late.into()))
        };
        // Ends with its reader, so nobody else waits for it.
        let maker = TaskTracker::new().spawn(work.in_current_span());
        Self { parts, maker: Some(maker) }
    }
}

impl<M, E> Drop for Parts<M, E> {
    fn drop(&mut self) {
        if let Some(maker) = &self.maker {
            maker.abort();
        }
    }
}

impl<M, E: From<Cut>> Stream for Parts<M, E> {
    type Item = Result<Vec<M>, E>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(part) = ready!(self.parts.poll_recv(context)) {
            return Poll::Ready(Some(Ok(part)));
        }
        let Some(maker) = &mut self.maker else { return Poll::Ready(None) };
        let ended = ready!(Pin::new(maker).poll(context));
        self.maker = None;
        // The panic hook has told where and why.
        Poll::Ready(ended.unwrap_or_else(|_panic| Err(Cut::Lost.into())).err().map(Err))
    }
}

/// Where whoever makes an answer puts its rows.
#[derive(Debug)]
pub struct Rows<M>(mpsc::Sender<Vec<M>>);

impl<M: Item> Rows<M> {
    /// Hands these rows on, as parts of some hundred KiB each.
    pub async fn hand_on<E: From<Cut>>(&self, rows: impl Stream<Item = Result<M, E>>) -> Result<(), E> {
        let mut rows = pin!(rows);
        let (mut part, mut budget) = (Vec::new(), PageBudget::new(BYTES));
        while let Some(row) = rows.next().await {
            let row = row?;
            if part.len() == ROWS || !budget.takes(&row) {
                self.send(std::mem::take(&mut part)).await?;
                budget = PageBudget::new(BYTES);
                budget.takes(&row);
            }
            part.push(row);
        }
        if !part.is_empty() {
            self.send(part).await?;
        }
        Ok(())
    }

    async fn send(&self, part: Vec<M>) -> Result<(), Cut> {
        timeout(PATIENCE, self.0.send(part)).await.ok().and_then(Result::ok).ok_or(Cut::Unread)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{TryStreamExt as _, future::pending, stream};
    use tokio::{sync::oneshot, time::Instant};

    use super::*;
    use crate::grpc::context::RequestContext;

    /// An answer of these rows, each of so many bytes.
    fn answer(rows: u64, bytes: usize) -> Parts<Vec<u8>, Cut> {
        Parts::made_by(|reply| async move { reply.hand_on(stream::iter((0..rows).map(|_| Ok(vec![1; bytes])))).await })
    }

    #[tokio::test]
    async fn parts_are_bounded_in_rows_and_in_bytes() {
        for (rows, bytes, parts) in [
            (0, 1, vec![]),
            (1, 2 * BYTES, vec![1]),
            (1_000, 1, vec![1_000]),
            (2_001, 1, vec![1_000, 1_000, 1]),
            (5, BYTES / 2 - 100, vec![2, 2, 1]),
            (3, 2 * BYTES, vec![1, 1, 1]),
        ] {
            let read: Vec<Vec<Vec<u8>>> = answer(rows, bytes).try_collect().await.unwrap();
            assert_eq!(read.iter().map(Vec::len).collect::<Vec<_>>(), parts, "{rows} rows of {bytes}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_nobody_reads_frees_what_it_holds() {
        let (held, freed) = oneshot::channel::<()>();
        let start = Instant::now();
        let mut answer = Parts::<Vec<u8>, Cut>::made_by(|reply| async move {
            let _held = held;
            reply.hand_on(stream::iter((0..9_000).map(|_| Ok(vec![1])))).await
        });
        assert!(answer.next().await.unwrap().is_ok());
        // Its reader stays, and reads no more.
        freed.await.unwrap_err();
        assert_eq!(start.elapsed(), PATIENCE);
        // What was made until then is not taken for the whole.
        assert!(answer.next().await.unwrap().is_ok());
        assert_eq!(answer.next().await, Some(Err(Cut::Unread)));
        assert_eq!(answer.next().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_ends_with_its_request_and_with_its_reader() {
        let (held, freed) = oneshot::channel::<()>();
        let forever = |held| {
            Parts::<Vec<u8>, Cut>::made_by(|_reply| async move {
                let _held = held;
                pending().await
            })
        };
        let context = RequestContext::new("r1").with_timeout(Duration::from_mins(1));
        let start = Instant::now();
        let mut late = context::scope(context, async { forever(held) }).await;
        assert_eq!(late.next().await, Some(Err(Cut::Late)));
        assert_eq!((late.next().await, start.elapsed()), (None, Duration::from_mins(1)));
        freed.await.unwrap_err();

        let (held, freed) = oneshot::channel::<()>();
        drop(forever(held));
        freed.await.unwrap_err();
    }

    #[tokio::test]
    async fn half_of_an_answer_never_looks_whole() {
        let rows = || stream::iter((0..1_500).map(|number| if number < 1_200 { Ok(vec![1]) } else { Err(Cut::Late) }));
        let mut failed = Parts::<Vec<u8>, Cut>::made_by(|reply| async move { reply.hand_on(rows()).await });
        assert_eq!(failed.next().await.unwrap().unwrap().len(), 1_000);
        assert_eq!(failed.next().await, Some(Err(Cut::Late)));
        let mut lost = Parts::<Vec<u8>, Cut>::made_by(|_reply| async { panic!("a planted panic") });
        assert_eq!(lost.next().await, Some(Err(Cut::Lost)));
        assert_eq!(lost.next().await, None);
    }
}
