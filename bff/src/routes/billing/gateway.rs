//! What a payer's browser meets outside the client: the built-in gateway's page, and the way back from any gateway.
//!
//! Neither has a session: a payer who comes from another site brings no Strict cookies. A payment's authority is the
//! secret that opens them, and what a browser brings along decides nothing.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, ContentType, HeaderName, LOCATION, RETRY_AFTER},
    },
    post,
    web::{Data, Path, Query},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use pishkhan_proto::settings::v1 as pb;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use crate::{
    network::client_address,
    page::payment as page,
    seal::{PAYMENT, Seal},
    throttle::network_of,
    wire::{
        error::{BffError, ErrorReply},
        text::Lang,
    },
    worker::Worker,
};

/// The route of the built-in gateway's page.
pub const SANDBOX_PAGE: &str = "/pay/sandbox/{authority}";
/// The route of a decision at it.
pub const DECIDE: &str = "/pay/sandbox/{authority}/{act}";
/// The route by which gateways send people back.
pub const RETURN: &str = "/pay/return";

/// Bytes of a sealed payment's id that tell whose it is.
const PAYER: usize = 8;
const ROBOTS: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex, nofollow");
const NO_STORE: (HeaderName, &str) = (CACHE_CONTROL, "no-store");

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(decide);
}

/// What a gateway sends along.
#[derive(Debug, Deserialize)]
pub struct ReturnQuery {
    #[serde(rename = "Authority", default)]
    authority: String,
    #[serde(rename = "Status", default)]
    status: String,
    /// What we gave it for the payer to bring back.
    #[serde(default)]
    seal: String,
}

/// Our seal on a payment, for the address by which its payer comes back. The same of what begins it makes the same seal,
/// and all payments of one payer begin with the same bytes.
///
/// It decides nothing but that the payer is not held back by what others of the network ask.
pub fn return_seal(payer: &str, begun_with: &str, seal: &Seal) -> String {
    let (payer, payment) = (Sha256::digest(payer), Sha256::digest(format!("{payer}\0{begun_with}")));
    let mut id = [0; 16];
    id[..PAYER].copy_from_slice(&payer[..PAYER]);
    id[PAYER..].copy_from_slice(&payment[..16 - PAYER]);
    seal.token(PAYMENT, Uuid::from_bytes(id))
}

fn admit(request: &HttpRequest, worker: &Worker) -> Result<String, BffError> {
    let address = client_address(request, &worker.web.trusted_proxies);
    worker.asks.payments.admit(&address, worker.clock.now().timestamp()).map_err(BffError::too_many_tries)?;
    Ok(network_of(&address).map(|network| network.to_string()).unwrap_or_default())
}

/// Lets somebody in who comes back, and says for whom it counts when the gateway is asked.
fn admit_back(request: &HttpRequest, worker: &Worker, seal: &str) -> Result<String, BffError> {
    let Some(payment) = worker.seal.open(PAYMENT, seal) else { return admit(request, worker) };
    worker.asks.returns.admit(payment, worker.clock.now().timestamp()).map_err(BffError::too_many_tries)?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(&payment.as_bytes()[..PAYER]))
}

fn html(status: StatusCode, page: String) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header(ContentType::html())
        .insert_header(ROBOTS)
        .insert_header(NO_STORE)
        .body(page)
}

fn failed(error: &BffError, lang: Lang) -> HttpResponse {
    if error.is_not_found() || error.is_bad_request() {
        return html(StatusCode::NOT_FOUND, page::unknown(lang));
    }
    let (status, words) = error.words(lang);
    let mut response = html(status, page::trouble(words, lang));
    if let Some(wait) = error.retry_after() {
        response.headers_mut().insert(RETRY_AFTER, wait.as_secs().max(1).into());
    }
    response
}

/// `GET /pay/sandbox/{authority}`: the built-in gateway asks what to do.
pub async fn show(request: HttpRequest, worker: Data<Worker>, lang: Lang, authority: Path<String>) -> HttpResponse {
    let authority = authority.into_inner();
    match ask(&request, &worker, &authority).await {
        Ok(payment) => {
            let seal = return_seal(&authority, &authority, &worker.seal);
            html(StatusCode::OK, page::offered(&authority, &seal, &payment, lang))
        }
        Err(error) => failed(&error, lang),
    }
}

async fn ask(
    request: &HttpRequest,
    worker: &Worker,
    authority: &str,
) -> Result<pb::GetSandboxPaymentResponse, BffError> {
    admit(request, worker)?;
    let asked = pb::GetSandboxPaymentRequest { authority: authority.to_owned() };
    Ok(worker.clients.payments().get_sandbox_payment(asked).await?.into_inner())
}

