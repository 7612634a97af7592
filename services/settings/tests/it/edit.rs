//! The profile changes with its credentials or not at all.

use chrono::TimeDelta;
use pishkhan_proto::{
    auth::v1::{self as auth, auth_service_client::AuthServiceClient},
    settings::v1 as pb,
};
use pishkhan_settings::app::stop::Stop;
use tonic::{Code, Status};

use crate::harness::{Client, FIRST_PASSWORD, TestApp, all, new_seller, problems, refusal, seller_id};

const NEW_PHONE: &str = "09359876543";
const NEW_PASSWORD: &str = "a brand new password";

/// The profile of seller 1 with all its fields, and nothing of the credentials changed. Its store has no subscription.
pub fn request(key: &str) -> pb::EditSellerRequest {
    let pb::CreateSellerRequest { cellphone, username, .. } = new_seller(1);
    pb::EditSellerRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(1).to_string(),
        r#type: pb::SellerType::Special.into(),
        active: false,
        title: "پخش مهتاب".to_owned(),
        representative: "مریم".to_owned(),
        cellphone,
        code: "S-1".to_owned(),
        national_code: "0084575948".to_owned(),
        work_start_date: "2025-03-21".to_owned(),
        username,
        password: None,
        address: "اصفهان".to_owned(),
        price_edit_range: "روزانه".to_owned(),
        national_card_received: Some(true),
        cooperation: pb::Cooperation::Percentage.into(),
        agreed_commission: Some(250),
        commission_payment_date: "2026-12-01".to_owned(),
        card_number: "6037997123456783".to_owned(),
        sheba_number: "IR820540102680020817909002".to_owned(),
        version: None,
        current_password: FIRST_PASSWORD.to_owned(),
        client_address: "203.0.113.7".to_owned(),
    }
}

/// The same with all credentials changed.
fn credentials(key: &str) -> pb::EditSellerRequest {
    pb::EditSellerRequest {
        cellphone: NEW_PHONE.to_owned(),
        username: "moon".to_owned(),
        password: Some(NEW_PASSWORD.to_owned()),
        ..request(key)
    }
}

async fn seller(app: &TestApp) -> pb::Seller {
    let request = pb::GetSellerRequest { seller_id: seller_id(1).to_string() };
    app.seller(seller_id(1)).get_seller(request).await.unwrap().into_inner().seller.unwrap()
}

async fn log_in(app: &TestApp, cellphone: &str, password: &str) -> Result<auth::Session, Status> {
    let mut client = AuthServiceClient::new(app.auth.as_service("bff"));
    let request = auth::LogInRequest {
        device: String::new(),
        cellphone: cellphone.to_owned(),
        password: password.to_owned(),
        client_address: "203.0.113.7".to_owned(),
    };
    Ok(client.log_in(request).await?.into_inner().session.unwrap())
}

/// Profile and credentials are both as they were, or both as they were asked to be.
async fn assert_together(app: &TestApp, changed: bool) {
    let (seller, user) = (seller(app).await, app.user(seller_id(1)).await.unwrap());
    assert_eq!((&seller.cellphone, &seller.username), (&user.cellphone, &user.username));
    assert_eq!((seller.cellphone == NEW_PHONE, seller.title == "پخش مهتاب"), (changed, changed));
    assert_eq!(log_in(app, NEW_PHONE, NEW_PASSWORD).await.is_ok(), changed);
    let pb::CreateSellerRequest { cellphone, password, .. } = new_seller(1);
    assert_eq!(log_in(app, &cellphone, &password).await.is_ok(), !changed);
    assert_eq!(app.db.db_count("seller_edit").await, 0);
}

#[tokio::test]
async fn a_profile_without_other_credentials_is_settings_own_matter() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    // Auth is not even there.
    let mut client = Client::new(app.lonely.as_seller(seller_id(1)));
    let reply = client.edit_seller(request("a")).await.unwrap().into_inner();
    assert!(!reply.session_to_be_renewed && reply.proposed);
    let stands = seller(&app).await;
    assert_eq!(reply.seller, Some(stands.clone()));
    assert_eq!((stands.title.as_str(), stands.sheba_number.as_str()), ("پخش مهتاب", "820540102680020817909002"));
    assert_eq!((stands.story_url.as_str(), stands.agreed_commission), ("/images/story.svg", 0));
    assert_eq!(client.edit_seller(request("a")).await.unwrap().into_inner().seller, Some(stands));
    client.edit_seller(request("b")).await.unwrap();
    app.db.assert_audit(&["seller.created", "seller.changed", "terms.proposed"]).await;
    let other = pb::EditSellerRequest { title: "دیگر".to_owned(), ..request("a") };
    assert_eq!(refusal(client.edit_seller(other).await).1, "IDEMPOTENCY_KEY_REUSED");
}

