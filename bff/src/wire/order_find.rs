//! Orders of all sellers by their code, for operators.

use pishkhan_proto::orders::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    customer::{status_code, status_text},
    error::BffError,
    text::{self, Lang},
    time::jalali_text,
};

/// Query of `GET /market/order-find-cp`.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// Such as 1405-08-000123, in digits of any script.
    pub code: Option<String>,
}

impl FindQuery {
    /// The request for the orders service.
    pub fn into_request(self) -> Result<pb::FindOrdersByCodeRequest, BffError> {
        let code = self.code.filter(|code| !code.trim().is_empty());
        let code = code.ok_or_else(|| BffError::field("code", text::FIELD_REQUIRED))?;
        Ok(pb::FindOrdersByCodeRequest { code })
    }

    /// Says what a code looks like when the service took this one for none.
    pub fn explain(error: BffError) -> BffError {
        if error.is_bad_request() { BffError::field("code", text::ORDER_CODE_INVALID) } else { error }
    }
}

/// An order of some seller.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundOrder {
    id: String,
    #[serde(rename = "customerId")]
    customer_id: String,
    #[serde(rename = "Code")]
    code: String,
    #[serde(rename = "sellerTitle")]
    seller_title: String,
    #[serde(rename = "customerName")]
    customer_title: String,
    #[serde(rename = "customerOnvanFrooshgah")]
    shop_name: String,
    /// 0 open, 1 registered, 2 cancelled.
    status: u8,
    #[serde(rename = "statusText")]
    status_text: &'static str,
    /// `1405/08/30 - 12:00`
    #[serde(rename = "createdAtS")]
    create_time: String,
    /// Tomans, with tax and shipping.
    #[serde(rename = "mablagheKol")]
    grand_toman: i64,
}

impl FoundOrder {
    fn new(order: pb::OrderSummary, lang: Lang) -> Self {
        let status = order.status();
        let pb::OrderSummary {
            order_id,
            seller_id: _,
            customer_id,
            code,
            status: _,
            reopened: _,
            create_time,
            register_time: _,
            delivery_date: _,
            grand_toman,
            seller_title,
            customer,
            version: _,
            revision: _,
        } = order;
        let customer = customer.unwrap_or_default();
        Self {
            id: order_id,
            customer_id,
            code,
            seller_title,
            customer_title: customer.title,
            shop_name: customer.shop_name,
            status: status_code(status),
            status_text: status_text(status, lang),
            create_time: create_time.and_then(jalali_text).unwrap_or_default(),
            grand_toman,
        }
    }
}

/// Answer of `GET /market/order-find-cp`: at most 20 orders, for codes are each seller's own.
#[derive(Debug, Serialize, ToSchema)]
pub struct FindReply {
    orders: Vec<FoundOrder>,
    /// There are more than are told.
    truncated: bool,
}

impl FindReply {
    /// The orders with the code.
    pub fn new(reply: pb::FindOrdersByCodeResponse, lang: Lang) -> Self {
        let pb::FindOrdersByCodeResponse { orders, truncated } = reply;
        Self { orders: orders.into_iter().map(|order| FoundOrder::new(order, lang)).collect(), truncated }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;

    #[test]
    fn a_found_order_keeps_the_clients_names() {
        let order = pb::OrderSummary {
            order_id: "o".to_owned(),
            customer_id: "c".to_owned(),
            code: "1405-08-000123".to_owned(),
            status: pb::OrderStatus::Cancelled.into(),
            create_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
            grand_toman: 11_245_640,
            seller_title: "پخش".to_owned(),
            customer: Some(pb::Customer {
                title: "حسن".to_owned(),
                shop_name: "برادران".to_owned(),
                ..pb::Customer::default()
            }),
            ..pb::OrderSummary::default()
        };
        let reply = FindReply::new(pb::FindOrdersByCodeResponse { orders: vec![order], truncated: true }, Lang::Fa);
        insta::assert_json_snapshot!(reply, @r#"
        {
          "orders": [
            {
              "id": "o",
              "customerId": "c",
              "Code": "1405-08-000123",
              "sellerTitle": "پخش",
              "customerName": "حسن",
              "customerOnvanFrooshgah": "برادران",
              "status": 2,
              "statusText": "لغو شده",
              "createdAtS": "1405/08/30 - 12:10",
              "mablagheKol": 11245640
            }
          ],
          "truncated": true
        }
        "#);
    }

    #[test]
    fn a_code_has_to_be_named() {
        for code in [None, Some(String::new()), Some("  ".to_owned())] {
            assert_eq!(FindQuery { code }.into_request().unwrap_err().status_code(), 400);
        }
        let request = FindQuery { code: Some("۱۴۰۵-۰۸-۰۰۰۱۲۳".to_owned()) }.into_request().unwrap();
        assert_eq!(request.code, "۱۴۰۵-۰۸-۰۰۰۱۲۳", "digits are the service's to read");
    }
}
