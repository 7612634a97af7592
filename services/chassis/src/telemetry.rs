//! Logs, traces and metrics of a process.
//!
//! Trace context travels even when nothing is exported: the ids then serve the logs. Spans cost something, so where nothing
//! is exported there is one for each request or event, which its log lines carry, and where a trace is not sampled there are
//! none of what it asks the database.

use std::{
    io::IsTerminal as _,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use opentelemetry::{
    Context, KeyValue,
    trace::{SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState, TracerProvider as _},
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::{
    Resource,
    trace::{IdGenerator as _, RandomIdGenerator, Sampler, SdkTracerProvider},
};
use tonic::service::Interceptor;
use tonic::transport::Endpoint;
use tracing::{Metadata, Span, subscriber::Interest};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::{dynamic_filter_fn, filter_fn},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::{
    config::{OtlpConfig, TelemetryConfig},
    grpc::{REQUEST_ID_HEADER, context},
    https::Connector,
    log_flood::LogFlood,
    version::Build,
};

/// The header that carries trace context between processes (W3C).
pub const TRACEPARENT_HEADER: &str = "traceparent";

/// Upper bounds of all histograms whose name ends in `_seconds`.
pub const DURATION_BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// How long a collector may take to answer.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(3);
/// Targets whose spans would make the exporter trace itself.
const UNTRACED: [&str; 6] = ["h2", "hyper", "hyper_util", "tonic", "tower", "opentelemetry"];

/// Spans of what is asked of the database begin so.
const INNER: &str = "db.";

/// Whether spans go anywhere. Without [`init`] a test decides about that.
static SPANS: AtomicBool = AtomicBool::new(true);

/// Telemetry could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// `RUST_LOG` cannot be read.
    #[error("the log filter cannot be read")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// The exporter cannot be made.
    #[error("the trace exporter cannot be made")]
    Exporter(#[from] opentelemetry_otlp::ExporterBuildError),
    /// Something has set the subscriber before.
    #[error("logs are already set up")]
    Subscriber(#[from] tracing_subscriber::util::TryInitError),
    /// Something has set the recorder before.
    #[error("metrics are already set up")]
    Metrics(#[from] metrics_exporter_prometheus::BuildError),
}

/// Renders the metrics of this process, and sums its log up.
#[derive(Debug, Clone)]
pub struct MetricsHandle {
    prometheus: PrometheusHandle,
    flood: LogFlood,
    build: Build,
}

impl MetricsHandle {
    /// All metrics in the Prometheus text format.
    pub fn render(&self) -> String {
        self.prometheus.render()
    }

    /// Which build this process is.
    pub const fn build(&self) -> Build {
        self.build
    }

    /// Moves recorded values into their histograms, where they would pile up otherwise, and logs how many lines were
    /// not written. To be called every second.
    pub fn upkeep(&self) {
        self.prometheus.run_upkeep();
        self.flood.tell();
    }
}

/// Keeps telemetry running; end it with [`TelemetryGuard::shutdown`] as the last thing of all.
#[must_use = "spans are lost unless the guard is kept and shut down"]
#[derive(Debug)]
pub struct TelemetryGuard {
    provider: SdkTracerProvider,
    metrics: MetricsHandle,
}

impl TelemetryGuard {
    /// The metrics, for the admin server.
    pub fn metrics(&self) -> MetricsHandle {
        self.metrics.clone()
    }

    /// Sends what is left of the spans, for at most three seconds.
    pub async fn shutdown(self) {
        self.metrics.upkeep();
        let provider = self.provider;
        // Blocks: on a current-thread runtime the exporter could not work beside it.
        let flushed = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(Duration::from_secs(3))).await;
        match flushed {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "spans were lost at the end"),
            Err(error) => tracing::warn!(%error, "spans were lost at the end"),
        }
    }
}

/// Sets up logs (JSON; readable on a terminal), traces (exported if an endpoint is configured), metrics and the report
/// of panics. Needs a running runtime; works once per process.
pub fn init(build: Build, config: &TelemetryConfig) -> Result<TelemetryGuard, TelemetryError> {
    let filter = EnvFilter::try_new(&config.log_filter)?;
    let provider = tracer_provider(build, config)?;
    let exports = config.otlp.is_some();
    SPANS.store(exports, Ordering::Relaxed);
    let traces = exports.then(|| {
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer(build.service))
            .with_location(false)
            .with_threads(false)
            .with_filter(filter_fn(|metadata| {
                let root = metadata.target().split("::").next().unwrap_or_default();
                !UNTRACED.iter().any(|untraced| root == *untraced || root.starts_with("opentelemetry"))
            }))
    });
    // Asked once for each place, or each time where it depends on the request.
    let never = (!exports).then(|| filter_fn(|metadata| !is_inner(metadata)));
    let sampled = exports.then(|| {
        dynamic_filter_fn(|metadata, _| !is_inner(metadata) || context::is_sampled()).with_callsite_filter(|metadata| {
            if is_inner(metadata) { Interest::sometimes() } else { Interest::always() }
        })
    });
    let terminal = std::io::stdout().is_terminal();
    let flood = LogFlood::default();
    let (plain, json) = if terminal {
        (Some(tracing_subscriber::fmt::layer().with_filter(flood.clone())), None)
    } else {
        let json =
            tracing_subscriber::fmt::layer().json().flatten_event(true).with_current_span(true).with_span_list(false);
        (None, Some(json.with_filter(flood.clone())))
    };
    tracing_subscriber::registry()
        .with(filter)
        .with(never)
        .with(sampled)
        .with(traces)
        .with(plain)
        .with(json)
        .try_init()?;
    let prometheus = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &DURATION_BUCKETS)?
        .install_recorder()?;
    metrics::gauge!("build_info", "version" => build.version, "revision" => build.revision).set(1.0);
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("(no message)");
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(panic.message = message, panic.location = place, "panicked");
    }));
    tracing::info!(version = build.version, revision = build.revision, "starting");
    Ok(TelemetryGuard { provider, metrics: MetricsHandle { prometheus, flood, build } })
}

