//! What a payment gateway can do.

use std::pin::Pin;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::SettingsError;
use crate::domain::payment::{GatewayKind, Verdict};

/// What a gateway is asked to collect.
#[derive(Clone, Debug)]
pub struct Collection {
    /// Our name of the payment.
    pub payment_id: Uuid,
    /// Tomans.
    pub amount_toman: i64,
    /// How long the payer has.
    pub expires_at: DateTime<Utc>,
    /// What the payer brings back, URL-safe; none when empty.
    pub return_seal: String,
}

/// What a gateway was asked is not known. Without secrets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// It did not answer, or not as agreed, or it answers nobody of this house just now.
    #[error("{0}")]
    Down(String),
    /// It answers, and not this question.
    #[error("{0}")]
    Refused(String),
}

impl From<GatewayError> for SettingsError {
    fn from(error: GatewayError) -> Self {
        match error {
            GatewayError::Down(cause) => Self::GatewayDown(cause),
            GatewayError::Refused(cause) => Self::GatewayRefused(cause),
        }
    }
}

/// What a gateway answers, later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, GatewayError>> + Send + 'a>>;

/// Who collects the money. Never asked inside of a transaction.
pub trait PaymentGateway: Send + Sync + 'static {
    /// Which one it is.
    fn kind(&self) -> GatewayKind;

    /// Opens a payment; what the gateway calls it.
    fn request<'a>(&'a self, collection: &'a Collection) -> Answer<'a, String>;

    /// What became of a payment of so many tomans. Asking again answers the same.
    fn verify<'a>(&'a self, authority: &'a str, amount_toman: i64) -> Answer<'a, Verdict>;

    /// Where the payer goes: an address, or a path of the panel's own origin.
    fn redirect(&self, authority: &str) -> String;
}
