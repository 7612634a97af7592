//! Orders of all customers: first which they are, from one end of an index, then these alone with all that is read beside
//! them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods as _, JoinOnDsl as _, QueryDsl as _, QueryResult, QueryableByName,
    sql_types::{BigInt, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::{
    lists::{After, ends},
    rows::{Found, as_found, of_customer, of_its_day, of_settlement, summary},
};
use crate::{
    domain::{OrderCounts, OrderFilter, OrderStatus, OrderSummary, Span},
    store::{
        Connection,
        schema::{customer, customer_past_names, sales_order, settlement},
    },
};

/// Orders that are counted, and as many that are looked up one by one.
const FEW: i64 = 1_000;

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Behind the order placed then, with this id.
    pub after: Option<After>,
    /// How many to pass over.
    pub skip: i64,
    /// How many to give at most.
    pub limit: i64,
}

/// Orders that are looked through before anything else is tried.
const NEWEST: i64 = 200;

impl Page {
    /// Whether the first orders behind its place can fill it.
    pub const fn may_be_of_newest(&self) -> bool {
        self.skip.saturating_add(self.limit) <= NEWEST
    }
}

/// Orders of a time and a status behind a place. `$1` is the seller, `$2` and `$3` are the ends of the time, `$4` and `$5` the
/// place. The status is written out: the plan is made once, and is another one for any status than for one.
macro_rules! listed {
    ($status:literal) => {
        concat!(
            "o.seller_id = $1 AND o.deleted_at IS NULL AND o.created_at >= $2 AND o.created_at < $3 \
             AND (o.created_at, o.order_id) < ($4, $5)",
            $status
        )
    };
}

/// A page of the orders of `$from` that are listed and are `$of` what is wanted.
macro_rules! page {
    ($from:expr, $status:literal, $of:expr) => {
        concat!(
            "SELECT o.order_id FROM ",
            $from,
            " WHERE ",
            listed!($status),
            $of,
            " ORDER BY o.created_at DESC, o.order_id DESC OFFSET $6 LIMIT $7"
        )
    };
}

/// The first orders behind a place: as many as [`NEWEST`] says.
macro_rules! newest {
    ($status:literal) => {
        concat!(
            "(SELECT * FROM sales_order o WHERE ",
            listed!($status),
            " ORDER BY o.created_at DESC, o.order_id DESC LIMIT 200) o"
        )
    };
}

const fn of_any(status: Option<OrderStatus>) -> &'static str {
    match status {
        None => page!("sales_order o", "", ""),
        Some(OrderStatus::Open) => page!("sales_order o", " AND o.status = 0", ""),
        Some(OrderStatus::Registered) => page!("sales_order o", " AND o.status = 1", ""),
        Some(OrderStatus::Cancelled) => page!("sales_order o", " AND o.status = 2", ""),
    }
}

/// `$8` to `$10` are the types, the area and the customer, each null when it is not asked for. Each order is asked for itself,
/// by a subquery that is no `EXISTS`, which may be turned around: the list is read only as far as the page goes.
macro_rules! narrow {
    () => {
        " AND ($8::uuid[] IS NULL OR (SELECT true FROM order_line l WHERE l.seller_id = $1 AND l.order_id = o.order_id \
             AND l.type_id = ANY ($8) LIMIT 1)) \
          AND ($9::text IS NULL OR $9 = (SELECT c.activity_area FROM customer c \
             WHERE c.seller_id = $1 AND c.customer_id = o.customer_id)) \
          AND ($10::uuid IS NULL OR o.customer_id = $10)"
    };
}

/// Where orders of a narrow filter are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Among {
    /// The newest: what many orders have is soon met there. A page that is not full need not be all.
    Newest,
    /// These alone, each of which is looked up by itself.
    Few(Vec<Uuid>),
    /// All.
    All,
}

impl Among {
    const fn page(&self, status: Option<OrderStatus>) -> &'static str {
        macro_rules! of_status {
            ($status:literal) => {
                match self {
                    Self::Newest => page!(newest!($status), $status, narrow!()),
                    // `$11`
                    Self::Few(_) => page!(
                        "(SELECT DISTINCT unnest($11::uuid[]) AS order_id) few CROSS JOIN LATERAL \
                         (SELECT * FROM sales_order WHERE seller_id = $1 AND order_id = few.order_id OFFSET 0) o",
                        $status,
                        narrow!()
                    ),
                    Self::All => page!("sales_order o", $status, narrow!()),
                }
            };
        }
        match status {
            None => of_status!(""),
            Some(OrderStatus::Open) => of_status!(" AND o.status = 0"),
            Some(OrderStatus::Registered) => of_status!(" AND o.status = 1"),
            Some(OrderStatus::Cancelled) => of_status!(" AND o.status = 2"),
        }
    }
}

const WITH_TYPES: &str = "SELECT l.order_id FROM order_line l WHERE l.seller_id = $1 AND l.type_id = ANY ($2) LIMIT $3";
const OF_CUSTOMER: &str = "SELECT o.order_id FROM sales_order o WHERE o.seller_id = $1 AND o.customer_id = $2 LIMIT $3";
const OF_AREA: &str = "SELECT o.order_id FROM customer c \
     JOIN sales_order o ON o.seller_id = c.seller_id AND o.customer_id = c.customer_id \
     WHERE c.seller_id = $1 AND c.activity_area = $2 LIMIT $3";

