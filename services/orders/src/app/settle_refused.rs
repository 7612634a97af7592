//! What becomes of an intent that the stock does not take as it is.

use super::{
    App, Tx,
    settle::{Reply, finished},
};
use crate::{
    domain::{Settlement, SettlementKind},
    error::OrdersError,
    store::{self, orders::Stored},
};

/// What has become of an intent that the stock found too old.
pub(super) enum Raised {
    /// The stock has to be asked for this revision.
    To(i64),
    /// Somebody else has finished it meanwhile.
    Finished(Reply),
}

impl App {
    /// The stock knows a later revision than the one it was asked for, or this one with other lines: asks for one that
    /// is later still, unless the intent has been finished meanwhile. Happens when an older state of this database was
    /// restored.
    pub(super) async fn raise(&self, intent: &Settlement, last_revision: Option<i64>) -> Result<Raised, OrdersError> {
        let (seller_id, order_id) = (intent.seller_id, intent.order_id);
        self.db
            .transaction(async |conn| -> Tx<Raised> {
                let order = store::orders::lock_any(conn, seller_id, order_id).await?;
                let order = order.ok_or(OrdersError::OrderNotFound)?.order;
                let known = last_revision.unwrap_or_default().max(order.last_revision_sent);
                let next = known.saturating_add(1);
                if !store::settlements::raise(conn, seller_id, order_id, intent.revision, next).await? {
                    return finished(conn, intent, &order).await.map(Raised::Finished);
                }
                store::orders::set_revision_sent(seller_id, order_id, next).run(conn).await?;
                tracing::warn!(order.id = %order_id, order.revision = next, "the stock knows a later revision of order {order_id}");
                Ok(Raised::To(next))
            })
            .await
    }

    /// Takes an intent back. The order stays as it was; one that was only being taken over goes.
    pub(super) async fn undo(&self, intent: &Settlement) -> Result<(), OrdersError> {
        let (seller_id, order_id) = (intent.seller_id, intent.order_id);
        self.db
            .transaction(async |conn| -> Tx<()> {
                let stored = store::orders::lock_any(conn, seller_id, order_id).await?;
                let Some(Stored { order, .. }) = stored else { return Ok(()) };
                let standing = store::settlements::find(conn, seller_id, order_id).await?;
                if standing.is_some_and(|standing| standing.revision == intent.revision) {
                    store::settlements::remove(seller_id, order_id, intent.revision).run(conn).await?;
                    if intent.kind == SettlementKind::Takeover {
                        store::orders::remove(seller_id, order_id).run(conn).await?;
                        for write in store::customers::order_gone(seller_id, order.customer_id, true) {
                            write.run(conn).await?;
                        }
                    }
                }
                tracing::error!(order.id = %order_id, order.revision = intent.revision, "the intent of order {order_id} was undone");
                Ok(())
            })
            .await
    }
}
