//! The platform's commission bills.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{agreed::Agreed, month::Month, payment::GatewayKind, seller::Cooperation};

/// What became of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvoiceState {
    /// Its orders are being gathered.
    Draft,
    /// It is to be paid.
    Payable,
    /// It is paid, or comes to nothing.
    Paid,
    /// It was taken back.
    Void,
}

/// What paid an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidBy {
    /// The payment.
    pub payment_id: Uuid,
    /// Through which gateway.
    pub gateway: GatewayKind,
    /// The gateway's number of the transaction.
    pub reference: String,
    /// When.
    pub paid_at: DateTime<Utc>,
}

/// A bill of a seller's month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invoice {
    /// Whom it bills.
    pub seller_id: Uuid,
    /// Its id.
    pub invoice_id: Uuid,
    /// Whose sales it bills.
    pub month: Month,
    /// What became of it.
    pub state: InvoiceState,
    /// Such as 1405-07-000012; none as long as it is a draft.
    pub number: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Name of the store on that day.
    pub payer: String,
    /// How the shares were reckoned.
    pub cooperation: Cooperation,
    /// Basis points for a percentage, tomans otherwise.
    pub commission: i64,
    /// Until when it is to be paid.
    pub due_date: Option<NaiveDate>,
    /// Registered orders of its own month.
    pub orders: i64,
    /// Their tomans without tax and shipping.
    pub sales_toman: i64,
    /// What is to be paid; at least 0.
    pub total_toman: i64,
    /// Until when the reports had been told of sales.
    pub watermark: Option<DateTime<Utc>>,
    /// What has paid it.
    pub paid_by: Option<PaidBy>,
    /// Why it was taken back; empty unless it was.
    pub void_reason: String,
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The sales of the invoice's own month.
    Month,
    /// What has changed in an earlier month since it was billed.
    Correction,
    /// What earlier invoices came to below nothing.
    Credit,
}

/// A part of what an invoice comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceLine {
    /// Its id; the orders that made it bear it.
    pub line_id: Uuid,
    /// What it is about.
    pub kind: LineKind,
    /// Whose sales.
    pub month: Month,
    /// The terms of that month.
    pub cooperation: Cooperation,
    /// Basis points for a percentage, tomans otherwise.
    pub commission: i64,
    /// Orders; below 0 in a correction that takes some away.
    pub orders: i64,
    /// Their tomans without tax and shipping.
    pub sales_toman: i64,
    /// What the line comes to.
    pub amount_toman: i64,
}

/// An order as it counted for a line: in a correction, what it differs from what was billed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceOrder {
    /// The order.
    pub order_id: Uuid,
    /// Its code; empty when it is not known.
    pub code: String,
    /// Its registration's day in Tehran.
    pub day: NaiveDate,
    /// Tomans without tax and shipping.
    pub amount_toman: i64,
    /// 1; in a correction 1, 0 or -1.
    pub orders: i16,
    /// What its customer was called when it was counted; empty when that is not known.
    pub customer: String,
}

/// Orders and tomans of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Base {
    /// Registered orders.
    pub orders: i64,
    /// Their tomans without tax and shipping.
    pub sales_toman: i64,
}

/// What a month was billed so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Billed {
    /// From what.
    pub base: Base,
    /// Tomans.
    pub amount_toman: i64,
}

/// What more (or less) is due for a month after what was billed; none when it does not fit.
pub fn due(agreed: &Agreed, billed: Billed, more: Base) -> Option<i64> {
    let orders = billed.base.orders.checked_add(more.orders)?;
    let sales = billed.base.sales_toman.checked_add(more.sales_toman)?;
    agreed.commission(orders, sales)?.checked_sub(billed.amount_toman)
}

/// What today's orders differ from those that were billed, both in the order of their ids.
pub fn differences(today: Vec<InvoiceOrder>, billed: Vec<InvoiceOrder>) -> Vec<InvoiceOrder> {
    let mut billed = billed.into_iter().peekable();
    let mut found = Vec::new();
    let gone = |was: InvoiceOrder| InvoiceOrder { amount_toman: -was.amount_toman, orders: -was.orders, ..was };
    for order in today {
        while let Some(was) = billed.next_if(|was| was.order_id < order.order_id) {
            found.push(gone(was));
        }
        match billed.next_if(|was| was.order_id == order.order_id) {
            Some(was) => found.push(InvoiceOrder {
                amount_toman: order.amount_toman - was.amount_toman,
                orders: order.orders - was.orders,
                // What the reports no longer know was known when it was billed.
                customer: if order.customer.is_empty() { was.customer } else { order.customer },
                ..order
            }),
            None => found.push(order),
        }
    }
    found.extend(billed.map(gone));
    found.retain(|order| (order.orders, order.amount_toman) != (0, 0));
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn order(id: u128, amount_toman: i64) -> InvoiceOrder {
        InvoiceOrder {
            order_id: Uuid::from_u128(id),
            code: String::new(),
            day: NaiveDate::default(),
            amount_toman,
            orders: 1,
            customer: String::new(),
        }
    }

    #[test]
    fn a_correction_has_what_came_what_went_and_what_changed() {
        let billed = vec![order(1, 100), order(2, 200), order(3, 300), order(9, 0)];
        let today = vec![order(2, 200), order(3, 250), order(4, 400)];
        let figures = |order: &InvoiceOrder| (order.order_id.as_u128(), order.orders, order.amount_toman);
        let found: Vec<_> = differences(today, billed).iter().map(figures).collect();
        assert_eq!(found, [(1, -1, -100), (3, 0, -50), (4, 1, 400), (9, -1, 0)]);
    }

    #[test]
    fn a_correction_has_the_name_of_now_and_else_the_billed_one() {
        let named = |id, amount_toman, customer: &str| InvoiceOrder {
            customer: customer.to_owned(),
            ..order(id, amount_toman)
        };
        let billed = vec![named(1, 100, "a"), named(2, 200, "b"), named(3, 300, "c"), named(4, 400, "")];
        let today = vec![named(2, 250, "renamed"), named(3, 350, ""), named(4, 450, "d"), named(5, 500, "e")];
        let found = differences(today, billed);
        let customers: Vec<_> = found.iter().map(|order| order.customer.as_str()).collect();
        assert_eq!(customers, ["a", "renamed", "c", "d", "e"]);
    }

    proptest! {
        #[test]
        fn what_was_billed_and_what_differs_are_the_orders_of_today(
            months in prop::collection::vec(prop::collection::btree_map(0_u128..20, 0_i64..1_000, 0..12), 1..6),
        ) {
            let mut billed: BTreeMap<Uuid, InvoiceOrder> = BTreeMap::new();
            for today in months {
                let listed: Vec<_> = today.iter().map(|(&id, &amount)| order(id, amount)).collect();
                // Orders that were taken away are billed with 0, which is nothing.
                let found = differences(listed.clone(), billed.values().cloned().collect());
                for InvoiceOrder { order_id, amount_toman, orders, .. } in found {
                    let sum = billed.entry(order_id).or_insert_with(|| InvoiceOrder { orders: 0, ..order(order_id.as_u128(), 0) });
                    sum.amount_toman += amount_toman;
                    sum.orders += orders;
                }
                billed.retain(|_, order| (order.orders, order.amount_toman) != (0, 0));
                let standing: Vec<_> = billed.values().cloned().collect();
                prop_assert_eq!(standing, listed);
            }
        }
    }
}
