//! Customers, and how many there are.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryResult,
    Queryable, QueryableByName, Selectable, SelectableHelper as _, TextExpressionMethods as _, dsl::count_star, pg::Pg,
    sql_query, sql_types::Text,
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis::text;
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::{
    Connection, corrupt,
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

#[derive(Insertable)]
#[diesel(table_name = customer)]
struct NewRow<'a> {
    seller_id: Uuid,
    customer_id: Uuid,
    code: &'a str,
    title: &'a str,
    title_folded: String,
    mobile: &'a str,
    landline: &'a str,
    trade_type: &'a str,
    shop_name: &'a str,
    activity_area: &'a str,
    address: &'a str,
    connected: bool,
    open_orders: i32,
    created_at: DateTime<Utc>,
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

/// The connected customers that a filter leaves, newest activity first.
#[tracing::instrument(name = "db.customer.list", skip_all)]
pub async fn list(
    conn: &Connection,
    seller_id: Uuid,
    filter: &CustomerFilter,
    after: Option<After>,
    skip: i64,
    limit: i64,
) -> QueryResult<Vec<Customer>> {
    let mut query = filtered(seller_id, filter);
    if let Some(has_open_order) = filter.has_open_order {
        query = if has_open_order {
            query.filter(customer::open_orders.gt(0))
        } else {
            query.filter(customer::open_orders.eq(0))
        };
    }
    if let Some((at, id)) = after {
        query = query
            .filter(customer::activity_at.le(at).and(customer::activity_at.lt(at).or(customer::customer_id.lt(id))));
    }
    let mut conn = conn;
    let rows: Vec<CustomerRow> = query
        .order((customer::activity_at.desc(), customer::customer_id.desc()))
        .offset(skip)
        .limit(limit)
        .select(CustomerRow::as_select())
        .load(&mut conn)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// How many customers a filter leaves, whatever their open orders.
#[tracing::instrument(name = "db.customer.count", skip_all)]
pub async fn count(conn: &Connection, seller_id: Uuid, filter: &CustomerFilter) -> QueryResult<CustomerCounts> {
    use diesel::AggregateExpressionMethods as _;
    let mut conn = conn;
    let (all, with_open_order) = filtered(seller_id, filter)
        .select((count_star(), diesel::dsl::count(customer::customer_id).aggregate_filter(customer::open_orders.gt(0))))
        .first(&mut conn)
        .await?;
    Ok(CustomerCounts { all, with_open_order })
}

/// How many customers there are in all: kept, not counted.
#[tracing::instrument(name = "db.customer_counter.find", skip_all)]
pub async fn counts(conn: &Connection, seller_id: Uuid) -> QueryResult<CustomerCounts> {
    let mut conn = conn;
    let counts: Option<(i64, i64)> = customer_counter::table
        .find(seller_id)
        .select((customer_counter::all_count, customer_counter::with_open_count))
        .first(&mut conn)
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

/// A connected customer by id, locked until the transaction ends: nobody disconnects it meanwhile.
#[tracing::instrument(name = "db.customer.lock_connected", skip_all, fields(customer.id = %customer_id))]
pub async fn lock_connected(conn: &Connection, seller_id: Uuid, customer_id: Uuid) -> QueryResult<Option<Customer>> {
    let mut conn = conn;
    let row: Option<CustomerRow> = customer::table
        .find((seller_id, customer_id))
        .filter(customer::connected)
        .select(CustomerRow::as_select())
        .for_no_key_update()
        .first(&mut conn)
        .await
        .optional()?;
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
        .first(&mut conn)
        .await
        .optional()?;
    Ok(row.map(Into::into))
}

// === importing ===

/// Makes imports of one seller's customers wait for each other, until the transaction ends.
#[tracing::instrument(name = "db.customer.lock_import", skip_all)]
pub async fn lock_import(conn: &mut Connection, seller_id: Uuid) -> QueryResult<()> {
    sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind::<Text, _>(format!("customer import {seller_id}"))
        .execute(conn)
        .await?;
    Ok(())
}

/// Customers with these codes and whether they are connected, locked in the order of their ids.
#[tracing::instrument(name = "db.customer.lock_by_codes", skip_all)]
pub async fn lock_by_codes(
    conn: &mut Connection,
    seller_id: Uuid,
    codes: &[String],
) -> QueryResult<Vec<(Customer, bool)>> {
    let rows: Vec<(CustomerRow, bool)> = customer::table
        .filter(customer::seller_id.eq(seller_id))
        .filter(customer::code.eq_any(codes))
        .order(customer::customer_id)
        .select((CustomerRow::as_select(), customer::connected))
        // Orders may refer to them meanwhile.
        .for_no_key_update()
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(|(row, connected)| (row.into(), connected)).collect())
}

/// Adds connected customers without orders.
#[tracing::instrument(name = "db.customer.insert", skip_all)]
pub async fn insert(
    conn: &mut Connection,
    seller_id: Uuid,
    drafts: &[(Uuid, CustomerDraft)],
    created_at: DateTime<Utc>,
) -> QueryResult<()> {
    let rows: Vec<NewRow<'_>> = drafts
        .iter()
        .map(|(customer_id, draft)| {
            let CustomerDraft { code, title, mobile, landline, trade_type, shop_name, activity_area, address } = draft;
            NewRow {
                seller_id,
                customer_id: *customer_id,
                code,
                title,
                title_folded: text::fold(title),
                mobile,
                landline,
                trade_type,
                shop_name,
                activity_area,
                address,
                connected: true,
                open_orders: 0,
                created_at,
            }
        })
        .collect();
    diesel::insert_into(customer::table).values(&rows).execute(conn).await?;
    Ok(())
}

/// Changes what is said of a customer, and connects it.
#[tracing::instrument(name = "db.customer.update", skip_all, fields(customer.id = %customer_id))]
pub async fn update(
    conn: &mut Connection,
    seller_id: Uuid,
    customer_id: Uuid,
    draft: &CustomerDraft,
) -> QueryResult<()> {
    let CustomerDraft { code: _, title, mobile, landline, trade_type, shop_name, activity_area, address } = draft;
    diesel::update(customer::table.find((seller_id, customer_id)))
        .set((
            customer::title.eq(title),
            customer::title_folded.eq(text::fold(title)),
            customer::mobile.eq(mobile),
            customer::landline.eq(landline),
            customer::trade_type.eq(trade_type),
            customer::shop_name.eq(shop_name),
            customer::activity_area.eq(activity_area),
            customer::address.eq(address),
            customer::connected.eq(true),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

// === what orders change ===

/// This customer, whom the caller has locked, has ordered at this instant; the order is open, or is not. Keeps the seller's
/// counter, where the customer comes to have an open order.
pub fn order_placed(seller_id: Uuid, customer_id: Uuid, placed_at: DateTime<Utc>, open: bool) -> Statement {
    statement(
        "WITH changed AS ( \
           UPDATE customer SET last_order_at = greatest(last_order_at, $3), open_orders = open_orders + $4 \
           WHERE seller_id = $1 AND customer_id = $2 \
           RETURNING connected, (open_orders > 0)::integer - (open_orders - $4 > 0)::integer AS crossed) \
         UPDATE customer_counter AS c SET with_open_count = c.with_open_count + changed.crossed \
         FROM changed WHERE c.seller_id = $1 AND changed.connected AND changed.crossed <> 0",
    )
    .bind(seller_id)
    .bind(customer_id)
    .bind(placed_at)
    .bind(i32::from(open))
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

/// The seller has this many more customers, and this many more with an open order.
#[tracing::instrument(name = "db.customer_counter.change", skip_all)]
pub async fn count_changed(conn: &mut Connection, seller_id: Uuid, all: i64, with_open: i64) -> QueryResult<()> {
    let changed = statement(
        "UPDATE customer_counter SET all_count = all_count + $2, with_open_count = with_open_count + $3 \
         WHERE seller_id = $1",
    )
    .bind(seller_id)
    .bind(all)
    .bind(with_open)
    .run(conn)
    .await?;
    // The import of a seller's first customer has made it.
    if changed == 1 { Ok(()) } else { Err(corrupt("customer_counter", &seller_id)) }
}

/// Makes the seller's counter, if it has none.
#[tracing::instrument(name = "db.customer_counter.ensure", skip_all)]
pub async fn ensure_counter(conn: &mut Connection, seller_id: Uuid) -> QueryResult<()> {
    diesel::insert_into(customer_counter::table)
        .values((
            customer_counter::seller_id.eq(seller_id),
            customer_counter::all_count.eq(0),
            customer_counter::with_open_count.eq(0),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(())
}

// === filters ===

type Boxed<'a> = customer::BoxedQuery<'a, Pg>;

fn filtered<'a>(seller_id: Uuid, filter: &CustomerFilter) -> Boxed<'a> {
    let mut query = customer::table.filter(customer::seller_id.eq(seller_id)).filter(customer::connected).into_boxed();
    if let Some(span) = filter.last_order {
        query = query.filter(customer::last_order_at.is_not_null());
        // By the indexed column; it is the last order's instant where there is one.
        if let Some(start) = span.start {
            query = query.filter(customer::activity_at.ge(start));
        }
        if let Some(end) = span.end {
            query = query.filter(customer::activity_at.lt(end));
        }
    }
    if let Some(search) = &filter.search {
        query = query.filter(customer::title_folded.like(pattern(search)));
    }
    query
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
