//! Units sold that may lack something: what was given up of the orders' events, and counting anew from what orders hold.

use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    DbError, audit,
    set_aside::{self, SetAside},
};
use serde_json::json;
use uuid::Uuid;

use super::{Catalogue, CatalogueError, SALES};
use crate::store::{import, sales};

/// What was found to differ, and has been put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recounted {
    /// Orders of which a fact had not arrived.
    pub orders: usize,
    /// Products whose units sold were something else.
    pub products: usize,
}

impl Catalogue {
    /// Some of the events about the seller's orders that were given up and not made good for since, and whether there are
    /// more.
    pub async fn set_aside_events(&self, seller_id: Uuid) -> Result<(Vec<SetAside>, bool), CatalogueError> {
        let mut conn = self.db.read().await?;
        Ok(set_aside::list(&mut conn, SALES, seller_id).await.map_err(DbError::from)?)
    }

    /// Makes a seller's units sold what its orders hold, for when facts about orders were lost: kept longer than streams
    /// are, or set aside. Facts that arrive afterwards count as ever. Without a difference nothing is written.
    pub async fn recount_sales(&self, seller_id: Uuid, actor: &Actor) -> Result<Recounted, CatalogueError> {
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        let recounted = self
            .db
            .transaction(async |conn| {
                sales::allow_time(conn).await?;
                import::lock_seller(conn, seller_id).await?;
                let orders = sales::from_reservations(conn, seller_id).await?;
                let recounted = Recounted { orders, products: sales::recount(conn, seller_id).await? };
                set_aside::settle(conn, SALES, seller_id, now).await.map_err(DbError::from)?;
                if recounted != Recounted::default() {
                    let entry = audit::Entry {
                        actor,
                        seller_id: Some(seller_id),
                        action: "sales.recounted",
                        entity: "catalogue",
                        entity_id: seller_id,
                        // A catalogue as a whole has no versions.
                        version: 0,
                        changes: json!({ "orders": recounted.orders, "products": recounted.products }),
                    };
                    audit::append(conn, now, audit_id, entry).await.map_err(DbError::from)?;
                }
                Ok::<_, CatalogueError>(recounted)
            })
            .await?;
        metrics::counter!("figures_corrected_total").increment(recounted.products as u64);
        Ok(recounted)
    }
}
