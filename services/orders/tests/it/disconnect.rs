//! Taking all customers off a seller's list, and their coming again.

use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use tonic::{Code, Status};

use crate::house::{House, Inner as _, Shop, assert_refused, customer_row};

impl House {
    async fn disconnect(&self, shop: &Shop, request_id: &str) -> Result<i64, Status> {
        let request = pb::DisconnectAllCustomersRequest { request_id: request_id.to_owned(), seller_id: shop.seller() };
        let response = self.seller(shop.seller_id).disconnect_all_customers(request).await.inner()?;
        Ok(response.disconnected)
    }

    /// The customers of the events of a kind, in the order of writing.
    async fn customers_of(&self, kind: &str) -> Vec<String> {
        let rows = self.db.outbox().await.into_iter().filter(|row| row.kind == kind);
        let read = |row: pishkhan_testkit::OutboxRow| {
            let message = pb::CustomerConnection::decode(row.payload.as_slice()).unwrap();
            assert_eq!((row.topic.as_str(), row.key.to_string()), ("customers", message.customer_id.clone()));
            assert!(message.change_time.is_some());
            message.customer_id
        };
        rows.map(read).collect()
    }

    async fn listed_customers(&self, shop: &Shop) -> Vec<pb::Customer> {
        let request = pb::ListCustomersRequest { seller_id: shop.seller(), page_size: 100, ..Default::default() };
        self.seller(shop.seller_id).list_customers(request).await.inner().unwrap().customers
    }

    /// The counter says what counting gives.
    async fn assert_counted(&self, shop: &Shop) {
        let connected = format!("customer WHERE seller_id = '{}' AND connected", shop.seller());
        let counts = self.counts(shop).await;
        assert_eq!(counts.all, self.db.db_count(&connected).await);
        assert_eq!(counts.with_open_order, self.db.db_count(&format!("{connected} AND open_orders > 0")).await);
    }
}

#[tokio::test]
async fn all_customers_leave_the_list_and_their_orders_stay() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[50]).await, house.shop(&[]).await);
    house.import_customers(&shop, vec![customer_row(2, "C2", "second"), customer_row(3, "C3", "third")]).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    house.save(&shop, &order.order_id).await.unwrap();
    let customers = house.listed_customers(&shop).await;

    assert_eq!(house.disconnect(&shop, "all").await.unwrap(), 3);
    assert_eq!(house.listed_customers(&shop).await, []);
    assert_eq!(house.counts(&shop).await, pb::CustomerTotals::default());
    let mut gone = house.customers_of("customer.disconnected").await;
    gone.sort();
    let mut expected: Vec<_> = customers.iter().map(|customer| customer.customer_id.clone()).collect();
    expected.sort();
    assert_eq!(gone, expected);
    let audited =
        house.db.db_count("audit_event WHERE action = 'customers.removed' AND changes = '{\"disconnected\": 3}'");
    assert_eq!(audited.await, 1);
    let named = "audit_event WHERE action = 'customer.disconnected' AND jsonb_array_length(changes -> 'customers') = 3";
    assert_eq!(house.db.db_count(named).await, 1);

    // What was ordered stays where it was.
    let kept = house.get(&shop, &order.order_id).await;
    assert_eq!(kept.summary.unwrap().status(), pb::OrderStatus::Registered);
    let request = pb::ListCustomerOrdersRequest {
        seller_id: shop.seller(),
        customer_id: order.customer_id.clone(),
        ..Default::default()
    };
    let orders = house.seller(shop.seller_id).list_customer_orders(request).await.inner().unwrap();
    assert_eq!(orders.total_size, 1);
    // Nobody places an order for somebody who is not there.
    let placed = house.tool().place_order(house.place_request(&shop, &[(1, 1)])).await.inner();
    assert_refused(placed, Code::NotFound, "CUSTOMER_NOT_FOUND");

    // The same request is answered the same, and another finds nobody.
    assert_eq!(house.disconnect(&shop, "all").await.unwrap(), 3);
    assert_eq!(house.disconnect(&shop, "again").await.unwrap(), 0);
    assert_eq!(house.customers_of("customer.disconnected").await.len(), 3);
    assert_eq!(house.db.db_count("audit_event WHERE action = 'customers.removed'").await, 1);
    assert_eq!(house.listed_customers(&other).await.len(), 1, "another seller's customers are another's");
}

