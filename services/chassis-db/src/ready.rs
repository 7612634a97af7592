//! When a service may be called: once its database answers, to a role that only reads and writes rows.

use std::time::Duration;

use diesel::{
    QueryableByName, sql_query,
    sql_types::{Nullable, Text},
};
use diesel_async::RunQueryDsl as _;
use pishkhan_chassis::lifecycle::Latch;
use tokio_util::sync::CancellationToken;

use crate::{Db, DbError};

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

    /// Waits until the database answers.
    ///
    /// # Errors
    /// In production, a role that may do more than read and write rows.
    pub async fn answering(&self) -> Result<(), TooManyRights> {
        loop {
            match self.too_many_rights().await {
                Ok(None) => return Ok(()),
                Ok(Some(refused)) => return Err(refused),
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "the database does not answer yet");
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Releases the latch once the database has answered, and lives on until `stop`.
    ///
    /// # Errors
    /// As [`answering`](Self::answering).
    pub async fn ready(self, latch: Latch, stop: CancellationToken) -> Result<(), TooManyRights> {
        if let Some(answered) = stop.run_until_cancelled(self.answering()).await {
            answered?;
            latch.release();
            stop.cancelled().await;
        }
        Ok(())
    }
}
