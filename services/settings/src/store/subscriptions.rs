//! Subscriptions that were bought or granted.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryResult,
    Queryable, Selectable, SelectableHelper as _, alias,
    dsl::{exists, not},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::cached;
use uuid::Uuid;

use super::{
    bad,
    schema::{seller, subscription_purchase},
    sellers::NORMAL,
};
use crate::domain::subscription::{Origin, Purchase};

/// Of what is over or given up, so many are read: they tell since when a seller has had a subscription.
const MOST: i64 = 1000;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = subscription_purchase, check_for_backend(diesel::pg::Pg))]
struct PurchaseRow {
    seller_id: Uuid,
    payment_id: Uuid,
    plan_id: String,
    months: i16,
    price_toman: i64,
    vat_toman: i64,
    purchased_at: DateTime<Utc>,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    cleared_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
    granted_days: Option<i16>,
    reason: Option<String>,
}

impl From<PurchaseRow> for Purchase {
    fn from(row: PurchaseRow) -> Self {
        let PurchaseRow {
            seller_id,
            payment_id,
            plan_id,
            months,
            price_toman,
            vat_toman,
            purchased_at,
            starts_at,
            ends_at,
            cleared_at,
            ended_at,
            granted_days,
            reason,
        } = row;
        let origin = match granted_days {
            Some(days) => Origin::Grant { days: days.into(), reason: reason.unwrap_or_default() },
            None => Origin::Plan { plan_id, months: months.into(), price_toman, vat_toman },
        };
        Self { seller_id, purchase_id: payment_id, origin, purchased_at, starts_at, ends_at, cleared_at, ended_at }
    }
}

/// The purchases of a seller whose end is not recorded, to be joined to the seller.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn unrecorded() -> _ {
    subscription_purchase::seller_id
        .eq(seller::seller_id)
        .and(subscription_purchase::cleared_at.is_null())
        .and(subscription_purchase::ended_at.is_null())
}

