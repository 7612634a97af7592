//! Changing an order's lines, or all of it that can be changed.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use futures_util::future::{OptionFuture, join, join4};
use pishkhan_chassis_db::{Commit, idempotency::Key};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    App, Asker, PeerError, Stop, Tx, replied, reply,
    seen_edits::{SeenChange, SeenEdit},
};
use crate::{
    domain::{
        Difference, LineChange, Offer, Order, OrderLine, OrderStatus, Revision, Settlement, Tiers, Totals, TypeName,
        Violation, check_lines,
    },
    error::OrdersError,
    store::{
        self,
        lines::Changes,
        orders::{Seen, Stored},
    },
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

/// What a change makes of an order.
enum Decision {
    /// As [`Progress::Ask`].
    Ask(BTreeSet<Uuid>),
    Change(Box<Change>),
}

struct Change {
    before: Order,
    after: Order,
    /// Whether they differ.
    changed: bool,
    totals: Totals,
}

impl Change {
    fn done(&self) -> UpdatedLines {
        UpdatedLines { version: self.after.version, status: self.after.status, totals: self.totals.clone() }
    }
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
pub(super) struct Edit {
    seller_id: Uuid,
    order_id: Uuid,
    version: Option<i64>,
    pub(super) asker: Asker,
    kind: EditKind,
}

impl Edit {
    pub(super) const fn key(&self) -> Key<'_> {
        self.asker.key(self.seller_id, self.kind.operation())
    }
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
    ///
    /// An order that still is as it was looked up is changed together with others that are changed at the same time.
    /// Otherwise it is locked and decided about anew, so nobody loses more than once against others, and what is refused is
    /// refused under the lock. There it is seen, too, whether the request came before; where it does not come so far, that
    /// is looked for.
    async fn edit(&self, edit: Edit) -> Result<UpdatedLines, OrdersError> {
        check_lines(edit.kind.lines().iter().map(|change| (change.type_id, change.quantity)))?;
        let edit = Arc::new(edit);
        let key = edit.key();
        let (seen, mut known) = match self.look(&edit).await {
            Ok(found) => found,
            Err(error @ OrdersError::Database(_)) => return Err(error),
            Err(error) => return replied(&*self.read().await?, &key).await?.ok_or(error),
        };
        if let Some(done) = self.edit_as_seen(&edit, seen, &known).await? {
            self.stop.pass(Stop::BeforeReply)?;
            return Ok(done);
        }
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

    /// Looks at the order without locking it, and asks the others what its change needs.
    async fn look(&self, edit: &Edit) -> Result<(Seen, Known), OrdersError> {
        let seen = store::orders::look_at(&*self.read().await?, edit.seller_id, edit.order_id).await?;
        let seen = seen.ok_or(OrdersError::OrderNotFound)?;
        let order = &seen.stored.order;
        if order.editable(edit.version).is_err() || !edit.kind.changes_goods(order) {
            return Ok((seen, Known::default()));
        }
        let known = self.ask(edit.seller_id, order.offers_needed(edit.kind.lines()), None).await?;
        Ok((seen, known))
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
                None => self.settings.order_tiers(seller_id, self.clock.now()).await,
            }
        };
        let (offers, tiers) = join(offers, tiers).await;
        let offers = offers?.into_iter().map(|offer| (offer.type_id, offer)).collect();
        Ok(Known { asked, offers, tiers: Some(tiers) })
    }

    /// What the change makes of the order.
    fn decide(
        edit: &Edit,
        order: &Order,
        held: impl IntoIterator<Item = (Uuid, i64)>,
        known: &Known,
    ) -> Result<Decision, OrdersError> {
        order.editable(edit.version)?;
        let needed = order.offers_needed(edit.kind.lines());
        if !needed.is_subset(&known.asked) {
            return Ok(Decision::Ask(needed));
        }
        let held = match order.status {
            OrderStatus::Registered => order.goods().into_iter().collect(),
            OrderStatus::Open | OrderStatus::Cancelled => held.into_iter().collect(),
        };
        let mut after = order.clone();
        let changed = edit.kind.apply(&mut after, &known.offers, &held, edit.version)?;
        if after.goods_differ(order) {
            let Some(tiers) = known.tiers()? else { return Ok(Decision::Ask(needed)) };
            after.tiers = tiers;
        }
        let totals = after.totals()?;
        Ok(Decision::Change(Box::new(Change { before: order.clone(), after, changed, totals })))
    }

    /// Changes the order if it still is as it was seen. `None`: it has to be locked and looked at again.
    #[tracing::instrument(name = "orders.edit_as_seen", skip_all)]
    async fn edit_as_seen(
        &self,
        edit: &Arc<Edit>,
        seen: Seen,
        known: &Known,
    ) -> Result<Option<UpdatedLines>, OrdersError> {
        let Seen { stored: Stored { order, lines }, held, settling } = seen;
        if settling {
            return Ok(None);
        }
        let Ok(Decision::Change(change)) = Self::decide(edit, &order, held, known) else { return Ok(None) };
        // Reopening counts the customer's open orders, too.
        if change.before.status != change.after.status {
            return Ok(None);
        }
        let Some(lines) = Changes::between(&lines, &change.after.lines) else { return Ok(None) };
        let done = change.done();
        let Change { before, after, changed, totals } = *change;
        let change = if changed {
            Some(SeenChange {
                action: action(&before, &after),
                difference: serde_json::to_value(Difference::between(Some(&before), &after)?)?,
                audit_id: self.clock.new_id(),
                grand_toman: totals.grand_toman,
                lines,
                after,
            })
        } else {
            None
        };
        let (now, reply) = (self.clock.now(), serde_json::to_vec(&done)?);
        self.stop.pass(Stop::InCommit)?;
        let written = self.seen_edits.ask(SeenEdit { edit: Arc::clone(edit), before, now, change, reply }).await;
        Ok((written == Some(true)).then_some(done))
    }

    async fn try_edit(&self, edit: &Edit, key: &Key<'_>, known: &Known) -> Result<Progress, OrdersError> {
        let Edit { seller_id, order_id, .. } = edit;
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
                let Stored { order, lines } = order.ok_or(OrdersError::OrderNotFound)?;
                if let Some(intent) = settling? {
                    return Ok(Commit::without_writes(Progress::Settle(intent)));
                }
                let held = held.transpose()?.unwrap_or_default();
                let change = match Self::decide(edit, &order, held, known)? {
                    Decision::Ask(types) => return Ok(Commit::without_writes(Progress::Ask(types))),
                    Decision::Change(change) => change,
                };
                let Change { before, after, changed, totals } = change.as_ref();
                let mut writes = Vec::new();
                if *changed {
                    writes.push(store::orders::update(after, totals.grand_toman)?);
                    writes.extend(store::lines::change(*seller_id, *order_id, &lines, &after.lines));
                    if after.is_open() && !before.is_open() {
                        writes.push(store::customers::open_orders_changed(*seller_id, after.customer_id, 1));
                    }
                    writes.push(self.audit_order(
                        &edit.asker.actor,
                        action(before, after),
                        Some(before),
                        after,
                        now,
                    )?);
                }
                let done = change.done();
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
