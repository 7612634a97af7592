//! What the matrix of callers and calls does not ask.

use serde_json::json;

use crate::house::House;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_sellers_type_can_not_be_put_into_an_order() {
    let house = House::build().await;
    let seller = house.seller().await;
    let order = house.worked_order().await;
    let place = format!("/market/order-update-app2/{}", order.order_id);
    let fetch = format!("/market/fetch-order-joz-app2/{}", order.order_id);
    let before = seller.read(&fetch).await;
    let with = |type_id: &str| json!({"products": [{"options": [{"typeId": type_id, "quantity": 1}]}]});
    let absent = seller.write(&place, &with("019a9e3a-0000-7000-8000-00000000dead")).await;
    let foreign = seller.write(&place, &with(house.second.type_id("P011-2"))).await;
    assert_eq!((absent.status, absent.text()), (foreign.status, foreign.text()));
    assert!((400..500).contains(&absent.status), "{}", absent.text());
    assert_eq!(seller.write(&place, &with("nonsense")).await.status / 100, 4);
    assert_eq!(seller.read(&fetch).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_is_none_is_named_before_the_order_is_looked_for() {
    let house = House::build().await;
    let operator = house.operator().await;
    for call in ["order-update-cp", "order-save-cp", "order-cancel-cp"] {
        let bring = operator.post(&format!("/market/{call}/nonsense")).header("idempotency-key", "a b");
        bring.body("text/plain", "{").send().await.assert_message(400, "کلید تکرار درخواست نامعتبر است.");
    }
}
