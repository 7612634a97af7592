use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use pishkhan_chassis::{
    config::Profile,
    errors::{details, reason},
    grpc::{MAX_REQUEST_BYTES, client::with_passport},
    passport::{Claims, Role},
};
use std::sync::atomic::Ordering;
use tonic::{Code, Status};
use tonic_reflection::pb::v1::{
    ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
    server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
};
use uuid::Uuid;

use crate::probe::{House, OPERATE, SELLER, ask, call, signer};

fn told(status: &Status) -> (Code, Option<String>) {
    (status.code(), reason(status))
}

#[tokio::test]
async fn a_seller_is_known_to_the_handler_and_the_passport_is_not() {
    let house = House::new().await;
    let reply = house.ask_as(&house.seller(), "caller").await.unwrap();
    let id = reply.metadata().get("x-request-id").unwrap().to_str().unwrap().to_owned();
    let caller = reply.into_inner();
    assert!(caller.contains("kind: User") && caller.contains(&SELLER.to_string()) && caller.contains(&id), "{caller}");
    let headers = house.ask_as(&house.seller(), "headers").await.unwrap().into_inner();
    assert!(!headers.contains("authorization"), "{headers}");
}

#[tokio::test]
async fn without_a_good_passport_nobody_gets_in() {
    let house = House::new().await;
    let sign = |issuer: &str, claims: &Claims| signer(issuer).sign(claims);
    let good = sign("auth", &house.seller());
    let body = good.split('.').nth(1).unwrap();
    let none = BASE64_URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"pishkhan+jwt","kid":"auth-1"}"#);
    let expired = Claims { iat: house.seller().iat - 120, exp: house.seller().exp - 120, ..house.seller() };
    let stranger = pishkhan_chassis::passport::Signer::from_seed("auth", "auth-1", &[42; 32]);
    for (what, token) in [
        ("nothing", String::new()),
        ("no bearer", good.clone()),
        ("alg none", format!("Bearer {none}.{body}.")),
        ("expired", format!("Bearer {}", sign("auth", &expired))),
        ("wrong audience", format!("Bearer {}", sign("auth", &Claims { aud: "orders".to_owned(), ..house.seller() }))),
        ("other issuer's key", format!("Bearer {}", sign("bff", &house.seller()))),
        ("a stranger's key of the same name", format!("Bearer {}", stranger.sign(&house.seller()))),
    ] {
        let headers = [("authorization", token.as_str())];
        let headers = if token.is_empty() { &[] } else { &headers[..] };
        let refused = house.ask_raw("hello", headers).await.unwrap_err();
        assert_eq!(told(&refused), (Code::Unauthenticated, Some("PASSPORT_INVALID".to_owned())), "{what}");
        assert_eq!(refused.message(), "a valid passport is needed", "{what}: the caller learns no more");
    }
    let bearer = format!("Bearer {good}");
    let twice = [("authorization", bearer.as_str()), ("authorization", bearer.as_str())];
    assert_eq!(house.ask_raw("hello", &twice).await.unwrap_err().code(), Code::Unauthenticated);
    assert_eq!(house.seen.handled.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_passport_ends_while_the_connection_lives() {
    let house = House::new().await;
    let (claims, channel) = (house.seller(), house.peer().channel());
    let token = signer("auth").sign(&claims);
    with_passport(token.clone(), ask(channel.clone(), "hello")).await.unwrap();
    house.clock.advance(TimeDelta::minutes(2));
    assert_eq!(with_passport(token, ask(channel.clone(), "hello")).await.unwrap_err().code(), Code::Unauthenticated);
    assert_eq!(ask(channel, "hello").await.unwrap(), "HELLO", "the process's own passport is renewed");
}

#[tokio::test]
async fn access_is_denied_by_default() {
    let house = House::new().await;
    let refused = call(house.peer().channel(), OPERATE, "hello").await.unwrap_err();
    assert_eq!(told(&refused), (Code::PermissionDenied, Some("FORBIDDEN".to_owned())));
    let unknown = call(house.peer().channel(), "/pishkhan.probe.v1.ProbeService/Forgotten", "hello").await.unwrap_err();
    assert_eq!(told(&unknown), (Code::PermissionDenied, Some("FORBIDDEN".to_owned())));
    let seller = signer("auth").sign(&house.seller());
    let refused = with_passport(seller, call(house.peer().channel(), OPERATE, "hello")).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(house.seen.handled.load(Ordering::SeqCst), 0);
    let operator = Claims { roles: vec![Role::Operator], seller_id: None, ..house.seller() };
    let allowed = with_passport(signer("auth").sign(&operator), call(house.peer().channel(), OPERATE, "hello")).await;
    assert_eq!(allowed.unwrap().into_inner(), "HELLO");
}

#[tokio::test]
async fn a_tool_needs_a_scope_that_covers_the_method() {
    let house = House::new().await;
    let tool = |scope: &str| Claims::tool("ctl", vec![scope.to_owned()], None, "probe", house.now(), Uuid::nil());
    assert_eq!(house.ask_as(&tool("orders.*"), "hello").await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(house.ask_as(&tool("probe.*"), "hello").await.unwrap().into_inner(), "HELLO");
}

#[tokio::test]
async fn health_follows_readiness_and_needs_no_passport() {
    let house = House::new().await;
    let peer = house.peer();
    peer.check_health().await.unwrap();
    let latch = house.handle.readiness().latch("database");
    let health = async |service: &str| {
        let channel =
            tonic::transport::Endpoint::from_shared(format!("http://{}", house.address)).unwrap().connect_lazy();
        let request = tonic_health::pb::HealthCheckRequest { service: service.to_owned() };
        let mut client = tonic_health::pb::health_client::HealthClient::new(channel);
        client.check(request).await.unwrap().into_inner().status().as_str_name()
    };
    for (service, status) in [
        ("", "NOT_SERVING"),
        ("readiness", "NOT_SERVING"),
        ("liveness", "SERVING"),
        ("pishkhan.probe.v1.ProbeService", "NOT_SERVING"),
    ] {
        assert_eq!(health(service).await, status, "{service}");
    }
    let refused = peer.check_health().await.unwrap_err();
    assert_eq!(told(&refused), (Code::Unavailable, Some("DEPENDENCY_DOWN".to_owned())));
    latch.release();
    assert_eq!(health("pishkhan.probe.v1.ProbeService").await, "SERVING");
}

async fn reflect(house: &House, claims: Option<&Claims>) -> Result<Vec<String>, Status> {
    let channel = tonic::transport::Endpoint::from_shared(format!("http://{}", house.address)).unwrap().connect_lazy();
    let list = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut request = tonic::Request::new(futures_util::stream::iter([list]));
    if let Some(claims) = claims {
        let token = format!("Bearer {}", signer(&claims.iss).sign(claims));
        request.metadata_mut().insert("authorization", token.parse().unwrap());
    }
    let mut replies = ServerReflectionClient::new(channel).server_reflection_info(request).await?.into_inner();
    let reply = replies.message().await?.unwrap().message_response.unwrap();
    let MessageResponse::ListServicesResponse(list) = reply else { panic!("unexpected {reply:?}") };
    Ok(list.service.into_iter().map(|service| service.name).collect())
}

#[tokio::test]
async fn reflection_is_for_operators_and_tools_or_for_all_in_dev() {
    let house = House::new().await;
    assert_eq!(reflect(&house, None).await.unwrap_err().code(), Code::Unauthenticated);
    assert_eq!(reflect(&house, Some(&house.seller())).await.unwrap_err().code(), Code::PermissionDenied);
    let tool = Claims::tool("ctl", Vec::new(), None, "probe", house.now(), Uuid::nil());
    let operator = Claims { roles: vec![Role::Operator], seller_id: None, ..house.seller() };
    for allowed in [tool, operator] {
        let services = reflect(&house, Some(&allowed)).await.unwrap();
        assert!(services.contains(&"pishkhan.probe.v1.ProbeService".to_owned()), "{services:?}");
    }
    let dev = House::with(|server| server.profile(Profile::Dev)).await;
    assert!(reflect(&dev, None).await.is_ok());
}

#[tokio::test]
async fn requests_have_a_size_limit() {
    let house = House::new().await;
    let fits = "x".repeat(MAX_REQUEST_BYTES - 16);
    assert_eq!(ask(house.peer().channel(), &fits).await.unwrap().len(), fits.len());
    let refused = ask(house.peer().channel(), &"x".repeat(MAX_REQUEST_BYTES + 1)).await.unwrap_err();
    assert_eq!(told(&refused), (Code::InvalidArgument, Some("INVALID_FIELD".to_owned())));
    assert_eq!(details(&refused).fields[0].problem, "TOO_LARGE");
}
