//! Rows of files that were looked at: those that wait for their commit, and those that were refused.

use std::collections::HashSet;

use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryableByName, sql_types as sql};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use crate::{
    domain::import::preview::Basis,
    store::{StoreResult, corrupt, import::Purpose, schema::product_import_row},
};

/// Good rows that are read at once; each is as small as a row that can be taken.
pub const PAGE: usize = 250;

/// A row of a file that was looked at.
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
    /// It changes something.
    Good(Named),
    /// It was refused; the problems as JSON.
    Refused(String),
}

/// What a good row names, and was compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// What it was compared with.
    pub basis: Basis,
    /// The product's code.
    pub product_code: String,
    /// The type's code.
    pub type_code: String,
    /// The uploaded picture.
    pub image_id: Option<String>,
}

/// A good row, when it is saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoodRow {
    /// Its number in the file.
    pub row: i32,
    /// As it stands in the file, as JSON.
    pub cells: String,
    /// What it was compared with.
    pub basis: Basis,
}

/// A refused row.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct RefusedRow {
    /// Its number in the file.
    #[diesel(sql_type = sql::Integer)]
    pub row_number: i32,
    /// As it stands in the file, as JSON.
    #[diesel(sql_type = sql::Text)]
    pub cells: String,
    /// What is wrong with it, as JSON.
    #[diesel(sql_type = sql::Text)]
    pub problems: String,
}

/// Keeps rows of a file; the good ones are saved in this batch.
#[tracing::instrument(name = "db.product_import_row.insert", skip_all, fields(rows.count = rows.len()))]
pub async fn insert_rows(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    batch: i32,
    rows: Vec<ImportRow>,
) -> StoreResult<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let (mut numbers, mut cells, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    let (mut bases, mut products, mut types, mut images) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ImportRow { row, cells: texts, outcome } in rows {
        numbers.push(row);
        cells.push(texts);
        let (named, refused) = match outcome {
            RowOutcome::Good(named) => (Some(named), None),
            RowOutcome::Refused(problems) => (None, Some(problems)),
        };
        problems.push(refused);
        bases.push(named.as_ref().map(|named| named.basis.0.to_vec()));
        images.push(named.as_ref().and_then(|named| named.image_id.clone()));
        let (product, of) = named.map(|named| (named.product_code, named.type_code)).unzip();
        products.push(product);
        types.push(of);
    }
    statement(
        "INSERT INTO product_import_row (seller_id, import_id, row_number, cells, basis, problems, batch, \
           product_code, type_code, image_id) \
         SELECT $1, $2, r.row_number, r.cells, r.basis, r.problems, CASE WHEN r.basis IS NOT NULL THEN $3 END, \
           r.product_code, r.type_code, r.image_id \
         FROM unnest($4::integer[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[]) \
           AS r (row_number, cells, basis, problems, product_code, type_code, image_id)",
    )
    .bind(seller_id)
    .bind(import_id)
    .bind(batch)
    .bind(numbers)
    .bind(cells)
    .bind(bases)
    .bind(problems)
    .bind(products)
    .bind(types)
    .bind(images)
    .run(conn)
    .await?;
    Ok(())
}

/// Locks until the transaction ends all that its good rows name: pictures, products, types and, to be alone with it, their
/// stock, each in the order of their ids, as everybody does. Tells which of the pictures are kept.
#[tracing::instrument(name = "db.product_import.lock_named", skip_all)]
pub async fn lock_named(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    purpose: Purpose,
) -> StoreResult<HashSet<String>> {
    #[derive(QueryableByName)]
    struct Kept {
        #[diesel(sql_type = sql::Text)]
        image_id: String,
    }
    let kept: Vec<Kept> = statement(
        "SELECT i.image_id FROM image i WHERE i.seller_id = $1 AND i.image_id IN ( \
           SELECT r.image_id FROM product_import_row r \
           WHERE r.seller_id = $1 AND r.import_id = $2 AND r.basis IS NOT NULL) \
         ORDER BY i.image_id FOR UPDATE OF i",
    )
    .bind(seller_id)
    .bind(import_id)
    .rows(conn)
    .await?;
    let products = "SELECT FROM product p WHERE p.seller_id = $1 AND p.code IN ( \
           SELECT r.product_code FROM product_import_row r \
           WHERE r.seller_id = $1 AND r.import_id = $2 AND r.basis IS NOT NULL) \
         ORDER BY p.product_id FOR NO KEY UPDATE OF p";
    let types = "SELECT FROM product_type t WHERE t.seller_id = $1 AND t.code IN ( \
           SELECT r.type_code FROM product_import_row r \
           WHERE r.seller_id = $1 AND r.import_id = $2 AND r.basis IS NOT NULL) \
         ORDER BY t.type_id FOR NO KEY UPDATE OF t";
    let stock = "SELECT FROM stock s WHERE s.seller_id = $1 AND s.type_id IN ( \
           SELECT t.type_id FROM product_import_row r \
           JOIN product_type t ON t.seller_id = r.seller_id AND t.code = r.type_code \
           WHERE r.seller_id = $1 AND r.import_id = $2 AND r.basis IS NOT NULL) \
         ORDER BY s.type_id FOR UPDATE OF s";
    let locks: &[&'static str] = match purpose {
        Purpose::Look => &[],
        Purpose::Change => &[products, types],
        Purpose::ChangeAlone => &[products, types, stock],
    };
    for lock in locks {
        statement(lock).bind(seller_id).bind(import_id).run(conn).await?;
    }
    Ok(kept.into_iter().map(|kept| kept.image_id).collect())
}

