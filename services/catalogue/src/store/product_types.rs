//! Types as they are shown, and counts.

use diesel::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, sql_types as sql};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    StoreResult,
    literal::literal,
    schema::{catalogue_counter, stock},
};
use crate::domain::product::{Brand, Counts, ProductType, TypePage, TypePosition, Unit};

macro_rules! select_types {
    ($rest:literal) => {
        concat!(
            "SELECT t.type_id, t.product_id, p.title, p.title_folded, b.brand_id, b.name, t.code, t.name, t.description, \
             u.unit_id, u.name, u.is_numeric, t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, \
             s.on_hand - s.reserved, t.active, t.row_order, t.image_urls, p.image_urls, p.code, p.category, \
             t.version \
             FROM product p \
             JOIN product_type t ON t.seller_id = p.seller_id AND t.product_id = p.product_id \
             JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
             JOIN unit u ON u.unit_id = t.unit_id \
             LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id ",
            $rest
        )
    };
}

type TypeSql = (
    sql::Uuid,
    sql::Uuid,
    sql::Text,
    sql::Text,
    sql::Nullable<sql::Uuid>,
    sql::Nullable<sql::Text>,
    sql::Text,
    sql::Text,
    sql::Text,
    sql::Uuid,
    sql::Text,
    sql::Bool,
    sql::Integer,
    sql::BigInt,
    sql::BigInt,
    sql::BigInt,
    sql::Bool,
    sql::Integer,
    sql::Array<sql::Text>,
    sql::Array<sql::Text>,
    sql::Text,
    sql::Text,
    sql::BigInt,
);

#[derive(Queryable)]
struct TypeRow {
    type_id: Uuid,
    product_id: Uuid,
    product_title: String,
    title_folded: String,
    brand_id: Option<Uuid>,
    brand_name: Option<String>,
    code: String,
    name: String,
    description: String,
    unit_id: Uuid,
    unit_name: String,
    unit_numeric: bool,
    pieces_per_unit: i32,
    buy_price_toman: i64,
    sell_price_toman: i64,
    available: i64,
    active: bool,
    row_order: i32,
    image_urls: Vec<String>,
    product_image_urls: Vec<String>,
    product_code: String,
    category: String,
    version: i64,
}

impl From<TypeRow> for ProductType {
    fn from(row: TypeRow) -> Self {
        let TypeRow {
            type_id,
            product_id,
            product_title,
            title_folded: _,
            brand_id,
            brand_name,
            code,
            name,
            description,
            unit_id,
            unit_name,
            unit_numeric,
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            available,
            active,
            row_order,
            image_urls,
            product_image_urls,
            product_code,
            category,
            version,
        } = row;
        Self {
            type_id,
            product_id,
            product_title,
            brand: brand_id.zip(brand_name).map(|(brand_id, name)| Brand { brand_id, name }),
            code,
            name,
            description,
            unit: Unit { unit_id, name: unit_name, numeric: unit_numeric },
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            available,
            active,
            row_order,
            image_urls,
            product_image_urls,
            product_code,
            category,
            version,
        }
    }
}

/// The types of these ids that are this seller's, in no order.
#[tracing::instrument(name = "db.product_type.by_ids", skip_all)]
pub async fn by_ids(conn: &mut AsyncPgConnection, seller_id: Uuid, type_ids: &[Uuid]) -> StoreResult<Vec<ProductType>> {
    let rows: Vec<TypeRow> = literal::<TypeSql>(select_types!("WHERE t.seller_id = ? AND t.type_id = ANY(?)"))
        .bind::<sql::Uuid, _>(seller_id)
        .bind::<sql::Array<sql::Uuid>, _>(type_ids)
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(ProductType::from).collect())
}

/// The types of these codes, in no order.
#[tracing::instrument(name = "db.product_type.by_codes", skip_all)]
pub async fn by_codes(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    codes: &[String],
) -> StoreResult<Vec<ProductType>> {
    let rows: Vec<TypeRow> = literal::<TypeSql>(select_types!("WHERE t.seller_id = ? AND t.code = ANY(?)"))
        .bind::<sql::Uuid, _>(seller_id)
        .bind::<sql::Array<sql::Text>, _>(codes)
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(ProductType::from).collect())
}

