//! Crashes, lost messages and outages at each step of settling.

use pishkhan_orders::app::Stop;
use pishkhan_proto::{
    catalogue::v1::{self as catalogue, catalogue_service_client::CatalogueServiceClient},
    orders::v1 as pb,
};
use pishkhan_testkit::eventually;
use tokio_util::sync::CancellationToken;
use tonic::Code;

use crate::house::{House, Inner as _, Shop, Weather, assert_refused};

/// The process comes back. All is settled when its loop has come by after the lease of its predecessor's work.
async fn restart(house: &House) {
    house.seconds_pass(6).await;
    house.app.recover_overdue().await.unwrap();
}

/// Where a crash leaves an intent behind.
const fn leaves_an_intent(stop: Stop) -> bool {
    matches!(stop, Stop::BeforeStock | Stop::AfterStock | Stop::InCommit)
}

async fn placed(house: &House, shop: &Shop) -> String {
    house.place(shop, &[(1, 3)]).await.order_id
}

#[tokio::test]
async fn a_save_that_crashed_anywhere_is_finished() {
    for stop in Stop::ALL {
        let house = House::build().await;
        let shop = house.shop(&[9]).await;
        let order = placed(&house, &shop).await;
        let request = house.save_request(&shop, &order);
        let mut client = house.seller(shop.seller_id);
        house.app.stop_points().set(stop);
        assert_refused(client.save_order(request.clone()).await.inner(), Code::Internal, "STOPPED");
        let between = house.get(&shop, &order).await;
        assert_eq!(between.settling, leaves_an_intent(stop), "{stop:?}");
        restart(&house).await;
        let summary = house.get(&shop, &order).await.summary.unwrap();
        // Before its intent stands, a save has never been.
        let (status, version) =
            if stop == Stop::InIntent { (pb::OrderStatus::Open, 1) } else { (pb::OrderStatus::Registered, 2) };
        assert_eq!((summary.status(), summary.version), (status, version), "{stop:?}");
        house.assert_sound(&shop).await;
        // The caller never had a reply; it asks again and gets the one that was stored.
        let reply = client.save_order(request).await.inner().unwrap();
        assert_eq!((reply.status(), reply.version), (pb::OrderStatus::Registered, 2));
        assert_eq!(house.stock(&shop, 1).await, 6);
        house.assert_told(&["order.registered"]).await;
        house.db.assert_audit(&["customer.imported", "order.placed", "order.saved"]).await;
        house.assert_sound(&shop).await;
    }
}

#[tokio::test]
async fn a_cancellation_that_crashed_anywhere_is_finished() {
    for stop in Stop::ALL {
        let house = House::build().await;
        let shop = house.shop(&[9]).await;
        let order = placed(&house, &shop).await;
        house.save(&shop, &order).await.unwrap();
        let request = house.cancel_request(&shop, &order);
        let mut client = house.seller(shop.seller_id);
        house.app.stop_points().set(stop);
        assert_refused(client.cancel_order(request.clone()).await.inner(), Code::Internal, "STOPPED");
        restart(&house).await;
        house.assert_sound(&shop).await;
        let reply = client.cancel_order(request).await.inner().unwrap();
        assert_eq!((reply.status(), reply.version), (pb::OrderStatus::Cancelled, 3), "{stop:?}");
        assert_eq!(house.stock(&shop, 1).await, 9);
        house.assert_told(&["order.registered", "order.cancelled"]).await;
        house.assert_sound(&shop).await;
    }
}

#[tokio::test]
async fn a_deletion_that_crashed_anywhere_is_finished() {
    for stop in Stop::ALL {
        let house = House::build().await;
        let shop = house.shop(&[9]).await;
        let order = placed(&house, &shop).await;
        house.save(&shop, &order).await.unwrap();
        house.set_lines(&shop, &order, &[(1, 7)]).await.unwrap();
        let request = house.delete_request(&shop, &order);
        let mut client = house.seller(shop.seller_id);
        house.app.stop_points().set(stop);
        assert_refused(client.delete_order(request.clone()).await.inner(), Code::Internal, "STOPPED");
        restart(&house).await;
        house.assert_sound(&shop).await;
        let there = house.db.db_count("sales_order WHERE deleted_at IS NULL").await;
        assert_eq!(there, i64::from(stop == Stop::InIntent), "{stop:?}");
        let reply = client.delete_order(request).await.inner().unwrap();
        assert_eq!(reply.version, 4, "{stop:?}");
        assert_eq!((house.stock(&shop, 1).await, house.counts(&shop).await.with_open_order), (9, 0));
        house.assert_told(&["order.registered", "order.deleted"]).await;
        assert_eq!(house.db.db_count("audit_event WHERE action = 'order.deleted'").await, 1);
        house.assert_sound(&shop).await;
    }
}

