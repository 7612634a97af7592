//! What the terms of a seller's orders are made from.

use diesel::{
    NullableExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult, SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_calendar::delivery::Rule;
use uuid::Uuid;

use super::{
    delivery_rules::DeliveryRow,
    limits::LimitsRow,
    schema::{delivery_rule, seller, seller_limits, tiers_applied},
};
use crate::domain::seller::Limits;

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
    /// Whether they use the tiers.
    pub tiers_applied: bool,
}

type Row = (String, bool, LimitsRow, Option<DeliveryRow>, Option<bool>);

/// Title, active flag, limits, delivery rule and use of tiers of a seller that is ready, in one query.
#[tracing::instrument(name = "db.seller.terms", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Terms>> {
    let row: Option<Row> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .inner_join(seller_limits::table)
        .left_join(delivery_rule::table)
        .left_join(tiers_applied::table)
        .select((
            seller::title,
            seller::active,
            LimitsRow::as_select(),
            Option::<DeliveryRow>::as_select(),
            tiers_applied::applied.nullable(),
        ))
        .first(conn)
        .await
        .optional()?;
    row.map(|(title, active, limits, delivery, tiers_applied)| {
        let delivery = delivery.map(TryInto::try_into).transpose()?;
        let tiers_applied = tiers_applied.unwrap_or_default();
        Ok(Terms { title, active, limits: limits.into(), delivery, tiers_applied })
    })
    .transpose()
}
