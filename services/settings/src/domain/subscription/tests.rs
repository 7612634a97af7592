use proptest::prelude::*;

use super::*;

fn day(days: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000 + days)
}

fn plan(months: i32) -> Origin {
    Origin::Plan { plan_id: format!("m{months}"), months, price_toman: 1_000_000, vat_toman: 100_000 }
}

fn bought(number: u128, starts: i64, months: i32) -> Purchase {
    Purchase {
        seller_id: Uuid::from_u128(1),
        purchase_id: Uuid::from_u128(number),
        origin: plan(months),
        purchased_at: day(starts),
        starts_at: day(starts),
        ends_at: day(starts + 30 * i64::from(months)),
        cleared_at: None,
        ended_at: None,
    }
}

#[test]
fn vat_is_rounded_half_up_once() {
    for (price, basis_points, expected) in
        [(1_000_000, 1000, 100_000), (5, 1000, 1), (4, 1000, 0), (1, 5000, 1), (12_000_000, 0, 0), (999, 10_000, 999)]
    {
        assert_eq!(vat(price, basis_points), expected, "{price} {basis_points}");
    }
}

#[test]
fn a_plan_has_a_short_name_some_months_and_a_price() {
    let plan = |plan_id: &str, months, price_toman| Plan { plan_id: plan_id.to_owned(), months, price_toman };
    assert_eq!(plan("m12", 12, 1).problems(), []);
    let fields: Vec<_> = plan("M 1", 0, 0).problems().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["plan.plan_id", "plan.months", "plan.price_toman"]);
    assert_eq!(plan("", 60, LIMIT_MAX).problems(), [("plan.plan_id", problem::REQUIRED)]);
    assert_eq!(plan("abcdefghijklmnopq", 61, LIMIT_MAX + 1).problems().len(), 3);
}

#[test]
fn a_reminder_is_the_next_one_that_is_not_over() {
    for (minutes, expected) in [
        (7 * 1440 + 1, 0),
        (7 * 1440, 7),
        (3 * 1440 + 1, 7),
        (3 * 1440, 3),
        (2 * 1440, 3),
        (1441, 3),
        (1440, 1),
        (1, 1),
    ] {
        assert_eq!(reminder_days(TimeDelta::minutes(minutes)), expected, "{minutes}");
    }
}

#[test]
fn purchases_without_a_gap_are_one_subscription() {
    assert_eq!(Subscription::of(&[], day(0)), None);
    // The latest first: 100 to 130 after a gap, 60 to 90 after 0 to 60.
    let all = [bought(3, 100, 1), bought(2, 60, 1), bought(1, 0, 2)];
    let renewed = Subscription::of(&all[1..], day(5)).unwrap();
    assert_eq!((renewed.starts_at, renewed.ends_at, renewed.live), (day(0), day(90), true));
    assert_eq!(renewed.latest.purchase_id, Uuid::from_u128(2));
    let periods = |at| {
        let subscription = Subscription::of(&all[1..], at).unwrap();
        let begins = subscription.periods.iter().map(|period| (period.starts_at, period.is_extension()));
        begins.collect::<Vec<_>>()
    };
    // Neither was bought before it began.
    assert_eq!(periods(day(59)), [(day(0), false), (day(60), false)]);
    assert_eq!(periods(day(60)), [(day(60), false)]);
    assert_eq!(periods(day(90)), []);
    let anew = Subscription::of(&all, day(129)).unwrap();
    assert_eq!((anew.starts_at, anew.ends_at, anew.live, anew.reminder_days), (day(100), day(130), true, 1));
    let over = Subscription::of(&all, day(130)).unwrap();
    assert_eq!((over.live, over.reminder_days), (false, 0));
}

#[test]
fn granted_days_go_on_from_what_was_bought() {
    let bought = bought(1, 0, 1);
    let grant = Origin::Grant { days: 2, reason: "goodwill".to_owned() };
    let (starts_at, ends_at) = period(std::slice::from_ref(&bought), grant.length(), day(29));
    assert_eq!((starts_at, ends_at), (day(30), day(32)));
    let granted = Purchase {
        purchase_id: Uuid::from_u128(2),
        origin: grant.clone(),
        purchased_at: day(29),
        starts_at,
        ends_at,
        ..bought.clone()
    };
    let subscription = Subscription::of(&[granted, bought], day(29)).unwrap();
    assert_eq!((subscription.starts_at, subscription.ends_at, subscription.reminder_days), (day(0), day(32), 3));
    assert_eq!(subscription.periods.iter().map(Purchase::is_extension).collect::<Vec<_>>(), [false, true]);
    assert_eq!(subscription.latest.origin, grant);
}

