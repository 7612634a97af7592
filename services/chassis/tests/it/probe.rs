//! The service under test: what generated code would be, by hand, and a house around it.

use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use chrono::{DateTime, TimeZone, Utc};
use futures_util::{StreamExt, future::BoxFuture, stream::BoxStream};
use http::uri::PathAndQuery;
use pishkhan_chassis::{
    access::Caller,
    clock::{Clock, ManualClock},
    config::{DrainConfig, Profile},
    grpc::{
        Transport,
        client::{Peer, PeerChannel},
        context,
        server::{GrpcServer, ServeError},
    },
    lifecycle::{Lifecycle, LifecycleHandle},
    passport::{Claims, Role, Signer, Verifier},
    telemetry,
};
use tokio::{
    net::TcpListener,
    sync::{Notify, oneshot},
};
use tonic::{Request, Response, Status, body::Body, codegen::Service, server::NamedService, service::Routes};
use tonic_prost::ProstCodec;
use uuid::Uuid;

pub const ASK: &str = "/pishkhan.probe.v1.ProbeService/Ask";
pub const TELL: &str = "/pishkhan.probe.v1.ProbeService/Tell";
pub const WATCH: &str = "/pishkhan.probe.v1.ProbeService/Watch";
pub const OPERATE: &str = "/pishkhan.probe.v1.ProbeService/Operate";
pub const TOIL: &str = "/pishkhan.probe.v1.ProbeService/Toil";

const PROTO: &str = r#"
    syntax = "proto3";
    package pishkhan.probe.v1;
    import "google/protobuf/descriptor.proto";
    import "google/protobuf/wrappers.proto";
    service ProbeService {
      rpc Ask(google.protobuf.StringValue) returns (google.protobuf.StringValue) {
        option idempotency_level = NO_SIDE_EFFECTS;
        option (pishkhan.options.v1.access) = { roles: ["seller"] services: ["bff"] tools: true };
      }
      rpc Tell(stream google.protobuf.StringValue) returns (google.protobuf.StringValue) {
        option (pishkhan.options.v1.access) = { services: ["bff"] };
      }
      rpc Watch(google.protobuf.StringValue) returns (stream google.protobuf.StringValue) {
        option (pishkhan.options.v1.access) = { services: ["bff"] };
      }
      rpc Operate(google.protobuf.StringValue) returns (google.protobuf.StringValue) {
        option (pishkhan.options.v1.access) = { roles: ["operator"] };
      }
      rpc Toil(google.protobuf.StringValue) returns (google.protobuf.StringValue) {
        option (pishkhan.options.v1.access) = { services: ["bff"] max_seconds: 1 };
      }
    }
"#;
const OPTIONS: &str = r#"
    syntax = "proto3";
    package pishkhan.options.v1;
    import "google/protobuf/descriptor.proto";
    message Access {
      repeated string roles = 1;
      repeated string services = 2;
      bool tools = 3;
      uint32 max_request_mib = 4;
      uint32 max_seconds = 5;
      bool no_child_sellers = 6;
    }
    extend google.protobuf.MethodOptions { Access access = 50100; }
"#;

struct Sources;

impl protox::file::FileResolver for Sources {
    fn open_file(&self, name: &str) -> Result<protox::file::File, protox::Error> {
        match name {
            "options.proto" => protox::file::File::from_source(name, OPTIONS),
            "probe.proto" => {
                let source =
                    PROTO.replace("package pishkhan.probe.v1;", "package pishkhan.probe.v1; import \"options.proto\";");
                protox::file::File::from_source(name, &source)
            }
            _ => Err(protox::Error::file_not_found(name)),
        }
    }
}

static DESCRIPTOR: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut resolver = protox::file::ChainFileResolver::new();
    resolver.add(Sources);
    resolver.add(protox::file::GoogleFileResolver::new());
    let mut compiler = protox::Compiler::with_file_resolver(resolver);
    compiler.include_imports(true).open_file("probe.proto").unwrap();
    compiler.encode_file_descriptor_set()
});

/// What the handlers have seen, and how tests hold them.
#[derive(Default)]
pub struct Seen {
    /// Calls that reached a handler.
    pub handled: AtomicUsize,
    /// Handlers that are waiting for `go`.
    pub waiting: AtomicUsize,
    /// Told when a handler begins to wait.
    pub arrived: Notify,
    /// Lets waiting handlers go on.
    pub go: Notify,
}

impl Seen {
    /// Returns once `count` handlers wait.
    pub async fn wait_for(&self, count: usize) {
        loop {
            let arrived = self.arrived.notified();
            if self.waiting.load(Ordering::SeqCst) >= count {
                return;
            }
            arrived.await;
        }
    }
}

