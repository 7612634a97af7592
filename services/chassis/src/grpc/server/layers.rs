//! What every call passes before it reaches its handler.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use http::{HeaderMap, HeaderValue, Request, Response, header::AUTHORIZATION};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, timeout, timeout_at},
};
use tonic::{Code, Status, body::Body, service::Routes};
use tower::ServiceExt as _;
use tracing::Instrument as _;

use super::{QUEUE, ServerTelemetry};
use crate::{
    access::{self, AccessTable, Caller},
    clock::SharedClock,
    errors,
    grpc::{
        MAX_REQUEST_BYTES, REQUEST_ID_HEADER,
        context::{self, RequestContext},
        deadline,
        limit::SizeLimited,
    },
    passport::{Claims, ISSUER_TOOL, PassportError, Role, Verifier},
    telemetry::{self, Traced},
};

/// A frame's five bytes of prefix come on top of the message.
const FRAME_PREFIX: usize = 5;
const MAX_REQUEST_ID_LEN: usize = 64;

pub(super) struct Stack {
    pub(super) telemetry: ServerTelemetry,
    pub(super) access: AccessTable,
    pub(super) verifier: Verifier,
    pub(super) clock: SharedClock,
    pub(super) permits: Semaphore,
    pub(super) max_deadline: Duration,
    pub(super) open_reflection: bool,
}

/// Which rules a path falls under.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Surface {
    Health,
    Reflection,
    Ours,
}

impl Surface {
    fn of(path: &str) -> Self {
        if path.starts_with("/grpc.health.v1.Health/") {
            Self::Health
        } else if path.starts_with("/grpc.reflection.v1.ServerReflection/")
            || path.starts_with("/grpc.reflection.v1alpha.ServerReflection/")
        {
            Self::Reflection
        } else {
            Self::Ours
        }
    }
}

impl Stack {
    /// Answers one call of `process`, if that has proven who it is. It never fails: whatever goes wrong becomes a status.
    pub(super) async fn call(
        self: Arc<Self>,
        routes: Routes,
        request: Request<Body>,
        process: Option<Arc<str>>,
    ) -> Response<Body> {
        let request_id = request_id(request.headers()).unwrap_or_else(|| self.clock.new_id().to_string());
        let Traced { span, traceparent, sampled } = telemetry::rpc(&request, &request_id);
        let observation = self.telemetry.start(request.uri().path(), span.clone());
        let header = HeaderValue::from_str(&request_id);
        let context = RequestContext { request_id, deadline: None, traceparent, sampled };
        let answer = AssertUnwindSafe(self.guarded(routes, request, context, process.as_deref()))
            .catch_unwind()
            .instrument(span)
            .await;
        let mut response = match answer {
            Ok(Ok(response)) => response,
            Ok(Err(status)) => status.into_http(),
            // The panic hook has told where and why.
            Err(_panic) => {
                errors::status(Code::Internal, errors::reasons::INTERNAL, "the request could not be completed")
                    .build()
                    .into_http()
            }
        };
        if let Ok(header) = header {
            response.headers_mut().insert(REQUEST_ID_HEADER, header);
        }
        observation.watch(response)
    }

