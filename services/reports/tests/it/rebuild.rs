//! Rebuilding figures from the orders.

use chrono::TimeDelta;
use pishkhan_chassis::clock::Clock as _;
use pishkhan_chassis::errors;
use pishkhan_chassis_db::Handler as _;
use pishkhan_chassis_db::set_aside::{self, SetAside};
use pishkhan_proto::reports::v1 as pb;
use pishkhan_reports::consume::Facts;
use tonic::Code;
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, id, numbers, span};

const SELLER: Uuid = Uuid::from_u128(0xA);
const OTHER: Uuid = Uuid::from_u128(0xB);

fn orders() -> Vec<TestOrder> {
    vec![
        TestOrder::new(SELLER, 1, "1405/08/01").lines(&[(1, 1, 100), (2, 2, 200)]),
        TestOrder::new(SELLER, 2, "1405/08/30").customer(2, "south").lines(&[(2, 3, 300)]),
        TestOrder::new(SELLER, 3, "1405/09/01").customer(2, "south").revision(4).lines(&[(3, 4, 400)]),
    ]
}

/// The orders are known and some time has passed.
async fn app_with(orders: &[TestOrder]) -> TestApp {
    let app = TestApp::start().await;
    for order in orders {
        app.register(order).await;
    }
    app.clock.advance(TimeDelta::minutes(10));
    app
}

fn subjects(reply: &pb::RebuildReportsResponse) -> Vec<&str> {
    reply.differences.iter().map(|difference| difference.subject.as_str()).collect()
}

#[tokio::test]
async fn figures_that_are_right_stay_and_the_rebuild_is_recorded() {
    let app = app_with(&orders()).await;
    let reply = app.rebuild(SELLER, "r1", &orders()).await.unwrap();
    assert_eq!((reply.orders, reply.differences.len(), reply.difference_count), (3, 0, 0));
    // All of time, two months, three days: of the seller 1 + 2 + 3, of products 3 + 3 + 4, of areas and of customers
    // 2 + 3 + 3 each.
    assert_eq!(reply.figures_compared, 6 + 10 + 8 + 8);
    assert_eq!(app.totals(SELLER, None).await, (3, 10, 1_000));
    app.db.assert_audit(&["reports.rebuilt"]).await;
    assert_eq!(app.db.db_count("rebuild_order").await, 0);
}

#[tokio::test]
async fn every_wrong_figure_is_told_and_put_right() {
    let app = app_with(&orders()).await;
    app.db
        .db_execute(
            "UPDATE seller_sales SET orders = 9 WHERE bucket = 140508;
             UPDATE product_sales SET amount_toman = 1 WHERE bucket = 14050830;
             DELETE FROM region_sales WHERE bucket = 0 AND activity_area = 'south';
             UPDATE customer_sales SET bucket = 14050902 WHERE bucket = 14050901",
        )
        .await;
    let reply = app.rebuild(SELLER, "", &orders()).await.unwrap();
    let (second, product) = (id(2), id(2));
    assert_eq!(
        subjects(&reply),
        [
            "seller 1405/08",
            &format!("product {product} 1405/08/30"),
            "region south all",
            &format!("customer {second} 1405/09/01"),
            &format!("customer {second} 1405/09/02"),
        ]
    );
    let told = &reply.differences[1];
    assert_eq!((numbers(told.maintained), numbers(told.rebuilt)), ((1, 3, 1), (1, 3, 300)));
    let moved = &reply.differences[4];
    assert_eq!((numbers(moved.maintained), numbers(moved.rebuilt)), ((1, 4, 400), (0, 0, 0)));
    assert_eq!(reply.difference_count, 5);

    assert_eq!(app.totals(SELLER, span("1405/08/01", "1405/08/30")).await, (2, 6, 600));
    assert_eq!(app.regions(SELLER, None).await, [("south".to_owned(), (2, 7, 700)), ("north".to_owned(), (1, 3, 300))]);
    // And it stays right: a second look finds nothing, a new fact counts from there.
    let again = app.rebuild(SELLER, "", &orders()).await.unwrap();
    assert_eq!((again.difference_count, again.figures_compared > 0), (0, true));
    app.cancel(SELLER, id(2), 2).await;
    assert_eq!(app.regions(SELLER, None).await, [("south".to_owned(), (1, 4, 400)), ("north".to_owned(), (1, 3, 300))]);
}

#[tokio::test]
async fn facts_that_never_came_are_made_good() {
    // The second order and the third's latest revision were never told, nor that the fourth was cancelled.
    let known = [
        orders()[0].clone(),
        orders()[2].clone().revision(3).lines(&[(9, 9, 999)]),
        TestOrder::new(SELLER, 4, "1405/08/05").lines(&[(5, 5, 500)]),
    ];
    let app = app_with(&known).await;
    let reply = app.rebuild(SELLER, "", &orders()).await.unwrap();
    assert!(reply.difference_count > 0);
    assert_eq!(app.totals(SELLER, None).await, (3, 10, 1_000));
    assert_eq!(app.customers(SELLER, None).await.len(), 2);
    let names: Vec<_> = app.products(SELLER, None).await.into_iter().map(|row| row.type_name).collect();
    assert_eq!(names, ["type 2", "type 3", "type 1"]);
    // The fourth order may still be registered anew; its old fact stays old.
    app.register(&known[2]).await;
    assert_eq!(app.totals(SELLER, None).await.0, 3);
    app.register(&known[2].clone().revision(2)).await;
    assert_eq!(app.totals(SELLER, None).await.0, 4);
}

