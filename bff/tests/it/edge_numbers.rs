//! Every number that a call takes may be written in Latin, Persian or Arabic-Indic digits.

use reqwest::Method;
use serde_json::{Value, json};

use crate::order::Desk;

/// The number in the digits that begin at `zero`.
fn digits(number: i64, zero: char) -> String {
    let turned = |digit: char| digit.to_digit(10).and_then(|digit| char::from_u32(u32::from(zero) + digit));
    number.to_string().chars().map(|digit| turned(digit).unwrap_or(digit)).collect()
}

/// Parameters of queries and paths that are numbers: the path, where `{}` is the number, and the number.
const READS: &[(&str, i64)] = &[
    ("/user/customer-list-app2?page={}", 1),
    ("/user/customer-list-app2?limit={}", 12),
    ("/user/customer-list-app2?status={}", 1),
    ("/user/customer-list-app2?filterDate={}", 3),
    ("/market/fetch-order-list-app2/CUSTOMER?page={}&limit=3", 1),
    ("/market/fetch-order-list-app2/CUSTOMER?page=1&limit={}", 10),
    ("/market/fetch-order-list-app2/CUSTOMER?filterDate={}", 2),
    ("/market/orders-app2?page={}&limit=3", 1),
    ("/market/orders-app2?limit={}", 20),
    ("/market/orders-app2?status={}&filterDate=1", 0),
    ("/market/orders-app2?filterDate={}", 3),
    ("/market/products-bind-app2?page={}", 1),
    ("/market/products-bind-app2?limit={}", 20),
    ("/report/dashboard-basket-product-type-nums-app2/{}", 4),
    ("/report/dashboard-regions-nums-app2/{}", 3),
    ("/report/dashboard-customers-nums-app2/{}", 2),
    ("/report/sales-series-app2/{}", 3),
    ("/seller/masir-list-app2/{}", 2),
    ("/market/holidays-app2/{}", 1405),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn numbers_of_paths_and_queries_come_in_any_digits() {
    let desk = Desk::with_worked_order().await;
    let customer = desk.house.first.customer_id("C001").to_string();
    for (template, number) in READS {
        let ask = async |zero: char| {
            let written = digits(*number, zero).bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>();
            desk.seller.read(&template.replace("{}", &written.concat()).replace("CUSTOMER", &customer)).await
        };
        let latin = ask('0').await;
        assert_eq!(ask('۰').await, latin, "{template}");
        assert_eq!(ask('٠').await, latin, "{template}");
    }
}

/// Turns every number of a body into a text.
fn written(value: &Value, zero: char) -> Value {
    match value {
        Value::Number(number) => number.as_i64().map_or_else(|| value.clone(), |number| digits(number, zero).into()),
        Value::Array(items) => items.iter().map(|item| written(item, zero)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), written(field, zero))).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn numbers_of_bodies_come_in_any_digits() {
    let desk = Desk::with_worked_order().await;
    let (order, house) = (&desk.order.order_id, &desk.house);
    let line = json!({"typeId": house.first.type_id("P011-2"), "quantity": 3, "initialPrice": 1_260_000});
    let lines = json!([{ "options": [line] }]);
    let limits = ["حداقل مبلغ ارسال سفارش", "حداقل خرید بسته", "هزینه ارسال", "مالیات و ارزش افزوده"];
    let limit = |(title, value): (&str, i64)| json!({"_id": title, "_Meghdar": value});
    let limits: Value = limits.into_iter().zip([500_000, 3, 350_000, 9]).map(limit).collect();
    let tiers = json!({"items": [{"_id": "", "_Onvan": " ", "_Az": 1, "_Ta": 9, "_DarsadTakhfif": 5}]});
    // A version that is not the present one is understood when it is refused as stale.
    let stale = json!({"version": 70});
    let bodies = [
        (format!("order-update-app2/{order}"), json!({"products": lines, "countKol": 3, "totalOrder": 12}), 200),
        (format!("order-update-app2/{order}"), json!({"products": lines, "version": 70}), 409),
        (format!("order-update-app2-toz/{order}"), json!({"sellerToz": "x", "version": 70}), 409),
        (
            format!("order-update-cp/{order}"),
            json!({"products": lines, "shippingCost": 120_000, "PaperBill": 5_000, "totalPurchase": 1}),
            200,
        ),
        (format!("order-update-cp/{order}"), json!({"products": lines, "version": 70}), 409),
        (format!("order-save-app2/{order}"), stale.clone(), 409),
        (format!("order-save-cp/{order}"), stale.clone(), 409),
        // An open order is left as it is, whatever version is meant.
        (format!("order-reopen-app2/{order}"), stale.clone(), 200),
        (format!("order-discard-app2/{order}"), stale.clone(), 409),
        (format!("order-cancel-app2/{order}"), stale.clone(), 409),
        (format!("order-cancel-cp/{order}"), stale, 409),
    ];
    let settings = [
        ("edit-HaddagalKharidErsalSefaresh-app2", json!({ "items": limits }), 200),
        ("edit-TakhfifatAzTaHajmiSettings-app2", tiers.clone(), 200),
        ("edit-TakhfifatAzTaMablaghSettings-app2", tiers.clone(), 200),
        ("edit-TakhfifatAzTaVahediSettings-app2", tiers, 200),
    ];
    let bodies = bodies.map(|(call, body, status)| (format!("/market/{call}"), body, status)).into_iter();
    let settings = settings.map(|(call, body, status)| (format!("/seller/{call}"), body, status));
    for (path, body, status) in bodies.chain(settings) {
        for zero in ['0', '۰', '٠'] {
            let answer = desk.seller.call(Method::POST, &path).json(&written(&body, zero)).send().await;
            assert_eq!(answer.status, status, "{path} {body} with {zero}: {}", answer.text());
        }
    }
    let sheet = desk.seller.read(&desk.path("fetch-order-joz-faktor-app2")).await;
    assert_eq!((&sheet["order"]["hazinehErsal"], &sheet["order"]["PaperBill"]), (&json!(120_000), &json!(5_000)));
    assert_eq!(sheet["joz"]["products"][0]["options"][0]["quantity"], 3);
}
