//! Payments through the built-in gateway: money once, whatever becomes of the payer.

use chrono::TimeDelta;
use pishkhan_proto::settings::v1 as pb;
use pishkhan_settings::app::stop::Stop;
use tonic::{Code, Status};

use crate::harness::{Payments, TestApp, all, new_seller, refusal, seller_id};

pub async fn try_purchase(app: &TestApp, key: &str, plan_id: &str) -> Result<pb::Payment, Status> {
    let request = pb::PurchaseSubscriptionRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(1).to_string(),
        plan_id: plan_id.to_owned(),
        return_seal: String::new(),
    };
    let reply = app.subscriptions(seller_id(1)).purchase_subscription(request).await?;
    Ok(reply.into_inner().payment.unwrap())
}

pub async fn purchase(app: &TestApp, key: &str, plan_id: &str) -> pb::Payment {
    try_purchase(app, key, plan_id).await.unwrap()
}

/// What the gateway calls a payment that is open.
pub fn authority(payment: &pb::Payment) -> String {
    payment.redirect_url.rsplit('/').next().unwrap().to_owned()
}

pub async fn decide(app: &TestApp, payment: &pb::Payment, decision: pb::SandboxDecision) -> pb::SandboxDecision {
    let request = pb::DecideSandboxPaymentRequest { authority: authority(payment), decision: decision.into() };
    app.pages().decide_sandbox_payment(request).await.unwrap().into_inner().decision()
}

pub fn callback(payment: &pb::Payment, cancelled: bool) -> pb::SettlePaymentRequest {
    pb::SettlePaymentRequest { authority: authority(payment), cancelled }
}

pub async fn settle(app: &TestApp, payment: &pb::Payment) -> pb::PaymentState {
    app.pages().settle_payment(callback(payment, false)).await.unwrap().into_inner().state()
}

async fn get(app: &TestApp, payment: &pb::Payment) -> pb::GetPaymentResponse {
    let request = pb::GetPaymentRequest { seller_id: seller_id(1).to_string(), payment_id: payment.payment_id.clone() };
    let mut client = Payments::new(app.server.as_seller(seller_id(1)));
    client.get_payment(request).await.unwrap().into_inner()
}

pub async fn read(app: &TestApp, payment: &pb::Payment) -> pb::Payment {
    get(app, payment).await.payment.unwrap()
}

/// The time that a payment has paid.
pub async fn receipt(app: &TestApp, payment: &pb::Payment) -> Option<pb::SubscriptionPeriod> {
    get(app, payment).await.bought
}

/// The payment of a plan that the seller waits for.
async fn awaited(app: &TestApp) -> Option<String> {
    let request = pb::GetSubscriptionRequest { seller_id: seller_id(1).to_string() };
    let reply = app.subscriptions(seller_id(1)).get_subscription(request).await.unwrap().into_inner();
    reply.awaited.map(|payment| payment.payment_id)
}

pub async fn bought(app: &TestApp) -> i64 {
    app.db.db_count("subscription_purchase").await
}

