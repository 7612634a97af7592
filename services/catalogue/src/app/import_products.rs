//! Products and types from the rows of a file.

use chrono::{DateTime, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    DbError,
    idempotency::{self, Claim},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Catalogue, CatalogueError,
    write_plan::{TRIES_BESIDE_ORDERS, Writing, restock, write_plan},
};
use crate::{
    domain::import::{self, Plan, Problem, RawRow},
    store::import::{self as store, Purpose},
};

/// What is asked for.
#[derive(Debug, Clone)]
pub struct ImportProducts {
    /// Whose catalogue.
    pub seller_id: Uuid,
    /// The rows as they stand in the file.
    pub rows: Vec<RawRow>,
    /// Who imports.
    pub caller: Actor,
    /// Key under which the reply is kept.
    pub request_id: String,
    /// SHA-256 of the request.
    pub fingerprint: [u8; 32],
}

/// What came of the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportReport {
    /// Rows that made a type.
    pub created: i32,
    /// Rows that changed something.
    pub updated: i32,
    /// Rows that changed nothing.
    pub unchanged: i32,
    /// Rows that were not taken, by their numbers.
    pub problems: Vec<ReportedProblem>,
}

/// Why a row was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedProblem {
    /// The row's number in the file.
    pub row: i32,
    /// The field.
    pub column: String,
    /// What stands there.
    pub value: String,
    /// What is wrong.
    pub problem: String,
}

impl From<Problem> for ReportedProblem {
    fn from(problem: Problem) -> Self {
        let Problem { row, column, value, problem } = problem;
        Self { row, column: column.to_owned(), value, problem: problem.to_owned() }
    }
}

impl Catalogue {
    /// Creates and changes products and types as the rows say, the good rows all in one transaction. Orders go on
    /// meanwhile, and wait at most for the writing of stock.
    ///
    /// A row sets what can still be sold; what is reserved stays reserved. A row that says what is stored already changes
    /// nothing, so that a file can be imported again. The same request id answers the same again.
    pub async fn import_products(&self, command: &ImportProducts) -> Result<ImportReport, CatalogueError> {
        let now = self.clock.now();
        for _ in 0..TRIES_BESIDE_ORDERS {
            match self.try_import(command, now, Purpose::Change).await {
                Err(CatalogueError::Overtaken) => {}
                done => return done,
            }
        }
        self.try_import(command, now, Purpose::ChangeAlone).await
    }

    async fn try_import(
        &self,
        command: &ImportProducts,
        now: DateTime<Utc>,
        purpose: Purpose,
    ) -> Result<ImportReport, CatalogueError> {
        let ImportProducts { seller_id, rows, caller, request_id, fingerprint } = command;
        let seller_id = *seller_id;
        let key = idempotency::Key { seller_id, operation: "ImportProducts", request_id, fingerprint: *fingerprint };
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(reply) = idempotency::claim(conn, &key, now).await? {
                    return serde_json::from_slice(&reply)
                        .map_err(|error| CatalogueError::Corrupt(format!("a stored import report: {error}")));
                }
                let units = store::units(conn).await?;
                let (mut good, problems) = import::check_all(rows, &units);
                store::lock_seller(conn, seller_id).await?;
                store::without_lost_pictures(conn, seller_id, &mut good, purpose).await?;
                let known = store::known(conn, seller_id, &good, purpose).await?;
                let plan = import::plan(&good, known, &mut || self.clock.new_id());
                let writing = Writing { seller_id, caller, request_id, now };
                let movements = write_plan(conn, &plan, writing, self.clock.new_id()).await?;
                self.tell_names(conn, seller_id, &plan, now).await?;
                let report = report(&plan, problems);
                let reply = serde_json::to_vec(&report)
                    .map_err(|error| CatalogueError::Corrupt(format!("an import report: {error}")))?;
                idempotency::store(conn, &key, &reply).await.map_err(DbError::from)?;
                restock(conn, movements, writing).await?;
                Ok(report)
            })
            .await
    }
}

fn report(plan: &Plan, mut problems: Vec<Problem>) -> ImportReport {
    problems.extend(plan.problems.iter().cloned());
    problems.sort_by_key(|problem| problem.row);
    ImportReport {
        created: plan.created,
        updated: plan.updated,
        unchanged: plan.unchanged,
        problems: problems.into_iter().map(ReportedProblem::from).collect(),
    }
}
