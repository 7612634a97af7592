use std::time::Duration;

use pishkhan_chassis::errors::details;
use tokio::time::Instant;
use tonic::Code;

use crate::probe::{House, ask};

#[tokio::test]
async fn too_many_calls_are_shed_at_once_and_health_still_answers() {
    let house = House::with(|server| server.concurrency(2)).await;
    let peer = house.peer();
    let holding = async { tokio::join!(ask(peer.channel(), "wait"), ask(peer.channel(), "wait")) };
    let overloading = async {
        house.seen.wait_for(2).await;
        let start = Instant::now();
        let shed = ask(peer.channel(), "hello").await.unwrap_err();
        assert_eq!(shed.code(), Code::ResourceExhausted);
        let details = details(&shed);
        assert_eq!(
            (details.reason.as_deref(), details.retry_after),
            (Some("OVERLOADED"), Some(Duration::from_secs(1)))
        );
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        peer.check_health().await.unwrap();
        house.seen.go.notify_waiters();
    };
    let ((first, second), ()) = tokio::join!(holding, overloading);
    assert_eq!((first.unwrap().as_str(), second.unwrap().as_str()), ("waited", "waited"));
    assert_eq!(ask(peer.channel(), "hello").await.unwrap(), "HELLO", "the permits came back");
}

#[tokio::test]
async fn a_call_that_soon_finds_a_place_waits_for_it() {
    let house = House::with(|server| server.concurrency(1)).await;
    let peer = house.peer();
    let (held, ()) = tokio::join!(ask(peer.channel(), "wait"), async {
        house.seen.wait_for(1).await;
        let (queued, ()) = tokio::join!(ask(peer.channel(), "hello"), async {
            // The queued call has been sent by now or will be; either way its place is free within the queue's time.
            tokio::task::yield_now().await;
            house.seen.go.notify_waiters();
        });
        assert_eq!(queued.unwrap(), "HELLO");
    });
    assert_eq!(held.unwrap(), "waited");
}

#[tokio::test]
async fn a_client_that_gives_up_gives_its_place_back() {
    let house = House::with(|server| server.concurrency(1)).await;
    let peer = house.peer();
    for turn in 1..=3 {
        tokio::select! {
            reply = ask(peer.channel(), "wait") => panic!("answered {reply:?}"),
            () = house.seen.wait_for(turn) => {}
        }
    }
    assert_eq!(ask(peer.channel(), "hello").await.unwrap(), "HELLO");
}
