//! The index of a seller's products, kept in memory between its requests.

use pishkhan_chassis_db::{Opened, Snapshot};
use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{domain::product_index::ProductIndex, store::product_index};

/// Memory for all sellers' indexes, in bytes: a product takes some 120.
pub(super) const INDEX_BYTES: u64 = 48 * 1024 * 1024;

impl Catalogue {
    /// A seller's index as it is kept, which may lack what has changed since; read if none is.
    pub(super) async fn product_index(&self, seller_id: Uuid) -> Result<Opened<ProductIndex>, CatalogueError> {
        self.product_indexes.open(seller_id, self.clock.now(), self.read_index(seller_id)).await
    }

    /// An index with what has changed since. Whoever waits for its turn at reading holds no connection.
    pub(super) async fn renew_index(
        &self,
        seller_id: Uuid,
        old: Opened<ProductIndex>,
    ) -> Result<Opened<ProductIndex>, CatalogueError> {
        let changes = product_index::changes(&*self.db.read().await?, seller_id, old.seen()).await?;
        if let Some((changes, seen)) = changes
            && let Some(index) = old.with(changes)
        {
            let heap_bytes = index.heap_bytes();
            return Ok(self.product_indexes.put(seller_id, old.changed(index, heap_bytes, seen)));
        }
        self.product_indexes.reopen(seller_id, self.clock.now(), Some(&old), self.read_index(seller_id)).await
    }

    async fn read_index(&self, seller_id: Uuid) -> Result<Snapshot<ProductIndex>, CatalogueError> {
        let now = self.clock.now();
        let (index, seen) = product_index::read(&*self.db.read().await?, seller_id).await?;
        let heap_bytes = index.heap_bytes();
        Ok(Snapshot::new(index, heap_bytes, seen, now))
    }
}
