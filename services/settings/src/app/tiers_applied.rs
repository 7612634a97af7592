//! Turns the use of the discount tiers on and off.

use futures_util::future::join;
use pishkhan_chassis_db::{
    idempotency::{self, Claim},
    in_order,
};
use serde_json::json;
use uuid::Uuid;

use super::{
    App, SettingsError,
    write::{Moment, Write, version_of},
};
use crate::{
    domain::section::{Section, Versioned},
    store::{sellers, tiers_applied},
};

impl<U> App<U> {
    /// Whether the seller's orders use its tiers.
    pub async fn tiers_applied(&self, seller_id: Uuid) -> Result<Versioned<bool>, SettingsError> {
        let conn = self.db.read().await?;
        let (version, applied) =
            in_order(join(version_of(&conn, seller_id, Section::TiersApplied), tiers_applied::find(&conn, seller_id)))
                .await;
        Ok(Versioned { version: version?, value: applied?.ok_or(SettingsError::SellerNotFound)? })
    }

    /// Turns the use of the tiers on or off; as it stands then.
    pub async fn set_tiers_applied(&self, write: Write, applied: bool) -> Result<Versioned<bool>, SettingsError> {
        let (moment, key) = (Moment::of(&self.clock), write.key("SetTiersApplied"));
        self.db
            .transaction(async |conn| {
                let seller_id = write.seller_id;
                sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let before = tiers_applied::find(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                if let Claim::Replay(_) = idempotency::claim(conn, &key, moment.now).await? {
                    let version = version_of(conn, seller_id, Section::TiersApplied).await?;
                    return Ok(Versioned { value: before, version });
                }
                let mut version = write.current(conn, Section::TiersApplied).await?;
                if applied != before {
                    tiers_applied::put(conn, seller_id, applied).await?;
                    let (section, changes) = (Section::TiersApplied, json!({ "from": before, "to": applied }));
                    let action = "tiers_applied.changed";
                    version = moment.record(conn, seller_id, section, &write.actor, action, changes).await?;
                }
                idempotency::store(conn, &key, &[]).await?;
                Ok(Versioned { value: applied, version })
            })
            .await
    }
}
