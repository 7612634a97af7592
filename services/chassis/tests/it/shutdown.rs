use std::{process::ExitCode, time::Duration};

use futures_util::StreamExt;
use http::uri::PathAndQuery;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};
use tonic::Request;
use tonic_prost::ProstCodec;

use crate::probe::{House, TELL, ask};

fn is_success(code: ExitCode) -> bool {
    format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS)
}

#[tokio::test]
async fn a_running_call_is_finished_before_the_server_ends() {
    let mut house = House::new().await;
    let peer = house.peer();
    let (reply, ()) = tokio::join!(ask(peer.channel(), "wait"), async {
        house.seen.wait_for(1).await;
        house.handle.soft().cancel();
        // The listener closes first: whoever comes now is refused instead of being left to wait.
        while let Ok(stream) = TcpStream::connect(house.address).await {
            drop(stream);
            tokio::task::yield_now().await;
        }
        house.seen.go.notify_waiters();
    });
    assert_eq!(reply.unwrap(), "waited");
    timeout(Duration::from_secs(5), &mut house.served).await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn an_idle_server_ends_at_once() {
    let house = House::new().await;
    assert_eq!(ask(house.peer().channel(), "hello").await.unwrap(), "HELLO");
    let start = Instant::now();
    house.handle.shutdown();
    assert!(is_success(house.lifecycle.run().await));
    assert!(
        start.elapsed() < Duration::from_millis(290),
        "{:?}: an open but idle connection was waited for",
        start.elapsed()
    );
}

#[tokio::test]
async fn a_client_that_never_finishes_cannot_keep_the_server() {
    let house = House::new().await;
    let peer = house.peer().without_timeout();
    let half_open = async {
        // One message, and then the rest of the request never comes.
        let request = futures_util::stream::once(async { "one".to_owned() }).chain(futures_util::stream::pending());
        let mut client = tonic::client::Grpc::new(peer.channel());
        client.ready().await.unwrap();
        let codec = ProstCodec::<String, String>::default();
        client.client_streaming(Request::new(request), PathAndQuery::from_static(TELL), codec).await
    };
    let stopping = async {
        house.seen.wait_for(1).await;
        let start = Instant::now();
        house.handle.shutdown();
        let code = house.lifecycle.run().await;
        (code, start.elapsed())
    };
    let (reply, (code, took)) = tokio::join!(half_open, stopping);
    assert!(reply.is_err(), "the connection was dropped");
    assert!(is_success(code), "a client's fault is no failure of ours");
    assert!(took >= Duration::from_millis(300) && took < Duration::from_secs(3), "{took:?}");
}

#[tokio::test]
async fn a_socket_that_says_nothing_cannot_keep_the_server() {
    let house = House::new().await;
    let mut silent = TcpStream::connect(house.address).await.unwrap();
    let mut hello = TcpStream::connect(house.address).await.unwrap();
    hello.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let mut settings = [0; 9];
    hello.read_exact(&mut settings).await.unwrap();
    house.handle.shutdown();
    let start = Instant::now();
    assert!(is_success(house.lifecycle.run().await));
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    let mut rest = Vec::new();
    timeout(Duration::from_secs(2), silent.read_to_end(&mut rest)).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_process_obeys_sigterm() {
    let house = House::new().await;
    let readiness = house.handle.readiness();
    let (code, ()) = tokio::join!(biased_run(house.lifecycle), async {
        let pid = std::process::id().to_string();
        assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    });
    assert!(is_success(code));
    assert_eq!(readiness.waiting(), ["draining"]);
}

/// `join!` polls in order, so the signal handlers stand before the signal is sent.
async fn biased_run(lifecycle: pishkhan_chassis::lifecycle::Lifecycle) -> ExitCode {
    lifecycle.run().await
}
