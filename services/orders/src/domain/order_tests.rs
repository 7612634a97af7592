use chrono::TimeZone as _;
use proptest::prelude::*;

use super::*;
use crate::domain::{
    line::tests::{line, offer},
    tiers::Tier,
};

fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap()
}

pub(in crate::domain) fn order(lines: Vec<OrderLine>) -> Order {
    Order {
        seller_id: Uuid::from_u128(1),
        order_id: Uuid::from_u128(2),
        customer_id: Uuid::from_u128(3),
        code: "1405-08-000001".to_owned(),
        client_order_id: None,
        status: OrderStatus::Open,
        reopened: false,
        version: 1,
        revision: 0,
        last_revision_sent: 0,
        created_at: noon(),
        registered_at: None,
        cancelled_at: None,
        deleted_at: None,
        delivery_date: None,
        delivery_approximate: false,
        tax_basis_points: 900,
        shipping_toman: 50_000,
        seller_title: "seller".to_owned(),
        customer_note: "as before".to_owned(),
        seller_note: String::new(),
        paper_bill_toman: None,
        tiers: Tiers::default(),
        lines,
    }
}

fn wants(id: u128, quantity: i64) -> LineChange {
    LineChange { type_id: Uuid::from_u128(id), quantity, unit_price_toman: None }
}

fn offers(list: &[Offer]) -> BTreeMap<Uuid, Offer> {
    list.iter().map(|offer| (offer.type_id, offer.clone())).collect()
}

fn save(order: &mut Order) -> i64 {
    let Ok(FirstStep::AskStock(revision)) = order.begin(SettlementKind::Save, None) else {
        panic!("{order:?} can be saved")
    };
    order.register(revision, noon());
    revision
}

#[test]
fn a_change_of_goods_is_known_before_it_is_made() {
    let order = order(vec![line(1, 2, 100, 150), line(2, 5, 10, 20)]);
    let asks = |changes: &[LineChange], shipping| order.asks_for_other_goods(changes, shipping);
    let priced = |price| LineChange { unit_price_toman: Some(price), ..wants(1, 2) };
    assert!(!asks(&[wants(2, 5), wants(1, 2)], None), "the same, in whatever order they come");
    assert!(!asks(&[priced(100), wants(2, 5)], Some(50_000)));
    assert!(asks(&[priced(99), wants(2, 5)], None));
    assert!(asks(&[wants(1, 2), wants(2, 5)], Some(1)));
    assert!(asks(&[wants(1, 2)], None));
    assert!(asks(&[wants(1, 3), wants(2, 5)], None));
    assert!(asks(&[wants(1, 2), wants(3, 5)], None));
}

#[test]
fn lines_keep_their_prices_and_new_ones_take_todays() {
    let mut order = order(vec![line(1, 2, 100, 150), line(2, 5, 10, 20)]);
    let wanted = [wants(3, 4), wants(1, 1)];
    assert_eq!(order.replace_lines(&wanted, &offers(&[offer(3, 50, 9)]), &BTreeMap::new(), Some(1)), Ok(true));
    assert!(!order.reopened);
    let prices: Vec<_> = order.lines.iter().map(|line| (line.quantity, line.unit_price_toman)).collect();
    assert_eq!((prices, order.version), (vec![(1, 100), (4, 600)], 2));
}

#[test]
fn the_same_lines_in_another_order_change_nothing() {
    let mut order = order(vec![line(1, 2, 100, 150), line(2, 5, 10, 20)]);
    save(&mut order);
    let before = order.clone();
    let same = [wants(2, 5), LineChange { unit_price_toman: Some(100), ..wants(1, 2) }];
    assert_eq!(order.replace_lines(&same, &BTreeMap::new(), &BTreeMap::new(), None), Ok(false));
    assert_eq!(order, before);
}

#[test]
fn an_increase_without_stock_changes_nothing_at_all() {
    let mut order = order(vec![line(1, 2, 100, 150), line(2, 5, 10, 20)]);
    let before = order.clone();
    let result = order.replace_lines(&[wants(1, 3)], &offers(&[offer(1, 9, 0)]), &BTreeMap::new(), None);
    assert_eq!(result, Err(Violation::StockEmpty { type_id: Uuid::from_u128(1) }));
    assert_eq!(order, before);
    // A decrease asks nobody.
    assert!(order.offers_needed(&[wants(1, 1), wants(2, 5)]).is_empty());
    assert_eq!(order.replace_lines(&[wants(1, 1)], &BTreeMap::new(), &BTreeMap::new(), None), Ok(true));
}

