//! Facts become figures.

use std::collections::BTreeMap;
use std::sync::Arc;

use pishkhan_chassis_db::HandlerError;
use pishkhan_proto::orders::v1 as orders;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use prost::Message as _;
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, id, numbers, span};

const SELLER: Uuid = Uuid::from_u128(0xA);
const OTHER: Uuid = Uuid::from_u128(0xB);

#[tokio::test]
async fn a_registered_order_counts_everywhere() {
    let app = TestApp::start().await;
    // The worked order: 3 × 1,260,000, 2 × 1,368,000 and 10 × 348,000.
    let order =
        TestOrder::new(SELLER, 7, "1405/08/30").lines(&[(11, 3, 3_780_000), (16, 2, 2_736_000), (32, 10, 3_480_000)]);
    app.register(&order).await;

    let whole = (1, 15, 9_996_000);
    for days in
        [None, span("1405/08/30", "1405/08/30"), span("1405/08/01", "1405/08/30"), span("1405/08/24", "1405/09/06")]
    {
        assert_eq!(app.totals(SELLER, days.clone()).await, whole, "{days:?}");
        assert_eq!(app.regions(SELLER, days.clone()).await, [("north".to_owned(), whole)]);
        assert_eq!(app.customers(SELLER, days.clone()).await, [("customer 1".to_owned(), whole)]);
        let products = app.products(SELLER, days).await;
        let rows: Vec<_> = products
            .iter()
            .map(|row| (row.product_title.as_str(), row.type_name.as_str(), numbers(row.figures)))
            .collect();
        assert_eq!(
            rows,
            [
                ("product 11", "type 11", (1, 3, 3_780_000)),
                ("product 32", "type 32", (1, 10, 3_480_000)),
                ("product 16", "type 16", (1, 2, 2_736_000)),
            ]
        );
        assert_eq!(
            (products[0].type_id.clone(), products[0].product_id.clone()),
            (id(11).to_string(), id(1_011).to_string())
        );
    }
    assert_eq!(app.days(SELLER, None).await, [("2026-11-21".to_owned(), whole)]);
    // Neither the days around it nor anybody else.
    assert_eq!(app.totals(SELLER, span("1405/08/29", "1405/08/29")).await, (0, 0, 0));
    assert_eq!(app.totals(SELLER, span("1405/09/01", "1405/09/30")).await, (0, 0, 0));
    assert_eq!(app.totals(OTHER, None).await, (0, 0, 0));
    assert_eq!(app.products(OTHER, None).await, []);
}

#[tokio::test]
async fn a_later_revision_replaces_what_the_order_added() {
    let app = TestApp::start().await;
    app.register(&TestOrder::new(SELLER, 7, "1405/08/30").lines(&[(1, 3, 300), (2, 2, 500)])).await;
    let second =
        TestOrder::new(SELLER, 7, "1405/08/30").revision(2).customer(2, "south").lines(&[(2, 1, 250), (3, 9, 900)]);
    app.register(&second).await;

    let whole = (1, 10, 1_150);
    assert_eq!(app.totals(SELLER, None).await, whole);
    assert_eq!(app.regions(SELLER, None).await, [("south".to_owned(), whole)]);
    assert_eq!(app.customers(SELLER, None).await, [("customer 2".to_owned(), whole)]);
    let types: Vec<_> =
        app.products(SELLER, None).await.into_iter().map(|row| (row.type_name, numbers(row.figures))).collect();
    assert_eq!(types, [("type 3".to_owned(), (1, 9, 900)), ("type 2".to_owned(), (1, 1, 250))]);
}

#[tokio::test]
async fn the_same_fact_again_and_an_older_one_change_nothing() {
    let app = TestApp::start().await;
    let first = TestOrder::new(SELLER, 7, "1405/08/30");
    let second = first.clone().revision(2).lines(&[(1, 5, 250)]);
    for order in [&second, &second, &first, &second, &first] {
        app.register(order).await;
        assert_eq!(app.totals(SELLER, None).await, (1, 5, 250));
    }
}

