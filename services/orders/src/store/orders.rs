//! Orders.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, JoinOnDsl as _, NullableExpressionMethods as _,
    OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, Selectable, SelectableHelper as _, dsl::AsSelect,
    pg::Pg,
};
use diesel_async::RunQueryDsl;
use futures_util::future::join;
use pishkhan_chassis_db::{DbError, Statement, statement};
use uuid::Uuid;

use super::{
    Connection, corrupt,
    customers::{CustomerRow, PastNames},
    discounts,
    lines::{self, StoredLine},
    schema::{customer, customer_past_names, order_line, sales_order, settlement},
};
use crate::domain::{Order, OrderLine, OrderStatus, OrderSummary, Span};

#[derive(Queryable, Selectable)]
#[diesel(table_name = sales_order, check_for_backend(Pg))]
pub(super) struct OrderRow {
    seller_id: Uuid,
    order_id: Uuid,
    customer_id: Uuid,
    code: String,
    client_order_id: Option<String>,
    status: i16,
    reopened: bool,
    version: i64,
    revision: i64,
    last_revision_sent: i64,
    created_at: DateTime<Utc>,
    registered_at: Option<DateTime<Utc>>,
    cancelled_at: Option<DateTime<Utc>>,
    delivery_date: Option<NaiveDate>,
    delivery_approximate: bool,
    tax_basis_points: i32,
    shipping_toman: i64,
    seller_title: String,
    grand_toman: i64,
    customer_note: String,
    seller_note: String,
    deleted_at: Option<DateTime<Utc>>,
    paper_bill_toman: Option<i64>,
    tiers: Option<serde_json::Value>,
}

/// An order with its lines, each with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The order, lines included.
    pub order: Order,
    /// The same lines, with their places.
    pub lines: Vec<(i32, OrderLine)>,
}

/// An order, its customer as it is now and as it was called when the order was placed, and the revision being settled.
pub(super) type Found = (OrderRow, CustomerRow, Option<PastNames>, Option<i64>);
/// The same beside one of its lines, if it has any.
type FoundLine = (OrderRow, CustomerRow, Option<PastNames>, Option<i64>, Option<StoredLine>);

/// Where a page begins: behind the order placed then, with this id.
pub type After = (DateTime<Utc>, Uuid);

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
        .first::<OrderRow>(&mut first);
    // Its snapshot is taken when the row is locked.
    let (row, lines) = join(row, lines::list(conn, seller_id, order_id)).await;
    stored(row.optional()?, lines?)
}

/// Loads an order with its lines as they are at two close instants, for whoever looks before locking.
#[tracing::instrument(name = "db.sales_order.look_at", skip_all, fields(order.id = %order_id))]
pub async fn look_at(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<Order>> {
    let mut first = conn;
    let row =
        sales_order::table.find((seller_id, order_id)).select(OrderRow::as_select()).first::<OrderRow>(&mut first);
    let (row, lines) = join(row, lines::list(conn, seller_id, order_id)).await;
    Ok(stored(row.optional()?, lines?)?.map(|stored| stored.order).filter(|order| order.deleted_at.is_none()))
}

fn stored(row: Option<OrderRow>, lines: Vec<(i32, OrderLine)>) -> QueryResult<Option<Stored>> {
    let Some(row) = row else { return Ok(None) };
    let (mut order, _) = order(row)?;
    order.lines = lines.iter().map(|(_, line)| line.clone()).collect();
    Ok(Some(Stored { order, lines }))
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
    let mut query = sales_order::table
        .inner_join(customer::table.on(of_customer()))
        .left_join(customer_past_names::table.on(of_its_day()))
        .left_join(settlement::table.on(of_settlement()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::customer_id.eq(customer_id))
        .filter(sales_order::deleted_at.is_null())
        .select(as_found())
        .order((sales_order::created_at.desc(), sales_order::order_id.desc()))
        .offset(skip)
        .limit(limit)
        .into_boxed();
    if let Some(start) = created.start {
        query = query.filter(sales_order::created_at.ge(start));
    }
    if let Some(end) = created.end {
        query = query.filter(sales_order::created_at.lt(end));
    }
    if let Some((at, id)) = after {
        query = query.filter(
            sales_order::created_at.le(at).and(sales_order::created_at.lt(at).or(sales_order::order_id.lt(id))),
        );
    }
    let mut conn = conn;
    let rows: Vec<Found> = query.load(&mut conn).await?;
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
    let start = created.start.unwrap_or(DateTime::UNIX_EPOCH);
    let mut orders = sales_order::table
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::customer_id.eq(customer_id))
        .filter(sales_order::deleted_at.is_null())
        .filter(sales_order::created_at.ge(start))
        .into_boxed();
    if let Some(end) = created.end {
        orders = orders.filter(sales_order::created_at.lt(end));
    }
    let mut conn = conn;
    let count: Option<Option<i64>> = customer::table
        .find((seller_id, customer_id))
        .select(orders.count().single_value())
        .first(&mut conn)
        .await
        .optional()?;
    Ok(count.map(Option::unwrap_or_default))
}

// === writing ===

/// Adds an order with its lines. Refused when another one has its client's id: see [`is_known_by_client`].
pub fn insert(order: &Order, grand_toman: i64) -> QueryResult<Vec<Statement>> {
    let insert = statement(
        "INSERT INTO sales_order (seller_id, order_id, customer_id, code, client_order_id, status, reopened, version, \
           revision, last_revision_sent, created_at, registered_at, cancelled_at, delivery_date, delivery_approximate, \
           tax_basis_points, shipping_toman, seller_title, grand_toman, customer_note, seller_note, tiers) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
    )
    .bind(order.seller_id)
    .bind(order.order_id)
    .bind(order.customer_id)
    .bind(order.code.clone())
    .bind(order.client_order_id.clone())
    .bind(status_to_store(order.status))
    .bind(order.reopened)
    .bind(order.version)
    .bind(order.revision)
    .bind(order.last_revision_sent)
    .bind(order.created_at)
    .bind(order.registered_at)
    .bind(order.cancelled_at)
    .bind(order.delivery_date)
    .bind(order.delivery_approximate)
    .bind(order.tax_basis_points)
    .bind(order.shipping_toman)
    .bind(order.seller_title.clone())
    .bind(grand_toman)
    .bind(order.customer_note.clone())
    .bind(order.seller_note.clone())
    .bind(discounts::tiers_to_store(&order.tiers)?);
    let lines = (!order.lines.is_empty()).then(|| lines::insert_all(order.seller_id, order.order_id, &order.lines));
    Ok(std::iter::once(insert).chain(lines).collect())
}

/// Whether an order was refused because another one has its client's id.
pub fn is_known_by_client(error: &DbError) -> bool {
    error.is_unique_violation("sales_order_client_order_id")
}

/// Stores what can change of an order, except its lines. The caller holds its lock.
pub fn update(order: &Order, grand_toman: i64) -> QueryResult<Statement> {
    let update = statement(
        "UPDATE sales_order SET status = $3, reopened = $4, version = $5, revision = $6, last_revision_sent = $7, \
           registered_at = $8, cancelled_at = $9, deleted_at = $10, shipping_toman = $11, grand_toman = $12, \
           seller_note = $13, paper_bill_toman = $14, tiers = $15 \
         WHERE seller_id = $1 AND order_id = $2",
    )
    .bind(order.seller_id)
    .bind(order.order_id)
    .bind(status_to_store(order.status))
    .bind(order.reopened)
    .bind(order.version)
    .bind(order.revision)
    .bind(order.last_revision_sent)
    .bind(order.registered_at)
    .bind(order.cancelled_at)
    .bind(order.deleted_at)
    .bind(order.shipping_toman)
    .bind(grand_toman)
    .bind(order.seller_note.clone())
    .bind(order.paper_bill_toman)
    .bind(discounts::tiers_to_store(&order.tiers)?);
    Ok(update.changing(1))
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

// === rows ===

#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn of_customer() -> _ {
    customer::seller_id.eq(sales_order::seller_id).and(customer::customer_id.eq(sales_order::customer_id))
}

/// What the customer was called on the order's day, unless it is called so still.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn of_its_day() -> _ {
    customer_past_names::seller_id
        .eq(sales_order::seller_id)
        .and(customer_past_names::customer_id.eq(sales_order::customer_id))
        .and(customer_past_names::names_version.eq(sales_order::customer_names_version))
}

