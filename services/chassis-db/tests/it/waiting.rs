//! Events that cannot be handled now: none is lost because something was slow or broken for a while, and none that is so
//! alone holds up others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use diesel::QueryDsl as _;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use pishkhan_chassis::clock::{Clock as _, SystemClock};
use pishkhan_chassis_db::{Consumer, ConsumerOptions, Handler, HandlerError, Received, bus};
use pishkhan_testkit::{TestDb, TestRedis, eventually};
use redis::{
    AsyncCommands as _,
    streams::{StreamPendingReply, StreamRangeReply},
};
use uuid::Uuid;

use crate::{
    consumer::settled,
    support::{
        Background, TOPIC, add_effect, clock, database, effect, emit, impatient, record_metrics, relay_all, told,
    },
};

const GROUP: &str = "tests.notes";

/// What befalls events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// A statement takes longer than it may.
    Slow,
    /// The handler gives up.
    Failing,
    /// It panics.
    Panicking,
    /// A statement is wrong.
    Broken,
    /// It never ends.
    Stuck,
}

/// Writes notes down, each as the fault of its first letter allows, and remembers what was tried.
#[derive(Clone, Default)]
struct Worker(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    of: HashMap<char, Fault>,
    tried: Vec<String>,
}

impl Worker {
    fn with(faults: &[(char, Fault)]) -> Self {
        let worker = Self::default();
        worker.0.lock().unwrap().of.extend(faults.iter().copied());
        worker
    }

    fn mend(&self) {
        self.0.lock().unwrap().of.clear();
    }

    fn tries(&self, note: &str) -> usize {
        self.0.lock().unwrap().tried.iter().filter(|tried| *tried == note).count()
    }
}

impl Handler for Worker {
    const GROUP: &'static str = GROUP;

    fn topics(&self) -> &[&'static str] {
        &[TOPIC]
    }

    fn lane(&self, event: &Received) -> Uuid {
        Uuid::from_u128(u128::from(event.payload[0]))
    }

    async fn handle(&self, conn: &mut AsyncPgConnection, event: &Received) -> Result<(), HandlerError> {
        let note = String::from_utf8(event.payload.clone()).unwrap();
        add_effect(conn, &note).await?;
        let fault = {
            let mut faults = self.0.lock().unwrap();
            faults.tried.push(note.clone());
            faults.of.get(&note.chars().next().unwrap()).copied()
        };
        match fault {
            None => Ok(()),
            Some(Fault::Slow) => Ok(conn.batch_execute("SELECT pg_sleep(10)").await?),
            Some(Fault::Failing) => Err(HandlerError::Failed("it is poison".into())),
            Some(Fault::Panicking) => panic!("the handler trips over this event"),
            Some(Fault::Broken) => Ok(conn.batch_execute("SELECT 1 / 0").await?),
            Some(Fault::Stuck) => std::future::pending().await,
        }
    }
}

fn consumer(db: &TestDb, redis: &TestRedis, worker: &Worker, options: ConsumerOptions) -> Consumer<Worker> {
    let pool = db.db_with(|config| config.statement_timeout = Duration::from_millis(60));
    Consumer::new(pool, redis.redis(), redis.prefix(), clock(), worker.clone()).with_options(options)
}

async fn send(db: &TestDb, redis: &TestRedis, notes: &[&str]) {
    for note in notes {
        emit(&db.db(), note).await;
    }
    relay_all(db, redis).await;
}

/// As many events as an import tells of, put into the stream as a relay would. Returns their places.
async fn send_many(redis: &TestRedis, note: &str, count: usize) {
    let mut conn = redis.conn().await;
    for chunk in (0..count).collect::<Vec<_>>().chunks(1_000) {
        let mut pipe = redis::pipe();
        for _ in chunk {
            let (id, now) = (SystemClock.new_id().to_string(), SystemClock.now().timestamp_micros());
            pipe.cmd("XADD").arg(bus::stream(redis.prefix(), TOPIC)).arg("*");
            pipe.arg("event_id").arg(&id).arg("kind").arg("thing.happened").arg("key").arg(&id).arg("seq").arg(1);
            pipe.arg("payload").arg(note).arg("occurred_at").arg(now).ignore();
        }
        let () = pipe.query_async(&mut conn).await.unwrap();
    }
}

async fn wait_until_settled(redis: &TestRedis) {
    eventually("a settled group", async || settled(redis).await.then_some(())).await;
}

async fn notes(db: &TestDb) -> Vec<String> {
    effect::table.order(effect::id).select(effect::note).load(&mut db.conn().await).await.unwrap()
}

/// Who has how many events that are not settled.
async fn pending(redis: &TestRedis) -> Vec<(String, usize)> {
    let stream = bus::stream(redis.prefix(), TOPIC);
    let pending: StreamPendingReply = redis.conn().await.xpending(&stream, GROUP).await.unwrap();
    let StreamPendingReply::Data(pending) = pending else { return Vec::new() };
    pending.consumers.into_iter().map(|consumer| (consumer.name, consumer.pending)).collect()
}

