//! What passwords cost: the memory of a process that everybody logs in at, and the time of those that are too long.

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
    errors,
    grpc::client::{Peer, PeerChannel},
    passport::{Signer, generate_keys},
};
use pishkhan_proto::auth::v1::{LogInRequest, auth_service_client::AuthServiceClient};
use pishkhan_testkit::{TestFolder, TestProcess, eventually, free_address};
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
    admin: SocketAddr,
    bff: Peer,
    _keys: TestFolder,
}

impl Process {
    async fn start(app: &TestApp) -> Self {
        let keys = TestFolder::new();
        fs::create_dir_all(keys.path()).unwrap();
        generate_keys(keys.path(), &[SERVICE, "bff"]).unwrap();
        let (listen, admin) = (free_address(), free_address());
        let mut command = Command::new(env!("CARGO_BIN_EXE_auth"));
        command.arg("serve").env_clear().env("PISHKHAN_PROFILE", "dev").env("RUST_LOG", "off").stdout(Stdio::null());
        command.env("PISHKHAN_GRPC_LISTEN", listen.to_string()).env("PISHKHAN_ADMIN_LISTEN", admin.to_string());
        command.env("DATABASE_URL", app.db.url()).env("REDIS_URL", app.redis.url());
        command.env("PISHKHAN_STREAM_PREFIX", app.redis.prefix());
        command.env("PASSPORT_KEY_FILE", keys.path().join("auth.key"));
        command.env("PASSPORT_KEYRING_FILE", keys.path().join("keyring.json"));
        let running = TestProcess::start(&mut command);
        let signer = Arc::new(Signer::from_file(&keys.path().join("bff.key")).unwrap());
        let bff = Peer::connect(&format!("http://{listen}"), SERVICE, signer).unwrap();
        eventually("it serves", async || bff.check_health().await.ok()).await;
        Self { running, admin, bff, _keys: keys }
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_who_log_in_at_once_cost_the_memory_of_two_hashes() {
    let app = TestApp::at_full_cost().await;
    let process = Process::start(&app).await;
    assert_eq!(process.log_in(PHONE, PASSWORD, "203.0.113.7".to_owned()).await, None);
    process.probe().await;
    let rest = process.running.resident();
    let rush = async {
        let mut reasons = Vec::new();
        for wave in 0..3 {
            let tries = (0..200).map(|number| {
                let (phone, address) = (format!("0913{wave}{number:06}"), format!("10.{wave}.{number}.1"));
                let process = &process;
                async move { process.log_in(&phone, "not the password", address).await }
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
    let both = async {
        tokio::select! {
            reasons = rush => reasons,
            () = probing => unreachable!("it goes on"),
        }
    };
    let (reasons, most) = process.running.peak(both).await;
    let count = |reason: &str| reasons.iter().filter(|found| found.as_deref() == Some(reason)).count();
    let (looked_at, turned_away) = (count("CREDENTIALS_WRONG"), count("OVERLOADED"));
    assert_eq!(looked_at + turned_away, 600, "{reasons:?}");
    assert!(looked_at >= 3 * 16, "each wave has as many as may wait: {looked_at}");
    let grown = most.saturating_sub(rest);
    assert!(grown < AT_ONCE * u64::from(PasswordCost::LEAST.memory_kib) * 1_024 + 20 * MIB, "{} MiB", grown / MIB);
    waits.sort_unstable();
    let late = waits[waits.len() * 99 / 100];
    println!("{} MiB more; of {} probes 99 % within {late:?}; {looked_at} were looked at", grown / MIB, waits.len());
    assert!(waits.len() >= 100, "{}", waits.len());
    assert!(late < Duration::from_millis(50), "{late:?}");
}

/// What the quickest of some calls takes: the others waited for something else.
async fn quickest<T>(mut call: impl AsyncFnMut(usize) -> T) -> Duration {
    let mut quickest = Duration::MAX;
    for number in 0..10 {
        let since = Instant::now();
        drop(call(number).await);
        quickest = quickest.min(since.elapsed());
    }
    quickest
}

#[tokio::test]
async fn what_is_too_long_for_a_password_is_never_hashed() {
    let app = TestApp::at_full_cost().await;
    let mine = app.first.session().await;
    // About as long as a call may be.
    let long = "x".repeat(1_000_000);
    let address = |number: usize| format!("10.0.{number}.1");
    let refused = [
        quickest(async |number| {
            let answer = app.first.log_in_from(PHONE, &long, &address(number)).await;
            assert_eq!(refusal(answer).1, "CREDENTIALS_WRONG");
        })
        .await,
        quickest(async |number| {
            let answer = app.first.reset(PHONE, "", &long, &address(number)).await;
            assert_eq!(refusal(answer).1, "INVALID_FIELD");
        })
        .await,
        quickest(async |_| {
            let answer = app.first.set_password(&mine, PASSWORD, &long).await;
            assert_eq!(refusal(answer).1, "INVALID_FIELD");
        })
        .await,
        quickest(async |_| {
            let answer = app.first.use_link("of nobody", &long).await;
            assert_eq!(refusal(answer).1, "INVALID_FIELD");
        })
        .await,
    ];
    println!("{refused:?}");
    assert!(refused.iter().all(|took| *took < Duration::from_millis(5)), "{refused:?}");
}