#[tokio::test]
async fn a_cancelled_order_adds_nothing_whatever_comes_late() {
    let app = TestApp::start().await;
    let order = TestOrder::new(SELLER, 7, "1405/08/30");
    app.register(&order).await;
    app.register(&TestOrder::new(SELLER, 8, "1405/08/30")).await;
    app.cancel(SELLER, order.order_id, 2).await;
    let left = (1, 2, 100);
    assert_eq!(app.totals(SELLER, None).await, left);
    assert_eq!(app.regions(SELLER, None).await, [("north".to_owned(), left)]);

    // The registration comes after its cancellation.
    app.cancel(SELLER, id(9), 2).await;
    app.register(&TestOrder::new(SELLER, 9, "1405/08/30")).await;
    app.register(&order).await;
    app.cancel(SELLER, order.order_id, 2).await;
    assert_eq!(app.totals(SELLER, None).await, left);
}

#[tokio::test]
async fn sellers_share_nothing_even_when_ids_meet() {
    let app = TestApp::start().await;
    app.register(&TestOrder::new(SELLER, 7, "1405/08/30")).await;
    let mut same = TestOrder::new(OTHER, 7, "1405/08/30").lines(&[(1, 4, 444)]);
    same.naming = " of another".to_owned();
    app.register(&same).await;
    app.cancel(OTHER, id(7), 2).await;
    assert_eq!(app.totals(SELLER, None).await, (1, 2, 100));
    assert_eq!(app.products(SELLER, None).await[0].product_title, "product 1");
    assert_eq!(app.totals(OTHER, None).await, (0, 0, 0));
    assert_eq!(app.products(OTHER, None).await, []);
}

#[tokio::test]
async fn the_latest_name_is_shown() {
    let app = TestApp::start().await;
    let first = TestOrder::new(SELLER, 7, "1405/08/29");
    app.register(&first).await;
    app.clock.advance(chrono::TimeDelta::hours(1));
    let mut renamed = TestOrder::new(SELLER, 8, "1405/08/30");
    renamed.naming = " renamed".to_owned();
    app.register(&renamed).await;
    assert_eq!(app.products(SELLER, None).await[0].type_name, "type 1 renamed");
    assert_eq!(app.customers(SELLER, None).await[0].0, "customer 1 renamed");
    // An older fact that comes late does not rename it back.
    app.clock.advance(chrono::TimeDelta::hours(-2));
    app.register(&first.clone().revision(2)).await;
    assert_eq!(app.products(SELLER, None).await[0].type_name, "type 1 renamed");
    assert_eq!(app.customers(SELLER, None).await[0].0, "customer 1 renamed");
}

#[tokio::test]
async fn a_deleted_order_counts_no_more() {
    let app = TestApp::start().await;
    let reopened = TestOrder::new(SELLER, 7, "1405/08/30");
    let cancelled = TestOrder::new(SELLER, 8, "1405/08/30");
    app.register(&reopened).await;
    app.register(&cancelled).await;
    app.delete(SELLER, id(7), 2).await;
    assert_eq!(app.totals(SELLER, None).await.0, 1);
    // Cancelled by a revision, then deleted under the same one; and told once more.
    app.cancel(SELLER, id(8), 2).await;
    app.delete(SELLER, id(8), 2).await;
    app.delete(SELLER, id(7), 2).await;
    assert_eq!(app.totals(SELLER, None).await, (0, 0, 0));
    // What comes late about it changes nothing.
    app.register(&reopened).await;
    assert_eq!(app.totals(SELLER, None).await, (0, 0, 0));
}

