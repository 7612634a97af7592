//! The figures: added to with every fact, summed over a few buckets when read.

use std::collections::BTreeMap;

use diesel::sql_types::{Array, BigInt, Integer, Text, Uuid as SqlUuid};
use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, sql_query};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{customer_sales, product_sales, region_sales, seller_sales};
use super::{Connection, StoreResult, corrupt};
use crate::domain::{Bucket, Changes, Figures};

diesel::define_sql_function! {
    /// The sum as `bigint`; PostgreSQL's own `sum` gives `numeric`.
    #[aggregate]
    fn total(value: BigInt) -> BigInt;
}

/// Where a page of a report begins: behind this amount and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After<K> {
    /// The last row's amount.
    pub amount_toman: i64,
    /// The last row's key.
    pub key: K,
}

impl<K> After<K> {
    /// Before all rows: no sum of ours reaches the largest number, and the smallest key is behind none.
    pub const fn start(smallest: K) -> Self {
        Self { amount_toman: i64::MAX, key: smallest }
    }
}

/// A row of a report: its key and figures.
pub type Row<K> = (K, Figures);

/// Makes the rest of the transaction the only one that changes this seller's figures.
#[tracing::instrument(name = "db.seller_sales.lock", skip_all)]
pub async fn lock(conn: &mut Connection, seller_id: Uuid) -> StoreResult<()> {
    diesel::insert_into(seller_sales::table)
        .values((
            seller_sales::seller_id.eq(seller_id),
            seller_sales::bucket.eq(Bucket::ALL.code()),
            seller_sales::orders.eq(0),
            seller_sales::units.eq(0),
            seller_sales::amount_toman.eq(0),
        ))
        .on_conflict((seller_sales::seller_id, seller_sales::bucket))
        .do_update()
        .set(seller_sales::orders.eq(seller_sales::orders))
        .execute(conn)
        .await?;
    Ok(())
}

// === adding changes ===
//
// A row is updated where it is and inserted where it is not; under the seller's lock nobody else inserts it meanwhile.
// One upsert would not do: PostgreSQL checks `orders >= 0` on the row it would insert, and a change may be negative.

macro_rules! add_sql {
    ($table:literal, $key:literal, $key_type:literal) => {
        concat!(
            "WITH change AS (
                SELECT * FROM unnest($2::int[], $3::",
            $key_type,
            "[], $4::bigint[], $5::bigint[], $6::bigint[]) AS change (bucket, key, orders, units, amount_toman)
            ), known AS (
                UPDATE ",
            $table,
            " AS sales SET orders = sales.orders + change.orders, units = sales.units + change.units,
                    amount_toman = sales.amount_toman + change.amount_toman
                FROM change
                WHERE sales.seller_id = $1 AND sales.bucket = change.bucket AND sales.",
            $key,
            " = change.key
                RETURNING change.bucket, change.key
            )
            INSERT INTO ",
            $table,
            " (seller_id, bucket, ",
            $key,
            ", orders, units, amount_toman)
            SELECT $1, change.bucket, change.key, change.orders, change.units, change.amount_toman FROM change
            WHERE NOT EXISTS (SELECT FROM known WHERE known.bucket = change.bucket AND known.key = change.key)"
        )
    };
}

const ADD_TO_SELLER: &str = "WITH change AS (
        SELECT * FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[])
            AS change (bucket, orders, units, amount_toman)
    ), known AS (
        UPDATE seller_sales AS sales SET orders = sales.orders + change.orders, units = sales.units + change.units,
            amount_toman = sales.amount_toman + change.amount_toman
        FROM change WHERE sales.seller_id = $1 AND sales.bucket = change.bucket
        RETURNING change.bucket
    )
    INSERT INTO seller_sales (seller_id, bucket, orders, units, amount_toman)
    SELECT $1, change.bucket, change.orders, change.units, change.amount_toman FROM change
    WHERE NOT EXISTS (SELECT FROM known WHERE known.bucket = change.bucket)";
const ADD_TO_PRODUCTS: &str = add_sql!("product_sales", "type_id", "uuid");
const ADD_TO_REGIONS: &str = add_sql!("region_sales", "activity_area", "text");
const ADD_TO_CUSTOMERS: &str = add_sql!("customer_sales", "customer_id", "uuid");

