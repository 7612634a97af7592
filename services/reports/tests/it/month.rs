//! The orders of a month, as a commission is made from them.

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::{errors, parse};
use pishkhan_proto::orders::v1::OrdersTold;
use pishkhan_proto::reports::v1 as pb;
use pishkhan_proto::reports::v1::reports_service_client::ReportsServiceClient;
use pishkhan_testkit::noon;
use prost::Message as _;
use tonic::Code;
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, id, span};

const SELLER: Uuid = Uuid::from_u128(0xA);
const OTHER: Uuid = Uuid::from_u128(0xB);

fn request(month: i32) -> pb::ListMonthOrdersRequest {
    pb::ListMonthOrdersRequest { seller_id: SELLER.to_string(), month, page_size: 0, page_token: String::new() }
}

/// Ids and amounts of a month's orders, asked for in pages of so many.
async fn listed(app: &TestApp, month: i32, page_size: i32) -> Vec<(Uuid, i64)> {
    let (mut client, mut token, mut all) = (app.tool(), String::new(), Vec::new());
    loop {
        let page = client
            .list_month_orders(pb::ListMonthOrdersRequest { page_size, page_token: token, ..request(month) })
            .await
            .expect("a page is read")
            .into_inner();
        assert!(page_size == 0 || page.orders.len() <= usize::try_from(page_size).expect("a size"));
        all.extend(page.orders.iter().map(|order| (order.order_id.parse().expect("an id"), order.amount_toman)));
        token = page.next_page_token;
        if token.is_empty() {
            return all;
        }
    }
}

#[tokio::test]
async fn a_months_orders_come_once_each_and_add_up_to_its_totals() {
    let app = TestApp::start().await;
    for number in 1..=25_u128 {
        let day = if number % 5 == 0 { "1405/07/30" } else { "1405/08/01" };
        let order = TestOrder::new(SELLER, number, day).lines(&[(1, 1, 100), (2, 3, i64::try_from(number).unwrap())]);
        app.register(&order).await;
    }
    app.register(&TestOrder::new(OTHER, 3, "1405/08/02")).await;
    app.register(&TestOrder::new(SELLER, 26, "1404/08/02")).await;
    let whole = listed(&app, 140_508, 0).await;
    assert_eq!(whole.len(), 20);
    assert!(whole.is_sorted());
    for size in [1, 7, 20, 21] {
        assert_eq!(listed(&app, 140_508, size).await, whole, "{size}");
    }
    let (orders, _, amount) = app.totals(SELLER, span("1405/08/01", "1405/08/30")).await;
    assert_eq!((orders, amount), (20, whole.iter().map(|(_, amount)| amount).sum()));
    assert_eq!(listed(&app, 140_509, 0).await, []);

    let first = app.tool().list_month_orders(request(140_507)).await.unwrap().into_inner().orders.remove(0);
    let expected = pb::MonthOrder {
        order_id: id(5).to_string(),
        code: "1405-08-000005".to_owned(),
        day: "2026-10-22".to_owned(),
        amount_toman: 105,
        customer_name: "customer 1".to_owned(),
    };
    assert_eq!(first, expected);
}

#[tokio::test]
async fn orders_have_the_names_that_their_customers_have_now() {
    let app = TestApp::start().await;
    for (order, customer) in [(1, 1), (2, 2), (3, 1), (4, 3)] {
        app.register(&TestOrder::new(SELLER, order, "1405/08/01").customer(customer, "north")).await;
    }
    // What another seller calls a customer of the same id is not this one's name.
    app.change_customer(OTHER, 3, "of the other", "north", 1).await;
    app.change_customer(SELLER, 1, "renamed", "north", 1).await;
    app.db
        .db_execute(&format!("DELETE FROM customer_label WHERE seller_id = '{SELLER}' AND customer_id = '{}'", id(3)))
        .await;
    let orders = app.tool().list_month_orders(request(140_508)).await.unwrap().into_inner().orders;
    let names: Vec<_> = orders.iter().map(|order| order.customer_name.as_str()).collect();
    assert_eq!(names, ["renamed", "customer 2", "renamed", ""]);
}

