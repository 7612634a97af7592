//! Connections that grow old: nobody who calls may notice.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use pishkhan_chassis::grpc::client::Peer;
use tokio::{task::JoinSet, time::Instant};
use tonic::Status;

use crate::probe::{ASK, House, TOIL, call};

/// Callers at the same time, fewer than the server takes.
const CALLERS: u32 = 32;
/// More may be asked for: `PISHKHAN_ROTATION_CALLS=200000`.
const CALLS: u32 = 3_000;

#[expect(clippy::disallowed_methods, reason = "a test's own setting")]
fn calls() -> u32 {
    std::env::var("PISHKHAN_ROTATION_CALLS").map_or(CALLS, |calls| calls.parse().unwrap())
}

/// Calls a method until enough have been answered, and returns the connections that were seen.
async fn call_in_crowds(peer: &Peer, path: &'static str, question: &'static str) -> (BTreeSet<String>, Vec<Status>) {
    let (left, mut callers) = (Arc::new(AtomicU32::new(calls())), JoinSet::new());
    for _ in 0..CALLERS {
        let (channel, left) = (peer.channel(), Arc::clone(&left));
        callers.spawn(async move {
            let (mut seen, mut failures) = (BTreeSet::new(), Vec::new());
            while left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok() {
                match call(channel.clone(), path, question).await {
                    Ok(answer) => drop(seen.insert(answer.into_inner())),
                    Err(status) => failures.push(status),
                }
            }
            (seen, failures)
        });
    }
    let (mut seen, mut failures) = (BTreeSet::new(), Vec::new());
    while let Some(caller) = callers.join_next().await {
        let (some, failed) = caller.unwrap();
        seen.extend(some);
        failures.extend(failed);
    }
    (seen, failures)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_read_fails_while_connections_are_replaced() {
    let house = House::with(|server| server.max_connection_age(Duration::from_millis(20))).await;
    let peer = house.peer().with_timeout(Duration::from_secs(20));
    let started = Instant::now();
    let (connections, failures) = call_in_crowds(&peer, ASK, "peer").await;
    println!(
        "{} calls, {} connections, {} failures, {:?}",
        calls(),
        connections.len(),
        failures.len(),
        started.elapsed()
    );
    assert!(failures.is_empty(), "{} of {} failed: {:?}", failures.len(), calls(), failures.first());
    assert!(connections.len() > 10, "{} connections only", connections.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_is_never_handled_twice_and_does_not_fail_either() {
    let house = House::with(|server| server.max_connection_age(Duration::from_millis(20))).await;
    let peer = house.peer().with_timeout(Duration::from_secs(20));
    // Of this method the contract does not say that it may be repeated.
    let (_, failures) = call_in_crowds(&peer, TOIL, "peer").await;
    let handled = u32::try_from(house.seen.handled.load(Ordering::SeqCst)).unwrap();
    let failed = u32::try_from(failures.len()).unwrap();
    assert!(handled <= calls(), "{handled} handled of {}", calls());
    assert_eq!(failed, 0, "{:?}", failures.first());
    assert_eq!(handled, calls());
}
