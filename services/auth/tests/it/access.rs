//! Who may ask for what.

use pishkhan_proto::auth::v1 as pb;
use tonic::{Code, Status};

use crate::harness::{Client, TestApp, new_user, seller};

/// All methods; a refused session or pair is an answer that only those get who may ask.
async fn ask_all(client: &mut Client) -> Vec<Code> {
    fn code<T>(answer: Result<T, Status>) -> Code {
        answer.map_or_else(|status| status.code(), |_| Code::Ok)
    }
    vec![
        code(client.log_in(pb::LogInRequest { cellphone: "09990000000".to_owned(), ..Default::default() }).await),
        code(client.log_out(pb::LogOutRequest::default()).await),
        code(client.validate_session(pb::ValidateSessionRequest::default()).await),
        code(client.watch_revocations(pb::WatchRevocationsRequest {}).await),
        code(client.create_user(new_user(1)).await),
        code(client.get_seller_user(pb::GetSellerUserRequest { seller_id: seller(1).to_string() }).await),
        code(client.change_credentials(pb::ChangeCredentialsRequest::default()).await),
        code(client.settle_credential_change(pb::SettleCredentialChangeRequest::default()).await),
        code(client.renew_session(pb::RenewSessionRequest::default()).await),
        code(client.record_tool_token(pb::RecordToolTokenRequest::default()).await),
    ]
}

#[tokio::test]
async fn each_caller_gets_what_it_may() {
    let app = TestApp::start().await;
    let server = &app.first.server;
    let (ok, no, missing, unknown) = (Code::Ok, Code::PermissionDenied, Code::NotFound, Code::Unauthenticated);
    let bad = Code::InvalidArgument;
    for (name, caller, expected) in [
        ("the bff", server.as_service("bff"), [unknown, ok, unknown, ok, no, ok, no, no, unknown, no]),
        ("settings", server.as_service("settings"), [no, no, no, no, ok, ok, bad, bad, no, no]),
        ("orders", server.as_service("orders"), [no; 10]),
        ("a tool", server.as_tool(&["*"], None), [no, no, no, no, ok, ok, no, no, no, bad]),
        ("a tool for other things", server.as_tool(&["orders.*"], None), [no; 10]),
        (
            "a tool of the seller",
            server.as_tool(&["auth.*"], Some(seller(1))),
            [no, no, no, no, ok, ok, no, no, no, missing],
        ),
        (
            "a tool of another seller",
            server.as_tool(&["auth.*"], Some(seller(2))),
            [no, no, no, no, missing, missing, no, no, no, missing],
        ),
        ("the seller", server.as_seller(seller(1)), [no, no, no, no, no, ok, no, no, no, no]),
        ("another seller", server.as_seller(seller(2)), [no, no, no, no, no, missing, no, no, no, no]),
        ("an operator", server.as_operator(), [no; 10]),
        ("nobody", server.as_nobody(), [unknown; 10]),
    ] {
        assert_eq!(ask_all(&mut Client::new(caller)).await, expected, "{name}");
    }
    assert_eq!(app.db.db_count("user_account").await, 1);
}
