//! Discount tiers and text cards: read, and replaced as a whole.

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
    domain::{
        list::{CardKind, TextCard, Tier, TierDraft, TierKind, check_cards, check_tiers, settle_ids},
        section::{Section, Versioned},
    },
    store::{lists, sellers},
};

impl<U> App<U> {
    /// A list of tiers, in the seller's order.
    pub async fn tiers(&self, seller_id: Uuid, kind: TierKind) -> Result<Versioned<Vec<Tier>>, SettingsError> {
        let conn = self.db.read().await?;
        let (version, tiers) =
            in_order(join(version_of(&conn, seller_id, Section::Tiers(kind)), lists::tiers(&conn, seller_id, kind)))
                .await;
        Ok(Versioned { version: version?, value: tiers? })
    }

    /// Replaces a list of tiers; the list as it stands then. Tiers that are there already keep their ids.
    pub async fn replace_tiers(
        &self,
        write: Write,
        kind: TierKind,
        drafts: &[TierDraft],
    ) -> Result<Versioned<Vec<Tier>>, SettingsError> {
        let section = Section::Tiers(kind);
        let checked = check_tiers(kind, drafts).map_err(SettingsError::List)?;
        let (clock, moment, key) = (&self.clock, Moment::of(&self.clock), write.key("ReplaceTiers"));
        self.db
            .transaction(async |conn| {
                let seller_id = write.seller_id;
                sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let before = lists::tiers(conn, seller_id, kind).await?;
                if let Claim::Replay(_) = idempotency::claim(conn, &key, moment.now).await? {
                    let version = version_of(conn, seller_id, section).await?;
                    return Ok(Versioned { value: before, version });
                }
                let mut version = write.current(conn, section).await?;
                let known: Vec<Uuid> = before.iter().map(|tier| tier.tier_id).collect();
                let mut tiers = checked.clone();
                settle_ids(&mut tiers, &known, || clock.new_id());
                let details = |tiers: &[Tier]| -> Vec<_> {
                    let tier = |tier: &Tier| json!([tier.from, tier.to, tier.discount_basis_points]);
                    tiers.iter().map(tier).collect()
                };
                let (from, to) = (details(&before), details(&tiers));
                if from == to {
                    // Whatever the ids are that came: nobody would see a difference.
                    tiers = before;
                } else {
                    lists::replace_tiers(conn, seller_id, kind, &tiers).await?;
                    let changes = json!({ (kind.name()): { "from": from, "to": to } });
                    version = moment.record(conn, seller_id, section, &write.actor, "tiers.replaced", changes).await?;
                }
                idempotency::store(conn, &key, &[]).await?;
                Ok(Versioned { value: tiers, version })
            })
            .await
    }

    /// A list of cards, in the seller's order.
    pub async fn cards(&self, seller_id: Uuid, kind: CardKind) -> Result<Versioned<Vec<TextCard>>, SettingsError> {
        let conn = self.db.read().await?;
        let (version, cards) =
            in_order(join(version_of(&conn, seller_id, Section::Cards(kind)), lists::cards(&conn, seller_id, kind)))
                .await;
        Ok(Versioned { version: version?, value: cards? })
    }

    /// Replaces a list of cards, each given by id and text; the list as it stands then.
    pub async fn replace_cards(
        &self,
        write: Write,
        kind: CardKind,
        drafts: Vec<(String, String)>,
    ) -> Result<Versioned<Vec<TextCard>>, SettingsError> {
        let section = Section::Cards(kind);
        let checked = check_cards(kind, drafts).map_err(SettingsError::List)?;
        let (clock, moment, key) = (&self.clock, Moment::of(&self.clock), write.key("ReplaceTextCards"));
        self.db
            .transaction(async |conn| {
                let seller_id = write.seller_id;
                sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let before = lists::cards(conn, seller_id, kind).await?;
                if let Claim::Replay(_) = idempotency::claim(conn, &key, moment.now).await? {
                    let version = version_of(conn, seller_id, section).await?;
                    return Ok(Versioned { value: before, version });
                }
                let mut version = write.current(conn, section).await?;
                let known: Vec<Uuid> = before.iter().map(|card| card.card_id).collect();
                let mut cards = checked.clone();
                settle_ids(&mut cards, &known, || clock.new_id());
                let details = |cards: &[TextCard]| -> Vec<_> { cards.iter().map(|card| json!(card.text)).collect() };
                let (from, to) = (details(&before), details(&cards));
                if from == to {
                    cards = before;
                } else {
                    lists::replace_cards(conn, seller_id, kind, &cards).await?;
                    let changes = json!({ (kind.name()): { "from": from, "to": to } });
                    version = moment.record(conn, seller_id, section, &write.actor, "cards.replaced", changes).await?;
                }
                idempotency::store(conn, &key, &[]).await?;
                Ok(Versioned { value: cards, version })
            })
            .await
    }
}
