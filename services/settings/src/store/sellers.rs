//! Sellers, their limits and their delivery rules.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    AsChangeset, ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable,
    Selectable, SelectableHelper as _, result::Error,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_calendar::{JalaliDate, delivery::Rule};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::schema::{delivery_rule, seller, seller_creation, seller_limits};
use crate::domain::seller::{Cooperation, Limits, NewSeller, Seller, SellerType};

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

fn bad(table: &str, seller_id: Uuid, what: impl std::fmt::Display) -> Error {
    Error::DeserializationError(format!("{table} {seller_id}: {what}").into())
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
        let seller_type = match seller_type {
            1 => SellerType::Normal,
            2 => SellerType::Special,
            3 => SellerType::Exclusive,
            other => return Err(bad("seller", id, format_args!("type {other}"))),
        };
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
            SellerType::Normal => 1,
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

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = seller_limits, check_for_backend(diesel::pg::Pg))]
struct LimitsRow {
    seller_id: Uuid,
    min_order_toman: i64,
    min_packages: i64,
    shipping_toman: i64,
    tax_basis_points: i32,
}

impl From<LimitsRow> for Limits {
    fn from(row: LimitsRow) -> Self {
        let LimitsRow { seller_id: _, min_order_toman, min_packages, shipping_toman, tax_basis_points } = row;
        Self { min_order_toman, min_packages, shipping_toman, tax_basis_points }
    }
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = delivery_rule, treat_none_as_null = true, check_for_backend(diesel::pg::Pg))]
struct DeliveryRow {
    seller_id: Uuid,
    period_start: Option<NaiveDate>,
    period_end: Option<NaiveDate>,
    preparation_days: Option<i16>,
    days_after_order: Option<i16>,
    cut_off_minute: Option<i16>,
}

impl TryFrom<DeliveryRow> for Rule {
    type Error = Error;

    fn try_from(row: DeliveryRow) -> QueryResult<Self> {
        let DeliveryRow { seller_id, period_start, period_end, preparation_days, days_after_order, cut_off_minute } =
            row;
        let number = |value: i16| u32::try_from(value).map_err(|_| bad("delivery_rule", seller_id, value));
        match (period_start, period_end, days_after_order, cut_off_minute) {
            (Some(start), Some(end), None, None) => Ok(Self::Period {
                start: JalaliDate::from(start),
                end: JalaliDate::from(end),
                preparation_days: preparation_days.map(number).transpose()?,
            }),
            (None, None, Some(days), Some(minute)) => {
                let minute = number(minute)?;
                Ok(Self::CutOff { days: number(days)?, cut_off: (minute / 60, minute % 60) })
            }
            _ => Err(bad("delivery_rule", seller_id, "neither a period nor a cut-off")),
        }
    }
}

fn delivery_row(seller_id: Uuid, rule: &Rule) -> QueryResult<DeliveryRow> {
    let small = |value: u32| i16::try_from(value).map_err(|_| bad("delivery_rule", seller_id, value));
    Ok(match *rule {
        Rule::Period { start, end, preparation_days } => DeliveryRow {
            seller_id,
            period_start: Some(start.to_naive()),
            period_end: Some(end.to_naive()),
            preparation_days: preparation_days.map(small).transpose()?,
            days_after_order: None,
            cut_off_minute: None,
        },
        Rule::CutOff { days, cut_off: (hour, minute) } => DeliveryRow {
            seller_id,
            period_start: None,
            period_end: None,
            preparation_days: None,
            days_after_order: Some(small(days)?),
            cut_off_minute: Some(small(hour * 60 + minute)?),
        },
    })
}

/// A seller that is ready.
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

/// The limits of a seller that is ready.
#[tracing::instrument(name = "db.seller_limits.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find_limits(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Limits>> {
    let row: Option<LimitsRow> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .inner_join(seller_limits::table)
        .select(LimitsRow::as_select())
        .first(conn)
        .await
        .optional()?;
    Ok(row.map(Into::into))
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

/// Counts a change of anything that a seller has set up; the new version.
#[tracing::instrument(name = "db.seller.bump", skip_all, fields(seller.id = %seller_id))]
pub async fn bump(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<i64> {
    diesel::update(seller::table.find(seller_id))
        .set(seller::version.eq(seller::version + 1))
        .returning(seller::version)
        .get_result(conn)
        .await
}

/// Writes a profile.
#[tracing::instrument(name = "db.seller.update", skip_all, fields(seller.id = %profile.seller_id))]
pub async fn update(conn: &mut AsyncPgConnection, profile: Seller) -> QueryResult<()> {
    let row = SellerRow::from(profile);
    diesel::update(seller::table.find(row.seller_id)).set(&row).execute(conn).await.map(drop)
}

/// Whether another seller has this code.
#[tracing::instrument(name = "db.seller.code_is_taken", skip_all, fields(seller.id = %seller_id))]
pub async fn code_is_taken(conn: &mut AsyncPgConnection, seller_id: Uuid, code: &str) -> QueryResult<bool> {
    let others = seller::table.filter(seller::code.eq(code)).filter(seller::seller_id.ne(seller_id));
    diesel::select(diesel::dsl::exists(others)).get_result(conn).await
}

/// Writes a seller's limits.
#[tracing::instrument(name = "db.seller_limits.update", skip_all, fields(seller.id = %seller_id))]
pub async fn update_limits(conn: &mut AsyncPgConnection, seller_id: Uuid, limits: Limits) -> QueryResult<()> {
    let Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = limits;
    let row = LimitsRow { seller_id, min_order_toman, min_packages, shipping_toman, tax_basis_points };
    diesel::update(seller_limits::table.find(seller_id)).set(&row).execute(conn).await.map(drop)
}

/// A seller's delivery rule.
#[tracing::instrument(name = "db.delivery_rule.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find_rule(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Rule>> {
    let row: Option<DeliveryRow> =
        delivery_rule::table.find(seller_id).select(DeliveryRow::as_select()).first(conn).await.optional()?;
    row.map(TryInto::try_into).transpose()
}

