//! The accept loop of a server, and its connections.

use std::{convert::Infallible, fmt, io, net::SocketAddr, sync::Arc, time::Duration};

use futures_util::future::OptionFuture;
use http::{Request, Response};
use hyper::{body::Incoming, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{Notify, Semaphore},
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tonic::{
    body::Body,
    service::Routes,
    transport::server::{Connected as _, TcpConnectInfo},
};

use super::layers;
use crate::grpc::{Transport, coalesced::Coalesced};

const STREAMS_PER_CONNECTION: u32 = 200;
/// Bytes of a request that are taken in before its handler reads them.
const STREAM_WINDOW: u32 = 128 * 1024;
/// The same of all requests of a connection: thirty that nobody reads yet, while they wait for their turn, leave room for
/// the others.
const CONNECTION_WINDOW: u32 = 4 * 1024 * 1024;
const HEADER_BYTES: u32 = 16 * 1024;
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(20);
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a caller may take to prove who it is.
const HANDSHAKE: Duration = Duration::from_secs(3);
/// How long a connection that has ended in order waits for the caller's end.
const LINGER: Duration = Duration::from_secs(1);

/// The accept loop and its connections.
///
/// Our own instead of tonic's: its timeout would answer `CANCELLED` before our deadline, its end has no hard limit, and
/// all its connections grow old at the same age.
#[derive(Clone)]
pub(super) struct Connections {
    pub(super) stack: Arc<layers::Stack>,
    pub(super) routes: Routes,
    pub(super) soft: CancellationToken,
    pub(super) hard: CancellationToken,
    pub(super) max_age: Duration,
    pub(super) transport: Transport,
    /// Of those whose callers have not proven who they are, so many may be open at once.
    pub(super) unproven: Arc<Semaphore>,
    /// How long one may last; none: until its calls are answered after [`max_age`](Self::max_age).
    pub(super) at_most: Option<Duration>,
}

impl Connections {
    pub(super) async fn run(self, listener: TcpListener) {
        let open = TaskTracker::new();
        loop {
            tokio::select! {
                biased;
                () = self.soft.cancelled() => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => {
                        open.spawn(self.clone().connection(stream));
                    }
                    Err(error) => {
                        // Out of descriptors, most likely: accepting again at once would only spin.
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                },
            }
        }
        // Closed at once, so that nobody connects to a server that will not answer.
        drop(listener);
        open.close();
        // Each connection ends by itself when its calls are answered, and at the hard stop at the latest.
        open.wait().await;
    }

    async fn connection(self, stream: TcpStream) {
        let Ok(unproven) = Arc::clone(&self.unproven).try_acquire_owned() else {
            return refuse("room", &"too many callers have not proven who they are", stream.peer_addr().ok());
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection was gone before it was served");
            return;
        }
        let kept = SockRef::from(&stream).try_clone();
        let peer = stream.connect_info();
        let tls = match self.transport.clone() {
            Transport::Plain | Transport::Mesh => {
                let at_most = self.at_most.unwrap_or(Duration::MAX);
                if timeout(at_most, self.serve(stream, kept, peer, None)).await.is_err() {
                    tracing::debug!("a connection lasted too long");
                }
                return;
            }
            Transport::Mutual(tls) => tls,
        };
        let hard = self.hard.clone();
        let shaken = hard.run_until_cancelled(timeout(HANDSHAKE, tls.accept(stream))).await;
        match shaken.map(|in_time| in_time.map_err(io::Error::from).flatten()) {
            Some(Ok((stream, process))) => {
                drop(unproven);
                self.serve(stream, kept, peer, Some(process.into())).await;
            }
            Some(Err(error)) => refuse("identity", &error, peer.remote_addr()),
            None => tracing::debug!("nobody is waited for at the hard stop"),
        }
    }

    /// Answers the calls of a connection, whose caller is `process` where it has proven that.
    async fn serve(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        kept: io::Result<socket2::Socket>,
        peer: TcpConnectInfo,
        process: Option<Arc<str>>,
    ) {
        let Self { stack, routes, soft, hard, max_age, transport: _, unproven: _, at_most: _ } = self;
        let used = Arc::new(Notify::new());
        let in_use = Arc::clone(&used);
        let service = service_fn(move |mut request: Request<Incoming>| {
            used.notify_one();
            request.extensions_mut().insert(peer.clone());
            let answer = Arc::clone(&stack).call(routes.clone(), request.map(Body::new), process.clone());
            async move { Ok::<Response<Body>, Infallible>(answer.await) }
        });
        let served = http2::Builder::new(TokioExecutor::new())
            .timer(TokioTimer::new())
            .max_concurrent_streams(STREAMS_PER_CONNECTION)
            .max_header_list_size(HEADER_BYTES)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .keep_alive_interval(KEEP_ALIVE_INTERVAL)
            .keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
            .serve_connection(TokioIo::new(Coalesced::new(stream)), service);
        let mut served = std::pin::pin!(served);
        let mut leave = std::pin::pin!(OptionFuture::from(Some(async {
            tokio::select! {
                () = async {
                    tokio::time::sleep(jittered(max_age)).await;
                    // One that is still shaking hands would not say goodbye but just close.
                    in_use.notified().await;
                } => {}
                () = soft.cancelled() => {}
            }
        })));
        let mut leaving = false;
        loop {
            tokio::select! {
                ended = served.as_mut() => {
                    match (ended, kept) {
                        (Err(error), _) => tracing::debug!(%error, "a connection broke"),
                        (Ok(()), Ok(socket)) => {
                            // At the hard stop nobody is waited for.
                            let _cut_off = hard.run_until_cancelled(linger(socket.into())).await;
                        }
                        (Ok(()), Err(error)) => tracing::debug!(%error, "a connection was closed at once"),
                    }
                    return;
                }
                _ = leave.as_mut(), if !leaving => {
                    leaving = true;
                    served.as_mut().graceful_shutdown();
                }
                () = hard.cancelled() => {
                    tracing::warn!("a connection was still open at the hard stop");
                    return;
                }
            }
        }
    }
}

/// Tells why a caller is not heard.
fn refuse(cause: &'static str, why: &dyn fmt::Display, peer: Option<SocketAddr>) {
    let peer = peer.map(|peer| SocketAddr::new(peer.ip().to_canonical(), peer.port()));
    metrics::counter!("grpc_connections_refused_total", "cause" => cause).increment(1);
    tracing::warn!(%why, peer = peer.map(tracing::field::display), "a connection was refused");
}

/// Reads on, for nobody, until the caller has closed its end too. A socket closed with something unread in it resets the
/// connection, and the caller may lose answers that were already under way to it.
async fn linger(socket: std::net::TcpStream) {
    let drained = async {
        let mut stream = TcpStream::from_std(socket)?;
        let mut nowhere = [0; 1024];
        while stream.read(&mut nowhere).await? > 0 {}
        Ok::<_, io::Error>(())
    };
    match timeout(LINGER, drained).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "a caller ended a connection roughly"),
        Err(_elapsed) => tracing::debug!("a caller did not end its connection"),
    }
}

/// Between 90 and 110 % of the age, so that connections made together do not end together.
fn jittered(age: Duration) -> Duration {
    let share = getrandom::u32().map_or(0.5, |random| f64::from(random) / f64::from(u32::MAX));
    age.mul_f64(0.9 + 0.2 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_spread_by_a_tenth() {
        let ages: Vec<Duration> = (0..200).map(|_| jittered(Duration::from_mins(5))).collect();
        assert!(ages.iter().all(|age| (Duration::from_secs(270)..=Duration::from_secs(330)).contains(age)));
        assert!(ages.iter().max().unwrap().checked_sub(*ages.iter().min().unwrap()).unwrap() > Duration::from_secs(20));
    }
}