/// Decides a payment at the built-in gateway: `pay`, `cancel`, `pay-silently` (the way back is lost) or `pay-twice`.
/// Answers a page. There is none where another gateway is in use.
#[utoipa::path(
    tag = "gateway",
    params(
        ("authority" = String, Path, description = "What the gateway calls the payment"),
        ("act" = String, Path, description = "pay, cancel, pay-silently or pay-twice"),
    ),
    responses(
        (status = 200, description = "Decided; the page leads back to the panel", content_type = "text/html", body = String),
        (status = 403, description = "A cross-site request", body = ErrorReply),
        (status = 404, description = "No such payment at the built-in gateway", content_type = "text/html", body = String),
        (status = 429, description = "Too many tries", content_type = "text/html", body = String),
        (status = 503, description = "A service behind is away", content_type = "text/html", body = String),
    )
)]
#[post("/pay/sandbox/{authority}/{act}")]
pub async fn decide(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    path: Path<(String, String)>,
) -> HttpResponse {
    let (authority, act) = path.into_inner();
    match decide_as(&request, &worker, &authority, &act).await {
        Ok((decision, told)) => {
            let seal = told.then(|| return_seal(&authority, &authority, &worker.seal));
            html(StatusCode::OK, page::decided(&authority, decision, seal.as_deref(), lang))
        }
        Err(error) => failed(&error, lang),
    }
}

/// The decision that holds, and whether the panel is to be told of it by the payer's way back.
async fn decide_as(
    request: &HttpRequest,
    worker: &Worker,
    authority: &str,
    act: &str,
) -> Result<(pb::SandboxDecision, bool), BffError> {
    let payer = admit(request, worker)?;
    let (decision, told) = match act {
        "pay" | "pay-twice" => (pb::SandboxDecision::Paid, true),
        "pay-silently" => (pb::SandboxDecision::Paid, false),
        "cancel" => (pb::SandboxDecision::Cancelled, true),
        _ => return Err(BffError::not_found()),
    };
    let asked = pb::DecideSandboxPaymentRequest { authority: authority.to_owned(), decision: decision.into() };
    let decision = worker.clients.payments().decide_sandbox_payment(asked).await?.into_inner().decision();
    if act == "pay-twice" {
        // The first of two ways back.
        settle(worker, &payer, authority, "OK").await?;
    }
    Ok((decision, told))
}

/// `GET /pay/return`: settles the payment and leads back to the panel.
pub async fn come_back(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    query: Query<ReturnQuery>,
) -> HttpResponse {
    let ReturnQuery { authority, status, seal } = query.into_inner();
    let settled = match admit_back(&request, &worker, &seal) {
        Ok(payer) => settle(&worker, &payer, &authority, &status).await,
        Err(error) => Err(error),
    };
    match settled {
        Ok(settled) => {
            HttpResponse::SeeOther().insert_header((LOCATION, target(&settled))).insert_header(NO_STORE).finish()
        }
        Err(error) => failed(&error, lang),
    }
}

async fn settle(
    worker: &Worker,
    payer: &str,
    authority: &str,
    status: &str,
) -> Result<pb::SettlePaymentResponse, BffError> {
    let _turn = worker.work.payment(payer).await?;
    let asked =
        pb::SettlePaymentRequest { authority: authority.to_owned(), cancelled: !status.eq_ignore_ascii_case("OK") };
    Ok(worker.clients.payments_with_gateway().settle_payment(asked).await?.into_inner())
}

/// Where the panel shows what became of it. Ids are ours, of hexadecimal digits and dashes.
fn target(settled: &pb::SettlePaymentResponse) -> String {
    let id = &settled.payment_id;
    match settled.purpose() {
        pb::PaymentPurpose::Invoice => format!("/joz-soorathesab/{}?payment={id}", settled.subject_id),
        pb::PaymentPurpose::Unspecified | pb::PaymentPurpose::Subscription => format!("/home?payment={id}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payers_payments_count_for_it_and_each_for_itself() {
        let seal = Seal::parse("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=").unwrap();
        let id = |payer, key| seal.open(PAYMENT, &return_seal(payer, key, &seal)).unwrap();
        let payer = |id: Uuid| id.into_bytes()[..PAYER].to_vec();
        let (first, second, other) = (id("a", "1"), id("a", "2"), id("b", "1"));
        assert_eq!((id("a", "1"), payer(first)), (first, payer(second)));
        assert!(
            first != second && payer(first) != payer(other) && first.as_bytes()[PAYER..] != other.as_bytes()[PAYER..]
        );
    }
}
