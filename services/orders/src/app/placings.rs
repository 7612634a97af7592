//! New orders, written together.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use futures_util::future::join;
use pishkhan_chassis::batches::Work;
use pishkhan_chassis_db::{Commit, Db, Statement, Transaction, audit, idempotency};
use uuid::Uuid;

use super::{
    Tx, entry_of_order,
    place::{CustomerName, Draft, PlaceOrder, Priced},
};
use crate::{
    domain::{Customer, Difference, Order, OrderCode, OrderSummary},
    error::OrdersError,
    store::{self, codes::MonthKey, customers::CustomerKey},
};

/// A new order that has its prices and may be placed.
pub(super) struct Placing {
    pub command: Arc<PlaceOrder>,
    pub priced: Priced,
    pub now: DateTime<Utc>,
    pub order_id: Uuid,
    pub audit_id: Uuid,
    pub reply: Vec<u8>,
}

impl Placing {
    fn draft(&self) -> Draft<'_> {
        let PlaceOrder { seller_id, client_order_id, customer_note, seller_note, .. } = &*self.command;
        Draft {
            seller_id: *seller_id,
            client_order_id: client_order_id.as_deref(),
            created_at: self.now,
            terms: &self.priced.terms,
            lines: &self.priced.lines,
            customer_note,
            seller_note,
        }
    }

    fn month(&self) -> Option<MonthKey> {
        let (year, month) = self.draft().month().ok()?;
        Some((self.command.seller_id, year, month))
    }

    /// Who orders, if it is named by id: others are placed alone.
    pub(super) fn customer(&self) -> Option<CustomerKey> {
        match self.command.customer {
            CustomerName::Id(customer_id) => Some((self.command.seller_id, customer_id)),
            CustomerName::Code(_) => None,
        }
    }

    /// Writes it alone, waiting for those who have locked what it needs.
    pub(super) async fn write(&self, db: &Db) -> Result<OrderSummary, OrdersError> {
        let (draft, seller_id) = (self.draft(), self.command.seller_id);
        let month = draft.month()?;
        db.pipelined(async |tx| -> Tx<Commit<OrderSummary>> {
            let named = &self.command.customer;
            let (last, customer) = tx
                .begin(|conn| join(store::codes::lock(conn, seller_id, month), lock_customer(conn, seller_id, named)))
                .await?;
            let code = OrderCode::following(month, last?);
            let mut customer = customer?;
            let placed = Placed::new(self, code, &mut customer);
            let writes = writes(store::codes::give_out(seller_id, code), &[&placed])?;
            Ok(Commit { value: placed.told(), writes })
        })
        .await
    }
}

/// An order under its code, with who ordered it as it is then.
struct Placed<'a> {
    placing: &'a Placing,
    order: Order,
    customer: Customer,
}

impl<'a> Placed<'a> {
    /// Counts the order in `customer`, too.
    fn new(placing: &'a Placing, code: OrderCode, customer: &mut Customer) -> Self {
        let order = placing.draft().open(placing.order_id, customer.customer_id, code);
        customer.last_order_at = customer.last_order_at.max(Some(order.created_at));
        customer.open_orders += 1;
        Self { placing, order, customer: customer.clone() }
    }

    fn told(self) -> OrderSummary {
        let Self { placing, order, customer } = self;
        let grand_toman = placing.priced.totals.grand_toman;
        OrderSummary { order: Order { lines: Vec::new(), ..order }, grand_toman, customer, settling: false }
    }
}

