//! Subscriptions begin, go on and end by the server's clock, and the store's switch hangs on them.

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::parse;
use pishkhan_proto::settings::v1 as pb;
use pishkhan_settings::app::stop::Stop;
use pishkhan_testkit::noon;
use tonic::{Code, Status};

use crate::{
    edit,
    harness::{TestApp, all, new_seller, refusal, seller_id},
    payments::{bought, callback, decide, purchase, receipt, settle, try_purchase},
};

pub fn at(instant: Option<prost_types::Timestamp>) -> DateTime<Utc> {
    parse::instant("instant", instant).unwrap()
}

pub async fn subscription(app: &TestApp) -> Option<pb::Subscription> {
    let get = pb::GetSubscriptionRequest { seller_id: seller_id(1).to_string() };
    app.subscriptions(seller_id(1)).get_subscription(get).await.unwrap().into_inner().subscription
}

pub async fn buy(app: &TestApp, key: &str, plan_id: &str) -> pb::Payment {
    let payment = purchase(app, key, plan_id).await;
    decide(app, &payment, pb::SandboxDecision::Paid).await;
    assert_eq!(settle(app, &payment).await, pb::PaymentState::Paid);
    payment
}

/// A store that has bought a plan, and is open.
pub async fn open_with(app: &TestApp, plan_id: &str) -> pb::Payment {
    app.create(new_seller(1)).await.unwrap();
    let payment = buy(app, "first", plan_id).await;
    assert!(toggle(app, "open", Some(true)).await.unwrap());
    payment
}

pub async fn toggle(app: &TestApp, key: &str, active: Option<bool>) -> Result<bool, Status> {
    let request = pb::ToggleStoreRequest { request_id: key.to_owned(), seller_id: seller_id(1).to_string(), active };
    Ok(app.subscriptions(seller_id(1)).toggle_store(request).await?.into_inner().active)
}

pub async fn clear(app: &TestApp, key: &str) {
    let (request_id, seller) = (key.to_owned(), seller_id(1).to_string());
    let request = pb::ClearSubscriptionRequest { request_id, seller_id: seller, until: None };
    app.subscriptions(seller_id(1)).clear_subscription(request).await.unwrap();
}

/// Whether the store is on, and the version of the profile.
pub async fn store(app: &TestApp) -> (bool, i64) {
    let request = pb::GetSellerRequest { seller_id: seller_id(1).to_string() };
    let reply = app.seller(seller_id(1)).get_seller(request).await.unwrap().into_inner();
    (reply.seller.unwrap().active, reply.version)
}

pub fn normal(number: u8) -> pb::CreateSellerRequest {
    let delivery = pb::PeriodDelivery {
        start_date: "2026-11-01".to_owned(),
        end_date: "2026-11-30".to_owned(),
        preparation_days: 1,
    };
    pb::CreateSellerRequest {
        r#type: pb::SellerType::Normal.into(),
        delivery: Some(pb::create_seller_request::Delivery::PeriodDelivery(delivery)),
        ..new_seller(number)
    }
}

