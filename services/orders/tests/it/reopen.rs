//! Opening a registered order for editing, and going back.

use pishkhan_proto::orders::v1 as pb;
use tonic::Code;
use uuid::Uuid;

use crate::house::{House, Inner as _, Weather, assert_refused};

#[tokio::test]
async fn reopening_keeps_the_saved_revision_and_its_goods() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    let reopened = house.reopen(&shop, &order).await.unwrap();
    assert_eq!((reopened.status(), reopened.version), (pb::OrderStatus::Open, 3));
    let summary = house.get(&shop, &order).await.summary.unwrap();
    assert_eq!((summary.reopened, summary.revision), (true, 1));
    assert_eq!((house.stock(&shop, 1).await, house.counts(&shop).await.with_open_order), (2, 1));
    // Again: nothing happens, also for an order that was never registered.
    assert_eq!(house.reopen(&shop, &order).await.unwrap(), reopened);
    let fresh = house.place(&shop, &[(1, 1)]).await.order_id;
    assert_eq!(house.reopen(&shop, &fresh).await.unwrap().version, 1);
    house.assert_told(&["order.registered"]).await;
    let actions = "audit_event WHERE action = 'order.reopened'";
    assert_eq!(house.db.db_count(actions).await, 1);
    house.assert_sound(&shop).await;
    // Saving it makes the next revision.
    assert_eq!(house.save(&shop, &order).await.unwrap().version, 4);
    assert_eq!(house.get(&shop, &order).await.summary.unwrap().revision, 2);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn discarding_goes_back_to_what_was_saved() {
    let house = House::build().await;
    let shop = house.shop(&[9, 9, 9]).await;
    let order = house.place(&shop, &[(1, 3), (2, 1)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    let saved = house.get(&shop, &order).await;
    // Lines and prices and shipping and the note change, in several steps.
    let request = pb::ReviseOrderRequest {
        shipping_toman: Some(1),
        ..house.revise_request(&shop, &order, &[(3, 2, None), (1, 9, Some(5))])
    };
    house.revise(&shop, request).await.unwrap();
    house.set_lines(&shop, &order, &[(3, 1)]).await.unwrap();
    // The stock is not asked: it holds the saved revision's goods all the while.
    house.link.set(Weather::Cut);
    let discarded = house.discard(&shop, &order).await.unwrap();
    house.link.set(Weather::Calm);
    assert_eq!((discarded.status(), discarded.version), (pb::OrderStatus::Registered, 5));
    let mut back = house.get(&shop, &order).await;
    let summary = back.summary.as_mut().unwrap();
    assert_eq!((summary.version, summary.revision), (5, 1));
    summary.version = 2;
    summary.customer = saved.summary.as_ref().unwrap().customer.clone();
    assert_eq!(back, saved);
    assert_eq!(house.counts(&shop).await.with_open_order, 0);
    house.assert_told(&["order.registered"]).await;
    house.assert_sound(&shop).await;
    // Again: nothing happens.
    assert_eq!(house.discard(&shop, &order).await.unwrap(), discarded);
    assert_eq!(house.db.db_count("audit_event WHERE action = 'order.discarded'").await, 1);
}

#[tokio::test]
async fn words_survive_discarding() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    let request = pb::ReviseOrderRequest {
        paper_bill_toman: Some(77),
        seller_note: Some("by the back door".to_owned()),
        ..house.revise_request(&shop, &order, &[(1, 2, None)])
    };
    house.revise(&shop, request).await.unwrap();
    house.discard(&shop, &order).await.unwrap();
    let back = house.get(&shop, &order).await;
    assert_eq!((back.lines[0].quantity, back.paper_bill_toman), (3, Some(77)));
    assert_eq!(back.seller_note, "by the back door");
}

#[tokio::test]
async fn a_revision_from_before_shipping_could_change_still_tells_it() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    house
        .db
        .db_execute(
            "ALTER TABLE order_revision DISABLE TRIGGER USER; UPDATE order_revision SET shipping_toman = NULL; \
             ALTER TABLE order_revision ENABLE TRIGGER USER",
        )
        .await;
    let request =
        pb::ReviseOrderRequest { shipping_toman: Some(1), ..house.revise_request(&shop, &order, &[(1, 2, Some(7))]) };
    house.revise(&shop, request).await.unwrap();
    house.discard(&shop, &order).await.unwrap();
    assert_eq!(house.get(&shop, &order).await.totals.unwrap().shipping_toman, 350_000);
}

