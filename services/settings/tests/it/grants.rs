//! Days without a payment, and the end that closes a store at its very instant.

use chrono::TimeDelta;
use pishkhan_chassis::parse;
use pishkhan_proto::settings::v1 as pb;
use pishkhan_testkit::noon;
use tonic::{Code, Status};

use crate::{
    edit,
    harness::{Subscriptions, TestApp, new_seller, problems, refusal, seller_id},
    subscriptions::{at, buy, clear, normal, open_with, store, subscription, toggle},
};

fn request(key: &str, days: i32) -> pb::GrantSubscriptionRequest {
    let (request_id, seller_id) = (key.to_owned(), seller_id(1).to_string());
    pb::GrantSubscriptionRequest { request_id, seller_id, days, reason: "a trial".to_owned() }
}

async fn try_grant(app: &TestApp, request: pb::GrantSubscriptionRequest) -> Result<pb::Subscription, Status> {
    let mut tool = Subscriptions::new(app.server.as_tool(&["settings.*"], None));
    Ok(tool.grant_subscription(request).await?.into_inner().subscription.unwrap())
}

async fn grant(app: &TestApp, key: &str, days: i32) -> pb::Subscription {
    try_grant(app, request(key, days)).await.unwrap()
}

/// Whether the store takes orders.
async fn takes_orders(app: &TestApp) -> bool {
    let placed_at = Some(parse::timestamp(noon()));
    let request = pb::GetOrderTermsRequest { seller_id: seller_id(1).to_string(), placed_at, tiers_only: false };
    app.tool().get_order_terms(request).await.unwrap().into_inner().seller_active
}

#[tokio::test]
async fn granted_days_begin_at_once_and_cost_nothing() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let granted = grant(&app, "a", 2).await;
    assert_eq!((at(granted.start_time), at(granted.end_time)), (noon(), noon() + TimeDelta::days(2)));
    assert_eq!((granted.live, granted.reminder_days, granted.granted_days), (true, 3, 2));
    let free = pb::Subscription {
        purchase_time: granted.purchase_time,
        start_time: granted.start_time,
        end_time: granted.end_time,
        live: true,
        reminder_days: 3,
        granted_days: 2,
        periods: vec![pb::SubscriptionPeriod {
            granted_days: 2,
            start_time: granted.start_time,
            end_time: granted.end_time,
            ..Default::default()
        }],
        ..Default::default()
    };
    assert_eq!(granted, free, "no plan, no amount, no payment");
    assert_eq!(subscription(&app).await, Some(granted));
    assert_eq!(app.db.db_count("payment").await, 0);
    app.db.assert_audit(&["seller.created", "subscription.started"]).await;
    let told = "audit_event WHERE action = 'subscription.started' AND actor_subject LIKE 'tool:%' \
                AND changes ->> 'reason' = 'a trial' AND changes ->> 'granted_days' = '2'";
    assert_eq!(app.db.db_count(told).await, 1);
}

#[tokio::test]
async fn the_same_grant_again_gives_nothing_more() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let first = grant(&app, "a", 10).await;
    assert_eq!(grant(&app, "a", 10).await, first);
    let twelve = try_grant(&app, request("a", 12)).await;
    assert_eq!(refusal(twelve), (Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED".to_owned()));
    assert_eq!(app.db.db_count("subscription_purchase").await, 1);
    app.db.assert_audit(&["seller.created", "subscription.started"]).await;
}

#[tokio::test]
async fn a_grant_goes_on_from_what_is_live_and_a_plan_from_the_grant() {
    let app = TestApp::start().await;
    open_with(&app, "m1").await;
    app.clock.advance(TimeDelta::days(29));
    let extended = grant(&app, "a", 5).await;
    assert_eq!((at(extended.start_time), at(extended.end_time)), (noon(), noon() + TimeDelta::days(35)));
    assert_eq!((extended.months, extended.payment_id.as_str()), (0, ""));
    // The time that was paid is over, the days are not: nothing has ended.
    app.clock.set(noon() + TimeDelta::days(31));
    app.app.end_subscriptions_once().await.unwrap();
    assert_eq!(store(&app).await, (true, 2));
    let payment = buy(&app, "q", "m2").await;
    let renewed = subscription(&app).await.unwrap();
    assert_eq!((renewed.payment_id, renewed.granted_days), (payment.payment_id, 0));
    assert_eq!(at(renewed.end_time), noon() + TimeDelta::days(95));
    let bought = ["payment.begun", "payment.paid", "subscription.started", "store.activated"];
    let renewed = ["payment.begun", "payment.paid", "subscription.extended"];
    app.db.assert_audit(&[&["seller.created"][..], &bought, &["subscription.extended"], &renewed].concat()).await;
}

#[tokio::test]
async fn after_the_end_a_grant_begins_now_and_opens_no_store() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    grant(&app, "a", 1).await;
    toggle(&app, "open", Some(true)).await.unwrap();
    app.clock.set(noon() + TimeDelta::days(4));
    let again = grant(&app, "b", 1).await;
    let (start, end) = (noon() + TimeDelta::days(4), noon() + TimeDelta::days(5));
    assert_eq!((at(again.start_time), at(again.end_time)), (start, end));
    assert_eq!(store(&app).await, (false, 3));
    let ended = ["subscription.ended", "store.deactivated"];
    let started = ["subscription.started"];
    let first = ["seller.created", "subscription.started", "store.activated"];
    app.db.assert_audit(&[&first[..], &ended, &started].concat()).await;
    assert!(toggle(&app, "t", Some(true)).await.unwrap());
    clear(&app, "c").await;
    assert!(!subscription(&app).await.unwrap().live);
    assert_eq!(store(&app).await, (false, 5));
}

