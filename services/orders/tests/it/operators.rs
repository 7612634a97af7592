//! What operators and the public may do with any seller's orders.

use pishkhan_chassis::parse::timestamp;
use pishkhan_proto::orders::v1::{self as pb, orders_service_client::OrdersServiceClient};
use tonic::Code;
use uuid::Uuid;

use crate::house::{Client, House, Inner as _, assert_refused};

#[tokio::test]
async fn an_operator_works_on_any_sellers_order_and_is_named_in_the_audit() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    let mut operator = house.operator();
    // The order tells whose it is.
    let get = pb::GetOrderRequest { order_id: order.clone(), ..Default::default() };
    let read = operator.get_order(get).await.inner().unwrap().order.unwrap();
    assert_eq!(read.summary.unwrap().seller_id, shop.seller());
    let revise = pb::ReviseOrderRequest {
        seller_id: String::new(),
        shipping_toman: Some(7),
        ..house.revise_request(&shop, &order, &[(1, 3, Some(11))])
    };
    assert_eq!(operator.revise_order(revise).await.inner().unwrap().version, 2);
    let save = pb::SaveOrderRequest { seller_id: String::new(), ..house.save_request(&shop, &order) };
    assert_eq!(operator.save_order(save.clone()).await.inner().unwrap().status(), pb::OrderStatus::Registered);
    assert_eq!(operator.save_order(save).await.inner().unwrap().version, 3, "repeated");
    assert_eq!(house.stock(&shop, 1).await, 6);
    let cancel = pb::CancelOrderRequest { seller_id: String::new(), ..house.cancel_request(&shop, &order) };
    operator.cancel_order(cancel).await.inner().unwrap();
    let history = pb::GetOrderHistoryRequest { order_id: order.clone(), ..Default::default() };
    let history = operator.get_order_history(history).await.inner().unwrap();
    let by_operator = |actor: &Option<pb::Actor>| actor.as_ref().unwrap().kind() == pb::ActorKind::Operator;
    assert!(history.events[..3].iter().all(|event| by_operator(&event.actor)));
    assert!(by_operator(&history.revisions[0].actor));
    let delete = pb::DeleteOrderRequest { seller_id: String::new(), ..house.delete_request(&shop, &order) };
    let deleted = operator.delete_order(delete.clone()).await.inner().unwrap();
    assert_eq!(operator.delete_order(delete).await.inner().unwrap(), deleted, "repeated");
    assert_eq!(house.db.db_count("audit_event WHERE actor_role = 'operator'").await, 4);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn who_is_no_operator_has_to_name_the_seller() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[9]).await, house.shop(&[9]).await);
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    let get = |seller_id: &str| pb::GetOrderRequest { seller_id: seller_id.to_owned(), order_id: order.clone() };
    for mut client in [house.seller(shop.seller_id), house.seller(other.seller_id), house.tool()] {
        assert_refused(client.get_order(get("")).await.inner(), Code::InvalidArgument, "INVALID_FIELD");
    }
    let foreign = house.seller(other.seller_id).get_order(get(&shop.seller())).await.inner();
    assert_refused(foreign, Code::NotFound, "SELLER_NOT_FOUND");
    let foreign = house.seller(other.seller_id).get_order(get(&other.seller())).await.inner();
    assert_refused(foreign, Code::NotFound, "ORDER_NOT_FOUND");
    // An operator that names a seller means that seller's orders.
    let wrong = house.operator().get_order(get(&other.seller())).await.inner();
    assert_refused(wrong, Code::NotFound, "ORDER_NOT_FOUND");
    let nobodys = pb::GetOrderRequest { order_id: Uuid::from_u128(1).to_string(), ..Default::default() };
    assert_refused(house.operator().get_order(nobodys).await.inner(), Code::NotFound, "ORDER_NOT_FOUND");
    let unreadable = pb::GetOrderRequest { order_id: "x".to_owned(), ..Default::default() };
    assert_refused(house.operator().get_order(unreadable).await.inner(), Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn orders_are_found_by_their_code_whoevers_they_are() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[9]).await, house.shop(&[9]).await);
    let first = house.place(&shop, &[(1, 2)]).await;
    house.clock.advance(chrono::TimeDelta::minutes(1));
    let second = house.place(&other, &[(1, 1)]).await;
    assert_eq!(first.code, second.code);
    house.place(&shop, &[(1, 2)]).await;
    let find = async |client: &mut Client, code: &str| {
        client.find_orders_by_code(pb::FindOrdersByCodeRequest { code: code.to_owned() }).await.inner()
    };
    let mut operator = house.operator();
    for code in ["1405-08-000001", " ۱۴۰۵-۰۸-۰۰۰۰۰۱ ", "١٤٠٥-٠٨-٠٠٠٠٠١"] {
        let found = find(&mut operator, code).await.unwrap().orders;
        assert_eq!(ids(&found), [second.order_id.as_str(), first.order_id.as_str()], "{code}");
        assert_eq!(found[0], second);
    }
    assert_eq!(find(&mut operator, "1405-08-000009").await.unwrap().orders, []);
    for code in ["", "1405-08", "1405-08-1", "1405-08-%", "1405-13-000001", "x"] {
        assert_refused(find(&mut operator, code).await, Code::InvalidArgument, "INVALID_FIELD");
    }
    // A tool for one seller finds that one's.
    let mut tool = OrdersServiceClient::new(house.server.as_tool(&["orders.*"], Some(shop.seller_id)));
    assert_eq!(ids(&find(&mut tool, "1405-08-000001").await.unwrap().orders), [first.order_id.as_str()]);
}

fn ids(orders: &[pb::OrderSummary]) -> Vec<&str> {
    orders.iter().map(|order| order.order_id.as_str()).collect()
}

#[tokio::test]
async fn at_most_twenty_are_found_and_the_answer_says_when_there_are_more() {
    let house = House::build().await;
    for (placed, told, truncated) in [(20, 20, false), (1, 20, true)] {
        for _ in 0..placed {
            let shop = house.shop(&[9]).await;
            house.place(&shop, &[(1, 1)]).await;
        }
        let request = pb::FindOrdersByCodeRequest { code: "1405-08-000001".to_owned() };
        let found = house.operator().find_orders_by_code(request).await.inner().unwrap();
        assert_eq!((found.orders.len(), found.truncated), (told, truncated));
    }
}

#[tokio::test]
async fn the_public_is_told_little_and_nothing_of_what_is_gone() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let placed = house.place(&shop, &[(1, 2)]).await;
    let order = placed.order_id.clone();
    let told = house.public(&order).await.unwrap();
    let expected = pb::GetPublicOrderResponse {
        code: placed.code.clone(),
        revision: 0,
        status: pb::OrderStatus::Open.into(),
        grand_toman: placed.grand_toman,
        create_time: Some(timestamp(house.now())),
    };
    assert_eq!(told, expected);
    house.save(&shop, &order).await.unwrap();
    let saved = pb::GetPublicOrderResponse { revision: 1, status: pb::OrderStatus::Registered.into(), ..expected };
    assert_eq!(house.public(&order).await.unwrap(), saved);
    // While it is edited the amount is that of the revision that is told.
    house.set_lines(&shop, &order, &[(1, 1)]).await.unwrap();
    let open = pb::GetPublicOrderResponse { status: pb::OrderStatus::Open.into(), ..saved };
    assert_eq!(house.public(&order).await.unwrap(), open);
    house.delete(&shop, &order).await.unwrap();
    assert_refused(house.public(&order).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(house.public(&Uuid::from_u128(1).to_string()).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(house.public("x").await, Code::InvalidArgument, "INVALID_FIELD");
}
