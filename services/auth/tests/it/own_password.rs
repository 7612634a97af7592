//! Whoever is logged in and knows the password sets another one.

use chrono::TimeDelta;
use diesel::QueryDsl as _;
use diesel_async::RunQueryDsl as _;
use pishkhan_auth::store::schema::credential;
use pishkhan_chassis::errors;
use pishkhan_proto::auth::v1 as pb;
use tonic::{Code, Status};

use crate::{
    harness::{ADDRESS, Instance, PASSWORD, PHONE, TestApp, new_user, refusal},
    own_sessions::Cookies,
};

const NEW_PASSWORD: &str = "یک رمز تازه و بلند";
/// Of [`PASSWORD`], with less work than today's.
const WEAK: &str = "$argon2id$v=19$m=4096,t=1,p=1$ToXUslY4RcKaPtm5UUHaTw$/LHRnTYvM4TjV073mbDzB8f7x6mGeOpJdE83qAjCcos";

impl Instance {
    pub async fn set_password(&self, (secret, handle): &Cookies, current: &str, new: &str) -> Result<Cookies, Status> {
        let request = pb::ChangePasswordRequest {
            secret: secret.clone(),
            handle: handle.clone(),
            current_password: current.to_owned(),
            password: new.to_owned(),
            client_address: ADDRESS.to_owned(),
        };
        let pb::ChangePasswordResponse { session, secret } = self.bff().change_password(request).await?.into_inner();
        Ok((secret, session.expect("a session").handle))
    }
}

fn invalid() -> (Code, String) {
    (Code::Unauthenticated, "SESSION_INVALID".to_owned())
}

/// The wrong fields of a refusal.
fn wrong(answer: Result<Cookies, Status>) -> Vec<(String, String)> {
    let status = answer.expect_err("it is refused");
    assert_eq!(status.code(), Code::InvalidArgument, "{status}");
    errors::details(&status).fields.into_iter().map(|wrong| (wrong.field, wrong.problem)).collect()
}

fn field(name: &str, problem: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), problem.to_owned())]
}

#[tokio::test]
async fn another_password_ends_the_others_and_gives_this_session_a_new_id() {
    let app = TestApp::start().await;
    let operator = pb::CreateUserRequest { role: pb::Role::Operator.into(), seller_id: String::new(), ..new_user(2) };
    let operator = app.first.create(operator).await.unwrap().cellphone;
    for phone in [PHONE, &operator] {
        let session = async || {
            let pb::LogInResponse { session, secret, .. } = app.first.log_in(phone, PASSWORD).await.unwrap();
            (secret, session.unwrap().handle)
        };
        let (mine, other) = (session().await, session().await);
        let end = app.first.validate(&mine).await.unwrap().session.unwrap().expire_time;
        app.first.validate(&other).await.unwrap();
        app.clock.advance(TimeDelta::hours(1));
        let renewed = app.first.set_password(&mine, PASSWORD, NEW_PASSWORD).await.unwrap();
        for ended in [&mine, &other] {
            assert_eq!(refusal(app.first.validate(ended).await), invalid());
        }
        let session = app.first.validate(&renewed).await.unwrap().session.unwrap();
        assert_eq!((session.expire_time, session.user.unwrap().cellphone.as_str()), (end, phone));
        // The answer was lost, and the same is asked for again.
        assert_eq!(refusal(app.first.set_password(&mine, PASSWORD, NEW_PASSWORD).await), invalid());
        assert_eq!(refusal(app.first.log_in(phone, PASSWORD).await).1, "CREDENTIALS_WRONG");
        app.first.log_in(phone, NEW_PASSWORD).await.unwrap();
    }
    assert_eq!(app.db.db_count("audit_event WHERE action = 'user.password_changed'").await, 2);
    for secret in [PASSWORD, NEW_PASSWORD] {
        assert_eq!(app.db.db_count(&format!("audit_event WHERE changes::text LIKE '%{secret}%'")).await, 0);
    }
}