fn tracer_provider(build: Build, config: &TelemetryConfig) -> Result<SdkTracerProvider, TelemetryError> {
    let version = KeyValue::new("service.version", build.version);
    let resource = Resource::builder().with_service_name(build.service).with_attribute(version).build();
    let builder = SdkTracerProvider::builder().with_resource(resource);
    let Some(OtlpConfig { endpoint, tls }) = &config.otlp else {
        return Ok(builder.with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOff))).build());
    };
    let connector = Connector::new(tls.clone(), EXPORT_TIMEOUT).over_http2();
    let channel = Endpoint::from(endpoint.clone()).connect_with_connector_lazy(connector);
    let exporter = SpanExporter::builder().with_tonic().with_channel(channel).with_timeout(EXPORT_TIMEOUT).build()?;
    let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(config.sample_ratio)));
    Ok(builder.with_batch_exporter(exporter).with_sampler(sampler).build())
}

fn is_inner(metadata: &Metadata<'_>) -> bool {
    metadata.is_span() && metadata.name().starts_with(INNER)
}

/// Whether spans go anywhere.
pub(crate) fn exports_spans() -> bool {
    SPANS.load(Ordering::Relaxed)
}

/// The trace context of what is being done now: the current span's, else the one that came with the request.
///
/// For outbox rows and outgoing calls.
pub fn current_traceparent() -> Option<String> {
    let of_span = exports_spans().then(|| format_traceparent(Span::current().context().span().span_context()));
    of_span.flatten().or_else(context::traceparent)
}

/// The span of a request or of background work, and what its context is to say of its trace.
#[derive(Debug)]
pub struct Traced {
    /// What its log lines carry.
    pub span: Span,
    /// The trace context that it came with, or that it begins.
    pub traceparent: Option<String>,
    /// Whether what it asks the database is part of a trace that is kept.
    pub sampled: bool,
}

