//! What happens around every call: its id, deadline, span, metrics, the origin check, and the headers of its answer.

use std::time::{Duration, Instant};

use actix_web::{
    Error, HttpResponse,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    error::InternalError,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::Data,
};
use pishkhan_chassis::{
    grpc::context::{RequestContext, scope},
    telemetry,
};
use tracing::Instrument as _;

use crate::{
    app::Worker,
    routes,
    session::{cookies, cors::Asker, csrf},
    wire::{error::BffError, text, text::Lang},
};

/// What a call may take in all.
const BUDGET: Duration = Duration::from_secs(5);
/// What a call that brings a file may take in all: 5 MiB come over a line of 1 Mbit/s in 42 s.
const FILE_BUDGET: Duration = Duration::from_mins(1);
/// What a call about a file of products may take in all: 10 MiB come over such a line in 84 s.
const SHEET_BUDGET: Duration = Duration::from_mins(3);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const MAX_REQUEST_ID: usize = 64;

/// Runs one request in its context.
pub async fn around(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(worker) = request.app_data::<Data<Worker>>().cloned() else {
        return Err(BffError::unavailable().into());
    };
    let started = Instant::now();
    let request_id = caller_request_id(request.headers()).unwrap_or_else(|| worker.clock.new_id().to_string());
    let method = request.method().clone();
    // The pattern, not the path: paths carry ids and would make a series each.
    let route = request.match_pattern().unwrap_or_else(|| "(file)".to_owned());
    let traceparent = request.headers().get("traceparent").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let span = tracing::info_span!(
        "http",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        request_id,
        trace_id = tracing::field::Empty
    );
    telemetry::adopt(&span, traceparent.as_deref());
    let budget = if routes::catalogue::is_bulk(&route) {
        SHEET_BUDGET
    } else if routes::catalogue::brings_file(&route) {
        FILE_BUDGET
    } else {
        BUDGET
    };
    let context = RequestContext::new(request_id.clone()).with_timeout(budget);
    let lang = Lang::of(request.request());
    let is_page = route == "(file)" || route.starts_with("/docs");

    let allowed = csrf::allows(&request, &worker.web);
    let asker = Asker::of(request.headers(), &worker.web);
    let picture = route == routes::catalogue::MEDIA || request.path().starts_with("/images/");
    let complete = |headers: &mut HeaderMap| {
        if let Ok(id) = HeaderValue::from_str(&request_id) {
            headers.insert(REQUEST_ID, id);
        }
        worker.headers.apply(headers, &route);
        asker.apply(headers, picture);
        if !is_page && !headers.contains_key(CACHE_CONTROL) {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
    };
    let mut response = if let Some(preflight) = asker.preflight(&request) {
        request.into_response(preflight).map_into_boxed_body()
    } else if allowed {
        let handled = scope(context, tokio::time::timeout(budget, next.call(request))).instrument(span.clone()).await;
        if let Ok(handled) = handled {
            handled?.map_into_boxed_body()
        } else {
            // The future is gone and its request with it: what is left is to answer by way of an error.
            let mut late = BffError::unavailable().respond(lang);
            complete(late.headers_mut());
            span.in_scope(|| tracing::warn!(http.status = late.status().as_u16(), "request took too long"));
            return Err(InternalError::from_response("the time was up", late).into());
        }
    } else {
        metrics::counter!("http_cross_site_refused_total").increment(1);
        request.into_response(BffError::forbidden().respond(lang)).map_into_boxed_body()
    };

    finish(&mut response, lang, &worker);
    let status = response.status();
    complete(response.headers_mut());
    metrics::histogram!("http_server_duration_seconds", "method" => method.to_string(), "route" => route, "status" => status.as_str().to_owned())
        .record(started.elapsed().as_secs_f64());
    if status.is_server_error() {
        span.in_scope(|| tracing::warn!(http.status = status.as_u16(), "request failed"));
    }
    Ok(response)
}

/// Says an error in the caller's language, and ends the session that it ends.
fn finish(response: &mut ServiceResponse<BoxBody>, lang: Lang, worker: &Worker) {
    let Some(error) = response.response().error() else { return };
    let answer = match error.as_error::<BffError>() {
        Some(error) => {
            let mut answer = error.respond(lang);
            if error.ends_session() {
                for cookie in cookies::clear(&worker.web) {
                    // A cookie of ours has no character that a header refuses.
                    if let Err(error) = answer.add_cookie(&cookie) {
                        tracing::error!(%error, "a cookie could not be cleared");
                    }
                }
            }
            answer
        }
        // actix's own: a path or query that could not be read, a method that is not there.
        None => foreign(response.status(), lang),
    };
    let (head, body) = answer.into_parts();
    *response.response_mut() = head.set_body(body);
}

fn foreign(status: StatusCode, lang: Lang) -> HttpResponse {
    let text = match status {
        StatusCode::NOT_FOUND => text::NOT_FOUND,
        StatusCode::METHOD_NOT_ALLOWED => text::METHOD_NOT_ALLOWED,
        StatusCode::PAYLOAD_TOO_LARGE => text::TOO_LARGE,
        status if status.is_client_error() => text::MALFORMED,
        _ => text::INTERNAL,
    };
    let status = if status.is_client_error() { status } else { StatusCode::INTERNAL_SERVER_ERROR };
    BffError::new(status, text).respond(lang)
}

fn caller_request_id(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(REQUEST_ID)?.to_str().ok()?;
    let sane = (8..=MAX_REQUEST_ID).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' || byte == b'.');
    sane.then(|| id.to_owned())
}
