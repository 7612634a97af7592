//! Transactions in flights: what is committed, what is not, and what it takes.

use std::sync::Mutex;

use diesel::{
    QueryDsl as _, QueryResult, QueryableByName,
    pg::Pg,
    serialize::{self, Output, ToSql},
    sql_types,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use futures_util::future::join;
use pishkhan_chassis_db::{Commit, Db, DbError, SqlValue, Statement, Transaction, outbox, statement};
use pishkhan_testkit::{TestDb, eventually};

use crate::support::{Counter, database, effect, event};

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = sql_types::Integer)]
    pid: i32,
}

async fn backend(conn: &AsyncPgConnection) -> QueryResult<i32> {
    let mut conn = conn;
    statement("SELECT pg_backend_pid() AS pid").get_result::<Backend>(&mut conn).await.map(|backend| backend.pid)
}

async fn effects(conn: &AsyncPgConnection) -> QueryResult<i64> {
    let mut conn = conn;
    effect::table.count().get_result(&mut conn).await
}

/// A text that may have nothing to be sent as.
#[derive(Debug)]
struct Word(Option<&'static str>);

impl ToSql<sql_types::Text, Pg> for Word {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<sql_types::Text, Pg>::to_sql(self.0.ok_or("there is no word")?, out)
    }
}

impl SqlValue for Word {
    type Type = sql_types::Text;
}

fn add(note: &str) -> Statement {
    statement("INSERT INTO effect (note) VALUES ($1)").bind(note.to_owned()).changing(1)
}

fn entry(id: i32) -> Statement {
    statement("INSERT INTO ledger (id, amount) VALUES ($1, 1)").bind(id)
}

/// Reads, writes these and commits.
async fn write(pool: &Db, writes: impl Fn() -> Vec<Statement> + Send + Sync) -> Result<i64, DbError> {
    pool.pipelined(async |tx: &Transaction| {
        let value = tx.begin(effects).await??;
        Ok(Commit { value, writes: writes() })
    })
    .await
}

#[tokio::test]
async fn reads_and_writes_take_a_flight_each() {
    let db = database().await;
    let pool = db.db();
    for round in 0..3 {
        let before = pool.traffic();
        let seen = pool
            .pipelined(async |tx| -> Result<_, DbError> {
                let (count, pid) = tx.begin(|conn| join(effects(conn), backend(conn))).await?;
                pid?;
                Ok(Commit { value: count?, writes: vec![add("a"), add("b"), outbox::record(event("c"))] })
            })
            .await
            .unwrap();
        assert_eq!(seen, 2 * round);
        let traffic = pool.traffic().since(before);
        if round > 0 {
            assert_eq!((traffic.round_trips, traffic.statements, traffic.prepared), (2, 7, 0), "{traffic:?}");
        }
    }
    assert_eq!((db.db_count("effect").await, db.db_count("outbox").await), (6, 3));
}

/// What stands behind the lock is prepared, and the lock is not: it must not be overtaken.
#[tokio::test]
async fn a_read_behind_a_lock_sees_what_it_protects_on_a_new_connection_too() {
    let db = database().await;
    let pool = db.db_with(|config| config.pool_size = 1);
    db.db_execute("INSERT INTO effect (note) VALUES ('a')").await;
    assert_eq!(effects(&pool.read().await.unwrap()).await.unwrap(), 1);
    let mut holder = db.conn().await;
    holder.batch_execute("BEGIN; UPDATE effect SET note = 'b'; INSERT INTO effect (note) VALUES ('c')").await.unwrap();
    let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let commit = async {
        eventually("the lock is waited for", async || (db.db_count(waiting).await == 1).then_some(())).await;
        holder.batch_execute("COMMIT").await.unwrap();
    };
    let seen = pool.pipelined(async |tx| -> Result<_, DbError> {
        let lock = || statement("SELECT FROM effect WHERE note IN ('a', 'b') FOR UPDATE");
        let (locked, count) = tx.begin(|conn| join(lock().run(conn), effects(conn))).await?;
        locked?;
        Ok(Commit::without_writes(count?))
    });
    let (seen, ()) = join(seen, commit).await;
    assert_eq!(seen.unwrap(), 2);
}