#[tokio::test]
async fn a_payment_that_is_paid_begins_a_subscription_once() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let begun = purchase(&app, "a", "m3").await;
    assert_eq!(
        (begun.amount_toman, begun.state(), begun.subject_id.as_str()),
        (3_300_000, pb::PaymentState::Pending, "m3")
    );
    assert_eq!((begun.purpose(), begun.gateway()), (pb::PaymentPurpose::Subscription, pb::PaymentGateway::Sandbox));
    assert_eq!(begun.redirect_url, format!("/pay/sandbox/{}", authority(&begun)));
    assert_eq!(authority(&begun).len(), 36);
    let get = pb::GetSandboxPaymentRequest { authority: authority(&begun) };
    let page = app.pages().get_sandbox_payment(get.clone()).await.unwrap().into_inner();
    assert_eq!((page.amount_toman, page.payer.as_str()), (3_300_000, new_seller(1).title.as_str()));
    assert_eq!((page.decision(), page.expire_time), (pb::SandboxDecision::Unspecified, begun.expire_time));
    // Nobody believes the browser.
    assert_eq!(settle(&app, &begun).await, pb::PaymentState::Pending);
    assert_eq!(bought(&app).await, 0);

    // Paid twice, brought back five times at once, and again: once.
    assert_eq!(decide(&app, &begun, pb::SandboxDecision::Paid).await, pb::SandboxDecision::Paid);
    assert_eq!(decide(&app, &begun, pb::SandboxDecision::Paid).await, pb::SandboxDecision::Paid);
    assert_eq!(decide(&app, &begun, pb::SandboxDecision::Cancelled).await, pb::SandboxDecision::Paid);
    let callbacks = (0..5).map(|number| {
        let (mut pages, request) = (app.pages(), callback(&begun, number == 0));
        async move { pages.settle_payment(request).await.unwrap().into_inner() }
    });
    for settled in all(callbacks).await {
        assert_eq!((settled.state(), settled.payment_id.as_str()), (pb::PaymentState::Paid, begun.payment_id.as_str()));
        assert_eq!((settled.purpose(), settled.subject_id.as_str()), (pb::PaymentPurpose::Subscription, "m3"));
    }
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(settle(&app, &begun).await, pb::PaymentState::Paid);
    assert_eq!(app.app.reconcile_once().await.unwrap(), 0);
    assert_eq!(bought(&app).await, 1);
    let paid = read(&app, &begun).await;
    assert_eq!((paid.state(), paid.redirect_url.as_str(), paid.reference.len()), (pb::PaymentState::Paid, "", 12));
    assert_eq!(paid.pay_time, begun.create_time);
    app.db.assert_audit(&["seller.created", "payment.begun", "payment.paid", "subscription.started"]).await;
}

#[tokio::test]
async fn a_payment_that_is_given_up_changes_nothing_and_the_next_one_is_another() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let begun = purchase(&app, "a", "m1").await;
    decide(&app, &begun, pb::SandboxDecision::Cancelled).await;
    let request = callback(&begun, true);
    let settled = app.pages().settle_payment(request.clone()).await.unwrap().into_inner();
    assert_eq!(settled.state(), pb::PaymentState::Failed);
    app.pages().settle_payment(request).await.unwrap();
    let failed = read(&app, &begun).await;
    assert_eq!((failed.state(), failed.cancelled, failed.redirect_url.as_str()), (pb::PaymentState::Failed, true, ""));
    assert_eq!(decide(&app, &begun, pb::SandboxDecision::Paid).await, pb::SandboxDecision::Cancelled);
    // The same request is answered the same; another one begins anew.
    assert_eq!(purchase(&app, "a", "m1").await, failed);
    let next = purchase(&app, "b", "m1").await;
    assert_ne!(next.payment_id, begun.payment_id);
    assert_eq!(bought(&app).await, 0);
    app.db.assert_audit(&["seller.created", "payment.begun", "payment.failed", "payment.begun"]).await;
}

#[tokio::test]
async fn whoever_says_to_have_given_up_can_have_paid() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let begun = purchase(&app, "a", "m1").await;
    let settled = app.pages().settle_payment(callback(&begun, true)).await.unwrap().into_inner();
    assert_eq!(settled.state(), pb::PaymentState::Failed);
    // The page was open elsewhere. Nobody comes back from there.
    decide(&app, &begun, pb::SandboxDecision::Paid).await;
    app.clock.advance(TimeDelta::seconds(31));
    assert_eq!(app.app.reconcile_once().await.unwrap(), 1);
    let paid = read(&app, &begun).await;
    assert_eq!((paid.state(), paid.cancelled, bought(&app).await), (pb::PaymentState::Paid, false, 1));
}

