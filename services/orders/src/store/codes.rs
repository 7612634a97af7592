//! Numbers of order codes.

use diesel::{QueryResult, QueryableByName, sql_types::BigInt};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::Connection;
use crate::domain::OrderCode;

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = BigInt)]
    last: i64,
}

/// Takes the next code of a month. Other orders of the month wait until the transaction ends.
#[tracing::instrument(name = "db.order_code_counter.next", skip_all)]
pub async fn next(conn: &mut Connection, seller_id: Uuid, (year, month): (i16, i16)) -> QueryResult<OrderCode> {
    let Taken { last } = statement(
        "INSERT INTO order_code_counter AS c (seller_id, jalali_year, jalali_month, last) VALUES ($1, $2, $3, 1) \
         ON CONFLICT (seller_id, jalali_year, jalali_month) DO UPDATE SET last = c.last + 1 \
         RETURNING last",
    )
    .bind(seller_id)
    .bind(year)
    .bind(month)
    .get_result(conn)
    .await?;
    Ok(OrderCode { year, month, number: last })
}
