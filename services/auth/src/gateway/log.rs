//! Writes messages to the log of this process, for development.

use std::{future, time::Duration};

use crate::app::sms::{Sms, SmsSender, Taken};

/// Sends nothing.
#[derive(Clone, Copy, Debug)]
pub struct LogSender;

impl SmsSender for LogSender {
    fn send<'a>(&'a self, sms: &'a Sms) -> Taken<'a> {
        tracing::info!(sms.id = %sms.id, sms.to = sms.cellphone, sms.text, "a message, which goes no further than this log");
        Box::pin(future::ready(Ok(())))
    }

    fn patience(&self) -> Duration {
        Duration::ZERO
    }
}
