//! What orders count for, and the units sold that follow from it.

use std::collections::BTreeSet;

use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, sql_types as sql,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    StoreResult,
    literal::literal,
    schema::{order_sale, product},
};
use crate::domain::sale::{Sale, Units};

/// The latest fact about an order. Hold the seller's lock ([`super::import::lock_seller`]) to change what follows from it.
#[tracing::instrument(name = "db.order_sale.find", skip_all, fields(order.id = %order_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid, order_id: Uuid) -> StoreResult<Option<Sale>> {
    let row: Option<(i64, Vec<Uuid>, Vec<i64>)> = order_sale::table
        .find((seller_id, order_id))
        .select((order_sale::revision, order_sale::product_ids, order_sale::units))
        .first(conn)
        .await
        .optional()?;
    Ok(row.map(|(revision, product_ids, units)| Sale { revision, units: product_ids.into_iter().zip(units).collect() }))
}

/// Replaces what is known of an order.
#[tracing::instrument(name = "db.order_sale.put", skip_all, fields(order.id = %order_id))]
pub async fn put(conn: &mut AsyncPgConnection, seller_id: Uuid, order_id: Uuid, sale: &Sale) -> StoreResult<()> {
    let (product_ids, units): (Vec<Uuid>, Vec<i64>) = sale.units.iter().unzip();
    let content = (
        order_sale::revision.eq(sale.revision),
        order_sale::product_ids.eq(product_ids),
        order_sale::units.eq(units),
    );
    diesel::insert_into(order_sale::table)
        .values((order_sale::seller_id.eq(seller_id), order_sale::order_id.eq(order_id), content.clone()))
        .on_conflict((order_sale::seller_id, order_sale::order_id))
        .do_update()
        .set(content)
        .execute(conn)
        .await?;
    Ok(())
}

/// Those of these products that the seller has.
#[tracing::instrument(name = "db.product.known", skip_all)]
pub async fn known_products(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    product_ids: impl IntoIterator<Item = &Uuid>,
) -> StoreResult<BTreeSet<Uuid>> {
    let product_ids: Vec<Uuid> = product_ids.into_iter().copied().collect();
    if product_ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let known: Vec<Uuid> = product::table
        .filter(product::seller_id.eq(seller_id).and(product::product_id.eq_any(product_ids)))
        .select(product::product_id)
        .load(conn)
        .await?;
    Ok(known.into_iter().collect())
}

/// Adds to the units sold of products.
#[tracing::instrument(name = "db.product.add_units_sold", skip_all)]
pub async fn add(conn: &mut AsyncPgConnection, seller_id: Uuid, difference: &Units) -> StoreResult<()> {
    if difference.is_empty() {
        return Ok(());
    }
    let (product_ids, units): (Vec<Uuid>, Vec<i64>) = difference.iter().unzip();
    literal::<()>(
        "UPDATE product p SET units_sold = p.units_sold + d.units \
         FROM unnest(?, ?) AS d (product_id, units) WHERE p.seller_id = ? AND p.product_id = d.product_id",
    )
    .bind::<sql::Array<sql::Uuid>, _>(product_ids)
    .bind::<sql::Array<sql::BigInt>, _>(units)
    .bind::<sql::Uuid, _>(seller_id)
    .execute(conn)
    .await?;
    Ok(())
}
