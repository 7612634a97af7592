//! How far the present request of a connection is: told by the application, read by the connection.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    task::{Context, Waker},
};

use tokio::time::Instant;

use super::connections::Seat;

/// The present request of a connection, or the pause before the next.
#[derive(Debug)]
pub struct Exchange {
    /// The place of the connection.
    pub seat: Seat,
    /// Whether a request was handed over that nobody has begun to answer.
    expected: Cell<bool>,
    /// Requests that are being answered.
    open: Cell<u32>,
    /// Whether the body of the last one is asked for.
    reads_body: Cell<bool>,
    idle_since: Cell<Instant>,
    /// Who waits until one of these changes.
    waiting: RefCell<Option<Waker>>,
}

/// A request that is being answered; dropped when its answer is on its way.
#[derive(Debug)]
pub struct Busy(Rc<Exchange>);

impl Exchange {
    /// Of a connection that was accepted at `now`.
    pub fn new(seat: Seat, now: Instant) -> Rc<Self> {
        let (expected, open, reads_body) = (Cell::new(false), Cell::new(0), Cell::new(false));
        Rc::new(Self { seat, expected, open, reads_body, idle_since: Cell::new(now), waiting: RefCell::default() })
    }

    /// The head of a request is handed over.
    pub fn expect(&self) {
        self.expected.set(true);
        self.reads_body.set(false);
    }

    /// The head of a request was read.
    pub fn begin(self: &Rc<Self>) -> Busy {
        self.expected.set(false);
        self.open.set(self.open.get() + 1);
        self.seat.is_busy();
        Busy(Rc::clone(self))
    }

    /// Asks for the body: before, no more of it is taken from the other side than came with the head.
    pub fn read_body(&self) {
        self.reads_body.set(true);
        self.wake();
    }

    /// Whether nothing is being answered.
    pub fn is_idle(&self) -> bool {
        self.open.get() == 0
    }

    /// Whether what was handed over is answered.
    pub fn is_over(&self) -> bool {
        self.is_idle() && !self.expected.get()
    }

    /// Whether the body is asked for.
    pub fn reads_body(&self) -> bool {
        self.reads_body.get()
    }

    /// Since when nothing has been answered.
    pub fn idle_since(&self) -> Instant {
        self.idle_since.get()
    }

    /// Has the task woken at the next change.
    pub fn wait(&self, cx: &Context<'_>) {
        let mut waiting = self.waiting.borrow_mut();
        if !waiting.as_ref().is_some_and(|waker| waker.will_wake(cx.waker())) {
            *waiting = Some(cx.waker().clone());
        }
    }

    /// Wakes who waits.
    pub fn wake(&self) {
        if let Some(waker) = self.waiting.take() {
            waker.wake();
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let now = Instant::now();
        self.0.open.set(self.0.open.get() - 1);
        self.0.idle_since.set(now);
        if self.0.is_idle() {
            self.0.seat.is_idle(now);
        }
        self.0.wake();
    }
}
