//! Counting units sold anew, from what orders hold.

use pishkhan_chassis::{access::Actor, clock::SharedClock};
use pishkhan_chassis_db::{Db, DbError, audit};
use serde_json::json;
use uuid::Uuid;

use super::CatalogueError;
use crate::store::{import, sales};

/// What was found to differ, and has been put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recounted {
    /// Orders of which a fact had not arrived.
    pub orders: usize,
    /// Products whose units sold were something else.
    pub products: usize,
}

/// The sellers whose units can be counted.
pub async fn sellers(db: &Db) -> Result<Vec<Uuid>, CatalogueError> {
    let mut conn = db.read().await?;
    Ok(sales::sellers(&mut conn).await?)
}

/// Makes a seller's units sold what its orders hold, for when facts about orders were lost: kept longer than streams are,
/// or set aside. Facts that arrive afterwards count as ever. Without a difference nothing is written.
pub async fn recount_sales(db: &Db, clock: &SharedClock, seller_id: Uuid) -> Result<Recounted, CatalogueError> {
    let (now, audit_id) = (clock.now(), clock.new_id());
    db.transaction(async |conn| {
        sales::allow_time(conn).await?;
        import::lock_seller(conn, seller_id).await?;
        let orders = sales::from_reservations(conn, seller_id).await?;
        let recounted = Recounted { orders, products: sales::recount(conn, seller_id).await? };
        if recounted != Recounted::default() {
            let actor = Actor::system("catalogue", audit_id.to_string());
            let entry = audit::Entry {
                actor: &actor,
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
        Ok(recounted)
    })
    .await
}
