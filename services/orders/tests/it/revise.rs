//! Changing a whole order in one step.

use pishkhan_chassis::errors;
use pishkhan_proto::orders::v1 as pb;
use tonic::Code;
use uuid::Uuid;

use crate::house::{House, assert_refused};

#[tokio::test]
async fn lines_prices_shipping_and_words_change_in_one_step() {
    let house = House::build().await;
    let shop = house.shop(&[9, 9, 9]).await;
    let order = house.place(&shop, &[(1, 2), (2, 1)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    let request = pb::ReviseOrderRequest {
        shipping_toman: Some(40_000),
        paper_bill_toman: Some(123_456),
        seller_note: Some(" as agreed ".to_owned()),
        version: Some(2),
        ..house.revise_request(&shop, &order, &[(3, 1, Some(50_000)), (1, 5, Some(0)), (2, 1, None)])
    };
    let revised = house.revise(&shop, request.clone()).await.unwrap();
    assert_eq!((revised.version, revised.status()), (3, pb::OrderStatus::Open));
    let stored = house.get(&shop, &order).await;
    let lines: Vec<_> = stored
        .lines
        .iter()
        .map(|line| (line.type_name.as_str(), line.quantity, line.unit_price_toman, line.unit_sell_price_toman))
        .collect();
    // Shelf prices stay the catalogue's.
    assert_eq!(lines, [("type 1", 5, 0, 14_400), ("type 2", 1, 24_000, 28_800), ("type 3", 1, 50_000, 43_200)]);
    assert_eq!(revised.totals, stored.totals);
    let totals = stored.totals.unwrap();
    assert_eq!((totals.purchase_toman, totals.tax_toman, totals.shipping_toman), (74_000, 6_660, 40_000));
    assert_eq!(totals.grand_toman, 120_660);
    assert_eq!((stored.paper_bill_toman, stored.seller_note.as_str()), (Some(123_456), "as agreed"));
    let summary = stored.summary.unwrap();
    assert_eq!((summary.reopened, summary.revision, summary.grand_toman), (true, 1, 120_660));
    assert_eq!(house.db.db_count("audit_event WHERE action = 'order.lines_changed'").await, 1, "one step");
    // The same request gets the same answer; the same content again is no change.
    assert_eq!(house.revise(&shop, request.clone()).await.unwrap(), revised);
    let same = pb::ReviseOrderRequest { request_id: house.key(), version: None, ..request };
    assert_eq!(house.revise(&shop, same).await.unwrap().version, 3);
    house.assert_sound(&shop).await;
    house.save(&shop, &order).await.unwrap();
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn what_is_left_out_stays() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    let first = pb::ReviseOrderRequest {
        shipping_toman: Some(0),
        paper_bill_toman: Some(5),
        seller_note: Some("n".to_owned()),
        ..house.revise_request(&shop, &order, &[(1, 2, Some(1))])
    };
    house.revise(&shop, first).await.unwrap();
    house.revise(&shop, house.revise_request(&shop, &order, &[(1, 3, None)])).await.unwrap();
    let stored = house.get(&shop, &order).await;
    assert_eq!((stored.lines[0].unit_price_toman, stored.totals.unwrap().shipping_toman), (1, 0));
    assert_eq!((stored.paper_bill_toman, stored.seller_note.as_str()), (Some(5), "n"));
    // Words may be taken back; without a line nothing is shipped, and what it cost is not forgotten.
    let empty = pb::ReviseOrderRequest {
        seller_note: Some(String::new()),
        shipping_toman: Some(9),
        ..house.revise_request(&shop, &order, &[])
    };
    assert_eq!(house.revise(&shop, empty).await.unwrap().totals.unwrap(), pb::OrderTotals::default());
    assert_eq!(house.get(&shop, &order).await.seller_note, "");
    let again = house.revise(&shop, house.revise_request(&shop, &order, &[(1, 1, Some(10))])).await.unwrap();
    assert_eq!(again.totals.unwrap().shipping_toman, 0);
}

#[tokio::test]
async fn the_paper_total_opens_no_registered_order() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    let paper = pb::ReviseOrderRequest {
        paper_bill_toman: Some(400_000),
        ..house.revise_request(&shop, &order, &[(1, 2, Some(12_000))])
    };
    let revised = house.revise(&shop, paper).await.unwrap();
    assert_eq!((revised.status(), revised.version), (pb::OrderStatus::Registered, 3));
    assert_eq!(house.counts(&shop).await.with_open_order, 0);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_refused_revision_changes_nothing() {
    let house = House::build().await;
    let shop = house.shop(&[9, 0]).await;
    let other = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2), (2, 1)]).await.order_id;
    let before = house.get(&shop, &order).await;
    let send = |change: &dyn Fn(&mut pb::ReviseOrderRequest)| {
        let mut request = house.revise_request(&shop, &order, &[(1, 7, Some(5)), (2, 1, None)]);
        change(&mut request);
        house.revise(&shop, request)
    };
    let field = |result: Result<pb::ReviseOrderResponse, tonic::Status>, name: &str| {
        let status = result.unwrap_err();
        assert_eq!(errors::details(&status).fields[0].field, name);
        assert_refused::<()>(Err(status), Code::InvalidArgument, "INVALID_FIELD");
    };
    field(send(&|r| r.lines[0].unit_price_toman = Some(-1)).await, "lines.unit_price_toman");
    field(send(&|r| r.lines[0].unit_price_toman = Some(i64::MAX)).await, "lines.unit_price_toman");
    field(send(&|r| r.shipping_toman = Some(-1)).await, "shipping_toman");
    field(send(&|r| r.shipping_toman = Some(i64::MAX)).await, "shipping_toman");
    field(send(&|r| r.paper_bill_toman = Some(-1)).await, "paper_bill_toman");
    field(send(&|r| r.seller_note = Some("x".repeat(301))).await, "seller_note");
    field(send(&|r| r.request_id.clear()).await, "request_id");
    field(send(&|r| r.order_id.clear()).await, "order_id");
    assert_refused(send(&|r| r.lines[0].quantity = 0).await, Code::InvalidArgument, "QUANTITY_INVALID");
    assert_refused(send(&|r| r.lines[1] = r.lines[0].clone()).await, Code::InvalidArgument, "QUANTITY_INVALID");
    assert_refused(send(&|r| r.lines = vec![r.lines[0].clone(); 501]).await, Code::InvalidArgument, "LINES_TOO_MANY");
    assert_refused(send(&|r| r.lines[1].quantity = 2).await, Code::FailedPrecondition, "STOCK_EMPTY");
    assert_refused(send(&|r| r.lines[0].type_id = other.type_id(1)).await, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
    assert_refused(send(&|r| r.version = Some(9)).await, Code::Aborted, "VERSION_STALE");
    let beyond = |r: &mut pb::ReviseOrderRequest| {
        (r.lines[0].quantity, r.lines[0].unit_price_toman) = (1_000_000, Some(1_000_000_000_000));
    };
    assert_refused(send(&beyond).await, Code::InvalidArgument, "QUANTITY_INVALID");
    assert_refused(send(&|r| r.order_id = Uuid::from_u128(1).to_string()).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(send(&|r| r.seller_id = other.seller()).await, Code::NotFound, "SELLER_NOT_FOUND");
    let foreign = pb::ReviseOrderRequest { seller_id: other.seller(), ..house.revise_request(&shop, &order, &[]) };
    assert_refused(house.revise(&other, foreign).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_eq!(house.get(&shop, &order).await, before);
    house.db.assert_audit(&["customer.imported", "customer.imported", "order.placed"]).await;
    house.cancel(&shop, &order).await.unwrap();
    assert_refused(send(&|_| {}).await, Code::FailedPrecondition, "ORDER_CANCELLED");
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn of_revisions_at_the_same_version_one_wins() {
    let house = House::build().await;
    let shop = house.shop(&[99]).await;
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    let revisions = (3..9).map(|quantity| {
        let request = pb::ReviseOrderRequest {
            version: Some(1),
            ..house.revise_request(&shop, &order, &[(1, quantity, Some(quantity))])
        };
        house.revise(&shop, request)
    });
    let results = futures_util::future::join_all(revisions).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for refused in results.into_iter().filter(Result::is_err) {
        assert_refused(refused, Code::Aborted, "VERSION_STALE");
    }
}
