//! The catalogue's lists and the change of a type, over HTTP.

use chrono::TimeDelta;
use pishkhan_proto::catalogue::v1::{self as pb, catalogue_service_client::CatalogueServiceClient};
use pishkhan_testkit::eventually;
use serde_json::{Value, json};

use crate::{
    house::{House, Store},
    http::{Answer, FORBIDDEN, NOT_FOUND, UNAVAILABLE, Visitor},
    picture,
};

const SAVED: &str = "تغییرات با موفقیت ذخیره شد.";
const VERSION_STALE: &str = "این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.";
const KEY_REUSED: &str = "این کلید برای درخواست دیگری به کار رفته است.";
const FIELD_REQUIRED: &str = "این فیلد الزامی است.";
const LIST: &str = "/market/products-bind-app2";
const BRANDS: &str = "/market/product-brands-app2";
const CHILDNESS: &str = "/user/seller/checkChildness-app2";
const EDIT: &str = "/market/edit-productType-app2";

/// The titles of a page, as they come.
fn titles(page: &Value) -> Vec<&str> {
    page["product"].as_array().unwrap().iter().map(|product| product["title"].as_str().unwrap()).collect()
}

/// How many products match, how many pages they make, how many came.
fn counts(page: &Value) -> (i64, i64, usize) {
    let count = |name: &str| page[name].as_i64().unwrap();
    (count("total"), count("totalPages"), page["product"].as_array().unwrap().len())
}

async fn query(seller: &Visitor, pairs: &[(&str, &str)]) -> Answer {
    seller.get(LIST).query(pairs).send().await
}

async fn list(seller: &Visitor, pairs: &[(&str, &str)]) -> Value {
    let answer = query(seller, pairs).await;
    assert_eq!(answer.status, 200, "{pairs:?}: {}", answer.text());
    answer.json()
}

/// A type in the list.
async fn listed(seller: &Visitor, type_id: &str) -> Value {
    let page = seller.read(LIST).await;
    let mut types =
        page["product"].as_array().unwrap().iter().flat_map(|product| product["productTypes"].as_array().unwrap());
    types.find(|found| found["_id"] == type_id).unwrap().clone()
}