#[test]
fn what_an_order_holds_is_available_to_it() {
    let mut order = order(vec![line(1, 5, 100, 150)]);
    save(&mut order);
    let held: BTreeMap<Uuid, i64> = order.goods().into_iter().collect();
    let none_left = offers(&[offer(1, 9, 0)]);
    assert_eq!((order.replace_lines(&[wants(1, 2)], &none_left, &held, None), order.reopened), (Ok(true), true));
    assert_eq!(order.replace_lines(&[wants(1, 5)], &none_left, &held, None), Ok(true));
    let beyond = order.replace_lines(&[wants(1, 6)], &none_left, &held, None);
    assert_eq!(beyond, Err(Violation::StockEmpty { type_id: Uuid::from_u128(1) }));
}

#[test]
fn types_that_are_not_sold_do_not_come_in() {
    let mut order = order(vec![line(1, 5, 100, 150)]);
    let idle = offers(&[Offer { active: false, ..offer(2, 9, 9) }]);
    let refused = Err(Violation::TypeNotSellable { name: Uuid::from_u128(2).to_string() });
    assert_eq!(order.replace_lines(&[wants(2, 1)], &idle, &BTreeMap::new(), None), refused);
    let unknown = Err(Violation::TypeNotFound { name: Uuid::from_u128(2).to_string() });
    assert_eq!(order.replace_lines(&[wants(2, 1)], &BTreeMap::new(), &BTreeMap::new(), None), unknown);
}

#[test]
fn prices_quantities_and_versions_are_checked() {
    let mut order = order(vec![line(1, 5, 100, 150)]);
    let dear = LineChange { unit_price_toman: Some(99), ..wants(1, 5) };
    let none = BTreeMap::new();
    assert_eq!(
        order.replace_lines(&[dear], &BTreeMap::new(), &none, None),
        Err(Violation::PriceChanged { type_id: Uuid::from_u128(1), price_toman: 100 })
    );
    assert!(matches!(
        order.replace_lines(&[wants(1, 0)], &BTreeMap::new(), &none, None),
        Err(Violation::QuantityInvalid { .. })
    ));
    assert_eq!(order.replace_lines(&[], &BTreeMap::new(), &none, Some(7)), Err(Violation::VersionStale { current: 1 }));
    assert_eq!(order.replace_lines(&[], &BTreeMap::new(), &none, Some(1)), Ok(true));
    assert_eq!(order.totals().unwrap(), Totals::default());
    assert_eq!(order.begin(SettlementKind::Save, None), Err(Violation::Empty));
}

#[test]
fn a_cancelled_order_stays_as_it_is() {
    let mut order = order(vec![line(1, 5, 100, 150)]);
    assert_eq!(order.begin(SettlementKind::Cancel, None), Ok(FirstStep::CancelAtOnce));
    assert!(!order.cancel(None, noon()));
    let before = order.clone();
    assert_eq!(order.begin(SettlementKind::Cancel, Some(1)), Ok(FirstStep::Nothing));
    assert_eq!(order.begin(SettlementKind::Save, None), Err(Violation::Cancelled));
    assert_eq!(order.set_note("x", None, None), Err(Violation::Cancelled));
    assert_eq!(order.replace_lines(&[], &BTreeMap::new(), &BTreeMap::new(), None), Err(Violation::Cancelled));
    assert_eq!(order, before);
}

#[test]
fn the_customers_note_is_read_only() {
    let mut order = order(vec![]);
    assert_eq!(order.set_note("ours", Some("other"), None), Err(Violation::CustomerNoteReadOnly));
    assert_eq!(order.set_note("ours", Some("as before"), Some(1)), Ok(true));
    assert_eq!(order.set_note("ours", None, Some(1)), Err(Violation::VersionStale { current: 2 }));
    assert_eq!((order.set_note("ours", None, None), order.version), (Ok(false), 2));
}

