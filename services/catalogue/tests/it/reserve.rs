//! Orders declare what they hold.

use pishkhan_proto::catalogue::v1 as pb;
use tonic::Code;
use uuid::Uuid;

use crate::harness::{App, assert_invalid, assert_refused, reserved, row, short};

#[tokio::test]
async fn a_declaration_takes_the_difference_and_gives_it_back() {
    let app = App::start().await;
    let shop = app.shop(&[10, 5]).await;
    let (a, b) = (shop.type_id(0), shop.type_id(1));
    let order = app.id();

    let first = app.reserve(shop.seller_id, order, 1, &[(a.clone(), 4), (b.clone(), 1)]).await.unwrap();
    assert_eq!(first, reserved());
    assert_eq!((app.stock(shop.seller_id, &a).await, app.stock(shop.seller_id, &b).await), (6, 4));
    let second = app.reserve(shop.seller_id, order, 3, &[(a.clone(), 2), (b.clone(), 5)]).await.unwrap();
    assert_eq!(second, reserved());
    assert_eq!((app.stock(shop.seller_id, &a).await, app.stock(shop.seller_id, &b).await), (8, 0));
    let cancelled = app.reserve(shop.seller_id, order, 4, &[]).await.unwrap();
    assert_eq!(cancelled, reserved());
    assert_eq!((app.stock(shop.seller_id, &a).await, app.stock(shop.seller_id, &b).await), (10, 5));

    assert_eq!(app.db.db_count("stock_movement WHERE kind = 'reserve' AND delta_reserved IN (4, 1)").await, 3);
    assert_eq!(app.db.db_count("stock_movement WHERE kind = 'release'").await, 3);
    assert_eq!(app.db.db_count("stock_movement WHERE order_id IS NOT NULL AND actor = 'a person'").await, 6);
    assert_eq!(app.db.db_count("reservation").await, 0);
    assert_eq!(app.db.db_count("product WHERE units_sold <> 0").await, 0, "only registered orders count as sold");
    app.assert_sound(shop.seller_id).await;
    app.db.assert_audit(&["catalogue.imported", "reservation.set", "reservation.set", "reservation.set"]).await;
    app.db.assert_outbox(&["product.changed"]).await;
}

#[tokio::test]
async fn all_lines_or_none() {
    let app = App::start().await;
    let shop = app.shop(&[10, 1]).await;
    let lines = [(shop.type_id(0), 4), (shop.type_id(1), 2)];
    let answer = app.reserve(shop.seller_id, app.id(), 1, &lines).await.unwrap();
    assert_eq!(short(&answer), [(1, 2)]);
    let line = &answer.shortages[0];
    assert_eq!((line.type_id.clone(), line.product_title.as_str()), (shop.type_id(1), "چای P1"));
    assert_eq!(line.type_name, "نوع T001");
    assert_eq!(app.stock(shop.seller_id, &shop.type_id(0)).await, 10);
    assert_eq!(app.db.db_count("stock_movement WHERE order_id IS NOT NULL").await, 0);
    assert_eq!(app.standing(shop.seller_id).await, []);
    app.assert_sound(shop.seller_id).await;
}

#[tokio::test]
async fn a_refused_save_keeps_what_the_order_held() {
    let app = App::start().await;
    let shop = app.shop(&[5]).await;
    let (order, a) = (app.id(), shop.type_id(0));
    assert_eq!(app.reserve(shop.seller_id, order, 1, &[(a.clone(), 3)]).await.unwrap(), reserved());
    let answer = app.reserve(shop.seller_id, order, 2, &[(a.clone(), 6)]).await.unwrap();
    assert_eq!(short(&answer), [(5, 6)], "its own earlier units count for it");
    let standing = app.standing(shop.seller_id).await;
    assert_eq!((standing.len(), standing[0].revision, standing[0].lines[0].quantity), (1, 1, 3));
    assert_eq!(app.reserve(shop.seller_id, order, 3, &[(a, 5)]).await.unwrap(), reserved());
    app.assert_sound(shop.seller_id).await;
}

