//! Reads a seller and its limits.

use futures_util::future::join;
use pishkhan_chassis_db::in_order;
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
        let conn = self.db.read().await?;
        // In one flight, the version first: see `versions::find`.
        let profile = sellers::find_at(&conn, seller_id, self.clock.now());
        let (version, seller) = in_order(join(version_of(&conn, seller_id, Section::Profile), profile)).await;
        Ok(Versioned { version: version?, value: seller?.ok_or(SettingsError::SellerNotFound)? })
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
        let conn = self.db.read().await?;
        let (version, limits) =
            in_order(join(version_of(&conn, seller_id, Section::Limits), limits::find(&conn, seller_id))).await;
        Ok(Versioned { version: version?, value: limits?.ok_or(SettingsError::SellerNotFound)? })
    }
}
