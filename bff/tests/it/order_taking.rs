//! Taking an order: what the customer buys, what it would cost, placing it.

use std::sync::Arc;

use pishkhan_proto::catalogue::v1::{self as catalogue, catalogue_service_client::CatalogueServiceClient};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{
    house::{FIRST_SELLER, House},
    http::{Answer, NOT_FOUND, Visitor},
};

const PLACED: &str = "سفارش با موفقیت ایجاد شد.";

/// The order of rules 4.
const WORKED: [(&str, i64); 3] = [("P011-2", 3), ("P016-2", 2), ("P032-2", 10)];

fn customer(house: &House, code: &str) -> String {
    house.first.customers.iter().find(|customer| customer.code == code).unwrap().customer_id.clone()
}

fn body(house: &House, lines: &[(&str, i64)]) -> Value {
    let options: Vec<Value> = lines
        .iter()
        .map(|(code, quantity)| json!({"typeId": house.first.type_id(code), "quantity": quantity}))
        .collect();
    json!({"customerId": customer(house, "C001"), "products": [{"options": options}], "sellerToz": "از در پشتی"})
}

async fn place(seller: &Visitor, key: &str, body: &Value) -> Answer {
    seller.post("/market/order-place-app2").header("idempotency-key", key).json(body).send().await
}

async fn quote(seller: &Visitor, body: &Value) -> Answer {
    seller.write("/market/order-quote-app2", body).await
}

