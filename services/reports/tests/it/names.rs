//! Names of today, and customers that take their figures along.

use std::sync::Arc;

use chrono::TimeDelta;
use pishkhan_chassis_db::HandlerError;
use pishkhan_proto::reports::v1 as pb;
use prost::Message as _;
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, customer_changed, id, product_changed, span};

const SELLER: Uuid = Uuid::from_u128(0xA);
const OTHER: Uuid = Uuid::from_u128(0xB);

/// Title and type name of each product row.
async fn products(app: &TestApp) -> Vec<(String, String)> {
    let rows = app.products(SELLER, None).await.into_iter();
    rows.map(|row| (row.product_title, row.type_name)).collect()
}

fn pair(first: &str, second: &str) -> (String, String) {
    (first.to_owned(), second.to_owned())
}

async fn customers(app: &TestApp) -> Vec<String> {
    app.customers(SELLER, None).await.into_iter().map(|(title, _)| title).collect()
}

fn regions(rows: &[(&str, (i64, i64, i64))]) -> Vec<(String, (i64, i64, i64))> {
    rows.iter().map(|(area, figures)| ((*area).to_owned(), *figures)).collect()
}

/// A rebuild from these orders finds every figure as it is.
async fn assert_proved(app: &TestApp, orders: &[TestOrder]) {
    app.clock.advance(TimeDelta::minutes(2));
    let reply = app.rebuild(SELLER, "", orders).await.expect("it is rebuilt");
    assert_eq!(reply.differences, []);
}

#[tokio::test]
async fn a_renamed_product_and_its_types_show_their_new_names() {
    let app = TestApp::start().await;
    let order = TestOrder::new(SELLER, 7, "1405/08/30").lines(&[(1, 2, 200), (2, 1, 100)]);
    app.register(&order).await;
    app.rename_product(SELLER, "tea", &[(1, "small"), (2, "large")], 10).await;
    let renamed = [pair("tea", "small"), pair("tea", "large")];
    assert_eq!(products(&app).await, renamed);
    let other = TestOrder { seller_id: OTHER, ..order.clone() };
    app.register(&other).await;
    assert_eq!(app.products(OTHER, None).await[0].product_title, "product 1", "another seller's is another one");

    // An older fact that comes late, the same again, and orders of that day and of later ones: all know older names.
    app.rename_product(SELLER, "coffee", &[(1, "old"), (2, "old")], 9).await;
    app.rename_product(SELLER, "tea", &[(1, "small"), (2, "large")], 10).await;
    app.clock.advance(TimeDelta::days(1));
    app.register(&TestOrder { order_id: id(8), ..order.clone() }).await;
    app.register(&order.clone().revision(2)).await;
    assert_eq!(products(&app).await, renamed);
    // Only one of the types is told of: the other one stays as it is.
    app.rename_product(SELLER, "tea", &[(1, "tiny")], 11).await;
    assert_eq!(products(&app).await, [pair("tea", "tiny"), pair("tea", "large")]);
    app.db.assert_outbox(&[]).await;
}

#[tokio::test]
async fn names_that_are_told_before_the_first_order_are_not_lost() {
    let app = TestApp::start().await;
    app.rename_product(SELLER, "tea", &[(1, "small")], 10).await;
    app.change_customer(SELLER, 1, "the corner shop", "south", 10).await;
    assert_eq!((products(&app).await, app.regions(SELLER, None).await), (vec![], vec![]));
    app.register(&TestOrder::new(SELLER, 7, "1405/08/30")).await;
    assert_eq!(products(&app).await, [pair("tea", "small")]);
    assert_eq!(customers(&app).await, ["the corner shop"]);
    assert_eq!(app.regions(SELLER, None).await, regions(&[("south", (1, 2, 100))]));
}

