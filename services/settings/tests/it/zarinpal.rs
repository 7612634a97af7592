//! Payments through Zarinpal, against a server that speaks its protocol.

use std::time::Duration;

use chrono::TimeDelta;
use pishkhan_proto::settings::v1 as pb;
use pishkhan_settings::{
    app::{
        App,
        gateway::{Collection, PaymentGateway as _},
        stop::Stop,
    },
    domain::payment::Verdict,
    rpc::clients::AuthUsers,
};
use pishkhan_testkit::{TestServer, noon};
use tonic::{Code, Status};

use crate::{
    bank::{Bank, MERCHANT, Manners},
    harness::{Payments, Subscriptions, TestApp, all, new_seller, refusal, seller_id},
    payments::{authority, bought, callback},
};

/// A service whose payments go through the bank.
pub struct Paying {
    pub house: TestApp,
    pub bank: Bank,
    pub app: App<AuthUsers>,
    pub server: TestServer,
}

impl Paying {
    pub async fn start() -> Self {
        let (house, bank) = (TestApp::start().await, Bank::open().await);
        house.create(new_seller(1)).await.unwrap();
        let (app, server) = house.serve_with(bank.gateway()).await;
        Self { house, bank, app, server }
    }

    pub async fn try_purchase(&self, key: &str) -> Result<pb::Payment, Status> {
        self.try_purchase_of("m1", key, "").await
    }

    async fn try_purchase_sealed(&self, key: &str, return_seal: &str) -> Result<pb::Payment, Status> {
        self.try_purchase_of("m1", key, return_seal).await
    }

    async fn try_purchase_of(&self, plan_id: &str, key: &str, return_seal: &str) -> Result<pb::Payment, Status> {
        let request = pb::PurchaseSubscriptionRequest {
            request_id: key.to_owned(),
            seller_id: seller_id(1).to_string(),
            plan_id: plan_id.to_owned(),
            return_seal: return_seal.to_owned(),
        };
        let mut client = Subscriptions::new(self.server.as_seller(seller_id(1)));
        Ok(client.purchase_subscription(request).await?.into_inner().payment.unwrap())
    }

    pub async fn purchase(&self, key: &str) -> pb::Payment {
        self.try_purchase(key).await.unwrap()
    }

    pub fn pages(&self) -> Payments {
        Payments::new(self.server.as_service("bff"))
    }

    pub async fn settle(&self, payment: &pb::Payment) -> pb::PaymentState {
        self.pages().settle_payment(callback(payment, false)).await.unwrap().into_inner().state()
    }
}

#[tokio::test]
async fn it_is_asked_in_rials_and_believed_once() {
    let paying = Paying::start().await;
    let begun = paying.purchase("a").await;
    let name = authority(&begun);
    assert_eq!(begun.gateway(), pb::PaymentGateway::Zarinpal);
    assert!(begun.redirect_url.ends_with(&format!("/pg/StartPay/{name}")), "{}", begun.redirect_url);
    assert_eq!((begun.amount_toman, paying.bank.rials(&name)), (1_100_000, 11_000_000));
    assert_eq!(paying.settle(&begun).await, pb::PaymentState::Pending);
    paying.bank.pay(&name);
    let callbacks = (0..4).map(|_| {
        let (mut pages, request) = (paying.pages(), callback(&begun, false));
        async move { pages.settle_payment(request).await.unwrap().into_inner().state() }
    });
    assert!(all(callbacks).await.into_iter().all(|state| state == pb::PaymentState::Paid));
    // A replay asks nobody any more.
    let asked = paying.bank.asked();
    assert_eq!(paying.settle(&begun).await, pb::PaymentState::Paid);
    assert_eq!(paying.bank.asked(), asked);
    assert_eq!(bought(&paying.house).await, 1);
    assert_eq!(paying.house.db.db_count("payment WHERE state = 2 AND reference = '201'").await, 1);
    // The page of the built-in gateway is not there.
    let page = pb::GetSandboxPaymentRequest { authority: name };
    assert_eq!(refusal(paying.pages().get_sandbox_payment(page).await).1, "PAYMENT_NOT_FOUND");
}

