//! Products as they are listed.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, QueryDsl as _, Queryable, sql_types as sql};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{StoreResult, literal::literal, product_types, schema::unit};
use crate::domain::{
    listing::{BrandPage, BrandPosition, BrandSummary, Product, ProductFilter, ProductOrder, ProductPage, Window},
    product::{Brand, ProductType, Unit},
};

/// The products of the page `found`, which tells them by id and may tell more.
///
/// Each is looked up by itself: a plan that is made once does not know how small the page is (it takes a bound `LIMIT`
/// for a tenth of the rows), and would read the products of all sellers to join them.
macro_rules! select_products {
    ($found:expr, $total:literal, $order:literal) => {
        concat!(
            "SELECT p.product_id, p.code, p.title, b.brand_id, b.name, p.image_urls, p.units_sold, p.created_at, ",
            $total,
            " FROM (",
            $found,
            ") found \
             CROSS JOIN LATERAL (SELECT * FROM product p \
             WHERE p.seller_id = found.seller_id AND p.product_id = found.product_id LIMIT 1) p \
             LEFT JOIN LATERAL (SELECT b.brand_id, b.name FROM brand b \
             WHERE b.seller_id = p.seller_id AND b.brand_id = p.brand_id LIMIT 1) b ON true \
             ORDER BY ",
            $order
        )
    };
}

/// Products that a filter leaves: a place for a part of a title and two for brands. `strpos` knows no wildcards.
macro_rules! filtered {
    () => {
        "p.seller_id = ? AND strpos(p.title_folded, ?) > 0 AND (cardinality(?) = 0 OR p.brand_id = ANY(?))"
    };
}

/// A page of all products: the ids come from one end of one index, and how many there are is kept.
macro_rules! page_of_all {
    ($order:literal) => {
        select_products!(
            concat!(
                "SELECT p.seller_id, p.product_id FROM product p WHERE p.seller_id = ? ORDER BY ",
                $order,
                " LIMIT ? OFFSET ?"
            ),
            "coalesce((SELECT c.products FROM catalogue_counter c WHERE c.seller_id = ?), 0)",
            $order
        )
    };
}

/// A page of what a filter leaves: one seller's part of one index is read in order, and counted meanwhile.
macro_rules! page_of_filtered {
    ($order:literal) => {
        select_products!(
            concat!(
                "SELECT p.seller_id, p.product_id, count(*) OVER () AS total FROM product p WHERE ",
                filtered!(),
                " ORDER BY ",
                $order,
                " LIMIT ? OFFSET ?"
            ),
            "found.total",
            $order
        )
    };
}

/// The statement of a page for each order that products are listed in; the indexes are made for these.
macro_rules! in_order {
    ($page:ident, $by:expr) => {
        match $by {
            ProductOrder::Title => $page!("p.title_folded, p.product_id"),
            ProductOrder::Newest => $page!("p.created_at DESC, p.product_id DESC"),
            ProductOrder::Oldest => $page!("p.created_at, p.product_id"),
            ProductOrder::MostSold => $page!("p.units_sold DESC, p.title_folded, p.product_id"),
            ProductOrder::LeastSold => $page!("p.units_sold, p.title_folded, p.product_id"),
        }
    };
}

/// The statement that lists a page of all products, or of those that a filter leaves.
pub const fn page_statement(order: ProductOrder, all: bool) -> &'static str {
    if all { in_order!(page_of_all, order) } else { in_order!(page_of_filtered, order) }
}

type ProductSql = (
    sql::Uuid,
    sql::Text,
    sql::Text,
    sql::Nullable<sql::Uuid>,
    sql::Nullable<sql::Text>,
    sql::Array<sql::Text>,
    sql::BigInt,
    sql::Timestamptz,
    sql::BigInt,
);

#[derive(Queryable)]
struct ProductRow {
    product_id: Uuid,
    code: String,
    title: String,
    brand_id: Option<Uuid>,
    brand_name: Option<String>,
    image_urls: Vec<String>,
    units_sold: i64,
    created_at: DateTime<Utc>,
    total: i64,
}

impl ProductRow {
    fn into_product(self, types: Vec<ProductType>) -> Product {
        let Self { product_id, code, title, brand_id, brand_name, image_urls, units_sold, created_at, total: _ } = self;
        let brand = brand_id.zip(brand_name).map(|(brand_id, name)| Brand { brand_id, name });
        Product { product_id, code, title, brand, image_urls, units_sold, created_at, types }
    }
}