#[tokio::test]
async fn a_month_follows_its_orders_and_says_until_when_it_was_told() {
    let app = TestApp::start().await;
    let nothing = app.tool().list_month_orders(request(140_508)).await.unwrap().into_inner();
    assert_eq!((nothing.orders.len(), nothing.watermark), (0, None));
    app.register(&TestOrder::new(SELLER, 1, "1405/08/01").lines(&[(1, 1, 100)])).await;
    app.register(&TestOrder::new(SELLER, 2, "1405/08/01").lines(&[(1, 1, 200)])).await;
    app.clock.advance(chrono::TimeDelta::hours(1));
    app.register(&TestOrder::new(SELLER, 1, "1405/08/01").revision(2).lines(&[(1, 1, 70)])).await;
    app.cancel(SELLER, id(2), 2).await;
    assert_eq!(listed(&app, 140_508, 0).await, [(id(1), 70)]);
    let told = app.tool().list_month_orders(request(140_508)).await.unwrap().into_inner().watermark;
    let now = pishkhan_chassis::clock::Clock::now(&*app.clock);
    assert_eq!(told, Some(pishkhan_chassis::parse::timestamp(now)));
}

#[tokio::test]
async fn codes_that_were_not_told_come_with_a_rebuild() {
    let app = TestApp::start().await;
    let order = TestOrder::new(SELLER, 1, "1405/08/01");
    app.register(&order).await;
    app.db.db_execute("UPDATE contribution SET code = NULL").await;
    assert_eq!(app.tool().list_month_orders(request(140_508)).await.unwrap().into_inner().orders[0].code, "");
    app.clock.advance(chrono::TimeDelta::minutes(5));
    assert_eq!(app.rebuild(SELLER, "r1", &[order]).await.unwrap().difference_count, 0);
    let orders = app.tool().list_month_orders(request(140_508)).await.unwrap().into_inner().orders;
    assert_eq!(orders[0].code, "1405-08-000001");
}

