//! Who gets through to a service that `TestServer` serves.

use std::sync::LazyLock;

use chrono::TimeDelta;
use http::uri::PathAndQuery;
use pishkhan_chassis::{
    clock::ManualClock,
    grpc::{Transport, client::Peer},
    passport::{Claims, Role},
};
use pishkhan_testkit::{TestCaller, TestKeys, TestServer, noon};
use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver};
use tonic::{Code, Request, client::Grpc, service::Routes};
use tonic_prost::ProstCodec;
use uuid::Uuid;

const SELL: &str = "/pishkhan.shop.v1.ShopService/Sell";
const OPERATE: &str = "/pishkhan.shop.v1.ShopService/Operate";
const ASK: &str = "/pishkhan.shop.v1.ShopService/Ask";

const OPTIONS: &str = r#"syntax = "proto3"; package pishkhan.options.v1; import "google/protobuf/descriptor.proto";
    message Access { repeated string roles = 1; repeated string services = 2; bool tools = 3; }
    extend google.protobuf.MethodOptions { Access access = 50100; }"#;
const SHOP: &str = r#"syntax = "proto3"; package pishkhan.shop.v1;
    import "options.proto"; import "google/protobuf/wrappers.proto";
    service ShopService {
      rpc Sell(google.protobuf.StringValue) returns (google.protobuf.StringValue) { option (pishkhan.options.v1.access) = { roles: ["seller"] tools: true }; }
      rpc Operate(google.protobuf.StringValue) returns (google.protobuf.StringValue) { option (pishkhan.options.v1.access) = { roles: ["operator"] }; }
      rpc Ask(google.protobuf.StringValue) returns (google.protobuf.StringValue) { option (pishkhan.options.v1.access) = { services: ["bff"] }; }
    }"#;

struct Sources;

impl FileResolver for Sources {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        match name {
            "options.proto" => File::from_source(name, OPTIONS),
            "shop.proto" => File::from_source(name, SHOP),
            _ => Err(protox::Error::file_not_found(name)),
        }
    }
}

static DESCRIPTOR: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut resolver = ChainFileResolver::new();
    resolver.add(Sources);
    resolver.add(GoogleFileResolver::new());
    let mut compiler = protox::Compiler::with_file_resolver(resolver);
    compiler.include_imports(true).open_file("shop.proto").unwrap();
    compiler.encode_file_descriptor_set()
});

async fn shop() -> (TestServer, std::sync::Arc<ManualClock>) {
    let clock = ManualClock::at(noon());
    (TestServer::start("orders", &DESCRIPTOR, Routes::default(), clock.clone()).await, clock)
}

/// The code of a call. No handler is there, so who gets through meets `UNIMPLEMENTED`.
async fn call(caller: TestCaller, path: &'static str) -> Code {
    let mut client = Grpc::new(caller);
    client.ready().await.unwrap();
    let request = Request::new("hello".to_owned());
    let reply = client.unary(request, PathAndQuery::from_static(path), ProstCodec::<String, String>::default()).await;
    reply.unwrap_err().code()
}

#[tokio::test]
async fn each_kind_of_caller_gets_where_it_may() {
    let (server, _clock) = shop().await;
    let seller = Uuid::from_u128(1);
    let (allowed, refused, unknown) = (Code::Unimplemented, Code::PermissionDenied, Code::Unauthenticated);
    let expected = [
        (server.as_seller(seller), [allowed, refused, refused]),
        (server.as_child_seller(seller), [allowed, refused, refused]),
        (server.as_operator(), [refused, allowed, refused]),
        (server.as_service("bff"), [refused, refused, allowed]),
        (server.as_service("reports"), [refused, refused, refused]),
        (server.as_tool(&["*"], None), [allowed, refused, refused]),
        (server.as_tool(&["catalogue.*"], Some(seller)), [refused, refused, refused]),
        (server.as_nobody(), [unknown, unknown, unknown]),
    ];
    for (number, (caller, codes)) in expected.into_iter().enumerate() {
        for (path, code) in [SELL, OPERATE, ASK].into_iter().zip(codes) {
            assert_eq!(call(caller.clone(), path).await, code, "caller {number}, {path}");
        }
    }
}

#[tokio::test]
async fn passports_are_fresh_whatever_the_clock_shows() {
    let (server, clock) = shop().await;
    let caller = server.as_operator();
    for step in [TimeDelta::days(400), TimeDelta::days(-800)] {
        clock.advance(step);
        assert_eq!(call(caller.clone(), OPERATE).await, Code::Unimplemented);
    }
}

#[tokio::test]
async fn claims_that_an_issuer_may_not_make_do_not_get_through() {
    let (server, _clock) = shop().await;
    let wrong_audience = Claims::service("bff", "catalogue", noon(), Uuid::nil());
    let forged_role = Claims { roles: vec![Role::Operator], ..Claims::service("bff", "orders", noon(), Uuid::nil()) };
    for claims in [wrong_audience, forged_role] {
        assert_eq!(call(server.with_claims(claims), ASK).await, Code::Unauthenticated);
    }
}

#[tokio::test]
async fn a_real_peer_reaches_it_with_the_test_keys() {
    let (server, clock) = shop().await;
    let peer =
        Peer::connect(&server.url(), "orders", TestKeys.signer("bff"), &Transport::Plain).unwrap().with_clock(clock);
    let mut client = Grpc::new(peer.channel());
    client.ready().await.unwrap();
    let request = Request::new("hello".to_owned());
    let reply = client.unary(request, PathAndQuery::from_static(ASK), ProstCodec::<String, String>::default()).await;
    assert_eq!(reply.unwrap_err().code(), Code::Unimplemented);
}