/// Begins a span under the trace that it belongs to, if there is one. `make` is given what to write into the span's
/// `trace_id`, where that is known before.
pub fn traced(parent: Option<&str>, make: impl FnOnce(Option<&str>) -> Span) -> Traced {
    let remote = parent.and_then(parse_traceparent);
    let came = parent.filter(|_| remote.is_some()).map(str::to_owned);
    if !exports_spans() {
        let traceparent = came.unwrap_or_else(begin_trace);
        return Traced { span: make(traceparent.get(3..35)), traceparent: Some(traceparent), sampled: false };
    }
    let span = make(None);
    if let Some(remote) = remote
        && let Err(error) = span.set_parent(Context::new().with_remote_span_context(remote))
    {
        tracing::debug!(%error, "the trace parent was not set");
    }
    let context = span.context();
    let span_context = context.span().span_context().clone();
    if span_context.is_valid() && !span.is_disabled() {
        span.record("trace_id", tracing::field::display(span_context.trace_id()));
    }
    Traced { span, traceparent: came, sampled: span_context.is_sampled() }
}

/// A trace that nobody keeps.
fn begin_trace() -> String {
    let ids = RandomIdGenerator::default();
    format!("00-{}-{}-00", ids.new_trace_id(), ids.new_span_id())
}

/// Of background work, such as a consumed event, under the trace that caused it.
pub fn work(name: &'static str, traceparent: Option<&str>) -> Traced {
    traced(traceparent, |trace_id| {
        tracing::info_span!("work", otel.name = name, otel.kind = "consumer", trace_id = trace_id)
    })
}

/// Of an incoming call, under the caller's trace.
pub fn rpc<B>(request: &http::Request<B>, request_id: &str) -> Traced {
    let method = request.uri().path().trim_start_matches('/');
    let traceparent = request.headers().get(TRACEPARENT_HEADER).and_then(|value| value.to_str().ok());
    traced(traceparent, |trace_id| {
        tracing::info_span!(
            "rpc",
            otel.name = method,
            otel.kind = "server",
            otel.status_code = tracing::field::Empty,
            rpc.system = "grpc",
            rpc.method = method,
            rpc.grpc.status_code = tracing::field::Empty,
            request_id = request_id,
            trace_id = trace_id,
        )
    })
}

/// Reads a W3C `traceparent`; none when it is not one.
pub fn parse_traceparent(text: &str) -> Option<SpanContext> {
    let mut parts = text.trim().split('-');
    let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let lower_hex =
        |part: &str, len| part.len() == len && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let shaped = lower_hex(version, 2) && lower_hex(trace, 32) && lower_hex(span, 16) && lower_hex(flags, 2);
    // Later versions may add parts, version 00 has none.
    if !shaped || version == "ff" || (version == "00" && parts.next().is_some()) {
        return None;
    }
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).ok()? & 1);
    let context =
        SpanContext::new(TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?, flags, true, TraceState::NONE);
    context.is_valid().then_some(context)
}

fn format_traceparent(context: &SpanContext) -> Option<String> {
    let flags = context.trace_flags().to_u8();
    context.is_valid().then(|| format!("00-{}-{}-{flags:02x}", context.trace_id(), context.span_id()))
}

/// Adds the current trace and request id to a call made without a [`Peer`](crate::grpc::client::Peer).
#[derive(Debug, Clone, Copy, Default)]
pub struct InjectTraceContext;