#[tokio::test]
async fn a_customer_who_comes_again_is_the_same_one() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    house.save(&shop, &order.order_id).await.unwrap();
    assert_eq!(house.customers_of("customer.connected").await, [order.customer_id.as_str()]);
    house.disconnect(&shop, "all").await.unwrap();

    let rows = vec![customer_row(1, "C1", "the first customer"), customer_row(2, "C2", "new")];
    let report = house.import_customers(&shop, rows.clone()).await;
    assert_eq!((report.created, report.updated, report.unchanged), (1, 1, 0));
    let again = house.import_customers(&shop, rows).await;
    assert_eq!((again.created, again.updated, again.unchanged), (0, 0, 2));
    let listed = house.listed_customers(&shop).await;
    assert_eq!(listed[0].customer_id, order.customer_id, "with its id");
    assert_eq!(listed[0].last_order_time, order.create_time, "and its history");
    let connected = house.customers_of("customer.connected").await;
    assert_eq!(connected.len(), 3, "once when it came first, once when it came again, and the new one");
    assert_eq!(connected.iter().filter(|id| **id == order.customer_id).count(), 2);
    assert_eq!(connected.iter().filter(|id| **id == listed[1].customer_id).count(), 1);
    house.place(&shop, &[(1, 1)]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn an_order_that_is_open_or_being_settled_comes_first() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    let refused = async |house: &House, why: &str| {
        assert_refused(house.disconnect(&shop, why).await, Code::FailedPrecondition, "OPEN_ORDERS");
        assert_eq!(house.counts(&shop).await.all, 1, "{why}");
        assert_eq!(house.customers_of("customer.disconnected").await, [] as [String; 0], "{why}");
    };
    refused(&house, "open").await;
    house.save(&shop, &order.order_id).await.unwrap();
    let reopen = |order_id: &str| pb::ReopenOrderRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        order_id: order_id.to_owned(),
        version: None,
    };
    house.seller(shop.seller_id).reopen_order(reopen(&order.order_id)).await.inner().unwrap();
    refused(&house, "reopened").await;
    house.save(&shop, &order.order_id).await.unwrap();
    house.link.set(crate::house::Weather::Cut);
    let cancel = pb::CancelOrderRequest {
        request_id: "cancel".to_owned(),
        seller_id: shop.seller(),
        order_id: order.order_id.clone(),
        version: None,
    };
    house.seller(shop.seller_id).cancel_order(cancel.clone()).await.inner().unwrap_err();
    refused(&house, "being-cancelled").await;
    house.link.set(crate::house::Weather::Calm);
    house.seller(shop.seller_id).cancel_order(cancel).await.inner().unwrap();
    // The refused request's name is free.
    assert_eq!(house.disconnect(&shop, "open").await.unwrap(), 1);
    house.assert_counted(&shop).await;
}

#[tokio::test]
async fn an_order_of_a_disconnected_customer_can_be_reopened_and_stands_in_the_way_again() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    house.save(&shop, &order.order_id).await.unwrap();
    house.disconnect(&shop, "all").await.unwrap();
    let request = pb::UpdateOrderLinesRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        order_id: order.order_id.clone(),
        lines: vec![shop.change(1, 3)],
        version: None,
    };
    house.seller(shop.seller_id).update_order_lines(request).await.inner().unwrap();
    house.assert_counted(&shop).await;
    assert_refused(house.disconnect(&shop, "more").await, Code::FailedPrecondition, "OPEN_ORDERS");
    // Whoever comes again with an open order is counted with it.
    house.import_customers(&shop, vec![customer_row(1, "C1", "the first customer")]).await;
    assert_eq!(house.counts(&shop).await, pb::CustomerTotals { all: 1, with_open_order: 1, without_open_order: 0 });
    house.save(&shop, &order.order_id).await.unwrap();
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_request_needs_its_id_and_reaches_no_other_seller() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[]).await, house.shop(&[]).await);
    assert_refused(house.disconnect(&shop, "").await, Code::InvalidArgument, "INVALID_FIELD");
    let request = pb::DisconnectAllCustomersRequest { request_id: house.key(), seller_id: other.seller() };
    let foreign = house.seller(shop.seller_id).disconnect_all_customers(request).await.inner();
    assert_refused(foreign, Code::NotFound, "SELLER_NOT_FOUND");
    let bad = pb::DisconnectAllCustomersRequest { request_id: house.key(), seller_id: "x".to_owned() };
    let bad = house.seller(shop.seller_id).disconnect_all_customers(bad).await.inner();
    assert_refused(bad, Code::InvalidArgument, "INVALID_FIELD");
    assert_eq!((house.counts(&shop).await.all, house.counts(&other).await.all), (1, 1));
}

