//! The reservations that stand.

use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{domain::reservation::Standing, store::order_reservations};

impl Catalogue {
    /// What the seller's orders hold, after an order's id, and the id to go on from if there are more.
    pub async fn list_reservations(
        &self,
        seller_id: Uuid,
        after: Option<Uuid>,
        size: u32,
    ) -> Result<(Vec<Standing>, Option<Uuid>), CatalogueError> {
        let mut conn = self.db.read().await?;
        let (standings, more) = order_reservations::page(&mut conn, seller_id, after, size).await?;
        let next = standings.last().filter(|_| more).map(|last| last.order_id);
        Ok((standings, next))
    }
}
