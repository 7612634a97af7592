//! From one service's commit to another's effect, through a Redis that is lost on the way.

use pishkhan_chassis_db::{Consumer, Relay};
use pishkhan_testkit::{TestRedis, eventually};

use crate::{
    consumer::{Notes, consumer, settled},
    support::{Background, TOPIC, clock, database, emit, relay},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_event_has_its_effect_once_though_redis_is_lost_again_and_again() {
    let (sender, receiver, redis) = (database().await, database().await, TestRedis::new());
    let mut tasks = Background::default();
    tasks.spawn(relay(&sender, &redis).run(tasks.stop.clone()));
    for _ in 0..2 {
        tasks.spawn(consumer(&receiver, &redis, Notes).run(tasks.stop.clone()));
    }
    let pool = sender.db();
    for round in 0..4 {
        for number in 0..50 {
            emit(&pool, &format!("{round}-{number}")).await;
        }
        if round < 3 {
            redis.lose_everything().await;
        }
    }
    eventually("200 effects", async || (receiver.db_count("effect").await >= 200).then_some(())).await;
    redis.lose_everything().await;
    eventually("a stream again", async || (redis.stream_len(TOPIC).await >= 200).then_some(())).await;
    eventually("a settled group", async || settled(&redis).await.then_some(())).await;
    tasks.finish().await;
    assert_eq!(receiver.db_count("effect").await, 200);
    assert_eq!(receiver.db_count("(SELECT DISTINCT note FROM effect) AS notes").await, 200);
    assert_eq!(redis.dead_letters(TOPIC).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_total_loss_new_events_do_not_wait_behind_days_of_old_ones() {
    let (db, redis) = (database().await, TestRedis::new());
    // What three thousand orders have left behind, all of it handled; and an empty Redis.
    db.db_execute(
        "INSERT INTO outbox (event_id, topic, kind, key, payload, occurred_at, publish_batch, published_at)
         SELECT gen_random_uuid(), 'things', 'thing.happened', gen_random_uuid(), 'old', now(), n / 500 + 1, now()
         FROM generate_series(1, 3000) AS n;
         INSERT INTO inbox SELECT 'tests.notes', event_id, now() FROM outbox;
         CREATE SEQUENCE claims;
         CREATE FUNCTION count_claim() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN PERFORM nextval('claims'); RETURN NEW; END $$;
         CREATE TRIGGER count_claims BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION count_claim()",
    )
    .await;
    db.db_grant().await;
    let pool = db.db();
    let relay = Relay::new(pool.clone(), redis.redis(), redis.prefix(), clock());
    let consumer = Consumer::new(pool.clone(), redis.redis(), redis.prefix(), clock(), Notes);
    let mut tasks = Background::default();
    tasks.spawn(relay.run(tasks.stop.clone()));
    tasks.spawn(consumer.run(tasks.stop.clone()));
    emit(&pool, "new").await;
    eventually("the new effect", async || (db.db_count("effect").await == 1).then_some(())).await;
    tasks.finish().await;
    // The old ones are passed over many at a time; only one that is read alone is asked for by itself.
    let claims = db.db_count("generate_series(1, (SELECT last_value FROM claims))").await;
    assert!((1..100).contains(&claims), "{claims} events had a transaction of their own");
    assert_eq!((db.db_count("inbox").await, redis.dead_letters(TOPIC).await), (3_001, 0));
}
