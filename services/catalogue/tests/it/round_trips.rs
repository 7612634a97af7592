//! What each call costs the database, counted at its sockets. `docs/ROUND_TRIPS.md` tells it, and this keeps it true.

use std::{fmt::Write as _, fs, path::PathBuf};

use pishkhan_chassis_db::Traffic;
use pishkhan_proto::catalogue::v1 as pb;

use crate::harness::{App, Shop, reserved, short};

/// Where the table begins and ends in the document.
const BEGIN: &str = "<!-- catalogue: begin -->\n";
const END: &str = "<!-- catalogue: end -->\n";
/// Lines of the order that is reserved.
const LINES: usize = 6;
/// What there is of each type.
const STOCK: i64 = 1_000;

/// Calls and what they cost.
#[derive(Default)]
struct Table(Vec<(&'static str, Traffic)>);

impl Table {
    async fn count<T>(&mut self, app: &App, call: &'static str, work: impl Future<Output = T>) -> T {
        let db = app.db.db();
        let before = db.traffic();
        let done = work.await;
        self.0.push((call, db.traffic().since(before)));
        done
    }

    fn markdown(&self) -> String {
        let mut text = "| call | round trips | statements | parsed anew |\n|---|---|---|---|\n".to_owned();
        for (call, Traffic { round_trips, statements, prepared }) in &self.0 {
            writeln!(text, "| {call} | {round_trips} | {statements} | {prepared} |").expect("a text takes it");
        }
        text
    }
}

/// What an order holds in the course of its life.
async fn life(app: &App, shop: &Shop) -> Table {
    let mut table = Table::default();
    let (seller_id, order) = (shop.seller_id, app.id());
    let lines = |quantity: i64| -> Vec<(String, i64)> {
        (0..LINES).map(|number| (shop.type_id(number), if number == 2 { quantity } else { 3 })).collect()
    };
    let declare =
        |revision: i64, lines: Vec<(String, i64)>| async move { app.reserve(seller_id, order, revision, &lines).await };
    let first = table.count(app, "SetReservation, the first of an order", declare(1, lines(3))).await;
    assert_eq!(first.expect("it is answered"), reserved());
    let more = table.count(app, "SetReservation, more", declare(2, lines(4))).await;
    assert_eq!(more.expect("it is answered"), reserved());
    let repeated = table.count(app, "SetReservation, repeated", declare(2, lines(4))).await;
    assert_eq!(repeated.expect("it is answered"), reserved());
    let gone = table.count(app, "SetReservation, one line gone", declare(3, lines(4)[1..].to_vec())).await;
    assert_eq!(gone.expect("it is answered"), reserved());
    let refused = table.count(app, "SetReservation, short", declare(4, lines(STOCK + 1))).await;
    assert_eq!(short(&refused.expect("it is answered")), [(STOCK, STOCK + 1)]);
    table.count(app, "SetReservation, stale", declare(3, lines(1))).await.expect_err("it is stale");
    let stock = pb::GetStockRequest { seller_id: seller_id.to_string(), type_id: shop.type_id(2) };
    table.count(app, "GetStock", app.orders().get_stock(stock)).await.expect("the type is there");
    let given_back = table.count(app, "SetReservation, everything given back", declare(5, Vec::new())).await;
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
    let counted = life(&app, &shop).await.markdown();
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../docs/ROUND_TRIPS.md"].iter().collect();
    let document = fs::read_to_string(path).unwrap();
    let told = document.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).map(|(table, _)| table.trim());
    assert!(told == Some(counted.trim()), "docs/ROUND_TRIPS.md tells something else. Counted:\n{counted}");
}
