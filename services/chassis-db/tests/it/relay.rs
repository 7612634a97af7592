//! The relay: nothing committed is lost, nothing rolled back is sent.

use diesel_async::SimpleAsyncConnection as _;
use pishkhan_chassis_db::{bus, outbox};
use pishkhan_testkit::{TestRedis, eventually};
use redis::{AsyncCommands as _, streams::StreamRangeReply};
use uuid::Uuid;

use crate::support::{Background, TOPIC, database, emit, event, relay, relay_all, relay_of, relay_once};

/// The notes of a stream's events, in order.
async fn notes(redis: &TestRedis) -> Vec<String> {
    let entries: StreamRangeReply = redis.conn().await.xrange_all(bus::stream(redis.prefix(), TOPIC)).await.unwrap();
    entries.ids.iter().map(|entry| entry.get("payload").unwrap()).collect()
}

async fn mark(redis: &TestRedis) -> Option<i64> {
    redis.conn().await.get(bus::high_water_mark(redis.prefix(), TOPIC)).await.unwrap()
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
    let relay = relay_of(pool.clone(), &redis).polling(std::time::Duration::from_hours(1));
    tasks.spawn(relay.run(tasks.stop.clone()));
    eventually("a sent event", async || {
        // Each commit is a new wake-up: the first may come before the relay listens.
        emit(&pool, "x").await;
        (redis.stream_len(TOPIC).await > 0).then_some(())
    })
    .await;
    tasks.finish().await;
}

#[tokio::test]
async fn a_relay_that_waits_has_nothing_parsed_anew() {
    let (db, redis) = (database().await, TestRedis::new());
    let pool = db.db();
    let mut tasks = Background::default();
    let relay = relay_of(pool.clone(), &redis).polling(std::time::Duration::from_millis(1));
    tasks.spawn(relay.run(tasks.stop.clone()));
    let polls = async |more: u64| {
        let begun = pool.traffic();
        // Three statements a poll.
        eventually("polls", async || (pool.traffic().since(begun).statements >= 3 * more).then_some(())).await;
    };
    polls(3).await;
    let before = pool.traffic();
    polls(20).await;
    assert_eq!(pool.traffic().since(before).prepared, 0);
    emit(&pool, "x").await;
    eventually("a sent event", async || (redis.stream_len(TOPIC).await > 0).then_some(())).await;
    tasks.finish().await;
}

#[tokio::test]
async fn many_events_of_one_transaction_are_sent_in_their_order_or_not_at_all() {
    let (db, redis) = (database().await, TestRedis::new());
    let many = |from: usize| -> Vec<outbox::Event> { (from..from + 1_201).map(|n| event(&n.to_string())).collect() };
    let mut conn = db.conn().await;
    conn.batch_execute("BEGIN").await.unwrap();
    outbox::append_all(&mut conn, many(9_000)).await.unwrap();
    conn.batch_execute("ROLLBACK; BEGIN").await.unwrap();
    outbox::append_all(&mut conn, many(0)).await.unwrap();
    outbox::append_all(&mut conn, Vec::new()).await.unwrap();
    conn.batch_execute("COMMIT").await.unwrap();
    relay_all(&db, &redis).await;
    assert_eq!(notes(&redis).await, (0..1_201).map(|n| n.to_string()).collect::<Vec<_>>());
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
    relay_once(&db, &redis).await;
    assert_eq!(notes(&redis).await, Vec::<String>::new());
    long.batch_execute("COMMIT").await.unwrap();
    relay_all(&db, &redis).await;
    assert_eq!(notes(&redis).await, ["first", "second"]);
}

#[tokio::test]
async fn a_row_does_not_overtake_an_earlier_one_that_must_wait() {
    let (db, redis) = (database().await, TestRedis::new());
    // The transaction that writes last has the oldest number, and a third one in between still writes.
    let (mut oldest, mut writing) = (db.conn().await, db.conn().await);
    oldest.batch_execute("BEGIN; SELECT pg_current_xact_id()").await.unwrap();
    writing.batch_execute("BEGIN").await.unwrap();
    outbox::append(&mut writing, event("first")).await.unwrap();
    emit(&db.db(), "second").await;
    outbox::append(&mut oldest, event("third")).await.unwrap();
    oldest.batch_execute("COMMIT").await.unwrap();
    relay_once(&db, &redis).await;
    assert_eq!(notes(&redis).await, Vec::<String>::new());
    writing.batch_execute("COMMIT").await.unwrap();
    relay_all(&db, &redis).await;
    assert_eq!(notes(&redis).await, ["first", "second", "third"]);
}

