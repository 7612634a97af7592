//! What changes an order: its lines, its note, its status.

use pishkhan_proto::orders::v1 as pb;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use utoipa::ToSchema;

use super::{
    super::{
        customer::status_code,
        error::BffError,
        number::{Percent, Whole, optional_whole, whole},
        object::objects,
        text::{self, Lang, Text},
    },
    OrderTotals,
};

/// A type in the calls that change lines. Its names and `price` are the client's own view and are not read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OptionBody {
    #[serde(rename = "typeId")]
    pub(in crate::wire) type_id: String,
    /// Selling units, at least 1.
    #[serde(deserialize_with = "whole")]
    #[schema(value_type = Whole)]
    pub(in crate::wire) quantity: i64,
    /// Tomans. In order-update-app2 it has to be the stored price when it is there; in order-update-cp it is the new one,
    /// at least 0, and a line without it keeps its price.
    #[serde(rename = "initialPrice", default, deserialize_with = "optional_whole")]
    #[schema(value_type = Option<Whole>)]
    pub(in crate::wire) unit_price_toman: Option<i64>,
    /// Not read.
    #[serde(rename = "initialPrice2", default)]
    #[schema(value_type = Option<i64>)]
    _unit_sell_price_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "price", default)]
    #[schema(value_type = Option<i64>)]
    _total_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "type", default)]
    #[schema(value_type = Option<String>)]
    _type_name: IgnoredAny,
    /// Not read.
    #[serde(rename = "package", default)]
    #[schema(value_type = Option<String>)]
    _unit_name: IgnoredAny,
}

/// A product in the calls that change lines.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProductBody {
    #[serde(deserialize_with = "objects")]
    options: Vec<OptionBody>,
    /// Not read.
    #[serde(rename = "_id", default)]
    #[schema(value_type = Option<String>)]
    _product_id: IgnoredAny,
    /// Not read.
    #[serde(rename = "name", default)]
    #[schema(value_type = Option<String>)]
    _name: IgnoredAny,
    /// Not read.
    #[serde(rename = "image", default)]
    #[schema(value_type = Option<String>)]
    _image: IgnoredAny,
}

impl ProductBody {
    /// The lines of all products.
    pub(in crate::wire) fn options(products: Vec<Self>) -> impl Iterator<Item = OptionBody> {
        products.into_iter().flat_map(|product| product.options)
    }
}

/// `POST /market/order-update-app2/{orderId}`: the order's whole new set of lines. Names, images and totals that come
/// with it are the client's own view and are not read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateOrderBody {
    #[serde(deserialize_with = "objects")]
    products: Vec<ProductBody>,
    /// Has to be the current one when it is there.
    #[serde(default, deserialize_with = "optional_whole")]
    #[schema(value_type = Option<Whole>)]
    version: Option<i64>,
    /// Not read.
    #[serde(rename = "totalPurchase", default)]
    #[schema(value_type = Option<i64>)]
    _purchase_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "totalPurchase2", default)]
    #[schema(value_type = Option<i64>)]
    _sell_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "tax", default)]
    #[schema(value_type = Option<i64>)]
    _tax_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "shippingCost", default)]
    #[schema(value_type = Option<i64>)]
    _shipping_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "totalOrder", default)]
    #[schema(value_type = Option<i64>)]
    _total_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "countKol", default)]
    #[schema(value_type = Option<i64>)]
    _units: IgnoredAny,
    /// Not read.
    #[serde(rename = "taxRate", default)]
    #[schema(value_type = Option<Percent>)]
    _tax_rate: IgnoredAny,
}

impl UpdateOrderBody {
    /// The request for the orders service.
    pub fn into_request(self, request_id: String, seller_id: String, order_id: String) -> pb::UpdateOrderLinesRequest {
        let Self { products, version, .. } = self;
        let lines = ProductBody::options(products).map(|OptionBody { type_id, quantity, unit_price_toman, .. }| {
            pb::LineChange { type_id, quantity, unit_price_toman }
        });
        pb::UpdateOrderLinesRequest { request_id, seller_id, order_id, lines: lines.collect(), version }
    }
}

