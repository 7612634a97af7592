//! Payments.

mod row;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult,
    SelectableHelper as _, dsl::not,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{cached, statement};
use uuid::Uuid;

use self::row::{PaymentRow, purpose_code, state_code};
pub(super) use self::row::{gateway_code, gateway_of};
use super::schema::payment;
use crate::domain::payment::{GatewayKind, Payment, PaymentState, Purpose, Wanted};

/// Writes a payment down before its gateway is asked.
#[tracing::instrument(name = "db.payment.insert", skip_all, fields(seller.id = %seller_id))]
pub async fn insert(conn: &mut AsyncPgConnection, seller_id: Uuid, new: &Payment) -> QueryResult<()> {
    let row = PaymentRow::of(seller_id, new)?;
    diesel::insert_into(payment::table).values(row).execute(conn).await.map(drop)
}

/// A seller's payment.
#[tracing::instrument(name = "db.payment.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid, payment_id: Uuid) -> QueryResult<Option<Payment>> {
    let row: Option<PaymentRow> =
        payment::table.find((seller_id, payment_id)).select(PaymentRow::as_select()).first(conn).await.optional()?;
    row.map(TryInto::try_into).transpose()
}

/// A seller's payment, its row locked until the transaction ends.
#[tracing::instrument(name = "db.payment.lock", skip_all, fields(seller.id = %seller_id))]
pub async fn lock(conn: &mut AsyncPgConnection, seller_id: Uuid, payment_id: Uuid) -> QueryResult<Option<Payment>> {
    let row: Option<PaymentRow> = payment::table
        .find((seller_id, payment_id))
        .select(PaymentRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()?;
    row.map(TryInto::try_into).transpose()
}

/// The payment that a gateway calls so.
#[tracing::instrument(name = "db.payment.by_authority", skip_all)]
pub async fn by_authority(
    conn: &mut AsyncPgConnection,
    gateway: GatewayKind,
    authority: &str,
) -> QueryResult<Option<Payment>> {
    let row: Option<PaymentRow> = payment::table
        .filter(payment::gateway.eq(gateway_code(gateway)).and(payment::authority.eq(authority)))
        .select(PaymentRow::as_select())
        .first(conn)
        .await
        .optional()?;
    row.map(TryInto::try_into).transpose()
}

/// The latest payment for a thing that the payer can still pay.
#[tracing::instrument(name = "db.payment.open", skip_all, fields(seller.id = %seller_id))]
pub async fn open(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    gateway: GatewayKind,
    purpose: Purpose,
    subject_id: &str,
    now: DateTime<Utc>,
) -> QueryResult<Option<Payment>> {
    let row: Option<PaymentRow> = payment::table
        .filter(payment::seller_id.eq(seller_id))
        .filter(payment::purpose.eq(purpose_code(purpose)).and(payment::subject_id.eq(subject_id)))
        .filter(payment::gateway.eq(gateway_code(gateway)))
        .filter(payment::state.eq(state_code(PaymentState::Pending)).and(payment::expires_at.gt(now)))
        .order((payment::created_at.desc(), payment::payment_id.desc()))
        .select(PaymentRow::as_select())
        .first(conn)
        .await
        .optional()?;
    row.map(TryInto::try_into).transpose()
}

/// The latest payment for a thing, or for any when there is no `subject_id`, that the payer was sent to `gateway` with and
/// that it has said nothing of.
#[tracing::instrument(name = "db.payment.awaited", skip_all, fields(seller.id = %seller_id))]
pub async fn awaited(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    gateway: GatewayKind,
    purpose: Purpose,
    subject_id: Option<&str>,
) -> QueryResult<Option<Payment>> {
    let mut query = payment::table
        .filter(payment::seller_id.eq(seller_id))
        .filter(payment::gateway.eq(gateway_code(gateway)).and(payment::purpose.eq(purpose_code(purpose))))
        .filter(payment::state.eq(state_code(PaymentState::Pending)).and(payment::authority.is_not_null()))
        .order((payment::created_at.desc(), payment::payment_id.desc()))
        .select(PaymentRow::as_select())
        .into_boxed();
    if let Some(subject_id) = subject_id {
        query = query.filter(payment::subject_id.eq(subject_id));
    }
    let row: Option<PaymentRow> = query.first(conn).await.optional()?;
    row.map(TryInto::try_into).transpose()
}

/// When the seller began the `nth` of its payments, counted from the latest; none if it has not begun so many.
#[tracing::instrument(name = "db.payment.latest", skip_all, fields(seller.id = %seller_id))]
pub async fn latest(conn: &mut AsyncPgConnection, seller_id: Uuid, nth: i64) -> QueryResult<Option<DateTime<Utc>>> {
    payment::table
        .filter(payment::seller_id.eq(seller_id))
        .order((payment::created_at.desc(), payment::payment_id.desc()))
        .offset(nth - 1)
        .select(payment::created_at)
        .first(conn)
        .await
        .optional()
}

/// Keeps what the gateway calls a payment, unless it is known already.
#[tracing::instrument(name = "db.payment.set_authority", skip_all, fields(seller.id = %seller_id))]
pub async fn set_authority(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    payment_id: Uuid,
    authority: &str,
) -> QueryResult<()> {
    cached(
        diesel::update(payment::table.find((seller_id, payment_id)))
            .filter(payment::authority.is_null())
            .set(payment::authority.eq(authority)),
    )
    .execute(conn)
    .await
    .map(drop)
}

/// Writes how far a payment, which is locked, has come.
#[tracing::instrument(name = "db.payment.update", skip_all, fields(seller.id = %seller_id))]
pub async fn update(conn: &mut AsyncPgConnection, seller_id: Uuid, changed: &Payment) -> QueryResult<()> {
    cached(diesel::update(payment::table.find((seller_id, changed.payment_id))).set((
        payment::state.eq(state_code(changed.state)),
        payment::cancelled.eq(changed.cancelled),
        payment::paid_at.eq(changed.paid_at),
        payment::reference.eq(&changed.reference),
        payment::check_at.eq(changed.check_at),
    )))
    .execute(conn)
    .await
    .map(drop)
}

/// Has a payment that nobody has settled meanwhile asked about at `check_at`, if not earlier.
#[tracing::instrument(name = "db.payment.check_soon", skip_all, fields(seller.id = %seller_id))]
pub async fn check_soon(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    payment_id: Uuid,
    check_at: DateTime<Utc>,
) -> QueryResult<()> {
    cached(
        diesel::update(payment::table.find((seller_id, payment_id)))
            .filter(payment::check_at.gt(check_at))
            .set(payment::check_at.eq(check_at)),
    )
    .execute(conn)
    .await
    .map(drop)
}

/// Takes payments of a gateway that have to be asked about: nobody else gets them while the lease lasts.
#[tracing::instrument(name = "db.payment.take_due", skip_all)]
pub async fn take_due(
    conn: &AsyncPgConnection,
    gateway: GatewayKind,
    now: DateTime<Utc>,
    lease: TimeDelta,
    limit: i64,
) -> QueryResult<Vec<Payment>> {
    let rows: Vec<PaymentRow> = statement(
        "WITH due AS ( \
           SELECT seller_id, payment_id, purpose, subject_id, months, price_toman, vat_toman, amount_toman, gateway, \
             authority, state, cancelled, created_at, expires_at, paid_at, reference, check_at \
           FROM payment WHERE gateway = $1 AND check_at <= $2 \
           ORDER BY check_at LIMIT $4 FOR UPDATE SKIP LOCKED), \
         taken AS ( \
           UPDATE payment p SET check_at = $3 \
           FROM due WHERE p.seller_id = due.seller_id AND p.payment_id = due.payment_id) \
         SELECT seller_id, payment_id, purpose, subject_id, months, price_toman, vat_toman, amount_toman, gateway, \
           authority, state, cancelled, created_at, expires_at, paid_at, reference, check_at \
         FROM due ORDER BY check_at",
    )
    .bind(gateway_code(gateway))
    .bind(now)
    .bind(now + lease)
    .bind(limit)
    .rows(conn)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Payments, latest first.
#[tracing::instrument(name = "db.payment.list", skip_all)]
pub async fn list(
    conn: &mut AsyncPgConnection,
    wanted: Wanted,
    now: DateTime<Utc>,
    limit: usize,
) -> QueryResult<Vec<Payment>> {
    let mut query = payment::table
        .order((payment::created_at.desc(), payment::payment_id.desc()))
        .limit(i64::try_from(limit).unwrap_or(i64::MAX))
        .select(PaymentRow::as_select())
        .into_boxed();
    if let Some(seller_id) = wanted.seller_id {
        query = query.filter(payment::seller_id.eq(seller_id));
    }
    let pending = payment::state.eq(state_code(PaymentState::Pending));
    // As `Payment::state_at` has it.
    let over = payment::authority.is_null().and(payment::expires_at.le(now));
    query = match wanted.state {
        None => query,
        Some(PaymentState::Pending) => query.filter(pending.and(not(over))),
        Some(PaymentState::Expired) => {
            query.filter(payment::state.eq(state_code(PaymentState::Expired)).or(pending.and(over)))
        }
        Some(other) => query.filter(payment::state.eq(state_code(other))),
    };
    if let Some((created_at, payment_id)) = wanted.before {
        let earlier = payment::created_at.lt(created_at);
        let beside = payment::created_at.eq(created_at).and(payment::payment_id.lt(payment_id));
        query = query.filter(earlier.or(beside));
    }
    let rows: Vec<PaymentRow> = query.load(conn).await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
