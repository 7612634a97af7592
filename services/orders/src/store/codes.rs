//! Numbers of order codes.

use std::collections::BTreeSet;

use diesel::{OptionalExtension as _, QueryDsl as _, QueryResult, QueryableByName, pg::Pg};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{DbError, Memoize as _, Statement, statement};
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
        .memoized()
        .get_result(&mut conn)
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

/// A seller's month: year and month, Jalali.
pub type MonthKey = (Uuid, i16, i16);

#[derive(QueryableByName)]
#[diesel(table_name = order_code_counter, check_for_backend(Pg))]
struct Counter {
    seller_id: Uuid,
    jalali_year: i16,
    jalali_month: i16,
    last: i64,
}

/// As [`lock`] for several months, without those that have no order yet or that somebody else has locked: it does not wait.
#[tracing::instrument(name = "db.order_code_counter.lock_free", skip_all)]
pub async fn lock_free(conn: &Connection, months: &BTreeSet<MonthKey>) -> QueryResult<Vec<(MonthKey, i64)>> {
    let counters: Vec<Counter> = statement(
        "SELECT c.seller_id, c.jalali_year, c.jalali_month, c.last \
         FROM unnest($1::uuid[], $2::smallint[], $3::smallint[]) AS each (seller_id, jalali_year, jalali_month) \
         JOIN order_code_counter AS c ON c.seller_id = each.seller_id AND c.jalali_year = each.jalali_year \
           AND c.jalali_month = each.jalali_month \
         FOR NO KEY UPDATE OF c SKIP LOCKED",
    )
    .bind(months.iter().map(|(seller_id, ..)| *seller_id).collect::<Vec<_>>())
    .bind(months.iter().map(|(_, year, _)| *year).collect::<Vec<_>>())
    .bind(months.iter().map(|(.., month)| *month).collect::<Vec<_>>())
    .rows(conn)
    .await?;
    let counter = |Counter { seller_id, jalali_year, jalali_month, last }: Counter| {
        ((seller_id, jalali_year, jalali_month), last)
    };
    Ok(counters.into_iter().map(counter).collect())
}

/// Gives out the codes of these months, which are locked, behind the first number until the second.
pub fn give_out_all(given: &[(MonthKey, i64, i64)]) -> Statement {
    let update = statement(
        "UPDATE order_code_counter AS c SET last = each.last \
         FROM unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[]) \
           AS each (seller_id, jalali_year, jalali_month, before, last) \
         WHERE c.seller_id = each.seller_id AND c.jalali_year = each.jalali_year AND c.jalali_month = each.jalali_month \
           AND c.last = each.before",
    )
    .bind(given.iter().map(|((seller_id, ..), ..)| *seller_id).collect::<Vec<_>>())
    .bind(given.iter().map(|((_, year, _), ..)| *year).collect::<Vec<_>>())
    .bind(given.iter().map(|((.., month), ..)| *month).collect::<Vec<_>>())
    .bind(given.iter().map(|(_, before, _)| *before).collect::<Vec<_>>())
    .bind(given.iter().map(|(.., last)| *last).collect::<Vec<_>>());
    update.changing(given.len())
}

/// Whether a transaction failed because another order was the first of its month meanwhile.
pub fn is_begun_meanwhile(error: &DbError) -> bool {
    error.is_unique_violation("order_code_counter_pkey")
}
