//! Deleting orders: what goes, and what stays.

use chrono::TimeDelta;
use pishkhan_chassis::parse::timestamp;
use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use tonic::Code;
use uuid::Uuid;

use crate::house::{House, Inner as _, Shop, Weather, assert_refused};

async fn listed(house: &House, shop: &Shop) -> (Vec<String>, i64, pb::Customer) {
    let list = pb::ListCustomersRequest { seller_id: shop.seller(), ..Default::default() };
    let customer = house.seller(shop.seller_id).list_customers(list).await.inner().unwrap().customers.remove(0);
    let list = pb::ListCustomerOrdersRequest {
        seller_id: shop.seller(),
        customer_id: customer.customer_id.clone(),
        ..Default::default()
    };
    let listed = house.seller(shop.seller_id).list_customer_orders(list).await.inner().unwrap();
    (listed.orders.into_iter().map(|order| order.order_id).collect(), listed.total_size, customer)
}

#[tokio::test]
async fn an_open_order_goes_without_the_stock_and_without_noise() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let first = house.place(&shop, &[(1, 3)]).await;
    house.clock.advance(TimeDelta::hours(1));
    let second = house.place(&shop, &[(1, 1)]).await;
    house.link.set(Weather::Cut);
    let request = house.delete_request(&shop, &second.order_id);
    let mut client = house.seller(shop.seller_id);
    let deleted = client.delete_order(request.clone()).await.inner().unwrap();
    assert_eq!(deleted.version, 2);
    // The same request is answered again; another one finds nothing.
    assert_eq!(client.delete_order(request).await.inner().unwrap(), deleted);
    assert_refused(house.delete(&shop, &second.order_id).await, Code::NotFound, "ORDER_NOT_FOUND");
    house.link.set(Weather::Calm);
    let (orders, total, customer) = listed(&house, &shop).await;
    assert_eq!((orders, total), (vec![first.order_id.clone()], 1));
    assert_eq!((customer.open_orders, customer.last_order_time), (1, first.create_time));
    house.assert_told(&[]).await;
    house.db.assert_audit(&["customer.imported", "order.placed", "order.placed", "order.deleted"]).await;
    house.assert_sound(&shop).await;
    // The last one, too; then the customer has ordered nothing.
    house.delete(&shop, &first.order_id).await.unwrap();
    let (orders, _, customer) = listed(&house, &shop).await;
    assert_eq!((orders.len(), customer.open_orders, customer.last_order_time), (0, 0, None));
    assert_eq!(house.counts(&shop).await.with_open_order, 0);
    assert_eq!(house.db.db_count("sales_order WHERE deleted_at IS NOT NULL").await, 2, "kept for the audit");
    // Codes are not used again.
    assert_eq!(house.place(&shop, &[(1, 1)]).await.code, "1405-08-000003");
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_reopened_order_gives_its_goods_back() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    assert_refused(house.delete(&shop, &order).await, Code::FailedPrecondition, "ORDER_REGISTERED");
    assert_eq!(house.stock(&shop, 1).await, 2);
    house.set_lines(&shop, &order, &[(1, 1)]).await.unwrap();
    assert_eq!(house.delete(&shop, &order).await.unwrap().version, 4);
    assert_eq!((house.stock(&shop, 1).await, house.counts(&shop).await.with_open_order), (5, 0));
    house.assert_told(&["order.registered", "order.deleted"]).await;
    let row = house.told().await.remove(1);
    let event = pb::OrderDeleted::decode(row.payload.as_slice()).unwrap();
    assert_eq!((row.key.to_string(), event.order_id, event.seller_id), (order.clone(), order.clone(), shop.seller()));
    assert_eq!((event.revision, event.delete_time), (2, Some(timestamp(house.now()))));
    house.assert_sound(&shop).await;
    let list = pb::ListRegisteredOrdersRequest { seller_id: shop.seller(), ..Default::default() };
    assert_eq!(house.tool().list_registered_orders(list).await.inner().unwrap().orders, []);
}

