//! A gateway that takes messages over HTTP, told as its file says.
//!
//! Each message has a connection of its own: what a gateway answers too much or too late is never taken for the answer
//! to another message.

use std::{fmt, time::Duration};

use bytes::Bytes;
use http::{HeaderValue, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use pishkhan_chassis::{https::Connector, tls::ClientTls};

use crate::{
    app::sms::{Sms, SmsError, SmsSender, Taken},
    config::{
        HttpGateway,
        template::{Place, Template, Writing},
    },
};

/// Bytes of the longest answer that is read.
const LARGEST: usize = 64 * 1024;

/// Sends messages through a gateway.
pub struct HttpSender {
    gateway: HttpGateway,
    client: Client<Connector, Full<Bytes>>,
}

impl fmt::Debug for HttpSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpSender").field("gateway", &self.gateway).finish_non_exhaustive()
    }
}

impl HttpSender {
    /// Connects with each message.
    pub fn new(gateway: HttpGateway) -> Self {
        let connector = Connector::new(ClientTls::public(), gateway.timeout);
        let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(connector);
        Self { gateway, client }
    }

    async fn hand_over(&self, sms: &Sms) -> Result<(), SmsError> {
        let request = request(&self.gateway, sms).map_err(|error| SmsError::Refused(error.to_string()))?;
        let response = self.client.request(request).await.map_err(|error| unread(&error))?;
        let status = response.status();
        if is_for_later(status) {
            return Err(SmsError::Down(format!("status {}", status.as_u16())));
        }
        if !status.is_success() {
            return Err(SmsError::Refused(format!("status {}", status.as_u16())));
        }
        let accepted = &self.gateway.accepted;
        if accepted.is_empty() {
            return Ok(());
        }
        let body = Limited::new(response.into_body(), LARGEST).collect().await.map_err(|error| unread(&*error))?;
        if String::from_utf8_lossy(&body.to_bytes()).contains(accepted) {
            Ok(())
        } else {
            Err(SmsError::Refused(format!(
                "status {}, but the answer does not say that it was accepted",
                status.as_u16()
            )))
        }
    }
}

impl SmsSender for HttpSender {
    fn send<'a>(&'a self, sms: &'a Sms) -> Taken<'a> {
        Box::pin(async move {
            let sent = tokio::time::timeout(self.gateway.timeout, self.hand_over(sms)).await;
            sent.unwrap_or_else(|elapsed| Err(SmsError::Down(elapsed.to_string())))
        })
    }

    fn patience(&self) -> Duration {
        self.gateway.timeout
    }
}

/// Whether a gateway that answers so may take the same message later.
fn is_for_later(status: StatusCode) -> bool {
    status.is_server_error()
        || [StatusCode::REQUEST_TIMEOUT, StatusCode::TOO_EARLY, StatusCode::TOO_MANY_REQUESTS].contains(&status)
}

/// An error with its causes. They tell of connections, never of what was sent.
fn unread(error: &(dyn std::error::Error + 'static)) -> SmsError {
    let causes = std::iter::successors(Some(error), |error| error.source());
    SmsError::Down(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
}

/// The message as the gateway wants it told.
fn request(gateway: &HttpGateway, sms: &Sms) -> Result<Request<Full<Bytes>>, http::Error> {
    let filled = |template: &Template, writing: Writing| {
        template.fill(|place| match place {
            Place::To => writing.of(&sms.cellphone),
            Place::Text => writing.of(&sms.text),
            Place::Code => writing.of(&sms.code.to_string()),
            Place::Id => writing.of(&sms.id.to_string()),
            Place::Key => gateway.key.as_ref().map(|key| writing.of(key.expose())).unwrap_or_default(),
        })
    };
    let mut request = Request::builder().method(&gateway.method).uri(filled(&gateway.url, Writing::Percent));
    for (name, value) in &gateway.headers {
        let mut value = HeaderValue::try_from(filled(value, Writing::Plain))?;
        value.set_sensitive(true);
        request = request.header(name, value);
    }
    // The gateway hears that no second message follows on this connection.
    request = request.header(header::CONNECTION, "close");
    request.body(Full::new(Bytes::from(filled(&gateway.body, gateway.body_writing))))
}
