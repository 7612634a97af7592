//! One order: reading, editing, saving, cancelling.

use pishkhan_proto::orders::v1::OrderSummary;
use serde_json::{Value, json};

use crate::{
    house::House,
    http::{Answer, FORBIDDEN, Visitor},
};

pub const STALE: &str = "این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.";
pub const SAVED: &str = "ذخیره سفارش با موفقیت انجام شد";
pub const CANCELLED: &str = "لغو با موفقیت انجام شد.";
pub const UPDATED: &str = "بروزرسانی با موفقیت انجام شد.";

/// An order as its seller works on it.
pub struct Desk {
    pub house: House,
    pub seller: Visitor,
    pub order: OrderSummary,
}

impl Desk {
    pub async fn with_worked_order() -> Self {
        let house = House::build().await;
        let (seller, order) = (house.seller().await, house.worked_order().await);
        Self { house, seller, order }
    }

    pub fn path(&self, call: &str) -> String {
        format!("/market/{call}/{}", self.order.order_id)
    }

    pub async fn fetch(&self) -> Value {
        self.seller.read(&self.path("fetch-order-joz-app2")).await
    }

    /// Lines by type code, each a product of its own, as the client may send them.
    pub fn lines(&self, lines: &[(&str, i64)]) -> Value {
        let products: Vec<Value> = lines
            .iter()
            .map(|(code, quantity)| json!({"options": [{"typeId": self.house.first.type_id(code), "quantity": quantity}]}))
            .collect();
        json!({ "products": products })
    }

    pub async fn update(&self, body: &Value) -> Answer {
        self.seller.write(&self.path("order-update-app2"), body).await
    }

    pub async fn save(&self) -> Answer {
        self.seller.post(&self.path("order-save-app2")).send().await
    }

    pub async fn cancel(&self) -> Answer {
        self.seller.post(&self.path("order-cancel-app2")).send().await
    }

    /// Says where a whole change of status has led: to this status, and to the version that is read afterwards.
    pub async fn assert_stands(&self, answer: &Answer, message: &str, status: u8) {
        let version = self.fetch().await["version"].clone();
        answer.assert_error(200, &json!({"message": message, "status": status, "version": version}));
    }

    pub async fn stock(&self, code: &str) -> i64 {
        let reply = self.seller.read(&format!("/market/getMojoody-app2/{}", self.house.first.type_id(code))).await;
        reply["product"][0]["mojoody"].as_i64().unwrap()
    }

    pub async fn stocks(&self) -> [i64; 3] {
        [self.stock("P011-2").await, self.stock("P016-2").await, self.stock("P032-2").await]
    }
}

