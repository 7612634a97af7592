//! What can go wrong in a use case.

use pishkhan_chassis::turns::Refused;
use pishkhan_chassis_db::{DbError, idempotency::IdempotencyError};

use crate::domain::{Shortage, Violation};

/// Why a use case gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum OrdersError {
    /// A rule forbids it.
    #[error(transparent)]
    Rule(#[from] Violation),
    /// No such order of this seller.
    #[error("there is no such order")]
    OrderNotFound,
    /// No such customer of this seller.
    #[error("there is no such customer")]
    CustomerNotFound,
    /// Some orders are open or being settled, and come first.
    #[error("an order is open")]
    OpenOrders,
    /// The settings know no such seller.
    #[error("there is no such seller")]
    SellerNotFound,
    /// Earlier saving or cancelling of the order is not settled yet, and could not be just now.
    #[error("the order is being settled with the stock")]
    Settling,
    /// Some lines ask for more than there is; nothing was reserved.
    #[error("{} lines are short of stock", .0.len())]
    StockShort(Vec<Shortage>),
    /// A value of the request that no rule of an order covers.
    #[error("{field}: {problem}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// The problem code.
        problem: &'static str,
    },
    /// Another service does not answer. What was decided stays decided and is finished later.
    #[error("{service} does not answer: {cause}")]
    PeerDown {
        /// The service.
        service: &'static str,
        /// What is known of the cause.
        cause: String,
    },
    /// Another service refuses what this one asks, which it should not.
    #[error("{service} refuses: {cause}")]
    PeerRefused {
        /// The service.
        service: &'static str,
        /// What it said.
        cause: String,
    },
    /// The request came before, with another content.
    #[error(transparent)]
    Repeated(#[from] IdempotencyError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// What a reply was stored as cannot be read.
    #[error("a stored reply cannot be read")]
    StoredReply(#[from] serde_json::Error),
    /// There is too much to read before this.
    #[error(transparent)]
    Busy(#[from] Refused),
    /// A test stopped the work here, as a crash would.
    #[error("stopped by a test")]
    Stopped,
}