#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn as_found() -> _ {
    let order: AsSelect<OrderRow, Pg> = OrderRow::as_select();
    let customer: AsSelect<CustomerRow, Pg> = CustomerRow::as_select();
    let past: AsSelect<Option<PastNames>, Pg> = Option::<PastNames>::as_select();
    (order, customer, past, settlement::revision.nullable())
}

#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn of_settlement() -> _ {
    settlement::seller_id.eq(sales_order::seller_id).and(settlement::order_id.eq(sales_order::order_id))
}

#[diesel::dsl::auto_type(no_type_alias)]
fn lines_of_order() -> _ {
    order_line::seller_id.eq(sales_order::seller_id).and(order_line::order_id.eq(sales_order::order_id))
}

pub(super) fn summary((row, customer, past, settling): Found) -> QueryResult<OrderSummary> {
    let (order, grand_toman) = order(row)?;
    Ok(OrderSummary { order, grand_toman, customer: customer.called(past).into(), settling: settling.is_some() })
}

const fn status_to_store(status: OrderStatus) -> i16 {
    match status {
        OrderStatus::Open => 0,
        OrderStatus::Registered => 1,
        OrderStatus::Cancelled => 2,
    }
}

pub(super) fn order(row: OrderRow) -> QueryResult<(Order, i64)> {
    let OrderRow {
        seller_id,
        order_id,
        customer_id,
        code,
        client_order_id,
        status,
        reopened,
        version,
        revision,
        last_revision_sent,
        created_at,
        registered_at,
        cancelled_at,
        delivery_date,
        delivery_approximate,
        tax_basis_points,
        shipping_toman,
        seller_title,
        grand_toman,
        customer_note,
        seller_note,
        deleted_at,
        paper_bill_toman,
        tiers,
    } = row;
    let tiers = discounts::tiers(tiers, "sales_order", order_id)?;
    let status = match status {
        0 => OrderStatus::Open,
        1 => OrderStatus::Registered,
        2 => OrderStatus::Cancelled,
        _ => return Err(corrupt("sales_order", &order_id)),
    };
    let order = Order {
        seller_id,
        order_id,
        customer_id,
        code,
        client_order_id,
        status,
        reopened,
        version,
        revision,
        last_revision_sent,
        created_at,
        registered_at,
        cancelled_at,
        delivery_date,
        delivery_approximate,
        tax_basis_points,
        shipping_toman,
        seller_title,
        customer_note,
        seller_note,
        deleted_at,
        paper_bill_toman,
        tiers,
        lines: Vec::new(),
    };
    Ok((order, grand_toman))
}
