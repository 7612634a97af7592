//! Changing the seller's note.

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
        self.db
            .transaction(async |conn| -> Tx<i64> {
                let order = store::orders::lock(conn, seller_id, order_id).await?;
                if let Some(done) = replied(conn, &key).await? {
                    return Ok(done);
                }
                let mut order = order.ok_or(OrdersError::OrderNotFound)?;
                let before = order.clone();
                if order.set_note(&seller_note, customer_note.as_deref(), version)? {
                    let grand = order.totals()?.grand_toman;
                    store::orders::update(conn, &order, grand).await?;
                    self.audit_order(conn, &asker.actor, "order.note_changed", Some(&before), &order, now).await?;
                }
                reply(conn, &key, &order.version, now).await?;
                Ok(order.version)
            })
            .await
    }
}