fn worked_totals() -> Value {
    json!({
        "discount": 0, "discounts": [], "totalPurchase": 9_996_000, "totalPurchase2": 11_568_000, "tax": 899_640, "shippingCost": 350_000,
        "totalOrder": 11_245_640, "countKol": 15, "profit": 1_572_000, "percent": 13.5892,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_worked_order_to_the_toman() {
    let desk = Desk::with_worked_order().await;
    let store = &desk.house.first;
    let customer = store.customers.iter().find(|customer| customer.code == "C001").unwrap();
    let product = |code: &str, product: &str, name: &str, type_name: &str, line: [i64; 5], unit: &str| {
        json!({
            "_id": store.product_id(code), "name": name, "image": format!("/images/products/{product}.svg"),
            "options": [{
                "type": type_name, "typeId": store.type_id(code), "quantity": line[0], "initialPrice": line[1],
                "initialPrice2": line[2], "price": line[3], "package": unit, "mojoody": line[4],
            }],
        })
    };
    let first = desk.fetch().await;
    let expected = json!({
        "joz": {
            "products": [
                product("P011-2", "P011", "اسپاگتی ۱٫۲", "۷۰۰ گرم", [3, 1_260_000, 1_440_000, 3_780_000, 64], "کارتن"),
                product("P016-2", "P016", "رب گوجه‌فرنگی قوطی", "۸۰۰ گرم", [2, 1_368_000, 1_584_000, 2_736_000, 52], "کارتن"),
                product("P032-2", "P032", "نوشابه کولا", "خانواده ۱٫۵ لیتر", [10, 348_000, 408_000, 3_480_000, 120], "شرینک"),
            ],
            "shippingCost": 350_000,
            "taxRate": 9, "discount": 0, "discounts": [],
        },
        "toz": "زنگ بزنید", "toz2": "", "status": 0, "version": 1,
        "Code": desk.order.code, "reopened": false, "revision": 0, "customerName": customer.title,
        "customerCellPhone": customer.mobile, "customerTelephone": customer.landline,
        "customerOnvanFrooshgah": customer.shop_name, "createdAtS": first["createdAtS"],
        "orderDateTimeServeS": first["orderDateTimeServeS"],
    });
    assert_eq!(first, expected);
    assert_eq!(desk.stocks().await, [64, 52, 120], "an open order holds nothing");

    // Away from it and back: what the client computed is not believed.
    let answer = desk.update(&desk.lines(&[("P011-2", 3), ("P016-2", 2)])).await;
    let without_drinks = json!({
        "discount": 0, "discounts": [], "totalPurchase": 6_516_000, "totalPurchase2": 7_488_000, "tax": 586_440, "shippingCost": 350_000,
        "totalOrder": 7_452_440, "countKol": 5, "profit": 972_000, "percent": 12.9808,
    });
    answer.assert_error(200, &json!({"message": UPDATED, "version": 2, "totals": without_drinks}));
    let mut whole = desk.fetch().await["joz"].clone();
    whole["products"].as_array_mut().unwrap().push(expected["joz"]["products"][2].clone());
    for (field, value) in [("totalPurchase", 1), ("totalPurchase2", 2), ("tax", 0), ("totalOrder", 5), ("countKol", 9)]
    {
        whole[field] = json!(value);
    }
    whole["version"] = json!(2);
    let answer = desk.update(&whole).await;
    answer.assert_error(200, &json!({"message": UPDATED, "version": 3, "totals": worked_totals()}));
    let mut now = expected.clone();
    now["version"] = json!(3);
    assert_eq!(desk.fetch().await, now);

    desk.assert_stands(&desk.save().await, SAVED, 1).await;
    assert_eq!(desk.stocks().await, [61, 50, 110]);
    let saved = desk.fetch().await;
    assert_eq!((&saved["status"], &saved["joz"]), (&json!(1), &expected["joz"]));
    assert_eq!((&saved["revision"], &saved["reopened"]), (&json!(1), &json!(false)));
    desk.assert_stands(&desk.save().await, SAVED, 1).await;
    assert_eq!(desk.fetch().await, saved, "saving a registered order changes nothing");
    assert_eq!(desk.stocks().await, [61, 50, 110]);

    desk.assert_stands(&desk.cancel().await, CANCELLED, 2).await;
    assert_eq!(desk.stocks().await, [64, 52, 120]);
    let cancelled = desk.fetch().await;
    assert_eq!(cancelled["status"], 2);
    desk.assert_stands(&desk.cancel().await, CANCELLED, 2).await;
    for refused in [desk.update(&desk.lines(&[("P011-2", 1)])).await, desk.save().await] {
        refused.assert_message(409, "سفارش لغو شده قابل ویرایش نیست.");
    }
    assert_eq!(desk.fetch().await, cancelled);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_breaks_a_rule_changes_nothing() {
    let desk = Desk::with_worked_order().await;
    let before = desk.fetch().await;
    let type_id = desk.house.first.type_id("P011-2");
    let one = |option: Value| json!({"products": [{"options": [option]}]});
    let invalid = json!({"products[0].options[0].quantity": "مقدار این فیلد نامعتبر است."});
    let cases = [
        (json!({}), 400, Some(json!({"message": "درخواست نادرست است."}))),
        (json!({"products": 5}), 400, Some(json!({"products": "مقدار این فیلد نامعتبر است."}))),
        (one(json!({"typeId": type_id, "quantity": "3.5"})), 400, Some(invalid.clone())),
        (one(json!({"typeId": type_id, "quantity": 1.5})), 400, Some(invalid.clone())),
        (one(json!({"typeId": type_id, "quantity": 9_223_372_036_854_775_808_u64})), 400, Some(invalid)),
        (one(json!({"typeId": type_id})), 400, None),
        (one(json!({"quantity": 1})), 400, None),
        (one(json!({"typeId": type_id, "quantity": 0})), 422, None),
        (one(json!({"typeId": type_id, "quantity": -1})), 422, None),
        (one(json!({"typeId": type_id, "quantity": i64::MAX})), 422, None),
        (
            one(json!({"typeId": type_id, "quantity": 3, "initialPrice": 1})),
            422,
            Some(json!({"message": "قیمت این محصول با قیمت ثبت‌شده در سفارش یکی نیست."})),
        ),
        (desk.lines(&[("P011-2", 4), ("P016-1", 1)]), 409, Some(json!({"message": "موجودی محصول 0 میباشد."}))),
        (json!({"products": [], "version": 7}), 409, Some(json!({ "message": STALE }))),
    ];
    for (body, status, expected) in cases {
        let answer = desk.update(&body).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
        if let Some(expected) = expected {
            assert_eq!(answer.json(), expected, "{body}");
        }
        assert_eq!(desk.fetch().await, before, "{body}");
    }
    let english = desk.seller.post(&desk.path("order-update-app2")).header("accept-language", "en-US");
    let english = english.json(&desk.lines(&[("P016-1", 1)])).send().await;
    english.assert_message(409, "The product is out of stock.");

    // No line left: nothing to send, nothing to register.
    let answer = desk.update(&desk.lines(&[])).await;
    let zeros = json!({
        "discount": 0, "discounts": [], "totalPurchase": 0, "totalPurchase2": 0, "tax": 0, "shippingCost": 0, "totalOrder": 0, "countKol": 0,
        "profit": 0, "percent": 0,
    });
    answer.assert_error(200, &json!({"message": UPDATED, "version": 2, "totals": zeros}));
    desk.save().await.assert_message(422, "سفارش بدون محصول قابل ثبت نیست.");
    assert_eq!(desk.fetch().await["status"], 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_stock_names_every_short_line_and_reserves_none() {
    let desk = Desk::with_worked_order().await;
    let short = desk.lines(&[("P011-2", 65), ("P016-2", 2), ("P032-2", 500)]);
    assert_eq!(desk.update(&short).await.status, 200, "an open order may want more than there is");
    let store = &desk.house.first;
    let mut expected = json!({});
    expected[store.type_id("P011-2")] = json!("موجودی «اسپاگتی ۱٫۲ ۷۰۰ گرم» کافی نیست: ۶۴ عدد موجود است.");
    expected[store.type_id("P032-2")] = json!("موجودی «نوشابه کولا خانواده ۱٫۵ لیتر» کافی نیست: ۱۲۰ عدد موجود است.");
    for _ in 0..2 {
        desk.save().await.assert_error(409, &expected);
        assert_eq!(desk.stocks().await, [64, 52, 120]);
        assert_eq!(desk.fetch().await["status"], 0);
    }
    let whole = desk.lines(&[("P011-2", 64), ("P016-2", 52), ("P032-2", 120)]);
    assert_eq!(desk.update(&whole).await.status, 200);
    desk.assert_stands(&desk.save().await, SAVED, 1).await;
    assert_eq!(desk.stocks().await, [0, 0, 0]);

    // A change reopens it; its saved revision keeps its goods until the next save.
    let less = desk.lines(&[("P011-2", 1)]);
    assert_eq!(desk.update(&less).await.status, 200);
    let reopened = desk.fetch().await;
    assert_eq!((&reopened["status"], &reopened["reopened"]), (&json!(0), &json!(true)));
    assert_eq!(desk.stocks().await, [0, 0, 0]);
    desk.assert_stands(&desk.save().await, SAVED, 1).await;
    assert_eq!(desk.stocks().await, [63, 52, 120]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sellers_note() {
    let desk = Desk::with_worked_order().await;
    let path = desk.path("order-update-app2-toz");
    let written = json!({"sellerToz": "  تحویل صبح  ", "customerToz": "زنگ بزنید"});
    let answer = desk.seller.write(&path, &written).await;
    answer.assert_error(200, &json!({"message": "ثبت توضیحات با موفقیت انجام شد.", "version": 2}));
    let order = desk.fetch().await;
    assert_eq!((&order["toz"], &order["toz2"]), (&json!("زنگ بزنید"), &json!("تحویل صبح")));

    let long = json!({"sellerToz": "متن باید حداکثر ۳۰۰ کاراکتر باشد."});
    let cases = [
        (json!({}), 400, json!({"sellerToz": "این فیلد الزامی است."})),
        (json!({"sellerToz": 5}), 400, json!({"sellerToz": "مقدار این فیلد نامعتبر است."})),
        (json!({"sellerToz": "ش".repeat(301)}), 400, long),
        (json!({"sellerToz": "x", "customerToz": "another"}), 403, json!({ "message": FORBIDDEN })),
        (json!({"sellerToz": "x", "version": 1}), 409, json!({ "message": STALE })),
    ];
    for (body, status, expected) in cases {
        desk.seller.write(&path, &body).await.assert_error(status, &expected);
        assert_eq!(desk.fetch().await, order, "{body}");
    }
    let longest = json!({"sellerToz": "ش".repeat(300), "version": 2});
    assert_eq!(desk.seller.write(&path, &longest).await.status, 200);
    assert_eq!(desk.seller.write(&path, &json!({"sellerToz": ""})).await.json()["version"], 4);
    assert_eq!(desk.fetch().await["toz2"], "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_key_is_one_write() {
    let desk = Desk::with_worked_order().await;
    let keyed = |path: String, key: &str| desk.seller.post(&path).header("idempotency-key", key);
    let update = desk.path("order-update-app2");
    let (four, five) = (desk.lines(&[("P011-2", 4)]), desk.lines(&[("P011-2", 5)]));
    let first = keyed(update.clone(), "update-1").json(&four).send().await;
    assert_eq!((first.status, &first.json()["version"]), (200, &json!(2)));
    let again = keyed(update.clone(), "update-1").json(&four).send().await;
    assert_eq!((again.status, again.json()), (200, first.json()));
    let reused = keyed(update.clone(), "update-1").json(&five).send().await;
    reused.assert_message(422, "این کلید برای درخواست دیگری به کار رفته است.");
    let late = keyed(update.clone(), "update-2").json(&five).send().await;
    assert_eq!(late.json()["version"], 3);
    let replay = keyed(update.clone(), "update-1").json(&four).send().await;
    assert_eq!(replay.json(), first.json(), "an old key repeats its answer and undoes nothing");
    assert_eq!(desk.fetch().await["joz"]["products"][0]["options"][0]["quantity"], 5);

    let save = desk.path("order-save-app2");
    for _ in 0..2 {
        desk.assert_stands(&keyed(save.clone(), "save-1").send().await, SAVED, 1).await;
    }
    assert_eq!(desk.stock("P011-2").await, 59);
    let note = desk.path("order-update-app2-toz");
    assert_eq!(keyed(note.clone(), &"n".repeat(64)).json(&json!({"sellerToz": "a"})).send().await.status, 200);
    keyed(note.clone(), &"n".repeat(64))
        .json(&json!({"sellerToz": "b"}))
        .send()
        .await
        .assert_message(422, "این کلید برای درخواست دیگری به کار رفته است.");
    let cancel = desk.path("order-cancel-app2");
    for _ in 0..2 {
        desk.assert_stands(&keyed(cancel.clone(), "cancel-1").send().await, CANCELLED, 2).await;
    }
    assert_eq!(desk.stock("P011-2").await, 64);

    for bad in ["", "a b", &"k".repeat(65)] {
        for path in [&update, &note, &save, &cancel] {
            let call = keyed(path.clone(), bad);
            let call = match path {
                path if *path == update => call.json(&four),
                path if *path == note => call.json(&json!({"sellerToz": "a"})),
                _ => call,
            };
            call.send().await.assert_message(400, "کلید تکرار درخواست نامعتبر است.");
        }
    }
    // Another seller's key of the same name is another key.
    let other = desk.house.other_seller().await;
    desk.house.open(&desk.house.second).await;
    let order = desk.house.place(&desk.house.second, "C001", &[("P011-2", 1)]).await;
    let body = json!({"products": [{"options": [{"typeId": desk.house.second.type_id("P011-2"), "quantity": 4}]}]});
    let theirs =
        other.post(&format!("/market/order-update-app2/{}", order.order_id)).header("idempotency-key", "update-1");
    assert_eq!(theirs.json(&body).send().await.status, 200);
}