/// Answer of `POST /market/order-update-app2/{orderId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateOrderReply {
    message: &'static str,
    version: i64,
    totals: OrderTotals,
}

impl UpdateOrderReply {
    /// Says that the lines stand.
    pub fn new(reply: pb::UpdateOrderLinesResponse, lang: Lang) -> Self {
        let pb::UpdateOrderLinesResponse { version, status: _, totals } = reply;
        Self {
            message: text::ORDER_UPDATED.in_lang(lang),
            version,
            totals: OrderTotals::new(totals.unwrap_or_default(), lang),
        }
    }
}

/// `POST /market/order-update-app2-toz/{orderId}`
#[derive(Debug, Deserialize, ToSchema)]
pub struct NoteBody {
    /// At most 300 characters.
    #[serde(rename = "sellerToz")]
    seller_note: Option<String>,
    /// Has to be the stored one when it is there.
    #[serde(rename = "customerToz")]
    customer_note: Option<String>,
    /// Has to be the current one when it is there.
    #[serde(default, deserialize_with = "optional_whole")]
    #[schema(value_type = Option<Whole>)]
    version: Option<i64>,
}

impl NoteBody {
    /// The request for the orders service.
    pub fn into_request(
        self,
        request_id: String,
        seller_id: String,
        order_id: String,
    ) -> Result<pb::UpdateOrderNoteRequest, BffError> {
        let Self { seller_note, customer_note, version } = self;
        let seller_note = seller_note.ok_or_else(|| BffError::field("sellerToz", text::FIELD_REQUIRED))?;
        Ok(pb::UpdateOrderNoteRequest { request_id, seller_id, order_id, seller_note, customer_note, version })
    }
}

/// Answer of `POST /market/order-update-app2-toz/{orderId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoteReply {
    message: &'static str,
    version: i64,
}

impl NoteReply {
    /// Says that the note stands.
    pub fn new(reply: pb::UpdateOrderNoteResponse, lang: Lang) -> Self {
        Self { message: text::NOTE_UPDATED.in_lang(lang), version: reply.version }
    }
}

/// What a change of an order's status may bring: `{"version": n}`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct VersionBody {
    /// Has to be the current one when it is there.
    #[serde(default, deserialize_with = "optional_whole")]
    #[schema(value_type = Option<Whole>)]
    pub version: Option<i64>,
}

/// Answer of the calls that change an order's status.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatusReply {
    pub(super) message: &'static str,
    /// 0 open, 1 registered, 2 cancelled.
    pub(super) status: u8,
    version: i64,
}

impl StatusReply {
    /// Says that the order is registered.
    pub fn saved(reply: pb::SaveOrderResponse, lang: Lang) -> Self {
        Self::new(text::ORDER_SAVED, reply.status(), reply.version, lang)
    }

    /// Says that the order is cancelled.
    pub fn cancelled(reply: pb::CancelOrderResponse, lang: Lang) -> Self {
        Self::new(text::ORDER_CANCELLED_NOW, reply.status(), reply.version, lang)
    }

    /// Says that the order is open for editing.
    pub fn reopened(reply: pb::ReopenOrderResponse, lang: Lang) -> Self {
        Self::new(text::ORDER_REOPENED, reply.status(), reply.version, lang)
    }

    /// Says that the order is what was saved of it.
    pub fn discarded(reply: pb::DiscardOrderChangesResponse, lang: Lang) -> Self {
        Self::new(text::ORDER_CHANGES_DISCARDED, reply.status(), reply.version, lang)
    }

    fn new(text: Text, status: pb::OrderStatus, version: i64, lang: Lang) -> Self {
        Self { message: text.in_lang(lang), status: status_code(status), version }
    }
}
