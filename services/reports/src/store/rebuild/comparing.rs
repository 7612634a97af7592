//! What was kept beside what the orders say.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Integer, Text};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use crate::domain::{Bucket, Figures};
use crate::store::{Connection, StoreResult, corrupt};

/// A figure that was not what the orders say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// `seller`, `product`, `region` or `customer`.
    pub dimension: &'static str,
    /// The type's or customer's id, the area's name; empty for the seller.
    pub key: String,
    /// The span of time.
    pub bucket: Bucket,
    /// What was kept.
    pub maintained: Figures,
    /// What the orders say.
    pub rebuilt: Figures,
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Figures looked at.
    pub compared: i64,
    /// Figures that differ.
    pub differing: i64,
    /// The first of those that differ.
    pub differences: Vec<Difference>,
}

/// The figures that are kept beside what the contributions add up to, in all four dimensions: how many there are, how many
/// differ, and the first of those.
const COMPARISON: &str = "WITH maintained AS ( \
       SELECT 1 AS dimension, '' AS key, bucket, orders, units, amount_toman FROM seller_sales WHERE seller_id = $1 \
       UNION ALL SELECT 2, type_id::text, bucket, orders, units, amount_toman FROM product_sales WHERE seller_id = $1 \
       UNION ALL SELECT 3, activity_area, bucket, orders, units, amount_toman FROM region_sales WHERE seller_id = $1 \
       UNION ALL SELECT 4, customer_id::text, bucket, orders, units, amount_toman FROM customer_sales \
         WHERE seller_id = $1 \
     ), rebuilt AS ( \
       SELECT 1 AS dimension, '' AS key, bucket, orders, units, amount_toman FROM rebuilt_seller_sales \
         WHERE seller_id = $1 \
       UNION ALL SELECT 2, type_id::text, bucket, orders, units, amount_toman FROM rebuilt_product_sales \
         WHERE seller_id = $1 \
       UNION ALL SELECT 3, activity_area, bucket, orders, units, amount_toman FROM rebuilt_region_sales \
         WHERE seller_id = $1 \
       UNION ALL SELECT 4, customer_id::text, bucket, orders, units, amount_toman FROM rebuilt_customer_sales \
         WHERE seller_id = $1 \
     ), compared AS MATERIALIZED ( \
       SELECT dimension, bucket, key, m.orders AS m_orders, m.units AS m_units, m.amount_toman AS m_amount_toman, \
         r.orders AS r_orders, r.units AS r_units, r.amount_toman AS r_amount_toman, \
         (m.orders, m.units, m.amount_toman) IS DISTINCT FROM (r.orders, r.units, r.amount_toman) AS differs \
       FROM (SELECT * FROM maintained WHERE (orders, units, amount_toman) <> (0, 0, 0)) AS m \
       FULL JOIN rebuilt AS r USING (dimension, bucket, key) \
     ) \
     SELECT counted.compared, counted.differing, dimension, bucket, key, \
       coalesce(m_orders, 0) AS maintained_orders, coalesce(m_units, 0) AS maintained_units, \
       coalesce(m_amount_toman, 0) AS maintained_amount_toman, coalesce(r_orders, 0) AS rebuilt_orders, \
       coalesce(r_units, 0) AS rebuilt_units, coalesce(r_amount_toman, 0) AS rebuilt_amount_toman \
     FROM (SELECT count(*) AS compared, count(*) FILTER (WHERE differs) AS differing FROM compared) AS counted \
     LEFT JOIN (SELECT * FROM compared WHERE differs ORDER BY dimension, bucket, key LIMIT $2) AS first ON true \
     ORDER BY dimension, bucket, key";

/// The names of the dimensions that the comparison numbers from 1.
const DIMENSIONS: [&str; 4] = ["seller", "product", "region", "customer"];

#[derive(QueryableByName)]
struct ComparedRow {
    #[diesel(sql_type = BigInt)]
    compared: i64,
    #[diesel(sql_type = BigInt)]
    differing: i64,
    #[diesel(embed)]
    difference: Option<DifferenceRow>,
}

#[derive(QueryableByName)]
struct DifferenceRow {
    #[diesel(sql_type = Integer)]
    dimension: i32,
    #[diesel(sql_type = Integer)]
    bucket: i32,
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = BigInt)]
    maintained_orders: i64,
    #[diesel(sql_type = BigInt)]
    maintained_units: i64,
    #[diesel(sql_type = BigInt)]
    maintained_amount_toman: i64,
    #[diesel(sql_type = BigInt)]
    rebuilt_orders: i64,
    #[diesel(sql_type = BigInt)]
    rebuilt_units: i64,
    #[diesel(sql_type = BigInt)]
    rebuilt_amount_toman: i64,
}

/// Compares the figures that are kept with what the contributions add up to, and tells at most `limit` differences.
#[tracing::instrument(name = "db.sales.compare", skip_all)]
pub async fn compare(conn: &Connection, seller_id: Uuid, limit: usize) -> StoreResult<Comparison> {
    let rows: Vec<ComparedRow> =
        statement(COMPARISON).bind(seller_id).bind(i64::try_from(limit).unwrap_or(i64::MAX)).rows(conn).await?;
    let (compared, differing) = rows.last().map_or((0, 0), |row| (row.compared, row.differing));
    let differences = rows.into_iter().filter_map(|row| row.difference).map(difference).collect::<Result<_, _>>()?;
    Ok(Comparison { compared, differing, differences })
}

fn difference(row: DifferenceRow) -> StoreResult<Difference> {
    let DifferenceRow {
        dimension,
        bucket,
        key,
        maintained_orders,
        maintained_units,
        maintained_amount_toman,
        rebuilt_orders,
        rebuilt_units,
        rebuilt_amount_toman,
    } = row;
    let dimension = usize::try_from(dimension).ok().and_then(|number| DIMENSIONS.get(number.wrapping_sub(1)));
    Ok(Difference {
        dimension: dimension.copied().ok_or_else(|| corrupt("sales", &key))?,
        key,
        bucket: Bucket::from_code(bucket).ok_or_else(|| corrupt("sales", &bucket))?,
        maintained: Figures {
            orders: maintained_orders,
            units: maintained_units,
            amount_toman: maintained_amount_toman,
        },
        rebuilt: Figures { orders: rebuilt_orders, units: rebuilt_units, amount_toman: rebuilt_amount_toman },
    })
}
