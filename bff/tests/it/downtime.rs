//! A service behind is away: 503 where it is needed, the rest works, and nobody is logged out.

use std::time::Duration;

use pishkhan_bff::config::ServiceUrls;
use pishkhan_testkit::eventually;
use serde_json::{Value, json};
use tokio::{
    io::{self, AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep_until},
};

use crate::{
    house::{FIRST_SELLER, House, PASSWORD},
    http::{Answer, UNAVAILABLE, Visitor},
    order_stock::could_have,
};

#[track_caller]
fn assert_away(answer: &Answer) {
    answer.assert_message(503, UNAVAILABLE);
    assert_eq!(answer.header("retry-after"), "2");
    assert!(answer.cookies().is_empty(), "nobody is logged out: {:?}", answer.cookies());
}

async fn assert_health(house: &House, down: &[&str]) {
    let line = |name: &&str| format!("{name} {}\n", if down.contains(name) { "down" } else { "up" });
    let told: String = ["auth", "catalogue", "orders", "reports", "settings"].iter().map(line).collect();
    let health = &house.panel.edge.health;
    eventually("the health check sees it", async || {
        (health.is_well() == down.is_empty() && health.tell() == told).then_some(())
    })
    .await;
    // A balancer leaves the panel where it is: the rest works.
    let answer = house.stranger().get("/healthz").send().await;
    assert_eq!((answer.status, answer.json()), (200, json!({"status": "ok"})));
}

