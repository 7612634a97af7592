//! When a service may be called: once its database answers, to a role that only reads and writes rows, and has had all of the
//! service's migrations.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use diesel::{
    QueryableByName, sql_query,
    sql_types::{Nullable, Text},
};
use diesel_async::RunQueryDsl as _;
use diesel_migrations::EmbeddedMigrations;
use pishkhan_chassis::lifecycle::Latch;
use tokio_util::sync::CancellationToken;

use crate::{Db, DbError, MigrateError, migrate};

/// How often a database is asked that does not answer yet.
const PAUSE: Duration = Duration::from_millis(500);

/// A role under which production does not serve: a statement that somebody smuggles in could do more than change rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "DATABASE_URL: the role {role} {excess}; serve under one that `migrate` has given the rows (DATABASE_GRANT_TO)"
)]
pub struct TooManyRights {
    role: String,
    excess: String,
}

/// Why a service will never be called.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// Its role.
    #[error(transparent)]
    Rights(#[from] TooManyRights),
    /// Its own migrations cannot be read.
    #[error(transparent)]
    Migrations(#[from] MigrateError),
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
}

#[derive(QueryableByName)]
struct Table {
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
}

/// Where the versions stand of the migrations that have run; a database that has seen none does not have it.
const APPLIED: &str = "SELECT to_regclass('__diesel_schema_migrations')::text AS name";
const VERSIONS: &str = "SELECT version::text AS version FROM __diesel_schema_migrations";

#[derive(QueryableByName)]
struct Rights {
    #[diesel(sql_type = Text)]
    role: String,
    #[diesel(sql_type = Nullable<Text>)]
    excess: Option<String>,
}

/// The role of this session, and what it could do beyond its work. A member of a role has the rights of that one.
const RIGHTS: &str = "SELECT current_user::text AS role, CASE
        WHEN rolsuper THEN 'is a superuser'
        WHEN pg_has_role(d.datdba, 'USAGE') THEN 'has the rights of the owner of the database'
        WHEN owned.name IS NOT NULL THEN format('has the rights of the owner of the table %I', owned.name)
        WHEN has_schema_privilege('public', 'CREATE') THEN 'may make tables in the schema public'
        WHEN changed.name IS NOT NULL THEN format('may change what the table %I has recorded', changed.name)
    END AS excess
    FROM pg_roles
    JOIN pg_database d ON d.datname = current_database()
    LEFT JOIN LATERAL (SELECT min(relname::text) AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'USAGE')) owned ON true
    LEFT JOIN LATERAL (SELECT min(c.relname::text) AS name FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
        WHERE c.relnamespace = 'public'::regnamespace AND t.tgfoid = to_regproc('public.refuse_change')
            AND has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE')) changed ON true
    WHERE rolname = current_user";

impl Db {
    /// What the role of this database could do beyond its work, where that is refused.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn too_many_rights(&self) -> Result<Option<TooManyRights>, DbError> {
        let mut connection = self.read().await?;
        let Rights { role, excess } = sql_query(RIGHTS).get_result(&mut *connection).await.map_err(DbError::from)?;
        Ok(excess.filter(|_| self.refuses_owners()).map(|excess| TooManyRights { role, excess }))
    }

    /// Names of the migrations that this database has not had yet.
    async fn missing(&self, wanted: &BTreeMap<String, String>) -> Result<Vec<String>, DbError> {
        let mut connection = self.read().await?;
        let Table { name } = sql_query(APPLIED).get_result(&mut *connection).await.map_err(DbError::from)?;
        let applied: Vec<Version> = match name {
            Some(_) => sql_query(VERSIONS).load(&mut *connection).await.map_err(DbError::from)?,
            None => Vec::new(),
        };
        let applied: BTreeSet<String> = applied.into_iter().map(|Version { version }| version).collect();
        Ok(wanted.iter().filter(|(version, _)| !applied.contains(*version)).map(|(_, name)| name.clone()).collect())
    }

    /// Waits until the database answers and has had the chassis' migrations and these. One that has had more is an older
    /// version's to serve from, too.
    ///
    /// # Errors
    /// In production, a role that may do more than read and write rows.
    pub async fn answering(&self, migrations: &[EmbeddedMigrations]) -> Result<(), Unfit> {
        let wanted = migrate::names(migrations)?;
        let mut told = Vec::new();
        loop {
            match self.fitness(&wanted).await {
                Ok((Some(refused), _)) => return Err(refused.into()),
                Ok((None, missing)) if missing.is_empty() => return Ok(()),
                Ok((None, missing)) => {
                    if missing != told {
                        tracing::warn!(?missing, "the database waits for `migrate`");
                        told = missing;
                    }
                }
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "the database does not answer yet");
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn fitness(
        &self,
        wanted: &BTreeMap<String, String>,
    ) -> Result<(Option<TooManyRights>, Vec<String>), DbError> {
        Ok((self.too_many_rights().await?, self.missing(wanted).await?))
    }

    /// Releases the latch once [`answering`](Self::answering) ends well, and lives on until `stop`.
    ///
    /// # Errors
    /// As [`answering`](Self::answering).
    pub async fn ready(
        self,
        migrations: &'static [EmbeddedMigrations],
        latch: Latch,
        stop: CancellationToken,
    ) -> Result<(), Unfit> {
        if let Some(answered) = stop.run_until_cancelled(self.answering(migrations)).await {
            answered?;
            latch.release();
            stop.cancelled().await;
        }
        Ok(())
    }
}
