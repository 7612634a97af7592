//! What a crowd of strangers may cost: memory of the process, and the time of others.

use std::{net::SocketAddr, sync::Arc, thread, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::oneshot,
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{http::Visitor, process::Process};

const MEGABYTE: u64 = 1_000_000;
/// How long a crowd goes on.
const FLOOD: Duration = Duration::from_secs(2);
/// A read beside a crowd: 100 ms in what ships, and more in a build without optimisation on a machine that is busy.
const BEARABLE: Duration = Duration::from_secs(1);

/// Whether a connection reads what it is answered.
#[derive(Clone, Copy)]
enum Answers {
    Read,
    Left,
}

/// Sends `bytes` as fast as they are taken, until the other side closes.
async fn flood(address: SocketAddr, bytes: Arc<[u8]>, answers: Answers) {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut reader, mut writer) = stream.into_split();
    let send = async { while writer.write_all(&bytes).await.is_ok() {} };
    let read = async {
        let mut part = vec![0; 16 * 1024];
        match answers {
            Answers::Read => while matches!(reader.read(&mut part).await, Ok(1..)) {},
            Answers::Left => std::future::pending().await,
        }
    };
    tokio::join!(send, read);
}

/// What a crowd cost.
struct Cost {
    /// The most that the process held, over what it held before.
    memory: u64,
    /// The slowest read of somebody else, but for one of a hundred.
    read: Duration,
}

/// Reads for a while: the slowest, but for one of a hundred.
#[tokio::main(flavor = "current_thread")]
async fn somebody_else(address: SocketAddr, been_there: oneshot::Sender<()>) -> Duration {
    let visitor = Visitor::new(address, false);
    let read = async || {
        let asked = Instant::now();
        let answer = visitor.get("/user/validate-token-app2").send_unchecked().await;
        assert_eq!(answer.status, 401);
        asked.elapsed()
    };
    read().await;
    been_there.send(()).unwrap();
    let (begun, mut times) = (Instant::now(), Vec::new());
    while begun.elapsed() < FLOOD {
        times.push(read().await);
        sleep(Duration::from_millis(10)).await;
    }
    times.sort();
    times[times.len() * 99 / 100]
}

/// A thousand connections that send `bytes` for a while, and somebody who has been there before.
async fn crowd(bytes: Vec<u8>, answers: Answers) -> Cost {
    let process = Process::start().await;
    // On a thread of its own: whoever measures must not wait for the crowd's sake.
    let address = process.address;
    let (been_there, ready) = oneshot::channel();
    let other = thread::spawn(move || somebody_else(address, been_there));
    ready.await.unwrap();
    let rest = process.memory();
    let (bytes, mut crowd): (Arc<[u8]>, _) = (bytes.into(), JoinSet::new());
    for _ in 0..1_000 {
        crowd.spawn(flood(process.address, Arc::clone(&bytes), answers));
    }
    let mut most = 0;
    while !other.is_finished() {
        most = most.max(process.memory());
        sleep(Duration::from_millis(20)).await;
    }
    let (memory, read) = (most - rest, other.join().unwrap());
    println!("{} MB over {} MB at rest, others' reads in {read:?}", memory / MEGABYTE, rest / MEGABYTE);
    crowd.shutdown().await;
    Cost { memory, read }
}

/// More than 128 KiB of the shortest requests there are.
fn many_requests() -> Vec<u8> {
    "GET /a HTTP/1.1\r\nhost: panel\r\n\r\n".repeat(4_400).into_bytes()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_are_sent_before_the_answer_wait_outside() {
    let cost = crowd(many_requests(), Answers::Read).await;
    assert!(cost.memory < 64 * MEGABYTE && cost.read < BEARABLE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_wait_outside_while_nobody_reads_the_answers() {
    let cost = crowd(many_requests(), Answers::Left).await;
    assert!(cost.memory < 64 * MEGABYTE && cost.read < BEARABLE);
}
