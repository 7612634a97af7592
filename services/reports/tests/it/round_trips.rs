//! What each call and each fact costs the database. `docs/ROUND_TRIPS.md` tells it, and this keeps it true.

use futures_util::TryStreamExt as _;
use pishkhan_proto::reports::v1 as pb;
use pishkhan_testkit::{RoundTrips, Stores, assert_plans};
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, span};

const SELLER: Uuid = Uuid::from_u128(0xA);

/// Facts about an order, and what the panel shows then.
async fn life(app: &TestApp, first_order: u128) -> RoundTrips {
    let mut counted = RoundTrips::at([("reports", app.pool.clone())]);
    let order = TestOrder::new(SELLER, first_order, "1405/08/30").lines(&[(1, 2, 100), (2, 1, 50)]);
    counted.count("order.registered", app.register(&order)).await;
    counted.count("order.registered, known", app.register(&order)).await;
    let changed = order.clone().revision(2).lines(&[(1, 3, 150), (2, 1, 50)]);
    counted.count("order.registered, another revision", app.register(&changed)).await;
    counted.count("order.cancelled", app.cancel(SELLER, order.order_id, 3)).await;
    let second = i64::try_from(first_order).expect("a small number");
    counted.count("product.changed", app.rename_product(SELLER, "tea", &[(1, "box")], second)).await;
    counted.count("customer.changed", app.change_customer(SELLER, 1, "shop", "south", second)).await;
    app.register(&TestOrder::new(SELLER, first_order + 1, "1405/08/30")).await;

    counted.count("GetSalesTotals", app.totals(SELLER, None)).await;
    let days = || span("1405/08/01", "1405/08/30");
    counted.count("GetSalesTotals, a month", app.totals(SELLER, days())).await;
    counted.count("ListDailySales", app.days(SELLER, days())).await;
    counted.count("ListProductSales", app.products(SELLER, None)).await;
    counted.count("ListProductSales, several months", app.products(SELLER, span("1405/07/01", "1405/08/30"))).await;
    let all = pb::StreamProductSalesRequest { seller_id: SELLER.to_string(), days: days() };
    let all = async { app.seller(SELLER).stream_product_sales(all).await?.into_inner().try_collect::<Vec<_>>().await };
    counted.count("StreamProductSales", all).await.expect("it is answered");
    counted.count("ListCustomerSales", app.customers(SELLER, days())).await;
    counted.count("ListRegionSales", app.regions(SELLER, days())).await;
    let month = pb::ListMonthOrdersRequest { seller_id: SELLER.to_string(), month: 140_508, ..Default::default() };
    counted.count("ListMonthOrders", app.tool().list_month_orders(month)).await.expect("it is answered");
    counted
}

#[tokio::test]
async fn the_document_tells_what_each_call_costs() {
    let app = TestApp::start().await;
    life(&app, 10).await;
    life(&app, 20).await.assert_documented("reports");

    let sellers = "SELECT md5('store ' || n)::uuid FROM generate_series(1, 4) AS n";
    let stores = Stores { sellers, products: 100, customers: 600, orders: 1_000, lines: 3, open_every: 19 };
    app.db.db_execute(&stores.reports()).await;
    assert_plans("calls", &app.db, &app.pool, &[("told_until", "one row")]).await;
}
