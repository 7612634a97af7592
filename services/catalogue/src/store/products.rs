//! Products as they are listed.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryableByName, sql_types as sql};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::{
    StoreResult,
    product_types::{self, ProductPart, TypePart},
    schema::unit,
};
use crate::domain::{
    listing::{Product, ProductOrder, ProductPage, StockFilter, Window},
    product::Unit,
};

/// The products `found`, each in a row of its own, and behind it a row for each of its types: what the types have in common
/// is read and sent once. `$1` is the seller.
macro_rules! parts_of_found {
    () => {
        "(SELECT NULL::uuid AS type_id, NULL AS code, NULL AS name, NULL AS description, NULL::uuid AS unit_id, \
             NULL AS unit_name, NULL::boolean AS unit_numeric, NULL::integer AS pieces_per_unit, \
             NULL::bigint AS buy_price_toman, NULL::bigint AS sell_price_toman, NULL::bigint AS available, \
             NULL::boolean AS active, NULL::integer AS row_order, NULL::text[] AS image_urls, NULL::bigint AS version, \
             NULL::bigint AS low_stock, \
             p.product_id, p.title AS product_title, p.code AS product_code, p.category, \
             p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, p.units_sold, p.created_at, found.place \
           FROM found \
           JOIN product p ON p.seller_id = $1 AND p.product_id = found.product_id \
           LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
           UNION ALL \
           SELECT t.type_id, t.code, t.name, t.description, t.unit_id, u.name, u.is_numeric, t.pieces_per_unit, \
             t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved, t.active, t.row_order, t.image_urls, \
             t.version, s.low_stock, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, found.place \
           FROM found \
           JOIN product_type t ON t.seller_id = $1 AND t.product_id = found.product_id \
           JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
           JOIN unit u ON u.unit_id = t.unit_id) part"
    };
}

/// A list of ids is taken for a short one, so that the plan, which is made once, looks each product up by itself instead of
/// reading the products of all sellers.
macro_rules! page_of_all {
    ($order:literal) => {
        concat!(
            "WITH found AS MATERIALIZED (SELECT f.product_id, f.place FROM unnest(ARRAY(\
               SELECT p.product_id FROM product p WHERE p.seller_id = $1 ORDER BY ",
            $order,
            " LIMIT $2 OFFSET $3)) WITH ORDINALITY AS f (product_id, place)) \
             SELECT part.*, coalesce((SELECT c.products FROM catalogue_counter c WHERE c.seller_id = $1), 0) AS total FROM ",
            parts_of_found!(),
            " ORDER BY part.place, part.row_order NULLS FIRST"
        )
    };
}

/// A page of all products. The ids come from one end of one index, and how many there are is kept.
pub const fn page_of_all(order: ProductOrder) -> &'static str {
    match order {
        ProductOrder::Title => page_of_all!("p.title_folded, p.product_id"),
        ProductOrder::Newest => page_of_all!("p.created_at DESC, p.product_id DESC"),
        ProductOrder::Oldest => page_of_all!("p.created_at, p.product_id"),
        ProductOrder::MostSold => page_of_all!("p.units_sold DESC, p.title_folded, p.product_id"),
        ProductOrder::LeastSold => page_of_all!("p.units_sold, p.title_folded, p.product_id"),
    }
}

/// The products of these ids, in this order; and, in a row at least, whether any product of the seller is listed otherwise
/// since a snapshot.
pub const OF_INDEX: &str = concat!(
    "WITH found AS MATERIALIZED (\
       SELECT f.product_id, f.place FROM unnest($2::uuid[]) WITH ORDINALITY AS f (product_id, place)) \
     SELECT part.*, k.changed \
     FROM (SELECT EXISTS (SELECT FROM product c \
         WHERE c.seller_id = $1 AND c.changed_xid >= pg_snapshot_xmin($3::text::pg_snapshot) \
           AND NOT pg_visible_in_snapshot(c.changed_xid, $3::text::pg_snapshot) \
           AND c.changed_xid < pg_snapshot_xmax(pg_current_snapshot())) AS changed) k \
     LEFT JOIN ",
    parts_of_found!(),
    " ON true ORDER BY part.place, part.row_order NULLS FIRST"
);

const OF_ID: &str = concat!(
    "WITH found AS MATERIALIZED (SELECT $2::uuid AS product_id, 1 AS place) SELECT part.* FROM ",
    parts_of_found!(),
    " ORDER BY part.row_order NULLS FIRST"
);