/// The orders' rows, with their audit entries and replies. `codes` gives out their codes.
fn writes(codes: Statement, all: &[&Placed<'_>]) -> Result<Vec<Statement>, OrdersError> {
    let orders: Vec<_> = all.iter().map(|placed| (&placed.order, placed.placing.priced.totals.grand_toman)).collect();
    let (mut entries, mut replies) = (Vec::new(), Vec::new());
    for placed in all {
        let (placing, order) = (placed.placing, &placed.order);
        let asker = &placing.command.asker;
        let changes = serde_json::to_value(Difference::between(None, order)?)?;
        let entry = entry_of_order(&asker.actor, "order.placed", order, changes);
        entries.push((0, placing.now, placing.audit_id, entry));
        replies.push((0, asker.key(order.seller_id, "PlaceOrder"), placing.reply.clone(), placing.now));
    }
    let mut writes = vec![codes];
    writes.extend(store::orders::insert_all(&orders)?);
    writes.push(store::customers::orders_placed(&orders.iter().map(|(order, _)| *order).collect::<Vec<_>>()));
    writes.push(audit::record_all(entries));
    writes.push(idempotency::record_all(replies));
    Ok(writes)
}

async fn lock_customer(
    conn: &store::Connection,
    seller_id: Uuid,
    name: &CustomerName,
) -> Result<Customer, OrdersError> {
    let locked = match name {
        CustomerName::Id(id) => store::customers::lock_connected(conn, seller_id, *id).await,
        CustomerName::Code(code) => store::customers::lock_connected_by_code(conn, seller_id, code).await,
    };
    locked?.ok_or(OrdersError::CustomerNotFound)
}

/// What has become of an order that was to be placed together with others.
pub(super) enum Outcome {
    /// It is placed.
    Placed(Box<OrderSummary>),
    /// It has to be placed alone: it is its month's first, or somebody has locked what it needs, or there is no such customer.
    Left,
    /// One of them was refused, and with it all; or nobody knows whether they were placed.
    Undone,
}

/// Writes what is placed at the same time, by whichever sellers, in one transaction.
pub(super) struct Placings {
    pub db: Db,
}

impl Work for Placings {
    type Item = Arc<Placing>;
    type Answer = Outcome;
    type Key = (Uuid, String);

    const NAME: &'static str = "order_placings";
    const PATIENCE: Duration = Duration::from_millis(20);

    fn key(item: &Arc<Placing>) -> Self::Key {
        let PlaceOrder { seller_id, client_order_id, asker, .. } = &*item.command;
        (*seller_id, client_order_id.as_ref().unwrap_or(&asker.request_id).clone())
    }

    async fn run(&self, placings: Vec<Arc<Placing>>) -> Vec<Outcome> {
        let placed = self.db.pipelined(async |tx| together(tx, &placings).await).await;
        placed.unwrap_or_else(|error: OrdersError| {
            let error = &error as &dyn std::error::Error;
            tracing::info!(error, orders = placings.len(), "orders could not be placed together");
            placings.iter().map(|_| Outcome::Undone).collect()
        })
    }
}

async fn together<'p>(tx: &Transaction, placings: &'p [Arc<Placing>]) -> Tx<Commit<Vec<Outcome>>> {
    let months: BTreeSet<MonthKey> = placings.iter().filter_map(|placing| placing.month()).collect();
    let customers: BTreeSet<CustomerKey> = placings.iter().filter_map(|placing| placing.customer()).collect();
    let (counters, customers) = tx
        .begin(|conn| join(store::codes::lock_free(conn, &months), store::customers::lock_free(conn, &customers)))
        .await?;
    let counters: BTreeMap<MonthKey, i64> = counters?.into_iter().collect();
    let mut last = counters.clone();
    let mut customers: HashMap<CustomerKey, Customer> =
        customers?.into_iter().map(|customer| ((customer.seller_id, customer.customer_id), customer)).collect();
    let place = |placing: &'p Arc<Placing>| {
        let month = placing.month()?;
        let (last, customer) = (last.get_mut(&month)?, customers.get_mut(&placing.customer()?)?);
        let code = OrderCode::following((month.1, month.2), Some(*last));
        *last = code.number;
        Some(Placed::new(placing, code, customer))
    };
    let placed: Vec<Option<Placed<'p>>> = placings.iter().map(place).collect();
    let all: Vec<_> = placed.iter().flatten().collect();
    if all.is_empty() {
        return Ok(Commit::without_writes(placings.iter().map(|_| Outcome::Left).collect()));
    }
    let given = counters.into_iter().zip(last).map(|((month, before), (_, last))| (month, before, last));
    let codes = store::codes::give_out_all(&given.filter(|(_, before, last)| before < last).collect::<Vec<_>>());
    let writes = writes(codes, &all)?;
    let outcome =
        |placed: Option<Placed<'_>>| placed.map_or(Outcome::Left, |placed| Outcome::Placed(Box::new(placed.told())));
    Ok(Commit { value: placed.into_iter().map(outcome).collect(), writes })
}
