//! People see and end their own sessions, and change their password.

use chrono::TimeDelta;
use pishkhan_testkit::eventually;
use serde_json::{Value, json};

use crate::{
    house::{FIRST_SELLER, House, OPERATOR, PASSWORD},
    http::{Answer, FORBIDDEN, NOT_FOUND, Visitor},
};

const SESSIONS: &str = "/user/sessions-app2";
const END: &str = "/user/session-end-app2";
const END_OTHERS: &str = "/user/sessions-end-others-app2";
const SET_PASSWORD: &str = "/user/password-app2";
const LOG_IN: &str = "/auth/login-app2";
const VALIDATE: &str = "/user/validate-token-app2";
const SAVED: &str = "تغییرات با موفقیت ذخیره شد.";
const NEW_PASSWORD: &str = "یک رمز تازه و بلند";
const PHONE: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile \
                     Safari/537.36";

/// Logs in with the browser that says this of itself.
async fn log_in(house: &House, cellphone: &str, user_agent: &str) -> (Visitor, Answer) {
    let stranger = house.stranger();
    let body = json!({"cellphone": cellphone, "password": PASSWORD});
    let answer = stranger.post(LOG_IN).header("user-agent", user_agent).json(&body).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    (stranger.with_session(&answer), answer)
}

/// The id of the session that asks.
async fn id_of(visitor: &Visitor) -> String {
    let listed = visitor.read(SESSIONS).await;
    let own = listed["sessions"].as_array().unwrap().iter().find(|session| session["current"] == true).unwrap();
    own["_id"].as_str().unwrap().to_owned()
}

