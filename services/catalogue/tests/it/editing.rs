//! A type changed by hand.

use pishkhan_proto::catalogue::v1 as pb;
use serde_json::json;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{App, Shop, assert_invalid, assert_refused, reserved, row};

/// An edit that leaves the type as it is.
pub fn same(app: &App, shop: &Shop, number: usize) -> pb::EditProductTypeRequest {
    let of = &shop.types[number];
    pb::EditProductTypeRequest {
        request_id: app.id().to_string(),
        seller_id: shop.seller_id.to_string(),
        type_id: of.type_id.clone(),
        product_id: of.product_id.clone(),
        available: of.available,
        buy_price_toman: of.buy_price_toman,
        sell_price_toman: of.sell_price_toman,
        description: of.description.clone(),
        active: of.active,
        version: None,
        available_read: None,
        pieces_per_unit: None,
        low_stock: None,
    }
}

async fn edit(app: &App, request: pb::EditProductTypeRequest) -> Result<pb::ProductType, Status> {
    let seller_id = Uuid::parse_str(&request.seller_id).expect("a seller");
    Ok(app.seller(seller_id).edit_product_type(request).await?.into_inner().r#type.expect("the type is answered"))
}

#[tokio::test]
async fn a_type_becomes_what_the_seller_says() {
    let app = App::start().await;
    let shop = app.shop(&[10, 10]).await;
    let request = pb::EditProductTypeRequest {
        available: 7,
        buy_price_toman: 200,
        sell_price_toman: 250,
        description: "  تازه\nرسید  ".to_owned(),
        active: false,
        version: Some(1),
        pieces_per_unit: Some(24),
        low_stock: Some(8),
        ..same(&app, &shop, 0)
    };
    let edited = edit(&app, request.clone()).await.unwrap();
    let wanted = pb::ProductType {
        available: 7,
        buy_price_toman: 200,
        sell_price_toman: 250,
        description: "تازه\nرسید".to_owned(),
        active: false,
        version: 2,
        pieces_per_unit: 24,
        low_stock: 8,
        ..shop.types[0].clone()
    };
    assert_eq!(edited, wanted);
    app.db.assert_audit(&["catalogue.imported", "product_type.edited"]).await;
    let expected = json!({
        "buy_price_toman": { "before": 100, "after": 200 },
        "sell_price_toman": { "before": 120, "after": 250 },
        "description": { "before": "خوب", "after": "تازه\nرسید" },
        "active": { "before": true, "after": false },
        "pieces_per_unit": { "before": 12, "after": 24 },
        "low_stock": { "before": 10, "after": 8 },
        "available": { "before": 10, "after": 7 },
        "on_hand": { "before": 10, "after": 7 },
    });
    let row =
        format!("audit_event WHERE action = 'product_type.edited' AND version = 2 AND changes = '{expected}'::jsonb");
    assert_eq!(app.db.db_count(&row).await, 1);
    let moved = format!("stock_movement WHERE kind = 'adjust' AND delta_on_hand = -3 AND actor = '{}'", shop.seller_id);
    assert_eq!(app.db.db_count(&moved).await, 1);
    assert_eq!(app.stock(shop.seller_id, &shop.type_id(1)).await, 10, "the other type is as it was");
    app.assert_sound(shop.seller_id).await;

    // Again under the same id: the answer, and nothing more.
    assert_eq!(edit(&app, request).await.unwrap(), wanted);
    app.db.assert_audit(&["catalogue.imported", "product_type.edited"]).await;
}

#[tokio::test]
async fn what_nobody_sees_is_taken_out_of_a_description() {
    let app = App::start().await;
    let shop = app.shop(&[10]).await;
    let bell = pb::EditProductTypeRequest {
        description: "\0تا\u{7}زه\r\nرسید\u{7f}".to_owned(),
        ..same(&app, &shop, 0)
    };
    assert_eq!(edit(&app, bell).await.unwrap().description, "تازه\nرسید");
    assert_eq!(app.db.db_count("product_type WHERE description = E'تازه\\nرسید'").await, 1);
}

#[tokio::test]
async fn what_is_as_it_was_leaves_no_trace() {
    let app = App::start().await;
    let shop = app.shop(&[10]).await;
    assert_eq!(edit(&app, same(&app, &shop, 0)).await.unwrap(), shop.types[0]);
    app.db.assert_audit(&["catalogue.imported"]).await;
    assert_eq!(app.db.db_count("stock_movement").await, 1);
}

#[tokio::test]
async fn stock_alone_is_no_new_version() {
    let app = App::start().await;
    let shop = app.shop(&[10]).await;
    let edited = edit(&app, pb::EditProductTypeRequest { available: 0, ..same(&app, &shop, 0) }).await.unwrap();
    assert_eq!((edited.available, edited.version), (0, 1));
    app.db.assert_audit(&["catalogue.imported", "product_type.edited"]).await;
    let dearer = pb::EditProductTypeRequest { available: 0, sell_price_toman: 121, ..same(&app, &shop, 0) };
    assert_eq!(edit(&app, dearer).await.unwrap().version, 2);
    assert_eq!(app.db.db_count("stock_movement WHERE kind = 'adjust'").await, 1);
}

#[tokio::test]
async fn what_orders_hold_stays_held() {
    let app = App::start().await;
    let shop = app.shop(&[10]).await;
    let (order, a) = (app.id(), shop.type_id(0));
    assert_eq!(app.reserve(shop.seller_id, order, 1, &[(a.clone(), 6)]).await.unwrap(), reserved());
    let edited = edit(&app, pb::EditProductTypeRequest { available: 2, ..same(&app, &shop, 0) }).await.unwrap();
    assert_eq!(edited.available, 2);
    assert_eq!(app.db.db_count("stock WHERE on_hand = 8 AND reserved = 6").await, 1);
    assert_eq!(app.reserve(shop.seller_id, order, 2, &[]).await.unwrap(), reserved());
    assert_eq!(app.stock(shop.seller_id, &a).await, 8);
    app.assert_sound(shop.seller_id).await;
}

#[tokio::test]
async fn stock_that_was_not_touched_is_not_set_back() {
    let app = App::start().await;
    let shop = app.shop(&[10]).await;
    // The form was opened with ten; an order takes three while the seller types a price.
    assert_eq!(app.reserve(shop.seller_id, app.id(), 1, &[(shop.type_id(0), 3)]).await.unwrap(), reserved());
    let form = pb::EditProductTypeRequest { available_read: Some(10), sell_price_toman: 150, ..same(&app, &shop, 0) };
    let edited = edit(&app, form).await.unwrap();
    assert_eq!((edited.available, edited.sell_price_toman, edited.version), (7, 150, 2));
    assert_eq!(app.db.db_count("stock_movement WHERE kind = 'adjust'").await, 0);
    // Counted anew, it is what was counted.
    let counted = pb::EditProductTypeRequest {
        available: 8,
        available_read: Some(10),
        sell_price_toman: 150,
        ..same(&app, &shop, 0)
    };
    assert_eq!(edit(&app, counted).await.unwrap().available, 8);
    app.assert_sound(shop.seller_id).await;
}

#[tokio::test]
async fn an_import_makes_the_next_version_too() {
    let app = App::start().await;
    let shop = app.shop(&[10]).await;
    app.import(shop.seller_id, vec![row("P1", "T000", 10)]).await;
    assert_eq!(edit(&app, same(&app, &shop, 0)).await.unwrap().version, 1, "nothing changed");
    app.import(shop.seller_id, vec![pb::ProductRow { sell_price: "130".to_owned(), ..row("P1", "T000", 10) }]).await;
    let stale = pb::EditProductTypeRequest { version: Some(1), ..same(&app, &shop, 0) };
    assert_refused(&edit(&app, stale).await.unwrap_err(), Code::Aborted, "VERSION_STALE");
    let fresh = pb::EditProductTypeRequest { version: Some(2), sell_price_toman: 140, ..same(&app, &shop, 0) };
    assert_eq!(edit(&app, fresh).await.unwrap().version, 3);
}

#[tokio::test]
async fn bad_edits_name_what_is_wrong_and_change_nothing() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[10]).await, app.shop(&[10]).await);
    let good = || same(&app, &shop, 0);
    let refused = |request| {
        let app = &app;
        async move { edit(app, request).await.unwrap_err() }
    };
    let below = pb::EditProductTypeRequest { buy_price_toman: 121, ..good() };
    assert_refused(&refused(below).await, Code::FailedPrecondition, "SELL_BELOW_BUY");
    for version in [0, 2] {
        let stale = pb::EditProductTypeRequest { version: Some(version), ..good() };
        let status = refused(stale).await;
        assert_refused(&status, Code::Aborted, "VERSION_STALE");
        assert_eq!(pishkhan_chassis::errors::details(&status).metadata["version"], "1");
    }
    let theirs = pb::EditProductTypeRequest { type_id: other.type_id(0), ..good() };
    assert_refused(&refused(theirs).await, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
    let elsewhere = pb::EditProductTypeRequest { product_id: other.types[0].product_id.clone(), ..good() };
    assert_refused(&refused(elsewhere).await, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
    let too_long = "ا".repeat(301);
    for (request, field, problem) in [
        (pb::EditProductTypeRequest { available: -1, ..good() }, "available", "OUT_OF_RANGE"),
        (pb::EditProductTypeRequest { available: 1_000_000_001, ..good() }, "available", "OUT_OF_RANGE"),
        (pb::EditProductTypeRequest { buy_price_toman: -1, ..good() }, "buy_price_toman", "OUT_OF_RANGE"),
        (pb::EditProductTypeRequest { sell_price_toman: i64::MAX, ..good() }, "sell_price_toman", "OUT_OF_RANGE"),
        // Twelve of them cost more than a unit may.
        (
            pb::EditProductTypeRequest { sell_price_toman: 100_000_000_000, ..good() },
            "sell_price_toman",
            "OUT_OF_RANGE",
        ),
        (pb::EditProductTypeRequest { description: too_long, ..good() }, "description", "TOO_LONG"),
        (pb::EditProductTypeRequest { type_id: "7".to_owned(), ..good() }, "type_id", "INVALID"),
        (pb::EditProductTypeRequest { product_id: String::new(), ..good() }, "product_id", "REQUIRED"),
        (pb::EditProductTypeRequest { request_id: String::new(), ..good() }, "request_id", "REQUIRED"),
    ] {
        assert_invalid(&refused(request).await, field, problem);
    }
    let fits = pb::EditProductTypeRequest { description: format!(" {} ", "ا".repeat(300)), ..good() };
    let key = fits.request_id.clone();
    assert_eq!(edit(&app, fits).await.unwrap().version, 2);
    let other = pb::EditProductTypeRequest { request_id: key, available: 3, ..good() };
    assert_refused(&refused(other).await, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(app.stock(shop.seller_id, &shop.type_id(0)).await, 10);
    app.db.assert_audit(&["catalogue.imported", "catalogue.imported", "product_type.edited"]).await;
}
