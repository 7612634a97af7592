//! How much the gateway is asked, and what a slow one holds up.

use std::time::Duration;

use chrono::TimeDelta;
use pishkhan_chassis::errors;
use pishkhan_proto::{reason, settings::v1 as pb};
use tokio::task::JoinSet;
use tonic::{Code, Status};

use crate::{
    bank::Manners,
    harness::{Client, Subscriptions, new_seller, seller_id},
    payments::{authority, bought, callback},
    zarinpal::Paying,
};

fn purchase_of(number: u8, key: &str) -> pb::PurchaseSubscriptionRequest {
    pb::PurchaseSubscriptionRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(number).to_string(),
        plan_id: "m1".to_owned(),
        return_seal: String::new(),
    }
}

/// Refused for so many seconds.
#[track_caller]
fn assert_refused<T>(answer: Result<T, Status>, seconds: u64) {
    let status = answer.err().unwrap();
    let details = errors::details(&status);
    assert_eq!((status.code(), details.reason.as_deref()), (Code::ResourceExhausted, Some(reason::TOO_MANY_TRIES)));
    assert_eq!(details.retry_after, Some(Duration::from_secs(seconds)));
}

#[tokio::test]
async fn a_silent_gateway_holds_up_nothing_else() {
    const SELLERS: u8 = 6;
    const PRESSES: usize = 14;
    let paying = Paying::start().await;
    for number in 2..=SELLERS {
        paying.house.create(new_seller(number)).await.unwrap();
    }
    paying.bank.behave(Manners::Silent);
    let others = async || {
        let request = pb::GetSellerRequest { seller_id: seller_id(1).to_string() };
        Client::new(paying.server.as_seller(seller_id(1))).get_seller(request).await.unwrap();
    };
    let mut presses = JoinSet::new();
    for press in 0..PRESSES {
        for number in 1..=SELLERS {
            let mut client = Subscriptions::new(paying.server.as_seller(seller_id(number)));
            let request = purchase_of(number, &format!("press {press}"));
            presses.spawn(async move { client.purchase_subscription(request).await.unwrap_err() });
        }
        others().await;
    }
    let at_the_bank = 2 * usize::from(SELLERS);
    while presses.len() > at_the_bank {
        let reason = errors::reason(&presses.join_next().await.unwrap().unwrap());
        assert_eq!(reason.as_deref(), Some(reason::GATEWAY_DOWN));
        others().await;
    }
    assert_eq!(paying.bank.asked(), at_the_bank, "these still wait, and the others were told");
}

#[tokio::test]
async fn presses_are_no_flood_at_the_bank() {
    let paying = Paying::start().await;
    let begun = paying.purchase("a").await;
    for press in 1..20 {
        assert_eq!(paying.purchase(&format!("press {press}")).await, begun);
    }
    assert_eq!((paying.bank.asked(), paying.bank.opened()), (20, 1));
    paying.house.clock.advance(TimeDelta::seconds(15));
    assert_refused(paying.try_purchase("one more").await, 45);
    // The same request is answered as it was, and whoever comes back is told what is known: it is asked about soon.
    assert_eq!(paying.purchase("a").await, begun);
    paying.bank.pay(&authority(&begun));
    assert_eq!(paying.settle(&begun).await, pb::PaymentState::Pending);
    assert_eq!(paying.bank.asked(), 20);
    paying.house.clock.advance(TimeDelta::seconds(10));
    assert_eq!(paying.settle(&begun).await, pb::PaymentState::Pending, "that does not put it off");
    assert_eq!(paying.app.reconcile_once().await.unwrap(), 1);
    assert_eq!((paying.settle(&begun).await, bought(&paying.house).await), (pb::PaymentState::Paid, 1));
    // Another seller presses as it likes.
    paying.house.create(new_seller(2)).await.unwrap();
    let mut other = Subscriptions::new(paying.server.as_seller(seller_id(2)));
    other.purchase_subscription(purchase_of(2, "a")).await.unwrap();
    paying.house.clock.advance(TimeDelta::seconds(35));
    assert_ne!(paying.purchase("one more").await.payment_id, begun.payment_id);
}

#[tokio::test]
async fn a_seller_begins_thirty_payments_in_an_hour() {
    let paying = Paying::start().await;
    let mut last = pb::Payment::default();
    for number in 0..30 {
        last = paying.purchase(&format!("p{number}")).await;
        if number < 29 {
            let given_up = paying.pages().settle_payment(callback(&last, true)).await.unwrap().into_inner();
            assert_eq!(given_up.state(), pb::PaymentState::Failed);
        }
        paying.house.clock.advance(TimeDelta::seconds(10));
    }
    assert_eq!(paying.purchase("again").await, last, "one that is open goes on");
    paying.pages().settle_payment(callback(&last, true)).await.unwrap();
    let asked = paying.bank.asked();
    assert_refused(paying.try_purchase("one more").await, 3_300);
    assert_eq!((paying.house.db.db_count("payment").await, paying.bank.asked()), (30, asked));
    paying.house.clock.advance(TimeDelta::seconds(3_299));
    assert_refused(paying.try_purchase("one more").await, 1);
    paying.house.clock.advance(TimeDelta::seconds(1));
    assert_ne!(paying.purchase("one more").await.payment_id, last.payment_id);
}
