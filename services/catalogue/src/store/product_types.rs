//! Types as they are shown, and counts.

use diesel::{OptionalExtension as _, QueryDsl as _, QueryableByName, pg::Pg, sql_types as sql};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{Stream, TryStreamExt as _};
use pishkhan_chassis_db::{Memoize as _, Statement, statement};
use uuid::Uuid;

use super::{
    StoreResult,
    schema::{catalogue_counter, product_type, stock},
};
use crate::domain::product::{Brand, Counts, ProductHead, ProductType, TypeDetails, TypePage, TypePosition, Unit};

/// What all types of a product have in common.
#[derive(QueryableByName)]
pub(super) struct ProductPart {
    #[diesel(sql_type = sql::Uuid)]
    product_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    product_title: String,
    #[diesel(sql_type = sql::Text)]
    product_code: String,
    #[diesel(sql_type = sql::Text)]
    category: String,
    #[diesel(sql_type = sql::Array<sql::Text>)]
    product_image_urls: Vec<String>,
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    brand_id: Option<Uuid>,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    brand_name: Option<String>,
}

/// A type's own.
#[derive(QueryableByName)]
#[diesel(table_name = product_type, check_for_backend(Pg))]
pub(super) struct TypePart {
    type_id: Uuid,
    code: String,
    name: String,
    description: String,
    unit_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    unit_name: String,
    #[diesel(sql_type = sql::Bool)]
    unit_numeric: bool,
    pieces_per_unit: i32,
    buy_price_toman: i64,
    sell_price_toman: i64,
    #[diesel(sql_type = sql::BigInt)]
    available: i64,
    active: bool,
    row_order: i32,
    image_urls: Vec<String>,
    version: i64,
    #[diesel(sql_type = sql::BigInt)]
    low_stock: i64,
}

#[derive(QueryableByName)]
struct TypeRow {
    #[diesel(embed)]
    product: ProductPart,
    #[diesel(embed)]
    own: TypePart,
}

/// A type in the list of all types.
#[derive(QueryableByName)]
struct ListedRow {
    #[diesel(embed)]
    listed: TypeRow,
    #[diesel(sql_type = sql::Text)]
    title_folded: String,
}

impl From<ProductPart> for ProductHead {
    fn from(part: ProductPart) -> Self {
        let ProductPart { product_id, product_title, product_code, category, product_image_urls, brand_id, brand_name } =
            part;
        let brand = brand_id.zip(brand_name).map(|(brand_id, name)| Brand { brand_id, name });
        Self { product_id, code: product_code, title: product_title, category, brand, image_urls: product_image_urls }
    }
}

impl From<TypePart> for TypeDetails {
    fn from(part: TypePart) -> Self {
        let TypePart {
            type_id,
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
            version,
            low_stock,
        } = part;
        Self {
            type_id,
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
            version,
            low_stock,
        }
    }
}

impl From<TypeRow> for ProductType {
    fn from(TypeRow { product, own }: TypeRow) -> Self {
        Self { product: product.into(), details: own.into() }
    }
}

/// The types of these ids that are this seller's, in no order.
#[tracing::instrument(name = "db.product_type.by_ids", skip_all)]
pub async fn by_ids(conn: &AsyncPgConnection, seller_id: Uuid, type_ids: &[Uuid]) -> StoreResult<Vec<ProductType>> {
    let rows: Vec<TypeRow> = statement(
        "SELECT p.product_id, p.title AS product_title, p.code AS product_code, p.category, \
           p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, \
           t.type_id, t.code, t.name, t.description, u.unit_id, u.name AS unit_name, u.is_numeric AS unit_numeric, \
           t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
           t.row_order, t.image_urls, t.version, s.low_stock \
         FROM product_type t \
         JOIN product p ON p.seller_id = t.seller_id AND p.product_id = t.product_id \
         JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
         JOIN unit u ON u.unit_id = t.unit_id \
         LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
         WHERE t.seller_id = $1 AND t.type_id = ANY($2)",
    )
    .bind(seller_id)
    .bind(type_ids.to_vec())
    .rows(conn)
    .await?;
    Ok(rows.into_iter().map(ProductType::from).collect())
}