#[tokio::test]
async fn a_lost_callback_is_found_without_anybody() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let begun = purchase(&app, "a", "m1").await;
    decide(&app, &begun, pb::SandboxDecision::Paid).await;
    app.clock.advance(TimeDelta::seconds(29));
    assert_eq!(app.app.reconcile_once().await.unwrap(), 0);
    app.clock.advance(TimeDelta::seconds(1));
    // Two processes look at the same time.
    let both = [app.app.clone(), app.app.clone()].into_iter().map(|app| async move { app.reconcile_once().await });
    let answered: usize = all(both).await.into_iter().map(Result::unwrap).sum();
    assert_eq!((answered, bought(&app).await), (1, 1));
    assert_eq!(read(&app, &begun).await.state(), pb::PaymentState::Paid);
    app.db.assert_audit(&["seller.created", "payment.begun", "payment.paid", "subscription.started"]).await;
}

#[tokio::test]
async fn money_that_came_in_time_counts_a_day_later_and_nothing_is_asked_after_that() {
    for (paid, expected) in [(true, pb::PaymentState::Paid), (false, pb::PaymentState::Expired)] {
        let app = TestApp::start().await;
        app.create(new_seller(1)).await.unwrap();
        let begun = purchase(&app, "a", "m1").await;
        if paid {
            decide(&app, &begun, pb::SandboxDecision::Paid).await;
        }
        app.clock.advance(TimeDelta::minutes(15));
        // Nobody can pay any more; what became of it the gateway has to say.
        let over = read(&app, &begun).await;
        assert_eq!((over.state(), over.redirect_url.as_str()), (pb::PaymentState::Pending, ""));
        assert_eq!((awaited(&app).await, receipt(&app, &begun).await), (Some(begun.payment_id.clone()), None));
        assert_eq!(decide(&app, &begun, pb::SandboxDecision::Cancelled).await == pb::SandboxDecision::Paid, paid);
        app.clock.advance(TimeDelta::hours(24));
        assert_eq!(app.app.reconcile_once().await.unwrap(), 1);
        assert_eq!(read(&app, &begun).await.state(), expected);
        assert_eq!((bought(&app).await, awaited(&app).await), (i64::from(paid), None));
        assert_eq!(receipt(&app, &begun).await.is_some(), paid);
        app.clock.advance(TimeDelta::days(2));
        assert_eq!(app.app.reconcile_once().await.unwrap(), 0);
    }
}

#[tokio::test]
async fn pressing_again_goes_on_with_the_payment_that_is_open() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let begun = purchase(&app, "a", "m1").await;
    assert_eq!(purchase(&app, "a", "m1").await, begun);
    app.clock.advance(TimeDelta::minutes(5));
    assert_eq!(purchase(&app, "b", "m1").await, begun);
    assert_ne!(purchase(&app, "c", "m2").await.payment_id, begun.payment_id);
    assert_eq!(refusal(try_purchase(&app, "a", "m2").await).1, "IDEMPOTENCY_KEY_REUSED");
    // It is paid, and the callback is lost: pressing again tells so, and does not begin another one.
    decide(&app, &begun, pb::SandboxDecision::Paid).await;
    let paid = purchase(&app, "d", "m1").await;
    assert_eq!((paid.payment_id.as_str(), paid.state()), (begun.payment_id.as_str(), pb::PaymentState::Paid));
    assert_eq!(purchase(&app, "d", "m1").await, paid);
    assert_eq!((app.db.db_count("payment").await, bought(&app).await), (2, 1));
    // After that it is a renewal.
    assert_ne!(purchase(&app, "e", "m1").await.payment_id, begun.payment_id);
}

