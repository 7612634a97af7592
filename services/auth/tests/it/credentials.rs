//! Credentials change once, end the other sessions, and leave the one that asked.

use chrono::TimeDelta;
use diesel_async::SimpleAsyncConnection as _;
use pishkhan_chassis::errors;
use pishkhan_proto::auth::v1 as pb;
use pishkhan_testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{ADDRESS, Client, Instance, PASSWORD, PHONE, TestApp, new_user, refusal, seller};

const NEW_PHONE: &str = "09359876543";
const NEW_PASSWORD: &str = "a brand new password";

fn change(number: u128, handle: &str) -> pb::ChangeCredentialsRequest {
    pb::ChangeCredentialsRequest {
        request_id: Uuid::from_u128(number).to_string(),
        seller_id: seller(1).to_string(),
        cellphone: PHONE.to_owned(),
        username: "ali1".to_owned(),
        password: None,
        session_handle: handle.to_owned(),
        current_password: if handle.is_empty() { PASSWORD.to_owned() } else { String::new() },
        client_address: ADDRESS.to_owned(),
        by_tool: false,
    }
}

/// Another phone number, asked for with this current password.
fn moved(number: u128, handle: &str, current_password: &str) -> pb::ChangeCredentialsRequest {
    pb::ChangeCredentialsRequest {
        cellphone: NEW_PHONE.to_owned(),
        current_password: current_password.to_owned(),
        ..change(number, handle)
    }
}

/// Fields of a refusal.
fn wrong_fields(answer: Result<pb::User, Status>) -> Vec<(String, String)> {
    let status = answer.expect_err("it is refused");
    errors::details(&status).fields.into_iter().map(|wrong| (wrong.field, wrong.problem)).collect()
}

impl Instance {
    fn settings(&self) -> Client {
        Client::new(self.server.as_service("settings"))
    }

    async fn change(&self, request: pb::ChangeCredentialsRequest) -> Result<pb::User, Status> {
        Ok(self.settings().change_credentials(request).await?.into_inner().user.expect("a user"))
    }

    async fn settle(&self, number: u128) -> bool {
        let request = pb::SettleCredentialChangeRequest {
            request_id: Uuid::from_u128(number).to_string(),
            seller_id: seller(1).to_string(),
        };
        self.settings().settle_credential_change(request).await.expect("it is settled").into_inner().applied
    }

    async fn renew(&self, (secret, handle): &(String, String)) -> Result<(String, String), Status> {
        let request = pb::RenewSessionRequest { secret: secret.clone(), handle: handle.clone() };
        let pb::RenewSessionResponse { session, secret } = self.bff().renew_session(request).await?.into_inner();
        Ok((secret, session.expect("a session").handle))
    }
}

#[tokio::test]
async fn another_password_ends_all_other_sessions_and_gives_this_one_a_new_id() {
    let app = TestApp::start().await;
    let (mine, other) = (app.first.session().await, app.first.session().await);
    for session in [&mine, &other] {
        app.first.validate(session).await.unwrap();
    }
    let request = pb::ChangeCredentialsRequest { password: Some(NEW_PASSWORD.to_owned()), ..change(1, &mine.1) };
    app.first.change(request).await.unwrap();
    eventually("the other session has ended", async || app.first.validate(&other).await.err()).await;
    app.first.validate(&mine).await.unwrap();
    let renewed = app.first.renew(&mine).await.unwrap();
    assert_ne!((&renewed.0, &renewed.1), (&mine.0, &mine.1));
    assert_eq!(refusal(app.first.validate(&mine).await).1, "SESSION_INVALID");
    app.clock.advance(TimeDelta::minutes(5));
    app.first.validate(&renewed).await.unwrap();
    assert_eq!(refusal(app.first.renew(&mine).await).1, "SESSION_INVALID");
    assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "CREDENTIALS_WRONG");
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
    let secret = format!("audit_event WHERE changes::text LIKE '%{NEW_PASSWORD}%'");
    assert_eq!(app.db.db_count(&secret).await, 0);
}

#[tokio::test]
async fn a_renewed_session_ends_when_the_old_one_would_have() {
    let app = TestApp::start().await;
    let mine = app.first.session().await;
    let before = app.first.validate(&mine).await.unwrap().session.unwrap().expire_time;
    app.clock.advance(TimeDelta::hours(3));
    let renewed = app.first.renew(&mine).await.unwrap();
    let after = app.first.validate(&renewed).await.unwrap().session.unwrap().expire_time;
    assert_eq!(before, after);
    let swapped = (renewed.0.clone(), mine.1);
    assert_eq!(refusal(app.first.renew(&swapped).await).1, "SESSION_INVALID");
    app.first.validate(&renewed).await.unwrap();
}