/// Figures, a column each.
#[derive(Default)]
struct Columns {
    buckets: Vec<i32>,
    orders: Vec<i64>,
    units: Vec<i64>,
    amounts_toman: Vec<i64>,
}

impl Columns {
    fn of<'a>(changes: impl Iterator<Item = (Bucket, &'a Figures)>) -> Self {
        let mut columns = Self::default();
        for (bucket, &Figures { orders, units, amount_toman }) in changes {
            columns.buckets.push(bucket.code());
            columns.orders.push(orders);
            columns.units.push(units);
            columns.amounts_toman.push(amount_toman);
        }
        columns
    }
}

/// Adds changes to the figures. The caller holds the seller's [`lock`].
#[tracing::instrument(name = "db.sales.add", skip_all)]
pub async fn add(conn: &mut Connection, seller_id: Uuid, changes: &Changes) -> StoreResult<()> {
    let Changes { seller, products, regions, customers } = changes;
    add_to_seller(conn, seller_id, seller).await?;
    add_by_id(conn, seller_id, ADD_TO_PRODUCTS, products).await?;
    add_by_id(conn, seller_id, ADD_TO_CUSTOMERS, customers).await?;
    add_by_area(conn, seller_id, regions).await
}

async fn add_to_seller(conn: &mut Connection, seller_id: Uuid, changes: &BTreeMap<Bucket, Figures>) -> StoreResult<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let Columns { buckets, orders, units, amounts_toman } =
        Columns::of(changes.iter().map(|(&bucket, figures)| (bucket, figures)));
    sql_query(ADD_TO_SELLER)
        .bind::<SqlUuid, _>(seller_id)
        .bind::<Array<Integer>, _>(buckets)
        .bind::<Array<BigInt>, _>(orders)
        .bind::<Array<BigInt>, _>(units)
        .bind::<Array<BigInt>, _>(amounts_toman)
        .execute(conn)
        .await?;
    Ok(())
}

async fn add_by_id(
    conn: &mut Connection,
    seller_id: Uuid,
    sql: &'static str,
    changes: &BTreeMap<(Bucket, Uuid), Figures>,
) -> StoreResult<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let Columns { buckets, orders, units, amounts_toman } =
        Columns::of(changes.iter().map(|(&(bucket, _), figures)| (bucket, figures)));
    sql_query(sql)
        .bind::<SqlUuid, _>(seller_id)
        .bind::<Array<Integer>, _>(buckets)
        .bind::<Array<SqlUuid>, _>(changes.keys().map(|&(_, id)| id).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(orders)
        .bind::<Array<BigInt>, _>(units)
        .bind::<Array<BigInt>, _>(amounts_toman)
        .execute(conn)
        .await?;
    Ok(())
}

async fn add_by_area(
    conn: &mut Connection,
    seller_id: Uuid,
    changes: &BTreeMap<(Bucket, String), Figures>,
) -> StoreResult<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let Columns { buckets, orders, units, amounts_toman } =
        Columns::of(changes.iter().map(|(&(bucket, _), figures)| (bucket, figures)));
    sql_query(ADD_TO_REGIONS)
        .bind::<SqlUuid, _>(seller_id)
        .bind::<Array<Integer>, _>(buckets)
        .bind::<Array<Text>, _>(changes.keys().map(|(_, area)| area.as_str()).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(orders)
        .bind::<Array<BigInt>, _>(units)
        .bind::<Array<BigInt>, _>(amounts_toman)
        .execute(conn)
        .await?;
    Ok(())
}

// === reading ===

/// The sums of a seller over some buckets.
#[tracing::instrument(name = "db.seller_sales.total", skip_all)]
pub async fn totals(conn: &mut Connection, seller_id: Uuid, buckets: &[Bucket]) -> StoreResult<Figures> {
    let (orders, units, amount_toman) = seller_sales::table
        .filter(seller_sales::seller_id.eq(seller_id))
        .filter(seller_sales::bucket.eq_any(codes(buckets)))
        .select((total(seller_sales::orders), total(seller_sales::units), total(seller_sales::amount_toman)))
        .first(conn)
        .await?;
    Ok(Figures { orders, units, amount_toman })
}

