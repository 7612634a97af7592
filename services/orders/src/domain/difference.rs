//! What differs between two states of an order, as audit rows keep it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{line::OrderLine, order::Order, totals::Totals, violation::Violation};

/// A value before and after. `None`: there was, or is, none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change<T> {
    /// Before.
    pub from: Option<T>,
    /// After.
    pub to: Option<T>,
}

impl<T: PartialEq> Change<T> {
    fn between(from: Option<T>, to: Option<T>) -> Option<Self> {
        (from != to).then_some(Self { from, to })
    }
}

/// A line that came, went or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineDifference {
    /// The product type.
    pub type_id: Uuid,
    /// Title of its product.
    pub product_title: String,
    /// Its name.
    pub type_name: String,
    /// Selling units.
    pub quantity: Change<i64>,
    /// What the shop pays for one.
    pub unit_price_toman: Change<i64>,
}

/// What differs between two states of an order. Only what differs is there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Its code, when it was placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Change<String>>,
    /// `open`, `registered` or `cancelled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Change<String>>,
    /// The last saved revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<Change<i64>>,
    /// Purchase, tax and shipping.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grand_toman: Option<Change<i64>>,
    /// What discounts take off; absent while they take nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount_toman: Option<Change<i64>>,
    /// Shipping, when there is something to ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shipping_toman: Option<Change<i64>>,
    /// The total of the paper invoice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper_bill_toman: Option<Change<i64>>,
    /// The seller's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seller_note: Option<Change<String>>,
    /// Lines that came, went or changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineDifference>,
}

impl Difference {
    /// What differs. `before` is `None` for an order that is new.
    pub fn between(before: Option<&Order>, after: &Order) -> Result<Self, Violation> {
        let old = before.map(Order::totals).transpose()?;
        let new = after.totals()?;
        let off = |totals: &Totals| Some(totals.discount_toman).filter(|off| *off > 0);
        let number = |of: fn(&Order) -> Option<i64>| Change::between(before.and_then(of), of(after));
        let text = |of: fn(&Order) -> Option<String>| Change::between(before.and_then(of), of(after));
        let known = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        Ok(Self {
            code: text(|order| Some(order.code.clone())),
            status: text(|order| Some(order.status.as_str().to_owned())),
            revision: number(|order| Some(order.revision).filter(|revision| *revision > 0)),
            grand_toman: Change::between(old.as_ref().map(|totals| totals.grand_toman), Some(new.grand_toman)),
            discount_toman: Change::between(old.as_ref().and_then(off), off(&new)),
            shipping_toman: number(|order| Some(order.shipping_toman)),
            paper_bill_toman: number(|order| order.paper_bill_toman),
            seller_note: Change::between(
                before.map(|order| &order.seller_note).and_then(known),
                known(&after.seller_note),
            ),
            lines: lines(before.map_or(&[][..], |order| order.lines.as_slice()), &after.lines),
        })
    }
}

/// Lines that differ, first those of `before` in their order.
fn lines(before: &[OrderLine], after: &[OrderLine]) -> Vec<LineDifference> {
    let index = |lines: &'_ [OrderLine]| -> BTreeMap<Uuid, usize> {
        lines.iter().enumerate().map(|(index, line)| (line.type_id, index)).collect()
    };
    let (old, new) = (index(before), index(after));
    let changed = before
        .iter()
        .filter_map(|line| line_difference(Some(line), new.get(&line.type_id).and_then(|index| after.get(*index))));
    let added = after.iter().filter(|line| !old.contains_key(&line.type_id));
    changed.chain(added.filter_map(|line| line_difference(None, Some(line)))).collect()
}

fn line_difference(before: Option<&OrderLine>, after: Option<&OrderLine>) -> Option<LineDifference> {
    let named = after.or(before)?;
    let change = |of: fn(&OrderLine) -> i64| Change { from: before.map(of), to: after.map(of) };
    let quantity = change(|line| line.quantity);
    let unit_price_toman = change(|line| line.unit_price_toman);
    if quantity.from == quantity.to && unit_price_toman.from == unit_price_toman.to {
        return None;
    }
    Some(LineDifference {
        type_id: named.type_id,
        product_title: named.product_title.clone(),
        type_name: named.type_name.clone(),
        quantity,
        unit_price_toman,
    })
}

#[cfg(test)]
#[path = "difference_tests.rs"]
mod tests;