#[tokio::test]
async fn an_empty_service_is_filled() {
    let app = TestApp::start().await;
    let reply = app.rebuild(SELLER, "", &orders()).await.unwrap();
    assert_eq!((reply.orders, reply.difference_count), (3, reply.figures_compared));
    assert_eq!(app.totals(SELLER, None).await, (3, 10, 1_000));
    assert_eq!(app.days(SELLER, None).await.len(), 3);
    // And emptied by an empty list, once the facts are old enough to have been listed.
    app.clock.advance(TimeDelta::minutes(2));
    let reply = app.rebuild(SELLER, "", &[]).await.unwrap();
    assert_eq!((reply.orders, app.totals(SELLER, None).await), (0, (0, 0, 0)));
    assert!(reply.difference_count > 0);
    assert_eq!(app.products(SELLER, None).await, []);
}

#[tokio::test]
async fn later_facts_win_over_the_stream() {
    let app = app_with(&orders()).await;
    // While the list was on its way: a new revision, a cancellation, a new order.
    app.register(&orders()[0].clone().revision(2).lines(&[(1, 7, 700)])).await;
    app.cancel(SELLER, id(2), 2).await;
    app.register(&TestOrder::new(SELLER, 9, "1405/08/30").lines(&[(9, 1, 50)])).await;
    let reply = app.rebuild(SELLER, "", &orders()).await.unwrap();
    assert_eq!((reply.orders, reply.difference_count), (3, 0));
    assert_eq!(app.totals(SELLER, None).await, (3, 7 + 4 + 1, 700 + 400 + 50));
}

#[tokio::test]
async fn an_order_registered_while_the_list_was_made_stays() {
    let app = app_with(&orders()).await;
    app.register(&TestOrder::new(SELLER, 9, "1405/08/30").lines(&[(9, 1, 50)])).await;
    app.clock.advance(TimeDelta::seconds(30));
    assert_eq!(app.rebuild(SELLER, "", &orders()).await.unwrap().difference_count, 0);
    assert_eq!(app.totals(SELLER, None).await.0, 4);
    app.clock.advance(TimeDelta::minutes(1));
    assert!(app.rebuild(SELLER, "", &orders()).await.unwrap().difference_count > 0);
    assert_eq!(app.totals(SELLER, None).await.0, 3);
}

#[tokio::test]
async fn an_order_that_comes_twice_counts_once_by_its_later_revision() {
    let app = TestApp::start().await;
    let later = orders()[0].clone().revision(2).lines(&[(1, 5, 555)]);
    for sent in [[orders()[0].clone(), later.clone()], [later.clone(), orders()[0].clone()]] {
        let reply = app.rebuild(SELLER, "", &sent).await.unwrap();
        assert_eq!((reply.orders, app.totals(SELLER, None).await), (1, (1, 5, 555)));
    }
    let both = pb::RebuildReportsRequest {
        seller_id: SELLER.to_string(),
        orders: vec![later.rebuild(), orders()[0].rebuild()],
        ..Default::default()
    };
    let reply = app.tool().rebuild_reports(futures_util::stream::iter([both])).await.unwrap().into_inner();
    assert_eq!((reply.orders, reply.difference_count), (1, 0));
}

#[tokio::test]
async fn the_same_request_again_gets_the_same_answer_and_does_nothing() {
    let app = TestApp::start().await;
    let first = app.rebuild(SELLER, "r1", &orders()).await.unwrap();
    app.register(&TestOrder::new(SELLER, 9, "1405/08/30")).await;
    app.db.db_execute("UPDATE seller_sales SET orders = 77 WHERE bucket = 0").await;
    assert_eq!(app.rebuild(SELLER, "r1", &orders()).await.unwrap(), first);
    assert_eq!(app.totals(SELLER, None).await.0, 77);
    app.db.assert_audit(&["reports.rebuilt"]).await;

    let reused = app.rebuild(SELLER, "r1", &orders()[..1]).await.unwrap_err();
    assert_eq!(errors::reason(&reused).as_deref(), Some("IDEMPOTENCY_KEY_REUSED"));
    // Somebody else's request of that name is another one.
    assert_eq!(app.rebuild(OTHER, "r1", &[]).await.unwrap().orders, 0);
    assert_eq!(app.db.db_count("rebuild_order").await, 0);
}