/// What a seller has bought or was granted, the latest first: all whose end is not recorded, and the latest of the others.
#[tracing::instrument(name = "db.subscription_purchase.list", skip_all, fields(seller.id = %seller_id))]
pub async fn bought(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Vec<Purchase>> {
    let latest = alias!(subscription_purchase as latest_purchase);
    let latest = latest
        .filter(latest.field(subscription_purchase::seller_id).eq(seller_id))
        .order(latest.field(subscription_purchase::purchased_at).desc())
        .limit(MOST)
        .select(latest.field(subscription_purchase::payment_id));
    let unrecorded = subscription_purchase::cleared_at.is_null().and(subscription_purchase::ended_at.is_null());
    let rows: Vec<PurchaseRow> = subscription_purchase::table
        .filter(subscription_purchase::seller_id.eq(seller_id))
        .filter(unrecorded.or(subscription_purchase::payment_id.eq_any(latest)))
        .order((
            subscription_purchase::purchased_at.desc(),
            subscription_purchase::starts_at.desc(),
            subscription_purchase::payment_id.desc(),
        ))
        .select(PurchaseRow::as_select())
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// What a seller's payment has paid.
#[tracing::instrument(name = "db.subscription_purchase.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid, payment_id: Uuid) -> QueryResult<Option<Purchase>> {
    let mine = subscription_purchase::table.find((seller_id, payment_id)).select(PurchaseRow::as_select());
    let row: Option<PurchaseRow> = mine.first(conn).await.optional()?;
    Ok(row.map(Into::into))
}

/// Writes a purchase down.
#[tracing::instrument(name = "db.subscription_purchase.insert", skip_all, fields(seller.id = %seller_id))]
pub async fn insert(conn: &mut AsyncPgConnection, seller_id: Uuid, new: Purchase) -> QueryResult<()> {
    let Purchase { seller_id: _, purchase_id, origin, purchased_at, starts_at, ends_at, cleared_at, ended_at } = new;
    let small = |number| i16::try_from(number).map_err(|error| bad("subscription_purchase", seller_id, error));
    let row = PurchaseRow {
        seller_id,
        payment_id: purchase_id,
        plan_id: String::new(),
        months: 0,
        price_toman: 0,
        vat_toman: 0,
        purchased_at,
        starts_at,
        ends_at,
        cleared_at,
        ended_at,
        granted_days: None,
        reason: None,
    };
    let row = match origin {
        Origin::Plan { plan_id, months, price_toman, vat_toman } => {
            PurchaseRow { plan_id, months: small(months)?, price_toman, vat_toman, ..row }
        }
        Origin::Grant { days, reason } => PurchaseRow { granted_days: Some(small(days)?), reason: Some(reason), ..row },
    };
    diesel::insert_into(subscription_purchase::table).values(row).execute(conn).await.map(drop)
}

/// Gives purchases up.
#[tracing::instrument(name = "db.subscription_purchase.clear", skip_all, fields(seller.id = %seller_id))]
pub async fn clear(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    given_up: &[Purchase],
    at: DateTime<Utc>,
) -> QueryResult<()> {
    let ids: Vec<Uuid> = given_up.iter().map(|purchase| purchase.purchase_id).collect();
    cached(
        diesel::update(subscription_purchase::table)
            .filter(subscription_purchase::seller_id.eq(seller_id).and(subscription_purchase::payment_id.eq_any(ids)))
            .set(subscription_purchase::cleared_at.eq(at)),
    )
    .execute(conn)
    .await
    .map(drop)
}

/// Moves a purchase's time.
#[tracing::instrument(name = "db.subscription_purchase.set_period", skip_all, fields(seller.id = %seller_id))]
pub async fn set_period(conn: &mut AsyncPgConnection, seller_id: Uuid, purchase: &Purchase) -> QueryResult<()> {
    let mine = subscription_purchase::table.find((seller_id, purchase.purchase_id));
    let period =
        (subscription_purchase::starts_at.eq(purchase.starts_at), subscription_purchase::ends_at.eq(purchase.ends_at));
    cached(diesel::update(mine).set(period)).execute(conn).await.map(drop)
}

/// Records that the time of all that is over was seen to be so.
#[tracing::instrument(name = "db.subscription_purchase.end", skip_all, fields(seller.id = %seller_id))]
pub async fn end(conn: &mut AsyncPgConnection, seller_id: Uuid, now: DateTime<Utc>) -> QueryResult<usize> {
    cached(
        diesel::update(subscription_purchase::table)
            .filter(subscription_purchase::seller_id.eq(seller_id).and(subscription_purchase::ends_at.le(now)))
            .filter(subscription_purchase::cleared_at.is_null().and(subscription_purchase::ended_at.is_null()))
            .set(subscription_purchase::ended_at.eq(now)),
    )
    .execute(conn)
    .await
}

/// The sellers with a purchase whose end nobody has seen, the oldest end first.
#[tracing::instrument(name = "db.subscription_purchase.overdue", skip_all)]
pub async fn overdue(conn: &mut AsyncPgConnection, now: DateTime<Utc>, limit: usize) -> QueryResult<Vec<Uuid>> {
    subscription_purchase::table
        .filter(subscription_purchase::ends_at.le(now))
        .filter(subscription_purchase::cleared_at.is_null().and(subscription_purchase::ended_at.is_null()))
        .order(subscription_purchase::ends_at)
        .limit(i64::try_from(limit).unwrap_or(i64::MAX))
        .select(subscription_purchase::seller_id)
        .load(conn)
        .await
}

/// The sellers whose stores are on without a subscription, which their type needs.
#[tracing::instrument(name = "db.subscription_purchase.open_without", skip_all)]
pub async fn open_without(conn: &mut AsyncPgConnection, limit: usize) -> QueryResult<Vec<Uuid>> {
    seller::table
        .filter(seller::active.and(seller::ready).and(seller::seller_type.ne(NORMAL)))
        .filter(not(exists(subscription_purchase::table.filter(unrecorded()))))
        .limit(i64::try_from(limit).unwrap_or(i64::MAX))
        .select(seller::seller_id)
        .load(conn)
        .await
}
