//! Domain ↔ message, for what sellers edit.

use chrono::NaiveDate;
use pishkhan_calendar::{JalaliDate, delivery::Rule};
use pishkhan_chassis::{
    errors::{invalid_field, problem},
    parse,
};
use pishkhan_proto::settings::v1 as pb;
use tonic::Status;

use super::convert::seller_type;
use crate::{
    app::{delivery::DeliveryNow, holidays::Holidays},
    domain::{
        choice::{Choice, ChoiceKind},
        delivery::DeliveryForm,
        list::{CardKind, TextCard, Tier, TierDraft, TierKind},
        profile::{ProfileForm, Terms},
        seller::{Cooperation, SellerType},
    },
};

// === proto -> domain ===

fn optional_date(field: &'static str, text: &str) -> Result<Option<NaiveDate>, Status> {
    if text.is_empty() { Ok(None) } else { parse::date(field, text).map(Some) }
}

/// A day of a Jalali year that holidays are kept for.
pub fn holiday_date(text: &str) -> Result<JalaliDate, Status> {
    let date = JalaliDate::from(parse::date("date", text)?);
    parse::in_range("date", date.year(), 1400..=1420)?;
    Ok(date)
}

/// Which list of tiers.
pub fn tier_kind(kind: pb::TierKind) -> Result<TierKind, Status> {
    match kind {
        pb::TierKind::Unspecified => Err(invalid_field("kind", problem::REQUIRED)),
        pb::TierKind::Volume => Ok(TierKind::Volume),
        pb::TierKind::Amount => Ok(TierKind::Amount),
        pb::TierKind::Unit => Ok(TierKind::Unit),
    }
}

/// Which list of cards.
pub fn card_kind(kind: pb::TextCardKind) -> Result<CardKind, Status> {
    match kind {
        pb::TextCardKind::Unspecified => Err(invalid_field("kind", problem::REQUIRED)),
        pb::TextCardKind::OtherDiscount => Ok(CardKind::OtherDiscount),
        pb::TextCardKind::StoreDescription => Ok(CardKind::StoreDescription),
    }
}

/// What is chosen.
pub fn choice_kind(kind: pb::ChoiceKind) -> Result<ChoiceKind, Status> {
    match kind {
        pb::ChoiceKind::Unspecified => Err(invalid_field("kind", problem::REQUIRED)),
        pb::ChoiceKind::Brand => Ok(ChoiceKind::Brand),
        pb::ChoiceKind::Region => Ok(ChoiceKind::Region),
    }
}

/// A tier as it was typed.
pub fn tier_draft(tier: pb::Tier) -> TierDraft {
    let pb::Tier { tier_id, from, to, discount_basis_points } = tier;
    TierDraft { id: tier_id, from, to, discount_basis_points }
}

/// A delivery rule as it was typed.
pub fn delivery_form(message: pb::SetDeliveryRequest) -> Result<DeliveryForm, Status> {
    let pb::SetDeliveryRequest {
        request_id: _,
        seller_id: _,
        start_date,
        end_date,
        preparation_days,
        days_after_order,
        cut_off,
        version: _,
    } = message;
    Ok(DeliveryForm {
        start_date: optional_date("delivery.start_date", &start_date)?,
        end_date: optional_date("delivery.end_date", &end_date)?,
        preparation_days,
        days_after_order,
        cut_off,
    })
}

/// A profile as it was typed, with the type that the seller is believed to be of.
pub fn profile_form(message: pb::EditSellerRequest) -> Result<(SellerType, ProfileForm), Status> {
    let seller_type = seller_type(message.r#type()).ok_or_else(|| invalid_field("profile.type", problem::REQUIRED))?;
    let cooperation = match message.cooperation() {
        pb::Cooperation::Unspecified => None,
        pb::Cooperation::Percentage => Some(Cooperation::Percentage),
        pb::Cooperation::Basket => Some(Cooperation::Basket),
        pb::Cooperation::Amount => Some(Cooperation::Amount),
    };
    let pb::EditSellerRequest {
        request_id: _,
        seller_id: _,
        r#type: _,
        active,
        title,
        representative,
        cellphone,
        code,
        national_code,
        work_start_date,
        username,
        password,
        address,
        price_edit_range,
        national_card_received,
        cooperation: _,
        agreed_commission,
        commission_payment_date,
        card_number,
        sheba_number,
        version: _,
        current_password: _,
        client_address: _,
    } = message;
    let form = ProfileForm {
        active,
        title,
        representative,
        cellphone,
        code,
        national_code,
        work_start_date: optional_date("profile.work_start_date", &work_start_date)?,
        username,
        password,
        address,
        terms: Terms {
            price_edit_range,
            national_card_received,
            cooperation,
            agreed_commission,
            commission_payment_date: optional_date("profile.commission_payment_date", &commission_payment_date)?,
            card_number,
            sheba_number,
        },
    };
    Ok((seller_type, form))
}

// === domain -> proto ===

impl From<Tier> for pb::Tier {
    fn from(tier: Tier) -> Self {
        let Tier { tier_id, from, to, discount_basis_points } = tier;
        Self {
            tier_id: tier_id.to_string(),
            from: Some(from),
            to: Some(to),
            discount_basis_points: Some(discount_basis_points),
        }
    }
}

impl From<TextCard> for pb::TextCard {
    fn from(card: TextCard) -> Self {
        let TextCard { card_id, text } = card;
        Self { card_id: card_id.to_string(), text }
    }
}

impl From<Choice> for pb::Choice {
    fn from(choice: Choice) -> Self {
        let Choice { choice_id, name } = choice;
        Self { choice_id: choice_id.to_string(), name }
    }
}

impl From<DeliveryNow> for pb::Delivery {
    fn from(now: DeliveryNow) -> Self {
        let DeliveryNow { rule, delivery } = now;
        let rule = match rule {
            Rule::Period { start, end, preparation_days } => pb::delivery::Rule::Period(pb::PeriodDelivery {
                start_date: start.to_naive().to_string(),
                end_date: end.to_naive().to_string(),
                preparation_days: preparation_days.map_or(-1, u32::cast_signed),
            }),
            Rule::CutOff { days, cut_off: (hour, minute) } => pb::delivery::Rule::CutOff(pb::CutOffDelivery {
                days_after_order: days.cast_signed(),
                cut_off: format!("{hour:02}:{minute:02}"),
            }),
        };
        Self { rule: Some(rule), delivery_date: delivery.date.to_string(), approximate: delivery.approximate }
    }
}

/// The holidays of a year.
pub fn holidays(holidays: Holidays) -> pb::ListHolidaysResponse {
    let Holidays { listing, unconfirmed } = holidays;
    let days = listing.holidays.into_iter().map(|holiday| pb::Holiday {
        date: holiday.date.to_naive().to_string(),
        titles: holiday.titles.iter().map(ToString::to_string).collect(),
        confirmed: !unconfirmed.contains(&(holiday.date.month(), holiday.date.day())),
    });
    pb::ListHolidaysResponse { holidays: days.collect(), approximate: listing.approximate }
}
