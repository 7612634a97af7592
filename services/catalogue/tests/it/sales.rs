//! Facts about orders become units sold.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use chrono::TimeDelta;
use pishkhan_catalogue::consume::Orders;
use pishkhan_chassis::clock::Clock as _;
use pishkhan_chassis_db::{
    Consumer, ConsumerOptions, DbError, Handler as _, HandlerError, Received, Relay, outbox,
    set_aside::{self, SetAside},
};
use pishkhan_proto::{catalogue::v1 as pb, orders::v1 as orders};
use pishkhan_testkit::{TestDb, TestRedis, eventually, noon};
use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
};
use prost::Message as _;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::harness::{App, row};

/// Gives one event to the handler, in a transaction of its own, as the consumer does.
pub async fn handle(app: &App, kind: &str, payload: Vec<u8>) -> Result<(), HandlerError> {
    let event = Received {
        id: Uuid::nil(),
        topic: "orders".to_owned(),
        kind: kind.to_owned(),
        key: Uuid::nil(),
        seq: 1,
        payload,
        traceparent: None,
        occurred_at: noon(),
    };
    app.db.db().transaction(async |conn| Orders.handle(conn, &event).await).await
}

pub fn registered(seller_id: Uuid, order_id: Uuid, revision: i64, lines: &[(&str, i64)]) -> orders::OrderRegistered {
    let line = |(product_id, quantity): &(&str, i64)| orders::RegisteredLine {
        product_id: (*product_id).to_owned(),
        type_id: Uuid::nil().to_string(),
        product_title: "چای".to_owned(),
        type_name: "سبز".to_owned(),
        quantity: *quantity,
        amount_toman: 1_000,
    };
    orders::OrderRegistered {
        order_id: order_id.to_string(),
        seller_id: seller_id.to_string(),
        revision,
        register_time: None,
        customer_id: Uuid::nil().to_string(),
        customer_title: "فروشگاه".to_owned(),
        activity_area: "تهران".to_owned(),
        lines: lines.iter().map(line).collect(),
        code: "1405-08-000001".to_owned(),
    }
}

/// A revision of an order is registered, with these units of products.
pub async fn register(app: &App, seller_id: Uuid, order_id: Uuid, revision: i64, lines: &[(&str, i64)]) {
    let message = registered(seller_id, order_id, revision, lines);
    handle(app, "order.registered", message.encode_to_vec()).await.expect("it counts");
}

fn cancelled(seller_id: Uuid, order_id: Uuid, revision: i64) -> orders::OrderCancelled {
    let (order_id, seller_id) = (order_id.to_string(), seller_id.to_string());
    orders::OrderCancelled { order_id, seller_id, revision, cancel_time: None }
}

async fn cancel(app: &App, seller_id: Uuid, order_id: Uuid, revision: i64) {
    let message = cancelled(seller_id, order_id, revision);
    handle(app, "order.cancelled", message.encode_to_vec()).await.expect("it is counted out");
}

async fn delete(app: &App, seller_id: Uuid, order_id: Uuid, revision: i64) {
    let (order_id, seller_id) = (order_id.to_string(), seller_id.to_string());
    let message = orders::OrderDeleted { order_id, seller_id, revision, delete_time: None };
    handle(app, "order.deleted", message.encode_to_vec()).await.expect("it is counted out");
}

/// A seller with this many products, `P0` and on, and their ids.
async fn store(app: &App, products: usize) -> (Uuid, Vec<String>) {
    let seller_id = app.id();
    let rows = (0..products).map(|number| row(&format!("P{number}"), &format!("T{number}"), 100)).collect();
    assert_eq!(app.import(seller_id, rows).await.problems, []);
    let mut products = list(app, seller_id).await;
    products.sort_by_key(|product| product.code[1..].parse::<usize>().expect("a number"));
    (seller_id, products.into_iter().map(|product| product.product_id).collect())
}

async fn list(app: &App, seller_id: Uuid) -> Vec<pb::Product> {
    let request = pb::ListProductsRequest { seller_id: seller_id.to_string(), page_size: 100, ..Default::default() };
    app.tool().list_products(request).await.expect("products can be listed").into_inner().products
}

