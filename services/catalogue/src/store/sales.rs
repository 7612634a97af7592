//! What orders count for, and the units sold that follow from it.

use std::collections::BTreeSet;

use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::{
    StoreResult,
    schema::{order_sale, product},
};
use crate::domain::sale::{Sale, Units};

/// The latest fact about an order. Hold the seller's lock ([`super::import::lock_seller`]) to change what follows from it.
#[tracing::instrument(name = "db.order_sale.find", skip_all, fields(order.id = %order_id))]
pub async fn find(conn: &AsyncPgConnection, seller_id: Uuid, order_id: Uuid) -> StoreResult<Option<Sale>> {
    let mut conn = conn;
    let row: Option<(i64, Vec<Uuid>, Vec<i64>)> = order_sale::table
        .find((seller_id, order_id))
        .select((order_sale::revision, order_sale::product_ids, order_sale::units))
        .first(&mut conn)
        .await
        .optional()?;
    Ok(row.map(|(revision, product_ids, units)| Sale { revision, units: product_ids.into_iter().zip(units).collect() }))
}

/// Replaces what is known of an order.
#[tracing::instrument(name = "db.order_sale.put", skip_all, fields(order.id = %order_id))]
pub async fn put(conn: &AsyncPgConnection, seller_id: Uuid, order_id: Uuid, sale: &Sale) -> StoreResult<()> {
    let (product_ids, units): (Vec<Uuid>, Vec<i64>) = sale.units.iter().unzip();
    statement(
        "INSERT INTO order_sale (seller_id, order_id, revision, product_ids, units) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (seller_id, order_id) DO UPDATE \
           SET revision = excluded.revision, product_ids = excluded.product_ids, units = excluded.units",
    )
    .bind(seller_id)
    .bind(order_id)
    .bind(sale.revision)
    .bind(product_ids)
    .bind(units)
    .run(conn)
    .await?;
    Ok(())
}

/// Those of these products that the seller has.
#[tracing::instrument(name = "db.product.known", skip_all)]
pub async fn known_products(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    product_ids: impl IntoIterator<Item = &Uuid>,
) -> StoreResult<BTreeSet<Uuid>> {
    let product_ids: Vec<Uuid> = product_ids.into_iter().copied().collect();
    if product_ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut conn = conn;
    let known: Vec<Uuid> = product::table
        .filter(product::seller_id.eq(seller_id).and(product::product_id.eq_any(product_ids)))
        .select(product::product_id)
        .load(&mut conn)
        .await?;
    Ok(known.into_iter().collect())
}

/// Adds to the units sold of products.
#[tracing::instrument(name = "db.product.add_units_sold", skip_all)]
pub async fn add(conn: &AsyncPgConnection, seller_id: Uuid, difference: &Units) -> StoreResult<()> {
    if difference.is_empty() {
        return Ok(());
    }
    let (product_ids, units): (Vec<Uuid>, Vec<i64>) = difference.iter().unzip();
    statement(
        "UPDATE product p SET units_sold = p.units_sold + d.units \
         FROM unnest($2::uuid[], $3::bigint[]) AS d (product_id, units) \
         WHERE p.seller_id = $1 AND p.product_id = d.product_id",
    )
    .bind(seller_id)
    .bind(product_ids)
    .bind(units)
    .run(conn)
    .await?;
    Ok(())
}

/// Lets the rest of the transaction take longer than a request may: it reads all orders of a seller.
#[tracing::instrument(name = "db.order_sale.allow_time", skip_all)]
pub async fn allow_time(conn: &mut AsyncPgConnection) -> StoreResult<()> {
    conn.batch_execute("SET LOCAL statement_timeout = '60s'").await?;
    Ok(())
}

/// Makes orders count for what they hold, where a later revision was reserved than was told of; tells how many.
///
/// What an order holds is what its last registered revision has, product by product.
#[tracing::instrument(name = "db.order_sale.from_reservations", skip_all)]
pub async fn from_reservations(conn: &AsyncPgConnection, seller_id: Uuid) -> StoreResult<usize> {
    let changed = statement(
        "INSERT INTO order_sale AS k (seller_id, order_id, revision, product_ids, units) \
         SELECT o.seller_id, o.order_id, o.applied_revision, \
           coalesce(array_agg(s.product_id ORDER BY s.product_id) FILTER (WHERE s.product_id IS NOT NULL), '{}'), \
           coalesce(array_agg(s.units ORDER BY s.product_id) FILTER (WHERE s.product_id IS NOT NULL), '{}') \
         FROM order_reservation o \
         LEFT JOIN ( \
           SELECT r.order_id, t.product_id, sum(r.quantity)::bigint AS units FROM reservation r \
           JOIN product_type t ON t.seller_id = r.seller_id AND t.type_id = r.type_id \
           WHERE r.seller_id = $1 GROUP BY r.order_id, t.product_id \
         ) s ON s.order_id = o.order_id \
         WHERE o.seller_id = $1 AND o.applied_revision IS NOT NULL \
         GROUP BY o.seller_id, o.order_id, o.applied_revision \
         ON CONFLICT (seller_id, order_id) DO UPDATE \
           SET revision = excluded.revision, product_ids = excluded.product_ids, units = excluded.units \
           WHERE k.revision < excluded.revision",
    )
    .bind(seller_id)
    .run(conn)
    .await?;
    Ok(changed)
}

/// Makes the units sold of all products what the orders count for; tells of how many products they were something else.
#[tracing::instrument(name = "db.product.recount_units_sold", skip_all)]
pub async fn recount(conn: &AsyncPgConnection, seller_id: Uuid) -> StoreResult<usize> {
    let changed = statement(
        "WITH counted AS ( \
           SELECT l.product_id, sum(l.units)::bigint AS units \
           FROM order_sale k, unnest(k.product_ids, k.units) AS l (product_id, units) \
           WHERE k.seller_id = $1 GROUP BY l.product_id \
         ) \
         UPDATE product p SET units_sold = coalesce(c.units, 0) \
         FROM product q LEFT JOIN counted c ON c.product_id = q.product_id \
         WHERE q.seller_id = $1 AND p.seller_id = q.seller_id AND p.product_id = q.product_id \
           AND p.units_sold <> coalesce(c.units, 0)",
    )
    .bind(seller_id)
    .run(conn)
    .await?;
    Ok(changed)
}
