//! The gRPC server: one stack for all services.
//!
//! Outermost first: a panic becomes `INTERNAL`; request id; span and metrics; bounded concurrency (`RESOURCE_EXHAUSTED`);
//! deadline (`DEADLINE_EXCEEDED`, refused on arrival if it has passed); passport and access; size of the request.
//! Health is served beside it to anybody, reflection to operators and tools (to anybody in dev).

use std::{convert::Infallible, io, net::SocketAddr, sync::Arc, time::Duration};

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
use tonic_health::{ServingStatus, server::HealthReporter};

use crate::{
    access::{AccessError, AccessTable},
    clock::{SharedClock, SystemClock},
    config::{ProcessConfig, Profile},
    grpc::Transport,
    lifecycle::LifecycleHandle,
    passport::{KeyError, Verifier},
};

mod layers;
mod telemetry;

pub use telemetry::ServerTelemetry;
pub(super) use telemetry::name_of as code_name;

/// Calls that run at the same time before load is shed.
pub const CONCURRENCY: usize = 64;
/// How long a call may wait for its turn.
pub const QUEUE: Duration = Duration::from_millis(50);
/// The longest a handler may take, whatever the caller allows.
pub const MAX_DEADLINE: Duration = Duration::from_secs(15);
/// Connections are asked to move on after this time (± 10 %), so that new replicas get their share.
pub const MAX_CONNECTION_AGE: Duration = Duration::from_mins(5);

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

/// The server cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// No address was configured.
    #[error("PISHKHAN_GRPC_LISTEN is not set")]
    NoAddress,
    /// The address cannot be bound.
    #[error("cannot listen on {address}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The access rules cannot be used.
    #[error("the access rules cannot be used")]
    Access(#[from] AccessError),
    /// The keyring cannot be used.
    #[error("the keyring cannot be used")]
    Keys(#[from] KeyError),
    /// Reflection cannot be built from the descriptors.
    #[error("the descriptors cannot be reflected")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// A gRPC server while it is being put together.
#[derive(Clone)]
pub struct GrpcServer {
    profile: Profile,
    descriptor: &'static [u8],
    verifier: Verifier,
    clock: SharedClock,
    concurrency: usize,
    max_deadline: Duration,
    max_connection_age: Duration,
    transport: Transport,
}

impl std::fmt::Debug for GrpcServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GrpcServer")
            .field("profile", &self.profile)
            .field("verifier", &self.verifier)
            .finish_non_exhaustive()
    }
}

impl GrpcServer {
    /// A production server with the system clock. `descriptor` is an encoded `FileDescriptorSet` that keeps our options.
    pub fn new(descriptor: &'static [u8], verifier: Verifier) -> Self {
        Self {
            profile: Profile::Production,
            descriptor,
            verifier,
            clock: SystemClock::shared(),
            concurrency: CONCURRENCY,
            max_deadline: MAX_DEADLINE,
            max_connection_age: MAX_CONNECTION_AGE,
            transport: Transport::Plain,
        }
    }

    /// A server as the process is configured: its profile, its transport, and the keyring for its own name.
    pub fn from_config(config: &ProcessConfig, descriptor: &'static [u8]) -> Result<Self, ServeError> {
        let verifier = Verifier::from_keyring_file(&config.keys.keyring, config.service)?;
        Ok(Self::new(descriptor, verifier).profile(config.profile).transport(config.transport.clone()))
    }

    /// Sets the profile.
    #[must_use]
    pub const fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Sets the clock that passports are checked against.
    #[must_use]
    pub fn clock(mut self, clock: SharedClock) -> Self {
        self.clock = clock;
        self
    }

    /// Sets how many calls may run at the same time.
    #[must_use]
    pub const fn concurrency(mut self, calls: usize) -> Self {
        self.concurrency = calls;
        self
    }

    /// Sets the longest a handler may take.
    #[must_use]
    pub const fn max_deadline(mut self, limit: Duration) -> Self {
        self.max_deadline = limit;
        self
    }

    /// Sets how old a connection may become.
    #[must_use]
    pub const fn max_connection_age(mut self, age: Duration) -> Self {
        self.max_connection_age = age;
        self
    }

    /// Sets how it is spoken to; plain by default.
    #[must_use]
    pub fn transport(mut self, transport: Transport) -> Self {
        self.transport = transport;
        self
    }

