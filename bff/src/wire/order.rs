//! One order: its lines, notes and totals.

use std::collections::HashMap;

use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as pb};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use utoipa::ToSchema;

use super::{
    customer::{jalali, status_code},
    error::BffError,
    number::{self, Percent, Whole, optional_whole, whole},
    object::objects,
    text::{self, Lang, Text},
    time::jalali_text,
};

/// A type in an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderOption {
    /// Name of the type.
    #[serde(rename = "type")]
    type_name: String,
    type_id: String,
    /// Selling units.
    quantity: i64,
    /// What the shop pays for one selling unit, tomans.
    #[serde(rename = "initialPrice")]
    unit_price_toman: i64,
    /// The shop's shelf price of one selling unit, tomans.
    #[serde(rename = "initialPrice2")]
    unit_sell_price_toman: i64,
    /// initialPrice × quantity, tomans.
    #[serde(rename = "price")]
    total_toman: i64,
    /// Name of the selling unit.
    #[serde(rename = "package")]
    unit_name: String,
}

/// A product in an order, with its types.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderProduct {
    #[serde(rename = "_id")]
    product_id: String,
    name: String,
    image: String,
    options: Vec<OrderOption>,
}

/// Groups lines by product, in the order in which the products first stand.
pub(super) fn products(lines: Vec<pb::OrderLine>) -> Vec<OrderProduct> {
    let mut products: Vec<OrderProduct> = Vec::new();
    for line in lines {
        let pb::OrderLine {
            type_id,
            product_id,
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit: _,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
            total_toman,
        } = line;
        let option = OrderOption {
            type_name,
            type_id,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
            total_toman,
            unit_name,
        };
        match products.iter_mut().find(|product| product.product_id == product_id) {
            Some(product) => product.options.push(option),
            None => {
                products.push(OrderProduct {
                    product_id,
                    name: product_title,
                    image: image_url,
                    options: vec![option],
                });
            }
        }
    }
    products
}

/// A type in an order, and what there is of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockedOption {
    /// Name of the type.
    #[serde(rename = "type")]
    type_name: String,
    type_id: String,
    /// Selling units.
    quantity: i64,
    /// What the shop pays for one selling unit, tomans.
    #[serde(rename = "initialPrice")]
    unit_price_toman: i64,
    /// The shop's shelf price of one selling unit, tomans.
    #[serde(rename = "initialPrice2")]
    unit_sell_price_toman: i64,
    /// initialPrice × quantity, tomans.
    #[serde(rename = "price")]
    total_toman: i64,
    /// Name of the selling unit.
    #[serde(rename = "package")]
    unit_name: String,
    /// Selling units that the order could have now, what it has reserved included; null for a cancelled order, and where
    /// the catalogue does not know it or does not answer.
    #[serde(rename = "mojoody")]
    #[schema(required)]
    available: Option<i64>,
}

/// A product in an order, with what there is of its types.
#[derive(Debug, Serialize, ToSchema)]
pub struct StockedProduct {
    #[serde(rename = "_id")]
    product_id: String,
    name: String,
    image: String,
    options: Vec<StockedOption>,
}

impl StockedProduct {
    fn new(product: OrderProduct, available: &HashMap<String, i64>) -> Self {
        let OrderProduct { product_id, name, image, options } = product;
        let stocked = |option: OrderOption| {
            let OrderOption {
                type_name,
                type_id,
                quantity,
                unit_price_toman,
                unit_sell_price_toman,
                total_toman,
                unit_name,
            } = option;
            StockedOption {
                available: available.get(&type_id).copied(),
                type_name,
                type_id,
                quantity,
                unit_price_toman,
                unit_sell_price_toman,
                total_toman,
                unit_name,
            }
        };
        Self { product_id, name, image, options: options.into_iter().map(stocked).collect() }
    }
}

/// The goods of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderGoods {
    products: Vec<StockedProduct>,
    /// Tomans; 0 when no line is left.
    #[serde(rename = "shippingCost")]
    shipping_toman: i64,
    /// Percent.
    #[serde(rename = "taxRate")]
    tax_rate: Percent,
    /// What the applied tiers take off, tomans.
    #[serde(rename = "discount")]
    discount_toman: i64,
    discounts: Vec<Discount>,
}

/// Answer of `GET /market/fetch-order-joz-app2/{orderId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderReply {
    #[serde(rename = "joz")]
    goods: OrderGoods,
    /// The customer's note.
    #[serde(rename = "toz")]
    customer_note: String,
    /// The seller's note.
    #[serde(rename = "toz2")]
    seller_note: String,
    /// 0 open, 1 registered, 2 cancelled.
    status: u8,
    /// One more with each committed change.
    version: i64,
    /// The order's number, such as 1405-08-000123.
    #[serde(rename = "Code")]
    code: String,
    /// A registered order that is being edited again.
    reopened: bool,
    /// One more with each save.
    revision: i64,
    #[serde(rename = "customerName")]
    customer_title: String,
    #[serde(rename = "customerCellPhone")]
    customer_mobile: String,
    #[serde(rename = "customerTelephone")]
    customer_landline: String,
    #[serde(rename = "customerOnvanFrooshgah")]
    shop_name: String,
    /// `1405/08/30 - 12:00`
    #[serde(rename = "createdAtS")]
    create_time: String,
    /// The promised day of delivery, `1405/09/02`; empty when none was promised.
    #[serde(rename = "orderDateTimeServeS")]
    delivery_date: String,
}

