//! Pictures of the catalogue, over HTTP.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    house::House,
    http::{Answer, NOT_FOUND, UNAVAILABLE, Visitor},
    picture::{png, upload},
};

const UPLOADED: &str = "تصویر با موفقیت ثبت شد.";
const REMOVED: &str = "تصویر حذف شد.";
const UNREADABLE: &str = "تصویر خوانده نشد. فایل JPEG، PNG یا WebP سالم بفرستید.";
const OTHER_TYPE: &str = "نوع فایل باید JPEG، PNG یا WebP باشد.";
const TOO_LARGE: &str = "حجم تصویر باید حداکثر ۵ مگابایت باشد.";
const KEY_REUSED: &str = "این کلید برای درخواست دیگری به کار رفته است.";
const RED: [u8; 3] = [200, 30, 30];
const BLUE: [u8; 3] = [30, 30, 200];

async fn put(seller: &Visitor, owner: &str, file: Vec<u8>) -> Answer {
    seller.post(&format!("/market/{owner}")).body("image/png", file).send().await
}

async fn remove(seller: &Visitor, owner: &str) -> Value {
    let answer = seller.call(Method::DELETE, &format!("/market/{owner}")).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The address of another size. The id may have the same digits.
fn sized(address: &str, width: &str) -> String {
    address.replace("/960.jpg", &format!("/{width}.jpg"))
}

fn src(reply: &Value) -> &str {
    reply["imgs"][0]["src"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_is_put_shown_replaced_and_taken_away() {
    let house = House::build().await;
    let (seller, stranger) = (house.seller().await, house.stranger());
    let product = format!("product-image-app2/{}", house.first.product_id("P011-2"));
    let product_type = format!("product-type-image-app2/{}", house.first.type_id("P011-2"));
    let bind = format!("/market/product-bind-app2/{}", house.first.product_id("P011-2"));
    let answer = put(&seller, &product, png(1_200, 600, RED)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let red = answer.json();
    assert_eq!((red["message"].as_str(), red["imgs"].as_array().map(Vec::len)), (Some(UPLOADED), Some(1)));
    assert!(src(&red).starts_with("/media/") && src(&red).ends_with("/960.jpg"));
    let shown = seller.read(&bind).await;
    assert_eq!((&shown["product"][0]["imgs"], &shown["product"][1]["imgs"]), (&red["imgs"], &red["imgs"]));
    assert_eq!(shown["product"][1]["productType"]["imgs"], json!([]), "it shows its product's");

    // Anybody who knows its address sees it, in three sizes.
    for width in ["96", "320", "960"] {
        let answer = stranger.get(&sized(src(&red), width)).send().await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/jpeg"));
        assert!(answer.bytes.starts_with(&[0xff, 0xd8, 0xff]), "a JPEG");
        let (etag, again) = (answer.header("etag").to_owned(), sized(src(&red), width));
        assert!(etag.starts_with('"') && etag.ends_with('"') && answer.cookies().is_empty());
        for tags in [etag.clone(), format!("\"x\", W/{etag}"), "*".to_owned()] {
            let known = stranger.get(&again).header("if-none-match", &tags).send().await;
            assert_eq!((known.status, known.header("etag")), (304, etag.as_str()), "{tags}");
        }
        let other = stranger.get(&again).header("if-none-match", "\"x\"").send().await;
        assert_eq!((other.status, other.bytes), (200, answer.bytes));
    }

    let blue = put(&seller, &product_type, png(300, 300, BLUE)).await.json();
    assert_ne!(src(&blue), src(&red));
    let shown = seller.read(&bind).await;
    assert_eq!(shown["product"][1]["productType"]["imgs"], blue["imgs"]);
    assert_eq!(shown["product"][0]["productType"]["imgs"], json!([]), "the other type still shows its product's");
    let detail = format!("/market/product-type-detail/{}", house.first.type_id("P011-2"));
    assert_eq!(seller.read(&detail).await["data"]["imgs"], blue["imgs"]);
    let green = put(&seller, &product_type, png(300, 300, [30, 200, 30])).await.json();
    assert_eq!(seller.read(&detail).await["data"]["imgs"], green["imgs"], "the new one takes the place of the old");

    assert_eq!(remove(&seller, &product_type).await, json!({"message": REMOVED, "imgs": red["imgs"]}));
    assert_eq!(seller.read(&detail).await["data"]["imgs"], red["imgs"]);
    assert_eq!(remove(&seller, &product).await, json!({"message": REMOVED, "imgs": []}));
    assert_eq!(remove(&seller, &product).await, json!({"message": REMOVED, "imgs": []}), "there is nothing left");
    assert_eq!(seller.read(&bind).await["product"][0]["imgs"], json!([]));
    let english = seller.post(&format!("/market/{product}")).header("accept-language", "en");
    let english = english.body("image/png", png(9, 9, RED)).send().await;
    assert_eq!(english.json()["message"], "The picture is saved.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_upload_happens_once() {
    let house = House::build().await;
    let seller = house.seller().await;
    let product = format!("/market/product-image-app2/{}", house.first.product_id("P011-2"));
    let send = async |key: &str, colour| {
        seller.post(&product).header("idempotency-key", key).body("image/png", png(20, 20, colour)).send().await
    };
    let first = send("picture-1", RED).await;
    assert_eq!(first.status, 200, "{}", first.text());
    let second = send("picture-2", BLUE).await;
    assert_eq!(send("picture-1", RED).await.json(), first.json());
    let shown = seller.read(&format!("/market/product-bind-app2/{}", house.first.product_id("P011-2"))).await;
    assert_eq!(shown["product"][0]["imgs"], second.json()["imgs"], "the late duplicate changes nothing");
    send("picture-1", BLUE).await.assert_message(422, KEY_REUSED);
    let bad = seller.post(&product).header("idempotency-key", "a b").body("image/png", png(2, 2, RED)).send().await;
    bad.assert_message(400, "کلید تکرار درخواست نامعتبر است.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_are_no_pictures_are_refused() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let (before, theirs) =
        (seller.read("/market/products-bind-app2").await, other.read("/market/products-bind-app2").await);
    let good = png(20, 20, RED);
    let owners = [
        format!("product-image-app2/{}", house.first.product_id("P011-2")),
        format!("product-type-image-app2/{}", house.first.type_id("P011-2")),
    ];
    // 6000 × 4001 pixels, as the head tells.
    let mut huge = png(1, 1, RED);
    let head = [&b"IHDR"[..], &6_000_u32.to_be_bytes(), &4_001_u32.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&head);
    huge.splice(12..33, head.into_iter().chain(sum.sum().to_be_bytes()));
    let large = 5 * 1024 * 1024;
    for owner in &owners {
        let path = format!("/market/{owner}");
        for content_type in
            ["image/gif", "image/svg+xml", "application/octet-stream", "multipart/form-data", "image/*", "text/html"]
        {
            let answer = seller.post(&path).body(content_type, good.clone()).send().await;
            answer.assert_message(415, OTHER_TYPE);
        }
        seller.post(&path).send().await.assert_message(415, OTHER_TYPE);
        put(&seller, owner, vec![0; large + 1]).await.assert_message(413, TOO_LARGE);
        let unreadable = [
            Vec::new(),
            b"<svg/>".to_vec(),
            b"GIF89a".to_vec(),
            good[..good.len() / 2].to_vec(),
            huge.clone(),
            vec![0; large],
        ];
        for file in unreadable {
            put(&seller, owner, file).await.assert_message(422, UNREADABLE);
        }
    }

    let absent = "019a9e3a-0000-7000-8000-00000000dead";
    let (product, product_type) = (house.second.product_id("P011-2"), house.second.type_id("P011-2"));
    // A type is no product, and the other way round.
    let products = [product, house.first.type_id("P011-2"), absent, "nonsense", "%27"];
    let types = [product_type, house.first.product_id("P011-2"), absent, "nonsense", "%27"];
    for (call, ids) in [("product-image-app2", products), ("product-type-image-app2", types)] {
        for id in ids {
            put(&seller, &format!("{call}/{id}"), good.clone()).await.assert_message(404, NOT_FOUND);
            seller.call(Method::DELETE, &format!("/market/{call}/{id}")).send().await.assert_message(404, NOT_FOUND);
        }
    }
    assert_eq!(seller.read("/market/products-bind-app2").await, before);
    assert_eq!(other.read("/market/products-bind-app2").await, theirs);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_shows_nothing_is_404_and_nobody_tries_for_long() {
    let mut house = House::build().await;
    let (seller, stranger) = (house.seller().await, house.stranger());
    let address = upload(&seller, &format!("product-image-app2/{}", house.first.product_id("P011-2"))).await;
    let id = address.split('/').nth(2).unwrap();
    assert_eq!(stranger.get(&address).send().await.status, 200);
    let wrong = [
        format!("/media/{id}/97.jpg"),
        format!("/media/{id}/0960.jpg"),
        format!("/media/{id}/۹۶.jpg"),
        format!("/media/{id}/960.png"),
        format!("/media/{id}/960"),
        format!("/media/{}/960.jpg", id.to_uppercase()),
        format!("/media/{}/960.jpg", "0".repeat(32)),
        format!("/media/{}/960.jpg", house.first.product_id("P011-2")),
        "/media/nonsense/960.jpg".to_owned(),
        "/media/..%2f..%2fetc/960.jpg".to_owned(),
        "/media/%27/960.jpg".to_owned(),
        format!("/media/{}/960.jpg", "a".repeat(500)),
        "/media/".to_owned(),
    ];
    for path in &wrong {
        stranger.get(path).send().await.assert_message(404, NOT_FOUND);
    }
    assert_ne!(stranger.post(&address).send().await.status, 200);

    // Who looks for pictures that are not there is held back; who looks at pictures is not.
    let guess = |number: i32| format!("/media/{number:032x}/960.jpg");
    let mut refused = None;
    for number in 0..130 {
        assert_eq!(stranger.get(&address).send().await.status, 200);
        let answer = stranger.get(&guess(number)).send().await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
        answer.assert_message(404, NOT_FOUND);
    }
    let refused = refused.unwrap();
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait) && refused.text().contains("دقیقه دیگر دوباره تلاش کنید"), "{}", refused.text());
    assert_eq!(stranger.get(&address).send().await.status, 200, "what is remembered is still shown");
    house.pass(chrono::TimeDelta::seconds(61));
    stranger.get(&guess(0)).send().await.assert_message(404, NOT_FOUND);

    drop(house.servers.catalogue.take());
    assert_eq!(stranger.get(&address).send().await.status, 200, "what is remembered is still shown");
    let away = stranger.get(&sized(&address, "96")).send().await;
    away.assert_message(503, UNAVAILABLE);
    assert_eq!((away.header("retry-after"), away.header("cache-control")), ("2", "no-store"));
    house.pass(chrono::TimeDelta::minutes(11));
    stranger.get(&address).send().await.assert_message(503, UNAVAILABLE);
}
