//! What each call costs the database. `docs/ROUND_TRIPS.md` tells it, and this keeps it true.

use futures_util::TryStreamExt as _;
use pishkhan_proto::catalogue::v1 as pb;
use pishkhan_testkit::{RoundTrips, Stores, assert_plans};

use crate::harness::{App, Shop};

/// The calls that only read.
async fn reads(app: &App, shop: &Shop) -> RoundTrips {
    let mut counted = RoundTrips::at([("catalogue", app.db.db())]);
    let seller_id = shop.seller_id.to_string();
    let mut seller = app.seller(shop.seller_id);
    let page = pb::ListProductsRequest { seller_id: seller_id.clone(), ..Default::default() };
    let listed =
        counted.count("ListProducts", seller.list_products(page.clone())).await.expect("it is answered").into_inner();
    let found = pb::ListProductsRequest { search: "p".to_owned(), ..page.clone() };
    counted.count("ListProducts, a search", seller.list_products(found)).await.expect("it is answered");
    let few = pb::ListProductsRequest { stock: pb::StockFilter::Low.into(), ..page };
    counted.count("ListProducts, few in stock", seller.list_products(few)).await.expect("it is answered");
    let product_id = listed.products[0].product_id.clone();
    let product = pb::GetProductRequest { seller_id: seller_id.clone(), product_id };
    counted.count("GetProduct", seller.get_product(product)).await.expect("it is answered");
    let types = pb::ListProductTypesRequest { seller_id: seller_id.clone(), page_size: 10, ..Default::default() };
    counted.count("ListProductTypes", seller.list_product_types(types)).await.expect("it is answered");
    let all = pb::StreamProductTypesRequest { seller_id: seller_id.clone() };
    let all = async { seller.stream_product_types(all).await?.into_inner().try_collect::<Vec<_>>().await };
    counted.count("StreamProductTypes", all).await.expect("it is answered");
    let one = pb::GetProductTypeRequest { seller_id: seller_id.clone(), type_id: shop.type_id(0) };
    counted.count("GetProductType", seller.get_product_type(one)).await.expect("it is answered");
    let several = pb::BatchGetProductTypesRequest {
        seller_id: seller_id.clone(),
        type_ids: vec![shop.type_id(0)],
        type_codes: vec![shop.types[1].code.clone()],
        for_order_lines: false,
    };
    let for_order_lines = pb::BatchGetProductTypesRequest { for_order_lines: true, ..several.clone() };
    counted
        .count("BatchGetProductTypes, ids and codes", app.orders().batch_get_product_types(several))
        .await
        .expect("it is answered");
    counted
        .count("BatchGetProductTypes, for order lines", app.orders().batch_get_product_types(for_order_lines))
        .await
        .expect("it is answered");
    let stock = pb::GetStockRequest { seller_id: seller_id.clone(), type_id: shop.type_id(0) };
    counted.count("GetStock", seller.get_stock(stock)).await.expect("it is answered");
    let stocks = pb::BatchGetStockRequest {
        seller_id: seller_id.clone(),
        type_ids: vec![shop.type_id(0), shop.type_id(1)],
        order_id: app.id().to_string(),
    };
    counted.count("BatchGetStock", seller.batch_get_stock(stocks)).await.expect("it is answered");
    let brands = pb::ListBrandsRequest { seller_id: seller_id.clone(), ..Default::default() };
    counted.count("ListBrands", seller.list_brands(brands)).await.expect("it is answered");
    counted.count("ListUnits", seller.list_units(pb::ListUnitsRequest {})).await.expect("it is answered");
    counted
}

/// So many that a single one is not as easily found among all of the seller's.
pub const MANY_BRANDS: &str = "INSERT INTO brand (seller_id, brand_id, name, name_folded, created_at) \
    SELECT p.seller_id, gen_random_uuid(), 'maker ' || n, 'maker ' || n, now() \
    FROM (SELECT DISTINCT seller_id FROM product) AS p, generate_series(1, 1000) AS n; ANALYZE brand";

#[tokio::test]
async fn the_document_tells_what_each_read_costs() {
    let app = App::start().await;
    let shop = app.shop(&[10, 20]).await;
    reads(&app, &shop).await;
    reads(&app, &shop).await.assert_documented("catalogue reads");

    let sellers = "SELECT md5('store ' || n)::uuid FROM generate_series(1, 4) AS n";
    let stores = Stores { sellers, products: 2_000, customers: 20, orders: 1_000, lines: 4, open_every: 19 };
    app.db.db_execute(&stores.catalogue()).await;
    app.db.db_execute(MANY_BRANDS).await;
    assert_plans("reads", &app.db, &app.db.db(), &[("unit", "ten rows, the same for all sellers")]).await;
}
