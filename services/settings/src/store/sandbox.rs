//! The record of the bank that the built-in gateway plays.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult,
    result::Error,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{OldRows, cached};

use super::schema::sandbox_payment;
use crate::domain::payment::Decision;

/// Nobody asks a bank for longer than a day.
pub const OLD: OldRows = OldRows::new("sandbox_payment", "expires_at", TimeDelta::days(30));

/// What the bank knows of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Tomans.
    pub amount_toman: i64,
    /// What was done.
    pub decision: Decision,
    /// From then on nothing can be done.
    pub expires_at: DateTime<Utc>,
}

const fn code(decision: Decision) -> i16 {
    match decision {
        Decision::None => 0,
        Decision::Paid => 1,
        Decision::Cancelled => 2,
    }
}

/// Opens a payment at the bank.
#[tracing::instrument(name = "db.sandbox_payment.insert", skip_all)]
pub async fn insert(conn: &mut AsyncPgConnection, authority: &str, entry: Entry) -> QueryResult<()> {
    diesel::insert_into(sandbox_payment::table)
        .values((
            sandbox_payment::authority.eq(authority),
            sandbox_payment::amount_toman.eq(entry.amount_toman),
            sandbox_payment::decision.eq(code(entry.decision)),
            sandbox_payment::expires_at.eq(entry.expires_at),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// What the bank knows.
#[tracing::instrument(name = "db.sandbox_payment.find", skip_all)]
pub async fn find(conn: &mut AsyncPgConnection, authority: &str) -> QueryResult<Option<Entry>> {
    let row: Option<(i64, i16, DateTime<Utc>)> = sandbox_payment::table
        .find(authority)
        .select((sandbox_payment::amount_toman, sandbox_payment::decision, sandbox_payment::expires_at))
        .first(conn)
        .await
        .optional()?;
    let Some((amount_toman, decision, expires_at)) = row else { return Ok(None) };
    let decision = match decision {
        0 => Decision::None,
        1 => Decision::Paid,
        2 => Decision::Cancelled,
        other => return Err(Error::DeserializationError(format!("sandbox_payment: decision {other}").into())),
    };
    Ok(Some(Entry { amount_toman, decision, expires_at }))
}

/// Decides a payment, once and in its time.
#[tracing::instrument(name = "db.sandbox_payment.decide", skip_all)]
pub async fn decide(
    conn: &mut AsyncPgConnection,
    authority: &str,
    decision: Decision,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    cached(
        diesel::update(sandbox_payment::table.find(authority))
            .filter(sandbox_payment::decision.eq(code(Decision::None)).and(sandbox_payment::expires_at.gt(now)))
            .set(sandbox_payment::decision.eq(code(decision))),
    )
    .execute(conn)
    .await
    .map(drop)
}
