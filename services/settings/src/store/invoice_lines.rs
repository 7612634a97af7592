//! Lines of commission invoices.

use diesel::{
    ExpressionMethods as _, Insertable, QueryDsl as _, QueryResult, Queryable, QueryableByName, Selectable,
    SelectableHelper as _, sql_types::BigInt,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::{bad, cooperation, cooperation_code, month, schema::commission_invoice_line as line};
use crate::domain::{
    invoice::{Base, Billed, InvoiceLine, LineKind},
    month::Month,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = line, check_for_backend(diesel::pg::Pg))]
struct Row {
    seller_id: Uuid,
    invoice_id: Uuid,
    line_id: Uuid,
    position: i16,
    kind: i16,
    month: i32,
    cooperation: i16,
    commission: i64,
    orders: i64,
    sales_toman: i64,
    amount_toman: i64,
}

/// Writes an invoice's lines, in this order.
#[tracing::instrument(name = "db.commission_invoice_line.insert", skip_all, fields(seller.id = %seller_id))]
pub async fn insert(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
    lines: &[InvoiceLine],
) -> QueryResult<()> {
    let row = |(position, made): (i16, &InvoiceLine)| {
        let &InvoiceLine { line_id, kind, month, cooperation, commission, orders, sales_toman, amount_toman } = made;
        let kind = match kind {
            LineKind::Month => 1,
            LineKind::Correction => 2,
            LineKind::Credit => 3,
        };
        let (month, cooperation) = (month.code(), cooperation_code(cooperation));
        Row {
            seller_id,
            invoice_id,
            line_id,
            position,
            kind,
            month,
            cooperation,
            commission,
            orders,
            sales_toman,
            amount_toman,
        }
    };
    let rows: Vec<Row> = (0..).zip(lines).map(row).collect();
    diesel::insert_into(line::table).values(rows).execute(conn).await.map(drop)
}

/// An invoice's lines, in their order.
#[tracing::instrument(name = "db.commission_invoice_line.list", skip_all, fields(seller.id = %seller_id))]
pub async fn list(conn: &mut AsyncPgConnection, seller_id: Uuid, invoice_id: Uuid) -> QueryResult<Vec<InvoiceLine>> {
    let rows: Vec<Row> = line::table
        .filter(line::seller_id.eq(seller_id))
        .filter(line::invoice_id.eq(invoice_id))
        .order(line::position)
        .select(Row::as_select())
        .load(conn)
        .await?;
    let read = |row: Row| {
        let kind = match row.kind {
            1 => LineKind::Month,
            2 => LineKind::Correction,
            3 => LineKind::Credit,
            other => return Err(bad("commission_invoice_line", seller_id, format_args!("kind {other}"))),
        };
        let Row { line_id, commission, orders, sales_toman, amount_toman, .. } = row;
        Ok(InvoiceLine {
            line_id,
            kind,
            month: month("commission_invoice_line", seller_id, row.month)?,
            cooperation: cooperation("commission_invoice_line", seller_id, row.cooperation)?,
            commission,
            orders,
            sales_toman,
            amount_toman,
        })
    };
    rows.into_iter().map(read).collect()
}

#[derive(QueryableByName)]
struct Sums {
    #[diesel(sql_type = BigInt)]
    orders: i64,
    #[diesel(sql_type = BigInt)]
    sales_toman: i64,
    #[diesel(sql_type = BigInt)]
    amount_toman: i64,
}

/// What the seller was billed for a month so far, with its corrections, by invoices that stand.
#[tracing::instrument(name = "db.commission_invoice_line.billed", skip_all, fields(seller.id = %seller_id))]
pub async fn billed(conn: &mut AsyncPgConnection, seller_id: Uuid, of: Month) -> QueryResult<Billed> {
    let Sums { orders, sales_toman, amount_toman } = statement(
        "SELECT coalesce(sum(line.orders), 0)::bigint AS orders,
            coalesce(sum(line.sales_toman), 0)::bigint AS sales_toman,
            coalesce(sum(line.amount_toman), 0)::bigint AS amount_toman
        FROM commission_invoice_line AS line
        JOIN commission_invoice AS invoice USING (seller_id, invoice_id)
        WHERE line.seller_id = $1 AND line.month = $2 AND line.kind IN (1, 2) AND invoice.state IN (2, 3)",
    )
    .bind(seller_id)
    .bind(of.code())
    .get_result(conn)
    .await?;
    Ok(Billed { base: Base { orders, sales_toman }, amount_toman })
}