/// What the line of an order shows and costs of a type.
#[derive(QueryableByName)]
#[diesel(table_name = product_type, check_for_backend(Pg))]
struct OrderLineRow {
    product_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    product_title: String,
    type_id: Uuid,
    code: String,
    name: String,
    unit_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    unit_name: String,
    #[diesel(sql_type = sql::Bool)]
    unit_numeric: bool,
    pieces_per_unit: i32,
    buy_price_toman: i64,
    sell_price_toman: i64,
    #[diesel(sql_type = sql::BigInt)]
    available: i64,
    active: bool,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    image_url: Option<String>,
}

impl From<OrderLineRow> for ProductType {
    fn from(row: OrderLineRow) -> Self {
        let OrderLineRow {
            product_id,
            product_title,
            type_id,
            code,
            name,
            unit_id,
            unit_name,
            unit_numeric,
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            available,
            active,
            image_url,
        } = row;
        Self {
            product: ProductHead { product_id, title: product_title, ..ProductHead::default() },
            details: TypeDetails {
                type_id,
                code,
                name,
                unit: Unit { unit_id, name: unit_name, numeric: unit_numeric },
                pieces_per_unit,
                buy_price_toman,
                sell_price_toman,
                available,
                active,
                image_urls: image_url.into_iter().collect(),
                ..TypeDetails::default()
            },
        }
    }
}

/// As [`by_ids`], with what the line of an order shows and costs alone: the picture that shows the type is its first one, or
/// else its product's.
#[tracing::instrument(name = "db.product_type.of_order_lines", skip_all)]
pub async fn of_order_lines(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    type_ids: &[Uuid],
) -> StoreResult<Vec<ProductType>> {
    let rows: Vec<OrderLineRow> = statement(
        "SELECT p.product_id, p.title AS product_title, t.type_id, t.code, t.name, t.unit_id, u.name AS unit_name, \
           u.is_numeric AS unit_numeric, t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
           coalesce(t.image_urls[1], p.image_urls[1]) AS image_url \
         FROM product_type t \
         JOIN product p ON p.seller_id = t.seller_id AND p.product_id = t.product_id \
         JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
         JOIN unit u ON u.unit_id = t.unit_id \
         WHERE t.seller_id = $1 AND t.type_id = ANY($2)",
    )
    .bind(seller_id)
    .bind(type_ids.to_vec())
    .rows(conn)
    .await?;
    Ok(rows.into_iter().map(ProductType::from).collect())
}

/// The types of these codes that are this seller's, in no order.
#[tracing::instrument(name = "db.product_type.by_codes", skip_all)]
pub async fn by_codes(conn: &AsyncPgConnection, seller_id: Uuid, codes: &[String]) -> StoreResult<Vec<ProductType>> {
    let rows: Vec<TypeRow> = statement(
        "SELECT p.product_id, p.title AS product_title, p.code AS product_code, p.category, \
           p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, \
           t.type_id, t.code, t.name, t.description, u.unit_id, u.name AS unit_name, u.is_numeric AS unit_numeric, \
           t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
           t.row_order, t.image_urls, t.version, s.low_stock \
         FROM product_type t \
         JOIN product p ON p.seller_id = t.seller_id AND p.product_id = t.product_id \
         JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
         JOIN unit u ON u.unit_id = t.unit_id \
         LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
         WHERE t.seller_id = $1 AND t.code = ANY($2)",
    )
    .bind(seller_id)
    .bind(codes.to_vec())
    .rows(conn)
    .await?;
    Ok(rows.into_iter().map(ProductType::from).collect())
}