/// A part of the list of products. Two statements, whatever is asked for.
#[tracing::instrument(name = "db.product.page", skip_all)]
pub async fn page(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    filter: &ProductFilter,
    order: ProductOrder,
    window: Window,
) -> StoreResult<ProductPage> {
    let Window { skip, size } = window;
    let statement = literal::<ProductSql>(page_statement(order, filter.is_empty()));
    let statement = if filter.is_empty() {
        statement.bind::<sql::Uuid, _>(seller_id).bind::<sql::Uuid, _>(seller_id)
    } else {
        statement
            .bind::<sql::Uuid, _>(seller_id)
            .bind::<sql::Text, _>(&filter.search)
            .bind::<sql::Array<sql::Uuid>, _>(&filter.brand_ids)
            .bind::<sql::Array<sql::Uuid>, _>(&filter.brand_ids)
    };
    let statement = statement.bind::<sql::BigInt, _>(i64::from(size)).bind::<sql::BigInt, _>(i64::from(skip));
    let rows: Vec<ProductRow> = statement.load(conn).await?;
    match rows.iter().map(|row| row.total).next() {
        Some(total) => Ok(ProductPage { products: with_types(conn, seller_id, rows).await?, total }),
        // Nobody has counted: nothing matches, or the window lies behind the end.
        None if skip == 0 => Ok(ProductPage { products: Vec::new(), total: 0 }),
        None => Ok(ProductPage { products: Vec::new(), total: count(conn, seller_id, filter).await? }),
    }
}

async fn count(conn: &mut AsyncPgConnection, seller_id: Uuid, filter: &ProductFilter) -> StoreResult<i64> {
    if filter.is_empty() {
        return Ok(product_types::counts(conn, seller_id).await?.products);
    }
    let counted: (i64,) = literal::<(sql::BigInt,)>(concat!("SELECT count(*) FROM product p WHERE ", filtered!()))
        .bind::<sql::Uuid, _>(seller_id)
        .bind::<sql::Text, _>(&filter.search)
        .bind::<sql::Array<sql::Uuid>, _>(&filter.brand_ids)
        .bind::<sql::Array<sql::Uuid>, _>(&filter.brand_ids)
        .get_result(conn)
        .await?;
    Ok(counted.0)
}

/// One product with its types.
#[tracing::instrument(name = "db.product.get", skip_all, fields(product.id = %product_id))]
pub async fn get(conn: &mut AsyncPgConnection, seller_id: Uuid, product_id: Uuid) -> StoreResult<Option<Product>> {
    let rows: Vec<ProductRow> = literal::<ProductSql>(select_products!(
        "SELECT p.seller_id, p.product_id FROM product p WHERE p.seller_id = ? AND p.product_id = ?",
        "1::bigint",
        "p.product_id"
    ))
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Uuid, _>(product_id)
    .load(conn)
    .await?;
    Ok(with_types(conn, seller_id, rows).await?.pop())
}

async fn with_types(conn: &mut AsyncPgConnection, seller_id: Uuid, rows: Vec<ProductRow>) -> StoreResult<Vec<Product>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = rows.iter().map(|row| row.product_id).collect();
    let mut types: HashMap<Uuid, Vec<ProductType>> = HashMap::new();
    for found in product_types::of_products(conn, seller_id, &ids).await? {
        types.entry(found.product_id).or_default().push(found);
    }
    let product = |row: ProductRow| {
        let types = types.remove(&row.product_id).unwrap_or_default();
        row.into_product(types)
    };
    Ok(rows.into_iter().map(product).collect())
}

/// A page of the brands of the seller's products, by name, and how many products bear each.
#[tracing::instrument(name = "db.brand.of_products", skip_all)]
pub async fn brands(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    after: Option<&BrandPosition>,
    size: u32,
) -> StoreResult<BrandPage> {
    let (name_folded, brand_id) =
        after.map_or(("", Uuid::nil()), |BrandPosition { name_folded, brand_id }| (name_folded, *brand_id));
    // No brand is without a name: all come after the empty one.
    let mut rows: Vec<(Uuid, String, String, i64)> = literal::<(sql::Uuid, sql::Text, sql::Text, sql::BigInt)>(
        "SELECT b.brand_id, b.name, b.name_folded, n.products \
         FROM (SELECT p.brand_id, count(*) AS products FROM product p \
               WHERE p.seller_id = ? AND p.brand_id IS NOT NULL GROUP BY p.brand_id) n \
         JOIN brand b ON b.seller_id = ? AND b.brand_id = n.brand_id \
         WHERE (b.name_folded COLLATE \"fa-x-icu\", b.brand_id) > (?, ?) \
         ORDER BY b.name_folded COLLATE \"fa-x-icu\", b.brand_id LIMIT ?",
    )
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Text, _>(name_folded)
    .bind::<sql::Uuid, _>(brand_id)
    // One more than asked for tells whether there is a next page.
    .bind::<sql::BigInt, _>(i64::from(size) + 1)
    .load(conn)
    .await?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let position = |(brand_id, _, name_folded, _): &(Uuid, String, String, i64)| BrandPosition {
        name_folded: name_folded.clone(),
        brand_id: *brand_id,
    };
    let next = rows.last().filter(|_| more).map(position);
    let summary = |(brand_id, name, _, products)| BrandSummary { brand: Brand { brand_id, name }, products };
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
