//! Figures pasted from a spreadsheet, over HTTP.

use serde_json::{Value, json};

use crate::{catalogue::LIST, house::House, http::FORBIDDEN};

const PASTE: &str = "/market/products-paste-preview-app2";
const COMMIT: &str = "/market/products-import-commit-app2";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_column_is_looked_at_and_saved_and_nothing_beside_it() {
    let house = House::build().await;
    let seller = house.seller().await;
    let rows = json!([
        {"productCode": "P011", "typeCode": "P011-1", "priceSelOne": "۵۴٬۵۰۰"},
        {"productCode": "P011", "typeCode": "P011-2", "priceSelOne": "1000"},
        {"productCode": "P999", "typeCode": "P999-1", "priceSelOne": "1000"},
    ]);
    let answer = seller.write(PASTE, &json!({ "rows": rows })).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let preview = answer.json();
    assert_eq!((&preview["updated"], &preview["failed"]), (&json!(1), &json!(2)));
    assert_eq!(
        preview["rows"][0]["changes"],
        json!([{"field": "sell_price", "label": "قیمت فروش", "from": "53000", "to": "54500", "jump": false}])
    );
    let before = seller.read(LIST).await;
    let path = format!("{COMMIT}/{}", preview["importId"].as_str().unwrap());
    assert_eq!(seller.post(&path).send().await.json()["updated"], 1);
    let after = seller.read(LIST).await;
    let mut expected = before;
    let of = house.first.type_id("P011-1");
    for found in types(&mut expected).filter(|found| found["_id"] == of) {
        (found["priceSelOne"], found["version"]) = (json!(54_500), json!(2));
    }
    assert_eq!(after, expected);
}

fn types(page: &mut Value) -> impl Iterator<Item = &mut Value> {
    let products = page["product"].as_array_mut().unwrap().iter_mut();
    products.flat_map(|product| product["productTypes"].as_array_mut().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_pasted_is_refused() {
    let house = House::build().await;
    let seller = house.seller().await;
    let row = json!({"productCode": "P011", "typeCode": "P011-1", "mojoody": 3});
    for (body, field) in [
        (json!({"rows": []}), "rows"),
        (json!({"rows": vec![row.clone(); 501]}), "rows"),
        (json!({"rows": [{"typeCode": "P011-1"}]}), "rows[0].productCode"),
        (json!({"rows": [{"productCode": "P011", "typeCode": "P011-1", "mojoody": true}]}), "rows[0].mojoody"),
    ] {
        let answer = seller.write(PASTE, &body).await;
        assert_eq!(answer.status, 400, "{field}: {}", answer.text());
    }
    let (_, child) = house.child().await;
    child.write(PASTE, &json!({ "rows": [row] })).await.assert_message(403, FORBIDDEN);
}