#[test]
fn a_first_registration_keeps_its_time() {
    let mut order = order(vec![line(1, 5, 100, 150)]);
    assert_eq!(save(&mut order), 1);
    assert_eq!(order.begin(SettlementKind::Save, Some(99)), Ok(FirstStep::Nothing));
    order.replace_lines(&[wants(1, 4)], &BTreeMap::new(), &BTreeMap::new(), None).unwrap();
    // The stock refuses once: that revision is not asked for again.
    assert_eq!(order.begin(SettlementKind::Save, None), Ok(FirstStep::AskStock(2)));
    assert_eq!(order.begin(SettlementKind::Save, None), Ok(FirstStep::AskStock(3)));
    order.register(3, noon() + chrono::TimeDelta::hours(1));
    assert_eq!((order.registered_at, order.revision, order.reopened), (Some(noon()), 3, false));
    assert!(order.cancel(Some(4), noon()));
}

#[test]
fn minimums_admit_what_reaches_them() {
    let terms = Terms {
        seller_title: "seller".to_owned(),
        seller_active: true,
        min_order_toman: 500,
        min_packages: 5,
        shipping_toman: 0,
        tax_basis_points: 900,
        delivery_date: None,
        delivery_approximate: false,
        tiers: Tiers::default(),
    };
    let totals =
        |quantity, price| Totals::of(&[line(1, quantity, price, price)], &Tiers::default(), 900, 10_000).unwrap();
    let below = |toman, packages| Err(Violation::BelowMinimum(Missing { toman, packages }));
    assert_eq!(terms.admit(&totals(5, 100)), Ok(()));
    assert_eq!(terms.admit(&totals(2, 100)), below(300, 3));
    assert_eq!(terms.admit(&totals(5, 99)), below(5, 0));
    assert_eq!(terms.admit(&totals(4, 200)), below(0, 1));
    // Minimums are about what the order comes to before discounts.
    let half = Tiers { amount: vec![Tier { from: 0, to: 1_000, basis_points: 5_000 }], ..Tiers::default() };
    let halved = Totals::of(&[line(1, 5, 100, 100)], &half, 900, 10_000).unwrap();
    assert_eq!((halved.purchase_toman, terms.admit(&halved)), (250, Ok(())));
    let idle = Terms { seller_active: false, ..terms };
    assert_eq!(idle.admit(&totals(5, 100)), Err(Violation::SellerInactive));
}

#[test]
fn a_registered_order_is_reopened_and_taken_back() {
    let mut order = order(vec![line(1, 5, 100, 150)]);
    assert_eq!(order.reopen(None), Ok(false));
    assert_eq!(order.begin_discard(None), Err(Violation::NeverSaved));
    save(&mut order);
    assert_eq!(order.begin_discard(Some(99)), Ok(DiscardStep::Done));
    let saved = order.clone();
    assert_eq!(order.reopen(Some(1)), Err(Violation::VersionStale { current: 2 }));
    assert_eq!(order, saved);
    assert_eq!(order.reopen(Some(2)), Ok(true));
    assert_eq!((order.status, order.reopened, order.revision, order.version), (OrderStatus::Open, true, 1, 3));
    assert_eq!(order.reopen(Some(99)), Ok(false), "an open order stays as it is");
    assert_eq!(order.begin_discard(Some(2)), Err(Violation::VersionStale { current: 3 }));
    assert_eq!(order.begin_discard(Some(3)), Ok(DiscardStep::Restore));
    order.restore(saved.lines.clone(), saved.tiers.clone(), saved.shipping_toman);
    assert_eq!(order, Order { version: 4, ..saved });
    order.cancel(None, noon());
    assert_eq!(order.reopen(None), Err(Violation::Cancelled));
    assert_eq!(order.begin_discard(None), Err(Violation::Cancelled));
}

