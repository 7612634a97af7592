//! The order: its states, and what may happen in each.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{
    customer::Customer,
    line::{LineChange, Offer, OrderLine, Prices, check_lines},
    settlement::SettlementKind,
    settling::{FirstStep, first_step},
    tiers::Tiers,
    totals::Totals,
    violation::Violation,
};

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum OrderStatus {
    /// Being edited; holds no goods of its own, but a reopened one still holds those of its last saved revision.
    Open,
    /// Saved: its goods are reserved, and it counts in the reports.
    Registered,
    /// For good.
    Cancelled,
}

impl OrderStatus {
    /// As audit rows say it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Registered => "registered",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What a seller's settings say of an order placed at an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The seller's title.
    pub seller_title: String,
    /// Whether it takes orders.
    pub seller_active: bool,
    /// Least purchase total.
    pub min_order_toman: i64,
    /// Least sum of quantities.
    pub min_packages: i64,
    /// Shipping.
    pub shipping_toman: i64,
    /// 900 is 9 percent.
    pub tax_basis_points: i32,
    /// The promised day, if the seller has a delivery rule.
    pub delivery_date: Option<NaiveDate>,
    /// Whether the promise rests on holidays that are not published yet.
    pub delivery_approximate: bool,
    /// The discount tiers that it uses.
    pub tiers: Tiers,
}

/// What an order lacks of its seller's minimums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Missing {
    /// Of the amount.
    pub toman: i64,
    /// Selling units.
    pub packages: i64,
}

impl Terms {
    /// Whether the store takes orders.
    pub const fn check_active(&self) -> Result<(), Violation> {
        if self.seller_active { Ok(()) } else { Err(Violation::SellerInactive) }
    }

    /// What an order with these totals lacks of the minimums, which are about what it comes to before discounts.
    pub fn missing(&self, totals: &Totals) -> Missing {
        Missing {
            toman: self.min_order_toman.saturating_sub(totals.full_toman()).max(0),
            packages: self.min_packages.saturating_sub(totals.units).max(0),
        }
    }

    /// Whether an order with these totals may be placed.
    pub fn admit(&self, totals: &Totals) -> Result<(), Violation> {
        self.check_active()?;
        let missing = self.missing(totals);
        if missing == Missing::default() { Ok(()) } else { Err(Violation::BelowMinimum(missing)) }
    }
}

/// An order with its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Whose order it is.
    pub seller_id: Uuid,
    /// Time-ordered id.
    pub order_id: Uuid,
    /// Who ordered.
    pub customer_id: Uuid,
    /// `1405-08-000123`.
    pub code: String,
    /// The id that another system has for it.
    pub client_order_id: Option<String>,
    /// Where it stands.
    pub status: OrderStatus,
    /// Was registered and is being edited again.
    pub reopened: bool,
    /// One more with each committed change.
    pub version: i64,
    /// The last one that the stock agreed to; 0 before the first.
    pub revision: i64,
    /// The last one that the stock was asked for.
    pub last_revision_sent: i64,
    /// When it was placed.
    pub created_at: DateTime<Utc>,
    /// When it was first registered.
    pub registered_at: Option<DateTime<Utc>>,
    /// When it was cancelled.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// When it was deleted. What has been is in no list, and nobody changes it.
    pub deleted_at: Option<DateTime<Utc>>,
    /// The promised day.
    pub delivery_date: Option<NaiveDate>,
    /// Whether the promise rests on holidays that are not published yet.
    pub delivery_approximate: bool,
    /// 900 is 9 percent.
    pub tax_basis_points: i32,
    /// Shipping, when there is something to ship.
    pub shipping_toman: i64,
    /// The seller's title when it was placed.
    pub seller_title: String,
    /// The customer's words.
    pub customer_note: String,
    /// The seller's words.
    pub seller_note: String,
    /// The total that was typed onto the paper invoice.
    pub paper_bill_toman: Option<i64>,
    /// The discount tiers that it uses: its seller's at its last change while it was open.
    pub tiers: Tiers,
    /// What is ordered.
    pub lines: Vec<OrderLine>,
}

