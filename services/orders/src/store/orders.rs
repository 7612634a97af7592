//! Orders.

mod lists;
mod of_all;
mod rows;
mod update;

use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, JoinOnDsl as _, NullableExpressionMethods as _,
    OptionalExtension as _, QueryDsl as _, QueryResult, SelectableHelper as _,
};
use diesel_async::RunQueryDsl;
use futures_util::future::join;
use pishkhan_chassis_db::{DbError, Memoize as _, Statement, statement};
use uuid::Uuid;

use self::rows::status_to_store;
pub(super) use self::rows::{Found, OrderRow, as_found, of_customer, of_its_day, of_settlement, order, summary};
pub use self::{
    lists::{by_code, count_of_customer, known_client_ids, of_customer_id},
    of_all::{Among, Page, counts, few_of, of_ids, page_of_all, page_of_narrow},
    update::{still_seen, update, update_all},
};
use super::{
    Connection,
    customers::{CustomerRow, PastNames},
    discounts,
    lines::{self, StoredLine},
    revisions,
    schema::{customer, customer_past_names, order_line, order_revision, sales_order, settlement},
};
use crate::domain::{Order, OrderLine, OrderSummary};

/// An order with its lines, each with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The order, lines included.
    pub order: Order,
    /// The same lines, with their places.
    pub lines: Vec<(i32, OrderLine)>,
}

/// The same beside one of its lines, if it has any.
type FoundLine = (OrderRow, CustomerRow, Option<PastNames>, Option<i64>, Option<StoredLine>);

// === reading ===

