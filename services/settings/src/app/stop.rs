//! Places where a test can stop the work, as a crash of the process would.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use super::SettingsError;

/// A place in the change of a profile with its credentials, in a payment, or in the making of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Stop {
    /// The intent is committed; auth has not been asked.
    BeforeUsers = 1,
    /// Auth has changed the credentials; the profile is as it was.
    AfterUsers = 2,
    /// All is committed; the caller has no reply.
    BeforeReply = 3,
    /// The gateway has opened a payment; what it calls it is not kept.
    AfterRequest = 4,
    /// The gateway has said that a payment is paid; nothing is written.
    AfterVerify = 5,
    /// A draft has all its orders; it is no invoice yet.
    InvoiceGathered = 6,
}

/// The stops that are set. None are, unless a test sets one.
#[derive(Clone, Debug, Default)]
pub struct StopPoints(Arc<AtomicU8>);

impl StopPoints {
    /// Stops the work the next time that it comes by here, once.
    pub fn set(&self, stop: Stop) {
        self.0.store(stop as u8, Ordering::SeqCst);
    }

    pub(super) fn pass(&self, stop: Stop) -> Result<(), SettingsError> {
        match self.0.compare_exchange(stop as u8, 0, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => Err(SettingsError::Stopped),
            Err(_) => Ok(()),
        }
    }
}