#[tokio::test]
async fn a_renewal_begins_where_the_time_before_it_ends() {
    let app = TestApp::start().await;
    let first = open_with(&app, "m1").await;
    let started = subscription(&app).await.unwrap();
    assert_eq!((at(started.start_time), at(started.end_time)), (noon(), noon() + TimeDelta::days(30)));
    assert_eq!((started.live, started.reminder_days, started.months), (true, 0, 1));
    assert_eq!((at(started.purchase_time), &started.payment_id), (noon(), &first.payment_id));
    for (days, reminder) in [(22, 0), (23, 7), (26, 7), (27, 3), (28, 3), (29, 1)] {
        app.clock.set(noon() + TimeDelta::days(days));
        assert_eq!(subscription(&app).await.unwrap().reminder_days, reminder, "{days}");
    }
    let second = buy(&app, "b", "m12").await;
    let extended = subscription(&app).await.unwrap();
    assert_eq!((at(extended.start_time), at(extended.end_time)), (noon(), noon() + TimeDelta::days(390)));
    assert_eq!((extended.plan_id.as_str(), &extended.payment_id), ("m12", &second.payment_id));
    assert_eq!(at(extended.purchase_time), noon() + TimeDelta::days(29));
    let of = |period: &pb::SubscriptionPeriod| (at(period.start_time), at(period.end_time), period.extension);
    let (began, old_end, end) = (noon(), noon() + TimeDelta::days(30), noon() + TimeDelta::days(390));
    let periods: Vec<_> = extended.periods.iter().map(of).collect();
    assert_eq!(periods, [(began, old_end, false), (old_end, end, true)]);
    // Each receipt tells its own time, also once the first is over: nothing has ended then.
    app.clock.set(noon() + TimeDelta::days(31));
    for (payment, period, months) in [(&first, periods[0], 1), (&second, periods[1], 12)] {
        let bought = receipt(&app, payment).await.unwrap();
        assert_eq!((of(&bought), bought.months, bought.total_toman), (period, months, payment.amount_toman));
        assert_eq!(bought.payment_id, payment.payment_id);
    }
    assert_eq!(subscription(&app).await.unwrap().periods.iter().map(of).collect::<Vec<_>>(), [periods[1]]);
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 1);
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 0);
    assert_eq!(store(&app).await, (true, 2));
    assert!(subscription(&app).await.unwrap().live);
    let actions = ["payment.begun", "payment.paid", "subscription.started", "store.activated"];
    let again = ["payment.begun", "payment.paid", "subscription.extended"];
    app.db.assert_audit(&[&["seller.created"][..], &actions, &again].concat()).await;
}

#[tokio::test]
async fn at_its_end_the_store_is_closed_once_whoever_runs() {
    let app = TestApp::start().await;
    open_with(&app, "m1").await;
    let end = noon() + TimeDelta::days(30);
    app.clock.set(end - TimeDelta::seconds(1));
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 0);
    assert_eq!(store(&app).await, (true, 2));
    // Everything is restarted after the end: another process on the same database, two of them at once.
    app.clock.set(end);
    assert!(!subscription(&app).await.unwrap().live);
    let (restarted, _server) = app.restart().await;
    let both = [app.app.clone(), restarted].into_iter().map(|app| async move { app.end_subscriptions_once().await });
    for done in all(both).await {
        done.unwrap();
    }
    assert_eq!(store(&app).await, (false, 3));
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 0);
    let until = ["seller.created", "payment.begun", "payment.paid", "subscription.started", "store.activated"];
    let ended = ["subscription.ended", "store.deactivated"];
    app.db.assert_audit(&[&until[..], &ended].concat()).await;
    assert_eq!(app.db.db_count("audit_event WHERE actor_subject = 'service:settings'").await, 2);
    // A renewal begins now, and does not open the store by itself.
    assert_eq!(refusal(toggle(&app, "t1", None).await).1, "SUBSCRIPTION_REQUIRED");
    app.clock.set(end + TimeDelta::days(3));
    buy(&app, "b", "m1").await;
    let renewed = subscription(&app).await.unwrap();
    assert_eq!((at(renewed.start_time), renewed.live), (end + TimeDelta::days(3), true));
    assert_eq!(store(&app).await, (false, 3));
    assert!(toggle(&app, "t2", None).await.unwrap());
    assert_eq!(store(&app).await, (true, 4));
}

#[tokio::test]
async fn an_end_that_nobody_saw_before_the_renewal_has_closed_the_store() {
    let app = TestApp::start().await;
    open_with(&app, "m1").await;
    app.clock.set(noon() + TimeDelta::days(40));
    buy(&app, "b", "m1").await;
    assert!(subscription(&app).await.unwrap().live);
    assert_eq!(store(&app).await, (false, 3));
}

