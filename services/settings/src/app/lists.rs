//! Discount tiers and text cards: read, and replaced as a whole.

use std::mem::take;

use futures_util::future::join;
use pishkhan_chassis_db::{Commit, idempotency, in_order};
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
    store::lists,
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
            .pipelined(async |tx| -> Result<Commit<Versioned<Vec<Tier>>>, SettingsError> {
                let seller_id = write.seller_id;
                let read = |conn| lists::tiers(conn, seller_id, kind);
                let mut standing = write.standing(tx, &key, section, read).await?;
                let (before, mut version) = (take(&mut standing.value), standing.version);
                if standing.done {
                    return Ok(Commit::without_writes(Versioned { value: before, version }));
                }
                let known: Vec<Uuid> = before.iter().map(|tier| tier.tier_id).collect();
                let mut tiers = checked.clone();
                settle_ids(&mut tiers, &known, || clock.new_id());
                let details = |tiers: &[Tier]| -> Vec<_> {
                    let tier = |tier: &Tier| json!([tier.from, tier.to, tier.discount_basis_points]);
                    tiers.iter().map(tier).collect()
                };
                let (from, to) = (details(&before), details(&tiers));
                let mut writes = vec![idempotency::record(&key, Vec::new(), moment.now)];
                if from == to {
                    // Whatever the ids are that came: nobody would see a difference.
                    tiers = before;
                } else {
                    writes.extend(lists::replace_tiers(seller_id, kind, &tiers));
                    let changes = json!({ (kind.name()): { "from": from, "to": to } });
                    let (next, counted) = moment.change(&standing, &write.actor, "tiers.replaced", changes);
                    version = next;
                    writes.extend(counted);
                }
                Ok(Commit { value: Versioned { value: tiers, version }, writes })
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
            .pipelined(async |tx| -> Result<Commit<Versioned<Vec<TextCard>>>, SettingsError> {
                let seller_id = write.seller_id;
                let read = |conn| lists::cards(conn, seller_id, kind);
                let mut standing = write.standing(tx, &key, section, read).await?;
                let (before, mut version) = (take(&mut standing.value), standing.version);
                if standing.done {
                    return Ok(Commit::without_writes(Versioned { value: before, version }));
                }
                let known: Vec<Uuid> = before.iter().map(|card| card.card_id).collect();
                let mut cards = checked.clone();
                settle_ids(&mut cards, &known, || clock.new_id());
                let details = |cards: &[TextCard]| -> Vec<_> { cards.iter().map(|card| json!(card.text)).collect() };
                let (from, to) = (details(&before), details(&cards));
                let mut writes = vec![idempotency::record(&key, Vec::new(), moment.now)];
                if from == to {
                    cards = before;
                } else {
                    writes.extend(lists::replace_cards(seller_id, kind, &cards));
                    let changes = json!({ (kind.name()): { "from": from, "to": to } });
                    let (next, counted) = moment.change(&standing, &write.actor, "cards.replaced", changes);
                    version = next;
                    writes.extend(counted);
                }
                Ok(Commit { value: Versioned { value: cards, version }, writes })
            })
            .await
    }
}