#[tokio::test]
async fn the_same_revision_is_answered_the_same_and_has_one_effect() {
    let app = App::start().await;
    let shop = app.shop(&[5]).await;
    let (order, a) = (app.id(), shop.type_id(0));
    let request = app.reservation(shop.seller_id, order, 1, &[(a.clone(), 3)]);
    for _ in 0..3 {
        assert_eq!(app.orders().set_reservation(request.clone()).await.unwrap().into_inner(), reserved());
    }
    // Another request id: the revision decides.
    assert_eq!(app.reserve(shop.seller_id, order, 1, &[(a.clone(), 3)]).await.unwrap(), reserved());
    assert_eq!(app.stock(shop.seller_id, &a).await, 2);
    assert_eq!(app.db.db_count("stock_movement WHERE order_id IS NOT NULL").await, 1);
    app.db.assert_audit(&["catalogue.imported", "reservation.set"]).await;
}

#[tokio::test]
async fn a_refusal_is_remembered_after_stock_is_freed() {
    let app = App::start().await;
    let shop = app.shop(&[2]).await;
    let (first, second, a) = (app.id(), app.id(), shop.type_id(0));
    assert_eq!(app.reserve(shop.seller_id, first, 1, &[(a.clone(), 2)]).await.unwrap(), reserved());
    let request = app.reservation(shop.seller_id, second, 1, &[(a.clone(), 1)]);
    let refused = app.orders().set_reservation(request.clone()).await.unwrap().into_inner();
    assert_eq!(short(&refused), [(0, 1)]);
    assert_eq!(app.reserve(shop.seller_id, first, 2, &[]).await.unwrap(), reserved());

    // The order was told no: its late repetition must hold nothing.
    assert_eq!(app.orders().set_reservation(request).await.unwrap().into_inner(), refused);
    assert_eq!(app.stock(shop.seller_id, &a).await, 2);
    assert_eq!(app.reserve(shop.seller_id, second, 2, &[(a, 1)]).await.unwrap(), reserved());
    app.assert_sound(shop.seller_id).await;
}

#[tokio::test]
async fn the_same_revision_with_other_lines_is_stale() {
    let app = App::start().await;
    let shop = app.shop(&[5, 5]).await;
    let (seller_id, order, a, b) = (shop.seller_id, app.id(), shop.type_id(0), shop.type_id(1));
    let declare = async |revision: i64, lines: &[(String, i64)]| app.reserve(seller_id, order, revision, lines).await;
    let assert_stale = async |revision: i64, lines: &[(String, i64)]| {
        let status = declare(revision, lines).await.unwrap_err();
        assert_refused(&status, Code::Aborted, "REVISION_STALE");
        assert_eq!(pishkhan_chassis::errors::details(&status).metadata["last_revision"], revision.to_string());
    };
    declare(1, &[(a.clone(), 3)]).await.unwrap();
    // Nobody is told that he holds what he does not hold.
    for lines in [vec![(a.clone(), 4)], vec![(a.clone(), 3), (b.clone(), 1)], vec![(b.clone(), 3)], vec![]] {
        assert_stale(1, &lines).await;
    }
    // Nor that a cancellation was short of stock, because something else was.
    assert_eq!(short(&declare(2, &[(a.clone(), 9), (b.clone(), 2)]).await.unwrap()), [(5, 9)]);
    for lines in [vec![(a.clone(), 4)], vec![(b.clone(), 2)], vec![]] {
        assert_stale(2, &lines).await;
    }
    assert_eq!((app.stock(seller_id, &a).await, app.stock(seller_id, &b).await), (2, 5));
    app.db.assert_audit(&["catalogue.imported", "reservation.set", "reservation.refused"]).await;
    assert_eq!(declare(3, &[]).await.unwrap(), reserved());
    assert_eq!(app.stock(seller_id, &a).await, 5);
    app.assert_sound(seller_id).await;
}

