//! What each call costs the database, counted at its sockets. `docs/ROUND_TRIPS.md` tells it, and this keeps it true.

use pishkhan_proto::catalogue::v1 as pb;
use pishkhan_testkit::{RoundTrips, Stores, assert_plans};

use crate::{
    harness::{App, Shop, reserved, short},
    read_round_trips::MANY_BRANDS,
};

/// Lines of the order that is reserved.
const LINES: usize = 6;
/// What there is of each type.
const STOCK: i64 = 1_000;

/// What an order holds in the course of its life.
async fn life(app: &App, shop: &Shop) -> RoundTrips {
    let mut table = RoundTrips::at([("catalogue", app.db.db())]);
    let (seller_id, order) = (shop.seller_id, app.id());
    let lines = |quantity: i64| -> Vec<(String, i64)> {
        (0..LINES).map(|number| (shop.type_id(number), if number == 2 { quantity } else { 3 })).collect()
    };
    let declare =
        |revision: i64, lines: Vec<(String, i64)>| async move { app.reserve(seller_id, order, revision, &lines).await };
    let first = table.count("SetReservation, the first of an order", declare(1, lines(3))).await;
    assert_eq!(first.expect("it is answered"), reserved());
    let more = table.count("SetReservation, more", declare(2, lines(4))).await;
    assert_eq!(more.expect("it is answered"), reserved());
    let repeated = table.count("SetReservation, repeated", declare(2, lines(4))).await;
    assert_eq!(repeated.expect("it is answered"), reserved());
    let gone = table.count("SetReservation, one line gone", declare(3, lines(4)[1..].to_vec())).await;
    assert_eq!(gone.expect("it is answered"), reserved());
    let refused = table.count("SetReservation, short", declare(4, lines(STOCK + 1))).await;
    assert_eq!(short(&refused.expect("it is answered")), [(STOCK, STOCK + 1)]);
    table.count("SetReservation, stale", declare(3, lines(1))).await.expect_err("it is stale");
    let stock = pb::GetStockRequest { seller_id: seller_id.to_string(), type_id: shop.type_id(2) };
    table.count("GetStock", app.orders().get_stock(stock)).await.expect("the type is there");
    let given_back = table.count("SetReservation, everything given back", declare(5, Vec::new())).await;
    assert_eq!(given_back.expect("it is answered"), reserved());
    app.assert_sound(seller_id).await;
    table
}

#[tokio::test]
async fn the_document_tells_what_each_call_costs() {
    let app = App::start().await;
    let shop = app.shop(&[STOCK; LINES]).await;
    // The first time prepares the statements.
    life(&app, &shop).await;
    life(&app, &shop).await.assert_documented("catalogue");

    let sellers = "SELECT md5('store ' || n)::uuid FROM generate_series(1, 4) AS n";
    let stores = Stores { sellers, products: 200, customers: 20, orders: 2_000, lines: 4, open_every: 19 };
    app.db.db_execute(&stores.catalogue()).await;
    app.db.db_execute(MANY_BRANDS).await;
    assert_plans("calls", &app.db, &app.db.db(), &[("unit", "ten rows, the same for all sellers")]).await;
}