#[test]
fn what_was_given_up_or_seen_to_end_is_not_live() {
    let cleared = Purchase { cleared_at: Some(day(3)), ..bought(1, 0, 1) };
    let subscription = Subscription::of(std::slice::from_ref(&cleared), day(4)).unwrap();
    assert_eq!((subscription.ends_at, subscription.live, subscription.periods.len()), (day(3), false, 0));
    assert_eq!(period(&[cleared], plan(1).length(), day(4)), (day(4), day(34)));
    let ended = Purchase { ended_at: Some(day(30)), ..bought(1, 0, 1) };
    assert!(!is_live(&[ended], day(29)));
}

#[test]
fn what_was_bought_after_the_end_of_the_rest_begins_when_it_was_bought() {
    let later =
        |number, bought_on, starts, months| Purchase { purchased_at: day(bought_on), ..bought(number, starts, months) };
    let all = vec![later(4, 21, 120, 2), later(3, 20, 90, 1), later(2, 5, 30, 2), bought(1, 0, 1)];
    let ids =
        |purchases: &[Purchase]| purchases.iter().map(|purchase| purchase.purchase_id.as_u128()).collect::<Vec<_>>();
    let Clearing { given_up, left, at } = clearing(all.clone(), Some(day(10)), day(22));
    assert_eq!((ids(&given_up), ids(&left), at), (vec![2, 1], vec![3, 4], day(10)));
    let times: Vec<_> = left.iter().map(|purchase| (purchase.starts_at, purchase.ends_at)).collect();
    assert_eq!(times, [(day(20), day(50)), (day(50), day(110))]);
    // Without a time all of it; of a clock that is ahead, what there is.
    for until in [None, Some(day(23))] {
        let Clearing { given_up, left, at } = clearing(all.clone(), until, day(22));
        assert_eq!((ids(&given_up), left, at), (vec![4, 3, 2, 1], vec![], day(22)));
    }
    // What was over by then stays as it was, and so does what came after it.
    let Clearing { given_up, left, at: _ } = clearing(vec![bought(2, 40, 1), bought(1, 0, 1)], Some(day(35)), day(50));
    assert_eq!((given_up, left), (vec![], vec![bought(2, 40, 1)]));
}

proptest! {
    /// Payments are settled by processes whose clocks differ, each with the time at which it began.
    #[test]
    fn no_day_is_lost_whatever_the_clocks_say(
        steps in prop::collection::vec((-3..=3_i64, prop::bool::weighted(0.2)), 1..12),
    ) {
        let (mut all, mut now, mut end): (Vec<Purchase>, _, Option<DateTime<Utc>>) = (Vec::new(), day(0), None);
        for (number, (seconds, given_up_before)) in (1_u128..).zip(steps) {
            now += TimeDelta::seconds(seconds);
            if given_up_before {
                for purchase in &mut all {
                    purchase.cleared_at.get_or_insert(now);
                }
                end = None;
            }
            let purchased_at = purchase_time(&all, now);
            let (starts_at, ends_at) = period(&all, plan(1).length(), purchased_at);
            all.push(Purchase { purchased_at, starts_at, ends_at, ..bought(number, 0, 1) });
            // As they are read.
            all.sort_by_key(|purchase| std::cmp::Reverse((purchase.purchased_at, purchase.starts_at, purchase.purchase_id)));
            let subscription = Subscription::of(&all, ends_at - TimeDelta::seconds(1)).unwrap();
            prop_assert_eq!(subscription.latest.purchase_id, Uuid::from_u128(number));
            prop_assert_eq!(subscription.ends_at, end.unwrap_or(purchased_at) + TimeDelta::days(30));
            prop_assert!(subscription.live);
            end = Some(subscription.ends_at);
        }
    }

    #[test]
    fn a_purchase_adds_exactly_its_days_and_never_overlaps(
        months in prop::collection::vec((1..=12_i32, 0..90_i64), 1..8),
    ) {
        let (mut all, mut now): (Vec<Purchase>, _) = (Vec::new(), day(0));
        for (number, (months, wait)) in (1_u128..).zip(months) {
            now += TimeDelta::days(wait);
            let end = all.first().map(|purchase| purchase.ends_at);
            let (starts_at, ends_at) = period(&all, plan(months).length(), now);
            prop_assert_eq!(starts_at, end.map_or(now, |end| end.max(now)));
            prop_assert_eq!(ends_at - starts_at, TimeDelta::hours(720 * i64::from(months)));
            let purchase = Purchase { purchased_at: now, starts_at, ends_at, ..bought(number, 0, months) };
            all.insert(0, purchase);
            let subscription = Subscription::of(&all, now).unwrap();
            prop_assert!(subscription.live && subscription.ends_at == ends_at);
        }
    }

    #[test]
    fn vat_is_within_half_a_toman_and_grows_with_the_price(price in 1..=LIMIT_MAX, rate in 0..=10_000_i32) {
        let exact = i128::from(price) * i128::from(rate);
        let off = i128::from(vat(price, rate)) * 10_000 - exact;
        prop_assert!(-5000 < off && off <= 5000);
        prop_assert!(vat(price + 1, rate) >= vat(price, rate));
    }
}
