//! Ledger, rows and reservations side by side.

use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{domain::stock::Verification, store::stock};

/// More than this many differences say no more than this many.
const MOST_DIFFERENCES: usize = 1_000;

impl Catalogue {
    /// Compares the seller's ledger, stock rows and reservations. Repairs nothing.
    pub async fn verify_stock(&self, seller_id: Uuid) -> Result<Verification, CatalogueError> {
        self.db
            .transaction(async |conn| {
                stock::allow_time(conn).await?;
                Ok(stock::verify(conn, seller_id, MOST_DIFFERENCES).await?)
            })
            .await
    }
}