impl OrderReply {
    /// The order with what it could have of its types, and the applied tiers named in `lang`.
    pub fn new(order: pb::Order, stocks: Vec<catalogue::TypeStock>, lang: Lang) -> Self {
        let pb::Order {
            summary,
            lines,
            totals,
            tax_basis_points,
            customer_note,
            seller_note,
            settling: _,
            paper_bill_toman: _,
        } = order;
        let (summary, totals) = (summary.unwrap_or_default(), totals.unwrap_or_default());
        let status = status_code(summary.status());
        let customer = summary.customer.unwrap_or_default();
        let available = stocks.into_iter().map(|stock| (stock.type_id, stock.available)).collect();
        let products = products(lines).into_iter().map(|product| StockedProduct::new(product, &available));
        Self {
            goods: OrderGoods {
                products: products.collect(),
                shipping_toman: totals.shipping_toman,
                tax_rate: Percent::from_basis_points(tax_basis_points),
                discount_toman: totals.discount_toman,
                discounts: Discount::all(totals.discounts, lang),
            },
            customer_note,
            seller_note,
            status,
            version: summary.version,
            code: summary.code,
            reopened: summary.reopened,
            revision: summary.revision,
            customer_title: customer.title,
            customer_mobile: customer.mobile,
            customer_landline: customer.landline,
            shop_name: customer.shop_name,
            create_time: summary.create_time.and_then(jalali_text).unwrap_or_default(),
            delivery_date: jalali(&summary.delivery_date),
        }
    }
}

/// A type in the calls that change lines. Its names and `price` are the client's own view and are not read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OptionBody {
    #[serde(rename = "typeId")]
    pub(super) type_id: String,
    /// Selling units, at least 1.
    #[serde(deserialize_with = "whole")]
    #[schema(value_type = Whole)]
    pub(super) quantity: i64,
    /// Tomans. In order-update-app2 it has to be the stored price when it is there; in order-update-cp it is the new one,
    /// at least 0, and a line without it keeps its price.
    #[serde(rename = "initialPrice", default, deserialize_with = "optional_whole")]
    #[schema(value_type = Option<Whole>)]
    pub(super) unit_price_toman: Option<i64>,
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
    pub(super) fn options(products: Vec<Self>) -> impl Iterator<Item = OptionBody> {
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

/// What a discount is taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DiscountScope {
    /// A line's total.
    Line,
    /// The sum of all lines after their discounts.
    Order,
}

/// A tier of the seller's that was applied (rules 30).
#[derive(Debug, Serialize, ToSchema)]
pub struct Discount {
    scope: DiscountScope,
    /// Of the line; absent for a discount of the order.
    #[serde(rename = "typeId", skip_serializing_if = "Option::is_none")]
    type_id: Option<String>,
    title: String,
    percent: Percent,
    /// Tomans.
    #[serde(rename = "amount")]
    amount_toman: i64,
}

impl Discount {
    /// The applied tiers in `lang`, those of lines first.
    pub(super) fn all(discounts: Vec<pb::Discount>, lang: Lang) -> Vec<Self> {
        discounts.into_iter().map(|discount| Self::new(discount, lang)).collect()
    }

    fn new(discount: pb::Discount, lang: Lang) -> Self {
        let kind = discount.kind();
        let pb::Discount { kind: _, type_id, from, to, basis_points, amount_toman } = discount;
        let (scope, words) = match kind {
            pb::DiscountKind::Amount => (DiscountScope::Order, text::DISCOUNT_AMOUNT),
            pb::DiscountKind::Unit => (DiscountScope::Line, text::DISCOUNT_UNIT),
            pb::DiscountKind::Unspecified | pb::DiscountKind::Volume => (DiscountScope::Line, text::DISCOUNT_VOLUME),
        };
        let span = [from, to].map(|bound| number::shown(bound, lang));
        let title = words.in_lang(lang).replace("{from}", &span[0]).replace("{to}", &span[1]);
        Self {
            scope,
            type_id: Some(type_id).filter(|_| scope == DiscountScope::Line),
            title,
            percent: Percent::from_basis_points(basis_points),
            amount_toman,
        }
    }
}

/// The server's own totals of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderTotals {
    /// What the applied tiers take off, tomans; totalPurchase is what is left.
    #[serde(rename = "discount")]
    discount_toman: i64,
    discounts: Vec<Discount>,
    #[serde(rename = "totalPurchase")]
    purchase_toman: i64,
    #[serde(rename = "totalPurchase2")]
    sales_toman: i64,
    #[serde(rename = "tax")]
    tax_toman: i64,
    #[serde(rename = "shippingCost")]
    shipping_toman: i64,
    #[serde(rename = "totalOrder")]
    grand_toman: i64,
    #[serde(rename = "countKol")]
    units: i64,
    #[serde(rename = "profit")]
    profit_toman: i64,
    /// Four decimals.
    percent: Percent,
}

impl OrderTotals {
    /// The totals, with the applied tiers named in `lang`.
    pub(super) fn new(totals: pb::OrderTotals, lang: Lang) -> Self {
        let pb::OrderTotals {
            purchase_toman,
            sales_toman,
            tax_toman,
            shipping_toman,
            grand_toman,
            profit_toman,
            profit_percent_e4,
            units,
            discount_toman,
            discounts,
        } = totals;
        Self {
            discount_toman,
            discounts: Discount::all(discounts, lang),
            purchase_toman,
            sales_toman,
            tax_toman,
            shipping_toman,
            grand_toman,
            units,
            profit_toman,
            percent: Percent::from_e4(profit_percent_e4),
        }
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
    message: &'static str,
    /// 0 open, 1 registered, 2 cancelled.
    status: u8,
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

#[cfg(test)]
mod tests;
