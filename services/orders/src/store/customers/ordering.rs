//! Customers as their orders lock and change them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult, SelectableHelper as _};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Memoize as _, Statement, statement};
use uuid::Uuid;

use super::CustomerRow;
use crate::{
    domain::{Customer, Order},
    store::{Connection, schema::customer},
};

/// A connected customer by id, locked until the transaction ends: nobody disconnects it meanwhile.
#[tracing::instrument(name = "db.customer.lock_connected", skip_all, fields(customer.id = %customer_id))]
pub async fn lock_connected(conn: &Connection, seller_id: Uuid, customer_id: Uuid) -> QueryResult<Option<Customer>> {
    let mut conn = conn;
    let row: Option<CustomerRow> = customer::table
        .find((seller_id, customer_id))
        .filter(customer::connected)
        .select(CustomerRow::as_select())
        .for_no_key_update()
        .memoized()
        .get_result(&mut conn)
        .await
        .optional()?;
    Ok(row.map(Into::into))
}

/// A connected customer by id.
#[tracing::instrument(name = "db.customer.find_connected", skip_all, fields(customer.id = %customer_id))]
pub async fn find_connected(conn: &Connection, seller_id: Uuid, customer_id: Uuid) -> QueryResult<Option<Customer>> {
    let mut conn = conn;
    let of_seller = customer::table.find((seller_id, customer_id)).filter(customer::connected);
    let row = of_seller.select(CustomerRow::as_select()).memoized().get_result::<CustomerRow>(&mut conn).await;
    Ok(row.optional()?.map(Into::into))
}

/// As [`find_connected`], by code.
#[tracing::instrument(name = "db.customer.find_connected_by_code", skip_all)]
pub async fn find_connected_by_code(conn: &Connection, seller_id: Uuid, code: &str) -> QueryResult<Option<Customer>> {
    let mut conn = conn;
    let of_seller = customer::table.filter(customer::seller_id.eq(seller_id)).filter(customer::connected);
    let by_code = of_seller.filter(customer::code.eq(code)).select(CustomerRow::as_select());
    let row: Option<CustomerRow> = by_code.get_result(&mut conn).await.optional()?;
    Ok(row.map(Into::into))
}

/// As [`lock_connected`], by code.
#[tracing::instrument(name = "db.customer.lock_connected_by_code", skip_all)]
pub async fn lock_connected_by_code(conn: &Connection, seller_id: Uuid, code: &str) -> QueryResult<Option<Customer>> {
    let mut conn = conn;
    let row: Option<CustomerRow> = customer::table
        .filter(customer::seller_id.eq(seller_id))
        .filter(customer::code.eq(code))
        .filter(customer::connected)
        .select(CustomerRow::as_select())
        .for_no_key_update()
        .memoized()
        .get_result(&mut conn)
        .await
        .optional()?;
    Ok(row.map(Into::into))
}

/// A seller's customer.
pub type CustomerKey = (Uuid, Uuid);

