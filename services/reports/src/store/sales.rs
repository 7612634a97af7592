//! The figures: added to with every fact, summed over a few buckets when read.

mod adding;

use diesel::sql_types::{BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryableByName};
use diesel_async::RunQueryDsl;
use futures_util::{Stream, TryStreamExt as _};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

pub use adding::{add, lock};

use super::schema::seller_sales;
use super::{Connection, StoreResult, corrupt};
use crate::domain::{Bucket, Figures, ProductName};

/// Where a page of a report begins: behind this amount and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageStart<K> {
    /// The last row's amount.
    pub amount_toman: i64,
    /// The last row's key.
    pub key: K,
}

impl<K> PageStart<K> {
    /// Before all rows: no sum of ours reaches the largest number, and the smallest key is behind none.
    pub const fn start(smallest: K) -> Self {
        Self { amount_toman: i64::MAX, key: smallest }
    }
}

/// Which rows of a report are wanted.
#[derive(Clone, Debug)]
pub struct Wanted<K> {
    /// Those behind this one.
    pub after: PageStart<K>,
    /// So many of them at most; all without (`LIMIT NULL` is none).
    pub limit: Option<i64>,
}

/// A row of a report: its key and figures.
pub type Row<K> = (K, Figures);

#[derive(QueryableByName)]
struct FiguresRow {
    #[diesel(sql_type = BigInt)]
    orders: i64,
    #[diesel(sql_type = BigInt)]
    units: i64,
    #[diesel(sql_type = BigInt)]
    amount_toman: i64,
}

impl From<FiguresRow> for Figures {
    fn from(FiguresRow { orders, units, amount_toman }: FiguresRow) -> Self {
        Self { orders, units, amount_toman }
    }
}

/// The sums of a seller over some buckets.
#[tracing::instrument(name = "db.seller_sales.total", skip_all)]
pub async fn totals(conn: &Connection, seller_id: Uuid, buckets: &[Bucket]) -> StoreResult<Figures> {
    let sums: Option<FiguresRow> = statement(
        "SELECT total(orders) AS orders, total(units) AS units, total(amount_toman) AS amount_toman \
         FROM seller_sales WHERE seller_id = $1 AND bucket = ANY($2)",
    )
    .bind(seller_id)
    .bind(codes(buckets))
    .row(conn)
    .await?;
    Ok(sums.map(Figures::from).unwrap_or_default())
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

// === reports: largest amount first, then by key ===
//
// One bucket is read as it is, in the order of an index, which may begin with the first condition on the amount. Several
// are summed for each key first. Names are looked up row by row: a plan does not know how small the page is.

#[derive(QueryableByName)]
struct ProductRow {
    #[diesel(sql_type = SqlUuid)]
    type_id: Uuid,
    #[diesel(embed)]
    figures: FiguresRow,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    product_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    product_title: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    type_name: Option<String>,
}

/// Product types, with what they are called.
#[tracing::instrument(name = "db.product_sales.rows", skip_all)]
pub async fn by_product<'c>(
    conn: &'c mut Connection,
    seller_id: Uuid,
    buckets: &[Bucket],
    wanted: Wanted<Uuid>,
) -> StoreResult<impl Stream<Item = StoreResult<(Row<Uuid>, Option<ProductName>)>> + Send + use<'c>> {
    let sales = match buckets {
        [bucket] => statement(
            "SELECT s.type_id, s.orders, s.units, s.amount_toman, l.product_id, l.product_title, l.type_name \
             FROM (SELECT type_id, orders, units, amount_toman FROM product_sales \
               WHERE seller_id = $1 AND bucket = $2 AND orders > 0 \
                 AND amount_toman <= $3 AND (amount_toman < $3 OR type_id > $4) \
               ORDER BY amount_toman DESC, type_id LIMIT $5) AS s \
             LEFT JOIN LATERAL (SELECT product_id, product_title, type_name FROM product_label \
               WHERE seller_id = $1 AND type_id = s.type_id LIMIT 1) AS l ON true \
             ORDER BY s.amount_toman DESC, s.type_id",
        )
        .bind(seller_id)
        .bind(bucket.code()),
        buckets => statement(
            "SELECT s.type_id, s.orders, s.units, s.amount_toman, l.product_id, l.product_title, l.type_name \
             FROM (SELECT type_id, total(orders) AS orders, total(units) AS units, total(amount_toman) AS amount_toman \
               FROM product_sales WHERE seller_id = $1 AND bucket = ANY($2) \
               GROUP BY type_id \
               HAVING total(orders) > 0 \
                 AND (total(amount_toman) < $3 OR (total(amount_toman) = $3 AND type_id > $4)) \
               ORDER BY total(amount_toman) DESC, type_id LIMIT $5) AS s \
             LEFT JOIN LATERAL (SELECT product_id, product_title, type_name FROM product_label \
               WHERE seller_id = $1 AND type_id = s.type_id LIMIT 1) AS l ON true \
             ORDER BY s.amount_toman DESC, s.type_id",
        )
        .bind(seller_id)
        .bind(codes(buckets)),
    };
    let row = |ProductRow { type_id, figures, product_id, product_title, type_name }| {
        let name = product_id.zip(product_title).zip(type_name);
        let name =
            name.map(|((product_id, product_title), type_name)| ProductName { product_id, product_title, type_name });
        ((type_id, Figures::from(figures)), name)
    };
    let Wanted { after: PageStart { amount_toman, key }, limit } = wanted;
    let sales = sales.bind(amount_toman).bind(key).bind(limit);
    Ok(sales.stream(conn).await?.map_ok(row).err_into())
}

