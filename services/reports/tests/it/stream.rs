//! The whole way: outbox of orders → relay → Redis → consumer → figures.

use std::time::Duration;

use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::{Consumer, ConsumerOptions, DbError, Relay, outbox};
use pishkhan_proto::orders::v1 as orders;
use pishkhan_reports::consume::Facts;
use pishkhan_testkit::{TestDb, TestRedis, eventually, noon};
use prost::Message as _;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, customer_changed, id, product_changed};

const SELLER: Uuid = Uuid::from_u128(0xA);
const OTHER: Uuid = Uuid::from_u128(0xB);

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
        let relay = Relay::new(sender.db.db(), sender.redis.redis(), sender.redis.prefix(), sender.clock.clone());
        Self::spawn(app, relay.run(sender.stop.clone()));
        sender
    }

    fn spawn(app: &TestApp, task: impl Future<Output = ()> + Send + 'static) {
        app.server.lifecycle().spawn("background", task);
    }

    fn consume(&self, app: &TestApp, stop: &CancellationToken) {
        let handler = Facts::new(self.clock.clone());
        let consumer =
            Consumer::new(app.pool.clone(), self.redis.redis(), self.redis.prefix(), self.clock.clone(), handler)
                .with_options(ConsumerOptions { block: Duration::from_millis(100), ..ConsumerOptions::default() });
        Self::spawn(app, consumer.run(stop.clone()));
    }

    async fn publish(&self, kind: &'static str, key: Uuid, payload: Vec<u8>) {
        self.publish_all(vec![("orders", kind, key, payload)]).await;
    }

    /// Publishes events, each by its topic, in one transaction.
    async fn publish_all(&self, events: Vec<(&'static str, &'static str, Uuid, Vec<u8>)>) {
        let event = |(topic, kind, key, payload)| {
            let id = self.clock.new_id();
            outbox::Event { id, topic, kind, key, payload, occurred_at: noon() }
        };
        let events: Vec<_> = events.into_iter().map(event).collect();
        let db = self.db.db();
        let done =
            db.transaction(async |conn| outbox::append_all(conn, events.clone()).await.map_err(DbError::from)).await;
        done.expect("the events are written");
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_come_by_streams_of_their_own_and_once_in_effect() {
    let app = TestApp::start().await;
    let sender = Sender::start(&app).await;
    sender.consume(&app, &sender.stop);
    sender.register(&TestOrder::new(SELLER, 1, "1405/08/30")).await;
    let names = |second: i64| {
        let product = product_changed(SELLER, &format!("tea {second}"), &[(1, "small")], second).encode_to_vec();
        let customer = customer_changed(SELLER, 1, "shop", &format!("area {second}"), second).encode_to_vec();
        [("catalogue", "product.changed", id(1_001), product), ("customers", "customer.changed", id(1), customer)]
    };
    sender.publish_all([2, 1].into_iter().flat_map(names).collect()).await;
    eventually("both names are known", async || (app.db.db_count("inbox").await == 5).then_some(())).await;
    assert_eq!(app.products(SELLER, None).await[0].product_title, "tea 2");
    assert_eq!(app.regions(SELLER, None).await, [("area 2".to_owned(), (1, 2, 100))]);
    sender.redis.lose_everything().await;
    sender.publish_all(names(3).into()).await;
    eventually("what was lost comes again", async || (app.db.db_count("inbox").await == 7).then_some(())).await;
    assert_eq!(app.regions(SELLER, None).await, [("area 3".to_owned(), (1, 2, 100))]);
    assert_eq!(sender.redis.dead_letters("customers").await + sender.redis.dead_letters("catalogue").await, 0);
}

/// Run by hand with `--run-ignored only --no-capture`; it says how long each step takes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures; takes a minute without optimisation"]
async fn thousands_of_names_hold_up_no_order() {
    const ORDERS: u128 = 10;
    let app = TestApp::start().await;
    let sender = Sender::start(&app).await;
    for customer in 1..=1_000 {
        for number in 0..ORDERS {
            let order = TestOrder::new(SELLER, customer * ORDERS + number, "1405/08/30").customer(customer, "north");
            app.register(&order).await;
        }
    }
    let products = (0..10_000_u128).map(|number| {
        let types = [(3 * number, "small"), (3 * number + 1, "middle"), (3 * number + 2, "large")];
        let message = product_changed(SELLER, "tea", &types, 1);
        ("catalogue", "product.changed", id(3 * number + 1_000), message.encode_to_vec())
    });
    let customers = (1..=1_000).map(|customer| {
        let message = customer_changed(SELLER, customer, "shop", "south", 1);
        ("customers", "customer.changed", id(customer), message.encode_to_vec())
    });
    sender.publish_all(products.chain(customers).collect()).await;
    let start = std::time::Instant::now();
    sender.consume(&app, &sender.stop);
    sender.register(&TestOrder::new(OTHER, 1, "1405/08/30")).await;
    eventually("the order counts", async || (app.totals(OTHER, None).await.0 == 1).then_some(())).await;
    println!("an order behind them: {:?}", start.elapsed());
    while app.db.db_count("inbox").await < 11_001 {
        let moved = app
            .regions(SELLER, None)
            .await
            .iter()
            .map(|(area, (orders, ..))| (area.clone(), *orders))
            .collect::<Vec<_>>();
        println!("{:?}: {} events, {moved:?}", start.elapsed(), app.db.db_count("inbox").await);
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    println!("all names: {:?}", start.elapsed());
    assert_eq!(app.regions(SELLER, None).await, [("south".to_owned(), (10_000, 20_000, 1_000_000))]);
}