/// Orders of one status, counted up to `$4`.
macro_rules! count {
    ($status:literal) => {
        concat!(
            "(SELECT count(*) FROM (SELECT FROM sales_order o WHERE o.seller_id = $1 AND o.deleted_at IS NULL AND o.status = ",
            $status,
            " AND o.created_at >= $2 AND o.created_at < $3 LIMIT $4) found)"
        )
    };
}

const COUNTS: &str =
    concat!("SELECT ", count!(0), " AS open, ", count!(1), " AS registered, ", count!(2), " AS cancelled");

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = SqlUuid)]
    order_id: Uuid,
}

#[derive(QueryableByName)]
struct CountsRow {
    #[diesel(sql_type = BigInt)]
    open: i64,
    #[diesel(sql_type = BigInt)]
    registered: i64,
    #[diesel(sql_type = BigInt)]
    cancelled: i64,
}

fn ids(rows: Vec<IdRow>) -> Vec<Uuid> {
    rows.into_iter().map(|row| row.order_id).collect()
}

fn page_statement(sql: &'static str, seller_id: Uuid, created: Span, page: Page) -> Statement {
    let (start, end) = ends(created);
    let Page { after, skip, limit } = page;
    let (at, id) = after.unwrap_or((DateTime::<Utc>::MAX_UTC, Uuid::max()));
    statement(sql).bind(seller_id).bind(start).bind(end).bind(at).bind(id).bind(skip).bind(limit)
}

/// Which orders of a time and a status a page holds, newest first.
#[tracing::instrument(name = "db.sales_order.page_of_all", skip_all)]
pub async fn page_of_all(
    conn: &Connection,
    seller_id: Uuid,
    filter: &OrderFilter,
    page: Page,
) -> QueryResult<Vec<Uuid>> {
    let page = page_statement(of_any(filter.status), seller_id, filter.created, page);
    Ok(ids(page.rows(conn).await?))
}

/// The orders among which those of a narrow filter are, where these are few.
#[tracing::instrument(name = "db.sales_order.few_of", skip_all)]
pub async fn few_of(conn: &Connection, seller_id: Uuid, filter: &OrderFilter) -> QueryResult<Option<Vec<Uuid>>> {
    let OrderFilter { type_ids, activity_area, customer_id, .. } = filter;
    let statement = match (customer_id, activity_area) {
        (Some(customer_id), _) => statement(OF_CUSTOMER).bind(seller_id).bind(*customer_id),
        (None, _) if !type_ids.is_empty() => statement(WITH_TYPES).bind(seller_id).bind(type_ids.clone()),
        (None, Some(area)) => statement(OF_AREA).bind(seller_id).bind(area.clone()),
        (None, None) => return Ok(None),
    };
    let found = ids(statement.bind(FEW + 1).rows(conn).await?);
    Ok((found.len() <= usize::try_from(FEW).unwrap_or(usize::MAX)).then_some(found))
}

/// Which orders of a narrow filter a page holds, newest first.
#[tracing::instrument(name = "db.sales_order.page_of_narrow", skip_all)]
pub async fn page_of_narrow(
    conn: &Connection,
    seller_id: Uuid,
    filter: &OrderFilter,
    among: Among,
    page: Page,
) -> QueryResult<Vec<Uuid>> {
    let OrderFilter { created, status, type_ids, activity_area, customer_id } = filter;
    let statement = page_statement(among.page(*status), seller_id, *created, page)
        .bind((!type_ids.is_empty()).then(|| type_ids.clone()))
        .bind(activity_area.clone())
        .bind(*customer_id);
    let statement = if let Among::Few(order_ids) = among { statement.bind(order_ids) } else { statement };
    Ok(ids(statement.rows(conn).await?))
}

/// These orders, in this order.
#[tracing::instrument(name = "db.sales_order.of_ids", skip_all)]
pub async fn of_ids(conn: &mut Connection, seller_id: Uuid, order_ids: &[Uuid]) -> QueryResult<Vec<OrderSummary>> {
    if order_ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Found> = sales_order::table
        .inner_join(customer::table.on(of_customer()))
        .left_join(customer_past_names::table.on(of_its_day()))
        .left_join(settlement::table.on(of_settlement()))
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::order_id.eq_any(order_ids))
        .filter(sales_order::deleted_at.is_null())
        .select(as_found())
        .load(conn)
        .await?;
    let places: HashMap<Uuid, usize> = order_ids.iter().copied().zip(0..).collect();
    let mut orders = rows.into_iter().map(summary).collect::<QueryResult<Vec<_>>>()?;
    orders.sort_by_key(|found| places.get(&found.order.order_id).copied());
    Ok(orders)
}

/// How many orders of a time there are, by status.
#[tracing::instrument(name = "db.sales_order.counts", skip_all)]
pub async fn counts(conn: &Connection, seller_id: Uuid, created: Span) -> QueryResult<OrderCounts> {
    let (start, end) = ends(created);
    let found: Option<CountsRow> =
        statement(COUNTS).bind(seller_id).bind(start).bind(end).bind(FEW + 1).row(conn).await?;
    let exact = |count: i64| (count <= FEW).then_some(count);
    let counts = found.map(|row| OrderCounts {
        open: exact(row.open),
        registered: exact(row.registered),
        cancelled: exact(row.cancelled),
    });
    Ok(counts.unwrap_or_default())
}
