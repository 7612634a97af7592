//! The consumer: each event once in effect, and none stands in the way of others.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use diesel_async::AsyncPgConnection;
use pishkhan_chassis_db::{
    Consumer, ConsumerOptions, DbError, Handler, HandlerError, Received, bus, inbox,
    set_aside::{self, SetAside},
};
use pishkhan_testkit::{TestDb, TestRedis, eventually};
use redis::{
    AsyncCommands as _,
    streams::{StreamInfoGroupsReply, StreamPendingCountReply, StreamRangeReply, StreamReadOptions, StreamReadReply},
};
use uuid::Uuid;

use crate::support::{Background, TOPIC, add_effect, clock, database, emit, impatient, relay_all};

const GROUP: &str = "tests.notes";

/// Writes each event's note down, and refuses it if it says so.
pub struct Notes;

impl Handler for Notes {
    const GROUP: &'static str = GROUP;

    fn topics(&self) -> &[&'static str] {
        &[TOPIC]
    }

    async fn handle(&self, conn: &mut AsyncPgConnection, event: &Received) -> Result<(), HandlerError> {
        let note =
            String::from_utf8(event.payload.clone()).map_err(|error| HandlerError::Refused(error.to_string()))?;
        add_effect(conn, &note).await?;
        if note == "refused" { Err(HandlerError::Refused("not for us".to_owned())) } else { Ok(()) }
    }
}

/// Remembers what it was given.
struct Recorder(Arc<Mutex<Vec<Received>>>);

impl Handler for Recorder {
    const GROUP: &'static str = GROUP;

    fn topics(&self) -> &[&'static str] {
        &[TOPIC]
    }

    async fn handle(&self, _conn: &mut AsyncPgConnection, event: &Received) -> Result<(), HandlerError> {
        self.0.lock().unwrap().push(event.clone());
        Ok(())
    }
}

pub fn consumer<H: Handler>(db: &TestDb, redis: &TestRedis, handler: H) -> Consumer<H> {
    Consumer::new(db.db(), redis.redis(), redis.prefix(), clock(), handler).with_options(impatient())
}

/// Whether the group has read and acknowledged everything.
pub async fn settled(redis: &TestRedis) -> bool {
    let groups: redis::RedisResult<StreamInfoGroupsReply> =
        redis.conn().await.xinfo_groups(bus::stream(redis.prefix(), TOPIC)).await;
    let last = last_id(redis).await;
    groups.is_ok_and(|reply| {
        reply
            .groups
            .iter()
            .any(|group| group.name == GROUP && group.pending == 0 && Some(&group.last_delivered_id) == last.as_ref())
    })
}

async fn last_id(redis: &TestRedis) -> Option<String> {
    let last: StreamRangeReply =
        redis.conn().await.xrevrange_count(bus::stream(redis.prefix(), TOPIC), "+", "-", 1).await.unwrap();
    last.ids.into_iter().next().map(|entry| entry.id)
}

async fn wait_until_settled(redis: &TestRedis) {
    eventually("a settled group", async || settled(redis).await.then_some(())).await;
}

/// Emits and relays events.
async fn send(db: &TestDb, redis: &TestRedis, notes: &[&str]) -> Vec<Uuid> {
    let pool = db.db();
    let mut ids = Vec::new();
    for note in notes {
        ids.push(emit(&pool, note).await);
    }
    relay_all(db, redis).await;
    ids
}