/// Orders are placed and reopened while customers are disconnected: either an order came first, or it finds nobody.
#[tokio::test]
async fn no_order_slips_in_while_customers_leave() {
    let house = House::build().await;
    for round in 0..12_usize {
        let shop = house.shop(&[500]).await;
        let rows = (2..=8).map(|number| customer_row(number, &format!("C{number}"), "shop")).collect();
        house.import_customers(&shop, rows).await;
        let saved = house.place(&shop, &[(1, 1)]).await;
        house.save(&shop, &saved.order_id).await.unwrap();
        let shoppers = (1..=4).map(async |number: usize| {
            // Some come later than others.
            for _ in 0..(round * number) {
                tokio::task::yield_now().await;
            }
            let customer_code = format!("C{number}");
            let request = pb::PlaceOrderRequest { customer_code, ..house.place_request(&shop, &[(1, 1)]) };
            house.tool().place_order(request).await.inner()
        });
        let reopened = async {
            let request = pb::ReopenOrderRequest {
                request_id: house.key(),
                seller_id: shop.seller(),
                order_id: saved.order_id.clone(),
                version: None,
            };
            if round % 2 == 0 { Some(house.seller(shop.seller_id).reopen_order(request).await.inner()) } else { None }
        };
        let twins = futures_util::future::join(house.disconnect(&shop, "all"), house.disconnect(&shop, "all"));
        let (placed, reopened, (first, second)) =
            futures_util::future::join3(futures_util::future::join_all(shoppers), reopened, twins).await;
        if let Some(reopened) = reopened {
            reopened.unwrap();
        }
        let gone = match (&first, &second) {
            (Ok(first), Ok(second)) => {
                assert_eq!((*first, *second), (8, 8), "twins are answered alike");
                true
            }
            // A twin that came before an order was placed, and one that came after it.
            (Err(_), Err(_)) => false,
            other => panic!("{other:?}"),
        };
        for refused in [first, second].into_iter().filter(Result::is_err) {
            assert_refused(refused, Code::FailedPrecondition, "OPEN_ORDERS");
        }
        let open = format!(
            "sales_order o JOIN customer c USING (seller_id, customer_id) WHERE o.seller_id = '{}' AND o.status = 0 \
             AND NOT o.reopened AND NOT c.connected",
            shop.seller()
        );
        assert_eq!(house.db.db_count(&open).await, 0, "no new order of somebody who has left");
        for placed in placed {
            match placed {
                Ok(_) => assert!(!gone, "an order was placed, and customers left nevertheless"),
                refused => assert_refused(refused, Code::NotFound, "CUSTOMER_NOT_FOUND"),
            }
        }
        house.assert_counted(&shop).await;
    }
}

#[tokio::test]
async fn five_thousand_customers_leave_at_once() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    for part in 0..10 {
        let rows = (0..500).map(|row| customer_row(row, &format!("D{part}-{row}"), "shop")).collect();
        assert_eq!(house.import_customers(&shop, rows).await.created, 500);
    }
    let start = std::time::Instant::now();
    assert_eq!(house.disconnect(&shop, "all").await.unwrap(), 5_001);
    let took = start.elapsed();
    assert!(took < std::time::Duration::from_secs(2), "it took {took:?}");
    assert_eq!(house.customers_of("customer.disconnected").await.len(), 5_001);
    assert_eq!(house.db.db_count("audit_event WHERE action = 'customer.disconnected'").await, 11);
    house.assert_counted(&shop).await;
}
