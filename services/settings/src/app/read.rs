//! Reads a seller and its limits.

use uuid::Uuid;

use super::{App, SettingsError, write::version_of};
use crate::{
    domain::{
        section::{Section, Versioned},
        seller::{Limits, Seller},
    },
    store::{limits, sellers},
};

impl<U> App<U> {
    /// The seller's profile.
    pub async fn seller(&self, seller_id: Uuid) -> Result<Versioned<Seller>, SettingsError> {
        let mut conn = self.db.read().await?;
        let version = version_of(&mut conn, seller_id, Section::Profile).await?;
        let value =
            sellers::find_at(&mut conn, seller_id, self.clock.now()).await?.ok_or(SettingsError::SellerNotFound)?;
        Ok(Versioned { value, version })
    }

    /// Ids and titles of the sellers behind one of them, and whether there are more than so many.
    pub async fn sellers(
        &self,
        after: Option<Uuid>,
        limit: usize,
    ) -> Result<(Vec<(Uuid, String)>, bool), SettingsError> {
        let mut found = sellers::list(&mut *self.db.read().await?, after, limit + 1).await?;
        let more = found.len() > limit;
        found.truncate(limit);
        Ok((found, more))
    }

    /// The seller's minimums, shipping cost and tax rate.
    pub async fn limits(&self, seller_id: Uuid) -> Result<Versioned<Limits>, SettingsError> {
        let mut conn = self.db.read().await?;
        let version = version_of(&mut conn, seller_id, Section::Limits).await?;
        let value = limits::find(&mut conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
        Ok(Versioned { value, version })
    }
}
