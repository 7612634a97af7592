//! A payment's row.

use chrono::{DateTime, Utc};
use diesel::{Insertable, QueryResult, Queryable, QueryableByName, Selectable, result::Error};
use uuid::Uuid;

use crate::{
    domain::payment::{Bought, GatewayKind, Payment, PaymentState, Purpose},
    store::{bad, schema::payment},
};

/// A payment as the table has it.
#[derive(Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = payment, check_for_backend(diesel::pg::Pg))]
pub struct PaymentRow {
    pub seller_id: Uuid,
    pub payment_id: Uuid,
    purpose: i16,
    subject_id: String,
    months: Option<i16>,
    price_toman: Option<i64>,
    vat_toman: Option<i64>,
    amount_toman: i64,
    gateway: i16,
    authority: Option<String>,
    state: i16,
    cancelled: bool,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    paid_at: Option<DateTime<Utc>>,
    reference: String,
    check_at: Option<DateTime<Utc>>,
}

impl PaymentRow {
    /// The row of a payment of a seller.
    pub fn of(seller_id: Uuid, new: &Payment) -> QueryResult<Self> {
        let months = new.bought.map(|bought| i16::try_from(bought.months)).transpose();
        Ok(Self {
            seller_id,
            payment_id: new.payment_id,
            purpose: purpose_code(new.purpose),
            subject_id: new.subject_id.clone(),
            months: months.map_err(|error| bad("payment", seller_id, error))?,
            price_toman: new.bought.map(|bought| bought.price_toman),
            vat_toman: new.bought.map(|bought| bought.vat_toman),
            amount_toman: new.amount_toman,
            gateway: gateway_code(new.gateway),
            authority: new.authority.clone(),
            state: state_code(new.state),
            cancelled: new.cancelled,
            created_at: new.created_at,
            expires_at: new.expires_at,
            paid_at: new.paid_at,
            reference: new.reference.clone(),
            check_at: new.check_at,
        })
    }
}

impl TryFrom<PaymentRow> for Payment {
    type Error = Error;

    fn try_from(row: PaymentRow) -> QueryResult<Self> {
        let PaymentRow {
            seller_id,
            payment_id,
            purpose,
            subject_id,
            months,
            price_toman,
            vat_toman,
            amount_toman,
            gateway,
            authority,
            state,
            cancelled,
            created_at,
            expires_at,
            paid_at,
            reference,
            check_at,
        } = row;
        let purpose = match purpose {
            1 => Purpose::Subscription,
            2 => Purpose::Invoice,
            other => return Err(bad("payment", seller_id, format_args!("purpose {other}"))),
        };
        let gateway =
            gateway_of(gateway).ok_or_else(|| bad("payment", seller_id, format_args!("gateway {gateway}")))?;
        let state = match state {
            1 => PaymentState::Pending,
            2 => PaymentState::Paid,
            3 => PaymentState::Failed,
            4 => PaymentState::Expired,
            other => return Err(bad("payment", seller_id, format_args!("state {other}"))),
        };
        let bought = match (months, price_toman, vat_toman) {
            (Some(months), Some(price_toman), Some(vat_toman)) => {
                Some(Bought { months: months.into(), price_toman, vat_toman })
            }
            _ => None,
        };
        Ok(Self {
            seller_id,
            payment_id,
            purpose,
            subject_id,
            bought,
            amount_toman,
            gateway,
            authority,
            state,
            cancelled,
            created_at,
            expires_at,
            paid_at,
            reference,
            check_at,
        })
    }
}

/// The purpose's code in the table.
pub const fn purpose_code(purpose: Purpose) -> i16 {
    match purpose {
        Purpose::Subscription => 1,
        Purpose::Invoice => 2,
    }
}

/// The gateway of a code in the table.
pub const fn gateway_of(code: i16) -> Option<GatewayKind> {
    match code {
        1 => Some(GatewayKind::Sandbox),
        2 => Some(GatewayKind::Zarinpal),
        _ => None,
    }
}

/// The gateway's code in the table.
pub const fn gateway_code(gateway: GatewayKind) -> i16 {
    match gateway {
        GatewayKind::Sandbox => 1,
        GatewayKind::Zarinpal => 2,
    }
}

/// The state's code in the table.
pub const fn state_code(state: PaymentState) -> i16 {
    match state {
        PaymentState::Pending => 1,
        PaymentState::Paid => 2,
        PaymentState::Failed => 3,
        PaymentState::Expired => 4,
    }
}