#[tokio::test]
async fn what_cannot_be_reopened_or_discarded_stays() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[9]).await, house.shop(&[9]).await);
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    assert_refused(house.discard(&shop, &order).await, Code::FailedPrecondition, "ORDER_NEVER_SAVED");
    house.save(&shop, &order).await.unwrap();
    let mut client = house.seller(shop.seller_id);
    let stale = pb::ReopenOrderRequest { version: Some(1), ..house.reopen_request(&shop, &order) };
    assert_refused(client.reopen_order(stale).await.inner(), Code::Aborted, "VERSION_STALE");
    house.reopen(&shop, &order).await.unwrap();
    let before = house.get(&shop, &order).await;
    let stale = pb::DiscardOrderChangesRequest { version: Some(2), ..house.discard_request(&shop, &order) };
    assert_refused(client.discard_order_changes(stale).await.inner(), Code::Aborted, "VERSION_STALE");
    // Another seller's, and none's.
    let own_name = |request: pb::ReopenOrderRequest| pb::ReopenOrderRequest { seller_id: other.seller(), ..request };
    let mut foreign = house.seller(other.seller_id);
    let reopen = own_name(house.reopen_request(&shop, &order));
    assert_refused(foreign.reopen_order(reopen).await.inner(), Code::NotFound, "ORDER_NOT_FOUND");
    let discard = pb::DiscardOrderChangesRequest { seller_id: other.seller(), ..house.discard_request(&shop, &order) };
    assert_refused(foreign.discard_order_changes(discard).await.inner(), Code::NotFound, "ORDER_NOT_FOUND");
    let nobodys = Uuid::from_u128(1).to_string();
    assert_refused(house.reopen(&shop, &nobodys).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(house.discard(&shop, &nobodys).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(house.discard(&shop, "x").await, Code::InvalidArgument, "INVALID_FIELD");
    assert_eq!(house.get(&shop, &order).await, before);
    house.cancel(&shop, &order).await.unwrap();
    assert_refused(house.reopen(&shop, &order).await, Code::FailedPrecondition, "ORDER_CANCELLED");
    assert_refused(house.discard(&shop, &order).await, Code::FailedPrecondition, "ORDER_CANCELLED");
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn repeated_requests_have_one_effect() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 3)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    let mut client = house.seller(shop.seller_id);
    let reopen = pb::ReopenOrderRequest { version: Some(2), ..house.reopen_request(&shop, &order) };
    let first = client.reopen_order(reopen.clone()).await.inner().unwrap();
    let discard = pb::DiscardOrderChangesRequest { version: Some(3), ..house.discard_request(&shop, &order) };
    let second = client.discard_order_changes(discard.clone()).await.inner().unwrap();
    // Late repetitions are answered as they were, and do nothing.
    assert_eq!(client.reopen_order(reopen.clone()).await.inner().unwrap(), first);
    assert_eq!(client.discard_order_changes(discard).await.inner().unwrap(), second);
    let summary = house.get(&shop, &order).await.summary.unwrap();
    assert_eq!((summary.status(), summary.version), (pb::OrderStatus::Registered, 4));
    let reused = pb::ReopenOrderRequest { version: None, ..reopen };
    assert_refused(client.reopen_order(reused).await.inner(), Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
    house.assert_sound(&shop).await;
}