#[tokio::test]
async fn facts_that_cannot_be_counted_are_refused_and_change_nothing() {
    let app = TestApp::start().await;
    let order = || TestOrder::new(SELLER, 7, "1405/08/30");
    let broken: Vec<Vec<u8>> = vec![
        b"\xff\xff".to_vec(),
        Vec::new(),
        orders::OrderRegistered { seller_id: String::new(), ..order().registered() }.encode_to_vec(),
        orders::OrderRegistered { customer_id: "7".to_owned(), ..order().registered() }.encode_to_vec(),
        orders::OrderRegistered { register_time: None, ..order().registered() }.encode_to_vec(),
        order().revision(0).registered().encode_to_vec(),
        order().lines(&[(1, 0, 100)]).registered().encode_to_vec(),
        order().lines(&[(1, 1, -100)]).registered().encode_to_vec(),
        order().lines(&[(1, 1, i64::MAX), (2, 1, 1)]).registered().encode_to_vec(),
    ];
    for (index, payload) in broken.into_iter().enumerate() {
        let refused = app.handle("order.registered", id(7), payload).await;
        assert!(matches!(refused, Err(HandlerError::Refused(_))), "{index}: {refused:?}");
    }
    let cancelled =
        orders::OrderCancelled { order_id: id(7).to_string(), seller_id: SELLER.to_string(), ..Default::default() };
    let refused = app.handle("order.cancelled", id(7), cancelled.encode_to_vec()).await;
    assert!(matches!(refused, Err(HandlerError::Refused(_))), "{refused:?}");
    let deleted =
        orders::OrderDeleted { order_id: id(7).to_string(), seller_id: SELLER.to_string(), ..Default::default() };
    let refused = app.handle("order.deleted", id(7), deleted.encode_to_vec()).await;
    assert!(matches!(refused, Err(HandlerError::Refused(_))), "{refused:?}");
    // Of no interest here.
    app.handle("customer.connected", id(7), b"\xff\xff".to_vec()).await.unwrap();
    assert_eq!(app.totals(SELLER, None).await, (0, 0, 0));
    assert_eq!(app.db.db_count("contribution").await + app.db.db_count("product_label").await, 0);
}