#[tokio::test]
async fn pressing_at_the_same_time_begins_one_payment() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let presses = (0..6).map(|number| {
        let mut client = app.subscriptions(seller_id(1));
        let request = pb::PurchaseSubscriptionRequest {
            request_id: format!("r{}", number / 2),
            seller_id: seller_id(1).to_string(),
            plan_id: "m1".to_owned(),
            return_seal: String::new(),
        };
        async move { client.purchase_subscription(request).await.unwrap().into_inner().payment.unwrap() }
    });
    let answers = all(presses).await;
    assert!(answers.iter().all(|answer| *answer == answers[0] && !answer.redirect_url.is_empty()), "{answers:?}");
    assert_eq!(app.db.db_count("payment").await, 1);
}

#[tokio::test]
async fn a_process_that_dies_in_between_loses_nothing() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    // The gateway was asked, and what it calls the payment is lost: the same request goes on.
    app.app.stop_points().set(Stop::AfterRequest);
    assert_eq!(refusal(try_purchase(&app, "a", "m1").await).1, "STOPPED");
    let begun = purchase(&app, "a", "m1").await;
    assert!(!begun.redirect_url.is_empty());
    assert_eq!(app.db.db_count("payment").await, 1);
    // The gateway has said that it is paid, and nothing was written.
    decide(&app, &begun, pb::SandboxDecision::Paid).await;
    app.app.stop_points().set(Stop::AfterVerify);
    assert_eq!(refusal(app.pages().settle_payment(callback(&begun, false)).await).1, "STOPPED");
    assert_eq!(bought(&app).await, 0);
    app.clock.advance(TimeDelta::seconds(31));
    assert_eq!(app.app.reconcile_once().await.unwrap(), 1);
    assert_eq!((settle(&app, &begun).await, bought(&app).await), (pb::PaymentState::Paid, 1));
}

#[tokio::test]
async fn the_built_in_gateway_forgets_old_payments() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    purchase(&app, "a", "m1").await;
    app.clock.advance(TimeDelta::days(30) + TimeDelta::minutes(15));
    assert_eq!(app.app.housekeeping().clear().await.unwrap()["sandbox_payment"], 0);
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(app.app.housekeeping().clear().await.unwrap()["sandbox_payment"], 1);
    assert_eq!(app.db.db_count("payment").await, 1, "what was paid stays");
}

#[tokio::test]
async fn a_payment_that_nobody_was_sent_to_pay_expires() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    app.app.stop_points().set(Stop::AfterRequest);
    try_purchase(&app, "a", "m1").await.unwrap_err();
    app.clock.advance(TimeDelta::minutes(15));
    assert_eq!(app.app.reconcile_once().await.unwrap(), 1);
    assert_eq!(app.app.reconcile_once().await.unwrap(), 0);
    app.db.assert_audit(&["seller.created", "payment.begun", "payment.expired"]).await;
    let answered = purchase(&app, "a", "m1").await;
    assert_eq!((answered.state(), answered.redirect_url.as_str()), (pb::PaymentState::Expired, ""));
}

#[tokio::test]
async fn another_sellers_payment_is_nobodys_and_a_strange_name_is_not_ours() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    app.create(new_seller(2)).await.unwrap();
    let begun = purchase(&app, "a", "m1").await;
    let get = |number, payment_id: &str| pb::GetPaymentRequest {
        seller_id: seller_id(number).to_string(),
        payment_id: payment_id.to_owned(),
    };
    let mut other = Payments::new(app.server.as_seller(seller_id(2)));
    let missing = (Code::NotFound, "PAYMENT_NOT_FOUND".to_owned());
    assert_eq!(refusal(other.get_payment(get(2, &begun.payment_id)).await), missing);
    assert_eq!(refusal(other.get_payment(get(2, &seller_id(9).to_string())).await), missing);
    assert_eq!(refusal(other.get_payment(get(1, &begun.payment_id)).await).1, "SELLER_NOT_FOUND");
    let foreign = || "019aa000-0000-7000-8000-000000000000".to_owned();
    let mut pages = app.pages();
    let settle = pb::SettlePaymentRequest { authority: foreign(), cancelled: false };
    assert_eq!(refusal(pages.settle_payment(settle).await), missing);
    let page = pb::GetSandboxPaymentRequest { authority: foreign() };
    assert_eq!(refusal(pages.get_sandbox_payment(page).await), missing);
    let decision = pb::SandboxDecision::Paid.into();
    let decide = pb::DecideSandboxPaymentRequest { authority: foreign(), decision };
    assert_eq!(refusal(pages.decide_sandbox_payment(decide).await), missing);
    let nothing = pb::DecideSandboxPaymentRequest { authority: authority(&begun), decision: 0 };
    assert_eq!(refusal(pages.decide_sandbox_payment(nothing).await).0, Code::InvalidArgument);
    let empty = pb::SettlePaymentRequest::default();
    assert_eq!(refusal(pages.settle_payment(empty).await).0, Code::InvalidArgument);
}