#[tokio::test]
async fn the_switch_answers_what_it_did() {
    let app = TestApp::start().await;
    open_with(&app, "m1").await;
    assert!(!toggle(&app, "t1", None).await.unwrap());
    assert!(!toggle(&app, "t1", None).await.unwrap());
    assert_eq!(store(&app).await, (false, 3));
    assert!(toggle(&app, "t2", Some(true)).await.unwrap());
    // It is what it is to be.
    assert!(toggle(&app, "t3", Some(true)).await.unwrap());
    assert_eq!(store(&app).await, (true, 4));
    assert!(!toggle(&app, "t1", None).await.unwrap());
    assert_eq!(refusal(toggle(&app, "t1", Some(true)).await).1, "IDEMPOTENCY_KEY_REUSED");
    let until = ["seller.created", "payment.begun", "payment.paid", "subscription.started", "store.activated"];
    app.db.assert_audit(&[&until[..], &["store.deactivated", "store.activated"]].concat()).await;
    let foreign =
        pb::ToggleStoreRequest { request_id: "x".to_owned(), seller_id: seller_id(2).to_string(), active: None };
    let answer = app.subscriptions(seller_id(1)).toggle_store(foreign).await;
    assert_eq!(refusal(answer), (Code::NotFound, "SELLER_NOT_FOUND".to_owned()));
}

#[tokio::test]
async fn a_switch_that_comes_while_the_time_ends_leaves_the_store_off() {
    for round in 0..4 {
        let app = TestApp::start().await;
        app.create(new_seller(1)).await.unwrap();
        buy(&app, "a", "m1").await;
        toggle(&app, "off", Some(false)).await.unwrap();
        app.clock.set(noon() + TimeDelta::days(30) - TimeDelta::microseconds(1));
        let (mut client, ending, clock) = (app.subscriptions(seller_id(1)), app.app.clone(), app.clock.clone());
        let request = pb::ToggleStoreRequest {
            request_id: "on".to_owned(),
            seller_id: seller_id(1).to_string(),
            active: Some(true),
        };
        let on = async move {
            // Refused or not, by whoever came first.
            drop(client.toggle_store(request).await);
        };
        let end = async move {
            clock.advance(TimeDelta::microseconds(1));
            ending.end_subscriptions_once().await.unwrap();
        };
        tokio::join!(on, end);
        app.app.end_subscriptions_once().await.unwrap();
        assert!(!store(&app).await.0, "round {round}");
    }
}

#[tokio::test]
async fn clearing_ends_all_that_was_bought_and_closes_the_store() {
    let app = TestApp::start().await;
    open_with(&app, "m1").await;
    buy(&app, "b", "m2").await;
    app.clock.advance(TimeDelta::days(2));
    clear(&app, "c").await;
    clear(&app, "c").await;
    clear(&app, "d").await;
    let cleared = subscription(&app).await.unwrap();
    assert_eq!((cleared.live, at(cleared.end_time)), (false, noon() + TimeDelta::days(2)));
    assert_eq!(store(&app).await, (false, 3));
    assert_eq!(app.db.db_count("audit_event WHERE action = 'subscription.cleared'").await, 1);
    // Its days are gone: the next purchase begins now. Nothing of the old one ends later.
    buy(&app, "e", "m1").await;
    assert_eq!(at(subscription(&app).await.unwrap().end_time), noon() + TimeDelta::days(32));
    toggle(&app, "t", Some(true)).await.unwrap();
    app.clock.advance(TimeDelta::days(29));
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 0);
    assert!(store(&app).await.0);
}

