//! What each call costs its databases, counted at the sockets. `docs/ROUND_TRIPS.md` tells it, and this keeps it true.

use std::{fmt::Write as _, fs, path::PathBuf};

use pishkhan_chassis_db::Traffic;
use pishkhan_proto::orders::v1 as pb;

use crate::house::{House, Shop};

/// Where the table begins and ends in the document.
const BEGIN: &str = "<!-- orders: begin -->\n";
const END: &str = "<!-- orders: end -->\n";
/// Lines of the order that is changed.
const LINES: usize = 6;

/// Calls and what they cost the orders' and the catalogue's database.
#[derive(Default)]
struct Table(Vec<(&'static str, Traffic, Traffic)>);

impl Table {
    async fn count<T>(&mut self, house: &House, call: &'static str, work: impl Future<Output = T>) -> T {
        let (orders, catalogue) = (house.db.db(), house.catalogue_db.db());
        let before = (orders.traffic(), catalogue.traffic());
        let done = work.await;
        self.0.push((call, orders.traffic().since(before.0), catalogue.traffic().since(before.1)));
        done
    }

    fn markdown(&self) -> String {
        let mut text = "| call | orders: round trips | statements | parsed anew | catalogue: round trips | statements | parsed anew |\n\
                        |---|---|---|---|---|---|---|\n"
            .to_owned();
        for (call, orders, catalogue) in &self.0 {
            write!(text, "| {call} |").unwrap();
            for Traffic { round_trips, statements, prepared } in [orders, catalogue] {
                write!(text, " {round_trips} | {statements} | {prepared} |").unwrap();
            }
            text.push('\n');
        }
        text
    }
}

/// The whole life of an order, and the lists that show it.
async fn life(house: &House, shop: &Shop) -> Table {
    let mut table = Table::default();
    let all: Vec<(usize, i64)> = (1..=LINES).map(|number| (number, 3)).collect();
    let with = |quantity| {
        let mut lines = all.clone();
        lines[2].1 = quantity;
        lines
    };
    let order = table.count(house, "PlaceOrder", house.place(shop, &all)).await;
    let (id, customer_id) = (order.order_id.as_str(), order.customer.unwrap().customer_id);
    table.count(house, "GetOrder", house.get(shop, id)).await;
    let list =
        pb::ListCustomerOrdersRequest { seller_id: shop.seller(), customer_id, page_size: 10, ..Default::default() };
    table.count(house, "ListCustomerOrders", house.seller(shop.seller_id).list_customer_orders(list)).await.unwrap();
    let list = pb::ListCustomersRequest { seller_id: shop.seller(), page_size: 10, ..Default::default() };
    table.count(house, "ListCustomers", house.seller(shop.seller_id).list_customers(list.clone())).await.unwrap();
    let search = pb::ListCustomersRequest { search: "first".to_owned(), ..list };
    table.count(house, "ListCustomers, a search", house.seller(shop.seller_id).list_customers(search)).await.unwrap();

    table.count(house, "UpdateOrderLines, less", house.set_lines(shop, id, &with(2))).await.unwrap();
    table.count(house, "UpdateOrderLines, more", house.set_lines(shop, id, &with(4))).await.unwrap();
    table.count(house, "UpdateOrderLines, the same", house.set_lines(shop, id, &with(4))).await.unwrap();
    let lines = all.iter().map(|(number, _)| shop.change(*number, 1)).collect();
    let request = house.lines_request(shop, id, lines);
    let mut client = house.seller(shop.seller_id);
    client.update_order_lines(request.clone()).await.unwrap();
    table.count(house, "UpdateOrderLines, repeated", client.update_order_lines(request)).await.unwrap();
    let one_each: Vec<(usize, i64)> = (2..=LINES).map(|number| (number, 1)).collect();
    table.count(house, "UpdateOrderLines, one line gone", house.set_lines(shop, id, &one_each)).await.unwrap();
    house.set_lines(shop, id, &all).await.unwrap();
    let note = pb::UpdateOrderNoteRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        order_id: id.to_owned(),
        seller_note: "a note".to_owned(),
        ..Default::default()
    };
    table.count(house, "UpdateOrderNote", client.update_order_note(note)).await.unwrap();

    table.count(house, "SaveOrder", house.save(shop, id)).await.unwrap();
    let (less, more) = (with(2), with(4));
    let changed = house.set_lines(shop, id, &less);
    table.count(house, "UpdateOrderLines, less of a saved order", changed).await.unwrap();
    let changed = house.set_lines(shop, id, &more);
    table.count(house, "UpdateOrderLines, more of a saved order", changed).await.unwrap();
    table.count(house, "SaveOrder, again", house.save(shop, id)).await.unwrap();
    table.count(house, "ReopenOrder", house.reopen(shop, id)).await.unwrap();
    table.count(house, "DiscardOrderChanges", house.discard(shop, id)).await.unwrap();
    table.count(house, "GetOrderHistory", house.history(shop, id)).await;
    table.count(house, "CancelOrder", house.cancel(shop, id)).await.unwrap();
    table.count(house, "DeleteOrder", house.delete(shop, id)).await.unwrap();
    let order = house.place(shop, &all).await;
    table.count(house, "CancelOrder, never saved", house.cancel(shop, &order.order_id)).await.unwrap();
    house.assert_sound(shop).await;
    table
}

#[tokio::test]
async fn the_document_tells_what_each_call_costs() {
    let house = House::build().await;
    let shop = house.shop(&[1_000; LINES]).await;
    // The first time prepares the statements.
    life(&house, &shop).await;
    let counted = life(&house, &shop).await.markdown();
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../docs/ROUND_TRIPS.md"].iter().collect();
    let document = fs::read_to_string(path).unwrap();
    let told = document.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).map(|(table, _)| table.trim());
    assert!(told == Some(counted.trim()), "docs/ROUND_TRIPS.md tells something else. Counted:\n{counted}");
}
