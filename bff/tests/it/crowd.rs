//! What a crowd of strangers may cost: memory of the process, and the time of others.

use std::{
    fs,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use pishkhan_testkit::eventually;
use serde_json::json;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    sync::oneshot,
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    hostile::{self, Hostile, Manner, Scene},
    house::{FIRST_SELLER, House, PASSWORD, SECOND_SELLER},
    http::Visitor,
    process::{FOR_CROWDS, Process},
    tls::Front,
};

const MEGABYTE: u64 = 1_000_000;
/// How long a crowd goes on.
const FLOOD: Duration = Duration::from_secs(2);
/// What a thousand requests at work may take: 64 MB in what ships, and more in a build without optimisation.
const LITTLE: u64 = 100 * MEGABYTE;
/// A read beside a crowd: 100 ms in what ships, and more in a build without optimisation on a machine that is busy.
const BEARABLE: Duration = Duration::from_secs(1);

/// Whether a connection reads what it is answered.
#[derive(Clone, Copy)]
enum Answers {
    Read,
    Left,
}

async fn connect(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    // What waits on their own side is theirs.
    socket.set_send_buffer_size(8 * 1024).unwrap();
    socket.set_recv_buffer_size(8 * 1024).unwrap();
    socket.connect(address).await.unwrap()
}

/// Sends `bytes` as fast as they are taken, until the other side closes.
async fn flood(stream: impl AsyncRead + AsyncWrite, bytes: Arc<[u8]>, answers: Answers) {
    let (mut reader, mut writer) = tokio::io::split(stream);
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
    /// The most that the kernel kept for connections, over what it kept before.
    kernel: u64,
    /// The slowest read of somebody else, but for one of a hundred.
    read: Duration,
}

/// What the kernel keeps for all connections of the machine.
fn kernel_memory() -> u64 {
    let told = fs::read_to_string("/proc/net/sockstat").unwrap();
    let pages = told.lines().find(|line| line.starts_with("TCP:")).and_then(|line| line.rsplit(' ').next());
    pages.unwrap().parse::<u64>().unwrap() * 4_096
}

/// Reads for a while: the slowest, but for one of a hundred.
#[tokio::main(flavor = "current_thread")]
async fn somebody_else(address: SocketAddr, front: Option<&Front>, been_there: oneshot::Sender<()>) -> Duration {
    let visitor = Visitor::new(address, false);
    let read = async || {
        let asked = Instant::now();
        let status = match front {
            None => visitor.get("/user/validate-token-app2").send_unchecked().await.status,
            // With a handshake of its own each time.
            Some(front) => front.ask(address, "GET /user/validate-token-app2").await.status,
        };
        assert_eq!(status, 401);
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

/// A thousand who send something for a while, and somebody who has been there before.
async fn crowd<F: Future<Output = ()> + Send + 'static>(sends: impl Fn(SocketAddr, usize) -> F) -> Cost {
    crowd_at(None, sends).await
}

/// The same, through TLS if there are certificates for it.
async fn crowd_at<F: Future<Output = ()> + Send + 'static>(
    front: Option<&Arc<Front>>,
    sends: impl Fn(SocketAddr, usize) -> F,
) -> Cost {
    let process = Process::alone(FOR_CROWDS, front.map(|front| &**front)).await;
    // On a thread of its own: whoever measures must not wait for the crowd's sake.
    let (address, through) = (process.address, front.cloned());
    let (been_there, ready) = oneshot::channel();
    let other = thread::spawn(move || somebody_else(address, through.as_deref(), been_there));
    ready.await.unwrap();
    let (rest, kernel_rest) = (process.running.memory(), kernel_memory());
    let mut crowd = JoinSet::new();
    for number in 0..1_000 {
        crowd.spawn(sends(process.address, number));
    }
    let (mut most, mut kernel) = (0, 0);
    while !other.is_finished() {
        (most, kernel) = (most.max(process.running.memory()), kernel.max(kernel_memory()));
        sleep(Duration::from_millis(20)).await;
    }
    let (memory, kernel) = (most.saturating_sub(rest), kernel.saturating_sub(kernel_rest));
    let read = other.join().unwrap();
    let [taken, held, kept] = [memory, rest, kernel].map(|bytes| bytes / MEGABYTE);
    println!("{taken} MB over {held} MB at rest, {kept} MB of the kernel's, others' reads in {read:?}");
    crowd.shutdown().await;
    Cost { memory, kernel, read }
}

/// More than 128 KiB of the shortest requests there are.
fn many_requests() -> Arc<[u8]> {
    "GET /a HTTP/1.1\r\nhost: panel\r\n\r\n".repeat(4_400).into_bytes().into()
}

