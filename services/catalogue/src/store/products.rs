//! Products as they are listed.

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
    listing::{Product, ProductOrder, ProductPage, Window},
    product::Unit,
};

/// A page of all products. The ids come from one end of one index, and how many there are is kept; of the arrays only the
/// one of the wanted order is made. A list of ids is taken for a short one, so that the plan, which is made once, looks
/// each product up by itself instead of reading the products of all sellers.
pub const PAGE_OF_ALL: &str = "SELECT p.product_id, p.title AS product_title, p.code AS product_code, p.category, \
       p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, p.units_sold, p.created_at, \
       t.type_id, t.code, t.name, t.description, u.unit_id, u.name AS unit_name, u.is_numeric AS unit_numeric, \
       t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
       t.row_order, t.image_urls, t.version, \
       coalesce((SELECT c.products FROM catalogue_counter c WHERE c.seller_id = $1), 0) AS total \
     FROM unnest(CASE $2 \
         WHEN 'title' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           ORDER BY p.title_folded, p.product_id LIMIT $3 OFFSET $4) \
         WHEN 'newest' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           ORDER BY p.created_at DESC, p.product_id DESC LIMIT $3 OFFSET $4) \
         WHEN 'oldest' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           ORDER BY p.created_at, p.product_id LIMIT $3 OFFSET $4) \
         WHEN 'most sold' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           ORDER BY p.units_sold DESC, p.title_folded, p.product_id LIMIT $3 OFFSET $4) \
         WHEN 'least sold' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           ORDER BY p.units_sold, p.title_folded, p.product_id LIMIT $3 OFFSET $4) \
       END) WITH ORDINALITY AS found (product_id, place) \
     JOIN product p ON p.seller_id = $1 AND p.product_id = found.product_id \
     LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
     LEFT JOIN (product_type t \
         JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
         JOIN unit u ON u.unit_id = t.unit_id) \
       ON t.seller_id = p.seller_id AND t.product_id = p.product_id \
     ORDER BY found.place, t.row_order";

/// The products of these ids, in this order; and, in a row at least, whether any product of the seller is listed otherwise
/// since a snapshot.
pub const OF_INDEX: &str = "SELECT k.changed, p.product_id, p.title AS product_title, p.code AS product_code, p.category, \
       p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, p.units_sold, p.created_at, \
       t.type_id, t.code, t.name, t.description, u.unit_id, u.name AS unit_name, u.is_numeric AS unit_numeric, \
       t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
       t.row_order, t.image_urls, t.version \
     FROM (SELECT EXISTS (SELECT FROM product c WHERE c.seller_id = $1 AND c.changed_xid >= pg_snapshot_xmin($3::text::pg_snapshot) \
             AND NOT pg_visible_in_snapshot(c.changed_xid, $3::text::pg_snapshot) \
         AND c.changed_xid < pg_snapshot_xmax(pg_current_snapshot())) AS changed) k \
     LEFT JOIN (unnest($2::uuid[]) WITH ORDINALITY AS found (product_id, place) \
         JOIN product p ON p.seller_id = $1 AND p.product_id = found.product_id \
         LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
         LEFT JOIN (product_type t \
             JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
             JOIN unit u ON u.unit_id = t.unit_id) \
           ON t.seller_id = p.seller_id AND t.product_id = p.product_id) ON true \
     ORDER BY found.place, t.row_order";

/// A product beside one of its types, if it has any.
#[derive(QueryableByName)]
struct ListedRow {
    #[diesel(embed)]
    product: ProductPart,
    #[diesel(sql_type = sql::BigInt)]
    units_sold: i64,
    #[diesel(sql_type = sql::Timestamptz)]
    created_at: DateTime<Utc>,
    #[diesel(embed)]
    own: Option<TypePart>,
}

#[derive(QueryableByName)]
struct PageRow {
    #[diesel(embed)]
    listed: ListedRow,
    /// Products of the whole list.
    #[diesel(sql_type = sql::BigInt)]
    total: i64,
}

#[derive(QueryableByName)]
struct IndexedRow {
    #[diesel(embed)]
    listed: Option<ListedRow>,
    #[diesel(sql_type = sql::Bool)]
    changed: bool,
}

const fn order_to_store(order: ProductOrder) -> &'static str {
    match order {
        ProductOrder::Title => "title",
        ProductOrder::Newest => "newest",
        ProductOrder::Oldest => "oldest",
        ProductOrder::MostSold => "most sold",
        ProductOrder::LeastSold => "least sold",
    }
}

/// A part of the list of all products.
#[tracing::instrument(name = "db.product.page", skip_all)]
pub async fn page(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    order: ProductOrder,
    window: Window,
) -> StoreResult<ProductPage> {
    let rows: Vec<PageRow> = statement(PAGE_OF_ALL)
        .bind(seller_id)
        .bind(order_to_store(order))
        .bind(i64::from(window.size))
        .bind(i64::from(window.skip))
        .rows(conn)
        .await?;
    let total = match rows.last() {
        Some(row) => row.total,
        // Nobody has counted: there is none, or the window lies behind the end.
        None => product_types::counts(conn, seller_id).await?.products,
    };
    Ok(ProductPage { products: gathered(rows.into_iter().map(|row| row.listed)), total })
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
    Ok((gathered(rows.into_iter().filter_map(|row| row.listed)), changed))
}

/// One product with its types.
#[tracing::instrument(name = "db.product.get", skip_all, fields(product.id = %product_id))]
pub async fn get(conn: &AsyncPgConnection, seller_id: Uuid, product_id: Uuid) -> StoreResult<Option<Product>> {
    let rows = statement(
        "SELECT p.product_id, p.title AS product_title, p.code AS product_code, p.category, \
           p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, p.units_sold, p.created_at, \
           t.type_id, t.code, t.name, t.description, u.unit_id, u.name AS unit_name, u.is_numeric AS unit_numeric, \
           t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
           t.row_order, t.image_urls, t.version \
         FROM product p \
         LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
         LEFT JOIN (product_type t \
             JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
             JOIN unit u ON u.unit_id = t.unit_id) \
           ON t.seller_id = p.seller_id AND t.product_id = p.product_id \
         WHERE p.seller_id = $1 AND p.product_id = $2 \
         ORDER BY t.row_order",
    )
    .bind(seller_id)
    .bind(product_id)
    .rows(conn)
    .await?;
    Ok(gathered(rows.into_iter()).pop())
}

/// Rows that follow each other and are of one product, as one.
fn gathered(rows: impl Iterator<Item = ListedRow>) -> Vec<Product> {
    let mut products: Vec<Product> = Vec::new();
    for ListedRow { product, units_sold, created_at, own } in rows {
        let product_type = own.map(|own| own.of(&product));
        match products.last_mut() {
            Some(last) if last.product_id == product.product_id => last.types.extend(product_type),
            _ => products.push(Product {
                product_id: product.product_id,
                brand: product.brand(),
                code: product.product_code,
                title: product.product_title,
                image_urls: product.product_image_urls,
                units_sold,
                created_at,
                types: product_type.into_iter().collect(),
            }),
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