#[tokio::test]
async fn a_customer_takes_its_figures_to_its_new_area_in_every_span() {
    let app = TestApp::start().await;
    let orders = [
        TestOrder::new(SELLER, 1, "1405/07/30").lines(&[(1, 1, 100), (2, 1, 50)]),
        TestOrder::new(SELLER, 2, "1405/08/30").lines(&[(1, 2, 200)]),
        TestOrder::new(SELLER, 3, "1405/08/30").customer(2, "north").lines(&[(1, 4, 400)]),
        TestOrder::new(SELLER, 4, "1405/08/29").customer(3, "east").lines(&[(1, 8, 800)]),
    ];
    for order in &orders {
        app.register(order).await;
    }
    app.register(&TestOrder::new(OTHER, 1, "1405/07/30")).await;
    app.change_customer(SELLER, 1, "customer 1", "east", 10).await;
    let month = |rows| (span("1405/08/01", "1405/08/30"), rows);
    for (days, expected) in [
        (None, regions(&[("east", (3, 12, 1_150)), ("north", (1, 4, 400))])),
        (span("1405/07/30", "1405/07/30"), regions(&[("east", (1, 2, 150))])),
        (span("1405/07/01", "1405/07/30"), regions(&[("east", (1, 2, 150))])),
        (span("1405/08/30", "1405/08/30"), regions(&[("north", (1, 4, 400)), ("east", (1, 2, 200))])),
        month(regions(&[("east", (2, 10, 1_000)), ("north", (1, 4, 400))])),
    ] {
        assert_eq!(app.regions(SELLER, days.clone()).await, expected, "{days:?}");
    }
    assert_eq!(app.regions(OTHER, None).await, regions(&[("north", (1, 2, 100))]));
    // The last one leaves: the area is gone from the report. Told again, or late, nothing changes.
    app.change_customer(SELLER, 2, "customer 2", "", 20).await;
    app.change_customer(SELLER, 2, "customer 2", "west", 15).await;
    app.change_customer(SELLER, 2, "customer 2", "", 20).await;
    let expected = regions(&[("east", (3, 12, 1_150)), ("", (1, 4, 400))]);
    assert_eq!(app.regions(SELLER, None).await, expected);
    assert_eq!(app.totals(SELLER, None).await, (4, 16, 1_550));
    // The orders' own words are older than what their customers' owner says.
    assert_proved(&app, &orders).await;
    assert_eq!(app.regions(SELLER, None).await, expected);
}

#[tokio::test]
async fn orders_count_where_their_customer_is_whatever_they_say() {
    let app = TestApp::start().await;
    let first = TestOrder::new(SELLER, 1, "1405/08/30");
    app.register(&first).await;
    app.change_customer(SELLER, 1, "customer 1", "south", 10).await;
    // Another order from before, a later revision of the first, its cancellation, and it comes once more.
    let second = TestOrder::new(SELLER, 2, "1405/08/01").lines(&[(1, 3, 300)]);
    app.register(&second).await;
    assert_eq!(app.regions(SELLER, None).await, regions(&[("south", (2, 5, 400))]));
    app.register(&first.clone().revision(2).lines(&[(1, 1, 50)])).await;
    assert_eq!(app.regions(SELLER, None).await, regions(&[("south", (2, 4, 350))]));
    app.cancel(SELLER, id(2), 2).await;
    app.register(&second).await;
    assert_eq!(app.regions(SELLER, None).await, regions(&[("south", (1, 1, 50))]));
    app.change_customer(SELLER, 1, "customer 1", "north", 30).await;
    app.cancel(SELLER, id(1), 3).await;
    assert_eq!(app.regions(SELLER, None).await, []);
    assert_proved(&app, &[]).await;
}

