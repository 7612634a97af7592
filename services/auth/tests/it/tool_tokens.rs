//! Passports that people call with: recorded, and listed.

use chrono::TimeDelta;
use pishkhan_chassis::clock::Clock as _;
use pishkhan_proto::auth::v1 as pb;
use tonic::Code;
use uuid::Uuid;

use crate::harness::{Client, TestApp, refusal, seller};

fn request(number: u8) -> pb::RecordToolTokenRequest {
    pb::RecordToolTokenRequest {
        request_id: seller(number).to_string(),
        audience: "orders".to_owned(),
        scopes: vec!["pishkhan.orders.v1.OrdersService/GetOrder".to_owned()],
        seller_id: seller(1).to_string(),
        expire_time: Some(prost_types::Timestamp { seconds: 1_800_000_000, nanos: 0 }),
        minted_by: "maryam (1001) on ops-1".to_owned(),
    }
}

async fn page(tool: &mut Client, page_token: String) -> pb::ListToolTokensResponse {
    tool.list_tool_tokens(pb::ListToolTokensRequest { page_size: 2, page_token }).await.unwrap().into_inner()
}

#[tokio::test]
async fn a_passport_for_a_person_is_recorded_before_it_is_given() {
    let app = TestApp::empty().await;
    for _ in 0..2 {
        app.first.tool().record_tool_token(request(7)).await.unwrap();
    }
    let recorded = format!(
        "audit_event WHERE action = 'tool_token.minted' AND actor_subject = 'tool:test' AND entity_id = '{}' \
         AND seller_id = '{}' AND changes ->> 'minted_by' = 'maryam (1001) on ops-1' \
         AND changes #>> '{{scopes,0}}' = 'pishkhan.orders.v1.OrdersService/GetOrder'",
        seller(7),
        seller(1)
    );
    assert_eq!(app.db.db_count(&recorded).await, 1);
    let no_scope = pb::RecordToolTokenRequest { scopes: Vec::new(), ..request(8) };
    assert_eq!(refusal(app.first.tool().record_tool_token(no_scope).await).0, Code::InvalidArgument);
    app.db.assert_audit(&["tool_token.minted"]).await;
}

#[tokio::test]
async fn they_are_listed_for_90_days_the_newest_first() {
    let app = TestApp::empty().await;
    let mut tool = app.first.tool();
    for number in 1..=3 {
        tool.record_tool_token(request(number)).await.unwrap();
        app.clock.advance(TimeDelta::seconds(1));
    }
    let any_seller = pb::RecordToolTokenRequest { seller_id: String::new(), ..request(4) };
    tool.record_tool_token(any_seller).await.unwrap();

    let first = page(&mut tool, String::new()).await;
    let second = page(&mut tool, first.next_page_token.clone()).await;
    assert_eq!(second.next_page_token, "");
    let ids: Vec<_> = first.tokens.iter().chain(&second.tokens).map(|token| token.token_id.clone()).collect();
    assert_eq!(ids, [4, 3, 2, 1].map(|number| seller(number).to_string()));
    let newest = &first.tokens[0];
    assert_eq!((newest.seller_id.as_str(), newest.tool.as_str()), ("", "tool:test"));
    let pb::ToolToken { audience, scopes, minted_by, seller_id, create_time, expire_time, .. } = &second.tokens[1];
    let pb::RecordToolTokenRequest { audience: of, scopes: may, minted_by: who, seller_id: whose, .. } = &request(1);
    assert_eq!((audience, scopes, minted_by, seller_id), (of, may, who, whose));
    assert_eq!(*expire_time, request(1).expire_time);
    assert_eq!(create_time.unwrap().seconds + 3, app.clock.now().timestamp());

    app.clock.advance(TimeDelta::days(90) - TimeDelta::seconds(1));
    app.first.app.housekeeping().clear().await.unwrap();
    let left = page(&mut tool, String::new()).await;
    assert_eq!(left.tokens.len(), 2, "{left:?}");
    assert_eq!(app.db.db_count("audit_event WHERE action = 'tool_token.minted'").await, 4, "the audit keeps them");
}

#[tokio::test]
async fn a_tool_of_one_seller_is_not_told_of_the_others_tokens() {
    let app = TestApp::empty().await;
    let mut bound = Client::new(app.first.server.as_tool(&["auth.*"], Some(seller(1))));
    let answer = bound.list_tool_tokens(pb::ListToolTokensRequest::default()).await;
    assert_eq!(refusal(answer), (Code::PermissionDenied, "FORBIDDEN".to_owned()));
    let other = pb::RecordToolTokenRequest { seller_id: Uuid::from_u128(9).to_string(), ..request(1) };
    assert_eq!(refusal(bound.record_tool_token(other).await).0, Code::NotFound);
    let garbage = pb::ListToolTokensRequest { page_size: 0, page_token: "AAAA".to_owned() };
    assert_eq!(refusal(app.first.tool().list_tool_tokens(garbage).await).0, Code::InvalidArgument);
}
