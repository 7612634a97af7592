//! The profile, as it is written.

use pishkhan_proto::settings::v1 as pb;
use serde::{Deserialize, de::IgnoredAny};
use utoipa::ToSchema;

use super::{
    text::{COOPERATION_INVALID, PROFILE_EMPTY},
    typed::{Reader, Typed},
};
use crate::wire::{error::BffError, seller::HIDDEN_PASSWORD, text::FIELD_INVALID};

/// `POST /user/edit-seller-app2`. An exclusive seller leaves out the last seven fields; they are not touched then.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EditSellerBody {
    /// The seller's own, when it is there.
    #[serde(rename = "_sellerId", default)]
    pub seller_id: Option<String>,
    /// The one that the seller has: 1, 2 or 3.
    #[serde(rename = "_SellerType")]
    seller_type: Option<Typed>,
    #[serde(rename = "_isActive")]
    active: bool,
    #[serde(rename = "_SellerTitle", default)]
    title: Option<String>,
    #[serde(rename = "_SellerRepresentative", default)]
    representative: Option<String>,
    /// 11 digits, 09…
    #[serde(rename = "_cellPhone", default)]
    cellphone: Option<String>,
    #[serde(rename = "_SellerCode", default)]
    code: Option<String>,
    #[serde(rename = "_SellerNationalCode", default)]
    national_code: Option<String>,
    /// Jalali yyyy/mm/dd.
    #[serde(rename = "_SellerWorkStartDate", default)]
    work_start_date: Option<String>,
    #[serde(rename = "_username", default)]
    username: Option<String>,
    /// Ten asterisks leave it as it is; else at least 10 characters.
    #[serde(rename = "_password", default)]
    password: Option<String>,
    /// Needed to change phone number or password, unless the log-in is at most ten minutes old.
    #[serde(rename = "_currentPassword", default)]
    current_password: Option<String>,
    /// At most 300 characters.
    #[serde(rename = "_SellerAddress", default)]
    address: Option<String>,
    #[serde(rename = "_SellerUpdatePrice", default)]
    price_edit_range: Option<String>,
    #[serde(rename = "_SellerNationalCard", default)]
    national_card_received: Option<bool>,
    /// 1 percentage, 2 basket, 3 amount.
    #[serde(rename = "_SellerTypeOfCollaboration", default)]
    cooperation: Option<Typed>,
    /// Percent for a percentage, tomans otherwise.
    #[serde(rename = "_SellerAgreedCommission", default)]
    agreed_commission: Option<Typed>,
    /// Jalali yyyy/mm/dd or eight digits.
    #[serde(rename = "_SellerAgreedCommissionPayDateTime", default)]
    commission_payment_date: Option<String>,
    /// 16 digits.
    #[serde(rename = "_SellerAccountNumberOrBankCardNumber", default)]
    card_number: Option<String>,
    /// 24 digits, with or without IR.
    #[serde(rename = "_SellerShabaNumber", default)]
    sheba_number: Option<String>,
    /// The version that was read. Without it, the last write wins.
    version: Option<Typed>,
    /// Not read: `_isActive` says it.
    #[serde(rename = "_SellerActivity", default)]
    #[schema(value_type = Option<bool>)]
    _activity: IgnoredAny,
}

impl EditSellerBody {
    /// The request for the settings service.
    pub fn into_request(
        self,
        request_id: String,
        seller_id: String,
        client_address: String,
    ) -> Result<pb::EditSellerRequest, BffError> {
        let Self {
            seller_id: _,
            seller_type,
            active,
            title,
            representative,
            cellphone,
            code,
            national_code,
            work_start_date,
            username,
            password,
            current_password,
            address,
            price_edit_range,
            national_card_received,
            cooperation,
            agreed_commission,
            commission_payment_date,
            card_number,
            sheba_number,
            version,
            _activity: _,
        } = self;
        let mut reader = Reader::default();
        let count = reader.count();
        let seller_type = match reader.small("_SellerType", seller_type.as_ref()) {
            Some(1) => pb::SellerType::Normal,
            Some(2) => pb::SellerType::Special,
            Some(3) => pb::SellerType::Exclusive,
            other => {
                if reader.count() == count {
                    reader.wrong("_SellerType", if other.is_none() { PROFILE_EMPTY } else { FIELD_INVALID });
                }
                pb::SellerType::Unspecified
            }
        };
        // What an exclusive seller does not see is not read either.
        let seen = |typed: Option<Typed>| typed.filter(|_| seller_type != pb::SellerType::Exclusive);
        let cooperation = match reader.small("_SellerTypeOfCollaboration", seen(cooperation).as_ref()) {
            None | Some(0) => pb::Cooperation::Unspecified,
            Some(1) => pb::Cooperation::Percentage,
            Some(2) => pb::Cooperation::Basket,
            Some(3) => pb::Cooperation::Amount,
            Some(_) => {
                reader.wrong("_SellerTypeOfCollaboration", COOPERATION_INVALID);
                pb::Cooperation::Unspecified
            }
        };
        let agreed_commission = seen(agreed_commission);
        let agreed_commission = match cooperation {
            pb::Cooperation::Percentage => {
                reader.percent("_SellerAgreedCommission", agreed_commission.as_ref()).map(Into::into)
            }
            pb::Cooperation::Basket | pb::Cooperation::Amount => {
                reader.whole("_SellerAgreedCommission", agreed_commission.as_ref())
            }
            // Nobody knows yet what it counts: it is only asked for whether it is there.
            pb::Cooperation::Unspecified => agreed_commission.filter(|typed| !typed.is_empty()).map(|_| 0),
        };
        let commission_payment_date = commission_payment_date.filter(|_| seller_type != pb::SellerType::Exclusive);
        let request = pb::EditSellerRequest {
            request_id,
            seller_id,
            r#type: seller_type.into(),
            active,
            title: title.unwrap_or_default(),
            representative: representative.unwrap_or_default(),
            cellphone: cellphone.unwrap_or_default(),
            code: code.unwrap_or_default(),
            national_code: national_code.unwrap_or_default(),
            work_start_date: reader.date("_SellerWorkStartDate", work_start_date.as_deref()),
            username: username.unwrap_or_default(),
            password: Some(password.unwrap_or_default()).filter(|password| password != HIDDEN_PASSWORD),
            address: address.unwrap_or_default(),
            price_edit_range: price_edit_range.unwrap_or_default(),
            national_card_received,
            cooperation: cooperation.into(),
            agreed_commission,
            commission_payment_date: reader
                .date("_SellerAgreedCommissionPayDateTime", commission_payment_date.as_deref()),
            card_number: card_number.unwrap_or_default(),
            sheba_number: sheba_number.unwrap_or_default(),
            version: reader.whole("version", version.as_ref()),
            current_password: current_password.unwrap_or_default(),
            client_address,
        };
        reader.done()?;
        Ok(request)
    }
}
