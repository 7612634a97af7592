use pishkhan_proto::orders::v1 as pb;
use tonic::Code;
use uuid::Uuid;

use crate::house::{House, Inner as _, Shop, Weather, assert_refused};

async fn place(house: &House, request: pb::PlaceOrderRequest) -> Result<pb::OrderSummary, tonic::Status> {
    house.tool().place_order(request).await.inner().map(|reply| reply.order.unwrap())
}

async fn assert_nothing_placed(house: &House, shop: &Shop) {
    assert_eq!(house.db.db_count("sales_order").await, 0);
    assert_eq!(house.db.db_count("order_code_counter").await, 0);
    assert_eq!(house.db.db_count("idempotent_reply WHERE operation = 'PlaceOrder'").await, 0);
    assert_eq!(house.counts(shop).await.with_open_order, 0);
    house.assert_told(&[]).await;
}

#[tokio::test]
async fn an_order_is_placed_at_todays_prices_under_the_next_code() {
    let house = House::build().await;
    let shop = house.shop(&[5, 5]).await;
    let mut request = house.place_request(&shop, &[(2, 3), (1, 1)]);
    request.customer_note = "  before noon ".to_owned();
    let order = place(&house, request).await.unwrap();
    assert_eq!((order.code.as_str(), order.status()), ("1405-08-000001", pb::OrderStatus::Open));
    assert_eq!((order.version, order.revision, order.reopened), (1, 0, false));
    assert_eq!(order.seller_title, "the seller");
    // Two days after Saturday noon, before the cut-off.
    assert_eq!(order.delivery_date, "2026-11-23");
    let customer = order.customer.clone().unwrap();
    assert_eq!((customer.open_orders, customer.code.as_str()), (1, "C1"));
    assert_eq!(customer.last_order_time, order.create_time);

    let stored = house.get(&shop, &order.order_id).await;
    assert_eq!(stored.summary.as_ref(), Some(&order));
    assert_eq!((stored.customer_note.as_str(), stored.tax_basis_points, stored.settling), ("before noon", 900, false));
    let lines: Vec<_> =
        stored.lines.iter().map(|line| (line.type_name.as_str(), line.quantity, line.total_toman)).collect();
    assert_eq!(lines, [("type 2", 3, 72_000), ("type 1", 1, 12_000)]);
    let totals = stored.totals.unwrap();
    assert_eq!((totals.purchase_toman, totals.sales_toman, totals.units), (84_000, 100_800, 4));
    assert_eq!((totals.tax_toman, totals.shipping_toman, totals.grand_toman), (7_560, 350_000, 441_560));
    assert_eq!(order.grand_toman, totals.grand_toman);

    assert_eq!(house.place(&shop, &[(1, 1)]).await.code, "1405-08-000002");
    assert_eq!(house.counts(&shop).await, pb::CustomerTotals { all: 1, with_open_order: 1, without_open_order: 0 });
    house.assert_told(&[]).await;
    house.db.assert_audit(&["customer.imported", "order.placed", "order.placed"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn the_same_request_or_client_id_is_the_same_order() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let mut request = house.place_request(&shop, &[(1, 1)]);
    request.client_order_id = "their-7".to_owned();
    let first = place(&house, request.clone()).await.unwrap();
    assert_eq!(place(&house, request.clone()).await.unwrap(), first);
    request.request_id = house.key();
    assert_eq!(place(&house, request.clone()).await.unwrap(), first);
    let mut other = house.place_request(&shop, &[(1, 2)]);
    other.request_id = request.request_id.clone();
    let anonymous = place(&house, other.clone()).await.unwrap();
    assert_ne!(anonymous.order_id, first.order_id);
    other.lines[0].quantity = 4;
    assert_refused(place(&house, other).await, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(house.db.db_count("sales_order").await, 2);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn what_was_placed_is_told_again_whatever_has_come_in_between() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let mut request = house.place_request(&shop, &[(1, 1)]);
    request.client_order_id = "their-7".to_owned();
    let first = place(&house, request.clone()).await.unwrap();
    let by_client = pb::PlaceOrderRequest { request_id: house.key(), ..request.clone() };
    let another = pb::PlaceOrderRequest { client_order_id: String::new(), request_id: house.key(), ..request.clone() };
    let mut other = another.clone();
    other.request_id.clone_from(&request.request_id);
    let assert_told_again = async |but: (Code, &str)| {
        assert_eq!(place(&house, request.clone()).await.unwrap(), first);
        assert_eq!(place(&house, by_client.clone()).await.unwrap(), first);
        assert_refused(place(&house, another.clone()).await, but.0, but.1);
        assert_refused(place(&house, other.clone()).await, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
        assert_eq!(house.db.db_count("sales_order").await, 1);
    };
    house.link.set(Weather::Cut);
    assert_told_again((Code::Unavailable, "DEPENDENCY_DOWN")).await;
    house.link.set(Weather::Calm);
    let seller_id = shop.seller_id;
    house.db_settings(&format!("UPDATE seller_limits SET min_packages = 2 WHERE seller_id = '{seller_id}'")).await;
    assert_told_again((Code::FailedPrecondition, "BELOW_MIN_PACKAGES")).await;
    house.db_settings(&format!("UPDATE seller SET active = false WHERE seller_id = '{seller_id}'")).await;
    assert_told_again((Code::FailedPrecondition, "SELLER_INACTIVE")).await;
    house.catalogue_db.db_execute("UPDATE product_type SET active = false").await;
    house.db_settings(&format!("UPDATE seller SET active = true WHERE seller_id = '{seller_id}'")).await;
    assert_told_again((Code::FailedPrecondition, "TYPE_NOT_SELLABLE")).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn twins_at_the_same_time_place_one_order() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    for by_client_id in [true, false] {
        let mut request = house.place_request(&shop, &[(1, 1)]);
        if by_client_id {
            request.client_order_id = "their-7".to_owned();
        }
        let twins = (0..8).map(|_| {
            let mut request = request.clone();
            if by_client_id {
                request.request_id = house.key();
            }
            place(&house, request)
        });
        let orders: Vec<_> = futures_util::future::join_all(twins).await.into_iter().map(Result::unwrap).collect();
        assert!(orders.iter().all(|order| order.order_id == orders[0].order_id));
    }
    assert_eq!(house.db.db_count("sales_order").await, 2);
    assert_eq!(house.db.db_count("order_code_counter WHERE last = 2").await, 1, "no gap in the codes");
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn orders_at_the_same_time_have_different_codes() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let orders = futures_util::future::join_all((0..12).map(|_| house.place(&shop, &[(1, 1)]))).await;
    let mut codes: Vec<_> = orders.into_iter().map(|order| order.code).collect();
    codes.sort();
    let expected: Vec<_> = (1..=12).map(|number| format!("1405-08-{number:06}")).collect();
    assert_eq!(codes, expected);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn what_a_seller_requires_is_required() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let seller = shop.seller();
    house.db_settings(&format!("UPDATE seller_limits SET min_order_toman = 24000 WHERE seller_id = '{seller}'")).await;
    let refused = place(&house, house.place_request(&shop, &[(1, 1)])).await;
    let details = pishkhan_chassis::errors::details(refused.as_ref().unwrap_err());
    assert_eq!(
        (details.metadata["missing_toman"].as_str(), details.metadata["missing_packages"].as_str()),
        ("12000", "0")
    );
    assert_refused(refused, Code::FailedPrecondition, "BELOW_MIN_AMOUNT");
    house
        .db_settings(&format!(
            "UPDATE seller_limits SET min_order_toman = 0, min_packages = 2 WHERE seller_id = '{seller}'"
        ))
        .await;
    let refused = place(&house, house.place_request(&shop, &[(1, 1)])).await;
    assert_refused(refused, Code::FailedPrecondition, "BELOW_MIN_PACKAGES");
    house.db_settings(&format!("UPDATE seller SET active = false WHERE seller_id = '{seller}'")).await;
    let refused = place(&house, house.place_request(&shop, &[(1, 2)])).await;
    assert_refused(refused, Code::FailedPrecondition, "SELLER_INACTIVE");
    assert_nothing_placed(&house, &shop).await;
}

#[tokio::test]
async fn what_cannot_be_ordered_is_refused() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let good = house.place_request(&shop, &[(1, 1)]);
    let with = |change: &dyn Fn(&mut pb::PlaceOrderRequest)| {
        let mut request = good.clone();
        change(&mut request);
        request
    };
    let cases: [(pb::PlaceOrderRequest, Code, &str); 14] = [
        (with(&|r| r.request_id.clear()), Code::InvalidArgument, "INVALID_FIELD"),
        (with(&|r| "a b".clone_into(&mut r.request_id)), Code::InvalidArgument, "INVALID_FIELD"),
        (with(&|r| "x".clone_into(&mut r.seller_id)), Code::InvalidArgument, "INVALID_FIELD"),
        (with(&|r| r.customer_code.clear()), Code::InvalidArgument, "INVALID_FIELD"),
        (with(&|r| r.lines[0].type_code.clear()), Code::InvalidArgument, "INVALID_FIELD"),
        (with(&|r| r.customer_note = "x".repeat(301)), Code::InvalidArgument, "INVALID_FIELD"),
        (with(&|r| r.seller_note = "x".repeat(301)), Code::InvalidArgument, "INVALID_FIELD"),
        (with(&|r| r.lines[0].quantity = 0), Code::InvalidArgument, "QUANTITY_INVALID"),
        (with(&|r| r.lines.push(r.lines[0].clone())), Code::InvalidArgument, "QUANTITY_INVALID"),
        (with(&|r| r.lines = vec![r.lines[0].clone(); 501]), Code::InvalidArgument, "LINES_TOO_MANY"),
        (with(&|r| r.lines.clear()), Code::FailedPrecondition, "ORDER_EMPTY"),
        (with(&|r| "T9".clone_into(&mut r.lines[0].type_code)), Code::NotFound, "PRODUCT_TYPE_NOT_FOUND"),
        (with(&|r| "C9".clone_into(&mut r.customer_code)), Code::NotFound, "CUSTOMER_NOT_FOUND"),
        (with(&|r| r.customer_id = Uuid::from_u128(5).to_string()), Code::NotFound, "CUSTOMER_NOT_FOUND"),
    ];
    for (request, code, reason) in cases {
        assert_refused(place(&house, request).await, code, reason);
    }
    let unknown = with(&|r| r.seller_id = Uuid::from_u128(5).to_string());
    assert_eq!(place(&house, unknown).await.unwrap_err().code(), Code::NotFound);
    assert_nothing_placed(&house, &shop).await;
}

#[tokio::test]
async fn nothing_of_another_seller_can_be_ordered() {
    let house = House::build().await;
    let (ours, theirs) = (house.shop(&[5]).await, house.shop(&[5]).await);
    let request = house.place_request(&ours, &[(1, 1)]);
    let their_type = pb::PlaceOrderRequest {
        lines: vec![pb::NewLine { type_id: theirs.type_id(1), quantity: 1, ..Default::default() }],
        ..request.clone()
    };
    assert_refused(place(&house, their_type).await, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
    let list = pb::ListCustomersRequest { seller_id: theirs.seller(), ..Default::default() };
    let customers = house.tool().list_customers(list).await.inner().unwrap().customers;
    let their_customer = pb::PlaceOrderRequest { customer_id: customers[0].customer_id.clone(), ..request };
    assert_refused(place(&house, their_customer).await, Code::NotFound, "CUSTOMER_NOT_FOUND");
    assert_nothing_placed(&house, &ours).await;
}

#[tokio::test]
async fn a_customers_orders_are_listed_newest_first_and_page_by_page() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let mut placed = Vec::new();
    for _ in 0..5 {
        placed.push(house.place(&shop, &[(1, 1)]).await);
        house.clock.advance(chrono::TimeDelta::hours(1));
    }
    placed.reverse();
    let customer_id = placed[0].customer_id.clone();
    let list = |change: &dyn Fn(&mut pb::ListCustomerOrdersRequest)| {
        let mut request = pb::ListCustomerOrdersRequest {
            seller_id: shop.seller(),
            customer_id: customer_id.clone(),
            ..Default::default()
        };
        change(&mut request);
        let mut client = house.seller(shop.seller_id);
        async move { client.list_customer_orders(request).await.inner() }
    };
    let ids =
        |orders: &[pb::OrderSummary]| -> Vec<String> { orders.iter().map(|order| order.order_id.clone()).collect() };
    let all = list(&|_| {}).await.unwrap();
    assert_eq!((ids(&all.orders), all.total_size, all.next_page_token.as_str()), (ids(&placed), 5, ""));

    let mut paged = Vec::new();
    let mut token = String::new();
    loop {
        let page = list(&|r| {
            r.page_size = 2;
            r.page_token.clone_from(&token);
        })
        .await
        .unwrap();
        assert_eq!(page.total_size, 5);
        paged.extend(page.orders);
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(ids(&paged), ids(&placed));
    let skipped = list(&|r| r.skip = 3).await.unwrap();
    assert_eq!(ids(&skipped.orders), ids(&placed[3..]));
    let span = list(&|r| {
        r.created = Some(pb::TimeSpan { start_time: placed[3].create_time, end_time: placed[1].create_time });
    })
    .await
    .unwrap();
    assert_eq!((ids(&span.orders), span.total_size), (ids(&placed[2..4]), 2));

    assert_refused(
        list(&|r| r.customer_id = Uuid::from_u128(9).to_string()).await,
        Code::NotFound,
        "CUSTOMER_NOT_FOUND",
    );
    assert_refused(list(&|r| "%%".clone_into(&mut r.page_token)).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(list(&|r| r.skip = -1).await, Code::InvalidArgument, "INVALID_FIELD");
    let other = house.shop(&[]).await;
    assert_refused(list(&|r| r.seller_id = other.seller()).await, Code::NotFound, "SELLER_NOT_FOUND");
    let request = pb::ListCustomerOrdersRequest { seller_id: other.seller(), customer_id, ..Default::default() };
    let foreign = house.seller(other.seller_id).list_customer_orders(request).await.inner();
    assert_refused(foreign, Code::NotFound, "CUSTOMER_NOT_FOUND");
}
