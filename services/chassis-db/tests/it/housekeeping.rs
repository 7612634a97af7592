//! What is old goes, whatever else stands still, and in nobody's way.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use pishkhan_chassis_db::{Housekeeping, OldRows};
use pishkhan_testkit::{TestDb, TestRedis, eventually};

use crate::support::{Background, TOPIC, clock, database, emit, long_ago, record_metrics, relay, relay_all, told};

/// Rows of sixty days ago, each a moment after the one before.
async fn grow_old(db: &TestDb, rows: u32) {
    let old = long_ago().to_rfc3339();
    let at = format!("'{old}'::timestamptz + n * interval '1 ms'");
    db.db_execute(&format!(
        "INSERT INTO outbox (event_id, topic, kind, key, payload, occurred_at, publish_batch, published_at)
         SELECT gen_random_uuid(), 'past', 'thing.happened', gen_random_uuid(), '', {at}, n / 500 + 1, {at}
         FROM generate_series(1, {rows}) AS n;
         INSERT INTO inbox SELECT 'g', gen_random_uuid(), {at} FROM generate_series(1, {rows}) AS n;
         INSERT INTO idempotent_reply SELECT gen_random_uuid(), 'Op', 'r', sha256('x'), 'x', {at}
         FROM generate_series(1, {rows}) AS n"
    ))
    .await;
}

/// A keeper with a pool of its own, as each process has.
fn house(db: &TestDb) -> Housekeeping {
    Housekeeping::new(db.db_with(|_| {}), clock()).every(Duration::from_millis(20))
}

async fn old_rows(db: &TestDb) -> i64 {
    db.db_count(
        "(SELECT 1 FROM outbox WHERE topic = 'past' UNION ALL SELECT 1 FROM inbox UNION ALL SELECT 1 FROM idempotent_reply) AS old",
    )
    .await
}

#[tokio::test]
async fn old_rows_are_purged_and_waiting_ones_never() {
    let metrics = record_metrics();
    let (db, redis) = (database().await, TestRedis::new());
    let pool = db.db();
    for note in ["old", "young"] {
        emit(&pool, note).await;
    }
    relay_all(&db, &redis).await;
    let old = long_ago().to_rfc3339();
    emit(&pool, "waiting").await;
    db.db_execute(&format!(
        "UPDATE outbox SET published_at = '{old}', occurred_at = '{old}' WHERE payload = 'old';
         UPDATE outbox SET occurred_at = '{old}' WHERE payload = 'waiting';
         INSERT INTO inbox VALUES ('g', gen_random_uuid(), '{old}'), ('g', gen_random_uuid(), now());
         INSERT INTO idempotent_reply VALUES (gen_random_uuid(), 'Op', 'r', sha256('x'), 'x', '{old}');
         INSERT INTO set_aside SELECT 'g', gen_random_uuid(), gen_random_uuid(), 't', 'k', gen_random_uuid(), 'x', at
         FROM unnest(ARRAY['{old}', now()]::timestamptz[]) AS at"
    ))
    .await;
    let mut tasks = Background::default();
    tasks.spawn(house(&db).run(tasks.stop.clone()));
    eventually("purged rows", async || {
        (db.db_count("outbox").await == 2
            && db.db_count("idempotent_reply").await == 0
            && db.db_count("inbox").await == 1
            && told(&metrics, "events_set_aside").as_deref() == Some("1"))
        .then_some(())
    })
    .await;
    let told_now = metrics.render();
    assert!(told_now.contains("housekeeping_deleted_total{table=\"inbox\"} 1\n"), "{told_now}");
    assert!(told_now.contains("housekeeping_rounds_total ") && !told_now.contains("housekeeping_failures_total"));
    db.db_execute("DELETE FROM set_aside").await;
    eventually("none set aside", async || (told(&metrics, "events_set_aside").as_deref() == Some("0")).then_some(()))
        .await;
    tasks.finish().await;
    assert_eq!(db.db_count("outbox WHERE payload IN ('young', 'waiting')").await, 2);
}

