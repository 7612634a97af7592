//! A connection as the HTTP library sees it: it answers what can't be read, and lets go whoever is too slow.

use std::{
    cell::Cell,
    io,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::http::StatusCode;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};

use super::{
    pace::{Pace, Watch},
    refusal::{Refusals, find_bare},
};

/// A pause in sending that is longer than this is nobody's fault: there was nothing to send.
const PAUSE: Duration = Duration::from_secs(1);

/// How far the present exchange on a connection is: told by the application, read by the connection.
#[derive(Debug)]
pub struct Exchange {
    /// Requests whose heads were read.
    begun: Cell<u64>,
    /// Of these, those that are being answered.
    open: Cell<u32>,
    /// Whether the last one's body was left unread: what comes then is that body, and no other request.
    unread: Cell<bool>,
    idle_since: Cell<Instant>,
}

/// A request that is being answered; dropped when its answer is on its way.
#[derive(Debug)]
pub struct Busy(Rc<Exchange>);

impl Exchange {
    fn new(now: Instant) -> Rc<Self> {
        let (begun, open) = (Cell::new(0), Cell::new(0));
        Rc::new(Self { begun, open, unread: Cell::new(false), idle_since: Cell::new(now) })
    }

    /// The head of a request was read; a body may follow.
    pub fn begin(self: &Rc<Self>, has_body: bool) -> Busy {
        self.begun.set(self.begun.get() + 1);
        self.unread.set(has_body);
        self.open.set(self.open.get() + 1);
        Busy(Rc::clone(self))
    }

    /// The body was read to its end.
    pub fn body_read(&self) {
        self.unread.set(false);
    }

    fn is_idle(&self) -> bool {
        self.open.get() == 0
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.open.set(self.0.open.get() - 1);
        self.0.idle_since.set(Instant::now());
    }
}

/// How long what still comes is thrown away after an answer that closes the connection: closed at once, the kernel would
/// take the answer back.
const LINGER: Duration = Duration::from_secs(1);
/// Bytes that are thrown away at most.
const MAX_DISCARDED: usize = 1024 * 1024;

/// What holds for all connections of a worker.
pub struct Terms {
    /// The least rate at which answers are read.
    pub pace: Pace,
    /// How long a head may take, from the answer before it or from the first moment.
    pub head_time: Duration,
    /// What unreadable requests are answered.
    pub refusals: Refusals,
}

/// Somebody who reads an answer too slowly is told apart from somebody to whom there is nothing to say.
#[derive(Debug)]
struct Sending {
    watch: Watch,
    timer: Pin<Box<Sleep>>,
    /// When everything was sent last.
    done_at: Option<Instant>,
}

/// The end of a connection whose request can't be read.
#[derive(Debug)]
struct Closing {
    timer: Pin<Box<Sleep>>,
    discarded: usize,
    shut: bool,
}

/// A connection to a client.
pub struct Connection {
    io: TcpStream,
    terms: Rc<Terms>,
    exchange: Rc<Exchange>,
    /// Ends the wait for a head.
    timer: Pin<Box<Sleep>>,
    /// How many requests had begun when something of the next one was read.
    heard: Option<u64>,
    /// Nothing more is read.
    ended: bool,
    /// An answer of ours that has still to be sent.
    answer: Vec<u8>,
    sending: Option<Sending>,
    closing: Option<Closing>,
}

impl Connection {
    /// Takes over a connection that was accepted just now.
    pub fn new(io: TcpStream, terms: Rc<Terms>) -> Self {
        let now = Instant::now();
        let timer = Box::pin(sleep_until(now + terms.head_time));
        let exchange = Exchange::new(now);
        Self { io, terms, exchange, timer, heard: None, ended: false, answer: Vec::new(), sending: None, closing: None }
    }

    /// What the application has to be given.
    pub fn exchange(&self) -> Rc<Exchange> {
        Rc::clone(&self.exchange)
    }

    /// Waits until a head is overdue.
    fn poll_overdue(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.timer.as_mut().poll(cx));
            let now = Instant::now();
            let since = if self.exchange.is_idle() { self.exchange.idle_since.get() } else { now };
            let due = since + self.terms.head_time;
            if due <= now {
                return Poll::Ready(());
            }
            self.timer.as_mut().reset(due);
        }
    }

    /// Ends a connection whose head is overdue: with an answer if it has begun one.
    fn give_up(&mut self) {
        self.ended = true;
        let everything_sent = self.sending.as_ref().is_none_or(|sending| sending.done_at.is_some());
        let began_another = self.heard == Some(self.exchange.begun.get()) && !self.exchange.unread.get();
        if began_another && everything_sent {
            self.answer = self.terms.refusals.write(StatusCode::REQUEST_TIMEOUT);
        }
    }

    /// Sends, unless the other side takes it too slowly.
    fn poll_send(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.io).poll_write(cx, bytes);
        if let Poll::Ready(sent) = sent {
            let sent = sent?;
            if let Some(sending) = &mut self.sending {
                sending.watch.add(sent);
                sending.done_at = (sent == bytes.len()).then(Instant::now);
            }
            return Poll::Ready(Ok(sent));
        }
        let now = Instant::now();
        let paused = |sending: &Sending| sending.done_at.is_some_and(|done_at| now.duration_since(done_at) > PAUSE);
        let pace = self.terms.pace;
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

    fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.answer.is_empty() {
            let answer = std::mem::take(&mut self.answer);
            let sent = self.poll_send(cx, &answer);
            self.answer = answer;
            let sent = ready!(sent)?;
            self.answer.drain(..sent);
        }
        Poll::Ready(Ok(()))
    }
}

impl Connection {
    /// Sends the last answer and reads what still comes, for a while.
    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_answer(cx))?;
        let Some(closing) = &mut self.closing else { return Poll::Ready(Ok(())) };
        if !closing.shut {
            ready!(Pin::new(&mut self.io).poll_shutdown(cx))?;
            closing.shut = true;
        }
        let mut bytes = [0; 4 * 1024];
        while closing.discarded < MAX_DISCARDED {
            let mut into = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.io).poll_read(cx, &mut into) {
                Poll::Ready(Ok(())) if !into.filled().is_empty() => closing.discarded += into.filled().len(),
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => return closing.timer.as_mut().poll(cx).map(Ok),
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.ended {
            return Poll::Ready(Ok(()));
        }
        let before = into.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut this.io).poll_read(cx, into) {
            if into.filled().len() > before && this.exchange.is_idle() {
                this.heard = Some(this.exchange.begun.get());
            }
            return Poll::Ready(read);
        }
        ready!(this.poll_overdue(cx));
        this.give_up();
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.closing.is_some() {
            return self.poll_close(cx).map_ok(|()| bytes.len());
        }
        ready!(self.poll_answer(cx))?;
        match find_bare(bytes) {
            Some((0, status)) => {
                self.answer = self.terms.refusals.write(status);
                let timer = Box::pin(sleep_until(Instant::now() + LINGER));
                self.closing = Some(Closing { timer, discarded: 0, shut: false });
                self.poll_close(cx).map_ok(|()| bytes.len())
            }
            Some((begins, _)) => self.poll_send(cx, &bytes[..begins]),
            None => self.poll_send(cx, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_answer(cx))?;
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_answer(cx))?;
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}
