//! How many codes are sent, for whom, and who can't use up whose.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::future::join_all;
use pishkhan_chassis::errors;
use pishkhan_proto::auth::v1 as pb;
use tonic::Code;

use crate::harness::{ADDRESS, DAILY_CAP, PASSWORD, PHONE, TestApp, new_user, refusal};

/// Nobody's.
const UNKNOWN: &str = "09129999999";
/// Where nobody has logged in.
const ELSEWHERE: &str = "198.51.100.7";
const MINUTE: TimeDelta = TimeDelta::minutes(1);

/// None when a code is on its way, else how long to wait.
async fn ask(app: &TestApp, phone: &str, address: &str) -> Option<Duration> {
    let status = app.first.forget(phone, address).await.err()?;
    let details = errors::details(&status);
    assert_eq!((status.code(), details.reason.as_deref()), (Code::ResourceExhausted, Some("TOO_MANY_TRIES")));
    Some(details.retry_after.unwrap())
}

/// The rest of a day after so many minutes.
fn rest_of_a_day(minutes: u64) -> Duration {
    Duration::from_mins(24 * 60 - minutes)
}

#[tokio::test]
async fn one_a_minute_and_five_a_day_whether_or_not_anybody_has_the_number() {
    let app = TestApp::start().await;
    for phone in [PHONE, UNKNOWN] {
        for minute in 0..5 {
            assert_eq!(ask(&app, phone, ADDRESS).await, None, "{phone}, minute {minute}");
            let wait = if minute < 4 { Duration::from_mins(1) } else { rest_of_a_day(4) };
            assert_eq!(ask(&app, phone, ELSEWHERE).await, Some(wait));
            app.clock.advance(MINUTE - TimeDelta::milliseconds(1));
            assert!(ask(&app, phone, ELSEWHERE).await.is_some(), "a millisecond too early");
            app.clock.advance(TimeDelta::milliseconds(1));
        }
        for address in [ADDRESS, ELSEWHERE, "garbage"] {
            assert_eq!(ask(&app, phone, address).await.unwrap(), rest_of_a_day(5), "{phone}");
        }
        app.clock.advance(TimeDelta::hours(24) - TimeDelta::minutes(5));
        assert_eq!(ask(&app, phone, ELSEWHERE).await, None, "the first is a day old");
        assert_eq!(ask(&app, phone, ELSEWHERE).await, Some(Duration::from_mins(1)));
        app.clock.advance(TimeDelta::days(2));
    }
    assert_eq!(app.phones.got().len(), 6, "and nothing was sent to the number that nobody has");
    assert_eq!(app.db.db_count("reset_code WHERE state = 'nobody' AND attempts = 1").await, 6);
}

#[tokio::test]
async fn a_network_that_the_phone_is_known_from_has_codes_of_its_own() {
    let app = TestApp::start().await;
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
    for minute in 0..5 {
        assert_eq!(ask(&app, PHONE, &format!("198.51.{minute}.7")).await, None);
        assert_eq!(ask(&app, PHONE, ADDRESS).await, None, "strangers' codes are none of mine");
        assert!(ask(&app, PHONE, ADDRESS).await.is_some(), "and I have one a minute");
        app.clock.advance(MINUTE);
    }
    assert_eq!(ask(&app, PHONE, ELSEWHERE).await.unwrap(), rest_of_a_day(5));
    assert_eq!(ask(&app, PHONE, ADDRESS).await.unwrap(), rest_of_a_day(5));
    // After thirty days without a log-in it is known no more.
    app.clock.advance(TimeDelta::days(30));
    assert_eq!(ask(&app, PHONE, ELSEWHERE).await, None);
    assert_eq!(ask(&app, PHONE, ADDRESS).await, Some(Duration::from_mins(1)));
}

