//! What can go wrong in this service.

use pishkhan_chassis::parts::Cut;
use pishkhan_chassis::turns::Refused;
use pishkhan_chassis_db::DbError;
use pishkhan_chassis_db::idempotency::IdempotencyError;
use uuid::Uuid;

use crate::domain::{ContributionError, TooLarge};

/// A failure of a use case.
#[derive(Debug, thiserror::Error)]
pub enum ReportsError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// The request id cannot be used.
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    /// An order cannot be counted.
    #[error("order {order_id} cannot be counted: {problem}")]
    Uncountable {
        /// The order.
        order_id: Uuid,
        /// Why.
        #[source]
        problem: ContributionError,
    },
    /// There is too much to read before this.
    #[error(transparent)]
    Busy(#[from] Refused),
    /// A long reply ends too early.
    #[error(transparent)]
    Cut(#[from] Cut),
    /// The figures do not fit into the database.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}
