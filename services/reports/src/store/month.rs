//! The orders that count for a month.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryableByName, dsl::max};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::schema::contribution;
use super::{Connection, StoreResult, corrupt};
use crate::domain::Bucket;

/// An order that counts for a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthOrder {
    /// The order.
    pub order_id: Uuid,
    /// Its code; none when it was told before codes were.
    pub code: Option<String>,
    /// The day of its first registration.
    pub day: Bucket,
    /// Tomans, without tax and shipping.
    pub amount_toman: i64,
    /// What its customer is called now; none when nobody has named it.
    pub customer_name: Option<String>,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    order_id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    code: Option<String>,
    #[diesel(sql_type = Integer)]
    day_bucket: i32,
    #[diesel(sql_type = BigInt)]
    amount_toman: i64,
    #[diesel(sql_type = Nullable<Text>)]
    customer_name: Option<String>,
}

// Month and ids as the index has them, so that a page is a piece of it. Names are looked up for the page alone, and LIMIT 1
// keeps the planner from reading all of the seller's customers for them.
const ORDERS: &str = "SELECT page.order_id, page.code, page.day_bucket,
        (SELECT total(amount) FROM unnest(page.amounts_toman) AS line (amount)) AS amount_toman,
        label.title AS customer_name
    FROM (SELECT order_id, code, day_bucket, customer_id, amounts_toman FROM contribution
        WHERE seller_id = $1 AND day_bucket IS NOT NULL AND day_bucket / 100 = $2 AND order_id > $3
        ORDER BY order_id LIMIT $4) AS page
    LEFT JOIN LATERAL (SELECT title FROM customer_label
        WHERE seller_id = $1 AND customer_id = page.customer_id LIMIT 1) AS label ON true
    ORDER BY page.order_id";

/// At most `limit` orders of a month, behind one of them, in the order of their ids.
#[tracing::instrument(name = "db.contribution.month", skip_all)]
pub async fn orders(
    conn: &Connection,
    seller_id: Uuid,
    month: Bucket,
    after: Option<Uuid>,
    limit: i64,
) -> StoreResult<Vec<MonthOrder>> {
    let rows: Vec<Row> = statement(ORDERS)
        .bind(seller_id)
        .bind(month.code())
        // No order has this id.
        .bind(after.unwrap_or_default())
        .bind(limit)
        .rows(conn)
        .await?;
    rows.into_iter()
        .map(|Row { order_id, code, day_bucket, amount_toman, customer_name }| {
            let day = Bucket::from_code(day_bucket).ok_or_else(|| corrupt("contribution", &order_id))?;
            Ok(MonthOrder { order_id, code, day, amount_toman, customer_name })
        })
        .collect()
}

/// When the latest fact about the seller's orders was taken in.
#[tracing::instrument(name = "db.contribution.watermark", skip_all)]
pub async fn watermark(conn: &Connection, seller_id: Uuid) -> StoreResult<Option<DateTime<Utc>>> {
    let mut conn = conn;
    let latest =
        contribution::table.filter(contribution::seller_id.eq(seller_id)).select(max(contribution::applied_at));
    Ok(latest.get_result(&mut conn).await?)
}
