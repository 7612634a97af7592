//! What an import reads under its locks, and what it writes.

mod known;

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, sql_types as sql, upsert::excluded};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::text;
use uuid::Uuid;

pub use self::known::{Purpose, known, names, units, without_lost_pictures};
use super::{StoreResult, literal::literal, schema::catalogue_counter};
use crate::domain::import::{BrandRecord, ProductRecord, TypeRecord};

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
