//! Domain ↔ message.

use chrono::{DateTime, NaiveDate, Utc};
use pishkhan_calendar::{
    JalaliDate,
    delivery::{Rule, parse_cut_off},
};
use pishkhan_chassis::{
    errors::{invalid_field, problem},
    parse,
};
use pishkhan_proto::settings::v1::{self as pb, create_seller_request::Delivery};
use tonic::Status;
use uuid::Uuid;

use crate::{
    app::terms::OrderTerms,
    domain::{
        list::{Tier, TierKind},
        seller::{Cooperation, Limits, NewSeller, Seller, SellerType},
    },
};

// === proto -> domain ===

/// The type; none when it is not given.
pub fn seller_type(seller_type: pb::SellerType) -> Option<SellerType> {
    match seller_type {
        pb::SellerType::Unspecified => None,
        pb::SellerType::Normal => Some(SellerType::Normal),
        pb::SellerType::Special => Some(SellerType::Special),
        pb::SellerType::Exclusive => Some(SellerType::Exclusive),
    }
}

/// A seller to be created, its fields not checked yet.
pub fn new_seller(message: pb::CreateSellerRequest, new_id: Uuid, now: DateTime<Utc>) -> Result<NewSeller, Status> {
    let seller_type = seller_type(message.r#type()).ok_or_else(|| invalid_field("type", problem::REQUIRED))?;
    let pb::CreateSellerRequest {
        request_id: _,
        seller_id,
        r#type: _,
        title,
        representative,
        code,
        national_code,
        address,
        cellphone,
        username,
        password: _,
        first_name: _,
        last_name: _,
        parent_seller_id,
        story_url,
        background_url,
        limits,
        delivery,
        work_start_date,
    } = message;
    let work_start_date = match work_start_date.as_str() {
        "" => None,
        date => Some(parse::date("work_start_date", date)?),
    };
    Ok(NewSeller {
        seller: Seller {
            seller_id: parse::optional_uuid("seller_id", &seller_id)?.unwrap_or(new_id),
            seller_type,
            active: !seller_type.needs_subscription(),
            title,
            representative,
            code: Some(code),
            national_code: Some(national_code),
            work_start_date,
            price_edit_range: String::new(),
            national_card_received: false,
            cooperation: None,
            agreed_commission: 0,
            commission_payment_date: None,
            card_number: None,
            sheba_number: None,
            address,
            story_url,
            background_url,
            parent_seller_id: parse::optional_uuid("parent_seller_id", &parent_seller_id)?,
            cellphone,
            username,
            created_at: now,
        },
        limits: limits.unwrap_or_default().into(),
        delivery: delivery.map(rule).transpose()?,
    })
}

fn rule(delivery: Delivery) -> Result<Rule, Status> {
    match delivery {
        Delivery::CutOffDelivery(pb::CutOffDelivery { days_after_order, cut_off }) => {
            let field = "cut_off_delivery.days_after_order";
            let days = u32::try_from(days_after_order).map_err(|_| invalid_field(field, problem::OUT_OF_RANGE))?;
            let cut_off =
                parse_cut_off(&cut_off).map_err(|_| invalid_field("cut_off_delivery.cut_off", problem::INVALID))?;
            Ok(Rule::CutOff { days, cut_off })
        }
        Delivery::PeriodDelivery(pb::PeriodDelivery { start_date, end_date, preparation_days }) => {
            let field = "period_delivery.preparation_days";
            let preparation_days = match preparation_days {
                -1 => None,
                days => Some(u32::try_from(days).map_err(|_| invalid_field(field, problem::OUT_OF_RANGE))?),
            };
            Ok(Rule::Period {
                start: JalaliDate::from(parse::date("period_delivery.start_date", &start_date)?),
                end: JalaliDate::from(parse::date("period_delivery.end_date", &end_date)?),
                preparation_days,
            })
        }
    }
}

impl From<pb::Limits> for Limits {
    fn from(limits: pb::Limits) -> Self {
        let pb::Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = limits;
        Self { min_order_toman, min_packages, shipping_toman, tax_basis_points }
    }
}

// === domain -> proto ===

fn date_text(date: Option<NaiveDate>) -> String {
    date.map(|date| date.to_string()).unwrap_or_default()
}

impl From<Seller> for pb::Seller {
    fn from(seller: Seller) -> Self {
        let Seller {
            seller_id,
            seller_type,
            active,
            title,
            representative,
            code,
            national_code,
            work_start_date,
            price_edit_range,
            national_card_received,
            cooperation,
            agreed_commission,
            commission_payment_date,
            card_number,
            sheba_number,
            address,
            story_url,
            background_url,
            parent_seller_id,
            cellphone,
            username,
            created_at,
        } = seller;
        let seller_type = match seller_type {
            SellerType::Normal => pb::SellerType::Normal,
            SellerType::Special => pb::SellerType::Special,
            SellerType::Exclusive => pb::SellerType::Exclusive,
        };
        let cooperation = match cooperation {
            None => pb::Cooperation::Unspecified,
            Some(Cooperation::Percentage) => pb::Cooperation::Percentage,
            Some(Cooperation::Basket) => pb::Cooperation::Basket,
            Some(Cooperation::Amount) => pb::Cooperation::Amount,
        };
        Self {
            seller_id: seller_id.to_string(),
            r#type: seller_type.into(),
            active,
            title,
            representative,
            code: code.unwrap_or_default(),
            national_code: national_code.unwrap_or_default(),
            work_start_date: date_text(work_start_date),
            price_edit_range,
            national_card_received,
            cooperation: cooperation.into(),
            agreed_commission,
            commission_payment_date: date_text(commission_payment_date),
            card_number: card_number.unwrap_or_default(),
            sheba_number: sheba_number.unwrap_or_default(),
            address,
            story_url,
            background_url,
            parent_seller_id: parent_seller_id.map(|id| id.to_string()).unwrap_or_default(),
            cellphone,
            username,
            create_time: Some(parse::timestamp(created_at)),
        }
    }
}

impl From<Limits> for pb::Limits {
    fn from(limits: Limits) -> Self {
        let Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = limits;
        Self { min_order_toman, min_packages, shipping_toman, tax_basis_points }
    }
}

impl From<OrderTerms> for pb::GetOrderTermsResponse {
    fn from(terms: OrderTerms) -> Self {
        let OrderTerms { seller_title, seller_active, limits, delivery, tiers } = terms;
        let [volume_tiers, amount_tiers, unit_tiers] = self::tiers(&tiers);
        Self {
            seller_title,
            seller_active,
            limits: Some(limits.into()),
            delivery_date: date_text(delivery.map(|delivery| delivery.date)),
            delivery_approximate: delivery.is_some_and(|delivery| delivery.approximate),
            volume_tiers,
            amount_tiers,
            unit_tiers,
        }
    }
}

/// The tiers by volume, by amount and by unit.
pub(super) fn tiers(tiers: &[(TierKind, Tier)]) -> [Vec<pb::Tier>; 3] {
    [TierKind::Volume, TierKind::Amount, TierKind::Unit].map(|wanted| {
        let ours = tiers.iter().filter(|(kind, _)| *kind == wanted);
        ours.map(|(_, tier)| (*tier).into()).collect()
    })
}