#[derive(QueryableByName)]
struct RegionRow {
    #[diesel(sql_type = Text)]
    activity_area: String,
    #[diesel(embed)]
    figures: FiguresRow,
}

/// Activity areas.
#[tracing::instrument(name = "db.region_sales.rows", skip_all)]
pub async fn by_region<'c>(
    conn: &'c mut Connection,
    seller_id: Uuid,
    buckets: &[Bucket],
    wanted: Wanted<String>,
) -> StoreResult<impl Stream<Item = StoreResult<Row<String>>> + Send + use<'c>> {
    let sales = match buckets {
        [bucket] => statement(
            "SELECT activity_area, orders, units, amount_toman FROM region_sales \
             WHERE seller_id = $1 AND bucket = $2 AND orders > 0 \
               AND amount_toman <= $3 AND (amount_toman < $3 OR activity_area > $4) \
             ORDER BY amount_toman DESC, activity_area LIMIT $5",
        )
        .bind(seller_id)
        .bind(bucket.code()),
        buckets => statement(
            "SELECT activity_area, total(orders) AS orders, total(units) AS units, total(amount_toman) AS amount_toman \
             FROM region_sales WHERE seller_id = $1 AND bucket = ANY($2) \
             GROUP BY activity_area \
             HAVING total(orders) > 0 \
               AND (total(amount_toman) < $3 OR (total(amount_toman) = $3 AND activity_area > $4)) \
             ORDER BY total(amount_toman) DESC, activity_area LIMIT $5",
        )
        .bind(seller_id)
        .bind(codes(buckets)),
    };
    let row = |RegionRow { activity_area, figures }| (activity_area, Figures::from(figures));
    let Wanted { after: PageStart { amount_toman, key }, limit } = wanted;
    let sales = sales.bind(amount_toman).bind(key).bind(limit);
    Ok(sales.stream(conn).await?.map_ok(row).err_into())
}

#[derive(QueryableByName)]
struct CustomerRow {
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(embed)]
    figures: FiguresRow,
    #[diesel(sql_type = Nullable<Text>)]
    title: Option<String>,
}

/// Customers, with what they are called.
#[tracing::instrument(name = "db.customer_sales.rows", skip_all)]
pub async fn by_customer<'c>(
    conn: &'c mut Connection,
    seller_id: Uuid,
    buckets: &[Bucket],
    wanted: Wanted<Uuid>,
) -> StoreResult<impl Stream<Item = StoreResult<(Row<Uuid>, Option<String>)>> + Send + use<'c>> {
    let sales = match buckets {
        [bucket] => statement(
            "SELECT s.customer_id, s.orders, s.units, s.amount_toman, l.title \
             FROM (SELECT customer_id, orders, units, amount_toman FROM customer_sales \
               WHERE seller_id = $1 AND bucket = $2 AND orders > 0 \
                 AND amount_toman <= $3 AND (amount_toman < $3 OR customer_id > $4) \
               ORDER BY amount_toman DESC, customer_id LIMIT $5) AS s \
             LEFT JOIN LATERAL (SELECT title FROM customer_label \
               WHERE seller_id = $1 AND customer_id = s.customer_id LIMIT 1) AS l ON true \
             ORDER BY s.amount_toman DESC, s.customer_id",
        )
        .bind(seller_id)
        .bind(bucket.code()),
        buckets => statement(
            "SELECT s.customer_id, s.orders, s.units, s.amount_toman, l.title \
             FROM (SELECT customer_id, total(orders) AS orders, total(units) AS units, \
                 total(amount_toman) AS amount_toman \
               FROM customer_sales WHERE seller_id = $1 AND bucket = ANY($2) \
               GROUP BY customer_id \
               HAVING total(orders) > 0 \
                 AND (total(amount_toman) < $3 OR (total(amount_toman) = $3 AND customer_id > $4)) \
               ORDER BY total(amount_toman) DESC, customer_id LIMIT $5) AS s \
             LEFT JOIN LATERAL (SELECT title FROM customer_label \
               WHERE seller_id = $1 AND customer_id = s.customer_id LIMIT 1) AS l ON true \
             ORDER BY s.amount_toman DESC, s.customer_id",
        )
        .bind(seller_id)
        .bind(codes(buckets)),
    };
    let row = |CustomerRow { customer_id, figures, title }| ((customer_id, Figures::from(figures)), title);
    let Wanted { after: PageStart { amount_toman, key }, limit } = wanted;
    let sales = sales.bind(amount_toman).bind(key).bind(limit);
    Ok(sales.stream(conn).await?.map_ok(row).err_into())
}

fn codes(buckets: &[Bucket]) -> Vec<i32> {
    buckets.iter().map(|bucket| bucket.code()).collect()
}