/// An order without its lines, as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderSummary {
    /// The order; its lines are not loaded.
    pub order: Order,
    /// Purchase, tax and shipping.
    pub grand_toman: i64,
    /// Who ordered, by the names of the day when the order was placed.
    pub customer: Customer,
    /// What is being settled with the stock.
    pub settling: bool,
}

/// A whole order as somebody wants it. What is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Revision {
    /// The whole set of lines, with their prices.
    pub lines: Vec<LineChange>,
    /// Shipping, when there is something to ship.
    pub shipping_toman: Option<i64>,
    /// The total of the paper invoice.
    pub paper_bill_toman: Option<i64>,
    /// The seller's words, in their stored form.
    pub seller_note: Option<String>,
}

/// What discarding needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscardStep {
    /// Nothing: the order is as it was saved.
    Done,
    /// The saved revision's lines.
    Restore,
}

impl Order {
    /// The sums.
    pub fn totals(&self) -> Result<Totals, Violation> {
        Totals::of(&self.lines, &self.tiers, self.tax_basis_points, self.shipping_toman)
    }

    /// What it comes to without discounts, which is the most that it can come to.
    fn check_full(lines: &[OrderLine], tax_basis_points: i32, shipping_toman: i64) -> Result<(), Violation> {
        Totals::of(lines, &Tiers::default(), tax_basis_points, shipping_toman).map(drop)
    }

    /// Whether what the sums are made of differs between two states of an order: then its tiers are read anew.
    pub fn goods_differ(&self, before: &Self) -> bool {
        self.lines != before.lines || self.shipping_toman != before.shipping_toman
    }

    /// Whether it counts as open.
    pub const fn is_open(&self) -> bool {
        matches!(self.status, OrderStatus::Open)
    }

    /// Types and quantities, as the stock is asked for them.
    pub fn goods(&self) -> Vec<(Uuid, i64)> {
        self.lines.iter().map(|line| (line.type_id, line.quantity)).collect()
    }

    /// Whether a caller who has read `version` may change the order.
    pub fn editable(&self, version: Option<i64>) -> Result<(), Violation> {
        if self.status == OrderStatus::Cancelled {
            return Err(Violation::Cancelled);
        }
        self.check_version(version)
    }

    /// The types of a change that the catalogue has to be asked about: new ones, and those of which more is wanted.
    pub fn offers_needed(&self, changes: &[LineChange]) -> BTreeSet<Uuid> {
        let present: BTreeMap<Uuid, i64> = self.goods().into_iter().collect();
        changes
            .iter()
            .filter(|change| present.get(&change.type_id).is_none_or(|quantity| change.quantity > *quantity))
            .map(|change| change.type_id)
            .collect()
    }

    /// Whether a change may make the sums be of other goods, prices or shipping: what it is refused for is not looked at.
    pub fn asks_for_other_goods(&self, changes: &[LineChange], shipping_toman: Option<i64>) -> bool {
        let present: BTreeMap<Uuid, &OrderLine> = self.lines.iter().map(|line| (line.type_id, line)).collect();
        let same = |change: &LineChange| {
            present.get(&change.type_id).is_some_and(|line| {
                line.quantity == change.quantity
                    && change.unit_price_toman.is_none_or(|price| price == line.unit_price_toman)
            })
        };
        changes.len() != self.lines.len()
            || !changes.iter().all(same)
            || shipping_toman.is_some_and(|shipping| shipping != self.shipping_toman)
    }

    /// Makes `changes` the whole set of lines, and tells whether that changed anything. Lines that stay keep their prices
    /// and places; new ones take today's prices and stand last. Opens a registered order again.
    ///
    /// `offers` answers [`Order::offers_needed`]; `held` is what the last saved revision holds, which counts as
    /// available to this order.
    pub fn replace_lines(
        &mut self,
        changes: &[LineChange],
        offers: &BTreeMap<Uuid, Offer>,
        held: &BTreeMap<Uuid, i64>,
        version: Option<i64>,
    ) -> Result<bool, Violation> {
        self.editable(version)?;
        let lines = self.lines_after(changes, offers, held, Prices::Stay)?;
        if lines == self.lines {
            return Ok(false);
        }
        Self::check_full(&lines, self.tax_basis_points, self.shipping_toman)?;
        self.lines = lines;
        self.open_again();
        self.version += 1;
        Ok(true)
    }

