//! Taking over orders of another system.

mod write;

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{App, Asker, Tx, replied, reply_now};
use crate::{
    domain::{
        Customer, NewLine, Offer, OrderLine, OrderStatus, Settlement, SettlementKind, Terms, Totals, TypeName,
        Violation, price_lines,
    },
    error::OrdersError,
    store,
};

/// Questions to other services side by side.
const WIDTH: usize = 4;
/// Types that the catalogue is asked about in one call.
const TYPES_PER_CALL: usize = 500;

/// An order of another system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastOrder {
    /// Its id there.
    pub client_order_id: String,
    /// The seller's code of the customer.
    pub customer_code: String,
    /// What was ordered.
    pub lines: Vec<NewLine>,
    /// When it was placed.
    pub created_at: DateTime<Utc>,
    /// What became of it.
    pub status: OrderStatus,
    /// When it was registered or cancelled.
    pub settled_at: Option<DateTime<Utc>>,
    /// The customer's words, in their stored form.
    pub customer_note: String,
    /// The seller's words, in their stored form.
    pub seller_note: String,
}

/// Takes over orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportOrders {
    /// Whose orders.
    pub seller_id: Uuid,
    /// The orders; those that can't even be read stand in `problems`.
    pub orders: Vec<PastOrder>,
    /// Orders that could not be read.
    pub problems: Vec<OrderProblem>,
    /// Who asks.
    pub asker: Asker,
}

/// Why an order was not taken over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderProblem {
    /// Its id in the other system.
    pub client_order_id: String,
    /// Reason code.
    pub problem: String,
}

/// What became of the orders.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedOrders {
    /// New orders.
    pub created: i32,
    /// Orders that were here already.
    pub unchanged: i32,
    /// Orders that were not taken over.
    pub problems: Vec<OrderProblem>,
}

/// What became of one order.
enum Taken {
    Created,
    Unchanged,
    Problem(OrderProblem),
}

/// What is to be done next about one order.
enum Step {
    Write(Box<NewOrder>),
    Settle { intent: Box<Settlement>, result: Taken },
    Done(Taken),
}

/// An order that may be written.
struct NewOrder {
    order_id: Uuid,
    customer_id: Uuid,
    lines: Vec<OrderLine>,
    terms: Terms,
    totals: Totals,
}

/// What all orders of one call share.
struct Batch {
    seller_id: Uuid,
    asker: Asker,
    now: DateTime<Utc>,
    customers: HashMap<String, Customer>,
    offers: Vec<Offer>,
}

impl App {
    /// Takes over orders, each for itself, at today's prices and the times they had. An order that is here stays as it
    /// is, and one that a crash has left half taken over is finished, so the call may be repeated at any time.
    pub async fn import_orders(&self, command: ImportOrders) -> Result<ImportedOrders, OrdersError> {
        let ImportOrders { seller_id, orders, problems, asker } = command;
        let now = self.clock.now();
        let key = asker.key(seller_id, "ImportOrders");
        let mut conn = self.read().await?;
        if let Some(done) = replied(&conn, &key).await? {
            return Ok(done);
        }
        let ids: Vec<String> = orders.iter().map(|order| order.client_order_id.clone()).collect();
        let known = store::orders::known_client_ids(&mut conn, seller_id, &ids).await?;
        let known: HashMap<String, (Uuid, bool)> =
            known.into_iter().map(|(client, order, settling)| (client, (order, settling))).collect();
        let codes: BTreeSet<String> = orders.iter().map(|order| order.customer_code.clone()).collect();
        let codes: Vec<String> = codes.into_iter().collect();
        let customers = store::customers::by_codes(&mut conn, seller_id, &codes).await?;
        // Back to the pool: the orders need it.
        drop(conn);
        let new = orders.iter().filter(|order| !known.contains_key(&order.client_order_id));
        let names: BTreeSet<TypeName> = new.flat_map(|order| &order.lines).map(|line| line.name.clone()).collect();
        let names: Vec<TypeName> = names.into_iter().collect();
        let mut offers = Vec::new();
        for names in names.chunks(TYPES_PER_CALL) {
            offers.extend(self.catalogue.offers(seller_id, names).await?);
        }
        let customers = customers.into_iter().map(|customer| (customer.draft.code.clone(), customer)).collect();
        let batch = Batch { seller_id, asker: asker.clone(), now, customers, offers };
        let work: Vec<_> = orders.iter().map(|order| self.prepare(&batch, order, &known)).collect();
        let prepared: Vec<Step> = futures_util::stream::iter(work).buffered(WIDTH).try_collect().await?;
        // One after the other, so that codes stand in the order in which the orders are given.
        let mut written = Vec::with_capacity(orders.len());
        for (past, step) in orders.iter().zip(prepared) {
            written.push(self.write(&batch, past, step).await?);
        }
        let work: Vec<_> = orders.iter().zip(written).map(|(past, step)| self.finish(past, step)).collect();
        let taken: Vec<Taken> = futures_util::stream::iter(work).buffered(WIDTH).try_collect().await?;
        let mut done = ImportedOrders { problems, ..ImportedOrders::default() };
        for taken in taken {
            match taken {
                Taken::Created => done.created += 1,
                Taken::Unchanged => done.unchanged += 1,
                Taken::Problem(problem) => done.problems.push(problem),
            }
        }
        self.db
            .transaction(async |conn| -> Tx<()> { reply_now(conn, &key, &done, now).await })
            .await
            // A twin's reply stands: the orders are the same.
            .or_else(|error| if matches!(error, OrdersError::Settling) { Ok(()) } else { Err(error) })?;
        Ok(done)
    }

