//! What the demo's sellers have set up: their terms, discounts, texts, and the order period of these weeks.

use anyhow::Context as _;
use chrono::{Days, NaiveDate};
use pishkhan_proto::settings::v1 as pb;

use super::data::{DemoSeller, TierRow};
use crate::clients::{Clients, again, explain};

/// Days of an order period.
const PERIOD_DAYS: u64 = 20;
/// Seller type whose deliveries go by order periods.
const NORMAL: i32 = pb::SellerType::Normal as i32;

/// Fills the settings page of a seller that has a store in the data.
pub async fn set_up(clients: &Clients, seller: &DemoSeller, today: NaiveDate) -> anyhow::Result<()> {
    let Some(store) = &seller.store else { return Ok(()) };
    let request = seller.edit_request(clients.request_id(), today);
    let edited = again(async || clients.settings().edit_seller(request.clone()).await).await;
    edited.map_err(|status| explain(&status)).context("profile")?;
    for (kind, rows) in [
        (pb::TierKind::Volume, &store.tiers.volume),
        (pb::TierKind::Amount, &store.tiers.amount),
        (pb::TierKind::Unit, &store.tiers.unit),
    ] {
        let request = pb::ReplaceTiersRequest {
            request_id: clients.request_id(),
            seller_id: seller.seller_id.to_string(),
            kind: kind.into(),
            tiers: rows.iter().map(tier).collect(),
            version: None,
        };
        let replaced = again(async || clients.settings().replace_tiers(request.clone()).await).await;
        replaced.map_err(|status| explain(&status)).context("tiers")?;
    }
    for (kind, texts) in [
        (pb::TextCardKind::OtherDiscount, &store.texts.other_discounts),
        (pb::TextCardKind::StoreDescription, &store.texts.descriptions),
    ] {
        let cards = texts.iter().map(|text| pb::TextCard { card_id: String::new(), text: text.clone() });
        let request = pb::ReplaceTextCardsRequest {
            request_id: clients.request_id(),
            seller_id: seller.seller_id.to_string(),
            kind: kind.into(),
            cards: cards.collect(),
            version: None,
        };
        let replaced = again(async || clients.settings().replace_text_cards(request.clone()).await).await;
        replaced.map_err(|status| explain(&status)).context("texts")?;
    }
    if seller.seller_type == NORMAL {
        open_period(clients, seller, today).await?;
    }
    Ok(())
}

/// The orders of the past were promised by a period long over; from now on they come together in one.
async fn open_period(clients: &Clients, seller: &DemoSeller, today: NaiveDate) -> anyhow::Result<()> {
    let end = today.checked_add_days(Days::new(PERIOD_DAYS)).context("the calendar ends")?;
    let request = pb::SetDeliveryRequest {
        request_id: clients.request_id(),
        seller_id: seller.seller_id.to_string(),
        start_date: today.to_string(),
        end_date: end.to_string(),
        preparation_days: Some(seller.delivery_days()),
        days_after_order: None,
        cut_off: String::new(),
        version: None,
    };
    let set = again(async || clients.settings().set_delivery(request.clone()).await).await;
    set.map_err(|status| explain(&status)).context("delivery")?;
    Ok(())
}

fn tier(&(from, to, basis_points): &TierRow) -> pb::Tier {
    pb::Tier { tier_id: String::new(), from: Some(from), to: Some(to), discount_basis_points: Some(basis_points) }
}
