//! Files of products that were looked at and wait for their commit.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable,
    SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::{
    StoreResult, corrupt,
    schema::{product_import, product_import_row},
};
use crate::domain::import::preview::Basis;

/// Rows in one statement.
const BATCH: usize = 5_000;
/// Files of one seller that are kept at most.
const KEPT: i64 = 5;

/// A file that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Until when it can be asked for.
    pub expires_at: DateTime<Utc>,
    /// Rows that were refused.
    pub failed: i32,
    /// What its commit came to: types made and changed.
    pub committed: Option<(i32, i32)>,
}

/// A row of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRow {
    /// Its number in the file.
    pub row: i32,
    /// As it stands in the file, as JSON.
    pub cells: String,
    /// What came of it.
    pub outcome: RowOutcome,
}

/// What came of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowOutcome {
    /// It changes something, compared with this.
    Good(Basis),
    /// It was refused; the problems as JSON.
    Refused(String),
}

#[derive(Queryable, diesel::Selectable)]
#[diesel(table_name = product_import)]
struct ImportRecord {
    expires_at: DateTime<Utc>,
    failed: i32,
    created: Option<i32>,
    updated: Option<i32>,
}

#[derive(Queryable, diesel::Selectable)]
#[diesel(table_name = product_import_row)]
struct RowRecord {
    row_number: i32,
    cells: String,
    basis: Option<Vec<u8>>,
    problems: Option<String>,
}

impl From<ImportRecord> for Import {
    fn from(record: ImportRecord) -> Self {
        let ImportRecord { expires_at, failed, created, updated } = record;
        Self { expires_at, failed, committed: created.zip(updated) }
    }
}

/// Keeps a file with its rows, and forgets the seller's oldest when there are many.
#[tracing::instrument(name = "db.product_import.insert", skip_all, fields(rows.count = rows.len()))]
pub async fn insert(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    now: DateTime<Utc>,
    import: &Import,
    rows: &[ImportRow],
) -> StoreResult<()> {
    let Import { expires_at, failed, committed: _ } = import;
    statement(
        "INSERT INTO product_import (seller_id, import_id, created_at, expires_at, failed) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(seller_id)
    .bind(import_id)
    .bind(now)
    .bind(*expires_at)
    .bind(*failed)
    .run(conn)
    .await?;
    for batch in rows.chunks(BATCH) {
        insert_rows(conn, seller_id, import_id, batch).await?;
    }
    statement(
        "DELETE FROM product_import WHERE seller_id = $1 AND import_id IN ( \
           SELECT import_id FROM product_import WHERE seller_id = $1 \
           ORDER BY created_at DESC, import_id DESC OFFSET $2)",
    )
    .bind(seller_id)
    .bind(KEPT)
    .run(conn)
    .await?;
    Ok(())
}

async fn insert_rows(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    rows: &[ImportRow],
) -> StoreResult<()> {
    let basis = |row: &ImportRow| match &row.outcome {
        RowOutcome::Good(Basis(basis)) => Some(basis.to_vec()),
        RowOutcome::Refused(_) => None,
    };
    let problems = |row: &ImportRow| match &row.outcome {
        RowOutcome::Good(_) => None,
        RowOutcome::Refused(problems) => Some(problems.clone()),
    };
    statement(
        "INSERT INTO product_import_row (seller_id, import_id, row_number, cells, basis, problems) \
         SELECT $1, $2, r.row_number, r.cells, r.basis, r.problems \
         FROM unnest($3::integer[], $4::text[], $5::bytea[], $6::text[]) AS r (row_number, cells, basis, problems)",
    )
    .bind(seller_id)
    .bind(import_id)
    .bind(rows.iter().map(|row| row.row).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.cells.clone()).collect::<Vec<_>>())
    .bind(rows.iter().map(basis).collect::<Vec<_>>())
    .bind(rows.iter().map(problems).collect::<Vec<_>>())
    .run(conn)
    .await?;
    Ok(())
}

