//! What an import reads under its locks, and what it writes.

mod known;

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use pishkhan_chassis::text;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

pub use self::known::{Purpose, brand_names, known, unit_names, units, without_lost_pictures, without_pictures_but};
use super::StoreResult;
use crate::domain::import::{BrandRecord, ProductRecord, TypeRecord};

/// Lets the seller's imports take turns: locks its row, which is made if need be, until the transaction ends.
#[tracing::instrument(name = "db.catalogue_counter.lock", skip_all)]
pub async fn lock_seller(conn: &AsyncPgConnection, seller_id: Uuid) -> StoreResult<()> {
    // The update changes nothing; it locks the row.
    statement(
        "INSERT INTO catalogue_counter (seller_id, products, types) VALUES ($1, 0, 0) \
         ON CONFLICT (seller_id) DO UPDATE SET seller_id = excluded.seller_id",
    )
    .bind(seller_id)
    .run(conn)
    .await?;
    Ok(())
}

/// Makes brands.
#[tracing::instrument(name = "db.brand.insert", skip_all)]
pub async fn insert_brands(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    brands: &[BrandRecord],
    now: DateTime<Utc>,
) -> StoreResult<()> {
    if brands.is_empty() {
        return Ok(());
    }
    statement(
        "INSERT INTO brand (seller_id, brand_id, name, name_folded, created_at) \
         SELECT $1, b.brand_id, b.name, b.name_folded, $2 FROM \
           unnest($3::uuid[], $4::text[], $5::text[]) AS b (brand_id, name, name_folded)",
    )
    .bind(seller_id)
    .bind(now)
    .bind(brands.iter().map(|brand| brand.brand_id).collect::<Vec<_>>())
    .bind(brands.iter().map(|brand| brand.name.clone()).collect::<Vec<_>>())
    .bind(brands.iter().map(|brand| brand.name_folded.clone()).collect::<Vec<_>>())
    .run(conn)
    .await?;
    Ok(())
}

/// Makes or changes products.
#[tracing::instrument(name = "db.product.upsert", skip_all)]
pub async fn upsert_products(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    products: &[ProductRecord],
    now: DateTime<Utc>,
) -> StoreResult<()> {
    if products.is_empty() {
        return Ok(());
    }
    statement(
        "INSERT INTO product (seller_id, product_id, code, title, title_folded, brand_id, category, image_urls, \
           created_at) \
         SELECT $1, p.product_id, p.code, p.title, p.title_folded, p.brand_id, p.category, \
           CASE WHEN p.image_url IS NULL THEN '{}' ELSE ARRAY[p.image_url] END, $2 \
         FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::text[]) \
           AS p (product_id, code, title, title_folded, brand_id, category, image_url) \
         ON CONFLICT (seller_id, product_id) DO UPDATE SET title = excluded.title, \
           title_folded = excluded.title_folded, brand_id = excluded.brand_id, category = excluded.category, \
           image_urls = CASE WHEN product.image_urls[1] = excluded.image_urls[1] THEN product.image_urls \
             ELSE excluded.image_urls END",
    )
    .bind(seller_id)
    .bind(now)
    .bind(products.iter().map(|product| product.product_id).collect::<Vec<_>>())
    .bind(products.iter().map(|product| product.code.clone()).collect::<Vec<_>>())
    .bind(products.iter().map(|product| product.title.clone()).collect::<Vec<_>>())
    .bind(products.iter().map(|product| text::fold(&product.title)).collect::<Vec<_>>())
    .bind(products.iter().map(|product| product.brand_id).collect::<Vec<_>>())
    .bind(products.iter().map(|product| product.category.clone()).collect::<Vec<_>>())
    .bind(products.iter().map(|product| product.image_url.clone()).collect::<Vec<_>>())
    .run(conn)
    .await?;
    Ok(())
}

/// Makes or changes types.
#[tracing::instrument(name = "db.product_type.upsert", skip_all)]
pub async fn upsert_types(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    types: &[TypeRecord],
    now: DateTime<Utc>,
) -> StoreResult<()> {
    if types.is_empty() {
        return Ok(());
    }
    statement(
        "INSERT INTO product_type (seller_id, type_id, product_id, code, name, description, unit_id, pieces_per_unit, \
           buy_price_toman, sell_price_toman, image_urls, active, row_order, created_at) \
         SELECT $1, t.type_id, t.product_id, t.code, t.name, t.description, t.unit_id, t.pieces_per_unit, \
           t.buy_price_toman, t.sell_price_toman, \
           CASE WHEN t.image_url IS NULL THEN '{}' ELSE ARRAY[t.image_url] END, t.active, t.row_order, $2 \
         FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::integer[], \
             $10::bigint[], $11::bigint[], $12::text[], $13::integer[], $14::boolean[]) \
           AS t (type_id, product_id, code, name, description, unit_id, pieces_per_unit, buy_price_toman, \
             sell_price_toman, image_url, row_order, active) \
         ON CONFLICT (seller_id, type_id) DO UPDATE SET name = excluded.name, description = excluded.description, \
           unit_id = excluded.unit_id, pieces_per_unit = excluded.pieces_per_unit, \
           buy_price_toman = excluded.buy_price_toman, sell_price_toman = excluded.sell_price_toman, \
           image_urls = CASE WHEN product_type.image_urls[1] = excluded.image_urls[1] THEN product_type.image_urls \
             ELSE excluded.image_urls END, \
           active = excluded.active, version = product_type.version + 1",
    )
    .bind(seller_id)
    .bind(now)
    .bind(types.iter().map(|record| record.type_id).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.product_id).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.code.clone()).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.name.clone()).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.description.clone()).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.unit_id).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.pieces_per_unit).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.buy_price_toman).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.sell_price_toman).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.image_url.clone()).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.row_order).collect::<Vec<_>>())
    .bind(types.iter().map(|record| record.active).collect::<Vec<_>>())
    .run(conn)
    .await?;
    Ok(())
}

/// Makes empty stock rows.
#[tracing::instrument(name = "db.stock.insert", skip_all)]
pub async fn insert_stock(conn: &AsyncPgConnection, seller_id: Uuid, type_ids: &[Uuid]) -> StoreResult<()> {
    if type_ids.is_empty() {
        return Ok(());
    }
    statement(
        "INSERT INTO stock (seller_id, type_id, on_hand, reserved, version) SELECT $1, n.type_id, 0, 0, 0 \
         FROM unnest($2::uuid[]) AS n (type_id)",
    )
    .bind(seller_id)
    .bind(type_ids.to_vec())
    .run(conn)
    .await?;
    Ok(())
}