#[tokio::test]
async fn another_amount_and_a_foreign_name_are_no_payment() {
    let paying = Paying::start().await;
    let begun = paying.purchase("a").await;
    let name = authority(&begun);
    // A payment that somebody else has paid there does not pay ours.
    let foreign = pb::SettlePaymentRequest { authority: format!("A{:035}", 77), cancelled: false };
    let missing = (Code::NotFound, "PAYMENT_NOT_FOUND".to_owned());
    assert_eq!(refusal(paying.pages().settle_payment(foreign).await), missing);
    paying.bank.pay(&name);
    paying.bank.set_rials(&name, 11_000);
    assert_eq!(paying.settle(&begun).await, pb::PaymentState::Failed);
    let less = r#"{"data":{"code":100,"ref_id":9,"amount":11000},"errors":[]}"#;
    paying.bank.behave(Manners::Says(200, less.to_owned()));
    assert_eq!(paying.settle(&begun).await, pb::PaymentState::Failed);
    assert_eq!(bought(&paying.house).await, 0);
}

#[tokio::test]
async fn a_process_that_dies_after_the_answer_is_answered_again() {
    let paying = Paying::start().await;
    let begun = paying.purchase("a").await;
    let name = authority(&begun);
    paying.bank.pay(&name);
    paying.app.stop_points().set(Stop::AfterVerify);
    assert_eq!(refusal(paying.pages().settle_payment(callback(&begun, false)).await).1, "STOPPED");
    assert_eq!((paying.bank.verified(&name), bought(&paying.house).await), (1, 0));
    // Another process, a day later: code 101.
    let (app, _server) = paying.house.serve_with(paying.bank.gateway()).await;
    paying.house.clock.advance(TimeDelta::hours(24));
    assert_eq!(app.reconcile_once().await.unwrap(), 1);
    assert_eq!((paying.bank.verified(&name), bought(&paying.house).await), (2, 1));
    assert_eq!(paying.settle(&begun).await, pb::PaymentState::Paid);
    assert_eq!(bought(&paying.house).await, 1);
}