/// On a new connection, and on one that has prepared all of it.
#[tokio::test]
async fn a_write_that_is_refused_undoes_all_and_names_its_constraint() {
    let db = database().await;
    let pool = db.db_with(|config| config.pool_size = 1);
    write(&pool, || vec![entry(1)]).await.unwrap();
    for _ in 0..3 {
        let refused = write(&pool, || vec![add("before"), entry(1), add("behind")]).await.unwrap_err();
        assert!(refused.is_unique_violation("ledger_pkey"), "{refused:?}");
        assert_eq!(db.db_count("effect").await, 0);
        write(&pool, || vec![add("x")]).await.unwrap();
        assert_eq!(db.db_count("effect").await, 1, "the connection is as good as before");
        db.db_execute("DELETE FROM effect").await;
    }
    assert_eq!(connections(&db).await, 1, "and the same");
}

async fn connections(db: &TestDb) -> i64 {
    db.db_count("pg_stat_activity WHERE application_name = 'chassis_db' AND datname = current_database()").await
}

#[tokio::test]
async fn a_value_that_cannot_be_encoded_is_not_committed_around() {
    let db = database().await;
    let pool = db.db_with(|config| config.pool_size = 1);
    let word = |word| statement("INSERT INTO effect (note) VALUES ($1)").bind(Word(word));
    write(&pool, || vec![add("a"), word(Some("fine"))]).await.unwrap();
    let failed = write(&pool, || vec![add("b"), word(None)]).await;
    assert!(matches!(failed, Err(DbError::Query(_))), "{failed:?}");
    assert_eq!(write(&pool, || vec![add("c")]).await.unwrap(), 2);
    assert_eq!(db.db_count("effect WHERE note = 'b'").await, 0);
}

#[tokio::test]
async fn work_that_fails_leaves_nothing_and_a_good_connection() {
    let db = database().await;
    let pool = db.db_with(|config| config.pool_size = 1);
    for _ in 0..2 {
        let failed = pool
            .pipelined(async |tx| -> Result<Commit<()>, DbError> {
                tx.begin(effects).await??;
                Err(diesel::result::Error::NotFound.into())
            })
            .await;
        assert!(matches!(failed, Err(DbError::Query(diesel::result::Error::NotFound))), "{failed:?}");
    }
    assert_eq!(write(&pool, || vec![add("a")]).await.unwrap(), 0);
    assert_eq!(write(&pool, Vec::new).await.unwrap(), 1, "without writes it is committed, too");
    assert_eq!(connections(&db).await, 1);
}

