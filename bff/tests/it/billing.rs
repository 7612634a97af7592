//! The seller's own business: customers as a whole, the store's switch, a subscription bought through the built-in
//! gateway, invoices.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::{
    house::House,
    http::{Answer, FORBIDDEN, NOT_FOUND, Visitor},
};

const SUBSCRIPTION: &str = "/market/subscription-app2";
const PURCHASE: &str = "/market/subscription-purchase-app2";
const TOGGLE: &str = "/user/activationToggle";
const RESET: &str = "/user/remove-seller-from-all";
const NEEDED: &str = "برای فعال سازی فروشگاه، اشتراک فعال لازم است.";

async fn purchase(visitor: &Visitor, key: &str) -> Value {
    let answer = visitor.post(PURCHASE).header("idempotency-key", key).json(&json!({"planId": "m3"})).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["payment"].clone()
}

async fn state(visitor: &Visitor, payment: &Value) -> Value {
    visitor.read(&format!("/market/payment-app2/{}", payment["id"].as_str().unwrap())).await
}

fn text<'a>(payment: &'a Value, field: &str) -> &'a str {
    payment[field].as_str().unwrap()
}

/// A page of the gateway.
async fn page(call: crate::http::Call) -> Answer {
    let answer = call.header("accept", "text/html").send().await;
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    assert_eq!((answer.header("cache-control"), answer.header("x-robots-tag")), ("no-store", "noindex, nofollow"));
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("script-src 'none'") && policy.contains("form-action 'self'"), "{policy}");
    assert!(answer.cookies().is_empty() && !answer.text().contains("<script"));
    answer
}

