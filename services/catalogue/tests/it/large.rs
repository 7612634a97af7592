//! Products with very many types.

use pishkhan_proto::catalogue::v1 as pb;
use prost::Message as _;

use crate::{
    bulk::{commit, committed, failed, numbered, preview},
    harness::{App, row},
};

/// As many signs of four bytes.
fn long(signs: usize) -> String {
    "𐎠".repeat(signs)
}

/// A row with the longest texts that are taken.
fn largest(number: usize) -> pb::ProductRow {
    pb::ProductRow {
        title: long(200),
        brand: long(100),
        category: long(100),
        type_name: long(200),
        description: long(300),
        ..row(&long(64), &format!("{}{number:04}", long(60)), 1)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_product_has_no_more_types_than_fit_into_one_reply() {
    let app = App::start().await;
    let seller_id = app.id();
    let seen = preview(&app, seller_id, numbered((0..902).map(largest))).await;
    assert_eq!((seen.created, seen.failed), (900, 2));
    let problems: Vec<(i32, &str, &str)> =
        seen.problems.iter().map(|found| (found.row, found.column.as_str(), found.problem.as_str())).collect();
    assert_eq!(problems, [(902, "type_code", "TOO_MANY_TYPES"), (903, "type_code", "TOO_MANY_TYPES")]);
    assert_eq!(commit(&app, seller_id, &seen.import_id).await.unwrap(), committed(900, 0, 2));
    assert_eq!(failed(&app, seller_id, &seen.import_id).await.unwrap().len(), 2);

    let list = pb::ListProductsRequest { seller_id: seller_id.to_string(), ..Default::default() };
    let products = app.seller(seller_id).list_products(list).await.unwrap().into_inner().products;
    let [product] = products.as_slice() else { panic!("{} products", products.len()) };
    assert_eq!(product.types.len(), 900);
    assert!(product.encoded_len() > 2 * 1024 * 1024, "it is a large one: {}", product.encoded_len());
    let (seller, product_id) = (seller_id.to_string(), product.product_id.clone());
    let get = pb::GetProductRequest { seller_id: seller, product_id };
    assert_eq!(app.seller(seller_id).get_product(get).await.unwrap().into_inner().product.as_ref(), Some(product));

    // Those that it has are changed as ever, and another product has room.
    let rows = vec![
        pb::ProductRow { stock: "9".to_owned(), ..largest(899) },
        largest(900),
        pb::ProductRow { product_code: "P2".to_owned(), ..largest(901) },
    ];
    let report = app.import(seller_id, numbered(rows)).await;
    assert_eq!((report.created, report.updated, report.problems.len()), (1, 1, 1));
    assert_eq!(app.assert_sound(seller_id).await, 901);
}
