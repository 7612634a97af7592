//! The order dialog: the whole order, its change in one step, its history; for its seller and for operators.

use serde_json::{Value, json};

use crate::{
    http::{Answer, FORBIDDEN, NOT_FOUND, Visitor},
    order::{CANCELLED, Desk, SAVED, STALE, UPDATED},
};

const CODE_INVALID: &str = "شماره سفارش باید مانند ۱۴۰۵-۰۸-۰۰۰۱۲۳ باشد.";

impl Desk {
    async fn sheet(&self, who: &Visitor) -> Value {
        who.read(&self.path("fetch-order-joz-faktor-app2")).await
    }

    async fn revise(&self, who: &Visitor, body: &Value) -> Answer {
        who.write(&self.path("order-update-cp"), body).await
    }

    /// The first line's price and what else is named; the other lines stay as they are.
    fn revision(&self, price: Option<i64>, more: &[(&str, Value)]) -> Value {
        let mut body = self.lines(&[("P011-2", 3), ("P016-2", 2), ("P032-2", 10)]);
        if let Some(price) = price {
            body["products"][0]["options"][0]["initialPrice"] = json!(price);
        }
        for (name, value) in more {
            body[*name] = value.clone();
        }
        body
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_worked_order_on_paper() {
    let desk = Desk::with_worked_order().await;
    let operator = desk.house.operator().await;
    let sheet = desk.sheet(&desk.seller).await;
    let fetched = desk.fetch().await;
    let customer = desk.house.first.customers.iter().find(|customer| customer.code == "C001").unwrap();
    let mut head = sheet["order"].clone();
    let code = head["customerQR"].take();
    let code = code.as_str().unwrap();
    assert!(code.starts_with("data:image/svg+xml;base64,") && code.len() < 16_000, "{} characters", code.len());
    assert_eq!(
        head,
        json!({
            "Code": desk.order.code, "status": 0, "customerName": customer.title, "customerCellPhone": customer.mobile,
            "customerOnvanSenf": customer.trade_type, "customerOnvanFrooshgah": customer.shop_name,
            "customerTelephone": customer.landline, "customerTeritory": customer.activity_area,
            "customerAddress": customer.address, "sellerTitle": "پخش آفتاب مهرگان", "customerQR": null,
            "customerToz": "زنگ بزنید", "sellerToz": "", "hazinehErsal": 350_000, "mablagheKol": 11_245_640,
            "tax": 899_640, "PaperBill": null, "version": 1, "reopened": false, "taxRate": 9, "revision": 0,
            "customerId": customer.customer_id,
        })
    );
    let mut products = fetched["joz"]["products"].clone();
    // A paper tells nothing of what there is.
    for product in products.as_array_mut().unwrap() {
        let taken = product["options"][0].as_object_mut().unwrap().remove("mojoody");
        assert!(taken.is_some_and(|stock| stock.is_i64()));
    }
    assert_eq!(sheet["joz"], json!({"products": products, "totalPurchase": 9_996_000, "discount": 0, "discounts": []}));
    let text = |name: &str| sheet[name].as_str().unwrap().to_owned();
    assert!(text("createdAtS").starts_with("1405/08/30 - "), "{}", text("createdAtS"));
    assert!(text("orderDateTimeServeS").starts_with("1405/"), "{}", text("orderDateTimeServeS"));
    for name in ["createdAtS", "orderDateTimeServeS"] {
        assert_eq!(fetched[name], sheet[name], "{name}");
    }
    // Whoever asks, it is the same paper.
    assert_eq!(desk.sheet(&operator).await, sheet);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_changes_a_whole_order_in_one_step() {
    let desk = Desk::with_worked_order().await;
    let operator = desk.house.operator().await;
    desk.assert_stands(&operator.post(&desk.path("order-save-cp")).send().await, SAVED, 1).await;
    let saved = desk.fetch().await;
    let version = saved["version"].as_i64().unwrap();
    let body = desk.revision(
        Some(1_000_000),
        &[
            ("shippingCost", json!(0)),
            ("PaperBill", json!(10_000_000)),
            ("sellerToz", json!(" طبق توافق ")),
            ("version", json!(version)),
            ("totalOrder", json!("nonsense")),
        ],
    );
    // 3 × 1,000,000 + 2,736,000 + 3,480,000; 9 % of it; no shipping.
    let totals = json!({
        "discount": 0, "discounts": [], "totalPurchase": 9_216_000, "totalPurchase2": 11_568_000, "tax": 829_440, "shippingCost": 0,
        "totalOrder": 10_045_440, "countKol": 15, "profit": 2_352_000, "percent": 20.332,
    });
    let answer = desk.revise(&operator, &body).await;
    answer.assert_error(200, &json!({"message": UPDATED, "version": version + 1, "status": 0, "totals": totals}));
    let sheet = desk.sheet(&desk.seller).await;
    let head = &sheet["order"];
    assert_eq!(
        [&head["status"], &head["reopened"], &head["PaperBill"], &head["sellerToz"], &head["mablagheKol"]],
        [&json!(0), &json!(true), &json!(10_000_000), &json!("طبق توافق"), &json!(10_045_440)]
    );
    let option = &sheet["joz"]["products"][0]["options"][0];
    assert_eq!((&option["initialPrice"], &option["price"]), (&json!(1_000_000), &json!(3_000_000)));
    assert_eq!(option["initialPrice2"], 1_440_000, "the shelf price is the catalogue's");
    // What is not named stays; so do the prices.
    let answer = desk.revise(&operator, &desk.revision(None, &[])).await;
    assert_eq!((answer.status, &answer.json()["totals"]), (200, &totals));
    let same = desk.sheet(&operator).await;
    assert_eq!((&same["order"]["PaperBill"], &same["order"]["sellerToz"]), (&json!(10_000_000), &json!("طبق توافق")));

    desk.assert_stands(&operator.post(&desk.path("order-cancel-cp")).send().await, CANCELLED, 2).await;
    desk.revise(&operator, &body).await.assert_message(409, "سفارش لغو شده قابل ویرایش نیست.");
    assert_eq!(desk.stocks().await, [64, 52, 120]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_operator_may_not_say_changes_nothing() {
    let desk = Desk::with_worked_order().await;
    let operator = desk.house.operator().await;
    let before = desk.sheet(&operator).await;
    let invalid = "مقدار این فیلد نامعتبر است.";
    let cases = [
        (json!({}), 400, json!({"message": "درخواست نادرست است."})),
        (desk.revision(Some(-1), &[]), 400, json!({ "initialPrice": invalid })),
        (desk.revision(None, &[("shippingCost", json!(-1))]), 400, json!({ "shippingCost": invalid })),
        (desk.revision(None, &[("PaperBill", json!(-1))]), 400, json!({ "PaperBill": invalid })),
        (desk.revision(None, &[("PaperBill", json!("5.5"))]), 400, json!({ "PaperBill": invalid })),
        // As much as is counted, and with the goods more than that.
        (
            desk.revision(None, &[("shippingCost", json!(1_000_000_000_000_000_i64))]),
            400,
            json!({ "shippingCost": invalid }),
        ),
        (
            desk.lines(&[("P011-2", 1), ("P011-2", 2)]),
            422,
            json!({"products": "هر نوع محصول فقط یک بار در سفارش می‌آید."}),
        ),
        (desk.revision(None, &[("shippingCost", json!(1.5))]), 400, json!({ "shippingCost": invalid })),
        (
            desk.revision(None, &[("sellerToz", json!("ش".repeat(301)))]),
            400,
            json!({"sellerToz": "متن باید حداکثر ۳۰۰ کاراکتر باشد."}),
        ),
        (desk.revision(Some(5), &[("version", json!(9))]), 409, json!({ "message": STALE })),
        (desk.lines(&[("P011-2", 0)]), 422, json!({"message": "تعداد باید عددی صحیح و حداقل ۱ باشد."})),
        (desk.lines(&[("P016-1", 1)]), 409, json!({"message": "موجودی محصول 0 میباشد."})),
    ];
    for (body, status, expected) in cases {
        for who in [&operator, &desk.seller] {
            desk.revise(who, &body).await.assert_error(status, &expected);
        }
        assert_eq!(desk.sheet(&operator).await, before, "{body}");
    }
    // Another seller's type is no type of this order's seller, whoever asks.
    let foreign = json!({"products": [{"options": [{"typeId": desk.house.second.type_id("P011-2"), "quantity": 1}]}]});
    assert_eq!(desk.revise(&operator, &foreign).await.status / 100, 4);
    let stranger = desk.house.other_seller().await;
    for call in ["order-update-cp", "order-save-cp", "order-cancel-cp"] {
        let answer = stranger.write(&desk.path(call), &desk.revision(Some(1), &[])).await;
        answer.assert_message(404, NOT_FOUND);
        let from_elsewhere = operator.post(&desk.path(call)).header("sec-fetch-site", "cross-site");
        from_elsewhere.json(&desk.revision(Some(1), &[])).send().await.assert_message(403, FORBIDDEN);
    }
    assert_eq!(desk.sheet(&operator).await, before);

    // One key, one change.
    let keyed = |price| {
        let call = operator.post(&desk.path("order-update-cp")).header("idempotency-key", "revise-1");
        call.json(&desk.revision(Some(price), &[]))
    };
    let first = keyed(7).send().await;
    assert_eq!((first.status, &first.json()["version"]), (200, &json!(2)));
    assert_eq!(desk.revise(&operator, &desk.revision(Some(8), &[])).await.json()["version"], 3);
    assert_eq!(keyed(7).send().await.json(), first.json());
    keyed(9).send().await.assert_message(422, "این کلید برای درخواست دیگری به کار رفته است.");
    assert_eq!(desk.sheet(&operator).await["joz"]["products"][0]["options"][0]["initialPrice"], 8);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_history_names_people_to_themselves() {
    let desk = Desk::with_worked_order().await;
    let operator = desk.house.operator().await;
    desk.assert_stands(&desk.save().await, SAVED, 1).await;
    assert_eq!(desk.revise(&operator, &desk.revision(Some(1_000_000), &[("PaperBill", json!(5))])).await.status, 200);
    desk.assert_stands(&operator.post(&desk.path("order-save-cp")).send().await, SAVED, 1).await;
    let path = desk.path("order-history-app2");
    let by_seller = desk.seller.read(&path).await;
    let people = |history: &Value, list: &str| -> Vec<String> {
        history[list].as_array().unwrap().iter().map(|entry| entry["by"].as_str().unwrap().to_owned()).collect()
    };
    let actions: Vec<_> = by_seller["events"].as_array().unwrap().iter().map(|event| event["action"].clone()).collect();
    assert_eq!(actions, ["registered", "prices_changed", "registered", "placed"]);
    assert_eq!(people(&by_seller, "events"), ["اپراتور", "اپراتور", "آرمان نیک‌پی", "مشتری"]);
    assert_eq!(people(&by_seller, "revisions"), ["اپراتور", "آرمان نیک‌پی"]);
    let by_operator = operator.read(&path).await;
    assert_eq!(people(&by_operator, "events"), ["نگار ناظر", "نگار ناظر", "فروشنده", "مشتری"]);
    let english = desk.seller.get(&path).header("accept-language", "en").send().await.json();
    assert_eq!(people(&english, "events")[0], "Operator");

    let changes = &by_seller["events"][1]["changes"];
    let type_id = desk.house.first.type_id("P011-2");
    assert_eq!(changes["status"], json!({"from": 1, "to": 0}));
    assert_eq!(changes["PaperBill"], json!({"from": null, "to": 5}));
    assert_eq!(changes["totalOrder"]["from"], 11_245_640);
    assert_eq!(
        changes[type_id],
        json!({"from": 3, "to": 3, "name": "اسپاگتی ۱٫۲ ۷۰۰ گرم", "priceFrom": 1_260_000, "priceTo": 1_000_000})
    );
    let revisions = &by_seller["revisions"];
    assert_eq!((&revisions[0]["revision"], &revisions[1]["revision"]), (&json!(2), &json!(1)));
    assert_eq!((&revisions[1]["totalOrder"], &by_seller["truncated"]), (&json!(11_245_640), &json!(false)));
    assert_eq!(
        revisions[1]["lines"][0],
        json!({
            "typeId": type_id, "name": "اسپاگتی ۱٫۲", "type": "۷۰۰ گرم", "package": "کارتن", "quantity": 3,
            "initialPrice": 1_260_000, "price": 3_780_000,
        })
    );
    assert!(revisions[0]["atS"].as_str().unwrap().starts_with("1405/08/30 - "));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_finds_orders_by_their_number() {
    let desk = Desk::with_worked_order().await;
    let operator = desk.house.operator().await;
    desk.house.open(&desk.house.second).await;
    let theirs = desk.house.place(&desk.house.second, "C002", &[("P011-2", 1)]).await;
    assert_eq!(theirs.code, desk.order.code, "codes are each seller's own");
    let find = async |code: &str| operator.get("/market/order-find-cp").query(&[("code", code)]).send().await;
    let found = find(&desk.order.code).await.json();
    let ids: Vec<_> = found["orders"].as_array().unwrap().iter().map(|order| order["id"].clone()).collect();
    assert!(ids.len() == 2 && ids.contains(&json!(desk.order.order_id)) && ids.contains(&json!(theirs.order_id)));
    let own = found["orders"].as_array().unwrap().iter().find(|order| order["id"] == desk.order.order_id.as_str());
    let customer = desk.house.first.customers.iter().find(|customer| customer.code == "C001").unwrap();
    let mut own = own.unwrap().clone();
    assert!(own["createdAtS"].take().as_str().unwrap().starts_with("1405/08/30 - "));
    assert_eq!(
        own,
        json!({
            "id": desk.order.order_id, "customerId": customer.customer_id, "Code": desk.order.code,
            "sellerTitle": "پخش آفتاب مهرگان", "customerName": customer.title,
            "customerOnvanFrooshgah": customer.shop_name, "status": 0, "statusText": "سفارش باز",
            "createdAtS": null, "mablagheKol": 11_245_640,
        })
    );
    assert_eq!(find("۱۴۰۵-۰۸-۰۰۰۰۰۱").await.json(), found);
    assert_eq!(find("١٤٠٥-٠٨-٠٠٠٠٠١").await.json(), found);
    assert_eq!(find("1405-08-999999").await.json(), json!({"orders": [], "truncated": false}));
    for bad in ["nonsense", "1405-08", "1405/08/000001", "%", "' OR 1=1", &"1".repeat(300)] {
        find(bad).await.assert_error(400, &json!({ "code": CODE_INVALID }));
    }
    for empty in ["/market/order-find-cp", "/market/order-find-cp?code=", "/market/order-find-cp?code=%20"] {
        operator.get(empty).send().await.assert_error(400, &json!({"code": "این فیلد الزامی است."}));
    }
    desk.seller.get("/market/order-find-cp?code=1405-08-000001").send().await.assert_message(403, FORBIDDEN);
}
