//! What sends messages to phones.

use std::{pin::Pin, sync::Arc, time::Duration};

use uuid::Uuid;

use crate::domain::reset::Code;

/// A message to a phone.
#[derive(Clone, Debug)]
pub struct Sms {
    /// Its name: the same each time that it is tried.
    pub id: Uuid,
    /// Whose phone: 11 Latin digits.
    pub cellphone: String,
    /// All of it.
    pub text: String,
    /// The code in it, for gateways that have the text themselves.
    pub code: Code,
}

/// Why a message was not taken. Says nothing of the message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmsError {
    /// The gateway does not answer, or asks to come again. It may have sent the message all the same.
    #[error("{0}")]
    Down(String),
    /// The gateway does not take this message.
    #[error("{0}")]
    Refused(String),
}

/// Whether a message was taken, later.
pub type Taken<'a> = Pin<Box<dyn Future<Output = Result<(), SmsError>> + Send + 'a>>;

/// Sends messages. Never asked inside of a transaction.
pub trait SmsSender: Send + Sync + 'static {
    /// Hands a message over. Whoever hears nothing tries again with the same id.
    fn send<'a>(&'a self, sms: &'a Sms) -> Taken<'a>;

    /// How long it may take to hand a message over.
    fn patience(&self) -> Duration;
}

/// How this house sends messages.
#[derive(Clone)]
pub struct Messages {
    /// Through what.
    pub sender: Arc<dyn SmsSender>,
    /// Host of the panel's address, whose pages may be told a code by the phone.
    pub panel_host: String,
    /// Messages of a day at most.
    pub daily_cap: i64,
}