#[tokio::test]
async fn figures_from_before_gather_where_their_customer_is() {
    let app = TestApp::start().await;
    // As older versions left them: each order counts where it says.
    let orders = [
        TestOrder::new(SELLER, 1, "1405/08/28"),
        TestOrder::new(SELLER, 2, "1405/08/29").customer(1, "south"),
        TestOrder::new(SELLER, 3, "1405/08/30").customer(1, "east"),
    ];
    for order in &orders {
        app.register(order).await;
    }
    assert_eq!(app.regions(SELLER, None).await.len(), 3);
    app.change_customer(SELLER, 1, "customer 1", "south", 10).await;
    assert_eq!(app.regions(SELLER, None).await, regions(&[("south", (3, 6, 300))]));
    assert_proved(&app, &orders).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn customers_that_move_while_their_orders_are_registered_lose_nothing() {
    let app = Arc::new(TestApp::start().await);
    let mut tasks = tokio::task::JoinSet::new();
    let order = |worker: u128, number: u128| {
        TestOrder::new(SELLER, worker * 100 + number, "1405/08/30").customer(number % 3, &format!("area {worker}"))
    };
    for worker in 0..4_u128 {
        let app = app.clone();
        tasks.spawn(async move {
            for number in 0..15 {
                app.register(&order(worker, number)).await;
                if number % 2 == 0 {
                    app.register(&order(worker, number).revision(2).lines(&[(1, 1, 10)])).await;
                }
            }
        });
    }
    for customer in 0..3_u128 {
        let app = app.clone();
        tasks.spawn(async move {
            for step in 1..=20 {
                app.change_customer(SELLER, customer, "moving", &format!("area {}", step % 4), step).await;
            }
        });
    }
    while let Some(ended) = tasks.join_next().await {
        ended.expect("nothing fails");
    }
    let left = 4 * 8 + 4 * 7 * 2;
    assert_eq!(app.regions(SELLER, None).await, regions(&[("area 0", (60, left, 4 * 8 * 10 + 4 * 7 * 100))]));
    let last = |(worker, number)| {
        let order = order(worker, number);
        if number % 2 == 0 { order.revision(2).lines(&[(1, 1, 10)]) } else { order }
    };
    let orders: Vec<_> = (0..4).flat_map(|worker| (0..15).map(move |number| (worker, number))).map(last).collect();
    assert_proved(&app, &orders).await;
}

#[tokio::test]
async fn customers_that_come_and_go_change_nothing() {
    let app = TestApp::start().await;
    let customer = customer_changed(SELLER, 1, "shop", "north", 1);
    app.handle("customer.changed", id(1), customer.encode_to_vec()).await.unwrap();
    let connection = pishkhan_proto::orders::v1::CustomerConnection {
        customer_id: id(1).to_string(),
        seller_id: SELLER.to_string(),
        change_time: customer.change_time,
    };
    for kind in ["customer.connected", "customer.disconnected"] {
        // Whatever it says: it is not looked at.
        for payload in [connection.encode_to_vec(), b"\xff\xff".to_vec()] {
            app.handle(kind, id(1), payload).await.unwrap();
        }
    }
    assert_eq!(app.db.db_count("customer_label WHERE title = 'shop'").await, 1);
}

#[tokio::test]
async fn facts_that_cannot_be_read_are_refused() {
    let app = TestApp::start().await;
    let product = product_changed(SELLER, "tea", &[(1, "small")], 1);
    let customer = customer_changed(SELLER, 1, "shop", "north", 1);
    let mut broken_type = product.clone();
    broken_type.types[0].type_id.clear();
    for (kind, payload) in [
        ("product.changed", b"\xff\xff".to_vec()),
        ("product.changed", Vec::new()),
        ("product.changed", broken_type.encode_to_vec()),
        ("customer.changed", b"\xff\xff".to_vec()),
        (
            "customer.changed",
            pishkhan_proto::orders::v1::CustomerChanged { change_time: None, ..customer }.encode_to_vec(),
        ),
    ] {
        let refused = app.handle(kind, id(7), payload).await;
        assert!(matches!(refused, Err(HandlerError::Refused(_))), "{kind}: {refused:?}");
    }
    assert_eq!(app.db.db_count("product_label").await + app.db.db_count("customer_label").await, 0);
}

// === rebuilding ===

/// A product's title, its types and their names, since which second.
type Named<'a> = (&'a str, &'a [(u128, &'a str)], i64);

/// Sends names and orders as an internal tool does.
async fn rebuild_with_names(
    app: &TestApp,
    products: &[Named<'_>],
    customers: &[(u128, &str, &str, i64)],
    orders: &[TestOrder],
) -> Result<pb::RebuildReportsResponse, tonic::Status> {
    let product = |(title, types, second): &Named<'_>| {
        let told = product_changed(SELLER, title, types, *second);
        let named = |found: pishkhan_proto::catalogue::v1::NamedType| pb::RebuildType {
            type_id: found.type_id,
            name: found.name,
        };
        let types = told.types.into_iter().map(named).collect();
        pb::RebuildProduct { product_id: told.product_id, title: told.title, types, change_time: told.change_time }
    };
    let customer = |(customer, title, area, second): &(u128, &str, &str, i64)| {
        let told = customer_changed(SELLER, *customer, title, area, *second);
        let (customer_id, title, activity_area) = (told.customer_id, told.title, told.activity_area);
        pb::RebuildCustomer { customer_id, title, activity_area, change_time: told.change_time }
    };
    let message = pb::RebuildReportsRequest { seller_id: SELLER.to_string(), ..Default::default() };
    let messages = [
        pb::RebuildReportsRequest {
            products: products.iter().map(product).collect(),
            customers: customers.iter().map(customer).collect(),
            ..message.clone()
        },
        pb::RebuildReportsRequest { orders: orders.iter().map(TestOrder::rebuild).collect(), ..message },
    ];
    Ok(app.tool().rebuild_reports(futures_util::stream::iter(messages)).await?.into_inner())
}

