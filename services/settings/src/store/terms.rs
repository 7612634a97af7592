//! What the terms of a seller's orders are made from.

use diesel::{OptionalExtension as _, QueryDsl as _, QueryResult, SelectableHelper as _};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_calendar::delivery::Rule;
use uuid::Uuid;

use super::{
    delivery_rules::DeliveryRow,
    limits::LimitsRow,
    schema::{delivery_rule, seller, seller_limits},
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
}

/// Title, active flag, limits and delivery rule of a seller that is ready, in one query.
#[tracing::instrument(name = "db.seller.terms", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Terms>> {
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
