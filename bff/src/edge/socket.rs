//! The socket of a connection: in clear or through TLS, and gone when the other side takes too slowly what is sent.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
    time::Duration,
};

use pishkhan_chassis::tls::ServerStream;
use tokio::{
    io::{AsyncBufRead as _, AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};

use super::{
    exchange::Exchange,
    pace::{Pace, Watch},
};

/// A pause in sending that is longer than this is nobody's fault: there was nothing to send.
const PAUSE: Duration = Duration::from_secs(1);

/// Somebody who reads an answer too slowly is told apart from somebody to whom there is nothing to say.
#[derive(Debug)]
struct Sending {
    watch: Watch,
    timer: Pin<Box<Sleep>>,
    /// When everything was sent last.
    done_at: Option<Instant>,
}

/// What TCP brings and takes, at the least rate.
#[derive(Debug)]
pub struct Paced {
    io: TcpStream,
    pace: Pace,
    exchange: Rc<Exchange>,
    sending: Option<Sending>,
    /// So many bytes may still be read; none: any number.
    room: Option<usize>,
}

/// How HTTP is spoken.
pub enum Socket {
    /// In clear.
    Clear(Paced),
    /// Through TLS.
    Tls(Box<ServerStream<Paced>>),
}

impl Paced {
    /// Of a connection whose present request is `exchange`'s.
    pub fn new(io: TcpStream, pace: Pace, exchange: Rc<Exchange>) -> Self {
        Self { io, pace, exchange, sending: None, room: None }
    }

    /// The same, of which `bytes` can be read until [`lift`](Self::lift).
    #[must_use]
    pub fn within(self, bytes: usize) -> Self {
        Self { room: Some(bytes), ..self }
    }

    /// Lets any number of bytes be read.
    pub fn lift(&mut self) {
        self.room = None;
    }

    /// The first byte that comes, which stays; none at the end.
    pub async fn first_byte(&self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        Ok(if self.io.peek(&mut byte).await? == 0 { None } else { Some(byte[0]) })
    }

    fn everything_sent(&self) -> bool {
        self.sending.as_ref().is_none_or(|sending| sending.done_at.is_some())
    }

    /// Notes what became of a try to send `all` bytes. An error is the end of somebody's patience.
    fn poll_sent(
        &mut self,
        cx: &mut Context<'_>,
        sent: Poll<io::Result<usize>>,
        all: usize,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(sent) = sent {
            let sent = sent?;
            if let Some(sending) = &mut self.sending {
                sending.watch.add(sent);
                sending.done_at = (sent == all).then(Instant::now);
                self.exchange.wake();
            }
            return Poll::Ready(Ok(sent));
        }
        let now = Instant::now();
        let paused = |sending: &Sending| sending.done_at.is_some_and(|done_at| now.duration_since(done_at) > PAUSE);
        let pace = self.pace;
        let sending = match self.sending.take().filter(|sending| !paused(sending)) {
            Some(sending) => self.sending.insert(sending),
            None => self.sending.insert(Sending {
                watch: Watch::new(pace, now),
                timer: Box::pin(sleep_until(now + pace.window)),
                done_at: None,
            }),
        };
        sending.done_at = None;
        loop {
            ready!(sending.timer.as_mut().poll(cx));
            if !sending.watch.keeps_up(Instant::now()) {
                tracing::info!("an answer was read too slowly");
                metrics::counter!("http_slow_readers_total").increment(1);
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            sending.timer.as_mut().reset(sending.watch.until());
        }
    }
}

impl AsyncRead for Paced {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let Some(room) = &mut this.room else { return Pin::new(&mut this.io).poll_read(cx, into) };
        let most = (*room).min(into.remaining());
        if most == 0 {
            // Nobody is woken: the time for a handshake ends it, or it has all that it needs.
            return Poll::Pending;
        }
        let mut part = ReadBuf::new(into.initialize_unfilled_to(most));
        ready!(Pin::new(&mut this.io).poll_read(cx, &mut part))?;
        let read = part.filled().len();
        into.advance(read);
        *room -= read;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Paced {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.io).poll_write(cx, bytes);
        self.poll_sent(cx, sent, bytes.len())
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.io).poll_write_vectored(cx, parts);
        self.poll_sent(cx, sent, parts.iter().map(|part| part.len()).sum())
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

impl Socket {
    /// Whether nothing waits here to be sent.
    pub fn everything_sent(&self) -> bool {
        match self {
            Self::Clear(io) => io.everything_sent(),
            Self::Tls(stream) => {
                let (io, session) = stream.get_ref();
                io.everything_sent() && !session.wants_write()
            }
        }
    }

    /// Whether something has come, which stays; false is the end.
    pub fn poll_has_come(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        match self {
            Self::Clear(io) => io.io.poll_peek(cx, &mut ReadBuf::new(&mut [0])).map_ok(|count| count > 0),
            Self::Tls(stream) => Poll::Ready(
                ready!(Pin::new(stream).poll_fill_buf(cx)).map(|bytes| !bytes.is_empty()).or_else(or_cut_off),
            ),
        }
    }
}

/// Browsers hang up without the goodbye that TLS knows. Whether a request is whole is said by its own length.
fn or_cut_off<T: Default>(error: io::Error) -> io::Result<T> {
    if error.kind() == io::ErrorKind::UnexpectedEof { Ok(T::default()) } else { Err(error) }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Clear(io) => Pin::new(io).poll_read(cx, into),
            Self::Tls(stream) => Pin::new(stream).poll_read(cx, into).map(|read| read.or_else(or_cut_off)),
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut *self {
            Self::Clear(io) => Pin::new(io).poll_write(cx, bytes),
            Self::Tls(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Clear(io) => Pin::new(io).poll_flush(cx),
            Self::Tls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Clear(io) => Pin::new(io).poll_shutdown(cx),
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
