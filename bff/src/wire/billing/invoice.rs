//! Commission invoices.

use pishkhan_proto::settings::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    payment::{Payment, gateway_text},
    text,
};
use crate::wire::{
    customer::{PageNumber, jalali},
    seller::{LimitValue, commission},
    text::Lang,
    time,
};

/// What an invoice is, as a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentStatus {
    /// Still being made.
    Draft,
    /// To be paid.
    Payable,
    /// Paid, or comes to nothing.
    Paid,
    /// Taken back.
    Void,
}

impl PaymentStatus {
    fn of(state: pb::InvoiceState) -> Self {
        match state {
            pb::InvoiceState::Unspecified | pb::InvoiceState::Draft => Self::Draft,
            pb::InvoiceState::Payable => Self::Payable,
            pb::InvoiceState::Paid => Self::Paid,
            pb::InvoiceState::Void => Self::Void,
        }
    }

    fn words(self, lang: Lang) -> &'static str {
        let words = match self {
            Self::Draft => text::INVOICE_DRAFT,
            Self::Payable => text::INVOICE_PAYABLE,
            Self::Paid => text::INVOICE_PAID,
            Self::Void => text::INVOICE_VOID,
        };
        words.in_lang(lang)
    }
}

fn cooperation_text(cooperation: pb::Cooperation, lang: Lang) -> &'static str {
    let words = match cooperation {
        pb::Cooperation::Unspecified => text::COOPERATION_NONE,
        pb::Cooperation::Percentage => text::COOPERATION_PERCENTAGE,
        pb::Cooperation::Basket => text::COOPERATION_BASKET,
        pb::Cooperation::Amount => text::COOPERATION_AMOUNT,
    };
    words.in_lang(lang)
}

/// `1405/07` of 140507.
fn month_text(month: i32) -> String {
    format!("{:04}/{:02}", month / 100, month % 100)
}

/// Query of `GET /market/invoice-list-app2`.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvoiceListQuery {
    /// Part of the number, in whatever digits.
    pub search: Option<String>,
}

/// An invoice in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRow {
    #[serde(rename = "_id")]
    invoice_id: String,
    requester: &'static str,
    number: String,
    date: Option<String>,
    /// False for one that was taken back.
    is_active: bool,
    payment_status: PaymentStatus,
    payment_status_text: &'static str,
    is_paid: bool,
    /// Tomans.
    total_amount: i64,
    /// There is none.
    image: Option<String>,
}

/// Answer of `GET /market/invoice-list-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvoiceListReply {
    invoices: Vec<InvoiceRow>,
}

impl InvoiceListReply {
    /// The invoices, latest first.
    pub fn new(reply: pb::ListInvoicesResponse, lang: Lang) -> Self {
        let row = |invoice: pb::Invoice| {
            let status = PaymentStatus::of(invoice.state());
            InvoiceRow {
                invoice_id: invoice.invoice_id,
                requester: text::PLATFORM.in_lang(lang),
                number: invoice.number,
                date: invoice.create_time.and_then(time::instant),
                is_active: status != PaymentStatus::Void,
                payment_status: status,
                payment_status_text: status.words(lang),
                is_paid: status == PaymentStatus::Paid,
                total_amount: invoice.total_toman,
                image: None,
            }
        };
        Self { invoices: reply.invoices.into_iter().map(row).collect() }
    }
}

/// What a line is made from.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// The sales of the invoice's month.
    Month,
    /// What has changed in an earlier month since it was billed.
    Correction,
    /// What earlier invoices came to below nothing.
    Credit,
}

/// A part of what an invoice comes to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceLine {
    #[serde(rename = "_id")]
    line_id: String,
    kind: LineKind,
    /// Jalali yyyy/mm.
    #[serde(rename = "monthS")]
    month: String,
    /// 0 not set, 1 percentage, 2 basket, 3 amount.
    cooperation_type: u8,
    /// Percent for a percentage, tomans otherwise.
    agreed_commission: LimitValue,
    orders: i64,
    /// Tomans, without tax and shipping.
    sales_amount: i64,
    /// Tomans.
    amount: i64,
}

impl From<pb::InvoiceLine> for InvoiceLine {
    fn from(line: pb::InvoiceLine) -> Self {
        let (cooperation_type, agreed_commission) = commission(line.cooperation(), line.agreed_commission);
        let kind = match line.kind() {
            pb::InvoiceLineKind::Unspecified | pb::InvoiceLineKind::Month => LineKind::Month,
            pb::InvoiceLineKind::Correction => LineKind::Correction,
            pb::InvoiceLineKind::Credit => LineKind::Credit,
        };
        Self {
            line_id: line.line_id,
            kind,
            month: month_text(line.month),
            cooperation_type,
            agreed_commission,
            orders: line.orders,
            sales_amount: line.sales_toman,
            amount: line.amount_toman,
        }
    }
}