#[tokio::test]
async fn work_in_one_step_that_crashed_is_done_whole_or_not_at_all() {
    // These ask no stock; the last transaction is the only one.
    for stop in [Stop::InCommit, Stop::BeforeReply] {
        let house = House::build().await;
        let shop = house.shop(&[9]).await;
        let order = placed(&house, &shop).await;
        house.save(&shop, &order).await.unwrap();
        let mut client = house.seller(shop.seller_id);
        let done = i64::from(stop == Stop::BeforeReply);
        let version = async || house.get(&shop, &order).await.summary.unwrap().version;

        let reopen = house.reopen_request(&shop, &order);
        house.app.stop_points().set(stop);
        assert_refused(client.reopen_order(reopen.clone()).await.inner(), Code::Internal, "STOPPED");
        assert_eq!(version().await, 2 + done, "{stop:?}");
        house.assert_sound(&shop).await;
        assert_eq!(client.reopen_order(reopen).await.inner().unwrap().version, 3);

        let revise = house.revise_request(&shop, &order, &[(1, 5, Some(7))]);
        house.app.stop_points().set(stop);
        assert_refused(client.revise_order(revise.clone()).await.inner(), Code::Internal, "STOPPED");
        assert_eq!(version().await, 3 + done, "{stop:?}");
        assert_eq!(client.revise_order(revise).await.inner().unwrap().version, 4);

        let discard = house.discard_request(&shop, &order);
        house.app.stop_points().set(stop);
        assert_refused(client.discard_order_changes(discard.clone()).await.inner(), Code::Internal, "STOPPED");
        assert_eq!(version().await, 4 + done, "{stop:?}");
        house.assert_sound(&shop).await;
        let reply = client.discard_order_changes(discard).await.inner().unwrap();
        assert_eq!((reply.status(), reply.version), (pb::OrderStatus::Registered, 5));
        assert_eq!(house.get(&shop, &order).await.lines[0].quantity, 3);
        house.assert_told(&["order.registered"]).await;
        house.assert_sound(&shop).await;

        let fresh = placed(&house, &shop).await;
        let delete = house.delete_request(&shop, &fresh);
        house.app.stop_points().set(stop);
        assert_refused(client.delete_order(delete.clone()).await.inner(), Code::Internal, "STOPPED");
        assert_eq!(house.db.db_count("sales_order WHERE deleted_at IS NOT NULL").await, done, "{stop:?}");
        assert_eq!(client.delete_order(delete).await.inner().unwrap().version, 2);
        house.assert_sound(&shop).await;
    }
}

#[tokio::test]
async fn the_callers_own_repetition_finishes_a_save_too() {
    for stop in Stop::ALL {
        let house = House::build().await;
        let shop = house.shop(&[9]).await;
        let order = placed(&house, &shop).await;
        let request = house.save_request(&shop, &order);
        let mut client = house.seller(shop.seller_id);
        house.app.stop_points().set(stop);
        client.save_order(request.clone()).await.inner().unwrap_err();
        assert_eq!(client.save_order(request).await.inner().unwrap().version, 2, "{stop:?}");
        house.assert_told(&["order.registered"]).await;
        house.assert_sound(&shop).await;
    }
}

#[tokio::test]
async fn whatever_comes_next_finishes_a_deletion_first() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    for next in 0..4 {
        let order = placed(&house, &shop).await;
        house.save(&shop, &order).await.unwrap();
        house.reopen(&shop, &order).await.unwrap();
        house.app.stop_points().set(Stop::AfterStock);
        house.delete(&shop, &order).await.unwrap_err();
        // While it is not settled it is still there, and says so.
        assert!(house.get(&shop, &order).await.settling);
        let refused = match next {
            0 => house.save(&shop, &order).await.map(drop),
            1 => house.discard(&shop, &order).await.map(drop),
            2 => house.set_lines(&shop, &order, &[(1, 1)]).await.map(drop),
            _ => house.delete(&shop, &order).await.map(drop),
        };
        assert_refused(refused, Code::NotFound, "ORDER_NOT_FOUND");
        assert_eq!(house.stock(&shop, 1).await, 9);
        house.assert_sound(&shop).await;
    }
}

