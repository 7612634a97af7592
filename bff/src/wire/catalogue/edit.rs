//! A change of one type.

use pishkhan_proto::catalogue::v1 as pb;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use utoipa::{PartialSchema, ToSchema, openapi};

use super::products::CatalogueType;
use crate::wire::{
    error::BffError,
    number::Percent,
    object::object,
    settings::{
        text::SAVED,
        typed::{Reader, Typed},
    },
    text::{FIELD_INVALID, FIELD_REQUIRED, Lang},
};

/// Yes or no: a boolean, or 0 or 1.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Flag {
    /// As JSON has it.
    Bool(bool),
    /// As a number or a text.
    Typed(Typed),
}

impl PartialSchema for Flag {
    fn schema() -> openapi::RefOr<openapi::schema::Schema> {
        use openapi::schema::{SchemaType, Type};
        openapi::ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Boolean, Type::Number, Type::String]))
            .description(Some("true or false, or 1 or 0."))
            .into()
    }
}

impl ToSchema for Flag {}

/// What a type is to be.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TypeEditRow {
    #[serde(rename = "_id")]
    type_id: Option<String>,
    /// What can still be sold, in selling units; at least 0.
    #[serde(rename = "f3")]
    available: Option<Typed>,
    /// Tomans for a piece, at least 0.
    #[serde(rename = "f6")]
    buy_price_toman: Option<Typed>,
    /// Tomans for a piece, at least the buy price.
    #[serde(rename = "f7")]
    sell_price_toman: Option<Typed>,
    /// At most 300 characters.
    #[serde(rename = "f11")]
    description: Option<String>,
    #[serde(rename = "f12")]
    active: Option<Flag>,
    /// The version that was read. Without it, the last change wins.
    version: Option<Typed>,
    /// What could be sold when it was read. When f3 says the same, the stock was not touched and stays as orders have moved
    /// it since; without it, f3 counts whatever it is.
    #[serde(rename = "mojoody")]
    available_read: Option<Typed>,
    /// Pieces of one selling unit, 1 to 100,000; as it was when absent. What stands in orders keeps the pieces it was ordered
    /// with.
    #[serde(rename = "tedadDarVahed")]
    pieces_per_unit: Option<Typed>,
    /// So many selling units that can still be sold, or fewer, are few; as it was when absent.
    #[serde(rename = "lowStock")]
    low_stock: Option<Typed>,
    /// Not read: it is reckoned from the prices.
    #[serde(rename = "f8", default)]
    #[schema(value_type = Option<i64>)]
    _profit_toman: IgnoredAny,
    /// Not read: it is reckoned from the prices.
    #[serde(rename = "f9", default)]
    #[schema(value_type = Option<Percent>)]
    _profit_percent: IgnoredAny,
    /// Not read: it is reckoned from the prices.
    #[serde(rename = "f10", default)]
    #[schema(value_type = Option<i64>)]
    _unit_price_toman: IgnoredAny,
}

/// `POST /market/edit-productType-app2`. What is reckoned (f8, f9, f10) is not read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EditTypeBody {
    #[serde(rename = "_TypeRow", default, deserialize_with = "object")]
    row: TypeEditRow,
    /// The seller's id, or empty.
    #[serde(rename = "_sellerId")]
    seller_id: Option<String>,
    #[serde(rename = "_productId")]
    product_id: Option<String>,
}

