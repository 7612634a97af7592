//! Resetting an account: its customers leave and its subscription ends, whatever happens in between.

use chrono::TimeDelta;
use pishkhan_chassis::parse;
use pishkhan_proto::{orders::v1 as pb, settings::v1 as settings};
use tonic::{Code, Status};

use crate::house::{House, Inner as _, Shop, assert_refused, customer_row};

impl House {
    /// A store that is open because of its subscription, with one customer.
    async fn subscribed(&self) -> Shop {
        let shop = self.shop(&[9]).await;
        self.db_settings(&format!("UPDATE seller SET type = 2 WHERE seller_id = '{}'", shop.seller())).await;
        self.grant(&shop, 30).await;
        self.db_settings(&format!("UPDATE seller SET active = true WHERE seller_id = '{}'", shop.seller())).await;
        shop
    }

    async fn grant(&self, shop: &Shop, days: i32) {
        let (request_id, seller_id) = (self.key(), shop.seller());
        let request = settings::GrantSubscriptionRequest { request_id, seller_id, days, reason: "a trial".to_owned() };
        self.subscriptions_tool().grant_subscription(request).await.unwrap();
    }

    async fn subscription(&self, shop: &Shop) -> settings::Subscription {
        let request = settings::GetSubscriptionRequest { seller_id: shop.seller() };
        self.subscriptions_tool().get_subscription(request).await.inner().unwrap().subscription.unwrap()
    }

    async fn is_open(&self, shop: &Shop) -> bool {
        self.settings_db.db_count(&format!("seller WHERE seller_id = '{}' AND active", shop.seller())).await == 1
    }

    async fn reset(&self, shop: &Shop, request_id: &str) -> Result<i64, Status> {
        let request = pb::ResetAccountRequest { request_id: request_id.to_owned(), seller_id: shop.seller() };
        Ok(self.seller(shop.seller_id).reset_account(request).await.inner()?.disconnected)
    }

    async fn resets_waiting(&self) -> i64 {
        self.db.db_count("account_reset").await
    }
}

#[tokio::test]
async fn customers_leave_and_the_subscription_ends_or_neither() {
    let house = House::build().await;
    let (shop, other) = (house.subscribed().await, house.subscribed().await);
    let order = house.place(&shop, &[(1, 2)]).await;
    assert_refused(house.reset(&shop, "one").await, Code::FailedPrecondition, "OPEN_ORDERS");
    assert_eq!((house.counts(&shop).await.all, house.subscription(&shop).await.live), (1, true));
    assert_eq!(house.resets_waiting().await, 0);

    house.save(&shop, &order.order_id).await.unwrap();
    assert_eq!(house.reset(&shop, "one").await.unwrap(), 1);
    assert_eq!((house.counts(&shop).await.all, house.subscription(&shop).await.live), (0, false));
    assert!(!house.is_open(&shop).await, "it needed the subscription");
    assert_eq!(house.resets_waiting().await, 0);
    // A lost reply: the same again, which ends nothing that came since.
    house.clock.advance(TimeDelta::seconds(1));
    house.grant(&shop, 3).await;
    assert_eq!(house.reset(&shop, "one").await.unwrap(), 1);
    assert!(house.subscription(&shop).await.live);
    // Another request ends it, too, though nobody is on the list any more.
    house.clock.advance(TimeDelta::seconds(1));
    assert_eq!(house.reset(&shop, "two").await.unwrap(), 0);
    assert!(!house.subscription(&shop).await.live);
    assert_eq!((house.counts(&other).await.all, house.subscription(&other).await.live), (1, true));
}