#[tokio::test]
async fn other_sellers_keep_their_figures() {
    let app = app_with(&orders()).await;
    app.register(&TestOrder::new(OTHER, 1, "1405/08/30").lines(&[(1, 8, 888)])).await;
    app.clock.advance(TimeDelta::hours(1));
    app.db.db_execute("UPDATE product_sales SET units = 5 WHERE bucket = 0").await;
    app.rebuild(SELLER, "", &[]).await.unwrap();
    assert_eq!(app.totals(SELLER, None).await, (0, 0, 0));
    assert_eq!(app.totals(OTHER, None).await, (1, 8, 888));
    assert_eq!(numbers(app.products(OTHER, None).await[0].figures).1, 5);
}

#[tokio::test]
async fn bad_streams_are_refused_and_leave_nothing() {
    let app = app_with(&orders()).await;
    let message = |orders: Vec<pb::RebuildOrder>| pb::RebuildReportsRequest {
        request_id: "r1".to_owned(),
        seller_id: SELLER.to_string(),
        orders,
        ..Default::default()
    };
    let good = orders()[0].rebuild();
    let second = |second: pb::RebuildReportsRequest| vec![message(vec![good.clone()]), second];
    let order = |change: fn(&mut pb::RebuildOrder)| {
        let mut order = good.clone();
        change(&mut order);
        second(message(vec![order]))
    };
    for (name, messages, field) in [
        ("no message", vec![], "seller_id"),
        ("no seller", vec![pb::RebuildReportsRequest::default()], "seller_id"),
        (
            "two sellers",
            second(pb::RebuildReportsRequest { seller_id: OTHER.to_string(), ..message(vec![]) }),
            "seller_id",
        ),
        ("too many orders", second(message(vec![good.clone(); 501])), "orders"),
        ("a long id", vec![pb::RebuildReportsRequest { request_id: "x".repeat(65), ..message(vec![]) }], "request_id"),
        ("no order", order(|order| order.order_id.clear()), "orders.order_id"),
        ("no time", order(|order| order.register_time = None), "orders.register_time"),
        ("no type", order(|order| order.lines[0].type_id.clear()), "orders.lines.type_id"),
        ("no units", order(|order| order.lines[0].quantity = 0), "orders"),
        ("no revision", order(|order| order.revision = 0), "orders"),
    ] {
        let status = app.tool().rebuild_reports(futures_util::stream::iter(messages)).await.unwrap_err();
        let details = errors::details(&status);
        assert_eq!(
            (status.code(), details.reason.as_deref()),
            (Code::InvalidArgument, Some("INVALID_FIELD")),
            "{name}"
        );
        assert_eq!(details.fields[0].field, field, "{name}");
        assert_eq!(app.db.db_count("rebuild_order").await, 0, "{name}");
    }
    assert_eq!(app.totals(SELLER, None).await, (3, 10, 1_000));
    app.db.assert_no_audit().await;
}

#[tokio::test]
async fn what_a_broken_off_rebuild_left_is_forgotten() {
    let app = app_with(&orders()).await;
    app.db
        .db_execute(&format!(
            "INSERT INTO rebuild_order VALUES ('{SELLER}', gen_random_uuid(), gen_random_uuid(),
                '2026-11-19T00:00:00Z', 1, 14050830, gen_random_uuid(), '', '{{}}', '{{}}', '{{}}')"
        ))
        .await;
    let reply = app.rebuild(SELLER, "", &orders()).await.unwrap();
    assert_eq!((reply.orders, reply.difference_count), (3, 0));
    assert_eq!(app.db.db_count("rebuild_order").await, 0);
}

#[tokio::test]
async fn what_was_given_up_is_told_until_the_figures_are_rebuilt() {
    let app = app_with(&orders()).await;
    let given_up = |lane, number| SetAside {
        consumer: Facts::GROUP.to_owned(),
        lane,
        event_id: id(number),
        topic: "orders".to_owned(),
        kind: "order.registered".to_owned(),
        key: id(3),
        reason: "it was poison".to_owned(),
        set_aside_at: app.clock.now(),
    };
    let mut conn = app.db.conn().await;
    for number in 0..102 {
        set_aside::record(&mut conn, &given_up(SELLER, number)).await.unwrap();
    }
    set_aside::record(&mut conn, &given_up(OTHER, 7)).await.unwrap();
    let listed = async |seller: Uuid| {
        let request = pb::ListSetAsideEventsRequest { seller_id: seller.to_string() };
        app.tool().list_set_aside_events(request).await.unwrap().into_inner()
    };
    let told = listed(SELLER).await;
    assert_eq!((told.events.len(), told.truncated), (100, true));
    let pb::SetAsideEvent { event_id, kind, key, reason, set_aside_time: _ } = &told.events[1];
    let expected = (id(1).to_string(), "order.registered", id(3).to_string(), "it was poison");
    assert_eq!((event_id.clone(), kind.as_str(), key.clone(), reason.as_str()), expected);
    // What is given up after the list was begun may not be in it.
    app.rebuild(SELLER, "", &orders()).await.unwrap();
    assert_eq!(listed(SELLER).await.events.len(), 100);
    app.clock.advance(TimeDelta::seconds(1));
    app.rebuild(SELLER, "", &orders()).await.unwrap();
    assert_eq!(listed(SELLER).await, pb::ListSetAsideEventsResponse::default());
    assert_eq!(listed(OTHER).await.events.len(), 1);
}