#[tokio::test]
async fn a_slow_disk_is_waited_out() {
    let metrics = record_metrics();
    let (db, redis) = (database().await, TestRedis::new());
    let worker = Worker::with(&[('a', Fault::Slow), ('b', Fault::Slow), ('c', Fault::Slow)]);
    send(&db, &redis, &["a1", "b1", "a2", "c1"]).await;
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, &worker, impatient()).run(tasks.stop.clone()));
    eventually("many tries", async || ["a1", "b1", "c1"].iter().all(|note| worker.tries(note) > 6).then_some(())).await;
    assert_eq!((worker.tries("a2"), told(&metrics, "events_apart").as_deref()), (0, Some("0")));
    worker.mend();
    wait_until_settled(&redis).await;
    tasks.finish().await;
    let mut seen = notes(&db).await;
    assert!(seen.iter().position(|note| note == "a1") < seen.iter().position(|note| note == "a2"), "{seen:?}");
    seen.sort();
    assert_eq!(seen, ["a1", "a2", "b1", "c1"]);
    assert_eq!(redis.dead_letters(TOPIC).await, 0);
}

#[tokio::test]
async fn an_event_that_is_slow_alone_holds_nobody_up_and_is_handled_in_the_end() {
    let metrics = record_metrics();
    let (db, redis) = (database().await, TestRedis::new());
    let worker = Worker::with(&[('a', Fault::Slow)]);
    send(&db, &redis, &["a1", "b1"]).await;
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, &worker, impatient()).run(tasks.stop.clone()));
    eventually("it steps apart", async || {
        send_many(&redis, "b", 1).await;
        (told(&metrics, "events_apart").as_deref() == Some("1")).then_some(())
    })
    .await;
    // Those of its own lane pass it now: only the first is slow.
    worker.0.lock().unwrap().of = HashMap::from([('a', Fault::Failing)]);
    let tries = worker.tries("a1");
    eventually("it is tried again", async || (worker.tries("a1") > tries + 1).then_some(())).await;
    assert_eq!(redis.dead_letters(TOPIC).await, 0);
    worker.mend();
    send(&db, &redis, &["a2"]).await;
    wait_until_settled(&redis).await;
    assert_eq!(told(&metrics, "events_apart").as_deref(), Some("0"));
    tasks.finish().await;
    assert!(notes(&db).await.contains(&"a1".to_owned()));
}

#[tokio::test]
async fn what_fails_lets_its_lane_pass_and_is_handled_when_its_fault_is_mended() {
    let metrics = record_metrics();
    let (db, redis) = (database().await, TestRedis::new());
    let faults = [('a', Fault::Failing), ('b', Fault::Panicking), ('c', Fault::Broken)];
    let worker = Worker::with(&faults);
    send(&db, &redis, &["a1", "b1", "c1", "d1", "a2"]).await;
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, &worker, impatient()).run(tasks.stop.clone()));
    eventually("all step apart", async || (told(&metrics, "events_apart").as_deref() == Some("4")).then_some(())).await;
    assert_eq!(notes(&db).await, ["d1"]);
    eventually("later tries", async || ["a1", "b1", "c1"].iter().all(|note| worker.tries(note) > 5).then_some(()))
        .await;
    assert_eq!(redis.dead_letters(TOPIC).await, 0);
    worker.mend();
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!((db.db_count("effect").await, db.db_count("inbox").await), (5, 5));
    assert_eq!(told(&metrics, "events_apart").as_deref(), Some("0"));
}

#[tokio::test]
async fn what_fails_until_the_stream_is_trimmed_is_set_aside_before() {
    let (db, redis) = (database().await, TestRedis::new());
    let worker = Worker::with(&[('a', Fault::Failing)]);
    send(&db, &redis, &["a1"]).await;
    let mut tasks = Background::default();
    let options = ConsumerOptions { give_up_after: Duration::ZERO, ..impatient() };
    tasks.spawn(consumer(&db, &redis, &worker, options).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    let dead: StreamRangeReply = redis.conn().await.xrange_all(bus::dead_letters(redis.prefix(), TOPIC)).await.unwrap();
    let reason: Option<String> = dead.ids[0].get("dead_reason");
    assert_eq!(reason.as_deref(), Some("the event was not handled: it is poison"));
    assert_eq!(db.db_count("set_aside").await, 1);
    assert_eq!(worker.tries("a1"), 4);
}

#[tokio::test]
async fn an_event_that_ends_the_process_each_time_is_set_aside() {
    let (db, redis) = (database().await, TestRedis::new());
    let worker = Worker::with(&[('a', Fault::Stuck)]);
    send(&db, &redis, &["a1", "b1"]).await;
    for attempt in 1..=5 {
        let mut tasks = Background::default();
        tasks.spawn(consumer(&db, &redis, &worker, impatient()).run(tasks.stop.clone()));
        eventually("an attempt", async || (worker.tries("a1") == attempt).then_some(())).await;
        tasks.kill().await;
    }
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, &worker, impatient()).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    let dead: StreamRangeReply = redis.conn().await.xrange_all(bus::dead_letters(redis.prefix(), TOPIC)).await.unwrap();
    let letters: Vec<(String, String)> =
        dead.ids.iter().map(|letter| (letter.get("payload").unwrap(), letter.get("dead_reason").unwrap())).collect();
    assert_eq!(letters, [("a1".to_owned(), "no delivery came to an end".to_owned())]);
    assert_eq!((worker.tries("a1"), notes(&db).await), (5, vec!["b1".to_owned()]));
}

