//! What a process costs in memory and time: one that everybody logs in at, passwords that are too long, strangers at its
//! door.

use std::{
    fs,
    net::SocketAddr,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use pishkhan_auth::{SERVICE, domain::user::PasswordCost};
use pishkhan_chassis::{
    config::Profile,
    errors,
    grpc::{
        Transport,
        client::{Peer, PeerChannel},
    },
    passport::{Signer, generate_keys},
};
use pishkhan_proto::auth::v1::{LogInRequest, auth_service_client::AuthServiceClient};
use pishkhan_testkit::{TestAuthority, TestFolder, TestProcess, eventually, free_address};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::sleep,
};

use crate::harness::{DEVICE, PASSWORD, PHONE, TestApp, refusal};

const MIB: u64 = 1_024 * 1_024;
/// Hashes that are made at the same time.
const AT_ONCE: u64 = 2;

/// A process beside the instances of a test, on the same database and Redis.
struct Process {
    running: TestProcess,
    listen: SocketAddr,
    admin: SocketAddr,
    bff: Peer,
    url: String,
    transport: Transport,
    keys: TestFolder,
}

impl Process {
    async fn start(app: &TestApp) -> Self {
        Self::start_with(app, None).await
    }

    /// With certificates of this authority.
    async fn start_with(app: &TestApp, authority: Option<&TestAuthority>) -> Self {
        let keys = TestFolder::new();
        fs::create_dir_all(keys.path()).unwrap();
        generate_keys(keys.path(), &[SERVICE, "bff"], Profile::Dev).unwrap();
        let (listen, admin) = (free_address(), free_address());
        let mut command = Command::new(env!("CARGO_BIN_EXE_auth"));
        command.arg("serve").env_clear().env("PISHKHAN_PROFILE", "dev").env("RUST_LOG", "off").stdout(Stdio::null());
        command.env("PISHKHAN_GRPC_LISTEN", listen.to_string()).env("PISHKHAN_ADMIN_LISTEN", admin.to_string());
        command.env("DATABASE_URL", app.db.url()).env("REDIS_URL", app.redis.url());
        command.env("PISHKHAN_STREAM_PREFIX", app.redis.prefix());
        command.env("PASSPORT_KEY_FILE", keys.path().join("auth.key"));
        command.env("PASSPORT_KEYRING_FILE", keys.path().join("keyring.json"));
        let mut transport = Transport::Plain;
        if let Some(authority) = authority {
            authority.issue_process(SERVICE).transport(SERVICE, authority, &keys.path().join("tls"));
            transport = authority.issue_process("bff").transport("bff", authority, &keys.path().join("tls"));
            let file = |name: &str| keys.path().join("tls").join(name);
            command.env("TLS_MODE", "mutual").env("TLS_CA_FILE", file("auth-ca.pem"));
            command.env("TLS_CERT_FILE", file("auth.pem")).env("TLS_KEY_FILE", file("auth.key"));
        }
        let running = TestProcess::start(&mut command);
        let signer = Arc::new(Signer::from_file(&keys.path().join("bff.key")).unwrap());
        let url = format!("{}://{listen}", if authority.is_some() { "https" } else { "http" });
        let bff = Peer::connect(&url, SERVICE, signer, &transport).unwrap();
        eventually("it serves", async || bff.check_health().await.ok()).await;
        Self { running, listen, admin, bff, url, transport, keys }
    }

    /// The BFF over a connection of its own.
    fn another_bff(&self) -> Peer {
        let signer = Arc::new(Signer::from_file(&self.keys.path().join("bff.key")).unwrap());
        Peer::connect(&self.url, SERVICE, signer, &self.transport).unwrap()
    }

    /// Why a try to log in was refused; none when it was not.
    async fn log_in(&self, phone: &str, password: &str, address: String) -> Option<String> {
        let request = LogInRequest {
            cellphone: phone.to_owned(),
            password: password.to_owned(),
            client_address: address,
            device: DEVICE.to_owned(),
        };
        let mut client: AuthServiceClient<PeerChannel> = AuthServiceClient::new(self.bff.channel());
        client.log_in(request).await.err().map(|status| errors::reason(&status).unwrap_or_else(|| status.to_string()))
    }

