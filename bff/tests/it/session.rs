//! Logging in and out, the two cookies, the throttle, and requests that other sites made.

use chrono::TimeDelta;
use pishkhan_bff::{config::WebConfig, session::cache::SessionCache};
use pishkhan_chassis::clock::Clock as _;
use pishkhan_testkit::eventually;
use serde_json::json;

use crate::{
    house::{FIRST_SELLER, House, PASSWORD},
    http::{FORBIDDEN, NOT_FOUND, Pairs, Visitor},
};

const VALIDATE: &str = "/user/validate-token-app2";
const LOG_IN: &str = "/auth/login-app2";
const LOG_OUT: &str = "/auth/logout-app2";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_in_and_out() {
    let house = House::build().await;
    let stranger = house.stranger();
    let person = json!({"username": "arman", "firstName": "آرمان", "lastName": "نیک‌پی"});
    for phone in [FIRST_SELLER, "۰۹۱۲۰۰۰۰۰۰۱", "٠٩١٢٠٠٠٠٠٠١", " 09120000001 "] {
        let answer = stranger.write(LOG_IN, &json!({"cellphone": phone, "password": PASSWORD, "more": 1})).await;
        let expected = json!({"message": "ورود با موفقیت انجام شد.", "user": person, "roles": ["seller"]});
        answer.assert_error(200, &expected);
    }
    let planted = stranger.with_cookie("session=planted-by-somebody; token=planted-by-somebody");
    let answer = planted.write(LOG_IN, &json!({"cellphone": FIRST_SELLER, "password": PASSWORD})).await;
    let cookies = answer.cookies();
    assert_eq!(cookies.len(), 2);
    let attributes = |cookie: &str| cookie.split_once(';').unwrap().1.trim().to_owned();
    assert!(cookies[0].starts_with("session=") && cookies[1].starts_with("token="), "{cookies:?}");
    assert_eq!(attributes(cookies[0]), "HttpOnly; SameSite=Strict; Path=/; Max-Age=1209600");
    assert_eq!(attributes(cookies[1]), "SameSite=Strict; Path=/; Max-Age=1209600");
    assert!(!answer.text().contains("planted") && !cookies.concat().contains("planted"));
    let visitor = stranger.with_session(&answer);
    assert_eq!(visitor.session().bare_secret().len(), 43, "256 bits");
    assert_eq!(visitor.read(VALIDATE).await, json!({"user": person, "roles": ["seller"]}));
    let operator = house.operator().await.read(VALIDATE).await;
    assert_eq!((&operator["roles"], &operator["user"]["username"]), (&json!(["operator"]), &json!("operator")));

    let gone = json!({"message": "خروج با موفقیت انجام شد."});
    for visitor in [&visitor, &visitor, &stranger, &planted] {
        let answer = visitor.post(LOG_OUT).send().await;
        answer.assert_error(200, &gone);
        assert!(answer.cookies().iter().all(|cookie| cookie.contains("=;") && cookie.contains("Max-Age=0")));
        assert_eq!(answer.cookies().len(), 2);
    }
    visitor.get(VALIDATE).send().await.assert_session_ended();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_rule_of_the_log_in_form_has_its_answer() {
    let house = House::build().await;
    let stranger = house.stranger();
    let wrong = [
        (
            json!({}),
            json!({"cellphone": "لطفاً شماره تلفن همراه را وارد کنید.", "password": "لطفاً رمز عبور را وارد کنید."}),
        ),
        (json!({"cellphone": "0912", "password": PASSWORD}), json!({"cellphone": "تلفن همراه باید شامل ۱۱ عدد باشد."})),
        (
            json!({"cellphone": "0912000000a", "password": PASSWORD}),
            json!({"cellphone": "تلفن همراه باید شامل ۱۱ عدد باشد."}),
        ),
        (
            json!({"cellphone": "08120000001", "password": PASSWORD}),
            json!({"cellphone": "تلفن همراه باید با ۰۹ شروع شود."}),
        ),
        (
            json!({"cellphone": FIRST_SELLER, "password": "short"}),
            json!({"password": "رمز عبور باید حداقل ۱۰ کاراکتر باشد."}),
        ),
        (json!({"cellphone": 9, "password": PASSWORD}), json!({"cellphone": "مقدار این فیلد نامعتبر است."})),
    ];
    for (body, expected) in wrong {
        stranger.write(LOG_IN, &body).await.assert_error(400, &expected);
    }
    let refused = "شماره تلفن همراه یا رمز عبور نادرست است.";
    for (phone, password) in
        [(FIRST_SELLER, "not-the-password"), ("09129999999", PASSWORD), (FIRST_SELLER, "pishkhan-demo-۱")]
    {
        let answer = stranger.write(LOG_IN, &json!({"cellphone": phone, "password": password})).await;
        answer.assert_message(401, refused);
        assert!(answer.cookies().is_empty());
    }
    let english = stranger.post(LOG_IN).header("accept-language", "en-GB,en;q=0.9,fa;q=0.8");
    let english = english.json(&json!({"cellphone": FIRST_SELLER, "password": "not-the-password"})).send().await;
    english.assert_message(401, "The phone number or the password is wrong.");
    let english = stranger.post(LOG_IN).header("accept-language", "en");
    let english = english.json(&json!({"cellphone": FIRST_SELLER, "password": PASSWORD})).send().await;
    assert_eq!(english.json()["message"], "You are logged in.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sixth_try_has_to_wait_whoever_it_is_for() {
    let house = House::build().await;
    for phone in [FIRST_SELLER, "09129999999"] {
        let stranger = house.stranger();
        let attempt = json!({"cellphone": phone, "password": "not-the-password"});
        for _ in 0..5 {
            assert_eq!(stranger.write(LOG_IN, &attempt).await.status, 401);
        }
        // The right password does not help, and a forged address is not believed.
        let right = json!({"cellphone": phone, "password": PASSWORD});
        let answer = stranger.post(LOG_IN).header("x-forwarded-for", "198.51.100.7").json(&right).send().await;
        answer.assert_message(429, "تلاش‌های زیادی انجام شده است. ۱۵ دقیقه دیگر دوباره تلاش کنید.");
        assert_eq!(answer.header("retry-after"), "900");
        house.pass(TimeDelta::minutes(10));
        let answer = stranger.write(LOG_IN, &right).await;
        assert_eq!((answer.status, answer.header("retry-after")), (429, "300"));
        house.pass(TimeDelta::minutes(4));
        let english = stranger.post(LOG_IN).header("accept-language", "en").json(&right).send().await;
        english.assert_message(429, "Too many tries. Please try again in 1 minute.");
        house.pass(TimeDelta::minutes(1));
        let expected = if phone == FIRST_SELLER { 200 } else { 401 };
        assert_eq!(stranger.write(LOG_IN, &right).await.status, expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn panels_share_the_count_of_tries() {
    let house = House::build().await;
    let second = house.another_panel(WebConfig::default());
    for phone in [FIRST_SELLER, "09129999999"] {
        let attempt = json!({"cellphone": phone, "password": "not-the-password"});
        // Four who try ten times each, at both panels in turn and as fast as they can.
        let clients = (0..4).map(async |client| {
            let mut statuses = Vec::new();
            for number in 0..10 {
                let address = if (client + number) % 2 == 0 { house.panel.address } else { second.address };
                statuses.push(house.stranger().at(address).write(LOG_IN, &attempt).await.status);
            }
            statuses
        });
        let statuses = futures_util::future::join_all(clients).await.concat();
        let count = |status: u16| statuses.iter().filter(|found| **found == status).count();
        assert_eq!((count(401), count(429)), (5, 35), "{statuses:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_neighbours_cookies_log_nobody_out() {
    let house = House::build().await;
    let seller = house.seller().await;
    let (secret, handle) = (seller.session().secret, seller.session().handle);
    let many = (0..98).map(|number| format!("c{number}=\"v {number}\"; ")).collect::<Vec<_>>().concat();
    for cookie in [
        format!("theme=تیره; session={secret}; token={handle}"),
        format!("session={secret}; token={handle}; نام=مقدار"),
        format!("{many}session={secret}; token={handle}"),
        format!("open=\"; session={secret};token={handle}; =; x"),
    ] {
        seller.with_cookie(cookie).read(VALIDATE).await;
    }
    // Several headers, as HTTP/2 has them.
    let split = house.stranger().get(VALIDATE).header("cookie", &format!("session={secret}"));
    let split = split.header("cookie", "theme=تیره").header("cookie", &format!("token={handle}"));
    assert_eq!(split.send().await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_ends_by_itself() {
    let house = House::build().await;
    let idle = house.seller().await;
    idle.read(VALIDATE).await;
    house.pass(TimeDelta::hours(24) - TimeDelta::seconds(1));
    idle.read(VALIDATE).await;
    house.pass(TimeDelta::hours(24));
    idle.get(VALIDATE).send().await.assert_session_ended();

    let busy = house.seller().await;
    for _ in 0..14 {
        house.pass(TimeDelta::hours(23));
        busy.read(VALIDATE).await;
    }
    house.pass(TimeDelta::hours(14) - TimeDelta::seconds(1));
    busy.read(VALIDATE).await;
    house.pass(TimeDelta::seconds(1));
    busy.get(VALIDATE).send().await.assert_session_ended();

    let oldest = house.seller().await;
    for _ in 0..10 {
        house.pass(TimeDelta::seconds(1));
        house.seller().await.read(VALIDATE).await;
    }
    oldest.get(VALIDATE).send().await.assert_session_ended();
}

/// Waits until the panel answers for the visitor from its own memory.
async fn remembered(house: &House, visitor: &Visitor, sessions: &SessionCache) {
    let key = visitor.session().key();
    eventually("the session is remembered", async || {
        visitor.read(VALIDATE).await;
        sessions.get(&key, house.clock.now().timestamp()).map(drop)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_out_at_one_panel_is_heard_at_the_other_within_a_second() {
    let house = House::build().await;
    let second = house.another_panel(WebConfig::default());
    let (here, other_tab) = (house.seller().await, house.seller().await);
    let there = here.at(second.address);
    remembered(&house, &here, &house.panel.sessions).await;
    remembered(&house, &there, &second.sessions).await;
    remembered(&house, &other_tab.at(second.address), &second.sessions).await;
    assert_eq!(here.post(LOG_OUT).send().await.status, 200);
    let since = std::time::Instant::now();
    here.get(VALIDATE).send().await.assert_session_ended();
    eventually("the other panel refuses", async || {
        let answer = there.get(VALIDATE).send().await;
        (answer.status == 401).then(|| answer.assert_session_ended())
    })
    .await;
    assert!(since.elapsed().as_millis() < 1_000, "{:?}", since.elapsed());
    other_tab.at(second.address).read(VALIDATE).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secure_panel_has_secure_cookies_and_refuses_other_sites() {
    let house = House::build().await;
    let web = WebConfig {
        secure: true,
        external_origin: Some("https://panel.example".to_owned()),
        public_url: None,
        allowed_origins: vec!["https://friend.panel.example".to_owned()],
        cookie_domain: None,
        trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()],
    };
    let panel = house.another_panel(web);
    let seller = panel.log_in(FIRST_SELLER).await;
    seller.read(VALIDATE).await;
    let answer = seller.write(LOG_IN, &json!({"cellphone": FIRST_SELLER, "password": PASSWORD})).await;
    assert!(answer.cookies()[0].starts_with("__Host-session=") && answer.cookies()[0].contains("; Secure;"));
    assert!(answer.cookies()[1].contains("; Secure;"), "{:?}", answer.cookies());
    // Behind a trusted proxy the throttle counts the device, not the proxy.
    for (device, expected) in [("198.51.100.7", 429), ("203.0.113.9", 401)] {
        let attempt = json!({"cellphone": "09129999999", "password": "not-the-password"});
        if expected == 429 {
            for _ in 0..5 {
                assert_eq!(
                    panel.visitor().post(LOG_IN).header("x-forwarded-for", device).json(&attempt).send().await.status,
                    401
                );
            }
        }
        let answer = panel.visitor().post(LOG_IN).header("x-forwarded-for", device).json(&attempt).send().await;
        assert_eq!(answer.status, expected, "{device}");
    }

    let host = format!("http://{}", house.panel.address);
    let at_home = house.seller().await;
    let plain: &[(&Visitor, Pairs<'_>, bool)] = &[
        (&at_home, &[], true),
        (&at_home, &[("sec-fetch-site", "same-origin")], true),
        (&at_home, &[("sec-fetch-site", "none")], true),
        (&at_home, &[("sec-fetch-site", "same-site")], false),
        (&at_home, &[("sec-fetch-site", "cross-site")], false),
        (&at_home, &[("sec-fetch-site", "cross-site"), ("origin", &host)], false),
        (&at_home, &[("origin", &host)], true),
        (&at_home, &[("origin", "https://panel.example")], false),
        (&at_home, &[("origin", "null")], false),
        (&at_home, &[("origin", "")], false),
        (&seller, &[("origin", "https://panel.example")], true),
        (&seller, &[("origin", "http://panel.example")], false),
        (&seller, &[("origin", "https://friend.panel.example")], true),
        (&seller, &[("sec-fetch-site", "cross-site"), ("origin", "https://friend.panel.example")], false),
        (&seller, &[("sec-fetch-site", "same-site"), ("origin", "https://friend.panel.example")], true),
        (&seller, &[("origin", "https://friend.panel.example.evil.example")], false),
        (&seller, &[("origin", "https://panel.example"), ("origin", "https://evil.example")], false),
    ];
    for (visitor, headers, passes) in plain {
        let sent = |path: &str| headers.iter().fold(visitor.post(path), |call, (name, value)| call.header(name, value));
        let answer = sent("/market/order-save-app2/019a9e3a-0000-7000-8000-00000000dead").send().await;
        if *passes {
            answer.assert_message(404, NOT_FOUND);
        } else {
            answer.assert_message(403, FORBIDDEN);
            assert!(answer.cookies().is_empty(), "{headers:?}");
            sent(LOG_OUT).send().await.assert_message(403, FORBIDDEN);
            let log_in = sent(LOG_IN).json(&json!({"cellphone": FIRST_SELLER, "password": PASSWORD})).send().await;
            log_in.assert_message(403, FORBIDDEN);
        }
        let read = headers.iter().fold(visitor.get(VALIDATE), |call, (name, value)| call.header(name, value));
        assert_eq!(read.send().await.status, 200, "reading is no matter: {headers:?}");
    }
}