#[test]
fn a_revision_changes_prices_shipping_and_words_in_one_step() {
    let mut order = order(vec![line(1, 2, 100, 150), line(2, 5, 10, 20)]);
    save(&mut order);
    let priced = |id, quantity, price| LineChange { unit_price_toman: Some(price), ..wants(id, quantity) };
    let asked = Revision {
        lines: vec![priced(1, 2, 0), wants(2, 4), priced(3, 1, 7)],
        shipping_toman: Some(1_000),
        paper_bill_toman: Some(0),
        seller_note: Some("as agreed".to_owned()),
    };
    let (sold, none) = (offers(&[offer(3, 50, 9)]), BTreeMap::new());
    assert_eq!(order.revise(&asked, &sold, &none, Some(1)), Err(Violation::VersionStale { current: 2 }));
    assert_eq!(order.revise(&asked, &sold, &none, Some(2)), Ok(true));
    let lines: Vec<_> = order.lines.iter().map(|line| (line.quantity, line.unit_price_toman)).collect();
    assert_eq!(lines, [(2, 0), (4, 10), (1, 7)]);
    assert_eq!(order.lines[2].unit_sell_price_toman, 1_200, "the shelf price is the catalogue's");
    assert_eq!((order.version, order.reopened, order.shipping_toman), (3, true, 1_000));
    assert_eq!((order.paper_bill_toman, order.seller_note.as_str()), (Some(0), "as agreed"));
    let before = order.clone();
    assert_eq!(order.revise(&asked, &sold, &none, None), Ok(false), "the same again changes nothing");
    assert_eq!(order, before);
}

#[test]
fn words_and_the_paper_total_open_nothing_again() {
    let mut order = order(vec![line(1, 2, 100, 150)]);
    save(&mut order);
    let same = || Revision { lines: vec![wants(1, 2)], ..Revision::default() };
    let none = BTreeMap::new();
    let paper = Revision { paper_bill_toman: Some(250_000), ..same() };
    assert_eq!(order.revise(&paper, &BTreeMap::new(), &none, None), Ok(true));
    let words = Revision { seller_note: Some("paid".to_owned()), ..same() };
    assert_eq!(order.revise(&words, &BTreeMap::new(), &none, None), Ok(true));
    assert_eq!((order.status, order.paper_bill_toman), (OrderStatus::Registered, Some(250_000)));
    let shipping = Revision { shipping_toman: Some(1), ..same() };
    assert_eq!((order.revise(&shipping, &BTreeMap::new(), &none, None), order.reopened), (Ok(true), true));
}

#[test]
fn shipping_that_comes_with_no_line_is_not_the_orders() {
    let mut order = order(vec![line(1, 2, 100, 150)]);
    let nothing = Revision { shipping_toman: Some(0), ..Revision::default() };
    assert_eq!(order.revise(&nothing, &BTreeMap::new(), &BTreeMap::new(), None), Ok(true));
    assert_eq!(order.totals().unwrap(), Totals::default());
    assert_eq!(order.shipping_toman, 50_000, "the next line is shipped at the old price");
}

#[test]
fn only_open_and_cancelled_orders_are_deleted() {
    let mut fresh = order(vec![line(1, 2, 100, 150)]);
    assert_eq!(fresh.begin(SettlementKind::Delete, Some(9)), Err(Violation::VersionStale { current: 1 }));
    assert_eq!(fresh.begin(SettlementKind::Delete, Some(1)), Ok(FirstStep::DeleteAtOnce));
    assert!(!fresh.delete(None, noon()), "nobody was ever told of it");
    let mut saved = order(vec![line(1, 2, 100, 150)]);
    save(&mut saved);
    assert_eq!(saved.begin(SettlementKind::Delete, None), Err(Violation::Registered));
    saved.reopen(None).unwrap();
    assert_eq!(saved.begin(SettlementKind::Delete, None), Ok(FirstStep::AskStock(2)));
    assert!(saved.delete(Some(2), noon()));
    assert_eq!((saved.reopened, saved.revision, saved.deleted_at), (false, 2, Some(noon())));
    let mut cancelled = order(vec![line(1, 2, 100, 150)]);
    save(&mut cancelled);
    cancelled.cancel(Some(2), noon());
    assert_eq!(cancelled.begin(SettlementKind::Delete, None), Ok(FirstStep::DeleteAtOnce));
}

