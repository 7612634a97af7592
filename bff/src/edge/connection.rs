//! A connection as the HTTP library sees it: it gives one request at a time, answers what can't be read, and lets go
//! whoever is too slow.
//!
//! The library would read and keep whatever comes while it answers: thousands of requests in one go. So the next one is
//! read when the one before is answered and its answer sent, and a body when the application asks for it. Connections
//! that send more before they are answered then take turns, one at a time in a worker: between any two of their requests
//! there is room for everybody else's.

use std::{
    io,
    mem::MaybeUninit,
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::http::StatusCode;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep, sleep_until},
};
use tokio_util::sync::PollSemaphore;

use super::{
    exchange::Exchange,
    framing::{Framing, Next},
    pace::Pace,
    refusal::{Refusals, find_bare},
    socket::{Paced, Socket},
};

/// Bytes that are read at once. What was sent beyond the present request waits in the kernel, but for the rest of these.
const PART: usize = 8 * 1024;
/// Bytes that the library gets before it has to work on them: its buffer keeps the size of the most that it ever had.
const PORTION: usize = 2 * PART;
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
    /// The turn of those whose next request had come before the answer to the one before.
    pub early: Arc<Semaphore>,
    /// Places for heads that are longer than what is read at once.
    pub long_heads: Arc<Semaphore>,
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
    io: Socket,
    terms: Rc<Terms>,
    exchange: Rc<Exchange>,
    /// Ends the wait for a head.
    timer: Pin<Box<Sleep>>,
    /// What was read and not given to the library yet.
    ahead: Vec<u8>,
    /// The first so many bytes of it may be given.
    let_through: usize,
    /// Bytes of the present request's body that come after those.
    body_left: u64,
    framing: Framing,
    /// Bytes that the library got since it worked on any.
    portion: usize,
    /// A head was given, and the library has not worked since.
    handed_over: bool,
    /// Something of the next request had come too early.
    early: bool,
    line: PollSemaphore,
    turn: Option<OwnedSemaphorePermit>,
    /// The place of a head that is long and not read yet.
    long_head: Option<OwnedSemaphorePermit>,
    /// Nothing more is read.
    ended: bool,
    /// An answer of ours that has still to be sent.
    answer: Vec<u8>,
    closing: Option<Closing>,
}

impl Connection {
    /// Takes over a connection whose head is waited for since `now`.
    pub fn new(io: Socket, exchange: Rc<Exchange>, terms: Rc<Terms>, now: Instant) -> Self {
        let timer = Box::pin(sleep_until(now + terms.head_time));
        let line = PollSemaphore::new(Arc::clone(&terms.early));
        Self {
            io,
            terms,
            exchange,
            timer,
            ahead: Vec::new(),
            let_through: 0,
            body_left: 0,
            framing: Framing::default(),
            portion: 0,
            handed_over: false,
            early: false,
            line,
            turn: None,
            long_head: None,
            ended: false,
            answer: Vec::new(),
            closing: None,
        }
    }

