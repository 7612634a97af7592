//! The order dialog and its printed invoice: everything of one order, and its change in one step.

use pishkhan_proto::orders::v1 as pb;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use utoipa::ToSchema;

use super::{
    customer::{jalali, status_code},
    number::{Percent, Whole, optional_whole},
    object::objects,
    order::{Discount, OrderProduct, OrderTotals, ProductBody, products},
    text::{self, Lang},
    time::jalali_text,
};

/// Head of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct SheetHead {
    #[serde(rename = "Code")]
    code: String,
    /// 0 open, 1 registered, 2 cancelled.
    status: u8,
    #[serde(rename = "customerName")]
    customer_title: String,
    #[serde(rename = "customerCellPhone")]
    customer_mobile: String,
    #[serde(rename = "customerOnvanSenf")]
    trade_type: String,
    #[serde(rename = "customerOnvanFrooshgah")]
    shop_name: String,
    #[serde(rename = "customerTelephone")]
    customer_landline: String,
    #[serde(rename = "customerTeritory")]
    activity_area: String,
    #[serde(rename = "customerAddress")]
    customer_address: String,
    #[serde(rename = "sellerTitle")]
    seller_title: String,
    /// An SVG data URI of a QR code: the address of the order's public page.
    #[serde(rename = "customerQR")]
    qr: String,
    #[serde(rename = "customerToz")]
    customer_note: String,
    #[serde(rename = "sellerToz")]
    seller_note: String,
    /// Tomans; 0 when no line is left.
    #[serde(rename = "hazinehErsal")]
    shipping_toman: i64,
    /// Tomans, with tax and shipping.
    #[serde(rename = "mablagheKol")]
    grand_toman: i64,
    /// Tomans.
    #[serde(rename = "tax")]
    tax_toman: i64,
    /// The total that was typed onto the paper invoice, tomans; null when none was.
    #[serde(rename = "PaperBill")]
    paper_bill_toman: Option<i64>,
    /// One more with each committed change.
    version: i64,
    /// A registered order that is being edited again.
    reopened: bool,
    /// Percent.
    #[serde(rename = "taxRate")]
    tax_rate: Percent,
    /// One more with each save.
    revision: i64,
    #[serde(rename = "customerId")]
    customer_id: String,
}

/// Goods of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct SheetGoods {
    products: Vec<OrderProduct>,
    /// What the shop pays for the goods, tomans.
    #[serde(rename = "totalPurchase")]
    purchase_toman: i64,
    /// What the applied tiers take off, tomans; totalPurchase is what is left.
    #[serde(rename = "discount")]
    discount_toman: i64,
    discounts: Vec<Discount>,
}

/// Answer of `GET /market/fetch-order-joz-faktor-app2/{orderId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SheetReply {
    #[serde(rename = "order")]
    head: SheetHead,
    /// `1405/08/30 - 12:00`
    #[serde(rename = "createdAtS")]
    create_time: String,
    /// The promised day of delivery, `1405/09/02`; empty when none was promised.
    #[serde(rename = "orderDateTimeServeS")]
    delivery_date: String,
    #[serde(rename = "joz")]
    goods: SheetGoods,
}

impl SheetReply {
    /// The order with the QR code of its public page, and the applied tiers named in `lang`.
    pub fn new(order: pb::Order, qr: String, lang: Lang) -> Self {
        let pb::Order {
            summary,
            lines,
            totals,
            tax_basis_points,
            customer_note,
            seller_note,
            settling: _,
            paper_bill_toman,
        } = order;
        let summary = summary.unwrap_or_default();
        let status = status_code(summary.status());
        let pb::OrderSummary {
            order_id: _,
            seller_id: _,
            customer_id,
            code,
            status: _,
            reopened,
            create_time,
            register_time: _,
            delivery_date,
            grand_toman: _,
            seller_title,
            customer,
            version,
            revision,
        } = summary;
        let customer = customer.unwrap_or_default();
        let totals = totals.unwrap_or_default();
        Self {
            head: SheetHead {
                code,
                status,
                customer_title: customer.title,
                customer_mobile: customer.mobile,
                trade_type: customer.trade_type,
                shop_name: customer.shop_name,
                customer_landline: customer.landline,
                activity_area: customer.activity_area,
                customer_address: customer.address,
                seller_title,
                qr,
                customer_note,
                seller_note,
                shipping_toman: totals.shipping_toman,
                grand_toman: totals.grand_toman,
                tax_toman: totals.tax_toman,
                paper_bill_toman,
                version,
                reopened,
                tax_rate: Percent::from_basis_points(tax_basis_points),
                revision,
                customer_id,
            },
            create_time: create_time.and_then(jalali_text).unwrap_or_default(),
            delivery_date: jalali(&delivery_date),
            goods: SheetGoods {
                products: products(lines),
                purchase_toman: totals.purchase_toman,
                discount_toman: totals.discount_toman,
                discounts: Discount::all(totals.discounts, lang),
            },
        }
    }
}