    /// Binds `address` and serves until the end of the lifecycle.
    pub async fn serve(
        self,
        address: SocketAddr,
        lifecycle: LifecycleHandle,
        routes: Routes,
    ) -> Result<(), ServeError> {
        let listener = TcpListener::bind(address).await.map_err(|source| ServeError::Bind { address, source })?;
        self.serve_on(listener, lifecycle, routes).await
    }

    /// Serves on a bound listener: until the soft stop it accepts, until the hard stop it lets running calls finish.
    pub async fn serve_on(
        self,
        listener: TcpListener,
        lifecycle: LifecycleHandle,
        routes: Routes,
    ) -> Result<(), ServeError> {
        let access = AccessTable::from_descriptor(self.descriptor)?;
        let health = HealthReporter::new();
        let names = access.services().to_vec();
        let routes = self.with_own_services(routes, &health)?;
        let max_connection_age = self.max_connection_age;
        let verifier = self.verifier.clone();
        let stack = Arc::new(layers::Stack {
            telemetry: ServerTelemetry::new(access.paths()),
            access,
            verifier: self.verifier,
            clock: self.clock,
            permits: Semaphore::new(self.concurrency),
            max_deadline: self.max_deadline,
            open_reflection: self.profile == Profile::Dev,
        });
        let listening = listener.local_addr().ok();
        tracing::info!(address = listening.map(tracing::field::display), "serving gRPC");
        let connections = Connections {
            stack,
            routes: routes.prepare(),
            soft: lifecycle.soft(),
            hard: lifecycle.hard(),
            max_age: max_connection_age,
            transport: self.transport,
        };
        tokio::select! {
            () = report_health(&health, &lifecycle, names) => {}
            () = verifier.follow() => {}
            () = connections.run(listener) => {}
        }
        Ok(())
    }

    /// Adds health and reflection to the routes of the service.
    fn with_own_services(&self, routes: Routes, health: &HealthReporter) -> Result<Routes, ServeError> {
        let builder = || {
            tonic_reflection::server::Builder::configure()
                .register_encoded_file_descriptor_set(self.descriptor)
                .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        };
        let health = tonic_health::server::HealthService::from_health_reporter(health.clone());
        Ok(routes
            .add_service(tonic_health::pb::health_server::HealthServer::new(health))
            .add_service(builder().build_v1()?)
            .add_service(builder().build_v1alpha()?))
    }
}

/// Keeps the health service in step with the readiness, for ever.
///
/// `liveness` is served as long as the process runs; everything else says whether it is ready.
async fn report_health(health: &HealthReporter, lifecycle: &LifecycleHandle, services: Vec<String>) {
    let names: Vec<String> = ["", "readiness", "startup"].into_iter().map(str::to_owned).chain(services).collect();
    health.set_service_status("liveness", ServingStatus::Serving).await;
    let mut ready = lifecycle.readiness().subscribe();
    loop {
        let status = if *ready.borrow_and_update() { ServingStatus::Serving } else { ServingStatus::NotServing };
        for name in &names {
            health.set_service_status(name, status).await;
        }
        if ready.changed().await.is_err() {
            return std::future::pending().await;
        }
    }
}

/// The accept loop and its connections.
///
/// Our own instead of tonic's: its timeout would answer `CANCELLED` before our deadline, its end has no hard limit, and
/// all its connections grow old at the same age.
#[derive(Clone)]
struct Connections {
    stack: Arc<layers::Stack>,
    routes: Routes,
    soft: CancellationToken,
    hard: CancellationToken,
    max_age: Duration,
    transport: Transport,
}

impl Connections {
    async fn run(self, listener: TcpListener) {
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
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection was gone before it was served");
            return;
        }
        let kept = SockRef::from(&stream).try_clone();
        let peer = stream.connect_info();
        match self.transport.clone() {
            Transport::Plain | Transport::Mesh => self.serve(stream, kept, peer, None).await,
            Transport::Mutual(tls) => match timeout(HANDSHAKE, tls.accept(stream)).await.map_err(io::Error::from) {
                Ok(Ok((stream, process))) => self.serve(stream, kept, peer, Some(process.into())).await,
                Ok(Err(error)) | Err(error) => {
                    metrics::counter!("grpc_handshakes_refused_total").increment(1);
                    tracing::warn!(%error, peer = peer.remote_addr().map(tracing::field::display), "a caller did not prove who it is");
                }
            },
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
        let Self { stack, routes, soft, hard, max_age, transport: _ } = self;
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
            .serve_connection(TokioIo::new(stream), service);
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
