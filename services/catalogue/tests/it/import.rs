//! Files of products.

use chrono::TimeDelta;
use pishkhan_proto::catalogue::v1 as pb;
use tonic::Code;

use crate::harness::{App, assert_invalid, assert_refused, row};

async fn types(app: &App, seller_id: uuid::Uuid) -> Vec<pb::ProductType> {
    let request = pb::ListProductTypesRequest { seller_id: seller_id.to_string(), ..Default::default() };
    app.tool().list_product_types(request).await.expect("types can be listed").into_inner().types
}

#[tokio::test]
async fn a_file_makes_products_types_brands_and_stock() {
    let app = App::start().await;
    let seller_id = app.id();
    let rows = vec![
        pb::ProductRow {
            unit: "عدد".to_owned(),
            pieces_per_unit: "۱".to_owned(),
            buy_price: "۱۱۲٬۰۰۰".to_owned(),
            sell_price: "132,000".to_owned(),
            image_url: "/images/products/P1.svg".to_owned(),
            ..row("P1", "P1-1", 35)
        },
        row("P1", "P1-2", 0),
        row("P۲", "P2-1", 9),
    ];
    let report = app.import(seller_id, rows).await;
    assert_eq!(report, pb::ImportProductsResponse { created: 3, updated: 0, unchanged: 0, problems: Vec::new() });
    let types = types(&app, seller_id).await;
    let [first, second, third] = types.as_slice() else { panic!("three types: {types:?}") };
    assert_eq!((first.code.as_str(), first.row_order, first.available, first.active), ("P1-1", 1, 35, true));
    assert_eq!((first.buy_price_toman, first.sell_price_toman, first.pieces_per_unit), (112_000, 132_000, 1));
    let unit = first.unit.clone().unwrap();
    assert_eq!((unit.name.as_str(), unit.numeric), ("عدد", true));
    assert_eq!(first.brand.clone().unwrap().name, "گلستانه");
    assert_eq!(
        (first.product_title.as_str(), first.name.as_str(), first.description.as_str()),
        ("چای P1", "نوع P1-1", "خوب")
    );
    assert_eq!(first.product_image_urls, ["/images/products/P1.svg"]);
    assert_eq!(
        (first.image_urls.len(), &second.product_image_urls),
        (0, &first.product_image_urls),
        "the product's, once"
    );
    assert_eq!(
        (second.product_id.clone(), second.row_order, second.image_urls.len()),
        (first.product_id.clone(), 2, 0)
    );
    assert_ne!(third.product_id, first.product_id);
    assert_eq!(third.brand, first.brand);
    assert_eq!(app.db.db_count("brand").await, 1);
    assert_eq!(app.db.db_count("stock_movement WHERE kind = 'import' AND actor = 'tool:test'").await, 2);
    assert_eq!(app.db.db_count("product WHERE code = 'P2'").await, 1);
    app.assert_sound(seller_id).await;
    app.db.assert_outbox(&["product.changed"; 2]).await;
}

#[tokio::test]
async fn good_rows_land_and_bad_rows_are_told() {
    let app = App::start().await;
    let seller_id = app.id();
    let rows = vec![
        pb::ProductRow { row: 2, ..row("P1", "P1-1", 5) },
        pb::ProductRow { row: 3, buy_price: "گران".to_owned(), stock: "-1".to_owned(), ..row("P1", "P1-2", 5) },
        pb::ProductRow { row: 4, sell_price: "99".to_owned(), ..row("P1", "P1-3", 5) },
        pb::ProductRow { row: 5, ..row("P1", "P1-1", 6) },
        pb::ProductRow { row: 6, ..row("P2", "P2-1", 1) },
    ];
    let report = app.import(seller_id, rows).await;
    assert_eq!((report.created, report.updated, report.unchanged), (2, 0, 0));
    let problems: Vec<(i32, &str, &str, &str)> = report
        .problems
        .iter()
        .map(|found| (found.row, found.column.as_str(), found.value.as_str(), found.problem.as_str()))
        .collect();
    assert_eq!(
        problems,
        [
            (3, "buy_price", "گران", "NOT_A_NUMBER"),
            (3, "stock", "-1", "OUT_OF_RANGE"),
            (4, "sell_price", "99", "BELOW_BUY_PRICE"),
            (5, "type_code", "P1-1", "DUPLICATE"),
        ]
    );
    assert_eq!(types(&app, seller_id).await.len(), 2);
    app.assert_sound(seller_id).await;
}

