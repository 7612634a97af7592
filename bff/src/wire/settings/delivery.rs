//! The delivery rule.

use pishkhan_proto::settings::v1::{self as pb, delivery::Rule};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use utoipa::ToSchema;

use super::{
    text::SAVED,
    typed::{Reader, Typed},
};
use crate::wire::{customer::jalali, error::BffError, text::Lang};

/// A delivery rule and the date that it gives now. The fields of the other kind are null.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DeliveryRow {
    /// The seller's.
    #[serde(rename = "_id")]
    seller_id: String,
    /// First day of the order period, Jalali yyyy/mm/dd.
    #[serde(rename = "f1")]
    start_date: Option<String>,
    /// Last day of the order period, Jalali yyyy/mm/dd.
    #[serde(rename = "f2")]
    end_date: Option<String>,
    /// Days of preparation, 1 to 30; -1 means none.
    #[serde(rename = "f3")]
    preparation_days: Option<i32>,
    /// The date that the rule gives now, Jalali yyyy/mm/dd: of a period that is over, a day that has passed.
    #[serde(rename = "f5")]
    delivery_date: String,
    /// Days after the order, 1 to 30.
    #[serde(rename = "f6")]
    days_after_order: Option<i32>,
    /// HH:mm.
    #[serde(rename = "f7")]
    cut_off: Option<String>,
    /// Whether the date rests on holidays that are not published yet.
    approximate: bool,
}

impl DeliveryRow {
    /// The seller's rule.
    fn new(seller_id: String, delivery: pb::Delivery) -> Self {
        let pb::Delivery { rule, delivery_date, approximate } = delivery;
        let row = Self { seller_id, delivery_date: jalali(&delivery_date), approximate, ..Self::default() };
        match rule {
            Some(Rule::Period(pb::PeriodDelivery { start_date, end_date, preparation_days })) => Self {
                start_date: Some(jalali(&start_date)),
                end_date: Some(jalali(&end_date)),
                preparation_days: Some(preparation_days),
                ..row
            },
            Some(Rule::CutOff(pb::CutOffDelivery { days_after_order, cut_off })) => {
                Self { days_after_order: Some(days_after_order), cut_off: Some(cut_off), ..row }
            }
            None => row,
        }
    }
}

/// Answer of `GET /seller/masir-list-app2/{kind}`: one rule of the kind, or none.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeliveryReply {
    masir: Vec<DeliveryRow>,
    /// Each change of the rule adds 1; of either kind the same.
    version: i64,
}

impl DeliveryReply {
    /// The rule, if it is of this kind: 1 by periods, 2 by a cut-off.
    pub fn new(kind: i64, seller_id: String, reply: pb::GetDeliveryResponse) -> Self {
        let pb::GetDeliveryResponse { delivery, version } = reply;
        let of_kind = delivery.filter(|delivery| match &delivery.rule {
            Some(Rule::Period(_)) => kind == 1,
            Some(Rule::CutOff(_)) => kind == 2,
            None => false,
        });
        Self { masir: of_kind.map(|delivery| DeliveryRow::new(seller_id, delivery)).into_iter().collect(), version }
    }
}

/// `POST /seller/edit-masir-app2`. Which fields count, the seller's type decides; a delivery date is not read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeliveryBody {
    /// The seller's id, or empty.
    #[serde(rename = "_id", default)]
    pub seller_id: Option<String>,
    /// Jalali yyyy/mm/dd.
    #[serde(rename = "_Ady_startDoreDateSefaresh")]
    start_date: Option<String>,
    /// Jalali yyyy/mm/dd.
    #[serde(rename = "_Ady_endDoreDateSefaresh")]
    end_date: Option<String>,
    /// 1 to 30; empty or -1 means none.
    #[serde(rename = "_Ady_mahdoodiatAmadesazi")]
    preparation_days: Option<Typed>,
    /// 1 to 30.
    #[serde(rename = "_Vije_moddatZamTahvile")]
    days_after_order: Option<Typed>,
    /// HH:mm.
    #[serde(rename = "_Vije_endDoreTimeSefaresh")]
    cut_off: Option<String>,
    /// The version that was read. Without it, the last write wins.
    version: Option<Typed>,
    /// Not read: the rule gives the date.
    #[serde(rename = "_Ady_tarikheTahvileSefaresh", default)]
    #[schema(value_type = Option<String>)]
    _delivery_date: IgnoredAny,
}

