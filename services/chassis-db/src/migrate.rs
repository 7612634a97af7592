//! Migrations: the chassis' own tables first, then the service's, one process at a time.

use std::{collections::BTreeSet, time::Duration};

use diesel::{
    RunQueryDsl as _,
    connection::SimpleConnection as _,
    migration::{Migration, MigrationSource},
    pg::Pg,
    sql_query,
    sql_types::BigInt,
};
use diesel_async::{AsyncPgConnection, async_connection_wrapper::AsyncConnectionWrapper};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};
use pishkhan_chassis::BoxError;

use crate::{config::DbConfig, connect::Connector};

/// Tables of the chassis: outbox, inbox, events set aside, idempotent replies, audit; and `make_append_only(regclass)` for ledgers.
pub const CHASSIS_MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// Names the lock that migrating processes take in turn.
const MIGRATION_LOCK: i64 = 0x7069_7368_6b68_616e;
/// How long one waits for another that is migrating.
const TURN_TIMEOUT: Duration = Duration::from_mins(5);
/// How often a migration is tried that found a table locked.
const ATTEMPTS: u32 = 5;

/// Why the migrations did not run to the end. Each one that did run stays.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The URL cannot be read.
    #[error("the database URL cannot be read")]
    Url(#[source] tokio_postgres::Error),
    /// The database does not answer.
    #[error("the database cannot be reached")]
    Connect(#[source] diesel::ConnectionError),
    /// Two migrations bear the same version; one of them would never run.
    #[error("migration version {0} is used twice")]
    DuplicateVersion(String),
    /// The files cannot be used.
    #[error("the embedded migrations cannot be read")]
    Source(#[source] BoxError),
    /// No turn, or no connection any more.
    #[error("the migration lock could not be taken or given back")]
    Lock(#[source] diesel::result::Error),
    /// One failed and was rolled back.
    #[error("a migration failed")]
    Migration(#[source] BoxError),
    /// The thread of the migrations ended early.
    #[error("the migration thread did not finish")]
    Thread(#[source] tokio::task::JoinError),
}

/// Brings a database up to date and returns the versions that ran. Processes that start together take turns.
///
/// `sets` are the service's own, `&[embed_migrations!()]`. Each migration runs in a transaction of its own and waits
/// at most 2 s for a lock, so that it never stands in front of live requests; then it is tried again. Works on any
/// runtime: the statements run on a blocking thread.
pub async fn migrate(
    config: &DbConfig,
    service: &'static str,
    sets: &'static [EmbeddedMigrations],
) -> Result<Vec<String>, MigrateError> {
    let config = DbConfig {
        statement_timeout: Duration::ZERO,
        lock_timeout: Duration::ZERO,
        generic_plans: false,
        ..config.clone()
    };
    let connector = Connector::new(&config, &format!("{service}-migrate")).map_err(MigrateError::Url)?;
    let connection = connector.open().await.map_err(MigrateError::Connect)?.into_inner();
    tokio::task::spawn_blocking(move || run(connection, sets)).await.map_err(MigrateError::Thread)?
}

fn run(connection: AsyncPgConnection, sets: &[EmbeddedMigrations]) -> Result<Vec<String>, MigrateError> {
    let mut migrations = Vec::new();
    let mut versions = BTreeSet::new();
    for set in std::iter::once(&CHASSIS_MIGRATIONS).chain(sets) {
        let mut of_set = MigrationSource::<Pg>::migrations(set).map_err(MigrateError::Source)?;
        of_set.sort_by_key(|migration| migration.name().version().as_owned());
        for migration in of_set {
            let version = migration.name().version().to_string();
            if !versions.insert(version.clone()) {
                return Err(MigrateError::DuplicateVersion(version));
            }
            migrations.push(migration);
        }
    }
    let mut connection: AsyncConnectionWrapper<AsyncPgConnection> = connection.into();
    take_turn(&mut connection).map_err(MigrateError::Lock)?;
    let result = run_pending(&mut connection, &migrations);
    // Closing the connection would give the lock back as well, but only when the server notices.
    let released =
        sql_query("SELECT pg_advisory_unlock($1)").bind::<BigInt, _>(MIGRATION_LOCK).execute(&mut connection);
    let applied = result?;
    released.map_err(MigrateError::Lock)?;
    Ok(applied)
}

fn take_turn(connection: &mut AsyncConnectionWrapper<AsyncPgConnection>) -> diesel::QueryResult<()> {
    connection.batch_execute(&format!("SET lock_timeout = {}", TURN_TIMEOUT.as_millis()))?;
    sql_query("SELECT pg_advisory_lock($1)").bind::<BigInt, _>(MIGRATION_LOCK).execute(connection)?;
    connection.batch_execute("SET lock_timeout = '2s'")
}

fn run_pending(
    connection: &mut AsyncConnectionWrapper<AsyncPgConnection>,
    migrations: &[Box<dyn Migration<Pg>>],
) -> Result<Vec<String>, MigrateError> {
    let applied = connection.applied_migrations().map_err(MigrateError::Migration)?;
    let mut ran = Vec::new();
    for migration in migrations {
        if applied.contains(&migration.name().version().as_owned()) {
            continue;
        }
        let name = migration.name().to_string();
        for attempt in 1.. {
            match connection.run_migration(migration.as_ref()) {
                Ok(_) => break,
                Err(error) if attempt < ATTEMPTS && is_lock_timeout(error.as_ref()) => {
                    tracing::warn!(migration.name = name, attempt, "a table is locked, the migration is tried again");
                }
                Err(error) => {
                    let cause: BoxError = format!("{name}: {error}").into();
                    return Err(MigrateError::Migration(cause));
                }
            }
        }
        tracing::info!(migration.name = name, "migration {name} applied");
        ran.push(name);
    }
    Ok(ran)
}

fn is_lock_timeout(error: &(dyn std::error::Error + 'static)) -> bool {
    error.to_string().contains("canceling statement due to lock timeout")
}
