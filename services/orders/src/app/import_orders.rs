//! Taking over orders of another system.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{App, Asker, Tx, place::Draft, replied, reply, settle::LEASE};
use crate::{
    domain::{
        Customer, NewLine, Offer, Order, OrderStatus, SaveStep, Settlement, SettlementKind, Totals, TypeName,
        Violation, price_lines,
    },
    error::OrdersError,
    store,
};

/// Orders taken over side by side.
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
        if let Some(done) = replied(&mut conn, &key).await? {
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
        let work: Vec<_> = orders
            .iter()
            .map(|order| self.take_over(&batch, order, known.get(&order.client_order_id).copied()))
            .collect();
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
            .transaction(async |conn| -> Tx<()> { reply(conn, &key, &done, now).await })
            .await
            // A twin's reply stands: the orders are the same.
            .or_else(|error| if matches!(error, OrdersError::Settling) { Ok(()) } else { Err(error) })?;
        Ok(done)
    }

    async fn take_over(
        &self,
        batch: &Batch,
        past: &PastOrder,
        known: Option<(Uuid, bool)>,
    ) -> Result<Taken, OrdersError> {
        let result = match known {
            Some((order_id, settling)) => self.finish_take_over(batch.seller_id, order_id, settling).await,
            None => self.take_over_new(batch, past).await,
        };
        let problem = match result {
            Ok(taken) => return Ok(taken),
            Err(OrdersError::Rule(violation)) => violation.reason(),
            Err(OrdersError::CustomerNotFound) => "CUSTOMER_NOT_FOUND",
            Err(OrdersError::StockShort(_)) => "STOCK_SHORT",
            Err(OrdersError::Invalid { .. }) => "INVALID_FIELD",
            Err(error) => return Err(error),
        };
        let client_order_id = past.client_order_id.clone();
        Ok(Taken::Problem(OrderProblem { client_order_id, problem: problem.to_owned() }))
    }

    /// Settles what an earlier call may have left of an order that is here.
    async fn finish_take_over(&self, seller_id: Uuid, order_id: Uuid, settling: bool) -> Result<Taken, OrdersError> {
        if !settling {
            return Ok(Taken::Unchanged);
        }
        let intent = store::settlements::find(&mut *self.read().await?, seller_id, order_id).await?;
        match intent.filter(|intent| intent.kind == SettlementKind::Takeover) {
            Some(intent) => self.settle_taken_over(intent).await.map(|()| Taken::Unchanged),
            None => Ok(Taken::Unchanged),
        }
    }

    async fn settle_taken_over(&self, intent: Settlement) -> Result<(), OrdersError> {
        match self.settle_takeover(intent).await? {
            None => Ok(()),
            Some(shortages) => Err(OrdersError::StockShort(shortages)),
        }
    }

    async fn take_over_new(&self, batch: &Batch, past: &PastOrder) -> Result<Taken, OrdersError> {
        let Batch { seller_id, asker, now, customers, offers } = batch;
        check_times(past, *now)?;
        if past.lines.is_empty() {
            return Err(Violation::Empty.into());
        }
        let lines = price_lines(&past.lines, offers)?;
        let customer_id = customers.get(&past.customer_code).ok_or(OrdersError::CustomerNotFound)?.customer_id;
        let terms = self.settings.order_terms(*seller_id, past.created_at).await?;
        let totals = Totals::of(&lines, terms.tax_basis_points, terms.shipping_toman)?;
        terms.admit(&totals)?;
        let draft = Draft {
            seller_id: *seller_id,
            client_order_id: Some(&past.client_order_id),
            created_at: past.created_at,
            terms: &terms,
            lines: &lines,
            customer_note: &past.customer_note,
            seller_note: &past.seller_note,
        };
        let order_id = self.clock.new_id();
        let added = self
            .db
            .transaction(async |conn| -> Tx<Option<Settlement>> {
                let mut order = draft.open(conn, order_id, customer_id).await?;
                let intent = intent(&mut order, past, asker)?;
                if past.status == OrderStatus::Cancelled {
                    order.cancel(None, past.settled_at.unwrap_or(*now));
                    // It comes as it is: nothing has changed here yet.
                    order.version = 1;
                }
                if !store::orders::insert(conn, &order, totals.grand_toman).await? {
                    return Err(OrdersError::Settling);
                }
                store::customers::order_placed(conn, *seller_id, customer_id, past.created_at, order.is_open()).await?;
                if let Some(intent) = &intent {
                    store::settlements::insert(conn, intent, *now, *now + LEASE).await?;
                } else {
                    let changes = json!({ "status": status(past.status), "code": order.code });
                    self.audit_order(conn, &asker.actor, &order, "order.imported", changes, *now).await?;
                }
                Ok(intent)
            })
            .await;
        match added {
            Ok(Some(intent)) => self.settle_taken_over(intent).await.map(|()| Taken::Created),
            Ok(None) => Ok(Taken::Created),
            // It came twice at the same time.
            Err(OrdersError::Settling) => Ok(Taken::Unchanged),
            Err(error) => Err(error),
        }
    }
}

/// The intent of an order that was registered: its goods have to be reserved before it counts as registered here.
fn intent(order: &mut Order, past: &PastOrder, asker: &Asker) -> Result<Option<Settlement>, OrdersError> {
    if past.status != OrderStatus::Registered {
        return Ok(None);
    }
    let SaveStep::Settle(revision) = order.begin_save(None)? else { return Ok(None) };
    Ok(Some(Settlement {
        seller_id: order.seller_id,
        order_id: order.order_id,
        revision,
        kind: SettlementKind::Takeover,
        lines: order.goods(),
        effective_at: past.settled_at,
        actor_subject: asker.actor.subject.clone(),
        actor_role: asker.actor.role.clone(),
        request_id: asker.request_id.clone(),
        fingerprint: asker.fingerprint,
    }))
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

const fn status(status: OrderStatus) -> &'static str {
    match status {
        OrderStatus::Open => "open",
        OrderStatus::Registered => "registered",
        OrderStatus::Cancelled => "cancelled",
    }
}