#[tokio::test]
async fn tools_list_payments_latest_first() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut begun = Vec::new();
    for (number, plan_id) in ["m1", "m2", "m3"].into_iter().enumerate() {
        begun.push(purchase(&app, &format!("p{number}"), plan_id).await.payment_id);
        app.clock.advance(TimeDelta::minutes(6));
    }
    let mut tool = Payments::new(app.server.as_tool(&["settings.*"], None));
    let mut listed = Vec::new();
    let mut request = pb::ListPaymentsRequest { page_size: 2, ..Default::default() };
    loop {
        let page = tool.list_payments(request.clone()).await.unwrap().into_inner();
        listed.extend(page.payments.into_iter().map(|payment| payment.payment_id));
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    let latest_first: Vec<String> = begun.iter().rev().cloned().collect();
    assert_eq!(listed, latest_first);
    let of_state = |state: pb::PaymentState| pb::ListPaymentsRequest {
        seller_id: seller_id(1).to_string(),
        state: state.into(),
        ..Default::default()
    };
    // 18 minutes after the first, 6 after the last. That the first has expired the gateway has to say.
    assert_eq!(tool.list_payments(of_state(pb::PaymentState::Expired)).await.unwrap().into_inner().payments, []);
    app.app.reconcile_once().await.unwrap();
    let expired = tool.list_payments(of_state(pb::PaymentState::Expired)).await.unwrap().into_inner().payments;
    let pending = tool.list_payments(of_state(pb::PaymentState::Pending)).await.unwrap().into_inner().payments;
    assert_eq!((expired.len(), pending.len(), expired[0].payment_id.as_str()), (1, 2, begun[0].as_str()));
    let mut bound = Payments::new(app.server.as_tool(&["settings.*"], Some(seller_id(1))));
    assert_eq!(refusal(bound.list_payments(pb::ListPaymentsRequest::default()).await).0, Code::PermissionDenied);
}

#[tokio::test]
async fn tools_settle_payments_of_the_sellers_that_they_may_see() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let begun = purchase(&app, "a", "m1").await;
    let decision = pb::SandboxDecision::Paid.into();
    let decide = pb::DecideSandboxPaymentRequest { authority: authority(&begun), decision };
    let mut others = Payments::new(app.server.as_tool(&["settings.*"], Some(seller_id(2))));
    let hidden = (Code::NotFound, "PAYMENT_NOT_FOUND".to_owned());
    assert_eq!(refusal(others.decide_sandbox_payment(decide.clone()).await), hidden);
    assert_eq!(refusal(others.settle_payment(callback(&begun, true)).await), hidden);
    assert_eq!(read(&app, &begun).await, begun);
    let mut own = Payments::new(app.server.as_tool(&["settings.*"], Some(seller_id(1))));
    own.decide_sandbox_payment(decide).await.unwrap();
    let settled = own.settle_payment(callback(&begun, false)).await.unwrap().into_inner();
    assert_eq!((settled.state(), bought(&app).await), (pb::PaymentState::Paid, 1));
}