#[tokio::test]
async fn bad_requests_and_others_are_refused() {
    let app = TestApp::start().await;
    for month in [0, 1405, 140_500, 140_513, 14_050_801, 129_912, 150_001, -140_508] {
        let refused = app.tool().list_month_orders(request(month)).await.unwrap_err();
        assert_eq!(
            (refused.code(), errors::details(&refused).fields[0].field.as_str()),
            (Code::InvalidArgument, "month")
        );
    }
    for number in 1..=2 {
        app.register(&TestOrder::new(SELLER, number, "1405/08/01")).await;
    }
    let page = pb::ListMonthOrdersRequest { page_size: 1, ..request(140_508) };
    let token = app.tool().list_month_orders(page).await.unwrap().into_inner().next_page_token;
    for (month, page_token) in [(140_507, token), (140_508, "AAAA".to_owned())] {
        let refused = app
            .tool()
            .list_month_orders(pb::ListMonthOrdersRequest { page_token, ..request(month) })
            .await
            .unwrap_err();
        assert_eq!(errors::details(&refused).fields[0].field, "page_token");
    }
    // Settings and tools only, and a tool for the sellers that it may see.
    let of_seller = app.seller(SELLER).list_month_orders(request(140_508)).await.unwrap_err();
    assert_eq!(of_seller.code(), Code::PermissionDenied);
    let mut bff = ReportsServiceClient::new(app.server.as_service("bff"));
    assert_eq!(bff.list_month_orders(request(140_508)).await.unwrap_err().code(), Code::PermissionDenied);
    let mut settings = ReportsServiceClient::new(app.server.as_service("settings"));
    assert_eq!(settings.list_month_orders(request(140_508)).await.unwrap().into_inner().orders.len(), 2);
    let mut bound = ReportsServiceClient::new(app.server.as_tool(&["reports.*"], Some(OTHER)));
    assert_eq!(bound.list_month_orders(request(140_508)).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn a_page_is_a_piece_of_an_index() {
    let app = TestApp::start().await;
    app.db
        .db_execute(
            "INSERT INTO contribution
                (seller_id, order_id, revision, applied_at, day_bucket, customer_id, activity_area, type_ids, units,
                amounts_toman)
            SELECT md5((n % 20)::text)::uuid, gen_random_uuid(), 1, now(), 14050101 + (n % 12) * 100,
                gen_random_uuid(), '', ARRAY[gen_random_uuid()], ARRAY[1], ARRAY[1]
            FROM generate_series(1, 20000) AS n;
            INSERT INTO customer_label (seller_id, customer_id, title, told_at)
            SELECT seller_id, customer_id, 'customer', now() FROM contribution;
            ANALYZE contribution, customer_label;
            DO $$
            DECLARE
                line text;
                plan text := '';
            BEGIN
                FOR line IN EXPLAIN SELECT page.order_id, page.code, page.day_bucket,
                        (SELECT total(amount) FROM unnest(page.amounts_toman) AS line (amount)) AS amount_toman,
                        label.title AS customer_name
                    FROM (SELECT order_id, code, day_bucket, customer_id, amounts_toman FROM contribution
                        WHERE seller_id = md5('3')::uuid AND day_bucket IS NOT NULL AND day_bucket / 100 = 140508
                            AND order_id > md5('7')::uuid
                        ORDER BY order_id LIMIT 1001) AS page
                    LEFT JOIN LATERAL (SELECT title FROM customer_label
                        WHERE seller_id = md5('3')::uuid AND customer_id = page.customer_id LIMIT 1) AS label ON true
                    ORDER BY page.order_id
                LOOP
                    plan := plan || line || E'\\n';
                END LOOP;
                ASSERT plan LIKE '%contribution_of_month%' AND plan LIKE '%customer_label_pkey%'
                    AND plan NOT LIKE '%Seq Scan%' AND plan NOT LIKE 'Sort%', plan;
                plan := '';
                FOR line IN EXPLAIN SELECT max(applied_at) FROM contribution WHERE seller_id = md5('3')::uuid
                LOOP
                    plan := plan || line || E'\\n';
                END LOOP;
                ASSERT plan LIKE '%contribution_applied%' AND plan NOT LIKE '%Seq Scan%', plan;
            END
            $$",
        )
        .await;
    assert_eq!(app.db.db_count("contribution").await, 20_000);
}

/// Until when the seller's figures are complete.
async fn complete_until(app: &TestApp) -> Option<DateTime<Utc>> {
    let page = app.tool().list_month_orders(request(140_508)).await.expect("it is answered").into_inner();
    page.complete_until.map(|until| parse::instant("complete_until", Some(until)).expect("it is answered"))
}

async fn told(app: &TestApp, since: DateTime<Utc>, until: DateTime<Utc>) {
    let message = OrdersTold { since: Some(parse::timestamp(since)), until: Some(parse::timestamp(until)) };
    app.handle("orders.told", Uuid::nil(), message.encode_to_vec()).await.expect("it is answered");
}

#[tokio::test]
async fn figures_are_complete_as_far_as_they_were_told_without_a_gap() {
    let app = TestApp::start().await;
    let at = |minutes| noon() + TimeDelta::minutes(minutes);
    assert_eq!(complete_until(&app).await, Some(DateTime::UNIX_EPOCH));
    told(&app, DateTime::UNIX_EPOCH, at(-9)).await;
    told(&app, at(-9), at(-8)).await;
    // Again, and an older one that comes late.
    told(&app, at(-9), at(-8)).await;
    told(&app, DateTime::UNIX_EPOCH, at(-9)).await;
    assert_eq!(complete_until(&app).await, Some(at(-8)));
    // Restored from a backup: what was told meanwhile is not here, and what is told now does not help.
    told(&app, at(-5), at(-4)).await;
    told(&app, at(-4), at(-3)).await;
    assert_eq!(complete_until(&app).await, Some(at(-8)));
    assert_eq!(app.db.db_count("told_ahead").await, 1, "however long it lasts");

    let confirm = |until| pb::ConfirmToldRequest { until: Some(parse::timestamp(until)) };
    let ahead = app.tool().confirm_told(confirm(at(1))).await.unwrap_err();
    assert_eq!(ahead.code(), Code::InvalidArgument);
    assert_eq!(
        app.tool().confirm_told(pb::ConfirmToldRequest::default()).await.unwrap_err().code(),
        Code::InvalidArgument
    );
    assert_eq!(complete_until(&app).await, Some(at(-8)));
    app.tool().confirm_told(confirm(at(-3))).await.unwrap();
    assert_eq!(complete_until(&app).await, Some(at(-3)));
    // What two processes take in the wrong way round closes its gap by itself.
    told(&app, at(-2), at(-1)).await;
    assert_eq!(complete_until(&app).await, Some(at(-3)));
    told(&app, at(-3), at(-2)).await;
    assert_eq!(complete_until(&app).await, Some(at(-1)));
    assert_eq!(app.db.db_count("told_ahead").await, 0);
    // From there it goes on, and an older confirmation takes nothing back.
    told(&app, at(-1), at(0)).await;
    app.tool().confirm_told(confirm(at(-7))).await.unwrap();
    assert_eq!(complete_until(&app).await, Some(at(0)));

    app.db
        .db_execute(&format!(
            "INSERT INTO set_aside (consumer, lane, event_id, topic, kind, key, reason, set_aside_at)
            VALUES ('reports.sales', '{SELLER}', gen_random_uuid(), 'orders', 'order.registered', gen_random_uuid(), 'x',
                now())"
        ))
        .await;
    assert_eq!(complete_until(&app).await, None, "something of this seller's is missing");
}