#[tokio::test]
async fn an_older_revision_is_stale() {
    let app = App::start().await;
    let shop = app.shop(&[5]).await;
    let (order, a) = (app.id(), shop.type_id(0));
    assert_eq!(app.reserve(shop.seller_id, order, 7, &[(a.clone(), 3)]).await.unwrap(), reserved());
    let status = app.reserve(shop.seller_id, order, 6, &[]).await.unwrap_err();
    assert_refused(&status, Code::Aborted, "REVISION_STALE");
    assert_eq!(pishkhan_chassis::errors::details(&status).metadata["last_revision"], "7");
    assert_eq!(app.stock(shop.seller_id, &a).await, 2);
    app.db.assert_audit(&["catalogue.imported", "reservation.set"]).await;
}

#[tokio::test]
async fn a_type_that_is_off_can_be_kept_and_given_back_but_not_increased() {
    let app = App::start().await;
    let shop = app.shop(&[9, 9]).await;
    let (order, a, b) = (app.id(), shop.type_id(0), shop.type_id(1));
    assert_eq!(app.reserve(shop.seller_id, order, 1, &[(a.clone(), 3)]).await.unwrap(), reserved());
    app.db.db_execute(&format!("UPDATE product_type SET active = false WHERE type_id = '{a}'")).await;
    let more = app.reserve(shop.seller_id, order, 2, &[(a.clone(), 4), (b.clone(), 1)]).await.unwrap();
    assert_eq!(short(&more), [(3, 4)]);
    assert_eq!(app.reserve(shop.seller_id, order, 3, &[(a.clone(), 3), (b.clone(), 1)]).await.unwrap(), reserved());
    assert_eq!(app.reserve(shop.seller_id, order, 4, &[(a.clone(), 1), (b, 1)]).await.unwrap(), reserved());
    assert_eq!(short(&app.reserve(shop.seller_id, app.id(), 1, &[(a.clone(), 1)]).await.unwrap()), [(0, 1)]);
    assert_eq!(app.reserve(shop.seller_id, order, 5, &[]).await.unwrap(), reserved());
    app.assert_sound(shop.seller_id).await;
}

#[tokio::test]
async fn another_sellers_type_has_nothing_to_give() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[5]).await, app.shop(&[5]).await);
    let (order, theirs) = (app.id(), other.type_id(0));
    let answer = app.reserve(shop.seller_id, order, 1, &[(shop.type_id(0), 1), (theirs.clone(), 1)]).await.unwrap();
    assert_eq!(short(&answer), [(0, 1)]);
    assert_eq!(
        (answer.shortages[0].type_id.as_str(), answer.shortages[0].product_title.as_str()),
        (theirs.as_str(), "")
    );
    assert_eq!(app.stock(other.seller_id, &theirs).await, 5);
    assert_eq!(app.db.db_count("reservation").await, 0);
    // The same order id of two sellers is two orders.
    assert_eq!(app.reserve(other.seller_id, order, 1, &[(theirs.clone(), 2)]).await.unwrap(), reserved());
    assert_eq!(app.reserve(shop.seller_id, order, 2, &[(shop.type_id(0), 1)]).await.unwrap(), reserved());
    assert_eq!((app.stock(shop.seller_id, &shop.type_id(0)).await, app.stock(other.seller_id, &theirs).await), (4, 3));
}

