//! Events that find something locked: they wait in their order, and no other waits with them.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use diesel::QueryDsl as _;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use pishkhan_chassis_db::{Consumer, ConsumerOptions, DbError, Handler, HandlerError, Received};
use pishkhan_testkit::{TestRedis, eventually};
use uuid::Uuid;

use crate::{
    consumer::settled,
    support::{
        Background, TOPIC, add_effect, clock, database, effect, emit, impatient, record_metrics, relay_all, told,
    },
};

/// Locks what the first letter of a note names, and writes the note down.
struct Locking(Arc<Mutex<Vec<String>>>);

impl Handler for Locking {
    const GROUP: &'static str = "tests.notes";

    fn topics(&self) -> &[&'static str] {
        &[TOPIC]
    }

    fn lane(&self, event: &Received) -> Uuid {
        Uuid::from_u128(u128::from(event.payload[0]))
    }

    async fn handle(&self, conn: &mut AsyncPgConnection, event: &Received) -> Result<(), HandlerError> {
        let note = String::from_utf8(event.payload.clone()).unwrap();
        self.0.lock().unwrap().push(note.clone());
        conn.batch_execute(&format!("SELECT pg_advisory_xact_lock({})", event.payload[0])).await?;
        Ok(add_effect(conn, &note).await?)
    }
}

#[tokio::test]
async fn a_locked_seller_holds_up_only_its_own_events() {
    let (db, redis) = (database().await, TestRedis::new());
    let tried = Arc::<Mutex<Vec<String>>>::default();
    for note in ["a1", "b1", "a2", "c1", "a3", "b2"] {
        emit(&db.db(), note).await;
    }
    relay_all(&db, &redis).await;
    // A long import of one seller.
    let mut import = db.conn().await;
    import.batch_execute(&format!("SELECT pg_advisory_lock({})", b'a')).await.unwrap();
    let pool = db.db_with(|config| config.lock_timeout = Duration::from_millis(100));
    let options =
        ConsumerOptions { lock_wait: Duration::from_millis(20), lock_retry: Duration::from_millis(20), ..impatient() };
    let consumer = Consumer::new(pool, redis.redis(), redis.prefix(), clock(), Locking(Arc::clone(&tried)));
    let mut tasks = Background::default();
    tasks.spawn(consumer.with_options(options).run(tasks.stop.clone()));
    eventually("the other sellers' events", async || (db.db_count("effect").await == 3).then_some(())).await;
    // Far more often than a failed event is tried before it is set aside.
    eventually("many attempts", async || (tried.lock().unwrap().len() > 40).then_some(())).await;
    assert!(
        !tried.lock().unwrap().iter().any(|note| note == "a2" || note == "a3"),
        "an event did not wait for its turn"
    );
    import.batch_execute(&format!("SELECT pg_advisory_unlock({})", b'a')).await.unwrap();
    eventually("a settled group", async || settled(&redis).await.then_some(())).await;
    tasks.finish().await;
    let effects: Vec<String> =
        effect::table.order(effect::id).select(effect::note).load(&mut db.conn().await).await.unwrap();
    assert_eq!(effects, ["b1", "c1", "b2", "a1", "a2", "a3"]);
    assert_eq!(redis.dead_letters(TOPIC).await, 0);
}

#[tokio::test]
async fn a_wait_that_ends_behind_a_new_connection_is_told_no_longer() {
    let metrics = record_metrics();
    let (db, redis) = (database().await, TestRedis::new());
    emit(&db.db(), "a1").await;
    relay_all(&db, &redis).await;
    let mut holder = db.conn().await;
    holder.batch_execute(&format!("SELECT pg_advisory_lock({})", b'a')).await.unwrap();
    let pool = db.db_with(|config| config.lock_timeout = Duration::from_millis(100));
    // It is not tried again in its lane within this test, and not taken over before the lock is gone.
    let options = ConsumerOptions {
        lock_wait: Duration::from_millis(20),
        lock_retry: Duration::from_hours(1),
        min_idle: Duration::from_secs(2),
        ..impatient()
    };
    let consumer = Consumer::new(pool, redis.redis(), redis.prefix(), clock(), Locking(Arc::default()));
    let name = consumer.name().to_owned();
    let mut tasks = Background::default();
    tasks.spawn(consumer.with_options(options).run(tasks.stop.clone()));
    eventually("it waits", async || (told(&metrics, "events_waiting").as_deref() == Some("1")).then_some(())).await;
    holder.batch_execute(&format!("SELECT pg_advisory_unlock({})", b'a')).await.unwrap();
    let clients: String = redis::cmd("CLIENT").arg("LIST").query_async(&mut redis.conn().await).await.unwrap();
    let line = clients.lines().find(|line| line.contains(&format!("name={name} "))).unwrap();
    let id = line.split(' ').find_map(|field| field.strip_prefix("id=")).unwrap();
    let killed: i64 =
        redis::cmd("CLIENT").arg("KILL").arg("ID").arg(id).query_async(&mut redis.conn().await).await.unwrap();
    assert_eq!(killed, 1);
    eventually("it is handled", async || (db.db_count("effect").await == 1).then_some(())).await;
    eventually("a settled group", async || settled(&redis).await.then_some(())).await;
    assert_eq!(told(&metrics, "events_waiting").as_deref(), Some("0"));
    tasks.finish().await;
}

#[tokio::test]
async fn a_wait_for_a_lock_is_told_from_other_limits() {
    let db = database().await;
    let pool = db.db_with(|config| {
        config.statement_timeout = Duration::from_millis(300);
        config.lock_timeout = Duration::from_millis(100);
    });
    let mut holder = db.conn().await;
    holder.batch_execute("SELECT pg_advisory_lock(7)").await.unwrap();
    for (statement, is_lock_wait) in [("SELECT pg_advisory_xact_lock(7)", true), ("SELECT pg_sleep(5)", false)] {
        let failed: Result<(), DbError> = pool.transaction(async |conn| Ok(conn.batch_execute(statement).await?)).await;
        assert_eq!(failed.unwrap_err().is_lock_wait(), is_lock_wait, "{statement}");
    }
}
