//! Metrics and span of one call, from its first header to the end of its reply.

use std::{
    collections::HashMap,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Instant,
};

use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};
use metrics::SharedString;
use pin_project_lite::pin_project;
use tonic::{Code, Status, body::Body};
use tracing::Span;

use crate::telemetry;

/// How the server's calls are counted: the histogram [`ServerTelemetry::DURATION`] by `method` and `code`, the gauge
/// [`ServerTelemetry::IN_FLIGHT`] and the counter [`ServerTelemetry::SHED`].
#[derive(Debug)]
pub struct ServerTelemetry {
    /// The known methods; others share one label, or a scanner could fill the memory.
    labels: HashMap<String, SharedString>,
}

impl ServerTelemetry {
    /// Seconds from the first header to the end of the reply.
    pub const DURATION: &'static str = "rpc_server_duration_seconds";
    /// Calls that are being answered.
    pub const IN_FLIGHT: &'static str = "rpc_server_in_flight";
    /// Calls refused because too many were running.
    pub const SHED: &'static str = "rpc_server_shed_total";

    pub(super) fn new<'a>(paths: impl Iterator<Item = &'a str>) -> Self {
        metrics::describe_histogram!(
            Self::DURATION,
            metrics::Unit::Seconds,
            "from the first header to the end of the reply"
        );
        metrics::describe_gauge!(Self::IN_FLIGHT, "calls that are being answered");
        metrics::describe_counter!(Self::SHED, "calls refused because too many were running");
        let own = ["/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch"];
        let label = |path: &str| (path.to_owned(), SharedString::from_shared(path.trim_start_matches('/').into()));
        Self { labels: own.into_iter().chain(paths).map(label).collect() }
    }

    pub(super) fn start(&self, path: &str, span: Span) -> Observation {
        let method = self.labels.get(path).cloned().unwrap_or_else(|| SharedString::const_str("other"));
        metrics::gauge!(Self::IN_FLIGHT).increment(1.0);
        Observation { method, span, started: Instant::now(), done: false }
    }
}

/// One call that is being answered. Dropped before its end, it counts as cancelled by the client.
#[derive(Debug)]
pub(super) struct Observation {
    method: SharedString,
    span: Span,
    started: Instant,
    done: bool,
}

impl Observation {
    /// Watches a response: ended by its header (an error without body) or by its trailers.
    pub(super) fn watch(mut self, response: http::Response<Body>) -> http::Response<Body> {
        if let Some(code) = code_of(response.headers()) {
            self.finish(code);
            return response;
        }
        response.map(|body| Body::new(Observed { body, observation: self }))
    }

    fn finish(&mut self, code: Code) {
        if std::mem::replace(&mut self.done, true) {
            return;
        }
        let name = name_of(code);
        metrics::gauge!(ServerTelemetry::IN_FLIGHT).decrement(1.0);
        metrics::histogram!(ServerTelemetry::DURATION, "method" => self.method.clone(), "code" => name)
            .record(self.started.elapsed());
        if telemetry::exports_spans() {
            self.span.record("rpc.grpc.status_code", i32::from(code));
            if is_our_fault(code) {
                self.span.record("otel.status_code", "ERROR");
            }
        }
        if is_our_fault(code) {
            self.span.in_scope(|| tracing::warn!(code = name, "the call failed"));
        } else {
            self.span.in_scope(|| tracing::debug!(code = name, "the call ended"));
        }
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        self.finish(Code::Cancelled);
    }
}

pin_project! {
    struct Observed {
        #[pin]
        body: Body,
        observation: Observation,
    }
}

impl HttpBody for Observed {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.project();
        let frame = ready!(this.body.poll_frame(context));
        match &frame {
            Some(Ok(frame)) => {
                if let Some(code) = frame.trailers_ref().and_then(code_of) {
                    this.observation.finish(code);
                }
            }
            Some(Err(status)) => this.observation.finish(status.code()),
            None => this.observation.finish(Code::Ok),
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn code_of(headers: &http::HeaderMap) -> Option<Code> {
    headers.get(Status::GRPC_STATUS).map(|value| Code::from_bytes(value.as_bytes()))
}

fn is_our_fault(code: Code) -> bool {
    matches!(code, Code::Unknown | Code::Internal | Code::DataLoss | Code::Unavailable | Code::Unimplemented)
}

/// The canonical name of a code, as the label of metrics.
pub(crate) const fn name_of(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