async fn save(seller: &Visitor, order_id: &str) -> Answer {
    seller.post(&format!("/market/order-save-app2/{order_id}")).send().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_is_taken_from_the_guide_to_the_saved_order() {
    let house = House::build().await;
    let seller = house.seller().await;
    let guide = format!("/market/order-guide-app2/{}", customer(&house, "C001"));
    let customer = house.first.customers.iter().find(|customer| customer.code == "C001").unwrap();
    let shop =
        json!({"_id": customer.customer_id, "f2": customer.title, "f3": customer.mobile, "f8": customer.shop_name});
    assert_eq!(seller.read(&guide).await, json!({"customer": shop, "options": []}));

    let worked = body(&house, &WORKED);
    let quoted = quote(&seller, &worked).await.json();
    let totals = json!({
        "discount": 0, "discounts": [], "totalPurchase": 9_996_000, "totalPurchase2": 11_568_000, "tax": 899_640,
        "shippingCost": 350_000, "totalOrder": 11_245_640, "countKol": 15, "profit": 1_572_000, "percent": 13.5892,
    });
    assert_eq!(quoted, json!({"totals": totals, "short": {}, "missing": {"amount": 0, "packages": 0}}));

    let placed = place(&seller, "draft-1", &worked).await;
    assert_eq!(placed.status, 200, "{}", placed.text());
    let placed = placed.json();
    let id = placed["id"].as_str().unwrap();
    assert_eq!(
        placed,
        json!({
            "message": PLACED, "id": id, "Code": "1405-08-000001", "status": 0, "version": 1, "totals": totals, "short": {},
        })
    );
    // The reply was lost, the button pressed twice: the order is one.
    assert_eq!(place(&seller, "draft-1", &worked).await.json(), placed);
    let other = place(&seller, "draft-1", &body(&house, &[("P011-2", 1)])).await;
    assert_eq!(other.status, 422, "{}", other.text());
    let order = seller.read(&format!("/market/fetch-order-joz-app2/{id}")).await;
    assert_eq!((&order["toz"], &order["toz2"]), (&json!(""), &json!("از در پشتی")));
    assert_eq!(seller.read(&guide).await["options"], json!([]), "an open order is not bought yet");

    assert_eq!(save(&seller, id).await.status, 200);
    let options = seller.read(&guide).await["options"].clone();
    assert_eq!(options.as_array().unwrap().len(), 3);
    assert_eq!(
        options[0],
        json!({
            "typeId": house.first.type_id("P011-2"), "productId": house.first.product_id("P011-2"), "name": "اسپاگتی ۱٫۲",
            "type": "۷۰۰ گرم", "image": "/images/products/P011.svg", "package": "کارتن", "initialPrice": 1_260_000,
            "initialPrice2": 1_440_000, "mojoody": 61, "lastQuantity": 3, "lastOrderedS": "1405/08/30 - 15:30", "times": 1,
        })
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_ordered_is_said_where_it_is() {
    let house = House::build().await;
    let seller = house.seller().await;
    let good = body(&house, &[("P011-2", 1)]);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut body = good.clone();
        change(&mut body);
        body
    };
    let line = |typed: Value| with(&|body| body["products"][0]["options"][0]["quantity"] = typed.clone());
    let quantity = "تعداد باید عددی صحیح و حداقل ۱ باشد.";
    let lines_too_many = "سفارش حداکثر ۵۰۰ ردیف دارد.";
    let many = with(&|body| {
        let option = body["products"][0]["options"][0].clone();
        body["products"][0]["options"] = json!(vec![option; 501]);
    });
    let cases = [
        (line(json!(0)), 422, json!({"message": quantity})),
        (line(json!(99_999_999_999_i64)), 422, json!({"message": quantity})),
        (many, 413, json!({"message": lines_too_many})),
        (with(&|body| body["customerId"] = json!("x")), 404, json!({"message": NOT_FOUND})),
    ];
    for (bad, status, said) in &cases {
        for answer in [place(&seller, "bad", bad).await, quote(&seller, bad).await] {
            answer.assert_error(*status, said);
        }
    }
    let long = with(&|body| body["sellerToz"] = json!("x".repeat(301)));
    let answer = place(&seller, "bad", &long).await;
    assert_eq!((answer.status, answer.json()["sellerToz"].is_string()), (400, true), "{}", answer.text());
    let empty = with(&|body| body["products"] = json!([]));
    place(&seller, "bad", &empty).await.assert_message(422, "سفارش بدون محصول قابل ثبت نیست.");
    assert_eq!(quote(&seller, &empty).await.json()["totals"]["totalOrder"], 0);
    let keyless = seller.write("/market/order-place-app2", &good).await;
    assert_eq!(keyless.status, 400, "{}", keyless.text());

    // Fewer than there are is no error; the text says how many there are.
    let spaghetti = house.first.type_id("P011-2");
    let quoted = quote(&seller, &line(json!("۶۵"))).await.json();
    assert_eq!(quoted["short"][&spaghetti], "موجودی «اسپاگتی ۱٫۲ ۷۰۰ گرم» کافی نیست: ۶۴ عدد موجود است.");

    let limits = json!({"items": [
        {"_id": "حداقل مبلغ ارسال سفارش", "_Meghdar": 5_000_000}, {"_id": "حداقل خرید بسته", "_Meghdar": 4},
        {"_id": "هزینه ارسال", "_Meghdar": 350_000}, {"_id": "مالیات و ارزش افزوده", "_Meghdar": 9},
    ]});
    let set = seller.write("/seller/edit-HaddagalKharidErsalSefaresh-app2", &limits).await;
    assert_eq!(set.status, 200, "{}", set.text());
    assert_eq!(quote(&seller, &good).await.json()["missing"], json!({"amount": 3_740_000, "packages": 3}));
    place(&seller, "bad", &good).await.assert_message(
        422,
        "مبلغ سفارش از حداقل مبلغ ارسال کمتر است: ۳٬۷۴۰٬۰۰۰ تومان دیگر لازم است. \
         تعداد بسته‌های سفارش از حداقل خرید بسته کمتر است: ۳ بسته دیگر لازم است.",
    );

    let row = json!({"_id": spaghetti, "f3": 64, "f6": 105_000, "f7": 120_000, "f11": "", "f12": false});
    let (seller_id, product_id) = (house.first.seller_id.to_string(), house.first.product_id("P011-2"));
    let edit = json!({"_TypeRow": row, "_sellerId": seller_id, "_productId": product_id});
    let edited = seller.write("/market/edit-productType-app2", &edit).await;
    assert_eq!(edited.status, 200, "{}", edited.text());
    let idle = json!({ spaghetti: "این محصول قابل سفارش نیست." });
    place(&seller, "bad", &good).await.assert_error(422, &idle);
    quote(&seller, &good).await.assert_error(422, &idle);
    // None of them has used up the key.
    let placed = place(&seller, "bad", &body(&house, &WORKED[1..])).await;
    assert_eq!(placed.status, 200, "{}", placed.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_off_takes_no_order_and_saves_what_it_has() {
    let house = House::build().await;
    let seller = house.seller().await;
    let order = house.worked_order().await;
    let answer = seller.write("/user/activationToggle", &json!({"isActive": false})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let good = body(&house, &WORKED);
    for answer in [place(&seller, "key", &good).await, quote(&seller, &good).await] {
        answer.assert_message(409, "فروشگاه غیرفعال است.");
    }
    assert_eq!(save(&seller, &order.order_id).await.status, 200);
}

/// Twenty clients on ten sessions take orders for the same goods until nothing is left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_of_visitors_sells_exactly_what_there_is() {
    let house = Arc::new(House::build().await);
    let mut clients = JoinSet::new();
    for session in 0..10 {
        let seller = house.panel.log_in(FIRST_SELLER).await;
        for hand in 0..2 {
            let (house, seller) = (Arc::clone(&house), seller.clone());
            clients.spawn(async move {
                let mut sold = 0;
                for order in 0..3 {
                    // 60 orders of two for 64 and 52 in stock.
                    let lines = [("P011-2", 2), ("P016-2", 2)];
                    let key = format!("order-{session}-{hand}-{order}");
                    let placed = place(&seller, &key, &body(&house, &lines)).await;
                    assert_eq!(placed.status, 200, "{}", placed.text());
                    let saved = save(&seller, placed.json()["id"].as_str().unwrap()).await;
                    match saved.status {
                        200 => sold += 1,
                        409 => assert!(saved.text().contains("کافی نیست"), "{}", saved.text()),
                        status => panic!("{status}: {}", saved.text()),
                    }
                }
                sold
            });
        }
    }
    let sold: i64 = clients.join_all().await.into_iter().sum();
    assert_eq!(sold, 26, "52 in stock, two an order");
    let seller = house.seller().await;
    let stock = async |code| {
        let reply = seller.read(&format!("/market/getMojoody-app2/{}", house.first.type_id(code))).await;
        reply["product"][0]["mojoody"].as_i64().unwrap()
    };
    assert_eq!((stock("P011-2").await, stock("P016-2").await), (12, 0));
    let catalogue = house.servers.catalogue.as_ref().unwrap();
    let verify = catalogue::VerifyStockRequest { seller_id: house.first.seller_id.to_string() };
    let mut tool = CatalogueServiceClient::new(catalogue.as_tool(&["catalogue.*"], None));
    assert_eq!(tool.verify_stock(verify).await.unwrap().into_inner().differences, []);
}
