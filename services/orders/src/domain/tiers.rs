//! Discount tiers, and what they take off an order. `docs/DISCOUNTS.md` explains them by examples, which are tests.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{line::OrderLine, totals::half_up};

const BASIS_POINTS: i128 = 10_000;

/// A discount for what lies between two values, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tier {
    /// The first value: tomans in the list by amount, packages otherwise.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// 550 is 5.5 percent.
    pub basis_points: i32,
}

impl Tier {
    /// What it takes off an amount, rounded half up; never more than there is.
    fn off(&self, amount: i128) -> i64 {
        let off = half_up(amount * i128::from(self.basis_points), BASIS_POINTS);
        i64::try_from(off.clamp(0, amount.max(0))).unwrap_or(i64::MAX)
    }
}

/// The tiers that an order uses, as they were when it was last changed. None while its seller has them turned off.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tiers {
    /// By the packages of the whole order.
    pub volume: Vec<Tier>,
    /// By the packages of a line.
    pub unit: Vec<Tier>,
    /// By the tomans of the order after the discounts of its lines.
    pub amount: Vec<Tier>,
}

impl Tiers {
    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.volume.is_empty() && self.unit.is_empty() && self.amount.is_empty()
    }
}

/// Which list a discount comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscountKind {
    /// By the packages of the whole order; of a line.
    Volume,
    /// By the packages of the line; of a line.
    Unit,
    /// By the amount; of the order.
    Amount,
}

/// A tier that was applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    /// Its list.
    pub kind: DiscountKind,
    /// The line; none for a discount of the order.
    pub type_id: Option<Uuid>,
    /// The tier as it was.
    pub tier: Tier,
    /// What it takes off, at least 1.
    pub amount_toman: i64,
}

/// What tiers take off these lines: those of lines in their order, then that of the order. A tier that takes nothing off
/// is not applied.
pub(super) fn discounts(lines: &[OrderLine], tiers: &Tiers) -> Vec<Discount> {
    if tiers.is_empty() {
        return Vec::new();
    }
    let packages = lines.iter().fold(0_i64, |sum, line| sum.saturating_add(line.quantity));
    let mut applied: Vec<Discount> = lines.iter().filter_map(|line| of_line(line, packages, tiers)).collect();
    let total: i128 = lines.iter().map(|line| i128::from(line.amount_toman())).sum();
    let off: i128 = applied.iter().map(|discount| i128::from(discount.amount_toman)).sum();
    let left = total - off;
    let tier = tiers.amount.iter().find(|tier| (i128::from(tier.from)..=i128::from(tier.to)).contains(&left));
    let of_order = tier.map(|tier| discount(DiscountKind::Amount, None, *tier, left));
    applied.extend(of_order.filter(|discount| discount.amount_toman > 0));
    applied
}

/// The one tier that takes most off a line; of two that take the same, the one of the line's own packages.
fn of_line(line: &OrderLine, packages: i64, tiers: &Tiers) -> Option<Discount> {
    let of = |kind, list: &[Tier], packages: i64| {
        let tier = list.iter().find(|tier| (tier.from..=tier.to).contains(&packages))?;
        Some(discount(kind, Some(line.type_id), *tier, i128::from(line.amount_toman())))
    };
    let volume = of(DiscountKind::Volume, &tiers.volume, packages);
    let unit = of(DiscountKind::Unit, &tiers.unit, line.quantity);
    // Of equals the later one is the greatest.
    let most = volume.into_iter().chain(unit).max_by_key(|discount| discount.amount_toman);
    most.filter(|discount| discount.amount_toman > 0)
}

fn discount(kind: DiscountKind, type_id: Option<Uuid>, tier: Tier, amount: i128) -> Discount {
    Discount { kind, type_id, tier, amount_toman: tier.off(amount) }
}

/// What each line comes to when the discount of the order is spread over the lines: for those who add up lines and have
/// to come to the order's purchase total. Each line bears its share by its amount after its own discount, rounded
/// down; the tomans that are left go to the largest remainders, of equal ones to the line with the least type id.
pub fn net_amounts(lines: &[OrderLine], discounts: &[Discount]) -> Vec<i64> {
    let of_lines: BTreeMap<Uuid, i64> =
        discounts.iter().filter_map(|discount| Some((discount.type_id?, discount.amount_toman))).collect();
    let off = |line: &OrderLine| of_lines.get(&line.type_id).copied().unwrap_or_default();
    let mut net: Vec<i64> = lines.iter().map(|line| line.amount_toman() - off(line)).collect();
    let of_order = discounts.iter().filter(|discount| discount.type_id.is_none());
    let of_order: i128 = of_order.map(|discount| i128::from(discount.amount_toman)).sum();
    let sum: i128 = net.iter().map(|amount| i128::from(*amount)).sum();
    if of_order == 0 || sum == 0 {
        return net;
    }
    let mut left = of_order;
    let mut rests = Vec::with_capacity(net.len());
    for (index, (line, amount)) in lines.iter().zip(&mut net).enumerate() {
        let share = of_order * i128::from(*amount);
        let whole = share / sum;
        left -= whole;
        rests.push((std::cmp::Reverse(share % sum), line.type_id, index));
        *amount -= i64::try_from(whole).unwrap_or(i64::MAX);
    }
    rests.sort_unstable();
    for (_, _, index) in rests.into_iter().take(usize::try_from(left).unwrap_or_default()) {
        if let Some(amount) = net.get_mut(index) {
            *amount -= 1;
        }
    }
    net
}

#[cfg(test)]
#[path = "tiers_tests.rs"]
mod tests;
