//! Who may ask, and for whom.

use pishkhan_chassis::{clock::Clock as _, errors, parse};
use pishkhan_proto::settings::v1 as pb;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{Client, TestApp, new_seller, seller_id};

async fn ask_all(app: &TestApp, client: &mut Client, seller_id: Uuid) -> Vec<Result<(), Status>> {
    let seller_id = seller_id.to_string();
    let placed_at = Some(parse::timestamp(app.clock.now()));
    vec![
        client.get_seller(pb::GetSellerRequest { seller_id: seller_id.clone() }).await.map(|_| ()),
        client.get_limits(pb::GetLimitsRequest { seller_id: seller_id.clone() }).await.map(|_| ()),
        client.get_order_terms(pb::GetOrderTermsRequest { seller_id, placed_at }).await.map(|_| ()),
        client.list_holidays(pb::ListHolidaysRequest { year: 1405 }).await.map(|_| ()),
        client.create_seller(new_seller(1)).await.map(|_| ()),
    ]
}

#[tokio::test]
async fn each_caller_gets_what_it_may() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let (server, mine, other) = (&app.server, seller_id(1), seller_id(2));
    let (ok, no, missing, unknown) = (Code::Ok, Code::PermissionDenied, Code::NotFound, Code::Unauthenticated);
    for (name, caller, expected) in [
        ("the seller", server.as_seller(mine), [ok, ok, no, ok, no]),
        ("a child seller", server.as_child_seller(mine), [ok, ok, no, ok, no]),
        ("another seller", server.as_seller(other), [missing, missing, no, ok, no]),
        ("an operator", server.as_operator(), [no, no, no, no, no]),
        ("the bff", server.as_service("bff"), [ok, ok, no, ok, no]),
        ("orders", server.as_service("orders"), [ok, ok, ok, no, no]),
        ("auth", server.as_service("auth"), [no, no, no, no, no]),
        ("a tool", server.as_tool(&["*"], None), [ok, ok, ok, ok, ok]),
        ("a tool of the seller", server.as_tool(&["settings.*"], Some(mine)), [ok, ok, ok, ok, ok]),
        ("a tool of another", server.as_tool(&["settings.*"], Some(other)), [missing, missing, missing, ok, missing]),
        ("a tool for other things", server.as_tool(&["orders.*"], None), [no, no, no, no, no]),
        ("nobody", server.as_nobody(), [unknown; 5]),
    ] {
        let answers = ask_all(&app, &mut Client::new(caller), mine).await;
        let codes: Vec<Code> =
            answers.iter().map(|answer| answer.as_ref().map_or_else(Status::code, |()| Code::Ok)).collect();
        assert_eq!(codes, expected, "{name}");
        for status in answers.into_iter().filter_map(Result::err).filter(|status| status.code() == missing) {
            assert_eq!(errors::reason(&status).as_deref(), Some("SELLER_NOT_FOUND"), "{name}");
        }
    }
    assert_eq!(app.db.db_count("seller").await, 1);
    app.db.assert_audit(&["seller.created"]).await;
}

#[tokio::test]
async fn a_missing_seller_is_not_found_and_a_bad_id_is_named() {
    let app = TestApp::start().await;
    let answers = ask_all(&app, &mut app.tool(), seller_id(7)).await;
    for answer in answers.into_iter().take(3) {
        let status = answer.unwrap_err();
        assert_eq!(errors::reason(&status).as_deref(), Some("SELLER_NOT_FOUND"));
    }
    let status = app.tool().get_seller(pb::GetSellerRequest { seller_id: "x".to_owned() }).await.unwrap_err();
    assert_eq!(errors::details(&status).fields[0].field, "seller_id");
}