#[tokio::test]
async fn texts_are_stored_clean() {
    let app = App::start().await;
    let seller_id = app.id();
    let typed = pb::ProductRow {
        title: "چای\0\u{202E} سیاه\u{7}".to_owned(),
        type_name: "نیم\u{200C}کیلو\r\nیی\u{2069}".to_owned(),
        brand: "گل\0ستان".to_owned(),
        category: "\u{2067}دمنوش".to_owned(),
        description: "خط اول\r\n\tخط\0 دوم\u{202B}".to_owned(),
        ..row("P1", "P1-1", 5)
    };
    assert_eq!(app.import(seller_id, vec![typed]).await.created, 1);
    let found = types(&app, seller_id).await.remove(0);
    assert_eq!((found.product_title.as_str(), found.name.as_str()), ("چای سیاه", "نیم\u{200C}کیلو  یی"));
    assert_eq!((found.brand.unwrap().name.as_str(), found.category.as_str()), ("گلستان", "دمنوش"));
    assert_eq!(found.description, "خط اول\n\tخط دوم");
}

#[tokio::test]
async fn a_picture_elsewhere_is_refused() {
    let app = App::start().await;
    let seller_id = app.id();
    let elsewhere = "https://elsewhere.example/a.png";
    let rows = vec![row("P1", "P1-1", 5), pb::ProductRow { image_url: elsewhere.to_owned(), ..row("P2", "P2-1", 5) }];
    let report = app.import(seller_id, rows).await;
    let told: Vec<_> = report.problems.iter().map(|wrong| (wrong.column.as_str(), wrong.problem.as_str())).collect();
    assert_eq!((report.created, told), (1, vec![("image_url", "NOT_OUR_PICTURE")]));
    assert_eq!(app.db.db_count("product").await, 1);
}

#[tokio::test]
async fn the_same_file_again_changes_nothing() {
    let app = App::start().await;
    let seller_id = app.id();
    let rows = vec![row("P1", "P1-1", 5), row("P1", "P1-2", 7)];
    app.import(seller_id, rows.clone()).await;
    let before = types(&app, seller_id).await;
    let report = app.import(seller_id, rows).await;
    assert_eq!((report.created, report.updated, report.unchanged), (0, 0, 2));
    assert_eq!(types(&app, seller_id).await, before);
    assert_eq!(app.db.db_count("stock_movement").await, 2);
    app.db.assert_audit(&["catalogue.imported"]).await;
}

#[tokio::test]
async fn changes_are_written_and_recorded() {
    let app = App::start().await;
    let seller_id = app.id();
    app.import(seller_id, vec![row("P1", "P1-1", 5), row("P1", "P1-2", 7)]).await;
    let before = types(&app, seller_id).await;
    let changed = pb::ProductRow {
        title: "چای تازه".to_owned(),
        brand: "آوند".to_owned(),
        sell_price: "150".to_owned(),
        description: String::new(),
        ..row("P1", "P1-2", 8)
    };
    let report = app.import(seller_id, vec![row("P2", "P2-1", 1), changed]).await;
    assert_eq!((report.created, report.updated, report.unchanged), (1, 1, 0));
    let after = types(&app, seller_id).await;
    let find = |types: &[pb::ProductType], code: &str| types.iter().find(|found| found.code == code).unwrap().clone();
    let second = find(&after, "P1-2");
    assert_eq!(
        (second.type_id.clone(), second.sell_price_toman, second.available),
        (find(&before, "P1-2").type_id, 150, 8)
    );
    assert_eq!((second.product_title.as_str(), second.description.as_str()), ("چای تازه", ""));
    assert_eq!(find(&after, "P1-1").brand.unwrap().name, "آوند", "the product is the same for both");
    app.db.assert_audit(&["catalogue.imported", "catalogue.imported"]).await;
    app.assert_sound(seller_id).await;
}

