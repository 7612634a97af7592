//! What can be read.

use std::collections::HashMap;

use pishkhan_catalogue::store::stock;
use pishkhan_proto::catalogue::v1 as pb;
use tonic::Code;

use crate::{
    editing,
    harness::{App, assert_invalid, assert_refused, reserved, row},
};

#[tokio::test]
async fn types_come_in_the_order_asked_for() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[1, 2, 3]).await, app.shop(&[9]).await);
    let ids = vec![shop.type_id(2), other.type_id(0), shop.type_id(0), app.id().to_string(), shop.type_id(2)];
    let codes = vec!["T001".to_owned(), "T000".to_owned(), "none".to_owned()];
    let request = pb::BatchGetProductTypesRequest {
        seller_id: shop.seller_id.to_string(),
        type_ids: ids,
        type_codes: codes,
        for_order_lines: false,
    };
    let found = app.orders().batch_get_product_types(request).await.unwrap().into_inner().types;
    let found: Vec<(&str, i64)> = found.iter().map(|found| (found.code.as_str(), found.available)).collect();
    assert_eq!(found, [("T002", 3), ("T000", 1), ("T001", 2), ("T000", 1)]);

    let nothing = pb::BatchGetProductTypesRequest { seller_id: shop.seller_id.to_string(), ..Default::default() };
    assert_eq!(app.orders().batch_get_product_types(nothing).await.unwrap().into_inner().types, []);
    let bad = |type_ids, type_codes| {
        let seller_id = shop.seller_id.to_string();
        let mut client = app.orders();
        async move {
            let request = pb::BatchGetProductTypesRequest { seller_id, type_ids, type_codes, for_order_lines: true };
            client.batch_get_product_types(request).await.unwrap_err()
        }
    };
    assert_invalid(&bad(vec!["x".to_owned()], Vec::new()).await, "type_ids", "INVALID");
    assert_invalid(&bad(vec![shop.type_id(0); 501], Vec::new()).await, "type_ids", "TOO_MANY");
    assert_invalid(&bad(vec![shop.type_id(0); 500], vec!["T000".to_owned()]).await, "type_codes", "TOO_MANY");
    assert_invalid(&bad(Vec::new(), vec!["\0".to_owned()]).await, "type_codes", "REQUIRED");
}

#[tokio::test]
async fn what_lines_of_orders_say_is_the_same() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[1, 2, 3]).await, app.shop(&[9]).await);
    let own = "UPDATE product_type SET image_urls = '{own,second}' WHERE code = 'T000'";
    let of_product = "UPDATE product SET image_urls = '{of-product}' WHERE product_id IN \
         (SELECT product_id FROM product_type WHERE code IN ('T000', 'T001'))";
    for change in [own, of_product] {
        app.db.db_execute(change).await;
    }
    let request = pb::BatchGetProductTypesRequest {
        seller_id: shop.seller_id.to_string(),
        type_ids: vec![shop.type_id(2), shop.type_id(0), other.type_id(0), shop.type_id(1)],
        ..Default::default()
    };
    let all = app.orders().batch_get_product_types(request.clone()).await.unwrap().into_inner().types;
    let request = pb::BatchGetProductTypesRequest { for_order_lines: true, ..request };
    let lines = app.orders().batch_get_product_types(request).await.unwrap().into_inner().types;
    let less = |full: &pb::ProductType| pb::ProductType {
        brand: None,
        description: String::new(),
        category: String::new(),
        product_code: String::new(),
        row_order: 0,
        version: 0,
        low_stock: 0,
        image_urls: full.image_urls.iter().chain(&full.product_image_urls).take(1).cloned().collect(),
        product_image_urls: Vec::new(),
        ..full.clone()
    };
    assert_eq!(lines, all.iter().map(less).collect::<Vec<_>>());
    let pictures: Vec<_> = lines.iter().map(|line| line.image_urls.first().map(String::as_str)).collect();
    assert!(pictures.contains(&Some("own")) && pictures.contains(&Some("of-product")), "{pictures:?}");
}