#[derive(Clone)]
struct ProbeServer(Arc<Seen>);

impl NamedService for ProbeServer {
    const NAME: &'static str = "pishkhan.probe.v1.ProbeService";
}

async fn answer(seen: Arc<Seen>, request: Request<String>) -> Result<Response<String>, Status> {
    seen.handled.fetch_add(1, Ordering::SeqCst);
    let reply = match request.get_ref().as_str() {
        "wait" => {
            let go = seen.go.notified();
            seen.waiting.fetch_add(1, Ordering::SeqCst);
            seen.arrived.notify_waiters();
            go.await;
            "waited".to_owned()
        }
        "hang" => std::future::pending().await,
        "panic" => panic!("a planted panic"),
        "peer" => request.remote_addr().unwrap().to_string(),
        "caller" => format!("{:?}", Caller::of(&request)?),
        "headers" => format!("{:?}", request.metadata()),
        "remaining" => context::remaining().unwrap().as_millis().to_string(),
        "request id" => context::current().unwrap().request_id,
        "trace" => telemetry::current_traceparent().unwrap_or_default(),
        other => other.to_uppercase(),
    };
    Ok(Response::new(reply))
}

/// One method of the service, as tonic wants it.
struct Method(Arc<Seen>);

impl tonic::server::UnaryService<String> for Method {
    type Response = String;
    type Future = BoxFuture<'static, Result<Response<String>, Status>>;

    fn call(&mut self, request: Request<String>) -> Self::Future {
        Box::pin(answer(Arc::clone(&self.0), request))
    }
}

impl tonic::server::ServerStreamingService<String> for Method {
    type Response = String;
    type ResponseStream = BoxStream<'static, Result<String, Status>>;
    type Future = BoxFuture<'static, Result<Response<Self::ResponseStream>, Status>>;

    fn call(&mut self, request: Request<String>) -> Self::Future {
        // One message, then silence.
        let first = futures_util::stream::once(async move { Ok(request.into_inner()) });
        Box::pin(async move { Ok(Response::new(first.chain(futures_util::stream::pending()).boxed())) })
    }
}

impl tonic::server::ClientStreamingService<String> for Method {
    type Response = String;
    type Future = BoxFuture<'static, Result<Response<String>, Status>>;

    fn call(&mut self, request: Request<tonic::Streaming<String>>) -> Self::Future {
        let seen = Arc::clone(&self.0);
        Box::pin(async move {
            let mut told = 0;
            let mut stream = request.into_inner();
            while let Some(message) = stream.message().await? {
                told += message.len();
                seen.waiting.fetch_add(1, Ordering::SeqCst);
                seen.arrived.notify_waiters();
            }
            Ok(Response::new(told.to_string()))
        })
    }
}

impl Service<http::Request<Body>> for ProbeServer {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let method = Method(Arc::clone(&self.0));
        Box::pin(async move {
            let mut grpc = tonic::server::Grpc::new(ProstCodec::<String, String>::default());
            Ok(match request.uri().path() {
                ASK | OPERATE | TOIL => grpc.unary(method, request).await,
                WATCH => grpc.server_streaming(method, request).await,
                TELL => grpc.client_streaming(method, request).await,
                _ => Status::unimplemented("").into_http(),
            })
        })
    }
}

/// The seller of the tests.
pub const SELLER: Uuid = Uuid::from_u128(0x005e_11e4);

/// The key of an issuer, the same in all tests.
pub fn signer(issuer: &str) -> Signer {
    let mut seed = [1; 32];
    for (place, byte) in seed.iter_mut().zip(issuer.bytes()) {
        *place = byte;
    }
    Signer::from_seed(issuer, format!("{issuer}-1"), &seed)
}

/// The key of a tool of its own.
pub fn ci() -> Signer {
    Signer::from_seed("tool", "tool-ci-1", &[9; 32]).of_tool("ci")
}

fn keys() -> Verifier {
    let keys = ["auth", "bff", "tool"].map(|issuer| signer(issuer).public_key());
    Verifier::new(keys.into_iter().chain([ci().public_key()]), "probe").unwrap()
}

/// A running server.
pub struct House {
    pub address: SocketAddr,
    pub clock: Arc<ManualClock>,
    pub seen: Arc<Seen>,
    pub handle: LifecycleHandle,
    /// What `serve` has returned, once it has.
    pub served: oneshot::Receiver<Result<(), ServeError>>,
    pub lifecycle: Lifecycle,
}

impl House {
    pub async fn new() -> Self {
        Self::with(|server| server).await
    }

    /// The same service again, at the address of one that has gone.
    pub async fn at(address: SocketAddr) -> Self {
        Self::on(TcpListener::bind(address).await.unwrap(), keys(), |server| server)
    }