#[tokio::test]
async fn sums_that_do_not_fit_fail_and_change_nothing() {
    let app = TestApp::start().await;
    app.register(&TestOrder::new(SELLER, 7, "1405/08/30").lines(&[(1, 1, i64::MAX - 5)])).await;
    let too_much = TestOrder::new(SELLER, 8, "1405/08/30").registered().encode_to_vec();
    assert!(app.handle("order.registered", id(8), too_much).await.is_err());
    assert_eq!(app.totals(SELLER, None).await, (1, 1, i64::MAX - 5));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn facts_about_one_seller_at_the_same_time_all_count() {
    let app = Arc::new(TestApp::start().await);
    let mut tasks = tokio::task::JoinSet::new();
    for worker in 0..8_u128 {
        let app = app.clone();
        tasks.spawn(async move {
            for number in 0..12_u128 {
                // Each order comes from two workers, its second revision from one of them.
                let order =
                    TestOrder::new(SELLER, worker / 2 * 100 + number, "1405/08/30").customer(number % 3, "north");
                app.register(&order).await;
                if worker % 2 == 0 {
                    app.register(&order.revision(2).lines(&[(1, 1, 10), (2, 1, 20)])).await;
                }
            }
        });
    }
    while let Some(ended) = tasks.join_next().await {
        ended.unwrap();
    }
    assert_eq!(app.totals(SELLER, None).await, (48, 96, 48 * 30));
    assert_eq!(app.customers(SELLER, None).await.iter().map(|(_, figures)| figures.0).sum::<i64>(), 48);
    let by_type: Vec<_> = app.products(SELLER, None).await.into_iter().map(|row| numbers(row.figures)).collect();
    assert_eq!(by_type, [(48, 48, 960), (48, 48, 480)]);
    app.db.assert_outbox(&[]).await;
}

// === any history, in any order, with repeats ===

/// One revision of an order: none when it is a cancellation.
type Step = Option<(u8, u8, BTreeMap<u8, (i64, i64)>)>;

fn step() -> impl Strategy<Value = Step> {
    let lines = proptest::collection::btree_map(0_u8..4, (1_i64..50, 0_i64..10_000), 1..4);
    proptest::option::weighted(0.7, (0_u8..3, 0_u8..3, lines))
}

fn order_of(seller_id: Uuid, order: usize, revision: i64, step: &(u8, u8, BTreeMap<u8, (i64, i64)>)) -> TestOrder {
    let (customer, area, lines) = step;
    // An order's day never changes; different orders have different ones, in two months.
    let day = ["1405/07/29", "1405/07/30", "1405/08/01", "1405/08/15"][order % 4];
    let lines: Vec<_> = lines.iter().map(|(&id, &(units, amount))| (u128::from(id), units, amount)).collect();
    TestOrder::new(seller_id, order as u128 + 1, day)
        .revision(revision)
        .customer(u128::from(*customer), &format!("area {area}"))
        .lines(&lines)
}

/// Something that reports are told.
#[derive(Clone, Copy, Debug)]
enum Told<'a> {
    /// Order, revision, what it says.
    Order(usize, i64, &'a Step),
    /// Customer, area, when.
    Move(u8, u8, i64),
}

async fn tell(app: &TestApp, seller_id: Uuid, told: Told<'_>) {
    match told {
        Told::Order(order, revision, Some(content)) => {
            app.register(&order_of(seller_id, order, revision, content)).await;
        }
        Told::Order(order, revision, None) => app.cancel(seller_id, id(order as u128 + 1), revision).await,
        Told::Move(customer, area, second) => {
            app.change_customer(seller_id, u128::from(customer), "moved", &format!("area {area}"), second).await;
        }
    }
}

/// Orders by area: where the customers went last; where the orders say, of customers that nobody told of.
fn orders_by_area(last: &[TestOrder], moves: &[(u8, u8)]) -> BTreeMap<String, i64> {
    let mut areas = BTreeMap::new();
    for order in last {
        let last_move = moves.iter().rfind(|(customer, _)| u128::from(*customer) == order.customer);
        let area = last_move.map_or_else(|| order.area.clone(), |(_, area)| format!("area {area}"));
        *areas.entry(area).or_insert(0) += 1;
    }
    areas
}

#[test]
fn any_history_in_any_order_gives_what_a_rebuild_gives() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let app = runtime.block_on(TestApp::start());
    let histories = proptest::collection::vec(proptest::collection::vec(step(), 1..4), 1..5);
    let moves = proptest::collection::vec((0_u8..3, 0_u8..4), 0..5);
    let picks = proptest::collection::vec(any::<prop::sample::Index>(), 0..12);
    let seller_number = std::cell::Cell::new(1_000_u128);
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&(histories, moves, picks), |(histories, moves, picks)| {
        seller_number.set(seller_number.get() + 1);
        let seller_id = Uuid::from_u128(seller_number.get());
        runtime.block_on(async {
            let orders = histories.iter().enumerate().flat_map(|(order, history)| {
                (1_i64..).zip(history).map(move |(revision, step)| Told::Order(order, revision, step))
            });
            let told_moves = (1..).zip(&moves).map(|(second, (customer, area))| Told::Move(*customer, *area, second));
            let facts: Vec<Told<'_>> = told_moves.chain(orders).collect();
            let early = picks.iter().map(|pick| pick.get(&facts));
            for told in early.chain(facts.iter().rev()) {
                tell(&app, seller_id, *told).await;
            }
            // What the final states say, by themselves.
            let last: Vec<TestOrder> = histories
                .iter()
                .enumerate()
                .filter_map(|(order, history)| {
                    let revision = i64::try_from(history.len()).expect("short");
                    history.last()?.as_ref().map(|content| order_of(seller_id, order, revision, content))
                })
                .collect();
            let amount: i64 = last.iter().flat_map(|order| &order.lines).map(|line| line.2).sum();
            let units: i64 = last.iter().flat_map(|order| &order.lines).map(|line| line.1).sum();
            let orders = i64::try_from(last.len()).expect("few");
            if app.totals(seller_id, None).await != (orders, units, amount) {
                return Err(TestCaseError::fail("the totals are not those of the final state"));
            }
            let areas: BTreeMap<String, i64> =
                app.regions(seller_id, None).await.into_iter().map(|(area, (orders, ..))| (area, orders)).collect();
            if areas != orders_by_area(&last, &moves) {
                return Err(TestCaseError::fail(format!("{areas:?}")));
            }
            // A rebuild from the final states finds each single figure as it is.
            app.clock.advance(chrono::TimeDelta::minutes(2));
            let rebuilt = app.rebuild(seller_id, "", &last).await.expect("it is rebuilt");
            if rebuilt.difference_count == 0 && rebuilt.orders == orders {
                Ok(())
            } else {
                Err(TestCaseError::fail(format!("{rebuilt:?}")))
            }
        })
    });
    // The app's last connections close on this runtime.
    runtime.block_on(async { drop(app) });
    outcome.unwrap();
}
