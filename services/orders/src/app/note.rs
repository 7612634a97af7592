//! Changing the seller's note.

use futures_util::future::join;
use pishkhan_chassis_db::Commit;
use uuid::Uuid;

use super::{App, Asker, Tx, replied, reply};
use crate::{error::OrdersError, store};

/// Sets the seller's note on an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateNote {
    /// Whose order.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// The note, in its stored form.
    pub seller_note: String,
    /// The customer's note as the caller has it, if it sends it.
    pub customer_note: Option<String>,
    /// The version that the caller has read.
    pub version: Option<i64>,
    /// Who asks.
    pub asker: Asker,
}

impl App {
    /// Sets the seller's note and returns the order's version. The same note again changes nothing.
    pub async fn update_note(&self, command: UpdateNote) -> Result<i64, OrdersError> {
        let UpdateNote { seller_id, order_id, seller_note, customer_note, version, asker } = command;
        let now = self.clock.now();
        let key = asker.key(seller_id, "UpdateOrderNote");
        let noted = self
            .db
            .pipelined(async |tx| -> Tx<Commit<i64>> {
                let (order, done) =
                    tx.begin(|conn| join(store::orders::lock(conn, seller_id, order_id), replied(conn, &key))).await?;
                let order = order?;
                if let Some(done) = done? {
                    return Ok(Commit::without_writes(done));
                }
                let mut order = order.ok_or(OrdersError::OrderNotFound)?.order;
                let before = order.clone();
                let mut writes = Vec::new();
                if order.set_note(&seller_note, customer_note.as_deref(), version)? {
                    writes.push(store::orders::update(&order, order.totals()?.grand_toman)?);
                    writes.push(self.audit_order(&asker.actor, "order.note_changed", Some(&before), &order, now)?);
                }
                writes.push(reply(&key, &order.version, now)?);
                Ok(Commit { value: order.version, writes })
            })
            .await;
        self.decided(&key, noted).await
    }
}
