//! A file is looked at: what would it change?

use std::{collections::HashMap, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis_db::{
    DbError,
    idempotency::{self, Claim},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Catalogue, CatalogueError, ReportedProblem, turns::ImportTurn};
use crate::{
    domain::{
        import::{
            Problem, RawRow, Row, Units,
            file::{FileError, RawFile, Sorted},
            preview::{Change, ChangingRow, Names, Preview, Totals, preview},
            rest,
        },
        picture::ImageId,
    },
    store::{
        Connection,
        import::{self as store, Purpose},
        previews::{self, ImportRow, Named, RowOutcome},
    },
};

/// How long a file waits for its commit, and how long its refused rows can be asked for after it.
pub(super) const KEPT: TimeDelta = TimeDelta::minutes(30);

/// A file that has its turn, and whose rows come in.
#[derive(Debug)]
pub struct IncomingFile {
    seller_id: Uuid,
    turn: ImportTurn,
    rows: RawFile,
    keeps_rest: bool,
}

impl IncomingFile {
    /// Adds a row below the others.
    pub fn push(&mut self, row: &RawRow) -> Result<(), FileError> {
        self.rows.push(row)
    }
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
    /// Waits for the turn of a seller's file. No row is to be held before it has come. Whether it keeps the rest: what a
    /// row leaves empty stays as it is, which is for a few hundred rows at most.
    pub async fn receive_file(&self, seller_id: Uuid, keeps_rest: bool) -> Result<IncomingFile, CatalogueError> {
        let turn = self.turns.import(seller_id).await?;
        Ok(IncomingFile { seller_id, turn, rows: RawFile::default(), keeps_rest })
    }

    /// Works out what the rows would change, and keeps that for half an hour. Nothing of the catalogue changes.
    ///
    /// The same request id answers the same again.
    pub async fn preview_import(
        &self,
        file: IncomingFile,
        request_id: &str,
        fingerprint: [u8; 32],
    ) -> Result<PreviewReport, CatalogueError> {
        let IncomingFile { seller_id, turn, rows, keeps_rest } = file;
        let key = idempotency::Key { seller_id, operation: "PreviewImport", request_id, fingerprint };
        let (now, import_id) = (self.clock.now(), self.clock.new_id());
        let expires_at = now + KEPT;
        let rows = Arc::new(rows);
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(reply) = idempotency::claim(conn, &key, now).await? {
                    return serde_json::from_slice(&reply)
                        .map_err(|error| CatalogueError::Corrupt(format!("a stored preview's report: {error}")));
                }
                previews::insert(conn, seller_id, import_id, now, expires_at).await?;
                let units = Arc::new(store::units(conn).await?);
                let rows = if keeps_rest { complete(conn, seller_id, &rows).await? } else { Arc::clone(&rows) };
                let look = Look { seller_id, import_id, turn: &turn, rows: &rows, units: &units };
                let report = report(import_id, look.at_all(self, conn).await?, expires_at);
                let reply = serde_json::to_vec(&report)
                    .map_err(|error| CatalogueError::Corrupt(format!("a preview's report: {error}")))?;
                idempotency::store(conn, &key, &reply).await.map_err(DbError::from)?;
                Ok(report)
            })
            .await
    }
}

/// The rows with what they leave empty as the catalogue has it. What is read is locked, so that it is the same for the look
/// behind it.
async fn complete(conn: &mut Connection, seller_id: Uuid, rows: &RawFile) -> Result<Arc<RawFile>, CatalogueError> {
    let raw: Vec<RawRow> = (0..).take(rows.len()).map(|index| rows.row(index)).collect();
    let by_codes: Vec<Row> = raw.iter().map(rest::by_codes).collect();
    let known = store::known(conn, seller_id, &by_codes, Purpose::ChangeAlone).await?;
    let names = Names { units: Arc::new(store::unit_names(conn).await?), brands: HashMap::new() };
    let mut completed = RawFile::default();
    for (raw, by_codes) in raw.into_iter().zip(&by_codes) {
        let row = rest::completed(raw, by_codes, &known, &names);
        completed.push(&row).map_err(|error| CatalogueError::Corrupt(format!("a row with its rest: {error}")))?;
    }
    Ok(Arc::new(completed))
}

/// A look at a file, batch by batch: what came of each is kept before the next one begins.
#[derive(Clone, Copy)]
struct Look<'a> {
    seller_id: Uuid,
    import_id: Uuid,
    turn: &'a ImportTurn,
    rows: &'a Arc<RawFile>,
    units: &'a Arc<Units>,
}