    /// Makes the order what `revision` says, and tells whether that changed anything. Lines are treated as by
    /// [`Order::replace_lines`], but take the prices that come with them. Without a line nothing is shipped, so a
    /// shipping that comes with none is not the order's. The note and the paper total open no order again: neither
    /// the stock nor the reports follow them.
    pub fn revise(
        &mut self,
        revision: &Revision,
        offers: &BTreeMap<Uuid, Offer>,
        held: &BTreeMap<Uuid, i64>,
        version: Option<i64>,
    ) -> Result<bool, Violation> {
        self.editable(version)?;
        let Revision { lines, shipping_toman, paper_bill_toman, seller_note } = revision;
        let lines = self.lines_after(lines, offers, held, Prices::Change)?;
        let shipping_toman = shipping_toman.filter(|_| !lines.is_empty()).unwrap_or(self.shipping_toman);
        let paper_bill_toman = paper_bill_toman.or(self.paper_bill_toman);
        let seller_note = seller_note.clone().unwrap_or_else(|| self.seller_note.clone());
        let goods_changed = lines != self.lines || shipping_toman != self.shipping_toman;
        if !goods_changed && paper_bill_toman == self.paper_bill_toman && seller_note == self.seller_note {
            return Ok(false);
        }
        Self::check_full(&lines, self.tax_basis_points, shipping_toman).map_err(|violation| {
            // Whoever typed the shipping is told of it, not of the lines.
            let without = Self::check_full(&lines, self.tax_basis_points, 0);
            if revision.shipping_toman.is_some() && without.is_ok() { Violation::ShippingTooLarge } else { violation }
        })?;
        self.seller_note = seller_note;
        (self.lines, self.shipping_toman, self.paper_bill_toman) = (lines, shipping_toman, paper_bill_toman);
        if goods_changed {
            self.open_again();
        }
        self.version += 1;
        Ok(true)
    }

    /// The lines that a change makes.
    fn lines_after(
        &self,
        changes: &[LineChange],
        offers: &BTreeMap<Uuid, Offer>,
        held: &BTreeMap<Uuid, i64>,
        prices: Prices,
    ) -> Result<Vec<OrderLine>, Violation> {
        check_lines(changes.iter().map(|change| (change.type_id, change.quantity)))?;
        let wanted: BTreeMap<Uuid, LineChange> = changes.iter().map(|change| (change.type_id, *change)).collect();
        for type_id in self.offers_needed(changes) {
            let offer = offers.get(&type_id);
            let offer = offer.ok_or_else(|| Violation::TypeNotFound { name: type_id.to_string() })?;
            if !offer.active {
                return Err(Violation::TypeNotSellable { name: type_id.to_string() });
            }
            let quantity = wanted.get(&type_id).map_or(0, |change| change.quantity);
            if offer.available <= 0 && quantity > held.get(&type_id).copied().unwrap_or_default() {
                return Err(Violation::StockEmpty { type_id });
            }
        }
        let mut lines = Vec::with_capacity(changes.len());
        for line in &self.lines {
            if let Some(change) = wanted.get(&line.type_id) {
                lines.push(prices.apply(OrderLine { quantity: change.quantity, ..line.clone() }, change)?);
            }
        }
        let present: BTreeSet<Uuid> = self.lines.iter().map(|line| line.type_id).collect();
        for change in changes.iter().filter(|change| !present.contains(&change.type_id)) {
            let offer = offers.get(&change.type_id);
            let offer = offer.ok_or_else(|| Violation::TypeNotFound { name: change.type_id.to_string() })?;
            lines.push(prices.apply(offer.line(change.quantity)?, change)?);
        }
        Ok(lines)
    }

    const fn open_again(&mut self) {
        if matches!(self.status, OrderStatus::Registered) {
            self.status = OrderStatus::Open;
            self.reopened = true;
        }
    }

    /// Opens a registered order for editing, and tells whether it was one.
    pub fn reopen(&mut self, version: Option<i64>) -> Result<bool, Violation> {
        match self.status {
            OrderStatus::Open => return Ok(false),
            OrderStatus::Cancelled => return Err(Violation::Cancelled),
            OrderStatus::Registered => {}
        }
        self.check_version(version)?;
        self.open_again();
        self.version += 1;
        Ok(true)
    }

