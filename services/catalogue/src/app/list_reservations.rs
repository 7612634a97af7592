//! The reservations that stand.

use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{domain::reservation::Standing, store::order_reservations};

/// Lines of one page: some 450 KiB as a message, where a reply may have 4 MiB.
const LINES_OF_PAGE: i64 = 10_000;

impl Catalogue {
    /// What the seller's orders hold, after an order's id, and the id to go on from if there are more. A page ends early
    /// when its orders are large.
    pub async fn list_reservations(
        &self,
        seller_id: Uuid,
        after: Option<Uuid>,
        size: u32,
    ) -> Result<(Vec<Standing>, Option<Uuid>), CatalogueError> {
        let conn = self.db.read().await?;
        let (standings, more) = order_reservations::page(&conn, seller_id, after, size, LINES_OF_PAGE).await?;
        let next = standings.last().filter(|_| more).map(|last| last.order_id);
        Ok((standings, next))
    }
}