#[tokio::test]
async fn credentials_change_with_the_profile() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    let reply = client.edit_seller(credentials("a")).await.unwrap().into_inner();
    assert!(reply.session_to_be_renewed);
    assert_together(&app, true).await;
    // The same again answers the same and does nothing.
    assert!(client.edit_seller(credentials("a")).await.unwrap().into_inner().session_to_be_renewed);
    app.db.assert_audit(&["seller.created", "seller.changed", "terms.proposed"]).await;
    let secrets = format!("audit_event WHERE changes::text LIKE '%{NEW_PASSWORD}%'");
    assert_eq!((app.db.db_count(&secrets).await, app.auth_db.db_count(&secrets).await), (0, 0));
}

#[tokio::test]
async fn what_nobody_sees_is_taken_out_of_a_user_name() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let typed = pb::EditSellerRequest { username: " mo\u{7}on\tlight\0 ".to_owned(), ..request("a") };
    let reply = app.seller(seller_id(1)).edit_seller(typed).await.unwrap().into_inner();
    assert_eq!(reply.seller.unwrap().username, "moon light");
    assert_eq!(seller(&app).await.username, "moon light");
    assert_eq!(app.user(seller_id(1)).await.unwrap().username, "moon light");
}

#[tokio::test]
async fn a_request_has_one_moment_however_long_it_waits() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    app.app.stop_points().set(Stop::BeforeUsers);
    app.seller(seller_id(1)).edit_seller(credentials("a")).await.unwrap_err();
    // Each look at this process's clock takes it an hour on. The edit before may still be under way: it was not overdue
    // when this one came.
    let (server, clock) = app.serve_hasty().await;
    Client::new(server.as_seller(seller_id(1))).edit_seller(request("b")).await.unwrap();
    assert_eq!(clock.looks(), 1);
    assert_eq!((seller(&app).await.title.as_str(), app.db.db_count("seller_edit").await), ("پخش مهتاب", 0));
}

#[tokio::test]
async fn what_is_taken_changes_nothing() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let other = app.create(new_seller(2)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    for (request, reason) in [
        (pb::EditSellerRequest { cellphone: other.cellphone, ..credentials("a") }, "CELLPHONE_TAKEN"),
        (pb::EditSellerRequest { username: "SUN۲".to_owned(), ..credentials("b") }, "USERNAME_TAKEN"),
        (pb::EditSellerRequest { code: other.code, ..credentials("c") }, "SELLER_CODE_TAKEN"),
    ] {
        assert_eq!(refusal(client.edit_seller(request).await), (Code::AlreadyExists, reason.to_owned()));
        assert_together(&app, false).await;
    }
    app.db.assert_audit(&["seller.created", "seller.created"]).await;
    // The corrected request goes through under the same name.
    client.edit_seller(credentials("a")).await.unwrap();
    assert_together(&app, true).await;
}

#[tokio::test]
async fn a_process_that_dies_in_between_leaves_both_or_neither() {
    for (stop, changed) in [(Stop::BeforeUsers, false), (Stop::AfterUsers, true), (Stop::BeforeReply, true)] {
        let app = TestApp::start().await;
        app.create(new_seller(1)).await.unwrap();
        app.app.stop_points().set(stop);
        let answer = app.seller(seller_id(1)).edit_seller(credentials("a")).await;
        assert_eq!(refusal(answer), (Code::Internal, "STOPPED".to_owned()), "{stop:?}");
        app.clock.advance(TimeDelta::seconds(11));
        app.app.recover_overdue().await.unwrap();
        assert_together(&app, changed).await;
        // The person tries again, under the same name.
        app.seller(seller_id(1)).edit_seller(credentials("a")).await.unwrap();
        assert_together(&app, true).await;
        app.db.assert_audit(&["seller.created", "seller.changed", "terms.proposed"]).await;
    }
}

#[tokio::test]
async fn the_same_request_goes_on_where_a_dead_process_stopped() {
    for stop in [Stop::BeforeUsers, Stop::AfterUsers, Stop::BeforeReply] {
        let app = TestApp::start().await;
        app.create(new_seller(1)).await.unwrap();
        app.app.stop_points().set(stop);
        app.seller(seller_id(1)).edit_seller(credentials("a")).await.unwrap_err();
        app.seller(seller_id(1)).edit_seller(credentials("a")).await.unwrap();
        assert_together(&app, true).await;
        app.db.assert_audit(&["seller.created", "seller.changed", "terms.proposed"]).await;
    }
}