#[tokio::test]
async fn one_type_and_its_stock() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[4]).await, app.shop(&[9]).await);
    let mut client = app.seller(shop.seller_id);
    let get = |type_id: String| pb::GetProductTypeRequest { seller_id: shop.seller_id.to_string(), type_id };
    let stock = |type_id: String| pb::GetStockRequest { seller_id: shop.seller_id.to_string(), type_id };
    let found = client.get_product_type(get(shop.type_id(0))).await.unwrap().into_inner().r#type.unwrap();
    assert_eq!(found, shop.types[0]);
    assert_eq!(client.get_stock(stock(shop.type_id(0))).await.unwrap().into_inner().available, 4);
    for missing in [other.type_id(0), app.id().to_string()] {
        let status = client.get_product_type(get(missing.clone())).await.unwrap_err();
        assert_refused(&status, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
        let status = client.get_stock(stock(missing)).await.unwrap_err();
        assert_refused(&status, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
    }
    assert_invalid(&client.get_product_type(get(String::new())).await.unwrap_err(), "type_id", "REQUIRED");
    assert_invalid(&client.get_stock(stock("7".to_owned())).await.unwrap_err(), "type_id", "INVALID");
}

#[tokio::test]
async fn an_order_could_have_what_is_free_and_what_it_has_reserved() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[10, 5, 8, 3]).await, app.shop(&[9]).await);
    let (order, another, foreign) = (app.id(), app.id(), app.id());
    let quantities = |lines: &[(usize, i64)]| -> Vec<(String, i64)> {
        lines.iter().map(|(number, quantity)| (shop.type_id(*number), *quantity)).collect()
    };
    app.reserve(shop.seller_id, order, 1, &quantities(&[(0, 4), (2, 2)])).await.unwrap();
    app.reserve(shop.seller_id, another, 1, &quantities(&[(0, 1), (1, 5)])).await.unwrap();
    app.reserve(other.seller_id, foreign, 1, &[(other.type_id(0), 7)]).await.unwrap();
    let off = pb::EditProductTypeRequest { available: 6, active: false, ..editing::same(&app, &shop, 2) };
    app.seller(shop.seller_id).edit_product_type(off).await.unwrap();

    // Twice the same, an unknown and a foreign one among them.
    let mut type_ids: Vec<String> = [0, 3, 1, 2, 3].map(|number| shop.type_id(number)).into();
    type_ids.extend([app.id().to_string(), other.type_id(0)]);
    let request = |order_id: &str| pb::BatchGetStockRequest {
        seller_id: shop.seller_id.to_string(),
        type_ids: type_ids.clone(),
        order_id: order_id.to_owned(),
    };
    let cases = [
        (order.to_string(), [9, 0, 2, 3]),
        (another.to_string(), [6, 5, 0, 3]),
        (String::new(), [5, 0, 0, 3]),
        (foreign.to_string(), [5, 0, 0, 3]),
        (app.id().to_string(), [5, 0, 0, 3]),
    ];
    for (order_id, expected) in cases {
        let found = app.seller(shop.seller_id).batch_get_stock(request(&order_id)).await.unwrap().into_inner().stocks;
        assert_eq!(found.len(), shop.types.len(), "{found:?}");
        let found: HashMap<String, i64> = found.into_iter().map(|stock| (stock.type_id, stock.available)).collect();
        assert_eq!(found, (0..4).map(|number| shop.type_id(number)).zip(expected).collect(), "of order {order_id:?}");
    }
    // A refused reservation says the same.
    let wanted = quantities(&[(0, 50), (1, 50), (2, 50), (3, 50)]);
    let refused = app.reserve(shop.seller_id, order, 2, &wanted).await.unwrap().shortages;
    let mut could_have: Vec<i64> = refused.iter().map(|line| line.available).collect();
    could_have.sort_unstable();
    assert_eq!(could_have, [0, 2, 3, 9]);

    // Another seller has neither these types nor this order.
    let foreign_types =
        pb::BatchGetStockRequest { seller_id: other.seller_id.to_string(), ..request(&order.to_string()) };
    let found = app.seller(other.seller_id).batch_get_stock(foreign_types).await.unwrap().into_inner().stocks;
    assert_eq!(found, [pb::TypeStock { type_id: other.type_id(0), available: 2 }]);
    let nothing = pb::BatchGetStockRequest { type_ids: Vec::new(), ..request("") };
    assert_eq!(app.tool().batch_get_stock(nothing).await.unwrap().into_inner().stocks, []);
    let most = pb::BatchGetStockRequest { type_ids: vec![shop.type_id(0); 500], ..request("") };
    assert_eq!(app.tool().batch_get_stock(most).await.unwrap().into_inner().stocks.len(), 1);
    let bad = [
        (vec![shop.type_id(0); 501], "", "type_ids", "TOO_MANY"),
        (vec!["7".to_owned()], "", "type_ids", "INVALID"),
        (vec![String::new()], "", "type_ids", "REQUIRED"),
        (vec![shop.type_id(0)], "x", "order_id", "INVALID"),
    ];
    for (type_ids, order_id, field, problem) in bad {
        let status = app.tool().batch_get_stock(pb::BatchGetStockRequest { type_ids, ..request(order_id) }).await;
        assert_invalid(&status.unwrap_err(), field, problem);
    }
}

