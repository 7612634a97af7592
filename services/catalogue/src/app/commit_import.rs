//! A file that was looked at is committed, and its refused rows are told.

use chrono::{DateTime, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    DbError,
    idempotency::{self, Claim},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use uuid::Uuid;

use super::{
    Catalogue, CatalogueError, ReportedProblem,
    preview_import::{KEPT, by_row},
    turns::ImportTurn,
    write_plan::{TRIES_BESIDE_ORDERS, Writing, restock, write_plan},
};
use crate::{
    domain::import::{
        self, Plan, Problem, RawRow, Row,
        preview::{Basis, still_standing},
    },
    store::{
        Connection,
        import::{self as store, Purpose},
        previews::{self, Import, ImportRow, RowOutcome},
    },
};

/// What is asked for.
#[derive(Debug, Clone)]
pub struct CommitImport {
    /// Whose catalogue.
    pub seller_id: Uuid,
    /// The file.
    pub import_id: Uuid,
    /// Who commits.
    pub caller: Actor,
    /// Key under which the reply is kept.
    pub request_id: String,
    /// SHA-256 of the request.
    pub fingerprint: [u8; 32],
}

/// What came of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitReport {
    /// Rows that made a type.
    pub created: i32,
    /// Rows that changed something.
    pub updated: i32,
    /// Rows that were not taken, at the preview and now.
    pub failed: i32,
}

/// A row that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedRow {
    /// As it stands in the file.
    pub raw: RawRow,
    /// What is wrong with it.
    pub problems: Vec<ReportedProblem>,
}

impl Catalogue {
    /// Applies a file that was looked at: all rows land together, but for those whose product, type or stock is not as
    /// it was; they are refused each for itself.
    ///
    /// A file that has been committed answers the same again and changes nothing.
    ///
    /// Orders of the seller go on meanwhile, and wait at most for the writing of stock. An order that reserves after the
    /// rows were compared comes after the file; one that holds more than the file leaves comes before it.
    pub async fn commit_import(&self, command: &CommitImport) -> Result<CommitReport, CatalogueError> {
        let now = self.clock.now();
        let turn = self.turns.import(command.seller_id).await?;
        for _ in 0..TRIES_BESIDE_ORDERS {
            match self.try_commit(command, now, &turn, Purpose::Change).await {
                Err(CatalogueError::Overtaken) => {}
                done => return done,
            }
        }
        self.try_commit(command, now, &turn, Purpose::ChangeAlone).await
    }

