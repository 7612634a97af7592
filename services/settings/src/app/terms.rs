//! What an order placed at an instant is promised.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{App, SettingsError};
use crate::{
    domain::{
        delivery::{Delivery, promise},
        list::{Tier, TierKind},
        seller::Limits,
    },
    store::{lists, terms},
};

/// An order's terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderTerms {
    /// Name of the store.
    pub seller_title: String,
    /// Whether it is open.
    pub seller_active: bool,
    /// Minimums, shipping, tax.
    pub limits: Limits,
    /// None when the seller has no delivery rule.
    pub delivery: Option<Delivery>,
    /// The tiers that it uses, list by list; none while they are turned off.
    pub tiers: Vec<(TierKind, Tier)>,
}

impl<U> App<U> {
    /// The tiers that a seller's orders use, as in [`OrderTerms`].
    pub async fn order_tiers(&self, seller_id: Uuid) -> Result<Vec<(TierKind, Tier)>, SettingsError> {
        let tiers = lists::tiers_in_use(&*self.db.read().await?, seller_id).await?;
        tiers.ok_or(SettingsError::SellerNotFound)
    }

    /// The terms of an order that is placed at `placed_at`.
    pub async fn order_terms(&self, seller_id: Uuid, placed_at: DateTime<Utc>) -> Result<OrderTerms, SettingsError> {
        let conn = self.db.read().await?;
        let terms = terms::find(&conn, seller_id, self.clock.now()).await?.ok_or(SettingsError::SellerNotFound)?;
        let terms::Terms { title, active, limits, delivery, holiday_version, tiers } = terms;
        let delivery = match delivery {
            Some(rule) => Some(promise(&rule, placed_at, &*self.holidays.of(&conn, holiday_version).await?)),
            None => None,
        };
        Ok(OrderTerms { seller_title: title, seller_active: active, limits, delivery, tiers })
    }
}
