//! Rebuilding: orders are staged as they arrive, then merged, compared and put in place in one transaction.

mod comparing;

use chrono::{DateTime, Utc};
use diesel::upsert::excluded;
use diesel::{ExpressionMethods as _, Insertable, QueryDsl as _};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use pishkhan_chassis_db::{run_all, statement};
use uuid::Uuid;

pub use comparing::{Comparison, Difference, compare};

use super::contribution::Columns;
use super::schema::rebuild_order;
use super::{Connection, StoreResult};
use crate::domain::Contribution;

/// An order as the stream tells it.
#[derive(Clone, Debug)]
pub struct Staged {
    /// The order.
    pub order_id: Uuid,
    /// Its saved revision.
    pub revision: i64,
    /// What it adds.
    pub contribution: Contribution,
}

#[derive(Insertable)]
#[diesel(table_name = rebuild_order)]
struct NewRow<'a> {
    seller_id: Uuid,
    rebuild_id: Uuid,
    order_id: Uuid,
    staged_at: DateTime<Utc>,
    revision: i64,
    day_bucket: i32,
    customer_id: Uuid,
    activity_area: &'a str,
    type_ids: Vec<Uuid>,
    units: Vec<i64>,
    amounts_toman: Vec<i64>,
    code: Option<&'a str>,
}

/// Keeps orders of the stream until the rebuild ends. Of an order that comes twice the higher revision stays; within
/// one call each order comes once.
#[tracing::instrument(name = "db.rebuild_order.stage", skip_all)]
pub async fn stage(
    conn: &mut Connection,
    seller_id: Uuid,
    rebuild_id: Uuid,
    staged_at: DateTime<Utc>,
    orders: &[Staged],
) -> StoreResult<()> {
    // Of the insert; on tables it would clash with the query dsl.
    use diesel::query_dsl::methods::FilterDsl as _;

    let rows: Vec<NewRow<'_>> = orders
        .iter()
        .map(|Staged { order_id, revision, contribution }| {
            let Contribution { day, customer_id, activity_area, types, code } = contribution;
            let Columns { type_ids, units, amounts_toman } = Columns::of(types);
            NewRow {
                seller_id,
                rebuild_id,
                order_id: *order_id,
                staged_at,
                revision: *revision,
                day_bucket: day.code(),
                customer_id: *customer_id,
                activity_area,
                type_ids,
                units,
                amounts_toman,
                code: code.as_deref(),
            }
        })
        .collect();
    diesel::insert_into(rebuild_order::table)
        .values(&rows)
        .on_conflict((rebuild_order::seller_id, rebuild_order::rebuild_id, rebuild_order::order_id))
        .do_update()
        .set((
            rebuild_order::revision.eq(excluded(rebuild_order::revision)),
            rebuild_order::day_bucket.eq(excluded(rebuild_order::day_bucket)),
            rebuild_order::customer_id.eq(excluded(rebuild_order::customer_id)),
            rebuild_order::activity_area.eq(excluded(rebuild_order::activity_area)),
            rebuild_order::type_ids.eq(excluded(rebuild_order::type_ids)),
            rebuild_order::units.eq(excluded(rebuild_order::units)),
            rebuild_order::amounts_toman.eq(excluded(rebuild_order::amounts_toman)),
            rebuild_order::code.eq(excluded(rebuild_order::code)),
        ))
        .filter(rebuild_order::revision.lt(excluded(rebuild_order::revision)))
        .execute(conn)
        .await?;
    Ok(())
}

