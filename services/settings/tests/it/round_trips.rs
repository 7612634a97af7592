//! What each call costs the database. `docs/ROUND_TRIPS.md` tells it, and this keeps it true.

use pishkhan_chassis::{clock::Clock as _, parse};
use pishkhan_proto::settings::v1 as pb;
use pishkhan_testkit::RoundTrips;

use crate::harness::{TestApp, new_seller, seller_id};

/// What is asked for again and again, and two changes.
async fn life(app: &TestApp, round: i64) -> RoundTrips {
    let mut counted = RoundTrips::at([("settings", app.db.db())]);
    let seller = || seller_id(1).to_string();
    let mut client = app.seller(seller_id(1));
    counted.count("GetSeller", client.get_seller(pb::GetSellerRequest { seller_id: seller() })).await.unwrap();
    let placed_at = Some(parse::timestamp(app.clock.now()));
    let terms = pb::GetOrderTermsRequest { seller_id: seller(), placed_at, tiers_only: false };
    let tiers = pb::GetOrderTermsRequest { tiers_only: true, ..terms.clone() };
    counted.count("GetOrderTerms", app.tool().get_order_terms(terms)).await.unwrap();
    counted.count("GetOrderTerms, only the tiers", app.tool().get_order_terms(tiers)).await.unwrap();
    counted.count("GetLimits", client.get_limits(pb::GetLimitsRequest { seller_id: seller() })).await.unwrap();
    let tiers = pb::ListTiersRequest { seller_id: seller(), kind: pb::TierKind::Volume.into() };
    counted.count("ListTiers", client.list_tiers(tiers)).await.unwrap();
    let cards = pb::ListTextCardsRequest { seller_id: seller(), kind: pb::TextCardKind::OtherDiscount.into() };
    counted.count("ListTextCards", client.list_text_cards(cards)).await.unwrap();
    counted.count("GetDelivery", client.get_delivery(pb::GetDeliveryRequest { seller_id: seller() })).await.unwrap();
    let applied = pb::GetTiersAppliedRequest { seller_id: seller() };
    counted.count("GetTiersApplied", client.get_tiers_applied(applied)).await.unwrap();
    let chosen = pb::ListSellerChoicesRequest { seller_id: seller(), kind: pb::ChoiceKind::Brand.into() };
    counted.count("ListSellerChoices", client.list_seller_choices(chosen)).await.unwrap();

    let mut limits = new_seller(1).limits.expect("limits");
    limits.shipping_toman += round;
    let change = pb::UpdateLimitsRequest {
        request_id: app.clock.new_id().to_string(),
        seller_id: seller(),
        limits: Some(limits),
        version: None,
    };
    counted.count("UpdateLimits", client.update_limits(change.clone())).await.unwrap();
    counted.count("UpdateLimits, repeated", client.update_limits(change)).await.unwrap();
    let applied = pb::SetTiersAppliedRequest {
        request_id: app.clock.new_id().to_string(),
        seller_id: seller(),
        applied: round % 2 == 1,
        version: None,
    };
    counted.count("SetTiersApplied", client.set_tiers_applied(applied)).await.unwrap();
    counted
}

#[tokio::test]
async fn the_document_tells_what_each_call_costs() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    life(&app, 1).await;
    life(&app, 2).await.assert_documented("settings");
}
