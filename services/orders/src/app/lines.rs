//! Changing an order's lines, or all of it that can be changed.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{App, Asker, Stop, Tx, replied, reply};
use crate::{
    domain::{
        LineChange, Offer, Order, OrderLine, OrderStatus, Revision, Settlement, Tiers, Totals, TypeName, Violation,
        check_lines,
    },
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

/// Makes an order what the caller says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviseOrder {
    /// Whose order.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// What it shall be.
    pub revision: Revision,
    /// The version that the caller has read.
    pub version: Option<i64>,
    /// Who asks.
    pub asker: Asker,
}

/// The order afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The catalogue must be asked about these types first, if there are any, and the settings about the tiers.
    Ask(BTreeSet<Uuid>),
    /// Saving, cancelling or deleting has to be finished first.
    Settle(Settlement),
}

/// What other services have said.
#[derive(Default)]
struct Known {
    /// The types that the catalogue was asked about.
    asked: BTreeSet<Uuid>,
    offers: BTreeMap<Uuid, Offer>,
    /// Those that the seller's orders use now.
    tiers: Option<Tiers>,
}

/// What both kinds of change share.
struct Edit {
    seller_id: Uuid,
    order_id: Uuid,
    version: Option<i64>,
    asker: Asker,
    what: What,
}

enum What {
    Lines(Vec<LineChange>),
    Whole(Revision),
}

impl What {
    fn lines(&self) -> &[LineChange] {
        match self {
            Self::Lines(lines) => lines,
            Self::Whole(revision) => &revision.lines,
        }
    }

    const fn operation(&self) -> &'static str {
        match self {
            Self::Lines(_) => "UpdateOrderLines",
            Self::Whole(_) => "ReviseOrder",
        }
    }

    fn apply(
        &self,
        order: &mut Order,
        offers: &BTreeMap<Uuid, Offer>,
        held: &BTreeMap<Uuid, i64>,
        version: Option<i64>,
    ) -> Result<bool, Violation> {
        match self {
            Self::Lines(lines) => order.replace_lines(lines, offers, held, version),
            Self::Whole(revision) => order.revise(revision, offers, held, version),
        }
    }
}

impl App {
    /// Replaces the lines of an order; the same lines again change nothing.
    pub async fn update_lines(&self, command: UpdateLines) -> Result<UpdatedLines, OrdersError> {
        let UpdateLines { seller_id, order_id, lines, version, asker } = command;
        self.edit(Edit { seller_id, order_id, version, asker, what: What::Lines(lines) }).await
    }

    /// Makes an order what the caller says, in one step; the same again changes nothing.
    pub async fn revise(&self, command: ReviseOrder) -> Result<UpdatedLines, OrdersError> {
        let ReviseOrder { seller_id, order_id, revision, version, asker } = command;
        self.edit(Edit { seller_id, order_id, version, asker, what: What::Whole(revision) }).await
    }

    /// The catalogue is asked between transactions, and only about types that are new or of which more is wanted; the
    /// settings beside it, once, and only when goods, prices or shipping change.
    async fn edit(&self, edit: Edit) -> Result<UpdatedLines, OrdersError> {
        check_lines(edit.what.lines().iter().map(|change| (change.type_id, change.quantity)))?;
        let mut known = Known::default();
        // Each further round means that somebody else has changed the order meanwhile.
        for _ in 0..5 {
            match self.try_edit(&edit, &known).await? {
                Progress::Done(done) => {
                    self.stop.pass(Stop::BeforeReply)?;
                    return Ok(done);
                }
                Progress::Ask(types) => known = self.ask(edit.seller_id, types, known.tiers).await?,
                Progress::Settle(intent) => self.settle_first(&intent).await?,
            }
        }
        Err(OrdersError::Settling)
    }

