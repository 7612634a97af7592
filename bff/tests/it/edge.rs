//! What a hostile or slow other side of a connection meets, over real sockets.

use std::{net::SocketAddr, time::Duration};

use metrics_exporter_prometheus::PrometheusBuilder;
use pishkhan_bff::{
    edge::{
        Edge,
        gate::{Gate, GateLimits},
        pace::Pace,
    },
    throttle::NetworkThrottle,
};
use pishkhan_chassis::clock::Clock as _;
use pishkhan_testkit::eventually;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::{Instant, sleep, timeout},
};

use crate::{
    house::{FIRST_SELLER, House, PASSWORD},
    http::{NOT_FOUND, UNAVAILABLE},
};

const LONG: Duration = Duration::from_secs(20);

/// At least 1 KB/s, judged each second; a head may take half of one.
fn hasty() -> Edge {
    let pace = Pace { window: Duration::from_secs(1), bytes: 1_000 };
    Edge { pace, head_time: Duration::from_millis(500), ..Edge::default() }
}

/// Everything that comes until the other side closes. What it closed early is an error on some kernels.
async fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let (mut bytes, mut part) = (Vec::new(), vec![0; 16 * 1024]);
    let read = async {
        while let Ok(count @ 1..) = stream.read(&mut part).await {
            bytes.extend_from_slice(&part[..count]);
        }
    };
    timeout(LONG, read).await.unwrap();
    bytes
}

/// Sends bytes, in parts if there are many: who refuses them need not take them all.
async fn exchange(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let (mut reader, mut writer) = stream.split();
    let send = async {
        for part in bytes.chunks(16 * 1024) {
            if writer.write_all(part).await.is_err() {
                return;
            }
        }
    };
    let receive = async {
        let (mut answer, mut part) = (Vec::new(), [0; 4_096]);
        while let Ok(Ok(count @ 1..)) = timeout(LONG, reader.read(&mut part)).await {
            answer.extend_from_slice(&part[..count]);
        }
        answer
    };
    let ((), answer) = tokio::join!(send, receive);
    String::from_utf8(answer).unwrap()
}

