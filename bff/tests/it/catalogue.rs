//! The catalogue's lists, over HTTP.

use chrono::TimeDelta;
use pishkhan_proto::catalogue::v1::{self as pb, catalogue_service_client::CatalogueServiceClient};
use pishkhan_testkit::eventually;
use serde_json::{Value, json};

use crate::{
    house::House,
    http::{Answer, Visitor},
    seeding::Store,
};

pub const LIST: &str = "/market/products-bind-app2";
pub const BRANDS: &str = "/market/product-brands-app2";
pub const CHILDNESS: &str = "/user/seller/checkChildness-app2";

/// The titles of a page, as they come.
fn titles(page: &Value) -> Vec<&str> {
    page["product"].as_array().unwrap().iter().map(|product| product["title"].as_str().unwrap()).collect()
}

/// How many products match, how many pages they make, how many came.
pub fn counts(page: &Value) -> (i64, i64, usize) {
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
    let rows: Vec<pb::ProductRow> = rows.collect();
    let server = house.servers.catalogue.as_ref().unwrap();
    let mut client = CatalogueServiceClient::new(server.as_tool(&["catalogue.*"], None));
    for rows in rows.chunks(500) {
        let request = pb::ImportProductsRequest {
            request_id: pishkhan_chassis::clock::Clock::new_id(&*house.clock).to_string(),
            seller_id: store.seller_id.to_string(),
            rows: rows.to_vec(),
        };
        let report = client.import_products(request).await.unwrap().into_inner();
        assert_eq!(report.problems, vec![]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_brands_come_though_the_catalogue_tells_them_page_by_page() {
    let house = House::build().await;
    let seller = house.seller().await;
    let names: Vec<String> = (0..1_001).map(|number| format!("برند {number:04}")).collect();
    let goods: Vec<(String, &str)> = names.iter().map(|name| (format!("کالای {name}"), name.as_str())).collect();
    import(&house, &house.first, &goods).await;
    let answer = seller.read(BRANDS).await;
    let brands: Vec<&str> =
        answer["brands"].as_array().unwrap().iter().map(|brand| brand["name"].as_str().unwrap()).collect();
    assert_eq!(brands.len(), 1_004, "with the three that the store has already");
    let told: Vec<&str> = brands.into_iter().filter(|name| name.starts_with("برند")).collect();
    assert_eq!(told, names.iter().map(String::as_str).collect::<Vec<_>>());
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
    let product_type = |id: &str, code: &str, name: &str, buy: i64, sell: i64, stock: i64, order: i64| {
        json!({
            "_id": id, "nameNoeMahsool": name, "code": code, "tedadDarVahed": 20, "priceBuyOne": buy, "priceSelOne": sell, "mojoody": stock,
            "imgs": [], "toz": "", "rowOrder": order, "vahed": carton["_id"], "isActive": true, "version": 1,
            "lowStock": 10,
        })
    };
    // The picture that both rows of the file name is the product's; the types have none of their own.
    let (small, large) = (
        product_type(first, "P011-1", "۵۰۰ گرم", 46_000, 53_000, 80, 1),
        product_type(second, "P011-2", "۷۰۰ گرم", 63_000, 72_000, 64, 2),
    );
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

    // The twenty have five each; of the others one type has run out.
    let with_few = |page: &Value, most: i64| {
        let products = page["product"].as_array().unwrap().iter();
        let few = products.filter(|product| {
            product["productTypes"].as_array().unwrap().iter().any(|of| of["mojoody"].as_i64().unwrap() <= most)
        });
        i64::try_from(few.count()).unwrap()
    };
    for (stock, most) in [("low", 10), ("out", 0)] {
        let found = list(&seller, &[("stock", stock), ("limit", "100")]).await;
        let number = counts(&found).0;
        assert_eq!((number, number), (with_few(&found, most), with_few(&all, most)), "{stock}");
        assert!((1..23).contains(&number), "{stock}: {number}");
    }

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
        ("stock", "few"),
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
    assert_eq!(counts(&list(&seller, &[("brands", ""), ("sort", ""), ("search", ""), ("stock", "")]).await).0, 3);
}