/// An order with its lines, of one version: they come in one statement, for a second one would see what was committed in
/// between.
#[tracing::instrument(name = "db.sales_order.find_whole", skip_all, fields(order.id = %order_id))]
pub async fn find_whole(conn: &mut Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<OrderSummary>> {
    // The order stands beside each of its lines, of which there are 500 at most.
    let rows: Vec<FoundLine> = sales_order::table
        .inner_join(customer::table.on(of_customer()))
        .left_join(customer_past_names::table.on(of_its_day()))
        .left_join(settlement::table.on(of_settlement()))
        .left_join(order_line::table.on(lines_of_order()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::order_id.eq(order_id))
        .filter(sales_order::deleted_at.is_null())
        .order(order_line::position)
        .select((
            OrderRow::as_select(),
            CustomerRow::as_select(),
            Option::<PastNames>::as_select(),
            settlement::revision.nullable(),
            Option::<StoredLine>::as_select(),
        ))
        .memoized()
        .load(conn)
        .await?;
    let mut rows = rows.into_iter();
    let Some((order, customer, past, settling, first)) = rows.next() else { return Ok(None) };
    let mut whole = summary((order, customer, past, settling))?;
    whole.order.lines = first.into_iter().chain(rows.filter_map(|(.., line)| line)).map(Into::into).collect();
    Ok(Some(whole))
}

/// An order that was once placed, whether deleted or not: for requests to place it that come again.
#[tracing::instrument(name = "db.sales_order.find_placed", skip_all, fields(order.id = %order_id))]
pub async fn find_placed(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<OrderSummary>> {
    let mut conn = conn;
    let found: Option<Found> = sales_order::table
        .inner_join(customer::table.on(of_customer()))
        .left_join(customer_past_names::table.on(of_its_day()))
        .left_join(settlement::table.on(of_settlement()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::order_id.eq(order_id))
        .select(as_found())
        .first(&mut conn)
        .await
        .optional()?;
    found.map(summary).transpose()
}

/// The order that another system knows by this id, whether deleted or not.
#[tracing::instrument(name = "db.sales_order.find_by_client_id", skip_all)]
pub async fn find_by_client_id(
    conn: &Connection,
    seller_id: Uuid,
    client_order_id: &str,
) -> QueryResult<Option<OrderSummary>> {
    let mut conn = conn;
    let found: Option<Found> = sales_order::table
        .inner_join(customer::table.on(of_customer()))
        .left_join(customer_past_names::table.on(of_its_day()))
        .left_join(settlement::table.on(of_settlement()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::client_order_id.eq(client_order_id))
        .select(as_found())
        .first(&mut conn)
        .await
        .optional()?;
    found.map(summary).transpose()
}

/// Loads an order with its lines and locks its row until the transaction ends, in one flight.
#[tracing::instrument(name = "db.sales_order.lock", skip_all, fields(order.id = %order_id))]
pub async fn lock(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<Stored>> {
    let stored = lock_any(conn, seller_id, order_id).await?;
    Ok(stored.filter(|stored| stored.order.deleted_at.is_none()))
}

/// As [`lock`], and finds what is deleted, too: for those who finish what others have begun.
pub async fn lock_any(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<Stored>> {
    let mut first = conn;
    let row = sales_order::table
        .find((seller_id, order_id))
        .select(OrderRow::as_select())
        .for_no_key_update()
        .memoized()
        .get_result::<OrderRow>(&mut first);
    // Its snapshot is taken when the row is locked.
    let (row, lines) = join(row, lines::list(conn, seller_id, order_id)).await;
    row.optional()?.map(|row| stored(row, lines?)).transpose()
}

/// An order as it is without its lock: what it says holds as long as its version does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The order, and its lines as they were a moment later.
    pub stored: Stored,
    /// What its last saved revision holds, if it is reopened: types and quantities.
    pub held: Vec<(Uuid, i64)>,
    /// Whether a revision was being settled.
    pub settling: bool,
}

/// Loads an order with its lines as they are at two close instants, for whoever looks before locking.
#[tracing::instrument(name = "db.sales_order.look_at", skip_all, fields(order.id = %order_id))]
pub async fn look_at(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<Seen>> {
    let mut first = conn;
    let row = sales_order::table
        .left_join(settlement::table.on(of_settlement()))
        .left_join(order_revision::table.on(of_held_revision()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::order_id.eq(order_id))
        .filter(sales_order::deleted_at.is_null())
        .select((OrderRow::as_select(), settlement::revision.nullable(), order_revision::lines.nullable()))
        .memoized()
        .get_result::<(OrderRow, Option<i64>, Option<serde_json::Value>)>(&mut first);
    let (row, lines) = join(row, lines::list(conn, seller_id, order_id)).await;
    let Some((row, settling, held)) = row.optional()? else { return Ok(None) };
    let held = held.map(|lines| revisions::goods(lines, order_id)).transpose()?.unwrap_or_default();
    Ok(Some(Seen { stored: stored(row, lines?)?, held, settling: settling.is_some() }))
}

fn stored(row: OrderRow, lines: Vec<(i32, OrderLine)>) -> QueryResult<Stored> {
    let (mut order, _) = order(row)?;
    order.lines = lines.iter().map(|(_, line)| line.clone()).collect();
    Ok(Stored { order, lines })
}

// === writing ===

/// Adds orders with their lines, each with what it comes to. Refused when another one has its client's id: see
/// [`is_known_by_client`].
pub fn insert_all(orders: &[(&Order, i64)]) -> QueryResult<Vec<Statement>> {
    fn column<T>(orders: &[(&Order, i64)], value: impl Fn(&Order) -> T) -> Vec<T> {
        orders.iter().map(|(order, _)| value(order)).collect()
    }
    let tiers = orders.iter().map(|(order, _)| discounts::tiers_to_store(&order.tiers));
    let insert = statement(
        "INSERT INTO sales_order (seller_id, order_id, customer_id, code, client_order_id, status, reopened, version, \
           revision, last_revision_sent, created_at, registered_at, cancelled_at, delivery_date, delivery_approximate, \
           tax_basis_points, shipping_toman, seller_title, grand_toman, customer_note, seller_note, tiers) \
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::smallint[], $7::boolean[], \
           $8::bigint[], $9::bigint[], $10::bigint[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[], \
           $14::date[], $15::boolean[], $16::integer[], $17::bigint[], $18::text[], $19::bigint[], $20::text[], \
           $21::text[], $22::jsonb[])",
    )
    .bind(column(orders, |order| order.seller_id))
    .bind(column(orders, |order| order.order_id))
    .bind(column(orders, |order| order.customer_id))
    .bind(column(orders, |order| order.code.clone()))
    .bind(column(orders, |order| order.client_order_id.clone()))
    .bind(column(orders, |order| status_to_store(order.status)))
    .bind(column(orders, |order| order.reopened))
    .bind(column(orders, |order| order.version))
    .bind(column(orders, |order| order.revision))
    .bind(column(orders, |order| order.last_revision_sent))
    .bind(column(orders, |order| order.created_at))
    .bind(column(orders, |order| order.registered_at))
    .bind(column(orders, |order| order.cancelled_at))
    .bind(column(orders, |order| order.delivery_date))
    .bind(column(orders, |order| order.delivery_approximate))
    .bind(column(orders, |order| order.tax_basis_points))
    .bind(column(orders, |order| order.shipping_toman))
    .bind(column(orders, |order| order.seller_title.clone()))
    .bind(orders.iter().map(|(_, grand_toman)| *grand_toman).collect::<Vec<_>>())
    .bind(column(orders, |order| order.customer_note.clone()))
    .bind(column(orders, |order| order.seller_note.clone()))
    .bind(tiers.collect::<QueryResult<Vec<_>>>()?);
    let lines = lines::of_new_orders(orders.iter().map(|(order, _)| *order));
    Ok(std::iter::once(insert.changing(orders.len())).chain(lines).collect())
}

/// Whether an order was refused because another one has its client's id.
pub fn is_known_by_client(error: &DbError) -> bool {
    error.is_unique_violation("sales_order_client_order_id")
}

/// Stores that the stock is being asked for a revision. The caller holds the order's lock, if there is such an order.
pub fn set_revision_sent(seller_id: Uuid, order_id: Uuid, revision: i64) -> Statement {
    statement("UPDATE sales_order SET last_revision_sent = $3 WHERE seller_id = $1 AND order_id = $2")
        .bind(seller_id)
        .bind(order_id)
        .bind(revision)
}

/// Removes an order that was never placed after all, with its lines. The caller holds its lock.
pub fn remove(seller_id: Uuid, order_id: Uuid) -> Statement {
    let remove = statement("DELETE FROM sales_order WHERE seller_id = $1 AND order_id = $2");
    remove.bind(seller_id).bind(order_id).changing(1)
}

#[diesel::dsl::auto_type(no_type_alias)]
fn of_held_revision() -> _ {
    order_revision::seller_id
        .eq(sales_order::seller_id)
        .and(order_revision::order_id.eq(sales_order::order_id))
        .and(order_revision::revision.eq(sales_order::revision))
        .and(sales_order::reopened)
}

#[diesel::dsl::auto_type(no_type_alias)]
fn lines_of_order() -> _ {
    order_line::seller_id.eq(sales_order::seller_id).and(order_line::order_id.eq(sales_order::order_id))
}
