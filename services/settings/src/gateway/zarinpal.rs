//! Zarinpal, protocol v4: open a payment, send the payer there, ask what became of it.
//!
//! It counts in rials, we in tomans: the one place where that matters is here. Nothing that it answers is taken for
//! money but its codes 100 and 101, in an answer that went well and says no other amount.

use std::{fmt, ops::RangeInclusive, time::Duration};

use bytes::Bytes;
use http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_util::{
    client::legacy::Client,
    rt::{TokioExecutor, TokioTimer},
};
use pishkhan_chassis::{https::Connector, tls::ClientTls};
use serde_json::{Value, json};

use crate::{
    app::gateway::{Answer, Collection, GatewayError, PaymentGateway},
    config::ZarinpalConfig,
    domain::payment::{GatewayKind, Verdict},
};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(3);
/// How long one question may take, with its second try.
const WHOLE: Duration = Duration::from_secs(8);
/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(15);
/// Bytes of the longest answer that is read.
const LARGEST: usize = 64 * 1024;
const RIALS_OF_A_TOMAN: i64 = 10;
/// Letters of the longest name that is believed to be one.
const AUTHORITY_MAX: usize = 100;

/// Paid, and paid as it was asked before.
const PAID: [i64; 2] = [100, 101];
const OPENED: i64 = 100;
/// The amount is not the one that was paid.
const OTHER_AMOUNT: i64 = -50;
/// Nobody has paid.
const NOT_PAID: i64 = -51;
/// Another merchant's payment.
const NOT_OURS: i64 = -53;
/// No such payment.
const UNKNOWN: i64 = -54;
/// What is wrong with the merchant, or with how often it asks: all its payments wait.
const OF_THE_MERCHANT: RangeInclusive<i64> = -19..=-10;

/// Zarinpal.
pub struct Zarinpal {
    config: ZarinpalConfig,
    patience: Duration,
    client: Client<Connector, Full<Bytes>>,
}

impl fmt::Debug for Zarinpal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zarinpal").field("config", &self.config).finish_non_exhaustive()
    }
}

/// What it said: a code, and what comes with one that is good.
struct Reply {
    code: i64,
    data: Value,
}

impl Zarinpal {
    /// With a merchant's id. Connects with the first call.
    pub fn new(config: ZarinpalConfig) -> Self {
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .build(Connector::new(ClientTls::public(), CONNECT));
        Self { config, patience: WHOLE, client }
    }

    /// The same, which waits for an answer at most so long.
    #[must_use]
    pub const fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    fn address(&self, path: &str) -> String {
        format!("{}/pg/{path}", self.config.url.as_str().trim_end_matches('/'))
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Reply, GatewayError> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(self.address(path))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json")
            .body(Full::new(Bytes::from(body.to_string())))
            .map_err(|error| GatewayError::Down(error.to_string()))?;
        let response = self.client.request(request).await.map_err(|error| unread(&error))?;
        let status = response.status();
        let body = Limited::new(response.into_body(), LARGEST).collect().await.map_err(|error| unread(&*error))?;
        reply(status, &body.to_bytes())
    }
}

impl PaymentGateway for Zarinpal {
    fn kind(&self) -> GatewayKind {
        GatewayKind::Zarinpal
    }

    fn request<'a>(&'a self, collection: &'a Collection) -> Answer<'a, String> {
        Box::pin(async move {
            let Collection { payment_id, amount_toman, expires_at: _, return_seal } = collection;
            let mut callback_url = self.config.callback_url.clone();
            if !return_seal.is_empty() {
                callback_url.query_pairs_mut().append_pair("seal", return_seal);
            }
            let body = json!({
                "merchant_id": self.config.merchant.expose(),
                "amount": rials(*amount_toman)?,
                "currency": "IRR",
                "callback_url": callback_url.as_str(),
                "description": format!("pishkhan {payment_id}"),
                "metadata": { "order_id": payment_id.to_string() },
            });
            let Reply { code, data } = in_time(self.patience, self.post("v4/payment/request.json", &body)).await?;
            let authority = data.get("authority").and_then(Value::as_str).unwrap_or_default();
            if code == OPENED && is_authority(authority) { Ok(authority.to_owned()) } else { Err(refusal(code)) }
        })
    }

    fn verify<'a>(&'a self, authority: &'a str, amount_toman: i64) -> Answer<'a, Verdict> {
        Box::pin(async move {
            let amount = rials(amount_toman)?;
            let merchant = self.config.merchant.expose();
            let body = json!({ "merchant_id": merchant, "amount": amount, "authority": authority });
            let ask = || self.post("v4/payment/verify.json", &body);
            let twice = async {
                match in_time(self.patience / 2, ask()).await {
                    Ok(reply) => Ok(reply),
                    Err(_) => ask().await,
                }
            };
            verdict(&in_time(self.patience, twice).await?, amount)
        })
    }

    fn redirect(&self, authority: &str) -> String {
        self.address(&format!("StartPay/{authority}"))
    }
}

async fn in_time<T>(limit: Duration, work: impl Future<Output = Result<T, GatewayError>>) -> Result<T, GatewayError> {
    tokio::time::timeout(limit, work).await.unwrap_or_else(|elapsed| Err(GatewayError::Down(elapsed.to_string())))
}

