//! A service in the test's own process, behind the real layers and a real socket.

use std::{net::SocketAddr, sync::Arc};

use pishkhan_chassis::{
    clock::{Clock, ManualClock},
    config::{DrainConfig, Profile},
    grpc::server::GrpcServer,
    lifecycle::{Lifecycle, LifecycleHandle},
    passport::{Claims, Role, Signer},
};
use tonic::{
    Request, Status,
    metadata::MetadataValue,
    service::{Interceptor, Routes, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};
use uuid::Uuid;

use crate::keys::TestKeys;

/// A served service. It stops when this is dropped.
#[derive(Debug)]
pub struct TestServer {
    service: &'static str,
    address: SocketAddr,
    channel: Channel,
    clock: Arc<ManualClock>,
    lifecycle: Lifecycle,
}

/// A channel whose calls carry a fresh passport: `OrdersServiceClient::new(server.as_seller(id))`.
pub type TestCaller = InterceptedService<Channel, Passport>;

/// Adds a passport to each call, minted at the test clock's present.
#[derive(Debug, Clone)]
pub struct Passport {
    signer: Arc<Signer>,
    clock: Arc<ManualClock>,
    /// Times and id are set for each call.
    claims: Option<Claims>,
}

impl Interceptor for Passport {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let Some(claims) = &self.claims else { return Ok(request) };
        let now = self.clock.now().timestamp();
        let lifetime = claims.exp - claims.iat;
        let claims = Claims { iat: now, exp: now + lifetime, jti: self.clock.new_id(), ..claims.clone() };
        let bearer = format!("Bearer {}", self.signer.sign(&claims));
        let value = MetadataValue::try_from(bearer).map_err(|error| Status::internal(error.to_string()))?;
        request.metadata_mut().insert("authorization", value);
        Ok(request)
    }
}

impl TestServer {
    /// Serves `routes` as `service` (the audience of its passports) on a free port of the loopback, with the descriptor
    /// that names the access rules. Passports are checked against `clock`.
    pub async fn start(
        service: &'static str,
        descriptor: &'static [u8],
        routes: Routes,
        clock: Arc<ManualClock>,
    ) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("the loopback has a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let lifecycle = Lifecycle::new(DrainConfig::for_profile(Profile::Dev));
        let server = GrpcServer::new(descriptor, TestKeys.verifier(service)).clock(clock.clone());
        let handle = lifecycle.handle();
        let serving = server.serve_on(listener, handle.clone(), routes);
        handle.spawn("grpc", async move {
            if let Err(error) = serving.await {
                panic!("the test server cannot serve: {error}");
            }
        });
        let channel = Endpoint::from_shared(format!("http://{address}")).expect("an address is a URL").connect_lazy();
        Self { service, address, channel, clock, lifecycle }
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Spawns background tasks beside the server (relay, consumers); they stop with it.
    pub fn lifecycle(&self) -> LifecycleHandle {
        self.lifecycle.handle()
    }

    /// Calls with the given claims; times and id are made fresh for each call, and the issuer's key signs.
    pub fn with_claims(&self, claims: Claims) -> TestCaller {
        let signer = TestKeys.signer(&claims.iss);
        self.call_with(Passport { signer, clock: self.clock.clone(), claims: Some(claims) })
    }

    /// Calls of a seller, whose user id is the seller's id.
    pub fn as_seller(&self, seller_id: Uuid) -> TestCaller {
        self.with_claims(self.user(seller_id, Role::Seller, Some(seller_id)))
    }

    /// Calls of a seller that is a child of another one.
    pub fn as_child_seller(&self, seller_id: Uuid) -> TestCaller {
        self.with_claims(Claims { child: true, ..self.user(seller_id, Role::Seller, Some(seller_id)) })
    }

    /// Calls of an operator.
    pub fn as_operator(&self) -> TestCaller {
        self.with_claims(self.user(self.clock.new_id(), Role::Operator, None))
    }

    /// Calls of another service, for itself: `as_service("bff")`.
    pub fn as_service(&self, issuer: &str) -> TestCaller {
        self.with_claims(Claims::service(issuer, self.service, self.clock.now(), self.clock.new_id()))
    }

    /// Calls of a tool with these scopes, for one seller or for all.
    pub fn as_tool(&self, scopes: &[&str], seller_id: Option<Uuid>) -> TestCaller {
        let scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
        self.with_claims(Claims::tool("test", scopes, seller_id, self.service, self.clock.now(), self.clock.new_id()))
    }

    /// Calls without a passport.
    pub fn as_nobody(&self) -> TestCaller {
        self.call_with(Passport { signer: TestKeys.signer("bff"), clock: self.clock.clone(), claims: None })
    }

    fn user(&self, user_id: Uuid, role: Role, seller_id: Option<Uuid>) -> Claims {
        Claims::user(user_id, vec![role], seller_id, self.service, self.clock.now(), self.clock.new_id())
    }

    fn call_with(&self, passport: Passport) -> TestCaller {
        InterceptedService::new(self.channel.clone(), passport)
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let handle = self.lifecycle.handle();
        handle.soft().cancel();
        handle.hard().cancel();
    }
}
