//! The change of a type, and who may change anything in the catalogue, over HTTP.

use serde_json::{Value, json};

use crate::{
    catalogue::{BRANDS, CHILDNESS, LIST, counts},
    house::House,
    http::{FORBIDDEN, NOT_FOUND, UNAVAILABLE, Visitor},
    picture,
};

const SAVED: &str = "تغییرات با موفقیت ذخیره شد.";
const VERSION_STALE: &str = "این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.";
const KEY_REUSED: &str = "این کلید برای درخواست دیگری به کار رفته است.";
const FIELD_REQUIRED: &str = "این فیلد الزامی است.";
const EDIT: &str = "/market/edit-productType-app2";

/// A type in the list.
async fn listed(seller: &Visitor, type_id: &str) -> Value {
    let page = seller.read(LIST).await;
    let mut types =
        page["product"].as_array().unwrap().iter().flat_map(|product| product["productTypes"].as_array().unwrap());
    types.find(|found| found["_id"] == type_id).unwrap().clone()
}

/// What the client sends for a type of the first store, with some fields changed.
fn change(house: &House, code: &str, changed: &Value) -> Value {
    let mut row = json!({
        "_id": house.first.type_id(code), "f3": 64, "f6": 63_000, "f7": 72_000, "f8": 1, "f9": 2, "f10": 3, "f11": "", "f12": true,
    });
    for (field, value) in changed.as_object().unwrap() {
        row[field] = value.clone();
    }
    json!({"_TypeRow": row, "_sellerId": house.first.seller_id.to_string(), "_productId": house.first.product_id(code)})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_type_is_changed_and_the_rest_is_reckoned() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let before = other.read(LIST).await;
    let typed = json!({"f3": "۱٬۲۰۰", "f6": "۵۴٬۰۰۰", "f7": "63,001", "f8": -5, "f9": "?", "f10": 0, "f11": "  تازه رسید ", "f12": 0});
    let answer = seller.write(EDIT, &change(&house, "P011-2", &typed)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let reply = answer.json();
    assert_eq!(reply["message"], SAVED);
    let edited = &reply["productType"];
    // 9,001 of 63,001 are 14.2871… percent; twenty pieces make a carton.
    assert_eq!((&edited["f8"], &edited["f9"], &edited["f10"]), (&json!(9_001), &json!(14.29), &json!(1_080_000)));
    assert_eq!(
        (&edited["mojoody"], &edited["toz"], &edited["isActive"]),
        (&json!(1_200), &json!("تازه رسید"), &json!(false))
    );
    let mut stands = listed(&seller, house.first.type_id("P011-2")).await;
    for field in ["f8", "f9", "f10"] {
        stands[field] = edited[field].clone();
    }
    assert_eq!(&stands, edited, "what is answered is what is read");
    assert_eq!(edited["version"], 2);

    // At a loss of nothing, and at no price.
    for (buy, sell, percent, price) in
        [(72_000, 72_000, json!(0), 1_440_000), (0, 0, json!(0), 0), (0, 5, json!(100), 0)]
    {
        let answer = seller.write(EDIT, &change(&house, "P011-2", &json!({"f6": buy, "f7": sell}))).await;
        let edited = &answer.json()["productType"];
        assert_eq!((&edited["f9"], &edited["f10"]), (&percent, &json!(price)), "{}", answer.text());
    }
    let english =
        seller.post(EDIT).header("accept-language", "en").json(&change(&house, "P011-2", &json!({}))).send().await;
    assert_eq!(english.json()["message"], "The changes are saved.");
    assert_eq!(other.read(LIST).await, before, "the other store is as it was");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_orders_hold_stays_held() {
    let house = House::build().await;
    let (seller, order) = (house.seller().await, house.worked_order().await);
    let settle = async |call: &str| {
        let answer = seller.post(&format!("/market/{call}/{}", order.order_id)).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    };
    let stock = async || {
        let path = format!("/market/getMojoody-app2/{}", house.first.type_id("P011-2"));
        seller.read(&path).await["product"][0]["mojoody"].as_i64().unwrap()
    };
    settle("order-save-app2").await;
    assert_eq!(stock().await, 61);
    let answer = seller.write(EDIT, &change(&house, "P011-2", &json!({"f3": 5}))).await;
    assert_eq!((answer.status, stock().await), (200, 5), "{}", answer.text());
    assert_eq!(answer.json()["productType"]["version"], 1, "stock alone makes no new version");
    settle("order-cancel-app2").await;
    assert_eq!(stock().await, 8, "three come back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_is_refused_changes_nothing() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let (before, theirs) = (seller.read(LIST).await, other.read(LIST).await);
    let below = seller.write(EDIT, &change(&house, "P011-2", &json!({"f6": 72_001}))).await;
    below.assert_message(422, "قیمت فروش نباید کمتر از قیمت خرید باشد.");

    for (changed, field) in [
        (json!({"f3": -1}), "_TypeRow.f3"),
        (json!({"f3": "۱۲a"}), "_TypeRow.f3"),
        (json!({"f3": true}), "_TypeRow.f3"),
        (json!({"f3": i64::MAX}), "_TypeRow.f3"),
        (json!({"f6": -1}), "_TypeRow.f6"),
        (json!({"f6": 0.5}), "_TypeRow.f6"),
        (json!({"f7": i64::MAX}), "_TypeRow.f7"),
        (json!({"f7": "1e9"}), "_TypeRow.f7"),
        (json!({"f11": "ش".repeat(301)}), "_TypeRow.f11"),
        (json!({"f11": 5}), "_TypeRow.f11"),
        (json!({"f12": 2}), "_TypeRow.f12"),
        (json!({"f12": "yes"}), "_TypeRow.f12"),
        (json!({"version": "x"}), "_TypeRow.version"),
        (json!({"tedadDarVahed": 0}), "_TypeRow.tedadDarVahed"),
        (json!({"tedadDarVahed": 100_001}), "_TypeRow.tedadDarVahed"),
        (json!({"tedadDarVahed": i64::MAX}), "_TypeRow.tedadDarVahed"),
        (json!({"lowStock": -1}), "_TypeRow.lowStock"),
        (json!({"lowStock": "x"}), "_TypeRow.lowStock"),
    ] {
        let answer = seller.write(EDIT, &change(&house, "P011-2", &changed)).await;
        assert_eq!(answer.status, 400, "{changed}: {}", answer.text());
        assert_eq!(answer.json().as_object().unwrap().keys().collect::<Vec<_>>(), [field], "{changed}");
    }
    let long = seller.write(EDIT, &change(&house, "P011-2", &json!({"f11": "ش".repeat(301)}))).await;
    long.assert_error(400, &json!({"_TypeRow.f11": "متن باید حداکثر ۳۰۰ کاراکتر باشد."}));
    let empty = seller.write(EDIT, &change(&house, "P011-2", &json!({"f3": "", "f6": null, "f7": " "}))).await;
    empty.assert_error(
        400,
        &json!({"_TypeRow.f3": FIELD_REQUIRED, "_TypeRow.f6": FIELD_REQUIRED, "_TypeRow.f7": FIELD_REQUIRED}),
    );
    assert_eq!(seller.write(EDIT, &json!({})).await.json().as_object().unwrap().len(), 7);

    let with = |field: &str, value: &str| {
        let mut body = change(&house, "P011-2", &json!({"f3": 1}));
        body[field] = json!(value);
        body
    };
    let absent = "019a9e3a-0000-7000-8000-00000000dead";
    let second = house.second.seller_id.to_string();
    let foreign_type = change(&house, "P011-2", &json!({"_id": house.second.type_id("P011-2")}));
    let nowhere = change(&house, "P011-2", &json!({"_id": absent}));
    let malformed = change(&house, "P011-2", &json!({"_id": "nonsense"}));
    let mut theirs_wholly = with("_sellerId", &second);
    theirs_wholly["_productId"] = json!(house.second.product_id("P011-2"));
    theirs_wholly["_TypeRow"]["_id"] = json!(house.second.type_id("P011-2"));
    for body in [
        with("_sellerId", &second),
        with("_sellerId", absent),
        with("_sellerId", "nonsense"),
        with("_productId", house.first.product_id("P016-2")),
        with("_productId", house.second.product_id("P011-2")),
        with("_productId", "nonsense"),
        foreign_type,
        nowhere,
        malformed,
        theirs_wholly,
    ] {
        seller.write(EDIT, &body).await.assert_message(404, NOT_FOUND);
    }
    seller.post(EDIT).body("text/plain", "{}").send().await.assert_message(415, "نوع محتوا باید JSON باشد.");
    assert_eq!((seller.read(LIST).await, other.read(LIST).await), (before, theirs));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_faster_wins_and_a_repeated_change_happens_once() {
    let house = House::build().await;
    let (seller, order) = (house.seller().await, house.worked_order().await);
    let send = async |key: &str, body: &Value| seller.post(EDIT).header("idempotency-key", key).json(body).send().await;
    let dearer = change(&house, "P011-2", &json!({"f7": 80_000, "version": "۱"}));
    let first = send("change-1", &dearer).await;
    assert_eq!((first.status, &first.json()["productType"]["version"]), (200, &json!(2)), "{}", first.text());
    seller
        .write(EDIT, &change(&house, "P011-2", &json!({"f7": 90_000, "version": 1})))
        .await
        .assert_message(409, VERSION_STALE);

    assert_eq!(seller.post(&format!("/market/order-save-app2/{}", order.order_id)).send().await.status, 200);
    let again = send("change-1", &dearer).await;
    assert_eq!((again.status, again.json()["message"].as_str()), (200, Some(SAVED)), "{}", again.text());
    let stands = listed(&seller, house.first.type_id("P011-2")).await;
    let found = ["priceSelOne", "version", "mojoody"].map(|name| stands[name].as_i64().unwrap());
    assert_eq!(found, [80_000, 2, 61], "the stock is not set a second time");
    send("change-1", &change(&house, "P011-2", &json!({}))).await.assert_message(422, KEY_REUSED);
    let bad_key = seller.post(EDIT).header("idempotency-key", "a b").json(&dearer).send().await;
    bad_key.assert_message(400, "کلید تکرار درخواست نامعتبر است.");

    let next = seller.write(EDIT, &change(&house, "P011-2", &json!({"f7": 90_000, "version": 2}))).await;
    assert_eq!((next.status, &next.json()["productType"]["version"]), (200, &json!(3)), "{}", next.text());
    assert_eq!(
        seller.write(EDIT, &change(&house, "P011-2", &json!({"f7": 70_000}))).await.status,
        200,
        "the last one wins"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_child_of_another_seller_reads_and_changes_nothing() {
    let mut house = House::build().await;
    let (child, visitor) = house.child().await;
    let (stranger, operator) = (house.stranger(), house.operator().await);
    assert_eq!(visitor.read(CHILDNESS).await, json!({"flag": true}));
    let before = visitor.read(LIST).await;
    assert_eq!(counts(&before), (3, 1, 3));
    visitor.read(BRANDS).await;
    visitor.read("/market/units-app2").await;
    visitor.read(&format!("/market/product-bind-app2/{}", child.product_id("P011-2"))).await;

    let mut body = change(&house, "P011-2", &json!({"f3": 1}));
    body["_sellerId"] = json!(child.seller_id.to_string());
    body["_productId"] = json!(child.product_id("P011-2"));
    body["_TypeRow"]["_id"] = json!(child.type_id("P011-2"));
    let product = format!("/market/product-image-app2/{}", child.product_id("P011-2"));
    let product_type = format!("/market/product-type-image-app2/{}", child.type_id("P011-2"));
    let png = picture::png(4, 4, [1, 2, 3]);
    visitor.write(EDIT, &body).await.assert_message(403, FORBIDDEN);
    for owner in [&product, &product_type] {
        visitor.post(owner).body("image/png", png.clone()).send().await.assert_message(403, FORBIDDEN);
        visitor.call(reqwest::Method::DELETE, owner).send().await.assert_message(403, FORBIDDEN);
    }
    // Who it is comes before what they bring.
    for path in [EDIT, product.as_str(), product_type.as_str()] {
        let bring = |visitor: &Visitor| visitor.post(path).header("idempotency-key", "a b").body("text/plain", "{");
        bring(&stranger).send().await.assert_session_ended();
        for refused in [&operator, &visitor] {
            let answer = bring(refused).send().await;
            answer.assert_message(403, FORBIDDEN);
            assert!(answer.cookies().is_empty(), "a valid session stays");
        }
    }
    assert_eq!(visitor.read(LIST).await, before);

    // Nobody else is asked who may: a seller changes its goods while settings is away.
    let seller = house.seller().await;
    let (one, all) =
        (format!("/market/product-bind-app2/{}", house.first.product_id("P011-2")), seller.read(LIST).await);
    drop(house.servers.settings.take());
    seller.get("/user/seller-bind-app2").send().await.assert_message(503, UNAVAILABLE);
    assert_eq!(seller.read(&one).await["product"][1]["productType"], all["product"][0]["productTypes"][1]);
    assert_eq!(seller.read(CHILDNESS).await, json!({"flag": false}));
    assert_eq!(visitor.read(CHILDNESS).await, json!({"flag": true}));
    assert_eq!(seller.write(EDIT, &change(&house, "P011-2", &json!({"f3": 1}))).await.status, 200);
    visitor.write(EDIT, &body).await.assert_message(403, FORBIDDEN);
}
