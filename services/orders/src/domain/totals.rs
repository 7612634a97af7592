//! What an order comes to.

use super::{
    line::OrderLine,
    tiers::{Discount, Tiers, discounts},
    violation::Violation,
};

/// No amount of an order goes beyond this: sums of many orders still fit in 64 bits.
pub const MAX_TOTAL_TOMAN: i64 = 1_000_000_000_000_000;

const BASIS_POINTS: i128 = 10_000;
/// A fraction as ten-thousandths of a percent.
const PERCENT_E4: i128 = 1_000_000;

/// The sums of an order, all derived from its lines, its discount tiers, its tax rate and its shipping.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Totals {
    /// What the shop pays for the goods, after the discounts.
    pub purchase_toman: i64,
    /// What the goods bring at shelf prices.
    pub sales_toman: i64,
    /// On the purchase total, rounded half up.
    pub tax_toman: i64,
    /// Zero when no line is left.
    pub shipping_toman: i64,
    /// Purchase, tax and shipping.
    pub grand_toman: i64,
    /// The shop's profit, never below zero.
    pub profit_toman: i64,
    /// The profit's share of the sales, in ten-thousandths of a percent, rounded half up.
    pub profit_percent_e4: i64,
    /// Sum of the quantities.
    pub units: i64,
    /// What the discounts take off. Not in replies that were stored before there were any.
    #[serde(default)]
    pub discount_toman: i64,
    /// The tiers that were applied: those of lines in their order, then that of the order.
    #[serde(default)]
    pub discounts: Vec<Discount>,
}

impl Totals {
    /// Adds up lines. `shipping_toman` is what shipping costs when there is something to ship.
    pub fn of(
        lines: &[OrderLine],
        tiers: &Tiers,
        tax_basis_points: i32,
        shipping_toman: i64,
    ) -> Result<Self, Violation> {
        let sum = |of: fn(&OrderLine) -> i64| -> i128 {
            lines.iter().map(|line| i128::from(of(line)) * i128::from(line.quantity)).sum()
        };
        let before = sum(|line| line.unit_price_toman);
        // What is beyond counting is refused whatever would be taken off.
        amount(before)?;
        let discounts = discounts(lines, tiers);
        let discount = discounts.iter().map(|discount| i128::from(discount.amount_toman)).sum::<i128>();
        let purchase = before - discount;
        let sales = sum(|line| line.unit_sell_price_toman);
        let units = lines.iter().map(|line| i128::from(line.quantity)).sum::<i128>();
        let tax = half_up(purchase * i128::from(tax_basis_points), BASIS_POINTS);
        let shipping = if lines.is_empty() { 0 } else { i128::from(shipping_toman) };
        let profit = (sales - purchase).max(0);
        let percent = if sales == 0 { 0 } else { half_up(profit * PERCENT_E4, sales) };
        Ok(Self {
            purchase_toman: amount(purchase)?,
            sales_toman: amount(sales)?,
            tax_toman: amount(tax)?,
            shipping_toman: amount(shipping)?,
            grand_toman: amount(purchase + tax + shipping)?,
            profit_toman: amount(profit)?,
            profit_percent_e4: amount(percent)?,
            units: amount(units)?,
            discount_toman: amount(discount)?,
            discounts,
        })
    }

    /// What the shop would pay for the goods without discounts: what a seller's minimum is about.
    pub const fn full_toman(&self) -> i64 {
        self.purchase_toman + self.discount_toman
    }
}

/// Divides two numbers that are not negative and rounds half up.
pub(super) const fn half_up(dividend: i128, divisor: i128) -> i128 {
    (2 * dividend + divisor) / (2 * divisor)
}

