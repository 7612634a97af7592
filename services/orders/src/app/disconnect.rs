//! Taking all customers off a seller's list.
//!
//! Their orders, and what is known of them, stay; an import of the same code connects a customer again. All customers
//! are locked before it is asked whether an order is open. Whoever places an order locks its customer, too, and finds
//! it disconnected, or has come before and is seen. An order of a disconnected customer may still be reopened.

use chrono::{DateTime, Utc};
use pishkhan_chassis_db::{audit, idempotency::Key, outbox};
use serde_json::json;
use uuid::Uuid;

use super::{App, Asker, replied, reply_now};
use crate::{
    error::OrdersError,
    publish::{self, Connection},
    store,
};

/// Customers that one audit row names.
const NAMED: usize = 500;

/// How many customers left the list by a request.
pub(super) struct Disconnected {
    pub count: i64,
    /// Whether the request came before.
    pub before: bool,
}

/// Takes all customers off a seller's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisconnectAll {
    /// Whose customers.
    pub seller_id: Uuid,
    /// Who asks.
    pub asker: Asker,
}

impl App {
    /// Takes all customers off the seller's list, and tells how many there were. Refused while an order is open or being
    /// settled.
    pub async fn disconnect_all(&self, command: DisconnectAll) -> Result<i64, OrdersError> {
        let DisconnectAll { seller_id, asker } = command;
        let now = self.clock.now();
        let key = asker.key(seller_id, "DisconnectAllCustomers");
        let count = async |conn: &mut _| Ok(self.disconnect(conn, &asker, &key, now).await?.count);
        self.db.transaction(count).await
    }

    /// Takes all customers off the list in the caller's transaction, once for a request.
    pub(super) async fn disconnect(
        &self,
        conn: &mut store::Connection,
        asker: &Asker,
        key: &Key<'_>,
        now: DateTime<Utc>,
    ) -> Result<Disconnected, OrdersError> {
        let seller_id = key.seller_id;
        if let Some(count) = replied(conn, key).await? {
            return Ok(Disconnected { count, before: true });
        }
        // Imports connect customers.
        store::customers::lock_import(conn, seller_id).await?;
        if let Some(count) = replied(conn, key).await? {
            return Ok(Disconnected { count, before: true });
        }
        let customers = store::connections::lock_all(conn, seller_id).await?;
        if store::connections::any_open_order(conn, seller_id).await? {
            return Err(OrdersError::OpenOrders);
        }
        let count = store::connections::disconnect_all(conn, seller_id).await?;
        if count != customers.len() {
            return Err(store::corrupt("customer", &seller_id).into());
        }
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        if count > 0 {
            store::customers::count_changed(conn, seller_id, -count, 0).await?;
            self.audit_disconnected(conn, asker, seller_id, &customers, now).await?;
            let event =
                |customer_id| publish::connection(self.clock.new_id(), seller_id, customer_id, Connection::Ended, now);
            outbox::append_all(conn, customers.into_iter().map(event).collect()).await?;
        }
        reply_now(conn, key, &count, now).await?;
        Ok(Disconnected { count, before: false })
    }

    /// One row that tells how many, and rows that name them.
    async fn audit_disconnected(
        &self,
        conn: &mut store::Connection,
        asker: &Asker,
        seller_id: Uuid,
        customers: &[Uuid],
        now: DateTime<Utc>,
    ) -> Result<(), OrdersError> {
        let entry = |action, changes| audit::Entry {
            actor: &asker.actor,
            seller_id: Some(seller_id),
            action,
            entity: "customers",
            entity_id: seller_id,
            version: 1,
            changes,
        };
        let all = entry("customers.removed", json!({ "disconnected": customers.len() }));
        audit::append(conn, now, self.clock.new_id(), all).await?;
        for some in customers.chunks(NAMED) {
            let changes = some.iter().map(|id| json!({ "customer_id": id, "change": "disconnected" }));
            let changes = json!({ "customers": changes.collect::<Vec<_>>() });
            audit::append(conn, now, self.clock.new_id(), entry("customer.disconnected", changes)).await?;
        }
        Ok(())
    }
}
