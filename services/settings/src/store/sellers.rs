//! Sellers.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    AsChangeset, BoolExpressionMethods as _, ExpressionMethods as _, Insertable, JoinOnDsl as _,
    NullableExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, Selectable,
    SelectableHelper as _, result::Error,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{Statement, cached, statement};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    bad,
    schema::{seller, subscription_purchase},
    subscriptions::unrecorded,
};
use crate::domain::seller::{Cooperation, Seller, SellerType};

/// A seller's row as the domain knows it; waits as JSON in an edit that is not settled yet.
#[derive(Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize)]
#[diesel(table_name = seller, treat_none_as_null = true, check_for_backend(diesel::pg::Pg))]
pub(super) struct SellerRow {
    seller_id: Uuid,
    seller_type: i16,
    active: bool,
    title: String,
    representative: String,
    code: Option<String>,
    national_code: Option<String>,
    work_start_date: Option<NaiveDate>,
    price_edit_range: String,
    national_card_received: bool,
    cooperation: Option<i16>,
    agreed_commission: i64,
    commission_payment_date: Option<NaiveDate>,
    card_number: Option<String>,
    sheba_number: Option<String>,
    address: String,
    story_url: String,
    background_url: String,
    parent_seller_id: Option<Uuid>,
    cellphone: String,
    username: String,
    created_at: DateTime<Utc>,
}

/// The type whose stores need no subscription, in the tables.
pub(super) const NORMAL: i16 = 1;

/// The type that a code in the table means.
pub(super) fn type_of(seller_id: Uuid, code: i16) -> QueryResult<SellerType> {
    match code {
        NORMAL => Ok(SellerType::Normal),
        2 => Ok(SellerType::Special),
        3 => Ok(SellerType::Exclusive),
        other => Err(bad("seller", seller_id, format_args!("type {other}"))),
    }
}

impl TryFrom<SellerRow> for Seller {
    type Error = Error;

    fn try_from(row: SellerRow) -> QueryResult<Self> {
        let id = row.seller_id;
        let SellerRow {
            seller_id,
            seller_type,
            active,
            title,
            representative,
            code,
            national_code,
            work_start_date,
            price_edit_range,
            national_card_received,
            cooperation,
            agreed_commission,
            commission_payment_date,
            card_number,
            sheba_number,
            address,
            story_url,
            background_url,
            parent_seller_id,
            cellphone,
            username,
            created_at,
        } = row;
        let seller_type = type_of(id, seller_type)?;
        let cooperation = match cooperation {
            None => None,
            Some(1) => Some(Cooperation::Percentage),
            Some(2) => Some(Cooperation::Basket),
            Some(3) => Some(Cooperation::Amount),
            Some(other) => return Err(bad("seller", id, format_args!("cooperation {other}"))),
        };
        Ok(Self {
            seller_id,
            seller_type,
            active,
            title,
            representative,
            code,
            national_code,
            work_start_date,
            price_edit_range,
            national_card_received,
            cooperation,
            agreed_commission,
            commission_payment_date,
            card_number,
            sheba_number,
            address,
            story_url,
            background_url,
            parent_seller_id,
            cellphone,
            username,
            created_at,
        })
    }
}

impl From<Seller> for SellerRow {
    fn from(seller: Seller) -> Self {
        let Seller {
            seller_id,
            seller_type,
            active,
            title,
            representative,
            code,
            national_code,
            work_start_date,
            price_edit_range,
            national_card_received,
            cooperation,
            agreed_commission,
            commission_payment_date,
            card_number,
            sheba_number,
            address,
            story_url,
            background_url,
            parent_seller_id,
            cellphone,
            username,
            created_at,
        } = seller;
        let seller_type = match seller_type {
            SellerType::Normal => NORMAL,
            SellerType::Special => 2,
            SellerType::Exclusive => 3,
        };
        let cooperation = cooperation.map(|cooperation| match cooperation {
            Cooperation::Percentage => 1,
            Cooperation::Basket => 2,
            Cooperation::Amount => 3,
        });
        Self {
            seller_id,
            seller_type,
            active,
            title,
            representative,
            code,
            national_code,
            work_start_date,
            price_edit_range,
            national_card_received,
            cooperation,
            agreed_commission,
            commission_payment_date,
            card_number,
            sheba_number,
            address,
            story_url,
            background_url,
            parent_seller_id,
            cellphone,
            username,
            created_at,
        }
    }
}

