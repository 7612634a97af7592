//! What each call costs its databases, counted at the sockets. `docs/ROUND_TRIPS.md` tells it, and this keeps it true.

use pishkhan_proto::orders::v1 as pb;
use pishkhan_testkit::{RoundTrips, Stores, assert_plans};

use crate::house::{House, Shop};

/// Lines of the order that is changed.
const LINES: usize = 6;

/// The lists of all customers' orders.
async fn all_orders(house: &House, shop: &Shop, table: &mut RoundTrips) {
    let mut client = house.seller(shop.seller_id);
    let all = pb::ListOrdersRequest { seller_id: shop.seller(), ..Default::default() };
    table.count("ListOrders", client.list_orders(all.clone())).await.unwrap();
    let of_one = |status: pb::OrderStatus| pb::ListOrdersRequest { status: status.into(), ..all.clone() };
    table.count("ListOrders, open ones", client.list_orders(of_one(pb::OrderStatus::Open))).await.unwrap();
    let with_type = pb::ListOrdersRequest { type_ids: vec![shop.type_id(1)], ..all.clone() };
    table.count("ListOrders, with a type", client.list_orders(with_type)).await.unwrap();
    let area = pb::ListOrdersRequest { activity_area: "north".to_owned(), ..all };
    table.count("ListOrders, of an area", client.list_orders(area)).await.unwrap();
    let areas = pb::ListActivityAreasRequest { seller_id: shop.seller() };
    let areas = table.count("ListActivityAreas", client.list_activity_areas(areas)).await.unwrap().into_inner();
    assert_eq!(areas.activity_areas, ["north"]);
}