impl EditTypeBody {
    /// The request for the catalogue; 404 if another seller is named.
    pub fn into_request(self, request_id: String, own: String) -> Result<pb::EditProductTypeRequest, BffError> {
        let Self { row, seller_id, product_id } = self;
        if seller_id.is_some_and(|named| !named.trim().is_empty() && !named.trim().eq_ignore_ascii_case(&own)) {
            return Err(BffError::not_found());
        }
        let TypeEditRow {
            type_id,
            available,
            buy_price_toman,
            sell_price_toman,
            description,
            active,
            version,
            available_read,
            pieces_per_unit,
            low_stock,
            ..
        } = row;
        let mut form = Form(Reader::default());
        let request = pb::EditProductTypeRequest {
            request_id,
            seller_id: own,
            type_id: form.id("_TypeRow._id", type_id),
            product_id: form.id("_productId", product_id),
            available: form.number("_TypeRow.f3", available.as_ref()),
            buy_price_toman: form.number("_TypeRow.f6", buy_price_toman.as_ref()),
            sell_price_toman: form.number("_TypeRow.f7", sell_price_toman.as_ref()),
            description: form.given("_TypeRow.f11", description),
            active: form.flag("_TypeRow.f12", active),
            version: form.0.whole("_TypeRow.version", version.as_ref()),
            available_read: form.0.whole("_TypeRow.mojoody", available_read.as_ref()),
            pieces_per_unit: form.0.small("_TypeRow.tedadDarVahed", pieces_per_unit.as_ref()),
            low_stock: form.0.whole("_TypeRow.lowStock", low_stock.as_ref()),
        };
        form.0.done()?;
        Ok(request)
    }
}

/// A form whose every field has to be there.
struct Form(Reader);

impl Form {
    fn given<T: Default>(&mut self, field: &str, value: Option<T>) -> T {
        value.unwrap_or_else(|| {
            self.0.wrong(field, FIELD_REQUIRED);
            T::default()
        })
    }

    fn id(&mut self, field: &str, id: Option<String>) -> String {
        self.given(field, id.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()))
    }

    fn number(&mut self, field: &str, typed: Option<&Typed>) -> i64 {
        let typed = typed.filter(|typed| !typed.is_empty());
        if typed.is_none() {
            self.0.wrong(field, FIELD_REQUIRED);
        }
        self.0.whole(field, typed).unwrap_or_default()
    }

    fn flag(&mut self, field: &str, flag: Option<Flag>) -> bool {
        match flag {
            Some(Flag::Bool(flag)) => flag,
            Some(Flag::Typed(typed)) if !typed.is_empty() => {
                let number = Reader::default().whole(field, Some(&typed));
                if number.is_none_or(|number| ![0, 1].contains(&number)) {
                    self.0.wrong(field, FIELD_INVALID);
                }
                number == Some(1)
            }
            _ => self.given(field, None),
        }
    }
}

/// A type with what is reckoned from its prices.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditedType {
    #[serde(flatten)]
    product_type: CatalogueType,
    /// What the shop earns with a piece, in tomans.
    #[serde(rename = "f8")]
    profit_toman: i64,
    /// The same as a percent of the sell price, with at most two decimals.
    #[serde(rename = "f9")]
    profit_percent: Percent,
    /// What the shop pays for a selling unit, in tomans.
    #[serde(rename = "f10")]
    unit_price_toman: i64,
}

impl From<pb::ProductType> for EditedType {
    fn from(product_type: pb::ProductType) -> Self {
        let pb::ProductType { buy_price_toman, sell_price_toman, pieces_per_unit, .. } = product_type;
        let profit_toman = profit(buy_price_toman, sell_price_toman);
        Self {
            product_type: product_type.into(),
            profit_toman,
            profit_percent: Percent::from_basis_points(share(profit_toman, sell_price_toman)),
            unit_price_toman: buy_price_toman.saturating_mul(i64::from(pieces_per_unit)),
        }
    }
}

/// What a shop earns with a piece: never less than nothing (part 2, section 5).
fn profit(buy_toman: i64, sell_toman: i64) -> i64 {
    sell_toman.saturating_sub(buy_toman).max(0)
}

/// The share of `part` in `whole` in basis points, half up; 0 of nothing.
fn share(part: i64, whole: i64) -> i32 {
    if whole <= 0 {
        return 0;
    }
    let (part, whole) = (i128::from(part), i128::from(whole));
    i32::try_from((part * 20_000 + whole) / (whole * 2)).unwrap_or(i32::MAX)
}

/// Answer of `POST /market/edit-productType-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditTypeReply {
    message: String,
    #[serde(rename = "productType")]
    product_type: EditedType,
}

impl EditTypeReply {
    /// The type as it stands.
    pub fn new(product_type: pb::ProductType, lang: Lang) -> Self {
        Self { message: SAVED.in_lang(lang).to_owned(), product_type: product_type.into() }
    }
}

#[cfg(test)]
mod tests;