#[tokio::test]
async fn stock_is_set_beside_what_is_reserved() {
    let app = App::start().await;
    let shop = app.shop(&[10]).await;
    let (order, a) = (app.id(), shop.type_id(0));
    assert_eq!(app.reserve(shop.seller_id, order, 1, &[(a.clone(), 7)]).await.unwrap(), reserved());
    let report = app.import(shop.seller_id, vec![row("P1", "T000", 0)]).await;
    assert_eq!((report.updated, report.unchanged), (1, 0));
    assert_eq!(app.stock(shop.seller_id, &a).await, 0);
    assert_eq!(app.db.db_count("stock WHERE on_hand = 7 AND reserved = 7").await, 1);
    assert_eq!(app.reserve(shop.seller_id, order, 2, &[(a.clone(), 5)]).await.unwrap(), reserved());
    assert_eq!(app.stock(shop.seller_id, &a).await, 2);
    app.assert_sound(shop.seller_id).await;
}

#[tokio::test]
async fn bad_declarations_name_their_fields_and_change_nothing() {
    let app = App::start().await;
    let shop = app.shop(&[5]).await;
    let good = app.reservation(shop.seller_id, app.id(), 1, &[(shop.type_id(0), 1)]);
    let line = |quantity| pb::ReservationLine { type_id: shop.type_id(0), quantity };
    let cases = [
        (pb::SetReservationRequest { seller_id: String::new(), ..good.clone() }, "seller_id", "REQUIRED"),
        (pb::SetReservationRequest { order_id: "7".to_owned(), ..good.clone() }, "order_id", "INVALID"),
        (pb::SetReservationRequest { revision: 0, ..good.clone() }, "revision", "OUT_OF_RANGE"),
        (pb::SetReservationRequest { request_id: String::new(), ..good.clone() }, "request_id", "REQUIRED"),
        (pb::SetReservationRequest { request_id: "a b".to_owned(), ..good.clone() }, "request_id", "INVALID"),
        (pb::SetReservationRequest { actor: String::new(), ..good.clone() }, "actor", "REQUIRED"),
        (pb::SetReservationRequest { lines: vec![line(0)], ..good.clone() }, "lines[0].quantity", "OUT_OF_RANGE"),
        (
            pb::SetReservationRequest { lines: vec![line(1_000_001)], ..good.clone() },
            "lines[0].quantity",
            "OUT_OF_RANGE",
        ),
        (pb::SetReservationRequest { lines: vec![line(1), line(2)], ..good.clone() }, "lines[1].type_id", "REPEATED"),
        (
            pb::SetReservationRequest {
                lines: vec![pb::ReservationLine { type_id: "x".to_owned(), quantity: 1 }],
                ..good.clone()
            },
            "lines[0].type_id",
            "INVALID",
        ),
        (
            pb::SetReservationRequest {
                lines: (0..501)
                    .map(|number| pb::ReservationLine { type_id: Uuid::from_u128(number).to_string(), quantity: 1 })
                    .collect(),
                ..good.clone()
            },
            "lines",
            "TOO_MANY",
        ),
    ];
    for (request, field, problem) in cases {
        assert_invalid(&app.orders().set_reservation(request).await.unwrap_err(), field, problem);
    }
    assert_eq!(app.db.db_count("order_reservation").await, 0);
    assert_eq!(app.stock(shop.seller_id, &shop.type_id(0)).await, 5);
}

#[tokio::test]
async fn five_hundred_lines_go_through_at_once() {
    let app = App::start().await;
    let shop = app.shop(&vec![3; 500]).await;
    let lines: Vec<(String, i64)> = (0..500).map(|number| (shop.type_id(number), 2)).collect();
    let order = app.id();
    assert_eq!(app.reserve(shop.seller_id, order, 1, &lines).await.unwrap(), reserved());
    assert_eq!(app.db.db_count("stock WHERE reserved = 2").await, 500);
    let other = app.reserve(shop.seller_id, app.id(), 1, &lines).await.unwrap();
    assert_eq!(short(&other), vec![(1, 2); 500]);
    assert_eq!(app.reserve(shop.seller_id, order, 2, &[]).await.unwrap(), reserved());
    assert_eq!(app.assert_sound(shop.seller_id).await, 500);
}
