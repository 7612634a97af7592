//! Sessions begin, are used, and end.

use std::collections::HashSet;

use chrono::TimeDelta;
use pishkhan_chassis::{clock::Clock as _, passport::Role};
use pishkhan_proto::auth::v1 as pb;
use pishkhan_testkit::TestKeys;
use tonic::Code;

use crate::harness::{PASSWORD, PHONE, TestApp, new_user, refusal, seller};

fn invalid() -> (Code, String) {
    (Code::Unauthenticated, "SESSION_INVALID".to_owned())
}

#[tokio::test]
async fn wrong_and_unknown_get_the_same_answer() {
    let app = TestApp::start().await;
    let wrong = app.first.log_in(PHONE, "not the password").await.unwrap_err();
    for (phone, password) in [
        ("09990000000", PASSWORD.to_owned()),
        ("", PASSWORD.to_owned()),
        ("0912\0", PASSWORD.to_owned()),
        (PHONE, String::new()),
        (PHONE, "x".repeat(129)),
    ] {
        let other = app.first.log_in(phone, &password).await.unwrap_err();
        assert_eq!((other.code(), other.message()), (wrong.code(), wrong.message()), "{phone}");
        assert_eq!(other.details(), wrong.details(), "{phone}");
    }
    assert_eq!(refusal::<()>(Err(wrong)), (Code::Unauthenticated, "CREDENTIALS_WRONG".to_owned()));
    assert_eq!(app.db.db_count("session").await, 0);
}

#[tokio::test]
async fn passports_are_good_for_each_service_and_say_who_it_is() {
    let app = TestApp::start().await;
    app.first.create(pb::CreateUserRequest { child_seller: true, ..new_user(2) }).await.unwrap();
    let operator = pb::CreateUserRequest { role: pb::Role::Operator.into(), seller_id: String::new(), ..new_user(3) };
    app.first.create(operator).await.unwrap();
    for (number, role, whose, child) in [
        (1, Role::Seller, Some(seller(1)), false),
        (2, Role::Seller, Some(seller(2)), true),
        (3, Role::Operator, None, false),
    ] {
        let logged_in = app.first.log_in(&new_user(number).cellphone, PASSWORD).await.unwrap();
        let session = logged_in.session.unwrap();
        let cookies = (logged_in.secret, session.handle.clone());
        // From the record, then from the cache.
        for _ in 0..2 {
            let answer = app.first.validate(&cookies).await.unwrap();
            assert_eq!(answer.session.as_ref(), Some(&session));
            let audiences: Vec<&str> = answer.passports.iter().map(|passport| passport.audience.as_str()).collect();
            let services = ["auth", "settings", "orders", "catalogue", "reports"];
            assert_eq!(audiences, services);
            for (passport, audience) in answer.passports.iter().zip(services) {
                let claims = TestKeys.verifier(audience).verify(&passport.token, app.clock.now()).unwrap();
                assert_eq!(claims.sub, session.user.as_ref().unwrap().user_id);
                assert_eq!((claims.iss.as_str(), claims.aud.as_str()), ("auth", audience));
                assert_eq!((claims.roles, claims.seller_id, claims.child), (vec![role], whose, child));
                assert_eq!(claims.sid.as_ref(), Some(&session.handle));
                assert_eq!(claims.act.as_deref(), Some("bff"));
                assert_eq!(claims.exp - claims.iat, 60);
                assert_eq!(passport.expire_time.unwrap().seconds, claims.exp);
                let elsewhere = if audience == "orders" { "reports" } else { "orders" };
                assert!(TestKeys.verifier(elsewhere).verify(&passport.token, app.clock.now()).is_err());
            }
        }
    }
}

#[tokio::test]
async fn secret_and_handle_belong_together() {
    let app = TestApp::start().await;
    let (one, other) = (app.first.session().await, app.first.session().await);
    app.first.validate(&one).await.unwrap();
    for cookies in [
        (one.0.clone(), other.1.clone()),
        (other.0.clone(), one.1.clone()),
        (one.0.clone(), String::new()),
        (one.0.clone(), "\0".to_owned()),
        (String::new(), one.1.clone()),
        ("x".repeat(43), one.1.clone()),
        (format!("{}=", one.0), one.1.clone()),
    ] {
        assert_eq!(refusal(app.first.validate(&cookies).await), invalid());
        // A wrong pair ends nothing either.
        app.first.log_out(&cookies).await;
    }
    app.first.validate(&one).await.unwrap();
    app.first.validate(&other).await.unwrap();
    assert_eq!(app.db.db_count("session WHERE revoked_at IS NOT NULL").await, 0);
}