/// The whole life of an order, and the lists that show it.
async fn life(house: &House, shop: &Shop) -> RoundTrips {
    let mut table = RoundTrips::at([("orders", house.db.db()), ("catalogue", house.catalogue_db.db())]);
    let all: Vec<(usize, i64)> = (1..=LINES).map(|number| (number, 3)).collect();
    let with = |quantity| {
        let mut lines = all.clone();
        lines[2].1 = quantity;
        lines
    };
    let list = pb::ListCustomersRequest { seller_id: shop.seller(), page_size: 10, ..Default::default() };
    let search = pb::ListCustomersRequest { search: "first".to_owned(), ..list.clone() };
    house.seller(shop.seller_id).list_customers(search.clone()).await.unwrap();
    let order = table.count("PlaceOrder, by the customer's code", house.place(shop, &all)).await;
    let customer_id = order.customer.unwrap().customer_id;
    let by_code = house.place_request(shop, &all);
    let by_id = pb::PlaceOrderRequest { customer_id: customer_id.clone(), customer_code: String::new(), ..by_code };
    let placed = table.count("PlaceOrder", house.tool().place_order(by_id.clone())).await.unwrap().into_inner();
    house.tool().place_order(by_id.clone()).await.unwrap();
    let again = table.count("PlaceOrder, repeated", house.tool().place_order(by_id)).await.unwrap().into_inner();
    assert_eq!(again, placed);
    house.delete(shop, &placed.order.unwrap().order_id).await.unwrap();
    let id = order.order_id.as_str();
    table.count("GetOrder", house.get(shop, id)).await;
    let orders = pb::ListCustomerOrdersRequest {
        seller_id: shop.seller(),
        customer_id: customer_id.clone(),
        page_size: 10,
        ..Default::default()
    };
    table.count("ListCustomerOrders", house.seller(shop.seller_id).list_customer_orders(orders)).await.unwrap();
    all_orders(house, shop, &mut table).await;
    table.count("ListCustomers", house.seller(shop.seller_id).list_customers(list.clone())).await.unwrap();
    let silent = pb::ListCustomersRequest { sort: pb::CustomerSort::Silent.into(), ..list };
    table.count("ListCustomers, the silent first", house.seller(shop.seller_id).list_customers(silent)).await.unwrap();
    let mut client = house.seller(shop.seller_id);
    table.count("ListCustomers, a search after an order", client.list_customers(search.clone())).await.unwrap();
    table.count("ListCustomers, a search", client.list_customers(search)).await.unwrap();

    table.count("UpdateOrderLines, less", house.set_lines(shop, id, &with(2))).await.unwrap();
    table.count("UpdateOrderLines, more", house.set_lines(shop, id, &with(4))).await.unwrap();
    table.count("UpdateOrderLines, the same", house.set_lines(shop, id, &with(4))).await.unwrap();
    let lines = all.iter().map(|(number, _)| shop.change(*number, 1)).collect();
    let request = house.lines_request(shop, id, lines);
    let mut client = house.seller(shop.seller_id);
    client.update_order_lines(request.clone()).await.unwrap();
    table.count("UpdateOrderLines, repeated", client.update_order_lines(request)).await.unwrap();
    let one_each: Vec<(usize, i64)> = (2..=LINES).map(|number| (number, 1)).collect();
    table.count("UpdateOrderLines, one line gone", house.set_lines(shop, id, &one_each)).await.unwrap();
    house.set_lines(shop, id, &all).await.unwrap();
    let note = pb::UpdateOrderNoteRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        order_id: id.to_owned(),
        seller_note: "a note".to_owned(),
        ..Default::default()
    };
    table.count("UpdateOrderNote", client.update_order_note(note)).await.unwrap();

    table.count("SaveOrder", house.save(shop, id)).await.unwrap();
    let guide = pb::GetOrderGuideRequest { seller_id: shop.seller(), customer_id };
    let guide = table.count("GetOrderGuide", client.get_order_guide(guide)).await.unwrap().into_inner();
    assert_eq!(guide.types.len(), LINES);
    let pb::PlaceOrderRequest { seller_id, customer_code, lines, .. } = house.place_request(shop, &all);
    let quote = pb::QuoteOrderRequest { seller_id, customer_code, lines, ..Default::default() };
    table.count("QuoteOrder", client.quote_order(quote)).await.unwrap();
    let (less, more) = (with(2), with(4));
    let changed = house.set_lines(shop, id, &less);
    table.count("UpdateOrderLines, less of a saved order", changed).await.unwrap();
    let changed = house.set_lines(shop, id, &more);
    table.count("UpdateOrderLines, more of a saved order", changed).await.unwrap();
    table.count("SaveOrder, again", house.save(shop, id)).await.unwrap();
    table.count("ReopenOrder", house.reopen(shop, id)).await.unwrap();
    table.count("DiscardOrderChanges", house.discard(shop, id)).await.unwrap();
    table.count("GetOrderHistory", house.history(shop, id)).await;
    table.count("ListActivity", house.activity(shop, &[])).await;
    table.count("CancelOrder", house.cancel(shop, id)).await.unwrap();
    table.count("DeleteOrder", house.delete(shop, id)).await.unwrap();
    let order = house.place(shop, &all).await;
    table.count("CancelOrder, never saved", house.cancel(shop, &order.order_id)).await.unwrap();
    house.assert_sound(shop).await;
    table
}

#[tokio::test]
async fn the_document_tells_what_each_call_costs() {
    let house = House::build().await;
    let shop = house.shop(&[1_000; LINES]).await;
    // The first time prepares the statements.
    life(&house, &shop).await;
    life(&house, &shop).await.assert_documented("orders");

    let sellers = "SELECT md5('store ' || n)::uuid FROM generate_series(1, 4) AS n";
    let stores = Stores { sellers, products: 40, customers: 1_500, orders: 2_000, lines: 3, open_every: 19 };
    house.db.db_execute(&stores.orders()).await;
    // The counters of so many sellers that it pays to look for one.
    let others = "SELECT md5('another ' || n)::uuid AS seller_id FROM generate_series(1, 3000) AS n";
    let counters = [
        format!(
            "INSERT INTO customer_counter (seller_id, all_count, with_open_count) SELECT seller_id, 1, 0 FROM ({others}) AS o"
        ),
        format!(
            "INSERT INTO order_code_counter SELECT seller_id, 1405, m, 1 FROM ({others}) AS o, generate_series(1, 12) AS m"
        ),
        "ANALYZE customer_counter, order_code_counter".to_owned(),
    ];
    for counter in counters {
        house.db.db_execute(&counter).await;
    }
    assert_plans("calls", &house.db, &house.db.db(), &[]).await;
}
