//! Who may ask, and for whom.

use pishkhan_chassis::errors;
use pishkhan_proto::reports::v1 as pb;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{Client, TestApp, TestOrder};

const SELLER: Uuid = Uuid::from_u128(0xA);
const OTHER: Uuid = Uuid::from_u128(0xB);

/// All methods, each asked for one seller.
async fn ask_all(client: &mut Client, seller_id: Uuid) -> Vec<(&'static str, Result<(), Status>)> {
    let seller_id = seller_id.to_string();
    let stream =
        futures_util::stream::iter([pb::RebuildReportsRequest { seller_id: seller_id.clone(), ..Default::default() }]);
    vec![
        (
            "totals",
            client
                .get_sales_totals(pb::GetSalesTotalsRequest { seller_id: seller_id.clone(), days: None })
                .await
                .map(|_| ()),
        ),
        (
            "products",
            client
                .list_product_sales(pb::ListProductSalesRequest { seller_id: seller_id.clone(), ..Default::default() })
                .await
                .map(|_| ()),
        ),
        (
            "regions",
            client
                .list_region_sales(pb::ListRegionSalesRequest { seller_id: seller_id.clone(), ..Default::default() })
                .await
                .map(|_| ()),
        ),
        (
            "customers",
            client
                .list_customer_sales(pb::ListCustomerSalesRequest {
                    seller_id: seller_id.clone(),
                    ..Default::default()
                })
                .await
                .map(|_| ()),
        ),
        ("days", client.list_daily_sales(pb::ListDailySalesRequest { seller_id, days: None }).await.map(|_| ())),
        ("rebuild", client.rebuild_reports(stream).await.map(|_| ())),
    ]
}

fn codes(answers: Vec<(&'static str, Result<(), Status>)>) -> Vec<(&'static str, Code)> {
    answers
        .into_iter()
        .map(|(method, answer)| (method, answer.map_or_else(|status| status.code(), |()| Code::Ok)))
        .collect()
}

fn all(reads: Code, rebuild: Code) -> Vec<(&'static str, Code)> {
    vec![
        ("totals", reads),
        ("products", reads),
        ("regions", reads),
        ("customers", reads),
        ("days", reads),
        ("rebuild", rebuild),
    ]
}

#[tokio::test]
async fn each_caller_gets_what_it_may() {
    let app = TestApp::start().await;
    let server = &app.server;
    let (ok, forbidden, missing, unknown) = (Code::Ok, Code::PermissionDenied, Code::NotFound, Code::Unauthenticated);
    for (name, caller, expected) in [
        ("a seller", server.as_seller(SELLER), all(ok, forbidden)),
        ("a child seller", server.as_child_seller(SELLER), all(ok, forbidden)),
        ("another seller", server.as_seller(OTHER), all(missing, forbidden)),
        ("an operator", server.as_operator(), all(forbidden, forbidden)),
        ("nobody", server.as_nobody(), all(unknown, unknown)),
        ("a tool", server.as_tool(&["*"], None), all(ok, ok)),
        ("a tool of the seller", server.as_tool(&["reports.*"], Some(SELLER)), all(ok, ok)),
        ("a tool of another seller", server.as_tool(&["reports.*"], Some(OTHER)), all(missing, missing)),
        ("a tool for other things", server.as_tool(&["orders.*"], None), all(forbidden, forbidden)),
        ("another service", server.as_service("orders"), all(forbidden, forbidden)),
    ] {
        assert_eq!(codes(ask_all(&mut Client::new(caller), SELLER).await), expected, "{name}");
    }
    let mut bff = all(forbidden, forbidden);
    bff[0].1 = ok;
    assert_eq!(codes(ask_all(&mut Client::new(server.as_service("bff")), SELLER).await), bff);
}

#[tokio::test]
async fn a_foreign_seller_looks_like_none_and_nothing_changes() {
    let app = TestApp::start().await;
    app.register(&TestOrder::new(SELLER, 7, "1405/08/30")).await;
    for caller in [app.server.as_seller(OTHER), app.server.as_tool(&["reports.*"], Some(OTHER))] {
        for seller_id in [SELLER, Uuid::from_u128(0xDEAD)] {
            for (method, answer) in ask_all(&mut Client::new(caller.clone()), seller_id).await {
                let status = answer.unwrap_err();
                if status.code() == Code::NotFound {
                    assert_eq!(errors::reason(&status).as_deref(), Some("SELLER_NOT_FOUND"), "{method}");
                    assert_eq!(status.message(), "there is no such seller", "{method}");
                }
            }
        }
    }
    assert_eq!(app.totals(SELLER, None).await, (1, 2, 100));
    assert_eq!(app.db.db_count("rebuild_order").await, 0);
    app.db.assert_no_audit().await;
}