#[tokio::test]
async fn a_session_ends_with_the_log_out_and_only_once() {
    let app = TestApp::start().await;
    let cookies = app.first.session().await;
    app.first.validate(&cookies).await.unwrap();
    app.first.log_out(&cookies).await;
    app.first.log_out(&cookies).await;
    assert_eq!(refusal(app.first.validate(&cookies).await), invalid());
    app.db.assert_audit(&["user.created", "session.started", "session.ended"]).await;
}

#[tokio::test]
async fn each_log_in_makes_a_new_secret_that_is_nowhere_kept() {
    let app = TestApp::start().await;
    let mut seen = HashSet::new();
    for _ in 0..3 {
        let (secret, handle) = app.first.session().await;
        assert!(secret.len() == 43 && seen.insert(secret.clone()) && seen.insert(handle));
        let kept = format!("session WHERE secret_hash::text LIKE '%{secret}%' OR handle = '{secret}'");
        assert_eq!(app.db.db_count(&kept).await, 0);
    }
    assert_eq!(app.db.db_count("session").await, 3);
}

#[tokio::test]
async fn an_unused_session_ends_after_a_day_and_a_used_one_slides() {
    let app = TestApp::start().await;
    let cookies = app.first.session().await;
    for _ in 0..3 {
        app.clock.advance(TimeDelta::hours(24) - TimeDelta::seconds(1));
        app.first.validate(&cookies).await.unwrap();
    }
    app.clock.advance(TimeDelta::hours(24));
    assert_eq!(refusal(app.first.validate(&cookies).await), invalid());
    app.clock.advance(TimeDelta::seconds(-1));
    app.first.validate(&cookies).await.unwrap();
}

#[tokio::test]
async fn a_session_ends_after_two_weeks_however_used() {
    let app = TestApp::start().await;
    let cookies = app.first.session().await;
    for _ in 0..27 {
        app.clock.advance(TimeDelta::hours(12));
        app.first.validate(&cookies).await.unwrap();
    }
    app.clock.advance(TimeDelta::hours(12) - TimeDelta::seconds(1));
    app.first.validate(&cookies).await.unwrap();
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(refusal(app.first.validate(&cookies).await), invalid());
}

#[tokio::test]
async fn a_use_is_written_down_once_a_minute() {
    let app = TestApp::start().await;
    let cookies = app.first.session().await;
    let touched = "session WHERE last_seen_at > created_at";
    app.clock.advance(TimeDelta::seconds(59));
    app.first.validate(&cookies).await.unwrap();
    assert_eq!(app.db.db_count(touched).await, 0);
    app.clock.advance(TimeDelta::seconds(1));
    app.first.validate(&cookies).await.unwrap();
    assert_eq!(app.db.db_count(touched).await, 1);
}

#[tokio::test]
async fn the_eleventh_session_ends_the_oldest() {
    let app = TestApp::start().await;
    let mut all = Vec::new();
    for _ in 0..10 {
        all.push(app.first.session().await);
        app.clock.advance(TimeDelta::seconds(1));
    }
    for cookies in &all {
        app.first.validate(cookies).await.unwrap();
    }
    all.push(app.first.session().await);
    assert_eq!(refusal(app.first.validate(&all[0]).await), invalid());
    for cookies in &all[1..] {
        app.first.validate(cookies).await.unwrap();
    }
    assert_eq!(app.db.db_count("session WHERE revoked_at IS NULL").await, 10);
}

#[tokio::test]
async fn sessions_that_ran_out_do_not_push_a_live_one_out() {
    let app = TestApp::start().await;
    let oldest = app.first.session().await;
    for _ in 0..9 {
        app.first.session().await;
    }
    app.clock.advance(TimeDelta::hours(20));
    app.first.validate(&oldest).await.unwrap();
    app.clock.advance(TimeDelta::hours(20));
    app.first.session().await;
    app.first.validate(&oldest).await.unwrap();
}

#[tokio::test]
async fn long_dead_sessions_are_purged() {
    let app = TestApp::start().await;
    app.first.session().await;
    app.clock.advance(TimeDelta::days(44));
    assert_eq!(app.first.app.housekeeping().clear().await.unwrap()["session"], 0);
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(app.first.app.housekeeping().clear().await.unwrap()["session"], 1);
    assert_eq!(app.db.db_count("session").await, 0);
}