/// What is shown as sold, by the numbers of the products.
async fn sold(app: &App, seller_id: Uuid) -> Vec<i64> {
    let mut found = list(app, seller_id).await;
    found.sort_by_key(|product| product.code[1..].parse::<usize>().expect("a number"));
    found.into_iter().map(|product| product.units_sold).collect()
}

#[tokio::test]
async fn registered_orders_count_until_they_are_cancelled_or_deleted() {
    let app = App::start().await;
    let (seller_id, p) = store(&app, 3).await;
    let (first, second) = (app.id(), app.id());
    // Two types of one product are two lines.
    register(&app, seller_id, first, 1, &[(&p[0], 3), (&p[1], 2), (&p[0], 10)]).await;
    register(&app, seller_id, second, 1, &[(&p[0], 5)]).await;
    assert_eq!(sold(&app, seller_id).await, [18, 2, 0]);
    // A later revision comes in the place of the earlier one.
    register(&app, seller_id, first, 2, &[(&p[1], 1), (&p[2], 7)]).await;
    assert_eq!(sold(&app, seller_id).await, [5, 1, 7]);
    cancel(&app, seller_id, first, 3).await;
    assert_eq!(sold(&app, seller_id).await, [5, 0, 0]);
    delete(&app, seller_id, first, 3).await;
    delete(&app, seller_id, second, 2).await;
    assert_eq!(sold(&app, seller_id).await, [0, 0, 0]);
    app.db.assert_outbox(&["product.changed"; 3]).await;
}

#[tokio::test]
async fn the_same_fact_again_and_an_older_one_change_nothing() {
    let app = App::start().await;
    let (seller_id, p) = store(&app, 1).await;
    let order = app.id();
    for revision in [2, 2, 1, 2, 1] {
        register(&app, seller_id, order, revision, &[(&p[0], revision * 10)]).await;
        assert_eq!(sold(&app, seller_id).await, [20]);
    }
    // The cancellation overtakes the registration.
    let late = app.id();
    cancel(&app, seller_id, late, 2).await;
    register(&app, seller_id, late, 1, &[(&p[0], 4)]).await;
    assert_eq!(sold(&app, seller_id).await, [20]);
}

#[tokio::test]
async fn sellers_share_nothing_even_when_ids_meet() {
    let app = App::start().await;
    let ((seller_id, p), (other, _)) = (store(&app, 1).await, store(&app, 1).await);
    let order = app.id();
    register(&app, seller_id, order, 1, &[(&p[0], 4)]).await;
    // Another's product is no product of this seller: it is not counted, and nothing fails later because of it.
    register(&app, other, order, 1, &[(&p[0], 9)]).await;
    cancel(&app, other, order, 2).await;
    assert_eq!((sold(&app, seller_id).await, sold(&app, other).await), (vec![4], vec![0]));
}