#[tokio::test]
async fn a_session_that_is_not_renewed_ends_within_a_minute() {
    let app = TestApp::start().await;
    let mine = app.first.session().await;
    let request = pb::ChangeCredentialsRequest { password: Some(NEW_PASSWORD.to_owned()), ..change(1, &mine.1) };
    app.first.change(request).await.unwrap();
    app.clock.advance(TimeDelta::seconds(59));
    app.first.validate(&mine).await.unwrap();
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(refusal(app.first.validate(&mine).await).1, "SESSION_INVALID");
    assert_eq!(refusal(app.first.renew(&mine).await).1, "SESSION_INVALID");
}

#[tokio::test]
async fn another_phone_ends_the_others_and_another_name_ends_nobody() {
    let app = TestApp::start().await;
    let (mine, other) = (app.first.session().await, app.first.session().await);
    let renamed = pb::ChangeCredentialsRequest { username: "علی نو".to_owned(), ..change(1, &mine.1) };
    app.first.change(renamed).await.unwrap();
    for session in [&mine, &other] {
        let user = app.first.validate(session).await.unwrap().session.unwrap().user.unwrap();
        assert_eq!(user.username, "علی نو", "no cache tells the old name");
    }
    let moved = pb::ChangeCredentialsRequest { cellphone: NEW_PHONE.to_owned(), ..change(2, &mine.1) };
    app.first.change(moved).await.unwrap();
    eventually("the other session has ended", async || app.first.validate(&other).await.err()).await;
    app.clock.advance(TimeDelta::minutes(5));
    app.first.validate(&mine).await.unwrap();
    app.first.log_in(NEW_PHONE, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn the_same_change_again_does_nothing() {
    let app = TestApp::start().await;
    let request = pb::ChangeCredentialsRequest { cellphone: NEW_PHONE.to_owned(), ..change(1, "") };
    let first = app.first.change(request.clone()).await.unwrap();
    let back = change(2, "");
    app.first.change(back).await.unwrap();
    // A late duplicate of the first one.
    assert_ne!(app.first.change(request).await.unwrap(), first);
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
    assert_eq!(app.db.db_count("audit_event WHERE action = 'user.credentials_changed'").await, 2);
}

#[tokio::test]
async fn a_change_that_was_given_up_never_happens() {
    let app = TestApp::start().await;
    let request = pb::ChangeCredentialsRequest { cellphone: NEW_PHONE.to_owned(), ..change(1, "") };
    assert!(!app.first.settle(1).await);
    assert_eq!(refusal(app.first.change(request).await), (Code::Aborted, "CHANGE_ABANDONED".to_owned()));
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
    app.first.change(change(2, "")).await.unwrap();
    assert!(app.first.settle(2).await && app.first.settle(2).await);
    assert!(!app.first.settle(1).await);

    // What was decided is remembered for as long as anybody may ask.
    app.clock.advance(TimeDelta::days(90));
    assert_eq!(app.first.app.housekeeping().clear().await.unwrap()["credential_change"], 0);
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(app.first.app.housekeeping().clear().await.unwrap()["credential_change"], 2);
}

#[tokio::test]
async fn what_is_taken_or_bad_changes_nothing() {
    let app = TestApp::start().await;
    let other = app.first.create(new_user(2)).await.unwrap();
    for (request, reason) in [
        (pb::ChangeCredentialsRequest { cellphone: other.cellphone.clone(), ..change(1, "") }, "CELLPHONE_TAKEN"),
        (pb::ChangeCredentialsRequest { username: "ALI۲".to_owned(), ..change(1, "") }, "USERNAME_TAKEN"),
        (pb::ChangeCredentialsRequest { password: Some("short".to_owned()), ..change(1, "") }, "INVALID_FIELD"),
        (pb::ChangeCredentialsRequest { username: " ".to_owned(), ..change(1, "") }, "INVALID_FIELD"),
        (pb::ChangeCredentialsRequest { cellphone: "0912".to_owned(), ..change(1, "") }, "INVALID_FIELD"),
        (pb::ChangeCredentialsRequest { seller_id: seller(9).to_string(), ..change(1, "") }, "USER_NOT_FOUND"),
    ] {
        assert_eq!(refusal(app.first.change(request).await).1, reason);
    }
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
    // A refused change may be asked for again.
    app.first.change(change(1, "")).await.unwrap();
}

#[tokio::test]
async fn a_log_in_with_the_old_password_that_was_under_way_starts_no_session() {
    let app = TestApp::start().await;
    // Whoever holds the user's row keeps the log-in between the check of the password and the start of its session.
    let mut holder = app.db.conn().await;
    holder.batch_execute("BEGIN; SELECT FROM user_account FOR UPDATE").await.unwrap();
    let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let change = async {
        eventually("the log-in waits", async || (app.db.db_count(waiting).await == 1).then_some(())).await;
        let change = "UPDATE credential SET phc = '$argon2id$of another password', changed_at = now(); COMMIT";
        holder.batch_execute(change).await.unwrap();
    };
    let (answer, ()) = tokio::join!(app.first.log_in(PHONE, PASSWORD), change);
    assert_eq!(refusal(answer), (Code::Unauthenticated, "CREDENTIALS_WRONG".to_owned()));
    assert_eq!(app.db.db_count("session").await, 0);
}

#[tokio::test]
async fn an_old_session_alone_changes_neither_phone_nor_password() {
    let app = TestApp::start().await;
    let (mine, other) = (app.first.session().await, app.first.create(new_user(2)).await.unwrap());
    let wrong = [("current_password".to_owned(), "INVALID".to_owned())];
    app.clock.advance(TimeDelta::minutes(10) + TimeDelta::seconds(1));
    let password = pb::ChangeCredentialsRequest { password: Some(NEW_PASSWORD.to_owned()), ..change(1, &mine.1) };
    // A session of another user is no proof, however fresh.
    let theirs = app.first.log_in(&other.cellphone, PASSWORD).await.unwrap().session.unwrap().handle;
    for request in [
        password,
        moved(2, &mine.1, ""),
        moved(3, &mine.1, "not the password"),
        moved(4, &mine.1, &"x".repeat(129)),
        moved(5, &theirs, ""),
        moved(6, "", ""),
    ] {
        assert_eq!(wrong_fields(app.first.change(request).await), wrong);
    }
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
    // Another name needs no proof, and whoever knows the password or is a tool of the house needs no fresh log-in.
    let renamed = pb::ChangeCredentialsRequest { username: "علی نو".to_owned(), ..change(7, &mine.1) };
    app.first.change(renamed).await.unwrap();
    app.first.change(moved(8, &mine.1, PASSWORD)).await.unwrap();
    app.first.change(pb::ChangeCredentialsRequest { by_tool: true, ..change(9, "") }).await.unwrap();
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_log_in_of_the_last_ten_minutes_stands_for_the_password_and_a_renewal_is_none() {
    let app = TestApp::start().await;
    let mine = app.first.session().await;
    app.clock.advance(TimeDelta::minutes(10));
    let request = pb::ChangeCredentialsRequest { password: Some(NEW_PASSWORD.to_owned()), ..change(1, &mine.1) };
    app.first.change(request.clone()).await.unwrap();
    let renewed = app.first.renew(&mine).await.unwrap();
    app.clock.advance(TimeDelta::seconds(1));
    // The answer was lost: the same again is answered, whatever has become of the session.
    app.first.change(request).await.unwrap();
    assert_eq!(wrong_fields(app.first.change(moved(2, &renewed.1, "")).await).len(), 1);
    assert_eq!(wrong_fields(app.first.change(moved(3, &renewed.1, PASSWORD)).await).len(), 1, "it has changed");
    app.first.change(moved(4, &renewed.1, NEW_PASSWORD)).await.unwrap();
}

#[tokio::test]
async fn guesses_of_the_current_password_are_tries_to_log_in() {
    let app = TestApp::start().await;
    let mine = app.first.session().await;
    for number in 0..5 {
        assert_eq!(wrong_fields(app.first.change(moved(number, &mine.1, "not the password")).await).len(), 1);
    }
    let status = app.first.change(moved(9, &mine.1, PASSWORD)).await.unwrap_err();
    assert!(errors::details(&status).retry_after.is_some());
    assert_eq!(refusal::<()>(Err(status)).1, "TOO_MANY_TRIES");
    assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "TOO_MANY_TRIES");
}

#[tokio::test]
async fn a_password_that_everybody_tries_first_is_never_set() {
    let app = TestApp::start().await;
    let common = [("password".to_owned(), "COMMON".to_owned())];
    for password in ["1234567890", "password12", "QwertyUiop"] {
        let request = pb::ChangeCredentialsRequest { password: Some(password.to_owned()), ..change(1, "") };
        assert_eq!(wrong_fields(app.first.change(request).await), common);
        let user = pb::CreateUserRequest { password: password.to_owned(), ..new_user(2) };
        assert_eq!(wrong_fields(app.first.create(user).await), common);
    }
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
}
