//! A seller and its user come into being together.

use pishkhan_chassis::errors;
use pishkhan_proto::{
    auth::v1::{self as auth, auth_service_client::AuthServiceClient},
    settings::v1::{self as pb, create_seller_request::Delivery},
};
use tonic::Code;

use crate::harness::{TestApp, create, new_seller, refusal, seller_id};

#[tokio::test]
async fn a_created_seller_has_a_profile_limits_and_a_user() {
    let app = TestApp::start().await;
    let seller = app.create(new_seller(1)).await.unwrap();
    assert_eq!(seller.seller_id, seller_id(1).to_string());
    assert_eq!((seller.title.as_str(), seller.active), ("پخش آفتاب 1", false));
    assert_eq!((seller.code.as_str(), seller.work_start_date.as_str()), ("S-1", "2025-03-21"));
    let mut client = app.seller(seller_id(1));
    let request = pb::GetSellerRequest { seller_id: seller_id(1).to_string() };
    assert_eq!(client.get_seller(request).await.unwrap().into_inner().seller, Some(seller.clone()));
    let request = pb::GetLimitsRequest { seller_id: seller_id(1).to_string() };
    assert_eq!(client.get_limits(request).await.unwrap().into_inner().limits, new_seller(1).limits);
    let user = app.user(seller_id(1)).await.unwrap();
    assert_eq!((user.cellphone, user.username), (seller.cellphone, seller.username));
    assert_eq!((user.first_name.as_str(), user.last_name.as_str()), ("رضا", "رضایی"));
    assert!(!user.child_seller);
    app.db.assert_audit(&["seller.created"]).await;
}

#[tokio::test]
async fn texts_are_stored_clean() {
    let app = TestApp::start().await;
    let request = pb::CreateSellerRequest {
        title: "پخش\0 آفتاب\u{202E}\nیک".to_owned(),
        representative: "\u{2067}می\u{200C}رضا\u{1B}".to_owned(),
        address: "قم\0\r\nپلاک ۲\u{202B}".to_owned(),
        ..new_seller(1)
    };
    let seller = app.create(request).await.unwrap();
    assert_eq!((seller.title.as_str(), seller.representative.as_str()), ("پخش آفتاب یک", "می\u{200C}رضا"));
    assert_eq!(seller.address, "قم\nپلاک ۲");
}

#[tokio::test]
async fn a_child_needs_its_parent() {
    let app = TestApp::start().await;
    let child = || pb::CreateSellerRequest { parent_seller_id: seller_id(1).to_string(), ..new_seller(2) };
    assert_eq!(refusal(app.create(child()).await), (Code::NotFound, "SELLER_NOT_FOUND".to_owned()));
    app.assert_nothing().await;
    app.create(new_seller(1)).await.unwrap();
    assert_eq!(app.create(child()).await.unwrap().parent_seller_id, seller_id(1).to_string());
    assert!(app.user(seller_id(2)).await.unwrap().child_seller);
}

