//! The four limits, as they are written.

use pishkhan_chassis::text::fold;
use pishkhan_proto::settings::v1 as pb;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    text::LIMITS_EMPTY,
    typed::{Reader, Typed},
};
use crate::wire::{
    error::BffError,
    object::objects,
    text::{self, FIELD_INVALID},
};

/// One of the four limits.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LimitBody {
    /// The limit's Persian title.
    #[serde(rename = "_id", default)]
    title: String,
    /// Tomans, packages, or percent for the tax.
    #[serde(rename = "_Meghdar")]
    value: Option<Typed>,
}

/// `POST /seller/edit-HaddagalKharidErsalSefaresh-app2`: all four limits, the tax as it is.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LimitsBody {
    #[serde(deserialize_with = "objects")]
    items: Vec<LimitBody>,
    /// The version that was read. Without it, the last write wins.
    version: Option<Typed>,
}

impl LimitsBody {
    /// The request for the settings service.
    pub fn into_request(self, request_id: String, seller_id: String) -> Result<pb::UpdateLimitsRequest, BffError> {
        let titles = [text::LIMIT_MIN_AMOUNT, text::LIMIT_MIN_PACKAGES, text::LIMIT_SHIPPING, text::LIMIT_TAX]
            .map(|t| fold(t.fa));
        let mut reader = Reader::default();
        let mut values: [Option<i64>; 4] = [None; 4];
        let mut seen = [false; 4];
        for (at, item) in self.items.iter().enumerate() {
            let field = format!("items[{at}]._Meghdar");
            let asked = fold(&item.title);
            let Some(which) = titles.iter().position(|title| *title == asked).filter(|which| !seen[*which]) else {
                reader.wrong(format!("items[{at}]._id"), FIELD_INVALID);
                continue;
            };
            seen[which] = true;
            let (count, value) = (reader.count(), item.value.as_ref());
            values[which] = if which == 3 {
                reader.percent(field.clone(), value).map(Into::into)
            } else {
                reader.whole(field.clone(), value)
            };
            if values[which].is_none() && reader.count() == count {
                reader.wrong(field, LIMITS_EMPTY);
            }
        }
        if seen.contains(&false) {
            reader.wrong("items", LIMITS_EMPTY);
        }
        let version = reader.whole("version", self.version.as_ref());
        reader.done()?;
        let [min_order_toman, min_packages, shipping_toman, tax] = values.map(Option::unwrap_or_default);
        let limits = pb::Limits {
            min_order_toman,
            min_packages,
            shipping_toman,
            tax_basis_points: i32::try_from(tax).unwrap_or(i32::MAX),
        };
        Ok(pb::UpdateLimitsRequest { request_id, seller_id, limits: Some(limits), version })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;
    use serde_json::{Value, json};

    use super::*;

    const TITLES: [&str; 4] = ["حداقل مبلغ ارسال سفارش", "حداقل خرید بسته", "هزینه ارسال", "مالیات و ارزش افزوده"];

    fn read(items: &Value) -> Result<pb::Limits, String> {
        let body: LimitsBody = serde_json::from_value(json!({ "items": items })).unwrap();
        let request = body.into_request("r".to_owned(), "s".to_owned());
        request.map(|request| request.limits.unwrap()).map_err(|error| {
            assert_eq!(error.status_code(), 400);
            error.to_string()
        })
    }

    fn items(values: [Value; 4]) -> Value {
        TITLES.iter().zip(values).map(|(title, value)| json!({"_id": title, "_Meghdar": value})).collect()
    }

    #[test]
    fn titles_and_numbers_come_in_whatever_spelling() {
        let limits = read(&items([json!("۵۰۰٬۰۰۰"), json!(3), json!("0"), json!(9.5)])).unwrap();
        assert_eq!(
            limits,
            pb::Limits { min_order_toman: 500_000, min_packages: 3, shipping_toman: 0, tax_basis_points: 950 }
        );
        let mut arabic = items([json!(1), json!(2), json!(3), json!(9)]);
        arabic[2]["_id"] = json!("هزينه ارسال");
        assert_eq!(read(&arabic).unwrap().shipping_toman, 3);
    }

    #[test]
    fn all_four_are_needed_once() {
        let three: Value = items([json!(1), json!(2), json!(3), json!(9)]).as_array().unwrap()[..3].into();
        assert!(read(&three).unwrap_err().contains("items:"));
        for empty in [json!(""), json!(" "), Value::Null] {
            let error = read(&items([json!(1), empty, json!(3), json!(9)])).unwrap_err();
            assert!(error.contains("items[1]._Meghdar") && error.contains(LIMITS_EMPTY.en), "{error}");
        }
        let mut twice = items([json!(1), json!(2), json!(3), json!(9)]);
        twice[1]["_id"] = json!(TITLES[0]);
        assert!(read(&twice).unwrap_err().contains("items[1]._id"));
        assert!(read(&items([json!("x"), json!(2), json!(3), json!(9)])).unwrap_err().contains("items[0]._Meghdar"));
    }
}
