//! Commission invoices in the making.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryResult,
    QueryableByName,
    sql_types::{Bool, Integer},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{cached, statement};
use uuid::Uuid;

use super::{
    cooperation_code,
    invoices::{DRAFT, PAID, PAYABLE},
    schema::commission_invoice as invoice,
};
use crate::domain::{agreed::Agreed, invoice::Base, month::Month};

#[derive(Insertable)]
#[diesel(table_name = invoice)]
struct NewRow {
    seller_id: Uuid,
    invoice_id: Uuid,
    month: i32,
    state: i16,
    created_at: DateTime<Utc>,
    payer: String,
    cooperation: i16,
    commission: i64,
}

/// Begins an invoice of a seller, who is locked and has no other draft.
#[tracing::instrument(name = "db.commission_invoice.begin", skip_all, fields(seller.id = %seller_id))]
pub async fn begin(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
    of: Month,
    agreed: &Agreed,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    let row = NewRow {
        seller_id,
        invoice_id,
        month: of.code(),
        state: DRAFT,
        created_at: now,
        payer: String::new(),
        cooperation: cooperation_code(agreed.cooperation),
        commission: agreed.commission,
    };
    diesel::insert_into(invoice::table).values(row).execute(conn).await.map(drop)
}

/// Whether somebody works on the draft of a seller, who is locked; none when there is no draft.
#[tracing::instrument(name = "db.commission_invoice.is_held", skip_all, fields(seller.id = %seller_id))]
pub async fn is_held(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<bool>> {
    let found: Option<Held> = statement(
        "SELECT held_until IS NOT NULL AND held_until > clock_timestamp() AS held
        FROM commission_invoice WHERE seller_id = $1 AND state = $2",
    )
    .bind(seller_id)
    .bind(DRAFT)
    .get_result(conn)
    .await
    .optional()?;
    Ok(found.map(|found| found.held))
}

/// Throws the draft of a seller, who is locked, away with all that it has gathered.
#[tracing::instrument(name = "db.commission_invoice.discard", skip_all, fields(seller.id = %seller_id))]
pub async fn discard_draft(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<()> {
    diesel::delete(invoice::table)
        .filter(invoice::seller_id.eq(seller_id).and(invoice::state.eq(DRAFT)))
        .execute(conn)
        .await
        .map(drop)
}

/// Whether this draft is still there; then nobody throws it away before the transaction ends, nor while the lease lasts.
#[tracing::instrument(name = "db.commission_invoice.hold_draft", skip_all, fields(seller.id = %seller_id))]
pub async fn hold_draft(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
    lease: TimeDelta,
) -> QueryResult<bool> {
    let held = statement(
        "UPDATE commission_invoice SET held_until = clock_timestamp() + $4 * interval '1 second'
        WHERE seller_id = $1 AND invoice_id = $2 AND state = $3",
    )
    .bind(seller_id)
    .bind(invoice_id)
    .bind(DRAFT)
    .bind(lease.num_seconds())
    .run(conn)
    .await?;
    Ok(held > 0)
}

/// What a draft becomes.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Such as 1405-07-000012.
    pub number: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Name of the store.
    pub payer: String,
    /// The month's terms.
    pub agreed: Agreed,
    /// Until when it is to be paid.
    pub due_date: Option<NaiveDate>,
    /// Of its own month.
    pub base: Base,
    /// What its lines come to.
    pub sum_toman: i64,
    /// Until when the reports had been told.
    pub watermark: Option<DateTime<Utc>>,
}

/// Makes a draft of a seller, who is locked, an invoice; whether the draft was still there.
#[tracing::instrument(name = "db.commission_invoice.finish", skip_all, fields(seller.id = %seller_id))]
pub async fn finish(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    invoice_id: Uuid,
    finished: Finished,
) -> QueryResult<bool> {
    let Finished { number, created_at, payer, agreed, due_date, base, sum_toman, watermark } = finished;
    let changed =
        cached(diesel::update(invoice::table.find((seller_id, invoice_id))).filter(invoice::state.eq(DRAFT)).set((
            invoice::state.eq(if sum_toman > 0 { PAYABLE } else { PAID }),
            invoice::number.eq(number),
            invoice::created_at.eq(created_at),
            invoice::payer.eq(payer),
            invoice::cooperation.eq(cooperation_code(agreed.cooperation)),
            invoice::commission.eq(agreed.commission),
            invoice::due_date.eq(due_date),
            invoice::orders.eq(base.orders),
            invoice::sales_toman.eq(base.sales_toman),
            invoice::total_toman.eq(sum_toman.max(0)),
            invoice::carried_toman.eq(sum_toman.min(0)),
            invoice::watermark.eq(watermark),
        )))
        .execute(conn)
        .await?;
    Ok(changed == 1)
}

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = Bool)]
    held: bool,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = Integer)]
    last: i32,
}

/// The next number of a month's invoices; others wait until the transaction ends.
#[tracing::instrument(name = "db.invoice_counter.next", skip_all)]
pub async fn next_number(conn: &mut AsyncPgConnection, of: Month) -> QueryResult<String> {
    let Number { last } = statement(
        "INSERT INTO invoice_counter (month, last) VALUES ($1, 1)
        ON CONFLICT (month) DO UPDATE SET last = invoice_counter.last + 1 RETURNING last",
    )
    .bind(of.code())
    .get_result(conn)
    .await?;
    Ok(format!("{of}-{last:06}"))
}
