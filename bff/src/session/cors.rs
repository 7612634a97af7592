//! What pages of listed origins may read of our answers (rest.md, section 1). Every other origin's page reads nothing.

use actix_web::{
    HttpResponse,
    dev::ServiceRequest,
    http::{
        Method, StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
            ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
            ACCESS_CONTROL_REQUEST_METHOD, HeaderMap, HeaderName, HeaderValue, ORIGIN, VARY,
        },
    },
};

use crate::config::WebConfig;

const METHODS: &str = "GET, HEAD, POST, DELETE";
/// What the client sends beside what every page may.
const REQUEST_HEADERS: &str = "accept-language, content-type, idempotency-key, traceparent, x-request-id";
/// What the client reads beside what every page may.
const ANSWER_HEADERS: &str = "content-disposition, retry-after, x-request-id";
/// How long a browser remembers that it may ask.
const PREFLIGHT_S: &str = "600";
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Where a request comes from, as far as that decides about its answer.
#[derive(Debug)]
pub struct Asker {
    /// The origin, when it is a listed one.
    listed: Option<HeaderValue>,
    /// Whether the list names any.
    any: bool,
}

impl Asker {
    /// Of a request.
    pub fn of(headers: &HeaderMap, config: &WebConfig) -> Self {
        let mut origins = headers.get_all(ORIGIN);
        let only = origins.next().filter(|_| origins.next().is_none());
        let listed =
            only.filter(|origin| config.allowed_origins.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes()));
        Self { listed: listed.cloned(), any: !config.allowed_origins.is_empty() }
    }

    /// Puts on an answer what lets the listed origin read it. `picture`: what it shows beside JSON.
    pub fn apply(&self, headers: &mut HeaderMap, picture: bool) {
        if !self.any {
            return;
        }
        // A shared cache keeps what it gave one origin from another.
        headers.append(VARY, HeaderValue::from_static("Origin"));
        if picture {
            headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-site"));
        }
        if let Some(origin) = &self.listed {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
            headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(ANSWER_HEADERS));
        }
    }

    /// The answer to a listed origin's page whose browser asks whether it may call. It needs no session and reaches
    /// no handler.
    pub fn preflight(&self, request: &ServiceRequest) -> Option<HttpResponse> {
        let asks = request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        (asks && self.listed.is_some()).then(|| {
            HttpResponse::build(StatusCode::NO_CONTENT)
                .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
                .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS))
                .insert_header((ACCESS_CONTROL_MAX_AGE, PREFLIGHT_S))
                .finish()
        })
    }
}
