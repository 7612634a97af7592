//! Intents that stay: whose clock decides, how they rest, who is told, and what a tool can do about them.

use chrono::TimeDelta;
use pishkhan_orders::app::Stop;
use pishkhan_proto::orders::v1::{self as pb, orders_service_client::OrdersServiceClient};
use pishkhan_testkit::TestCaller;
use tonic::Code;
use uuid::Uuid;

use crate::house::{House, Inner as _, Shop, Weather, assert_refused, product_row};

async fn list(caller: TestCaller, request: pb::ListIntentsRequest) -> pb::ListIntentsResponse {
    OrdersServiceClient::new(caller).list_intents(request).await.inner().unwrap()
}

async fn listed(house: &House) -> Vec<pb::Intent> {
    list(house.server.as_tool(&["orders.*"], None), pb::ListIntentsRequest::default()).await.intents
}

/// An order whose saving has come to a stop before the stock was asked.
async fn stopped(house: &House, shop: &Shop) -> String {
    let order = house.place(shop, &[(1, 3)]).await.order_id;
    house.app.stop_points().set(Stop::BeforeStock);
    assert_refused(house.save(shop, &order).await, Code::Internal, "STOPPED");
    order
}

fn retry_request(house: &House, shop: &Shop, order_id: &str) -> pb::RetryIntentRequest {
    pb::RetryIntentRequest { request_id: house.key(), seller_id: shop.seller(), order_id: order_id.to_owned() }
}

async fn retry(house: &House, request: pb::RetryIntentRequest) -> pb::RetryIntentResponse {
    house.tool().retry_intent(request).await.inner().unwrap()
}

#[tokio::test]
async fn a_process_whose_clock_is_wrong_takes_nobodys_work() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    stopped(&house, &shop).await;
    // By the clock of this process the lease is long over.
    house.clock.advance(TimeDelta::hours(3));
    assert_eq!(house.app.recover_overdue().await.unwrap(), 0);
    // And by a clock that lags it would never be.
    house.clock.set(house.now() - TimeDelta::hours(30));
    house.seconds_pass(6).await;
    assert_eq!(house.app.recover_overdue().await.unwrap(), 1);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn tries_in_vain_come_ever_more_seldom_and_say_why() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = stopped(&house, &shop).await;
    house.link.set(Weather::Cut);
    let rests_about = async |seconds: i64| {
        let least = seconds / 4;
        let about = format!(
            "settlement WHERE lease_until > now() + interval '{least} s' AND lease_until <= now() + interval '{seconds} s'"
        );
        house.db.db_count(&about).await == 1
    };
    for (tried, rest) in (2..).zip([5, 10, 20, 40, 60, 60]) {
        // Whatever the rest before was, it is over.
        house.seconds_pass(60).await;
        assert_eq!(house.app.recover_overdue().await.unwrap(), 1, "try {tried}");
        assert!(rests_about(rest).await, "after try {tried}");
        assert_eq!(house.app.recover_overdue().await.unwrap(), 0, "after try {tried}");
    }
    let intent = listed(&house).await.remove(0);
    assert_eq!((intent.order_id.as_str(), intent.kind(), intent.attempts), (order.as_str(), pb::IntentKind::Save, 7));
    assert_eq!(intent.last_error, "catalogue does not answer: cut by a test");
    assert!(intent.stuck);
    let waited = intent.due_time.unwrap().seconds - intent.create_time.unwrap().seconds;
    assert!(waited >= 6 * 60, "{waited} s since it was decided");
    house.link.set(Weather::Calm);
    house.seconds_pass(60).await;
    assert_eq!(house.app.recover_overdue().await.unwrap(), 1);
    assert_eq!(listed(&house).await, []);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn what_waits_and_what_is_stuck_is_counted() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    let none = house.app.backlog().await.unwrap();
    assert_eq!((none.waiting, none.stuck, none.oldest), (0, 0, TimeDelta::zero()));
    stopped(&house, &shop).await;
    house.seconds_pass(30).await;
    assert_eq!(house.app.backlog().await.unwrap().stuck, 0);
    house.seconds_pass(30).await;
    stopped(&house, &shop).await;
    let backlog = house.app.backlog().await.unwrap();
    assert_eq!((backlog.waiting, backlog.stuck), (2, 1));
    assert!(backlog.oldest >= TimeDelta::seconds(60), "{:?}", backlog.oldest);
    assert_eq!(listed(&house).await.iter().filter(|intent| intent.stuck).count(), 1);
}

