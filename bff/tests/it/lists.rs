//! Customers and their orders.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::{
    house::House,
    http::{Pairs, Visitor},
};

const CUSTOMERS: &str = "/user/customer-list-app2";
const INVALID: &str = "مقدار این فیلد نامعتبر است.";
const RANGE_REQUIRED: &str = "لطفا هر دو تاریخ شروع و پایان را انتخاب کنید";

async fn titles(seller: &Visitor, query: Pairs<'_>) -> Vec<String> {
    let answer = seller.get(CUSTOMERS).query(query).send().await;
    assert_eq!(answer.status, 200, "{query:?}: {}", answer.text());
    let reply = answer.json();
    reply["users"].as_array().unwrap().iter().map(|user| user["f2"].as_str().unwrap().to_owned()).collect()
}

/// Wrong values of the parameters that both lists have.
pub async fn assert_periods_are_checked(seller: &Visitor, path: &str) {
    let cases: [(Pairs<'_>, Value); 9] = [
        (&[("filterDate", "4")], json!({ "filterDate": INVALID })),
        (&[("filterDate", "x")], json!({ "filterDate": INVALID })),
        (&[("filterDate", "-1")], json!({ "filterDate": INVALID })),
        (&[("filterDate", "5")], json!({ "message": RANGE_REQUIRED })),
        (&[("filterDate", "5"), ("fromDate", "1405/08/01")], json!({ "message": RANGE_REQUIRED })),
        (
            &[("filterDate", "5"), ("fromDate", "1405/08/01"), ("toDate", "1405/13/01")],
            json!({"toDate": "تاریخ نامعتبر است."}),
        ),
        (
            &[("filterDate", "5"), ("fromDate", "2026-11-21"), ("toDate", "1405/08/30")],
            json!({"fromDate": "تاریخ نامعتبر است."}),
        ),
        (&[("page", "0")], json!({ "page": INVALID })),
        (&[("limit", "101")], json!({ "limit": INVALID })),
    ];
    for (query, expected) in cases {
        seller.get(path).query(query).send().await.assert_error(400, &expected);
    }
    let reversed = [("filterDate", "5"), ("fromDate", "1405/08/30"), ("toDate", "1405/08/01")];
    assert_eq!(seller.get(path).query(&reversed).send().await.status, 400);
    let english = seller.get(path).query(&[("filterDate", "5")]).header("accept-language", "en").send().await;
    english.assert_message(400, "Please choose both the first and the last date");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn customers_by_page_period_search_and_status() {
    let house = House::build().await;
    // Last month, this month, this week (today).
    house.pass(-TimeDelta::days(40));
    house.place(&house.first, "C003", &[("P011-2", 1)]).await;
    house.pass(TimeDelta::days(32));
    let last_week = house.place(&house.first, "C002", &[("P011-2", 1)]).await;
    house.pass(TimeDelta::days(8));
    house.worked_order().await;
    let seller = house.seller().await;
    let saved = seller.post(&format!("/market/order-save-app2/{}", last_week.order_id)).send().await;
    assert_eq!(saved.status, 200);

    let first = seller.read(CUSTOMERS).await;
    assert_eq!(first["totalPages"], 2);
    assert_eq!(first["totals"], json!({"all": 13, "unprocessed": 2, "processed": 11}));
    assert_eq!(first["users"].as_array().unwrap().len(), 10);
    let expected = json!({
        "_id": house.first.customer_id("C001"), "f2": "حسن رضایی", "f3": "09000000001", "f4": {"name": "سوپرمارکت"},
        "f7": "2026-11-21T12:00:00Z", "f8": "سوپرمارکت برادران رضایی", "f11": {"name": "تهران منطقه ۸"},
        "f12": "نارمک، میدان هلال‌احمر، خیابان سمنگان، پلاک ۱۱۲", "f16": 0,
    });
    assert_eq!(first["users"][0], expected);
    let (hassan, mehdi, ali) = ("حسن رضایی", "مهدی کریمی", "علی‌اکبر اکبری");
    assert_eq!(titles(&seller, &[("limit", "3")]).await, [hassan, mehdi, ali], "newest activity first");
    assert_eq!(
        (&first["users"][1]["f16"], &first["users"][2]["f16"], &first["users"][3]["f7"]),
        (&json!(1), &json!(0), &Value::Null)
    );
    let second = seller.get(CUSTOMERS).query(&[("page", "۲"), ("limit", "١٠")]).send().await.json();
    assert_eq!(second["users"].as_array().unwrap().len(), 3);
    assert_eq!(titles(&seller, &[("page", "9")]).await, [""; 0]);
    let mut all = titles(&seller, &[("limit", "100")]).await;
    assert_eq!(all.len(), 13);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 13);

    let silent = titles(&seller, &[("sort", "silent"), ("limit", "100")]).await;
    assert_eq!(silent[10..], [ali, mehdi, hassan], "longest without an order first, before them who never ordered");
    let page_of_silent = [("sort", "silent"), ("page", "6"), ("limit", "2")];
    assert_eq!(titles(&seller, &page_of_silent).await, [ali, mehdi].map(str::to_owned));

    let periods: [(Pairs<'_>, &[&str]); 9] = [
        (&[("filterDate", "۱")], &[hassan]),
        (&[("filterDate", "2")], &[hassan]),
        (&[("filterDate", "٣")], &[hassan, mehdi]),
        (&[("filterDate", "5"), ("fromDate", "1405/07/01"), ("toDate", "1405/08/22")], &[mehdi, ali]),
        (&[("filterDate", "5"), ("fromDate", "۱۴۰۵/۰۸/۳۰"), ("toDate", "١٤٠٥/٠٨/٣٠")], &[hassan]),
        (&[("filterDate", "5"), ("fromDate", "1405/09/01"), ("toDate", "1405/09/30")], &[]),
        (&[("status", "0")], &[hassan, ali]),
        (&[("status", "0"), ("sort", "silent")], &[ali, hassan]),
        (&[("status", "۱"), ("filterDate", "3")], &[mehdi]),
    ];
    for (query, expected) in periods {
        assert_eq!(titles(&seller, query).await, expected, "{query:?}");
    }
    for search in ["علی اکبر", "علي‌اكبر", "اکبری"] {
        assert_eq!(titles(&seller, &[("search", search)]).await, [ali], "{search}");
    }
    for search in ["%", "_", "\\", "' OR 1=1 --", "nobody"] {
        assert_eq!(titles(&seller, &[("search", search)]).await, [""; 0], "{search}");
    }
    assert_periods_are_checked(&seller, CUSTOMERS).await;
    for (name, value) in [
        ("status", "2"),
        ("status", "x"),
        ("sort", "newest"),
        ("page", "x"),
        ("page", "99999999999999999999"),
        ("limit", "0"),
    ] {
        seller.get(CUSTOMERS).query(&[(name, value)]).send().await.assert_error(400, &json!({ name: INVALID }));
    }
    // The other seller's list is their own.
    let theirs = house.other_seller().await.read(CUSTOMERS).await;
    assert_eq!(theirs["totals"], json!({"all": 13, "unprocessed": 0, "processed": 13}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_orders_of_a_customer() {
    let house = House::build().await;
    house.pass(-TimeDelta::days(40));
    let oldest = house.place(&house.first, "C001", &[("P011-2", 1)]).await;
    house.pass(TimeDelta::days(32));
    let older = house.place(&house.first, "C001", &[("P011-2", 2)]).await;
    house.pass(TimeDelta::days(8));
    let newest = house.worked_order().await;
    let seller = house.seller().await;
    for (call, order) in [("save", &older), ("cancel", &oldest)] {
        let answer = seller.post(&format!("/market/order-{call}-app2/{}", order.order_id)).send().await;
        assert_eq!(answer.status, 200);
    }
    let path = format!("/market/fetch-order-list-app2/{}", house.first.customer_id("C001"));
    let reply = seller.read(&path).await;
    let row = reply["OrdersList"][0].clone();
    let expected = json!({
        "id": newest.order_id, "customerId": house.first.customer_id("C001"), "Code": newest.code, "customerName": "حسن رضایی", "customerCellPhone": "09000000001",
        "sellerTitle": "پخش آفتاب مهرگان", "createdAt": "2026-11-21T12:00:00Z",
        "orderDateTimeServe": row["orderDateTimeServe"], "status": 0, "statusText": "سفارش باز",
        "customerOnvanFrooshgah": "سوپرمارکت برادران رضایی", "customerTelephone": "02133000001",
        "mablagheKol": 11_245_640, "customerOnvanSenf": "سوپرمارکت", "customerTeritory": "تهران منطقه ۸",
        "customerAddress": "نارمک، میدان هلال‌احمر، خیابان سمنگان، پلاک ۱۱۲",
    });
    assert_eq!(row, expected);
    assert!(newest.code.starts_with("1405-08-"), "{}", newest.code);
    let served = row["orderDateTimeServe"].as_str().unwrap();
    assert!(served.starts_with("1405/09/"), "{served}");
    assert!(reply.get("totalPages").is_none(), "no page was asked for");
    let shape = |reply: &Value| -> Vec<(String, i64, String)> {
        let rows = reply["OrdersList"].as_array().unwrap().iter();
        rows.map(|row| {
            let text = |name: &str| row[name].as_str().unwrap().to_owned();
            (text("id"), row["status"].as_i64().unwrap(), text("statusText"))
        })
        .collect()
    };
    let of = |order: &pishkhan_proto::orders::v1::OrderSummary, status: i64, text: &str| {
        (order.order_id.clone(), status, text.to_owned())
    };
    let all = [of(&newest, 0, "سفارش باز"), of(&older, 1, "ثبت شده"), of(&oldest, 2, "لغو شده")];
    assert_eq!(shape(&reply), all);
    let english = seller.get(&path).header("accept-language", "en").send().await.json();
    assert_eq!(shape(&english)[2].2, "Cancelled");
    let periods: [(Pairs<'_>, &[usize]); 5] = [
        (&[("filterDate", "1")], &[0]),
        (&[("filterDate", "2")], &[0]),
        (&[("filterDate", "3")], &[0, 1]),
        (&[("filterDate", "5"), ("fromDate", "1405/07/20"), ("toDate", "۱۴۰۵/۰۸/۲۲")], &[1, 2]),
        (&[("page", "2"), ("limit", "2")], &[2]),
    ];
    for (query, expected) in periods {
        let found = seller.get(&path).query(query).send().await.json();
        let expected: Vec<_> = expected.iter().map(|index| all[*index].clone()).collect();
        assert_eq!(shape(&found), expected, "{query:?}");
        assert_eq!(found.get("totalPages").is_some(), query[0].0 == "page");
    }
    assert_eq!(seller.read(&format!("{path}?page=1&limit=2")).await["totalPages"], 2);
    let nothing = seller.read(&format!("/market/fetch-order-list-app2/{}", house.first.customer_id("C004"))).await;
    assert_eq!(nothing, json!({"OrdersList": []}));
    assert_periods_are_checked(&seller, &path).await;
}
