//! Changing an order's lines.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{App, Asker, Tx, replied, reply};
use crate::{
    domain::{LineChange, LinesChanged, Offer, Order, OrderStatus, Settlement, Totals, TypeName, check_lines},
    error::OrdersError,
    store,
};

/// Makes these the whole lines of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateLines {
    /// Whose order.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// The lines; what is left out goes.
    pub lines: Vec<LineChange>,
    /// The version that the caller has read.
    pub version: Option<i64>,
    /// Who asks.
    pub asker: Asker,
}

/// The order afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdatedLines {
    /// Its version.
    pub version: i64,
    /// Where it stands.
    pub status: OrderStatus,
    /// Its sums.
    pub totals: Totals,
}

/// How far a try came.
enum Progress {
    Done(UpdatedLines),
    /// The catalogue must be asked about these types first.
    Ask(BTreeSet<Uuid>),
    /// Saving or cancelling has to be finished first.
    Settle(Settlement),
}

impl App {
    /// Replaces the lines of an order; the same lines again change nothing.
    ///
    /// The catalogue is asked between transactions, and only about types that are new or of which more is wanted.
    pub async fn update_lines(&self, command: UpdateLines) -> Result<UpdatedLines, OrdersError> {
        check_lines(command.lines.iter().map(|change| (change.type_id, change.quantity)))?;
        let (mut asked, mut offers) = (BTreeSet::new(), BTreeMap::new());
        // Each further round means that somebody else has changed the order meanwhile.
        for _ in 0..5 {
            match self.try_update_lines(&command, &asked, &offers).await? {
                Progress::Done(done) => return Ok(done),
                Progress::Ask(types) => {
                    let names: Vec<TypeName> = types.iter().copied().map(TypeName::Id).collect();
                    let found = self.catalogue.offers(command.seller_id, &names).await?;
                    offers = found.into_iter().map(|offer| (offer.type_id, offer)).collect();
                    asked = types;
                }
                Progress::Settle(intent) => self.settle_first(&intent).await?,
            }
        }
        Err(OrdersError::Settling)
    }

    async fn try_update_lines(
        &self,
        command: &UpdateLines,
        asked: &BTreeSet<Uuid>,
        offers: &BTreeMap<Uuid, Offer>,
    ) -> Result<Progress, OrdersError> {
        let UpdateLines { seller_id, order_id, lines, version, asker } = command;
        let now = self.clock.now();
        let key = asker.key(*seller_id, "UpdateOrderLines");
        self.db
            .transaction(async |conn| -> Tx<Progress> {
                let order = store::orders::lock(conn, *seller_id, *order_id).await?;
                let mut order = order.ok_or(OrdersError::OrderNotFound)?;
                if let Some(done) = replied(conn, &key).await? {
                    return Ok(Progress::Done(done));
                }
                if let Some(intent) = store::settlements::find(conn, *seller_id, *order_id).await? {
                    return Ok(Progress::Settle(intent));
                }
                order.editable(*version)?;
                let needed = order.offers_needed(lines);
                if !needed.is_subset(asked) {
                    return Ok(Progress::Ask(needed));
                }
                let held = if needed.is_empty() { BTreeMap::new() } else { held(conn, &order).await? };
                let event = order.replace_lines(lines, offers, &held, *version)?;
                let totals = order.totals()?;
                if let Some(event) = event {
                    store::orders::update(conn, &order, totals.grand_toman).await?;
                    store::lines::replace(conn, *seller_id, *order_id, &order.lines).await?;
                    if event.reopened {
                        store::customers::open_orders_changed(conn, *seller_id, order.customer_id, 1).await?;
                    }
                    self.audit_order(conn, &asker.actor, &order, "order.lines_changed", changes(&event), now).await?;
                }
                let done = UpdatedLines { version: order.version, status: order.status, totals };
                reply(conn, &key, &done, now).await?;
                Ok(Progress::Done(done))
            })
            .await
    }
}

/// What the stock holds for an order: the goods of its last saved revision.
async fn held(conn: &mut store::Connection, order: &Order) -> Result<BTreeMap<Uuid, i64>, OrdersError> {
    if order.status == OrderStatus::Registered {
        return Ok(order.goods().into_iter().collect());
    }
    if !order.reopened {
        return Ok(BTreeMap::new());
    }
    let saved = store::revisions::lines(conn, order.seller_id, order.order_id, order.revision).await?;
    Ok(saved.unwrap_or_default().into_iter().map(|line| (line.type_id, line.quantity)).collect())
}

fn changes(event: &LinesChanged) -> serde_json::Value {
    let LinesChanged { reopened, added, removed, changed } = event;
    let goods = |goods: &[(Uuid, i64)]| -> Vec<serde_json::Value> {
        goods.iter().map(|(type_id, quantity)| json!({ "type_id": type_id, "quantity": quantity })).collect()
    };
    let changed: Vec<serde_json::Value> =
        changed.iter().map(|(type_id, from, to)| json!({ "type_id": type_id, "from": from, "to": to })).collect();
    json!({ "reopened": reopened, "added": goods(added), "removed": goods(removed), "changed": changed })
}
