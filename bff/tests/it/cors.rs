//! A client on another origin of this site, and pages of origins that are none of ours.

use pishkhan_bff::config::WebConfig;
use reqwest::Method;
use serde_json::json;

use crate::{
    house::{FIRST_SELLER, House, PASSWORD, Panel},
    http::{Answer, FORBIDDEN},
};

const CLIENT: &str = "http://panel.test:8080";
const FOREIGN: [&str; 6] = [
    "http://evil.test",
    "http://evil.panel.test:8080",
    "http://panel.test",
    "https://panel.test:8080",
    "http://panel.test:8080.evil.test",
    "null",
];
const VALIDATE: &str = "/user/validate-token-app2";
const LOG_IN: &str = "/auth/login-app2";

fn api(house: &House) -> Panel {
    house.another_panel(WebConfig {
        external_origin: Some("http://api.panel.test:8080".to_owned()),
        allowed_origins: vec![CLIENT.to_owned()],
        cookie_domain: Some("panel.test".to_owned()),
        ..WebConfig::default()
    })
}

fn varies(answer: &Answer) -> bool {
    answer.headers.get_all("vary").iter().any(|value| value.as_bytes() == b"Origin")
}

#[track_caller]
fn assert_readable(answer: &Answer) {
    let told =
        |name: &str| answer.headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(told("access-control-allow-origin"), [CLIENT], "{answer:?}");
    assert_eq!(told("access-control-allow-credentials"), ["true"]);
    assert_eq!(told("access-control-expose-headers"), ["content-disposition, retry-after, x-request-id"]);
    assert!(varies(answer));
}

#[track_caller]
fn assert_unreadable(answer: &Answer) {
    assert!(answer.headers.keys().all(|name| !name.as_str().starts_with("access-control-")), "{answer:?}");
    assert!(varies(answer));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_of_the_same_site_reads_every_answer() {
    let house = House::build().await;
    let panel = api(&house);
    let stranger = panel.visitor();
    let from_client = [("origin", CLIENT), ("sec-fetch-site", "same-site")];
    let with = |call: crate::http::Call| from_client.iter().fold(call, |call, (name, value)| call.header(name, value));
    let body = json!({"cellphone": FIRST_SELLER, "password": PASSWORD});
    let answer = with(stranger.post(LOG_IN)).json(&body).send().await;
    assert_eq!(answer.status, 200);
    assert_readable(&answer);
    let cookies = answer.cookies();
    assert!(cookies[0].starts_with("session=") && cookies[0].contains("HttpOnly") && !cookies[0].contains("Domain"));
    assert!(cookies[1].starts_with("token=") && cookies[1].contains("Domain=panel.test"), "{cookies:?}");
    assert!(cookies[2].starts_with("token=;") && !cookies[2].contains("Domain"), "one of this host would come twice");

    let seller = stranger.with_session(&answer);
    for (path, status) in [
        (VALIDATE, 200),
        ("/user/customer-list-app2", 200),
        ("/report/dashboard-regions-nums-app2/1?format=csv", 200),
        ("/user/customer-list-app2?page=x", 400),
        ("/market/fetch-order-joz-app2/nonsense", 404),
        ("/nothing/of/ours", 404),
        ("/market/order-find-cp?code=1", 403),
        ("/healthz", 200),
    ] {
        let answer = with(seller.get(path)).send().await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert_readable(&answer);
    }
    let refused = with(stranger.get(VALIDATE)).send().await;
    assert_eq!(refused.status, 401);
    assert!(
        refused.cookies().iter().any(|cookie| cookie.starts_with("token=;") && cookie.contains("Domain=panel.test"))
    );
    assert_readable(&refused);
    let missing = with(seller.post("/market/order-save-app2/019a9e3a-0000-7000-8000-00000000dead")).send().await;
    assert_eq!(missing.status, 404);
    assert_readable(&missing);
    // Without an origin the answer is the same for everybody, and a shared cache keeps it apart all the same.
    assert_unreadable(&seller.get(VALIDATE).send().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_may_ask_before_it_calls_without_a_session() {
    let house = House::build().await;
    let panel = api(&house);
    let ask = async |origin: &str| {
        let call = panel.visitor().call(Method::OPTIONS, "/market/edit-productType-app2").header("origin", origin);
        let call = call.header("access-control-request-method", "POST");
        call.header("access-control-request-headers", "content-type,idempotency-key").send().await
    };
    let answer = ask(CLIENT).await;
    assert_eq!((answer.status, answer.bytes.len()), (204, 0));
    assert_readable(&answer);
    assert_eq!(answer.header("access-control-allow-methods"), "GET, HEAD, POST, DELETE");
    let headers = answer.header("access-control-allow-headers");
    assert!(headers.contains("content-type") && headers.contains("idempotency-key"), "{headers}");
    for origin in FOREIGN {
        let answer = ask(origin).await;
        assert!(answer.status >= 400, "{origin}");
        assert_unreadable(&answer);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_foreign_page_reads_and_changes_nothing() {
    let house = House::build().await;
    let panel = api(&house);
    let seller = panel.log_in(FIRST_SELLER).await;
    for origin in FOREIGN {
        for path in [VALIDATE, "/user/customer-list-app2", "/healthz"] {
            let answer = seller.get(path).header("origin", origin).send().await;
            assert_unreadable(&answer);
        }
        for site in ["cross-site", "same-site"] {
            let write = seller.post("/auth/logout-app2").header("origin", origin).header("sec-fetch-site", site);
            let answer = write.send().await;
            answer.assert_message(403, FORBIDDEN);
            assert_unreadable(&answer);
        }
    }
    // Another site's page is refused even when it claims an origin of ours; so are two origins at once.
    let claimed = seller.post("/auth/logout-app2").header("origin", CLIENT).header("sec-fetch-site", "cross-site");
    claimed.send().await.assert_message(403, FORBIDDEN);
    let twice = seller.get(VALIDATE).header("origin", CLIENT).header("origin", "http://evil.test");
    assert_unreadable(&twice.send().await);
    seller.read(VALIDATE).await;
    // A house without a list tells nobody anything of origins.
    let closed = house.seller().await.get(VALIDATE).header("origin", CLIENT).send().await;
    assert!(closed.headers.keys().all(|name| !name.as_str().starts_with("access-control-")) && !varies(&closed));
}
