//! What customers bought: a row for each order that counts as registered.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryResult};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Memoize as _, Statement, statement};
use uuid::Uuid;

use super::{Connection, schema::customer_purchase};
use crate::domain::{Order, Purchase};

type Row = (DateTime<Utc>, Vec<Uuid>, Vec<i64>);

/// The order counts as registered, with these lines.
pub fn record(order: &Order) -> Statement {
    let (type_ids, quantities): (Vec<Uuid>, Vec<i64>) = order.goods().into_iter().unzip();
    statement(
        "INSERT INTO customer_purchase (seller_id, customer_id, ordered_at, order_id, type_ids, quantities) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (seller_id, customer_id, ordered_at, order_id) \
         DO UPDATE SET type_ids = excluded.type_ids, quantities = excluded.quantities",
    )
    .bind(order.seller_id)
    .bind(order.customer_id)
    .bind(order.created_at)
    .bind(order.order_id)
    .bind(type_ids)
    .bind(quantities)
}

/// The order does not count any more.
pub fn forget(order: &Order) -> Statement {
    statement(
        "DELETE FROM customer_purchase \
         WHERE seller_id = $1 AND customer_id = $2 AND ordered_at = $3 AND order_id = $4",
    )
    .bind(order.seller_id)
    .bind(order.customer_id)
    .bind(order.created_at)
    .bind(order.order_id)
}

/// A customer's purchases since then, newest first.
#[tracing::instrument(name = "db.customer_purchase.of_customer", skip_all, fields(customer.id = %customer_id))]
pub async fn of_customer(
    conn: &Connection,
    seller_id: Uuid,
    customer_id: Uuid,
    since: DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<Purchase>> {
    let mut conn = conn;
    let rows: Vec<Row> = customer_purchase::table
        .filter(customer_purchase::seller_id.eq(seller_id))
        .filter(customer_purchase::customer_id.eq(customer_id))
        .filter(customer_purchase::ordered_at.ge(since))
        .order((customer_purchase::ordered_at.desc(), customer_purchase::order_id.desc()))
        .limit(limit)
        .select((customer_purchase::ordered_at, customer_purchase::type_ids, customer_purchase::quantities))
        .memoized()
        .load(&mut conn)
        .await?;
    let purchase = |(ordered_at, type_ids, quantities): Row| Purchase {
        ordered_at,
        goods: type_ids.into_iter().zip(quantities).collect(),
    };
    Ok(rows.into_iter().map(purchase).collect())
}
