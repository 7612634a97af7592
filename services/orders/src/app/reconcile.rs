//! Taking the stock and the orders back to one another after either was restored to an older time.
//!
//! `tests/it/model` proves the order of the steps: first all orders give back what they hold too much of, then those that
//! are settled take what they lack, then those that are being settled; last of all the intents are finished. Each
//! declaration takes a revision that neither side has seen, so whatever is still under way from before is stale.
//!
//! An order is looked at under its lock, and declares what it holds by its own rows: a difference that was only a save in
//! full swing is put right by declaring what stands already.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{App, Asker, PeerError, StockAnswer, Tx};
use crate::{
    domain::{Goods, Held, Order, OrderStatus, ReconcileStep, RegisteredOrder, Reservation, differs, line_differences},
    error::OrdersError,
    store,
};

/// What audit rows of declarations are about.
const ENTITY: &str = "reservation";
/// A stock that knows a later revision says which; only somebody else's declarations in between need further rounds.
const ROUNDS: usize = 4;

/// Where the next part begins: behind this order, on the page of the stock's that this token names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReconcilePlace {
    order: Option<Uuid>,
    held_page: String,
}

/// Compares some of a seller's orders, and takes a step with each that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconcile {
    /// Whose orders.
    pub seller_id: Uuid,
    /// Which step.
    pub step: ReconcileStep,
    /// From where.
    pub place: ReconcilePlace,
    /// How many orders of either side are read.
    pub limit: usize,
    /// Who asks.
    pub asker: Asker,
}

/// What came of an order that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReconcileOutcome {
    /// It stays as it is.
    Reported,
    /// It holds now what the step has it hold.
    Declared,
    /// The stock has not got it.
    Short,
}

/// An order of which the stock holds something else than is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReservationDifference {
    /// The order.
    pub order_id: Uuid,
    /// Type, selling units due, selling units held, as they were found.
    pub lines: Vec<(Uuid, i64, i64)>,
    /// Something of it is being settled.
    pub settling: bool,
    /// What came of it.
    pub outcome: ReconcileOutcome,
}

/// What a part gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconciled {
    /// Orders that differ, by their ids.
    pub differences: Vec<ReservationDifference>,
    /// How many orders were compared.
    pub orders: usize,
    /// Where the next part begins, if there is one.
    pub next: Option<ReconcilePlace>,
}

/// Orders of both sides up to a common one, and where to go on.
struct Part {
    pairs: BTreeMap<Uuid, (Held, Goods)>,
    next: Option<ReconcilePlace>,
}

impl App {
    /// Compares a part of a seller's orders with what the stock holds. Both sides are read page by page in the order of the
    /// orders' ids, so a part is never more than two pages.
    pub async fn reconcile(&self, command: Reconcile) -> Result<Reconciled, OrdersError> {
        let Reconcile { seller_id, step, place, limit, asker } = command;
        let (held, next_held_page) =
            self.catalogue.reservations(seller_id, &place.held_page, limit).await.map_err(down)?;
        let after = place.order.map(|order_id| (seller_id, order_id));
        let (due, more_due) = self.registered_orders(Some(seller_id), after, limit).await?;
        let Part { pairs, next } = part(place, held, next_held_page, due, more_due);
        let ids: Vec<Uuid> = pairs.keys().copied().collect();
        let intents = store::settlements::goods(&mut *self.read().await?, seller_id, &ids).await?;
        let mut differences = Vec::new();
        for (order_id, (held, due)) in pairs {
            let intent = intents.get(&order_id);
            let concerned = match step {
                ReconcileStep::Tell => differs(&held.goods, &due, intent),
                ReconcileStep::Release | ReconcileStep::Claim | ReconcileStep::ClaimUnsettled => {
                    step.goods(&held.goods, &due, intent).is_some()
                }
            };
            if concerned {
                let lines = line_differences(&held.goods, &due);
                let outcome = self.reconcile_order(seller_id, step, &held, &asker).await?;
                differences.push(ReservationDifference { order_id, lines, settling: intent.is_some(), outcome });
            }
        }
        Ok(Reconciled { differences, orders: ids.len(), next })
    }

