//! Phones that get messages, and a gateway that forgets its manners when it is told to.

use std::{
    future,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use pishkhan_auth::app::sms::{Sms, SmsError, SmsSender, Taken};

/// What the gateway does with a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manners {
    /// The phone gets it.
    #[default]
    Takes,
    /// The phone gets it, and nobody is told so.
    Silent,
    /// It asks to come again.
    Down,
    /// It does not take this one.
    Refuses,
}

/// All that were handed over.
#[derive(Debug, Default)]
pub struct Phones {
    got: Mutex<Vec<Sms>>,
    manners: Mutex<Manners>,
}

impl Phones {
    pub fn behave(&self, manners: Manners) {
        *self.manners.lock().unwrap_or_else(PoisonError::into_inner) = manners;
    }

    /// What was handed over, taken or not, in this order.
    pub fn got(&self) -> Vec<Sms> {
        self.got.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The code that a phone got last.
    pub fn code(&self, phone: &str) -> String {
        let last = self.got().into_iter().rfind(|sms| sms.cellphone == phone);
        last.expect("the phone got a message").code.to_string()
    }
}

impl SmsSender for Phones {
    fn send<'a>(&'a self, sms: &'a Sms) -> Taken<'a> {
        self.got.lock().unwrap_or_else(PoisonError::into_inner).push(sms.clone());
        match *self.manners.lock().unwrap_or_else(PoisonError::into_inner) {
            Manners::Takes => Box::pin(future::ready(Ok(()))),
            Manners::Silent => Box::pin(future::pending()),
            Manners::Down => Box::pin(future::ready(Err(SmsError::Down("it sleeps".to_owned())))),
            Manners::Refuses => Box::pin(future::ready(Err(SmsError::Refused("it does not like it".to_owned())))),
        }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(5)
    }
}