fn amount(value: i128) -> Result<i64, Violation> {
    i64::try_from(value).ok().filter(|value| (0..=MAX_TOTAL_TOMAN).contains(value)).ok_or(Violation::TotalTooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::line::tests::line;

    #[test]
    fn the_worked_order_comes_to_what_the_rules_say() {
        // Demo products: 3 of P011-2, 2 of P016-2, 10 of P032-2, at selling-unit prices.
        let lines = [line(1, 3, 1_260_000, 1_440_000), line(2, 2, 1_368_000, 1_584_000), line(3, 10, 348_000, 408_000)];
        let totals = Totals::of(&lines, &Tiers::default(), 900, 350_000).unwrap();
        assert_eq!(
            totals,
            Totals {
                purchase_toman: 9_996_000,
                sales_toman: 11_568_000,
                tax_toman: 899_640,
                shipping_toman: 350_000,
                grand_toman: 11_245_640,
                profit_toman: 1_572_000,
                profit_percent_e4: 135_892,
                units: 15,
                discount_toman: 0,
                discounts: Vec::new(),
            }
        );
    }

    #[test]
    fn nothing_ships_for_free() {
        assert_eq!(Totals::of(&[], &Tiers::default(), 900, 350_000).unwrap(), Totals::default());
    }

    #[test]
    fn halves_are_rounded_up() {
        // 9 % of 50 is 4.5
        assert_eq!(Totals::of(&[line(1, 1, 50, 50)], &Tiers::default(), 900, 0).unwrap().tax_toman, 5);
        assert_eq!(Totals::of(&[line(1, 1, 49, 49)], &Tiers::default(), 900, 0).unwrap().tax_toman, 4);
        // a profit of 1 in 2,000,000 is 0.00005 percent
        assert_eq!(
            Totals::of(&[line(1, 1, 1_999_999, 2_000_000)], &Tiers::default(), 0, 0).unwrap().profit_percent_e4,
            1
        );
    }

    #[test]
    fn a_loss_is_no_profit_and_gifts_have_no_percent() {
        let loss = Totals::of(&[line(1, 2, 100, 60)], &Tiers::default(), 0, 0).unwrap();
        assert_eq!((loss.profit_toman, loss.profit_percent_e4, loss.sales_toman), (0, 0, 120));
        assert_eq!(Totals::of(&[line(1, 2, 0, 0)], &Tiers::default(), 900, 10).unwrap().grand_toman, 10);
    }

    #[test]
    fn amounts_beyond_counting_are_refused() {
        let most = [line(1, 1_000, 1_000_000_000_000, 1_000_000_000_000)];
        assert_eq!(Totals::of(&most, &Tiers::default(), 0, 0).unwrap().grand_toman, MAX_TOTAL_TOMAN);
        assert_eq!(Totals::of(&most, &Tiers::default(), 0, 1), Err(Violation::TotalTooLarge));
        let huge: Vec<_> = (0..500).map(|id| line(id, 1_000_000, 1_000_000_000_000, 1_000_000_000_000)).collect();
        assert_eq!(Totals::of(&huge, &Tiers::default(), 10_000, i64::MAX), Err(Violation::TotalTooLarge));
    }

    proptest! {
        #[test]
        fn sums_hold_whatever_the_lines(
            lines in prop::collection::vec((1_i64..=1_000, 0_i64..=1_000_000_000, 0_i64..=1_000_000_000), 0..20),
            rate in 0_i32..=10_000,
            shipping in 0_i64..=10_000_000,
        ) {
            let lines: Vec<_> = lines
                .into_iter()
                .enumerate()
                .map(|(id, (quantity, buy, sell))| line(id as u128, quantity, buy, sell))
                .collect();
            let totals = Totals::of(&lines, &Tiers::default(), rate, shipping).unwrap();
            prop_assert_eq!(totals.grand_toman, totals.purchase_toman + totals.tax_toman + totals.shipping_toman);
            prop_assert_eq!(totals.profit_toman, (totals.sales_toman - totals.purchase_toman).max(0));
            prop_assert!((0..=1_000_000).contains(&totals.profit_percent_e4));
            prop_assert_eq!(totals.shipping_toman, if lines.is_empty() { 0 } else { shipping });
            // Rounded half up: at most half a toman from the exact tax, and never exactly half below it.
            let exact = i128::from(totals.purchase_toman) * i128::from(rate);
            let off = i128::from(totals.tax_toman) * BASIS_POINTS - exact;
            prop_assert!(-BASIS_POINTS / 2 < off && off <= BASIS_POINTS / 2);
            // The order of lines does not matter.
            let mut turned = lines;
            turned.reverse();
            prop_assert_eq!(Totals::of(&turned, &Tiers::default(), rate, shipping).unwrap(), totals);
        }
    }
}