fn back(page: &Answer) -> String {
    let text = page.text();
    let link = text.split("<a class=\"main\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    link.replace("&amp;", "&")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_is_bought_through_the_gateway_once_and_ends_by_the_clock() {
    let house = House::build().await;
    let (special, normal, stranger) = (house.other_seller().await, house.seller().await, house.stranger());
    let before = special.read(SUBSCRIPTION).await;
    assert_eq!((before["subscription"].clone(), before["vatPercent"].clone()), (Value::Null, json!(10)));
    let shown: Vec<_> = before["plans"].as_array().unwrap().iter().map(|plan| (&plan["id"], &plan["price"])).collect();
    assert_eq!(
        json!(shown),
        json!([["m1", 1_000_000], ["m2", 2_000_000], ["m3", 3_000_000], ["m6", 6_000_000], ["m12", 12_000_000]])
    );
    normal.write(PURCHASE, &json!({"planId": "m3"})).await.assert_message(403, FORBIDDEN);
    special.write(PURCHASE, &json!({"planId": "m99"})).await.assert_message(404, NOT_FOUND);
    assert_eq!(special.write(PURCHASE, &json!({})).await.status, 400);

    let payment = purchase(&special, "one").await;
    assert_eq!((&payment["amount"], &payment["state"]), (&json!(3_300_000), &json!("pending")));
    assert_eq!(state(&special, &payment).await["bought"], Value::Null);
    assert_eq!(purchase(&special, "one").await, payment, "a lost reply");
    assert_eq!(purchase(&special, "two").await["id"], payment["id"], "a second click");
    let foreign = normal.get(&format!("/market/payment-app2/{}", text(&payment, "id"))).send().await;
    foreign.assert_message(404, NOT_FOUND);

    let gateway = text(&payment, "redirectUrl");
    let offered = page(stranger.get(gateway)).await;
    assert!(offered.status == 200 && offered.text().contains("۳٬۳۰۰٬۰۰۰"), "{}", offered.text());
    let cross = stranger.post(&format!("{gateway}/pay")).header("sec-fetch-site", "cross-site").send_unchecked().await;
    assert_eq!((cross.status, state(&special, &payment).await["state"].clone()), (403, json!("pending")));
    let paid = page(stranger.post(&format!("{gateway}/pay-twice"))).await;
    assert_eq!(paid.status, 200);
    for _ in 0..2 {
        let returned = stranger.get(&back(&paid)).send().await;
        let target = format!("/home?payment={}", text(&payment, "id"));
        assert_eq!((returned.status, returned.header("location")), (303, target.as_str()));
    }
    let known = state(&special, &payment).await;
    assert_eq!((&known["state"], &known["redirectUrl"]), (&json!("paid"), &Value::Null));
    assert_eq!((&known["bought"]["title"], &known["bought"]["isExtension"]), (&json!("اشتراک سه ماهه"), &json!(false)));
    let bought = special.read(SUBSCRIPTION).await["subscription"].clone();
    assert_eq!(
        (&bought["durationDays"], &bought["isActive"], &bought["total"]),
        (&json!(90), &json!(true), &json!(3_300_000))
    );

    // A second purchase goes on from the end of the first.
    let second = purchase(&special, "three").await;
    let lost = page(stranger.post(&format!("{}/pay-silently", text(&second, "redirectUrl")))).await;
    assert_eq!(back(&lost), "/home");
    assert_eq!(state(&special, &second).await["state"], "pending");
    let waiting = special.read(SUBSCRIPTION).await["awaitedPayment"].clone();
    assert_eq!((&waiting["id"], &waiting["redirectUrl"]), (&second["id"], &second["redirectUrl"]));
    assert_eq!(purchase(&special, "four").await["state"], "paid", "the gateway is asked before anything new begins");
    let reply = special.read(SUBSCRIPTION).await;
    let extended = &reply["subscription"];
    assert_eq!((&extended["durationDays"], &extended["startTimestamp"]), (&json!(180), &bought["startTimestamp"]));
    assert_eq!((&extended["title"], &reply["awaitedPayment"]), (&json!("اشتراک شش ماهه"), &Value::Null));
    // Its receipt begins at the old end.
    let receipt = &state(&special, &second).await["bought"];
    let (start, end) = (&bought["periods"][0]["endTimestamp"], &extended["periods"][1]["endTimestamp"]);
    assert_eq!((&receipt["startTimestamp"], &receipt["endTimestamp"]), (start, end));
    assert_eq!((&receipt["title"], &receipt["isExtension"]), (&json!("اشتراک سه ماهه"), &json!(true)));

    house.clock.advance(TimeDelta::days(180));
    let special = house.other_seller().await;
    assert_eq!(special.read(SUBSCRIPTION).await["subscription"]["isActive"], false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_cancelled_or_unknown_changes_nothing() {
    let house = House::build().await;
    let (special, stranger) = (house.other_seller().await, house.stranger());
    let payment = purchase(&special, "one").await;
    let gateway = text(&payment, "redirectUrl");
    let cancelled = page(stranger.post(&format!("{gateway}/cancel"))).await;
    let returned = stranger.get(&back(&cancelled)).send().await;
    assert_eq!(returned.status, 303);
    let known = state(&special, &payment).await;
    assert_eq!((&known["state"], &known["cancelled"]), (&json!("failed"), &json!(true)));
    assert_eq!(special.read(SUBSCRIPTION).await["subscription"], Value::Null);
    // Cancelled stays cancelled, and what a browser claims decides nothing.
    assert_eq!(page(stranger.post(&format!("{gateway}/pay"))).await.status, 200);
    assert_eq!(stranger.get(&back(&cancelled).replace("NOK", "OK")).send().await.status, 303);
    assert_eq!(state(&special, &payment).await["state"], "failed");

    for path in
        ["/pay/sandbox/A000", "/pay/return?Authority=A000&Status=OK", "/pay/return", "/pay/sandbox/%27%20OR%201=1"]
    {
        assert_eq!(page(stranger.get(path)).await.status, 404, "{path}");
    }
    assert_eq!(page(stranger.post(&format!("{gateway}/steal"))).await.status, 404);
    special.get("/market/payment-app2/nonsense").send().await.assert_message(404, NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_stranger_of_the_network_keeps_a_payer_from_coming_back() {
    let house = House::build().await;
    let (special, stranger) = (house.other_seller().await, house.stranger());
    let payment = purchase(&special, "one").await;
    let paid = page(stranger.post(&format!("{}/pay", text(&payment, "redirectUrl")))).await;
    let unsealed = back(&paid).split_once("seal=").map(|(path, rest)| format!("{path}{}", &rest[44..])).unwrap();
    assert!(unsealed.starts_with("/pay/return?Authority="), "{unsealed}");
    for number in 0..130 {
        stranger.get(&format!("/v/{number}")).header("accept", "text/html").send().await;
    }
    let tries = async |path: &str, times: usize| {
        let mut last = 0;
        for _ in 0..times {
            last = stranger.get(path).send().await.status;
        }
        last
    };
    assert_eq!(tries("/pay/return?Authority=A000&Status=OK", 130).await, 429);
    assert_eq!(tries(&unsealed, 1).await, 429);
    let other_seal = back(&paid).replace("seal=A", "seal=B").replace("seal=", "seal=A");
    assert_eq!(tries(&other_seal, 1).await, 429);

    let returned = stranger.get(&back(&paid)).send().await;
    let target = format!("/home?payment={}", text(&payment, "id"));
    assert_eq!((returned.status, returned.header("location")), (303, target.as_str()));
    assert_eq!(state(&special, &payment).await["state"], "paid");
    // The seal is no licence to ask without end.
    assert_eq!(tries(&back(&paid), 130).await, 429);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_switch_of_a_store_is_the_sellers_within_its_subscription() {
    let house = House::build().await;
    let (special, normal) = (house.other_seller().await, house.seller().await);
    let active = async |visitor: &Visitor| {
        visitor.read("/market/get-seller-type-app2").await["seller"][0]["isActive"].as_bool().unwrap()
    };
    for wanted in [false, true] {
        let answer = normal.post(TOGGLE).send().await;
        assert_eq!(answer.json()["isActive"], wanted);
        assert_eq!(
            (answer.json()["message"].as_str(), active(&normal).await),
            (Some("تغییر وضعیت فروشگاه با موفقیت انجام شد."), wanted)
        );
    }
    let off = json!({"isActive": false});
    for _ in 0..2 {
        assert_eq!(special.write(TOGGLE, &off).await.json()["isActive"], false, "what it is to be");
    }
    special.write(TOGGLE, &json!({"isActive": true})).await.assert_message(409, NEEDED);
    assert!(!active(&special).await);
    let payment = purchase(&special, "one").await;
    let paid = page(house.stranger().post(&format!("{}/pay", text(&payment, "redirectUrl")))).await;
    assert_eq!(house.stranger().get(&back(&paid)).send().await.status, 303);
    assert!(!active(&special).await, "what is bought switches nothing on by itself");
    assert_eq!(special.write(TOGGLE, &json!({"isActive": true})).await.json()["isActive"], true);
    assert!(active(&special).await);
    assert_eq!(special.write(TOGGLE, &json!({"isActive": "yes"})).await.status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_customers_leave_together_or_none() {
    let house = House::build().await;
    let special = house.other_seller().await;
    let payment = purchase(&special, "one").await;
    let paid = page(house.stranger().post(&format!("{}/pay", text(&payment, "redirectUrl")))).await;
    assert_eq!(house.stranger().get(&back(&paid)).send().await.status, 303);
    assert_eq!(special.write(TOGGLE, &json!({"isActive": true})).await.status, 200);
    let order = house.place(&house.second, "C001", &[("P011-2", 1)]).await;
    let reset = async || special.call(reqwest::Method::DELETE, RESET).send().await;
    reset().await.assert_message(409, "ابتدا سفارشهای باز را تعیین تکلیف کنید.");
    assert_eq!(special.read("/user/checkAddedSellers").await, json!({"result": true}));
    assert_eq!(special.read(SUBSCRIPTION).await["subscription"]["isActive"], true, "nothing was done");

    assert_eq!(special.post(&format!("/market/order-cancel-app2/{}", order.order_id)).send().await.status, 200);
    for _ in 0..2 {
        reset().await.assert_message(200, "بازنشانی مشتریان با موفقیت انجام شد.");
    }
    assert_eq!(special.read("/user/checkAddedSellers").await, json!({"result": false}));
    assert_eq!(special.read("/user/customer-list-app2").await["totals"]["all"], 0);
    assert_ne!(special.read(SUBSCRIPTION).await["subscription"]["isActive"], json!(true));
    let state = special.read("/market/get-seller-type-app2").await;
    assert_eq!(state["seller"][0]["isActive"], false, "its store needed the subscription");
    assert_eq!(
        special.read(&format!("/market/fetch-order-joz-app2/{}", order.order_id)).await["status"],
        2,
        "orders stay"
    );
    let others = house.seller().await;
    assert_eq!(others.read("/user/checkAddedSellers").await, json!({"result": true}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tiers_are_turned_on_by_version() {
    let house = House::build().await;
    let seller = house.seller().await;
    let path = "/seller/tiers-applied-app2";
    assert_eq!(seller.read(path).await, json!({"applied": false, "version": 1}));
    assert_eq!(
        seller.write(path, &json!({"applied": true, "version": 1})).await.json(),
        json!({"applied": true, "version": 2})
    );
    assert_eq!(seller.write(path, &json!({"applied": false, "version": 1})).await.status, 409);
    assert_eq!(seller.read(path).await, json!({"applied": true, "version": 2}));
    let tier = json!({"items": [{"_id": "", "_Onvan": "x", "_Az": 3, "_Ta": 9, "_DarsadTakhfif": "5.5"}]});
    assert_eq!(seller.write("/seller/edit-TakhfifatAzTaVahediSettings-app2", &tier).await.status, 200);
    let order = house.place(&house.first, "C001", &[("P011-2", 3)]).await;
    let goods = seller.read(&format!("/market/fetch-order-joz-app2/{}", order.order_id)).await["joz"].clone();
    // 5.5 % of 3,780,000.
    assert_eq!(goods["discount"], 207_900);
    assert_eq!(
        goods["discounts"],
        json!([{
            "scope": "line", "typeId": house.first.type_id("P011-2"),
            "title": "تخفیف واحدی: ۳ تا ۹ بسته از این محصول", "percent": 5.5, "amount": 207_900,
        }])
    );
    assert_eq!(goods["products"][0]["options"][0]["price"], 3_780_000, "a line's price stays what it is");
}
