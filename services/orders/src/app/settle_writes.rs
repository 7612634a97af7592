//! What saving, cancelling and deleting make of an order, and the statements that write it.

use chrono::{DateTime, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{Statement, outbox};

use super::App;
use crate::{
    domain::{Customer, Order, RegisteredOrder, Settlement, SettlementKind},
    error::OrdersError,
    publish, store,
};

impl App {
    /// Registers an order that the stock has agreed to, and the statements that do.
    pub(super) fn save_writes(
        &self,
        order: &mut Order,
        intent: &Settlement,
        customer: Customer,
        actor: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Vec<Statement>, OrdersError> {
        let before = order.clone();
        let saved_at = intent.effective_at.unwrap_or(now);
        order.register(intent.revision, saved_at);
        let totals = order.totals()?;
        let (action, before) = if intent.kind == SettlementKind::Takeover {
            ("order.imported", None)
        } else {
            ("order.saved", Some(&before))
        };
        let by = (actor.subject.as_str(), actor.role.as_str());
        let mut writes = vec![
            store::orders::update(order, totals.grand_toman)?,
            store::revisions::insert(order, &totals, saved_at, by)?,
            store::purchases::record(order),
            store::customers::open_orders_changed(order.seller_id, order.customer_id, -1),
            self.audit_order(actor, action, before, order, now)?,
        ];
        let fact = RegisteredOrder {
            seller_id: order.seller_id,
            order_id: order.order_id,
            code: order.code.clone(),
            revision: order.revision,
            registered_at: order.registered_at.unwrap_or(now),
            customer_id: order.customer_id,
            customer_title: customer.draft.title,
            activity_area: customer.draft.activity_area,
            lines: order.lines.clone(),
            discounts: totals.discounts,
        };
        writes.push(outbox::record(publish::registered(self.clock.new_id(), fact, now)));
        Ok(writes)
    }

    /// Cancels an order, and the statements that do. One that never counted is nobody else's business, so no event tells
    /// of it.
    pub(super) fn cancel_writes(
        &self,
        order: &mut Order,
        revision: Option<i64>,
        actor: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Vec<Statement>, OrdersError> {
        let before = order.clone();
        let counted = order.cancel(revision, now);
        let mut writes = vec![store::orders::update(order, order.totals()?.grand_toman)?];
        if before.is_open() {
            writes.push(store::customers::open_orders_changed(order.seller_id, order.customer_id, -1));
        }
        writes.push(self.audit_order(actor, "order.cancelled", Some(&before), order, now)?);
        if counted {
            writes.push(store::purchases::forget(order));
            writes.push(outbox::record(publish::cancelled(self.clock.new_id(), order, now)));
        }
        Ok(writes)
    }

    /// Deletes an order, and the statements that do. The row stays; the customer's lists and counts, and the reports, lose
    /// the order.
    pub(super) fn delete_writes(
        &self,
        order: &mut Order,
        revision: Option<i64>,
        actor: &Actor,
        now: DateTime<Utc>,
    ) -> Result<Vec<Statement>, OrdersError> {
        let before = order.clone();
        let known = order.delete(revision, now);
        let mut writes = vec![store::orders::update(order, order.totals()?.grand_toman)?];
        writes.extend(store::customers::order_gone(order.seller_id, order.customer_id, before.is_open()));
        writes.push(self.audit_order(actor, "order.deleted", Some(&before), order, now)?);
        if before.reopened {
            writes.push(store::purchases::forget(order));
        }
        if known {
            writes.push(outbox::record(publish::deleted(self.clock.new_id(), order, now)));
        }
        Ok(writes)
    }
}
