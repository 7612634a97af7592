//! Somebody without a password gets in again.

use chrono::TimeDelta;
use futures_util::future::join_all;
use pishkhan_auth::domain::reset::TRIES;
use pishkhan_chassis::errors;
use pishkhan_proto::auth::v1 as pb;
use pishkhan_testkit::RoundTrips;
use tonic::Code;
use uuid::Uuid;

use crate::harness::{ADDRESS, HOST, PASSWORD, PHONE, TestApp, new_user, refusal, seller};

const NEW_PASSWORD: &str = "یک رمز تازه و بلند";
/// Nobody's.
const UNKNOWN: &str = "09129999999";
const ELSEWHERE: &str = "198.51.100.7";

fn code_wrong() -> (Code, String) {
    (Code::InvalidArgument, "CODE_WRONG".to_owned())
}

/// A code that is not this one.
fn other_than(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

#[tokio::test]
async fn a_code_from_the_phone_sets_a_new_password_and_ends_all_sessions() {
    let app = TestApp::start().await;
    let another = app.another().await;
    let sessions = [app.first.session().await, another.session().await];
    assert_eq!(app.first.forget(PHONE, ADDRESS).await.unwrap().valid_seconds, 120);
    let [sms] = app.phones.got().try_into().unwrap();
    let code = app.phones.code(PHONE);
    assert_eq!(sms.text.lines().last(), Some(format!("@{HOST} #{code}").as_str()));
    assert_eq!(sms.text.matches(&code).count(), 2, "for eyes, and for the phone");

    another.reset(PHONE, &code, NEW_PASSWORD, ADDRESS).await.unwrap();
    for session in &sessions {
        for instance in [&app.first, &another] {
            assert_eq!(refusal(instance.validate(session).await).1, "SESSION_INVALID");
        }
    }
    assert_eq!(app.db.db_count("session WHERE revoked_at IS NULL").await, 0, "and none has begun");
    assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "CREDENTIALS_WRONG");
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
    app.db
        .assert_audit(&["user.created", "session.started", "session.started", "user.password_reset", "session.started"])
        .await;
}