fn rials(tomans: i64) -> Result<i64, GatewayError> {
    tomans.checked_mul(RIALS_OF_A_TOMAN).ok_or_else(|| GatewayError::Down("the amount is too large".to_owned()))
}

/// What may stand in an address.
fn is_authority(text: &str) -> bool {
    (1..=AUTHORITY_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The code that an answer carries: of its data where all went well, of its errors otherwise.
fn reply(status: StatusCode, body: &[u8]) -> Result<Reply, GatewayError> {
    let unclear = || GatewayError::Down(format!("the answer says nothing (status {})", status.as_u16()));
    let mut answer: Value = serde_json::from_slice(body).map_err(|_| unclear())?;
    let code = |part: &Value| part.get("code").and_then(Value::as_i64);
    if let Some(code) = answer.get("errors").and_then(code) {
        // An error is never good news, whatever it is called.
        return if code < 0 { Ok(Reply { code, data: Value::Null }) } else { Err(unclear()) };
    }
    match answer.get("data").and_then(code) {
        Some(code) if status.is_success() => Ok(Reply { code, data: answer["data"].take() }),
        Some(_) | None => Err(unclear()),
    }
}

fn verdict(Reply { code, data }: &Reply, amount_rial: i64) -> Result<Verdict, GatewayError> {
    match *code {
        code if PAID.contains(&code) => {
            let other = data.get("amount").and_then(Value::as_i64).is_some_and(|amount| amount != amount_rial);
            if other {
                return Ok(Verdict::Refused { cancelled: false });
            }
            let reference = match data.get("ref_id") {
                Some(Value::Number(number)) => number.to_string(),
                Some(Value::String(text)) => text.chars().take(AUTHORITY_MAX).collect(),
                _ => String::new(),
            };
            Ok(Verdict::Paid { reference })
        }
        NOT_PAID => Ok(Verdict::NotPaid),
        OTHER_AMOUNT | NOT_OURS | UNKNOWN => Ok(Verdict::Refused { cancelled: false }),
        code => Err(refusal(code)),
    }
}

/// A code that says nothing of the money.
fn refusal(code: i64) -> GatewayError {
    let cause = format!("code {code}");
    if OF_THE_MERCHANT.contains(&code) { GatewayError::Down(cause) } else { GatewayError::Refused(cause) }
}

/// An error with its causes. They tell of connections, never of what was sent.
fn unread(error: &(dyn std::error::Error + 'static)) -> GatewayError {
    let causes = std::iter::successors(Some(error), |error| error.source());
    GatewayError::Down(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(status: u16, body: &str) -> Result<Verdict, GatewayError> {
        verdict(&reply(StatusCode::from_u16(status).unwrap(), body.as_bytes())?, 11_000_000)
    }

    #[test]
    fn only_its_two_codes_are_money() {
        let paid = |reference: &str| Ok(Verdict::Paid { reference: reference.to_owned() });
        assert_eq!(said(200, r#"{"data":{"code":100,"ref_id":201},"errors":[]}"#), paid("201"));
        assert_eq!(said(200, r#"{"data":{"code":101,"ref_id":"x1","amount":11000000},"errors":[]}"#), paid("x1"));
        assert_eq!(said(200, r#"{"data":[],"errors":{"code":-51}}"#), Ok(Verdict::NotPaid));
        let refused = Ok(Verdict::Refused { cancelled: false });
        for body in [
            r#"{"data":[],"errors":{"code":-50}}"#,
            r#"{"data":[],"errors":{"code":-53}}"#,
            r#"{"data":[],"errors":{"code":-54}}"#,
            r#"{"data":{"code":100,"ref_id":201,"amount":1100000},"errors":[]}"#,
        ] {
            assert_eq!(said(200, body), refused, "{body}");
            assert_eq!(said(422, body).ok(), if body.contains("errors\":{") { refused.clone().ok() } else { None });
        }
        for body in [
            "",
            "<html>",
            "[]",
            "{}",
            r#"{"data":{"code":"100"}}"#,
            r#"{"data":[],"errors":{"code":100}}"#,
            r#"{"data":{"code":100},"errors":{"code":-12}}"#,
            r#"{"data":[],"errors":{"code":-10}}"#,
        ] {
            assert!(matches!(said(200, body), Err(GatewayError::Down(_))), "{body}");
        }
        for body in
            [r#"{"data":{"code":102}}"#, r#"{"data":[],"errors":{"code":-52}}"#, r#"{"data":[],"errors":{"code":-99}}"#]
        {
            assert!(matches!(said(200, body), Err(GatewayError::Refused(_))), "{body}");
        }
        assert!(said(502, r#"{"data":{"code":100,"ref_id":201},"errors":[]}"#).is_err());
    }

    #[test]
    fn its_names_go_into_addresses() {
        assert!(is_authority("A000000000000000000000000000abcdef12"));
        for bad in ["", "a/b", "a?b", "a b", "a\u{6f1}", &"a".repeat(101)] {
            assert!(!is_authority(bad), "{bad}");
        }
    }
}