#[tokio::test]
async fn types_decide_who_needs_a_subscription() {
    let app = TestApp::start().await;
    app.create(normal(1)).await.unwrap();
    assert_eq!(refusal(try_purchase(&app, "a", "m1").await), (Code::PermissionDenied, "FORBIDDEN".to_owned()));
    assert_eq!(app.db.db_count("payment").await, 0);
    assert!(!toggle(&app, "b", None).await.unwrap());
    assert!(toggle(&app, "c", None).await.unwrap());
    clear(&app, "d").await;
    assert!(store(&app).await.0);

    let exclusive = pb::CreateSellerRequest { r#type: pb::SellerType::Exclusive.into(), ..new_seller(2) };
    app.create(exclusive).await.unwrap();
    let of = |key: &str, active| pb::ToggleStoreRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(2).to_string(),
        active,
    };
    let mut client = app.subscriptions(seller_id(2));
    let refused = refusal(client.toggle_store(of("on", Some(true))).await);
    assert_eq!(refused, (Code::FailedPrecondition, "SUBSCRIPTION_REQUIRED".to_owned()));
    let foreign = pb::GetSubscriptionRequest { seller_id: seller_id(1).to_string() };
    assert_eq!(refusal(client.get_subscription(foreign).await).1, "SELLER_NOT_FOUND");
    for (plan_id, reason) in [("m9", "PLAN_NOT_FOUND"), ("", "INVALID_FIELD")] {
        let request = pb::PurchaseSubscriptionRequest {
            request_id: format!("p{plan_id}"),
            seller_id: seller_id(2).to_string(),
            plan_id: plan_id.to_owned(),
            return_seal: String::new(),
        };
        assert_eq!(refusal(client.purchase_subscription(request).await).1, reason);
    }
}

#[tokio::test]
async fn the_profile_opens_a_store_only_with_a_live_subscription() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    let open = |key: &str| pb::EditSellerRequest { active: true, ..edit::request(key) };
    assert_eq!(refusal(client.edit_seller(open("b")).await).1, "SUBSCRIPTION_REQUIRED");
    buy(&app, "p", "m1").await;
    client.edit_seller(open("c")).await.unwrap();
    assert!(store(&app).await.0);
    // An edit that waits for auth while the time ends does not open the store again.
    let waiting = pb::EditSellerRequest { username: "moon".to_owned(), ..open("d") };
    app.app.stop_points().set(Stop::AfterUsers);
    client.edit_seller(waiting.clone()).await.unwrap_err();
    app.clock.set(noon() + TimeDelta::days(30));
    app.app.end_subscriptions_once().await.unwrap();
    app.app.recover_overdue().await.unwrap();
    let request = pb::GetSellerRequest { seller_id: seller_id(1).to_string() };
    let seller = client.get_seller(request).await.unwrap().into_inner().seller.unwrap();
    assert_eq!((seller.username.as_str(), seller.active), ("moon", false));
}

#[tokio::test]
async fn an_edit_leaves_the_switch_as_it_stands_unless_it_is_what_it_changes() {
    for (before, wanted, meanwhile, after) in [
        // An edit of something else waits for auth while its seller closes the store, or opens it.
        (true, true, false, false),
        (false, false, true, true),
        // One that closes it closes it, whatever happened meanwhile, and one that opens it opens it.
        (true, false, false, false),
        (true, false, true, false),
        (false, true, false, true),
        (false, true, true, true),
    ] {
        let app = TestApp::start().await;
        app.create(new_seller(1)).await.unwrap();
        buy(&app, "p", "m1").await;
        let mut client = app.seller(seller_id(1));
        client.edit_seller(pb::EditSellerRequest { active: before, ..edit::request("a") }).await.unwrap();
        let edit = pb::EditSellerRequest { active: wanted, username: "moon".to_owned(), ..edit::request("b") };
        app.app.stop_points().set(Stop::AfterUsers);
        client.edit_seller(edit.clone()).await.unwrap_err();
        toggle(&app, "c", Some(meanwhile)).await.unwrap();
        let edited = client.edit_seller(edit).await.unwrap().into_inner().seller.unwrap();
        assert_eq!((edited.username.as_str(), edited.active), ("moon", after));
        assert_eq!(store(&app).await.0, after, "{before} {wanted} {meanwhile}");
    }
}

