//! Places where a test can stop the work, as a crash of the process would.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use crate::error::OrdersError;

/// A place in the work on an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Stop {
    /// The intent is written; its transaction is not committed.
    InIntent = 4,
    /// The intent is committed; the stock has not been asked.
    BeforeStock = 1,
    /// The stock has answered; the answer is not committed.
    AfterStock = 2,
    /// All is written; the last, or only, transaction is not committed.
    InCommit = 5,
    /// All is committed; the caller has no reply.
    BeforeReply = 3,
}

impl Stop {
    /// Each place, in the order of the work.
    pub const ALL: [Self; 5] = [Self::InIntent, Self::BeforeStock, Self::AfterStock, Self::InCommit, Self::BeforeReply];
}

/// The stops that are set. None are, unless a test sets one.
#[derive(Debug, Clone, Default)]
pub struct StopPoints(Arc<AtomicU8>);

impl StopPoints {
    /// Stops the work the next time that it comes by here, once.
    pub fn set(&self, stop: Stop) {
        self.0.store(stop as u8, Ordering::SeqCst);
    }

    pub(super) fn pass(&self, stop: Stop) -> Result<(), OrdersError> {
        match self.0.compare_exchange(stop as u8, 0, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => Err(OrdersError::Stopped),
            Err(_) => Ok(()),
        }
    }
}
