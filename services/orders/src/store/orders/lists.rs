//! Several orders at once.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, JoinOnDsl as _, NullableExpressionMethods as _,
    OptionalExtension as _, QueryDsl as _, QueryResult,
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::Memoize as _;
use uuid::Uuid;

use super::rows::{Found, as_found, of_customer, of_its_day, of_settlement, summary};
use crate::{
    domain::{OrderSummary, Span},
    store::{
        Connection,
        schema::{customer, customer_past_names, sales_order, settlement},
    },
};

/// Where a page begins: behind the order placed then, with this id.
pub type After = (DateTime<Utc>, Uuid);

/// A seller's orders with this code: one, for codes are never given out twice, or none.
#[tracing::instrument(name = "db.sales_order.by_code", skip_all)]
pub async fn by_code(conn: &mut Connection, seller_id: Uuid, code: &str) -> QueryResult<Vec<OrderSummary>> {
    let rows: Vec<Found> = sales_order::table
        .inner_join(customer::table.on(of_customer()))
        .left_join(customer_past_names::table.on(of_its_day()))
        .left_join(settlement::table.on(of_settlement()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::code.eq(code))
        .filter(sales_order::deleted_at.is_null())
        .select(as_found())
        .load(conn)
        .await?;
    rows.into_iter().map(summary).collect()
}

/// Which of these ids of another system are known, and what is being settled of their orders.
#[tracing::instrument(name = "db.sales_order.known_client_ids", skip_all)]
pub async fn known_client_ids(
    conn: &mut Connection,
    seller_id: Uuid,
    client_order_ids: &[String],
) -> QueryResult<Vec<(String, Uuid, bool)>> {
    let rows: Vec<(Option<String>, Uuid, Option<i64>)> = sales_order::table
        .left_join(settlement::table.on(of_settlement()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::client_order_id.eq_any(client_order_ids))
        .select((sales_order::client_order_id, sales_order::order_id, settlement::revision.nullable()))
        .load(conn)
        .await?;
    Ok(rows.into_iter().filter_map(|(client, order, settling)| Some((client?, order, settling.is_some()))).collect())
}

/// A customer's orders, newest first.
#[tracing::instrument(name = "db.sales_order.of_customer", skip_all, fields(customer.id = %customer_id))]
pub async fn of_customer_id(
    conn: &Connection,
    seller_id: Uuid,
    customer_id: Uuid,
    created: Span,
    after: Option<After>,
    skip: i64,
    limit: i64,
) -> QueryResult<Vec<OrderSummary>> {
    let (start, end) = ends(created);
    let page = sales_order::table
        .inner_join(customer::table.on(of_customer()))
        .left_join(customer_past_names::table.on(of_its_day()))
        .left_join(settlement::table.on(of_settlement()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::customer_id.eq(customer_id))
        .filter(sales_order::deleted_at.is_null())
        .filter(sales_order::created_at.ge(start))
        .filter(sales_order::created_at.lt(end))
        .select(as_found())
        .order((sales_order::created_at.desc(), sales_order::order_id.desc()))
        .offset(skip)
        .limit(limit);
    let mut conn = conn;
    let rows: Vec<Found> = match after {
        None => page.memoized().load(&mut conn).await?,
        Some((at, id)) => {
            let earlier = sales_order::created_at.lt(at).or(sales_order::order_id.lt(id));
            page.filter(sales_order::created_at.le(at).and(earlier)).memoized().load(&mut conn).await?
        }
    };
    rows.into_iter().map(summary).collect()
}

/// How many orders a customer has; none when there is no such customer.
#[tracing::instrument(name = "db.sales_order.count_of_customer", skip_all, fields(customer.id = %customer_id))]
pub async fn count_of_customer(
    conn: &Connection,
    seller_id: Uuid,
    customer_id: Uuid,
    created: Span,
) -> QueryResult<Option<i64>> {
    let (start, end) = ends(created);
    let orders = sales_order::table
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::customer_id.eq(customer_id))
        .filter(sales_order::deleted_at.is_null())
        .filter(sales_order::created_at.ge(start))
        .filter(sales_order::created_at.lt(end));
    let mut conn = conn;
    let count: Option<Option<i64>> = customer::table
        .find((seller_id, customer_id))
        .select(orders.count().single_value())
        .memoized()
        .get_result(&mut conn)
        .await
        .optional()?;
    Ok(count.map(Option::unwrap_or_default))
}

/// Where a span begins and ends: an end that is open is at the end of all time, so that the query always has the same text.
pub(super) fn ends(span: Span) -> (DateTime<Utc>, DateTime<Utc>) {
    (span.start.unwrap_or(DateTime::UNIX_EPOCH), span.end.unwrap_or(DateTime::<Utc>::MAX_UTC))
}