    /// Finds out what is to be done about an order, and asks the settings about a new one.
    async fn prepare(
        &self,
        batch: &Batch,
        past: &PastOrder,
        known: &HashMap<String, (Uuid, bool)>,
    ) -> Result<Step, OrdersError> {
        match known.get(&past.client_order_id) {
            Some((order_id, true)) => {
                let intent = store::settlements::find(&*self.read().await?, batch.seller_id, *order_id).await?;
                Ok(match intent.filter(|intent| intent.kind == SettlementKind::Takeover) {
                    Some(intent) => Step::Settle { intent: Box::new(intent), result: Taken::Unchanged },
                    None => Step::Done(Taken::Unchanged),
                })
            }
            Some((_, false)) => Ok(Step::Done(Taken::Unchanged)),
            None => match self.prepare_new(batch, past).await {
                Ok(new) => Ok(Step::Write(Box::new(new))),
                Err(error) => Ok(Step::Done(problem(past, error)?)),
            },
        }
    }

    async fn prepare_new(&self, batch: &Batch, past: &PastOrder) -> Result<NewOrder, OrdersError> {
        check_times(past, batch.now)?;
        if past.lines.is_empty() {
            return Err(Violation::Empty.into());
        }
        let lines = price_lines(&past.lines, &batch.offers)?;
        let customer = batch.customers.get(&past.customer_code).ok_or(OrdersError::CustomerNotFound)?;
        let terms = self.settings.order_terms(batch.seller_id, past.created_at).await?;
        let totals = Totals::of(&lines, &terms.tiers, terms.tax_basis_points, terms.shipping_toman)?;
        terms.admit(&totals)?;
        Ok(NewOrder { order_id: self.clock.new_id(), customer_id: customer.customer_id, lines, terms, totals })
    }

    /// Agrees with the stock about an order that was registered.
    async fn finish(&self, past: &PastOrder, step: Step) -> Result<Taken, OrdersError> {
        match step {
            Step::Done(taken) => Ok(taken),
            Step::Settle { intent, result } => match self.settle_takeover(*intent).await? {
                None => Ok(result),
                Some(shortages) => problem(past, OrdersError::StockShort(shortages)),
            },
            Step::Write(_) => Err(OrdersError::Settling),
        }
    }
}

/// What is wrong with this one order; errors that are not about it stay errors.
fn problem(past: &PastOrder, error: OrdersError) -> Result<Taken, OrdersError> {
    let problem = match error {
        OrdersError::Rule(violation) => violation.reason(),
        OrdersError::CustomerNotFound => "CUSTOMER_NOT_FOUND",
        OrdersError::StockShort(_) => "STOCK_SHORT",
        OrdersError::Invalid { .. } => "INVALID_FIELD",
        OrdersError::OrderNotFound
        | OrdersError::OpenOrders
        | OrdersError::SellerNotFound
        | OrdersError::Settling
        | OrdersError::PeerDown { .. }
        | OrdersError::PeerRefused { .. }
        | OrdersError::Repeated(_)
        | OrdersError::Database(_)
        | OrdersError::StoredReply(_)
        | OrdersError::Busy(_)
        | OrdersError::Stopped => return Err(error),
    };
    let client_order_id = past.client_order_id.clone();
    Ok(Taken::Problem(OrderProblem { client_order_id, problem: problem.to_owned() }))
}

fn check_times(past: &PastOrder, now: DateTime<Utc>) -> Result<(), OrdersError> {
    if !(DateTime::UNIX_EPOCH..=now).contains(&past.created_at) {
        return Err(OrdersError::Invalid { field: "create_time", problem: "OUT_OF_RANGE" });
    }
    let right = match (past.status, past.settled_at) {
        (OrderStatus::Open, settled_at) => settled_at.is_none(),
        (OrderStatus::Registered | OrderStatus::Cancelled, None) => false,
        (OrderStatus::Registered | OrderStatus::Cancelled, Some(at)) => (past.created_at..=now).contains(&at),
    };
    if right { Ok(()) } else { Err(OrdersError::Invalid { field: "settle_time", problem: "OUT_OF_RANGE" }) }
}
