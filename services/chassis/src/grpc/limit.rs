//! Message bodies with a limit of bytes or of time.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tokio::time::Sleep;
use tonic::Status;

use super::deadline;
use crate::errors::{self, problem};

pin_project! {
    /// A request body that ends with `INVALID_ARGUMENT` after `left` bytes, before anybody has gathered them.
    pub(super) struct SizeLimited<B> {
        #[pin]
        body: B,
        left: usize,
    }
}

impl<B> SizeLimited<B> {
    pub(super) const fn new(body: B, limit: usize) -> Self {
        Self { body, left: limit }
    }
}

impl<B: Body<Data = Bytes, Error = Status>> Body for SizeLimited<B> {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.project();
        let frame = ready!(this.body.poll_frame(context));
        if let Some(data) = frame.as_ref().and_then(|frame| frame.as_ref().ok()).and_then(Frame::data_ref) {
            let Some(left) = this.left.checked_sub(data.len()) else {
                return Poll::Ready(Some(Err(errors::invalid_field("request", problem::TOO_LARGE))));
            };
            *this.left = left;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

pin_project! {
    /// A reply body that ends with `DEADLINE_EXCEEDED` when the time is over.
    pub(super) struct TimeLimited<B> {
        #[pin]
        body: B,
        #[pin]
        sleep: Sleep,
        over: bool,
    }
}

impl<B> TimeLimited<B> {
    /// Needs a running runtime with time.
    pub(super) fn new(body: B, left: Duration) -> Self {
        Self { body, sleep: tokio::time::sleep(left), over: false }
    }
}

impl<B: Body<Data = Bytes, Error = Status>> Body for TimeLimited<B> {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.project();
        if *this.over {
            return Poll::Ready(None);
        }
        if let Poll::Ready(frame) = this.body.poll_frame(context) {
            return Poll::Ready(frame);
        }
        ready!(this.sleep.poll(context));
        *this.over = true;
        Poll::Ready(Some(Err(deadline::exceeded("while the reply was read"))))
    }

    fn is_end_stream(&self) -> bool {
        self.over || self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::{BodyExt, Full, StreamBody};

    use super::*;

    #[tokio::test]
    async fn a_body_within_the_limit_passes_and_one_beyond_does_not() {
        let body = || Full::new(Bytes::from_static(b"12345")).map_err(|never| match never {});
        assert_eq!(SizeLimited::new(body(), 5).collect().await.unwrap().to_bytes(), "12345");
        let refused = SizeLimited::new(body(), 4).collect().await.unwrap_err();
        assert_eq!(errors::details(&refused).fields[0].problem, "TOO_LARGE");
    }

    #[tokio::test(start_paused = true)]
    async fn a_reply_that_never_ends_is_ended_once() {
        let silent = StreamBody::new(futures_util::stream::pending::<Result<Frame<Bytes>, Status>>());
        let mut body = Box::pin(TimeLimited::new(silent, Duration::from_secs(1)));
        let error = body.frame().await.unwrap().unwrap_err();
        assert_eq!(error.code(), tonic::Code::DeadlineExceeded);
        assert!(body.frame().await.is_none() && body.is_end_stream());
    }
}
