//! Two live cookies that belong together are a session. Whatever else comes in their place is none, at every route.

use chrono::TimeDelta;
use pishkhan_bff::config::WebConfig;
use serde_json::json;

use super::{
    assert_none,
    examples::{self, Examples},
    rest, routes,
    scene::NONSENSE,
    table::{self, REST},
};
use crate::{
    house::{FIRST_SELLER, House, OPERATOR, PASSWORD, Panel, SECOND_SELLER},
    http::Visitor,
};

const VALIDATE: &str = "/user/validate-token-app2";

/// Sessions that have ended, each in its own way.
async fn ended(house: &House, panel: &Panel) -> Vec<(&'static str, Visitor)> {
    let idle = panel.log_in(FIRST_SELLER).await;
    house.pass(TimeDelta::hours(24));
    let used = panel.log_in(FIRST_SELLER).await;
    for _ in 0..14 {
        house.pass(TimeDelta::hours(23));
        used.read(VALIDATE).await;
    }
    house.pass(TimeDelta::hours(14));
    let pushed_out = panel.log_in(FIRST_SELLER).await;
    for _ in 0..10 {
        house.pass(TimeDelta::seconds(1));
        panel.log_in(FIRST_SELLER).await;
    }
    let logged_out = panel.log_in(FIRST_SELLER).await;
    assert_eq!(logged_out.post("/auth/logout-app2").send().await.status, 200);
    let ended_elsewhere = panel.log_in(SECOND_SELLER).await;
    let there = panel.log_in(SECOND_SELLER).await;
    assert_eq!(there.post("/user/sessions-end-others-app2").send().await.status, 200);
    vec![
        ("unused for a day", idle),
        ("two weeks old", used),
        ("pushed out", pushed_out),
        ("logged out", logged_out),
        ("ended from another", ended_elsewhere),
    ]
}

/// Cookies that are no session, and whose sessions these would be if they were.
async fn cookies(house: &House, panel: &Panel) -> (Vec<(String, String)>, [Visitor; 3]) {
    let ended = ended(house, panel).await;
    let before = panel.log_in(OPERATOR).await;
    let change = json!({"current": PASSWORD, "password": PASSWORD});
    let operator = before.with_session(&before.write("/user/password-app2", &change).await);
    let (own, other) = (panel.log_in(FIRST_SELLER).await, panel.log_in(SECOND_SELLER).await);
    let (mine, others, renewed, old) = (own.session(), other.session(), operator.session(), before.session());
    let (secret, handle, bare) = (&*mine.secret, &*mine.handle, mine.bare_secret());
    let other_case: String = handle
        .chars()
        .map(
            |letter| {
                if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
            },
        )
        .collect();
    let pair = |secret: &str, handle: &str| format!("session={secret}; token={handle}");
    let mut all: Vec<(String, String)> = [
        ("none", String::new()),
        ("the secret alone", format!("session={secret}")),
        ("the handle alone", format!("token={handle}")),
        ("both empty", pair("", "")),
        ("the secret empty", pair("", handle)),
        ("the handle empty", pair(secret, "")),
        ("swapped", pair(handle, secret)),
        ("another seller's handle", pair(secret, &others.handle)),
        ("another seller's secret", pair(&others.secret, handle)),
        ("an operator's handle", pair(secret, &renewed.handle)),
        ("an operator's secret", pair(&renewed.secret, handle)),
        ("the handle twice", format!("{}; token={handle}", pair(secret, handle))),
        ("the secret twice", format!("{}; session={secret}", pair(secret, handle))),
        ("a planted handle before", format!("token=planted; {}", pair(secret, handle))),
        ("a planted handle behind", format!("{}; token=planted", pair(secret, handle))),
        ("a planted secret before", format!("session=planted; {}", pair(secret, handle))),
        ("the secret cut", pair(&bare[1..], handle)),
        ("more than the secret", pair(&format!("{bare}a"), handle)),
        ("no seal behind the dot", pair(&format!("{bare}."), handle)),
        ("the handle cut", pair(secret, &handle[1..])),
        ("the handle in another case", pair(secret, &other_case)),
        ("quoted", pair(&format!("\"{secret}\""), handle)),
        ("encoded", pair(&secret.replace('.', "%2E"), handle)),
        ("under another name", format!("__Host-session={secret}; token={handle}")),
        ("too long", pair(&"a".repeat(4_000), handle)),
        ("made up", pair(&"A".repeat(43), &"B".repeat(22))),
        ("garbage", pair("a b", "%00")),
        ("those of before a new password", pair(&old.secret, &old.handle)),
        ("the secret of before with the new handle", pair(&old.secret, &renewed.handle)),
        ("the handle of before with the new secret", pair(&renewed.secret, &old.handle)),
    ]
    .map(|(name, cookie)| (name.to_owned(), cookie))
    .into();
    all.extend(ended.iter().map(|(how, visitor)| {
        let session = visitor.session();
        ((*how).to_owned(), pair(&session.secret, &session.handle))
    }));
    (all, [own, other, operator])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_but_two_live_cookies_that_belong_together_is_a_session() {
    let house = House::build().await;
    // Whoever comes with made-up cookies again and again is told to wait; each of these comes from a network of its own.
    let behind_a_proxy = WebConfig { trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()], ..WebConfig::default() };
    let panel = house.another_panel(behind_a_proxy);
    let (cookies, live) = cookies(&house, &panel).await;
    // One connection for all of them.
    let stranger = panel.visitor();
    let (rows, problems) = table::read(&REST, &routes());
    assert_none(&problems);
    let (rest_examples, mut problems, mut asked) = (Examples::rest(), Vec::new(), 0);
    for (call, _) in rows.iter().filter(|(_, row)| row["no session"].text() == "401") {
        let example = rest_examples.rest_call(call);
        // Who it is comes before what they bring.
        let texts = examples::names(&example).into_iter().map(|name| (name, NONSENSE[0].to_owned())).collect();
        let (method, path) = (example["method"].as_str().unwrap(), rest::address(&examples::fill(&example, &texts)));
        for (name, cookie) in &cookies {
            let visitor = stranger.with_cookie(cookie.as_str());
            let network = format!("10.{}.{}.1", asked / 256, asked % 256);
            let request = visitor.call(method.parse().unwrap(), &path).header("x-forwarded-for", &network);
            let answer = request.send_unchecked().await;
            if !answer.is_session_ended() {
                problems.push(format!("{call}, {name}: {} {:?}", answer.status, answer.cookies()));
            }
            asked += 1;
        }
    }
    assert_none(&problems);
    assert!(asked > 30 * 60, "{asked}");
    for visitor in live {
        visitor.read(VALIDATE).await;
    }
    let english = stranger.get(VALIDATE).header("accept-language", "en").send().await;
    english.assert_message(401, "Your session is not valid. Please log in again.");
}
