//! The relay: nothing committed is lost, nothing rolled back is sent.

use diesel::{QueryableByName, sql_query, sql_types::Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use pishkhan_chassis_db::{RelayOptions, bus, outbox};
use pishkhan_testkit::{TestDb, TestRedis, eventually};
use redis::{AsyncCommands as _, streams::StreamRangeReply};
use uuid::Uuid;

use crate::support::{Background, TOPIC, database, emit, event, long_ago, relay, relay_all, relay_of, relay_once};

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = Text)]
    number: String,
}

/// The notes of a stream's events, in order.
async fn notes(redis: &TestRedis) -> Vec<String> {
    let entries: StreamRangeReply = redis.conn().await.xrange_all(bus::stream(redis.prefix(), TOPIC)).await.unwrap();
    entries.ids.iter().map(|entry| entry.get("payload").unwrap()).collect()
}

async fn mark(redis: &TestRedis) -> Option<i64> {
    redis.conn().await.get(bus::high_water_mark(redis.prefix(), TOPIC)).await.unwrap()
}

/// Waits until no transaction of any other test is older than this one, so that it alone holds events back.
async fn wait_until_oldest(db: &TestDb, transaction: &mut AsyncPgConnection) {
    let own: Number = sql_query("SELECT pg_current_xact_id()::text AS number").get_result(transaction).await.unwrap();
    let own = own.number;
    let oldest = format!("(SELECT 1 WHERE pg_snapshot_xmin(pg_current_snapshot()) = '{own}'::xid8) AS oldest");
    eventually("the oldest transaction", async || (db.db_count(&oldest).await == 1).then_some(())).await;
}

