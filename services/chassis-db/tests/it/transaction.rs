//! Transactions: retries, lost connections, limits, settings.

use std::{sync::Arc, time::Duration};

use diesel::{ExpressionMethods as _, QueryDsl as _, QueryableByName, sql_query, sql_types};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use pishkhan_chassis::{
    errors,
    grpc::context::{self, RequestContext},
};
use pishkhan_chassis_db::{DbError, is_unique_violation, outbox};
use pishkhan_testkit::{TestDb, eventually};
use tokio::sync::{Barrier, Notify};
use tonic::{Code, Status};

use crate::support::{Counter, add_effect, database, effect, event, ledger};

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = sql_types::Text)]
    setting: String,
}

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = sql_types::Integer)]
    pid: i32,
}

#[derive(QueryableByName)]
struct Plans {
    #[diesel(sql_type = sql_types::BigInt)]
    generic_plans: i64,
    #[diesel(sql_type = sql_types::BigInt)]
    custom_plans: i64,
}

async fn backend(conn: &mut AsyncPgConnection) -> i32 {
    sql_query("SELECT pg_backend_pid() AS pid").get_result::<Backend>(conn).await.unwrap().pid
}

async fn terminate(db: &TestDb, pid: i32) {
    db.db_execute(&format!("SELECT pg_terminate_backend({pid}, 5000)")).await;
}

