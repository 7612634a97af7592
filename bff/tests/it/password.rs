//! A new password for somebody who has forgotten the old one, or has been given a link.

use chrono::TimeDelta;
use pishkhan_proto::auth::v1::{CreatePasswordLinkRequest, auth_service_client::AuthServiceClient};
use serde_json::{Value, json};

use crate::{
    house::{FIRST_SELLER, House, OPERATOR, PASSWORD},
    http::FORBIDDEN,
};

const FORGET: &str = "/auth/forget-password-app2";
const RESET: &str = "/auth/reset-password-app2";
const SET: &str = "/auth/set-password-app2";
const LOG_IN: &str = "/auth/login-app2";
const NEW_PASSWORD: &str = "یک رمز تازه و بلند";
const NOBODY: &str = "09129999999";

/// The digits as a Persian keyboard types them.
fn persian(digits: &str) -> String {
    digits.chars().map(|digit| char::from_u32('۰' as u32 + digit.to_digit(10).unwrap()).unwrap()).collect()
}

fn code_wrong() -> Value {
    json!({"code": "کد تأیید نادرست یا منقضی است."})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_without_a_password_gets_in_again() {
    let house = House::build().await;
    let stranger = house.stranger();
    for (phone, session) in [(FIRST_SELLER, house.seller().await), (OPERATOR, house.operator().await)] {
        let sent = json!({"message": "اگر این شماره ثبت شده باشد، کد تأیید پیامک میشود.", "expiresIn": 120});
        stranger.write(FORGET, &json!({"cellphone": persian(phone)})).await.assert_error(200, &sent);
        let code = house.code(phone).await.unwrap();
        // Typed with another keyboard, and pasted with what stood around it.
        let reset = json!({"cellphone": phone, "code": format!(" {} ", persian(&code)), "password": NEW_PASSWORD});
        let answer = stranger.write(RESET, &reset).await;
        answer.assert_message(200, "رمز عبور تغییر کرد. با رمز تازه وارد شوید.");
        assert!(answer.cookies().is_empty(), "nobody is logged in by a code");
        session.get("/user/validate-token-app2").send().await.assert_session_ended();
        stranger.write(RESET, &reset).await.assert_error(400, &code_wrong());
        let log_in = |password: &str| json!({"cellphone": phone, "password": password});
        assert_eq!(stranger.write(LOG_IN, &log_in(PASSWORD)).await.status, 401);
        assert_eq!(stranger.write(LOG_IN, &log_in(NEW_PASSWORD)).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_bad_path_has_its_text() {
    let house = House::build().await;
    let stranger = house.stranger();
    let phone_rules = [
        (json!({}), "لطفاً شماره تلفن همراه را وارد کنید."),
        (json!({"cellphone": "0912"}), "تلفن همراه باید شامل ۱۱ عدد باشد."),
        (json!({"cellphone": "08120000001"}), "تلفن همراه باید با ۰۹ شروع شود."),
        (json!({"cellphone": 9}), "مقدار این فیلد نامعتبر است."),
    ];
    for (body, text) in phone_rules {
        stranger.write(FORGET, &body).await.assert_error(400, &json!({"cellphone": text}));
    }
    assert_eq!(stranger.write(FORGET, &json!({"cellphone": FIRST_SELLER})).await.status, 200);
    let code = house.code(FIRST_SELLER).await.unwrap();
    let all = json!({
        "cellphone": "لطفاً شماره تلفن همراه را وارد کنید.",
        "code": "لطفاً کد تأیید را وارد کنید.",
        "password": "لطفاً رمز عبور را وارد کنید.",
    });
    stranger.write(RESET, &json!({})).await.assert_error(400, &all);
    for (password, text) in [
        ("short", "رمز عبور باید حداقل ۱۰ کاراکتر باشد."),
        ("password12", "این رمز عبور بیش از حد ساده است."),
        (&"x".repeat(129), "رمز عبور باید حداکثر ۱۲۸ کاراکتر باشد."),
    ] {
        let body = json!({"cellphone": FIRST_SELLER, "code": code, "password": password});
        stranger.write(RESET, &body).await.assert_error(400, &json!({"password": text}));
    }
    let reset = |phone: &str, code: &str| json!({"cellphone": phone, "code": code, "password": NEW_PASSWORD});
    for (phone, code) in [(FIRST_SELLER, "12345"), (FIRST_SELLER, "12345a"), (NOBODY, &code)] {
        stranger.write(RESET, &reset(phone, code)).await.assert_error(400, &code_wrong());
    }
    let foreign = stranger.post(RESET).header("sec-fetch-site", "cross-site").json(&reset(FIRST_SELLER, &code));
    foreign.send().await.assert_message(403, FORBIDDEN);
    house.pass(TimeDelta::minutes(2));
    stranger.write(RESET, &reset(FIRST_SELLER, &code)).await.assert_error(400, &code_wrong());
    let english = stranger.post(RESET).header("accept-language", "en").json(&reset(FIRST_SELLER, &code)).send().await;
    english.assert_error(400, &json!({"code": "The code is wrong or has expired."}));
    assert_eq!(stranger.write(LOG_IN, &json!({"cellphone": FIRST_SELLER, "password": PASSWORD})).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_nobody_has_is_answered_like_any_other() {
    let house = House::build().await;
    let stranger = house.stranger();
    let mut answers = Vec::new();
    for phone in [FIRST_SELLER, NOBODY] {
        let mut of_phone = Vec::new();
        for minute in 0..6 {
            // A name of the network that only a proxy could tell is not believed.
            let ask = stranger.post(FORGET).header("x-forwarded-for", &format!("198.51.{minute}.7"));
            let answer = ask.json(&json!({"cellphone": phone})).send().await;
            let again = stranger.write(FORGET, &json!({"cellphone": phone})).await;
            let told = |answer: &crate::http::Answer| {
                (answer.status, answer.json().to_string(), answer.header("retry-after").to_owned())
            };
            of_phone.extend([told(&answer), told(&again)]);
            house.pass(TimeDelta::minutes(1));
        }
        answers.push(of_phone);
    }
    assert_eq!(answers[0], answers[1]);
    let text = |minutes: &str| {
        json!({"message": format!("تلاش‌های زیادی انجام شده است. {minutes} دقیقه دیگر دوباره تلاش کنید.")}).to_string()
    };
    assert_eq!(answers[0][1], (429, text("۱"), "60".to_owned()));
    assert_eq!(answers[0][10], (429, text("۱۴۳۵"), "86100".to_owned()));
    assert!(house.code(NOBODY).await.is_none());
}

/// What stands in a link for the user of a phone number, whose password is taken away.
async fn link(house: &House, phone: &str) -> String {
    let request = CreatePasswordLinkRequest { cellphone: phone.to_owned(), reset: true, ..Default::default() };
    let auth = house.servers.auth.as_ref().unwrap();
    AuthServiceClient::new(auth.as_tool(&["*"], None)).create_password_link(request).await.unwrap().into_inner().secret
}

fn link_wrong() -> Value {
    json!({"link": "این پیوند نادرست، استفاده شده یا منقضی است."})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_with_a_link_sets_a_password_once() {
    let house = House::build().await;
    let stranger = house.stranger();
    for (phone, session) in [(FIRST_SELLER, house.seller().await), (OPERATOR, house.operator().await)] {
        let link = link(&house, phone).await;
        session.get("/user/validate-token-app2").send().await.assert_session_ended();
        let log_in = |password: &str| json!({"cellphone": phone, "password": password});
        assert_eq!(stranger.write(LOG_IN, &log_in(PASSWORD)).await.status, 401);
        let set = json!({"link": link, "password": NEW_PASSWORD});
        let answer = stranger.write(SET, &set).await;
        let told = json!({"message": "رمز عبور تغییر کرد. با رمز تازه وارد شوید.", "cellphone": phone});
        answer.assert_error(200, &told);
        assert!(answer.cookies().is_empty(), "nobody is logged in by a link");
        stranger.write(SET, &set).await.assert_error(400, &link_wrong());
        assert_eq!(stranger.write(LOG_IN, &log_in(NEW_PASSWORD)).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_link_and_a_bad_password_are_told_by_their_fields() {
    let house = House::build().await;
    let stranger = house.stranger();
    let link = link(&house, FIRST_SELLER).await;
    let both = json!({"link": link_wrong()["link"], "password": "لطفاً رمز عبور را وارد کنید."});
    stranger.write(SET, &json!({})).await.assert_error(400, &both);
    for nonsense in ["x", &link[1..], &"A".repeat(1_000)] {
        let body = json!({"link": nonsense, "password": NEW_PASSWORD});
        stranger.write(SET, &body).await.assert_error(400, &link_wrong());
    }
    for (password, text) in [
        ("short", "رمز عبور باید حداقل ۱۰ کاراکتر باشد."),
        ("password12", "این رمز عبور بیش از حد ساده است."),
        (&"x".repeat(129), "رمز عبور باید حداکثر ۱۲۸ کاراکتر باشد."),
    ] {
        let body = json!({"link": link, "password": password});
        stranger.write(SET, &body).await.assert_error(400, &json!({"password": text}));
    }
    let set = json!({"link": link, "password": NEW_PASSWORD});
    let foreign = stranger.post(SET).header("sec-fetch-site", "cross-site").json(&set);
    foreign.send().await.assert_message(403, FORBIDDEN);
    house.pass(TimeDelta::hours(24));
    let english = stranger.post(SET).header("accept-language", "en").json(&set).send().await;
    english.assert_error(400, &json!({"link": "This link is wrong, used or has expired."}));
}
