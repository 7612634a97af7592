//! Migrations and the hand-written schema.

use std::{collections::BTreeSet, time::Duration};

use diesel_async::{AsyncPgConnection, async_connection_wrapper::AsyncConnectionWrapper};
use diesel_migrations::MigrationHarness as _;
use futures_util::future::join_all;
use pishkhan_chassis::{
    config::{DrainConfig, Profile},
    lifecycle::Lifecycle,
};
use pishkhan_chassis_db::{CHASSIS_MIGRATIONS, Db, DbConfig, MigrateError, Migrated, migrate};
use pishkhan_testkit::{TestDb, eventually, schema};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::support::{MIGRATIONS, database, effect, ledger};

/// A database as it is before the first migration.
async fn emptied(db: &TestDb) {
    db.db_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await;
}

#[tokio::test]
async fn the_schema_says_what_the_migrations_made() {
    let db = database().await;
    schema::assert_matches(&db, &[schema::describe(effect::table), schema::describe(ledger::table)]).await;
}

#[tokio::test]
async fn a_schema_that_differs_is_told_apart() {
    let db = database().await;
    db.db_execute(
        "ALTER TABLE effect ALTER note DROP NOT NULL; ALTER TABLE ledger ALTER amount TYPE integer; ALTER TABLE outbox ADD extra text;
         CREATE TABLE forgotten (id bigint NOT NULL)",
    )
    .await;
    let differences =
        schema::differences(&db, &[schema::describe(effect::table), schema::describe(ledger::table)]).await;
    assert_eq!(
        differences,
        [
            "only in the database: effect.note text",
            "only in schema.rs: effect.note text not null",
            "only in the database: forgotten.id int8 not null",
            "only in the database: ledger.amount int4 not null",
            "only in schema.rs: ledger.amount int8 not null",
            "only in the database: outbox.extra text",
        ]
    );
}

#[tokio::test]
async fn processes_that_start_together_migrate_once() {
    let db = database().await;
    emptied(&db).await;
    let config = DbConfig::new(db.url());
    let runs = join_all((0..4).map(|_| migrate(&config, "chassis_db", &[MIGRATIONS], None))).await;
    let versions: Vec<String> = runs.into_iter().flat_map(|run| run.unwrap().applied).collect();
    assert_eq!(versions.len(), 8, "{versions:?}");
    assert_eq!(versions.iter().collect::<BTreeSet<_>>().len(), 8, "{versions:?}");
    schema::assert_matches(&db, &[schema::describe(effect::table), schema::describe(ledger::table)]).await;
    assert_eq!(migrate(&config, "chassis_db", &[MIGRATIONS], None).await.unwrap(), Migrated::default());
}

/// In a rollout the new version may start before its migrations have run; then nobody may call it yet.
#[tokio::test]
async fn a_service_is_not_called_before_its_migrations_have_run() {
    let db = database().await;
    emptied(&db).await;
    let config = DbConfig::new(db.url());
    let readiness = Lifecycle::new(DrainConfig::for_profile(Profile::Dev)).handle().readiness();
    let (latch, stop) = (readiness.latch("database"), CancellationToken::new());
    let mut living = JoinSet::new();
    living.spawn(Db::connect(&config, "chassis_db").unwrap().ready(&[MIGRATIONS], latch, stop.clone()));
    for sets in [None, Some(&[][..])] {
        if let Some(sets) = sets {
            migrate(&config, "chassis_db", sets, None).await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert_eq!(
            readiness.waiting(),
            ["database"],
            "{} migrations",
            if sets.is_some() { "half of its" } else { "no" }
        );
    }
    migrate(&config, "chassis_db", &[MIGRATIONS], None).await.unwrap();
    eventually("it may be called", async || readiness.waiting().is_empty().then_some(())).await;
    // An older version than the database is of serves on.
    Db::connect(&config, "chassis_db").unwrap().answering(&[]).await.unwrap();
    stop.cancel();
    living.join_next().await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn a_version_that_is_used_twice_is_refused_before_anything_runs() {
    let db = database().await;
    emptied(&db).await;
    let error = migrate(&DbConfig::new(db.url()), "chassis_db", &[MIGRATIONS, MIGRATIONS], None).await.unwrap_err();
    assert!(matches!(&error, MigrateError::DuplicateVersion(version) if version == "20261121000001"), "{error:?}");
    assert_eq!(db.db_count("information_schema.tables WHERE table_schema = 'public'").await, 0);
}

#[tokio::test]
async fn every_migration_can_be_taken_back_and_applied_again() {
    let db = database().await;
    let conn = db.conn().await;
    tokio::task::spawn_blocking(move || {
        let mut conn: AsyncConnectionWrapper<AsyncPgConnection> = conn.into();
        for set in [MIGRATIONS, CHASSIS_MIGRATIONS] {
            conn.revert_last_migration(set).map(|_| ()).unwrap();
        }
        while let Ok(true) = conn.applied_migrations().map(|applied| !applied.is_empty()) {
            conn.revert_last_migration(CHASSIS_MIGRATIONS).map(|_| ()).unwrap();
        }
    })
    .await
    .unwrap();
    let left = "information_schema.tables WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations'";
    assert_eq!(db.db_count(left).await, 0);
    assert_eq!(db.db_count("pg_proc WHERE proname IN ('refuse_change', 'make_append_only')").await, 0);
    assert_eq!(migrate(&DbConfig::new(db.url()), "chassis_db", &[MIGRATIONS], None).await.unwrap().applied.len(), 8);
}

#[tokio::test]
async fn a_failed_migration_is_rolled_back_and_named() {
    let db = database().await;
    db.db_execute("DROP TABLE ledger; DELETE FROM __diesel_schema_migrations WHERE version = '20261121000001'").await;
    let error = migrate(&DbConfig::new(db.url()), "chassis_db", &[MIGRATIONS], None).await.unwrap_err();
    assert!(matches!(&error, MigrateError::Migration(cause) if cause.to_string().contains("effect")), "{error:?}");
    assert_eq!(
        db.db_count("information_schema.tables WHERE table_name = 'ledger'").await,
        0,
        "half a migration stayed"
    );
}