#[tokio::test]
async fn a_cancelled_order_may_be_deleted() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    house.cancel(&shop, &order).await.unwrap();
    house.delete(&shop, &order).await.unwrap();
    house.assert_told(&["order.registered", "order.cancelled", "order.deleted"]).await;
    assert_eq!(house.stock(&shop, 1).await, 5);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn an_order_whose_saving_was_refused_leaves_nothing_behind() {
    let house = House::build().await;
    let shop = house.shop(&[1]).await;
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    assert_refused(house.save(&shop, &order).await, Code::FailedPrecondition, "STOCK_SHORT");
    house.delete(&shop, &order).await.unwrap();
    house.assert_told(&[]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn nothing_is_done_to_what_is_deleted() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let mut place = house.place_request(&shop, &[(1, 3)]);
    place.client_order_id = "their-7".to_owned();
    let placed = house.tool().place_order(place.clone()).await.inner().unwrap().order.unwrap();
    let order = placed.order_id.clone();
    house.delete(&shop, &order).await.unwrap();
    let missing = |result: Result<(), tonic::Status>| assert_refused(result, Code::NotFound, "ORDER_NOT_FOUND");
    missing(house.save(&shop, &order).await.map(drop));
    missing(house.cancel(&shop, &order).await.map(drop));
    missing(house.delete(&shop, &order).await.map(drop));
    missing(house.reopen(&shop, &order).await.map(drop));
    missing(house.discard(&shop, &order).await.map(drop));
    missing(house.set_lines(&shop, &order, &[(1, 1)]).await.map(drop));
    missing(house.revise(&shop, house.revise_request(&shop, &order, &[])).await.map(drop));
    missing(house.public(&order).await.map(drop));
    let mut client = house.seller(shop.seller_id);
    let get = pb::GetOrderRequest { seller_id: shop.seller(), order_id: order.clone() };
    missing(client.get_order(get).await.map(drop));
    let history = pb::GetOrderHistoryRequest { seller_id: shop.seller(), order_id: order.clone() };
    missing(client.get_order_history(history).await.map(drop));
    let note = pb::UpdateOrderNoteRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        order_id: order.clone(),
        ..Default::default()
    };
    missing(client.update_order_note(note).await.map(drop));
    let find = pb::FindOrdersByCodeRequest { code: placed.code.clone() };
    assert_eq!(house.operator().find_orders_by_code(find).await.inner().unwrap().orders, []);
    // A late repetition of its placing makes no second order.
    place.request_id = house.key();
    let again = house.tool().place_order(place).await.inner().unwrap().order.unwrap();
    assert_eq!(again.order_id, order);
    assert_eq!(house.db.db_count("sales_order").await, 1);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn what_may_not_be_deleted_stays() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[5]).await, house.shop(&[5]).await);
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    let before = house.get(&shop, &order).await;
    let mut client = house.seller(shop.seller_id);
    let stale = pb::DeleteOrderRequest { version: Some(7), ..house.delete_request(&shop, &order) };
    assert_refused(client.delete_order(stale).await.inner(), Code::Aborted, "VERSION_STALE");
    let foreign = pb::DeleteOrderRequest { seller_id: other.seller(), ..house.delete_request(&shop, &order) };
    let foreign = house.seller(other.seller_id).delete_order(foreign).await.inner();
    assert_refused(foreign, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(house.delete(&shop, &Uuid::from_u128(1).to_string()).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(house.delete(&shop, "x").await, Code::InvalidArgument, "INVALID_FIELD");
    assert_eq!(house.get(&shop, &order).await, before);
    let key = house.delete_request(&shop, &order);
    client.delete_order(key.clone()).await.inner().unwrap();
    let reused = pb::DeleteOrderRequest { version: Some(1), ..key };
    assert_refused(client.delete_order(reused).await.inner(), Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
}

#[tokio::test]
async fn saving_editing_cancelling_and_deleting_at_the_same_time_take_turns() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    for round in 0..6 {
        let order = house.place(&shop, &[(1, 3)]).await.order_id;
        house.save(&shop, &order).await.unwrap();
        house.reopen(&shop, &order).await.unwrap();
        let (saved, edited, cancelled, deleted) = tokio::join!(
            house.save(&shop, &order),
            house.set_lines(&shop, &order, &[(1, 2)]),
            house.cancel(&shop, &order),
            house.delete(&shop, &order)
        );
        let foreseen = ["ORDER_CANCELLED", "ORDER_NOT_FOUND", "ORDER_REGISTERED", "ORDER_SETTLING"];
        for refused in [saved.map(drop), edited.map(drop), cancelled.map(drop), deleted.map(drop)] {
            let Err(status) = refused else { continue };
            let reason = pishkhan_chassis::errors::reason(&status).unwrap_or_default();
            assert!(foreseen.contains(&reason.as_str()), "round {round}: {status:?}");
        }
        // Whatever came last: nobody holds its goods any more, or a registered order does.
        house.assert_sound(&shop).await;
        drop(house.cancel(&shop, &order).await);
        assert_eq!(house.stock(&shop, 1).await, 9, "round {round}");
        house.assert_sound(&shop).await;
    }
}
