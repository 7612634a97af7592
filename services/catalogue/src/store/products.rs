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
    listing::{BrandPage, BrandPosition, BrandSummary, Product, ProductFilter, ProductOrder, ProductPage, Window},
    product::{Brand, Unit},
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

/// A page of the products that a filter leaves: those between two places, counted from 1. One seller's part of one index
/// is read in order, which tells how many there are: a bound `LIMIT`, however large, makes the plan read it so instead of
/// sorting. `strpos` knows no wildcards.
pub const PAGE_OF_FOUND: &str = "SELECT p.product_id, p.title AS product_title, p.code AS product_code, p.category, \
       p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, p.units_sold, p.created_at, \
       t.type_id, t.code, t.name, t.description, u.unit_id, u.name AS unit_name, u.is_numeric AS unit_numeric, \
       t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
       t.row_order, t.image_urls, t.version, cardinality(whole.product_ids)::bigint AS total \
     FROM (SELECT CASE $2 \
         WHEN 'title' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           AND strpos(p.title_folded, $5) > 0 AND (cardinality($6::uuid[]) = 0 OR p.brand_id = ANY($6)) \
           ORDER BY p.title_folded, p.product_id LIMIT $7) \
         WHEN 'newest' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           AND strpos(p.title_folded, $5) > 0 AND (cardinality($6::uuid[]) = 0 OR p.brand_id = ANY($6)) \
           ORDER BY p.created_at DESC, p.product_id DESC LIMIT $7) \
         WHEN 'oldest' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           AND strpos(p.title_folded, $5) > 0 AND (cardinality($6::uuid[]) = 0 OR p.brand_id = ANY($6)) \
           ORDER BY p.created_at, p.product_id LIMIT $7) \
         WHEN 'most sold' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           AND strpos(p.title_folded, $5) > 0 AND (cardinality($6::uuid[]) = 0 OR p.brand_id = ANY($6)) \
           ORDER BY p.units_sold DESC, p.title_folded, p.product_id LIMIT $7) \
         WHEN 'least sold' THEN ARRAY(SELECT p.product_id FROM product p WHERE p.seller_id = $1 \
           AND strpos(p.title_folded, $5) > 0 AND (cardinality($6::uuid[]) = 0 OR p.brand_id = ANY($6)) \
           ORDER BY p.units_sold, p.title_folded, p.product_id LIMIT $7) \
       END AS product_ids OFFSET 0) whole \
     CROSS JOIN unnest(whole.product_ids[$3:$4]) WITH ORDINALITY AS found (product_id, place) \
     JOIN product p ON p.seller_id = $1 AND p.product_id = found.product_id \
     LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
     LEFT JOIN (product_type t \
         JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
         JOIN unit u ON u.unit_id = t.unit_id) \
       ON t.seller_id = p.seller_id AND t.product_id = p.product_id \
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
    /// Products of the whole list.
    #[diesel(sql_type = sql::BigInt)]
    total: i64,
    #[diesel(embed)]
    own: Option<TypePart>,
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

/// A part of the list of products.
#[tracing::instrument(name = "db.product.page", skip_all)]
pub async fn page(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    filter: &ProductFilter,
    order: ProductOrder,
    window: Window,
) -> StoreResult<ProductPage> {
    let Window { skip, size } = window;
    let rows: Vec<ListedRow> = if filter.is_empty() {
        statement(PAGE_OF_ALL)
            .bind(seller_id)
            .bind(order_to_store(order))
            .bind(i64::from(size))
            .bind(i64::from(skip))
            .rows(conn)
            .await?
    } else {
        let place = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        statement(PAGE_OF_FOUND)
            .bind(seller_id)
            .bind(order_to_store(order))
            .bind(place(skip.saturating_add(1)))
            .bind(place(skip.saturating_add(size)))
            .bind(filter.search.clone())
            .bind(filter.brand_ids.clone())
            .bind(i64::from(i32::MAX))
            .rows(conn)
            .await?
    };
    let total = match rows.last() {
        Some(row) => row.total,
        // Nobody has counted: nothing matches, or the window lies behind the end.
        None if skip == 0 => 0,
        None => count(conn, seller_id, filter).await?,
    };
    Ok(ProductPage { products: gathered(rows), total })
}