/// A seller that is ready, its store as open as it is at an instant. All in one statement: a renewal is seen together
/// with the end that it has recorded.
#[tracing::instrument(name = "db.seller.find_at", skip_all, fields(seller.id = %seller_id))]
pub async fn find_at(conn: &AsyncPgConnection, seller_id: Uuid, now: DateTime<Utc>) -> QueryResult<Option<Seller>> {
    let mut conn = conn;
    let row: Option<(SellerRow, Option<DateTime<Utc>>)> = seller::table
        .left_join(subscription_purchase::table.on(unrecorded()))
        .filter(seller::seller_id.eq(seller_id).and(seller::ready))
        .order(subscription_purchase::ends_at.desc())
        .select((SellerRow::as_select(), subscription_purchase::ends_at.nullable()))
        .first(&mut conn)
        .await
        .optional()?;
    row.map(|(row, open_end)| {
        let seller = Seller::try_from(row)?;
        Ok(Seller { active: seller.seller_type.is_open(seller.active, open_end, now), ..seller })
    })
    .transpose()
}

/// A seller that is ready, as it is recorded.
#[tracing::instrument(name = "db.seller.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Seller>> {
    let row: Option<SellerRow> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .select(SellerRow::as_select())
        .first(conn)
        .await
        .optional()?;
    row.map(TryInto::try_into).transpose()
}

/// Ids and titles of the sellers that are ready, behind one of them.
#[tracing::instrument(name = "db.seller.list", skip_all)]
pub async fn list(conn: &mut AsyncPgConnection, after: Option<Uuid>, limit: usize) -> QueryResult<Vec<(Uuid, String)>> {
    let mut query = seller::table
        .filter(seller::ready)
        .order(seller::seller_id)
        .limit(i64::try_from(limit).unwrap_or(i64::MAX))
        .select((seller::seller_id, seller::title))
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(seller::seller_id.gt(after));
    }
    query.load(conn).await
}

/// A seller that is ready, its row locked until the transaction ends: writes of one seller take turns.
#[tracing::instrument(name = "db.seller.lock", skip_all, fields(seller.id = %seller_id))]
pub async fn lock(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Seller>> {
    let row: Option<SellerRow> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .select(SellerRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()?;
    row.map(TryInto::try_into).transpose()
}

/// As [`lock`], with the version of all that the seller has set up.
#[tracing::instrument(name = "db.seller.lock_version", skip_all, fields(seller.id = %seller_id))]
pub async fn lock_version(conn: &AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<(Seller, i64)>> {
    let mut conn = conn;
    let found: Option<(SellerRow, i64)> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .select((SellerRow::as_select(), seller::version))
        .for_update()
        .first(&mut conn)
        .await
        .optional()?;
    found.map(|(row, version)| Ok((row.try_into()?, version))).transpose()
}

/// Writes the next version of all that a seller, who is locked, has set up.
pub fn put_version(seller_id: Uuid, version: i64) -> Statement {
    statement("UPDATE seller SET version = $2 WHERE seller_id = $1").bind(seller_id).bind(version).changing(1)
}

/// Counts a change of anything that a seller has set up; the new version.
#[tracing::instrument(name = "db.seller.bump", skip_all, fields(seller.id = %seller_id))]
pub async fn bump(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<i64> {
    cached(
        diesel::update(seller::table.find(seller_id))
            .set(seller::version.eq(seller::version + 1))
            .returning(seller::version),
    )
    .get_result(conn)
    .await
}

/// Writes a profile.
#[tracing::instrument(name = "db.seller.update", skip_all, fields(seller.id = %profile.seller_id))]
pub async fn update(conn: &mut AsyncPgConnection, profile: Seller) -> QueryResult<()> {
    let row = SellerRow::from(profile);
    cached(diesel::update(seller::table.find(row.seller_id)).set(&row)).execute(conn).await.map(drop)
}

/// Switches a store, whose seller is locked, on or off.
#[tracing::instrument(name = "db.seller.set_active", skip_all, fields(seller.id = %seller_id))]
pub async fn set_active(conn: &mut AsyncPgConnection, seller_id: Uuid, active: bool) -> QueryResult<()> {
    cached(diesel::update(seller::table.find(seller_id)).set(seller::active.eq(active))).execute(conn).await.map(drop)
}

/// Whether another seller has this code.
#[tracing::instrument(name = "db.seller.code_is_taken", skip_all, fields(seller.id = %seller_id))]
pub async fn code_is_taken(conn: &mut AsyncPgConnection, seller_id: Uuid, code: &str) -> QueryResult<bool> {
    let others = seller::table.filter(seller::code.eq(code)).filter(seller::seller_id.ne(seller_id));
    diesel::select(diesel::dsl::exists(others)).get_result(conn).await
}
