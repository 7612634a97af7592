//! What the use cases refuse, and what fails beneath them.

use pishkhan_chassis_db::{DbError, idempotency::IdempotencyError};
use uuid::Uuid;

use crate::store::StoreError;

/// Why a use case did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// No such type in this seller's catalogue.
    #[error("there is no product type {0}")]
    TypeNotFound(Uuid),
    /// No such product in this seller's catalogue.
    #[error("there is no product {0}")]
    ProductNotFound(Uuid),
    /// A later revision of the order has been answered already.
    #[error("revision {last} of order {order_id} has been answered already")]
    RevisionStale {
        /// The order.
        order_id: Uuid,
        /// The later revision.
        last: i64,
    },
    /// The request id stands for another request, or the database failed under it.
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// A stored row or reply cannot be read.
    #[error("stored data is corrupt: {0}")]
    Corrupt(String),
}

impl From<StoreError> for CatalogueError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Database(error) => Self::Database(error),
            corrupt @ StoreError::Corrupt { .. } => Self::Corrupt(corrupt.to_string()),
        }
    }
}