    /// Takes a step with an order.
    async fn reconcile_order(
        &self,
        seller_id: Uuid,
        step: ReconcileStep,
        held: &Held,
        asker: &Asker,
    ) -> Result<ReconcileOutcome, OrdersError> {
        let mut known = held.revision;
        for _ in 0..ROUNDS {
            let Some(declared) = self.declare(seller_id, step, held, known, asker).await? else {
                return Ok(ReconcileOutcome::Reported);
            };
            match self.catalogue.set_reservation(&declared).await {
                Ok(StockAnswer::Reserved) => return Ok(ReconcileOutcome::Declared),
                Ok(StockAnswer::Short(_)) => return Ok(ReconcileOutcome::Short),
                Err(PeerError::Stale { last_revision }) => {
                    known = last_revision.unwrap_or_default().max(declared.revision);
                }
                Err(error) => return Err(down(error)),
            }
        }
        Err(OrdersError::Settling)
    }

    /// Decides what an order declares in a step, under the order's lock, and counts the revision as sent. `None`: the step
    /// has nothing to do with it. An intent that stands takes a later revision still, so that it is asked for afterwards.
    async fn declare(
        &self,
        seller_id: Uuid,
        step: ReconcileStep,
        held: &Held,
        known: i64,
        asker: &Asker,
    ) -> Result<Option<Reservation>, OrdersError> {
        let order_id = held.order_id;
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        self.db
            .transaction(async |conn| -> Tx<Option<Reservation>> {
                // Where the orders were restored to before it was placed, there is no row, and nothing is due.
                let order = store::orders::lock_any(conn, seller_id, order_id).await?.map(|stored| stored.order);
                let due = match &order {
                    Some(order) => due_of(conn, order).await?,
                    None => Goods::new(),
                };
                let intent = store::settlements::find(conn, seller_id, order_id).await?;
                let next = intent.as_ref().map(|intent| intent.lines.iter().copied().collect::<Goods>());
                let Some(goods) = step.goods(&held.goods, &due, next.as_ref()) else { return Ok(None) };
                let sent = order.map_or(0, |order| order.last_revision_sent);
                let revision = sent.max(known).saturating_add(1);
                let mut last = revision;
                if let Some(intent) = intent {
                    last = revision.saturating_add(1);
                    store::settlements::raise(seller_id, order_id, intent.revision, last).run(conn).await?;
                }
                store::orders::set_revision_sent(seller_id, order_id, last).run(conn).await?;
                let lines: Vec<(Uuid, i64)> = goods.into_iter().collect();
                let changes = json!({ "held": held.goods, "declared": lines });
                let what = ("reservation.reconciled", ENTITY, order_id, revision);
                self.audit(conn, asker, seller_id, what, changes, (now, audit_id)).await?;
                let actor = asker.actor.subject.clone();
                Ok(Some(Reservation { seller_id, order_id, revision, lines, actor }))
            })
            .await
    }
}

/// Puts both sides beside each other, as far as both have been read.
fn part(
    place: ReconcilePlace,
    held: Vec<Held>,
    next_held_page: String,
    due: Vec<RegisteredOrder>,
    more_due: bool,
) -> Part {
    let last_held = held.last().map(|held| held.order_id).filter(|_| !next_held_page.is_empty());
    let last_due = due.last().map(|order| order.order_id).filter(|_| more_due);
    // What lies behind it on one side may still come on the other.
    let end = [last_held, last_due].into_iter().flatten().min();
    let inside =
        |order_id: Uuid| place.order.is_none_or(|after| order_id > after) && end.is_none_or(|end| order_id <= end);
    let mut pairs: BTreeMap<Uuid, (Held, Goods)> = BTreeMap::new();
    for held in held.into_iter().filter(|held| inside(held.order_id)) {
        pairs.insert(held.order_id, (held, Goods::new()));
    }
    for order in due.into_iter().filter(|order| inside(order.order_id)) {
        let nothing = || (Held { order_id: order.order_id, revision: 0, goods: Goods::new() }, Goods::new());
        let goods = order.lines.iter().map(|line| (line.type_id, line.quantity)).collect();
        pairs.entry(order.order_id).or_insert_with(nothing).1 = goods;
    }
    let next = end.map(|end| {
        let whole_page = last_held.is_some_and(|last| last <= end);
        ReconcilePlace { order: Some(end), held_page: if whole_page { next_held_page } else { place.held_page } }
    });
    Part { pairs, next }
}