#[tokio::test]
async fn the_same_request_again_answers_the_same() {
    let app = TestApp::start().await;
    let request = || pb::CreateSellerRequest { seller_id: String::new(), ..new_seller(1) };
    let first = app.create(request()).await.unwrap();
    assert_eq!(app.create(request()).await.unwrap(), first);
    // Even while auth does not answer, and long after.
    assert_eq!(create(&app.lonely, request()).await.unwrap(), first);
    app.clock.advance(chrono::TimeDelta::days(400));
    assert_eq!(app.create(request()).await.unwrap(), first);
    assert_eq!(app.db.db_count("seller").await, 1);
    assert_eq!(app.auth_db.db_count("user_account").await, 1);
    app.db.assert_audit(&["seller.created"]).await;
    let other_password = pb::CreateSellerRequest { password: "another password".to_owned(), ..request() };
    for changed in [pb::CreateSellerRequest { title: "دیگری".to_owned(), ..request() }, other_password] {
        assert_eq!(refusal(app.create(changed).await), (Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED".to_owned()));
    }
}

#[tokio::test]
async fn the_same_request_at_the_same_time_has_one_effect() {
    let app = TestApp::start().await;
    let (one, two, three) =
        tokio::join!(app.create(new_seller(1)), app.create(new_seller(1)), app.create(new_seller(1)));
    let one = one.unwrap();
    assert_eq!((&two.unwrap(), &three.unwrap()), (&one, &one));
    assert_eq!(app.db.db_count("seller").await, 1);
    assert_eq!(app.auth_db.db_count("user_account").await, 1);
    app.db.assert_audit(&["seller.created"]).await;
}

#[tokio::test]
async fn while_auth_is_away_nobody_sees_the_seller_and_the_request_goes_on_later() {
    let app = TestApp::start().await;
    let refused = refusal(create(&app.lonely, new_seller(1)).await);
    assert_eq!(refused, (Code::Unavailable, "DEPENDENCY_DOWN".to_owned()));
    let request = pb::GetSellerRequest { seller_id: seller_id(1).to_string() };
    assert_eq!(refusal(app.tool().get_seller(request).await).0, Code::NotFound);
    let request = pb::GetLimitsRequest { seller_id: seller_id(1).to_string() };
    assert_eq!(refusal(app.tool().get_limits(request).await).0, Code::NotFound);
    app.db.assert_no_audit().await;
    app.create(new_seller(1)).await.unwrap();
    assert_eq!(app.user(seller_id(1)).await.unwrap().seller_id, seller_id(1).to_string());
    app.db.assert_audit(&["seller.created"]).await;
}

#[tokio::test]
async fn a_user_whose_answer_was_lost_is_taken_for_what_it_is() {
    let app = TestApp::start().await;
    let answer = create(&app.lonely, new_seller(1)).await;
    assert_eq!(refusal(answer).0, Code::Unavailable);
    // Auth had done its part all the same, and has forgotten the request since.
    let pb::CreateSellerRequest { seller_id: id, cellphone, username, password, first_name, last_name, .. } =
        new_seller(1);
    let user = auth::CreateUserRequest {
        request_id: format!("seller-{id}"),
        seller_id: id,
        cellphone,
        username,
        password,
        first_name,
        last_name,
        role: auth::Role::Seller.into(),
        child_seller: false,
    };
    AuthServiceClient::new(app.auth.as_service("settings")).create_user(user).await.unwrap();
    app.auth_db.db_execute("DELETE FROM idempotent_reply").await;
    app.create(new_seller(1)).await.unwrap();
    assert_eq!(app.auth_db.db_count("user_account").await, 1);
    app.db.assert_audit(&["seller.created"]).await;
}

#[tokio::test]
async fn a_taken_phone_or_name_leaves_nothing_behind() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let first = new_seller(1);
    for (request, reason) in [
        (pb::CreateSellerRequest { cellphone: first.cellphone.clone(), ..new_seller(2) }, "CELLPHONE_TAKEN"),
        (pb::CreateSellerRequest { username: "SUN۱".to_owned(), ..new_seller(2) }, "USERNAME_TAKEN"),
        (pb::CreateSellerRequest { seller_id: first.seller_id.clone(), ..new_seller(2) }, "SELLER_TAKEN"),
        (pb::CreateSellerRequest { code: first.code.clone(), ..new_seller(2) }, "SELLER_TAKEN"),
    ] {
        assert_eq!(refusal(app.create(request).await), (Code::AlreadyExists, reason.to_owned()));
        for table in ["seller", "seller_creation", "seller_limits", "delivery_rule"] {
            assert_eq!(app.db.db_count(table).await, 1, "{table} after {reason}");
        }
        assert_eq!(app.auth_db.db_count("user_account").await, 1);
    }
    app.db.assert_audit(&["seller.created"]).await;
    // The corrected request succeeds under the same id.
    app.create(new_seller(2)).await.unwrap();
}

#[tokio::test]
async fn bad_fields_are_named_and_nothing_is_left() {
    let app = TestApp::start().await;
    let good = || new_seller(1);
    let cut_off = |days_after_order, cut_off: &str| {
        Some(Delivery::CutOffDelivery(pb::CutOffDelivery { days_after_order, cut_off: cut_off.to_owned() }))
    };
    let period = |start: &str, end: &str, preparation_days| {
        let (start_date, end_date) = (start.to_owned(), end.to_owned());
        Some(Delivery::PeriodDelivery(pb::PeriodDelivery { start_date, end_date, preparation_days }))
    };
    let normal = || pb::CreateSellerRequest { r#type: pb::SellerType::Normal.into(), ..good() };
    for (request, fields) in [
        (pb::CreateSellerRequest { request_id: String::new(), ..good() }, vec!["request_id"]),
        (pb::CreateSellerRequest { r#type: 0, ..good() }, vec!["type"]),
        (pb::CreateSellerRequest { seller_id: "x".to_owned(), ..good() }, vec!["seller_id"]),
        (pb::CreateSellerRequest { title: " ".to_owned(), ..good() }, vec!["title"]),
        (pb::CreateSellerRequest { cellphone: "0912".to_owned(), ..good() }, vec!["cellphone"]),
        (pb::CreateSellerRequest { username: String::new(), ..good() }, vec!["username"]),
        (pb::CreateSellerRequest { password: "short".to_owned(), ..good() }, vec!["password"]),
        (pb::CreateSellerRequest { last_name: "a".repeat(101), ..good() }, vec!["last_name"]),
        (pb::CreateSellerRequest { address: "a".repeat(301), ..good() }, vec!["address"]),
        (pb::CreateSellerRequest { national_code: "1234567890".to_owned(), ..good() }, vec!["national_code"]),
        (pb::CreateSellerRequest { story_url: "http://x".to_owned(), ..good() }, vec!["story_url"]),
        (pb::CreateSellerRequest { work_start_date: "1405/01/01".to_owned(), ..good() }, vec!["work_start_date"]),
        (pb::CreateSellerRequest { parent_seller_id: seller_id(1).to_string(), ..good() }, vec!["parent_seller_id"]),
        (
            pb::CreateSellerRequest {
                limits: Some(pb::Limits {
                    min_order_toman: -1,
                    min_packages: -1,
                    shipping_toman: -1,
                    tax_basis_points: 10_001,
                }),
                ..good()
            },
            vec!["limits.min_order_toman", "limits.min_packages", "limits.shipping_toman", "limits.tax_basis_points"],
        ),
        (
            pb::CreateSellerRequest { delivery: cut_off(0, "14:00"), ..good() },
            vec!["cut_off_delivery.days_after_order"],
        ),
        (
            pb::CreateSellerRequest { delivery: cut_off(31, "14:00"), ..good() },
            vec!["cut_off_delivery.days_after_order"],
        ),
        (pb::CreateSellerRequest { delivery: cut_off(1, "24:00"), ..good() }, vec!["cut_off_delivery.cut_off"]),
        (pb::CreateSellerRequest { delivery: period("2026-11-01", "2026-11-30", 1), ..good() }, vec!["delivery"]),
        (
            pb::CreateSellerRequest { delivery: period("2026-11-02", "2026-11-01", 1), ..normal() },
            vec!["period_delivery.end_date"],
        ),
        (
            pb::CreateSellerRequest { delivery: period("2026-11-01", "2026-11-30", 0), ..normal() },
            vec!["period_delivery.preparation_days"],
        ),
        (
            pb::CreateSellerRequest { delivery: period("", "2026-11-30", 1), ..normal() },
            vec!["period_delivery.start_date"],
        ),
    ] {
        let status = app.create(request).await.unwrap_err();
        let named: Vec<String> = errors::details(&status).fields.into_iter().map(|wrong| wrong.field).collect();
        assert_eq!(status.code(), Code::InvalidArgument, "{fields:?}");
        assert_eq!(named, fields);
    }
    app.assert_nothing().await;
}
