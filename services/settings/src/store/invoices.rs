//! Commission invoices.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, PgTextExpressionMethods as _,
    QueryDsl as _, QueryResult, Queryable, QueryableByName, Selectable, SelectableHelper as _,
    sql_types::{BigInt, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{cached, statement};
use uuid::Uuid;

use super::{
    StoreError, bad, cooperation, month,
    payments::{gateway_code, gateway_of},
    schema::commission_invoice as invoice,
};
use crate::domain::{
    invoice::{Invoice, InvoiceState, PaidBy},
    month::Month,
};

pub(super) const DRAFT: i16 = 1;
pub(super) const PAYABLE: i16 = 2;
pub(super) const PAID: i16 = 3;
const VOID: i16 = 4;
/// Those that bill somebody.
const STANDING: [i16; 2] = [PAYABLE, PAID];

#[derive(Queryable, Selectable)]
#[diesel(table_name = invoice, check_for_backend(diesel::pg::Pg))]
struct Row {
    seller_id: Uuid,
    invoice_id: Uuid,
    month: i32,
    state: i16,
    number: Option<String>,
    created_at: DateTime<Utc>,
    payer: String,
    cooperation: i16,
    commission: i64,
    due_date: Option<NaiveDate>,
    orders: i64,
    sales_toman: i64,
    total_toman: i64,
    watermark: Option<DateTime<Utc>>,
    paid_at: Option<DateTime<Utc>>,
    gateway: Option<i16>,
    payment_id: Option<Uuid>,
    payment_reference: String,
    void_reason: String,
}

impl TryFrom<Row> for Invoice {
    type Error = StoreError;

    fn try_from(row: Row) -> QueryResult<Self> {
        let seller_id = row.seller_id;
        let state = match row.state {
            DRAFT => InvoiceState::Draft,
            PAYABLE => InvoiceState::Payable,
            PAID => InvoiceState::Paid,
            VOID => InvoiceState::Void,
            other => return Err(bad("commission_invoice", seller_id, format_args!("state {other}"))),
        };
        let paid_by = match (row.payment_id, row.gateway, row.paid_at) {
            (Some(payment_id), Some(gateway), Some(paid_at)) => {
                let gateway = gateway_of(gateway)
                    .ok_or_else(|| bad("commission_invoice", seller_id, format_args!("gateway {gateway}")))?;
                Some(PaidBy { payment_id, gateway, reference: row.payment_reference, paid_at })
            }
            _ => None,
        };
        Ok(Self {
            seller_id,
            invoice_id: row.invoice_id,
            month: month("commission_invoice", seller_id, row.month)?,
            state,
            number: row.number,
            created_at: row.created_at,
            payer: row.payer,
            cooperation: cooperation("commission_invoice", seller_id, row.cooperation)?,
            commission: row.commission,
            due_date: row.due_date,
            orders: row.orders,
            sales_toman: row.sales_toman,
            total_toman: row.total_toman,
            watermark: row.watermark,
            paid_by,
            void_reason: row.void_reason,
        })
    }
}

// === what stands ===

/// The invoice that bills a seller's month.
#[tracing::instrument(name = "db.commission_invoice.of_month", skip_all, fields(seller.id = %seller_id))]
pub async fn of_month(conn: &mut AsyncPgConnection, seller_id: Uuid, of: Month) -> QueryResult<Option<Invoice>> {
    let row: Option<Row> = invoice::table
        .filter(invoice::seller_id.eq(seller_id).and(invoice::month.eq(of.code())))
        .filter(invoice::state.eq_any(STANDING))
        .select(Row::as_select())
        .first(conn)
        .await
        .optional()?;
    row.map(TryInto::try_into).transpose()
}

/// The billed months from one up to another, the latter left out; all behind the first when there is no other.
#[tracing::instrument(name = "db.commission_invoice.billed_months", skip_all, fields(seller.id = %seller_id))]
pub async fn billed_months(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    from: Month,
    until: Option<Month>,
) -> QueryResult<Vec<Month>> {
    let mut query = invoice::table
        .filter(invoice::seller_id.eq(seller_id).and(invoice::month.ge(from.code())))
        .filter(invoice::state.eq_any(STANDING))
        .order(invoice::month)
        .select(invoice::month)
        .into_boxed();
    if let Some(until) = until {
        query = query.filter(invoice::month.lt(until.code()));
    }
    let codes: Vec<i32> = query.load(conn).await?;
    codes.into_iter().map(|code| month("commission_invoice", seller_id, code)).collect()
}

#[derive(QueryableByName)]
struct Toman {
    #[diesel(sql_type = BigInt)]
    toman: i64,
}

/// What earlier invoices came to below nothing and no later one has given back; at most 0.
#[tracing::instrument(name = "db.commission_invoice.carried", skip_all, fields(seller.id = %seller_id))]
pub async fn carried(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<i64> {
    let Toman { toman } = statement(
        "SELECT ((SELECT coalesce(sum(carried_toman), 0) FROM commission_invoice
                WHERE seller_id = $1 AND state IN (2, 3))
            - (SELECT coalesce(sum(line.amount_toman), 0) FROM commission_invoice_line AS line
                JOIN commission_invoice AS invoice USING (seller_id, invoice_id)
                WHERE line.seller_id = $1 AND line.kind = 3 AND invoice.state IN (2, 3)))::bigint AS toman",
    )
    .bind(seller_id)
    .get_result(conn)
    .await?;
    Ok(toman)
}

/// An invoice of the seller.
#[tracing::instrument(name = "db.commission_invoice.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid, invoice_id: Uuid) -> QueryResult<Option<Invoice>> {
    let row: Option<Row> =
        invoice::table.find((seller_id, invoice_id)).select(Row::as_select()).first(conn).await.optional()?;
    row.map(TryInto::try_into).transpose()
}

