use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::TimeZone;

use super::*;
use crate::{
    clock::{Clock, ManualClock},
    grpc::context::RequestContext,
    passport::Verifier,
};

fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap()
}

fn identity(clock: Arc<ManualClock>, tool: Option<Tool>, issuer: &str) -> Identity {
    let signer = Arc::new(Signer::from_seed(issuer, "k", &[3; 32]));
    Identity { signer, clock, tool, minted: Mutex::default() }
}

fn claims(header: &HeaderValue, clock: &ManualClock, issuer: &str) -> Claims {
    let verifier = Verifier::new([Signer::from_seed(issuer, "k", &[3; 32]).public_key()], "catalogue").unwrap();
    verifier.verify(header.to_str().unwrap().strip_prefix("Bearer ").unwrap(), clock.now()).unwrap()
}

#[test]
fn a_minted_passport_is_reused_for_half_its_life() {
    let clock = ManualClock::at(noon());
    let identity = identity(Arc::clone(&clock), None, "orders");
    let first = identity.passport("catalogue").unwrap();
    assert!(first.is_sensitive());
    assert_eq!(claims(&first, &clock, "orders").sub, "service:orders");
    clock.advance(TimeDelta::seconds(29));
    assert_eq!(identity.passport("catalogue").unwrap(), first);
    clock.advance(TimeDelta::seconds(1));
    let second = identity.passport("catalogue").unwrap();
    assert_ne!(second, first);
    clock.set(noon() - TimeDelta::hours(1));
    assert_ne!(identity.passport("catalogue").unwrap(), second, "a clock that went back needs a new one");
}

#[test]
fn a_tool_names_itself_and_its_scopes() {
    let clock = ManualClock::at(noon());
    let seller_id = Some(Uuid::from_u128(5));
    let tool = Tool { name: "ctl".to_owned(), scopes: vec!["orders.*".to_owned()], seller_id };
    let claims_of =
        |tool| claims(&identity(Arc::clone(&clock), tool, "tool").passport("catalogue").unwrap(), &clock, "tool");
    let named = claims_of(Some(tool));
    assert_eq!(
        (named.sub.as_str(), named.scopes, named.seller_id),
        ("tool:ctl", vec!["orders.*".to_owned()], seller_id)
    );
    assert!(claims_of(None).scopes.is_empty(), "a tool without scopes may call nothing");
}

#[tokio::test(start_paused = true)]
async fn the_shortest_of_all_deadlines_counts() {
    let headers = |timeout: Option<Duration>| {
        timeout.map(|timeout| (deadline::HEADER, deadline::write(timeout))).into_iter().collect()
    };
    let ambient = |left: Option<u64>| Ambient {
        request_id: None,
        deadline: left.map(|left| Instant::now() + Duration::from_millis(left)),
        traceparent: None,
        passport: None,
    };
    let left = |ambient: Ambient, own: Option<u64>, default: Option<u64>| {
        let own: HeaderMap = headers(own.map(Duration::from_millis));
        ambient.deadline_of(&own, default.map(Duration::from_millis)).map(|at| (at - Instant::now()).as_millis())
    };
    assert_eq!(left(ambient(None), None, None), None);
    assert_eq!(left(ambient(None), None, Some(3_000)), Some(3_000));
    assert_eq!(left(ambient(None), Some(700), Some(3_000)), Some(700));
    assert_eq!(left(ambient(None), Some(9_000), Some(3_000)), Some(3_000));
    assert_eq!(left(ambient(Some(1_000)), Some(9_000), Some(3_000)), Some(900), "100 ms are the caller's own");
    assert_eq!(left(ambient(Some(1_000)), None, None), Some(900));
}

#[tokio::test]
async fn a_call_that_cannot_be_answered_in_time_is_not_sent() {
    let signer = Arc::new(Signer::from_seed("bff", "k", &[3; 32]));
    let peer = Peer::connect("http://127.0.0.1:9", "orders", signer, &Transport::Plain).unwrap();
    let context = RequestContext::new("r1").with_timeout(Duration::from_millis(140));
    let status = context::scope(context, peer.check_health()).await.unwrap_err();
    assert_eq!(status.code(), Code::DeadlineExceeded);
    assert_eq!(status.message(), "the deadline passed before the call was sent");
}

#[tokio::test]
async fn a_peer_that_is_not_there_is_unavailable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let peer =
        Peer::connect(&url, "orders", Arc::new(Signer::from_seed("bff", "k", &[3; 32])), &Transport::Plain).unwrap();
    for _ in 0..3 {
        let status = peer.check_health().await.unwrap_err();
        assert_eq!((status.code(), errors::reason(&status).as_deref()), (Code::Unavailable, Some("DEPENDENCY_DOWN")));
    }
}

#[tokio::test]
async fn a_peer_that_dies_while_its_reply_is_read_is_unavailable() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let dies = async || {
        let (stream, _) = listener.accept().await.unwrap();
        let mut connection = h2::server::handshake(stream).await.unwrap();
        let (_request, mut respond) = connection.accept().await.unwrap().unwrap();
        let head = Response::builder().header("content-type", "application/grpc").body(()).unwrap();
        let _body = respond.send_response(head, false).unwrap();
        // Until the head is on its way; then the kernel closes what the process held.
        let _ = tokio::time::timeout(Duration::from_millis(50), connection.accept()).await;
    };
    for timeout in [Some(Duration::from_secs(3)), None] {
        let peer = Peer::connect(&url, "orders", Arc::new(Signer::from_seed("bff", "k", &[3; 32])), &Transport::Plain)
            .unwrap();
        let peer = timeout.map_or_else(|| peer.clone().without_timeout(), |timeout| peer.clone().with_timeout(timeout));
        let (answer, ()) = tokio::join!(peer.check_health(), dies());
        let status = answer.unwrap_err();
        assert_eq!((status.code(), errors::reason(&status).as_deref()), (Code::Unavailable, Some("DEPENDENCY_DOWN")));
    }
}

async fn attempts(code: Code, left: Option<Duration>) -> usize {
    let calls = AtomicUsize::new(0);
    let work = retry_unavailable(|| {
        calls.fetch_add(1, Ordering::Relaxed);
        async move { Err::<(), _>(Status::new(code, "x")) }
    });
    let context = RequestContext::new("r1");
    let context = match left {
        Some(left) => context.with_timeout(left),
        None => context,
    };
    assert_eq!(context::scope(context, work).await.unwrap_err().code(), code);
    calls.load(Ordering::Relaxed)
}

#[tokio::test(start_paused = true)]
async fn only_unavailable_is_retried_and_only_within_the_time() {
    assert_eq!(attempts(Code::Unavailable, None).await, 3);
    assert_eq!(attempts(Code::Unavailable, Some(Duration::from_secs(2))).await, 3);
    assert_eq!(attempts(Code::Unavailable, Some(Duration::from_millis(150))).await, 1);
    for code in [Code::Internal, Code::DeadlineExceeded, Code::ResourceExhausted, Code::Aborted] {
        assert_eq!(attempts(code, None).await, 1, "{code:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_retry_that_succeeds_is_the_answer() {
    let calls = AtomicUsize::new(0);
    let answer = retry_unavailable(|| {
        let call = calls.fetch_add(1, Ordering::Relaxed);
        async move { if call == 0 { Err(Status::unavailable("x")) } else { Ok(call) } }
    });
    assert_eq!(answer.await.unwrap(), 1);
}
