//! Discount tiers and text cards.

use pishkhan_proto::settings::v1 as pb;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use utoipa::ToSchema;

use super::typed::{Reader, Typed, read_version};
use crate::wire::{error::BffError, number::Percent, object::objects};

/// A discount for what lies between two values, both included.
#[derive(Debug, Serialize, ToSchema)]
pub struct TierRow {
    #[serde(rename = "_id")]
    tier_id: String,
    /// Tomans or packages.
    #[serde(rename = "f1")]
    from: i64,
    /// Tomans or packages.
    #[serde(rename = "f2")]
    to: i64,
    /// Percent.
    #[serde(rename = "f3")]
    discount: Percent,
}

/// A list of tiers.
#[derive(Debug, Serialize, ToSchema)]
pub struct TiersReply {
    #[serde(rename = "meghdar")]
    tiers: Vec<TierRow>,
    /// Each change of the list adds 1.
    version: i64,
}

impl From<pb::ListTiersResponse> for TiersReply {
    fn from(reply: pb::ListTiersResponse) -> Self {
        let row = |tier| {
            let pb::Tier { tier_id, from, to, discount_basis_points } = tier;
            TierRow {
                tier_id,
                from: from.unwrap_or_default(),
                to: to.unwrap_or_default(),
                discount: Percent::from_basis_points(discount_basis_points.unwrap_or_default()),
            }
        };
        Self { tiers: reply.tiers.into_iter().map(row).collect(), version: reply.version }
    }
}

/// A tier to be kept.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TierBody {
    /// Empty for a new one.
    #[serde(rename = "_id", default)]
    tier_id: Option<String>,
    /// At least 0.
    #[serde(rename = "_Az")]
    from: Option<Typed>,
    /// At least `_Az`.
    #[serde(rename = "_Ta")]
    to: Option<Typed>,
    /// Percent, 0 to 100.
    #[serde(rename = "_DarsadTakhfif")]
    discount: Option<Typed>,
    /// Not read: the call says what kind it is.
    #[serde(rename = "_Onvan", default)]
    #[schema(value_type = Option<String>)]
    _kind: IgnoredAny,
}

/// A whole list of tiers, at most 50, that do not overlap.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TiersBody {
    #[serde(deserialize_with = "objects")]
    items: Vec<TierBody>,
    /// The seller's own, when it is there.
    pub seller_id: Option<String>,
    /// The version that was read. Without it, the last write wins.
    version: Option<Typed>,
}

impl TiersBody {
    /// The request for the settings service.
    pub fn into_request(
        self,
        request_id: String,
        seller_id: String,
        kind: pb::TierKind,
    ) -> Result<pb::ReplaceTiersRequest, BffError> {
        let mut reader = Reader::default();
        let mut tier = |(at, body): (usize, TierBody)| {
            let TierBody { tier_id, from, to, discount, .. } = body;
            let field = |name: &str| format!("items[{at}].{name}");
            pb::Tier {
                tier_id: tier_id.unwrap_or_default(),
                from: reader.whole(field("_Az"), from.as_ref()),
                to: reader.whole(field("_Ta"), to.as_ref()),
                discount_basis_points: reader.percent(field("_DarsadTakhfif"), discount.as_ref()),
            }
        };
        let tiers = self.items.into_iter().enumerate().map(&mut tier).collect();
        let version = reader.whole("version", self.version.as_ref());
        reader.done()?;
        Ok(pb::ReplaceTiersRequest { request_id, seller_id, kind: kind.into(), tiers, version })
    }
}

/// A text on a card.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextCardRow {
    #[serde(rename = "_id")]
    card_id: String,
    #[serde(rename = "f1")]
    text: String,
}

/// A list of cards.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextCardsReply {
    #[serde(rename = "meghdar")]
    cards: Vec<TextCardRow>,
    /// Each change of the list adds 1.
    version: i64,
}

impl From<pb::ListTextCardsResponse> for TextCardsReply {
    fn from(reply: pb::ListTextCardsResponse) -> Self {
        let row = |pb::TextCard { card_id, text }| TextCardRow { card_id, text };
        Self { cards: reply.cards.into_iter().map(row).collect(), version: reply.version }
    }
}

/// A card to be kept.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TextCardBody {
    /// Empty for a new one.
    #[serde(rename = "_id", default)]
    card_id: Option<String>,
    /// At most 300 characters.
    #[serde(rename = "_Onvan", default)]
    text: Option<String>,
}

/// A whole list of cards, at most 50.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextCardsBody {
    #[serde(deserialize_with = "objects")]
    items: Vec<TextCardBody>,
    /// The seller's own, when it is there.
    pub seller_id: Option<String>,
    /// The version that was read. Without it, the last write wins.
    version: Option<Typed>,
}

impl TextCardsBody {
    /// The request for the settings service.
    pub fn into_request(
        self,
        request_id: String,
        seller_id: String,
        kind: pb::TextCardKind,
    ) -> Result<pb::ReplaceTextCardsRequest, BffError> {
        let card = |TextCardBody { card_id, text }| pb::TextCard {
            card_id: card_id.unwrap_or_default(),
            text: text.unwrap_or_default(),
        };
        let cards = self.items.into_iter().map(card).collect();
        let version = read_version(self.version.as_ref())?;
        Ok(pb::ReplaceTextCardsRequest { request_id, seller_id, kind: kind.into(), cards, version })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_the_clients_names() {
        let tier = pb::Tier { tier_id: "t".to_owned(), from: Some(0), to: Some(10), discount_basis_points: Some(550) };
        let reply = TiersReply::from(pb::ListTiersResponse { tiers: vec![tier], version: 3 });
        let expected = r#"{"meghdar":[{"_id":"t","f1":0,"f2":10,"f3":5.5}],"version":3}"#;
        assert_eq!(serde_json::to_string(&reply).unwrap(), expected);
        let card = pb::TextCard { card_id: "c".to_owned(), text: "سلام".to_owned() };
        let reply = TextCardsReply::from(pb::ListTextCardsResponse { cards: vec![card], version: 1 });
        assert_eq!(serde_json::to_string(&reply).unwrap(), r#"{"meghdar":[{"_id":"c","f1":"سلام"}],"version":1}"#);
    }
}