/// All types of these products, product by product, by their positions.
#[tracing::instrument(name = "db.product_type.of_products", skip_all)]
pub async fn of_products(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    product_ids: &[Uuid],
) -> StoreResult<Vec<ProductType>> {
    let rows: Vec<TypeRow> = literal::<TypeSql>(select_types!(
        "WHERE p.seller_id = ? AND p.product_id = ANY(?) ORDER BY t.product_id, t.row_order"
    ))
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Array<sql::Uuid>, _>(product_ids)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(ProductType::from).collect())
}

/// A page of all types of the seller, by their products' titles.
#[tracing::instrument(name = "db.product_type.page", skip_all)]
pub async fn page(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    after: Option<&TypePosition>,
    size: u32,
) -> StoreResult<TypePage> {
    let statement = match after {
        None => literal::<TypeSql>(select_types!(
            "WHERE p.seller_id = ? ORDER BY p.title_folded, p.product_id, t.row_order LIMIT ?"
        ))
        .bind::<sql::Uuid, _>(seller_id),
        // The first comparison alone is one that the index can start from.
        Some(TypePosition { title_folded, product_id, row_order }) => literal::<TypeSql>(select_types!(
            "WHERE p.seller_id = ? AND (p.title_folded, p.product_id) >= (?, ?) \
             AND (p.title_folded, p.product_id, t.row_order) > (?, ?, ?) \
             ORDER BY p.title_folded, p.product_id, t.row_order LIMIT ?"
        ))
        .bind::<sql::Uuid, _>(seller_id)
        .bind::<sql::Text, _>(title_folded)
        .bind::<sql::Uuid, _>(*product_id)
        .bind::<sql::Text, _>(title_folded)
        .bind::<sql::Uuid, _>(*product_id)
        .bind::<sql::Integer, _>(*row_order),
    };
    // One more than asked for tells whether there is a next page.
    let mut rows: Vec<TypeRow> = statement.bind::<sql::BigInt, _>(i64::from(size) + 1).load(conn).await?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let next = rows.last().filter(|_| more).map(|row| TypePosition {
        title_folded: row.title_folded.clone(),
        product_id: row.product_id,
        row_order: row.row_order,
    });
    Ok(TypePage { types: rows.into_iter().map(ProductType::from).collect(), next })
}

/// What can still be sold of a type.
#[tracing::instrument(name = "db.stock.available", skip_all)]
pub async fn available(conn: &mut AsyncPgConnection, seller_id: Uuid, type_id: Uuid) -> StoreResult<Option<i64>> {
    let available = stock::table.find((seller_id, type_id)).select(stock::on_hand - stock::reserved);
    Ok(available.first(conn).await.optional()?)
}

/// How much the seller's catalogue holds.
#[tracing::instrument(name = "db.catalogue_counter.get", skip_all)]
pub async fn counts(conn: &mut AsyncPgConnection, seller_id: Uuid) -> StoreResult<Counts> {
    let found: Option<(i64, i64)> = catalogue_counter::table
        .find(seller_id)
        .select((catalogue_counter::products, catalogue_counter::types))
        .first(conn)
        .await
        .optional()?;
    Ok(found.map_or_else(Counts::default, |(products, types)| Counts { products, types }))
}

/// Adds to the counts. The seller's row must be there ([`super::import::lock_seller`]).
#[tracing::instrument(name = "db.catalogue_counter.add", skip_all)]
pub async fn add_counts(conn: &mut AsyncPgConnection, seller_id: Uuid, more: Counts) -> StoreResult<()> {
    let Counts { products, types } = more;
    diesel::update(catalogue_counter::table.find(seller_id))
        .set((
            catalogue_counter::products.eq(catalogue_counter::products + products),
            catalogue_counter::types.eq(catalogue_counter::types + types),
        ))
        .execute(conn)
        .await?;
    Ok(())
}