/// Good rows of a batch behind a number, at most [`PAGE`], by their numbers.
#[tracing::instrument(name = "db.product_import_row.good", skip_all, fields(import.id = %import_id))]
pub async fn good_rows(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    batch: i32,
    after: i32,
) -> StoreResult<Vec<GoodRow>> {
    let found: Vec<(i32, String, Option<Vec<u8>>)> = product_import_row::table
        .filter(product_import_row::seller_id.eq(seller_id).and(product_import_row::import_id.eq(import_id)))
        .filter(product_import_row::batch.eq(batch).and(product_import_row::basis.is_not_null()))
        .filter(product_import_row::row_number.gt(after))
        .order(product_import_row::row_number)
        .limit(i64::try_from(PAGE).unwrap_or(i64::MAX))
        .select((product_import_row::row_number, product_import_row::cells, product_import_row::basis))
        .load(conn)
        .await?;
    let row = |(row, cells, basis): (i32, String, Option<Vec<u8>>)| {
        let basis = basis.and_then(|basis| <[u8; 32]>::try_from(basis).ok()).map(Basis);
        let basis = basis.ok_or_else(|| corrupt("product_import_row", import_id, "its basis is no hash"))?;
        Ok(GoodRow { row, cells, basis })
    };
    found.into_iter().map(row).collect()
}

/// Refused rows behind a number, at most so many and hardly more than so many bytes, by their numbers.
#[tracing::instrument(name = "db.product_import_row.refused", skip_all, fields(import.id = %import_id))]
pub async fn refused_rows(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    after: i32,
    limit: i64,
    bytes: i64,
) -> StoreResult<Vec<RefusedRow>> {
    let rows = statement(
        "SELECT row_number, cells, problems FROM ( \
           SELECT row_number, cells, problems, sum(octet_length(cells) + octet_length(problems)) OVER ( \
               ORDER BY row_number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before \
           FROM product_import_row \
           WHERE seller_id = $1 AND import_id = $2 AND problems IS NOT NULL AND row_number > $3 \
           ORDER BY row_number LIMIT $4) AS page \
         WHERE coalesce(bytes_before, 0) < $5 ORDER BY row_number",
    )
    .bind(seller_id)
    .bind(import_id)
    .bind(after)
    .bind(limit)
    .bind(bytes)
    .rows(conn)
    .await?;
    Ok(rows)
}

/// Turns good rows into refused ones: their numbers, and their problems as JSON.
#[tracing::instrument(name = "db.product_import_row.refuse", skip_all)]
pub async fn refuse(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    import_id: Uuid,
    refused: Vec<(i32, String)>,
) -> StoreResult<()> {
    if refused.is_empty() {
        return Ok(());
    }
    let (numbers, problems): (Vec<i32>, Vec<String>) = refused.into_iter().unzip();
    statement(
        "UPDATE product_import_row r SET basis = NULL, batch = NULL, problems = f.problems \
         FROM unnest($3::integer[], $4::text[]) AS f (row_number, problems) \
         WHERE r.seller_id = $1 AND r.import_id = $2 AND r.row_number = f.row_number",
    )
    .bind(seller_id)
    .bind(import_id)
    .bind(numbers)
    .bind(problems)
    .run(conn)
    .await?;
    Ok(())
}