/// `POST /market/order-update-cp/{orderId}`: the order's whole new set of lines with their prices, and what else shall
/// change. Totals that come with it are the client's own view and are not read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReviseOrderBody {
    #[serde(deserialize_with = "objects")]
    products: Vec<ProductBody>,
    /// Tomans, at least 0; left alone when absent.
    #[serde(rename = "shippingCost", default, deserialize_with = "optional_whole")]
    #[schema(value_type = Option<Whole>)]
    shipping_toman: Option<i64>,
    /// The total of the paper invoice, tomans, at least 0; left alone when absent.
    #[serde(rename = "PaperBill", default, deserialize_with = "optional_whole")]
    #[schema(value_type = Option<Whole>)]
    paper_bill_toman: Option<i64>,
    /// At most 300 characters; left alone when absent.
    #[serde(rename = "sellerToz")]
    seller_note: Option<String>,
    /// Has to be the current one when it is there.
    #[serde(default, deserialize_with = "optional_whole")]
    #[schema(value_type = Option<Whole>)]
    version: Option<i64>,
    /// Not read.
    #[serde(rename = "totalPurchase", default)]
    #[schema(value_type = Option<i64>)]
    _purchase_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "tax", default)]
    #[schema(value_type = Option<i64>)]
    _tax_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "totalOrder", default)]
    #[schema(value_type = Option<i64>)]
    _total_toman: IgnoredAny,
    /// Not read.
    #[serde(rename = "countKol", default)]
    #[schema(value_type = Option<i64>)]
    _units: IgnoredAny,
}

impl ReviseOrderBody {
    /// The request for the orders service.
    pub fn into_request(self, request_id: String, seller_id: String, order_id: String) -> pb::ReviseOrderRequest {
        let Self { products, shipping_toman, paper_bill_toman, seller_note, version, .. } = self;
        let lines = ProductBody::options(products).map(|option| pb::RevisedLine {
            type_id: option.type_id,
            quantity: option.quantity,
            unit_price_toman: option.unit_price_toman,
        });
        pb::ReviseOrderRequest {
            request_id,
            seller_id,
            order_id,
            lines: lines.collect(),
            shipping_toman,
            paper_bill_toman,
            seller_note,
            version,
        }
    }
}

/// Answer of `POST /market/order-update-cp/{orderId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviseOrderReply {
    message: &'static str,
    version: i64,
    /// 0 open, 1 registered, 2 cancelled.
    status: u8,
    totals: OrderTotals,
}