/// What the stock should hold for an order: the goods of its last saved revision.
async fn due_of(conn: &store::Connection, order: &Order) -> Result<Goods, OrdersError> {
    if order.status == OrderStatus::Registered {
        return Ok(order.goods().into_iter().collect());
    }
    Ok(store::revisions::held(conn, order.seller_id, order.order_id).await?.into_iter().collect())
}

fn down(error: PeerError) -> OrdersError {
    match error {
        PeerError::Down(cause) => OrdersError::PeerDown { service: "catalogue", cause },
        refusal @ (PeerError::Refused(_) | PeerError::Stale { .. } | PeerError::SellerNotFound) => refusal.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> Uuid {
        Uuid::from_u128(number as u128)
    }

    fn order(number: usize) -> RegisteredOrder {
        RegisteredOrder {
            seller_id: Uuid::nil(),
            order_id: id(number),
            code: String::new(),
            revision: 1,
            registered_at: chrono::DateTime::UNIX_EPOCH,
            customer_id: Uuid::nil(),
            customer_title: String::new(),
            activity_area: String::new(),
            lines: Vec::new(),
            discounts: Vec::new(),
        }
    }

    /// Goes through both sides as pages of `limit`, and tells the ids in the order in which they came.
    fn walk(held: &[usize], due: &[usize], limit: usize) -> Vec<usize> {
        let (mut place, mut seen) = (ReconcilePlace::default(), Vec::new());
        loop {
            let start: usize = place.held_page.parse().unwrap_or(0);
            let page: Vec<Held> = held[start.min(held.len())..]
                .iter()
                .take(limit)
                .map(|number| Held { order_id: id(*number), revision: 1, goods: Goods::new() })
                .collect();
            let next_page = if start + limit < held.len() { (start + limit).to_string() } else { String::new() };
            let behind = place.order.map_or(0, |order| usize::try_from(order.as_u128()).unwrap() + 1);
            let rest: Vec<usize> = due.iter().copied().filter(|number| *number >= behind).collect();
            let orders = rest.iter().take(limit).map(|number| order(*number)).collect();
            let Part { pairs, next } = part(place, page, next_page, orders, rest.len() > limit);
            seen.extend(pairs.keys().map(|order| usize::try_from(order.as_u128()).unwrap()));
            match next {
                Some(next) => place = next,
                None => return seen,
            }
        }
    }

    #[test]
    fn every_order_of_either_side_is_met_once_however_the_pages_fall() {
        let sides: [(Vec<usize>, Vec<usize>); 5] = [
            ((1..20).collect(), (1..20).collect()),
            ((1..20).step_by(3).collect(), (1..20).step_by(2).collect()),
            ((1..5).collect(), (10..30).collect()),
            ((10..30).collect(), vec![1, 29, 40]),
            (Vec::new(), (1..9).collect()),
        ];
        for (held, due) in sides {
            for limit in 1..8 {
                let mut all: Vec<usize> = held.iter().chain(&due).copied().collect();
                all.sort_unstable();
                all.dedup();
                assert_eq!(walk(&held, &due, limit), all, "{held:?} {due:?} {limit}");
            }
        }
    }
}