#[tokio::test]
async fn a_network_asks_for_ten_phones_in_an_hour_beside_those_that_are_known_from_it() {
    let app = TestApp::start().await;
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
    let phone = |number: u32| format!("0913000{number:04}");
    for number in 0..10 {
        assert_eq!(ask(&app, &phone(number), ADDRESS).await, None);
    }
    app.clock.advance(MINUTE);
    assert_eq!(ask(&app, &phone(10), ADDRESS).await, Some(Duration::from_mins(59)));
    assert_eq!(ask(&app, &phone(0), ADDRESS).await, None, "one of the ten");
    assert_eq!(ask(&app, PHONE, ADDRESS).await, None, "it is known here");
    assert_eq!(ask(&app, &phone(10), ELSEWHERE).await, None);
    app.clock.advance(TimeDelta::minutes(59));
    assert_eq!(ask(&app, &phone(11), ADDRESS).await, None);
}

#[tokio::test]
async fn a_day_has_so_many_messages_and_strangers_leave_some_of_them() {
    let app = TestApp::start().await;
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
    let users: Vec<String> = {
        let mut users = Vec::new();
        for number in 2..6 {
            users.push(app.first.create(new_user(number)).await.unwrap().cellphone);
        }
        users
    };
    // Numbers that nobody has cost no message.
    for number in 0..DAILY_CAP {
        assert_eq!(ask(&app, &format!("0913000{number:04}"), &format!("192.0.{number}.7")).await, None);
    }
    let share = usize::try_from(DAILY_CAP / 5 * 4).unwrap();
    for sent in 0..share {
        assert_eq!(ask(&app, &users[sent % users.len()], &format!("198.51.{sent}.7")).await, None, "message {sent}");
        app.clock.advance(MINUTE);
    }
    assert_eq!(app.phones.got().len(), share);
    for phone in [UNKNOWN, PHONE] {
        assert_eq!(ask(&app, phone, "198.51.200.7").await.unwrap(), rest_of_a_day(16), "strangers have had theirs");
    }
    for _ in share..usize::try_from(DAILY_CAP).unwrap() {
        assert_eq!(ask(&app, PHONE, ADDRESS).await, None, "the rest is for those who are known");
        app.clock.advance(MINUTE);
    }
    assert!(ask(&app, PHONE, ADDRESS).await.is_some());
    assert_eq!(app.phones.got().len(), usize::try_from(DAILY_CAP).unwrap());
}

#[tokio::test]
async fn a_crowd_that_asks_at_the_same_moment_gets_no_more() {
    let app = TestApp::start().await;
    let another = app.another().await;
    let ask = |phone: String, address: String, place: usize| {
        let mut bff = if place.is_multiple_of(2) { app.first.bff() } else { another.bff() };
        let request = pb::SendResetCodeRequest { cellphone: phone, client_address: address };
        async move { bff.send_reset_code(request).await }
    };
    let for_one = join_all((0..40).map(|place| ask(PHONE.to_owned(), format!("198.51.{place}.7"), place))).await;
    assert_eq!(for_one.iter().filter(|answer| answer.is_ok()).count(), 1);
    for answer in for_one.into_iter().filter(Result::is_err) {
        assert_eq!(refusal(answer).0, Code::ResourceExhausted);
    }
    assert_eq!(app.db.db_count("reset_code WHERE cellphone = '09121234567'").await, 1);
    // Of one network nobody is sent away for coming beside another.
    let from_one = join_all((0..40).map(|place| ask(format!("0913000{place:04}"), ADDRESS.to_owned(), place))).await;
    assert_eq!(from_one.iter().filter(|answer| answer.is_ok()).count(), 10);
    for answer in from_one.into_iter().filter(Result::is_err) {
        assert_eq!(refusal(answer), (Code::ResourceExhausted, "TOO_MANY_TRIES".to_owned()));
    }
    assert_eq!(app.db.db_count("reset_code WHERE network = '203.0.113.0/24'").await, 10);
}

#[tokio::test]
async fn codes_are_forgotten_once_they_count_no_more() {
    let app = TestApp::start().await;
    assert_eq!(ask(&app, PHONE, ADDRESS).await, None);
    app.clock.advance(TimeDelta::hours(25));
    assert_eq!(app.first.app.housekeeping().clear().await.unwrap()["reset_code"], 0);
    app.clock.advance(TimeDelta::milliseconds(1));
    assert_eq!(app.first.app.housekeeping().clear().await.unwrap()["reset_code"], 1);
}
