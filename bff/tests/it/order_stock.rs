//! What there is of an order's goods, told with the order.

use serde_json::{Value, json};

use crate::{
    order::Desk,
    strangers::{calls, count_calls},
};

/// What an order that was read could have, line by line.
pub fn could_have(order: &Value) -> Vec<Value> {
    let products = order["joz"]["products"].as_array().unwrap();
    let options = products.iter().flat_map(|product| product["options"].as_array().unwrap());
    options.map(|option| option.get("mojoody").unwrap().clone()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_line_tells_what_the_order_could_have_by_one_call() {
    let metrics = count_calls();
    let asked = || calls(&metrics, "catalogue.v1.CatalogueService/BatchGetStock");
    let desk = Desk::with_worked_order().await;
    let store = &desk.house.first;
    assert_eq!((could_have(&desk.fetch().await), asked()), (vec![json!(64), json!(52), json!(120)], 1));

    // What another order has reserved is gone.
    let other = desk.house.place(store, "C002", &[("P011-2", 4)]).await;
    let path = |call: &str| format!("/market/{call}/{}", other.order_id);
    assert_eq!(desk.seller.post(&path("order-save-app2")).send().await.status, 200);
    let all = vec![json!(60), json!(52), json!(120)];
    assert_eq!((could_have(&desk.fetch().await), asked()), (all.clone(), 2));

    // What it has reserved itself counts as free, registered and reopened.
    assert_eq!(desk.save().await.status, 200);
    assert_eq!(desk.stocks().await, [57, 50, 110]);
    assert_eq!((could_have(&desk.fetch().await), asked()), (all.clone(), 3));
    assert_eq!(could_have(&desk.seller.read(&path("fetch-order-joz-app2")).await), [json!(61)]);
    let less = desk.lines(&[("P011-2", 1), ("P016-2", 2), ("P032-2", 10)]);
    assert_eq!(desk.update(&less).await.status, 200);
    let reopened = desk.fetch().await;
    assert_eq!((&reopened["status"], &reopened["reopened"]), (&json!(0), &json!(true)));
    assert_eq!((could_have(&reopened), asked()), (all, 5));

    // Of a type that is switched off it keeps what it has reserved.
    let row = json!({"_id": store.type_id("P011-2"), "f3": 57, "f6": 105_000, "f7": 120_000, "f11": "", "f12": false});
    let (seller_id, product_id) = (store.seller_id.to_string(), store.product_id("P011-2"));
    let edit = json!({"_TypeRow": row, "_sellerId": seller_id, "_productId": product_id});
    let edited = desk.seller.write("/market/edit-productType-app2", &edit).await;
    assert_eq!(edited.status, 200, "{}", edited.text());
    assert_eq!(could_have(&desk.fetch().await), [json!(3), json!(52), json!(120)]);

    // Nothing is asked for an order without goods, and for one that is cancelled.
    let before = asked();
    let empty = desk.house.place(store, "C002", &[("P016-2", 1)]).await;
    let update = format!("/market/order-update-app2/{}", empty.order_id);
    assert_eq!(desk.seller.write(&update, &desk.lines(&[])).await.status, 200);
    let read = desk.seller.read(&format!("/market/fetch-order-joz-app2/{}", empty.order_id)).await;
    assert_eq!(could_have(&read), Vec::<Value>::new());
    assert_eq!(desk.cancel().await.status, 200);
    assert_eq!(could_have(&desk.fetch().await), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(asked(), before);
}
