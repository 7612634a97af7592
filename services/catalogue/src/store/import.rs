//! What an import reads under its locks, and what it writes.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, Queryable, sql_types as sql, upsert::excluded,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::text;
use uuid::Uuid;

use super::{
    StoreResult, images,
    literal::literal,
    schema::{brand, catalogue_counter, unit},
    stock::level,
};
use crate::domain::{
    import::{BrandRecord, Known, KnownType, ProductRecord, Row, TypeRecord, Units, preview::Names},
    picture::ImageId,
};

/// The units by the folded form of their names.
#[tracing::instrument(name = "db.unit.all", skip_all)]
pub async fn units(conn: &mut AsyncPgConnection) -> StoreResult<Units> {
    let rows: Vec<(String, Uuid)> = unit::table.select((unit::name_folded, unit::unit_id)).load(conn).await?;
    Ok(rows.into_iter().collect())
}

/// The names of all units, and of the seller's brands.
#[tracing::instrument(name = "db.brand.names", skip_all)]
pub async fn names(conn: &mut AsyncPgConnection, seller_id: Uuid) -> StoreResult<Names> {
    let units: Vec<(Uuid, String)> = unit::table.select((unit::unit_id, unit::name)).load(conn).await?;
    let brands: Vec<(Uuid, String)> =
        brand::table.filter(brand::seller_id.eq(seller_id)).select((brand::brand_id, brand::name)).load(conn).await?;
    Ok(Names { units: units.into_iter().collect(), brands: brands.into_iter().collect() })
}

/// Lets the seller's imports take turns: locks its row, which is made if need be, until the transaction ends.
#[tracing::instrument(name = "db.catalogue_counter.lock", skip_all)]
pub async fn lock_seller(conn: &mut AsyncPgConnection, seller_id: Uuid) -> StoreResult<()> {
    diesel::insert_into(catalogue_counter::table)
        .values((
            catalogue_counter::seller_id.eq(seller_id),
            catalogue_counter::products.eq(0_i64),
            catalogue_counter::types.eq(0_i64),
        ))
        .on_conflict(catalogue_counter::seller_id)
        .do_update()
        // Changes nothing; it locks the row.
        .set(catalogue_counter::seller_id.eq(excluded(catalogue_counter::seller_id)))
        .execute(conn)
        .await?;
    Ok(())
}

#[derive(Queryable)]
struct ProductRow {
    product_id: Uuid,
    code: String,
    title: String,
    brand_id: Option<Uuid>,
    category: String,
    image_url: Option<String>,
    last_row_order: i32,
}

#[derive(Queryable)]
struct TypeRow {
    type_id: Uuid,
    product_id: Uuid,
    code: String,
    name: String,
    description: String,
    unit_id: Uuid,
    pieces_per_unit: i32,
    buy_price_toman: i64,
    sell_price_toman: i64,
    image_url: Option<String>,
    row_order: i32,
    active: bool,
    on_hand: i64,
    reserved: i64,
    version: i64,
}

type ProductSql =
    (sql::Uuid, sql::Text, sql::Text, sql::Nullable<sql::Uuid>, sql::Text, sql::Nullable<sql::Text>, sql::Integer);

type KnownTypeSql = (
    sql::Uuid,
    sql::Uuid,
    sql::Text,
    sql::Text,
    sql::Text,
    sql::Uuid,
    sql::Integer,
    sql::BigInt,
    sql::BigInt,
    sql::Nullable<sql::Text>,
    sql::Integer,
    sql::Bool,
    sql::BigInt,
    sql::BigInt,
    sql::BigInt,
);

/// What an import may do with what it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Only look at it.
    Look,
    /// Change it: products, types and stock are locked until the transaction ends, each in the order of their ids.
    Change,
}

macro_rules! products_of {
    ($lock:literal) => {
        concat!(
            "SELECT p.product_id, p.code, p.title, p.brand_id, p.category, p.image_urls[1], \
               (SELECT coalesce(max(t.row_order), 0) FROM product_type t \
                WHERE t.seller_id = p.seller_id AND t.product_id = p.product_id) \
             FROM product p WHERE p.seller_id = ? AND p.code = ANY(?)",
            $lock
        )
    };
}

macro_rules! types_of {
    ($lock:literal) => {
        concat!(
            "SELECT t.type_id, t.product_id, t.code, t.name, t.description, t.unit_id, t.pieces_per_unit, \
               t.buy_price_toman, t.sell_price_toman, t.image_urls[1], t.row_order, t.active, s.on_hand, s.reserved, \
               s.version \
             FROM product_type t JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
             WHERE t.seller_id = ? AND t.code = ANY(?)",
            $lock
        )
    };
}

