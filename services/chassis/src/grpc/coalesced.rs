//! Writes of an HTTP/2 connection, put together.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What may wait here: two frames of the largest size, with their heads.
const WAITING: usize = 34 * 1024;

/// A stream whose writes leave at the second flush after them, for which it wakes its task itself.
///
/// h2 flushes the head of a call before its message is there, and a reply's message before its trailers. Each of them
/// would be a packet, a TLS record and a wake-up of the other side. What is written before the task is polled again
/// leaves as one.
///
/// For h2 alone, which flushes whenever it is polled: whoever flushes once and then only reads would wait for ever. h2
/// itself does that before its connection is there, so nothing is put off until the other side was heard.
pub(super) struct Coalesced<S> {
    stream: S,
    waiting: BytesMut,
    /// Whether a flush of what waits was put off: the next one is not.
    is_put_off: bool,
    is_heard: bool,
}

impl<S: AsyncWrite + Unpin> Coalesced<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, waiting: BytesMut::new(), is_put_off: false, is_heard: false }
    }

    fn poll_drain(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.waiting.is_empty() {
            let taken = ready!(Pin::new(&mut self.stream).poll_write(context, &self.waiting))?;
            if taken == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.waiting.advance(taken);
        }
        self.is_put_off = false;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Coalesced<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.waiting.len() >= WAITING {
            ready!(self.poll_drain(context))?;
        }
        let mut taken = 0;
        for slice in slices {
            let room = WAITING - self.waiting.len();
            let part = &slice[..slice.len().min(room)];
            self.waiting.extend_from_slice(part);
            taken += part.len();
        }
        Poll::Ready(Ok(taken))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.is_heard && !self.waiting.is_empty() && !self.is_put_off {
            self.is_put_off = true;
            context.waker().wake_by_ref();
            return Poll::Ready(Ok(()));
        }
        ready!(self.poll_drain(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_drain(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Coalesced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.is_heard |= buffer.filled().len() > before;
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        future::poll_fn,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
    };

    use bytes::Bytes;
    use futures_util::stream;
    use http::{HeaderMap, Request, Response};
    use http_body::Frame;
    use http_body_util::{BodyExt as _, StreamBody};
    use hyper::{client, server, service::service_fn};
    use hyper_util::rt::{TokioExecutor, TokioIo};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio_util::task::TaskTracker;

    use super::*;

    const REQUEST: &[u8] = &[1; 100];
    const REPLY: &[u8] = &[2; 3000];

    /// A stream that counts the writes that come through.
    struct Counted(DuplexStream, Arc<AtomicUsize>);

    impl AsyncWrite for Counted {
        fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            Pin::new(&mut self.0).poll_write(context, bytes)
        }

        fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
            Pin::new(&mut self.0).poll_flush(context)
        }

        fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
            Pin::new(&mut self.0).poll_shutdown(context)
        }
    }

    impl AsyncRead for Counted {
        fn poll_read(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            Pin::new(&mut self.0).poll_read(context, buffer)
        }
    }

    /// A message, and trailers where they are told.
    fn body(message: &'static [u8], trailers: Option<HeaderMap>) -> tonic::body::Body {
        let frames = [Frame::data(Bytes::from_static(message))].into_iter().chain(trailers.map(Frame::trailers));
        tonic::body::Body::new(StreamBody::new(stream::iter(frames.map(Ok::<_, Infallible>))))
    }

    #[tokio::test]
    async fn a_call_is_one_write_and_so_is_its_reply() {
        let (near, far) = duplex(64 * 1024);
        let (asked, answered) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let near = TokioIo::new(Coalesced::new(Counted(near, Arc::clone(&asked))));
        let far = TokioIo::new(Coalesced::new(Counted(far, Arc::clone(&answered))));
        let service = service_fn(async |request: Request<hyper::body::Incoming>| {
            assert_eq!(request.into_body().collect().await.unwrap().to_bytes(), REQUEST);
            Ok::<_, Infallible>(Response::new(body(REPLY, Some(HeaderMap::new()))))
        });
        let tasks = TaskTracker::new();
        tasks.spawn(server::conn::http2::Builder::new(TokioExecutor::new()).serve_connection(far, service));
        let (mut calls, connection) =
            client::conn::http2::Builder::new(TokioExecutor::new()).handshake(near).await.unwrap();
        tasks.spawn(connection);
        for call in 0..10 {
            let before = [&asked, &answered].map(|count| count.load(Ordering::Relaxed));
            calls.ready().await.unwrap();
            let reply = calls.send_request(Request::new(body(REQUEST, None))).await.unwrap();
            assert_eq!(reply.into_body().collect().await.unwrap().to_bytes(), REPLY);
            let after = [&asked, &answered].map(|count| count.load(Ordering::Relaxed));
            // The first ones are among what both sides tell about themselves.
            assert!(call < 2 || after == before.map(|count| count + 1), "call {call}: {before:?}, then {after:?}");
        }
    }

    #[tokio::test]
    async fn what_is_taken_slowly_arrives_whole_and_no_more_than_the_limit_waits() {
        let (near, mut far) = duplex(100);
        let mut near = Coalesced::new(near);
        let sent: Vec<u8> = (0..=u8::MAX).cycle().take(300_000).collect();
        let expected = sent.clone();
        let writing = TaskTracker::new().spawn(async move {
            let mut most = 0;
            for part in sent.chunks(7_001) {
                near.write_all(part).await.unwrap();
                most = most.max(near.waiting.len());
            }
            near.shutdown().await.unwrap();
            most
        });
        let mut arrived = Vec::new();
        far.read_to_end(&mut arrived).await.unwrap();
        assert_eq!(arrived, expected);
        assert!((WAITING / 2..=WAITING).contains(&writing.await.unwrap()));
    }

    #[tokio::test]
    async fn a_flush_is_put_off_once_after_the_other_side_has_spoken_and_a_broken_stream_is_told() {
        let (near, mut far) = duplex(100);
        let mut near = Coalesced::new(near);
        let mut arrived = [0; 16];
        near.write_all(b"settings").await.unwrap();
        near.flush().await.unwrap();
        far.read_exact(&mut arrived[..8]).await.unwrap();
        far.write_all(b"hello").await.unwrap();
        near.read_exact(&mut arrived[..5]).await.unwrap();

        near.write_all(b"head").await.unwrap();
        near.flush().await.unwrap();
        assert_eq!(near.waiting.len(), 4);
        near.write_all(b" and message").await.unwrap();
        near.flush().await.unwrap();
        assert!(near.waiting.is_empty());
        far.read_exact(&mut arrived).await.unwrap();
        assert_eq!(&arrived, b"head and message");
        drop(far);
        near.write_all(b"nobody").await.unwrap();
        near.flush().await.unwrap();
        let broken = poll_fn(|context| Pin::new(&mut near).poll_flush(context)).await;
        assert_eq!(broken.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