#[tokio::test]
async fn what_cannot_be_granted_changes_nothing() {
    let app = TestApp::start().await;
    assert_eq!(refusal(try_grant(&app, request("a", 1)).await), (Code::NotFound, "SELLER_NOT_FOUND".to_owned()));
    app.create(normal(1)).await.unwrap();
    assert_eq!(refusal(try_grant(&app, request("a", 1)).await), (Code::PermissionDenied, "FORBIDDEN".to_owned()));
    for days in [0, -1, 367, i32::MAX] {
        assert_eq!(
            problems(try_grant(&app, request("a", days)).await),
            [("days".to_owned(), "OUT_OF_RANGE".to_owned())]
        );
    }
    for reason in [String::new(), " ".to_owned(), "x".repeat(301)] {
        let wrong = problems(try_grant(&app, pb::GrantSubscriptionRequest { reason, ..request("a", 1) }).await);
        assert_eq!(wrong[0].0, "reason");
    }
    let nobodys = pb::GrantSubscriptionRequest { request_id: String::new(), ..request("a", 1) };
    assert_eq!(problems(try_grant(&app, nobodys).await)[0].0, "request_id");
    let own = app.subscriptions(seller_id(1)).grant_subscription(request("a", 1)).await;
    assert_eq!(refusal(own).0, Code::PermissionDenied);
    assert_eq!(app.db.db_count("subscription_purchase").await, 0);
    app.db.assert_audit(&["seller.created"]).await;
}

#[tokio::test]
async fn a_store_is_off_from_the_end_on_before_anybody_records_it() {
    for of in [pb::SellerType::Special, pb::SellerType::Exclusive] {
        let app = TestApp::start().await;
        let creation = pb::CreateSellerRequest { r#type: of.into(), ..new_seller(1) };
        app.create(creation.clone()).await.unwrap();
        assert!(!takes_orders(&app).await);
        grant(&app, "a", 1).await;
        toggle(&app, "open", Some(true)).await.unwrap();
        assert!(takes_orders(&app).await);
        buy(&app, "p", "m1").await;
        let end = noon() + TimeDelta::days(31);
        app.clock.set(end - TimeDelta::seconds(1));
        assert_eq!((store(&app).await, takes_orders(&app).await), ((true, 2), true));
        app.clock.set(end);
        assert_eq!((store(&app).await, takes_orders(&app).await), ((false, 2), false));
        assert!(!app.create(creation).await.unwrap().active, "the reply to a repeated creation");
        assert_eq!(app.db.db_count("audit_event WHERE action = 'store.deactivated'").await, 0);
        // What the worker does afterwards changes no answer.
        app.app.end_subscriptions_once().await.unwrap();
        assert_eq!((store(&app).await, takes_orders(&app).await), ((false, 3), false));
        assert_eq!(app.db.db_count("audit_event WHERE action = 'store.deactivated'").await, 1);
    }
}

#[tokio::test]
async fn an_edit_at_the_end_keeps_no_store_open_and_records_the_end() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    grant(&app, "a", 1).await;
    toggle(&app, "open", Some(true)).await.unwrap();
    app.clock.set(noon() + TimeDelta::days(1));
    let mut client = app.seller(seller_id(1));
    assert_eq!(
        refusal(client.edit_seller(pb::EditSellerRequest { active: true, ..edit::request("on") }).await).1,
        "SUBSCRIPTION_REQUIRED"
    );
    let off = pb::EditSellerRequest { active: false, version: Some(2), ..edit::request("off") };
    let edited = client.edit_seller(off.clone()).await.unwrap().into_inner();
    assert_eq!((edited.seller.unwrap().active, edited.version), (false, 4));
    assert_eq!(client.edit_seller(off).await.unwrap().into_inner().version, 4);
    // All of one instant, in the order of their ids.
    let ended = ["seller.changed", "terms.proposed", "subscription.ended", "store.deactivated"];
    app.db.assert_audit(&[&["seller.created", "subscription.started", "store.activated"][..], &ended].concat()).await;
    let changed = "audit_event WHERE action = 'seller.changed' AND changes ? 'active'";
    assert_eq!(app.db.db_count(changed).await, 0, "the end has closed it, not the edit");
}
