//! What a request may bring, and what every answer carries.

use serde_json::{Value, json};

use crate::{
    house::{FIRST_SELLER, House},
    http::NOT_FOUND,
};

const MALFORMED: &str = "درخواست نادرست است.";
const TOO_LARGE: &str = "حجم درخواست بیش از حد مجاز است.";
const JSON: &str = "application/json";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_that_are_not_taken() {
    let house = House::build().await;
    let (seller, order) = (house.seller().await, house.worked_order().await);
    let update = format!("/market/order-update-app2/{}", order.order_id);
    let note = format!("/market/order-update-app2-toz/{}", order.order_id);
    for path in ["/auth/login-app2", update.as_str(), note.as_str()] {
        for content_type in
            ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx"]
        {
            let answer = seller.post(path).body(content_type, "{}").send().await;
            answer.assert_message(415, "نوع محتوا باید JSON باشد.");
        }
        assert_eq!(seller.post(path).send().await.status, 415, "no content type at all");
        for broken in ["", "{", "null", "[]", "{}x", "{\"a\":}", "\u{feff}{}", "{\"sellerToz\": \"\\ud800\"}"] {
            let answer = seller.post(path).body(JSON, broken).send().await;
            assert_eq!(answer.status, 400, "{path}: {broken}: {}", answer.text());
        }
        seller.post(path).body(JSON, "{").send().await.assert_message(400, MALFORMED);
        seller.post(path).body(JSON, b"{\"a\":\"\xff\"}".to_vec()).send().await.assert_message(400, MALFORMED);
        let nested = |levels: usize| format!("{{\"more\":{}{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1));
        seller.post(path).body(JSON, nested(33)).send().await.assert_message(400, MALFORMED);
        let large = format!("{{\"more\":\"{}\"}}", "x".repeat(256 * 1024));
        seller.post(path).body(JSON, large).send().await.assert_message(413, TOO_LARGE);
    }
    let deepest = format!("{{\"sellerToz\":\"a\",\"more\":{}{}}}", "[".repeat(31), "]".repeat(31));
    assert_eq!(seller.post(&note).body("application/json; charset=utf-8", deepest).send().await.status, 200);
    let mut largest = b"{\"sellerToz\":\"b\"}".to_vec();
    largest.resize(256 * 1024, b' ');
    assert_eq!(seller.post(&note).body(JSON, largest).send().await.status, 200);

    // Whoever has no session brings less.
    let mut wrong = json!({"cellphone": FIRST_SELLER, "password": "another-password"}).to_string().into_bytes();
    wrong.resize(16 * 1024, b' ');
    assert_eq!(house.stranger().post("/auth/login-app2").body(JSON, wrong.clone()).send().await.status, 401);
    wrong.push(b' ');
    house.stranger().post("/auth/login-app2").body(JSON, wrong).send().await.assert_message(413, TOO_LARGE);

    let line = json!({"typeId": house.first.type_id("P011-2"), "quantity": 1});
    let body = |count: usize| json!({"products": [{"options": vec![line.clone(); count]}]});
    let answer = seller.write(&update, &body(501)).await;
    answer.assert_message(413, "سفارش حداکثر ۵۰۰ ردیف دارد.");
    assert_ne!(seller.write(&update, &body(500)).await.status, 413);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_has_an_id_and_is_never_a_page_of_ours() {
    let house = House::build().await;
    let seller = house.seller().await;
    for sane in ["abcdefgh", "0196a-b_c.D", &"r".repeat(64)] {
        let answer = seller.get("/user/validate-token-app2").header("x-request-id", sane).send().await;
        assert_eq!(answer.header("x-request-id"), sane);
        let refused = house.stranger().get("/user/validate-token-app2").header("x-request-id", sane).send().await;
        assert_eq!((refused.status, refused.header("x-request-id")), (401, sane));
    }
    for insane in ["short", &"r".repeat(65), "spaces in it", "<script>alert(1)</script>"] {
        let answer = seller.get("/user/validate-token-app2").header("x-request-id", insane).send().await;
        assert_ne!(answer.header("x-request-id"), insane);
    }
    let elsewhere = house.stranger().get("/nothing/here").send().await;
    elsewhere.assert_message(404, NOT_FOUND);
    seller.post("/nothing/here").send().await.assert_message(404, NOT_FOUND);
    let wrong_method = seller.post("/user/validate-token-app2").send().await;
    assert_eq!((wrong_method.status, wrong_method.header("allow")), (405, "GET, HEAD"));
    let read_for_write = seller.get("/auth/logout-app2").send().await;
    assert_eq!(read_for_write.status, 405, "a read never ends a session");
    assert_eq!(seller.get("/user/validate-token-app2").send().await.status, 200);
    let odd_query = seller.get("/user/customer-list-app2?page=%FF").send().await;
    assert_eq!(odd_query.status, 400, "{}", odd_query.text());

    let document = house.stranger().read("/openapi.json").await;
    assert_eq!(document, serde_json::from_str::<Value>(include_str!("../../openapi.json")).unwrap());
    let docs = house.stranger().get("/docs/").send().await;
    assert!(docs.status == 200 && docs.text().contains("swagger"), "{}", docs.status);
}
