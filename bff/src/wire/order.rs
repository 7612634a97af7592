//! One order: its lines, notes and totals.

mod totals;
mod write;

use std::collections::HashMap;

use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as pb};
use serde::Serialize;
use utoipa::ToSchema;

pub use self::{
    totals::{Discount, OrderTotals},
    write::{NoteBody, NoteReply, ProductBody, StatusReply, UpdateOrderBody, UpdateOrderReply, VersionBody},
};

use super::{
    customer::{jalali, status_code},
    number::Percent,
    text::Lang,
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

// Flat, so that clients check one object a line.
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

#[cfg(test)]
mod tests;