#[tokio::test]
async fn a_connection_lost_before_the_writes_is_replaced_once() {
    let db = database().await;
    let pool = db.db();
    let tries = Counter::default();
    let pids = Mutex::new(Vec::new());
    pool.pipelined(async |tx| -> Result<_, DbError> {
        let pid = tx.begin(backend).await??;
        pids.lock().unwrap().push(pid);
        if tries.next() == 0 {
            db.db_execute(&format!("SELECT pg_terminate_backend({pid}, 5000)")).await;
            effects(tx.conn()).await?;
        }
        Ok(Commit { value: (), writes: vec![add("once")] })
    })
    .await
    .unwrap();
    let pids = pids.into_inner().unwrap();
    assert_eq!(pids.len(), 2);
    assert_ne!(pids[0], pids[1]);
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn a_connection_lost_while_it_commits_is_not_run_again() {
    let db = database().await;
    let pool = db.db();
    // Prepared, so that COMMIT goes out with the writes.
    write(&pool, || vec![add("a")]).await.unwrap();
    db.db_execute(
        "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
         CREATE CONSTRAINT TRIGGER die AFTER INSERT ON effect DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()",
    )
    .await;
    let runs = Counter::default();
    let lost = write(&pool, || {
        runs.next();
        vec![add("perhaps")]
    })
    .await;
    assert!(matches!(lost, Err(DbError::Unknown(_))), "{lost:?}");
    assert_eq!(runs.total(), 1);
}

#[tokio::test]
async fn a_lock_that_is_given_up_halfway_is_free() {
    let db = database().await;
    db.db_execute("INSERT INTO effect (note) VALUES ('a')").await;
    let pool = db.db();
    let locked = tokio::sync::Notify::new();
    let holder = pool.pipelined(async |tx| -> Result<Commit<()>, DbError> {
        tx.begin(|conn| statement("SELECT FROM effect FOR UPDATE").run(conn)).await??;
        locked.notify_one();
        std::future::pending().await
    });
    tokio::select! {
        result = holder => panic!("it ended: {result:?}"),
        () = locked.notified() => {}
    }
    let mut conn = db.conn().await;
    conn.batch_execute("SET lock_timeout = '5s'; UPDATE effect SET note = 'b'").await.unwrap();
}

/// Renames effects, each with an entry of its id in the ledger, and tells the places of those that were there and free.
async fn renamed(pool: &Db, renames: &[(&'static str, &'static str, i32)]) -> Result<Vec<i32>, DbError> {
    let places: Vec<i32> = (0..).take(renames.len()).collect();
    let column = |value: fn(&(&'static str, &'static str, i32)) -> &'static str| renames.iter().map(value).collect();
    let (from, to): (Vec<_>, Vec<_>) = (column(|rename| rename.0), column(|rename| rename.1));
    pool.at_once(|| {
        let find = statement(
            "SELECT each.place FROM unnest($1::integer[], $2::text[]) AS each (place, note) \
             JOIN effect AS e ON e.note = each.note FOR NO KEY UPDATE OF e SKIP LOCKED",
        );
        let rename = statement(
            "UPDATE effect AS e SET note = each.other \
             FROM unnest($1::integer[], $2::text[], $3::text[]) AS each (place, note, other) WHERE e.note = each.note",
        );
        let enter = statement(
            "INSERT INTO ledger (id, amount) \
             SELECT each.id, 7 FROM unnest($1::integer[], $2::integer[]) AS each (place, id)",
        );
        let rename = rename.bind(places.clone()).bind(from.clone()).bind(to.clone());
        let enter = enter.bind(places.clone()).bind(renames.iter().map(|rename| rename.2).collect::<Vec<_>>());
        Ok(find.bind(places.clone()).bind(from.clone()).guard(vec![rename, enter]))
    })
    .await
}

#[tokio::test]
async fn what_is_guarded_happens_with_its_guard_or_not_at_all() {
    let db = database().await;
    let pool = db.db();
    db.db_execute("INSERT INTO effect (note) VALUES ('a'), ('b')").await;
    assert_eq!(renamed(&pool, &[("x", "y", 1)]).await.unwrap(), [0; 0]);
    assert_eq!((db.db_count("ledger").await, db.db_count("effect WHERE note IN ('a', 'b')").await), (0, 2));
    let before = pool.traffic();
    assert_eq!(renamed(&pool, &[("x", "y", 1), ("a", "c", 2)]).await.unwrap(), [1], "what stands beside 0 is not done");
    let traffic = pool.traffic().since(before);
    assert_eq!((traffic.round_trips, traffic.statements, traffic.prepared), (1, 1, 0), "{traffic:?}");
    assert_eq!((db.db_count("ledger WHERE id = 2").await, db.db_count("effect WHERE note = 'c'").await), (1, 1));
    assert_eq!(db.db_count("ledger").await, 1);
    // An entry that is there already undoes everything.
    let refused = renamed(&pool, &[("b", "d", 3), ("c", "e", 2)]).await.unwrap_err();
    assert!(refused.is_unique_violation("ledger_pkey"), "{refused:?}");
    assert_eq!((db.db_count("ledger").await, db.db_count("effect WHERE note IN ('b', 'c')").await), (1, 2));
}

#[tokio::test]
async fn a_guard_waits_for_nobody() {
    let db = database().await;
    let pool = db.db();
    db.db_execute("INSERT INTO effect (note) VALUES ('a'), ('b')").await;
    let mut holder = db.conn().await;
    holder.batch_execute("BEGIN; UPDATE effect SET note = 'theirs' WHERE note = 'a'").await.unwrap();
    assert_eq!(renamed(&pool, &[("a", "ours", 1), ("b", "ours too", 2)]).await.unwrap(), [1]);
    holder.batch_execute("COMMIT").await.unwrap();
    assert_eq!((db.db_count("ledger").await, db.db_count("effect WHERE note IN ('theirs', 'ours too')").await), (1, 2));
}

#[tokio::test]
async fn a_connection_lost_under_a_statement_alone_leaves_its_outcome_open() {
    let db = database().await;
    let pool = db.db();
    db.db_execute(
        "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
         CREATE CONSTRAINT TRIGGER die AFTER INSERT ON effect DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()",
    )
    .await;
    let runs = Counter::default();
    let lost: Result<Vec<i32>, DbError> = pool
        .at_once(|| {
            runs.next();
            Ok(add("perhaps"))
        })
        .await;
    assert!(matches!(lost, Err(DbError::Unknown(_))), "{lost:?}");
    assert_eq!(runs.total(), 1);
    let failed = pool.at_once(|| Err::<Statement, DbError>(diesel::result::Error::NotFound.into())).await;
    assert!(matches!(failed, Err(DbError::Query(diesel::result::Error::NotFound))), "{failed:?}");
}