#[tokio::test]
async fn a_snapshot_sees_one_instant_and_writes_nothing() {
    let db = database().await;
    let pool = db.db();
    let seen = pool
        .snapshot(async |conn| -> Result<_, DbError> {
            let before: i64 = effect::table.count().get_result(conn).await?;
            add_effect(&mut db.conn().await, "meanwhile").await?;
            let after: i64 = effect::table.count().get_result(conn).await?;
            Ok((before, after))
        })
        .await
        .unwrap();
    assert_eq!(seen, (0, 0), "what is committed meanwhile is not seen");
    let refused = pool.snapshot(async |conn| -> Result<_, DbError> { Ok(add_effect(conn, "read only").await?) }).await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn connections_have_our_settings() {
    let db = database().await;
    let mut conn = db.db_with(|_| ()).read().await.unwrap();
    let cases = [
        ("plan_cache_mode", "force_generic_plan"),
        ("max_parallel_workers_per_gather", "0"),
        ("jit", "off"),
        ("statement_timeout", "5s"),
        ("lock_timeout", "2s"),
        ("client_connection_check_interval", "1s"),
        ("application_name", "chassis_db"),
        ("TimeZone", "UTC"),
    ];
    for (name, value) in cases {
        let query = format!("SELECT current_setting('{name}') AS setting");
        assert_eq!(sql_query(query).get_result::<Setting>(&mut conn).await.unwrap().setting, value, "{name}");
    }
    let reports = db.db_with(|config| config.generic_plans = false);
    let mut conn = reports.read().await.unwrap();
    let setting =
        sql_query("SELECT current_setting('plan_cache_mode') AS setting").get_result::<Setting>(&mut conn).await;
    assert_eq!(setting.unwrap().setting, "auto");
}

#[tokio::test]
async fn a_bound_limit_is_planned_once() {
    let db = database().await;
    let mut conn = db.db().read().await.unwrap();
    for limit in 1..=8 {
        effect::table.order(effect::id).limit(limit).select(effect::note).load::<String>(&mut conn).await.unwrap();
    }
    let plans: Plans =
        sql_query("SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE '%effect%'")
            .get_result(&mut conn)
            .await
            .unwrap();
    assert_eq!((plans.generic_plans, plans.custom_plans), (8, 0));
}

#[tokio::test]
async fn a_rollback_leaves_nothing() {
    let db = database().await;
    let result = db
        .db()
        .transaction(async |conn| {
            add_effect(conn, "gone").await?;
            outbox::append(conn, event("gone")).await?;
            Err::<(), DbError>(diesel::result::Error::NotFound.into())
        })
        .await;
    assert!(matches!(result, Err(DbError::Query(diesel::result::Error::NotFound))), "{result:?}");
    assert_eq!(db.db_count("effect").await, 0);
    db.assert_outbox(&[]).await;
}

#[tokio::test]
async fn a_lost_race_is_run_again_three_times_at_most() {
    let db = database().await;
    let pool = db.db();
    for (failures, runs, succeeds) in [(2, 3, true), (9, 4, false)] {
        let run = Counter::default();
        let result: Result<(), DbError> = pool
            .transaction(async |conn| {
                add_effect(conn, "raced").await?;
                if run.next() < failures {
                    conn.batch_execute("DO $$ BEGIN RAISE EXCEPTION 'raced' USING ERRCODE = '40001'; END $$").await?;
                }
                Ok(())
            })
            .await;
        assert_eq!((run.total(), result.is_ok()), (runs, succeeds));
    }
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn both_sides_of_a_deadlock_succeed() {
    let db = database().await;
    db.db_execute("INSERT INTO effect (note) VALUES ('a'), ('b')").await;
    let pool = db.db();
    let (both_hold_one, runs) = (Barrier::new(2), Counter::default());
    let both = async |first: &'static str, second: &'static str| {
        let met = Counter::default();
        pool.transaction(async |conn| {
            runs.next();
            let touch = |note| diesel::update(effect::table.filter(effect::note.eq(note))).set(effect::note.eq(note));
            touch(first).execute(conn).await?;
            if met.next() == 0 {
                both_hold_one.wait().await;
            }
            touch(second).execute(conn).await?;
            Ok::<_, DbError>(())
        })
        .await
    };
    let (left, right) = tokio::join!(both("a", "b"), both("b", "a"));
    left.unwrap();
    right.unwrap();
    // The loser may be quick enough to lose again.
    assert!(runs.total() >= 3, "there was no deadlock");
}

#[tokio::test]
async fn a_connection_lost_before_the_commit_is_replaced_once() {
    let db = database().await;
    let pool = db.db();
    for (losses, runs, succeeds) in [(1, 2, true), (9, 2, false)] {
        let run = Counter::default();
        let result: Result<(), DbError> = pool
            .transaction(async |conn| {
                add_effect(conn, "once").await?;
                if run.next() < losses {
                    let pid = backend(conn).await;
                    terminate(&db, pid).await;
                    add_effect(conn, "never").await?;
                }
                Ok(())
            })
            .await;
        assert_eq!((run.total(), result.is_ok()), (runs, succeeds), "{result:?}");
        if let Err(error) = result {
            assert!(matches!(error, DbError::Lost(_)), "{error:?}");
            assert_eq!(Status::from(error).code(), Code::Unavailable);
        }
    }
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn after_a_restart_of_the_server_no_dead_connection_is_handed_out() {
    let db = database().await;
    let pool = db.db();
    {
        let (first, second) = (pool.read().await.unwrap(), pool.read().await.unwrap());
        drop((first, second));
    }
    db.db_execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'chassis_db' AND datname = current_database()")
        .await;
    pool.transaction(async |conn| Ok::<_, DbError>(add_effect(conn, "after").await?)).await.unwrap();
    pool.ping().await.unwrap();
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn a_server_that_became_read_only_is_left() {
    let db = database().await;
    let pool = db.db();
    let pids = std::sync::Mutex::new(Vec::new());
    pool.transaction(async |conn| {
        let pid = backend(conn).await;
        let first = {
            let mut pids = pids.lock().unwrap();
            pids.push(pid);
            pids.len() == 1
        };
        if first {
            conn.batch_execute("SET TRANSACTION READ ONLY").await?;
        }
        Ok::<_, DbError>(add_effect(conn, "written").await?)
    })
    .await
    .unwrap();
    let pids = pids.into_inner().unwrap();
    assert_eq!(pids.len(), 2);
    assert_ne!(pids[0], pids[1], "the connection to the old server was used again");
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn a_connection_lost_in_the_commit_is_not_run_again() {
    let db = database().await;
    db.db_execute(
        "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
         CREATE CONSTRAINT TRIGGER die AFTER INSERT ON effect DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()",
    )
    .await;
    let runs = Counter::default();
    let result: Result<(), DbError> = db
        .db()
        .transaction(async |conn| {
            runs.next();
            Ok(add_effect(conn, "perhaps").await?)
        })
        .await;
    assert!(matches!(result, Err(DbError::Unknown(_))), "{result:?}");
    assert_eq!(runs.total(), 1);
}

#[tokio::test]
async fn a_transaction_that_is_given_up_releases_its_locks() {
    let db = database().await;
    db.db_execute("INSERT INTO effect (note) VALUES ('a')").await;
    let pool = db.db();
    let locked = Arc::new(Notify::new());
    let holder = pool.transaction(async |conn| {
        diesel::update(effect::table).set(effect::note.eq("b")).execute(conn).await?;
        locked.notify_one();
        std::future::pending::<Result<(), DbError>>().await
    });
    tokio::select! {
        result = holder => panic!("the holder ended: {result:?}"),
        () = locked.notified() => {}
    }
    // Another process: nothing in the first one's pool would make it look at the connection again.
    let other = db.db_with(|_| {});
    other
        .transaction(async |conn| {
            Ok::<_, DbError>(diesel::update(effect::table).set(effect::note.eq("c")).execute(conn).await?)
        })
        .await
        .unwrap();
    assert_eq!(db.db_count("effect WHERE note = 'c'").await, 1);
}

#[tokio::test]
async fn a_full_pool_answers_unavailable() {
    let db = database().await;
    let pool = db.db_with(|config| {
        config.pool_size = 2;
        config.wait = Duration::from_millis(50);
    });
    let held = (pool.read().await.unwrap(), pool.read().await.unwrap());
    let error = pool.ping().await.unwrap_err();
    assert!(matches!(error, DbError::Busy(_)), "{error:?}");
    let status = Status::from(error);
    assert_eq!((status.code(), errors::reason(&status).as_deref()), (Code::Unavailable, Some("DATABASE_BUSY")));
    drop(held);
    pool.ping().await.unwrap();
}

#[tokio::test]
async fn slow_statements_and_locks_time_out_and_are_not_run_again() {
    let db = database().await;
    let pool = db.db_with(|config| {
        config.statement_timeout = Duration::from_millis(300);
        config.lock_timeout = Duration::from_millis(100);
    });
    db.db_execute("INSERT INTO effect (note) VALUES ('a')").await;
    let mut holder = db.conn().await;
    holder.batch_execute("BEGIN; UPDATE effect SET note = 'held'").await.unwrap();
    for (statement, text) in
        [("SELECT pg_sleep(5)", "statement timeout"), ("UPDATE effect SET note = 'b'", "lock timeout")]
    {
        let runs = Counter::default();
        let result: Result<(), DbError> = pool
            .transaction(async |conn| {
                runs.next();
                Ok(conn.batch_execute(statement).await?)
            })
            .await;
        let Err(DbError::Timeout(cause)) = &result else { panic!("{statement}: {result:?}") };
        assert!(cause.to_string().contains(text), "{cause}");
        assert_eq!(runs.total(), 1);
    }
}

#[tokio::test]
async fn a_lock_is_waited_for_until_the_requests_deadline() {
    let db = database().await;
    let pool = db.db_with(|config| config.lock_timeout = Duration::from_millis(100));
    db.db_execute("INSERT INTO effect (note) VALUES ('a')").await;
    let wait = async |limit: Duration| {
        let runs = Counter::default();
        let waiting = pool.transaction(async |conn| {
            runs.next();
            Ok::<_, DbError>(conn.batch_execute("UPDATE effect SET note = 'b'").await?)
        });
        let result = context::scope(RequestContext::new("r1").with_timeout(limit), waiting).await;
        (result, runs.total())
    };
    let mut holder = db.conn().await;
    holder.batch_execute("BEGIN; UPDATE effect SET note = 'held'").await.unwrap();
    let (result, runs) = wait(Duration::from_millis(500)).await;
    let error = result.unwrap_err();
    assert!(error.is_lock_wait(), "{error:?}");
    assert_eq!(Status::from(error).code(), Code::Unavailable);
    assert!((2..=6).contains(&runs), "{runs}");
    let (waited, ()) = tokio::join!(wait(Duration::from_secs(30)), async {
        tokio::time::sleep(Duration::from_millis(350)).await;
        holder.batch_execute("COMMIT").await.unwrap();
    });
    let (result, runs) = waited;
    result.unwrap();
    assert!(runs > 1, "{runs}");
    assert_eq!(db.db_count("effect WHERE note = 'b'").await, 1);
}

#[tokio::test]
async fn refused_rows_name_their_constraint() {
    let db = database().await;
    let twice = db
        .db()
        .transaction(async |conn| {
            for _ in 0..2 {
                diesel::insert_into(ledger::table)
                    .values((ledger::id.eq(1), ledger::amount.eq(5)))
                    .execute(conn)
                    .await?;
            }
            Ok::<_, DbError>(())
        })
        .await
        .unwrap_err();
    assert!(twice.is_unique_violation("ledger_pkey"));
    assert!(!twice.is_unique_violation("effect_pkey") && !twice.is_check_violation("ledger_pkey"));
}

#[tokio::test]
async fn a_swallowed_failure_is_not_taken_for_a_commit() {
    let db = database().await;
    db.db_execute("INSERT INTO ledger VALUES (1, 5)").await;
    let pool = db.db();
    let again = || diesel::insert_into(ledger::table).values((ledger::id.eq(1), ledger::amount.eq(6)));
    for with_rows in [false, true] {
        let result: Result<(), DbError> = pool
            .transaction(async |conn| {
                add_effect(conn, "lost").await?;
                let failure = if with_rows {
                    again().returning(ledger::id).get_result::<i32>(conn).await.unwrap_err()
                } else {
                    again().execute(conn).await.unwrap_err()
                };
                assert!(is_unique_violation(&failure, "ledger_pkey"));
                Ok(())
            })
            .await;
        let Err(DbError::Query(cause)) = result else { panic!("{result:?}") };
        assert!(cause.to_string().contains("current transaction is aborted"), "{cause}");
    }
    assert_eq!(db.db_count("effect").await, 0);
    pool.transaction(async |conn| {
        add_effect(conn, "kept").await?;
        let failure = conn.transaction(async |conn| again().execute(conn).await).await.unwrap_err();
        assert!(is_unique_violation(&failure, "ledger_pkey"));
        Ok::<_, DbError>(())
    })
    .await
    .unwrap();
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn a_race_lost_while_rows_are_read_is_run_again() {
    let db = database().await;
    db.db_execute(
        "INSERT INTO effect (note) VALUES ('a');
         CREATE FUNCTION race() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'raced' USING ERRCODE = '40001'; END $$;
         CREATE TRIGGER race BEFORE UPDATE ON effect FOR EACH ROW WHEN (NEW.note = 'race') EXECUTE FUNCTION race()",
    )
    .await;
    let runs = Counter::default();
    db.db()
        .transaction(async |conn| {
            let note = if runs.next() < 2 { "race" } else { "won" };
            let updated: Vec<String> = diesel::update(effect::table)
                .set(effect::note.eq(note))
                .returning(effect::note)
                .get_results(conn)
                .await?;
            assert_eq!(updated, ["won"]);
            Ok::<_, DbError>(())
        })
        .await
        .unwrap();
    assert_eq!(runs.total(), 3);
}

#[tokio::test]
async fn an_absent_server_is_busy_not_broken() {
    let url = "postgresql://nobody@127.0.0.1:1/none";
    let pool = pishkhan_chassis_db::Db::connect(&pishkhan_chassis_db::DbConfig::new(url), "chassis_db").unwrap();
    let error = pool.ping().await.unwrap_err();
    assert!(matches!(error, DbError::Busy(_)) && error.is_outage(), "{error:?}");
}

#[tokio::test]
async fn connections_are_replaced_when_they_are_old() {
    let db = database().await;
    let pool = db.db_with(|config| {
        config.pool_size = 2;
        config.max_age = Duration::from_millis(1);
    });
    let first = backend(&mut pool.read().await.unwrap()).await;
    let another = eventually("a new connection", async || {
        let pid = backend(&mut pool.read().await.unwrap()).await;
        (pid != first).then_some(pid)
    })
    .await;
    assert_ne!(first, another);
}
