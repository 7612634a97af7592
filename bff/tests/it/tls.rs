//! A panel that speaks TLS itself.

use std::{fs, io, net::SocketAddr, sync::Arc, time::Duration};

use metrics_exporter_prometheus::PrometheusBuilder;
use pishkhan_bff::{
    config::WebConfig,
    edge::{Edge, pace::Pace},
};
use pishkhan_chassis::{
    throttle::Throttle,
    tls::{ClientTls, OwnFiles, ServerTls, TlsFiles},
};
use pishkhan_testkit::{TestAuthority, TestFolder, eventually};
use rustls::{
    ClientConfig, HandshakeKind, ProtocolVersion, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject as _},
    version::TLS12,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::{Instant, sleep, timeout},
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::house::{DRAIN, FIRST_SELLER, House, PASSWORD, Panel};

const LONG: Duration = Duration::from_secs(20);
const HOST: &str = "localhost";

/// Certificates of a panel, and those who believe its authority.
pub struct Front {
    authority: TestAuthority,
    folder: TestFolder,
    caller: ClientTls,
}

/// What was answered.
#[derive(Debug)]
pub struct Answered {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Front {
    pub fn new() -> Self {
        let (authority, folder) = (TestAuthority::new(), TestFolder::new());
        fs::create_dir_all(folder.path()).unwrap();
        let authorities = folder.path().join("ca.pem");
        fs::write(&authorities, authority.pem()).unwrap();
        let caller = ClientTls::new(TlsFiles { authorities: Some(authorities), own: None }).unwrap();
        let this = Self { authority, folder, caller };
        this.replace();
        this
    }

    /// Where the certificate lies.
    pub fn files(&self) -> OwnFiles {
        OwnFiles { certificate: self.folder.path().join("panel.pem"), key: self.folder.path().join("panel.key") }
    }

    /// Writes another certificate over the one that is there.
    fn replace(&self) {
        self.authority.issue(&[HOST]).write(self.folder.path(), "panel");
    }

    /// With TLS.
    pub fn edge(&self, edge: Edge) -> Edge {
        Edge { tls: Some(ServerTls::new(self.files()).unwrap()), ..edge }
    }

    /// A connection that is good for requests.
    pub async fn connect(&self, address: SocketAddr) -> io::Result<TlsStream<TcpStream>> {
        self.shake(TcpStream::connect(address).await?).await
    }

    pub async fn shake(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        self.caller.connect(HOST, stream).await
    }

    /// What a request of this first line is answered, on a connection of its own.
    pub async fn ask(&self, address: SocketAddr, line: &str) -> Answered {
        ask(&mut self.connect(address).await.unwrap(), line, "", "").await.unwrap()
    }

    /// The rules of a client of the authority, to be changed.
    fn client(&self, change: impl FnOnce(&mut ClientConfig)) -> TlsConnector {
        let mut config = (*self.caller.config()).clone();
        change(&mut config);
        TlsConnector::from(Arc::new(config))
    }
}

/// Sends a request and reads its whole answer.
async fn ask(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    line: &str,
    headers: &str,
    body: &str,
) -> io::Result<Answered> {
    let length = body.len();
    let request = format!("{line} HTTP/1.1\r\nhost: panel\r\n{headers}content-length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await?;
    stream.flush().await?;
    answered(stream).await
}

async fn answered(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Answered> {
    let mut bytes = Vec::new();
    let mut part = vec![0; 16 * 1024];
    loop {
        let count = timeout(LONG, stream.read(&mut part)).await??;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&part[..count]);
        let Some(begins) = bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|end| end + 4) else {
            continue;
        };
        let head = String::from_utf8(bytes[..begins].to_vec()).unwrap();
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse::<usize>().unwrap();
        if bytes.len() >= begins + length {
            assert_eq!(bytes.len(), begins + length, "nothing comes behind an answer");
            return Ok(Answered { status: head[9..12].parse().unwrap(), body: bytes.split_off(begins), head });
        }
    }
}

fn name() -> ServerName<'static> {
    ServerName::try_from(HOST).unwrap()
}

