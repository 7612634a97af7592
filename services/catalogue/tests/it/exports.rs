//! All types of a seller at once.

use std::collections::BTreeSet;

use pishkhan_proto::catalogue::v1 as pb;
use tonic::Code;

use crate::harness::{App, row};

/// More than two parts.
const PRODUCTS: usize = 2_300;

fn product(number: usize, title: &str, stock: i64) -> pb::ProductRow {
    let code = format!("P{number:04}");
    pb::ProductRow { title: title.to_owned(), ..row(&code, &format!("T{number:04}"), stock) }
}

#[tokio::test]
async fn a_catalogue_is_of_one_instant_however_slowly_it_is_read() {
    let app = App::start().await;
    let seller_id = app.id();
    let rows: Vec<_> = (0..PRODUCTS).map(|number| product(number, &format!("m {number:04}"), 1)).collect();
    for rows in rows.chunks(500) {
        app.import(seller_id, rows.to_vec()).await;
    }
    let request = pb::StreamProductTypesRequest { seller_id: seller_id.to_string() };
    let all = async || app.seller(seller_id).stream_product_types(request.clone()).await.unwrap().into_inner();
    let mut parts = all().await;
    let mut types = parts.message().await.unwrap().unwrap().types;
    assert!(types.len() <= 1_000);
    // The last gets the first place, the first gets the last, and all are sold out.
    let mut changed: Vec<_> = (0..PRODUCTS).map(|number| product(number, &format!("m {number:04}"), 0)).collect();
    (changed[PRODUCTS - 1].title, changed[0].title) = ("a".to_owned(), "z".to_owned());
    for rows in changed.chunks(500) {
        assert_eq!(app.import(seller_id, rows.to_vec()).await.problems, []);
    }
    while let Some(part) = parts.message().await.unwrap() {
        types.extend(part.types);
    }
    assert_eq!(types.len(), PRODUCTS);
    assert_eq!(types.iter().map(|found| &found.code).collect::<BTreeSet<_>>().len(), PRODUCTS, "each comes once");
    assert!(types.iter().all(|found| found.available == 1));
    assert!(types.is_sorted_by(|one, next| one.product_title < next.product_title));
    // Whoever asks now sees what is now, as who pages does.
    let first = all().await.message().await.unwrap().unwrap().types;
    assert_eq!((first[0].product_title.as_str(), first[0].available), ("a", 0));
    let page = pb::ListProductTypesRequest { seller_id: seller_id.to_string(), ..Default::default() };
    let page = app.seller(seller_id).list_product_types(page).await.unwrap().into_inner().types;
    assert_eq!(page, first[..page.len()]);

    let none = pb::StreamProductTypesRequest { seller_id: app.id().to_string() };
    let mut none = app.tool().stream_product_types(none).await.unwrap().into_inner();
    assert_eq!(none.message().await.unwrap(), None);
    let theirs = pb::StreamProductTypesRequest { seller_id: seller_id.to_string() };
    let refused = app.seller(app.id()).stream_product_types(theirs).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
}
