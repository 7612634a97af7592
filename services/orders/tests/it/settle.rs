use diesel_async::SimpleAsyncConnection as _;
use pishkhan_chassis::{errors, parse::timestamp};
use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use tonic::Code;
use uuid::Uuid;

use crate::house::{House, Inner as _, Weather, assert_refused, product_row};

#[tokio::test]
async fn saving_reserves_the_goods_and_tells_of_it() {
    let house = House::build().await;
    let shop = house.shop(&[5, 7]).await;
    let order = house.place(&shop, &[(1, 3), (2, 7)]).await;
    house.clock.advance(chrono::TimeDelta::minutes(5));
    let saved = house.save(&shop, &order.order_id).await.unwrap();
    assert_eq!((saved.status(), saved.version), (pb::OrderStatus::Registered, 2));
    assert_eq!((house.stock(&shop, 1).await, house.stock(&shop, 2).await), (2, 0));
    let stored = house.get(&shop, &order.order_id).await;
    let summary = stored.summary.unwrap();
    assert_eq!((summary.status(), summary.revision, stored.settling), (pb::OrderStatus::Registered, 1, false));
    assert_eq!(summary.register_time, Some(timestamp(house.now())));

    house.assert_told(&["order.registered"]).await;
    let row = house.told().await.remove(0);
    assert_eq!((row.topic.as_str(), row.key.to_string()), ("orders", order.order_id.clone()));
    let event = pb::OrderRegistered::decode(row.payload.as_slice()).unwrap();
    assert_eq!((event.seller_id, event.revision, event.code), (shop.seller(), 1, order.code));
    assert_eq!((event.customer_title.as_str(), event.activity_area.as_str()), ("the first customer", "north"));
    let lines: Vec<_> =
        event.lines.iter().map(|line| (line.type_id.clone(), line.quantity, line.amount_toman)).collect();
    assert_eq!(lines, [(shop.type_id(1), 3, 36_000), (shop.type_id(2), 7, 168_000)]);

    // Again: nothing happens.
    assert_eq!(house.save(&shop, &order.order_id).await.unwrap(), saved);
    house.assert_told(&["order.registered"]).await;
    house.db.assert_audit(&["customer.imported", "order.placed", "order.saved"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn an_order_that_is_short_of_stock_stays_as_it_is() {
    let house = House::build().await;
    let shop = house.shop(&[5, 2]).await;
    let order = house.place(&shop, &[(1, 3), (2, 4)]).await;
    let before = house.get(&shop, &order.order_id).await;
    let request = house.save_request(&shop, &order.order_id);
    let mut client = house.seller(shop.seller_id);
    let refused = client.save_order(request.clone()).await.inner();
    let details = errors::details(refused.as_ref().unwrap_err());
    assert_eq!(details.metadata.len(), 1);
    assert_eq!(details.metadata[&shop.type_id(2)], "2|product 002|type 2");
    assert_refused(refused, Code::FailedPrecondition, "STOCK_SHORT");
    assert_eq!(house.get(&shop, &order.order_id).await, before);
    assert_eq!((house.stock(&shop, 1).await, house.stock(&shop, 2).await), (5, 2));
    house.assert_sound(&shop).await;

    // Goods have come: the same request is still answered as it was, a new one succeeds.
    house.import_products(shop.seller_id, vec![product_row(2, 9)]).await;
    assert_refused(client.save_order(request).await.inner(), Code::FailedPrecondition, "STOCK_SHORT");
    assert_eq!(house.save(&shop, &order.order_id).await.unwrap().status(), pb::OrderStatus::Registered);
    assert_eq!(house.stock(&shop, 2).await, 5);
    house.assert_told(&["order.registered"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn what_cannot_be_saved_or_cancelled_is_refused() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[5]).await, house.shop(&[]).await);
    let order = house.place(&shop, &[(1, 3)]).await;
    let save = |change: &dyn Fn(&mut pb::SaveOrderRequest)| {
        let mut request = house.save_request(&shop, &order.order_id);
        change(&mut request);
        let mut client = house.seller(shop.seller_id);
        async move { client.save_order(request).await.inner() }
    };
    let cancel = |change: &dyn Fn(&mut pb::CancelOrderRequest)| {
        let mut request = house.cancel_request(&shop, &order.order_id);
        change(&mut request);
        let mut client = house.seller(shop.seller_id);
        async move { client.cancel_order(request).await.inner() }
    };
    let nobody = Uuid::from_u128(1).to_string();
    assert_refused(save(&|r| r.version = Some(2)).await, Code::Aborted, "VERSION_STALE");
    assert_refused(cancel(&|r| r.version = Some(2)).await, Code::Aborted, "VERSION_STALE");
    assert_refused(save(&|r| r.request_id.clear()).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(cancel(&|r| r.request_id.clear()).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(save(&|r| r.order_id.clear()).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(cancel(&|r| r.order_id.clear()).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(save(&|r| r.order_id.clone_from(&nobody)).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(cancel(&|r| r.order_id.clone_from(&nobody)).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(save(&|r| r.seller_id = other.seller()).await, Code::NotFound, "SELLER_NOT_FOUND");
    assert_refused(cancel(&|r| r.seller_id = other.seller()).await, Code::NotFound, "SELLER_NOT_FOUND");
    let mut theirs = house.seller(other.seller_id);
    let foreign = pb::SaveOrderRequest { seller_id: other.seller(), ..house.save_request(&shop, &order.order_id) };
    assert_refused(theirs.save_order(foreign).await.inner(), Code::NotFound, "ORDER_NOT_FOUND");
    let foreign = pb::CancelOrderRequest { seller_id: other.seller(), ..house.cancel_request(&shop, &order.order_id) };
    assert_refused(theirs.cancel_order(foreign).await.inner(), Code::NotFound, "ORDER_NOT_FOUND");
    let foreign = pb::GetOrderRequest { seller_id: other.seller(), order_id: order.order_id.clone() };
    assert_refused(theirs.get_order(foreign).await.inner(), Code::NotFound, "ORDER_NOT_FOUND");
    assert_eq!(house.get(&shop, &order.order_id).await.summary.unwrap().version, 1);

    house.set_lines(&shop, &order.order_id, &[]).await.unwrap();
    assert_refused(save(&|_| {}).await, Code::FailedPrecondition, "ORDER_EMPTY");
    assert_eq!(house.stock(&shop, 1).await, 5);
    house.assert_told(&[]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn cancelling_gives_the_goods_back_for_good() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 3)]).await;
    house.save(&shop, &order.order_id).await.unwrap();
    house.set_lines(&shop, &order.order_id, &[(1, 2)]).await.unwrap();
    let cancelled = house.cancel(&shop, &order.order_id).await.unwrap();
    assert_eq!((cancelled.status(), cancelled.version), (pb::OrderStatus::Cancelled, 4));
    assert_eq!(house.stock(&shop, 1).await, 5);
    assert_eq!(house.cancel(&shop, &order.order_id).await.unwrap(), cancelled);
    assert_refused(house.save(&shop, &order.order_id).await, Code::FailedPrecondition, "ORDER_CANCELLED");
    let edit = house.set_lines(&shop, &order.order_id, &[(1, 1)]).await;
    assert_refused(edit, Code::FailedPrecondition, "ORDER_CANCELLED");
    house.assert_told(&["order.registered", "order.cancelled"]).await;
    let row = house.told().await.remove(1);
    let event = pb::OrderCancelled::decode(row.payload.as_slice()).unwrap();
    assert_eq!((event.order_id, event.revision), (order.order_id.clone(), 2));
    assert_eq!(event.cancel_time, Some(timestamp(house.now())));
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn an_open_order_is_cancelled_without_the_stock_and_without_noise() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 3)]).await;
    house.link.set(Weather::Cut);
    let request = house.cancel_request(&shop, &order.order_id);
    let mut client = house.seller(shop.seller_id);
    let cancelled = client.cancel_order(request.clone()).await.inner().unwrap();
    assert_eq!((cancelled.status(), cancelled.version), (pb::OrderStatus::Cancelled, 2));
    assert_eq!(client.cancel_order(request).await.inner().unwrap(), cancelled);
    assert_eq!(house.counts(&shop).await.with_open_order, 0);
    house.assert_told(&[]).await;
    house.db.assert_audit(&["customer.imported", "order.placed", "order.cancelled"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn saving_again_makes_the_next_revision() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 5)]).await;
    house.save(&shop, &order.order_id).await.unwrap();
    let first = house.get(&shop, &order.order_id).await.summary.unwrap().register_time;
    house.clock.advance(chrono::TimeDelta::days(1));
    house.set_lines(&shop, &order.order_id, &[(1, 4)]).await.unwrap();
    house.save(&shop, &order.order_id).await.unwrap();
    let summary = house.get(&shop, &order.order_id).await.summary.unwrap();
    assert_eq!((summary.revision, summary.reopened, summary.version), (2, false, 4));
    assert_eq!(summary.register_time, first, "registered when it was first registered");
    assert_eq!(house.stock(&shop, 1).await, 1);
    assert_eq!(house.db.db_count("order_revision").await, 2);
    house.assert_told(&["order.registered", "order.registered"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn of_two_orders_for_the_last_goods_one_is_registered() {
    let house = House::build().await;
    let shop = house.shop(&[4]).await;
    let mut orders = Vec::new();
    for _ in 0..6 {
        orders.push(house.place(&shop, &[(1, 3)]).await);
    }
    let results = futures_util::future::join_all(orders.iter().map(|order| house.save(&shop, &order.order_id))).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for result in results.into_iter().filter(Result::is_err) {
        assert_refused(result, Code::FailedPrecondition, "STOCK_SHORT");
    }
    assert_eq!(house.stock(&shop, 1).await, 1);
    house.assert_told(&["order.registered"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn twins_of_a_request_have_one_effect() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 3)]).await;
    let request = house.save_request(&shop, &order.order_id);
    let twins = (0..8).map(|_| {
        let (mut client, request) = (house.seller(shop.seller_id), request.clone());
        async move { client.save_order(request).await.inner() }
    });
    let replies: Vec<_> = futures_util::future::join_all(twins).await.into_iter().map(Result::unwrap).collect();
    assert!(replies.iter().all(|reply| *reply == replies[0] && reply.version == 2));
    assert_eq!(house.stock(&shop, 1).await, 6);
    house.assert_told(&["order.registered"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn saving_and_cancelling_at_the_same_time_take_turns() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    for _ in 0..5 {
        let order = house.place(&shop, &[(1, 3)]).await;
        let (saved, cancelled) = tokio::join!(house.save(&shop, &order.order_id), house.cancel(&shop, &order.order_id));
        assert_eq!(cancelled.unwrap().status(), pb::OrderStatus::Cancelled);
        if let Err(refused) = saved {
            assert_refused::<()>(Err(refused), Code::FailedPrecondition, "ORDER_CANCELLED");
        }
        assert_eq!(house.stock(&shop, 1).await, 9);
        house.assert_sound(&shop).await;
    }
}

/// While the stock's answer is on its way somebody else takes the intent back, or asks under another revision.
#[tokio::test]
async fn what_somebody_else_has_taken_back_is_not_called_done() {
    let raised = "UPDATE settlement SET revision = revision + 1; \
                  UPDATE sales_order SET last_revision_sent = last_revision_sent + 1";
    for meanwhile in ["DELETE FROM settlement", raised] {
        let house = House::build().await;
        let shop = house.shop(&[9]).await;
        let order = house.place(&shop, &[(1, 3)]).await.order_id;
        let db = house.db.db();
        house.link.meanwhile(async move {
            let mut conn = db.read().await.unwrap();
            conn.batch_execute(meanwhile).await.unwrap();
        });
        let request = house.save_request(&shop, &order);
        let mut client = house.seller(shop.seller_id);
        assert_refused(client.save_order(request.clone()).await.inner(), Code::Aborted, "ORDER_SETTLING");
        assert_eq!(house.get(&shop, &order).await.summary.unwrap().status(), pb::OrderStatus::Open, "{meanwhile}");
        // Whoever asks again has it done.
        let saved = client.save_order(request).await.inner().unwrap();
        assert_eq!(saved.status(), pb::OrderStatus::Registered, "{meanwhile}");
        house.assert_sound(&shop).await;
    }
}
