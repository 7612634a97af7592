//! HTTP/2 connections to a service: opened lazily, again when they end, balanced over the addresses of its name.
//!
//! Our own instead of tonic's channel, whose balancer opens plain connections only, or such whose certificates are read
//! once.

use std::{
    future::ready,
    io, mem,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use futures_util::StreamExt as _;
use http::{
    Request, Response, Uri,
    uri::{Authority, Scheme},
};
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::{
    net::TcpStream,
    sync::mpsc,
    time::{Sleep, sleep},
};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::{either::Either, task::TaskTracker};
use tonic::body::Body;
use tower::{
    Service,
    balance::p2c::Balance,
    buffer::Buffer,
    discover::Change,
    load::{CompleteOnResponse, PendingRequestsDiscover},
    util::BoxService,
};

use super::{Transport, coalesced::Coalesced, resolve};
use crate::BoxError;

/// How long a server may take to be ready for calls, from the first packet on.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(20);
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long an address that cannot be connected is left alone, as long as another one can be called.
const PAUSE: Duration = Duration::from_secs(1);
/// Calls that wait to be handed to a connection, and addresses that wait to be called.
const WAITING: usize = 1024;

type BoxFuture<T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send>>;

/// Calls to a service. Clones share its connections.
pub(super) type Channel = Buffer<Request<Body>, BoxFuture<Response<Body>>>;

/// A host and a port: an address, or a name that each connection looks up.
pub(super) type Target = (String, u16);

/// Calls to whoever answers as `process` at `target`. Nothing is connected before the first call.
///
/// Of a name all addresses are called, the less busy of two of them at a time.
pub(super) fn open(transport: &Transport, process: &'static str, target: Target) -> Channel {
    let (host, port) = &target;
    let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
    let authority = Authority::try_from(format!("{host}:{port}")).expect("they were read from a URL");
    let way = Way { transport: transport.clone(), process, authority };
    let (changes, addresses) = mpsc::channel(WAITING);
    if resolve::is_one(&target.0) {
        changes.try_send(Change::Insert(target, ())).expect("nothing is in it yet");
    } else {
        // Ends by itself with the channel; nothing is lost when it is cut off, so nobody waits for it.
        TaskTracker::new().spawn(resolve::follow(target, changes));
    }
    balanced(way, addresses)
}

/// Calls over connections to the addresses that are told.
fn balanced(way: Way, addresses: mpsc::Receiver<Change<Target, ()>>) -> Channel {
    let hopes = Arc::default();
    let connections = ReceiverStream::new(addresses).map(move |change| {
        Ok::<_, BoxError>(match change {
            Change::Insert(target, ()) => {
                Change::Insert(target.clone(), Connection::new(way.clone(), target, Arc::clone(&hopes)))
            }
            Change::Remove(target) => Change::Remove(target),
        })
    });
    let balance = Balance::new(PendingRequestsDiscover::new(connections, CompleteOnResponse::default()));
    let (channel, work) = Buffer::pair(BoxService::new(balance), WAITING);
    TaskTracker::new().spawn(work);
    channel
}

/// How connections to a service are opened.
#[derive(Clone)]
struct Way {
    transport: Transport,
    process: &'static str,
    authority: Authority,
}

impl Way {
    async fn open(self, target: Target) -> Result<http2::SendRequest<Body>, BoxError> {
        let connecting = async {
            let socket = TcpStream::connect(target).await?;
            socket.set_nodelay(true)?;
            Ok::<_, io::Error>(match self.transport {
                Transport::Plain | Transport::Mesh => Either::Left(socket),
                Transport::Mutual(tls) => Either::Right(tls.connect(self.process, socket).await?),
            })
        };
        let socket = tokio::time::timeout(CONNECT_TIMEOUT, connecting).await??;
        let (sender, connection) = http2::Builder::new(TokioExecutor::new())
            .timer(TokioTimer::new())
            .keep_alive_interval(KEEP_ALIVE_INTERVAL)
            .keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
            .keep_alive_while_idle(true)
            .handshake(TokioIo::new(Coalesced::new(socket)))
            .await?;
        // It ends when nobody can call over it any more, or with its socket.
        TaskTracker::new().spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
        Ok(sender)
    }

    /// The scheme and the authority that calls over HTTP/2 name.
    fn address(&self, uri: Uri) -> Result<Uri, http::Error> {
        let mut parts = uri.into_parts();
        parts.scheme = Some(match self.transport {
            Transport::Plain | Transport::Mesh => Scheme::HTTP,
            Transport::Mutual(_) => Scheme::HTTPS,
        });
        parts.authority = Some(self.authority.clone());
        Ok(Uri::from_parts(parts)?)
    }
}

/// One address, connected when it is called.
struct Connection {
    way: Way,
    target: Target,
    state: State,
    /// Of all addresses of the name.
    hopes: Arc<AtomicUsize>,
    /// Its own, while it is open or may be soon.
    hope: Option<Hope>,
}

enum State {
    Closed,
    Opening(BoxFuture<http2::SendRequest<Body>>),
    Open(http2::SendRequest<Body>),
    /// It could not be opened, and is not called for a while: another address can be.
    Paused(Pin<Box<Sleep>>),
    /// It could not be opened, nor any other: the next call is told.
    Failed(BoxError),
}

/// Counts as long as it is there.
struct Hope(Arc<AtomicUsize>);

impl Hope {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Hope {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Connection {
    fn new(way: Way, target: Target, hopes: Arc<AtomicUsize>) -> Self {
        // From the beginning: an address that refuses at once must not be told before the others were tried.
        let hope = Some(Hope::new(&hopes));
        Self { way, target, state: State::Closed, hopes, hope }
    }
}

impl Service<Request<Body>> for Connection {
    type Response = Response<Body>;
    type Error = BoxError;
    type Future = BoxFuture<Response<Body>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        loop {
            self.state = match &mut self.state {
                State::Closed => {
                    self.hope = Some(Hope::new(&self.hopes));
                    State::Opening(Box::pin(self.way.clone().open(self.target.clone())))
                }
                State::Opening(opening) => match ready!(opening.as_mut().poll(context)) {
                    Ok(open) => State::Open(open),
                    Err(error) => {
                        self.hope = None;
                        if self.hopes.load(Ordering::Relaxed) > 0 {
                            tracing::debug!(host = self.target.0, error, "an address is left alone for a while");
                            State::Paused(Box::pin(sleep(PAUSE)))
                        } else {
                            State::Failed(error)
                        }
                    }
                },
                State::Paused(pause) => {
                    ready!(pause.as_mut().poll(context));
                    State::Closed
                }
                State::Open(open) => match ready!(open.poll_ready(context)) {
                    Ok(()) => return Poll::Ready(Ok(())),
                    Err(_closed) => State::Closed,
                },
                State::Failed(_) => return Poll::Ready(Ok(())),
            }
        }
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        match self.way.address(mem::take(request.uri_mut())) {
            Ok(uri) => *request.uri_mut() = uri,
            Err(error) => return Box::pin(ready(Err(error.into()))),
        }
        if let State::Open(open) = &mut self.state {
            let answer = open.send_request(request);
            return Box::pin(async move { Ok(answer.await?.map(Body::new)) });
        }
        let State::Failed(error) = mem::replace(&mut self.state, State::Closed) else {
            panic!("called before it was ready");
        };
        Box::pin(ready(Err(error)))
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, net::SocketAddr};

    use tokio::net::{TcpListener, TcpSocket};
    use tonic::transport::Server;
    use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

    use super::*;

    /// A server that says that it serves, or that it does not.
    async fn server(address: &str, is_serving: bool) -> SocketAddr {
        serve(TcpListener::bind(address).await.unwrap(), is_serving).await
    }

    async fn serve(listener: TcpListener, is_serving: bool) -> SocketAddr {
        let address = listener.local_addr().unwrap();
        let (reporter, health) = tonic_health::server::health_reporter();
        let status =
            if is_serving { tonic_health::ServingStatus::Serving } else { tonic_health::ServingStatus::NotServing };
        reporter.set_service_status("", status).await;
        let incoming = tokio_stream::wrappers::TcpListenerStream::new(listener);
        TaskTracker::new().spawn(Server::builder().add_service(health).serve_with_incoming(incoming));
        address
    }

    fn way(authority: &'static str) -> Way {
        Way { transport: Transport::Plain, process: "orders", authority: Authority::from_static(authority) }
    }

    async fn status(channel: &Channel) -> String {
        let request = HealthCheckRequest { service: String::new() };
        let reply = HealthClient::new(channel.clone()).check(request).await;
        reply.map_or_else(
            |status| format!("{:?}", status.code()),
            |reply| reply.into_inner().status().as_str_name().to_owned(),
        )
    }

    #[tokio::test]
    async fn all_addresses_of_a_name_are_called_until_they_go() {
        let first = server("127.0.0.1:0", true).await;
        let second = server("127.0.0.1:0", false).await;
        let (changes, addresses) = mpsc::channel(8);
        let channel = balanced(way("orders.panel.svc:50053"), addresses);
        let target = |address: SocketAddr| (address.ip().to_string(), address.port());
        for address in [first, second] {
            changes.send(Change::Insert(target(address), ())).await.unwrap();
        }
        let mut seen = BTreeSet::new();
        while seen.len() < 2 {
            seen.insert(status(&channel).await);
        }
        assert_eq!(Vec::from_iter(seen), ["NOT_SERVING", "SERVING"]);
        changes.send(Change::Remove(target(second))).await.unwrap();
        for _ in 0..20 {
            assert_eq!(status(&channel).await, "SERVING");
        }
    }

    #[tokio::test]
    async fn a_name_is_looked_up_and_called() {
        let port = server("127.0.0.1:0", true).await.port();
        let (changes, addresses) = mpsc::channel(8);
        let channel = balanced(way("localhost:50053"), addresses);
        let following = TaskTracker::new().spawn(resolve::follow(("localhost".to_owned(), port), changes));
        for _ in 0..20 {
            // One of this machine's addresses may be one where nobody listens.
            assert_eq!(status(&channel).await, "SERVING");
        }
        drop(channel);
        tokio::time::timeout(Duration::from_secs(10), following).await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn an_address_where_nobody_listens_fails_no_call_and_is_called_when_somebody_does() {
        let there = server("127.0.0.1:0", true).await;
        let not_yet = TcpSocket::new_v4().unwrap();
        not_yet.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let (changes, addresses) = mpsc::channel(8);
        let channel = balanced(way("orders.panel.svc:50053"), addresses);
        for address in [not_yet.local_addr().unwrap(), there] {
            changes.send(Change::Insert((address.ip().to_string(), address.port()), ())).await.unwrap();
        }
        for _ in 0..50 {
            assert_eq!(status(&channel).await, "SERVING");
        }
        serve(not_yet.listen(8).unwrap(), false).await;
        let both_are_called = async {
            while status(&channel).await == "SERVING" {
                sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), both_are_called).await.unwrap();
        // Where nobody listens anywhere, whoever calls is told at once.
        let (changes, addresses) = mpsc::channel(8);
        let channel = balanced(way("orders.panel.svc:50053"), addresses);
        for port in [1, 2] {
            changes.send(Change::Insert(("127.0.0.1".to_owned(), port), ())).await.unwrap();
        }
        let told = async {
            for _ in 0..20 {
                assert_eq!(status(&channel).await, "Unknown");
            }
        };
        tokio::time::timeout(5 * PAUSE, told).await.unwrap();
    }

    #[tokio::test]
    async fn what_could_not_be_opened_is_told_and_tried_again() {
        let address = server("127.0.0.1:0", true).await;
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let channel = open(&Transport::Plain, "orders", ("127.0.0.1".to_owned(), free.port()));
        for _ in 0..3 {
            assert_eq!(status(&channel).await, "Unknown");
        }
        server(&free.to_string(), true).await;
        assert_eq!(status(&channel).await, "SERVING");
        let localhost = open(&Transport::Plain, "orders", ("localhost".to_owned(), address.port()));
        assert_eq!(status(&localhost).await, "SERVING");
    }
}
