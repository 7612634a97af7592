//! Taking an order from a customer.

use std::collections::BTreeMap;

use pishkhan_proto::orders::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    customer::status_code,
    error::short_line_text,
    number::{Whole, whole},
    object::objects,
    order::OrderTotals,
    text::{self, Lang},
    time::jalali_text,
};

/// A type that is ordered.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TakenOptionBody {
    #[serde(rename = "typeId")]
    type_id: String,
    /// Selling units, at least 1.
    #[serde(deserialize_with = "whole")]
    #[schema(value_type = Whole)]
    quantity: i64,
}

/// A product that is ordered, with its types.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TakenProductBody {
    #[serde(deserialize_with = "objects")]
    options: Vec<TakenOptionBody>,
}

/// `POST /market/order-place-app2` and `POST /market/order-quote-app2`
#[derive(Debug, Deserialize, ToSchema)]
pub struct TakenOrderBody {
    #[serde(rename = "customerId")]
    customer_id: String,
    #[serde(deserialize_with = "objects")]
    products: Vec<TakenProductBody>,
    /// At most 300 characters.
    #[serde(rename = "sellerToz", default)]
    seller_note: Option<String>,
}

impl TakenOrderBody {
    /// The request for a quote.
    pub fn into_quote(self, seller_id: String) -> pb::QuoteOrderRequest {
        let Self { customer_id, products, seller_note: _ } = self;
        pb::QuoteOrderRequest { seller_id, customer_id, customer_code: String::new(), lines: lines(products) }
    }

    /// The request for the order, which is one by its key for longer than the replies of requests are stored.
    pub fn into_order(self, key: String, seller_id: String) -> pb::PlaceOrderRequest {
        let Self { customer_id, products, seller_note } = self;
        pb::PlaceOrderRequest {
            client_order_id: format!("app2:{key}"),
            request_id: key,
            seller_id,
            customer_id,
            customer_code: String::new(),
            lines: lines(products),
            customer_note: String::new(),
            seller_note: seller_note.unwrap_or_default(),
        }
    }
}

fn lines(products: Vec<TakenProductBody>) -> Vec<pb::NewLine> {
    let options = products.into_iter().flat_map(|product| product.options);
    options
        .map(|TakenOptionBody { type_id, quantity }| pb::NewLine { type_id, type_code: String::new(), quantity })
        .collect()
}

/// What is short: `<typeId>` → how much there is, in words.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShortLines(#[schema(inline)] BTreeMap<String, String>);

impl ShortLines {
    fn new(lines: Vec<pb::ShortLine>, lang: Lang) -> Self {
        let said = |line: pb::ShortLine| {
            let pb::ShortLine { type_id, product_title, type_name, available } = line;
            (type_id, short_line_text(&product_title, &type_name, available, lang))
        };
        Self(lines.into_iter().map(said).collect())
    }
}

/// Answer of `POST /market/order-place-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceOrderReply {
    message: &'static str,
    id: String,
    /// The order's number, such as 1405-08-000123.
    #[serde(rename = "Code")]
    code: String,
    /// 0 open, 1 registered, 2 cancelled: as it is now, also when the request comes again.
    status: u8,
    version: i64,
    totals: OrderTotals,
    /// By type, what could not be had when the order was placed.
    short: ShortLines,
}

impl PlaceOrderReply {
    /// Says that the order is there.
    pub fn new(reply: pb::PlaceOrderResponse, lang: Lang) -> Self {
        let pb::PlaceOrderResponse { order, totals, short_lines } = reply;
        let order = order.unwrap_or_default();
        Self {
            message: text::ORDER_PLACED.in_lang(lang),
            status: status_code(order.status()),
            id: order.order_id,
            code: order.code,
            version: order.version,
            totals: OrderTotals::new(totals.unwrap_or_default(), lang),
            short: ShortLines::new(short_lines, lang),
        }
    }
}

/// What an order lacks of the seller's minimums.
#[derive(Debug, Serialize, ToSchema)]
pub struct Missing {
    /// Tomans.
    #[serde(rename = "amount")]
    amount_toman: i64,
    /// Selling units.
    packages: i64,
}

/// Answer of `POST /market/order-quote-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuoteReply {
    totals: OrderTotals,
    /// By type, what could not be had now.
    short: ShortLines,
    missing: Missing,
}

impl QuoteReply {
    /// The quote, with the applied tiers named in `lang`.
    pub fn new(reply: pb::QuoteOrderResponse, lang: Lang) -> Self {
        let pb::QuoteOrderResponse { totals, short_lines, missing_toman, missing_packages } = reply;
        Self {
            totals: OrderTotals::new(totals.unwrap_or_default(), lang),
            short: ShortLines::new(short_lines, lang),
            missing: Missing { amount_toman: missing_toman, packages: missing_packages },
        }
    }
}

/// A type that a customer buys.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuideOption {
    type_id: String,
    product_id: String,
    /// Title of the product.
    name: String,
    /// Name of the type.
    #[serde(rename = "type")]
    type_name: String,
    image: String,
    /// Name of the selling unit.
    #[serde(rename = "package")]
    unit_name: String,
    /// What the shop pays for one selling unit today, tomans.
    #[serde(rename = "initialPrice")]
    unit_price_toman: i64,
    /// The shop's shelf price of one selling unit today, tomans.
    #[serde(rename = "initialPrice2")]
    unit_sell_price_toman: i64,
    /// Selling units that can still be sold.
    #[serde(rename = "mojoody")]
    available: i64,
    /// Selling units of the last order that holds it.
    last_quantity: i64,
    /// When that one was placed, Jalali.
    #[serde(rename = "lastOrderedS")]
    last_ordered: Option<String>,
    /// How many orders hold it.
    times: i32,
}

/// Answer of `GET /market/order-guide-app2/{customerId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuideReply {
    customer: GuideCustomer,
    options: Vec<GuideOption>,
}

/// Whose guide it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuideCustomer {
    #[serde(rename = "_id")]
    customer_id: String,
    #[serde(rename = "f2")]
    title: String,
    #[serde(rename = "f3")]
    mobile: String,
    #[serde(rename = "f8")]
    shop_name: String,
}

impl GuideReply {
    /// The guide.
    pub fn new(reply: pb::GetOrderGuideResponse) -> Self {
        let pb::GetOrderGuideResponse { types, customer } = reply;
        let pb::Customer { customer_id, title, mobile, shop_name, .. } = customer.unwrap_or_default();
        Self {
            customer: GuideCustomer { customer_id, title, mobile, shop_name },
            options: types.into_iter().map(GuideOption::from).collect(),
        }
    }
}

impl From<pb::GuideType> for GuideOption {
    fn from(guide: pb::GuideType) -> Self {
        let pb::GuideType {
            type_id,
            product_id,
            product_title,
            type_name,
            image_url,
            unit_name,
            unit_price_toman,
            unit_sell_price_toman,
            available,
            last_quantity,
            last_order_time,
            times,
        } = guide;
        Self {
            type_id,
            product_id,
            name: product_title,
            type_name,
            image: image_url,
            unit_name,
            unit_price_toman,
            unit_sell_price_toman,
            available,
            last_quantity,
            last_ordered: last_order_time.and_then(jalali_text),
            times,
        }
    }
}