/// A panel that speaks TLS, as production has it.
fn secure_panel(house: &House, front: &Front, edge: Edge) -> Panel {
    house.panel_with(WebConfig { secure: true, ..WebConfig::default() }, front.edge(edge))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seller_logs_in_and_works_on_one_connection() {
    let (house, front) = (House::build().await, Front::new());
    let panel = secure_panel(&house, &front, Edge::default());
    let mut stream = front.connect(panel.address).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), None, "who asks for nothing gets HTTP/1.1");
    let login = json!({"cellphone": FIRST_SELLER, "password": PASSWORD}).to_string();
    let json = "content-type: application/json\r\norigin: https://panel\r\nsec-fetch-site: same-origin\r\n";
    let answer = ask(&mut stream, "POST /auth/login-app2", json, &login).await.unwrap();
    assert_eq!(answer.status, 200, "{answer:?}");
    let cookies: Vec<&str> = answer.head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")).collect();
    assert!(cookies.iter().all(|cookie| cookie.contains("; Secure;")), "{cookies:?}");
    assert!(cookies[0].starts_with("__Host-session="), "{cookies:?}");
    let pairs: Vec<&str> = cookies.iter().map(|cookie| cookie.split(';').next().unwrap()).collect();
    let cookie = format!("cookie: {}\r\n", pairs.join("; "));

    let products = ask(&mut stream, "GET /market/products-bind-app2", &cookie, "").await.unwrap();
    assert_eq!(products.status, 200, "{}", products.head);
    // Longer than what is read at once, than a record, and than what waits here encrypted.
    let document = ask(&mut stream, "GET /openapi.json", "", "").await.unwrap();
    assert!(document.status == 200 && document.body.len() > 100_000, "{}", document.head);
    let order = house.worked_order().await.order_id;
    let note = json!({"sellerToz": "یادداشت"}).to_string() + &" ".repeat(200_000);
    let path = format!("POST /market/order-update-app2-toz/{order}");
    let saved = ask(&mut stream, &path, &(cookie + json), &note).await.unwrap();
    assert_eq!(saved.status, 200, "{saved:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_spoken_is_agreed_on() {
    let (house, front) = (House::build().await, Front::new());
    let panel = secure_panel(&house, &front, Edge { head_time: Duration::from_secs(1), ..Edge::default() });
    let connect = async |connector: &TlsConnector| {
        let stream = TcpStream::connect(panel.address).await.unwrap();
        let mut stream = connector.connect(name(), stream).await?;
        let answer = ask(&mut stream, "GET /healthz", "", "").await?;
        assert_eq!(answer.status, 200);
        io::Result::Ok(stream)
    };
    // As browsers ask.
    let browser = front.client(|config| config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()]);
    let stream = connect(&browser).await.unwrap();
    let (_, session) = stream.get_ref();
    assert_eq!(session.alpn_protocol(), Some(&b"http/1.1"[..]));
    assert_eq!(session.protocol_version(), Some(ProtocolVersion::TLSv1_3));
    assert_eq!(session.handshake_kind(), Some(HandshakeKind::Full));
    let again = connect(&browser).await.unwrap();
    assert_eq!(again.get_ref().1.handshake_kind(), Some(HandshakeKind::Resumed));
    front.replace();
    let after = connect(&browser).await.unwrap();
    assert_eq!(after.get_ref().1.handshake_kind(), Some(HandshakeKind::Full), "tickets go with their certificate");

    let http2 = front.client(|config| config.alpn_protocols = vec![b"h2".to_vec()]);
    assert!(connect(&http2).await.unwrap_err().to_string().contains("NoApplicationProtocol"));

    // As an old proxy asks.
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(front.authority.pem().as_bytes()).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let old = ClientConfig::builder_with_provider(provider).with_protocol_versions(&[&TLS12]).unwrap();
    let old = TlsConnector::from(Arc::new(old.with_root_certificates(roots).with_no_client_auth()));
    let stream = connect(&old).await.unwrap();
    assert_eq!(stream.get_ref().1.protocol_version(), Some(ProtocolVersion::TLSv1_2));
    let again = connect(&old).await.unwrap();
    assert_eq!(again.get_ref().1.handshake_kind(), Some(HandshakeKind::Resumed));

    // A browser's greeting takes 2 KiB; a list of protocols makes it longer.
    for (length, is_heard) in [(7 * 1_024, true), (9 * 1_024, false)] {
        let greeting = front.client(|config| {
            config.alpn_protocols = vec![vec![b'x'; 250]; length / 251];
            config.alpn_protocols.push(b"http/1.1".to_vec());
        });
        let stream = TcpStream::connect(panel.address).await.unwrap();
        let shaken = timeout(LONG, greeting.connect(name(), stream)).await.unwrap();
        assert_eq!(shaken.is_ok(), is_heard, "{length}: {shaken:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_speaks_no_tls_is_told_or_closed() {
    let metrics = PrometheusBuilder::new().install_recorder().unwrap();
    let (house, front) = (House::build().await, Front::new());
    let window = Duration::from_secs(1);
    let hasty = Edge { head_time: window, handshakes: Throttle::allowing(6), ..Edge::default() };
    let panel = secure_panel(&house, &front, hasty);
    let send = async |bytes: &[u8]| {
        let mut stream = TcpStream::connect(panel.address).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        let mut answer = Vec::new();
        // What was closed with bytes unread in it is an error on some kernels.
        drop(timeout(LONG, stream.read_to_end(&mut answer)).await.unwrap());
        answer
    };
    let told = String::from_utf8(send(b"GET / HTTP/1.1\r\nhost: panel\r\n\r\n").await).unwrap();
    let (head, body) = told.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 400 ") && head.contains("connection: close"), "{head}");
    assert_eq!(serde_json::from_str::<Value>(body).unwrap()["message"], "این نشانی فقط با https پاسخ می‌دهد.");
    // An alert of TLS, no words.
    let garbage = send(&[0x80, 1, 2, 3, 4, 5, 6, 7]).await;
    assert!(garbage.len() < 16 && !garbage.starts_with(b"HTTP"), "{garbage:?}");
    let began = Instant::now();
    assert!(send(&[]).await.is_empty() && send(&[22, 3, 1]).await.is_empty(), "silence is closed");
    assert!(began.elapsed() >= 2 * window);

    let stranger = TestAuthority::new();
    let path = front.folder.path().join("stranger.pem");
    fs::write(&path, stranger.pem()).unwrap();
    let disbelieving = ClientTls::new(TlsFiles { authorities: Some(path), own: None }).unwrap();
    let stream = TcpStream::connect(panel.address).await.unwrap();
    assert!(disbelieving.connect(HOST, stream).await.unwrap_err().to_string().contains("UnknownIssuer"));

    // The sixth of this network in this minute, and one too many.
    assert_eq!(front.ask(panel.address, "GET /healthz").await.status, 200);
    assert!(front.connect(panel.address).await.is_err());
    for (cause, count) in [("clear", 1), ("tls", 1), ("time", 2), ("certificate", 1), ("often", 1)] {
        let line = format!("http_handshakes_refused_total{{cause=\"{cause}\"}} {count}");
        eventually(&line, async || metrics.render().contains(&line).then_some(())).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_reads_is_answered_and_whoever_does_not_is_cut_off() {
    let (house, front) = (House::build().await, Front::new());
    let pace = Pace { window: Duration::from_secs(1), bytes: 1_000 };
    let panel = secure_panel(&house, &front, Edge { pace, ..Edge::default() });
    let connect = async || {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(8 * 1024).unwrap();
        let mut stream = front.shake(socket.connect(panel.address).await.unwrap()).await.unwrap();
        let request = "GET /openapi.json HTTP/1.1\r\nhost: panel\r\n\r\n".repeat(12);
        stream.write_all(request.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        stream
    };
    let read_all = async |stream: &mut TlsStream<TcpStream>| {
        let mut bytes = Vec::new();
        let ended = timeout(LONG, stream.read_to_end(&mut bytes)).await.unwrap();
        (bytes.len(), ended.is_ok())
    };
    let whole = front.ask(panel.address, "GET /openapi.json").await.body.len() * 12;
    let (got, in_order) = read_all(&mut connect().await).await;
    assert!(got > whole && in_order, "{got} of {whole}: whoever reads gets everything, and a goodbye");
    let mut stalled = connect().await;
    sleep(4 * panel.edge.pace.window).await;
    let (got, in_order) = read_all(&mut stalled).await;
    assert!(got < whole && !in_order, "{got} of {whole}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn certificates_change_without_a_failed_call_and_the_end_comes_soon() {
    let (house, front) = (House::build().await, Front::new());
    let panel = secure_panel(&house, &front, Edge::default());
    let (began, mut shown) = (Instant::now(), Vec::new());
    let mut kept = front.connect(panel.address).await.unwrap();
    while began.elapsed() < Duration::from_secs(2) {
        let mut fresh = front.connect(panel.address).await.unwrap();
        for stream in [&mut kept, &mut fresh] {
            assert_eq!(ask(stream, "GET /user/validate-token-app2", "", "").await.unwrap().status, 401);
        }
        shown.push(fresh.get_ref().1.peer_certificates().unwrap()[0].to_vec());
        if shown.len().is_multiple_of(10) {
            front.replace();
        }
    }
    shown.dedup();
    assert!(shown.len() > 2, "{}", shown.len());

    // The end waits for no handshake, nor for who has nothing to ask; the library looks once a second whether all are gone.
    let mut silent = TcpStream::connect(panel.address).await.unwrap();
    let began = Instant::now();
    panel.stop_gracefully().await;
    assert!(began.elapsed() < DRAIN / 2, "{:?}", began.elapsed());
    assert_eq!(timeout(LONG, silent.read(&mut [0])).await.unwrap().unwrap_or(0), 0);
}

#[test]
fn a_network_has_its_number_of_handshakes() {
    let (edge, network) = (Edge::default(), "203.0.113.0/24".parse().unwrap());
    let admitted = (0..20_000).take_while(|_| edge.handshakes.admit(network, 1_000).is_ok()).count();
    assert_eq!(admitted, 12_000);
}