/// More goods for a store: titles with the brand that they have.
async fn import(house: &House, store: &Store, goods: &[(String, &str)]) {
    let rows = goods.iter().zip(1..).map(|((title, brand), row)| pb::ProductRow {
        row,
        product_code: format!("X{row:03}"),
        title: title.clone(),
        brand: (*brand).to_owned(),
        type_code: format!("X{row:03}-1"),
        type_name: "ساده".to_owned(),
        unit: "عدد".to_owned(),
        pieces_per_unit: "1".to_owned(),
        buy_price: "1000".to_owned(),
        sell_price: "1200".to_owned(),
        stock: "5".to_owned(),
        ..Default::default()
    });
    let request = pb::ImportProductsRequest {
        request_id: pishkhan_chassis::clock::Clock::new_id(&*house.clock).to_string(),
        seller_id: store.seller_id.to_string(),
        rows: rows.collect(),
    };
    let server = house.servers.catalogue.as_ref().unwrap();
    let mut client = CatalogueServiceClient::new(server.as_tool(&["catalogue.*"], None));
    let report = client.import_products(request).await.unwrap().into_inner();
    assert_eq!(report.problems, vec![]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_shows_products_with_all_that_a_card_needs() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let page = seller.read(LIST).await;
    assert_eq!(titles(&page), ["اسپاگتی ۱٫۲", "رب گوجه‌فرنگی قوطی", "نوشابه کولا"]);
    assert_eq!(counts(&page), (3, 1, 3));
    let head = ["sellerName", "sellerBackground", "sellerStory"].map(|name| page[name].as_str().unwrap());
    assert_eq!(head, ["پخش آفتاب مهرگان", "/images/banner.svg", "/images/shop.svg"]);

    let units = seller.read("/market/units-app2").await["units"].as_array().unwrap().clone();
    assert_eq!(units.iter().filter(|unit| unit["isNumeric"] == true).count(), 1);
    let carton = units.iter().find(|unit| unit["name"] == "کارتن").unwrap();
    let brands = seller.read(BRANDS).await["brands"].as_array().unwrap().clone();
    assert_eq!(
        brands.iter().map(|brand| (&brand["name"], &brand["count"])).collect::<Vec<_>>(),
        [(&json!("چین‌دشت"), &json!(1)), (&json!("زرخوشه"), &json!(1)), (&json!("کولانوش"), &json!(1)),]
    );

    let (first, second) = (house.first.type_id("P011-1"), house.first.type_id("P011-2"));
    let picture = json!([{"src": "/images/products/P011.svg"}]);
    let product_type = |id: &str, name: &str, buy: i64, sell: i64, stock: i64, order: i64| {
        json!({
            "_id": id, "nameNoeMahsool": name, "tedadDarVahed": 20, "priceBuyOne": buy, "priceSelOne": sell, "mojoody": stock,
            "imgs": picture, "toz": "", "rowOrder": order, "vahed": carton["_id"], "isActive": true, "version": 1,
        })
    };
    // A file gives its picture to the product and to the type of its row.
    let (small, large) =
        (product_type(first, "۵۰۰ گرم", 46_000, 53_000, 80, 1), product_type(second, "۷۰۰ گرم", 63_000, 72_000, 64, 2));
    let product_id = house.first.product_id("P011-1");
    let brand = json!({"_id": brands[1]["_id"], "name": "زرخوشه"});
    let expected = json!({
        "_id": product_id, "title": "اسپاگتی ۱٫۲", "code": "P011", "imgs": picture, "brand": brand, "productTypes": [small, large],
    });
    assert_eq!(page["product"][0], expected);
    let detail = seller.read(&format!("/market/product-bind-app2/{product_id}")).await;
    let row = |product_type: &Value| {
        json!({
            "_id": product_id, "title": "اسپاگتی ۱٫۲", "code": "P011", "imgs": picture, "brand": brand, "productType": product_type,
        })
    };
    assert_eq!(detail, json!({"product": [row(&small), row(&large)]}));

    // The other store has the same goods, and none of them is the same thing.
    let theirs = other.read(LIST).await;
    assert_eq!(titles(&theirs), titles(&page));
    assert_ne!(theirs["product"][0]["_id"], page["product"][0]["_id"]);
    assert_ne!(other.read(BRANDS).await["brands"][0]["_id"], brands[0]["_id"]);
    assert_eq!(seller.read(CHILDNESS).await, json!({"flag": false}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_is_searched_filtered_sorted_and_paged_by_the_server() {
    let house = House::build().await;
    let seller = house.seller().await;
    house.pass(TimeDelta::hours(1));
    let goods: Vec<_> =
        (1..=20).map(|number| (format!("یخ {number:02}"), if number > 18 { "" } else { "زرخوشه" })).collect();
    import(&house, &house.first, &goods).await;

    let first = list(&seller, &[]).await;
    assert_eq!(counts(&first), (23, 2, 15), "fifteen products are a page");
    let second = list(&seller, &[("page", "۲")]).await;
    assert_eq!(counts(&second), (23, 2, 8));
    let all = list(&seller, &[("limit", "100")]).await;
    assert_eq!([titles(&first), titles(&second)].concat(), titles(&all));
    assert_eq!(titles(&all)[..4], ["اسپاگتی ۱٫۲", "رب گوجه‌فرنگی قوطی", "نوشابه کولا", "یخ 01"]);
    assert_eq!(counts(&list(&seller, &[("page", "3")]).await), (23, 2, 0));
    assert_eq!(counts(&list(&seller, &[("page", "10000000"), ("limit", "100")]).await), (23, 1, 0));

    // However it is typed.
    for search in ["كولا", " نوشابه  ", "نوشابه كولا"] {
        assert_eq!(titles(&list(&seller, &[("search", search)]).await), ["نوشابه کولا"], "{search}");
    }
    for search in ["گوجه فرنگي", "گوجه‌فرنگی"] {
        assert_eq!(titles(&list(&seller, &[("search", search)]).await), ["رب گوجه‌فرنگی قوطی"], "{search}");
    }
    assert_eq!(titles(&list(&seller, &[("search", "یخ ۰۷")]).await), ["یخ 07"]);
    assert_eq!(counts(&list(&seller, &[("search", "یخ"), ("limit", "6")]).await), (20, 4, 6));
    for search in ["ناموجود", "%", "_", "'", "\\"] {
        assert_eq!(counts(&list(&seller, &[("search", search)]).await), (0, 0, 0), "{search}");
    }

    let brands = seller.read(BRANDS).await;
    let brand = |name: &str| {
        let found = brands["brands"].as_array().unwrap().iter().find(|brand| brand["name"] == name).unwrap();
        (found["_id"].as_str().unwrap().to_owned(), found["count"].as_i64().unwrap())
    };
    let ((ours, count), (cola, _)) = (brand("زرخوشه"), brand("کولانوش"));
    assert_eq!((count, counts(&list(&seller, &[("brands", &ours)]).await).0), (19, 19));
    let both = list(&seller, &[("brands", &format!("{cola},{ours}")), ("search", "و")]).await;
    assert_eq!(titles(&both), ["نوشابه کولا"]);
    let foreign = house.other_seller().await.read(BRANDS).await["brands"][0]["_id"].as_str().unwrap().to_owned();
    assert_eq!(counts(&list(&seller, &[("brands", &foreign)]).await), (0, 0, 0));

    let (newest, oldest) = (list(&seller, &[("sort", "newest")]).await, list(&seller, &[("sort", "oldest")]).await);
    assert!(titles(&newest).iter().all(|title| title.starts_with("یخ")));
    assert!(titles(&oldest)[..3].iter().all(|title| !title.starts_with("یخ")));

    let order = house.worked_order().await;
    let saved = seller.post(&format!("/market/order-save-app2/{}", order.order_id)).send().await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    let best = ["نوشابه کولا", "اسپاگتی ۱٫۲", "رب گوجه‌فرنگی قوطی"];
    eventually("the units sold are counted", async || {
        let page = list(&seller, &[("sort", "most-sales")]).await;
        (titles(&page)[..3] == best).then_some(())
    })
    .await;
    let least = list(&seller, &[("sort", "least-sales"), ("limit", "100")]).await;
    assert_eq!(titles(&least)[20..], [best[2], best[1], best[0]]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_that_is_wrong_is_refused_by_field() {
    let house = House::build().await;
    let seller = house.seller().await;
    let brand = seller.read(BRANDS).await["brands"][0]["_id"].as_str().unwrap().to_owned();
    let (many, most) = (vec![brand.as_str(); 101].join(","), vec![brand.as_str(); 100].join(","));
    let (long, longest) = ("ش".repeat(101), "ش".repeat(100));
    for (field, value) in [
        ("page", "0"),
        ("page", "-1"),
        ("page", "x"),
        ("page", "99999999999"),
        ("limit", "0"),
        ("limit", "101"),
        ("sort", "price"),
        ("search", long.as_str()),
        ("brands", "nonsense"),
        ("brands", many.as_str()),
    ] {
        let answer = query(&seller, &[(field, value)]).await;
        assert_eq!(answer.status, 400, "{field}={value}: {}", answer.text());
        assert_eq!(answer.json().as_object().unwrap().keys().collect::<Vec<_>>(), [field], "{value}");
    }
    let answer = query(&seller, &[("search", &long)]).await;
    answer.assert_error(400, &json!({"search": "متن جستجو باید حداکثر ۱۰۰ کاراکتر باشد."}));
    assert_eq!(counts(&list(&seller, &[("search", &longest)]).await).0, 0);
    assert_eq!(counts(&list(&seller, &[("brands", &most)]).await).0, 1);
    assert_eq!(counts(&list(&seller, &[("brands", ""), ("sort", ""), ("search", "")]).await).0, 3);
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

    // Without settings nobody knows who may.
    let seller = house.seller().await;
    let (one, all) =
        (format!("/market/product-bind-app2/{}", house.first.product_id("P011-2")), seller.read(LIST).await);
    drop(house.servers.settings.take());
    seller.write(EDIT, &change(&house, "P011-2", &json!({"f3": 1}))).await.assert_message(503, UNAVAILABLE);
    seller.get(CHILDNESS).send().await.assert_message(503, UNAVAILABLE);
    seller.get(LIST).send().await.assert_message(503, UNAVAILABLE);
    assert_eq!(seller.read(&one).await["product"][1]["productType"], all["product"][0]["productTypes"][1]);
}
