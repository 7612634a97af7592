//! Whoever gives up leaves nothing behind that works on: neither in the server nor in the pool.

use std::time::Duration;

use diesel::{QueryableByName, sql_query, sql_types};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use pishkhan_chassis::grpc::context::{self, RequestContext};
use pishkhan_chassis_db::{Db, DbConfig, DbError};
use pishkhan_testkit::{TestDb, eventually};
use tokio::task::JoinSet;

use crate::support::database;

/// Statements of ours that run, and nothing else of this database.
const RUNNING: &str = "pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
                       AND state <> 'idle' AND application_name = 'chassis_db'";

#[derive(QueryableByName)]
struct Word {
    #[diesel(sql_type = sql_types::Text)]
    word: String,
}

async fn word(db: &Db, query: &str) -> String {
    let mut conn = db.read().await.unwrap();
    sql_query(query).get_result::<Word>(&mut conn).await.unwrap().word
}

/// The server processes of the pool.
async fn backends(db: &TestDb) -> String {
    let query = "SELECT coalesce(string_agg(pid::text, ' ' ORDER BY pid), '') AS word FROM pg_stat_activity \
                 WHERE datname = current_database() AND application_name = 'chassis_db'";
    sql_query(query).get_result::<Word>(&mut db.conn().await).await.unwrap().word
}

async fn wait_until_running(db: &TestDb, count: i64) {
    eventually("the running statements", async || (db.db_count(RUNNING).await == count).then_some(())).await;
}

/// No time limit of the database's own would end anything during the test.
fn patient(config: &mut DbConfig) {
    config.statement_timeout = Duration::from_mins(2);
    config.lock_timeout = Duration::from_mins(2);
}

#[tokio::test]
async fn after_two_hundred_abandoned_reads_the_next_is_answered_at_once() {
    let db = database().await;
    let pool = db.db_with(patient);
    let mut before = None;
    for round in 0..5 {
        let mut readers = JoinSet::new();
        for _ in 0..200 {
            let pool = pool.clone();
            readers.spawn(async move {
                let mut conn = pool.read().await.unwrap();
                sql_query("SELECT pg_sleep(60)").execute(&mut conn).await.unwrap()
            });
        }
        wait_until_running(&db, 4).await;
        before = before.or(Some(backends(&db).await));
        readers.shutdown().await;
        // Whoever waited for one of the four would wait a minute: a second is the machine's.
        let answer = tokio::time::timeout(Duration::from_secs(1), pool.ping()).await;
        assert!(matches!(answer, Ok(Ok(()))), "round {round}: {answer:?}");
        wait_until_running(&db, 0).await;
    }
    assert_eq!(Some(backends(&db).await), before, "connections were replaced although they were sound");
}

#[tokio::test]
async fn a_read_abandoned_in_the_middle_of_its_rows_is_cancelled() {
    let db = database().await;
    let pool = db.db_with(patient);
    // More than the server keeps back before it sends anything, and then a row that takes its time.
    let query = "SELECT repeat('x', 1000) || CASE WHEN n = 100 THEN pg_sleep(60)::text ELSE '' END AS word \
                 FROM generate_series(1, 200) AS n";
    let first = word(&pool, query).await;
    assert_eq!(first.len(), 1000);
    wait_until_running(&db, 0).await;
    pool.ping().await.unwrap();
}

#[tokio::test]
async fn a_cancellation_never_hits_the_next_statement() {
    let db = database().await;
    let pool = db.db_with(|config| {
        patient(config);
        config.pool_size = 2;
    });
    for round in 0..150_u64 {
        // Around the time after which a statement is cancelled, so that it often ends by itself meanwhile.
        let sleep = 0.005 + f64::from(u32::try_from(round % 20).unwrap()) / 1_000.0;
        let abandoned = async {
            let mut conn = pool.read().await.unwrap();
            sql_query(format!("SELECT pg_sleep({sleep})")).execute(&mut conn).await.unwrap();
        };
        let _given_up = tokio::time::timeout(Duration::from_millis(round % 3), abandoned).await;
        for _ in 0..3 {
            pool.ping().await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_transaction_given_up_while_it_waits_for_a_lock_waits_no_longer() {
    let db = database().await;
    db.db_execute("INSERT INTO effect (note) VALUES ('a')").await;
    let pool = db.db_with(patient);
    let mut holder = db.conn().await;
    holder.batch_execute("BEGIN; UPDATE effect SET note = 'held'").await.unwrap();
    let waiting = pool.transaction(async |conn| {
        conn.batch_execute("UPDATE effect SET note = 'b'").await?;
        Ok::<_, DbError>(())
    });
    tokio::select! {
        result = waiting => panic!("it did not wait: {result:?}"),
        () = wait_until_running(&db, 1) => {}
    }
    wait_until_running(&db, 0).await;
    holder.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(db.db_count("effect WHERE note = 'a'").await, 1);
}

#[tokio::test]
async fn what_a_killed_process_asked_for_ends() {
    let db = database().await;
    let url = db.url().to_owned();
    let (asked, killed) = (tokio::sync::oneshot::channel(), std::sync::mpsc::channel::<()>());
    // A runtime of its own that ends in the middle: nothing of it is left to cancel anything.
    let process = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let mut config = DbConfig::new(url);
        patient(&mut config);
        let pool = Db::connect(&config, "chassis_db").unwrap();
        runtime.handle().clone().block_on(async {
            let held = runtime.spawn(async move {
                let mut conn = pool.read().await.unwrap();
                sql_query("SELECT pg_sleep(60)").execute(&mut conn).await.unwrap()
            });
            asked.0.send(()).unwrap();
            drop(held);
        });
        killed.1.recv().unwrap();
        runtime.shutdown_background();
    });
    asked.1.await.unwrap();
    wait_until_running(&db, 1).await;
    killed.0.send(()).unwrap();
    process.join().unwrap();
    wait_until_running(&db, 0).await;
}

#[tokio::test]
async fn statements_end_with_the_deadline_of_their_request() {
    let db = database().await;
    let pool = db.db_with(|config| config.pool_size = 2);
    let limit = async |left: Option<Duration>| {
        let context = RequestContext::new("r1");
        let context = match left {
            Some(left) => context.with_timeout(left),
            None => context,
        };
        let show = "SELECT current_setting('statement_timeout') AS word";
        context::scope(context, word(&pool, show)).await
    };
    assert_eq!(limit(None).await, "5s");
    assert_eq!(limit(Some(Duration::from_millis(1_500))).await, "2s");
    assert_eq!(limit(Some(Duration::from_millis(2_900))).await, "3s");
    // The database's own limit stays the longest.
    assert_eq!(limit(Some(Duration::from_mins(1))).await, "5s");
    assert_eq!(limit(None).await, "5s");
    let context = RequestContext::new("r1").with_timeout(Duration::from_millis(100));
    let in_transaction = pool.transaction(async |conn| {
        let limit = sql_query("SELECT current_setting('statement_timeout') AS word").get_result::<Word>(conn).await?;
        Ok::<_, DbError>(limit.word)
    });
    assert_eq!(context::scope(context, in_transaction).await.unwrap(), "1s");
}