#[tokio::test]
async fn what_is_refused_changes_nothing() {
    let app = TestApp::start().await;
    let (mine, other) = (app.first.session().await, app.first.session().await);
    for (current, new, expected) in [
        ("not the password", NEW_PASSWORD, field("current_password", "INVALID")),
        ("", NEW_PASSWORD, field("current_password", "INVALID")),
        (&"x".repeat(129), NEW_PASSWORD, field("current_password", "INVALID")),
        (PASSWORD, "", field("password", "REQUIRED")),
        (PASSWORD, "short", field("password", "OUT_OF_RANGE")),
        (PASSWORD, "password12", field("password", "COMMON")),
        // What may not be one costs no try, whatever the current one is.
        ("not the password", &"x".repeat(129), field("password", "OUT_OF_RANGE")),
    ] {
        assert_eq!(wrong(app.first.set_password(&mine, current, new).await), expected);
    }
    for cookies in [(mine.0.clone(), other.1.clone()), (String::new(), mine.1.clone())] {
        assert_eq!(refusal(app.first.set_password(&cookies, PASSWORD, NEW_PASSWORD).await), invalid());
    }
    for cookies in [&mine, &other] {
        app.first.validate(cookies).await.unwrap();
    }
    app.first.log_in(PHONE, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn guesses_are_tries_to_log_in() {
    let app = TestApp::start().await;
    let mine = app.first.session().await;
    for _ in 0..5 {
        let guess = app.first.set_password(&mine, "not the password", NEW_PASSWORD).await;
        assert_eq!(wrong(guess), field("current_password", "INVALID"));
    }
    let refused = app.first.set_password(&mine, PASSWORD, NEW_PASSWORD).await;
    assert_eq!(refusal(refused), (Code::ResourceExhausted, "TOO_MANY_TRIES".to_owned()));
    assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "TOO_MANY_TRIES");
    app.clock.advance(TimeDelta::minutes(15));
    app.first.set_password(&mine, PASSWORD, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_session_that_has_just_ended_is_told_so_and_not_that_the_password_is_wrong() {
    let app = TestApp::start().await;
    let mine = app.first.session().await;
    app.first.validate(&mine).await.unwrap();
    // As it lies between the commit of another change and the word of it: caches still know the session.
    app.db.db_execute("UPDATE session SET revoked_at = now()").await;
    app.db.db_execute(&format!("UPDATE credential SET phc = '{WEAK}'")).await;
    app.first.validate(&mine).await.unwrap();
    for _ in 0..6 {
        assert_eq!(refusal(app.first.set_password(&mine, "not the password", NEW_PASSWORD).await), invalid());
    }
}

#[tokio::test]
async fn of_two_changes_at_once_one_wins() {
    let app = TestApp::start().await;
    let (one, other) = (app.first.session().await, app.first.session().await);
    let (first, second) = tokio::join!(
        app.first.set_password(&one, PASSWORD, "one of two passwords"),
        app.first.set_password(&other, PASSWORD, "the other of the two"),
    );
    let (winner, refused, password) = match (first, second) {
        (Ok(winner), refused) => (winner, refused, "one of two passwords"),
        (refused, Ok(winner)) => (winner, refused, "the other of the two"),
        (Err(one), Err(other)) => panic!("{one} {other}"),
    };
    assert_eq!(refusal(refused), invalid());
    app.first.validate(&winner).await.unwrap();
    app.first.log_in(PHONE, password).await.unwrap();
}

/// The stored hash.
async fn phc(app: &TestApp) -> String {
    credential::table.select(credential::phc).first(&mut app.db.conn().await).await.unwrap()
}

#[tokio::test]
async fn a_password_is_hashed_anew_at_the_log_in_when_more_work_is_asked_for_today() {
    let app = TestApp::at_full_cost().await;
    let as_today = phc(&app).await;
    app.first.session().await;
    assert_eq!(phc(&app).await, as_today, "nothing was to be done");
    app.db.db_execute(&format!("UPDATE credential SET phc = '{WEAK}'")).await;
    assert_eq!(refusal(app.first.log_in(PHONE, "not the password").await).1, "CREDENTIALS_WRONG");
    assert_eq!(phc(&app).await, WEAK);
    // Both find the old hash, and the second one to begin a session finds the new one.
    let (one, other) = tokio::join!(app.first.session(), app.first.session());
    for cookies in [&one, &other] {
        app.first.validate(cookies).await.unwrap();
    }
    let anew = phc(&app).await;
    assert!(anew.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{anew}");
    assert_eq!(app.db.db_count("credential WHERE changed_at = (SELECT created_at FROM user_account)").await, 1);
    app.first.session().await;
    assert_eq!(phc(&app).await, anew);
    app.first.set_password(&one, PASSWORD, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_password_is_hashed_anew_with_a_new_key_and_is_safe_with_the_old_one() {
    let app = TestApp::start().await;
    let bare = phc(&app).await;
    let (first_key, both) = (app.another_with_keys(&[1]).await, app.another_with_keys(&[2, 1]).await);
    first_key.session().await;
    let keyed = phc(&app).await;
    assert!(keyed != bare && keyed.contains(",keyid="), "{keyed}");
    // A process that was not given the key can tell nobody anything, and nobody's tries are counted.
    for _ in 0..6 {
        assert_eq!(app.first.log_in(PHONE, PASSWORD).await.unwrap_err().code(), Code::Internal);
    }
    both.session().await;
    let anew = phc(&app).await;
    assert!(anew != keyed && anew.contains(",keyid="), "{anew}");
    assert_eq!(first_key.log_in(PHONE, PASSWORD).await.unwrap_err().code(), Code::Internal);
    both.session().await;
    assert_eq!(phc(&app).await, anew);
}