/// An invoice with everything that explains it (part 1, "Invoice detail").
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    #[serde(rename = "_id")]
    id: String,
    requester: &'static str,
    payer: String,
    #[serde(rename = "requestDateS")]
    request_date: String,
    number: String,
    /// Jalali yyyy/mm.
    #[serde(rename = "monthS")]
    month: String,
    /// 0 not set, 1 percentage, 2 basket, 3 amount.
    cooperation_type: u8,
    cooperation_text: &'static str,
    /// Percent for a percentage, tomans otherwise.
    agreed_commission: LimitValue,
    total_sales_baskets: i64,
    /// Tomans, without tax and shipping.
    total_sales_amount: i64,
    /// Tomans.
    total_amount: i64,
    /// Empty unless it is paid through a gateway.
    gateway_text: &'static str,
    /// Empty unless it is paid through a gateway.
    #[serde(rename = "paymentDateS")]
    payment_date: String,
    /// The gateway's number of the transaction.
    reference: String,
    payment_terms: &'static str,
    /// Jalali yyyy/mm/dd or empty.
    #[serde(rename = "dueDateS")]
    due_date: String,
    payment_status: PaymentStatus,
    payment_status_text: &'static str,
    is_paid: bool,
    seller_active: bool,
    seller_status_text: &'static str,
    payment_id: String,
    /// Until when the reports had been told of sales.
    #[serde(rename = "watermarkS")]
    watermark: String,
    lines: Vec<InvoiceLine>,
}

/// Answer of `GET /market/invoice-app2/{id}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceReply {
    invoice: Invoice,
    /// Its latest payment of which the gateway has not said yet what became.
    awaited_payment: Option<Payment>,
}

impl InvoiceReply {
    /// The invoice of a store that is on or off now.
    pub fn new(reply: pb::GetInvoiceResponse, seller_active: bool, lang: Lang) -> Self {
        let pb::GetInvoiceResponse { invoice, lines, awaited } = reply;
        let invoice = invoice.unwrap_or_default();
        let status = PaymentStatus::of(invoice.state());
        let (cooperation, gateway) = (invoice.cooperation(), invoice.gateway());
        let (cooperation_type, agreed_commission) = commission(cooperation, invoice.agreed_commission);
        let seller_status = if seller_active { text::STORE_ACTIVE } else { text::STORE_INACTIVE };
        let text_of = |time: Option<prost_types::Timestamp>| time.and_then(time::jalali_text).unwrap_or_default();
        Self {
            invoice: Invoice {
                id: invoice.invoice_id,
                requester: text::PLATFORM.in_lang(lang),
                payer: invoice.payer,
                request_date: text_of(invoice.create_time),
                number: invoice.number,
                month: month_text(invoice.month),
                cooperation_type,
                cooperation_text: cooperation_text(cooperation, lang),
                agreed_commission,
                total_sales_baskets: invoice.orders,
                total_sales_amount: invoice.sales_toman,
                total_amount: invoice.total_toman,
                gateway_text: gateway_text(gateway, lang),
                payment_date: text_of(invoice.pay_time),
                reference: invoice.payment_reference,
                payment_terms: text::PAYABLE_AT_ONCE.in_lang(lang),
                due_date: jalali(&invoice.due_date),
                payment_status: status,
                payment_status_text: status.words(lang),
                is_paid: status == PaymentStatus::Paid,
                seller_active,
                seller_status_text: seller_status.in_lang(lang),
                payment_id: invoice.payment_id,
                watermark: text_of(invoice.watermark),
                lines: lines.into_iter().map(Into::into).collect(),
            },
            awaited_payment: awaited.map(|payment| Payment::new(payment, lang)),
        }
    }
}

/// Query of `GET /market/invoice-orders-app2/{id}`.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvoiceOrdersQuery {
    /// Id of a line; the orders of all lines when absent.
    pub line: Option<String>,
    /// From 1.
    pub page: Option<String>,
    /// 1 to 100; 10 when absent.
    pub limit: Option<String>,
}

/// An order as it counted for a line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceOrder {
    #[serde(rename = "_id")]
    order_id: String,
    #[serde(rename = "Code")]
    code: String,
    /// Jalali yyyy/mm/dd.
    #[serde(rename = "dateS")]
    date: String,
    /// Tomans; in a correction the difference to what was billed.
    amount: i64,
    /// 1; in a correction 1, 0 or -1.
    count: i32,
    /// What its customer was called when the invoice was made; empty when that is not known.
    customer: String,
}

/// Answer of `GET /market/invoice-orders-app2/{id}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceOrdersReply {
    orders: Vec<InvoiceOrder>,
    total_pages: i64,
}

