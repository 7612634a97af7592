//! What happens around every call: its id, deadline, span, metrics, the origin check, and the headers of its answer.

use std::{
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use actix_web::{
    Error, HttpMessage as _, HttpResponse,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    error::InternalError,
    http::{
        Method, StatusCode,
        header::{CACHE_CONTROL, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::{Bytes, Data},
};
use pishkhan_chassis::{
    grpc::context::{RequestContext, scope, until_deadline},
    telemetry::{self, Traced},
};
use tracing::Instrument as _;

use crate::{
    edge::{
        exchange::{Busy, Exchange},
        gate::{Full, Turn},
        methods,
    },
    limits, network, routes,
    session::{cookies, cors::Asker, counts_for, csrf},
    wire::{error::BffError, text, text::Lang},
    worker::Worker,
};

/// The route of a path that no call has.
const UNMATCHED: &str = "(file)";
/// What costs next to nothing is never refused for want of room.
const UNGATED: &[&str] = &[
    UNMATCHED,
    "/healthz",
    "/openapi.json",
    "/user/validate-token-app2",
    "/auth/logout-app2",
    routes::catalogue::MEDIA,
];
/// What a call may take once its body is there.
const BUDGET: Duration = Duration::from_secs(5);
/// What a call that asks a payment gateway may take.
const GATEWAY_BUDGET: Duration = Duration::from_secs(13);
/// What a call that brings a file may take, not counting the time in which the file comes.
const FILE_BUDGET: Duration = Duration::from_mins(1);
/// What a call about a file of products may take, not counting the time in which the file comes.
const SHEET_BUDGET: Duration = Duration::from_mins(3);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const MAX_REQUEST_ID: usize = 64;

/// What is known of a request before it is worked on.
struct Asked {
    started: Instant,
    request_id: String,
    method: &'static str,
    /// The pattern, not the path: paths carry ids and would make a series each.
    route: String,
    lang: Lang,
    asker: Asker,
    /// Whether a picture is asked for.
    picture: bool,
}

impl Asked {
    fn of(request: &ServiceRequest, worker: &Worker) -> Self {
        let route = request.match_pattern().unwrap_or_else(|| UNMATCHED.to_owned());
        Self {
            started: Instant::now(),
            request_id: caller_request_id(request.headers()).unwrap_or_else(|| worker.clock.new_id().to_string()),
            method: methods::label(request.method()),
            lang: Lang::of(request.request()),
            asker: Asker::of(request.headers(), &worker.web),
            picture: route == routes::catalogue::MEDIA || request.path().starts_with("/images/"),
            route,
        }
    }

    /// What the call may take once its body is there.
    fn budget(&self) -> Duration {
        if routes::catalogue::is_bulk(&self.route) {
            SHEET_BUDGET
        } else if routes::catalogue::brings_file(&self.route) {
            FILE_BUDGET
        } else if routes::billing::asks_gateway(&self.route) {
            GATEWAY_BUDGET
        } else {
            BUDGET
        }
    }

    /// Gives an answer what every answer has, and counts it.
    fn complete(&self, status: StatusCode, headers: &mut HeaderMap, worker: &Worker) {
        if let Ok(id) = HeaderValue::from_str(&self.request_id) {
            headers.insert(REQUEST_ID, id);
        }
        worker.headers.apply(headers, &self.route);
        self.asker.apply(headers, self.picture);
        let is_docs = self.route.starts_with("/docs") && status.is_success();
        if !is_docs && !headers.contains_key(CACHE_CONTROL) {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        metrics::histogram!("http_server_duration_seconds", "method" => self.method, "route" => self.route.clone(), "status" => status.as_str().to_owned())
            .record(self.started.elapsed().as_secs_f64());
    }
}

/// Runs one request in its context.
pub async fn around(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(worker) = request.app_data::<Data<Worker>>().cloned() else {
        return Err(BffError::unavailable().into());
    };
    let busy = request.conn_data::<Rc<Exchange>>().map(Exchange::begin);
    let asked = Asked::of(&request, &worker);
    if request.method() == Method::HEAD {
        // What can be read has a head; the library leaves the body out.
        request.head_mut().method = Method::GET;
    }
    if let Some(preflight) = asked.asker.preflight(&request) {
        let mut response = request.into_response(preflight).map_into_boxed_body();
        asked.complete(response.status(), response.headers_mut(), &worker);
        return Ok(response);
    }
    let mut response = match admit(&worker, &request, &asked).await {
        Ok(turn) => {
            if let Some(turn) = turn.clone() {
                request.extensions_mut().insert(turn);
            }
            let handled = handle(request, next, &worker, &asked).await;
            if let Some(turn) = turn {
                turn.end();
            }
            handled?
        }
        Err(refusal) => request.into_response(refusal.respond(asked.lang)).map_into_boxed_body(),
    };
    finish(&mut response, &asked, &worker);
    asked.complete(response.status(), response.headers_mut(), &worker);
    Ok(response.map_body(|_, body| BoxBody::new(Sent { body, _busy: busy })))
}

/// Refuses what is not worth any work, and waits for the request's turn.
async fn admit(worker: &Worker, request: &ServiceRequest, asked: &Asked) -> Result<Option<Turn>, BffError> {
    limits::check_head(request)?;
    let route = asked.route.as_str();
    // What takes its time has turns of its own.
    let has_turns = routes::catalogue::is_bulk(route)
        || routes::catalogue::brings_file(route)
        || routes::billing::asks_gateway(route);
    let turn = if UNGATED.contains(&route) || route.starts_with("/docs") || has_turns {
        None
    } else {
        let permit = worker.edge.gate.enter(counts_for(request.request(), worker).0).await.map_err(|Full| {
            metrics::counter!("http_shed_total").increment(1);
            BffError::overloaded()
        })?;
        Some(Turn::new(permit))
    };
    if !csrf::allows(request, &worker.web) {
        metrics::counter!("http_cross_site_refused_total").increment(1);
        return Err(BffError::forbidden());
    }
    Ok(turn)
}

async fn handle(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    worker: &Worker,
    asked: &Asked,
) -> Result<ServiceResponse<BoxBody>, Error> {
    // Strangers decide neither whether a trace is kept nor which one they are part of.
    let traceparent = request
        .headers()
        .get(telemetry::TRACEPARENT_HEADER)
        .filter(|_| network::is_from_proxy(request.request(), &worker.web.trusted_proxies))
        .and_then(|value| value.to_str().ok());
    let Traced { span, traceparent, sampled } = telemetry::traced(traceparent, |trace_id| {
        tracing::info_span!(
            "http",
            otel.name = format!("{} {}", asked.method, asked.route),
            otel.kind = "server",
            request_id = asked.request_id,
            trace_id = trace_id
        )
    });
    let context = RequestContext { traceparent, sampled, ..RequestContext::new(asked.request_id.clone()) };
    let context = context.with_timeout(asked.budget());
    let handled = scope(context, until_deadline(next.call(request))).instrument(span.clone()).await;
    let Ok(handled) = handled else {
        // The future is gone and its request with it: what is left is to answer by way of an error.
        let mut late = BffError::unavailable().respond(asked.lang);
        asked.complete(late.status(), late.headers_mut(), worker);
        span.in_scope(|| tracing::warn!(http.status = late.status().as_u16(), "request took too long"));
        return Err(InternalError::from_response("the time was up", late).into());
    };
    let response = handled?.map_into_boxed_body();
    let status = response.status();
    if status.is_server_error() {
        span.in_scope(|| tracing::warn!(http.status = status.as_u16(), "request failed"));
    }
    Ok(response)
}

/// The body of an answer: as long as it is being sent, so long its connection is busy.
struct Sent {
    body: BoxBody,
    _busy: Option<Busy>,
}

impl MessageBody for Sent {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(cx)
    }
}

/// Says an error in the caller's language, and ends the session that it ends.
fn finish(response: &mut ServiceResponse<BoxBody>, asked: &Asked, worker: &Worker) {
    let lang = asked.lang;
    let answer = match response.response().error() {
        // Of a path with routes of its own for each method.
        _ if response.status() == StatusCode::METHOD_NOT_ALLOWED => {
            let allow = worker.methods.allow(&asked.route).unwrap_or_else(|| "GET, HEAD".to_owned());
            BffError::method_not_allowed(allow).respond(lang)
        }
        None => return,
        Some(error) => match error.as_error::<BffError>() {
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
            // actix's own: a path or query that could not be read.
            None => foreign(response.status(), lang),
        },
    };
    let (head, body) = answer.into_parts();
    *response.response_mut() = head.set_body(body);
}

fn foreign(status: StatusCode, lang: Lang) -> HttpResponse {
    let text = match status {
        StatusCode::NOT_FOUND => text::NOT_FOUND,
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