#[tokio::test]
async fn a_rebuild_brings_todays_names_back_and_no_older_ones() {
    let app = TestApp::start().await;
    let orders =
        [TestOrder::new(SELLER, 1, "1405/08/30"), TestOrder::new(SELLER, 2, "1405/08/01").customer(2, "south")];
    for order in &orders {
        app.register(order).await;
    }
    app.rename_product(SELLER, "tea", &[(1, "small")], 10).await;
    app.change_customer(SELLER, 1, "the corner shop", "west", 10).await;
    assert_proved(&app, &orders).await;
    let areas = regions(&[("south", (1, 2, 100)), ("west", (1, 2, 100))]);
    let assert_today = async || {
        let mut found = app.regions(SELLER, None).await;
        found.sort();
        assert_eq!(found, areas);
        assert_eq!(products(&app).await, [pair("tea", "small")]);
        assert_eq!(customers(&app).await, ["the corner shop", "customer 2"]);
    };
    assert_today().await;

    // Everything is lost: without names the orders' own come back, with them those of today.
    app.db.db_execute("TRUNCATE contribution, seller_sales, product_sales, region_sales, customer_sales").await;
    app.db.db_execute("TRUNCATE product_label, customer_label").await;
    app.clock.advance(TimeDelta::minutes(2));
    app.rebuild(SELLER, "", &orders).await.unwrap();
    assert_eq!(products(&app).await, [pair("product 1", "type 1")]);
    assert_eq!(app.regions(SELLER, None).await[0].0, "north");
    let names: &[(u128, &str, &str, i64)] =
        &[(1, "the corner shop", "west", 10), (2, "customer 2", "south", 0), (3, "new", "north", 5)];
    let reply = rebuild_with_names(&app, &[("tea", &[(1, "small")], 10)], names, &orders).await.unwrap();
    assert!(reply.difference_count > 0 && reply.differences.iter().all(|told| told.subject.starts_with("region ")));
    assert_today().await;
    let again = rebuild_with_names(&app, &[("tea", &[(1, "small")], 10)], names, &orders).await.unwrap();
    assert_eq!(again.difference_count, 0);
    assert_today().await;
}

#[tokio::test]
async fn what_owners_say_to_a_rebuild_replaces_what_was_known_before_it_and_nothing_later() {
    let app = TestApp::start().await;
    let orders = [TestOrder::new(SELLER, 1, "1405/08/30")];
    app.register(&orders[0]).await;
    app.rename_product(SELLER, "lost with the backup", &[(1, "lost")], 50).await;
    app.change_customer(SELLER, 1, "lost", "lost", 50).await;
    // The owners were restored to an older time, and say so.
    app.clock.advance(TimeDelta::minutes(10));
    let names: &[(u128, &str, &str, i64)] = &[(1, "restored", "restored", 20)];
    rebuild_with_names(&app, &[("restored", &[(1, "restored")], 20)], names, &orders).await.unwrap();
    assert_eq!(products(&app).await, [pair("restored", "restored")]);
    assert_eq!(customers(&app).await, ["restored"]);
    assert_eq!(app.regions(SELLER, None).await, regions(&[("restored", (1, 2, 100))]));
    // What became known while the names were listed is later than the list.
    app.clock.advance(TimeDelta::minutes(10));
    app.rename_product(SELLER, "new", &[(1, "new")], 700).await;
    app.change_customer(SELLER, 1, "new", "new", 700).await;
    rebuild_with_names(&app, &[("restored", &[(1, "restored")], 20)], names, &orders).await.unwrap();
    assert_eq!((products(&app).await, customers(&app).await), (vec![pair("new", "new")], vec!["new".to_owned()]));
    assert_eq!(app.regions(SELLER, None).await, regions(&[("new", (1, 2, 100))]));
}

#[tokio::test]
async fn a_rebuild_heals_figures_that_a_move_could_not_be_taken_from() {
    let app = TestApp::start().await;
    let orders = [TestOrder::new(SELLER, 1, "1405/08/30")];
    app.register(&orders[0]).await;
    app.db.db_execute("DELETE FROM region_sales").await;
    let names: &[(u128, &str, &str, i64)] = &[(1, "customer 1", "west", 20)];
    assert_eq!(rebuild_with_names(&app, &[], names, &orders).await.unwrap().difference_count, 3);
    assert_eq!(app.regions(SELLER, None).await, regions(&[("west", (1, 2, 100))]));
}

#[tokio::test]
async fn names_of_a_rebuild_are_bounded_and_checked() {
    let app = TestApp::start().await;
    let types: Vec<(u128, &str)> = (1..=2_001).map(|number| (number, "type")).collect();
    let many: Vec<(u128, &str, &str, i64)> = (1..=501).map(|number| (number, "shop", "north", 1)).collect();
    let refused = rebuild_with_names(&app, &[("tea", &types, 1)], &[], &[]).await.unwrap_err();
    assert_eq!(pishkhan_chassis::errors::details(&refused).fields[0].field, "products");
    let refused = rebuild_with_names(&app, &[], &many, &[]).await.unwrap_err();
    assert_eq!(pishkhan_chassis::errors::details(&refused).fields[0].field, "customers");
    assert_eq!(app.db.db_count("product_label").await + app.db.db_count("customer_label").await, 0);
}
