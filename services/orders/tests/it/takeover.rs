//! Taking over orders of another system.

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::parse::timestamp;
use pishkhan_orders::app::Stop;
use pishkhan_proto::orders::v1 as pb;
use tonic::{Code, Status};

use crate::house::{House, Inner as _, Shop, Weather, assert_refused};

fn past(id: &str, at: DateTime<Utc>, status: pb::OrderStatus, quantity: i64) -> pb::PastOrder {
    pb::PastOrder {
        client_order_id: id.to_owned(),
        customer_code: "C1".to_owned(),
        lines: vec![pb::NewLine { type_code: "T1".to_owned(), quantity, ..Default::default() }],
        create_time: Some(timestamp(at)),
        status: status.into(),
        settle_time: (status != pb::OrderStatus::Open).then(|| timestamp(at + TimeDelta::hours(1))),
        customer_note: "as it was".to_owned(),
        seller_note: "ours".to_owned(),
    }
}

async fn import(house: &House, shop: &Shop, orders: &[pb::PastOrder]) -> Result<pb::ImportOrdersResponse, Status> {
    let request =
        pb::ImportOrdersRequest { request_id: house.key(), seller_id: shop.seller(), orders: orders.to_vec() };
    house.tool().import_orders(request).await.inner()
}

fn counts(report: &pb::ImportOrdersResponse) -> (i32, i32, Vec<(&str, &str)>) {
    let problems = report.problems.iter();
    let problems = problems.map(|problem| (problem.client_order_id.as_str(), problem.problem.as_str())).collect();
    (report.created, report.unchanged, problems)
}

async fn all_orders(house: &House, shop: &Shop) -> Vec<pb::OrderSummary> {
    let seller_id = shop.seller();
    let list = pb::ListCustomersRequest { seller_id: seller_id.clone(), ..Default::default() };
    let customers = house.tool().list_customers(list).await.inner().unwrap().customers;
    let list = pb::ListCustomerOrdersRequest {
        seller_id,
        customer_id: customers[0].customer_id.clone(),
        ..Default::default()
    };
    house.tool().list_customer_orders(list).await.inner().unwrap().orders
}

#[tokio::test]
async fn orders_come_with_the_times_they_had() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let (day, now) = (TimeDelta::days(1), house.now());
    let orders = [
        past("a", now - day * 40, pb::OrderStatus::Registered, 2),
        past("b", now - day * 39, pb::OrderStatus::Cancelled, 3),
        past("c", now - day, pb::OrderStatus::Open, 4),
    ];
    assert_eq!(counts(&import(&house, &shop, &orders).await.unwrap()), (3, 0, vec![]));
    let found = all_orders(&house, &shop).await;
    let seen: Vec<_> = found.iter().map(|order| (order.code.as_str(), order.status(), order.version)).collect();
    assert_eq!(
        seen,
        [
            ("1405-08-000001", pb::OrderStatus::Open, 1),
            ("1405-07-000002", pb::OrderStatus::Cancelled, 1),
            ("1405-07-000001", pb::OrderStatus::Registered, 2),
        ]
    );
    assert_eq!(found[2].create_time, orders[0].create_time);
    assert_eq!(found[2].register_time, orders[0].settle_time);
    // 1405/07/20, two days later.
    assert_eq!(found[2].delivery_date, "2026-10-14");
    let customer = found[0].customer.clone().unwrap();
    assert_eq!((customer.open_orders, customer.last_order_time), (1, orders[2].create_time));
    let stored = house.get(&shop, &found[2].order_id).await;
    assert_eq!((stored.customer_note.as_str(), stored.seller_note.as_str()), ("as it was", "ours"));
    assert_eq!(house.stock(&shop, 1).await, 7);
    house.assert_told(&["order.registered"]).await;
    assert_eq!(house.db.db_count("audit_event WHERE action = 'order.imported'").await, 3);
    house.assert_sound(&shop).await;

    // Repeated, nothing happens, whatever has become of them meanwhile.
    house.cancel(&shop, &found[2].order_id).await.unwrap();
    assert_eq!(counts(&import(&house, &shop, &orders).await.unwrap()), (0, 3, vec![]));
    assert_eq!(house.stock(&shop, 1).await, 9);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_repeated_request_gets_the_same_answer() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let orders = vec![past("a", house.now() - TimeDelta::days(1), pb::OrderStatus::Registered, 2)];
    let request = pb::ImportOrdersRequest { request_id: house.key(), seller_id: shop.seller(), orders };
    let first = house.tool().import_orders(request.clone()).await.inner().unwrap();
    assert_eq!(house.tool().import_orders(request.clone()).await.inner().unwrap(), first);
    let twisted = pb::ImportOrdersRequest { orders: vec![], ..request };
    let refused = house.tool().import_orders(twisted).await.inner();
    assert_refused(refused, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
}