/// Which of a seller's invoices are listed.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// A part of the number, in Latin digits.
    pub search: Option<String>,
    /// Drafts as well.
    pub drafts: bool,
    /// Behind this month's this invoice.
    pub after: Option<(i32, Uuid)>,
}

/// A seller's invoices, latest first.
#[tracing::instrument(name = "db.commission_invoice.list", skip_all, fields(seller.id = %seller_id))]
pub async fn list(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    filter: &Filter,
    limit: usize,
) -> QueryResult<Vec<Invoice>> {
    let mut query = invoice::table
        .filter(invoice::seller_id.eq(seller_id))
        .order((invoice::month.desc(), invoice::invoice_id.desc()))
        .limit(i64::try_from(limit).unwrap_or(i64::MAX))
        .select(Row::as_select())
        .into_boxed();
    let Filter { search, drafts, after } = filter;
    if let Some(part) = search {
        let part = part.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        query = query.filter(invoice::number.ilike(format!("%{part}%")));
    }
    if !drafts {
        query = query.filter(invoice::state.ne(DRAFT));
    }
    if let Some((month, invoice_id)) = *after {
        let earlier = invoice::month.eq(month).and(invoice::invoice_id.lt(invoice_id));
        query = query.filter(invoice::month.lt(month).or(earlier));
    }
    let rows: Vec<Row> = query.load(conn).await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

#[derive(QueryableByName)]
struct SellerRow {
    #[diesel(sql_type = SqlUuid)]
    seller_id: Uuid,
}

/// Sellers that are billed, behind one of them, in the order of their ids. With `new_only` those that have terms for the
/// month and had no invoice of it yet, not even one that was taken back.
#[tracing::instrument(name = "db.commission_invoice.sellers", skip_all)]
pub async fn sellers(
    conn: &mut AsyncPgConnection,
    of: Month,
    new_only: bool,
    after: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<Uuid>> {
    let every = "SELECT seller_id FROM seller
        WHERE ready AND type IN (1, 2) AND seller_id > $2 AND $1 = $1 ORDER BY seller_id LIMIT $3";
    let new = "SELECT seller_id FROM seller
        WHERE ready AND type IN (1, 2) AND seller_id > $2
            AND EXISTS (SELECT FROM agreed_terms AS terms
                WHERE terms.seller_id = seller.seller_id AND terms.from_month <= $1)
            AND NOT EXISTS (SELECT FROM commission_invoice AS invoice
                WHERE invoice.seller_id = seller.seller_id AND invoice.month = $1 AND invoice.state <> 1)
        ORDER BY seller_id LIMIT $3";
    let rows: Vec<SellerRow> = statement(if new_only { new } else { every })
        .bind(of.code())
        .bind(after.unwrap_or_default())
        .bind(limit)
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(|row| row.seller_id).collect())
}

// === afterwards ===

/// Says that an invoice is paid; whether it was to be paid. To be called in the payment's own transaction.
#[tracing::instrument(name = "db.commission_invoice.mark_paid", skip_all, fields(seller.id = %seller_id))]
pub async fn mark_paid(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
    paid_by: &PaidBy,
) -> QueryResult<bool> {
    let PaidBy { payment_id, gateway, reference, paid_at } = paid_by;
    let changed =
        cached(diesel::update(invoice::table.find((seller_id, invoice_id))).filter(invoice::state.eq(PAYABLE)).set((
            invoice::state.eq(PAID),
            invoice::paid_at.eq(paid_at),
            invoice::gateway.eq(gateway_code(*gateway)),
            invoice::payment_id.eq(payment_id),
            invoice::payment_reference.eq(reference),
        )))
        .execute(conn)
        .await?;
    Ok(changed == 1)
}

/// Makes an invoice of a seller, who is locked, payable again that was taken back.
#[tracing::instrument(name = "db.commission_invoice.restore", skip_all, fields(seller.id = %seller_id))]
pub async fn restore(conn: &mut AsyncPgConnection, seller_id: Uuid, invoice_id: Uuid) -> QueryResult<()> {
    cached(diesel::update(invoice::table.find((seller_id, invoice_id))).filter(invoice::state.eq(VOID)).set((
        invoice::state.eq(PAYABLE),
        invoice::void_reason.eq(""),
        invoice::voided_at.eq(None::<DateTime<Utc>>),
    )))
    .execute(conn)
    .await
    .map(drop)
}

/// Lets a later invoice of a seller, who is locked, give so many tomans back.
#[tracing::instrument(name = "db.commission_invoice.give_back", skip_all, fields(seller.id = %seller_id))]
pub async fn give_back(conn: &mut AsyncPgConnection, seller_id: Uuid, invoice_id: Uuid, toman: i64) -> QueryResult<()> {
    cached(
        diesel::update(invoice::table.find((seller_id, invoice_id)))
            .set(invoice::carried_toman.eq(invoice::carried_toman - toman)),
    )
    .execute(conn)
    .await
    .map(drop)
}

/// Takes a payable invoice of a seller, who is locked, back.
#[tracing::instrument(name = "db.commission_invoice.void", skip_all, fields(seller.id = %seller_id))]
pub async fn void(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
    reason: &str,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    cached(diesel::update(invoice::table.find((seller_id, invoice_id))).filter(invoice::state.eq(PAYABLE)).set((
        invoice::state.eq(VOID),
        invoice::void_reason.eq(reason),
        invoice::voided_at.eq(now),
    )))
    .execute(conn)
    .await
    .map(drop)
}