    pub async fn with(configure: impl FnOnce(GrpcServer) -> GrpcServer) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.unwrap(), keys(), configure)
    }

    /// With these keys instead of the usual ones.
    pub async fn with_keys(verifier: Verifier) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.unwrap(), verifier, |server| server)
    }

    fn on(listener: TcpListener, verifier: Verifier, configure: impl FnOnce(GrpcServer) -> GrpcServer) -> Self {
        let clock = ManualClock::at(Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap());
        let seen = Arc::<Seen>::default();
        let stack = configure(GrpcServer::new(&DESCRIPTOR, verifier).clock(clock.clone()));
        let drain = Duration::from_millis(300);
        let lifecycle = Lifecycle::new(DrainConfig { drain, ..DrainConfig::for_profile(Profile::Dev) });
        let handle = lifecycle.handle();
        let address = listener.local_addr().unwrap();
        let (ended, served) = oneshot::channel();
        let serving = stack.serve_on(listener, handle.clone(), Routes::new(ProbeServer(Arc::clone(&seen))));
        handle.spawn("grpc", async move {
            // Nobody listens in the tests that do not ask how serving ended.
            drop(ended.send(serving.await));
        });
        Self { address, clock, seen, handle, served, lifecycle }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The BFF as a peer of the server.
    pub fn peer(&self) -> Peer {
        self.peer_of("bff", &Transport::Plain)
    }

    /// A process as a peer of the server, through this transport.
    pub fn peer_of(&self, process: &str, transport: &Transport) -> Peer {
        let scheme = if *transport == Transport::Plain { "http" } else { "https" };
        let url = format!("{scheme}://{}", self.address);
        let peer = Peer::connect(&url, "probe", Arc::new(signer(process)), transport).unwrap();
        let peer = peer.with_clock(self.clock.clone());
        peer.with_contract(&DESCRIPTOR).unwrap()
    }

    /// A seller's passport.
    pub fn seller(&self) -> Claims {
        Claims::user(Uuid::from_u128(7), vec![Role::Seller], Some(SELLER), "probe", self.now(), self.clock.new_id())
    }

    /// Calls `Ask` on a plain channel with exactly these headers.
    pub async fn ask_raw(&self, question: &str, headers: &[(&'static str, &str)]) -> Result<Response<String>, Status> {
        let channel =
            tonic::transport::Endpoint::from_shared(format!("http://{}", self.address)).unwrap().connect_lazy();
        let mut request = Request::new(question.to_owned());
        for (name, value) in headers {
            request.metadata_mut().append(*name, value.parse().unwrap());
        }
        let mut client = tonic::client::Grpc::new(channel);
        client.ready().await.unwrap();
        client.unary(request, PathAndQuery::from_static(ASK), ProstCodec::<String, String>::default()).await
    }

    /// Calls `Ask` over bare HTTP/2, without any client that would watch the time itself; the status of the answer.
    pub async fn ask_bare(&self, headers: &[(&'static str, &str)]) -> Status {
        let stream = tokio::net::TcpStream::connect(self.address).await.unwrap();
        let io = hyper_util::rt::TokioIo::new(stream);
        let (mut sender, connection) =
            hyper::client::conn::http2::handshake(hyper_util::rt::TokioExecutor::new(), io).await.unwrap();
        let mut request = http::Request::post(format!("http://{}{ASK}", self.address))
            .header("content-type", "application/grpc")
            .header("te", "trailers");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        // An empty message: no compression, no bytes.
        let body = http_body_util::Full::new(bytes::Bytes::from_static(&[0; 5]));
        let response = tokio::select! {
            response = sender.send_request(request.body(body).unwrap()) => response.unwrap(),
            ended = connection => panic!("the connection ended: {ended:?}"),
        };
        Status::from_header_map(response.headers()).unwrap()
    }

    /// Calls `Ask` with a passport of these claims, signed by their issuer.
    pub async fn ask_as(&self, claims: &Claims, question: &str) -> Result<Response<String>, Status> {
        let token = format!("Bearer {}", signer(&claims.iss).sign(claims));
        self.ask_raw(question, &[("authorization", &token)]).await
    }
}

/// Calls a unary method through a peer's channel.
pub async fn call(channel: PeerChannel, path: &str, question: &str) -> Result<Response<String>, Status> {
    let mut client = tonic::client::Grpc::new(channel);
    client.ready().await.unwrap();
    let request = Request::new(question.to_owned());
    client.unary(request, path.parse::<PathAndQuery>().unwrap(), ProstCodec::<String, String>::default()).await
}

/// Calls `Ask` through a peer's channel.
pub async fn ask(channel: PeerChannel, question: &str) -> Result<String, Status> {
    call(channel, ASK, question).await.map(Response::into_inner)
}
