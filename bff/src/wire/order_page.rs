//! What anybody may know who holds the paper of an order (rules 15): no name, no phone number, no address.

use pishkhan_proto::orders::v1 as pb;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    customer::{status_code, status_text},
    text::Lang,
    time::jalali_text,
};

/// Answer of `GET /market/order-verify-app2/{token}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyReply {
    pub(crate) code: String,
    /// The last saved one; 0 before the first.
    pub(crate) revision: i64,
    /// 0 open, 1 registered, 2 cancelled.
    pub(crate) status: u8,
    pub(crate) status_text: &'static str,
    /// Tomans, with tax and shipping; of a reopened order, what its saved revision comes to.
    #[serde(rename = "totalOrder")]
    pub(crate) grand_toman: i64,
    /// `1405/08/30 - 12:00`
    #[serde(rename = "createdAtS")]
    pub(crate) create_time: String,
}

impl VerifyReply {
    /// The order as the public knows it.
    pub fn new(order: pb::GetPublicOrderResponse, lang: Lang) -> Self {
        let status = order.status();
        let pb::GetPublicOrderResponse { code, revision, status: _, grand_toman, create_time } = order;
        Self {
            code,
            revision,
            status: status_code(status),
            status_text: status_text(status, lang),
            grand_toman,
            create_time: create_time.and_then(jalali_text).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_is_told_these_six_things() {
        let order = pb::GetPublicOrderResponse {
            code: "1405-08-000123".to_owned(),
            revision: 2,
            status: pb::OrderStatus::Registered.into(),
            grand_toman: 11_245_640,
            create_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
        };
        insta::assert_json_snapshot!(VerifyReply::new(order, Lang::Fa), @r#"
        {
          "code": "1405-08-000123",
          "revision": 2,
          "status": 1,
          "statusText": "ثبت شده",
          "totalOrder": 11245640,
          "createdAtS": "1405/08/30 - 12:10"
        }
        "#);
    }
}