#[tokio::test]
async fn another_edit_settles_what_a_dead_process_left() {
    for (stop, changed) in [(Stop::BeforeUsers, false), (Stop::AfterUsers, true)] {
        let app = TestApp::start().await;
        let created = app.create(new_seller(1)).await.unwrap();
        app.app.stop_points().set(stop);
        app.seller(seller_id(1)).edit_seller(credentials("a")).await.unwrap_err();
        let user = app.user(seller_id(1)).await.unwrap();
        assert_eq!(user.cellphone == NEW_PHONE, changed);
        let next = pb::EditSellerRequest {
            title: "سوم".to_owned(),
            cellphone: user.cellphone,
            username: user.username,
            ..request("b")
        };
        app.seller(seller_id(1)).edit_seller(next).await.unwrap();
        let stands = seller(&app).await;
        assert_eq!(stands.title, "سوم");
        assert_eq!(stands.cellphone, if changed { NEW_PHONE.to_owned() } else { created.cellphone });
        assert_eq!(app.db.db_count("seller_edit").await, 0);
    }
}

#[tokio::test]
async fn while_auth_is_away_nothing_changes() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut lonely = Client::new(app.lonely.as_seller(seller_id(1)));
    assert_eq!(refusal(lonely.edit_seller(credentials("a")).await).1, "DEPENDENCY_DOWN");
    assert_eq!(seller(&app).await.title, new_seller(1).title);
    app.clock.advance(TimeDelta::seconds(11));
    assert_eq!(app.app.recover_overdue().await.unwrap(), 1);
    assert_together(&app, false).await;
}

#[tokio::test]
async fn another_password_is_another_request() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let edit = async |request| app.seller(seller_id(1)).edit_seller(request).await;
    let first = edit(credentials("a")).await.unwrap().into_inner();
    // A lost reply, also from another place; the password that proved it is no longer the right one.
    let again = pb::EditSellerRequest { client_address: "198.51.100.9".to_owned(), ..credentials("a") };
    assert_eq!(edit(again).await.unwrap().into_inner().version, first.version);
    for password in [Some("yet another password".to_owned()), None] {
        let other = pb::EditSellerRequest { password, ..credentials("a") };
        assert_eq!(refusal(edit(other).await), (Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED".to_owned()));
    }
    log_in(&app, NEW_PHONE, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn edits_at_the_same_time_end_in_one_of_them() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let edits = (0..4).map(|number| {
        let mut client = app.seller(seller_id(1));
        let request = pb::EditSellerRequest {
            title: format!("عنوان {number}"),
            username: format!("name{number}"),
            ..request(&format!("r{number}"))
        };
        async move { client.edit_seller(request).await }
    });
    let answers = all(edits).await;
    assert!(answers.iter().any(Result::is_ok));
    for answer in answers.into_iter().filter_map(Result::err) {
        assert_eq!(answer.code(), Code::Unavailable, "{answer:?}");
    }
    app.clock.advance(TimeDelta::seconds(11));
    app.app.recover_overdue().await.unwrap();
    let (seller, user) = (seller(&app).await, app.user(seller_id(1)).await.unwrap());
    assert_eq!(seller.username, user.username);
    assert_eq!(seller.title.trim_start_matches("عنوان "), seller.username.trim_start_matches("name"));
}

#[tokio::test]
async fn a_seller_keeps_its_type_and_its_switch() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    let promoted = pb::EditSellerRequest { r#type: pb::SellerType::Normal.into(), ..request("a") };
    assert_eq!(refusal(client.edit_seller(promoted).await), (Code::PermissionDenied, "FORBIDDEN".to_owned()));
    let open = pb::EditSellerRequest { active: true, ..request("b") };
    assert_eq!(refusal(client.edit_seller(open).await).1, "SUBSCRIPTION_REQUIRED");
    assert!(!seller(&app).await.active);
}

#[tokio::test]
async fn every_empty_field_is_named_and_nothing_changes() {
    let app = TestApp::start().await;
    let before = app.create(new_seller(1)).await.unwrap();
    let empty = pb::EditSellerRequest {
        request_id: "a".to_owned(),
        seller_id: seller_id(1).to_string(),
        r#type: pb::SellerType::Special.into(),
        password: Some(String::new()),
        ..Default::default()
    };
    let wrong = problems(app.seller(seller_id(1)).edit_seller(empty).await);
    assert!(wrong.iter().all(|(field, problem)| field.starts_with("profile.") && problem == "REQUIRED"), "{wrong:?}");
    assert_eq!(wrong.len(), 16);
    assert_eq!(seller(&app).await, before);
}
