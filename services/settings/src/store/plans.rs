//! Prices of plans and the rate of VAT, each with its history.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryResult};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::{plan_price, vat_rate};
use crate::domain::subscription::Plan;

/// The plans that are on offer at an instant, shortest first.
#[tracing::instrument(name = "db.plan_price.list", skip_all)]
pub async fn list(conn: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<Vec<Plan>> {
    let rows: Vec<(String, i16, i64, bool)> = plan_price::table
        .filter(plan_price::since.le(now))
        .distinct_on(plan_price::plan_id)
        .order((plan_price::plan_id, plan_price::since.desc(), plan_price::revision.desc()))
        .select((plan_price::plan_id, plan_price::months, plan_price::price_toman, plan_price::withdrawn))
        .load(conn)
        .await?;
    let offered = rows.into_iter().filter(|(.., withdrawn)| !withdrawn);
    let mut plans: Vec<Plan> =
        offered.map(|(plan_id, months, price_toman, _)| Plan { plan_id, months: months.into(), price_toman }).collect();
    plans.sort_by(|one, other| (one.months, &one.plan_id).cmp(&(other.months, &other.plan_id)));
    Ok(plans)
}

/// Adds a price, or that the plan is no longer on offer.
#[tracing::instrument(name = "db.plan_price.insert", skip_all)]
pub async fn insert(
    conn: &mut AsyncPgConnection,
    plan: &Plan,
    withdrawn: bool,
    since: DateTime<Utc>,
) -> QueryResult<()> {
    let months = i16::try_from(plan.months).map_err(|error| diesel::result::Error::SerializationError(error.into()))?;
    diesel::insert_into(plan_price::table)
        .values((
            plan_price::plan_id.eq(&plan.plan_id),
            plan_price::months.eq(months),
            plan_price::price_toman.eq(plan.price_toman),
            plan_price::withdrawn.eq(withdrawn),
            plan_price::since.eq(since),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// The rate of VAT at an instant, in basis points.
#[tracing::instrument(name = "db.vat_rate.find", skip_all)]
pub async fn vat(conn: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<i32> {
    vat_rate::table
        .filter(vat_rate::since.le(now))
        .order((vat_rate::since.desc(), vat_rate::revision.desc()))
        .select(vat_rate::basis_points)
        .first(conn)
        .await
}

/// Adds a rate of VAT.
#[tracing::instrument(name = "db.vat_rate.insert", skip_all)]
pub async fn insert_vat(conn: &mut AsyncPgConnection, basis_points: i32, since: DateTime<Utc>) -> QueryResult<()> {
    diesel::insert_into(vat_rate::table)
        .values((vat_rate::basis_points.eq(basis_points), vat_rate::since.eq(since)))
        .execute(conn)
        .await
        .map(drop)
}