async fn count(conn: &AsyncPgConnection, seller_id: Uuid, filter: &ProductFilter) -> StoreResult<i64> {
    #[derive(QueryableByName)]
    struct Counted {
        #[diesel(sql_type = sql::BigInt)]
        total: i64,
    }
    if filter.is_empty() {
        return Ok(product_types::counts(conn, seller_id).await?.products);
    }
    let counted: Option<Counted> = statement(
        "SELECT count(*) AS total FROM product p WHERE p.seller_id = $1 AND strpos(p.title_folded, $2) > 0 \
         AND (cardinality($3::uuid[]) = 0 OR p.brand_id = ANY($3))",
    )
    .bind(seller_id)
    .bind(filter.search.clone())
    .bind(filter.brand_ids.clone())
    .row(conn)
    .await?;
    Ok(counted.map_or(0, |counted| counted.total))
}

/// One product with its types.
#[tracing::instrument(name = "db.product.get", skip_all, fields(product.id = %product_id))]
pub async fn get(conn: &AsyncPgConnection, seller_id: Uuid, product_id: Uuid) -> StoreResult<Option<Product>> {
    let rows = statement(
        "SELECT p.product_id, p.title AS product_title, p.code AS product_code, p.category, \
           p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, p.units_sold, p.created_at, \
           t.type_id, t.code, t.name, t.description, u.unit_id, u.name AS unit_name, u.is_numeric AS unit_numeric, \
           t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
           t.row_order, t.image_urls, t.version, 1::bigint AS total \
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
    Ok(gathered(rows).pop())
}

/// Rows that follow each other and are of one product, as one.
fn gathered(rows: Vec<ListedRow>) -> Vec<Product> {
    let mut products: Vec<Product> = Vec::new();
    for ListedRow { product, units_sold, created_at, total: _, own } in rows {
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

#[derive(QueryableByName)]
struct BrandRow {
    #[diesel(sql_type = sql::Uuid)]
    brand_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    name: String,
    #[diesel(sql_type = sql::Text)]
    name_folded: String,
    #[diesel(sql_type = sql::BigInt)]
    products: i64,
}

/// A page of the brands of the seller's products, by name, and how many products bear each.
#[tracing::instrument(name = "db.brand.of_products", skip_all)]
pub async fn brands(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    after: Option<BrandPosition>,
    size: u32,
) -> StoreResult<BrandPage> {
    // No brand is without a name: all come after the empty one.
    let BrandPosition { name_folded, brand_id } =
        after.unwrap_or_else(|| BrandPosition { name_folded: String::new(), brand_id: Uuid::nil() });
    let mut rows: Vec<BrandRow> = statement(
        "SELECT b.brand_id, b.name, b.name_folded, n.products \
         FROM (SELECT p.brand_id, count(*) AS products FROM product p \
               WHERE p.seller_id = $1 AND p.brand_id IS NOT NULL GROUP BY p.brand_id) n \
         JOIN brand b ON b.seller_id = $1 AND b.brand_id = n.brand_id \
         WHERE (b.name_folded COLLATE \"fa-x-icu\", b.brand_id) > ($2, $3) \
         ORDER BY b.name_folded COLLATE \"fa-x-icu\", b.brand_id LIMIT $4",
    )
    .bind(seller_id)
    .bind(name_folded)
    .bind(brand_id)
    // One more than asked for tells whether there is a next page.
    .bind(i64::from(size) + 1)
    .rows(conn)
    .await?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let position = |row: &BrandRow| BrandPosition { name_folded: row.name_folded.clone(), brand_id: row.brand_id };
    let next = rows.last().filter(|_| more).map(position);
    let summary = |BrandRow { brand_id, name, name_folded: _, products }| BrandSummary {
        brand: Brand { brand_id, name },
        products,
    };
    Ok(BrandPage { brands: rows.into_iter().map(summary).collect(), next })
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