#[tokio::test]
async fn facts_that_cannot_be_counted_are_refused_and_change_nothing() {
    let app = App::start().await;
    let (seller_id, p) = store(&app, 1).await;
    let order = app.id();
    let good = || registered(seller_id, order, 1, &[(&p[0], 1)]);
    let broken: Vec<Vec<u8>> = vec![
        b"\xff\xff".to_vec(),
        Vec::new(),
        orders::OrderRegistered { seller_id: String::new(), ..good() }.encode_to_vec(),
        orders::OrderRegistered { order_id: "7".to_owned(), ..good() }.encode_to_vec(),
        orders::OrderRegistered { revision: 0, ..good() }.encode_to_vec(),
        registered(seller_id, order, 1, &[("7", 1)]).encode_to_vec(),
        registered(seller_id, order, 1, &[(&p[0], 0)]).encode_to_vec(),
        registered(seller_id, order, 1, &[(&p[0], i64::MAX), (&p[0], 1)]).encode_to_vec(),
    ];
    for (index, payload) in broken.into_iter().enumerate() {
        let refused = handle(&app, "order.registered", payload).await;
        assert!(matches!(refused, Err(HandlerError::Refused(_))), "{index}: {refused:?}");
    }
    for kind in ["order.cancelled", "order.deleted"] {
        let refused = handle(&app, kind, cancelled(seller_id, order, 0).encode_to_vec()).await;
        assert!(matches!(refused, Err(HandlerError::Refused(_))), "{kind}: {refused:?}");
    }
    // Of no interest here.
    handle(&app, "customer.connected", b"\xff\xff".to_vec()).await.unwrap();
    assert_eq!(sold(&app, seller_id).await, [0]);
    assert_eq!(app.db.db_count("order_sale").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn facts_and_imports_at_the_same_time_do_not_lock_each_other_out() {
    let app = Arc::new(App::start().await);
    let (seller_id, p) = store(&app, 12).await;
    let facts = |worker: usize| {
        let (app, mut p) = (app.clone(), p.clone());
        async move {
            if worker % 2 == 1 {
                p.reverse();
            }
            let lines: Vec<(&str, i64)> = p.iter().map(|product| (product.as_str(), 1)).collect();
            for _ in 0..10 {
                register(&app, seller_id, app.id(), 1, &lines).await;
            }
        }
    };
    let importing = {
        let app = app.clone();
        async move {
            for round in 0..8 {
                // The other way round each time, and each product changes.
                let mut rows: Vec<pb::ProductRow> = (0..12)
                    .map(|number| pb::ProductRow {
                        title: format!("چای {round}"),
                        ..row(&format!("P{number}"), &format!("T{number}"), 100 + round)
                    })
                    .collect();
                if round % 2 == 1 {
                    rows.reverse();
                }
                assert_eq!(app.import(seller_id, rows).await.problems, []);
            }
        }
    };
    tokio::join!(importing, facts(0), facts(1), facts(2));
    assert_eq!(sold(&app, seller_id).await, [30; 12]);
    app.assert_sound(seller_id).await;
}

// === any history, in any order, with repeats ===

/// One revision of an order: none when it is cancelled, its units by product when it is registered.
type Step = Option<BTreeMap<usize, i64>>;

async fn tell(app: &App, seller_id: Uuid, products: &[String], order: Uuid, revision: i64, step: &Step, deleted: bool) {
    match step {
        Some(units) => {
            let lines: Vec<(&str, i64)> = units.iter().map(|(of, units)| (products[*of].as_str(), *units)).collect();
            register(app, seller_id, order, revision, &lines).await;
        }
        None if deleted => delete(app, seller_id, order, revision).await,
        None => cancel(app, seller_id, order, revision).await,
    }
}

#[test]
fn units_sold_are_the_sum_of_what_stands_whatever_comes_when() {
    const PRODUCTS: usize = 4;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let app = runtime.block_on(App::start());
    let step = proptest::option::weighted(0.7, proptest::collection::btree_map(0..PRODUCTS, 1_i64..50, 1..4));
    let histories = proptest::collection::vec(proptest::collection::vec(step, 1..5), 1..5);
    let picks = proptest::collection::vec(any::<prop::sample::Index>(), 0..16);
    let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&(histories, picks, any::<bool>()), |(histories, picks, backwards)| {
        runtime.block_on(async {
            let (seller_id, products) = store(&app, PRODUCTS).await;
            let orders: Vec<Uuid> = histories.iter().map(|_| app.id()).collect();
            let mut facts: Vec<(Uuid, i64, &Step)> = orders
                .iter()
                .zip(&histories)
                .flat_map(|(order, history)| (1_i64..).zip(history).map(|(revision, step)| (*order, revision, step)))
                .collect();
            let early: Vec<_> = picks.iter().map(|pick| *pick.get(&facts)).collect();
            if backwards {
                facts.reverse();
            }
            for (index, (order, revision, step)) in early.into_iter().chain(facts).enumerate() {
                tell(&app, seller_id, &products, order, revision, step, index % 2 == 0).await;
            }
            let mut expected = vec![0; PRODUCTS];
            for units in histories.iter().filter_map(|history| history.last()?.as_ref()) {
                for (of, units) in units {
                    expected[*of] += units;
                }
            }
            let found = sold(&app, seller_id).await;
            if found == expected { Ok(()) } else { Err(TestCaseError::fail(format!("{found:?}, not {expected:?}"))) }
        })
    });
    let _runtime = runtime.enter();
    drop(app);
    outcome.unwrap();
}

// === the whole way ===

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn units_sold_follow_the_orders_also_when_redis_loses_everything() {
    let app = App::start().await;
    let (seller_id, p) = store(&app, 1).await;
    let (sender, redis, stop) = (TestDb::new("orders", &[]).await, TestRedis::new(), CancellationToken::new());
    let relay = Relay::new(sender.db(), redis.redis(), redis.prefix(), app.clock.clone());
    app.server.lifecycle().spawn("relay", relay.run(stop.clone()));
    let consumer = Consumer::new(app.db.db(), redis.redis(), redis.prefix(), app.clock.clone(), Orders)
        .with_options(ConsumerOptions { block: Duration::from_millis(100), ..ConsumerOptions::default() });
    app.server.lifecycle().spawn("consumer", consumer.run(stop.clone()));
    let pool = sender.db();
    let publish = async |kind: &'static str, key: Uuid, payload: Vec<u8>| {
        let id = app.id();
        let done = pool.transaction(async |conn| {
            let payload = payload.clone();
            let event = outbox::Event { id, topic: "orders", kind, key, payload, occurred_at: noon() };
            outbox::append(conn, event).await.map_err(DbError::from)
        });
        done.await.expect("the event is written");
    };
    let reaches = async |expected: i64| {
        eventually("the units follow", async || (sold(&app, seller_id).await == [expected]).then_some(())).await;
    };
    let order = app.id();
    publish("order.registered", order, registered(seller_id, order, 1, &[(&p[0], 3)]).encode_to_vec()).await;
    publish("order.registered", app.id(), b"\xff\xff".to_vec()).await;
    let second = app.id();
    publish("order.registered", second, registered(seller_id, second, 1, &[(&p[0], 4)]).encode_to_vec()).await;
    reaches(7).await;
    redis.lose_everything().await;
    publish("order.cancelled", order, cancelled(seller_id, order, 2).encode_to_vec()).await;
    reaches(4).await;
    stop.cancel();
}

