//! Databases and stream prefixes of single tests.

use diesel::{QueryableByName, sql_query, sql_types::Oid};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _};
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

/// The name is a part of the template's: no other test takes what these give back, nor they what another does.
async fn again(service: &'static str) -> TestDb {
    TestDb::new(service, &[]).await
}

/// Which of the server's databases it is, whatever it is called.
async fn identity(db: &TestDb) -> u32 {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Oid)]
        oid: u32,
    }
    let query = sql_query("SELECT oid FROM pg_database WHERE datname = current_database()");
    query.get_result::<Row>(&mut db.conn().await).await.unwrap().oid
}

const WRITE: &str = "INSERT INTO outbox (event_id, topic, kind, key, payload, occurred_at)
    SELECT gen_random_uuid(), 't', 'order.saved', gen_random_uuid(), '', now() FROM generate_series";

#[tokio::test]
async fn what_a_test_wrote_is_gone_when_another_gets_its_database() {
    let first = again("testkit_rows").await;
    let database = identity(&first).await;
    // a table of few pages and one of many are emptied in different ways; the last is a ledger, which refuses both
    for rows in [1, 3_000] {
        let db = again("testkit_rows").await;
        db.db_execute(&format!("{WRITE}(1, {rows})")).await;
        db.db_execute(
            "INSERT INTO audit_event VALUES (gen_random_uuid(), gen_random_uuid(), now(), 'a', 'tool', 'r', 'a', 'e', gen_random_uuid(), 1, '{}')",
        )
        .await;
        let (database, url) = (identity(&db).await, db.url().to_owned());
        drop(db);
        assert!(AsyncPgConnection::establish(&url).await.is_err(), "nobody finds it by its old name");

        let next = again("testkit_rows").await;
        assert_eq!(identity(&next).await, database, "the same one, taken again");
        next.assert_outbox(&[]).await;
        next.assert_no_audit().await;
        next.db_execute(&format!("{WRITE}(1, 1)")).await;
        assert_eq!(next.db_count("outbox WHERE id = 1").await, 1, "its numbers begin anew");
    }
    assert_eq!(identity(&first).await, database, "nobody else got it meanwhile");
}

#[tokio::test]
async fn a_database_whose_tables_were_changed_is_not_taken_again() {
    let changes = [
        "CREATE TABLE more (id bigint)",
        "ALTER TABLE outbox ADD COLUMN more text",
        "ALTER TABLE audit_event DISABLE TRIGGER append_only_rows",
        "ALTER TABLE outbox SET (fillfactor = 50)",
        "CREATE INDEX more ON outbox (kind)",
        "DROP TABLE inbox",
        "ANALYZE outbox",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('9')",
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lock_timeout = 1', current_database()); END $$",
    ];
    for change in changes {
        let db = again("testkit_changes").await;
        db.db_execute(&format!("{WRITE}(1, 10); {change}")).await;
        let database = identity(&db).await;
        drop(db);
        assert_ne!(identity(&again("testkit_changes").await).await, database, "{change}");
    }
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