    /// How long the probe waits for its answer.
    async fn probe(&self) -> Duration {
        let since = Instant::now();
        let mut connection = TcpStream::connect(self.admin).await.unwrap();
        connection.write_all(b"GET /live HTTP/1.1\r\nhost: auth\r\nconnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        since.elapsed()
    }
}

/// Two hundred log in at the same moment, and again; who they are is told by `number`. Why each was refused, and how long
/// probes waited meanwhile, the longest last.
async fn rush(process: &Process, number: u8) -> (Vec<Option<String>>, Vec<Duration>) {
    let crowds = async {
        let mut reasons = Vec::new();
        for crowd in 0..3 {
            let tries = (0..200).map(async |person| {
                let (phone, address) =
                    (format!("09130{number}{crowd}{person:04}"), format!("10.{number}{crowd}.{person}.1"));
                process.log_in(&phone, "not the password", address).await
            });
            reasons.extend(join_all(tries).await);
        }
        reasons
    };
    let mut waits = Vec::new();
    let probing = async {
        loop {
            waits.push(process.probe().await);
            sleep(Duration::from_millis(2)).await;
        }
    };
    let reasons = tokio::select! {
        reasons = crowds => reasons,
        () = probing => unreachable!("it goes on"),
    };
    waits.sort_unstable();
    (reasons, waits)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_who_log_in_at_once_cost_the_memory_of_two_hashes() {
    let app = TestApp::at_full_cost().await;
    let process = Process::start(&app).await;
    assert_eq!(process.log_in(PHONE, PASSWORD, "203.0.113.7".to_owned()).await, None);
    process.probe().await;
    let rest = process.running.resident();
    let mut late = Vec::new();
    for number in 1..=3 {
        let since = Instant::now();
        let ((reasons, waits), most) = process.running.peak(rush(&process, number)).await;
        let took = since.elapsed();
        let count = |reason: &str| reasons.iter().filter(|found| found.as_deref() == Some(reason)).count();
        let (looked_at, turned_away) = (count("CREDENTIALS_WRONG"), count("OVERLOADED"));
        // On a busy machine some of those who wait for their turn give up.
        assert_eq!(looked_at + turned_away + count("DEADLINE_EXCEEDED"), 600, "{reasons:?}");
        assert!(looked_at >= 3 * 16, "each time as many as may wait: {looked_at}");
        let grown = most.saturating_sub(rest);
        assert!(grown < AT_ONCE * u64::from(PasswordCost::LEAST.memory_kib) * 1_024 + 20 * MIB, "{} MiB", grown / MIB);
        assert!(waits.len() >= 50, "{}", waits.len());
        let (half, most_of_all) = (waits[waits.len() / 2], waits[waits.len() * 99 / 100]);
        // What a hash takes among the others, and what probes would wait that had to wait for hashes.
        let hash = took * u32::try_from(AT_ONCE).unwrap() / u32::try_from(looked_at).unwrap();
        late.push(format!("half within {half:?}, 99 % within {most_of_all:?}, a hash {hash:?}"));
        println!("{} MiB more; {looked_at} looked at; of {} probes {late:?}", grown / MIB, waits.len());
        // On a busy machine a few probes are late by themselves.
        if most_of_all < Duration::from_millis(50) || (4 * half < hash && most_of_all < 4 * hash) {
            return;
        }
    }
    panic!("{late:?}");
}

/// Makes a call until it takes less than half a hash: on a busy machine most of them wait for something else.
async fn assert_unhashed<T>(what: &str, hashed: Duration, mut call: impl AsyncFnMut(usize) -> T) {
    let mut quickest = Duration::MAX;
    for number in 0..50 {
        let since = Instant::now();
        drop(call(number).await);
        quickest = quickest.min(since.elapsed());
        if 2 * quickest < hashed {
            return;
        }
    }
    panic!("{what} takes {quickest:?} and more, a hash {hashed:?}");
}

#[tokio::test]
async fn what_is_too_long_for_a_password_is_never_hashed() {
    let app = TestApp::at_full_cost().await;
    let mine = app.first.session().await;
    // About as long as a call may be.
    let long = "x".repeat(1_000_000);
    let address = |number: usize| format!("10.0.{number}.1");
    // What a hash takes, at its quickest.
    let mut hashed = Duration::MAX;
    for number in 0..5 {
        let since = Instant::now();
        let answer = app.first.log_in_from(PHONE, "not the password", &format!("10.1.{number}.1")).await;
        hashed = hashed.min(since.elapsed());
        assert_eq!(refusal(answer).1, "CREDENTIALS_WRONG");
    }
    assert_unhashed("a log-in", hashed, async |number| {
        let answer = app.first.log_in_from(PHONE, &long, &address(number)).await;
        assert_eq!(refusal(answer).1, "CREDENTIALS_WRONG");
    })
    .await;
    assert_unhashed("a password with a code", hashed, async |number| {
        let answer = app.first.reset(PHONE, "", &long, &address(number)).await;
        assert_eq!(refusal(answer).1, "INVALID_FIELD");
    })
    .await;
    assert_unhashed("another password", hashed, async |_| {
        let answer = app.first.set_password(&mine, PASSWORD, &long).await;
        assert_eq!(refusal(answer).1, "INVALID_FIELD");
    })
    .await;
    assert_unhashed("a password with a link", hashed, async |_| {
        let answer = app.first.use_link("of nobody", &long).await;
        assert_eq!(refusal(answer).1, "INVALID_FIELD");
    })
    .await;
}

/// What a thousand callers send, each the beginning of a greeting of 64 KiB that never ends.
fn endless_greeting() -> Vec<u8> {
    const RECORD: usize = 16_384;
    let mut bytes = Vec::new();
    for number in 0..3 {
        bytes.extend([0x16, 3, 1, 0x40, 0]);
        let begins: &[u8] = if number == 0 { &[1, 0, 0xff, 0xf0, 3, 3] } else { &[] };
        bytes.extend(begins);
        bytes.extend(vec![0; RECORD - begins.len()]);
    }
    bytes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_strangers_at_the_door_cost_little_and_keep_nobody_out_for_long() {
    let (app, authority) = (TestApp::empty().await, TestAuthority::new());
    let process = Process::start_with(&app, Some(&authority)).await;
    let (rest, greeting) = (process.running.resident(), endless_greeting());
    let come = join_all((0..1_000).map(async |_| {
        let mut stream = TcpStream::connect(process.listen).await.unwrap();
        // Some are hung up on before they have said it.
        drop(stream.write_all(&greeting).await);
        stream
    }));
    let ((), most) = process
        .running
        .peak(async {
            let crowd = come.await;
            process.bff.check_health().await.unwrap();
            let another = process.another_bff();
            eventually("somebody new comes in", async || another.check_health().await.ok()).await;
            drop(crowd);
        })
        .await;
    let grown = most.saturating_sub(rest);
    println!("{} KiB more", grown / 1_024);
    assert!(grown < 40 * MIB, "{} MiB", grown / MIB);
}