/// As [`lock_connected`] for several customers, without those whom somebody else has locked: it does not wait.
#[tracing::instrument(name = "db.customer.lock_free", skip_all)]
pub async fn lock_free(conn: &Connection, customers: &BTreeSet<CustomerKey>) -> QueryResult<Vec<Customer>> {
    let rows: Vec<CustomerRow> = statement(
        "SELECT c.seller_id, c.customer_id, c.code, c.title, c.mobile, c.landline, c.trade_type, c.shop_name, \
           c.activity_area, c.address, c.last_order_at, c.open_orders \
         FROM unnest($1::uuid[], $2::uuid[]) AS each (seller_id, customer_id) \
         JOIN customer AS c ON c.seller_id = each.seller_id AND c.customer_id = each.customer_id \
         WHERE c.connected \
         FOR NO KEY UPDATE OF c SKIP LOCKED",
    )
    .bind(customers.iter().map(|(seller_id, _)| *seller_id).collect::<Vec<_>>())
    .bind(customers.iter().map(|(_, customer_id)| *customer_id).collect::<Vec<_>>())
    .rows(conn)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// The customers of these new orders, whom the caller has locked, have ordered. Keeps the sellers' counters, where customers
/// come to have an open order.
pub fn orders_placed(orders: &[&Order]) -> Statement {
    // Each customer once: a statement changes a row once.
    let mut customers: BTreeMap<CustomerKey, (DateTime<Utc>, i32)> = BTreeMap::new();
    for order in orders {
        let key = (order.seller_id, order.customer_id);
        let (last, opened) = customers.entry(key).or_insert((order.created_at, 0));
        *last = order.created_at.max(*last);
        *opened += i32::from(order.is_open());
    }
    statement(
        "WITH changed AS ( \
           UPDATE customer AS c SET last_order_at = greatest(c.last_order_at, each.placed_at), \
             open_orders = c.open_orders + each.opened \
           FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::integer[]) \
             AS each (seller_id, customer_id, placed_at, opened) \
           WHERE c.seller_id = each.seller_id AND c.customer_id = each.customer_id \
           RETURNING c.seller_id, c.connected AND c.open_orders > 0 AND c.open_orders = each.opened AS crossed), \
         crossed AS (SELECT seller_id, count(*) AS customers FROM changed WHERE crossed GROUP BY seller_id) \
         UPDATE customer_counter AS c SET with_open_count = c.with_open_count + crossed.customers \
         FROM crossed WHERE c.seller_id = crossed.seller_id",
    )
    .bind(customers.keys().map(|(seller_id, _)| *seller_id).collect::<Vec<_>>())
    .bind(customers.keys().map(|(_, customer_id)| *customer_id).collect::<Vec<_>>())
    .bind(customers.values().map(|(placed_at, _)| *placed_at).collect::<Vec<_>>())
    .bind(customers.values().map(|(_, opened)| *opened).collect::<Vec<_>>())
}

/// The customer of an order, locked until the transaction ends; nothing when there is no such order.
#[tracing::instrument(name = "db.customer.lock_of_order", skip_all, fields(order.id = %order_id))]
pub async fn lock_of_order(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<Customer>> {
    let mut conn = conn;
    let row: Option<CustomerRow> = statement(
        "SELECT c.seller_id, c.customer_id, c.code, c.title, c.mobile, c.landline, c.trade_type, c.shop_name, \
           c.activity_area, c.address, c.last_order_at, c.open_orders \
         FROM customer AS c \
         WHERE c.seller_id = $1 AND c.customer_id = (SELECT o.customer_id FROM sales_order AS o \
           WHERE o.seller_id = $1 AND o.order_id = $2) \
         FOR NO KEY UPDATE OF c",
    )
    .bind(seller_id)
    .bind(order_id)
    .get_result(&mut conn)
    .await
    .optional()?;
    Ok(row.map(Into::into))
}

/// An order of this customer is in no list any more, or was never placed after all. It was open, or it was not.
pub fn order_gone(seller_id: Uuid, customer_id: Uuid, was_open: bool) -> [Statement; 2] {
    let last = statement(
        "UPDATE customer SET last_order_at = (SELECT max(o.created_at) FROM sales_order AS o \
           WHERE o.seller_id = $1 AND o.customer_id = $2 AND o.deleted_at IS NULL) \
         WHERE seller_id = $1 AND customer_id = $2",
    );
    // The first one locks the customer, even if it changes nothing, so that the second one sees every order whose placing
    // has come before.
    [
        open_orders_changed(seller_id, customer_id, if was_open { -1 } else { 0 }),
        last.bind(seller_id).bind(customer_id).changing(1),
    ]
}

/// This customer has `change` more open orders. Keeps the seller's counter, where a connected customer comes to have one
/// or to have none.
pub fn open_orders_changed(seller_id: Uuid, customer_id: Uuid, change: i32) -> Statement {
    statement(
        "WITH changed AS ( \
           UPDATE customer SET open_orders = open_orders + $3 WHERE seller_id = $1 AND customer_id = $2 \
           RETURNING connected, (open_orders > 0)::integer - (open_orders - $3 > 0)::integer AS crossed) \
         UPDATE customer_counter AS c SET with_open_count = c.with_open_count + changed.crossed \
         FROM changed WHERE c.seller_id = $1 AND changed.connected AND changed.crossed <> 0",
    )
    .bind(seller_id)
    .bind(customer_id)
    .bind(change)
}