/// Writes a seller's delivery rule.
#[tracing::instrument(name = "db.delivery_rule.put", skip_all, fields(seller.id = %seller_id))]
pub async fn put_rule(conn: &mut AsyncPgConnection, seller_id: Uuid, rule: &Rule) -> QueryResult<()> {
    let row = delivery_row(seller_id, rule)?;
    diesel::insert_into(delivery_rule::table)
        .values(&row)
        .on_conflict(delivery_rule::seller_id)
        .do_update()
        .set(&row)
        .execute(conn)
        .await
        .map(drop)
}

/// What an order's terms are made from.
pub struct Terms {
    /// Name of the store.
    pub title: String,
    /// Whether it is switched on.
    pub active: bool,
    /// Minimums, shipping, tax.
    pub limits: Limits,
    /// When its orders are delivered.
    pub delivery: Option<Rule>,
}

/// Title, active flag, limits and delivery rule of a seller that is ready, in one query.
#[tracing::instrument(name = "db.seller.terms", skip_all, fields(seller.id = %seller_id))]
pub async fn find_terms(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Terms>> {
    let row: Option<(String, bool, LimitsRow, Option<DeliveryRow>)> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .inner_join(seller_limits::table)
        .left_join(delivery_rule::table)
        .select((seller::title, seller::active, LimitsRow::as_select(), Option::<DeliveryRow>::as_select()))
        .first(conn)
        .await
        .optional()?;
    row.map(|(title, active, limits, delivery)| {
        let delivery = delivery.map(TryInto::try_into).transpose()?;
        Ok(Terms { title, active, limits: limits.into(), delivery })
    })
    .transpose()
}

/// The creation that a request began: the seller's id and the request's fingerprint.
#[tracing::instrument(name = "db.seller_creation.find", skip_all)]
pub async fn find_creation(conn: &mut AsyncPgConnection, request_id: &str) -> QueryResult<Option<(Uuid, Vec<u8>)>> {
    seller_creation::table
        .filter(seller_creation::request_id.eq(request_id))
        .select((seller_creation::seller_id, seller_creation::fingerprint))
        .first(conn)
        .await
        .optional()
}

/// Inserts a seller that is not ready yet, and which request creates it.
#[tracing::instrument(name = "db.seller.insert", skip_all, fields(seller.id = %new.seller.seller_id))]
pub async fn insert(
    conn: &mut AsyncPgConnection,
    new: NewSeller,
    request_id: &str,
    fingerprint: &[u8; 32],
) -> QueryResult<()> {
    let NewSeller { seller: profile, limits, delivery } = new;
    let (seller_id, created_at) = (profile.seller_id, profile.created_at);
    diesel::insert_into(seller::table)
        .values((SellerRow::from(profile), seller::ready.eq(false)))
        .execute(conn)
        .await?;
    diesel::insert_into(seller_creation::table)
        .values((
            seller_creation::seller_id.eq(seller_id),
            seller_creation::request_id.eq(request_id),
            seller_creation::fingerprint.eq(fingerprint.as_slice()),
            seller_creation::created_at.eq(created_at),
        ))
        .execute(conn)
        .await?;
    let Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = limits;
    diesel::insert_into(seller_limits::table)
        .values(LimitsRow { seller_id, min_order_toman, min_packages, shipping_toman, tax_basis_points })
        .execute(conn)
        .await?;
    if let Some(rule) = &delivery {
        diesel::insert_into(delivery_rule::table).values(delivery_row(seller_id, rule)?).execute(conn).await?;
    }
    Ok(())
}

/// Makes a seller ready; whether it was not so before.
#[tracing::instrument(name = "db.seller.make_ready", skip_all, fields(seller.id = %seller_id))]
pub async fn make_ready(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<bool> {
    let changed = diesel::update(seller::table.find(seller_id))
        .filter(seller::ready.eq(false))
        .set(seller::ready.eq(true))
        .execute(conn)
        .await?;
    Ok(changed == 1)
}

/// Removes a seller that never became ready.
#[tracing::instrument(name = "db.seller.abandon", skip_all, fields(seller.id = %seller_id))]
pub async fn abandon(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<()> {
    diesel::delete(seller::table.find(seller_id)).filter(seller::ready.eq(false)).execute(conn).await.map(drop)
}