/// Days with sales between two days' buckets, in order.
#[tracing::instrument(name = "db.seller_sales.by_day", skip_all)]
pub async fn by_day(
    conn: &mut Connection,
    seller_id: Uuid,
    first: Bucket,
    last: Bucket,
) -> StoreResult<Vec<Row<Bucket>>> {
    let rows: Vec<(i32, i64, i64, i64)> = seller_sales::table
        .filter(seller_sales::seller_id.eq(seller_id))
        .filter(seller_sales::bucket.between(first.code(), last.code()))
        .filter(seller_sales::orders.gt(0))
        .order(seller_sales::bucket.asc())
        .select((seller_sales::bucket, seller_sales::orders, seller_sales::units, seller_sales::amount_toman))
        .load(conn)
        .await?;
    rows.into_iter()
        .map(|(code, orders, units, amount_toman)| {
            let bucket = Bucket::from_code(code).ok_or_else(|| corrupt("seller_sales", &code))?;
            Ok((bucket, Figures { orders, units, amount_toman }))
        })
        .collect()
}

/// A page of a report, largest amount first, then by key.
///
/// One bucket is read as it is, in the order of an index. Several are summed for each key first.
macro_rules! page {
    ($conn:ident, $table:ident, $key:ident, $seller_id:ident, $buckets:ident, $after:ident, $limit:ident) => {{
        let rows: Vec<(_, i64, i64, i64)> = if let [bucket] = $buckets {
            $table::table
                .filter($table::seller_id.eq($seller_id))
                .filter($table::bucket.eq(bucket.code()))
                .filter($table::orders.gt(0))
                // Two conditions, so that the first one can be where the index begins.
                .filter($table::amount_toman.le($after.amount_toman))
                .filter($table::amount_toman.lt($after.amount_toman).or($table::$key.gt($after.key)))
                .order(($table::amount_toman.desc(), $table::$key.asc()))
                .limit($limit)
                .select(($table::$key, $table::orders, $table::units, $table::amount_toman))
                .load($conn)
                .await?
        } else {
            let amount = || total($table::amount_toman);
            let is_after =
                amount().lt($after.amount_toman).or(amount().eq($after.amount_toman).and($table::$key.gt($after.key)));
            $table::table
                .filter($table::seller_id.eq($seller_id))
                .filter($table::bucket.eq_any(codes($buckets)))
                .group_by($table::$key)
                .having(total($table::orders).gt(0).and(is_after))
                .order((amount().desc(), $table::$key.asc()))
                .limit($limit)
                .select(($table::$key, total($table::orders), total($table::units), amount()))
                .load($conn)
                .await?
        };
        Ok(rows
            .into_iter()
            .map(|(key, orders, units, amount_toman)| (key, Figures { orders, units, amount_toman }))
            .collect())
    }};
}

/// A page of product types.
#[tracing::instrument(name = "db.product_sales.page", skip_all)]
pub async fn by_product(
    conn: &mut Connection,
    seller_id: Uuid,
    buckets: &[Bucket],
    after: After<Uuid>,
    limit: i64,
) -> StoreResult<Vec<Row<Uuid>>> {
    page!(conn, product_sales, type_id, seller_id, buckets, after, limit)
}

/// A page of activity areas.
#[tracing::instrument(name = "db.region_sales.page", skip_all)]
pub async fn by_region(
    conn: &mut Connection,
    seller_id: Uuid,
    buckets: &[Bucket],
    after: After<String>,
    limit: i64,
) -> StoreResult<Vec<Row<String>>> {
    page!(conn, region_sales, activity_area, seller_id, buckets, after, limit)
}

/// A page of customers.
#[tracing::instrument(name = "db.customer_sales.page", skip_all)]
pub async fn by_customer(
    conn: &mut Connection,
    seller_id: Uuid,
    buckets: &[Bucket],
    after: After<Uuid>,
    limit: i64,
) -> StoreResult<Vec<Row<Uuid>>> {
    page!(conn, customer_sales, customer_id, seller_id, buckets, after, limit)
}

fn codes(buckets: &[Bucket]) -> Vec<i32> {
    buckets.iter().map(|bucket| bucket.code()).collect()
}