#[tokio::test]
async fn a_reset_that_stopped_in_between_is_finished_by_the_loop() {
    let house = House::build().await;
    let shop = house.subscribed().await;
    house.terms.cut(true);
    assert_refused(house.reset(&shop, "one").await, Code::Unavailable, "DEPENDENCY_DOWN");
    assert_eq!((house.counts(&shop).await.all, house.subscription(&shop).await.live), (0, true));
    assert_eq!(house.app.recover_resets().await.unwrap(), 0, "its request may be at it still");
    for (tried, rest) in (2..).zip([5, 10, 20, 40, 60, 60]) {
        house.seconds_pass(60).await;
        assert_eq!(house.app.recover_resets().await.unwrap(), 1, "try {tried}");
        let least = rest / 4;
        let rests = format!(
            "account_reset WHERE attempts = {tried} AND lease_until > now() + interval '{least} s' \
             AND lease_until <= now() + interval '{rest} s'"
        );
        assert_eq!(house.db.db_count(&rests).await, 1, "after try {tried}");
        assert_eq!(house.app.recover_resets().await.unwrap(), 0, "after try {tried}");
    }
    house.terms.cut(false);
    house.seconds_pass(60).await;
    assert_eq!(house.app.recover_resets().await.unwrap(), 1);
    assert_eq!((house.resets_waiting().await, house.subscription(&shop).await.live), (0, false));
    assert!(!house.is_open(&shop).await);
    assert_eq!(house.reset(&shop, "one").await.unwrap(), 1, "the reply that it never had");
}

#[tokio::test]
async fn the_same_request_finishes_a_reset_at_once() {
    let house = House::build().await;
    let shop = house.subscribed().await;
    house.terms.cut(true);
    for _ in 0..2 {
        assert_refused(house.reset(&shop, "one").await, Code::Unavailable, "DEPENDENCY_DOWN");
    }
    house.terms.cut(false);
    assert_eq!(house.reset(&shop, "one").await.unwrap(), 1);
    assert_eq!((house.resets_waiting().await, house.subscription(&shop).await.live), (0, false));
    assert_eq!(house.db.db_count("audit_event WHERE action = 'customers.removed'").await, 1);
}

#[tokio::test]
async fn what_is_bought_before_a_late_reset_is_finished_stays() {
    let house = House::build().await;
    let shop = house.subscribed().await;
    house.terms.cut(true);
    house.reset(&shop, "one").await.unwrap_err();
    // Customers come again, and days that would have begun where the first thirty end.
    house.clock.advance(TimeDelta::minutes(5));
    house.import_customers(&shop, vec![customer_row(1, "C1", "the first customer")]).await;
    let bought_at = house.now();
    house.grant(&shop, 10).await;
    house.clock.advance(TimeDelta::minutes(5));
    house.terms.cut(false);
    house.seconds_pass(60).await;
    assert_eq!(house.app.recover_resets().await.unwrap(), 1);
    let left = house.subscription(&shop).await;
    let instant = |time| parse::instant("time", time).unwrap();
    assert_eq!((instant(left.start_time), instant(left.end_time)), (bought_at, bought_at + TimeDelta::days(10)));
    assert!(left.live && house.is_open(&shop).await, "no day is lost, and the store was never without");
    assert_eq!(house.counts(&shop).await.all, 1);
}

#[tokio::test]
async fn a_later_reset_takes_an_earlier_ones_place() {
    let house = House::build().await;
    let shop = house.subscribed().await;
    house.terms.cut(true);
    house.reset(&shop, "one").await.unwrap_err();
    house.clock.advance(TimeDelta::minutes(5));
    house.grant(&shop, 10).await;
    house.reset(&shop, "two").await.unwrap_err();
    assert_eq!(house.resets_waiting().await, 1);
    house.terms.cut(false);
    house.seconds_pass(60).await;
    assert_eq!(house.app.recover_resets().await.unwrap(), 1);
    assert_eq!((house.resets_waiting().await, house.subscription(&shop).await.live), (0, false));
}

#[tokio::test]
async fn a_reset_needs_its_id_and_reaches_no_other_seller() {
    let house = House::build().await;
    let (shop, other) = (house.subscribed().await, house.subscribed().await);
    assert_refused(house.reset(&shop, "").await, Code::InvalidArgument, "INVALID_FIELD");
    let request = pb::ResetAccountRequest { request_id: house.key(), seller_id: other.seller() };
    let foreign = house.seller(shop.seller_id).reset_account(request).await.inner();
    assert_refused(foreign, Code::NotFound, "SELLER_NOT_FOUND");
    for shop in [&shop, &other] {
        assert_eq!((house.counts(shop).await.all, house.subscription(shop).await.live), (1, true));
    }
}