#[tokio::test]
async fn what_waits_while_processes_end_is_not_counted_as_failed() {
    let (db, redis) = (database().await, TestRedis::new());
    let worker = Worker::with(&[('a', Fault::Slow)]);
    send(&db, &redis, &["a1", "a2", "a3"]).await;
    let mut tries = 0;
    for _ in 0..7 {
        let mut tasks = Background::default();
        tasks.spawn(consumer(&db, &redis, &worker, impatient()).run(tasks.stop.clone()));
        eventually("a try that ends", async || (worker.tries("a1") > tries + 1).then_some(())).await;
        tries = worker.tries("a1");
        tasks.kill().await;
    }
    worker.mend();
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, &worker, impatient()).run(tasks.stop.clone()));
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!((notes(&db).await.len(), redis.dead_letters(TOPIC).await), (3, 0));
}

#[tokio::test]
async fn an_import_that_waits_holds_up_no_other_seller() {
    let metrics = record_metrics();
    let (db, redis) = (database().await, TestRedis::new());
    let worker = Worker::with(&[('a', Fault::Slow)]);
    send_many(&redis, "a", 40_000).await;
    send_many(&redis, "b", 1).await;
    let mut tasks = Background::default();
    let options = ConsumerOptions { batch: 256, retry: Duration::from_millis(500), ..ConsumerOptions::default() };
    tasks.spawn(consumer(&db, &redis, &worker, options).run(tasks.stop.clone()));
    eventually("the other's effect", async || (db.db_count("effect").await == 1).then_some(())).await;
    assert_eq!(notes(&db).await, ["b"]);
    // Who comes next does not even wait until the import has been read.
    let began = Instant::now();
    send_many(&redis, "c", 1).await;
    eventually("another's", async || (db.db_count("effect").await == 2).then_some(())).await;
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    eventually("all are known", async || (told(&metrics, "events_waiting").as_deref() == Some("40000")).then_some(()))
        .await;
    // Others take over at once what a process that stops leaves, though it would be theirs only much later.
    let leaves = Instant::now();
    tasks.finish().await;
    let stopped_in = leaves.elapsed();
    let mut tasks = Background::default();
    let options = ConsumerOptions { batch: 256, ..ConsumerOptions::default() };
    let successor = consumer(&db, &redis, &worker, options);
    let name = successor.name().to_owned();
    tasks.spawn(successor.run(tasks.stop.clone()));
    // A busy machine takes its time over so many: what counts is that it goes on.
    let mut taken = 0;
    while taken < 40_000 {
        let before = taken;
        taken = eventually("the successor takes more", async || {
            let all = pending(&redis).await;
            all.into_iter().find(|(of, _)| *of == name).map(|(_, count)| count).filter(|count| *count > before)
        })
        .await;
    }
    assert_eq!(pending(&redis).await, [(name, 40_000)]);
    println!("stopped in {stopped_in:?}, with the successor after {:?}", leaves.elapsed());
    tasks.kill().await;
    assert_eq!(redis.dead_letters(TOPIC).await, 0);
}

#[tokio::test]
async fn what_was_trimmed_away_while_it_waited_is_no_longer_waited_for() {
    let (db, redis) = (database().await, TestRedis::new());
    let worker = Worker::with(&[('a', Fault::Slow)]);
    send(&db, &redis, &["a1", "a2"]).await;
    let mut tasks = Background::default();
    tasks.spawn(consumer(&db, &redis, &worker, impatient()).run(tasks.stop.clone()));
    eventually("a try", async || (worker.tries("a1") > 0).then_some(())).await;
    let _: usize = redis::cmd("XTRIM")
        .arg(bus::stream(redis.prefix(), TOPIC))
        .arg("MAXLEN")
        .arg(0)
        .query_async(&mut redis.conn().await)
        .await
        .unwrap();
    eventually("nothing waits", async || pending(&redis).await.is_empty().then_some(())).await;
    worker.mend();
    send(&db, &redis, &["a3"]).await;
    wait_until_settled(&redis).await;
    tasks.finish().await;
    assert_eq!(notes(&db).await, ["a3"]);
}
