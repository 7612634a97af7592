//! Products and types from the rows of a file.

use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    DbError, audit,
    idempotency::{self, Claim},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::{
        import::{self, Plan, Problem, RawRow, Row},
        product::Counts,
    },
    store::{import as store, product_types, stock},
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
    /// Creates and changes products and types as the rows say, the good rows all in one transaction.
    ///
    /// A row sets what can still be sold; what is reserved stays reserved. A row that says what is stored already changes
    /// nothing, so that a file can be imported again. The same request id answers the same again.
    pub async fn import_products(&self, command: &ImportProducts) -> Result<ImportReport, CatalogueError> {
        let ImportProducts { seller_id, rows, caller, request_id, fingerprint } = command;
        let seller_id = *seller_id;
        let key = idempotency::Key { seller_id, operation: "ImportProducts", request_id, fingerprint: *fingerprint };
        let now = self.clock.now();
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(reply) = idempotency::claim(conn, &key, now).await? {
                    return serde_json::from_slice(&reply)
                        .map_err(|error| CatalogueError::Corrupt(format!("a stored import report: {error}")));
                }
                let units = store::units(conn).await?;
                let mut good: Vec<Row> = Vec::with_capacity(rows.len());
                let mut problems = Vec::new();
                for raw in rows {
                    match import::check(raw, &units) {
                        Ok(row) => good.push(row),
                        Err(found) => problems.extend(found),
                    }
                }
                store::lock_seller(conn, seller_id).await?;
                let known = store::known(conn, seller_id, &good).await?;
                let plan = import::plan(&good, known, &mut || self.clock.new_id());
                store::insert_brands(conn, seller_id, &plan.brands, now).await?;
                store::upsert_products(conn, seller_id, &plan.products, now).await?;
                store::upsert_types(conn, seller_id, &plan.types, now).await?;
                store::insert_stock(conn, seller_id, &plan.new_stock).await?;
                let origin = stock::Origin { actor: &caller.subject, request_id, order: None, occurred_at: now };
                stock::apply(conn, seller_id, &plan.movements, origin).await?;
                if plan.created > 0 {
                    let more = Counts { products: plan.new_products, types: i64::from(plan.created) };
                    product_types::add_counts(conn, seller_id, more).await?;
                }
                if plan.changes_something() {
                    audit::append(conn, now, self.clock.new_id(), entry(caller, seller_id, &plan))
                        .await
                        .map_err(DbError::from)?;
                }
                let report = report(plan, problems);
                let reply = serde_json::to_vec(&report)
                    .map_err(|error| CatalogueError::Corrupt(format!("an import report: {error}")))?;
                idempotency::store(conn, &key, &reply).await.map_err(DbError::from)?;
                Ok(report)
            })
            .await
    }
}

fn entry<'a>(caller: &'a Actor, seller_id: Uuid, plan: &Plan) -> audit::Entry<'a> {
    let products: Vec<&str> = plan.products.iter().map(|product| product.code.as_str()).collect();
    let types: Vec<&str> = plan.types.iter().map(|record| record.code.as_str()).collect();
    let stock: Vec<_> = plan
        .movements
        .iter()
        .map(|movement| {
            json!({ "type_id": movement.type_id, "before": movement.before.on_hand(), "after": movement.after.on_hand() })
        })
        .collect();
    audit::Entry {
        actor: caller,
        seller_id: Some(seller_id),
        action: "catalogue.imported",
        entity: "catalogue",
        entity_id: seller_id,
        // A catalogue as a whole has no versions.
        version: 0,
        changes: json!({ "products": products, "types": types, "on_hand": stock }),
    }
}

fn report(plan: Plan, mut problems: Vec<Problem>) -> ImportReport {
    problems.extend(plan.problems);
    problems.sort_by_key(|problem| problem.row);
    ImportReport {
        created: plan.created,
        updated: plan.updated,
        unchanged: plan.unchanged,
        problems: problems.into_iter().map(ReportedProblem::from).collect(),
    }
}
