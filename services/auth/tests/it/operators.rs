//! The platform's own people: listed, shut out, and let in again.

use chrono::TimeDelta;
use pishkhan_chassis::{clock::Clock as _, config::Profile};
use pishkhan_proto::auth::v1 as pb;
use tonic::Code;

use crate::harness::{ADDRESS, Client, PASSWORD, PHONE, TestApp, new_user, refusal, seller};

const NEW_PASSWORD: &str = "رمز تازه‌ی من ۷";

fn operator(number: u8) -> pb::CreateUserRequest {
    pb::CreateUserRequest { role: pb::Role::Operator.into(), seller_id: String::new(), ..new_user(number) }
}

/// The usual phone is an operator's.
async fn with_operator() -> TestApp {
    let app = TestApp::empty().await;
    app.first.create(operator(1)).await.unwrap();
    app
}

fn disable(phone: &str) -> pb::DisableOperatorRequest {
    pb::DisableOperatorRequest { cellphone: phone.to_owned() }
}

fn reset(enable: bool) -> pb::CreatePasswordLinkRequest {
    let role = pb::Role::Operator.into();
    pb::CreatePasswordLinkRequest { cellphone: PHONE.to_owned(), reset: true, enable, role }
}

async fn list(app: &TestApp, page_token: String) -> pb::ListOperatorsResponse {
    app.first.tool().list_operators(pb::ListOperatorsRequest { page_size: 2, page_token }).await.unwrap().into_inner()
}

#[tokio::test]
async fn one_who_is_shut_out_is_out_at_once_and_stays_out() {
    let app = with_operator().await;
    let another = app.another().await;
    let session = app.first.session().await;
    another.validate(&session).await.unwrap();
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    let code = app.phones.code(PHONE);
    for _ in 0..2 {
        let user = app.first.tool().disable_operator(disable(PHONE)).await.unwrap().into_inner().user.unwrap();
        assert_eq!(user.cellphone, PHONE);
    }
    assert_eq!(app.db.db_count("audit_event WHERE action = 'operator.disabled'").await, 1, "again nothing happens");
    for instance in [&app.first, &another] {
        assert_eq!(refusal(instance.validate(&session).await).1, "SESSION_INVALID");
        assert_eq!(refusal(instance.log_in(PHONE, PASSWORD).await).1, "CREDENTIALS_WRONG");
        assert_eq!(refusal(instance.reset(PHONE, &code, NEW_PASSWORD, ADDRESS).await).1, "CODE_WRONG");
    }
    // Whoever asks for a code is answered as ever, and none is sent.
    app.clock.advance(TimeDelta::minutes(1));
    let sent = app.phones.got().len();
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    assert_eq!(app.phones.got().len(), sent);
    assert_eq!(app.db.db_count("reset_code WHERE state = 'nobody'").await, 1);
}

#[tokio::test]
async fn a_link_does_not_outlive_it_and_lets_in_again_only_where_that_is_meant() {
    let app = with_operator().await;
    let before = app.first.link(reset(false)).await.unwrap().secret;
    app.first.tool().disable_operator(disable(PHONE)).await.unwrap();
    assert_eq!(refusal(app.first.use_link(&before, NEW_PASSWORD).await).1, "LINK_WRONG");
    let refused = refusal(app.first.link(reset(false)).await);
    assert_eq!(refused, (Code::FailedPrecondition, "USER_DISABLED".to_owned()));
    assert!(list(&app, String::new()).await.operators[0].disable_time.is_some());

    let link = app.first.link(reset(true)).await.unwrap().secret;
    assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "CREDENTIALS_WRONG", "the old one stays gone");
    app.first.use_link(&link, NEW_PASSWORD).await.unwrap();
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
    assert!(list(&app, String::new()).await.operators[0].disable_time.is_none());
}

#[tokio::test]
async fn a_log_in_that_is_under_way_does_not_slip_through() {
    let app = with_operator().await;
    // The password is checked before the session starts: shut out in between, there is none.
    for _ in 0..5 {
        let mut tool = app.first.tool();
        let (logged_in, disabled) =
            tokio::join!(app.first.log_in(PHONE, PASSWORD), tool.disable_operator(disable(PHONE)));
        disabled.unwrap();
        if let Ok(pb::LogInResponse { session, secret, .. }) = logged_in {
            let session = (secret, session.unwrap().handle);
            assert_eq!(refusal(app.first.validate(&session).await).1, "SESSION_INVALID");
        }
        let link = app.first.link(reset(true)).await.unwrap().secret;
        app.first.use_link(&link, PASSWORD).await.unwrap();
    }
}

#[tokio::test]
async fn sellers_are_not_operators() {
    let app = TestApp::start().await;
    let unknown = (Code::NotFound, "USER_NOT_FOUND".to_owned());
    for phone in [PHONE, "09359999999"] {
        assert_eq!(refusal(app.first.tool().disable_operator(disable(phone)).await), unknown);
    }
    assert_eq!(refusal(app.first.tool().disable_operator(disable("0912")).await).1, "INVALID_FIELD");
    assert!(list(&app, String::new()).await.operators.is_empty());
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
    let forbidden = (Code::PermissionDenied, "FORBIDDEN".to_owned());
    let mut bound = Client::new(app.first.server.as_tool(&["auth.*"], Some(seller(1))));
    assert_eq!(refusal(bound.disable_operator(disable(PHONE)).await), forbidden);
    assert_eq!(refusal(bound.list_operators(pb::ListOperatorsRequest::default()).await), forbidden);
}

#[tokio::test]
async fn all_are_listed_and_how_they_stand() {
    let app = with_operator().await;
    app.first.create(new_user(2)).await.unwrap();
    app.first.create(pb::CreateUserRequest { password: String::new(), ..operator(3) }).await.unwrap();
    app.first.create(operator(4)).await.unwrap();
    app.first.tool().disable_operator(disable(&operator(4).cellphone)).await.unwrap();
    app.clock.advance(TimeDelta::minutes(5));
    app.first.session().await;

    let first = list(&app, String::new()).await;
    let second = list(&app, first.next_page_token.clone()).await;
    assert_eq!((first.operators.len(), second.next_page_token.as_str()), (2, ""));
    let all: Vec<_> = first.operators.into_iter().chain(second.operators).collect();
    let phones: Vec<_> = all.iter().map(|operator| operator.user.clone().unwrap().cellphone).collect();
    assert_eq!(phones, [operator(4).cellphone, operator(1).cellphone, operator(3).cellphone]);
    let [out, usual, new] = all.try_into().unwrap();
    let now = app.clock.now().timestamp();
    assert_eq!(out.disable_time.unwrap().seconds, now - 300);
    assert_eq!((usual.disable_time, usual.without_password, usual.last_seen_time.unwrap().seconds), (None, false, now));
    assert_eq!((new.without_password, new.last_seen_time, new.create_time.unwrap().seconds), (true, None, now - 300));
    app.clock.advance(TimeDelta::hours(25));
    let later = list(&app, String::new()).await;
    assert_eq!(later.operators[1].last_seen_time, None, "that session is over");
}

#[tokio::test]
async fn a_tool_finds_out_what_kind_of_installation_it_is() {
    let app = TestApp::empty().await;
    let mut production = app.first.tool();
    assert!(!production.get_installation(pb::GetInstallationRequest {}).await.unwrap().into_inner().dev);
    let dev = app.another_of(Profile::Dev).await;
    assert!(dev.tool().get_installation(pb::GetInstallationRequest {}).await.unwrap().into_inner().dev);
}