/// Products with a type that can be ordered of which there is nothing, or else few: once for each such type.
const IN_STOCK: &str = "SELECT t.product_id FROM stock s \
     JOIN product_type t ON t.seller_id = s.seller_id AND t.type_id = s.type_id \
     WHERE s.seller_id = $1 AND s.is_low AND t.active AND ($2 IS FALSE OR s.on_hand = s.reserved)";

/// A product, or one of its types behind it.
#[derive(QueryableByName)]
struct FoundRow {
    #[diesel(embed)]
    product: Option<FoundProduct>,
    #[diesel(embed)]
    own: Option<TypePart>,
}

#[derive(QueryableByName)]
struct FoundProduct {
    #[diesel(embed)]
    part: ProductPart,
    #[diesel(sql_type = sql::BigInt)]
    units_sold: i64,
    #[diesel(sql_type = sql::Timestamptz)]
    created_at: DateTime<Utc>,
}

#[derive(QueryableByName)]
struct PageRow {
    #[diesel(embed)]
    found: FoundRow,
    /// Products of the whole list.
    #[diesel(sql_type = sql::BigInt)]
    total: i64,
}

#[derive(QueryableByName)]
struct IndexedRow {
    #[diesel(embed)]
    found: FoundRow,
    #[diesel(sql_type = sql::Bool)]
    changed: bool,
}

/// A part of the list of all products.
#[tracing::instrument(name = "db.product.page", skip_all)]
pub async fn page(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    order: ProductOrder,
    window: Window,
) -> StoreResult<ProductPage> {
    let rows: Vec<PageRow> = statement(page_of_all(order))
        .bind(seller_id)
        .bind(i64::from(window.size))
        .bind(i64::from(window.skip))
        .rows(conn)
        .await?;
    let total = match rows.last() {
        Some(row) => row.total,
        // Nobody has counted: there is none, or the window lies behind the end.
        None => product_types::counts(conn, seller_id).await?.products,
    };
    Ok(ProductPage { products: gathered(rows.into_iter().map(|row| row.found)), total })
}

/// Products in this order, and whether any of the seller's is listed otherwise since the snapshot that saw these transactions.
#[tracing::instrument(name = "db.product.of_index", skip_all)]
pub async fn of_index(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    product_ids: Vec<Uuid>,
    seen: &str,
) -> StoreResult<(Vec<Product>, bool)> {
    let rows: Vec<IndexedRow> =
        statement(OF_INDEX).bind(seller_id).bind(product_ids).bind(seen.to_owned()).rows(conn).await?;
    let changed = rows.iter().any(|row| row.changed);
    Ok((gathered(rows.into_iter().map(|row| row.found)), changed))
}

#[derive(QueryableByName)]
struct ProductIdRow {
    #[diesel(sql_type = sql::Uuid)]
    product_id: Uuid,
}

/// The products with a type that can be ordered of which there is so much.
#[tracing::instrument(name = "db.product.in_stock", skip_all)]
pub async fn in_stock(conn: &AsyncPgConnection, seller_id: Uuid, stock: StockFilter) -> StoreResult<HashSet<Uuid>> {
    let rows: Vec<ProductIdRow> =
        statement(IN_STOCK).bind(seller_id).bind(stock == StockFilter::Out).rows(conn).await?;
    Ok(rows.into_iter().map(|row| row.product_id).collect())
}

/// One product with its types.
#[tracing::instrument(name = "db.product.get", skip_all, fields(product.id = %product_id))]
pub async fn get(conn: &AsyncPgConnection, seller_id: Uuid, product_id: Uuid) -> StoreResult<Option<Product>> {
    let rows = statement(OF_ID).bind(seller_id).bind(product_id).rows(conn).await?;
    Ok(gathered(rows.into_iter()).pop())
}

fn gathered(rows: impl Iterator<Item = FoundRow>) -> Vec<Product> {
    let mut products: Vec<Product> = Vec::new();
    for FoundRow { product, own } in rows {
        if let Some(FoundProduct { part, units_sold, created_at }) = product {
            products.push(Product { head: part.into(), units_sold, created_at, types: Vec::new() });
        }
        if let (Some(product), Some(own)) = (products.last_mut(), own) {
            product.types.push(own.into());
        }
    }
    products
}

/// All units, the numeric one first.
#[tracing::instrument(name = "db.unit.list", skip_all)]
pub async fn units(conn: &mut AsyncPgConnection) -> StoreResult<Vec<Unit>> {
    let rows: Vec<(Uuid, String, bool)> = unit::table
        .select((unit::unit_id, unit::name, unit::is_numeric))
        .order((unit::is_numeric.desc(), unit::unit_id))
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(|(unit_id, name, numeric)| Unit { unit_id, name, numeric }).collect())
}
