//! What the terms of a seller's orders are made from.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods as _, JoinOnDsl as _, NullableExpressionMethods as _, OptionalExtension as _, QueryDsl as _,
    QueryResult, SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_calendar::delivery::Rule;
use uuid::Uuid;

use super::{
    delivery_rules::DeliveryRow,
    limits::LimitsRow,
    schema::{delivery_rule, seller, seller_limits, subscription_purchase, tiers_applied},
    sellers::type_of,
    subscriptions::unrecorded,
};
use crate::domain::seller::Limits;

/// What an order's terms are made from.
pub struct Terms {
    /// Name of the store.
    pub title: String,
    /// Whether it is open.
    pub active: bool,
    /// Minimums, shipping, tax.
    pub limits: Limits,
    /// When its orders are delivered.
    pub delivery: Option<Rule>,
    /// Whether they use the tiers.
    pub tiers_applied: bool,
}

type Row = (String, i16, bool, LimitsRow, Option<DeliveryRow>, Option<bool>, Option<DateTime<Utc>>);

/// Title, limits, delivery rule and use of tiers of a seller that is ready, and whether its store is open at an instant,
/// in one query.
#[tracing::instrument(name = "db.seller.terms", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &AsyncPgConnection, seller_id: Uuid, now: DateTime<Utc>) -> QueryResult<Option<Terms>> {
    let mut conn = conn;
    let row: Option<Row> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .inner_join(seller_limits::table)
        .left_join(delivery_rule::table)
        .left_join(tiers_applied::table)
        .left_join(subscription_purchase::table.on(unrecorded()))
        .order(subscription_purchase::ends_at.desc())
        .select((
            seller::title,
            seller::seller_type,
            seller::active,
            LimitsRow::as_select(),
            Option::<DeliveryRow>::as_select(),
            tiers_applied::applied.nullable(),
            subscription_purchase::ends_at.nullable(),
        ))
        .first(&mut conn)
        .await
        .optional()?;
    row.map(|(title, code, active, limits, delivery, tiers_applied, open_end)| {
        let active = type_of(seller_id, code)?.is_open(active, open_end, now);
        let delivery = delivery.map(TryInto::try_into).transpose()?;
        let tiers_applied = tiers_applied.unwrap_or_default();
        Ok(Terms { title, active, limits: limits.into(), delivery, tiers_applied })
    })
    .transpose()
}