/// Rows as they are to be understood, when pictures of ours that they name are gone: an older file says nothing then of
/// the picture, and does not bring back an address that shows nothing. To change something by them, call it before
/// anything else is locked.
pub async fn without_lost_pictures(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    rows: &mut [Row],
    purpose: Purpose,
) -> StoreResult<()> {
    let named: HashSet<ImageId> =
        rows.iter().filter_map(|row| ImageId::of_address(row.image_url.as_deref()?)).collect();
    let named: Vec<&str> = named.iter().map(ImageId::as_str).collect();
    let kept = images::kept(conn, seller_id, &named, purpose == Purpose::Change).await?;
    for row in rows {
        let uploaded = row.image_url.as_deref().and_then(ImageId::of_address);
        if uploaded.is_some_and(|image_id| !kept.contains(image_id.as_str())) {
            row.image_url = None;
        }
    }
    Ok(())
}

/// What is stored of that which the rows name.
#[tracing::instrument(name = "db.product_type.known", skip_all)]
pub async fn known(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    rows: &[Row],
    purpose: Purpose,
) -> StoreResult<Known> {
    let names: Vec<String> = rows.iter().filter_map(|row| row.brand.as_deref()).map(text::fold).collect();
    let brands: Vec<(String, Uuid)> = brand::table
        .filter(brand::seller_id.eq(seller_id).and(brand::name_folded.eq_any(names)))
        .select((brand::name_folded, brand::brand_id))
        .load(conn)
        .await?;
    let products: Vec<ProductRow> = literal::<ProductSql>(match purpose {
        Purpose::Look => products_of!(""),
        Purpose::Change => products_of!(" ORDER BY p.product_id FOR NO KEY UPDATE OF p"),
    })
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Array<sql::Text>, _>(rows.iter().map(|row| row.product_code.as_str()).collect::<Vec<_>>())
    .load(conn)
    .await?;
    let types: Vec<TypeRow> = literal::<KnownTypeSql>(match purpose {
        Purpose::Look => types_of!(""),
        // The stock first, as whoever edits a type does.
        Purpose::Change => types_of!(" ORDER BY s.type_id FOR UPDATE OF s FOR NO KEY UPDATE OF t"),
    })
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Array<sql::Text>, _>(rows.iter().map(|row| row.type_code.as_str()).collect::<Vec<_>>())
    .load(conn)
    .await?;
    let product = |row: ProductRow| {
        let ProductRow { product_id, code, title, brand_id, category, image_url, last_row_order } = row;
        (code.clone(), ProductRecord { product_id, code, title, brand_id, category, image_url, last_row_order })
    };
    let types = types.into_iter().map(known_type).collect::<StoreResult<HashMap<_, _>>>()?;
    Ok(Known { brands: brands.into_iter().collect(), products: products.into_iter().map(product).collect(), types })
}

fn known_type(row: TypeRow) -> StoreResult<(String, KnownType)> {
    let TypeRow {
        type_id,
        product_id,
        code,
        name,
        description,
        unit_id,
        pieces_per_unit,
        buy_price_toman,
        sell_price_toman,
        image_url,
        row_order,
        active,
        on_hand,
        reserved,
        version,
    } = row;
    let level = level(type_id, on_hand, reserved)?;
    let record = TypeRecord {
        type_id,
        product_id,
        code: code.clone(),
        name,
        description,
        unit_id,
        pieces_per_unit,
        buy_price_toman,
        sell_price_toman,
        image_url,
        row_order,
        active,
    };
    Ok((code, KnownType { record, level, version }))
}

