//! For whom one may ask; who may, the matrix of callers and methods says.

use pishkhan_chassis::{clock::Clock as _, errors, parse};
use pishkhan_proto::settings::v1 as pb;
use tonic::Status;
use uuid::Uuid;

use crate::harness::{Client, TestApp, seller_id};

async fn ask_all(app: &TestApp, client: &mut Client, seller_id: Uuid) -> [Status; 3] {
    let seller_id = seller_id.to_string();
    let placed_at = Some(parse::timestamp(app.clock.now()));
    [
        client.get_seller(pb::GetSellerRequest { seller_id: seller_id.clone() }).await.unwrap_err(),
        client.get_limits(pb::GetLimitsRequest { seller_id: seller_id.clone() }).await.unwrap_err(),
        client.get_order_terms(pb::GetOrderTermsRequest { seller_id, placed_at, tiers_only: false }).await.unwrap_err(),
    ]
}

#[tokio::test]
async fn a_missing_seller_is_not_found_and_a_bad_id_is_named() {
    let app = TestApp::start().await;
    for status in ask_all(&app, &mut app.tool(), seller_id(7)).await {
        assert_eq!(errors::reason(&status).as_deref(), Some("SELLER_NOT_FOUND"));
    }
    let status = app.tool().get_seller(pb::GetSellerRequest { seller_id: "x".to_owned() }).await.unwrap_err();
    assert_eq!(errors::details(&status).fields[0].field, "seller_id");
}
