//! The public side of an order: its QR code, its page, and the same as JSON.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use pishkhan_bff::{
    config::WebConfig,
    seal::{ORDER, Seal},
};
use serde_json::json;

use crate::{
    house::{House, SEAL_KEYS},
    http::{Answer, NOT_FOUND, UNAVAILABLE, Visitor},
};

/// What a camera reads off an SVG of runs of dark modules.
fn scan(uri: &str) -> String {
    const SCALE: usize = 4;
    let svg = BASE64_STANDARD.decode(uri.strip_prefix("data:image/svg+xml;base64,").unwrap()).unwrap();
    let svg = String::from_utf8(svg).unwrap();
    let side: usize = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let path = svg.rsplit(" d=\"").next().unwrap().split('"').next().unwrap();
    let mut dark = vec![false; side * side];
    for run in path.split('z').filter(|run| !run.is_empty()) {
        let (start, length) = run[1..].split_once('h').unwrap();
        let (x, y) = start.split_once(' ').unwrap();
        let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
        let length: usize = length.split('v').next().unwrap().parse().unwrap();
        dark[y * side + x..][..length].fill(true);
    }
    let seen = |x: usize, y: usize| if dark[y / SCALE * side + x / SCALE] { 0 } else { 255 };
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(side * SCALE, side * SCALE, seen);
    picture.detect_grids()[0].decode().unwrap().1
}

async fn page(visitor: &Visitor, path: &str) -> Answer {
    let answer = visitor.get(path).header("accept", "text/html,*/*").send().await;
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("x-robots-tag"), "noindex, nofollow");
    let policy = answer.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'none'; style-src 'sha256-"), "{policy}");
    assert!(answer.cookies().is_empty() && !answer.text().contains("<script"));
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_scans_the_paper_sees_the_order_and_nobody_in_it() {
    let house = House::build().await;
    let (seller, stranger, order) = (house.seller().await, house.stranger(), house.worked_order().await);
    let sheet = seller.read(&format!("/market/fetch-order-joz-faktor-app2/{}", order.order_id)).await;
    let address = scan(sheet["order"]["customerQR"].as_str().unwrap());
    let path = address.strip_prefix(&format!("http://{}", house.panel.address)).unwrap().to_owned();
    let verify = format!("/market/order-verify-app2/{}", path.strip_prefix("/v/").unwrap());
    assert!(!address.contains(&order.order_id) && !address.contains(&order.code));

    let mut known = stranger.read(&verify).await;
    assert!(known["createdAtS"].take().as_str().unwrap().starts_with("1405/08/30 - "));
    let expected = |status: u8, text: &str, revision: i64| {
        json!({
            "code": order.code, "revision": revision, "status": status, "statusText": text, "totalOrder": 11_245_640,
            "createdAtS": null,
        })
    };
    assert_eq!(known, expected(0, "سفارش باز", 0));
    let answer = page(&stranger, &path).await;
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("هنوز ثبت نهایی نشده"));

    assert_eq!(seller.post(&format!("/market/order-save-app2/{}", order.order_id)).send().await.status, 200);
    let text = page(&stranger, &path).await.text();
    for part in ["<h1>ثبت شده</h1>", "۱۴۰۵-۰۸-۰۰۰۰۰۱", "۱۱٬۲۴۵٬۶۴۰", "<dd>۱</dd>", "dir=\"rtl\""]
    {
        assert!(text.contains(part), "{part}");
    }
    let customer = house.first.customers.iter().find(|customer| customer.code == "C001").unwrap();
    let private = [
        &customer.title,
        &customer.mobile,
        &customer.landline,
        &customer.address,
        &customer.shop_name,
        &order.order_id,
        &house.first.seller_id.to_string(),
    ];
    for secret in private {
        assert!(!text.contains(secret.as_str()), "{secret}");
    }
    let english = stranger.get(&path).header("accept-language", "en").send().await.text();
    assert!(english.contains("<h1>Registered</h1>") && english.contains("11,245,640"));
    // Nobody's session changes what is seen, and a paper read at the next panel is the same paper.
    assert_eq!(page(&seller, &path).await.text(), text);
    let other =
        house.another_panel(WebConfig { public_url: Some("https://v.example".to_owned()), ..WebConfig::default() });
    assert_eq!(page(&other.visitor(), &path).await.text(), text);
    let sheet = seller.at(other.address).read(&format!("/market/fetch-order-joz-faktor-app2/{}", order.order_id)).await;
    assert_eq!(scan(sheet["order"]["customerQR"].as_str().unwrap()), format!("https://v.example{path}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_token_is_no_order() {
    let mut house = House::build().await;
    let (stranger, order) = (house.stranger(), house.worked_order().await);
    let id = order.order_id.parse().unwrap();
    let token = Seal::parse(SEAL_KEYS).unwrap().token(ORDER, id);
    let elsewhere = Seal::parse("AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=").unwrap().token(ORDER, id);
    let absent = Seal::parse(SEAL_KEYS).unwrap().token(ORDER, "019a9e3a-0000-7000-8000-00000000dead".parse().unwrap());
    let flipped = format!("{}{}", if token.starts_with('A') { "B" } else { "A" }, &token[1..]);
    for bad in [order.order_id.as_str(), &elsewhere, &absent, &flipped, &token[1..], "nonsense", "%DB%B1"] {
        let answer = page(&stranger, &format!("/v/{bad}")).await;
        assert_eq!(answer.status, 404, "{bad}");
        assert!(answer.text().contains("سفارشی با این نشانی یافت نشد"), "{bad}");
        stranger.get(&format!("/market/order-verify-app2/{bad}")).send().await.assert_message(404, NOT_FOUND);
    }
    assert_eq!(page(&stranger, &format!("/v/{token}")).await.status, 200);
    assert_ne!(stranger.post(&format!("/v/{token}")).send().await.status, 200);

    // Who guesses holds nobody back. Who has a paper may ask for it so often in a minute, and for another one too.
    for _ in 0..130 {
        assert_eq!(page(&stranger, "/v/nonsense").await.status, 404);
    }
    let mut refused = None;
    for _ in 0..121 {
        let answer = page(&stranger, &format!("/v/{token}")).await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.unwrap();
    assert!(refused.text().contains("دقیقه دیگر دوباره تلاش کنید"), "{}", refused.text());
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait));
    let json = stranger.get(&format!("/market/order-verify-app2/{token}")).send().await;
    assert_eq!((json.status, json.json().as_object().map(serde_json::Map::len)), (429, Some(1)));
    let other = house.worked_order().await;
    let other = Seal::parse(SEAL_KEYS).unwrap().token(ORDER, other.order_id.parse().unwrap());
    assert_eq!(page(&stranger, &format!("/v/{other}")).await.status, 200);
    house.pass(chrono::TimeDelta::seconds(61));
    assert_eq!(page(&stranger, &format!("/v/{token}")).await.status, 200);

    drop(house.servers.orders.take());
    let away = page(&stranger, &format!("/v/{token}")).await;
    assert_eq!((away.status, away.header("retry-after")), (503, "2"));
    assert!(away.text().contains(UNAVAILABLE));
    stranger.get(&format!("/market/order-verify-app2/{token}")).send().await.assert_message(503, UNAVAILABLE);
}