#[tokio::test]
async fn a_tool_sees_the_intents_of_its_sellers_page_by_page() {
    let house = House::build().await;
    let shops = [house.shop(&[50]).await, house.shop(&[50]).await];
    for _ in 0..3 {
        for shop in &shops {
            stopped(&house, shop).await;
        }
    }
    let (mut seen, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = pb::ListIntentsRequest { page_size: 2, page_token, ..Default::default() };
        let page = list(house.server.as_tool(&["orders.*"], None), request).await;
        seen.extend(page.intents);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    let keys: Vec<_> = seen.iter().map(|intent| (intent.seller_id.clone(), intent.order_id.clone())).collect();
    assert!(keys.len() == 6 && keys.is_sorted(), "{keys:?}");
    // A tool for one seller sees that one's, whether it says so or not.
    let own = house.server.as_tool(&["orders.*"], Some(shops[0].seller_id));
    for seller_id in [String::new(), shops[0].seller()] {
        let request = pb::ListIntentsRequest { seller_id, ..Default::default() };
        let found = list(own.clone(), request).await.intents;
        assert!(found.len() == 3 && found.iter().all(|intent| intent.seller_id == shops[0].seller()));
    }
    let request = pb::ListIntentsRequest { seller_id: shops[1].seller(), ..Default::default() };
    let foreign = OrdersServiceClient::new(own).list_intents(request).await.inner();
    assert_refused(foreign, Code::NotFound, "SELLER_NOT_FOUND");
}

#[tokio::test]
async fn a_tool_tries_an_intent_at_once_and_is_recorded() {
    let house = House::build().await;
    let shop = house.shop(&[4]).await;
    let (first, second) = (stopped(&house, &shop).await, stopped(&house, &shop).await);
    let again = retry_request(&house, &shop, &first);
    house.link.set(Weather::Cut);
    let waiting = retry(&house, again.clone()).await;
    assert_eq!(waiting.outcome(), pb::RetryOutcome::Waiting);
    assert_eq!(waiting.last_error, "catalogue does not answer: cut by a test");
    house.link.set(Weather::Calm);
    // It was not answered for good, so the same request tries again; then it was.
    assert_eq!(retry(&house, again.clone()).await.outcome(), pb::RetryOutcome::Settled);
    assert_eq!(retry(&house, again.clone()).await.outcome(), pb::RetryOutcome::Settled);
    assert_eq!(house.stock(&shop, 1).await, 1);
    assert_eq!(retry(&house, retry_request(&house, &shop, &second)).await.outcome(), pb::RetryOutcome::Short);
    let none = retry_request(&house, &shop, &second);
    assert_eq!(retry(&house, none.clone()).await.outcome(), pb::RetryOutcome::None);
    let nobodys =
        pb::RetryIntentRequest { order_id: Uuid::from_u128(1).to_string(), ..retry_request(&house, &shop, "") };
    assert_eq!(retry(&house, nobodys).await.outcome(), pb::RetryOutcome::None);
    assert_eq!(house.db.db_count("audit_event WHERE action = 'intent.retried' AND actor_role = 'tool'").await, 3);
    let history = house.history(&shop, &first).await;
    assert!(history.events.iter().all(|event| event.action != "intent.retried"), "people have not done it");
    // Goods come, and the seller saves anew.
    house.import_products(shop.seller_id, vec![product_row(1, 9)]).await;
    house.save(&shop, &second).await.unwrap();
    house.assert_sound(&shop).await;
    let twisted = pb::RetryIntentRequest { order_id: second, ..again };
    let reused = house.tool().retry_intent(twisted).await.inner();
    assert_refused(reused, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
}
