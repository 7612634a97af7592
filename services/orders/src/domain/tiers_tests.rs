use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::domain::{line::tests::line, totals::Totals};

fn tier(from: i64, to: i64, basis_points: i32) -> Tier {
    Tier { from, to, basis_points }
}

#[test]
fn bounds_belong_to_a_tier() {
    let tiers = Tiers { unit: vec![tier(5, 10, 100)], ..Tiers::default() };
    let off = |quantity| -> i64 {
        let lines = [line(1, quantity, 1_000, 1_000)];
        discounts(&lines, &tiers).iter().map(|discount| discount.amount_toman).sum()
    };
    assert_eq!([4, 5, 10, 11].map(off), [0, 50, 100, 0]);
}

#[test]
fn of_two_that_take_the_same_the_lines_own_is_applied() {
    let tiers = Tiers { volume: vec![tier(1, 9, 500)], unit: vec![tier(1, 9, 500)], ..Tiers::default() };
    let applied = discounts(&[line(1, 1, 1_000, 1_000)], &tiers);
    assert_eq!(applied.iter().map(|discount| discount.kind).collect::<Vec<_>>(), [DiscountKind::Unit]);
    // What is taken off decides, not the percents: 1.4 percent of 100 is 1 toman as 1 percent is.
    let close = Tiers { volume: vec![tier(1, 9, 140)], unit: vec![tier(1, 9, 100)], ..Tiers::default() };
    assert_eq!(discounts(&[line(1, 1, 100, 100)], &close)[0].kind, DiscountKind::Unit);
}

#[test]
fn what_takes_nothing_off_is_not_applied() {
    let tiers = Tiers { volume: vec![tier(0, 9, 0)], unit: vec![tier(0, 9, 1)], amount: vec![tier(0, 9_999, 0)] };
    // a hundredth of a percent of 4,999 rounds to nothing, of 5,000 to one
    assert_eq!(discounts(&[line(1, 1, 4_999, 0)], &tiers), []);
    assert_eq!(discounts(&[line(1, 1, 5_000, 0)], &tiers).len(), 1);
    assert_eq!(discounts(&[line(1, 1, 0, 0)], &tiers), []);
    assert_eq!(discounts(&[], &tiers), []);
}

#[test]
fn tomans_that_are_left_go_to_the_largest_remainders() {
    let lines = [line(3, 1, 100, 0), line(1, 1, 100, 0), line(2, 1, 100, 0)];
    let of_order =
        |amount_toman| Discount { kind: DiscountKind::Amount, type_id: None, tier: tier(0, 1_000, 100), amount_toman };
    // Equal remainders: the least type ids come first, wherever their lines stand.
    assert_eq!(net_amounts(&lines, &[of_order(1)]), [100, 99, 100]);
    assert_eq!(net_amounts(&lines, &[of_order(2)]), [100, 99, 99]);
    let uneven = [line(1, 1, 10, 0), line(2, 1, 20, 0), line(3, 1, 70, 0)];
    // 0.7, 1.4 and 4.9 of 7: one each of what is left to the first and the last
    assert_eq!(net_amounts(&uneven, &[of_order(7)]), [9, 19, 65]);
    assert_eq!(net_amounts(&uneven, &[of_order(100)]), [0, 0, 0]);
    assert_eq!(net_amounts(&[line(1, 1, 0, 0)], &[]), [0]);
}

#[test]
fn what_is_stored_of_tiers_stays_readable() {
    let tiers = Tiers { volume: vec![tier(1, 2, 3)], unit: Vec::new(), amount: vec![tier(4, 5, 6)] };
    let stored =
        r#"{"volume":[{"from":1,"to":2,"basis_points":3}],"unit":[],"amount":[{"from":4,"to":5,"basis_points":6}]}"#;
    assert_eq!(serde_json::to_string(&tiers).unwrap(), stored);
    assert_eq!(serde_json::from_str::<Tiers>(stored).unwrap(), tiers);
}

/// Tiers of one list: they do not overlap.
fn list(most: i64) -> impl Strategy<Value = Vec<Tier>> {
    prop::collection::vec((0..=most, 0..=most / 4, 0_i32..=10_000), 0..6).prop_map(|drafts| {
        let (mut tiers, mut next) = (Vec::<Tier>::new(), 0);
        let mut drafts = drafts;
        drafts.sort_unstable();
        for (from, width, basis_points) in drafts {
            let from = from.max(next);
            tiers.push(tier(from, from + width, basis_points));
            next = from + width + 1;
        }
        tiers
    })
}

fn tiers() -> impl Strategy<Value = Tiers> {
    (list(400), list(100), list(100_000_000)).prop_map(|(volume, unit, amount)| Tiers { volume, unit, amount })
}

