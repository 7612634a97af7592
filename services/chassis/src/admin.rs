//! `/live`, `/ready` and `/metrics` over plain HTTP, on a port of its own.

use std::{convert::Infallible, net::SocketAddr, time::Duration};

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
    telemetry::MetricsHandle,
};

const UPKEEP: Duration = Duration::from_secs(5);
/// A client that does not finish its request within this time is let go.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves until the hard stop, so that the drain can be watched: spawn it with
/// [`spawn_sidecar`](LifecycleHandle::spawn_sidecar).
pub async fn serve(listen: SocketAddr, lifecycle: LifecycleHandle, metrics: MetricsHandle) -> std::io::Result<()> {
    serve_on(TcpListener::bind(listen).await?, lifecycle, metrics).await
}

/// The same on a listener that is already bound.
pub async fn serve_on(
    listener: TcpListener,
    lifecycle: LifecycleHandle,
    metrics: MetricsHandle,
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
                    connections.spawn(async move {
                        tokio::select! {
                            () = hard.cancelled() => {}
                            () = connection(stream, readiness, metrics) => {}
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

async fn connection(stream: TcpStream, readiness: Readiness, metrics: MetricsHandle) {
    let service = service_fn(move |request| {
        let response = answer(&request, &readiness, &metrics);
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

fn answer<B>(request: &Request<B>, readiness: &Readiness, metrics: &MetricsHandle) -> Response<Full<Bytes>> {
    let (status, body) = match (request.method(), request.uri().path()) {
        (&Method::GET | &Method::HEAD, "/live") => (StatusCode::OK, "live\n".to_owned()),
        (&Method::GET | &Method::HEAD, "/ready") if readiness.is_ready() => (StatusCode::OK, "ready\n".to_owned()),
        (&Method::GET | &Method::HEAD, "/ready") => {
            (StatusCode::SERVICE_UNAVAILABLE, format!("waiting for: {}\n", readiness.waiting().join(", ")))
        }
        (&Method::GET | &Method::HEAD, "/metrics") => (StatusCode::OK, metrics.render()),
        _ => (StatusCode::NOT_FOUND, "not found\n".to_owned()),
    };
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    let plain = http::HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}
