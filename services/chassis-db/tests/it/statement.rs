//! Statements written as they are sent: what they read, what they take, and the order in which several are run.

use diesel::{ExpressionMethods as _, QueryableByName, sql_types};
use diesel_async::RunQueryDsl as _;
use pishkhan_chassis_db::{Db, DbError, Statement, cached, run_all, statement};

use crate::support::{database, effect};

#[derive(Debug, PartialEq, Eq, QueryableByName)]
struct Note {
    #[diesel(sql_type = sql_types::Text)]
    note: String,
}

fn note(note: &str) -> Note {
    Note { note: note.to_owned() }
}

fn add(note: &str) -> Statement {
    statement("INSERT INTO effect (note) VALUES ($1)").bind(note.to_owned()).changing(1)
}

/// Adds to every note that is there already.
fn extend(with: &'static str) -> Statement {
    statement("UPDATE effect SET note = note || $1").bind(with)
}

async fn run(pool: &Db, statements: impl Fn() -> Vec<Statement> + Send + Sync) -> Result<(), DbError> {
    pool.transaction(async |conn| Ok(run_all(conn, statements()).await?)).await
}

#[tokio::test]
async fn rows_are_read_by_the_names_of_their_columns() {
    let db = database().await;
    let pool = db.db();
    run(&pool, || vec![add("a"), add("b")]).await.unwrap();
    let conn = pool.read().await.unwrap();
    let notes: Vec<Note> = statement("SELECT id, note FROM effect ORDER BY id").rows(&conn).await.unwrap();
    assert_eq!(notes, [note("a"), note("b")]);
    let find = |wanted: &'static str| statement("SELECT note FROM effect WHERE note = $1").bind(wanted);
    assert_eq!(find("b").row(&conn).await.unwrap(), Some(note("b")));
    assert_eq!(find("c").row::<Note>(&conn).await.unwrap(), None);
}

/// On a new connection, and on one that has prepared all of it.
#[tokio::test]
async fn several_are_run_in_their_order_and_in_one_flight() {
    let db = database().await;
    let pool = db.db_with(|config| config.pool_size = 1);
    for round in 0..3 {
        let before = pool.traffic();
        run(&pool, || vec![add("a"), extend("1"), add("b"), extend("2")]).await.unwrap();
        let traffic = pool.traffic().since(before);
        if round > 0 {
            assert_eq!((traffic.round_trips, traffic.statements, traffic.prepared), (3, 6, 0), "{traffic:?}");
        }
        let conn = pool.read().await.unwrap();
        let notes: Vec<Note> = statement("SELECT note FROM effect ORDER BY id").rows(&conn).await.unwrap();
        assert_eq!(notes, [note("a12"), note("b2")]);
        drop(conn);
        db.db_execute("DELETE FROM effect").await;
    }
}

#[tokio::test]
async fn those_behind_one_that_fails_do_nothing_and_its_error_is_told() {
    let db = database().await;
    let pool = db.db_with(|config| config.pool_size = 1);
    let entry = || statement("INSERT INTO ledger (id, amount) VALUES ($1, 1)").bind(1);
    run(&pool, || vec![entry()]).await.unwrap();
    for _ in 0..2 {
        let refused = run(&pool, || vec![add("before"), entry(), add("behind")]).await.unwrap_err();
        assert!(refused.is_unique_violation("ledger_pkey"), "{refused:?}");
        assert_eq!(db.db_count("effect").await, 0);
    }
}

#[tokio::test]
async fn an_update_of_diesels_is_parsed_once() {
    let db = database().await;
    let pool = db.db_with(|config| config.pool_size = 1);
    run(&pool, || vec![add("a")]).await.unwrap();
    let mut parsed = Vec::new();
    for word in ["b", "c", "d"] {
        let before = pool.traffic();
        let mut conn = pool.read().await.unwrap();
        let changed = cached(diesel::update(effect::table).set(effect::note.eq(word))).execute(&mut conn).await;
        assert_eq!(changed, Ok(1));
        drop(conn);
        parsed.push(pool.traffic().since(before).prepared);
    }
    assert_eq!(parsed, [1, 0, 0]);
    assert_eq!(db.db_count("effect WHERE note = 'd'").await, 1);
}
