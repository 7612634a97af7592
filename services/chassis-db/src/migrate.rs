//! Migrations: the chassis' own tables first, then the service's, one process at a time.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

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

use crate::{
    config::DbConfig,
    connect::Connector,
    roles::{self, GrantError},
};

/// Tables of the chassis: outbox, inbox, events set aside, idempotent replies, audit; and `make_append_only(regclass)` for ledgers.
pub const CHASSIS_MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// Names the lock that migrating processes take in turn.
const MIGRATION_LOCK: i64 = 0x7069_7368_6b68_616e;
/// How long one waits for another that is migrating.
const TURN_TIMEOUT: Duration = Duration::from_mins(5);
/// What PostgreSQL says of a statement that stood in the way of others, or they in its.
const LOCKED: [&str; 2] = ["canceling statement due to lock timeout", "deadlock detected"];
/// How often a migration is tried that found a table locked.
const ATTEMPTS: u32 = 10;
/// How long others go first then.
const PAUSE: Duration = Duration::from_millis(200);

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
    /// The rights of the role that serves could not be set; this comes before the migrations, and after them.
    #[error(transparent)]
    Grant(#[from] GrantError),
    /// The thread of the migrations ended early.
    #[error("the migration thread did not finish")]
    Thread(#[source] tokio::task::JoinError),
}

/// What was done.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Migrated {
    /// The versions that ran, in order.
    pub applied: Vec<String>,
    /// The roles that something in the database belonged to before; it is the migrating role's now.
    pub taken_over_from: Vec<String>,
}

/// Brings a database up to date. Processes that start together take turns.
///
/// `sets` are the service's own, `&[embed_migrations!()]`. Each migration runs in a transaction of its own and waits
/// at most 2 s for a lock, so that it never stands in front of live requests; then it is tried again. `grant_to` is the
/// role that serves, if it is another than the one that migrates: all that is in the database becomes the migrating role's,
/// and that one may read and write rows. Works on any runtime: the statements run on a blocking thread.
pub async fn migrate(
    config: &DbConfig,
    service: &'static str,
    sets: &'static [EmbeddedMigrations],
    grant_to: Option<&str>,
) -> Result<Migrated, MigrateError> {
    let config = DbConfig {
        statement_timeout: Duration::ZERO,
        lock_timeout: Duration::ZERO,
        generic_plans: false,
        ..config.clone()
    };
    let connector = Connector::new(&config, &format!("{service}-migrate")).map_err(MigrateError::Url)?;
    let connection = connector.open().await.map_err(MigrateError::Connect)?.into_inner();
    let grant_to = grant_to.map(str::to_owned);
    tokio::task::spawn_blocking(move || run(connection, sets, grant_to.as_deref()))
        .await
        .map_err(MigrateError::Thread)?
}

fn run(
    connection: AsyncPgConnection,
    sets: &[EmbeddedMigrations],
    grant_to: Option<&str>,
) -> Result<Migrated, MigrateError> {
    let migrations = all(sets)?;
    let mut connection: AsyncConnectionWrapper<AsyncPgConnection> = connection.into();
    take_turn(&mut connection).map_err(MigrateError::Lock)?;
    let result = run_pending(&mut connection, &migrations, grant_to);
    // Closing the connection would give the lock back as well, but only when the server notices.
    let released =
        sql_query("SELECT pg_advisory_unlock($1)").bind::<BigInt, _>(MIGRATION_LOCK).execute(&mut connection);
    let migrated = result?;
    released.map_err(MigrateError::Lock)?;
    Ok(migrated)
}

/// The chassis' migrations and a service's own, in the order in which they run.
fn all(sets: &[EmbeddedMigrations]) -> Result<Vec<Box<dyn Migration<Pg>>>, MigrateError> {
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
    Ok(migrations)
}

/// The names of the same by their versions.
pub(crate) fn names(sets: &[EmbeddedMigrations]) -> Result<BTreeMap<String, String>, MigrateError> {
    let named =
        |migration: Box<dyn Migration<Pg>>| (migration.name().version().to_string(), migration.name().to_string());
    Ok(all(sets)?.into_iter().map(named).collect())
}

fn take_turn(connection: &mut AsyncConnectionWrapper<AsyncPgConnection>) -> diesel::QueryResult<()> {
    connection.batch_execute(&format!("SET lock_timeout = {}", TURN_TIMEOUT.as_millis()))?;
    sql_query("SELECT pg_advisory_lock($1)").bind::<BigInt, _>(MIGRATION_LOCK).execute(connection)?;
    connection.batch_execute("SET lock_timeout = '2s'")
}

fn run_pending(
    connection: &mut AsyncConnectionWrapper<AsyncPgConnection>,
    migrations: &[Box<dyn Migration<Pg>>],
    grant_to: Option<&str>,
) -> Result<Migrated, MigrateError> {
    let grant = |connection: &mut _| match grant_to {
        Some(role) => unless_locked("grant", || roles::grant(connection, role)),
        None => Ok(Vec::new()),
    };
    // Before, since a migration changes tables; those who serve under a role that has owned them go on meanwhile.
    let mut migrated = Migrated { taken_over_from: grant(connection)?, ..Migrated::default() };
    let applied = connection.applied_migrations().map_err(MigrateError::Migration)?;
    for migration in migrations {
        if applied.contains(&migration.name().version().as_owned()) {
            continue;
        }
        let name = migration.name().to_string();
        if let Err(error) = unless_locked(&name, || connection.run_migration(migration.as_ref())) {
            return Err(MigrateError::Migration(format!("{name}: {error}").into()));
        }
        tracing::info!(migration.name = name, "migration {name} applied");
        migrated.applied.push(name);
    }
    grant(connection)?;
    Ok(migrated)
}

/// Tries again what found a table locked.
fn unless_locked<T, E: ToString>(name: &str, mut run: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    let mut attempt = 1;
    loop {
        match run() {
            Err(error) if attempt < ATTEMPTS && LOCKED.iter().any(|locked| error.to_string().contains(locked)) => {
                tracing::warn!(migration.name = name, attempt, "a table is locked, the migration is tried again");
                attempt += 1;
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}
