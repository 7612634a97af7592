use std::{collections::BTreeSet, time::Duration};

use http::uri::PathAndQuery;
use pishkhan_chassis::{
    errors::reason,
    grpc::{
        client::retry_unavailable,
        context::{self, RequestContext},
    },
};
use std::sync::atomic::Ordering;
use tokio::time::Instant;
use tonic::{Code, Request};
use tonic_prost::ProstCodec;

use crate::probe::{House, TOIL, WATCH, ask, call};

#[tokio::test]
async fn a_deadline_that_has_passed_on_arrival_reaches_no_handler() {
    let house = House::new().await;
    let token = format!("Bearer {}", crate::probe::signer("auth").sign(&house.seller()));
    for timeout in ["0S", "0m", "0n"] {
        let refused = house.ask_bare(&[("authorization", &token), ("grpc-timeout", timeout)]).await;
        assert_eq!((refused.code(), reason(&refused).as_deref()), (Code::DeadlineExceeded, Some("DEADLINE_EXCEEDED")));
        assert_eq!(refused.message(), "the deadline passed before the call arrived");
    }
    assert_eq!(house.seen.handled.load(Ordering::SeqCst), 0);
    assert_eq!(house.ask_bare(&[("grpc-timeout", "5S")]).await.code(), Code::Unauthenticated, "the bare client works");
}

#[tokio::test]
async fn a_slow_handler_is_cut_off_by_the_callers_deadline() {
    let house = House::new().await;
    let peer = house.peer().with_timeout(Duration::from_millis(120));
    let start = Instant::now();
    let late = ask(peer.channel(), "hang").await.unwrap_err();
    assert_eq!((late.code(), reason(&late).as_deref()), (Code::DeadlineExceeded, Some("DEADLINE_EXCEEDED")));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_slow_handler_is_cut_off_by_the_server_itself() {
    let house = House::with(|server| server.max_deadline(Duration::from_millis(80))).await;
    let late = ask(house.peer().without_timeout().channel(), "hang").await.unwrap_err();
    assert_eq!((late.code(), reason(&late).as_deref()), (Code::DeadlineExceeded, Some("DEADLINE_EXCEEDED")));
    assert_eq!(late.message(), "the deadline passed before the call was answered");
}

#[tokio::test]
async fn a_method_that_takes_longer_has_a_time_of_its_own() {
    let house = House::with(|server| server.max_deadline(Duration::from_millis(80))).await;
    let patient = house.peer().without_timeout();
    let start = Instant::now();
    let late = call(patient.channel(), TOIL, "hang").await.unwrap_err();
    assert_eq!((late.code(), reason(&late).as_deref()), (Code::DeadlineExceeded, Some("DEADLINE_EXCEEDED")));
    assert!(start.elapsed() >= Duration::from_millis(900), "{:?}: not the server's time", start.elapsed());
    // Who asks for less gets less.
    let start = Instant::now();
    let hasty = house.peer().with_timeout(Duration::from_millis(120));
    assert_eq!(call(hasty.channel(), TOIL, "hang").await.unwrap_err().code(), Code::DeadlineExceeded);
    assert!(start.elapsed() < Duration::from_millis(900), "{:?}", start.elapsed());
}

#[tokio::test]
async fn the_time_left_travels_with_the_call() {
    let house = House::new().await;
    let context = RequestContext::new("r1").with_timeout(Duration::from_millis(1_100));
    let left: u64 = context::scope(context, ask(house.peer().channel(), "remaining")).await.unwrap().parse().unwrap();
    assert!((500..=1_000).contains(&left), "{left} ms were left, 100 of 1,100 are the caller's own");
    let plain: u64 = ask(house.peer().channel(), "remaining").await.unwrap().parse().unwrap();
    assert!((2_000..=3_000).contains(&plain), "{plain}");
}

#[tokio::test]
async fn the_request_id_travels_with_the_call() {
    let house = House::new().await;
    let id = context::scope(RequestContext::new("0192-web"), ask(house.peer().channel(), "request id")).await.unwrap();
    assert_eq!(id, "0192-web");
    let fresh = ask(house.peer().channel(), "request id").await.unwrap();
    assert_eq!(fresh.len(), 36, "{fresh}");
}

#[tokio::test]
async fn a_silent_stream_ends_with_the_deadline_and_lives_without_one() {
    let house = House::new().await;
    let open = async |peer: pishkhan_chassis::grpc::client::Peer| {
        let mut client = tonic::client::Grpc::new(peer.channel());
        client.ready().await.unwrap();
        let path = PathAndQuery::from_static(WATCH);
        let request = Request::new("first".to_owned());
        client.server_streaming(request, path, ProstCodec::<String, String>::default()).await.unwrap().into_inner()
    };
    let mut limited = open(house.peer().with_timeout(Duration::from_secs(1))).await;
    assert_eq!(limited.message().await.unwrap().as_deref(), Some("first"));
    assert_eq!(limited.message().await.unwrap_err().code(), Code::DeadlineExceeded);
    let mut endless = open(house.peer().without_timeout()).await;
    assert_eq!(endless.message().await.unwrap().as_deref(), Some("first"));
    assert!(tokio::time::timeout(Duration::from_millis(400), endless.message()).await.is_err(), "nothing ends it");
}

#[tokio::test]
async fn a_panic_is_an_internal_error_and_the_connection_lives() {
    let house = House::new().await;
    let channel = house.peer().channel();
    let failed = ask(channel.clone(), "panic").await.unwrap_err();
    assert_eq!((failed.code(), reason(&failed).as_deref()), (Code::Internal, Some("INTERNAL")));
    assert!(!failed.message().contains("planted"), "the cause stays inside: {failed}");
    assert_eq!(ask(channel, "hello").await.unwrap(), "HELLO");
}

#[tokio::test]
async fn calls_go_on_while_connections_grow_old() {
    let house = House::with(|server| server.max_connection_age(Duration::from_millis(30))).await;
    let channel = house.peer().channel();
    let start = Instant::now();
    let (mut answered, mut connections) = (0, BTreeSet::new());
    while start.elapsed() < Duration::from_millis(300) || answered < 40 {
        connections.insert(retry_unavailable(|| ask(channel.clone(), "peer")).await.unwrap());
        answered += 1;
    }
    assert!(connections.len() > 1, "all {answered} calls came over one connection");
}

#[tokio::test]
async fn a_peer_that_comes_back_is_found_again() {
    let mut house = House::new().await;
    let channel = house.peer().channel();
    assert_eq!(ask(channel.clone(), "hello").await.unwrap(), "HELLO");
    house.handle.soft().cancel();
    (&mut house.served).await.unwrap().unwrap();
    let down = ask(channel.clone(), "hello").await.unwrap_err();
    assert_eq!((down.code(), reason(&down).as_deref()), (Code::Unavailable, Some("DEPENDENCY_DOWN")));
    let back = House::at(house.address).await;
    let reply = retry_unavailable(|| call(channel.clone(), crate::probe::ASK, "hello")).await.unwrap();
    assert_eq!(reply.into_inner(), "HELLO");
    assert_eq!(back.seen.handled.load(Ordering::SeqCst), 1);
}