    /// Asks about types, and about the tiers unless they are known.
    async fn ask(&self, seller_id: Uuid, asked: BTreeSet<Uuid>, tiers: Option<Tiers>) -> Result<Known, OrdersError> {
        let names: Vec<TypeName> = asked.iter().copied().map(TypeName::Id).collect();
        let offers =
            async { if names.is_empty() { Ok(Vec::new()) } else { self.catalogue.offers(seller_id, &names).await } };
        let tiers = async {
            match tiers {
                Some(tiers) => Ok(tiers),
                None => self.settings.order_terms(seller_id, self.clock.now()).await.map(|terms| terms.tiers),
            }
        };
        let (offers, tiers) = futures_util::future::try_join(offers, tiers).await?;
        let offers = offers.into_iter().map(|offer| (offer.type_id, offer)).collect();
        Ok(Known { asked, offers, tiers: Some(tiers) })
    }

    async fn try_edit(&self, edit: &Edit, known: &Known) -> Result<Progress, OrdersError> {
        let Edit { seller_id, order_id, version, asker, what } = edit;
        let now = self.clock.now();
        let key = asker.key(*seller_id, what.operation());
        self.db
            .transaction(async |conn| -> Tx<Progress> {
                let order = store::orders::lock(conn, *seller_id, *order_id).await?;
                if let Some(done) = replied(conn, &key).await? {
                    return Ok(Progress::Done(done));
                }
                let mut order = order.ok_or(OrdersError::OrderNotFound)?;
                if let Some(intent) = store::settlements::find(conn, *seller_id, *order_id).await? {
                    return Ok(Progress::Settle(intent));
                }
                order.editable(*version)?;
                let needed = order.offers_needed(what.lines());
                if !needed.is_subset(&known.asked) {
                    return Ok(Progress::Ask(needed));
                }
                let held = if needed.is_empty() { BTreeMap::new() } else { held(conn, &order).await? };
                let before = order.clone();
                let changed = what.apply(&mut order, &known.offers, &held, *version)?;
                if order.goods_differ(&before) {
                    let Some(tiers) = &known.tiers else { return Ok(Progress::Ask(needed)) };
                    order.tiers.clone_from(tiers);
                }
                let totals = order.totals()?;
                if changed {
                    store::orders::update(conn, &order, totals.grand_toman).await?;
                    if order.lines != before.lines {
                        store::lines::replace(conn, *seller_id, *order_id, &order.lines).await?;
                    }
                    if order.is_open() && !before.is_open() {
                        store::customers::open_orders_changed(conn, *seller_id, order.customer_id, 1).await?;
                    }
                    let action = action(&before, &order);
                    self.audit_order(conn, &asker.actor, action, Some(&before), &order, now).await?;
                }
                let done = UpdatedLines { version: order.version, status: order.status, totals };
                reply(conn, &key, &done, now).await?;
                self.stop.pass(Stop::InCommit)?;
                Ok(Progress::Done(done))
            })
            .await
    }
}

/// What the stock holds for an order: the goods of its last saved revision.
pub(super) async fn held(conn: &mut store::Connection, order: &Order) -> Result<BTreeMap<Uuid, i64>, OrdersError> {
    if order.status == OrderStatus::Registered {
        return Ok(order.goods().into_iter().collect());
    }
    if !order.reopened {
        return Ok(BTreeMap::new());
    }
    let saved = store::revisions::find(conn, order.seller_id, order.order_id, order.revision).await?;
    let saved = saved.map(|saved| saved.lines).unwrap_or_default();
    Ok(saved.into_iter().map(|line| (line.type_id, line.quantity)).collect())
}

/// What the audit calls a change, by what people care for most.
fn action(before: &Order, after: &Order) -> &'static str {
    let goods =
        |lines: &[OrderLine]| -> Vec<(Uuid, i64)> { lines.iter().map(|line| (line.type_id, line.quantity)).collect() };
    if goods(&before.lines) != goods(&after.lines) {
        "order.lines_changed"
    } else if before.lines != after.lines
        || before.shipping_toman != after.shipping_toman
        || before.paper_bill_toman != after.paper_bill_toman
    {
        "order.prices_changed"
    } else {
        "order.note_changed"
    }
}