impl DeliveryBody {
    /// The request for the settings service.
    pub fn into_request(self, request_id: String, seller_id: String) -> Result<pb::SetDeliveryRequest, BffError> {
        let Self { start_date, end_date, preparation_days, days_after_order, cut_off, version, .. } = self;
        let mut reader = Reader::default();
        let request = pb::SetDeliveryRequest {
            request_id,
            seller_id,
            start_date: reader.date("_Ady_startDoreDateSefaresh", start_date.as_deref()),
            end_date: reader.date("_Ady_endDoreDateSefaresh", end_date.as_deref()),
            preparation_days: reader.small("_Ady_mahdoodiatAmadesazi", preparation_days.as_ref()),
            days_after_order: reader.small("_Vije_moddatZamTahvile", days_after_order.as_ref()),
            cut_off: cut_off.unwrap_or_default(),
            version: reader.whole("version", version.as_ref()),
        };
        reader.done()?;
        Ok(request)
    }
}

/// Answer of `POST /seller/edit-masir-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditDeliveryReply {
    message: String,
    masir: DeliveryRow,
    /// Of the rule as it stands.
    version: i64,
}

impl EditDeliveryReply {
    /// The rule as it stands.
    pub fn new(seller_id: String, reply: pb::SetDeliveryResponse, lang: Lang) -> Self {
        let pb::SetDeliveryResponse { delivery, version } = reply;
        let masir = DeliveryRow::new(seller_id, delivery.unwrap_or_default());
        Self { message: SAVED.in_lang(lang).to_owned(), masir, version }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_kind_has_its_own_fields_and_the_others_are_null() {
        let delivery =
            |rule| pb::Delivery { rule: Some(rule), delivery_date: "2026-11-24".to_owned(), approximate: false };
        let cut_off = Rule::CutOff(pb::CutOffDelivery { days_after_order: 2, cut_off: "14:00".to_owned() });
        let reply = |kind, rule| {
            let read = pb::GetDeliveryResponse { delivery: Some(delivery(rule)), version: 2 };
            serde_json::to_value(DeliveryReply::new(kind, "s".to_owned(), read)).unwrap()
        };
        assert_eq!(
            reply(2, cut_off.clone()),
            json!({"masir": [{"_id": "s", "f1": null, "f2": null, "f3": null, "f5": "1405/09/03", "f6": 2, "f7": "14:00", "approximate": false}], "version": 2})
        );
        assert_eq!(reply(1, cut_off), json!({"masir": [], "version": 2}));
        let period = Rule::Period(pb::PeriodDelivery {
            start_date: "2026-10-23".to_owned(),
            end_date: "2026-11-21".to_owned(),
            preparation_days: -1,
        });
        assert_eq!(
            reply(1, period),
            json!({"masir": [{"_id": "s", "f1": "1405/08/01", "f2": "1405/08/30", "f3": -1, "f5": "1405/09/03", "f6": null, "f7": null, "approximate": false}], "version": 2})
        );
    }

    #[test]
    fn unused_fields_arrive_as_a_space() {
        let body: DeliveryBody = serde_json::from_value(json!({
            "_id": "", "_Ady_startDoreDateSefaresh": " ", "_Ady_endDoreDateSefaresh": " ",
            "_Ady_mahdoodiatAmadesazi": " ", "_Ady_tarikheTahvileSefaresh": " ",
            "_Vije_moddatZamTahvile": "۲", "_Vije_endDoreTimeSefaresh": "۱۴:۰۰",
        }))
        .unwrap();
        let request = body.into_request("r".to_owned(), "s".to_owned()).unwrap();
        assert_eq!((request.start_date.as_str(), request.end_date.as_str(), request.preparation_days), ("", "", None));
        assert_eq!((request.days_after_order, request.cut_off.as_str()), (Some(2), "۱۴:۰۰"));
    }
}
