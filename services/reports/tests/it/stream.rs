//! The whole way: outbox of orders → relay → Redis → consumer → figures.

use std::time::Duration;

use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::{Consumer, ConsumerOptions, DbError, Relay, outbox};
use pishkhan_proto::orders::v1 as orders;
use pishkhan_reports::consume::Orders;
use pishkhan_testkit::{TestDb, TestRedis, eventually, noon};
use prost::Message as _;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, id};

const SELLER: Uuid = Uuid::from_u128(0xA);

/// The orders service as far as reports can see it: an outbox and its relay.
struct Sender {
    db: TestDb,
    redis: TestRedis,
    clock: SharedClock,
    stop: CancellationToken,
}

impl Sender {
    async fn start(app: &TestApp) -> Self {
        let db = TestDb::new("orders", &[]).await;
        let sender = Self { db, redis: TestRedis::new(), clock: app.clock.clone(), stop: CancellationToken::new() };
        let relay = Relay::new(sender.db.db(), sender.redis.url(), sender.redis.prefix(), sender.clock.clone());
        Self::spawn(app, relay.expect("the URL is good").run(sender.stop.clone()));
        sender
    }

    fn spawn(app: &TestApp, task: impl Future<Output = ()> + Send + 'static) {
        app.server.lifecycle().spawn("background", task);
    }

    fn consume(&self, app: &TestApp, stop: &CancellationToken) {
        let handler = Orders::new(self.clock.clone());
        let consumer =
            Consumer::new(app.pool.clone(), self.redis.url(), self.redis.prefix(), self.clock.clone(), handler)
                .expect("the URL is good")
                .with_options(ConsumerOptions { block: Duration::from_millis(100), ..ConsumerOptions::default() });
        Self::spawn(app, consumer.run(stop.clone()));
    }

    async fn publish(&self, kind: &'static str, key: Uuid, payload: Vec<u8>) {
        let event_id = self.clock.new_id();
        let db = self.db.db();
        let done = db.transaction(async |conn| {
            let payload = payload.clone();
            let event = outbox::Event { id: event_id, topic: "orders", kind, key, payload, occurred_at: noon() };
            outbox::append(conn, event).await.map_err(DbError::from)
        });
        done.await.expect("the event is written");
    }

    async fn register(&self, order: &TestOrder) {
        self.publish("order.registered", order.order_id, order.registered().encode_to_vec()).await;
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn reaches(app: &TestApp, expected: (i64, i64, i64)) {
    eventually("the figures follow", async || (app.totals(SELLER, None).await == expected).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_follow_the_orders() {
    let app = TestApp::start().await;
    let sender = Sender::start(&app).await;
    sender.consume(&app, &sender.stop);
    let order = TestOrder::new(SELLER, 1, "1405/08/30");
    sender.register(&order).await;
    sender.register(&TestOrder::new(SELLER, 2, "1405/08/30").lines(&[(2, 1, 900)])).await;
    reaches(&app, (2, 3, 1_000)).await;
    sender.register(&order.clone().revision(2).lines(&[(1, 3, 150)])).await;
    reaches(&app, (2, 4, 1_050)).await;
    let cancelled = orders::OrderCancelled {
        order_id: id(2).to_string(),
        seller_id: SELLER.to_string(),
        revision: 2,
        cancel_time: None,
    };
    sender.publish("order.cancelled", id(2), cancelled.encode_to_vec()).await;
    reaches(&app, (1, 3, 150)).await;
    assert_eq!(app.db.db_count("inbox").await, 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn losing_redis_counts_nothing_twice_and_loses_nothing() {
    let app = TestApp::start().await;
    let sender = Sender::start(&app).await;
    sender.consume(&app, &sender.stop);
    for number in 1..=20 {
        sender.register(&TestOrder::new(SELLER, number, "1405/08/30")).await;
    }
    reaches(&app, (20, 40, 2_000)).await;
    sender.redis.lose_everything().await;
    for number in 21..=40 {
        sender.register(&TestOrder::new(SELLER, number, "1405/08/30")).await;
    }
    reaches(&app, (40, 80, 4_000)).await;
    assert_eq!(app.db.db_count("contribution").await, 40);
    assert_eq!(app.db.db_count("inbox").await, 40);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_consumer_that_was_away_catches_up() {
    let app = TestApp::start().await;
    let sender = Sender::start(&app).await;
    let first = sender.stop.child_token();
    sender.consume(&app, &first);
    sender.register(&TestOrder::new(SELLER, 1, "1405/08/30")).await;
    reaches(&app, (1, 2, 100)).await;
    first.cancel();
    for number in 2..=5 {
        sender.register(&TestOrder::new(SELLER, number, "1405/08/30")).await;
    }
    sender.consume(&app, &sender.stop);
    reaches(&app, (5, 10, 500)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fact_that_cannot_be_read_does_not_hold_up_the_others() {
    let app = TestApp::start().await;
    let sender = Sender::start(&app).await;
    sender.consume(&app, &sender.stop);
    sender.publish("order.registered", id(1), b"\xff\xff".to_vec()).await;
    sender.publish("order.reopened", id(1), b"\xff\xff".to_vec()).await;
    sender.register(&TestOrder::new(SELLER, 2, "1405/08/30")).await;
    reaches(&app, (1, 2, 100)).await;
    eventually("the broken fact is set aside", async || (sender.redis.dead_letters("orders").await == 1).then_some(()))
        .await;
    assert_eq!(app.db.db_count("contribution").await, 1);
}