/// Those, from each of a thousand.
async fn flood_of_many(answers: Answers) -> Cost {
    let bytes = many_requests();
    let floods = |address, _| {
        let bytes = Arc::clone(&bytes);
        async move { flood(connect(address).await, bytes, answers).await }
    };
    crowd(floods).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_are_sent_before_the_answer_wait_outside() {
    let cost = flood_of_many(Answers::Read).await;
    assert!(cost.memory < 64 * MEGABYTE && cost.read < BEARABLE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_wait_outside_while_nobody_reads_the_answers() {
    let cost = flood_of_many(Answers::Left).await;
    assert!(cost.memory < 64 * MEGABYTE && cost.kernel < 256 * MEGABYTE && cost.read < BEARABLE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_the_table_forbids_costs_little() {
    // Nobody has a session here: a body that needs one is not read.
    let nobody = Scene { cookies: String::new(), order: "nonsense".to_owned() };
    let all: Arc<[Hostile]> = hostile::all(&nobody).into();
    let cost = crowd(|address, number| {
        let all = Arc::clone(&all);
        async move {
            for hostile in all.iter().cycle().skip(number) {
                hostile.send(address).await;
            }
        }
    });
    let cost = cost.await;
    assert!(cost.memory < LITTLE && cost.read < BEARABLE);
}

/// What became of requests whose bodies never end.
#[derive(Debug, Default)]
struct Unfinished {
    /// Connections that were answered before.
    refused: usize,
    /// The most that the process held meanwhile, over what it held before.
    memory: u64,
}

/// Begins so many requests at once, whose bodies lack two bytes, and looks at them until nothing changes.
async fn begin_bodies(process: &Process, count: usize, head: &str, length: usize) -> (JoinSet<()>, Unfinished) {
    let head = format!("{head}content-type: application/json\r\nhost: panel\r\ncontent-length: {length}\r\n\r\n{{");
    let mut bytes = head.into_bytes();
    bytes.resize(bytes.len() + length - 3, b' ');
    let (bytes, address, rest): (Arc<[u8]>, _, _) = (bytes.into(), process.address, process.running.memory());
    let (mut connections, refusals) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
    for _ in 0..count {
        let (bytes, refusals) = (Arc::clone(&bytes), Arc::clone(&refusals));
        connections.spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let (mut reader, mut writer) = stream.split();
            let send = async {
                // Whoever is refused need not have sent everything.
                drop(writer.write_all(&bytes).await);
                std::future::pending::<()>().await;
            };
            let mut answer = vec![0; 2_048];
            let read = tokio::select! {
                read = reader.read(&mut answer) => read.unwrap_or(0),
                () = send => 0,
            };
            let answer = String::from_utf8_lossy(&answer[..read]).to_lowercase();
            let refused = answer.starts_with("http/1.1 503 ") && answer.contains("retry-after: 1");
            assert!(refused, "{answer}");
            refusals.fetch_add(1, Ordering::Relaxed);
        });
    }
    let mut seen = Unfinished::default();
    let mut changed = Instant::now();
    while changed.elapsed() < Duration::from_secs(1) {
        seen.memory = seen.memory.max(process.running.memory().saturating_sub(rest));
        let refused = refusals.load(Ordering::Relaxed);
        if refused > seen.refused {
            (seen.refused, changed) = (refused, Instant::now());
        }
        sleep(Duration::from_millis(20)).await;
    }
    println!("{seen:?}");
    (connections, seen)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_that_never_end_are_few() {
    let refused = Arc::new(AtomicUsize::new(0));
    let head = format!("GET /a HTTP/1.1\r\nhost: panel\r\nx-long: {}", "a".repeat(39 * 1024));
    let cost = crowd(|address, _| {
        let (head, refused) = (head.clone(), Arc::clone(&refused));
        async move {
            let head =
                Hostile { what: "a head", manner: Manner::Stalled(head.len()), bytes: head.into(), ends: Vec::new() };
            assert!(head.send(address).await.starts_with("HTTP/1.1 431 "));
            refused.fetch_add(1, Ordering::Relaxed);
        }
    });
    let cost = cost.await;
    let refused = refused.load(Ordering::Relaxed);
    assert!((1..=1_000 - 256).contains(&refused), "{refused}");
    assert!(cost.memory < 32 * MEGABYTE && cost.read < BEARABLE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_that_never_end_are_few() {
    let house = House::build().await;
    house.keep_real_time();
    let order = house.worked_order().await;
    let process = Process::start(&house.urls).await;
    let stranger = Visitor::new(process.address, false);
    let (seller, other) =
        (stranger.log_in(FIRST_SELLER, PASSWORD).await, stranger.log_in(SECOND_SELLER, PASSWORD).await);
    let path = format!("/market/order-update-app2-toz/{}", order.order_id);
    let note = json!({"sellerToz": "a"});
    assert_eq!(seller.write(&path, &note).await.status, 200);

    let head = format!("POST {path} HTTP/1.1\r\n{}", seller.cookie_line());
    let (begun, seen) = begin_bodies(&process, 2_500, &head, 256 * 1024).await;
    // Its 8 MB, and what so many connections take by themselves.
    assert!(seen.refused >= 2_500 - 8_000_000 / (256 * 1024) && seen.memory < 100 * MEGABYTE, "{seen:?}");
    // The others find room, and so does a short body of the same seller.
    assert_eq!(other.write(&path, &note).await.status, 404);
    assert_eq!(seller.write(&path, &note).await.status, 200);
    drop(begun);

    let (begun, seen) = begin_bodies(&process, 2_500, "POST /auth/login-app2 HTTP/1.1\r\n", 16 * 1024).await;
    assert!(seen.refused >= 2_500 - 1_000_000 / (16 * 1024) && seen.memory < 100 * MEGABYTE, "{seen:?}");
    stranger.log_in(FIRST_SELLER, PASSWORD).await;
    drop(begun);
    eventually("there is room again", async || {
        let mut body = note.to_string().into_bytes();
        body.resize(256 * 1024, b' ');
        (seller.post(&path).body("application/json", body).send().await.status == 200).then_some(())
    })
    .await;
    // Of five thousand refusals the log has some lines, and how many there were.
    let told = |log: &str| (log.lines().count(), log.contains("lines were held back"));
    let log = process.log();
    assert!(told(&log).0 < 400 && told(&log).1, "{:?}", told(&log));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_say_nothing_make_room_for_those_that_do() {
    let process = Process::alone(2_000, None).await;
    let (rest, files) = (process.running.memory(), process.running.open_files());
    let visitor = Visitor::new(process.address, false);
    let mut idle = JoinSet::new();
    for number in 0..3_000_u16 {
        // Six networks, of which the first opens half of all.
        let host = if number < 1_500 { 1 } else { 2 + u8::try_from(number % 5).unwrap() };
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, host, 1], 0))).unwrap();
        let mut stream = socket.connect(process.address).await.unwrap();
        idle.spawn(async move {
            // Nothing, or half a head.
            if number % 2 == 0 {
                drop(stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: pa").await);
            }
            while matches!(stream.read(&mut [0; 1_024]).await, Ok(1..)) {}
        });
        if number % 100 == 0 {
            let asked = Instant::now();
            assert_eq!(visitor.get("/healthz").send_unchecked().await.status, 200);
            assert!(asked.elapsed() < BEARABLE, "{:?}", asked.elapsed());
            // Those that are being closed still count here.
            let (open, most) = (process.running.open_files() - files, if number < 1_500 { 500 } else { 2_000 });
            assert!(open < most + 200, "{open} after {number}");
        }
    }
    let memory = process.running.memory().saturating_sub(rest);
    assert!(memory < 64 * MEGABYTE, "{memory}");
}

/// A greeting of 48 KiB, in records of 16 of which the last lacks its end.
fn endless_greeting() -> Vec<u8> {
    let mut bytes = vec![22, 3, 1, 0x40, 0, 1, 0, 0xC0, 0];
    bytes.resize(5 + 16 * 1024, b'a');
    for _ in 0..2 {
        bytes.extend([22, 3, 1, 0x40, 0]);
        bytes.resize(bytes.len() + 16 * 1024, b'a');
    }
    bytes.truncate(bytes.len() - 1);
    bytes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_a_bother_through_tls_costs_little() {
    let (front, requests, greeting) = (Arc::new(Front::new()), many_requests(), Arc::new(endless_greeting()));
    let caller = Arc::clone(&front);
    let cost = crowd_at(Some(&front), |address, number| {
        let (front, requests, greeting) = (Arc::clone(&caller), Arc::clone(&requests), Arc::clone(&greeting));
        async move {
            match number {
                // Shakes hands all the time, from a network of its own.
                0..50 => loop {
                    let socket = TcpSocket::new_v4().unwrap();
                    let host = 2 + u8::try_from(number).unwrap();
                    socket.bind(SocketAddr::from(([127, 0, host, 1], 0))).unwrap();
                    drop(front.shake(socket.connect(address).await.unwrap()).await);
                },
                // Reads nothing. Not more of them: what they encrypt takes time that is not the panel's.
                50..300 => {
                    if let Ok(stream) = front.shake(connect(address).await).await {
                        flood(stream, requests, Answers::Left).await;
                    }
                }
                // Never ends its greeting.
                _ => {
                    let mut stream = connect(address).await;
                    drop(stream.write_all(&greeting).await);
                    while matches!(stream.read(&mut [0; 1_024]).await, Ok(1..)) {}
                }
            }
        }
    });
    let cost = cost.await;
    assert!(cost.memory < 64 * MEGABYTE && cost.kernel < 256 * MEGABYTE && cost.read < BEARABLE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_have_shaken_hands_and_say_nothing_take_little() {
    let front = Front::new();
    let process = Process::alone(FOR_CROWDS, Some(&front)).await;
    front.ask(process.address, "GET /healthz").await;
    let (rest, mut idle) = (process.running.memory(), Vec::new());
    for _ in 0..300 {
        idle.push(front.connect(process.address).await.unwrap());
    }
    let memory = process.running.memory().saturating_sub(rest);
    println!("{} KB each", memory / 300 / 1_000);
    assert!(memory < 10 * MEGABYTE, "{memory}");
}