#[tokio::test]
async fn bad_orders_are_explained_and_leave_nothing() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let yesterday = house.now() - TimeDelta::days(1);
    let good = |id: &str| past(id, yesterday, pb::OrderStatus::Registered, 2);
    let with = |id: &str, change: &dyn Fn(&mut pb::PastOrder)| {
        let mut order = good(id);
        change(&mut order);
        order
    };
    let orders = [
        good("good"),
        with("short", &|order| order.lines[0].quantity = 6),
        with("type", &|order| "T9".clone_into(&mut order.lines[0].type_code)),
        with("customer", &|order| "C9".clone_into(&mut order.customer_code)),
        with("quantity", &|order| order.lines[0].quantity = 0),
        with("empty", &|order| order.lines.clear()),
        with("future", &|order| order.create_time = Some(timestamp(house.now() + TimeDelta::hours(1)))),
        with("unsettled", &|order| order.settle_time = None),
        with("before", &|order| order.settle_time = Some(timestamp(yesterday - TimeDelta::hours(1)))),
        with("status", &|order| order.status = 0),
        with("", &|_| {}),
        good("good"),
    ];
    let report = import(&house, &shop, &orders).await.unwrap();
    assert_eq!((report.created, report.unchanged), (1, 1));
    let mut problems = counts(&report).2;
    problems.sort_unstable();
    assert_eq!(
        problems,
        [
            ("", "INVALID_FIELD"),
            ("before", "INVALID_FIELD"),
            ("customer", "CUSTOMER_NOT_FOUND"),
            ("empty", "ORDER_EMPTY"),
            ("future", "INVALID_FIELD"),
            ("quantity", "QUANTITY_INVALID"),
            ("short", "STOCK_SHORT"),
            ("status", "INVALID_FIELD"),
            ("type", "PRODUCT_TYPE_NOT_FOUND"),
            ("unsettled", "INVALID_FIELD"),
        ]
    );
    assert_eq!(house.db.db_count("sales_order").await, 1);
    assert_eq!(house.db.db_count("order_line").await, 1);
    assert_eq!(house.stock(&shop, 1).await, 3);
    house.assert_told(&["order.registered"]).await;
    house.assert_sound(&shop).await;
    let many = vec![good("x"); 101];
    assert_refused(import(&house, &shop, &many).await, Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn a_takeover_that_crashed_is_finished_by_the_next_call_or_the_loop() {
    for (stop, by_loop) in [
        (Stop::BeforeStock, true),
        (Stop::AfterStock, true),
        (Stop::BeforeStock, false),
        (Stop::AfterStock, false),
        (Stop::BeforeReply, false),
    ] {
        let house = House::build().await;
        let shop = house.shop(&[9]).await;
        let at = house.now() - TimeDelta::days(3);
        let orders = [past("a", at, pb::OrderStatus::Registered, 2)];
        house.app.stop_points().set(stop);
        import(&house, &shop, &orders).await.unwrap_err();
        if by_loop {
            house.seconds_pass(6).await;
            assert_eq!(house.app.recover_overdue().await.unwrap(), 1);
        }
        assert_eq!(counts(&import(&house, &shop, &orders).await.unwrap()), (0, 1, vec![]));
        let order = all_orders(&house, &shop).await.remove(0);
        assert_eq!((order.status(), order.register_time), (pb::OrderStatus::Registered, orders[0].settle_time));
        assert_eq!(house.stock(&shop, 1).await, 7);
        house.assert_told(&["order.registered"]).await;
        house.assert_sound(&shop).await;
    }
}

#[tokio::test]
async fn a_takeover_that_is_short_after_a_crash_leaves_nothing() {
    let house = House::build().await;
    let shop = house.shop(&[1]).await;
    let orders = [past("a", house.now() - TimeDelta::days(3), pb::OrderStatus::Registered, 2)];
    house.app.stop_points().set(Stop::AfterStock);
    import(&house, &shop, &orders).await.unwrap_err();
    house.seconds_pass(6).await;
    assert_eq!(house.app.recover_overdue().await.unwrap(), 1);
    assert_eq!(house.db.db_count("sales_order").await, 0);
    house.assert_told(&[]).await;
    house.assert_sound(&shop).await;
    assert_eq!(counts(&import(&house, &shop, &orders).await.unwrap()), (0, 0, vec![("a", "STOCK_SHORT")]));
}

#[tokio::test]
async fn without_the_catalogue_the_call_fails_and_may_be_repeated() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let orders = [past("a", house.now() - TimeDelta::days(3), pb::OrderStatus::Registered, 2)];
    house.link.set(Weather::Cut);
    assert_refused(import(&house, &shop, &orders).await, Code::Unavailable, "DEPENDENCY_DOWN");
    house.link.set(Weather::Calm);
    assert_eq!(counts(&import(&house, &shop, &orders).await.unwrap()), (1, 0, vec![]));
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_full_call_takes_over_a_hundred_orders() {
    let house = House::build().await;
    let shop = house.shop(&[100_000]).await;
    let start = house.now() - TimeDelta::days(100);
    let orders: Vec<_> = (0..100)
        .map(|number| {
            let status = if number % 10 == 0 { pb::OrderStatus::Cancelled } else { pb::OrderStatus::Registered };
            past(&format!("past-{number}"), start + TimeDelta::hours(number), status, 1)
        })
        .collect();
    let began = std::time::Instant::now();
    assert_eq!(counts(&import(&house, &shop, &orders).await.unwrap()), (100, 0, vec![]));
    println!("100 orders were taken over in {:?}", began.elapsed());
    assert_eq!(house.stock(&shop, 1).await, 99_910);
    assert_eq!(house.told().await.len(), 90);
    house.assert_sound(&shop).await;
}
