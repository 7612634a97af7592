//! `/live`, `/ready`, `/metrics`, `/version` and a process's own pages over plain HTTP, on a port of its own.

use std::{convert::Infallible, fmt, net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    time::MissedTickBehavior,
};
use tokio_util::task::TaskTracker;

use crate::{
    lifecycle::{LifecycleHandle, Readiness},
    listen,
    telemetry::MetricsHandle,
};

const UPKEEP: Duration = Duration::from_secs(1);
/// A client that does not finish its request within this time is let go.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);

/// A page of one process's own: whether all is well (200, otherwise 503), and the text.
#[derive(Clone)]
pub struct Page {
    path: &'static str,
    render: Arc<dyn Fn() -> (bool, String) + Send + Sync>,
}

impl fmt::Debug for Page {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Page").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Page {
    /// At `path`, such as `/health`; `render` must not block.
    pub fn new(path: &'static str, render: impl Fn() -> (bool, String) + Send + Sync + 'static) -> Self {
        Self { path, render: Arc::new(render) }
    }
}

/// Serves until the hard stop, so that the drain can be watched: spawn it with
/// [`spawn_sidecar`](LifecycleHandle::spawn_sidecar).
pub async fn serve(address: SocketAddr, lifecycle: LifecycleHandle, metrics: MetricsHandle) -> std::io::Result<()> {
    serve_on(bind(address)?, lifecycle, metrics, None).await
}

/// The same with a page of the process's own.
pub async fn serve_with(
    address: SocketAddr,
    lifecycle: LifecycleHandle,
    metrics: MetricsHandle,
    page: Page,
) -> std::io::Result<()> {
    serve_on(bind(address)?, lifecycle, metrics, Some(page)).await
}

fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    TcpListener::from_std(listen::bind(address)?)
}

/// The same on a listener that is already bound.
pub async fn serve_on(
    listener: TcpListener,
    lifecycle: LifecycleHandle,
    metrics: MetricsHandle,
    page: Option<Page>,
) -> std::io::Result<()> {
    let hard = lifecycle.hard();
    let connections = TaskTracker::new();
    let mut upkeep = tokio::time::interval(UPKEEP);
    upkeep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = hard.cancelled() => return Ok(()),
            _ = upkeep.tick() => metrics.upkeep(),
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let (hard, readiness, metrics) = (hard.clone(), lifecycle.readiness(), metrics.clone());
                    let page = page.clone();
                    connections.spawn(async move {
                        tokio::select! {
                            () = hard.cancelled() => {}
                            () = connection(stream, readiness, metrics, page) => {}
                        }
                    });
                }
                Err(error) => {
                    // Out of descriptors, most likely: accepting again at once would only spin.
                    tracing::warn!(%error, "cannot accept an admin connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
}

async fn connection(stream: TcpStream, readiness: Readiness, metrics: MetricsHandle, page: Option<Page>) {
    let service = service_fn(move |request| {
        let response = answer(&request, &readiness, &metrics, page.as_ref());
        async move { Ok::<_, Infallible>(response) }
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, "an admin connection broke");
    }
}

fn answer<B>(
    request: &Request<B>,
    readiness: &Readiness,
    metrics: &MetricsHandle,
    page: Option<&Page>,
) -> Response<Full<Bytes>> {
    let own = page.filter(|page| page.path == request.uri().path());
    let (status, body) = match (request.method(), request.uri().path()) {
        (&Method::GET | &Method::HEAD, "/live") => (StatusCode::OK, "live\n".to_owned()),
        (&Method::GET | &Method::HEAD, "/ready") if readiness.is_ready() => (StatusCode::OK, "ready\n".to_owned()),
        (&Method::GET | &Method::HEAD, "/ready") => {
            (StatusCode::SERVICE_UNAVAILABLE, format!("waiting for: {}\n", readiness.waiting().join(", ")))
        }
        (&Method::GET | &Method::HEAD, "/version") => (StatusCode::OK, format!("{}\n", metrics.build())),
        (&Method::GET | &Method::HEAD, "/metrics") => (StatusCode::OK, metrics.render()),
        (&Method::GET | &Method::HEAD, _) => own.map_or_else(not_found, |page| {
            let (well, text) = (page.render)();
            (if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, text)
        }),
        _ => not_found(),
    };
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    let plain = http::HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}

fn not_found() -> (StatusCode, String) {
    (StatusCode::NOT_FOUND, "not found\n".to_owned())
}