fn lines() -> impl Strategy<Value = Vec<OrderLine>> {
    let prices = prop_oneof![0_i64..=10, 0_i64..=100_000, 0_i64..=100_000_000];
    prop::collection::vec((1_i64..=100, prices, 0_i64..=100_000_000), 0..12).prop_map(|lines| {
        let numbered = lines.into_iter().enumerate();
        numbered.map(|(id, (quantity, buy, sell))| line(id as u128, quantity, buy, sell)).collect()
    })
}

proptest! {
    #[test]
    fn discounts_keep_their_promises(lines in lines(), tiers in tiers(), rate in 0_i32..=10_000) {
        let totals = Totals::of(&lines, &tiers, rate, 1_000).unwrap();
        let plain = Totals::of(&lines, &Tiers::default(), rate, 1_000).unwrap();
        // Never more than there is, and nothing else than the purchase total bears it.
        prop_assert!((0..=plain.purchase_toman).contains(&totals.discount_toman));
        prop_assert_eq!(totals.purchase_toman + totals.discount_toman, plain.purchase_toman);
        prop_assert_eq!((totals.sales_toman, totals.units), (plain.sales_toman, plain.units));
        prop_assert_eq!(totals.shipping_toman, plain.shipping_toman);
        prop_assert_eq!(totals.grand_toman, totals.purchase_toman + totals.tax_toman + totals.shipping_toman);
        prop_assert_eq!(totals.profit_toman, (totals.sales_toman - totals.purchase_toman).max(0));
        prop_assert_eq!(totals.discounts.iter().map(|discount| discount.amount_toman).sum::<i64>(), totals.discount_toman);

        // Per line at most one, and one of the order at the end.
        let of_lines: Vec<Uuid> = totals.discounts.iter().filter_map(|discount| discount.type_id).collect();
        prop_assert_eq!(of_lines.iter().collect::<BTreeSet<_>>().len(), of_lines.len());
        prop_assert!(totals.discounts.len() - of_lines.len() <= 1);
        for (at, discount) in totals.discounts.iter().enumerate() {
            prop_assert!(discount.amount_toman > 0);
            prop_assert_eq!(discount.type_id.is_none(), discount.kind == DiscountKind::Amount);
            prop_assert_eq!(discount.type_id.is_none(), at >= of_lines.len());
        }

        // The line that others add up comes to the order's total, whatever is spread.
        let net = net_amounts(&lines, &totals.discounts);
        prop_assert_eq!(net.iter().sum::<i64>(), totals.purchase_toman);
        for (net, line) in net.iter().zip(&lines) {
            prop_assert!((0..=line.amount_toman()).contains(net));
        }

        // The order of the lines does not matter.
        let by_type = |lines: &[OrderLine], net: Vec<i64>| -> BTreeMap<Uuid, i64> {
            lines.iter().map(|line| line.type_id).zip(net).collect()
        };
        let mut turned = lines.clone();
        turned.reverse();
        let again = Totals::of(&turned, &tiers, rate, 1_000).unwrap();
        prop_assert_eq!(again.purchase_toman, totals.purchase_toman);
        prop_assert_eq!(again.grand_toman, totals.grand_toman);
        prop_assert_eq!(by_type(&turned, net_amounts(&turned, &again.discounts)), by_type(&lines, net));
    }

    #[test]
    fn without_tiers_an_order_comes_to_what_its_lines_come_to(lines in lines(), rate in 0_i32..=10_000) {
        let totals = Totals::of(&lines, &Tiers::default(), rate, 0).unwrap();
        prop_assert_eq!(totals.purchase_toman, lines.iter().map(OrderLine::amount_toman).sum::<i64>());
        prop_assert_eq!((totals.discount_toman, totals.discounts.as_slice()), (0, &[][..]));
        let amounts: Vec<i64> = lines.iter().map(OrderLine::amount_toman).collect();
        prop_assert_eq!(net_amounts(&lines, &totals.discounts), amounts);
    }

    /// Each line's discount is the larger of what both lists give, whatever else is in the order.
    #[test]
    fn the_larger_of_both_is_taken(lines in lines(), tiers in tiers()) {
        let packages: i64 = lines.iter().map(|line| line.quantity).sum();
        let of = |list: &[Tier], packages: i64, amount: i64| {
            let found = list.iter().find(|tier| tier.from <= packages && packages <= tier.to);
            // Half up: (2ab + 10,000) / 20,000.
            found.map_or(0, |tier| (2 * amount * i64::from(tier.basis_points) + 10_000) / 20_000)
        };
        let totals = Totals::of(&lines, &tiers, 0, 0).unwrap();
        for line in &lines {
            let amount = line.amount_toman();
            let expected = of(&tiers.volume, packages, amount).max(of(&tiers.unit, line.quantity, amount));
            let applied = totals.discounts.iter().find(|discount| discount.type_id == Some(line.type_id));
            prop_assert_eq!(applied.map_or(0, |discount| discount.amount_toman), expected);
        }
    }
}