/// What needs a service, and what does not.
async fn assert_screens(seller: &Visitor, away: &[String], there: &[String]) {
    for path in away {
        assert_away(&seller.get(path).send().await);
        let english = seller.get(path).header("accept-language", "en").send().await;
        english.assert_message(503, "The service is temporarily unavailable. Please try again shortly.");
    }
    for path in there {
        seller.read(path).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_service_may_be_away() {
    let mut house = House::build().await;
    let (seller, order) = (house.seller().await, house.worked_order().await);
    let fetch = format!("/market/fetch-order-joz-app2/{}", order.order_id);
    let list = format!("/market/fetch-order-list-app2/{}", house.first.customer_id("C001"));
    let stock = format!("/market/getMojoody-app2/{}", house.first.type_id("P011-2"));
    let products = "/report/dashboard-basket-product-type-nums-app2/1".to_owned();
    let dashboard = "/report/dashboard-nums-app2".to_owned();
    let profile = "/market/get-seller-type-app2".to_owned();
    let customers = "/user/customer-list-app2".to_owned();
    assert_health(&house, &[]).await;

    drop(house.servers.reports.take());
    assert_health(&house, &["reports"]).await;
    let csv = format!("{products}?format=csv");
    let there = [fetch.clone(), list.clone(), stock.clone(), profile.clone(), customers.clone()];
    assert_screens(&seller, &[products, csv, dashboard], &there).await;

    drop(house.servers.catalogue.take());
    assert_health(&house, &["catalogue", "reports"]).await;
    let there = [fetch.clone(), list.clone(), profile.clone(), customers.clone()];
    assert_screens(&seller, &[stock, "/user/seller-bind-app2".to_owned()], &there).await;
    let added = json!({"products": [{"options": [{"typeId": house.first.type_id("P011-1"), "quantity": 1}]}]});
    assert_away(&seller.write(&format!("/market/order-update-app2/{}", order.order_id), &added).await);
    let unchanged = seller.read(&fetch).await;
    assert_eq!((&unchanged["version"], &unchanged["status"]), (&json!(1), &json!(0)));
    assert_eq!(could_have(&unchanged), [Value::Null, Value::Null, Value::Null]);

    drop(house.servers.settings.take());
    assert_health(&house, &["catalogue", "reports", "settings"]).await;
    assert_screens(&seller, &[profile], &[fetch.clone(), customers.clone()]).await;

    drop(house.servers.orders.take());
    assert_health(&house, &["catalogue", "orders", "reports", "settings"]).await;
    assert_screens(&seller, &[fetch.clone(), list, customers], &["/user/validate-token-app2".to_owned()]).await;
    for call in ["order-save-app2", "order-cancel-app2"] {
        assert_away(&seller.post(&format!("/market/{call}/{}", order.order_id)).send().await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_auth_nobody_is_logged_out() {
    let mut house = House::build().await;
    let (seller, stranger) = (house.seller().await, house.stranger());
    drop(house.servers.auth.take());
    assert_health(&house, &["auth"]).await;
    eventually("the memory is given up", async || {
        let answer = seller.get("/user/validate-token-app2").send().await;
        assert!(matches!(answer.status, 200 | 503), "{}", answer.text());
        (answer.status == 503).then(|| assert_away(&answer))
    })
    .await;
    assert_away(&seller.post("/auth/logout-app2").send().await);
    assert_away(&seller.post("/market/order-save-app2/nonsense").send().await);
    assert_away(&stranger.write("/auth/login-app2", &json!({"cellphone": FIRST_SELLER, "password": PASSWORD})).await);
    // Whoever has no cookies needs no service to be told so.
    stranger.get("/user/validate-token-app2").send().await.assert_session_ended();
    assert_eq!(stranger.post("/auth/logout-app2").send().await.status, 200);
}

/// Hands bytes on to `target`, those of the answers only after `delay`.
async fn put_off(target: &str, delay: Duration) -> (String, JoinSet<()>) {
    let target = target.trim_start_matches("http://").to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (url, mut serving) = (format!("http://{}", listener.local_addr().unwrap()), JoinSet::new());
    serving.spawn(async move {
        let mut connections = JoinSet::new();
        while let Ok((asking, _)) = listener.accept().await {
            let (mut from, mut back) = asking.into_split();
            let (mut answers, mut to) = TcpStream::connect(&target).await.unwrap().into_split();
            connections.spawn(async move { drop(io::copy(&mut from, &mut to).await) });
            let (read, mut later) = mpsc::unbounded_channel();
            connections.spawn(async move {
                let mut part = vec![0; 16 * 1024];
                while let Ok(count @ 1..) = answers.read(&mut part).await {
                    drop(read.send((Instant::now() + delay, part[..count].to_vec())));
                }
            });
            connections.spawn(async move {
                while let Some((due, bytes)) = later.recv().await {
                    sleep_until(due).await;
                    drop(back.write_all(&bytes).await);
                }
            });
        }
    });
    (url, serving)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_a_service_that_does_not_answer() {
    let house = House::build().await;
    let seller = house.seller().await;
    let profile = "/market/get-seller-type-app2";
    let (silent, _silence) = put_off(&house.urls.settings, Duration::from_hours(1)).await;
    let panel = house.panel_in_front_of(&ServiceUrls { settings: silent, ..house.urls.clone() });
    let began = Instant::now();
    assert_away(&seller.at(panel.address).get(profile).send().await);
    let waited = began.elapsed().as_secs_f64();
    assert!((3.0..5.0).contains(&waited), "{waited}");
    // An order waits less for its stock, and is read without it.
    let order = house.worked_order().await;
    let (silent, _silent_too) = put_off(&house.urls.catalogue, Duration::from_hours(1)).await;
    let panel = house.panel_in_front_of(&ServiceUrls { catalogue: silent, ..house.urls.clone() });
    let began = Instant::now();
    let read = seller.at(panel.address).read(&format!("/market/fetch-order-joz-app2/{}", order.order_id)).await;
    let waited = began.elapsed().as_secs_f64();
    assert!((1.0..2.5).contains(&waited), "{waited}");
    assert_eq!(could_have(&read), [Value::Null, Value::Null, Value::Null]);
    // Each of two is within its time, and both together are not.
    let delay = Duration::from_millis(2_700);
    let ((auth, _slow), (settings, _too)) =
        tokio::join!(put_off(&house.urls.auth, delay), put_off(&house.urls.settings, delay));
    let panel = house.panel_in_front_of(&ServiceUrls { auth, settings, ..house.urls.clone() });
    let began = Instant::now();
    assert_away(&seller.at(panel.address).get(profile).send().await);
    let waited = began.elapsed().as_secs_f64();
    assert!((4.5..7.0).contains(&waited), "{waited}");
}