#[tokio::test]
async fn a_handler_sees_the_event_as_it_was_written() {
    let (db, redis) = (database().await, TestRedis::new());
    let ids = send(&db, &redis, &["one", "two"]).await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, Recorder(seen.clone())).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    let seen = seen.lock().unwrap();
    assert_eq!(seen.iter().map(|event| event.id).collect::<Vec<_>>(), ids);
    let first = &seen[0];
    assert_eq!((first.topic.as_str(), first.kind.as_str(), first.seq), (TOPIC, "thing.happened", 1));
    assert_eq!((first.payload.as_slice(), first.key), (&b"one"[..], Uuid::nil()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicas_share_the_events() {
    let (db, redis) = (database().await, TestRedis::new());
    let notes: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    send(&db, &redis, &notes.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let mut tasks = Background::default();
    for _ in 0..3 {
        tasks.spawn(consumer(&db, &redis, Notes).run(tasks.stop.clone()));
    }
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!((db.db_count("effect").await, db.db_count("inbox").await), (100, 100));
}

#[tokio::test]
async fn a_repeated_event_has_no_second_effect() {
    let (db, redis) = (database().await, TestRedis::new());
    send(&db, &redis, &["once"]).await;
    // As after a relay's crash: the same event in the stream twice.
    db.db_execute("UPDATE outbox SET publish_batch = NULL, published_at = NULL").await;
    relay_all(&db, &redis).await;
    assert_eq!(redis.stream_len(TOPIC).await, 2);
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, Notes).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn an_event_whose_consumer_died_before_the_acknowledgement_is_recognised() {
    let (db, redis) = (database().await, TestRedis::new());
    let ids = send(&db, &redis, &["once"]).await;
    // What a process leaves that dies between commit and XACK: a delivery, an inbox row, an effect.
    let stream = bus::stream(redis.prefix(), TOPIC);
    let mut conn = redis.conn().await;
    let () = conn.xgroup_create_mkstream(&stream, GROUP, "0").await.unwrap();
    let read = StreamReadOptions::default().group(GROUP, "dead");
    let delivered: StreamReadReply = conn.xread_options(&[&stream], &[">"], &read).await.unwrap();
    assert_eq!(delivered.keys[0].ids.len(), 1);
    let now = clock().now();
    let pool = db.db();
    let claim = pool.transaction(async |conn| {
        add_effect(conn, "once").await?;
        Ok::<_, DbError>(inbox::claim(conn, GROUP, ids[0], now).await?)
    });
    assert!(claim.await.unwrap());
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, Notes).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!(db.db_count("effect").await, 1);
    assert_eq!(redis.dead_letters(TOPIC).await, 0);
}

#[tokio::test]
async fn what_the_handler_refuses_is_set_aside_and_blocks_nothing() {
    let (db, redis) = (database().await, TestRedis::new());
    let ids = send(&db, &redis, &["before", "refused", "after"]).await;
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, Notes).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    let dead: StreamRangeReply = redis.conn().await.xrange_all(bus::dead_letters(redis.prefix(), TOPIC)).await.unwrap();
    let field = |name: &str| dead.ids[0].get::<String>(name).unwrap();
    assert_eq!((field("dead_group").as_str(), field("kind").as_str()), (GROUP, "thing.happened"));
    assert_eq!((field("payload").as_str(), field("dead_reason").as_str()), ("refused", "not for us"));
    assert_eq!(dead.ids.len(), 1);
    // Its effect was rolled back, and it does not count as handled.
    assert_eq!((db.db_count("effect").await, db.db_count("inbox").await), (2, 2));
    // Who asks is told of it, until it is settled in another way.
    let mut conn = db.conn().await;
    let lane = Uuid::nil();
    let (known, truncated) = set_aside::list(&mut conn, GROUP, lane).await.unwrap();
    assert!(!truncated);
    let [SetAside { event_id, kind, reason, set_aside_at, .. }] = known.as_slice() else { panic!("{known:?}") };
    assert_eq!((*event_id, kind.as_str(), reason.as_str()), (ids[1], "thing.happened", "not for us"));
    assert_eq!(set_aside::settle(&mut conn, GROUP, lane, *set_aside_at).await.unwrap(), 0, "what came later stays");
    assert_eq!(set_aside::settle(&mut conn, "tests.others", lane, clock().now()).await.unwrap(), 0);
    assert_eq!(set_aside::settle(&mut conn, GROUP, Uuid::max(), clock().now()).await.unwrap(), 0);
    assert_eq!(set_aside::settle(&mut conn, GROUP, lane, clock().now()).await.unwrap(), 1);
}

#[tokio::test]
async fn an_entry_that_is_no_event_is_set_aside_at_once() {
    let (db, redis) = (database().await, TestRedis::new());
    let stream = bus::stream(redis.prefix(), TOPIC);
    let _: String = redis.conn().await.xadd(&stream, "*", &[("kind", "thing.happened")]).await.unwrap();
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, Notes).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    let dead: StreamRangeReply = redis.conn().await.xrange_all(bus::dead_letters(redis.prefix(), TOPIC)).await.unwrap();
    let reason: Option<String> = dead.ids[0].get("dead_reason");
    assert_eq!(reason.as_deref(), Some("the entry cannot be read: occurred_at"));
}

#[tokio::test]
async fn a_group_that_is_gone_is_created_again_from_the_beginning() {
    let (db, redis) = (database().await, TestRedis::new());
    send(&db, &redis, &["one", "two"]).await;
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, Notes).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    let _: bool = redis.conn().await.xgroup_destroy(bus::stream(redis.prefix(), TOPIC), GROUP).await.unwrap();
    wait_until_settled(&redis).await;
    send(&db, &redis, &["three"]).await;
    eventually("the third effect", async || (db.db_count("effect").await == 3).then_some(())).await;
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!(db.db_count("effect").await, 3);
}

