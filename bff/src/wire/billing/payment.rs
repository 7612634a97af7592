//! Payments as the client sees them.

use pishkhan_proto::settings::v1 as pb;
use serde::Serialize;
use utoipa::ToSchema;

use super::{subscription::Period, text};
use crate::wire::{text::Lang, time};

/// A payment through a gateway.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    id: String,
    /// `subscription` or `invoice`.
    purpose: PurposeCode,
    /// The plan's or the invoice's id.
    subject_id: String,
    /// Tomans.
    #[serde(rename = "amount")]
    amount_toman: i64,
    state: StateCode,
    /// Whether the payer gave it up.
    cancelled: bool,
    gateway: GatewayCode,
    gateway_text: &'static str,
    /// The gateway's number of the transaction; empty unless it is paid.
    reference: String,
    /// Where the payer goes, an address or a path of this origin; null when it cannot be paid any more.
    redirect_url: Option<String>,
    #[serde(rename = "createdAtS")]
    created_at: String,
    #[serde(rename = "paidAtS")]
    paid_at: Option<String>,
}

/// What a payment is for.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PurposeCode {
    /// A plan.
    Subscription,
    /// A commission invoice.
    Invoice,
}

/// What became of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StateCode {
    /// The gateway has not said yet, also after its time.
    Pending,
    /// The money is there.
    Paid,
    /// Given up or refused.
    Failed,
    /// Not paid in its time.
    Expired,
}

/// Through whom.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GatewayCode {
    /// The built-in one.
    Sandbox,
    /// Zarinpal.
    Zarinpal,
}

impl From<pb::PaymentState> for StateCode {
    fn from(state: pb::PaymentState) -> Self {
        match state {
            pb::PaymentState::Unspecified | pb::PaymentState::Pending => Self::Pending,
            pb::PaymentState::Paid => Self::Paid,
            pb::PaymentState::Failed => Self::Failed,
            pb::PaymentState::Expired => Self::Expired,
        }
    }
}

/// A gateway's name for people; empty for none.
pub fn gateway_text(gateway: pb::PaymentGateway, lang: Lang) -> &'static str {
    match gateway {
        pb::PaymentGateway::Unspecified => "",
        pb::PaymentGateway::Sandbox => text::GATEWAY_SANDBOX.in_lang(lang),
        pb::PaymentGateway::Zarinpal => text::GATEWAY_ZARINPAL.in_lang(lang),
    }
}

impl Payment {
    /// The payment in `lang`.
    pub fn new(payment: pb::Payment, lang: Lang) -> Self {
        let (purpose, state, gateway) = (payment.purpose(), payment.state(), payment.gateway());
        let pb::Payment {
            payment_id,
            seller_id: _,
            purpose: _,
            subject_id,
            amount_toman,
            state: _,
            cancelled,
            gateway: _,
            redirect_url,
            create_time,
            expire_time: _,
            pay_time,
            reference,
        } = payment;
        Self {
            id: payment_id,
            purpose: match purpose {
                pb::PaymentPurpose::Invoice => PurposeCode::Invoice,
                pb::PaymentPurpose::Unspecified | pb::PaymentPurpose::Subscription => PurposeCode::Subscription,
            },
            subject_id,
            amount_toman,
            state: state.into(),
            cancelled,
            gateway: match gateway {
                pb::PaymentGateway::Zarinpal => GatewayCode::Zarinpal,
                pb::PaymentGateway::Unspecified | pb::PaymentGateway::Sandbox => GatewayCode::Sandbox,
            },
            gateway_text: gateway_text(gateway, lang),
            reference,
            redirect_url: Some(redirect_url).filter(|url| !url.is_empty()),
            created_at: create_time.and_then(time::jalali_text).unwrap_or_default(),
            paid_at: pay_time.and_then(time::jalali_text),
        }
    }
}

/// A payment, and what it has paid.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentDetails {
    #[serde(flatten)]
    payment: Payment,
    /// Null unless it is the payment of a plan and paid.
    bought: Option<Period>,
}

impl PaymentDetails {
    /// The payment in `lang`.
    pub fn new(reply: pb::GetPaymentResponse, lang: Lang) -> Self {
        let pb::GetPaymentResponse { payment, bought } = reply;
        Self {
            payment: Payment::new(payment.unwrap_or_default(), lang),
            bought: bought.map(|period| Period::new(period, lang)),
        }
    }
}

/// Answer of the calls that begin a payment.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentReply {
    payment: Payment,
}

impl PaymentReply {
    /// The payment that was begun, or the one that is open.
    pub fn new(payment: Option<pb::Payment>, lang: Lang) -> Self {
        Self { payment: Payment::new(payment.unwrap_or_default(), lang) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_tells_its_state_by_code() {
        let payment = pb::Payment {
            payment_id: "p1".to_owned(),
            purpose: pb::PaymentPurpose::Subscription.into(),
            subject_id: "m1".to_owned(),
            amount_toman: 1_100_000,
            state: pb::PaymentState::Pending.into(),
            gateway: pb::PaymentGateway::Sandbox.into(),
            redirect_url: "/pay/sandbox/A1".to_owned(),
            create_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
            ..pb::Payment::default()
        };
        insta::assert_json_snapshot!(PaymentReply::new(Some(payment), Lang::Fa), @r#"
        {
          "payment": {
            "id": "p1",
            "purpose": "subscription",
            "subjectId": "m1",
            "amount": 1100000,
            "state": "pending",
            "cancelled": false,
            "gateway": "sandbox",
            "gatewayText": "درگاه آزمایشی",
            "reference": "",
            "redirectUrl": "/pay/sandbox/A1",
            "createdAtS": "1405/08/30 - 12:10",
            "paidAtS": null
          }
        }
        "#);
    }
}