impl InvoiceOrdersReply {
    /// A page of the orders.
    pub fn new(reply: pb::ListInvoiceOrdersResponse, page: PageNumber) -> Self {
        let pb::ListInvoiceOrdersResponse { orders, total } = reply;
        let order = |order: pb::InvoiceOrder| InvoiceOrder {
            order_id: order.order_id,
            code: order.code,
            date: jalali(&order.day),
            amount: order.amount_toman,
            count: order.orders,
            customer: order.customer_name,
        };
        Self { orders: orders.into_iter().map(order).collect(), total_pages: page.total_pages(total) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paid_is_a_code_and_never_a_word() {
        for (state, status, paid) in [
            (pb::InvoiceState::Payable, PaymentStatus::Payable, false),
            (pb::InvoiceState::Paid, PaymentStatus::Paid, true),
            (pb::InvoiceState::Void, PaymentStatus::Void, false),
        ] {
            let invoice = pb::Invoice { state: state.into(), ..pb::Invoice::default() };
            let reply = InvoiceListReply::new(
                pb::ListInvoicesResponse { invoices: vec![invoice], ..Default::default() },
                Lang::Fa,
            );
            assert_eq!((reply.invoices[0].payment_status, reply.invoices[0].is_paid), (status, paid));
        }
        assert!(text::INVOICE_PAYABLE.fa.contains("شده"), "the word is in both texts");
    }

    #[test]
    fn an_invoice_has_every_field_of_the_part() {
        let at = |seconds| Some(prost_types::Timestamp { seconds, nanos: 0 });
        let reply = pb::GetInvoiceResponse {
            invoice: Some(pb::Invoice {
                invoice_id: "i1".to_owned(),
                number: "1405-07-000012".to_owned(),
                month: 140_507,
                state: pb::InvoiceState::Payable.into(),
                create_time: at(1_795_250_400),
                payer: "پخش آفتاب".to_owned(),
                cooperation: pb::Cooperation::Percentage.into(),
                agreed_commission: 250,
                due_date: "2026-12-21".to_owned(),
                orders: 40,
                sales_toman: 100_000_000,
                total_toman: 2_500_000,
                watermark: at(1_795_250_400),
                ..pb::Invoice::default()
            }),
            lines: vec![pb::InvoiceLine {
                line_id: "l1".to_owned(),
                kind: pb::InvoiceLineKind::Correction.into(),
                month: 140_506,
                cooperation: pb::Cooperation::Basket.into(),
                agreed_commission: 1_000,
                orders: -1,
                sales_toman: -5,
                amount_toman: -1_000,
            }],
            awaited: None,
        };
        insta::assert_json_snapshot!(InvoiceReply::new(reply, false, Lang::Fa), @r#"
        {
          "invoice": {
            "_id": "i1",
            "requester": "پیشخوان",
            "payer": "پخش آفتاب",
            "requestDateS": "1405/08/30 - 12:10",
            "number": "1405-07-000012",
            "monthS": "1405/07",
            "cooperationType": 1,
            "cooperationText": "درصدی",
            "agreedCommission": 2.5,
            "totalSalesBaskets": 40,
            "totalSalesAmount": 100000000,
            "totalAmount": 2500000,
            "gatewayText": "",
            "paymentDateS": "",
            "reference": "",
            "paymentTerms": "پرداخت آنلاین و یک‌جا",
            "dueDateS": "1405/09/30",
            "paymentStatus": "payable",
            "paymentStatusText": "پرداخت نشده",
            "isPaid": false,
            "sellerActive": false,
            "sellerStatusText": "غیرفعال",
            "paymentId": "",
            "watermarkS": "1405/08/30 - 12:10",
            "lines": [
              {
                "_id": "l1",
                "kind": "correction",
                "monthS": "1405/06",
                "cooperationType": 2,
                "agreedCommission": 1000,
                "orders": -1,
                "salesAmount": -5,
                "amount": -1000
              }
            ]
          },
          "awaitedPayment": null
        }
        "#);
    }

    #[test]
    fn an_order_of_an_invoice_has_every_field_of_the_part() {
        let order = pb::InvoiceOrder {
            order_id: "o1".to_owned(),
            code: "1405-07-000123".to_owned(),
            day: "2026-10-22".to_owned(),
            amount_toman: -10,
            orders: 0,
            customer_name: "فروشگاه لادن".to_owned(),
        };
        let unnamed = pb::InvoiceOrder { customer_name: String::new(), ..order.clone() };
        let page = PageNumber { page: 1, limit: 10 };
        let reply =
            InvoiceOrdersReply::new(pb::ListInvoiceOrdersResponse { orders: vec![order, unnamed], total: 11 }, page);
        assert_eq!(
            serde_json::json!(reply),
            serde_json::json!({
                "orders": [
                    {
                        "_id": "o1", "Code": "1405-07-000123", "dateS": "1405/07/30", "amount": -10, "count": 0,
                        "customer": "فروشگاه لادن",
                    },
                    {
                        "_id": "o1", "Code": "1405-07-000123", "dateS": "1405/07/30", "amount": -10, "count": 0,
                        "customer": "",
                    },
                ],
                "totalPages": 2,
            })
        );
    }
}
