//! Links by which people set a password: once, within a day, and only the newest of a user.

use chrono::TimeDelta;
use pishkhan_chassis::{clock::Clock as _, errors};
use pishkhan_proto::auth::v1 as pb;
use tonic::{Code, Status};

use crate::harness::{ADDRESS, Client, Instance, PASSWORD, PHONE, TestApp, new_user, refusal, seller};

const NEW_PASSWORD: &str = "رمز تازه‌ی من ۷";
const NOBODY: &str = "09359999999";

impl Instance {
    pub async fn link(&self, request: pb::CreatePasswordLinkRequest) -> Result<pb::CreatePasswordLinkResponse, Status> {
        Ok(self.tool().create_password_link(request).await?.into_inner())
    }

    pub async fn use_link(&self, secret: &str, password: &str) -> Result<String, Status> {
        let request = pb::UsePasswordLinkRequest {
            secret: secret.to_owned(),
            password: password.to_owned(),
            client_address: ADDRESS.to_owned(),
        };
        Ok(self.bff().use_password_link(request).await?.into_inner().cellphone)
    }
}

/// For the usual user.
fn request() -> pb::CreatePasswordLinkRequest {
    pb::CreatePasswordLinkRequest { cellphone: PHONE.to_owned(), ..pb::CreatePasswordLinkRequest::default() }
}

fn reset() -> pb::CreatePasswordLinkRequest {
    pb::CreatePasswordLinkRequest { reset: true, ..request() }
}

/// The usual user, without a password.
async fn without_password() -> TestApp {
    let app = TestApp::empty().await;
    app.first.create(pb::CreateUserRequest { password: String::new(), ..new_user(1) }).await.unwrap();
    app
}

fn link_wrong() -> (Code, String) {
    (Code::InvalidArgument, "LINK_WRONG".to_owned())
}

#[tokio::test]
async fn a_user_without_a_password_sets_one_by_a_link_and_logs_in() {
    let app = without_password().await;
    for guess in ["", PASSWORD, NEW_PASSWORD] {
        assert_eq!(refusal(app.first.log_in(PHONE, guess).await).1, "CREDENTIALS_WRONG");
    }
    let link = app.first.link(request()).await.unwrap();
    assert_eq!(link.user.unwrap().cellphone, PHONE);
    assert_eq!(link.expire_time.unwrap().seconds, app.clock.now().timestamp() + 24 * 3_600);
    assert_eq!(app.first.use_link(&link.secret, NEW_PASSWORD).await.unwrap(), PHONE);
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
    assert_eq!(refusal(app.first.use_link(&link.secret, PASSWORD).await), link_wrong(), "used");
    app.db.assert_audit(&["user.created", "user.password_link_created", "user.password_set", "session.started"]).await;
    let secret = format!("password_link WHERE encode(secret_hash, 'escape') LIKE '%{}%'", link.secret);
    assert_eq!(app.db.db_count(&secret).await, 0);
    let told = format!("audit_event WHERE changes::text LIKE '%{}%'", link.secret);
    assert_eq!(app.db.db_count(&told).await, 0, "nothing tells the secret");
}

#[tokio::test]
async fn a_new_user_may_also_begin_with_a_code_which_makes_the_link_wrong() {
    let app = without_password().await;
    let link = app.first.link(request()).await.unwrap();
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    app.first.reset(PHONE, &app.phones.code(PHONE), NEW_PASSWORD, ADDRESS).await.unwrap();
    assert_eq!(refusal(app.first.use_link(&link.secret, PASSWORD).await), link_wrong());
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
    assert_eq!(refusal(app.first.link(request()).await), (Code::FailedPrecondition, "PASSWORD_SET".to_owned()));
}