    async fn try_commit(
        &self,
        command: &CommitImport,
        now: DateTime<Utc>,
        turn: &ImportTurn,
        purpose: Purpose,
    ) -> Result<CommitReport, CatalogueError> {
        let CommitImport { seller_id, import_id, caller, request_id, fingerprint } = command;
        let (seller_id, import_id) = (*seller_id, *import_id);
        let key = idempotency::Key { seller_id, operation: "CommitImport", request_id, fingerprint: *fingerprint };
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(reply) = idempotency::claim(conn, &key, now).await? {
                    return serde_json::from_slice(&reply)
                        .map_err(|error| CatalogueError::Corrupt(format!("a stored commit's report: {error}")));
                }
                let import = alive(previews::lock(conn, seller_id, import_id).await?, import_id, now)?;
                let writing = Writing { seller_id, caller, request_id, now, audit_id: self.clock.new_id() };
                let (report, plan) = match import.committed {
                    Some((created, updated)) => {
                        (CommitReport { created, updated, failed: import.failed }, Plan::default())
                    }
                    None => self.apply(conn, import_id, &import, writing, turn, purpose).await?,
                };
                let reply = serde_json::to_vec(&report)
                    .map_err(|error| CatalogueError::Corrupt(format!("a commit's report: {error}")))?;
                idempotency::store(conn, &key, &reply).await.map_err(DbError::from)?;
                restock(conn, &plan, writing).await?;
                Ok(report)
            })
            .await
    }

    /// Writes all but the stock of the types that were there before, which comes last.
    async fn apply(
        &self,
        conn: &mut Connection,
        import_id: Uuid,
        import: &Import,
        writing: Writing<'_>,
        turn: &ImportTurn,
        purpose: Purpose,
    ) -> Result<(CommitReport, Plan), CatalogueError> {
        let Writing { seller_id, now, .. } = writing;
        let kept = previews::rows(conn, seller_id, import_id, false).await?;
        let units = store::units(conn).await?;
        let (mut rows, mut problems) = turn.run(move || read_rows(kept, &units)).await??;
        // From here on the seller's other imports wait, then whoever edits one of these products.
        store::lock_seller(conn, seller_id).await?;
        store::without_lost_pictures(conn, seller_id, &mut rows.good, purpose).await?;
        let known = store::known(conn, seller_id, &rows.good, purpose).await?;
        let clock = self.clock.clone();
        let (plan, fallen) = turn
            .run(move || {
                let ReadRows { good, bases } = rows;
                let (standing, fallen) = still_standing(good.into_iter().zip(bases).collect(), &known);
                (import::plan(&standing, known, &mut || clock.new_id()), fallen)
            })
            .await?;
        problems.extend(fallen);
        problems.extend(plan.problems.iter().cloned());
        write_plan(conn, &plan, writing).await?;
        self.tell_names(conn, seller_id, &plan, now).await?;
        let refused = by_row(problems);
        let failed = import.failed.saturating_add(i32::try_from(refused.len()).unwrap_or(i32::MAX));
        let refused = refused
            .into_iter()
            .map(|(row, problems)| serde_json::to_string(&problems).map(|problems| (row, problems)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| CatalogueError::Corrupt(format!("problems of a row: {error}")))?;
        previews::refuse(conn, seller_id, import_id, &refused).await?;
        let committed = Import { expires_at: now + KEPT, failed, committed: Some((plan.created, plan.updated)) };
        previews::commit(conn, seller_id, import_id, now, &committed).await?;
        Ok((CommitReport { created: plan.created, updated: plan.updated, failed }, plan))
    }

    /// The rows of a file that were not taken, by their numbers.
    pub async fn list_failed_rows(&self, seller_id: Uuid, import_id: Uuid) -> Result<Vec<FailedRow>, CatalogueError> {
        let turn = self.turns.import(seller_id).await?;
        let mut conn = self.db.read().await?;
        alive(previews::find(&mut conn, seller_id, import_id).await?, import_id, self.clock.now())?;
        let rows = previews::rows(&mut conn, seller_id, import_id, true).await?;
        drop(conn);
        let failed = |ImportRow { row: _, cells, outcome }: ImportRow| match outcome {
            RowOutcome::Good(_) => None,
            RowOutcome::Refused(problems) => {
                Some(stored(&cells).and_then(|raw| Ok(FailedRow { raw, problems: stored(&problems)? })))
            }
        };
        turn.run(move || rows.into_iter().filter_map(failed).collect()).await?
    }
}

/// The file, while it can be asked for.
fn alive(found: Option<Import>, import_id: Uuid, now: DateTime<Utc>) -> Result<Import, CatalogueError> {
    found.filter(|import| now < import.expires_at).ok_or(CatalogueError::ImportNotFound(import_id))
}

fn stored<T: DeserializeOwned>(text: &str) -> Result<T, CatalogueError> {
    serde_json::from_str(text).map_err(|error| CatalogueError::Corrupt(format!("a row of a file: {error}")))
}

/// Rows, and what each was compared with.
struct ReadRows {
    good: Vec<Row>,
    bases: Vec<Basis>,
}

/// The kept rows, read again as they were at the preview.
fn read_rows(kept: Vec<ImportRow>, units: &import::Units) -> Result<(ReadRows, Vec<Problem>), CatalogueError> {
    let mut rows = ReadRows { good: Vec::with_capacity(kept.len()), bases: Vec::with_capacity(kept.len()) };
    let mut problems = Vec::new();
    for ImportRow { row: _, cells, outcome } in kept {
        let RowOutcome::Good(basis) = outcome else { continue };
        match import::check(&stored(&cells)?, units) {
            Ok(row) => {
                rows.good.push(row);
                rows.bases.push(basis);
            }
            Err(found) => problems.extend(found),
        }
    }
    Ok((rows, problems))
}