#[tokio::test]
async fn counts_follow_the_imports() {
    let app = App::start().await;
    let seller_id = app.id();
    let request = pb::GetCatalogueCountsRequest { seller_id: seller_id.to_string() };
    let mut client = app.seller(seller_id);
    assert_eq!(
        client.get_catalogue_counts(request.clone()).await.unwrap().into_inner(),
        pb::GetCatalogueCountsResponse::default()
    );
    app.import(seller_id, vec![row("P1", "a", 1), row("P1", "b", 1), row("P2", "c", 1), row("P3", "", 1)]).await;
    app.import(seller_id, vec![row("P1", "a", 2), row("P2", "d", 1)]).await;
    app.shop(&[1, 1]).await;
    let counts = client.get_catalogue_counts(request).await.unwrap().into_inner();
    assert_eq!((counts.products, counts.types), (2, 4));
}

#[tokio::test]
async fn the_list_goes_by_persian_titles_page_by_page() {
    let app = App::start().await;
    let seller_id = app.id();
    // The order in which a Persian reader looks them up; in code points the letters of Persian alone come last.
    let titles = ["آرد", "بستنی", "پنیر", "تن ماهی", "چای", "حلوا", "ژله", "شیر", "کره", "گز", "لوبیا", "یخ"];
    let mut rows: Vec<pb::ProductRow> = titles
        .iter()
        .enumerate()
        .flat_map(|(number, title)| {
            let product = format!("P{number}");
            ["b", "a", "c"]
                .map(|of| pb::ProductRow { title: (*title).to_owned(), ..row(&product, &format!("{product}-{of}"), 1) })
        })
        .collect();
    rows.reverse();
    // The types of a product keep the order of the file.
    app.import(seller_id, rows).await;
    app.shop(&[1; 3]).await;
    let expected: Vec<String> =
        (0..titles.len()).flat_map(|number| ["c", "a", "b"].map(|of| format!("P{number}-{of}"))).collect();
    for page_size in [1, 2, 5, 36, 500, 0] {
        let (mut found, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = pb::ListProductTypesRequest { seller_id: seller_id.to_string(), page_size, page_token };
            let page = app.seller(seller_id).list_product_types(request).await.unwrap().into_inner();
            assert!(page_size == 0 || page.types.len() <= usize::try_from(page_size).unwrap());
            found.extend(page.types.into_iter().map(|found| found.code));
            page_token = page.next_page_token;
            if page_token.is_empty() {
                break;
            }
        }
        assert_eq!(found, expected, "pages of {page_size}");
    }
    let bad =
        pb::ListProductTypesRequest { seller_id: seller_id.to_string(), page_size: 1, page_token: "x".to_owned() };
    assert_invalid(&app.seller(seller_id).list_product_types(bad).await.unwrap_err(), "page_token", "INVALID");
}