/// A page of all types of the seller, by their products' titles.
#[tracing::instrument(name = "db.product_type.page", skip_all)]
pub async fn page(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    after: Option<TypePosition>,
    size: u32,
) -> StoreResult<TypePage> {
    // One more than asked for tells whether there is a next page.
    let rows = listed(seller_id, after, Some(i64::from(size) + 1)).stream(conn).await?;
    let mut rows: Vec<ListedRow> = rows.try_collect().await?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let next = rows.last().filter(|_| more).map(|ListedRow { listed, title_folded }| TypePosition {
        title_folded: title_folded.clone(),
        product_id: listed.product.product_id,
        row_order: listed.own.row_order,
    });
    Ok(TypePage { types: rows.into_iter().map(|row| row.listed.into()).collect(), next })
}

/// All types of the seller, by their products' titles.
#[tracing::instrument(name = "db.product_type.all", skip_all)]
pub async fn all(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
) -> StoreResult<impl Stream<Item = StoreResult<ProductType>> + Send + use<'_>> {
    let rows = listed(seller_id, None, None).stream(conn).await?;
    Ok(rows.map_ok(|ListedRow { listed, title_folded: _ }| listed.into()).err_into())
}

/// Types behind a position, so many at most, or all when no number is given.
fn listed(seller_id: Uuid, after: Option<TypePosition>, limit: Option<i64>) -> Statement {
    // No type comes before this one.
    let TypePosition { title_folded, product_id, row_order } =
        after.unwrap_or_else(|| TypePosition { title_folded: String::new(), product_id: Uuid::nil(), row_order: 0 });
    // The first comparison alone is one that the index can start from. `LIMIT NULL` is none.
    statement(
        "SELECT p.product_id, p.title AS product_title, p.code AS product_code, p.category, p.title_folded, \
           p.image_urls AS product_image_urls, b.brand_id, b.name AS brand_name, \
           t.type_id, t.code, t.name, t.description, u.unit_id, u.name AS unit_name, u.is_numeric AS unit_numeric, \
           t.pieces_per_unit, t.buy_price_toman, t.sell_price_toman, s.on_hand - s.reserved AS available, t.active, \
           t.row_order, t.image_urls, t.version, s.low_stock \
         FROM product p \
         JOIN product_type t ON t.seller_id = p.seller_id AND t.product_id = p.product_id \
         JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
         JOIN unit u ON u.unit_id = t.unit_id \
         LEFT JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
         WHERE p.seller_id = $1 AND (p.title_folded, p.product_id) >= ($2, $3) \
           AND (p.title_folded, p.product_id, t.row_order) > ($2, $3, $4) \
         ORDER BY p.title_folded, p.product_id, t.row_order LIMIT $5",
    )
    .bind(seller_id)
    .bind(title_folded)
    .bind(product_id)
    .bind(row_order)
    .bind(limit)
}

/// What can still be sold of a type.
#[tracing::instrument(name = "db.stock.available", skip_all)]
pub async fn available(conn: &mut AsyncPgConnection, seller_id: Uuid, type_id: Uuid) -> StoreResult<Option<i64>> {
    let available = stock::table.find((seller_id, type_id)).select(stock::on_hand - stock::reserved);
    Ok(available.first(conn).await.optional()?)
}

/// How much the seller's catalogue holds.
#[tracing::instrument(name = "db.catalogue_counter.get", skip_all)]
pub async fn counts(conn: &AsyncPgConnection, seller_id: Uuid) -> StoreResult<Counts> {
    let mut conn = conn;
    let found: Option<(i64, i64)> = catalogue_counter::table
        .find(seller_id)
        .select((catalogue_counter::products, catalogue_counter::types))
        .memoized()
        .get_result(&mut conn)
        .await
        .optional()?;
    Ok(found.map_or_else(Counts::default, |(products, types)| Counts { products, types }))
}

/// Adds to the counts. The seller's row must be there ([`super::import::lock_seller`]).
#[tracing::instrument(name = "db.catalogue_counter.add", skip_all)]
pub async fn add_counts(conn: &AsyncPgConnection, seller_id: Uuid, more: Counts) -> StoreResult<()> {
    let Counts { products, types } = more;
    statement("UPDATE catalogue_counter SET products = products + $2, types = types + $3 WHERE seller_id = $1")
        .bind(seller_id)
        .bind(products)
        .bind(types)
        .changing(1)
        .run(conn)
        .await?;
    Ok(())
}