#[tokio::test]
async fn a_request_id_stands_for_one_request() {
    let app = App::start().await;
    let seller_id = app.id();
    let request = app.import_request(seller_id, vec![row("P1", "P1-1", 5), row("P1", "", 5)]);
    let first = app.tool().import_products(request.clone()).await.unwrap().into_inner();
    assert_eq!((first.created, first.problems.len()), (1, 1));
    // Meanwhile the stock changes; the repetition must not set it back.
    app.import(seller_id, vec![row("P1", "P1-1", 9)]).await;
    assert_eq!(app.tool().import_products(request.clone()).await.unwrap().into_inner(), first);
    assert_eq!(types(&app, seller_id).await[0].available, 9);

    let other = pb::ImportProductsRequest { rows: vec![row("P1", "P1-1", 1)], ..request.clone() };
    let status = app.tool().import_products(other).await.unwrap_err();
    assert_refused(&status, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(types(&app, seller_id).await[0].available, 9);
    // Another seller's request ids are its own.
    let elsewhere = pb::ImportProductsRequest { seller_id: app.id().to_string(), ..request };
    assert_eq!(app.tool().import_products(elsewhere).await.unwrap().into_inner().created, 1);
}

#[tokio::test]
async fn replies_are_forgotten_after_a_day() {
    let app = App::start().await;
    let catalogue = app.catalogue();
    app.import(app.id(), vec![row("P1", "P1-1", 5)]).await;
    app.clock.advance(TimeDelta::hours(23));
    assert_eq!(catalogue.housekeeping().clear().await.unwrap()["idempotent_reply"], 0);
    app.clock.advance(TimeDelta::hours(2));
    assert_eq!(catalogue.housekeeping().clear().await.unwrap()["idempotent_reply"], 1);
}

#[tokio::test]
async fn sellers_have_their_own_codes_and_brands() {
    let app = App::start().await;
    let (first, second) = (app.id(), app.id());
    app.import(first, vec![row("P1", "P1-1", 5)]).await;
    let report = app.import(second, vec![row("P1", "P1-1", 7)]).await;
    assert_eq!(report.created, 1);
    assert_eq!(types(&app, first).await[0].available, 5);
    assert_ne!(types(&app, first).await[0].type_id, types(&app, second).await[0].type_id);
    assert_eq!(app.db.db_count("brand").await, 2);
}

#[tokio::test]
async fn bad_requests_change_nothing() {
    let app = App::start().await;
    let seller_id = app.id();
    let good = app.import_request(seller_id, vec![row("P1", "P1-1", 5)]);
    let many = (0..501).map(|number| row("P1", &format!("T{number}"), 1)).collect();
    let cases = [
        (pb::ImportProductsRequest { request_id: String::new(), ..good.clone() }, "request_id", "REQUIRED"),
        (pb::ImportProductsRequest { request_id: "x".repeat(129), ..good.clone() }, "request_id", "INVALID"),
        (pb::ImportProductsRequest { seller_id: "x".to_owned(), ..good.clone() }, "seller_id", "INVALID"),
        (pb::ImportProductsRequest { rows: many, ..good.clone() }, "rows", "TOO_MANY"),
    ];
    for (request, field, problem) in cases {
        assert_invalid(&app.tool().import_products(request).await.unwrap_err(), field, problem);
    }
    assert_eq!(app.db.db_count("product").await, 0);
    assert_eq!(app.db.db_count("idempotent_reply").await, 0);
    app.db.assert_no_audit().await;
}
