//! The public side of an order: its page and the same as JSON, for whoever holds the paper. No session.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::{
        StatusCode,
        header::{ContentType, HOST, HeaderName, RETRY_AFTER},
    },
    web::{Data, Path},
};
use pishkhan_proto::orders::v1 as pb;
use uuid::Uuid;

use crate::{
    config::WebConfig,
    page, qr,
    reply::Reply,
    seal::ORDER,
    wire::{
        error::{BffError, ErrorReply},
        order_page::VerifyReply,
        text::{self, Lang},
    },
    worker::Worker,
};

const ROBOTS: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex, nofollow");

/// What anybody may know of an order whose paper they hold.
#[utoipa::path(
    tag = "market",
    params(("token" = String, Path, description = "What the paper's QR code ends in")),
    responses(
        (status = 200, description = "The order", body = VerifyReply),
        (status = 404, description = "No such order, or a token that is not ours", body = ErrorReply),
        (status = 429, description = "Too many tries", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
    )
)]
#[get("/market/order-verify-app2/{token}")]
pub async fn verify(worker: Data<Worker>, lang: Lang, token: Path<String>) -> Result<Reply<VerifyReply>, BffError> {
    Ok(Reply(VerifyReply::new(find(&worker, &token).await?, lang)))
}

/// `GET /v/{token}`: the same as a page.
pub async fn show(worker: Data<Worker>, lang: Lang, token: Path<String>) -> HttpResponse {
    let (mut response, page) = match find(&worker, &token).await {
        Ok(order) => {
            let now = pishkhan_calendar::jalali_text(worker.clock.now());
            (HttpResponse::Ok(), page::found(&VerifyReply::new(order, lang), &now, lang))
        }
        Err(error) if error.is_not_found() => (HttpResponse::NotFound(), page::unknown(lang)),
        Err(error) => {
            let (status, words) = error.words(lang);
            let mut response = HttpResponse::build(status);
            if let Some(wait) = error.retry_after() {
                response.insert_header((RETRY_AFTER, wait.as_secs().max(1)));
            }
            (response, page::trouble(words, lang))
        }
    };
    response.insert_header(ContentType::html()).insert_header(ROBOTS).body(page)
}

async fn find(worker: &Worker, token: &str) -> Result<pb::GetPublicOrderResponse, BffError> {
    // Strangers who guess are told so before anything is counted: they hold nobody back who has a paper.
    let order_id = worker.seal.open(ORDER, token).ok_or_else(BffError::not_found)?;
    worker.asks.orders.admit(order_id, worker.clock.now().timestamp()).map_err(BffError::too_many_tries)?;
    let asked = pb::GetPublicOrderRequest { order_id: order_id.to_string() };
    Ok(worker.clients.orders().get_public_order(asked).await?.into_inner())
}

/// The QR code that a printed order carries: the address of its page.
pub fn code(request: &HttpRequest, worker: &Worker, order_id: &str) -> Result<String, BffError> {
    let failed = |error: &(dyn std::error::Error + 'static)| {
        tracing::error!(order.id = order_id, error, "an order's code could not be drawn");
        BffError::new(StatusCode::INTERNAL_SERVER_ERROR, text::INTERNAL)
    };
    let id: Uuid = order_id.parse().map_err(|error| failed(&error))?;
    let address = format!("{}/v/{}", panel_address(request, &worker.web)?, worker.seal.token(ORDER, id));
    qr::svg_data_uri(&address).map_err(|error| failed(&error))
}

/// Where people reach the panel, without a slash at the end.
fn panel_address(request: &HttpRequest, web: &WebConfig) -> Result<String, BffError> {
    if let Some(address) = web.public_url.as_ref().or(web.external_origin.as_ref()) {
        return Ok(address.clone());
    }
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).filter(|host| is_host(host));
    let host = host.ok_or_else(|| BffError::bad_request(text::MALFORMED))?;
    Ok(format!("{}://{host}", if web.secure { "https" } else { "http" }))
}

/// A name or an address, maybe with a port.
fn is_host(text: &str) -> bool {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    !text.is_empty() && text.len() <= 255 && text.bytes().all(part)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_paper_carries_the_configured_address_or_the_panels_own() {
        let ask = |host: &'static str, web: &WebConfig| {
            panel_address(&TestRequest::default().insert_header((HOST, host)).to_http_request(), web).ok()
        };
        let plain = WebConfig::default();
        assert_eq!(ask("localhost:8080", &plain).as_deref(), Some("http://localhost:8080"));
        let secure = WebConfig { secure: true, ..WebConfig::default() };
        assert_eq!(ask("panel.example", &secure).as_deref(), Some("https://panel.example"));
        assert_eq!(ask("evil.example/x?", &secure), None);
        let origin = WebConfig { external_origin: Some("https://panel.example".to_owned()), ..secure };
        assert_eq!(ask("evil.example", &origin).as_deref(), Some("https://panel.example"));
        let public = WebConfig { public_url: Some("https://s.example/p".to_owned()), ..origin };
        assert_eq!(ask("evil.example", &public).as_deref(), Some("https://s.example/p"));
    }
}