#[tokio::test]
async fn while_the_database_is_away_events_wait_and_are_not_counted_as_failed() {
    let (sender, receiver, redis) = (database().await, database().await, TestRedis::new());
    let door = |open: bool| format!("ALTER DATABASE {} ALLOW_CONNECTIONS {open}", receiver.name());
    let closed = format!(
        "{}; SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{}'",
        door(false),
        receiver.name()
    );
    sender.db_execute(&closed).await;
    let mut tasks = Background::default();
    tasks.spawn(consumer(&receiver, &redis, Notes).run(tasks.stop.clone()));
    send(&sender, &redis, &["patient"]).await;
    let stream = bus::stream(redis.prefix(), TOPIC);
    // Each attempt resets the idle time of the delivery and adds nothing to its count.
    let (mut attempts, mut last_idle) = (0, 0);
    eventually("a third attempt", async || {
        let pending: redis::RedisResult<StreamPendingCountReply> =
            redis.conn().await.xpending_count(&stream, GROUP, "-", "+", 1).await;
        let waiting = pending.ok()?.ids.into_iter().next()?;
        assert_eq!(waiting.times_delivered, 1);
        attempts += usize::from(waiting.last_delivered_ms < last_idle);
        last_idle = waiting.last_delivered_ms;
        (attempts >= 2).then_some(())
    })
    .await;
    sender.db_execute(&door(true)).await;
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!((receiver.db_count("effect").await, redis.dead_letters(TOPIC).await), (1, 0));
}

#[tokio::test]
async fn a_consumer_that_stops_leaves_no_name_behind() {
    let (db, redis) = (database().await, TestRedis::new());
    send(&db, &redis, &["one"]).await;
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, Notes).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    let groups: StreamInfoGroupsReply =
        redis.conn().await.xinfo_groups(bus::stream(redis.prefix(), TOPIC)).await.unwrap();
    assert_eq!(groups.groups[0].consumers, 0);
}

#[tokio::test]
async fn a_broken_connection_to_redis_is_replaced() {
    let (db, redis) = (database().await, TestRedis::new());
    let consumer = consumer(&db, &redis, Notes);
    let name = consumer.name().to_owned();
    let mut tasks = Background::default();
    tasks.spawn(consumer.run(tasks.stop.clone()));
    send(&db, &redis, &["one"]).await;
    wait_until_settled(&redis).await;
    let clients: String = redis::cmd("CLIENT").arg("LIST").query_async(&mut redis.conn().await).await.unwrap();
    let line = clients.lines().find(|line| line.contains(&format!("name={name} "))).unwrap();
    let id = line.split(' ').find_map(|field| field.strip_prefix("id=")).unwrap();
    let killed: i64 =
        redis::cmd("CLIENT").arg("KILL").arg("ID").arg(id).query_async(&mut redis.conn().await).await.unwrap();
    assert_eq!(killed, 1);
    send(&db, &redis, &["two"]).await;
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!(db.db_count("effect").await, 2);
}

#[tokio::test]
async fn a_read_may_block_longer_than_the_librarys_own_time_limit() {
    let (db, redis) = (database().await, TestRedis::new());
    let options = ConsumerOptions { block: Duration::from_millis(1_500), ..impatient() };
    let consumer = consumer(&db, &redis, Notes).with_options(options);
    let name = consumer.name().to_owned();
    let mut tasks = Background::default();
    tasks.spawn(consumer.run(tasks.stop.clone()));
    // One connection from the first read to the event after several empty ones: none was cut off at 500 ms.
    let client = async || {
        let clients: String = redis::cmd("CLIENT").arg("LIST").query_async(&mut redis.conn().await).await.unwrap();
        let line = clients.lines().find(|line| line.contains(&format!("name={name} ")))?.to_owned();
        let field = |start: &str| line.split(' ').find_map(|field| field.strip_prefix(start)).map(str::to_owned);
        Some((field("id=")?, field("age=")?.parse::<u64>().ok()?))
    };
    let (first, _) = eventually("a connection", client).await;
    let (later, _) = eventually("an old connection", async || client().await.filter(|(_, age)| *age >= 3)).await;
    assert_eq!(first, later);
    send(&db, &redis, &["one"]).await;
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!(db.db_count("effect").await, 1);
}