impl Look<'_> {
    async fn at_all(self, catalogue: &Catalogue, conn: &mut Connection) -> Result<Totals, CatalogueError> {
        let Self { seller_id, import_id, turn, .. } = self;
        let unit_names = Arc::new(store::unit_names(conn).await?);
        let sorted = {
            let (rows, units) = self.shared();
            Arc::new(turn.run(move || Sorted::of(&rows, &units)).await?)
        };
        let mut totals = Totals::default();
        for portion in self.rows.portions(&sorted.refused) {
            let ((rows, units), sorted, portion) = (self.shared(), Arc::clone(&sorted), portion.to_vec());
            let (kept, problems) = turn.run(move || refused(&rows, &portion, &sorted, &units)).await??;
            previews::insert_rows(conn, seller_id, import_id, 0, kept).await?;
            totals.refuse(problems);
        }
        let mut batches = 0;
        for indices in &sorted.batches {
            let preview = self.at_batch(catalogue, conn, indices, batches, &unit_names).await?;
            totals.add(preview);
            batches += 1;
        }
        previews::finish(conn, seller_id, import_id, totals.failed, batches).await?;
        Ok(totals)
    }

    async fn at_batch(
        self,
        catalogue: &Catalogue,
        conn: &mut Connection,
        indices: &[u32],
        batch: i32,
        unit_names: &Arc<HashMap<Uuid, String>>,
    ) -> Result<Preview, CatalogueError> {
        let Self { seller_id, import_id, turn, .. } = self;
        let mut good = {
            let ((rows, units), indices) = (self.shared(), indices.to_vec());
            turn.run(move || Sorted::good(&rows, &indices, &units)).await?
        };
        store::without_lost_pictures(conn, seller_id, &mut good, Purpose::Look).await?;
        let known = store::known(conn, seller_id, &good, Purpose::Look).await?;
        let brands = store::brand_names(conn, seller_id, &known).await?;
        let names = Names { units: Arc::clone(unit_names), brands };
        let clock = catalogue.clock.clone();
        let (preview, outcomes) = turn
            .run(move || {
                let preview = preview(&good, known, &names, &mut || clock.new_id());
                outcomes(good, &preview).map(|outcomes| (preview, outcomes))
            })
            .await??;
        let mut outcomes = outcomes;
        for portion in self.rows.portions(indices) {
            let ((rows, _), portion) = (self.shared(), portion.to_vec());
            let (kept, rest) = turn.run(move || (keep(&rows, &portion, &mut outcomes), outcomes)).await?;
            outcomes = rest;
            previews::insert_rows(conn, seller_id, import_id, batch, kept?).await?;
        }
        Ok(preview)
    }

    /// For work beside the workers.
    fn shared(self) -> (Arc<RawFile>, Arc<Units>) {
        (Arc::clone(self.rows), Arc::clone(self.units))
    }
}

fn report(import_id: Uuid, totals: Totals, expires_at: DateTime<Utc>) -> PreviewReport {
    let Totals { listed, created, updated, unchanged, jumps, failed, problems } = totals;
    PreviewReport {
        import_id,
        rows: listed.into_iter().map(PreviewedRow::from).collect(),
        created,
        updated,
        unchanged,
        jumps,
        failed,
        problems: problems.into_iter().map(ReportedProblem::from).collect(),
        expires_at,
    }
}

fn unwritable(error: &serde_json::Error) -> CatalogueError {
    CatalogueError::Corrupt(format!("a row of a file: {error}"))
}

/// Problems of one row, as they are kept.
pub(super) fn written(problems: Vec<Problem>) -> Result<String, CatalogueError> {
    let problems: Vec<ReportedProblem> = problems.into_iter().map(ReportedProblem::from).collect();
    serde_json::to_string(&problems).map_err(|error| unwritable(&error))
}

/// Refused rows, as they are kept, and all that is wrong with them.
fn refused(
    rows: &RawFile,
    portion: &[u32],
    sorted: &Sorted,
    units: &Units,
) -> Result<(Vec<ImportRow>, Vec<Problem>), CatalogueError> {
    let mut all = Vec::new();
    let row = |index: &u32| {
        let raw = rows.row(*index);
        let problems = sorted.problems(rows, *index, units);
        all.extend(problems.iter().cloned());
        let cells = serde_json::to_string(&raw).map_err(|error| unwritable(&error))?;
        Ok(ImportRow { row: raw.row, cells, outcome: RowOutcome::Refused(written(problems)?) })
    };
    let kept = portion.iter().map(row).collect::<Result<_, CatalogueError>>()?;
    Ok((kept, all))
}

/// What came of the rows of a batch, by their numbers; of those that change nothing, nothing is kept.
fn outcomes(good: Vec<Row>, preview: &Preview) -> Result<HashMap<i32, RowOutcome>, CatalogueError> {
    let changing: HashMap<i32, _> = preview.changing.iter().copied().collect();
    let named = |row: Row| {
        let basis = *changing.get(&row.row)?;
        let Row { row, product_code, type_code, image_url, .. } = row;
        let image_id = image_url.as_deref().and_then(ImageId::of_address).map(|id| id.as_str().to_owned());
        Some((row, RowOutcome::Good(Named { basis, product_code, type_code, image_id })))
    };
    let mut outcomes: HashMap<i32, RowOutcome> = good.into_iter().filter_map(named).collect();
    for problems in preview.problems.chunk_by(|before, next| before.row == next.row) {
        if let [first, ..] = problems {
            outcomes.insert(first.row, RowOutcome::Refused(written(problems.to_vec())?));
        }
    }
    Ok(outcomes)
}

/// The rows of a portion that have to be kept.
fn keep(
    rows: &RawFile,
    portion: &[u32],
    outcomes: &mut HashMap<i32, RowOutcome>,
) -> Result<Vec<ImportRow>, CatalogueError> {
    let row = |index: &u32| {
        let raw = rows.row(*index);
        let outcome = outcomes.remove(&raw.row)?;
        let cells = serde_json::to_string(&raw).map_err(|error| unwritable(&error));
        Some(cells.map(|cells| ImportRow { row: raw.row, cells, outcome }))
    };
    portion.iter().filter_map(row).collect()
}