#[derive(Debug, Clone)]
enum Step {
    Lines(Vec<(u8, i64)>),
    Revise { lines: Vec<(u8, i64, i64)>, shipping: Option<i64>, paper: Option<i64> },
    Save { agreed: bool },
    Cancel,
    Reopen,
    Discard,
    Note(bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let lines = prop::collection::vec((0_u8..4, 1_i64..10, 0_i64..3), 0..4);
    let revise = (lines, prop::option::of(0_i64..3), prop::option::of(0_i64..3));
    let step = prop_oneof![
        prop::collection::vec((0_u8..4, 1_i64..10), 0..4).prop_map(Step::Lines),
        revise.prop_map(|(lines, shipping, paper)| Step::Revise { lines, shipping, paper }),
        any::<bool>().prop_map(|agreed| Step::Save { agreed }),
        Just(Step::Cancel),
        Just(Step::Reopen),
        Just(Step::Discard),
        any::<bool>().prop_map(Step::Note),
    ];
    prop::collection::vec(step, 0..30)
}

proptest! {
    #[test]
    fn no_sequence_breaks_the_rules(steps in steps()) {
        let mut order = order(vec![line(1, 2, 100, 150)]);
        let all = offers(&(0..4).map(|id| offer(id, 10, 5)).collect::<Vec<_>>());
        let (mut sent, mut saved) = (0, None);
        for step in steps {
            let before = order.clone();
            let changed = match step {
                Step::Lines(lines) => {
                    let changes: Vec<_> = lines.iter().map(|(id, quantity)| wants(u128::from(*id), *quantity)).collect();
                    matches!(order.replace_lines(&changes, &all, &BTreeMap::new(), None), Ok(true))
                }
                Step::Revise { lines, shipping, paper } => {
                    let lines = lines.iter().map(|(id, quantity, price)| {
                        LineChange { unit_price_toman: Some(*price), ..wants(u128::from(*id), *quantity) }
                    });
                    let revision = Revision {
                        lines: lines.collect(),
                        shipping_toman: shipping,
                        paper_bill_toman: paper,
                        seller_note: None,
                    };
                    matches!(order.revise(&revision, &all, &BTreeMap::new(), None), Ok(true))
                }
                Step::Save { agreed } => match order.begin(SettlementKind::Save, None) {
                    Ok(FirstStep::AskStock(revision)) => {
                        prop_assert!(revision > sent, "revisions only grow");
                        sent = revision;
                        if agreed {
                            order.register(revision, noon());
                            saved = Some((order.lines.clone(), order.shipping_toman));
                        }
                        agreed
                    }
                    Ok(_) | Err(_) => false,
                },
                Step::Cancel => match order.begin(SettlementKind::Cancel, None) {
                    Ok(FirstStep::AskStock(revision)) => {
                        prop_assert!(revision > sent);
                        sent = revision;
                        order.cancel(Some(revision), noon());
                        true
                    }
                    Ok(FirstStep::CancelAtOnce) => {
                        prop_assert_eq!(sent, 0, "goods were asked for and must be given back");
                        order.cancel(None, noon());
                        true
                    }
                    Ok(_) | Err(_) => false,
                },
                Step::Reopen => matches!(order.reopen(None), Ok(true)),
                Step::Discard => match order.begin_discard(None) {
                    Ok(DiscardStep::Restore) => {
                        let (lines, shipping) = saved.clone().expect("a reopened order was saved");
                        order.restore(lines, Tiers::default(), shipping);
                        true
                    }
                    Ok(DiscardStep::Done) | Err(_) => false,
                },
                Step::Note(other) => matches!(order.set_note(if other { "a" } else { "b" }, None, None), Ok(true)),
            };
            prop_assert_eq!(order.version, before.version + i64::from(changed), "one more with each change");
            if before.status == OrderStatus::Cancelled {
                prop_assert_eq!(&order, &before);
            }
            prop_assert!(!order.reopened || (order.is_open() && order.registered_at.is_some()));
            prop_assert!(order.status != OrderStatus::Registered || (order.revision >= 1 && !order.lines.is_empty()));
            if order.status == OrderStatus::Registered {
                // The stock and the reports follow what was saved, so a registered order is just that.
                prop_assert_eq!(Some((order.lines.clone(), order.shipping_toman)), saved.clone());
            }
            prop_assert!(order.last_revision_sent >= order.revision);
            prop_assert!(order.registered_at >= before.registered_at);
            // What is deleted now has no goods that nobody gives back.
            match order.clone().begin(SettlementKind::Delete, None) {
                Ok(FirstStep::DeleteAtOnce) => prop_assert!(sent == 0 || order.status == OrderStatus::Cancelled),
                Ok(FirstStep::AskStock(revision)) => prop_assert!(order.is_open() && revision > sent),
                Ok(other) => return Err(TestCaseError::fail(format!("{other:?} is no step of a deletion"))),
                Err(refused) => {
                    prop_assert_eq!((refused, order.status), (Violation::Registered, OrderStatus::Registered));
                }
            }
        }
    }
}
