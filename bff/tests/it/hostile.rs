//! Connections that send nothing, half, too much, too slowly or out of order: made from the table of all budgets
//! (docs/operations/limits.md), whose numbers and answers they have to meet.

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use pishkhan_bff::{
    config::UNHEARD,
    edge::{Edge, pace::Pace},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::{Instant, sleep, timeout},
};
use tracing_subscriber::{EnvFilter, layer::SubscriberExt as _, util::SubscriberInitExt as _};

use crate::{
    alarms::Alarms,
    house::{FIRST_SELLER, House},
    tls::Front,
};

const TABLE: &str = include_str!("../../../docs/operations/limits.md");
const LONG: Duration = Duration::from_secs(20);
const JSON: &str = "content-type: application/json\r\n";

/// What a refusal says.
const MESSAGES: [(u16, &str); 6] = [
    (400, "درخواست نادرست است."),
    (408, "درخواست بیش از حد کند رسید. دوباره تلاش کنید."),
    (411, "طول درخواست گفته نشده است."),
    (413, "حجم درخواست بیش از حد مجاز است."),
    (414, "نشانی درخواست بیش از حد طولانی است."),
    (431, "سرآیندهای درخواست بیش از حد بزرگ هستند."),
];

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    pub what: &'static str,
    pub most: &'static str,
    pub beyond: &'static str,
    pub tests: Vec<&'static str>,
}

/// All rows with a number in them.
pub fn rows() -> Vec<Row> {
    let lines = TABLE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| **"));
    let cells = lines.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>());
    let rows = cells.skip(1).map(|cells| {
        let [what, most, beyond, tests] = cells[..] else { panic!("{cells:?}") };
        Row { what, most, beyond, tests: tests.split(", ").map(|name| name.trim_matches('`')).collect() }
    });
    rows.collect()
}

impl Row {
    /// Bytes, or how many there may be.
    fn most(&self) -> usize {
        let (number, unit) = self.most.split_once(' ').unwrap_or((self.most, ""));
        let unit = match unit {
            "" => 1,
            "KiB" => 1_024,
            other => panic!("{other}"),
        };
        number.parse::<usize>().unwrap() * unit
    }

    fn seconds(&self) -> Duration {
        Duration::from_secs(self.most.strip_suffix(" s").unwrap().parse().unwrap())
    }
}

/// Whom and what requests are about.
pub struct Scene {
    /// Cookies of a seller, as a line of a head.
    pub cookies: String,
    /// An order of it.
    pub order: String,
}

/// What a budget is about.
enum Kind {
    /// A request with so much of it, and how it is answered within the budget.
    Sized(fn(&Scene, usize) -> String, u16),
    /// Requests that are never taken.
    Never(fn() -> Vec<String>),
    /// How long somebody may say nothing, or stay in the middle of something.
    Time,
    /// What comes too early waits.
    Early,
    /// What is thrown away.
    Discarded,
}

fn get(target: &str, headers: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nhost: panel\r\n{headers}\r\n")
}

fn post(path: &str, headers: &str, body: &str, length: usize) -> String {
    let head = format!("POST {path} HTTP/1.1\r\nhost: panel\r\n{headers}content-length: {length}\r\n\r\n");
    format!("{head}{body}{}", " ".repeat(length - body.len()))
}

fn note(scene: &Scene, body: &str, length: usize) -> String {
    post(&format!("/market/order-update-app2-toz/{}", scene.order), &format!("{JSON}{}", scene.cookies), body, length)
}

/// A request whose head has so many bytes, most of which mean nothing.
fn a_head(_: &Scene, size: usize) -> String {
    let around = get("/openapi.json", "x-padded: a\r\n").len();
    get("/openapi.json", &format!("x-padded: {}a\r\n", " ".repeat(size - around)))
}

fn headers_together(_: &Scene, size: usize) -> String {
    // Each with a colon, a space and the end of its line.
    let others = "host: panel\r\n".len() + "x-long: \r\n".len();
    get("/openapi.json", &format!("x-long: {}\r\n", "a".repeat(size - others)))
}

fn headers(_: &Scene, count: usize) -> String {
    get("/openapi.json", &"x-many: a\r\n".repeat(count - 1))
}