#[tokio::test]
async fn what_is_no_answer_is_never_money_and_the_payment_waits() {
    let paying = Paying::start().await;
    for (status, text) in [
        (200, String::new()),
        (200, "<html>100</html>".to_owned()),
        (502, r#"{"data":{"code":100,"ref_id":1},"errors":[]}"#.to_owned()),
        (200, r#"{"data":{"code":100,"authority":"../../evil"},"errors":[]}"#.to_owned()),
        (200, format!(r#"{{"data":{{"code":100,"ref_id":1}},"errors":[],"x":"{}"}}"#, "x".repeat(70_000))),
    ] {
        paying.bank.behave(Manners::Says(status, text.clone()));
        let down = (Code::Unavailable, "GATEWAY_DOWN".to_owned());
        assert_eq!(refusal(paying.try_purchase("a").await), down, "{text:.80}");
    }
    paying.bank.behave(Manners::Good);
    // The same request goes on with the payment that it has written down.
    let begun = paying.purchase("a").await;
    assert_eq!((paying.house.db.db_count("payment").await, paying.bank.opened()), (1, 1));
    paying.bank.pay(&authority(&begun));
    for (status, text) in [(500, "{}"), (200, "garbage"), (200, r#"{"data":[],"errors":{"code":-10}}"#)] {
        paying.bank.behave(Manners::Says(status, text.to_owned()));
        assert_eq!(paying.settle(&begun).await, pb::PaymentState::Pending);
    }
    assert_eq!(bought(&paying.house).await, 0);
    // Somebody came back, so it is asked about soon, and again while it does not answer.
    paying.house.clock.advance(TimeDelta::seconds(10));
    assert_eq!(paying.app.reconcile_once().await.unwrap(), 0);
    paying.house.clock.advance(TimeDelta::seconds(29));
    paying.bank.behave(Manners::Good);
    assert_eq!(paying.app.reconcile_once().await.unwrap(), 0);
    paying.house.clock.advance(TimeDelta::seconds(1));
    assert_eq!(paying.app.reconcile_once().await.unwrap(), 1);
    assert_eq!((paying.settle(&begun).await, bought(&paying.house).await), (pb::PaymentState::Paid, 1));
}

#[tokio::test]
async fn while_it_does_not_answer_it_is_asked_for_as_long_as_it_takes() {
    let paying = Paying::start().await;
    let begun = paying.purchase("a").await;
    paying.bank.pay(&authority(&begun));
    paying.bank.behave(Manners::Says(503, String::new()));
    for _ in 0..3 {
        paying.house.clock.advance(TimeDelta::days(1));
        assert_eq!(paying.app.reconcile_once().await.unwrap(), 0);
    }
    paying.bank.behave(Manners::Good);
    paying.house.clock.advance(TimeDelta::hours(1));
    assert_eq!(paying.app.reconcile_once().await.unwrap(), 1);
    assert_eq!(bought(&paying.house).await, 1);
}

/// Of payments that are due together the bank does not tell of the first.
#[tokio::test]
async fn a_payment_of_which_the_bank_does_not_tell_holds_up_no_other() {
    for withheld in [(200, -52), (200, -99), (500, -99), (200, -12)] {
        let paying = Paying::start().await;
        let mut begun = Vec::new();
        for plan_id in ["m1", "m2", "m3"] {
            let payment = paying.try_purchase_of(plan_id, plan_id, "").await.unwrap();
            paying.bank.pay(&authority(&payment));
            begun.push(payment);
            paying.house.clock.advance(TimeDelta::seconds(1));
        }
        paying.bank.withhold(&authority(&begun[0]), Some(withheld));
        paying.house.clock.advance(TimeDelta::seconds(30));
        assert_eq!(paying.app.reconcile_once().await.unwrap(), 2, "{withheld:?}");
        assert_eq!(bought(&paying.house).await, 2, "{withheld:?}");
        assert_eq!(paying.settle(&begun[0]).await, pb::PaymentState::Pending);
        // It is none that was refused, and is asked about again.
        paying.bank.withhold(&authority(&begun[0]), None);
        paying.house.clock.advance(TimeDelta::minutes(1));
        assert_eq!(paying.app.reconcile_once().await.unwrap(), 1, "{withheld:?}");
        assert_eq!(bought(&paying.house).await, 3, "{withheld:?}");
    }
}

#[tokio::test]
async fn while_the_bank_is_away_few_are_asked_about() {
    let paying = Paying::start().await;
    for plan_id in ["m1", "m2", "m3", "m6", "m12"] {
        paying.try_purchase_of(plan_id, plan_id, "").await.unwrap();
    }
    paying.house.clock.advance(TimeDelta::minutes(1));
    paying.bank.behave(Manners::Says(503, String::new()));
    let before = paying.bank.asked();
    assert_eq!(paying.app.reconcile_once().await.unwrap(), 0);
    // Each question has a second try.
    assert_eq!(paying.bank.asked() - before, 4);
    paying.bank.behave(Manners::Good);
    paying.house.clock.advance(TimeDelta::minutes(1));
    assert_eq!(paying.app.reconcile_once().await.unwrap(), 5, "those that were not asked about, too");
}

#[tokio::test]
async fn what_the_bank_never_tells_is_given_up_and_asked_about_once_more_by_hand() {
    let paying = Paying::start().await;
    let begun = paying.purchase("a").await;
    let name = authority(&begun);
    paying.bank.pay(&name);
    paying.bank.withhold(&name, Some((200, -52)));
    for _ in 0..30 {
        paying.house.clock.advance(TimeDelta::hours(1));
        assert_eq!(paying.app.reconcile_once().await.unwrap(), 0);
    }
    let given_up = "audit_event WHERE action = 'payment.given_up' AND changes ->> 'cause' = 'code -52'";
    assert_eq!(paying.house.db.db_count(given_up).await, 1);
    assert_eq!(paying.house.db.db_count("payment WHERE state = 3 AND NOT cancelled AND check_at IS NULL").await, 1);
    let asked = paying.bank.asked();
    paying.house.clock.advance(TimeDelta::days(1));
    assert_eq!((paying.app.reconcile_once().await.unwrap(), paying.bank.asked()), (0, asked));

    let mut tool = Payments::new(paying.server.as_tool(&["settings.*"], None));
    let check = pb::CheckPaymentRequest { seller_id: seller_id(1).to_string(), payment_id: begun.payment_id };
    let untold = tool.check_payment(check.clone()).await.unwrap_err();
    assert!(untold.message().contains("code -52"), "{}", untold.message());
    assert_eq!(refusal::<()>(Err(untold)), (Code::Unavailable, "GATEWAY_DOWN".to_owned()));
    let foreign = pb::CheckPaymentRequest { seller_id: seller_id(2).to_string(), ..check.clone() };
    assert_eq!(refusal(tool.check_payment(foreign).await).1, "PAYMENT_NOT_FOUND");
    paying.bank.withhold(&name, None);
    for _ in 0..2 {
        let checked = tool.check_payment(check.clone()).await.unwrap().into_inner().payment.unwrap();
        assert_eq!((checked.state(), checked.reference.as_str()), (pb::PaymentState::Paid, "201"));
    }
    assert_eq!(bought(&paying.house).await, 1);
}

#[tokio::test]
async fn the_payer_brings_the_panels_seal_back() {
    let paying = Paying::start().await;
    for bad in ["a b", "a&b=c", "سلام", "a\0", &"a".repeat(65)] {
        assert_eq!(paying.try_purchase_sealed("a", bad).await.unwrap_err().code(), Code::InvalidArgument, "{bad}");
    }
    let begun = paying.try_purchase_sealed("a", "Aa0-_").await.unwrap();
    let way_back = paying.bank.way_back(&authority(&begun));
    assert_eq!(way_back, "https://panel.example/pay/return?seal=Aa0-_");
    // A lost reply, asked for again under another key of the panel's.
    assert_eq!(paying.try_purchase_sealed("a", "other").await.unwrap().payment_id, begun.payment_id);

    let unsealed = Paying::start().await;
    let begun = unsealed.purchase("a").await;
    assert_eq!(unsealed.bank.way_back(&authority(&begun)), "https://panel.example/pay/return");
}

#[tokio::test]
async fn a_gateway_that_is_silent_or_away_is_given_up() {
    let impatient = |bank: &Bank| bank.gateway().with_patience(Duration::from_millis(200));
    let bank = Bank::open().await;
    bank.behave(Manners::Silent);
    let gateway = impatient(&bank);
    gateway.verify("A1", 10).await.unwrap_err();
    assert!(bank.asked() <= 2, "asked twice at most, {}", bank.asked());
    // At a bank of its own: what was given up may still be on its way to the other one.
    let other = Bank::open().await;
    other.behave(Manners::Silent);
    let collection =
        Collection { payment_id: seller_id(1), amount_toman: 10, expires_at: noon(), return_seal: String::new() };
    impatient(&other).request(&collection).await.unwrap_err();
    assert!(other.asked() <= 1, "a payment is opened once or not at all, {}", other.asked());
    drop(bank);
    gateway.verify("A1", 10).await.unwrap_err();
}

#[tokio::test]
async fn the_merchants_id_is_nowhere_to_be_read() {
    let bank = Bank::open().await;
    let gateway = bank.gateway();
    assert!(!format!("{gateway:?} {:?}", bank.config(MERCHANT)).contains(MERCHANT));
    for manners in [Manners::Good, Manners::Says(400, MERCHANT.to_owned())] {
        bank.behave(manners);
        // With a merchant that the bank does not know, too.
        let stranger = bank.gateway_of("hush-hush").verify("A1", 10).await.unwrap_err();
        assert!(!format!("{stranger} {stranger:?}").contains("hush"), "{stranger}");
        if let Err(down) = gateway.verify("A1", 10).await {
            assert!(!down.to_string().contains(MERCHANT), "{down}");
        }
    }
    assert_eq!(bank.asked(), 6);
    bank.behave(Manners::Good);
    assert_eq!(gateway.verify("A1", 10).await, Ok(Verdict::Refused { cancelled: false }));
}
