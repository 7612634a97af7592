//! Numbers of order codes.

use diesel::{ExpressionMethods as _, QueryResult};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, schema::order_code_counter as counter};
use crate::domain::OrderCode;

/// Takes the next code of a month. Other orders of the month wait until the transaction ends.
#[tracing::instrument(name = "db.order_code_counter.next", skip_all)]
pub async fn next(conn: &mut Connection, seller_id: Uuid, (year, month): (i16, i16)) -> QueryResult<OrderCode> {
    let number = diesel::insert_into(counter::table)
        .values((
            counter::seller_id.eq(seller_id),
            counter::jalali_year.eq(year),
            counter::jalali_month.eq(month),
            counter::last.eq(1),
        ))
        .on_conflict((counter::seller_id, counter::jalali_year, counter::jalali_month))
        .do_update()
        .set(counter::last.eq(counter::last + 1))
        .returning(counter::last)
        .get_result(conn)
        .await?;
    Ok(OrderCode { year, month, number })
}
