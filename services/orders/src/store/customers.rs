//! Customers, and how many there are.

mod areas;
mod import;
mod index;
mod ordering;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable,
    QueryableByName, Selectable, SelectableHelper as _, dsl::sql, expression::SqlLiteral, pg::Pg, sql_types::Bool,
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Memoize as _, cached};
use uuid::Uuid;

pub use self::{
    areas::areas,
    import::{count_changed, ensure_counter, insert, lock_by_codes, lock_import, update},
    index::{index_changes, of_index, read_index},
    ordering::{
        CustomerKey, find_connected, find_connected_by_code, lock_connected, lock_connected_by_code, lock_free,
        lock_of_order, open_orders_changed, order_gone, orders_placed,
    },
};
use super::{
    Connection,
    schema::{customer, customer_counter, customer_past_names},
};
use crate::domain::{Customer, CustomerCounts, CustomerDraft, CustomerSort};

#[derive(Queryable, QueryableByName, Selectable)]
#[diesel(table_name = customer, check_for_backend(Pg))]
pub(super) struct CustomerRow {
    seller_id: Uuid,
    customer_id: Uuid,
    code: String,
    title: String,
    mobile: String,
    landline: String,
    trade_type: String,
    shop_name: String,
    activity_area: String,
    address: String,
    last_order_at: Option<DateTime<Utc>>,
    open_orders: i32,
}

/// What a customer was called at another time.
#[derive(Queryable, Selectable)]
#[diesel(table_name = customer_past_names, check_for_backend(Pg))]
pub(super) struct PastNames {
    title: String,
    trade_type: String,
    shop_name: String,
    activity_area: String,
}

impl CustomerRow {
    /// As it was called then; without past names it is called so still. Where it is reached is told as of today.
    pub(super) fn called(self, past: Option<PastNames>) -> Self {
        let Some(PastNames { title, trade_type, shop_name, activity_area }) = past else { return self };
        Self { title, trade_type, shop_name, activity_area, ..self }
    }
}

impl From<CustomerRow> for Customer {
    fn from(row: CustomerRow) -> Self {
        let CustomerRow {
            seller_id,
            customer_id,
            code,
            title,
            mobile,
            landline,
            trade_type,
            shop_name,
            activity_area,
            address,
            last_order_at,
            open_orders,
        } = row;
        let draft = CustomerDraft { code, title, mobile, landline, trade_type, shop_name, activity_area, address };
        Self { customer_id, seller_id, draft, last_order_at, open_orders }
    }
}

/// Where a page begins: behind this customer.
pub type After = (DateTime<Utc>, Uuid);

// === reading ===

/// Whether a customer has open orders: the index of those is found by this text, and not by a bound number.
pub(super) fn with_open_orders() -> SqlLiteral<Bool> {
    sql("customer.open_orders > 0")
}

/// A page of a seller's connected customers, by their activity; those with, or without, an open order only, if one is
/// asked for.
#[tracing::instrument(name = "db.customer.list", skip_all)]
pub async fn list(
    conn: &Connection,
    seller_id: Uuid,
    has_open_order: Option<bool>,
    sort: CustomerSort,
    after: Option<After>,
    skip: i64,
    limit: i64,
) -> QueryResult<Vec<Customer>> {
    let mut query = customer::table.filter(customer::seller_id.eq(seller_id)).filter(customer::connected).into_boxed();
    if let Some(has_open_order) = has_open_order {
        query =
            if has_open_order { query.filter(with_open_orders()) } else { query.filter(customer::open_orders.eq(0)) };
    }
    query = match sort {
        CustomerSort::Recent => query.order((customer::activity_at.desc(), customer::customer_id.desc())),
        CustomerSort::Silent => query.order((customer::activity_at.asc(), customer::customer_id.asc())),
    };
    query = match (after, sort) {
        (None, _) => query,
        (Some((at, id)), CustomerSort::Recent) => query
            .filter(customer::activity_at.le(at).and(customer::activity_at.lt(at).or(customer::customer_id.lt(id)))),
        (Some((at, id)), CustomerSort::Silent) => query
            .filter(customer::activity_at.ge(at).and(customer::activity_at.gt(at).or(customer::customer_id.gt(id)))),
    };
    let mut conn = conn;
    let page = query.offset(skip).limit(limit).select(CustomerRow::as_select());
    let rows: Vec<CustomerRow> = cached(page).load(&mut conn).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// How many customers there are in all: kept, not counted.
#[tracing::instrument(name = "db.customer_counter.find", skip_all)]
pub async fn counts(conn: &Connection, seller_id: Uuid) -> QueryResult<CustomerCounts> {
    let mut conn = conn;
    let counts: Option<(i64, i64)> = customer_counter::table
        .find(seller_id)
        .select((customer_counter::all_count, customer_counter::with_open_count))
        .memoized()
        .get_result(&mut conn)
        .await
        .optional()?;
    Ok(counts.map_or_else(CustomerCounts::default, |(all, with_open_order)| CustomerCounts { all, with_open_order }))
}

/// Connected customers with these codes.
#[tracing::instrument(name = "db.customer.by_codes", skip_all)]
pub async fn by_codes(conn: &mut Connection, seller_id: Uuid, codes: &[String]) -> QueryResult<Vec<Customer>> {
    let rows: Vec<CustomerRow> = customer::table
        .filter(customer::seller_id.eq(seller_id))
        .filter(customer::code.eq_any(codes))
        .filter(customer::connected)
        .select(CustomerRow::as_select())
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}
