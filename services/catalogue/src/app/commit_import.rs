//! A file that was looked at is committed, and its refused rows are told.

use std::sync::Arc;

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
    preview_import::{KEPT, written},
    turns::ImportTurn,
    write_plan::{TRIES_BESIDE_ORDERS, Writing, restock, write_plan},
};
use crate::{
    domain::{
        import::{
            self, Problem, RawRow, Row, Units,
            preview::{Basis, still_standing},
        },
        stock::Movement,
    },
    store::{
        Connection,
        import::{self as store, Purpose},
        previews::{self, GoodRow, Import, PAGE, RefusedRow},
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
                let writing = Writing { seller_id, caller, request_id, now };
                let (report, movements) = match import.committed {
                    Some((created, updated)) => (CommitReport { created, updated, failed: import.failed }, Vec::new()),
                    None => self.apply(conn, import_id, &import, writing, turn, purpose).await?,
                };
                let reply = serde_json::to_vec(&report)
                    .map_err(|error| CatalogueError::Corrupt(format!("a commit's report: {error}")))?;
                idempotency::store(conn, &key, &reply).await.map_err(DbError::from)?;
                restock(conn, movements, writing).await?;
                Ok(report)
            })
            .await
    }

    /// Writes all but the stock of the types that were there before, whose movements come last. Each batch is written
    /// before the next one is read.
    async fn apply(
        &self,
        conn: &mut Connection,
        import_id: Uuid,
        import: &Import,
        writing: Writing<'_>,
        turn: &ImportTurn,
        purpose: Purpose,
    ) -> Result<(CommitReport, Vec<Movement>), CatalogueError> {
        let Writing { seller_id, now, .. } = writing;
        let batches = import.batches.ok_or(CatalogueError::ImportNotFound(import_id))?;
        let units = Arc::new(store::units(conn).await?);
        // From here on the seller's other imports wait, then whoever edits one of these products.
        store::lock_seller(conn, seller_id).await?;
        let kept = previews::lock_named(conn, seller_id, import_id, purpose).await?;
        let mut report = CommitReport { created: 0, updated: 0, failed: import.failed };
        let mut movements = Vec::new();
        for batch in 0..batches {
            let (mut rows, mut problems) = read_batch(conn, seller_id, import_id, batch, turn, &units).await?;
            store::without_pictures_but(&mut rows.good, |image_id| kept.contains(image_id));
            // All of it is locked.
            let known = store::known(conn, seller_id, &rows.good, Purpose::Look).await?;
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
            movements.append(&mut write_plan(conn, &plan, writing, self.clock.new_id()).await?);
            self.tell_names(conn, seller_id, &plan, now).await?;
            let refused = refused(problems)?;
            report.created += plan.created;
            report.updated += plan.updated;
            report.failed = report.failed.saturating_add(i32::try_from(refused.len()).unwrap_or(i32::MAX));
            previews::refuse(conn, seller_id, import_id, refused).await?;
        }
        let CommitReport { created, updated, failed } = report;
        let committed = Import { expires_at: now + KEPT, failed, batches: None, committed: Some((created, updated)) };
        previews::commit(conn, seller_id, import_id, now, &committed).await?;
        Ok((report, movements))
    }

    /// Rows of a file that were not taken, behind a number, at most so many and hardly more than so many bytes; and the
    /// number to go on from if there are more.
    pub async fn list_failed_rows(
        &self,
        seller_id: Uuid,
        import_id: Uuid,
        after: i32,
        size: usize,
        bytes: usize,
    ) -> Result<(Vec<FailedRow>, Option<i32>), CatalogueError> {
        let mut conn = self.db.read().await?;
        alive(previews::find(&mut conn, seller_id, import_id).await?, import_id, self.clock.now())?;
        let limit = |number| i64::try_from(number).unwrap_or(i64::MAX);
        let rows = previews::refused_rows(&conn, seller_id, import_id, after, limit(size), limit(bytes)).await?;
        drop(conn);
        let read: usize = rows.iter().map(|row| row.cells.len() + row.problems.len()).sum();
        let next = rows.last().filter(|_| rows.len() == size || read >= bytes).map(|last| last.row_number);
        let failed = |row: RefusedRow| {
            let RefusedRow { row_number: _, cells, problems } = row;
            Ok(FailedRow { raw: stored(&cells)?, problems: stored(&problems)? })
        };
        let rows = rows.into_iter().map(failed).collect::<Result<_, CatalogueError>>()?;
        Ok((rows, next))
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
#[derive(Default)]
struct ReadRows {
    good: Vec<Row>,
    bases: Vec<Basis>,
}

/// The kept rows of a batch, read again as they were at the preview.
async fn read_batch(
    conn: &mut Connection,
    seller_id: Uuid,
    import_id: Uuid,
    batch: i32,
    turn: &ImportTurn,
    units: &Arc<Units>,
) -> Result<(ReadRows, Vec<Problem>), CatalogueError> {
    let (mut read, mut after) = ((ReadRows::default(), Vec::new()), i32::MIN);
    loop {
        let page = previews::good_rows(conn, seller_id, import_id, batch, after).await?;
        let Some(last) = page.last() else { return Ok(read) };
        let (units, is_last) = (Arc::clone(units), page.len() < PAGE);
        after = last.row;
        read = turn.run(move || read_rows(page, &units, read)).await??;
        if is_last {
            return Ok(read);
        }
    }
}

fn read_rows(
    page: Vec<GoodRow>,
    units: &Units,
    (mut rows, mut problems): (ReadRows, Vec<Problem>),
) -> Result<(ReadRows, Vec<Problem>), CatalogueError> {
    for GoodRow { row: _, cells, basis } in page {
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

/// Refused rows by their numbers, with all that is wrong with each as it is kept.
fn refused(mut problems: Vec<Problem>) -> Result<Vec<(i32, String)>, CatalogueError> {
    problems.sort_by_key(|problem| problem.row);
    let rows = problems.chunk_by(|before, next| before.row == next.row);
    let row = |problems: &[Problem]| Some((problems.first()?.row, written(problems.to_vec())));
    rows.filter_map(row).map(|(row, problems)| Ok((row, problems?))).collect()
}