#[tokio::test]
async fn units_can_be_counted_anew_from_what_orders_hold() {
    let app = App::start().await;
    let seller_id = app.id();
    let rows = vec![row("P0", "T0", 100), row("P0", "T1", 100), row("P1", "T2", 100)];
    assert_eq!(app.import(seller_id, rows).await.problems, []);
    let request = pb::ListProductTypesRequest { seller_id: seller_id.to_string(), ..Default::default() };
    let types = app.tool().list_product_types(request).await.unwrap().into_inner().types;
    let of = |code: &str| types.iter().find(|of| of.code == code).unwrap().clone();
    let (a, b, c) = (of("T0"), of("T1"), of("T2"));
    let (p0, p1) = (a.product_id.as_str(), c.product_id.as_str());
    let (heard, lost, undone) = (app.id(), app.id(), app.id());
    app.reserve(seller_id, heard, 1, &[(a.type_id.clone(), 3)]).await.unwrap();
    register(&app, seller_id, heard, 1, &[(p0, 3)]).await;
    app.reserve(seller_id, lost, 1, &[(b.type_id.clone(), 4), (c.type_id.clone(), 2)]).await.unwrap();
    app.reserve(seller_id, undone, 1, &[(c.type_id.clone(), 9)]).await.unwrap();
    register(&app, seller_id, undone, 1, &[(p1, 9)]).await;
    app.reserve(seller_id, undone, 2, &[]).await.unwrap();
    assert_eq!(sold(&app, seller_id).await, [3, 9]);

    let given_up_now = async || {
        let request = pb::ListSetAsideEventsRequest { seller_id: seller_id.to_string() };
        app.tool().list_set_aside_events(request).await.unwrap().into_inner().events
    };
    let recount = async || {
        let request = pb::RecountSalesRequest { seller_id: seller_id.to_string() };
        app.tool().recount_sales(request).await.unwrap().into_inner()
    };
    let given_up = SetAside {
        consumer: Orders::GROUP.to_owned(),
        lane: seller_id,
        event_id: app.id(),
        topic: "orders".to_owned(),
        kind: "order.registered".to_owned(),
        key: lost,
        reason: "quantity is negative".to_owned(),
        set_aside_at: app.clock.now(),
    };
    let others = SetAside { lane: app.id(), ..given_up.clone() };
    for event in [&given_up, &others] {
        set_aside::record(&mut app.db.conn().await, event).await.unwrap();
    }
    let [told] = given_up_now().await.try_into().unwrap();
    assert_eq!((told.kind.as_str(), told.key, told.reason), ("order.registered", lost.to_string(), given_up.reason));
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(recount().await, pb::RecountSalesResponse { orders: 2, products: 2 });
    assert_eq!(sold(&app, seller_id).await, [7, 2]);
    // What it told of is counted; what was given up of another seller is none of ours.
    assert_eq!((given_up_now().await, app.db.db_count("set_aside").await), (Vec::new(), 1));
    assert_eq!(app.db.db_count("audit_event WHERE action = 'sales.recounted'").await, 1);
    // What arrives afterwards is known; and a second time nothing is different.
    register(&app, seller_id, lost, 1, &[(p0, 4), (p1, 2)]).await;
    cancel(&app, seller_id, undone, 2).await;
    assert_eq!(recount().await, pb::RecountSalesResponse::default());
    assert_eq!(sold(&app, seller_id).await, [7, 2]);
    assert_eq!(app.db.db_count("audit_event WHERE action = 'sales.recounted'").await, 1);
}

