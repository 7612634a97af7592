//! Changing an order's lines, or all of it that can be changed.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::{OptionFuture, join, join4};
use pishkhan_chassis_db::{Commit, idempotency::Key};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{App, Asker, PeerError, Stop, Tx, replied, reply};
use crate::{
    domain::{
        LineChange, Offer, Order, OrderLine, OrderStatus, Revision, Settlement, Tiers, Totals, TypeName, Violation,
        check_lines,
    },
    error::OrdersError,
    store::{self, orders::Stored},
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

/// What a look at the order says.
enum Look {
    /// The request came before.
    Done(UpdatedLines),
    /// The settings have to be asked, and the catalogue about these types, if there are any.
    Ask(BTreeSet<Uuid>),
    Decide,
}

/// What other services have said.
#[derive(Default)]
struct Known {
    /// The types that the catalogue was asked about.
    asked: BTreeSet<Uuid>,
    offers: BTreeMap<Uuid, Offer>,
    /// Those that the seller's orders use now. Only a change that takes them fails for want of them.
    tiers: Option<Result<Tiers, PeerError>>,
}

impl Known {
    /// The tiers for a change of goods; `None`: they must be asked for.
    fn tiers(&self) -> Result<Option<Tiers>, OrdersError> {
        Ok(self.tiers.clone().transpose()?)
    }
}

/// What both kinds of change share.
struct Edit {
    seller_id: Uuid,
    order_id: Uuid,
    version: Option<i64>,
    asker: Asker,
    kind: EditKind,
}

enum EditKind {
    Lines(Vec<LineChange>),
    Whole(Revision),
}

impl EditKind {
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

    /// Whether it may change what the sums are made of.
    fn changes_goods(&self, order: &Order) -> bool {
        let shipping_toman = match self {
            Self::Lines(_) => None,
            Self::Whole(revision) => revision.shipping_toman,
        };
        order.asks_for_other_goods(self.lines(), shipping_toman)
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
        self.edit(Edit { seller_id, order_id, version, asker, kind: EditKind::Lines(lines) }).await
    }

    /// Makes an order what the caller says, in one step; the same again changes nothing.
    pub async fn revise(&self, command: ReviseOrder) -> Result<UpdatedLines, OrdersError> {
        let ReviseOrder { seller_id, order_id, revision, version, asker } = command;
        self.edit(Edit { seller_id, order_id, version, asker, kind: EditKind::Whole(revision) }).await
    }

    /// The others are asked before the transaction: the catalogue about types that are new or of which more is wanted, the
    /// settings beside it, once, and only when goods, prices or shipping change. What that is, is looked up first.
    async fn edit(&self, edit: Edit) -> Result<UpdatedLines, OrdersError> {
        check_lines(edit.kind.lines().iter().map(|change| (change.type_id, change.quantity)))?;
        let key = edit.asker.key(edit.seller_id, edit.kind.operation());
        let mut known = match self.look(&edit, &key).await? {
            Look::Done(done) => return Ok(done),
            Look::Ask(types) => self.ask(edit.seller_id, types, None).await?,
            Look::Decide => Known::default(),
        };
        // Each further round means that somebody else has changed the order meanwhile.
        for _ in 0..5 {
            let tried = self.try_edit(&edit, &key, &known).await;
            match self.decided(&key, tried).await? {
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

    /// Looks at the order without locking it: who has to be asked about the change.
    async fn look(&self, edit: &Edit, key: &Key<'_>) -> Result<Look, OrdersError> {
        let conn = self.read().await?;
        let (order, done) =
            join(store::orders::look_at(&conn, edit.seller_id, edit.order_id), replied(&conn, key)).await;
        let order = order?;
        if let Some(done) = done? {
            return Ok(Look::Done(done));
        }
        let order = order.ok_or(OrdersError::OrderNotFound)?;
        // What is refused is refused under the lock, and asks nobody.
        let asks = order.editable(edit.version).is_ok() && edit.kind.changes_goods(&order);
        Ok(if asks { Look::Ask(order.offers_needed(edit.kind.lines())) } else { Look::Decide })
    }

    /// Asks about types, and about the tiers unless they are known.
    async fn ask(
        &self,
        seller_id: Uuid,
        asked: BTreeSet<Uuid>,
        tiers: Option<Result<Tiers, PeerError>>,
    ) -> Result<Known, OrdersError> {
        let names: Vec<TypeName> = asked.iter().copied().map(TypeName::Id).collect();
        let offers =
            async { if names.is_empty() { Ok(Vec::new()) } else { self.catalogue.offers(seller_id, &names).await } };
        let tiers = async {
            match tiers {
                Some(tiers) => tiers,
                None => self.settings.order_terms(seller_id, self.clock.now()).await.map(|terms| terms.tiers),
            }
        };
        let (offers, tiers) = join(offers, tiers).await;
        let offers = offers?.into_iter().map(|offer| (offer.type_id, offer)).collect();
        Ok(Known { asked, offers, tiers: Some(tiers) })
    }

    async fn try_edit(&self, edit: &Edit, key: &Key<'_>, known: &Known) -> Result<Progress, OrdersError> {
        let Edit { seller_id, order_id, version, asker, kind } = edit;
        let now = self.clock.now();
        self.db
            .pipelined(async |tx| -> Tx<Commit<Progress>> {
                let (order, done, settling, held) = tx
                    .begin(|conn| {
                        join4(
                            store::orders::lock(conn, *seller_id, *order_id),
                            replied(conn, key),
                            store::settlements::find(conn, *seller_id, *order_id),
                            OptionFuture::from(
                                (!known.asked.is_empty()).then(|| store::revisions::held(conn, *seller_id, *order_id)),
                            ),
                        )
                    })
                    .await?;
                let order = order?;
                if let Some(done) = done? {
                    return Ok(Commit::without_writes(Progress::Done(done)));
                }
                let Stored { mut order, lines } = order.ok_or(OrdersError::OrderNotFound)?;
                if let Some(intent) = settling? {
                    return Ok(Commit::without_writes(Progress::Settle(intent)));
                }
                order.editable(*version)?;
                let needed = order.offers_needed(kind.lines());
                if !needed.is_subset(&known.asked) {
                    return Ok(Commit::without_writes(Progress::Ask(needed)));
                }
                let held = match order.status {
                    OrderStatus::Registered => order.goods(),
                    OrderStatus::Open | OrderStatus::Cancelled => held.transpose()?.unwrap_or_default(),
                };
                let before = order.clone();
                let changed = kind.apply(&mut order, &known.offers, &held.into_iter().collect(), *version)?;
                if order.goods_differ(&before) {
                    let Some(tiers) = known.tiers()? else {
                        return Ok(Commit::without_writes(Progress::Ask(needed)));
                    };
                    order.tiers = tiers;
                }
                let totals = order.totals()?;
                let mut writes = Vec::new();
                if changed {
                    writes.push(store::orders::update(&order, totals.grand_toman)?);
                    writes.extend(store::lines::change(*seller_id, *order_id, &lines, &order.lines));
                    if order.is_open() && !before.is_open() {
                        writes.push(store::customers::open_orders_changed(*seller_id, order.customer_id, 1));
                    }
                    let action = action(&before, &order);
                    writes.push(self.audit_order(&asker.actor, action, Some(&before), &order, now)?);
                }
                let done = UpdatedLines { version: order.version, status: order.status, totals };
                writes.push(reply(key, &done, now)?);
                self.stop.pass(Stop::InCommit)?;
                Ok(Commit { value: Progress::Done(done), writes })
            })
            .await
    }
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
