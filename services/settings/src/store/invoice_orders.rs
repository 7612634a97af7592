//! The orders that lines of commission invoices were made from.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryResult, Queryable, QueryableByName,
    Selectable, SelectableHelper as _,
    sql_types::{BigInt, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::schema::commission_invoice_order as row;
use crate::domain::{
    invoice::{Base, InvoiceOrder},
    month::Month,
};

#[derive(Queryable, Selectable, QueryableByName)]
#[diesel(table_name = row, check_for_backend(diesel::pg::Pg))]
struct Row {
    order_id: Uuid,
    code: String,
    day: NaiveDate,
    amount_toman: i64,
    orders: i16,
    customer: String,
}

impl From<Row> for InvoiceOrder {
    fn from(Row { order_id, code, day, amount_toman, orders, customer }: Row) -> Self {
        Self { order_id, code, day, amount_toman, orders, customer }
    }
}

/// Where a line's orders belong.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The draft.
    pub invoice_id: Uuid,
    /// The line that it will have.
    pub line_id: Uuid,
    /// The line's month.
    pub month: Month,
}

/// Adds orders to what a draft gathers.
#[tracing::instrument(name = "db.commission_invoice_order.insert", skip_all, fields(seller.id = %seller_id))]
pub async fn insert(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    place: Place,
    orders: &[InvoiceOrder],
) -> QueryResult<()> {
    let Place { invoice_id, line_id, month } = place;
    let column = orders.len();
    let (mut ids, mut codes, mut days) =
        (Vec::with_capacity(column), Vec::with_capacity(column), Vec::with_capacity(column));
    let (mut amounts, mut counts, mut customers) =
        (Vec::with_capacity(column), Vec::with_capacity(column), Vec::with_capacity(column));
    for InvoiceOrder { order_id, code, day, amount_toman, orders, customer } in orders {
        ids.push(*order_id);
        codes.push(code.clone());
        days.push(*day);
        amounts.push(*amount_toman);
        counts.push(*orders);
        customers.push(customer.clone());
    }
    // Column by column: however many there are, it is one statement with few parameters.
    statement(
        "INSERT INTO commission_invoice_order
            (seller_id, invoice_id, line_id, month, order_id, code, day, amount_toman, orders, customer)
        SELECT $1, $2, $3, $4, found.* FROM unnest($5, $6, $7, $8, $9, $10) AS found",
    )
    .bind(seller_id)
    .bind(invoice_id)
    .bind(line_id)
    .bind(month.code())
    .bind(ids)
    .bind(codes)
    .bind(days)
    .bind(amounts)
    .bind(counts)
    .bind(customers)
    .run(conn)
    .await
    .map(drop)
}

#[derive(QueryableByName)]
struct SumRow {
    #[diesel(sql_type = SqlUuid)]
    line_id: Uuid,
    #[diesel(sql_type = BigInt)]
    orders: i64,
    #[diesel(sql_type = BigInt)]
    sales_toman: i64,
}

/// What the orders of each line add up to.
#[tracing::instrument(name = "db.commission_invoice_order.sums", skip_all, fields(seller.id = %seller_id))]
pub async fn sums(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
) -> QueryResult<BTreeMap<Uuid, Base>> {
    let rows: Vec<SumRow> = statement(
        "SELECT line_id, sum(orders)::bigint AS orders, sum(amount_toman)::bigint AS sales_toman
        FROM commission_invoice_order WHERE seller_id = $1 AND invoice_id = $2 GROUP BY line_id",
    )
    .bind(seller_id)
    .bind(invoice_id)
    .load(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|SumRow { line_id, orders, sales_toman }| (line_id, Base { orders, sales_toman }))
        .collect())
}

/// How a month's orders were billed so far by invoices that stand: those behind one id up to another, in their order.
#[tracing::instrument(name = "db.commission_invoice_order.billed", skip_all, fields(seller.id = %seller_id))]
pub async fn billed(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    of: Month,
    after: Uuid,
    up_to: Uuid,
) -> QueryResult<Vec<InvoiceOrder>> {
    let rows: Vec<Row> = statement(
        "SELECT counted.order_id, max(counted.code) AS code, max(counted.day) AS day,
            sum(counted.amount_toman)::bigint AS amount_toman, sum(counted.orders)::smallint AS orders,
            max(counted.customer) AS customer
        FROM commission_invoice_order AS counted
        JOIN commission_invoice AS invoice USING (seller_id, invoice_id)
        WHERE counted.seller_id = $1 AND counted.month = $2 AND counted.order_id > $3 AND counted.order_id <= $4
            AND invoice.state IN (2, 3)
        GROUP BY counted.order_id ORDER BY counted.order_id",
    )
    .bind(seller_id)
    .bind(of.code())
    .bind(after)
    .bind(up_to)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(InvoiceOrder::from).collect())
}

/// A page of the orders of an invoice, or of one of its lines, without so many that come before it.
#[tracing::instrument(name = "db.commission_invoice_order.page", skip_all, fields(seller.id = %seller_id))]
pub async fn page(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
    line_id: Option<Uuid>,
    skip: i64,
    limit: i64,
) -> QueryResult<Vec<InvoiceOrder>> {
    let mut query = row::table
        .filter(row::seller_id.eq(seller_id).and(row::invoice_id.eq(invoice_id)))
        .order((row::line_id, row::order_id))
        .offset(skip)
        .limit(limit)
        .select(Row::as_select())
        .into_boxed();
    if let Some(line_id) = line_id {
        query = query.filter(row::line_id.eq(line_id));
    }
    let rows: Vec<Row> = query.load(conn).await?;
    Ok(rows.into_iter().map(InvoiceOrder::from).collect())
}

/// How many orders an invoice, or one of its lines, was made from.
#[tracing::instrument(name = "db.commission_invoice_order.count", skip_all, fields(seller.id = %seller_id))]
pub async fn count(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
    line_id: Option<Uuid>,
) -> QueryResult<i64> {
    let of_invoice = row::table.filter(row::seller_id.eq(seller_id)).filter(row::invoice_id.eq(invoice_id));
    match line_id {
        Some(line_id) => of_invoice.filter(row::line_id.eq(line_id)).count().get_result(conn).await,
        None => of_invoice.count().get_result(conn).await,
    }
}
