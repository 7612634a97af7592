//! What products and types are called, for others.

use chrono::{DateTime, Utc};
use pishkhan_chassis_db::{DbError, outbox};
use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::{
        import::Plan,
        naming::{NamePosition, ProductNames},
    },
    publish,
    store::{Connection, naming},
};

/// Products of which the names are read and told at a time.
const BATCH: usize = 1_000;

impl Catalogue {
    /// Tells of every product that an import has made or given other names, in its transaction. The caller holds the
    /// lock of the seller's imports and has written the plan.
    pub(super) async fn tell_names(
        &self,
        conn: &mut Connection,
        seller_id: Uuid,
        plan: &Plan,
        now: DateTime<Utc>,
    ) -> Result<(), CatalogueError> {
        for renamed in plan.renamed.chunks(BATCH) {
            naming::renamed(conn, seller_id, renamed, now).await?;
        }
        for product_ids in plan.named.chunks(BATCH).chain(plan.renamed.chunks(BATCH)) {
            let names = naming::of_products(conn, seller_id, product_ids).await?;
            let told = |names| publish::product_changed(names, now, || self.clock.new_id());
            let events = names.into_iter().flat_map(told).collect();
            outbox::append_all(conn, events).await.map_err(DbError::from)?;
        }
        Ok(())
    }

    /// What the seller's products and types are called now: so many types behind a position, and where to go on.
    pub async fn list_product_names(
        &self,
        seller_id: Uuid,
        after: Option<NamePosition>,
        size: u32,
    ) -> Result<(Vec<ProductNames>, Option<NamePosition>), CatalogueError> {
        let conn = self.db.read().await?;
        Ok(naming::page(&conn, seller_id, after, size).await?)
    }
}
