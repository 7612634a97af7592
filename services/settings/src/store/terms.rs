//! What the terms of a seller's orders are made from.

use chrono::{DateTime, Utc};
use diesel::{JoinOnDsl as _, QueryDsl as _, QueryResult, SelectableHelper as _, dsl::max};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_calendar::delivery::Rule;
use pishkhan_chassis_db::Memoize as _;
use uuid::Uuid;

use super::{
    delivery_rules::DeliveryRow,
    limits::LimitsRow,
    lists::{TierRow, by_kind, in_use},
    schema::{
        delivery_rule, discount_tier, holiday_version, seller, seller_limits, subscription_purchase, tiers_applied,
    },
    sellers::type_of,
    subscriptions::unrecorded,
};
use crate::domain::{
    list::{Tier, TierKind},
    seller::Limits,
};

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
    /// Which holidays there are: another value after each change. `None`: nobody knows.
    pub holiday_version: Option<Uuid>,
    /// The tiers that they use, list by list; none while they are turned off.
    pub tiers: Vec<(TierKind, Tier)>,
}

/// The seller beside each of its tiers in use, or once.
type Row = (String, i16, bool, LimitsRow, Option<DeliveryRow>, Option<DateTime<Utc>>, Option<Uuid>, Option<TierRow>);

/// Title, limits, delivery rule and tiers of a seller that is ready, and whether its store is open at an instant, in one
/// query.
#[tracing::instrument(name = "db.seller.terms", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &AsyncPgConnection, seller_id: Uuid, now: DateTime<Utc>) -> QueryResult<Option<Terms>> {
    let mut conn = conn;
    let open_end = subscription_purchase::table.filter(unrecorded()).select(max(subscription_purchase::ends_at));
    let rows: Vec<Row> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .inner_join(seller_limits::table)
        .left_join(delivery_rule::table)
        .left_join(tiers_applied::table)
        .left_join(discount_tier::table.on(in_use()))
        .order((discount_tier::kind, discount_tier::position))
        .select((
            seller::title,
            seller::seller_type,
            seller::active,
            LimitsRow::as_select(),
            Option::<DeliveryRow>::as_select(),
            open_end.single_value(),
            holiday_version::table.select(holiday_version::version).single_value(),
            Option::<TierRow>::as_select(),
        ))
        .memoized()
        .load(&mut conn)
        .await?;
    let mut rows = rows.into_iter();
    let Some((title, code, active, limits, delivery, open_end, holiday_version, first)) = rows.next() else {
        return Ok(None);
    };
    let tiers: Vec<TierRow> = first.into_iter().chain(rows.filter_map(|(.., tier)| tier)).collect();
    Ok(Some(Terms {
        title,
        active: type_of(seller_id, code)?.is_open(active, open_end, now),
        limits: limits.into(),
        delivery: delivery.map(TryInto::try_into).transpose()?,
        holiday_version,
        tiers: by_kind(&tiers),
    }))
}
