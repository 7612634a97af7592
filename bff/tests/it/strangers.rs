//! What cookies that are no session cost, and whom they don't hold back.

use chrono::TimeDelta;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use pishkhan_bff::config::WebConfig;

use crate::{
    house::House,
    http::{Answer, Visitor},
};

const VALIDATE: &str = "/user/validate-token-app2";
const LOG_OUT: &str = "/auth/logout-app2";

/// Counts from here on what all servers of this process answer.
pub fn count_calls() -> PrometheusHandle {
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder).unwrap();
    handle
}

/// How often a method was answered, whatever its answer.
pub fn calls(metrics: &PrometheusHandle, method: &str) -> u64 {
    let line = format!("rpc_server_duration_seconds_count{{method=\"pishkhan.{method}\"");
    let text = metrics.render();
    let counts = text.lines().filter(|text| text.starts_with(&line)).map(|text| text.rsplit(' ').next().unwrap());
    counts.map(|count| count.parse::<u64>().unwrap()).sum()
}

/// Somebody with made-up cookies of the right form; every second one has made up a seal too.
fn forger(visitor: &Visitor, number: usize) -> Visitor {
    let seal = if number.is_multiple_of(2) { "" } else { ".AAAAAAAAAAAAAAAAAAAAAA" };
    visitor.with_cookie(format!("session={number:A<43}{seal}; token={number:A<22}"))
}

fn assert_held_back_for(answer: &Answer, seconds: &str) {
    assert_eq!((answer.status, answer.header("retry-after")), (429, seconds), "{}", answer.text());
    assert!(answer.cookies().is_empty(), "nobody is logged out");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn made_up_cookies_cost_little_and_hold_nobody_back() {
    let metrics = count_calls();
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    seller.read(VALIDATE).await;
    let stranger = house.stranger();
    let before = calls(&metrics, "auth.v1.AuthService/ValidateSession");

    let mut held_back = 0;
    for number in 0..300 {
        let forger = forger(&stranger, number);
        let answer = match number % 3 {
            0 => forger.post(LOG_OUT).send().await,
            1 => forger.post("/market/order-save-app2/nonsense").send().await,
            _ => forger.get(VALIDATE).send().await,
        };
        match answer.status {
            200 | 401 => assert_eq!(answer.cookies().len(), 2),
            _ => {
                assert_held_back_for(&answer, "60");
                held_back += 1;
            }
        }
    }
    assert_eq!((held_back, calls(&metrics, "auth.v1.AuthService/ValidateSession") - before), (240, 60));
    // What was found to be none is answered from memory, also beyond the budget.
    for _ in 0..20 {
        forger(&stranger, 7).get(VALIDATE).send().await.assert_session_ended();
        assert_eq!(forger(&stranger, 9).post(LOG_OUT).send().await.status, 200);
    }
    assert_eq!(
        (
            calls(&metrics, "auth.v1.AuthService/ValidateSession") - before,
            calls(&metrics, "auth.v1.AuthService/LogOut")
        ),
        (60, 0)
    );

    // Behind the same address: who is logged in goes on, one who has not been here for a while too, and one logs in.
    seller.read(VALIDATE).await;
    other.read(VALIDATE).await;
    let fresh = house.seller().await;
    fresh.read(VALIDATE).await;
    assert_eq!(fresh.post(LOG_OUT).send().await.status, 200);
    fresh.get(VALIDATE).send().await.assert_session_ended();
    assert_eq!(calls(&metrics, "auth.v1.AuthService/LogOut"), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_is_known_by_its_seal_where_it_was_never_seen() {
    let house = House::build().await;
    let (seller, second) = (house.seller().await, house.another_panel(WebConfig::default()));
    let flood = async |from: usize| {
        for number in from..from + 100 {
            forger(&second.visitor(), number).get(VALIDATE).send().await;
        }
    };
    flood(0).await;
    seller.at(second.address).read(VALIDATE).await;

    // One from before there were seals shares what its network may waste.
    let session = seller.session();
    let cookies = format!("session={}; token={}", session.bare_secret(), session.handle);
    let unsealed = second.visitor().with_cookie(cookies);
    house.pass(TimeDelta::seconds(6));
    assert_held_back_for(&unsealed.get(VALIDATE).send().await, "54");
    seller.at(second.address).read(VALIDATE).await;
    house.pass(TimeDelta::seconds(54));
    unsealed.read(VALIDATE).await;
}
