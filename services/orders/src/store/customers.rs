//! Customers, and how many there are.

mod import;
mod ordering;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable,
    QueryableByName, Selectable, SelectableHelper as _,
    dsl::sql,
    expression::SqlLiteral,
    pg::Pg,
    sql_types::{BigInt, Bool},
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Memoize as _, cached, statement};
use uuid::Uuid;

pub use self::{
    import::{count_changed, ensure_counter, insert, lock_by_codes, lock_import, update},
    ordering::{lock_connected, lock_connected_by_code, lock_of_order, open_orders_changed, order_gone, order_placed},
};
use super::{
    Connection,
    schema::{customer, customer_counter, customer_past_names},
};
use crate::domain::{Customer, CustomerCounts, CustomerDraft, CustomerFilter};

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

/// A page of a seller's connected customers, newest activity first; those with, or without, an open order only, if one is
/// asked for.
#[tracing::instrument(name = "db.customer.list", skip_all)]
pub async fn list(
    conn: &Connection,
    seller_id: Uuid,
    has_open_order: Option<bool>,
    after: Option<After>,
    skip: i64,
    limit: i64,
) -> QueryResult<Vec<Customer>> {
    let mut query = customer::table.filter(customer::seller_id.eq(seller_id)).filter(customer::connected).into_boxed();
    if let Some(has_open_order) = has_open_order {
        query =
            if has_open_order { query.filter(with_open_orders()) } else { query.filter(customer::open_orders.eq(0)) };
    }
    if let Some((at, id)) = after {
        query = query
            .filter(customer::activity_at.le(at).and(customer::activity_at.lt(at).or(customer::customer_id.lt(id))));
    }
    let mut conn = conn;
    let page = query
        .order((customer::activity_at.desc(), customer::customer_id.desc()))
        .offset(skip)
        .limit(limit)
        .select(CustomerRow::as_select());
    let rows: Vec<CustomerRow> = cached(page).load(&mut conn).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// How many a search has found in all, beside one of its page.
#[derive(QueryableByName)]
struct FoundRow {
    #[diesel(sql_type = BigInt)]
    all_count: i64,
    #[diesel(sql_type = BigInt)]
    with_open_count: i64,
    #[diesel(embed)]
    customer: Option<CustomerRow>,
}

/// As [`list`], of those that a filter by title and last order leaves; and how many it leaves, whatever their open orders.
/// What matches is read once, for the page and for the counts.
#[tracing::instrument(name = "db.customer.search", skip_all)]
pub async fn search(
    conn: &Connection,
    seller_id: Uuid,
    filter: &CustomerFilter,
    after: Option<After>,
    skip: i64,
    limit: i64,
) -> QueryResult<(Vec<Customer>, CustomerCounts)> {
    let span = filter.last_order.unwrap_or_default();
    let (after_at, after_id) = after.unzip();
    let mut conn = conn;
    let rows: Vec<FoundRow> = statement(
        "WITH found AS MATERIALIZED ( \
           SELECT customer_id, activity_at, open_orders > 0 AS has_open FROM customer \
           WHERE seller_id = $1 AND connected AND title_folded LIKE $2 AND (last_order_at IS NOT NULL OR NOT $3) \
             AND activity_at >= coalesce($4, '-infinity') AND activity_at < coalesce($5, 'infinity')), \
         counts AS (SELECT count(*) AS all_count, count(*) FILTER (WHERE has_open) AS with_open_count FROM found), \
         page AS ( \
           SELECT customer_id FROM found \
           WHERE ($6 IS NULL OR has_open = $6) AND ($7 IS NULL OR (activity_at, customer_id) < ($7, $8)) \
           ORDER BY activity_at DESC, customer_id DESC OFFSET $9 LIMIT $10) \
         SELECT counts.all_count, counts.with_open_count, c.seller_id, c.customer_id, c.code, c.title, c.mobile, \
           c.landline, c.trade_type, c.shop_name, c.activity_area, c.address, c.last_order_at, c.open_orders \
         FROM counts LEFT JOIN page ON true \
         LEFT JOIN customer c ON c.seller_id = $1 AND c.customer_id = page.customer_id \
         ORDER BY c.activity_at DESC, c.customer_id DESC",
    )
    .bind(seller_id)
    .bind(filter.search.as_deref().map_or_else(|| "%".to_owned(), pattern))
    // The activity is the last order's instant where there is one; its index leads to the span.
    .bind(filter.last_order.is_some())
    .bind(span.start)
    .bind(span.end)
    .bind(filter.has_open_order)
    .bind(after_at)
    .bind(after_id)
    .bind(skip)
    .bind(limit)
    .load(&mut conn)
    .await?;
    let mut counts = CustomerCounts::default();
    let mut customers = Vec::with_capacity(rows.len());
    for FoundRow { all_count, with_open_count, customer } in rows {
        counts = CustomerCounts { all: all_count, with_open_order: with_open_count };
        customers.extend(customer.map(Customer::from));
    }
    Ok((customers, counts))
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

/// Matches texts that contain `part`, which may itself contain the signs of patterns.
fn pattern(part: &str) -> String {
    let mut pattern = String::with_capacity(part.len() + 2);
    pattern.push('%');
    for character in part.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_patterns_are_taken_literally() {
        assert_eq!(pattern(r"50%_\"), r"%50\%\_\\%");
    }
}