    /// The same of somebody who speaks in clear where TLS is spoken: is told so, and nothing is read.
    pub fn in_clear(io: Paced, exchange: Rc<Exchange>, terms: Rc<Terms>, now: Instant) -> Self {
        let answer = terms.refusals.write_in_clear();
        let mut this = Self::new(Socket::Clear(io), exchange, terms, now);
        this.close_with(answer);
        this
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
            let since = if self.exchange.is_idle() { self.exchange.idle_since() } else { now };
            let due = since + self.terms.head_time;
            if due <= now {
                return Poll::Ready(());
            }
            self.timer.as_mut().reset(due);
        }
    }

    /// Ends a connection whose head is overdue: with an answer if it has begun one.
    fn give_up(&mut self) {
        let began_another = self.body_left == 0 && !self.ahead.is_empty();
        if began_another && self.io.everything_sent() {
            self.refuse(StatusCode::REQUEST_TIMEOUT);
        } else {
            self.ended = true;
        }
    }

    /// Answers what is not read as a request, and closes.
    fn refuse(&mut self, status: StatusCode) {
        self.close_with(self.terms.refusals.write(status));
    }

    fn close_with(&mut self, answer: Vec<u8>) {
        self.answer = answer;
        (self.ahead, self.let_through, self.long_head) = (Vec::new(), 0, None);
        let timer = Box::pin(sleep_until(Instant::now() + LINGER));
        self.closing = Some(Closing { timer, discarded: 0, shut: false });
    }

    fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.answer.is_empty() {
            let answer = std::mem::take(&mut self.answer);
            let sent = Pin::new(&mut self.io).poll_write(cx, &answer);
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

impl Connection {
    /// Reads what has come. Nothing read is the end.
    fn poll_fill(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let mut part = [MaybeUninit::uninit(); PART];
        let mut part = ReadBuf::uninit(&mut part);
        ready!(Pin::new(&mut self.io).poll_read(cx, &mut part))?;
        self.ahead.extend_from_slice(part.filled());
        Poll::Ready(Ok(part.filled().len()))
    }

    /// Lets the first `head` bytes through, and what has come of the body behind them.
    fn let_through(&mut self, head: usize) {
        let come = self.ahead.len() - head;
        let body = usize::try_from(self.body_left).map_or(come, |left| left.min(come));
        self.let_through = head + body;
        self.body_left -= body as u64;
    }

    /// Waits until something may be given to the library. False is the end.
    fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        while self.let_through == 0 {
            let in_body = self.body_left > 0;
            let over = self.exchange.is_over();
            let may_go_on =
                if in_body { over || self.exchange.reads_body() } else { over && self.io.everything_sent() };
            // The library works on a head only after it has read what there is.
            if std::mem::take(&mut self.handed_over) {
                self.portion = 0;
                if self.turn.is_some() {
                    cx.waker().wake_by_ref();
                }
                return self.poll_withheld(cx);
            }
            self.turn = None;
            if !may_go_on {
                return self.poll_withheld(cx);
            }
            if !in_body {
                // Empty lines before a request are nothing.
                let blank = self.ahead.iter().take_while(|byte| b"\r\n".contains(byte)).count();
                self.ahead.drain(..blank);
                match self.framing.next(&self.ahead) {
                    Next::Request { head, body } => {
                        if self.early {
                            let Poll::Ready(turn) = self.line.poll_acquire(cx) else { return self.poll_patience(cx) };
                            self.turn = turn;
                        }
                        self.body_left = body;
                        (self.handed_over, self.early, self.long_head) = (true, false, None);
                        self.exchange.expect();
                        // With what has come of its body: a short one is there at once.
                        self.let_through(head);
                        break;
                    }
                    Next::Refused(status) => {
                        self.refuse(status);
                        return Poll::Ready(Ok(false));
                    }
                    Next::Partial if self.ahead.len() > PART && self.long_head.is_none() => {
                        self.long_head = Arc::clone(&self.terms.long_heads).try_acquire_owned().ok();
                        if self.long_head.is_none() {
                            self.refuse(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
                            return Poll::Ready(Ok(false));
                        }
                    }
                    Next::Partial => {}
                }
            } else if !self.ahead.is_empty() {
                self.let_through(0);
                if over {
                    // It was answered without its body, which closes the connection: nobody wants the rest.
                    self.ahead.drain(..std::mem::take(&mut self.let_through));
                    continue;
                }
                break;
            }
            let Poll::Ready(come) = self.poll_fill(cx)? else { return self.poll_patience(cx) };
            if come == 0 {
                return Poll::Ready(Ok(false));
            }
        }
        Poll::Ready(Ok(true))
    }

    /// Nothing may be read now. Whoever hangs up meanwhile is noticed, unless it has sent more before.
    fn poll_withheld(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        if self.ahead.is_empty() {
            match self.io.poll_has_come(cx)? {
                Poll::Ready(false) => return Poll::Ready(Ok(false)),
                Poll::Ready(true) => {}
                Poll::Pending => return self.poll_patience(cx),
            }
        }
        self.early = true;
        self.exchange.wait(cx);
        self.poll_patience(cx)
    }

    /// Waits for nothing but the end of the time for a head, or for others that need the room.
    fn poll_patience(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        if self.exchange.seat.is_sent_away(cx) && self.exchange.is_over() && self.io.everything_sent() {
            self.ended = true;
            return Poll::Ready(Ok(false));
        }
        ready!(self.poll_overdue(cx));
        self.give_up();
        Poll::Ready(Ok(false))
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let goes_on = !this.ended && this.closing.is_none() && ready!(this.poll_more(cx))?;
        if !goes_on {
            return this.poll_close(cx);
        }
        if this.portion >= PORTION {
            this.portion = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let part = this.let_through.min(into.remaining());
        this.portion += part;
        into.put_slice(&this.ahead[..part]);
        this.let_through -= part;
        this.ahead.drain(..part);
        if this.ahead.is_empty() {
            // Most connections have nothing to keep most of the time.
            this.ahead = Vec::new();
        }
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
                self.refuse(status);
                self.poll_close(cx).map_ok(|()| bytes.len())
            }
            Some((begins, _)) => Pin::new(&mut self.io).poll_write(cx, &bytes[..begins]),
            None => Pin::new(&mut self.io).poll_write(cx, bytes),
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
