//! Plans and the rate of VAT are data with a history.

use chrono::TimeDelta;
use pishkhan_proto::settings::v1 as pb;
use tonic::Code;

use crate::{
    harness::{Subscriptions, TestApp, new_seller, problems, refusal, seller_id},
    payments::{decide, purchase, settle},
};

fn tool(app: &TestApp) -> Subscriptions {
    Subscriptions::new(app.server.as_tool(&["settings.*"], None))
}

pub fn set(key: &str, plan_id: &str, months: i32, price_toman: i64) -> pb::SetPlanRequest {
    let plan = Some(pb::Plan { plan_id: plan_id.to_owned(), months, price_toman });
    pb::SetPlanRequest { request_id: key.to_owned(), plan, withdrawn: false }
}

async fn offered(app: &TestApp) -> (Vec<(String, i32, i64)>, i32) {
    let reply = app.subscriptions(seller_id(1)).list_plans(pb::ListPlansRequest {}).await.unwrap().into_inner();
    let plans = reply.plans.into_iter().map(|plan| (plan.plan_id, plan.months, plan.price_toman)).collect();
    (plans, reply.vat_basis_points)
}

#[tokio::test]
async fn five_plans_are_shipped() {
    let app = TestApp::start().await;
    let expected = [("m1", 1), ("m2", 2), ("m3", 3), ("m6", 6), ("m12", 12)]
        .map(|(plan_id, months)| (plan_id.to_owned(), months, i64::from(months) * 1_000_000));
    assert_eq!(offered(&app).await, (expected.to_vec(), 1000));
}

#[tokio::test]
async fn the_platform_changes_prices_and_what_was_bought_keeps_its_own() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let before = purchase(&app, "p1", "m1").await;
    let mut tool = tool(&app);
    app.clock.advance(TimeDelta::minutes(1));
    tool.set_plan(set("a", "m1", 1, 1_500_005)).await.unwrap();
    tool.set_plan(set("a", "m1", 1, 1_500_005)).await.unwrap();
    // There already: nothing happens.
    tool.set_plan(set("b", "m1", 1, 1_500_005)).await.unwrap();
    tool.set_plan(pb::SetPlanRequest { withdrawn: true, ..set("c", "m2", 2, 2_000_000) }).await.unwrap();
    let vat = |key: &str, vat_basis_points| pb::SetVatRequest { request_id: key.to_owned(), vat_basis_points };
    tool.set_vat(vat("d", 900)).await.unwrap();
    tool.set_vat(vat("d", 900)).await.unwrap();
    app.db.assert_audit(&["seller.created", "payment.begun", "plan.set", "plan.set", "vat.set"]).await;
    assert_eq!(app.db.db_count("plan_price WHERE plan_id = 'm1'").await, 2);
    let (plans, rate) = offered(&app).await;
    assert_eq!((plans[0].clone(), plans[1].0.as_str(), rate), (("m1".to_owned(), 1, 1_500_005), "m3", 900));
    let reused = tool.set_vat(vat("d", 800)).await;
    assert_eq!(refusal(reused).1, "IDEMPOTENCY_KEY_REUSED");

    // The payment that began before is for the price of then, and so is the subscription.
    assert_eq!(purchase(&app, "p2", "m1").await.payment_id, before.payment_id);
    decide(&app, &before, pb::SandboxDecision::Paid).await;
    settle(&app, &before).await;
    let get = pb::GetSubscriptionRequest { seller_id: seller_id(1).to_string() };
    let bought = app.subscriptions(seller_id(1)).get_subscription(get.clone()).await.unwrap().into_inner();
    let bought = bought.subscription.unwrap();
    assert_eq!((bought.price_toman, bought.vat_toman, bought.total_toman), (1_000_000, 100_000, 1_100_000));
    // 9 percent of it are 135,000.45, rounded once.
    let after = purchase(&app, "p3", "m1").await;
    assert_eq!(after.amount_toman, 1_500_005 + 135_000);
    let mut seller = app.subscriptions(seller_id(1));
    let gone = pb::PurchaseSubscriptionRequest {
        request_id: "p4".to_owned(),
        seller_id: seller_id(1).to_string(),
        plan_id: "m2".to_owned(),
        return_seal: String::new(),
    };
    assert_eq!(refusal(seller.purchase_subscription(gone).await), (Code::NotFound, "PLAN_NOT_FOUND".to_owned()));
}

#[tokio::test]
async fn a_plan_that_cannot_be_meant_is_refused() {
    let app = TestApp::start().await;
    let mut tool = tool(&app);
    let wrong = problems(tool.set_plan(set("a", "M", 0, 0)).await);
    let fields: Vec<&str> = wrong.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(fields, ["plan.plan_id", "plan.months", "plan.price_toman"]);
    let vat = pb::SetVatRequest { request_id: "b".to_owned(), vat_basis_points: 10_001 };
    assert_eq!(problems(tool.set_vat(vat).await)[0].0, "vat_basis_points");
    let unknown = pb::SetPlanRequest { withdrawn: true, ..set("c", "m9", 9, 1) };
    assert_eq!(refusal(tool.set_plan(unknown).await).1, "PLAN_NOT_FOUND");
    let mut bound = Subscriptions::new(app.server.as_tool(&["settings.*"], Some(seller_id(1))));
    assert_eq!(refusal(bound.set_plan(set("d", "m1", 1, 5)).await).0, Code::PermissionDenied);
    app.db.assert_no_audit().await;
}
