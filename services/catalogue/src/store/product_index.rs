//! What a seller's index of products is made of, and what changes in it.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::AsyncPgConnection;
use futures_util::future::join;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::{StoreResult, corrupt};
use crate::domain::{
    product::Brand,
    product_index::{IndexedProduct, ProductIndex},
};

/// Changes that are put into an index; behind more of them it is read anew, which costs less.
const CHANGES: i64 = 100;

#[derive(QueryableByName)]
struct ProductRow {
    #[diesel(sql_type = sql::Uuid)]
    product_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    title_folded: String,
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    brand_id: Option<Uuid>,
    #[diesel(sql_type = sql::BigInt)]
    units_sold: i64,
    #[diesel(sql_type = sql::Timestamptz)]
    created_at: DateTime<Utc>,
}

/// Beside each product, or beside none, the snapshot's.
#[derive(QueryableByName)]
struct SnapshotRow {
    #[diesel(embed)]
    product: Option<ProductRow>,
    #[diesel(sql_type = sql::Text)]
    seen: String,
}

#[derive(QueryableByName)]
struct BrandIdRow {
    #[diesel(sql_type = sql::Uuid)]
    brand_id: Uuid,
}

/// The index, and the transactions that its snapshot sees.
#[tracing::instrument(name = "db.product_index.read", skip_all)]
pub async fn read(conn: &AsyncPgConnection, seller_id: Uuid) -> StoreResult<(ProductIndex, String)> {
    let products = statement(
        "SELECT k.seen, p.product_id, p.title_folded, p.brand_id, p.units_sold, p.created_at \
         FROM (SELECT pg_current_snapshot()::text AS seen OFFSET 0) k \
         LEFT JOIN product p ON p.seller_id = $1 ORDER BY p.title_folded, p.product_id",
    )
    .bind(seller_id)
    .rows::<SnapshotRow>(conn);
    // Behind the products: whose brand is in theirs is in this one.
    let brands = statement(
        "SELECT b.brand_id FROM brand b WHERE b.seller_id = $1 \
         ORDER BY b.name_folded COLLATE \"fa-x-icu\", b.brand_id",
    )
    .bind(seller_id)
    .rows::<BrandIdRow>(conn);
    let (products, brands) = join(products, brands).await;
    let (products, brands) = (products?, brands?);
    let seen = products.first().map(|row| row.seen.clone()).unwrap_or_default();
    let products: Vec<IndexedProduct> =
        products.into_iter().filter_map(|row| row.product).map(ProductRow::indexed).collect();
    let index = ProductIndex::new(&products, brands.into_iter().map(|row| row.brand_id).collect());
    Ok((index.map_err(|error| corrupt("product", error.0, "it cannot be indexed"))?, seen))
}

/// Products that are listed otherwise since the snapshot that saw these transactions, and those that this one sees;
/// none where there are too many.
#[tracing::instrument(name = "db.product_index.changes", skip_all)]
pub async fn changes(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    seen: &str,
) -> StoreResult<Option<(Vec<IndexedProduct>, String)>> {
    let rows: Vec<SnapshotRow> = statement(
        "SELECT k.seen, p.product_id, p.title_folded, p.brand_id, p.units_sold, p.created_at \
         FROM (SELECT pg_current_snapshot()::text AS seen OFFSET 0) k \
         LEFT JOIN product p ON p.seller_id = $1 AND p.changed_xid >= pg_snapshot_xmin($2::text::pg_snapshot) \
             AND NOT pg_visible_in_snapshot(p.changed_xid, $2::text::pg_snapshot) \
           AND p.changed_xid < pg_snapshot_xmax(pg_current_snapshot()) LIMIT $3",
    )
    .bind(seller_id)
    .bind(seen.to_owned())
    .bind(CHANGES + 1)
    .rows(conn)
    .await?;
    if rows.len() > usize::try_from(CHANGES).unwrap_or(usize::MAX) {
        return Ok(None);
    }
    let now = rows.first().map(|row| row.seen.clone()).unwrap_or_default();
    let products = rows.into_iter().filter_map(|row| row.product).map(ProductRow::indexed);
    Ok(Some((products.collect(), now)))
}

#[derive(QueryableByName)]
struct BrandRow {
    #[diesel(sql_type = sql::Uuid)]
    brand_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    name: String,
    #[diesel(sql_type = sql::Text)]
    name_folded: String,
}

#[derive(QueryableByName)]
struct IndexedBrandRow {
    #[diesel(embed)]
    brand: Option<BrandRow>,
    #[diesel(sql_type = sql::Bool)]
    changed: bool,
}

/// Brands in this order, each with its name as it is sorted by, and whether any of the seller's products is listed
/// otherwise since the snapshot that saw these transactions.
#[tracing::instrument(name = "db.brand.of_index", skip_all)]
pub async fn brands(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    brand_ids: Vec<Uuid>,
    seen: &str,
) -> StoreResult<(Vec<(Brand, String)>, bool)> {
    let rows: Vec<IndexedBrandRow> = statement(
        "SELECT k.changed, b.brand_id, b.name, b.name_folded \
         FROM (SELECT EXISTS (SELECT FROM product c WHERE c.seller_id = $1 AND c.changed_xid >= pg_snapshot_xmin($3::text::pg_snapshot) \
             AND NOT pg_visible_in_snapshot(c.changed_xid, $3::text::pg_snapshot) \
             AND c.changed_xid < pg_snapshot_xmax(pg_current_snapshot())) AS changed) k \
         LEFT JOIN (unnest($2::uuid[]) WITH ORDINALITY AS found (brand_id, place) \
             JOIN brand b ON b.seller_id = $1 AND b.brand_id = found.brand_id) ON true \
         ORDER BY found.place",
    )
    .bind(seller_id)
    .bind(brand_ids)
    .bind(seen.to_owned())
    .rows(conn)
    .await?;
    let changed = rows.iter().any(|row| row.changed);
    let named = |BrandRow { brand_id, name, name_folded }| (Brand { brand_id, name }, name_folded);
    Ok((rows.into_iter().filter_map(|row| row.brand).map(named).collect(), changed))
}

impl ProductRow {
    fn indexed(self) -> IndexedProduct {
        let Self { product_id, title_folded, brand_id, units_sold, created_at } = self;
        IndexedProduct { product_id, title_folded, brand_id, units_sold, created_at }
    }
}
