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
}

// Month and ids as the index has them, so that a page is a piece of it.
const ORDERS: &str = "SELECT order_id, code, day_bucket,
        (SELECT total(amount) FROM unnest(amounts_toman) AS line (amount)) AS amount_toman
    FROM contribution
    WHERE seller_id = $1 AND day_bucket IS NOT NULL AND day_bucket / 100 = $2 AND order_id > $3
    ORDER BY order_id LIMIT $4";

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
        .map(|Row { order_id, code, day_bucket, amount_toman }| {
            let day = Bucket::from_code(day_bucket).ok_or_else(|| corrupt("contribution", &order_id))?;
            Ok(MonthOrder { order_id, code, day, amount_toman })
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