fn a_path(_: &Scene, size: usize) -> String {
    get(&format!("/{}", "a".repeat(size - 1)), "")
}

fn a_query(_: &Scene, size: usize) -> String {
    get(&format!("/openapi.json?{}", "a".repeat(size)), "")
}

fn no_requests() -> Vec<String> {
    vec![
        "nonsense\r\n\r\n".to_owned(),
        "GET /healthz HTTP/9.9\r\n\r\n".to_owned(),
        get("/healthz", "a header without a colon\r\n"),
        get("/healthz", "content-length: 1\r\ncontent-length: 2\r\n"),
        get("/healthz", "content-length: x\r\n"),
        "\u{16}\u{3}\u{1}\u{2}\r\n\r\n".to_owned(),
    ]
}

fn in_parts() -> Vec<String> {
    vec![
        "POST /auth/login-app2 HTTP/1.1\r\nhost: panel\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
            .to_owned(),
    ]
}

fn a_json_body(scene: &Scene, size: usize) -> String {
    note(scene, r#"{"sellerToz":"a"}"#, size)
}

fn a_log_in(_: &Scene, size: usize) -> String {
    let wrong = json!({"cellphone": FIRST_SELLER, "password": "another-password"}).to_string();
    post("/auth/login-app2", JSON, &wrong, size)
}

fn levels(scene: &Scene, count: usize) -> String {
    let body = format!(r#"{{"sellerToz":"a","more":{}{}}}"#, "[".repeat(count - 1), "]".repeat(count - 1));
    note(scene, &body, body.len())
}

/// Every budget whose row names this test.
const KINDS: [(&str, Kind); 15] = [
    ("time in which nothing is asked", Kind::Time),
    ("time of a head", Kind::Time),
    ("time in which 80 kB of a body come", Kind::Time),
    ("a head", Kind::Sized(a_head, 200)),
    ("headers together", Kind::Sized(headers_together, 200)),
    ("headers", Kind::Sized(headers, 200)),
    ("a path", Kind::Sized(a_path, 404)),
    ("a query", Kind::Sized(a_query, 200)),
    ("what is no request", Kind::Never(no_requests)),
    ("a body without its length", Kind::Never(in_parts)),
    ("requests of a connection at once", Kind::Early),
    ("what is thrown away behind a refusal", Kind::Discarded),
    ("a JSON body", Kind::Sized(a_json_body, 200)),
    ("the body of a log-in", Kind::Sized(a_log_in, 401)),
    ("levels of a JSON body", Kind::Sized(levels, 200)),
];

/// How somebody sends.
#[derive(Clone, Debug)]
pub enum Manner {
    /// All of it, and no more.
    All,
    /// This much of it, and stays.
    Stalled(usize),
    /// This much of it, and goes.
    Cut(usize),
    /// This much of it, and then a byte now and then.
    Drip(usize),
}

/// Something to send.
#[derive(Clone, Debug)]
pub struct Hostile {
    pub what: &'static str,
    pub bytes: Vec<u8>,
    pub manner: Manner,
    /// How it may end: statuses of the answers, one after the other.
    pub ends: Vec<Vec<u16>>,
}

const ANY_REFUSAL: [u16; 5] = [400, 408, 411, 414, 431];

/// Everything that the table forbids, and what is just within it.
pub fn all(scene: &Scene) -> Vec<Hostile> {
    let mut all = Vec::new();
    for row in rows().into_iter().filter(|row| row.tests.contains(&"bff hostile")) {
        let Some((what, kind)) = KINDS.iter().find(|(what, _)| *what == row.what) else {
            panic!("nothing is sent for «{}»", row.what)
        };
        let beyond = || row.beyond.parse::<u16>().unwrap();
        let mut add = |bytes: &str, manner: Manner, ends: Vec<Vec<u16>>| {
            all.push(Hostile { what, bytes: bytes.as_bytes().to_vec(), manner, ends });
        };
        match kind {
            Kind::Sized(request, answered) => {
                let whole = request(scene, row.most());
                let head = whole.find("\r\n\r\n").unwrap() + 4;
                let (first, second) = whole.split_at(whole.len() / 2);
                add(&whole, Manner::All, vec![vec![*answered]]);
                add(&whole.repeat(2), Manner::All, vec![vec![*answered; 2]]);
                for more in [row.most() + 1, 3 * row.most()] {
                    add(&request(scene, more), Manner::All, vec![vec![beyond()]]);
                }
                add(&whole, Manner::Stalled(first.len()), vec![vec![408]]);
                add(&whole, Manner::Cut(first.len()), vec![vec![], vec![400], vec![408]]);
                for begin in [0, head / 2, head].into_iter().filter(|begin| *begin < whole.len()) {
                    add(&whole, Manner::Drip(begin), vec![vec![408]]);
                }
                let refusals = ANY_REFUSAL.map(|status| vec![status]).to_vec();
                add(&format!("{second}{first}"), Manner::All, refusals);
            }
            Kind::Never(requests) => {
                for request in requests() {
                    add(&request, Manner::All, vec![vec![beyond()]]);
                }
            }
            Kind::Time => {}
            Kind::Early => {
                let both = get("/nothing", "") + &get("/openapi.json", "");
                add(&both, Manner::All, vec![vec![404, 200]]);
                add(&format!("{both}GET /heal"), Manner::Stalled(both.len() + 9), vec![vec![404, 200, 408]]);
            }
            Kind::Discarded => {
                let behind = "nonsense\r\n\r\n".to_owned() + &"a".repeat(4 * 1024 * 1024);
                // What is closed with bytes unread may take its answer along.
                add(&behind, Manner::Stalled(behind.len()), vec![vec![400], vec![]]);
            }
        }
    }
    all
}

impl Hostile {
    /// Sends it, and reads until the other side closes.
    pub async fn send(&self, address: SocketAddr) -> String {
        self.send_through(TcpStream::connect(address).await.unwrap()).await
    }

    async fn send_through(&self, stream: impl AsyncRead + AsyncWrite) -> String {
        let (mut reader, mut writer) = tokio::io::split(stream);
        let begin = match self.manner {
            Manner::All => self.bytes.len(),
            Manner::Stalled(begin) | Manner::Cut(begin) | Manner::Drip(begin) => begin,
        };
        let send = async {
            // Who refuses them need not take all bytes.
            let mut sent = writer.write_all(&self.bytes[..begin]).await;
            match self.manner {
                Manner::All | Manner::Cut(_) => drop(writer.shutdown().await),
                Manner::Stalled(_) => {}
                Manner::Drip(_) => {
                    for byte in &self.bytes[begin..] {
                        if sent.is_err() {
                            break;
                        }
                        sleep(Duration::from_millis(50)).await;
                        sent = writer.write_all(&[*byte]).await;
                    }
                }
            }
            std::future::pending::<()>().await;
        };
        let receive = async {
            let (mut answers, mut part) = (Vec::new(), vec![0; 16 * 1024]);
            while let Ok(count @ 1..) = reader.read(&mut part).await {
                answers.extend_from_slice(&part[..count]);
            }
            String::from_utf8(answers).unwrap()
        };
        tokio::select! {
            answers = receive => answers,
            () = send => String::new(),
        }
    }

    fn is_hasty(&self) -> bool {
        matches!(self.manner, Manner::Stalled(_) | Manner::Drip(_))
    }
}

/// The statuses of answers, one after the other; what refuses has what every answer has.
fn statuses(answers: &str) -> Vec<u16> {
    let begins: Vec<usize> = answers.match_indices("HTTP/1.1 ").map(|(begin, _)| begin).collect();
    let status = |begin: &usize| {
        let answer = &answers[*begin..];
        let status = answer[9..12].parse().unwrap();
        if let Some((_, message)) = MESSAGES.iter().find(|(refused, _)| *refused == status) {
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            let head = head.to_lowercase();
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
        status
    };
    begins.iter().map(status).collect()
}

/// At least 1 KB/s, judged every two seconds; a head may take as long.
fn hasty() -> Edge {
    let window = Duration::from_secs(2);
    Edge { pace: Pace { window, bytes: 2_000 }, head_time: window, ..Edge::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_table_forbids_is_refused_as_it_says() {
    meet_the_table(Doorway::default()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_table_forbids_is_refused_through_tls() {
    meet_the_table(Doorway(Some(Front::new()))).await;
}

/// How a panel is reached: through TLS if there are certificates for it.
#[derive(Default)]
struct Doorway(Option<Front>);

impl Doorway {
    fn edge(&self, edge: Edge) -> Edge {
        if let Some(front) = &self.0 { front.edge(edge) } else { edge }
    }

    async fn send(&self, hostile: &Hostile, address: SocketAddr) -> String {
        match &self.0 {
            Some(front) => hostile.send_through(front.connect(address).await.unwrap()).await,
            None => hostile.send(address).await,
        }
    }
}

async fn meet_the_table(doorway: Doorway) {
    let (house, doorway) = (House::build().await, Arc::new(doorway));
    // Those that are slow anyway meet a panel that waits for nobody, the others one that waits as long as what ships.
    let [panel, hasty] = [Edge::default(), hasty()].map(|edge| house.panel_with_edge(doorway.edge(edge)));
    let alarms = Alarms::default();
    let filter = EnvFilter::new(format!("{UNHEARD},info"));
    tracing_subscriber::registry().with(filter).with(alarms.clone()).init();
    let (cookies, order) = (house.seller().await.cookie_line(), house.worked_order().await.order_id);
    let scene = Scene { cookies, order };

    let mut sending = JoinSet::new();
    for hostile in all(&scene) {
        let address = if hostile.is_hasty() { hasty.address } else { panel.address };
        let doorway = Arc::clone(&doorway);
        sending.spawn(async move { (timeout(LONG, doorway.send(&hostile, address)).await, hostile) });
    }
    let mut sent = 0;
    while let Some(done) = sending.join_next().await {
        let (answers, Hostile { what, bytes, manner, ends }) = done.unwrap();
        let told = format!("{what}, {} bytes, {manner:?}", bytes.len());
        let answers = answers.unwrap_or_else(|_| panic!("{told}: it stays open"));
        let got = statuses(&answers);
        assert!(ends.contains(&got), "{told}: {got:?}, and not one of {ends:?}: {answers:.300}");
        sent += 1;
    }
    assert!(sent > 80, "{sent}");

    // Who says nothing, at first or after an answer, is not told anything either.
    for said in ["", &get("/nothing", "")] {
        let began = Instant::now();
        let hostile = Hostile {
            what: "nothing",
            bytes: said.as_bytes().to_vec(),
            manner: Manner::Stalled(said.len()),
            ends: vec![],
        };
        let answers = timeout(LONG, doorway.send(&hostile, hasty.address)).await.unwrap();
        assert_eq!(statuses(&answers).len(), usize::from(!said.is_empty()), "{answers}");
        assert!(began.elapsed() >= hasty.edge.head_time);
    }
    let told = alarms.told();
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn times_are_what_the_table_says() {
    let (edge, rows) = (Edge::default(), rows());
    let of = |what: &str| rows.iter().find(|row| row.what == what).unwrap().seconds();
    for what in ["time of a head", "time in which nothing is asked", "time of a handshake"] {
        assert_eq!(of(what), edge.head_time);
    }
    assert_eq!(edge.pace.bytes, 80_000);
    for what in ["time in which 80 kB of a body come", "time in which 80 kB of answers are read"] {
        assert_eq!(of(what), edge.pace.window);
    }
}

#[test]
fn every_budget_has_a_test_that_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let rows = rows();
    assert!(rows.len() > 50, "{}", rows.len());
    for Row { what, tests, .. } in &rows {
        for test in tests {
            let (name, module) = test.split_once(' ').unwrap_or_else(|| panic!("{what}: no test"));
            let folder = if name == "bff" { root.join(name) } else { root.join("services").join(name) };
            let module = module.replace("::", "/");
            let files = [format!("tests/it/{module}.rs"), format!("tests/{module}.rs"), format!("src/{module}.rs")];
            let found = files.iter().find_map(|file| std::fs::read_to_string(folder.join(file)).ok());
            assert!(
                found.is_some_and(|text| text.contains("test)]") || text.contains("test]") || text.contains("::test(")),
                "{what}: {test}"
            );
        }
    }
    for (what, _) in &KINDS {
        assert!(rows.iter().any(|row| row.what == *what && row.tests.contains(&"bff hostile")), "{what}");
    }
}