/// Makes brands.
#[tracing::instrument(name = "db.brand.insert", skip_all)]
pub async fn insert_brands(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    brands: &[BrandRecord],
    now: DateTime<Utc>,
) -> StoreResult<()> {
    if brands.is_empty() {
        return Ok(());
    }
    literal::<()>(
        "INSERT INTO brand (seller_id, brand_id, name, name_folded, created_at) \
         SELECT ?, b.brand_id, b.name, b.name_folded, ? FROM unnest(?, ?, ?) AS b (brand_id, name, name_folded)",
    )
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Timestamptz, _>(now)
    .bind::<sql::Array<sql::Uuid>, _>(brands.iter().map(|brand| brand.brand_id).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(brands.iter().map(|brand| brand.name.as_str()).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(brands.iter().map(|brand| brand.name_folded.as_str()).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes or changes products.
#[tracing::instrument(name = "db.product.upsert", skip_all)]
pub async fn upsert_products(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    products: &[ProductRecord],
    now: DateTime<Utc>,
) -> StoreResult<()> {
    if products.is_empty() {
        return Ok(());
    }
    literal::<()>(
        "INSERT INTO product (seller_id, product_id, code, title, title_folded, brand_id, category, image_urls, created_at) \
         SELECT ?, p.product_id, p.code, p.title, p.title_folded, p.brand_id, p.category, \
           CASE WHEN p.image_url IS NULL THEN '{}' ELSE ARRAY[p.image_url] END, ? \
         FROM unnest(?, ?, ?, ?, ?, ?, ?) AS p (product_id, code, title, title_folded, brand_id, category, image_url) \
         ON CONFLICT (seller_id, product_id) DO UPDATE SET title = excluded.title, title_folded = excluded.title_folded, \
           brand_id = excluded.brand_id, category = excluded.category, \
           image_urls = CASE WHEN product.image_urls[1] = excluded.image_urls[1] THEN product.image_urls \
             ELSE excluded.image_urls END",
    )
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Timestamptz, _>(now)
    .bind::<sql::Array<sql::Uuid>, _>(products.iter().map(|product| product.product_id).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(products.iter().map(|product| product.code.as_str()).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(products.iter().map(|product| product.title.as_str()).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(products.iter().map(|product| text::fold(&product.title)).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Nullable<sql::Uuid>>, _>(products.iter().map(|product| product.brand_id).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(products.iter().map(|product| product.category.as_str()).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Nullable<sql::Text>>, _>(
        products.iter().map(|product| product.image_url.as_deref()).collect::<Vec<_>>(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes or changes types.
#[tracing::instrument(name = "db.product_type.upsert", skip_all)]
pub async fn upsert_types(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    types: &[TypeRecord],
    now: DateTime<Utc>,
) -> StoreResult<()> {
    if types.is_empty() {
        return Ok(());
    }
    literal::<()>(
        "INSERT INTO product_type (seller_id, type_id, product_id, code, name, description, unit_id, pieces_per_unit, \
           buy_price_toman, sell_price_toman, image_urls, active, row_order, created_at) \
         SELECT ?, t.type_id, t.product_id, t.code, t.name, t.description, t.unit_id, t.pieces_per_unit, \
           t.buy_price_toman, t.sell_price_toman, \
           CASE WHEN t.image_url IS NULL THEN '{}' ELSE ARRAY[t.image_url] END, t.active, t.row_order, ? \
         FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS t (type_id, product_id, code, name, description, unit_id, \
           pieces_per_unit, buy_price_toman, sell_price_toman, image_url, row_order, active) \
         ON CONFLICT (seller_id, type_id) DO UPDATE SET name = excluded.name, description = excluded.description, \
           unit_id = excluded.unit_id, pieces_per_unit = excluded.pieces_per_unit, \
           buy_price_toman = excluded.buy_price_toman, sell_price_toman = excluded.sell_price_toman, \
           image_urls = CASE WHEN product_type.image_urls[1] = excluded.image_urls[1] THEN product_type.image_urls \
             ELSE excluded.image_urls END, \
           active = excluded.active, version = product_type.version + 1",
    )
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Timestamptz, _>(now)
    .bind::<sql::Array<sql::Uuid>, _>(types.iter().map(|record| record.type_id).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Uuid>, _>(types.iter().map(|record| record.product_id).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(types.iter().map(|record| record.code.as_str()).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(types.iter().map(|record| record.name.as_str()).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Text>, _>(types.iter().map(|record| record.description.as_str()).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Uuid>, _>(types.iter().map(|record| record.unit_id).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Integer>, _>(types.iter().map(|record| record.pieces_per_unit).collect::<Vec<_>>())
    .bind::<sql::Array<sql::BigInt>, _>(types.iter().map(|record| record.buy_price_toman).collect::<Vec<_>>())
    .bind::<sql::Array<sql::BigInt>, _>(types.iter().map(|record| record.sell_price_toman).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Nullable<sql::Text>>, _>(
        types.iter().map(|record| record.image_url.as_deref()).collect::<Vec<_>>(),
    )
    .bind::<sql::Array<sql::Integer>, _>(types.iter().map(|record| record.row_order).collect::<Vec<_>>())
    .bind::<sql::Array<sql::Bool>, _>(types.iter().map(|record| record.active).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes empty stock rows.
#[tracing::instrument(name = "db.stock.insert", skip_all)]
pub async fn insert_stock(conn: &mut AsyncPgConnection, seller_id: Uuid, type_ids: &[Uuid]) -> StoreResult<()> {
    if type_ids.is_empty() {
        return Ok(());
    }
    literal::<()>(
        "INSERT INTO stock (seller_id, type_id, on_hand, reserved, version) SELECT ?, n.type_id, 0, 0, 0 \
         FROM unnest(?) AS n (type_id)",
    )
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Array<sql::Uuid>, _>(type_ids)
    .execute(conn)
    .await?;
    Ok(())
}
