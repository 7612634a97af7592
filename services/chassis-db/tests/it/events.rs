//! From one service's commit to another's effect, through a Redis that is lost on the way.

use pishkhan_testkit::{TestRedis, eventually};

use crate::{
    consumer::{Notes, consumer, settled},
    support::{Background, TOPIC, database, emit, relay},
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
