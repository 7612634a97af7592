//! What the use cases refuse, and what fails beneath them.

use pishkhan_chassis::{parts::Cut, turns::Refused};
use pishkhan_chassis_db::{DbError, idempotency::IdempotencyError};
use pishkhan_pictures::Unreadable;
use uuid::Uuid;

use crate::{domain::editing::EditError, images::StorageError, store::StoreError};

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
    /// No such file was looked at by this seller, or too long ago.
    #[error("there is no import {0} that can be committed")]
    ImportNotFound(Uuid),
    /// An edit breaks a rule.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// A file is no picture that is taken.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// No such picture.
    #[error("there is no such picture")]
    ImageNotFound,
    /// The store of pictures failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The request id stands for another request, or the database failed under it.
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// Orders hold more of a type than an import leaves on hand, which was not so when it was worked out. The import is
    /// worked out again; this reaches nobody.
    #[error("orders have taken what an import takes away")]
    Overtaken,
    /// There is too much work before this.
    #[error(transparent)]
    Busy(#[from] Refused),
    /// A long reply ends too early.
    #[error(transparent)]
    Cut(#[from] Cut),
    /// A calculation beside the workers failed.
    #[error("a calculation was lost")]
    Lost(#[source] tokio::task::JoinError),
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