#[tokio::test]
async fn transactions_that_write_no_events_hold_nothing_up_here_or_in_another_database() {
    let (db, neighbour, redis) = (database().await, database().await, TestRedis::new());
    let (mut here, mut there) = (db.conn().await, neighbour.conn().await);
    here.batch_execute("BEGIN; INSERT INTO effect (note) VALUES ('long'); SELECT count(*) FROM outbox").await.unwrap();
    // Even one that writes events: they are its own relay's.
    there.batch_execute("BEGIN").await.unwrap();
    outbox::append(&mut there, event("elsewhere")).await.unwrap();
    emit(&db.db(), "now").await;
    relay_once(&db, &redis).await;
    assert_eq!(notes(&redis).await, ["now"]);
    here.batch_execute("COMMIT").await.unwrap();
    there.batch_execute("COMMIT").await.unwrap();
}

#[tokio::test]
async fn events_written_behind_a_savepoint_count_as_their_transactions() {
    let (db, redis) = (database().await, TestRedis::new());
    let mut long = db.conn().await;
    long.batch_execute("BEGIN; SAVEPOINT undone").await.unwrap();
    outbox::append(&mut long, event("undone")).await.unwrap();
    long.batch_execute("ROLLBACK TO undone; SAVEPOINT kept").await.unwrap();
    outbox::append(&mut long, event("first")).await.unwrap();
    long.batch_execute("RELEASE kept").await.unwrap();
    emit(&db.db(), "second").await;
    relay_once(&db, &redis).await;
    assert_eq!(notes(&redis).await, Vec::<String>::new());
    long.batch_execute("COMMIT").await.unwrap();
    relay_all(&db, &redis).await;
    assert_eq!(notes(&redis).await, ["first", "second"]);
}

#[tokio::test]
async fn the_events_of_each_key_keep_their_order_whatever_is_written_beside_them() {
    let (db, redis) = (database().await, TestRedis::new());
    let mut tasks = Background::default();
    tasks.spawn(relay(&db, &redis).run(tasks.stop.clone()));
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..4_u32 {
        let pool = db.db_with(|_| {});
        writers.spawn(async move {
            for number in 0..50_u32 {
                // Ids are taken at different distances from the commit.
                let pause = u64::from((writer * 7 + number * 3) % 5);
                let (first, second) = (event(&format!("{writer}:{number}:a")), event(&format!("{writer}:{number}:b")));
                pool.transaction(async |conn| {
                    outbox::append(conn, first.clone()).await?;
                    tokio::time::sleep(std::time::Duration::from_millis(pause)).await;
                    outbox::append(conn, second.clone()).await?;
                    Ok::<_, pishkhan_chassis_db::DbError>(())
                })
                .await
                .unwrap();
            }
        });
    }
    writers.join_all().await;
    eventually("all sent", async || (redis.stream_len(TOPIC).await == 400).then_some(())).await;
    tasks.finish().await;
    let sent = notes(&redis).await;
    for writer in 0..4 {
        let own: Vec<&String> = sent.iter().filter(|note| note.starts_with(&format!("{writer}:"))).collect();
        let expected: Vec<String> =
            (0..50).flat_map(|number| ["a", "b"].map(|half| format!("{writer}:{number}:{half}"))).collect();
        assert_eq!(own, expected.iter().collect::<Vec<_>>());
    }
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
async fn large_events_go_in_small_batches_the_first_time_and_again() {
    let (db, redis) = (database().await, TestRedis::new());
    // As large as an order of 500 lines is at most, and among them one that is larger than a batch.
    db.db_execute(
        "INSERT INTO outbox (event_id, topic, kind, key, payload, occurred_at)
         SELECT gen_random_uuid(), 'things', 'thing.happened', gen_random_uuid(),
             convert_to(rpad(n::text, CASE n WHEN 7 THEN 6000000 ELSE 900000 END, '.'), 'UTF8'), now()
         FROM generate_series(1, 20) AS n",
    )
    .await;
    let numbers = async || -> Vec<String> {
        notes(&redis).await.iter().map(|note| note.trim_end_matches('.').to_owned()).collect()
    };
    let expected: Vec<String> = (1..=20).map(|number| number.to_string()).collect();
    // One pass: whatever is left behind by a batch is not left to wait.
    relay_once(&db, &redis).await;
    assert_eq!(numbers().await, expected);
    let batches = "(SELECT publish_batch FROM outbox GROUP BY 1 HAVING sum(octet_length(payload)) <= 4 * 1024 * 1024 OR count(*) = 1) b";
    assert_eq!(db.db_count(batches).await, 7, "four at a time, two before the large one, and that alone");
    redis.lose_everything().await;
    relay_once(&db, &redis).await;
    assert_eq!(numbers().await, expected);
    assert_eq!(mark(&redis).await, Some(7));
}