#[tokio::test]
async fn a_code_is_good_once_for_two_minutes_and_for_its_own_phone() {
    let app = TestApp::start().await;
    let neighbour = app.first.create(new_user(2)).await.unwrap().cellphone;
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    let code = app.phones.code(PHONE);
    app.first.forget(&neighbour, ADDRESS).await.unwrap();
    for phone in [neighbour.as_str(), UNKNOWN] {
        assert_eq!(refusal(app.first.reset(phone, &code, NEW_PASSWORD, ADDRESS).await), code_wrong());
    }
    app.clock.advance(TimeDelta::milliseconds(119_999));
    app.first.reset(PHONE, &code, NEW_PASSWORD, ADDRESS).await.unwrap();
    assert_eq!(refusal(app.first.reset(PHONE, &code, PASSWORD, ADDRESS).await), code_wrong(), "it is used");
    app.clock.advance(TimeDelta::milliseconds(1));
    let late = app.phones.code(&neighbour);
    assert_eq!(refusal(app.first.reset(&neighbour, &late, NEW_PASSWORD, ADDRESS).await), code_wrong());
    app.first.log_in(&neighbour, PASSWORD).await.unwrap();
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn one_of_those_who_use_a_code_at_the_same_time_wins() {
    let app = TestApp::start().await;
    let another = app.another().await;
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    let code = app.phones.code(PHONE);
    let passwords: Vec<String> = (0..TRIES).map(|number| format!("{NEW_PASSWORD} {number}")).collect();
    let answers = join_all(passwords.iter().enumerate().map(|(place, password)| {
        let instance = if place % 2 == 0 { &app.first } else { &another };
        instance.reset(PHONE, &code, password, ADDRESS)
    }))
    .await;
    let won: Vec<usize> = (0..passwords.len()).filter(|place| answers[*place].is_ok()).collect();
    let [winner] = won.as_slice() else { panic!("{answers:?}") };
    for answer in answers.into_iter().filter(Result::is_err) {
        assert_eq!(refusal(answer), code_wrong());
    }
    app.first.log_in(PHONE, &passwords[*winner]).await.unwrap();
}

#[tokio::test]
async fn strangers_use_up_no_code_but_their_own() {
    let app = TestApp::start().await;
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    let code = app.phones.code(PHONE);
    // All at once: as many as may.
    let wrong = other_than(&code);
    let guesses = join_all((0..3 * TRIES).map(|_| app.first.reset(PHONE, &wrong, NEW_PASSWORD, ELSEWHERE))).await;
    assert!(guesses.into_iter().all(|guess| refusal(guess) == code_wrong()));
    assert_eq!(app.db.db_count("reset_code WHERE tries_elsewhere = 5 AND tries_here = 0").await, 1);
    for address in [ELSEWHERE, "192.0.2.7"] {
        assert_eq!(refusal(app.first.reset(PHONE, &code, NEW_PASSWORD, address).await), code_wrong(), "{address}");
    }
    for _ in 1..TRIES {
        assert_eq!(refusal(app.first.reset(PHONE, &wrong, NEW_PASSWORD, ADDRESS).await), code_wrong());
    }
    app.first.reset(PHONE, &code, NEW_PASSWORD, ADDRESS).await.unwrap();

    app.clock.advance(TimeDelta::minutes(1));
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    let code = app.phones.code(PHONE);
    for _ in 0..TRIES {
        assert_eq!(refusal(app.first.reset(PHONE, &other_than(&code), PASSWORD, ADDRESS).await), code_wrong());
    }
    assert_eq!(refusal(app.first.reset(PHONE, &code, PASSWORD, ADDRESS).await), code_wrong(), "it was the sixth try");
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn what_can_be_no_password_and_no_phone_costs_no_try() {
    let app = TestApp::start().await;
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    let code = app.phones.code(PHONE);
    for (password, problem) in [
        ("", "REQUIRED"),
        ("short", "OUT_OF_RANGE"),
        (&"x".repeat(129), "OUT_OF_RANGE"),
        ("password12", "COMMON"),
        ("0912123456789", "COMMON"),
    ] {
        for code in [code.as_str(), "000000", ""] {
            let status = app.first.reset(PHONE, code, password, ADDRESS).await.unwrap_err();
            let fields: Vec<_> =
                errors::details(&status).fields.into_iter().map(|wrong| (wrong.field, wrong.problem)).collect();
            assert_eq!(fields, [("password".to_owned(), problem.to_owned())], "{password}");
        }
    }
    for phone in ["", "0912", "۰۹۱۲۱۲۳۴۵۶۷", "08121234567"] {
        assert_eq!(refusal(app.first.reset(phone, &code, NEW_PASSWORD, ADDRESS).await).1, "INVALID_FIELD");
        assert_eq!(refusal(app.first.forget(phone, ADDRESS).await).1, "INVALID_FIELD");
    }
    assert_eq!(refusal(app.first.reset(PHONE, "", NEW_PASSWORD, ADDRESS).await), code_wrong());
    assert_eq!(app.db.db_count("reset_code").await, 1);
    app.first.reset(PHONE, &code, NEW_PASSWORD, ADDRESS).await.unwrap();
}

#[tokio::test]
async fn who_guessed_before_is_let_in_with_the_new_password_at_once() {
    for app in [TestApp::start().await, TestApp::without_redis().await] {
        for _ in 0..5 {
            assert_eq!(refusal(app.first.log_in(PHONE, "not the password").await).1, "CREDENTIALS_WRONG");
        }
        assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "TOO_MANY_TRIES");
        app.first.forget(PHONE, ADDRESS).await.unwrap();
        app.first.reset(PHONE, &app.phones.code(PHONE), NEW_PASSWORD, ADDRESS).await.unwrap();
        app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
    }
}

#[tokio::test]
async fn a_code_of_a_phone_that_is_no_longer_the_users_opens_nothing() {
    let app = TestApp::start().await;
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    let moved = pb::ChangeCredentialsRequest {
        request_id: Uuid::from_u128(1).to_string(),
        seller_id: seller(1).to_string(),
        cellphone: UNKNOWN.to_owned(),
        username: "ali1".to_owned(),
        password: None,
        session_handle: String::new(),
        current_password: String::new(),
        client_address: ADDRESS.to_owned(),
        by_tool: true,
    };
    pb::auth_service_client::AuthServiceClient::new(app.first.server.as_service("settings"))
        .change_credentials(moved)
        .await
        .unwrap();
    for phone in [PHONE, UNKNOWN] {
        let answer = app.first.reset(phone, &app.phones.code(PHONE), NEW_PASSWORD, ADDRESS).await;
        assert_eq!(refusal(answer), code_wrong(), "{phone}");
    }
    app.first.log_in(UNKNOWN, PASSWORD).await.unwrap();
}

/// What asking for a code and a wrong one cost the database, by call.
async fn cost(app: &TestApp, phone: &str) -> String {
    let mut counted = RoundTrips::at([("auth", app.db.db())]);
    let request = pb::SendResetCodeRequest { cellphone: phone.to_owned(), client_address: ADDRESS.to_owned() };
    counted.count("SendResetCode", app.first.bff().send_reset_code(request)).await.unwrap();
    // The one guess that may be right by chance is not made.
    let answer = counted.count("ResetPassword", app.first.reset(phone, "", NEW_PASSWORD, ADDRESS)).await;
    assert_eq!(refusal(answer), code_wrong());
    counted.markdown()
}

#[tokio::test]
async fn a_number_that_nobody_has_costs_the_same_work() {
    let app = TestApp::start().await;
    // The first call of each kind prepares its statements.
    cost(&app, "09120000001").await;
    assert_eq!(cost(&app, PHONE).await, cost(&app, UNKNOWN).await);
}