#[tokio::test]
async fn a_stale_version_is_refused_before_anything_is_decided() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = placed(&house, &shop).await;
    let mut client = house.seller(shop.seller_id);
    let save = pb::SaveOrderRequest { version: Some(7), ..house.save_request(&shop, &order) };
    assert_refused(client.save_order(save).await.inner(), Code::Aborted, "VERSION_STALE");
    house.save(&shop, &order).await.unwrap();
    let cancel = pb::CancelOrderRequest { version: Some(1), ..house.cancel_request(&shop, &order) };
    assert_refused(client.cancel_order(cancel).await.inner(), Code::Aborted, "VERSION_STALE");
    assert_eq!(house.db.db_count("sales_order WHERE last_revision_sent = 1 AND version = 2").await, 1);
    assert_eq!(house.stock(&shop, 1).await, 6);
    house.assert_sound(&shop).await;
    let cancel = pb::CancelOrderRequest { version: Some(2), ..house.cancel_request(&shop, &order) };
    assert_eq!(client.cancel_order(cancel).await.inner().unwrap().version, 3);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn all_is_settled_within_ten_seconds_of_a_restart() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = placed(&house, &shop).await;
    house.app.stop_points().set(Stop::AfterStock);
    house.save(&shop, &order).await.unwrap_err();
    // The new process starts in the instant of the crash.
    let (ending, start) = (CancellationToken::new(), std::time::Instant::now());
    let work = async {
        eventually("the save is settled", async || (house.db.db_count("settlement").await == 0).then_some(())).await;
        ending.cancel();
    };
    tokio::join!(house.app.recover(ending.clone()), work);
    assert!(start.elapsed() < std::time::Duration::from_secs(10), "{:?}", start.elapsed());
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_refusal_that_crashed_is_a_refusal_afterwards() {
    let house = House::build().await;
    let shop = house.shop(&[2]).await;
    let order = placed(&house, &shop).await;
    let request = house.save_request(&shop, &order);
    let mut client = house.seller(shop.seller_id);
    house.app.stop_points().set(Stop::AfterStock);
    client.save_order(request.clone()).await.inner().unwrap_err();
    // Goods come before the restart: what was refused stays refused.
    house.import_products(shop.seller_id, vec![crate::house::product_row(1, 9)]).await;
    restart(&house).await;
    assert_refused(client.save_order(request).await.inner(), Code::FailedPrecondition, "STOCK_SHORT");
    assert_eq!((house.stock(&shop, 1).await, house.get(&shop, &order).await.settling), (9, false));
    house.assert_sound(&shop).await;
    assert_eq!(house.save(&shop, &order).await.unwrap().status(), pb::OrderStatus::Registered);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_lost_reply_of_the_stock_reserves_nothing_twice() {
    let house = House::build().await;
    let shop = house.shop(&[3]).await;
    let order = placed(&house, &shop).await;
    let request = house.save_request(&shop, &order);
    let mut client = house.seller(shop.seller_id);
    house.link.set(Weather::ReplyLost);
    assert_refused(client.save_order(request.clone()).await.inner(), Code::Unavailable, "DEPENDENCY_DOWN");
    assert_eq!(house.stock(&shop, 1).await, 0);
    house.link.set(Weather::Calm);
    assert_eq!(client.save_order(request).await.inner().unwrap().status(), pb::OrderStatus::Registered);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn while_the_stock_is_away_what_was_decided_waits_and_nothing_else_happens() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = placed(&house, &shop).await;
    house.link.set(Weather::Cut);
    assert_refused(house.save(&shop, &order).await, Code::Unavailable, "DEPENDENCY_DOWN");
    assert!(house.get(&shop, &order).await.settling);
    // Neither another save nor an edit nor a cancellation may overtake it.
    assert_refused(house.save(&shop, &order).await, Code::Aborted, "ORDER_SETTLING");
    assert_refused(house.set_lines(&shop, &order, &[(1, 1)]).await, Code::Aborted, "ORDER_SETTLING");
    assert_refused(house.cancel(&shop, &order).await, Code::Aborted, "ORDER_SETTLING");
    restart(&house).await;
    assert!(house.get(&shop, &order).await.settling, "still away");
    house.link.set(Weather::Calm);
    // Whoever comes next finishes it first.
    let cancelled = house.cancel(&shop, &order).await.unwrap();
    assert_eq!((cancelled.status(), cancelled.version), (pb::OrderStatus::Cancelled, 3));
    assert_eq!(house.stock(&shop, 1).await, 9);
    house.assert_told(&["order.registered", "order.cancelled"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn the_loop_finishes_everything_by_itself() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    for _ in 0..10 {
        house.link.set(Weather::Calm);
        let order = placed(&house, &shop).await;
        house.link.set(Weather::ReplyLost);
        house.save(&shop, &order).await.unwrap_err();
    }
    house.link.set(Weather::Calm);
    assert_eq!(house.db.db_count("settlement").await, 10);
    house.seconds_pass(6).await;
    let ending = CancellationToken::new();
    let work = async {
        eventually("all is settled", async || (house.db.db_count("settlement").await == 0).then_some(())).await;
        ending.cancel();
    };
    tokio::join!(house.app.recover(ending.clone()), work);
    assert_eq!(house.stock(&shop, 1).await, 20);
    assert_eq!(house.told().await.len(), 10);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn replicas_that_recover_at_the_same_time_do_everything_once() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    for _ in 0..6 {
        let order = placed(&house, &shop).await;
        house.app.stop_points().set(Stop::BeforeStock);
        house.save(&shop, &order).await.unwrap_err();
    }
    house.seconds_pass(6).await;
    let taken = futures_util::future::join_all((0..4).map(|_| house.app.recover_overdue())).await;
    assert_eq!(taken.into_iter().map(Result::unwrap).sum::<usize>(), 6, "each intent has one worker");
    assert_eq!(house.told().await.len(), 6);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_lease_keeps_the_loop_away_from_work_in_hand() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = placed(&house, &shop).await;
    house.app.stop_points().set(Stop::BeforeStock);
    house.save(&shop, &order).await.unwrap_err();
    assert_eq!(house.app.recover_overdue().await.unwrap(), 0);
    house.seconds_pass(5).await;
    assert_eq!(house.app.recover_overdue().await.unwrap(), 1);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_stock_that_knows_later_revisions_is_passed() {
    // As after a restore of an older state of the orders: the stock is ahead.
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = placed(&house, &shop).await;
    let ahead = catalogue::SetReservationRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        order_id: order.clone(),
        revision: 7,
        lines: vec![catalogue::ReservationLine { type_id: shop.type_id(1), quantity: 8 }],
        actor: "a person".to_owned(),
    };
    let mut stock = CatalogueServiceClient::new(house.catalogue.as_service("orders"));
    stock.set_reservation(ahead).await.inner().unwrap();
    let saved = house.save(&shop, &order).await.unwrap();
    assert_eq!((saved.status(), saved.version), (pb::OrderStatus::Registered, 2));
    assert_eq!(house.get(&shop, &order).await.summary.unwrap().revision, 8);
    assert_eq!(house.stock(&shop, 1).await, 6);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_stock_that_knows_the_same_revision_with_other_lines_is_passed() {
    // As after a restore of an older state of the orders: they count anew, and come to a revision that the stock has
    // answered to what the order was then.
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = placed(&house, &shop).await;
    let mut stock = CatalogueServiceClient::new(house.catalogue.as_service("orders"));
    let mut known = async |revision: i64, quantity: i64| {
        let request = catalogue::SetReservationRequest {
            request_id: house.key(),
            seller_id: shop.seller(),
            order_id: order.clone(),
            revision,
            lines: vec![catalogue::ReservationLine { type_id: shop.type_id(1), quantity }],
            actor: "a person".to_owned(),
        };
        stock.set_reservation(request).await.inner().unwrap().outcome()
    };
    assert_eq!(known(1, 8).await, catalogue::ReservationOutcome::Reserved);
    let saved = house.save(&shop, &order).await.unwrap();
    assert_eq!((saved.status(), house.stock(&shop, 1).await), (pb::OrderStatus::Registered, 6));
    assert_eq!(house.get(&shop, &order).await.summary.unwrap().revision, 2);
    house.assert_sound(&shop).await;

    // Giving back is not short of what somebody else had asked for.
    assert_eq!(known(3, 99).await, catalogue::ReservationOutcome::Short);
    let cancelled = house.cancel(&shop, &order).await.unwrap();
    assert_eq!((cancelled.status(), house.stock(&shop, 1).await), (pb::OrderStatus::Cancelled, 9));
    house.assert_sound(&shop).await;
}
