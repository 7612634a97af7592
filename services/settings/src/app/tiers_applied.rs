//! Turns the use of the discount tiers on and off.

use futures_util::future::join;
use pishkhan_chassis_db::{Commit, idempotency, in_order};
use serde_json::json;
use uuid::Uuid;

use super::{
    App, SettingsError,
    write::{Moment, Write, version_of},
};
use crate::{
    domain::section::{Section, Versioned},
    store::tiers_applied,
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
            .pipelined(async |tx| -> Result<Commit<Versioned<bool>>, SettingsError> {
                let seller_id = write.seller_id;
                let read = |conn| tiers_applied::find(conn, seller_id);
                let standing = write.standing(tx, &key, Section::TiersApplied, read).await?;
                let before = standing.value.ok_or(SettingsError::SellerNotFound)?;
                let mut version = standing.version;
                if standing.done {
                    return Ok(Commit::without_writes(Versioned { value: before, version }));
                }
                let mut writes = vec![idempotency::record(&key, Vec::new(), moment.now)];
                if applied != before {
                    writes.push(tiers_applied::put(seller_id, applied));
                    let changes = json!({ "from": before, "to": applied });
                    let (next, counted) = moment.change(&standing, &write.actor, "tiers_applied.changed", changes);
                    version = next;
                    writes.extend(counted);
                }
                Ok(Commit { value: Versioned { value: applied, version }, writes })
            })
            .await
    }
}