/// Forgets the staged orders of a rebuild.
#[tracing::instrument(name = "db.rebuild_order.discard", skip_all)]
pub async fn discard(conn: &mut Connection, seller_id: Uuid, rebuild_id: Uuid) -> StoreResult<()> {
    diesel::delete(
        rebuild_order::table
            .filter(rebuild_order::seller_id.eq(seller_id))
            .filter(rebuild_order::rebuild_id.eq(rebuild_id)),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets what rebuilds that never ended have left.
#[tracing::instrument(name = "db.rebuild_order.discard_stale", skip_all)]
pub async fn discard_stale(conn: &mut Connection, seller_id: Uuid, before: DateTime<Utc>) -> StoreResult<()> {
    diesel::delete(
        rebuild_order::table.filter(rebuild_order::seller_id.eq(seller_id)).filter(rebuild_order::staged_at.lt(before)),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Gives the statements of this transaction the time that a seller's whole history takes.
pub async fn allow_time(conn: &mut Connection) -> StoreResult<()> {
    conn.batch_execute("SET LOCAL statement_timeout = '300s'").await?;
    Ok(())
}

/// Makes the contributions what the staged orders say, except where a later fact is known; and returns how many orders
/// were staged. An order that was not staged counts no more, unless it became known at `since` or later. Each counts
/// where its customer is, if that is known.
///
/// The caller holds the seller's lock.
#[tracing::instrument(name = "db.contribution.merge", skip_all)]
pub async fn merge(
    conn: &mut Connection,
    seller_id: Uuid,
    rebuild_id: Uuid,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> StoreResult<i64> {
    // The same revision, once cancelled, stays cancelled; otherwise the stream has the order's own word.
    statement(
        "INSERT INTO contribution AS known (seller_id, order_id, revision, applied_at, day_bucket, customer_id,
            activity_area, type_ids, units, amounts_toman, code)
        SELECT staged.seller_id, staged.order_id, staged.revision, $3, staged.day_bucket, staged.customer_id,
            coalesce(label.activity_area, staged.activity_area), staged.type_ids, staged.units, staged.amounts_toman,
            staged.code
        FROM rebuild_order AS staged
        LEFT JOIN customer_label AS label
            ON label.seller_id = staged.seller_id AND label.customer_id = staged.customer_id
        WHERE staged.seller_id = $1 AND staged.rebuild_id = $2
        ON CONFLICT (seller_id, order_id) DO UPDATE SET
            revision = excluded.revision, applied_at = excluded.applied_at, day_bucket = excluded.day_bucket,
            customer_id = excluded.customer_id, activity_area = excluded.activity_area, type_ids = excluded.type_ids,
            units = excluded.units, amounts_toman = excluded.amounts_toman,
            code = coalesce(excluded.code, known.code)
        WHERE known.revision < excluded.revision
            OR (known.revision = excluded.revision AND known.day_bucket IS NOT NULL
                AND (known.day_bucket, known.customer_id, known.activity_area, known.type_ids, known.units,
                    known.amounts_toman, known.code)
                IS DISTINCT FROM (excluded.day_bucket, excluded.customer_id, excluded.activity_area, excluded.type_ids,
                    excluded.units, excluded.amounts_toman, coalesce(excluded.code, known.code)))",
    )
    .bind(seller_id)
    .bind(rebuild_id)
    .bind(now)
    .run(conn)
    .await?;
    statement(
        "UPDATE contribution SET applied_at = $4, day_bucket = NULL, customer_id = NULL, activity_area = NULL,
            type_ids = NULL, units = NULL, amounts_toman = NULL, code = NULL
        WHERE seller_id = $1 AND day_bucket IS NOT NULL AND applied_at < $3
            AND NOT EXISTS (
                SELECT FROM rebuild_order AS staged
                WHERE staged.seller_id = $1 AND staged.rebuild_id = $2 AND staged.order_id = contribution.order_id
            )",
    )
    .bind(seller_id)
    .bind(rebuild_id)
    .bind(since)
    .bind(now)
    .run(conn)
    .await?;
    // Of those that were not staged: the rebuild may have learnt where their customers are.
    statement(
        "UPDATE contribution SET activity_area = label.activity_area FROM customer_label AS label
        WHERE contribution.seller_id = $1
            AND label.seller_id = contribution.seller_id AND label.customer_id = contribution.customer_id
            AND contribution.activity_area <> label.activity_area",
    )
    .bind(seller_id)
    .run(conn)
    .await?;
    let staged = rebuild_order::table
        .filter(rebuild_order::seller_id.eq(seller_id))
        .filter(rebuild_order::rebuild_id.eq(rebuild_id))
        .count()
        .get_result(conn)
        .await?;
    Ok(staged)
}

// === putting in place ===

/// What replaces the figures of a seller, statement by statement.
const REPLACE: [&str; 9] = [
    // The row of all time is the lock: it stays.
    "UPDATE seller_sales SET orders = 0, units = 0, amount_toman = 0 WHERE seller_id = $1 AND bucket = 0",
    "DELETE FROM seller_sales WHERE seller_id = $1 AND bucket <> 0",
    "INSERT INTO seller_sales (seller_id, bucket, orders, units, amount_toman)
        SELECT seller_id, bucket, orders, units, amount_toman FROM rebuilt_seller_sales WHERE seller_id = $1
        ON CONFLICT (seller_id, bucket) DO UPDATE SET
            orders = excluded.orders, units = excluded.units, amount_toman = excluded.amount_toman",
    "DELETE FROM product_sales WHERE seller_id = $1",
    "INSERT INTO product_sales (seller_id, bucket, type_id, orders, units, amount_toman)
        SELECT seller_id, bucket, type_id, orders, units, amount_toman
        FROM rebuilt_product_sales WHERE seller_id = $1",
    "DELETE FROM region_sales WHERE seller_id = $1",
    "INSERT INTO region_sales (seller_id, bucket, activity_area, orders, units, amount_toman)
        SELECT seller_id, bucket, activity_area, orders, units, amount_toman
        FROM rebuilt_region_sales WHERE seller_id = $1",
    "DELETE FROM customer_sales WHERE seller_id = $1",
    "INSERT INTO customer_sales (seller_id, bucket, customer_id, orders, units, amount_toman)
        SELECT seller_id, bucket, customer_id, orders, units, amount_toman
        FROM rebuilt_customer_sales WHERE seller_id = $1",
];

/// Puts what the contributions add up to in the place of what was kept. The caller holds the seller's lock.
#[tracing::instrument(name = "db.sales.replace", skip_all)]
pub async fn replace(conn: &Connection, seller_id: Uuid) -> StoreResult<()> {
    Ok(run_all(conn, REPLACE.map(|sql| statement(sql).bind(seller_id)).into()).await?)
}