/// The one answer is this status and message, and has what every answer has.
#[track_caller]
fn assert_refused(answer: &str, status: u16, message: &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
    let head = head.to_lowercase();
    assert!(head.starts_with(&format!("http/1.1 {status} ")), "{answer}");
    assert_eq!(serde_json::from_str::<Value>(body).unwrap(), json!({ "message": message }), "{answer}");
    for header in [
        "content-type: application/json",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "content-security-policy: default-src 'none'",
        "x-request-id: ",
    ] {
        assert!(head.contains(header), "{header}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_body_that_goes_on_is_taken() {
    let house = House::build().await;
    let panel = house.panel_with_edge(hasty());
    let head = |length: usize| {
        format!(
            "POST /auth/login-app2 HTTP/1.1\r\nhost: panel\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n"
        )
    };
    let mut body = json!({"cellphone": FIRST_SELLER, "password": PASSWORD}).to_string().into_bytes();
    body.resize(15_000, b' ');
    let mut stream = TcpStream::connect(panel.address).await.unwrap();
    stream.write_all(head(body.len()).as_bytes()).await.unwrap();
    let started = Instant::now();
    for part in body.chunks(300) {
        stream.write_all(part).await.unwrap();
        sleep(Duration::from_millis(50)).await;
    }
    assert!(started.elapsed() > 2 * panel.edge.pace.window);
    let answer = String::from_utf8(read_all(&mut stream).await).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_sent_in_one_go_is_answered_one_after_the_other() {
    let house = House::build().await;
    let login = |bytes: usize, password: &str, number: usize| {
        let body = json!({"cellphone": FIRST_SELLER, "password": password}).to_string();
        format!(
            "POST /auth/login-app2 HTTP/1.1\r\nhost: panel\r\ncontent-type: application/json\r\n\
             content-length: {bytes}\r\nx-request-id: in-one-go-{number}\r\n\r\n{body:bytes$}"
        )
    };
    let get = |path: &str, number: usize| {
        format!("GET {path} HTTP/1.1\r\nhost: panel\r\nx-request-id: in-one-go-{number}\r\n\r\n")
    };
    // Bodies that are shorter and longer than what is read at once, a refused one, an empty line too many, and a body
    // that nobody asks for, after which the connection is closed.
    let asked = [
        get("/user/validate-token-app2", 0),
        login(100, PASSWORD, 1),
        login(15_000, PASSWORD, 2),
        "\r\n".to_owned() + &get("/openapi.json", 3),
        login(90, "another-password", 4),
        get("/nothing", 5),
        login(20_000, PASSWORD, 6),
        get("/nothing", 7),
    ];
    let mut stream = TcpStream::connect(house.panel.address).await.unwrap();
    stream.write_all(asked.concat().as_bytes()).await.unwrap();
    // Whoever says no more is still answered.
    stream.shutdown().await.unwrap();
    let answers = String::from_utf8(read_all(&mut stream).await).unwrap();
    let statuses = answers.match_indices("HTTP/1.1 ").map(|(begins, _)| &answers[begins + 9..begins + 12]);
    assert_eq!(statuses.collect::<Vec<_>>(), ["401", "200", "200", "200", "401", "404", "413"], "{answers}");
    let ids = answers.match_indices("in-one-go-").map(|(begins, name)| &answers[begins + name.len()..][..1]);
    assert_eq!(ids.collect::<String>(), "0123456");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_read_is_cut_off() {
    let house = House::build().await;
    let panel = house.panel_with_edge(hasty());
    let request = "GET /openapi.json HTTP/1.1\r\nhost: panel\r\n\r\n";
    let connect = async || {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(8 * 1024).unwrap();
        let mut stream = socket.connect(panel.address).await.unwrap();
        stream.write_all(request.repeat(12).as_bytes()).await.unwrap();
        stream
    };
    let whole = house.stranger().get("/openapi.json").send().await.bytes.len() * 12;
    let mut reading = connect().await;
    assert!(read_all(&mut reading).await.len() > whole, "whoever reads gets everything");
    let mut stalled = connect().await;
    let started = Instant::now();
    sleep(4 * panel.edge.pace.window).await;
    let got = read_all(&mut stalled).await.len();
    assert!(got < whole, "{got} of {whole} bytes after {:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invented_methods_and_paths_make_no_series() {
    let metrics = PrometheusBuilder::new().install_recorder().unwrap();
    let house = House::build().await;
    let ask = async |from: usize, to: usize| {
        for number in from..to {
            let method = Method::from_bytes(format!("SCAN{number}").as_bytes()).unwrap();
            for path in ["/healthz", "/market/order-save-app2/x", "/docs/x", "/v/x", &format!("/scan/{number}")] {
                let answer = house.stranger().call(method.clone(), path).send().await;
                assert!(matches!(answer.status, 404 | 405), "{method} {path}: {}", answer.status);
            }
            let answer = house.stranger().get(&format!("/user/{number}?a={number}")).send().await;
            answer.assert_message(404, NOT_FOUND);
            assert_eq!(answer.header("cache-control"), "no-store");
        }
    };
    ask(0, 2).await;
    let series = || metrics.render().lines().filter(|line| line.starts_with("http_")).count();
    let before = series();
    assert!(before > 0);
    ask(2, 500).await;
    assert_eq!(series(), before);
    let text = metrics.render();
    assert!(text.len() < 64 * 1024 && !text.to_lowercase().contains("scan"), "{} bytes", text.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_can_be_read_has_a_head_and_other_methods_are_named() {
    let house = House::build().await;
    let seller = house.seller().await;
    for path in ["/user/validate-token-app2", "/market/products-bind-app2", "/healthz", "/openapi.json", "/docs/"] {
        let (get, head) = (seller.get(path).send().await, seller.call(Method::HEAD, path).send_unchecked().await);
        assert_eq!((head.status, head.bytes.len()), (get.status, 0), "{path}");
        for name in ["content-type", "content-length", "cache-control", "content-security-policy"] {
            assert_eq!(head.header(name), get.header(name), "{path}: {name}");
        }
    }
    for (method, path, allow) in [
        (Method::POST, "/user/validate-token-app2", "GET, HEAD"),
        (Method::GET, "/auth/logout-app2", "POST"),
        (Method::HEAD, "/auth/logout-app2", "POST"),
        (Method::PUT, "/market/product-image-app2/x", "DELETE, POST"),
        (Method::DELETE, "/healthz", "GET, HEAD"),
        (Method::POST, "/v/x", "GET, HEAD"),
        (Method::POST, "/docs/", "GET, HEAD"),
    ] {
        let answer = seller.call(method.clone(), path).send_unchecked().await;
        assert_eq!((answer.status, answer.header("allow")), (405, allow), "{method} {path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{method} {path}");
        if method != Method::HEAD {
            assert_eq!(answer.json(), json!({"message": "این روش درخواست پشتیبانی نمی‌شود."}), "{method} {path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn probes_cost_little() {
    let house = House::build().await;
    let panel = house.panel_with_edge(Edge { probes: NetworkThrottle::allowing(3), ..Edge::default() });
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(panel.visitor().get("/healthz").send().await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_one_seller_leaves_the_others_room() {
    let house = House::build().await;
    let limits = GateLimits { running: 2, share: 1, waiting: 4, patience: LONG };
    let panel = house.panel_with_edge(Edge { gate: Gate::new(limits), ..Edge::default() });
    let (flooder, other) = (panel.log_in(FIRST_SELLER).await, house.other_seller().await.at(panel.address));
    let path = "/market/products-bind-app2";
    for visitor in [&flooder, &other] {
        // From then on their calls are known for theirs.
        eventually("the session is remembered", async || {
            visitor.read("/user/validate-token-app2").await;
            panel.sessions.get(&visitor.session().key(), house.clock.now().timestamp()).map(|_| ())
        })
        .await;
    }
    let flood = (0..16).map(|_| async {
        let mut statuses = Vec::new();
        for _ in 0..20 {
            let answer = flooder.get(path).send().await;
            if answer.status == 503 {
                answer.assert_message(503, UNAVAILABLE);
                assert_eq!(answer.header("retry-after"), "1");
            }
            statuses.push(answer.status);
        }
        statuses
    });
    let calm = async {
        for _ in 0..10 {
            other.read(path).await;
            sleep(Duration::from_millis(10)).await;
        }
    };
    let (answers, ()) = tokio::join!(futures_util::future::join_all(flood), calm);
    let count = |status: u16| answers.iter().flatten().filter(|seen| **seen == status).count();
    assert!(count(200) >= 20 && count(503) >= 1, "{} answered, {} refused", count(200), count(503));
    assert_eq!(count(200) + count(503), 320);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_call_costs_nothing_and_cheap_calls_go_on() {
    let house = House::build().await;
    let limits = GateLimits { running: 1, share: 1, waiting: 0, patience: LONG };
    let panel = house.panel_with_edge(Edge { gate: Gate::new(limits), ..Edge::default() });
    let seller = house.seller().await.at(panel.address);
    seller.read("/user/validate-token-app2").await;
    let inside = panel.edge.gate.enter("somebody".into()).await.unwrap();
    // Its body never comes, and nobody waits for it.
    let head = "POST /auth/login-app2 HTTP/1.1\r\nhost: panel\r\ncontent-type: application/json\r\n\
                content-length: 100\r\n\r\n";
    let refused = exchange(panel.address, head.as_bytes()).await;
    assert_refused(&refused, 503, UNAVAILABLE);
    assert!(refused.to_lowercase().contains("retry-after: 1\r\n"), "{refused}");
    seller.get("/market/products-bind-app2").send().await.assert_message(503, UNAVAILABLE);
    seller.read("/user/validate-token-app2").await;
    assert_eq!(panel.visitor().get("/openapi.json").send().await.status, 200);
    drop(inside);
    seller.read("/market/products-bind-app2").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_of_a_network_leave_room_for_its_sellers() {
    let house = House::build().await;
    let limits = GateLimits { running: 2, share: 1, waiting: 0, patience: LONG };
    let panel = house.panel_with_edge(Edge { gate: Gate::new(limits), ..Edge::default() });
    // Logged in elsewhere: this panel has not seen them.
    let (seller, stranger) = (house.seller().await.at(panel.address), panel.visitor());
    let forger = stranger.with_cookie(format!("session={:A<43}.{:A<22}; token={:A<22}", "", "", ""));
    let flood = panel.edge.gate.enter("127.0.0.0/24".into()).await.unwrap();
    for refused in [&stranger, &forger] {
        assert_eq!(refused.get("/market/products-bind-app2").send().await.status, 503);
    }
    seller.read("/market/products-bind-app2").await;
    drop(flood);
    assert_eq!(stranger.get("/market/products-bind-app2").send().await.status, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_comes_slowly_keeps_nobody_out() {
    let house = House::build().await;
    // Room for one to wait: which of the two comes first is nobody's to say.
    let limits = GateLimits { running: 1, share: 1, waiting: 1, patience: LONG };
    let panel = house.panel_with_edge(Edge { gate: Gate::new(limits), ..Edge::default() });
    let seller = house.seller().await.at(panel.address);
    let head = "POST /auth/login-app2 HTTP/1.1\r\nhost: panel\r\ncontent-type: application/json\r\n\
                content-length: 100\r\n\r\n";
    let mut stream = TcpStream::connect(panel.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    eventually("the others find room", async || {
        (seller.get("/market/products-bind-app2").send().await.status == 200).then_some(())
    })
    .await;
    let login = json!({"cellphone": FIRST_SELLER, "password": PASSWORD}).to_string();
    stream.write_all(format!("{login:100}").as_bytes()).await.unwrap();
    let mut status = [0; 15];
    timeout(LONG, stream.read_exact(&mut status)).await.unwrap().unwrap();
    assert_eq!(&status, b"HTTP/1.1 200 OK");
    assert_eq!(seller.post("/auth/logout-app2").send().await.status, 200);
}