impl ReviseOrderReply {
    /// Says that the order stands as it was sent.
    pub fn new(reply: pb::ReviseOrderResponse, lang: Lang) -> Self {
        let status = status_code(reply.status());
        let pb::ReviseOrderResponse { version, status: _, totals } = reply;
        Self {
            message: text::ORDER_UPDATED.in_lang(lang),
            version,
            status,
            totals: OrderTotals::new(totals.unwrap_or_default(), lang),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> pb::Order {
        pb::Order {
            summary: Some(pb::OrderSummary {
                order_id: "o".to_owned(),
                customer_id: "c".to_owned(),
                code: "1405-08-000123".to_owned(),
                status: pb::OrderStatus::Registered.into(),
                create_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
                delivery_date: "2026-11-23".to_owned(),
                seller_title: "پخش آفتاب".to_owned(),
                customer: Some(pb::Customer {
                    title: "حسن رضایی".to_owned(),
                    mobile: "09000000001".to_owned(),
                    landline: "02133000001".to_owned(),
                    trade_type: "سوپرمارکت".to_owned(),
                    shop_name: "برادران".to_owned(),
                    activity_area: "تهران منطقه ۸".to_owned(),
                    address: "نارمک".to_owned(),
                    ..pb::Customer::default()
                }),
                version: 7,
                revision: 2,
                ..pb::OrderSummary::default()
            }),
            lines: vec![pb::OrderLine {
                type_id: "t".to_owned(),
                product_id: "p".to_owned(),
                product_title: "اسپاگتی".to_owned(),
                type_name: "۷۰۰ گرم".to_owned(),
                unit_name: "کارتن".to_owned(),
                image_url: "/images/products/P011.svg".to_owned(),
                pieces_per_unit: 20,
                quantity: 3,
                unit_price_toman: 1_260_000,
                unit_sell_price_toman: 1_440_000,
                total_toman: 3_780_000,
            }],
            totals: Some(pb::OrderTotals {
                purchase_toman: 3_780_000,
                tax_toman: 340_200,
                shipping_toman: 350_000,
                grand_toman: 4_470_200,
                ..pb::OrderTotals::default()
            }),
            tax_basis_points: 900,
            customer_note: "زنگ بزنید".to_owned(),
            seller_note: "تحویل صبح".to_owned(),
            settling: false,
            paper_bill_toman: Some(4_470_000),
        }
    }

    #[test]
    fn a_sheet_keeps_the_clients_names() {
        let reply = SheetReply::new(order(), "data:image/svg+xml;base64,PHN2Zy8+".to_owned(), Lang::Fa);
        insta::assert_json_snapshot!(reply, @r#"
        {
          "order": {
            "Code": "1405-08-000123",
            "status": 1,
            "customerName": "حسن رضایی",
            "customerCellPhone": "09000000001",
            "customerOnvanSenf": "سوپرمارکت",
            "customerOnvanFrooshgah": "برادران",
            "customerTelephone": "02133000001",
            "customerTeritory": "تهران منطقه ۸",
            "customerAddress": "نارمک",
            "sellerTitle": "پخش آفتاب",
            "customerQR": "data:image/svg+xml;base64,PHN2Zy8+",
            "customerToz": "زنگ بزنید",
            "sellerToz": "تحویل صبح",
            "hazinehErsal": 350000,
            "mablagheKol": 4470200,
            "tax": 340200,
            "PaperBill": 4470000,
            "version": 7,
            "reopened": false,
            "taxRate": 9,
            "revision": 2,
            "customerId": "c"
          },
          "createdAtS": "1405/08/30 - 12:10",
          "orderDateTimeServeS": "1405/09/02",
          "joz": {
            "products": [
              {
                "_id": "p",
                "name": "اسپاگتی",
                "image": "/images/products/P011.svg",
                "options": [
                  {
                    "type": "۷۰۰ گرم",
                    "typeId": "t",
                    "quantity": 3,
                    "initialPrice": 1260000,
                    "initialPrice2": 1440000,
                    "price": 3780000,
                    "package": "کارتن"
                  }
                ]
              }
            ],
            "totalPurchase": 3780000,
            "discount": 0,
            "discounts": []
          }
        }
        "#);
        let bare = SheetReply::new(pb::Order { paper_bill_toman: None, ..order() }, String::new(), Lang::Fa);
        assert_eq!(serde_json::to_value(bare).unwrap()["order"]["PaperBill"], serde_json::Value::Null);
    }

    #[test]
    fn a_revision_of_an_order_brings_prices_and_leaves_alone_what_it_does_not_name() {
        let read = |text: &str| {
            let body: ReviseOrderBody = serde_json::from_str(text).unwrap();
            body.into_request("r".to_owned(), "s".to_owned(), "o".to_owned())
        };
        let line = |type_id: &str, quantity, unit_price_toman| pb::RevisedLine {
            type_id: type_id.to_owned(),
            quantity,
            unit_price_toman,
        };
        let all = r#"{"products":[{"options":[{"typeId":"1","quantity":2,"initialPrice":7}]},{"options":[{"typeId":"2","quantity":3}]}],
            "shippingCost":0,"PaperBill":5,"sellerToz":"","version":3,"totalOrder":"nonsense"}"#;
        let request = read(all);
        assert_eq!(request.lines, [line("1", 2, Some(7)), line("2", 3, None)]);
        assert_eq!((request.shipping_toman, request.paper_bill_toman), (Some(0), Some(5)));
        assert_eq!((request.seller_note.as_deref(), request.version), (Some(""), Some(3)));
        let bare = read(r#"{"products":[]}"#);
        assert_eq!(
            bare,
            pb::ReviseOrderRequest {
                request_id: "r".to_owned(),
                seller_id: "s".to_owned(),
                order_id: "o".to_owned(),
                ..pb::ReviseOrderRequest::default()
            }
        );
    }

    #[test]
    fn a_revised_order_keeps_the_clients_names() {
        let reply = pb::ReviseOrderResponse {
            version: 8,
            status: pb::OrderStatus::Open.into(),
            totals: Some(pb::OrderTotals { grand_toman: 5, ..pb::OrderTotals::default() }),
        };
        insta::assert_json_snapshot!(ReviseOrderReply::new(reply, Lang::Fa), @r#"
        {
          "message": "بروزرسانی با موفقیت انجام شد.",
          "version": 8,
          "status": 0,
          "totals": {
            "discount": 0,
            "discounts": [],
            "totalPurchase": 0,
            "totalPurchase2": 0,
            "tax": 0,
            "shippingCost": 0,
            "totalOrder": 5,
            "countKol": 0,
            "profit": 0,
            "percent": 0
          }
        }
        "#);
    }
}