#[tokio::test]
async fn a_code_of_before_is_good_no_more_once_the_link_is_used() {
    let app = without_password().await;
    let link = app.first.link(request()).await.unwrap();
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    app.first.use_link(&link.secret, NEW_PASSWORD).await.unwrap();
    let code = app.phones.code(PHONE);
    assert_eq!(refusal(app.first.reset(PHONE, &code, PASSWORD, ADDRESS).await).1, "CODE_WRONG");
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_newer_link_a_day_and_another_letter_make_it_wrong() {
    let app = without_password().await;
    let first = app.first.link(request()).await.unwrap().secret;
    let second = app.first.link(request()).await.unwrap().secret;
    assert_eq!(refusal(app.first.use_link(&first, NEW_PASSWORD).await), link_wrong(), "replaced");
    for nonsense in ["", "x", &second[1..], &second.to_lowercase(), &format!("{second}="), &"A".repeat(10_000)] {
        assert_eq!(refusal(app.first.use_link(nonsense, NEW_PASSWORD).await), link_wrong(), "{nonsense}");
    }
    app.clock.advance(TimeDelta::hours(24) - TimeDelta::seconds(1));
    // What can be no password leaves the link as it is.
    for password in ["", "short", "password12", &"x".repeat(129)] {
        let status = app.first.use_link(&second, password).await.unwrap_err();
        let fields: Vec<_> = errors::details(&status).fields.into_iter().map(|wrong| wrong.field).collect();
        assert_eq!(fields, ["password"], "{password}");
    }
    let third = app.first.link(request()).await.unwrap().secret;
    app.clock.advance(TimeDelta::hours(24));
    assert_eq!(refusal(app.first.use_link(&third, NEW_PASSWORD).await), link_wrong(), "a day has passed");
}

#[tokio::test]
async fn a_link_is_good_to_its_last_second() {
    let app = without_password().await;
    let link = app.first.link(request()).await.unwrap().secret;
    app.clock.advance(TimeDelta::hours(24) - TimeDelta::seconds(1));
    app.first.use_link(&link, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn of_two_who_use_a_link_at_the_same_time_one_wins() {
    let app = without_password().await;
    let link = app.first.link(request()).await.unwrap().secret;
    let another = app.another().await;
    let (one, other) = tokio::join!(app.first.use_link(&link, NEW_PASSWORD), another.use_link(&link, PASSWORD));
    let (won, lost) = if one.is_ok() { (NEW_PASSWORD, other) } else { (PASSWORD, one) };
    assert_eq!(refusal(lost), link_wrong());
    app.first.log_in(PHONE, won).await.unwrap();
    assert_eq!(app.db.db_count("audit_event WHERE action = 'user.password_set'").await, 1);
}

#[tokio::test]
async fn a_reset_takes_the_password_away_at_once_and_ends_all_sessions() {
    let app = TestApp::start().await;
    let another = app.another().await;
    let session = app.first.session().await;
    another.validate(&session).await.unwrap();
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    assert_eq!(refusal(app.first.link(request()).await).1, "PASSWORD_SET", "nothing has changed");
    app.first.validate(&session).await.unwrap();

    let link = app.first.link(reset()).await.unwrap().secret;
    for instance in [&app.first, &another] {
        assert_eq!(refusal(instance.validate(&session).await).1, "SESSION_INVALID");
        assert_eq!(refusal(instance.log_in(PHONE, PASSWORD).await).1, "CREDENTIALS_WRONG");
    }
    let code = app.phones.code(PHONE);
    assert_eq!(refusal(app.first.reset(PHONE, &code, PASSWORD, ADDRESS).await).1, "CODE_WRONG", "of before");
    // Lost on the way: again makes another one.
    let again = app.first.link(reset()).await.unwrap().secret;
    assert_eq!(refusal(app.first.use_link(&link, NEW_PASSWORD).await), link_wrong());
    another.use_link(&again, NEW_PASSWORD).await.unwrap();
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn who_guessed_before_is_let_in_with_the_new_password_at_once() {
    let app = TestApp::start().await;
    for _ in 0..5 {
        assert_eq!(refusal(app.first.log_in(PHONE, "not the password").await).1, "CREDENTIALS_WRONG");
    }
    let link = app.first.link(reset()).await.unwrap().secret;
    assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "TOO_MANY_TRIES");
    app.first.use_link(&link, NEW_PASSWORD).await.unwrap();
    app.first.log_in(PHONE, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn nobody_of_another_role_and_nobody_of_another_seller_gets_one() {
    let app = TestApp::start().await;
    let unknown = (Code::NotFound, "USER_NOT_FOUND".to_owned());
    let missing = pb::CreatePasswordLinkRequest { cellphone: NOBODY.to_owned(), ..reset() };
    assert_eq!(refusal(app.first.link(missing.clone()).await), unknown);
    let operator = pb::CreatePasswordLinkRequest { role: pb::Role::Operator.into(), ..reset() };
    assert_eq!(refusal(app.first.link(operator).await), unknown);
    let mut stranger = Client::new(app.first.server.as_tool(&["auth.*"], Some(seller(2))));
    assert_eq!(refusal(stranger.create_password_link(reset()).await), unknown);
    assert_eq!(refusal(stranger.create_password_link(missing).await), unknown);
    let malformed = pb::CreatePasswordLinkRequest { cellphone: "0912".to_owned(), ..reset() };
    assert_eq!(refusal(app.first.link(malformed).await).1, "INVALID_FIELD");
    assert_eq!(app.db.db_count("password_link").await, 0);
    app.first.log_in(PHONE, PASSWORD).await.unwrap();

    let mut own = Client::new(app.first.server.as_tool(&["auth.*"], Some(seller(1))));
    own.create_password_link(reset()).await.unwrap();
}

#[tokio::test]
async fn old_links_are_forgotten() {
    let app = without_password().await;
    app.first.link(request()).await.unwrap();
    app.clock.advance(TimeDelta::days(30));
    app.first.app.housekeeping().clear().await.unwrap();
    assert_eq!(app.db.db_count("password_link").await, 1);
    app.clock.advance(TimeDelta::days(1) + TimeDelta::seconds(1));
    app.first.app.housekeeping().clear().await.unwrap();
    assert_eq!(app.db.db_count("password_link").await, 0);
}