    async fn guarded(
        &self,
        routes: Routes,
        request: Request<Body>,
        mut context: RequestContext,
        process: Option<&str>,
    ) -> Result<Response<Body>, Status> {
        let arrived = Instant::now();
        let surface = Surface::of(request.uri().path());
        let _permit = match surface {
            // Probes must be answered above all when there is too much else to do.
            Surface::Health => None,
            Surface::Reflection | Surface::Ours => Some(self.permit().await?),
        };
        let own = self.access.method(request.uri().path()).and_then(|method| method.max_deadline);
        let longest = own.unwrap_or(self.max_deadline);
        let limit = deadline::read(request.headers()).map_or(longest, |asked| asked.min(longest));
        let deadline = arrived + limit;
        if deadline <= Instant::now() {
            return Err(deadline::exceeded("before the call arrived"));
        }
        let request = self.admit(surface, request, &context.request_id, process)?;
        context.deadline = Some(deadline);
        match timeout_at(deadline, context::scope(context, routes.oneshot(request))).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(never)) => match never {},
            Err(_elapsed) => Err(deadline::exceeded("before the call was answered")),
        }
    }

    async fn permit(&self) -> Result<SemaphorePermit<'_>, Status> {
        if let Ok(permit) = self.permits.try_acquire() {
            return Ok(permit);
        }
        if let Ok(Ok(permit)) = timeout(QUEUE, self.permits.acquire()).await {
            return Ok(permit);
        }
        metrics::counter!(ServerTelemetry::SHED).increment(1);
        let status = errors::status(Code::ResourceExhausted, errors::reasons::OVERLOADED, "too many calls are running");
        Err(status.retry_after(Duration::from_secs(1)).build())
    }

    /// Checks the passport and puts the caller where handlers find it.
    fn admit(
        &self,
        surface: Surface,
        mut request: Request<Body>,
        request_id: &str,
        process: Option<&str>,
    ) -> Result<Request<Body>, Status> {
        match surface {
            Surface::Health => return Ok(request),
            Surface::Reflection if self.open_reflection => return Ok(request),
            Surface::Reflection => {
                let claims = self.claims(request.headers(), process)?;
                let allowed = claims.iss == ISSUER_TOOL || claims.roles.contains(&Role::Operator);
                return if allowed { Ok(request) } else { Err(access::forbidden()) };
            }
            Surface::Ours => {}
        }
        let claims = self.claims(request.headers(), process)?;
        self.access.check(request.uri().path(), &claims).inspect_err(|_| {
            tracing::info!(caller = claims.sub, "the caller may not do this");
        })?;
        let method = self.access.method(request.uri().path());
        let streams = method.is_some_and(|method| method.client_streaming);
        let largest = method.map_or(MAX_REQUEST_BYTES, |method| method.max_request_bytes);
        request.extensions_mut().insert(Caller::from_claims(claims, request_id.to_owned()));
        // Nothing of the passport reaches a handler: it could only leak from there.
        request.headers_mut().remove(AUTHORIZATION);
        if streams {
            return Ok(request);
        }
        Ok(request.map(|body| Body::new(SizeLimited::new(body, largest + FRAME_PREFIX))))
    }

    fn claims(&self, headers: &HeaderMap, process: Option<&str>) -> Result<Claims, Status> {
        let mut values = headers.get_all(AUTHORIZATION).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return Err(access::unauthenticated());
        };
        let token =
            value.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).ok_or_else(access::unauthenticated)?;
        let now = self.clock.now();
        let verified = match process {
            Some(process) => self.verifier.verify_shown_by(process, token, now),
            None => self.verifier.verify(token, now),
        };
        verified.map_err(|error| {
            if error == PassportError::Holder {
                metrics::counter!("passports_of_other_processes_total").increment(1);
            }
            tracing::info!(%error, process, "a passport was refused");
            access::unauthenticated()
        })
    }
}

/// The caller's id of the request, if it is one that can be put into logs.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(REQUEST_ID_HEADER)?.to_str().ok()?;
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':'));
    (plain && (1..=MAX_REQUEST_ID_LEN).contains(&text.len())).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_request_ids_are_taken_over() {
        let read = |text: &[u8]| {
            request_id(&HeaderMap::from_iter([(
                REQUEST_ID_HEADER.parse().unwrap(),
                HeaderValue::from_bytes(text).unwrap(),
            )]))
        };
        assert_eq!(read(b"0192-ab.c_d:e").as_deref(), Some("0192-ab.c_d:e"));
        for strange in [&b""[..], b"a b", b"a\"b", "شناسه".as_bytes(), &[b'x'; 65]] {
            assert_eq!(read(strange), None);
        }
    }
}