async fn assert_ended(visitor: &Visitor) {
    let refused = eventually("the session has ended", async || {
        let answer: Answer = visitor.get(VALIDATE).send().await;
        (answer.status == 401).then_some(answer)
    });
    refused.await.assert_session_ended();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sellers_and_operators_see_and_end_their_own_sessions() {
    let house = House::build().await;
    for cellphone in [FIRST_SELLER, OPERATOR] {
        let (lost, _) = log_in(&house, cellphone, PHONE).await;
        house.pass(TimeDelta::minutes(3));
        let (mine, _) = log_in(&house, cellphone, "curl/8.14.1").await;
        let (lost_id, id) = (id_of(&lost).await, id_of(&mine).await);
        let listed = mine.read(SESSIONS).await;
        let rows = listed["sessions"].as_array().unwrap();
        assert_eq!(rows.len(), 2, "{listed}");
        let began = rows[1]["createdAtS"].as_str().unwrap().to_owned();
        assert!(began.starts_with("1405/08/30 - 15:3"), "{began}");
        let expected = json!({
            "_id": lost_id, "device": "Chrome · Android", "network": "127.0.0.0/24", "createdAtS": began,
            "lastSeenS": rows[1]["lastSeenS"], "current": false,
        });
        assert_eq!(rows[1], expected);
        assert_eq!((&rows[0]["_id"], &rows[0]["device"], &rows[0]["current"]), (&json!(id), &json!(""), &json!(true)));
        assert_eq!(listed["evicted"], json!([]));

        for _ in 0..2 {
            mine.write(END, &json!({"_id": lost_id})).await.assert_message(200, "نشست با موفقیت پایان یافت.");
        }
        assert_ended(&lost).await;
        let (others, _) = log_in(&house, cellphone, PHONE).await;
        for _ in 0..2 {
            mine.post(END_OTHERS).send().await.assert_message(200, "نشست‌های دیگر با موفقیت پایان یافتند.");
        }
        assert_ended(&others).await;
        assert_eq!(mine.read(SESSIONS).await["sessions"].as_array().unwrap().len(), 1);
        for path in [END, END_OTHERS, SET_PASSWORD] {
            let foreign = mine.post(path).header("sec-fetch-site", "cross-site").json(&json!({"_id": id}));
            foreign.send().await.assert_message(403, FORBIDDEN);
        }
        mine.write(END, &json!({"_id": id})).await.assert_message(200, "نشست با موفقیت پایان یافت.");
        assert_ended(&mine).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_learns_of_or_ends_anothers_session() {
    let house = House::build().await;
    let (mine, theirs, operator) = (house.seller().await, house.other_seller().await, house.operator().await);
    let their_id = id_of(&theirs).await;
    for visitor in [&mine, &operator] {
        assert!(!visitor.read(SESSIONS).await.to_string().contains(&their_id));
        for id in [json!(their_id), json!("019a9e3a-0000-7000-8000-00000000dead"), json!("nonsense"), json!("")] {
            visitor.write(END, &json!({ "_id": id })).await.assert_message(404, NOT_FOUND);
        }
        visitor.write(END, &json!({})).await.assert_message(404, NOT_FOUND);
        assert_eq!(visitor.write(END, &json!({"_id": 7})).await.status, 400);
        assert_eq!(visitor.post(END_OTHERS).send().await.status, 200);
    }
    assert_eq!(theirs.get(VALIDATE).send().await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_in_tells_of_the_session_that_made_room() {
    let house = House::build().await;
    let (oldest, answer) = log_in(&house, FIRST_SELLER, PHONE).await;
    assert_eq!(answer.json().get("notice"), None);
    for _ in 0..9 {
        let (_, answer) = log_in(&house, FIRST_SELLER, "curl/8.14.1").await;
        assert_eq!(answer.json().get("notice"), None);
    }
    let (mine, answer) = log_in(&house, FIRST_SELLER, "").await;
    let told = "هم‌زمان حداکثر ۱۰ نشست ممکن است: قدیمی‌ترین نشست شما (\u{2068}Chrome · Android\u{2069}) پایان یافت.";
    assert_eq!(answer.json()["notice"], told);
    assert_ended(&oldest).await;
    let evicted = mine.read(SESSIONS).await["evicted"].clone();
    assert_eq!((evicted.as_array().unwrap().len(), &evicted[0]["device"]), (1, &json!("Chrome · Android")));
    let body = json!({"cellphone": FIRST_SELLER, "password": PASSWORD});
    let english = house.stranger().post(LOG_IN).header("accept-language", "en").json(&body).send().await;
    let told = "At most 10 sessions at a time are possible: 2 older sessions of yours have ended.";
    assert_eq!(english.json()["notice"], told);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_knows_the_password_sets_another_one() {
    let house = House::build().await;
    for cellphone in [FIRST_SELLER, OPERATOR] {
        let (mine, _) = log_in(&house, cellphone, PHONE).await;
        let (other, _) = log_in(&house, cellphone, PHONE).await;
        // A fresh log-in is no proof here.
        let body = json!({"current": PASSWORD, "password": NEW_PASSWORD});
        let answer = mine.write(SET_PASSWORD, &body).await;
        answer.assert_message(200, SAVED);
        assert_eq!(answer.cookies().len(), 2);
        let renewed = mine.with_session(&answer);
        assert_ne!(renewed.session().handle, mine.session().handle);
        assert_eq!(renewed.read(SESSIONS).await["sessions"].as_array().unwrap().len(), 1);
        for ended in [&mine, &other] {
            assert_ended(ended).await;
        }
        // The answer was lost: the cookies of before are none any more.
        mine.write(SET_PASSWORD, &body).await.assert_session_ended();
        let status = async |password: &str| {
            house.stranger().write(LOG_IN, &json!({"cellphone": cellphone, "password": password})).await.status
        };
        assert_eq!((status(PASSWORD).await, status(NEW_PASSWORD).await), (401, 200));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_is_refused_has_its_text_and_changes_nothing() {
    let house = House::build().await;
    let mine = house.seller().await;
    let refused = async |body: Value, expected: Value| {
        mine.write(SET_PASSWORD, &body).await.assert_error(400, &expected);
    };
    let both = json!({"current": "لطفاً رمز عبور فعلی را وارد کنید.", "password": "لطفاً رمز عبور را وارد کنید."});
    refused(json!({}), both).await;
    for (password, text) in [
        ("short", "رمز عبور باید حداقل ۱۰ کاراکتر باشد."),
        ("password12", "این رمز عبور بیش از حد ساده است."),
        (&"x".repeat(129), "رمز عبور باید حداکثر ۱۲۸ کاراکتر باشد."),
    ] {
        refused(json!({"current": PASSWORD, "password": password}), json!({ "password": text })).await;
    }
    refused(json!({"current": 7, "password": NEW_PASSWORD}), json!({"current": "مقدار این فیلد نامعتبر است."})).await;
    let guess = json!({"current": "not-the-password", "password": NEW_PASSWORD});
    for _ in 0..5 {
        refused(guess.clone(), json!({"current": "رمز عبور فعلی نادرست است."})).await;
    }
    let answer = mine.write(SET_PASSWORD, &json!({"current": PASSWORD, "password": NEW_PASSWORD})).await;
    answer.assert_message(429, "تلاش‌های زیادی انجام شده است. ۱۵ دقیقه دیگر دوباره تلاش کنید.");
    assert!(answer.cookies().is_empty());
    assert_eq!(mine.get(VALIDATE).send().await.status, 200);
    house.pass(TimeDelta::minutes(15));
    house.panel.log_in(FIRST_SELLER).await;
}
