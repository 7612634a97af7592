//! A file is looked at: what would it change?

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis_db::{
    DbError,
    idempotency::{self, Claim},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Catalogue, CatalogueError, ReportedProblem};
use crate::{
    domain::import::{
        self, Problem, RawRow,
        preview::{Change, ChangingRow, Preview, preview},
    },
    store::{
        import::{self as store, Purpose},
        previews::{self, Import, ImportRow, RowOutcome},
    },
};

/// How long a file waits for its commit, and how long its refused rows can be asked for after it.
pub(super) const KEPT: TimeDelta = TimeDelta::minutes(30);
/// Problems that are told at most.
const PROBLEMS: usize = 500;

/// What is asked for.
#[derive(Debug, Clone)]
pub struct PreviewImport {
    /// Whose catalogue.
    pub seller_id: Uuid,
    /// The rows as they stand in the file, by their numbers.
    pub rows: Vec<RawRow>,
    /// Key under which the reply is kept.
    pub request_id: String,
    /// SHA-256 of the request.
    pub fingerprint: [u8; 32],
}

/// What the file would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewReport {
    /// The name under which it is committed.
    pub import_id: Uuid,
    /// Rows that change something, those with a jump first.
    pub rows: Vec<PreviewedRow>,
    /// Rows that make a type.
    pub created: i32,
    /// Rows that change something.
    pub updated: i32,
    /// Rows that change nothing.
    pub unchanged: i32,
    /// Rows with a jump.
    pub jumps: i32,
    /// Rows that were refused.
    pub failed: i32,
    /// The first problems.
    pub problems: Vec<ReportedProblem>,
    /// Until when it can be committed.
    pub expires_at: DateTime<Utc>,
}

/// A row that changes something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewedRow {
    /// Its number in the file.
    pub row: i32,
    /// The type that it changes.
    pub type_id: Option<Uuid>,
    /// The product's title afterwards.
    pub product_title: String,
    /// The type's name afterwards.
    pub type_name: String,
    /// What it changes.
    pub changes: Vec<PreviewedChange>,
}

/// One field that a row changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewedChange {
    /// The field of the row.
    pub field: String,
    /// As the catalogue has it.
    pub from: String,
    /// As the row has it.
    pub to: String,
    /// A price that changes by more than 30 percent.
    pub jump: bool,
}

impl From<ChangingRow> for PreviewedRow {
    fn from(row: ChangingRow) -> Self {
        let ChangingRow { row, type_id, product_title, type_name, changes } = row;
        let change = |change: Change| {
            let Change { field, from, to, jump } = change;
            PreviewedChange { field: field.to_owned(), from, to, jump }
        };
        Self { row, type_id, product_title, type_name, changes: changes.into_iter().map(change).collect() }
    }
}

impl Catalogue {
    /// Works out what the rows would change, and keeps that for half an hour. Nothing of the catalogue changes.
    ///
    /// The same request id answers the same again.
    pub async fn preview_import(&self, command: PreviewImport) -> Result<PreviewReport, CatalogueError> {
        let PreviewImport { seller_id, rows, request_id, fingerprint } = command;
        let key = idempotency::Key { seller_id, operation: "PreviewImport", request_id: &request_id, fingerprint };
        let turn = self.turns.import(seller_id).await?;
        let mut conn = self.db.read().await?;
        let (units, names) = (store::units(&mut conn).await?, store::names(&mut conn, seller_id).await?);
        drop(conn);
        // Tens of thousands of rows take longer to read than a worker may be kept from its other calls.
        let (rows, mut good, mut problems) = turn
            .run(move || {
                let (good, problems) = import::check_all(&rows, &units);
                (rows, good, problems)
            })
            .await?;
        let mut conn = self.db.read().await?;
        store::without_lost_pictures(&mut conn, seller_id, &mut good, Purpose::Look).await?;
        let known = store::known(&mut conn, seller_id, &good, Purpose::Look).await?;
        drop(conn);
        let clock = self.clock.clone();
        let (now, import_id) = (clock.now(), clock.new_id());
        let expires_at = now + KEPT;
        let (report, kept) = turn
            .run(move || {
                let preview = preview(&good, known, &names, &mut || clock.new_id());
                problems.extend(preview.problems.iter().cloned());
                problems.sort_by_key(|problem| problem.row);
                let by_row = by_row(problems.clone());
                let report = report(import_id, &preview, problems, by_row.len(), expires_at);
                keep(rows, &preview, &by_row).map(|kept| (report, kept))
            })
            .await??;
        let import = Import { expires_at, failed: report.failed, committed: None };
        let reply = serde_json::to_vec(&report)
            .map_err(|error| CatalogueError::Corrupt(format!("a preview's report: {error}")))?;
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(reply) = idempotency::claim(conn, &key, now).await? {
                    return serde_json::from_slice(&reply)
                        .map_err(|error| CatalogueError::Corrupt(format!("a stored preview's report: {error}")));
                }
                previews::insert(conn, seller_id, import_id, now, &import, &kept).await?;
                idempotency::store(conn, &key, &reply).await.map_err(DbError::from)?;
                Ok(report.clone())
            })
            .await
    }
}

/// Problems by the numbers of their rows.
pub(super) fn by_row(problems: Vec<Problem>) -> BTreeMap<i32, Vec<ReportedProblem>> {
    let mut by_row: BTreeMap<i32, Vec<ReportedProblem>> = BTreeMap::new();
    for problem in problems {
        by_row.entry(problem.row).or_default().push(problem.into());
    }
    by_row
}

fn report(
    import_id: Uuid,
    preview: &Preview,
    problems: Vec<Problem>,
    failed: usize,
    expires_at: DateTime<Utc>,
) -> PreviewReport {
    let Preview { listed, changing: _, created, updated, unchanged, jumps, problems: _ } = preview;
    PreviewReport {
        import_id,
        rows: listed.iter().cloned().map(PreviewedRow::from).collect(),
        created: *created,
        updated: *updated,
        unchanged: *unchanged,
        jumps: *jumps,
        failed: i32::try_from(failed).unwrap_or(i32::MAX),
        problems: problems.into_iter().take(PROBLEMS).map(ReportedProblem::from).collect(),
        expires_at,
    }
}

/// The rows that have to be kept.
fn keep(
    rows: Vec<RawRow>,
    preview: &Preview,
    refused: &BTreeMap<i32, Vec<ReportedProblem>>,
) -> Result<Vec<ImportRow>, CatalogueError> {
    let unwritable = |error: serde_json::Error| CatalogueError::Corrupt(format!("a row of a file: {error}"));
    let good: BTreeMap<i32, _> = preview.changing.iter().copied().collect();
    let mut kept = Vec::with_capacity(good.len() + refused.len());
    for raw in rows {
        let outcome = match (good.get(&raw.row), refused.get(&raw.row)) {
            (Some(basis), _) => RowOutcome::Good(*basis),
            (None, Some(problems)) => RowOutcome::Refused(serde_json::to_string(problems).map_err(unwritable)?),
            (None, None) => continue,
        };
        kept.push(ImportRow { row: raw.row, cells: serde_json::to_string(&raw).map_err(unwritable)?, outcome });
    }
    Ok(kept)
}