#[tokio::test]
async fn what_has_piled_up_goes_by_thousands() {
    let db = database().await;
    let pool = db.db_with(|_| {});
    let house = Housekeeping::new(pool.clone(), clock());
    let mut statements = Vec::new();
    for rows in [0, 12_000] {
        grow_old(&db, rows).await;
        let before = pool.traffic();
        let gone = house.clear().await.unwrap();
        assert_eq!((gone["outbox"], gone["inbox"]), (rows as usize, rows as usize));
        statements.push(pool.traffic().since(before).statements);
    }
    // Of each table two full steps more than where nothing is old, and of the outbox one that finds nothing.
    assert_eq!((statements[1] - statements[0], old_rows(&db).await), (2 + 2 + 2 + 1, 0));
}

#[tokio::test]
async fn what_has_piled_up_goes_fast_and_new_events_do_not_wait_for_it() {
    pile_up_and_go(100_000).await;
}

#[tokio::test]
#[ignore = "a quarter of a minute; make prove runs it"]
async fn a_million_old_rows_go_fast_and_new_events_do_not_wait_for_it() {
    pile_up_and_go(1_000_000).await;
}

/// Lets so many old rows go, at 10,000 a second at least, while new events are sent.
async fn pile_up_and_go(rows: u32) {
    let (db, redis) = (database().await, TestRedis::new());
    grow_old(&db, rows / 3).await;
    let (began, promised) = (Instant::now(), Duration::from_secs(20) + Duration::from_millis(u64::from(rows / 10)));
    let mut tasks = Background::default();
    tasks.spawn(relay(&db, &redis).run(tasks.stop.clone()));
    tasks.spawn(house(&db).run(tasks.stop.clone()));
    let (mut slowest, mut seen) = (Duration::ZERO, 0);
    while old_rows(&db).await > 0 {
        assert!(began.elapsed() < promised, "{} rows are left", old_rows(&db).await);
        let sent = Instant::now();
        emit(&db.db(), "new").await;
        seen += 1;
        eventually("the new event", async || (redis.stream_len(TOPIC).await == seen).then_some(())).await;
        slowest = slowest.max(sent.elapsed());
    }
    println!("all gone after {:?}; {seen} new events, the slowest after {slowest:?}", began.elapsed());
    tasks.finish().await;
    // An event that waits for the end of it would be the only one.
    assert!(seen > 2, "{seen} events were sent while the old rows went");
}

#[tokio::test]
async fn a_new_house_shares_the_work_with_nobody() {
    let db = database().await;
    grow_old(&db, 100).await;
    let mut tasks = Background::default();
    for _ in 0..3 {
        tasks.spawn(house(&db).run(tasks.stop.clone()));
    }
    eventually("purged rows", async || (old_rows(&db).await == 0).then_some(())).await;
    let holders = "pg_locks WHERE locktype = 'advisory' AND classid = 1885959016 AND database = \
                   (SELECT oid FROM pg_database WHERE datname = current_database()) AND objid = 1752135027 AND granted";
    eventually("one keeper", async || (db.db_count(holders).await == 1).then_some(())).await;
    tasks.finish().await;
}

#[tokio::test]
async fn a_service_may_have_old_rows_of_its_own() {
    let db = database().await;
    db.db_execute("CREATE TABLE note (at timestamptz NOT NULL); CREATE INDEX ON note (at);").await;
    db.db_grant().await;
    // Many of one instant, in more than one step.
    let ago = |minutes: i64| (clock().now() - TimeDelta::minutes(minutes)).to_rfc3339();
    for (minutes, rows) in [(90, 25), (61, 4), (59, 3)] {
        db.db_execute(&format!("INSERT INTO note SELECT '{}' FROM generate_series(1, {rows})", ago(minutes))).await;
    }
    let notes = OldRows::new("note", "at", TimeDelta::hours(1)).at_once(10);
    let house = house(&db).and([notes]);
    assert_eq!(house.clear().await.unwrap()["note"], 29);
    assert_eq!((house.clear().await.unwrap()["note"], db.db_count("note").await), (0, 3));
}
