//! A page of products that one answer of the catalogue does not hold.

use pishkhan_chassis::clock::Clock as _;
use pishkhan_proto::catalogue::v1::{self as pb, catalogue_service_client::CatalogueServiceClient};
use serde_json::Value;

use crate::{
    catalogue::{LIST, counts},
    house::House,
};

const PRODUCTS: usize = 24;
const TYPES: usize = 60;

/// The longest text of so many letters, four bytes each.
fn long(number: usize, letters: usize) -> String {
    let number = format!("{number:04}");
    let rest = "📦".repeat(letters - number.len());
    number + &rest
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_large_products_is_whole() {
    let house = House::build().await;
    let seller = house.seller().await;
    let rows: Vec<pb::ProductRow> = (0..PRODUCTS * TYPES)
        .map(|number| pb::ProductRow {
            row: i32::try_from(number).unwrap() + 1,
            product_code: format!("L{}", number / TYPES),
            title: long(number / TYPES, 200),
            brand: long(number / TYPES, 100),
            category: long(number / TYPES, 100),
            type_code: format!("L{number}"),
            type_name: long(number, 200),
            unit: "عدد".to_owned(),
            pieces_per_unit: "1".to_owned(),
            buy_price: "1000".to_owned(),
            sell_price: "1200".to_owned(),
            stock: "5".to_owned(),
            description: long(number, 300),
            ..Default::default()
        })
        .collect();
    let server = house.servers.catalogue.as_ref().unwrap();
    let mut goods = CatalogueServiceClient::new(server.as_tool(&["catalogue.*"], None));
    let seller_id = house.first.seller_id.to_string();
    for rows in rows.chunks(240) {
        let request_id = house.clock.new_id().to_string();
        let request = pb::ImportProductsRequest { request_id, seller_id: seller_id.clone(), rows: rows.to_vec() };
        let report = goods.import_products(request).await.unwrap().into_inner();
        assert_eq!((report.created, report.problems), (240, vec![]));
    }

    let page = seller.read(&format!("{LIST}?limit=100")).await;
    assert_eq!(counts(&page), (27, 1, 27));
    let types = |product: &Value| product["productTypes"].as_array().unwrap().len();
    let types: usize = page["product"].as_array().unwrap().iter().map(types).sum();
    assert_eq!(types, PRODUCTS * TYPES + 6);
    // All types of the seller, on their way into a file, page by page.
    let (mut found, mut pages, mut page_token) = (0, 0, String::new());
    loop {
        let request = pb::ListProductTypesRequest { seller_id: seller_id.clone(), page_size: 500, page_token };
        let page = goods.list_product_types(request).await.unwrap().into_inner();
        (found, pages) = (found + page.types.len(), pages + 1);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(found, PRODUCTS * TYPES + 6);
    assert!(pages > 5, "{pages}");
}