#[tokio::test]
async fn products_of_the_same_title_are_not_lost_between_pages() {
    let app = App::start().await;
    let seller_id = app.id();
    let rows = (0..30).map(|number| pb::ProductRow {
        title: "چای".to_owned(),
        ..row(&format!("P{number}"), &format!("T{number}"), 1)
    });
    app.import(seller_id, rows.collect()).await;
    let (mut found, mut page_token) = (std::collections::BTreeSet::new(), String::new());
    loop {
        let request = pb::ListProductTypesRequest { seller_id: seller_id.to_string(), page_size: 7, page_token };
        let page = app.tool().list_product_types(request).await.unwrap().into_inner();
        for of in page.types {
            assert!(found.insert(of.code.clone()), "{} came twice", of.code);
        }
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(found.len(), 30);
}

#[tokio::test]
async fn standing_reservations_are_listed_order_by_order() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[50, 50]).await, app.shop(&[5]).await);
    let mut expected = Vec::new();
    for number in 1..=7 {
        let order = app.id();
        let lines = [(shop.type_id(0), number), (shop.type_id(1), 1)];
        assert_eq!(app.reserve(shop.seller_id, order, number, &lines).await.unwrap(), reserved());
        // Given back again: it stands no more.
        if number % 3 == 0 {
            app.reserve(shop.seller_id, order, number + 1, &[]).await.unwrap();
        } else {
            expected.push((order.to_string(), number, number + 1));
        }
    }
    app.reserve(other.seller_id, app.id(), 1, &[(other.type_id(0), 1)]).await.unwrap();
    let (mut found, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = pb::ListReservationsRequest { seller_id: shop.seller_id.to_string(), page_size: 2, page_token };
        let page = app.tool().list_reservations(request).await.unwrap().into_inner();
        found.extend(page.reservations);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    let shown: Vec<(String, i64, i64)> = found
        .iter()
        .map(|order| (order.order_id.clone(), order.revision, order.lines.iter().map(|line| line.quantity).sum()))
        .collect();
    assert_eq!(shown, expected);
    assert!(found.iter().all(|order| order.update_time.is_some()));
    let bad =
        pb::ListReservationsRequest { seller_id: shop.seller_id.to_string(), page_size: 1, page_token: "!".to_owned() };
    assert_invalid(&app.tool().list_reservations(bad).await.unwrap_err(), "page_token", "INVALID");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listed_reservation_has_the_lines_of_its_revision() {
    const REVISIONS: i64 = 60;
    let app = std::sync::Arc::new(App::start().await);
    let shop = app.shop(&[1_000]).await;
    let (seller_id, order, of) = (shop.seller_id, app.id(), shop.type_id(0));
    app.reserve(seller_id, order, 1, &[(of.clone(), 1)]).await.unwrap();
    let read = |_| {
        let app = app.clone();
        async move {
            loop {
                let listed = app.standing(seller_id).await;
                // Each revision holds as many as its number says.
                assert_eq!(listed[0].lines[0].quantity, listed[0].revision);
                if listed[0].revision == REVISIONS {
                    return;
                }
            }
        }
    };
    let readers: tokio::task::JoinSet<()> = (0..2).map(read).collect();
    for revision in 2..=REVISIONS {
        app.reserve(seller_id, order, revision, &[(of.clone(), revision)]).await.unwrap();
    }
    readers.join_all().await;
}

#[tokio::test]
async fn verification_tells_each_difference_and_repairs_nothing() {
    let app = App::start().await;
    let shop = app.shop(&[10, 10, 10, 10]).await;
    app.reserve(shop.seller_id, app.id(), 1, &[(shop.type_id(0), 3), (shop.type_id(1), 2), (shop.type_id(2), 1)])
        .await
        .unwrap();
    assert_eq!(app.assert_sound(shop.seller_id).await, 4);
    let (a, b) = (shop.type_id(0), shop.type_id(1));
    app.db
        .db_execute(&format!(
            "UPDATE stock SET on_hand = 12 WHERE type_id = '{a}'; UPDATE reservation SET quantity = 5 WHERE type_id = '{b}'"
        ))
        .await;
    let request = pb::VerifyStockRequest { seller_id: shop.seller_id.to_string() };
    for _ in 0..2 {
        let mut found = app.tool().verify_stock(request.clone()).await.unwrap().into_inner();
        assert_eq!(found.types_checked, 4);
        found.differences.sort_by(|left, right| left.code.cmp(&right.code));
        let difference = |type_id: &str, code: &str, row_on_hand, reserved, reservations| pb::StockDifference {
            type_id: type_id.to_owned(),
            code: code.to_owned(),
            row_on_hand,
            ledger_on_hand: 10,
            row_reserved: reserved,
            ledger_reserved: reserved,
            reservations,
        };
        assert_eq!(found.differences, [difference(&a, "T000", 12, 3, 3), difference(&b, "T001", 10, 2, 5)]);
        assert!(!found.truncated);
    }
    // Where fewer are told than there are, that is told, too.
    for (limit, told, truncated) in [(1, 1, true), (2, 2, false)] {
        let found = stock::verify(&app.db.conn().await, shop.seller_id, limit).await.unwrap();
        assert_eq!((found.differences.len(), found.truncated), (told, truncated));
    }
}
