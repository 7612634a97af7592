//! Names of today in the reports, names of their day on orders: through all services and the bus.

use std::time::{Duration, Instant};

use pishkhan_chassis::clock::Clock as _;
use pishkhan_proto::{
    catalogue::v1::{self as catalogue, catalogue_service_client::CatalogueServiceClient},
    orders::v1::{self as orders, orders_service_client::OrdersServiceClient},
};
use serde_json::Value;

use crate::{
    house::House,
    http::Visitor,
    seeding::{customer_rows, product_rows},
};

const PRODUCTS: &str = "/report/dashboard-basket-product-type-nums-app2/1";
const REGIONS: &str = "/report/dashboard-regions-nums-app2/1";
const CUSTOMERS: &str = "/report/dashboard-customers-nums-app2/1";
/// What people call seconds.
const SECONDS: Duration = Duration::from_secs(5);

impl House {
    /// The first store's products come in another file.
    async fn import_products(&self, change: impl Fn(&mut catalogue::ProductRow)) {
        let mut rows = product_rows();
        rows.iter_mut().for_each(change);
        let (request_id, seller_id) = (self.clock.new_id().to_string(), self.first.seller_id.to_string());
        let server = self.servers.catalogue.as_ref().unwrap();
        let mut client = CatalogueServiceClient::new(server.as_tool(&["catalogue.*"], None));
        let report = client.import_products(catalogue::ImportProductsRequest { request_id, seller_id, rows }).await;
        assert_eq!(report.unwrap().into_inner().problems, []);
    }

    /// The first store's customers come in another file.
    async fn import_customers(&self, change: impl Fn(&mut orders::CustomerRow)) {
        let mut rows = customer_rows();
        rows.iter_mut().for_each(change);
        let (request_id, seller_id) = (self.clock.new_id().to_string(), self.first.seller_id.to_string());
        let server = self.servers.orders.as_ref().unwrap();
        let mut client = OrdersServiceClient::new(server.as_tool(&["orders.*"], None));
        let report = client.import_customers(orders::ImportCustomersRequest { request_id, seller_id, rows }).await;
        assert_eq!(report.unwrap().into_inner().problems, []);
    }
}

/// Texts of a report's rows.
async fn read(seller: &Visitor, path: &str, field: &str) -> Vec<String> {
    let report = seller.read(path).await;
    report["counts"].as_array().unwrap().iter().map(|row| row[field].as_str().unwrap().to_owned()).collect()
}

/// Polls a report until its first row says so; tells how long that took.
async fn shows(seller: &Visitor, path: &str, field: &str, expected: &str) -> Duration {
    let start = Instant::now();
    while read(seller, path, field).await.first().map(String::as_str) != Some(expected) {
        assert!(start.elapsed() < SECONDS, "{path} does not show {expected}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!("{path}: {:?}", start.elapsed());
    start.elapsed()
}

fn first_line(sheet: &Value) -> (&str, &str) {
    let product = &sheet["joz"]["products"][0];
    (product["name"].as_str().unwrap(), product["options"][0]["type"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_show_new_names_within_seconds_and_orders_keep_theirs() {
    let house = House::build().await;
    let seller = house.seller().await;
    let order = house.place(&house.first, "C001", &[("P011-2", 3)]).await;
    let saved = seller.post(&format!("/market/order-save-app2/{}", order.order_id)).send().await;
    assert_eq!(saved.status, 200);
    shows(&seller, PRODUCTS, "productName", "اسپاگتی ۱٫۲").await;
    shows(&seller, REGIONS, "customerTeritory", "تهران منطقه ۸").await;
    shows(&seller, CUSTOMERS, "customerName", "حسن رضایی").await;
    let path = format!("/market/fetch-order-joz-faktor-app2/{}", order.order_id);
    let before = seller.read(&path).await;

    house
        .import_products(|row| {
            if row.product_code == "P011" {
                row.title = "ماکارونی ۱٫۲".to_owned();
                row.type_name = format!("{} تازه", row.type_name);
            }
        })
        .await;
    shows(&seller, PRODUCTS, "productName", "ماکارونی ۱٫۲").await;
    assert_eq!(read(&seller, PRODUCTS, "typeName").await, ["۷۰۰ گرم تازه"]);
    house
        .import_customers(|row| {
            if row.customer_code == "C001" {
                row.title = "فروشگاه رضایی".to_owned();
                row.activity_area = "تهران منطقه ۲".to_owned();
            }
        })
        .await;
    shows(&seller, REGIONS, "customerTeritory", "تهران منطقه ۲").await;
    shows(&seller, CUSTOMERS, "customerName", "فروشگاه رضایی").await;
    assert_eq!(read(&seller, REGIONS, "customerTeritory").await.len(), 1, "nothing is left where the customer was");

    // The paper says what things were called when they were ordered.
    let after = seller.read(&path).await;
    assert_eq!(after["joz"], before["joz"]);
    assert_eq!(after["order"]["customerName"], "حسن رضایی");
    assert_eq!(after["order"], before["order"]);
    assert_eq!(first_line(&after), ("اسپاگتی ۱٫۲", "۷۰۰ گرم"));
    // Who goes on buying it buys it under its new name; reports have one name for both.
    let next = house.place(&house.first, "C001", &[("P011-2", 1)]).await;
    let sheet = seller.read(&format!("/market/fetch-order-joz-faktor-app2/{}", next.order_id)).await;
    assert_eq!(first_line(&sheet), ("ماکارونی ۱٫۲", "۷۰۰ گرم تازه"));
    assert_eq!(sheet["order"]["customerName"], "فروشگاه رضایی");
}
