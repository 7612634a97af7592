//! HTTP to servers of other people, `http` or `https`: how hyper's client opens a connection.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use http::Uri;
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::{client::legacy::connect::HttpConnector, rt::TokioIo};
use tokio::net::TcpStream;
use tower::Service;

use crate::{BoxError, tls::ClientTls};

/// Opens connections with the certificates as they are at that moment.
#[derive(Debug, Clone)]
pub struct Connector {
    http: HttpConnector,
    tls: ClientTls,
    over_http2: bool,
}

impl Connector {
    /// `connect` limits how long the other side may take to answer at all; the handshake is for the call's own limit.
    pub fn new(tls: ClientTls, connect: Duration) -> Self {
        let mut http = HttpConnector::new();
        http.set_connect_timeout(Some(connect));
        http.set_nodelay(true);
        http.enforce_http(false);
        Self { http, tls, over_http2: false }
    }

    /// The same for gRPC, which is spoken over HTTP/2 alone: servers are told so in the handshake.
    #[must_use]
    pub fn over_http2(self) -> Self {
        Self { over_http2: true, ..self }
    }
}

impl Service<Uri> for Connector {
    type Response = MaybeHttpsStream<TokioIo<TcpStream>>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.http.poll_ready(context).map_err(Into::into)
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let mut config = self.tls.config();
        if self.over_http2 {
            Arc::make_mut(&mut config).alpn_protocols = vec![b"h2".to_vec()];
        }
        HttpsConnector::from((self.http.clone(), config)).call(uri)
    }
}
