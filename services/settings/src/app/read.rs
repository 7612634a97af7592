//! Reads a seller and its limits.

use uuid::Uuid;

use super::{App, SettingsError};
use crate::{
    domain::seller::{Limits, Seller},
    store::{limits, sellers},
};

impl<U> App<U> {
    /// The seller's profile.
    pub async fn seller(&self, seller_id: Uuid) -> Result<Seller, SettingsError> {
        let mut conn = self.db.read().await?;
        sellers::find(&mut conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)
    }

    /// The seller's minimums, shipping cost and tax rate.
    pub async fn limits(&self, seller_id: Uuid) -> Result<Limits, SettingsError> {
        let mut conn = self.db.read().await?;
        limits::find(&mut conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)
    }
}