    /// Begins to discard what was changed since the order was saved. A registered order has no such changes.
    pub fn begin_discard(&self, version: Option<i64>) -> Result<DiscardStep, Violation> {
        match self.status {
            OrderStatus::Registered => return Ok(DiscardStep::Done),
            OrderStatus::Cancelled => return Err(Violation::Cancelled),
            OrderStatus::Open if !self.reopened => return Err(Violation::NeverSaved),
            OrderStatus::Open => {}
        }
        self.check_version(version)?;
        Ok(DiscardStep::Restore)
    }

    /// The order is again what its revision saved. The stock holds that revision's goods still.
    pub fn restore(&mut self, lines: Vec<OrderLine>, tiers: Tiers, shipping_toman: i64) {
        self.status = OrderStatus::Registered;
        self.reopened = false;
        self.lines = lines;
        self.tiers = tiers;
        self.shipping_toman = shipping_toman;
        self.version += 1;
    }

    /// Sets the seller's note, and tells whether that changed anything. A customer's note, when given, must be the
    /// stored one.
    pub fn set_note(
        &mut self,
        seller_note: &str,
        customer_note: Option<&str>,
        version: Option<i64>,
    ) -> Result<bool, Violation> {
        self.editable(version)?;
        if customer_note.is_some_and(|note| note != self.customer_note) {
            return Err(Violation::CustomerNoteReadOnly);
        }
        if seller_note == self.seller_note {
            return Ok(false);
        }
        seller_note.clone_into(&mut self.seller_note);
        self.version += 1;
        Ok(true)
    }

    /// Begins to save, cancel, delete or take over. Where the stock has to agree, the revision counts as sent: one that is
    /// refused is not asked for again. What is so already needs no version.
    pub fn begin(&mut self, kind: SettlementKind, version: Option<i64>) -> Result<FirstStep, Violation> {
        let step = first_step(kind, self.status, self.last_revision_sent)?;
        if step == FirstStep::Nothing {
            return Ok(step);
        }
        self.check_version(version)?;
        if let FirstStep::AskStock(revision) = step {
            if self.lines.is_empty() && matches!(kind, SettlementKind::Save | SettlementKind::Takeover) {
                return Err(Violation::Empty);
            }
            self.last_revision_sent = revision;
        }
        Ok(step)
    }

    /// Whether it stands as an intent of this kind would have it.
    pub fn is_as_wanted(&self, kind: SettlementKind) -> bool {
        match kind {
            SettlementKind::Save | SettlementKind::Takeover => self.status == OrderStatus::Registered,
            SettlementKind::Cancel => self.status == OrderStatus::Cancelled,
            SettlementKind::Delete => self.deleted_at.is_some(),
        }
    }

    /// The stock has agreed: the order is registered, at its first time if it was registered before.
    pub fn register(&mut self, revision: i64, at: DateTime<Utc>) {
        self.status = OrderStatus::Registered;
        self.reopened = false;
        self.revision = revision;
        self.registered_at.get_or_insert(at);
        self.version += 1;
    }

    /// The order is cancelled; its goods are given back by `revision`, if it had any. Tells whether it counted as
    /// registered until now.
    pub fn cancel(&mut self, revision: Option<i64>, at: DateTime<Utc>) -> bool {
        let counted = self.registered_at.is_some();
        self.status = OrderStatus::Cancelled;
        self.reopened = false;
        self.cancelled_at = Some(at);
        self.revision = revision.unwrap_or(self.revision);
        self.version += 1;
        counted
    }

    /// The order is deleted; its goods are given back by `revision`, if it had any. Tells whether others have been told
    /// of it.
    pub fn delete(&mut self, revision: Option<i64>, at: DateTime<Utc>) -> bool {
        self.reopened = false;
        self.deleted_at = Some(at);
        self.revision = revision.unwrap_or(self.revision);
        self.version += 1;
        self.registered_at.is_some()
    }

    fn check_version(&self, expected: Option<i64>) -> Result<(), Violation> {
        match expected {
            Some(expected) if expected != self.version => Err(Violation::VersionStale { current: self.version }),
            Some(_) | None => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "order_tests.rs"]
pub(super) mod tests;