#[tokio::test]
async fn a_committed_event_is_sent_whole() {
    let (db, redis) = (database().await, TestRedis::new());
    let id = emit(&db.db(), "one").await;
    db.db_execute("UPDATE outbox SET traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'").await;
    relay_all(&db, &redis).await;
    let entries: StreamRangeReply = redis.conn().await.xrange_all(bus::stream(redis.prefix(), TOPIC)).await.unwrap();
    let [entry] = entries.ids.as_slice() else { panic!("{entries:?}") };
    let field = |name: &str| entry.get::<String>(name);
    assert_eq!(field("event_id"), Some(id.to_string()));
    assert_eq!(field("kind").as_deref(), Some("thing.happened"));
    assert_eq!(field("key"), Some(Uuid::nil().to_string()));
    assert_eq!(field("seq").as_deref(), Some("1"));
    assert_eq!(field("payload").as_deref(), Some("one"));
    assert_eq!(field("traceparent").as_deref(), Some("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    assert!(field("occurred_at").is_some_and(|micros| micros.parse::<i64>().is_ok_and(|micros| micros > 0)));
    assert_eq!((mark(&redis).await, db.db_count("outbox WHERE publish_batch = 1").await), (Some(1), 1));
}

#[tokio::test]
async fn a_commit_wakes_the_relay_at_once() {
    let (db, redis) = (database().await, TestRedis::new());
    let pool = db.db();
    let mut tasks = Background::default();
    // A poll that this test would not live to see: only the commit can wake it.
    let options = RelayOptions { poll: std::time::Duration::from_hours(1), ..RelayOptions::default() };
    tasks.spawn(relay_of(pool.clone(), &redis).with_options(options).run(tasks.stop.clone()));
    eventually("a sent event", async || {
        // Each commit is a new wake-up, since other tests' transactions may hold the first ones back.
        emit(&pool, "x").await;
        (redis.stream_len(TOPIC).await > 0).then_some(())
    })
    .await;
    tasks.finish().await;
}

#[tokio::test]
async fn events_of_a_rolled_back_transaction_are_never_sent() {
    let (db, redis) = (database().await, TestRedis::new());
    let mut conn = db.conn().await;
    conn.batch_execute("BEGIN").await.unwrap();
    outbox::append(&mut conn, event("undone")).await.unwrap();
    conn.batch_execute("ROLLBACK").await.unwrap();
    emit(&db.db(), "done").await;
    relay_all(&db, &redis).await;
    assert_eq!(notes(&redis).await, ["done"]);
}

#[tokio::test]
async fn a_long_transaction_with_a_lower_id_is_neither_skipped_nor_overtaken() {
    let (db, redis) = (database().await, TestRedis::new());
    let mut long = db.conn().await;
    long.batch_execute("BEGIN").await.unwrap();
    outbox::append(&mut long, event("first")).await.unwrap();
    emit(&db.db(), "second").await;
    wait_until_oldest(&db, &mut long).await;
    relay_once(&db, &redis).await;
    assert_eq!(notes(&redis).await, Vec::<String>::new());
    long.batch_execute("COMMIT").await.unwrap();
    relay_all(&db, &redis).await;
    assert_eq!(notes(&redis).await, ["first", "second"]);
}

#[tokio::test]
async fn a_row_does_not_overtake_an_earlier_one_that_must_wait() {
    let (db, redis) = (database().await, TestRedis::new());
    // The transaction that writes last has the oldest number, and a third one in between still runs.
    let (mut oldest, mut running) = (db.conn().await, db.conn().await);
    oldest.batch_execute("BEGIN; SELECT pg_current_xact_id()").await.unwrap();
    running.batch_execute("BEGIN; SELECT pg_current_xact_id()").await.unwrap();
    emit(&db.db(), "first").await;
    outbox::append(&mut oldest, event("second")).await.unwrap();
    oldest.batch_execute("COMMIT").await.unwrap();
    wait_until_oldest(&db, &mut running).await;
    relay_once(&db, &redis).await;
    assert_eq!(notes(&redis).await, Vec::<String>::new());
    running.batch_execute("COMMIT").await.unwrap();
    relay_all(&db, &redis).await;
    assert_eq!(notes(&redis).await, ["first", "second"]);
}

#[tokio::test]
async fn a_relay_killed_between_sending_and_marking_sends_again() {
    let (db, redis) = (database().await, TestRedis::new());
    // Marking waits for a lock that the test holds: the relay stands between the two steps.
    db.db_execute(
        "CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
         CREATE TRIGGER hold BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION hold()",
    )
    .await;
    let mut holder = db.conn().await;
    holder.batch_execute("SELECT pg_advisory_lock(1)").await.unwrap();
    let id = emit(&db.db(), "one").await;
    let mut tasks = Background::default();
    tasks.spawn(relay(&db, &redis).run(tasks.stop.clone()));
    eventually("a sent event", async || (redis.stream_len(TOPIC).await == 1).then_some(())).await;
    tasks.kill().await;
    db.db_execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'chassis_db-relay' AND datname = current_database()")
        .await;
    assert_eq!(db.db_count("outbox WHERE publish_batch IS NULL").await, 1);
    db.db_execute("DROP TRIGGER hold ON outbox").await;
    relay_all(&db, &redis).await;
    let entries: StreamRangeReply = redis.conn().await.xrange_all(bus::stream(redis.prefix(), TOPIC)).await.unwrap();
    let ids: Vec<String> = entries.ids.iter().map(|entry| entry.get("event_id").unwrap()).collect();
    assert_eq!(ids, [id.to_string(), id.to_string()]);
    // The number of the batch that was sent and not marked is not used for another.
    assert_eq!((mark(&redis).await, db.outbox().await[0].publish_batch), (Some(2), Some(2)));
}

#[tokio::test]
async fn two_relays_take_turns() {
    let (db, redis) = (database().await, TestRedis::new());
    let mut tasks = Background::default();
    for _ in 0..2 {
        // Pools of their own, as two processes have.
        let pool = db.db_with(|_| {});
        tasks.spawn(relay_of(pool, &redis).run(tasks.stop.clone()));
    }
    let pool = db.db();
    let sent: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    for note in &sent {
        emit(&pool, note).await;
    }
    eventually("all sent", async || (redis.stream_len(TOPIC).await >= sent.len()).then_some(())).await;
    tasks.finish().await;
    assert_eq!(notes(&redis).await, sent);
}

#[tokio::test]
async fn a_redis_that_lost_everything_gets_it_again_in_order() {
    let (db, redis) = (database().await, TestRedis::new());
    let pool = db.db();
    // Several batches, and more than one chunk of a republication.
    db.db_execute(
        "INSERT INTO outbox (event_id, topic, kind, key, payload, occurred_at, publish_batch, published_at)
         SELECT gen_random_uuid(), 'things', 'thing.happened', gen_random_uuid(), convert_to(n::text, 'UTF8'), now(), n / 400 + 1, now()
         FROM generate_series(0, 2499) AS n",
    )
    .await;
    emit(&pool, "2500").await;
    relay_all(&db, &redis).await;
    let expected: Vec<String> = (0..=2500).map(|number| number.to_string()).collect();
    assert_eq!(notes(&redis).await, expected, "a Redis that never had it");
    redis.lose_everything().await;
    relay_once(&db, &redis).await;
    assert_eq!(notes(&redis).await, expected, "a Redis that lost it");
    assert_eq!(mark(&redis).await, Some(8));
}

#[tokio::test]
async fn a_redis_restored_from_an_older_state_gets_only_the_rest() {
    let (db, redis) = (database().await, TestRedis::new());
    let pool = db.db();
    for note in ["one", "two", "three"] {
        emit(&pool, note).await;
        relay_all(&db, &redis).await;
    }
    let mut conn = redis.conn().await;
    let stream = bus::stream(redis.prefix(), TOPIC);
    let entries: StreamRangeReply = conn.xrange_all(&stream).await.unwrap();
    let _: usize = conn.xdel(&stream, &[&entries.ids[1].id, &entries.ids[2].id]).await.unwrap();
    let () = conn.set(bus::high_water_mark(redis.prefix(), TOPIC), 1).await.unwrap();
    relay_once(&db, &redis).await;
    assert_eq!(notes(&redis).await, ["one", "two", "three"]);
    relay_once(&db, &redis).await;
    assert_eq!(redis.stream_len(TOPIC).await, 3, "sent again without need");
}

#[tokio::test]
async fn without_redis_events_wait_and_then_go() {
    let (db, redis) = (database().await, TestRedis::new());
    let pool = db.db();
    emit(&pool, "patient").await;
    // A key of another type in the stream's place: every XADD fails.
    let stream = bus::stream(redis.prefix(), TOPIC);
    let () = redis.conn().await.set(&stream, "in the way").await.unwrap();
    let mut tasks = Background::default();
    tasks.spawn(relay(&db, &redis).run(tasks.stop.clone()));
    emit(&pool, "also").await;
    assert_eq!(db.db_count("outbox WHERE publish_batch IS NOT NULL").await, 0);
    let () = redis.conn().await.del(&stream).await.unwrap();
    eventually("both marked", async || {
        (db.db_count("outbox WHERE publish_batch IS NOT NULL").await == 2).then_some(())
    })
    .await;
    tasks.finish().await;
    assert_eq!(notes(&redis).await, ["patient", "also"]);
}

#[tokio::test]
async fn old_rows_are_purged_and_waiting_ones_never() {
    let (db, redis) = (database().await, TestRedis::new());
    let pool = db.db();
    for note in ["old", "young"] {
        emit(&pool, note).await;
    }
    relay_all(&db, &redis).await;
    let old = long_ago().to_rfc3339();
    db.db_execute(&format!(
        "UPDATE outbox SET published_at = '{old}', occurred_at = '{old}' WHERE payload = 'old';
         INSERT INTO inbox VALUES ('g', gen_random_uuid(), '{old}'), ('g', gen_random_uuid(), now());
         INSERT INTO idempotent_reply VALUES (gen_random_uuid(), 'Op', 'r', sha256('x'), 'x', '{old}')"
    ))
    .await;
    let mut tasks = Background::default();
    tasks.spawn(relay(&db, &redis).run(tasks.stop.clone()));
    eventually("purged rows", async || {
        (db.db_count("outbox").await == 1 && db.db_count("idempotent_reply").await == 0).then_some(())
    })
    .await;
    tasks.finish().await;
    assert_eq!(db.db_count("outbox WHERE payload = 'young'").await, 1);
    assert_eq!(db.db_count("inbox").await, 1);
}
