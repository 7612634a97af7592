//! Numbers of order codes.

use diesel::{OptionalExtension as _, QueryDsl as _, QueryResult};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{DbError, Statement, statement};
use uuid::Uuid;

use super::{Connection, schema::order_code_counter};
use crate::domain::OrderCode;

/// The last number that was given out in a month. Other orders of the month wait until the transaction ends; a month
/// without orders has nothing to wait for, so its first order tells [`is_begun_meanwhile`] when there was another.
#[tracing::instrument(name = "db.order_code_counter.lock", skip_all)]
pub async fn lock(conn: &Connection, seller_id: Uuid, (year, month): (i16, i16)) -> QueryResult<Option<i64>> {
    let mut conn = conn;
    order_code_counter::table
        .find((seller_id, year, month))
        .select(order_code_counter::last)
        .for_no_key_update()
        .first(&mut conn)
        .await
        .optional()
}

/// Gives out a code, the next of its month. The caller has locked the month.
pub fn give_out(seller_id: Uuid, OrderCode { year, month, number }: OrderCode) -> Statement {
    let counted = if number == 1 {
        statement("INSERT INTO order_code_counter (seller_id, jalali_year, jalali_month, last) VALUES ($1, $2, $3, $4)")
    } else {
        statement(
            "UPDATE order_code_counter SET last = $4 \
             WHERE seller_id = $1 AND jalali_year = $2 AND jalali_month = $3 AND last = $4 - 1",
        )
    };
    counted.bind(seller_id).bind(year).bind(month).bind(number).changing(1)
}

/// Whether a transaction failed because another order was the first of its month meanwhile.
pub fn is_begun_meanwhile(error: &DbError) -> bool {
    error.is_unique_violation("order_code_counter_pkey")
}
