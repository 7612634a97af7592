//! Files of products that were looked at and wait for their commit.

mod rows;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{OptionalExtension as _, QueryDsl as _, Queryable, SelectableHelper as _};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{OldRows, statement};
use uuid::Uuid;

pub use self::rows::{
    GoodRow, ImportRow, Named, PAGE, RefusedRow, RowOutcome, good_rows, insert_rows, lock_named, refuse, refused_rows,
};
use super::{StoreResult, schema::product_import};

/// Files of one seller that are kept at most.
const KEPT: i64 = 5;
/// Files that can't be asked for any more; each may have tens of thousands of rows.
pub const OLD: OldRows = OldRows::new("product_import", "expires_at", TimeDelta::zero()).at_once(10);

/// A file that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Until when it can be asked for.
    pub expires_at: DateTime<Utc>,
    /// Rows that were refused.
    pub failed: i32,
    /// Batches of its good rows; none: a process of before has looked at it.
    pub batches: Option<i32>,
    /// What its commit came to: types made and changed.
    pub committed: Option<(i32, i32)>,
}

#[derive(Queryable, diesel::Selectable)]
#[diesel(table_name = product_import)]
struct ImportRecord {
    expires_at: DateTime<Utc>,
    failed: i32,
    batches: Option<i32>,
    created: Option<i32>,
    updated: Option<i32>,
}

impl From<ImportRecord> for Import {
    fn from(record: ImportRecord) -> Self {
        let ImportRecord { expires_at, failed, batches, created, updated } = record;
        Self { expires_at, failed, batches, committed: created.zip(updated) }
    }
}

/// Keeps a file, whose rows follow, and forgets the seller's oldest when there are many.
#[tracing::instrument(name = "db.product_import.insert", skip_all)]
pub async fn insert(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> StoreResult<()> {
    statement(
        "INSERT INTO product_import (seller_id, import_id, created_at, expires_at, failed) VALUES ($1, $2, $3, $4, 0)",
    )
    .bind(seller_id)
    .bind(import_id)
    .bind(now)
    .bind(expires_at)
    .run(conn)
    .await?;
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

/// Writes down what the look at a file came to.
#[tracing::instrument(name = "db.product_import.finish", skip_all)]
pub async fn finish(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    failed: i32,
    batches: i32,
) -> StoreResult<()> {
    statement("UPDATE product_import SET failed = $3, batches = $4 WHERE seller_id = $1 AND import_id = $2")
        .bind(seller_id)
        .bind(import_id)
        .bind(failed)
        .bind(batches)
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

/// Writes down what the commit came to.
#[tracing::instrument(name = "db.product_import.commit", skip_all, fields(import.id = %import_id))]
pub async fn commit(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    now: DateTime<Utc>,
    import: &Import,
) -> StoreResult<()> {
    let Import { expires_at, failed, batches: _, committed } = import;
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
