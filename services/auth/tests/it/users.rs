//! Users are created once, and looked up by their seller.

use pishkhan_chassis::errors;
use pishkhan_proto::auth::v1 as pb;
use tonic::Code;

use crate::harness::{Client, PASSWORD, TestApp, new_user, refusal, seller};

#[tokio::test]
async fn a_created_user_is_found_by_its_seller_and_logs_in() {
    let app = TestApp::empty().await;
    let request = pb::CreateUserRequest { child_seller: true, username: " Ali ".to_owned(), ..new_user(1) };
    let user = app.first.create(request).await.unwrap();
    assert_eq!(user.username, "Ali");
    assert_eq!(user.roles, [i32::from(pb::Role::Seller)]);
    assert!(user.child_seller);
    let request = pb::GetSellerUserRequest { seller_id: seller(1).to_string() };
    let found = app.first.tool().get_seller_user(request).await.unwrap().into_inner().user.unwrap();
    assert_eq!(found, user);
    let logged_in = app.first.log_in(&user.cellphone, PASSWORD).await.unwrap();
    assert_eq!(logged_in.session.unwrap().user.unwrap(), user);
    app.db.assert_audit(&["user.created", "session.started"]).await;
    assert_eq!(app.db.db_count("credential WHERE phc LIKE '$argon2id$v=19$%'").await, 1);
}

#[tokio::test]
async fn names_are_stored_clean() {
    let app = TestApp::empty().await;
    let request = pb::CreateUserRequest {
        first_name: "علی\0\u{1B}\u{200C}رضا".to_owned(),
        last_name: "\u{202E}رضا\r\nیی\u{2069}".to_owned(),
        ..new_user(1)
    };
    let user = app.first.create(request).await.unwrap();
    assert_eq!((user.first_name.as_str(), user.last_name.as_str()), ("علی\u{200C}رضا", "رضا  یی"));
}

#[tokio::test]
async fn an_operator_has_no_store() {
    let app = TestApp::empty().await;
    let request = pb::CreateUserRequest { role: pb::Role::Operator.into(), seller_id: String::new(), ..new_user(1) };
    let user = app.first.create(request).await.unwrap();
    assert_eq!(user.seller_id, "");
    assert_eq!(user.roles, [i32::from(pb::Role::Operator)]);
}

#[tokio::test]
async fn a_tool_of_one_seller_makes_no_operator() {
    let app = TestApp::empty().await;
    let mut tool = Client::new(app.first.server.as_tool(&["auth.*"], Some(seller(1))));
    let request = pb::CreateUserRequest { role: pb::Role::Operator.into(), seller_id: String::new(), ..new_user(1) };
    assert_eq!(refusal(tool.create_user(request).await).0, Code::NotFound);
    assert_eq!(app.db.db_count("user_account").await, 0);
}

#[tokio::test]
async fn the_same_request_again_answers_the_same() {
    let app = TestApp::empty().await;
    let first = app.first.create(new_user(1)).await.unwrap();
    assert_eq!(app.first.create(new_user(1)).await.unwrap(), first);
    assert_eq!(app.db.db_count("user_account").await, 1);
    app.db.assert_audit(&["user.created"]).await;
    let other_password = pb::CreateUserRequest { password: "another password".to_owned(), ..new_user(1) };
    for changed in [pb::CreateUserRequest { username: "another".to_owned(), ..new_user(1) }, other_password] {
        let (code, reason) = refusal(app.first.create(changed).await);
        assert_eq!((code, reason.as_str()), (Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED"));
    }
}

#[tokio::test]
async fn the_same_request_at_the_same_time_has_one_effect() {
    let app = TestApp::empty().await;
    let answers = futures_util::future::join_all((0..4).map(|_| app.first.create(new_user(1)))).await;
    let users: Vec<pb::User> = answers.into_iter().map(Result::unwrap).collect();
    assert!(users.iter().all(|user| *user == users[0]));
    assert_eq!(app.db.db_count("user_account").await, 1);
}

#[tokio::test]
async fn what_is_taken_is_named_and_nothing_is_left() {
    let app = TestApp::start().await;
    let same = new_user(1);
    for (request, reason) in [
        (pb::CreateUserRequest { cellphone: same.cellphone.clone(), ..new_user(2) }, "CELLPHONE_TAKEN"),
        (pb::CreateUserRequest { username: "ALI۱".to_owned(), ..new_user(2) }, "USERNAME_TAKEN"),
        (pb::CreateUserRequest { seller_id: same.seller_id.clone(), ..new_user(2) }, "SELLER_TAKEN"),
    ] {
        assert_eq!(refusal(app.first.create(request).await), (Code::AlreadyExists, reason.to_owned()));
    }
    assert_eq!(app.db.db_count("user_account").await, 1);
    app.db.assert_audit(&["user.created"]).await;
    // The refused request id is free for the corrected request.
    app.first.create(new_user(2)).await.unwrap();
}

#[tokio::test]
async fn bad_fields_are_named() {
    let app = TestApp::empty().await;
    let good = || new_user(1);
    for (request, fields) in [
        (pb::CreateUserRequest { request_id: String::new(), ..good() }, vec!["request_id"]),
        (pb::CreateUserRequest { role: 0, ..good() }, vec!["role"]),
        (pb::CreateUserRequest { role: 77, ..good() }, vec!["role"]),
        (pb::CreateUserRequest { seller_id: "x".to_owned(), ..good() }, vec!["seller_id"]),
        (pb::CreateUserRequest { seller_id: String::new(), ..good() }, vec!["seller_id"]),
        (pb::CreateUserRequest { role: pb::Role::Operator.into(), ..good() }, vec!["seller_id"]),
        (pb::CreateUserRequest { first_name: "a".repeat(101), ..good() }, vec!["first_name"]),
        (pb::CreateUserRequest { username: "\u{200c}".to_owned(), ..good() }, vec!["username"]),
        (
            pb::CreateUserRequest {
                cellphone: "0812".to_owned(),
                password: "short".to_owned(),
                username: "x".repeat(101),
                ..good()
            },
            vec!["cellphone", "username", "password"],
        ),
    ] {
        let status = app.first.create(request).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
        let named: Vec<String> = errors::details(&status).fields.into_iter().map(|wrong| wrong.field).collect();
        assert_eq!(named, fields);
    }
    assert_eq!(app.db.db_count("user_account").await, 0);
    app.db.assert_no_audit().await;
}

#[tokio::test]
async fn a_seller_without_a_user_is_not_found() {
    let app = TestApp::start().await;
    let mut tool = app.first.tool();
    let request = pb::GetSellerUserRequest { seller_id: seller(9).to_string() };
    let (code, reason) = refusal(tool.get_seller_user(request).await);
    assert_eq!((code, reason.as_str()), (Code::NotFound, "USER_NOT_FOUND"));
    let request = pb::GetSellerUserRequest { seller_id: "x".to_owned() };
    assert_eq!(refusal(tool.get_seller_user(request).await).0, Code::InvalidArgument);
}
