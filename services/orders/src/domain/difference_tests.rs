use serde_json::json;

use super::*;
use crate::domain::{line::tests::line, order::tests::order};

#[test]
fn only_what_differs_is_told() {
    let before = order(vec![line(1, 2, 100, 150), line(2, 5, 10, 20), line(3, 1, 7, 9)]);
    let mut after = order(vec![line(1, 3, 100, 150), line(2, 5, 10, 20), line(4, 1, 50, 60)]);
    assert_eq!(Difference::between(Some(&before), &before), Ok(Difference::default()));
    after.seller_note = "by the back door".to_owned();
    let told = serde_json::to_value(Difference::between(Some(&before), &after).unwrap()).unwrap();
    let id = |id: u128| Uuid::from_u128(id).to_string();
    let line = |id: String, number: u8, quantity: serde_json::Value, price: serde_json::Value| {
        json!({
            "type_id": id,
            "product_title": format!("product {number}"),
            "type_name": format!("type {number}"),
            "quantity": quantity,
            "unit_price_toman": price,
        })
    };
    assert_eq!(
        told,
        json!({
            // 200 + 50 + 7, 9 % and 50,000; then 300 + 50 + 50
            "grand_toman": { "from": 50_280, "to": 50_436 },
            "seller_note": { "from": null, "to": "by the back door" },
            "lines": [
                line(id(1), 1, json!({ "from": 2, "to": 3 }), json!({ "from": 100, "to": 100 })),
                line(id(3), 3, json!({ "from": 1, "to": null }), json!({ "from": 7, "to": null })),
                line(id(4), 4, json!({ "from": null, "to": 1 }), json!({ "from": null, "to": 50 })),
            ],
        })
    );
    let read: Difference = serde_json::from_value(told).unwrap();
    assert_eq!(Ok(read), Difference::between(Some(&before), &after));
}

#[test]
fn a_new_order_comes_from_nothing() {
    let order = order(vec![line(1, 2, 100, 150)]);
    let told = Difference::between(None, &order).unwrap();
    assert_eq!(told.status, Some(Change { from: None, to: Some("open".to_owned()) }));
    assert_eq!(told.grand_toman, Some(Change { from: None, to: Some(50_218) }));
    assert_eq!((told.lines.len(), told.lines[0].quantity.from), (1, None));
    assert_eq!((told.revision, told.seller_note), (None, None));
}