/// A seller's file.
#[tracing::instrument(name = "db.product_import.find", skip_all, fields(import.id = %import_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid, import_id: Uuid) -> StoreResult<Option<Import>> {
    let found = product_import::table
        .find((seller_id, import_id))
        .select(ImportRecord::as_select())
        .first::<ImportRecord>(conn)
        .await
        .optional()?;
    Ok(found.map(Import::from))
}

/// A seller's file, locked until the transaction ends.
#[tracing::instrument(name = "db.product_import.lock", skip_all, fields(import.id = %import_id))]
pub async fn lock(conn: &mut AsyncPgConnection, seller_id: Uuid, import_id: Uuid) -> StoreResult<Option<Import>> {
    let found = product_import::table
        .find((seller_id, import_id))
        .select(ImportRecord::as_select())
        .for_update()
        .first::<ImportRecord>(conn)
        .await
        .optional()?;
    Ok(found.map(Import::from))
}

/// All its rows that change something, or all that were refused, by their numbers.
#[tracing::instrument(name = "db.product_import_row.list", skip_all, fields(import.id = %import_id))]
pub async fn rows(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    refused: bool,
) -> StoreResult<Vec<ImportRow>> {
    let found = product_import_row::table
        .filter(product_import_row::seller_id.eq(seller_id).and(product_import_row::import_id.eq(import_id)))
        .filter(product_import_row::problems.is_not_null().eq(refused))
        .order(product_import_row::row_number)
        .select(RowRecord::as_select())
        .load::<RowRecord>(conn)
        .await?;
    let row = |record: RowRecord| {
        let RowRecord { row_number: row, cells, basis, problems } = record;
        let outcome = match (basis.map(<[u8; 32]>::try_from), problems) {
            (Some(Ok(basis)), None) => RowOutcome::Good(Basis(basis)),
            (None, Some(problems)) => RowOutcome::Refused(problems),
            _ => return Err(corrupt("product_import_row", import_id, "it is neither good nor refused")),
        };
        Ok(ImportRow { row, cells, outcome })
    };
    found.into_iter().map(row).collect()
}

/// Turns good rows into refused ones: their numbers, and their problems as JSON.
#[tracing::instrument(name = "db.product_import_row.refuse", skip_all)]
pub async fn refuse(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    refused: &[(i32, String)],
) -> StoreResult<()> {
    for batch in refused.chunks(BATCH) {
        statement(
            "UPDATE product_import_row r SET basis = NULL, problems = f.problems \
             FROM unnest($3::integer[], $4::text[]) AS f (row_number, problems) \
             WHERE r.seller_id = $1 AND r.import_id = $2 AND r.row_number = f.row_number",
        )
        .bind(seller_id)
        .bind(import_id)
        .bind(batch.iter().map(|(row, _)| *row).collect::<Vec<_>>())
        .bind(batch.iter().map(|(_, problems)| problems.clone()).collect::<Vec<_>>())
        .run(conn)
        .await?;
    }
    Ok(())
}

/// Writes down what the commit came to.
#[tracing::instrument(name = "db.product_import.commit", skip_all, fields(import.id = %import_id))]
pub async fn commit(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    now: DateTime<Utc>,
    import: &Import,
) -> StoreResult<()> {
    let Import { expires_at, failed, committed } = import;
    let (created, updated) = committed.unzip();
    statement(
        "UPDATE product_import SET expires_at = $3, failed = $4, committed_at = $5, created = $6, updated = $7 \
         WHERE seller_id = $1 AND import_id = $2",
    )
    .bind(seller_id)
    .bind(import_id)
    .bind(*expires_at)
    .bind(*failed)
    .bind(committed.map(|_| now))
    .bind(created)
    .bind(updated)
    .run(conn)
    .await?;
    Ok(())
}

/// Forgets files of all sellers that can't be asked for any more, at most `limit` of them.
#[tracing::instrument(name = "db.product_import.purge", skip_all)]
pub async fn purge(conn: &mut AsyncPgConnection, now: DateTime<Utc>, limit: i64) -> StoreResult<usize> {
    let forgotten = statement(
        "DELETE FROM product_import WHERE (seller_id, import_id) IN ( \
           SELECT seller_id, import_id FROM product_import WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
    )
    .bind(now)
    .bind(limit)
    .run(conn)
    .await?;
    Ok(forgotten)
}