// === orders from before the units were counted so ===

#[tokio::test]
async fn what_was_sold_before_is_kept_and_counted_once() {
    let app = App::start().await;
    let seller_id = app.id();
    let rows = vec![row("P0", "T0", 100), row("P0", "T1", 100), row("P1", "T2", 100)];
    assert_eq!(app.import(seller_id, rows).await.problems, []);
    app.db.db_execute(include_str!("../../migrations/2026-11-29-000010_changed_products/down.sql")).await;
    app.db.db_execute(include_str!("../../migrations/2026-11-22-000010_products/down.sql")).await;
    let request = pb::ListProductTypesRequest { seller_id: seller_id.to_string(), ..Default::default() };
    let types = app.tool().list_product_types(request).await.unwrap().into_inner().types;
    let of = |code: &str| types.iter().find(|of| of.code == code).unwrap().clone();
    let (a, b, c) = (of("T0"), of("T1"), of("T2"));
    let (standing, gone, refused) = (app.id(), app.id(), app.id());
    let lines = [(a.type_id.clone(), 3), (b.type_id.clone(), 4), (c.type_id.clone(), 2)];
    app.reserve(seller_id, standing, 1, &lines).await.unwrap();
    app.reserve(seller_id, standing, 2, &lines).await.unwrap();
    app.reserve(seller_id, gone, 1, &[(c.type_id.clone(), 9)]).await.unwrap();
    app.reserve(seller_id, gone, 2, &[]).await.unwrap();
    app.reserve(seller_id, refused, 1, &[(c.type_id.clone(), 999)]).await.unwrap();
    // As the version before kept them.
    app.db
        .db_execute(
            "UPDATE product_type t SET units_sold = r.quantity FROM reservation r \
             WHERE r.seller_id = t.seller_id AND r.type_id = t.type_id",
        )
        .await;
    app.db.db_execute(include_str!("../../migrations/2026-11-22-000010_products/up.sql")).await;
    app.db.db_execute(include_str!("../../migrations/2026-11-29-000010_changed_products/up.sql")).await;
    app.db.db_grant().await;
    assert_eq!(sold(&app, seller_id).await, [7, 2]);

    // All of it is told once more.
    let (p0, p1) = (a.product_id.as_str(), c.product_id.as_str());
    register(&app, seller_id, gone, 1, &[(p1, 9)]).await;
    cancel(&app, seller_id, gone, 2).await;
    register(&app, seller_id, standing, 1, &[(p0, 7), (p1, 2)]).await;
    register(&app, seller_id, standing, 2, &[(p0, 7), (p1, 2)]).await;
    assert_eq!(sold(&app, seller_id).await, [7, 2]);
    // The refused one is registered in the end.
    register(&app, seller_id, refused, 2, &[(p1, 1)]).await;
    assert_eq!(sold(&app, seller_id).await, [7, 3]);
    cancel(&app, seller_id, standing, 3).await;
    assert_eq!(sold(&app, seller_id).await, [0, 1]);
    // And back: the types have what orders hold.
    app.db.db_execute(include_str!("../../migrations/2026-11-29-000010_changed_products/down.sql")).await;
    app.db.db_execute(include_str!("../../migrations/2026-11-22-000010_products/down.sql")).await;
    assert_eq!(app.db.db_count("product_type WHERE units_sold IN (3, 4, 2)").await, 3);
}
