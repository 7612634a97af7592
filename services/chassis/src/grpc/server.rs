//! The gRPC server: one stack for all services.
//!
//! Outermost first: a panic becomes `INTERNAL`; request id; span and metrics; bounded concurrency (`RESOURCE_EXHAUSTED`);
//! deadline (`DEADLINE_EXCEEDED`, refused on arrival if it has passed); passport and access; size of the request.
//! Health is served beside it to anybody who may connect, also on a port of its own; reflection to operators and tools
//! (to anybody in dev).

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use futures_util::future::OptionFuture;
use tokio::{net::TcpListener, sync::Semaphore};
use tonic::service::Routes;
use tonic_health::{
    ServingStatus,
    pb::health_server::HealthServer,
    server::{HealthReporter, HealthService},
};

use crate::{
    access::{AccessError, AccessTable},
    clock::{SharedClock, SystemClock},
    config::{ProcessConfig, Profile},
    grpc::Transport,
    lifecycle::LifecycleHandle,
    listen,
    passport::Verifier,
};

mod connections;
mod layers;
mod telemetry;

use connections::Connections;
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
/// Connections that may be open at once while their callers prove who they are.
const UNPROVEN: usize = 256;
/// Connections that may be open at once for health alone, where nobody proves anything.
const PROBES: usize = 64;
/// How long one of these may last: a probe asks once.
const PROBE: Duration = Duration::from_secs(5);

/// The server cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// It is configured as a process that serves no gRPC.
    #[error("{0} serves no gRPC")]
    NoServer(&'static str),
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
    health_listen: Option<SocketAddr>,
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
            health_listen: None,
        }
    }

    /// A server as the process is configured: its profile, its transport, and the keyring for its own name.
    pub fn from_config(config: &ProcessConfig, descriptor: &'static [u8]) -> Result<Self, ServeError> {
        let verifier = config.verifier.clone().ok_or(ServeError::NoServer(config.service))?;
        let server = Self::new(descriptor, verifier).profile(config.profile).transport(config.transport.clone());
        Ok(Self { health_listen: config.health_listen, ..server })
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

    /// Also answers health alone, in clear and to anybody, at this address: a kubelet's probe speaks no TLS.
    #[must_use]
    pub const fn health_listen(mut self, address: SocketAddr) -> Self {
        self.health_listen = Some(address);
        self
    }

    /// Binds `address` and serves until the end of the lifecycle.
    pub async fn serve(
        self,
        address: SocketAddr,
        lifecycle: LifecycleHandle,
        routes: Routes,
    ) -> Result<(), ServeError> {
        self.serve_on(bind(address)?, lifecycle, routes).await
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
        let probes = match self.health_listen {
            Some(address) => Some(bind(address)?),
            None => None,
        };
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
        let unproven = match self.transport {
            Transport::Plain | Transport::Mesh => Semaphore::MAX_PERMITS,
            Transport::Mutual(_) => UNPROVEN,
        };
        let connections = Connections {
            stack,
            routes: routes.prepare(),
            soft: lifecycle.soft(),
            hard: lifecycle.hard(),
            max_age: max_connection_age,
            transport: self.transport,
            unproven: Arc::new(Semaphore::new(unproven)),
            at_most: None,
        };
        let probes = probes.map(|listener| {
            let health = HealthServer::new(HealthService::from_health_reporter(health.clone()));
            let alone = Connections {
                routes: Routes::new(health).prepare(),
                transport: Transport::Plain,
                unproven: Arc::new(Semaphore::new(PROBES)),
                at_most: Some(PROBE),
                ..connections.clone()
            };
            alone.run(listener)
        });
        tokio::select! {
            () = report_health(&health, &lifecycle, names) => {}
            () = verifier.follow() => {}
            _ended = async { tokio::join!(connections.run(listener), OptionFuture::from(probes)) } => {}
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
        let health = HealthService::from_health_reporter(health.clone());
        Ok(routes
            .add_service(HealthServer::new(health))
            .add_service(builder().build_v1()?)
            .add_service(builder().build_v1alpha()?))
    }
}

fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let bound = listen::bind(address).and_then(TcpListener::from_std);
    bound.map_err(|source| ServeError::Bind { address, source })
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