#[tokio::test]
async fn many_callbacks_for_two_payments_add_both_times_and_no_more() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let both = [purchase(&app, "a", "m1").await, purchase(&app, "b", "m2").await];
    for payment in &both {
        decide(&app, payment, pb::SandboxDecision::Paid).await;
    }
    let callbacks = both.iter().cycle().take(6).map(|payment| {
        let (mut pages, request) = (app.pages(), callback(payment, false));
        async move { pages.settle_payment(request).await.unwrap().into_inner().state() }
    });
    assert!(all(callbacks).await.into_iter().all(|state| state == pb::PaymentState::Paid));
    assert_eq!(bought(&app).await, 2);
    let stands = subscription(&app).await.unwrap();
    assert_eq!((at(stands.start_time), at(stands.end_time)), (noon(), noon() + TimeDelta::days(90)));
}

#[tokio::test]
async fn a_store_that_needs_a_subscription_begins_closed_and_is_closed_without_one() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    app.create(normal(2)).await.unwrap();
    assert_eq!(store(&app).await, (false, 1));
    assert_eq!(refusal(toggle(&app, "a", Some(true)).await).1, "SUBSCRIPTION_REQUIRED");
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 0);
    // As they began before: open, and nobody ever looked at them.
    app.db.db_execute("UPDATE seller SET active = true").await;
    assert!(!store(&app).await.0, "it is closed before anybody has recorded it");
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 1);
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 0);
    assert_eq!(app.db.db_count("seller WHERE active").await, 1, "a normal store needs none");
    let closed = "audit_event WHERE action = 'store.deactivated' AND actor_subject = 'service:settings'";
    assert_eq!(app.db.db_count(closed).await, 1);
    buy(&app, "p", "m1").await;
    assert!(toggle(&app, "b", Some(true)).await.unwrap());
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 0);
}

#[tokio::test]
async fn two_plans_that_are_paid_by_two_clocks_lose_no_day() {
    let app = TestApp::start().await;
    app.clock.set(noon() + TimeDelta::seconds(3));
    open_with(&app, "m1").await;
    // The other process began a moment earlier by its clock, and had to wait for the lock.
    app.clock.set(noon());
    let second = buy(&app, "b", "m2").await;
    app.clock.set(noon() + TimeDelta::minutes(1));
    let stands = subscription(&app).await.unwrap();
    let began = noon() + TimeDelta::seconds(3);
    assert_eq!((at(stands.start_time), at(stands.end_time)), (began, began + TimeDelta::days(90)));
    assert_eq!((stands.live, stands.payment_id), (true, second.payment_id));
}

#[tokio::test]
async fn a_thousand_purchases_that_are_over_hide_none_that_runs() {
    let app = TestApp::start().await;
    open_with(&app, "m12").await;
    app.db
        .db_execute(&format!(
            "INSERT INTO subscription_purchase (seller_id, payment_id, plan_id, months, price_toman, vat_toman, \
               purchased_at, starts_at, ends_at, cleared_at, granted_days, reason) \
             SELECT '{}', gen_random_uuid(), '', 0, 0, 0, at, at, at + interval '1 day', at + interval '1 second', 1, \
               'a trial' \
             FROM (SELECT purchased_at + number * interval '1 minute' AS at \
               FROM subscription_purchase, generate_series(1, 1001) number) moments",
            seller_id(1)
        ))
        .await;
    app.clock.set(noon() + TimeDelta::days(300));
    assert_eq!(app.app.end_subscriptions_once().await.unwrap(), 0);
    assert!(subscription(&app).await.unwrap().live);
    assert!(!toggle(&app, "off", Some(false)).await.unwrap());
    assert!(toggle(&app, "on", Some(true)).await.unwrap());
}