impl Interceptor for InjectTraceContext {
    fn call(&mut self, mut request: tonic::Request<()>) -> Result<tonic::Request<()>, tonic::Status> {
        if let Some(traceparent) = current_traceparent().and_then(|text| text.parse().ok()) {
            request.metadata_mut().insert(TRACEPARENT_HEADER, traceparent);
        }
        if let Some(id) = context::request_id().and_then(|id| id.parse().ok()) {
            request.metadata_mut().insert(REQUEST_ID_HEADER, id);
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use std::sync::Arc;

    use opentelemetry::trace::{Span as _, Tracer as _};
    use pishkhan_testkit::{TestAuthority, TestFolder};
    use tokio::{net::TcpListener, sync::oneshot, task::JoinSet};
    use tokio_rustls::TlsAcceptor;
    use tracing::Instrument as _;

    use super::*;
    use crate::{config::Env, grpc::context::RequestContext};

    const BUILD: Build = Build { service: "test", version: "1.2.3", revision: "abc" };
    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn with_traces<T>(body: impl FnOnce() -> T) -> T {
        let provider =
            SdkTracerProvider::builder().with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOff))).build();
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), body)
    }

    #[test]
    fn a_span_continues_the_trace_that_caused_it() {
        with_traces(|| {
            let Traced { span, traceparent, sampled } = work("orders.registered", Some(PARENT));
            assert_eq!((traceparent.as_deref(), sampled), (Some(PARENT), true));
            let inside = span.in_scope(current_traceparent).unwrap();
            let (outer, inner) = (parse_traceparent(PARENT).unwrap(), parse_traceparent(&inside).unwrap());
            assert_eq!(inner.trace_id(), outer.trace_id());
            assert_ne!(inner.span_id(), outer.span_id());
            assert!(inner.is_sampled());
        });
    }

    #[test]
    fn a_span_without_parent_starts_a_trace_of_its_own() {
        with_traces(|| {
            let Traced { span, traceparent, sampled } = work("x", None);
            assert_eq!((traceparent, sampled), (None, false));
            let text = span.in_scope(current_traceparent).unwrap();
            assert!(!parse_traceparent(&text).unwrap().is_sampled(), "nothing is exported, so nothing is sampled");
        });
    }

    /// A collector that takes one export over TLS: what was spoken, and what was asked for.
    async fn collect(listener: TcpListener, tls: TlsAcceptor, told: oneshot::Sender<(Option<Vec<u8>>, String)>) {
        let (stream, _) = listener.accept().await.unwrap();
        let stream = tls.accept(stream).await.unwrap();
        let spoken = stream.get_ref().1.alpn_protocol().map(<[u8]>::to_vec);
        let mut connection = h2::server::handshake(stream).await.unwrap();
        let (request, mut respond) = connection.accept().await.unwrap().unwrap();
        let answer = http::Response::builder().header("content-type", "application/grpc").body(()).unwrap();
        let mut body = respond.send_response(answer, false).unwrap();
        body.send_data(bytes::Bytes::from_static(&[0; 5]), false).unwrap();
        let taken = http::HeaderMap::from_iter([(http::HeaderName::from_static("grpc-status"), "0".parse().unwrap())]);
        body.send_trailers(taken).unwrap();
        let path = request.uri().path().to_owned();
        told.send((spoken, path)).unwrap();
        while connection.accept().await.is_some() {}
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn spans_go_to_a_collector_that_proves_its_name() {
        let (folder, authority) = (TestFolder::new(), TestAuthority::new());
        std::fs::create_dir_all(folder.path()).unwrap();
        let ca = folder.path().join("ca.pem");
        std::fs::write(&ca, authority.pem()).unwrap();
        let acceptor = authority.issue(&["localhost"]).acceptor(None);
        let mut config = acceptor.config().as_ref().clone();
        config.alpn_protocols = vec![b"h2".to_vec()];
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("https://localhost:{}", listener.local_addr().unwrap().port());
        let settings = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()),
            ("OTEL_EXPORTER_OTLP_CERTIFICATE", ca.to_str().unwrap()),
            ("OTEL_TRACES_SAMPLER_ARG", "1"),
        ];
        let settings = Env::from_map(settings).build(|env| Some(TelemetryConfig::read(env))).unwrap();
        let provider = tracer_provider(BUILD, &settings).unwrap();
        let exported = tokio::task::spawn_blocking(move || {
            provider.tracer("test").start("a span").end();
            provider.force_flush()
        });
        let (telling, told) = oneshot::channel();
        let mut collecting = JoinSet::new();
        collecting.spawn(collect(listener, TlsAcceptor::from(Arc::new(config)), telling));
        exported.await.unwrap().unwrap();
        let (spoken, path) = told.await.unwrap();
        assert_eq!(spoken, Some(b"h2".to_vec()));
        assert_eq!(path, "/opentelemetry.proto.collector.trace.v1.TraceService/Export");
    }

    /// What a log line says of its request, as a process without an exporter writes it; and which spans there are.
    #[tokio::test]
    async fn where_nothing_is_exported_there_is_one_span_for_a_request_and_its_lines_tell_the_trace() {
        let _guard = init(BUILD, &TelemetryConfig { otlp: None, sample_ratio: 1.0, log_filter: "info".to_owned() });
        let request = http::Request::builder().uri("/a.b.C/D").header(TRACEPARENT_HEADER, PARENT).body(()).unwrap();
        let Traced { span, traceparent, sampled } = rpc(&request, "r1");
        assert_eq!((span.is_disabled(), traceparent.as_deref(), sampled), (false, Some(PARENT), false));
        let inner = span.in_scope(|| tracing::info_span!("db.something"));
        assert!(inner.is_disabled());
        let context = RequestContext { traceparent, sampled, ..RequestContext::new("r1") };
        assert_eq!(context::scope(context, async { current_traceparent() }).await.as_deref(), Some(PARENT));
        for parent in [None, Some("00-not-a-trace")] {
            let begun = work("x", parent).traceparent.unwrap();
            assert!(!parse_traceparent(&begun).unwrap().is_sampled(), "{begun}");
        }
        assert_ne!(work("x", None).traceparent, work("x", None).traceparent);
    }

    #[tokio::test]
    async fn what_a_trace_asks_the_database_has_spans_where_it_is_kept() {
        let tls = Env::from_map([("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")]);
        let config = tls.build(|env| Some(TelemetryConfig::read(env))).unwrap();
        let _guard = init(BUILD, &TelemetryConfig { sample_ratio: 0.0, ..config });
        for (parent, kept) in [
            (Some(PARENT), true),
            (Some("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"), false),
            (None, false),
        ] {
            let Traced { span, traceparent, sampled } = work("x", parent);
            assert_eq!((span.is_disabled(), traceparent.as_deref(), sampled), (false, parent, kept));
            let context = RequestContext { traceparent, sampled, ..RequestContext::new("r1") };
            let inner = context::scope(context, async { tracing::info_span!("db.something") }).instrument(span).await;
            assert_eq!(inner.is_disabled(), !kept, "{parent:?}");
        }
    }

    #[tokio::test]
    async fn without_a_tracer_the_requests_own_trace_travels_on() {
        assert_eq!(current_traceparent(), None);
        let context = RequestContext { traceparent: Some(PARENT.to_owned()), ..RequestContext::new("r1") };
        let request =
            context::scope(context, async { InjectTraceContext.call(tonic::Request::new(())).unwrap() }).await;
        assert_eq!(request.metadata().get(TRACEPARENT_HEADER).unwrap(), PARENT);
        assert_eq!(request.metadata().get(REQUEST_ID_HEADER).unwrap(), "r1");
    }

    #[test]
    fn what_is_no_traceparent_is_ignored() {
        for broken in [
            "",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
        ] {
            assert!(parse_traceparent(broken).is_none(), "{broken}");
        }
        assert!(parse_traceparent("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x").is_some());
    }

    proptest! {
        #[test]
        fn trace_contexts_make_the_round_trip(trace in 1_u128.., span in 1_u64.., sampled: bool) {
            let flags = TraceFlags::default().with_sampled(sampled);
            let context = SpanContext::new(
                TraceId::from_bytes(trace.to_be_bytes()), SpanId::from_bytes(span.to_be_bytes()), flags, true, TraceState::NONE,
            );
            let text = format_traceparent(&context).unwrap();
            prop_assert_eq!(parse_traceparent(&text), Some(context));
        }
    }
}
