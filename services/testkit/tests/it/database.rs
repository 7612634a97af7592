//! Databases and stream prefixes of single tests.

use pishkhan_testkit::{TestDb, TestRedis, eventually};
use redis::AsyncCommands as _;

#[tokio::test]
async fn a_database_is_ones_own_and_goes_away() {
    let (first, second) = tokio::join!(TestDb::new("testkit", &[]), TestDb::new("testkit", &[]));
    assert_ne!(first.name(), second.name());
    first.db_execute("CREATE TABLE mine (id bigint)").await;
    assert_eq!(first.db_count("information_schema.tables WHERE table_name = 'mine'").await, 1);
    assert_eq!(second.db_count("information_schema.tables WHERE table_name = 'mine'").await, 0);
    let name = first.name().to_owned();
    drop(first);
    assert_eq!(second.db_count(&format!("pg_database WHERE datname = '{name}'")).await, 0);
}

#[tokio::test]
#[should_panic(expected = "events in the outbox")]
async fn a_forgotten_event_is_noticed() {
    let db = TestDb::new("testkit", &[]).await;
    db.db_execute(
        "INSERT INTO outbox (event_id, topic, kind, key, payload, occurred_at)
         VALUES (gen_random_uuid(), 't', 'order.saved', gen_random_uuid(), '', now())",
    )
    .await;
    db.assert_outbox(&[]).await;
}

#[tokio::test]
async fn keys_of_a_test_are_its_own_and_go_away() {
    let (first, second) = (TestRedis::new(), TestRedis::new());
    assert_ne!(first.prefix(), second.prefix());
    for redis in [&first, &second] {
        let _: String = redis.conn().await.xadd(format!("{}:t", redis.prefix()), "*", &[("a", "b")]).await.unwrap();
    }
    first.lose_everything().await;
    assert_eq!((first.stream_len("t").await, second.stream_len("t").await), (0, 1));
    let key = format!("{}:t", second.prefix());
    drop(second);
    assert!(!first.conn().await.exists::<_, bool>(key).await.unwrap());
}

#[tokio::test]
async fn waiting_ends_with_the_value() {
    let mut looks = 0;
    let value = eventually("a third look", async || {
        looks += 1;
        (looks == 3).then_some(looks)
    })
    .await;
    assert_eq!(value, 3);
}
