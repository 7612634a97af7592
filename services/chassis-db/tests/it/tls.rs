//! PostgreSQL and Redis over TLS, with certificates of the test's own.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use diesel_async::{AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _};
use pishkhan_chassis::tls::{ClientTls, OwnFiles, TlsFiles};
use pishkhan_chassis_db::{Db, DbConfig, bus::Redis, migrate};
use pishkhan_testkit::{TestAuthority, TlsServers, eventually};
use redis::AsyncCommands as _;
use tokio::{io::AsyncWriteExt as _, net::TcpListener, sync::mpsc, task::JoinSet};
use tokio_util::sync::CancellationToken;

use crate::support::MIGRATIONS;

/// The name that the servers' certificate bears.
const HOST: &str = "db.example";
const DATABASE: &str = "pishkhan_orders";

/// Servers, and a caller whom they believe.
struct House {
    authority: TestAuthority,
    servers: TlsServers,
    files: TlsFiles,
}

impl House {
    fn start() -> Self {
        let authority = TestAuthority::new();
        let servers = TlsServers::start(&authority, &authority.issue(&[HOST, "localhost"]));
        let ca = servers.folder().join("ca.pem");
        fs::write(&ca, authority.pem()).unwrap();
        let (certificate, key) = authority.issue(&["orders"]).write(servers.folder(), "orders");
        let files = TlsFiles { authorities: Some(ca), own: Some(OwnFiles { certificate, key }) };
        Self { authority, servers, files }
    }

    /// The database at the servers' address, whoever is expected there.
    fn postgres(&self, host: &str, files: &TlsFiles) -> DbConfig {
        let port = self.servers.postgres().port();
        let url = format!("postgresql://{DATABASE}_owner@{host}:{port}/{DATABASE}?hostaddr=127.0.0.1");
        DbConfig { tls: Some(ClientTls::new(files.clone()).unwrap()), ..DbConfig::new(url) }
    }

    fn redis(&self, host: &str, files: &TlsFiles) -> Redis {
        let url = format!("rediss://{host}:{}", self.servers.redis().port());
        Redis::new(&url, Some(ClientTls::new(files.clone()).unwrap())).unwrap()
    }

    /// What the superuser says over the unix socket.
    async fn tell_postgres(&self, statement: &str) {
        let mut admin = AsyncPgConnection::establish(&format!("{}/postgres", self.servers.socket())).await.unwrap();
        admin.batch_execute(statement).await.unwrap();
    }

    /// Both servers show another certificate from now on.
    async fn show(&self, certificate: &pishkhan_testkit::TestCertificate) {
        let (path, key) = certificate.write(&self.servers.certificates(), "server");
        self.tell_postgres("SELECT pg_reload_conf()").await;
        let redis = Redis::new(self.servers.redis_socket(), None).unwrap();
        let mut redis = redis.connect(Duration::from_secs(1)).await.unwrap();
        // Together, so that it never looks for a key of another certificate.
        let mut set = redis::cmd("CONFIG");
        set.arg("SET").arg("tls-cert-file").arg(path.to_str()).arg("tls-key-file").arg(key.to_str());
        let () = set.query_async(&mut redis).await.unwrap();
    }
}

/// Why no connection comes about; empty: one did.
async fn refusal(config: &DbConfig) -> String {
    use std::error::Error;
    let Err(error) = Db::connect(config, "orders").unwrap().ping().await else { return String::new() };
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        told = format!("{told}: {inner}");
        cause = inner.source();
    }
    told
}

#[tokio::test]
async fn servers_are_spoken_to_only_when_they_prove_their_names() {
    let house = House::start();
    postgres_proves_its_name(&house).await;
    redis_proves_its_name(&house).await;
}

async fn postgres_proves_its_name(house: &House) {
    let good = house.postgres(HOST, &house.files);
    assert_eq!(refusal(&good).await, "");
    let stranger = house.servers.folder().join("stranger.pem");
    fs::write(&stranger, TestAuthority::new().pem()).unwrap();
    let (trusting_another, without) = (
        TlsFiles { authorities: Some(stranger), ..house.files.clone() },
        TlsFiles { own: None, ..house.files.clone() },
    );
    for (what, config, because) in [
        ("another name", house.postgres("other.example", &house.files), "not valid for name"),
        ("another authority", house.postgres(HOST, &trusting_another), "UnknownIssuer"),
        ("no certificate of one's own", house.postgres(HOST, &without), "client certificate"),
    ] {
        let told = refusal(&config).await;
        assert!(told.contains(because), "{what}: {told}");
    }
    let plain = DbConfig { tls: None, ..good.clone() };
    assert!(refusal(&plain).await.contains("no encryption"), "{}", refusal(&plain).await);

    fs::write(house.servers.access(), "local all all trust\nhostssl all all all trust\n").unwrap();
    house.tell_postgres("SELECT pg_reload_conf()").await;
    let managed = house.postgres(HOST, &without);
    eventually("nobody is asked for a certificate", async || refusal(&managed).await.is_empty().then_some(())).await;

    house.show(&house.authority.issue_expired(&[HOST])).await;
    eventually("the certificate has expired", async || {
        refusal(&good).await.contains("certificate expired").then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_postgres_without_tls_gets_no_byte_more() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut serving = JoinSet::new();
    serving.spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"N").await.unwrap();
        let mut said = Vec::new();
        tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut said).await.unwrap();
        said.len()
    });
    let tls = Some(ClientTls::new(TlsFiles::default()).unwrap());
    let config = DbConfig { tls, ..DbConfig::new(format!("postgresql://u:secret@127.0.0.1:{port}/d")) };
    let told = refusal(&config).await;
    assert!(told.contains("the server offers no TLS"), "{told}");
    assert_eq!(serving.join_next().await.unwrap().unwrap(), 8, "the question whether it has TLS");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_goes_over_tls_whose_certificates_may_change() {
    let house = House::start();
    migrations_notices_and_cancellations(&house).await;
    certificates_are_replaced_under_load(&house).await;
}

async fn migrations_notices_and_cancellations(house: &House) {
    let config = house.postgres(HOST, &house.files);
    assert!(!migrate(&config, "orders", &[MIGRATIONS], None).await.unwrap().applied.is_empty());
    let db = Db::connect(&DbConfig { pool_size: 2, ..config }, "orders").unwrap();

    let (listening, mut heard) = mpsc::unbounded_channel();
    let mut tasks = JoinSet::new();
    let (stop, ready) = (CancellationToken::new(), Arc::new(AtomicBool::new(false)));
    let (ears, is_ready, until) = (db.clone(), ready.clone(), stop.clone());
    tasks.spawn(async move {
        let begun = || is_ready.store(true, Ordering::Release);
        until.run_until_cancelled(ears.listen("word", begun, |word| listening.send(word).unwrap())).await
    });
    eventually("it is listened to", async || ready.load(Ordering::Acquire).then_some(())).await;
    let mut conn = db.read().await.unwrap();
    conn.batch_execute("NOTIFY word, 'ended'").await.unwrap();
    assert_eq!(heard.recv().await.unwrap(), "ended");
    let encrypted = "SELECT 1 / (count(*) = 2)::int FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE usename = 'pishkhan_orders_owner' AND ssl AND version = 'TLSv1.3' AND client_dn IS NOT NULL";
    conn.batch_execute(encrypted).await.unwrap();
    drop(conn);
    stop.cancel();
    while tasks.join_next().await.is_some() {}

    // Given up in the middle: the connection returns to the pool only when the server has ended the statement.
    let abandoned = async { db.read().await.unwrap().batch_execute("SELECT pg_sleep(60)").await };
    assert!(tokio::time::timeout(Duration::from_millis(100), abandoned).await.is_err());
    let running =
        "SELECT 1 / (count(*) = 0)::int FROM pg_stat_activity WHERE state = 'active' AND query ~ '^SELECT pg_sleep'";
    eventually("the statement was cancelled", async || db.read().await.unwrap().batch_execute(running).await.ok())
        .await;
}

async fn redis_proves_its_name(house: &House) {
    house.show(&house.authority.issue(&["localhost"])).await;
    let ask = async |redis: Redis| -> Result<String, String> {
        let mut connection = redis.connect(Duration::from_secs(1)).await.map_err(|error| error.to_string())?;
        connection.ping().await.map_err(|error| error.to_string())
    };
    assert_eq!(ask(house.redis("localhost", &house.files)).await.unwrap(), "PONG");
    let stranger = house.servers.folder().join("stranger.pem");
    fs::write(&stranger, TestAuthority::new().pem()).unwrap();
    let trusting_another = TlsFiles { authorities: Some(stranger), ..house.files.clone() };
    let without = TlsFiles { own: None, ..house.files.clone() };
    let told = ask(house.redis("127.0.0.1", &house.files)).await.unwrap_err();
    assert!(told.contains("not valid for name"), "{told}");
    let told = ask(house.redis("localhost", &trusting_another)).await.unwrap_err();
    assert!(told.contains("UnknownIssuer"), "{told}");
    assert!(ask(house.redis("localhost", &without)).await.is_err());
    let plain = Redis::new(&format!("redis://{}", house.servers.redis()), None).unwrap();
    assert!(ask(plain).await.is_err());
    house.show(&house.authority.issue_expired(&["localhost"])).await;
    let told = ask(house.redis("localhost", &house.files)).await.unwrap_err();
    assert!(told.contains("certificate expired"), "{told}");
}

/// Everything is replaced while both are asked all the time: first both authorities are trusted, then the servers and the
/// callers show certificates of the new one, then the old one is forgotten. Not one call fails.
async fn certificates_are_replaced_under_load(house: &House) {
    let new = TestAuthority::new();
    // Connections last shorter than what follows takes.
    let config = DbConfig { max_age: Duration::from_millis(20), ..house.postgres(HOST, &house.files) };
    let db = Db::connect(&config, "orders").unwrap();
    let redis = house.redis("localhost", &house.files);
    let (stop, asked) = (CancellationToken::new(), Arc::new(AtomicUsize::new(0)));
    let mut load = JoinSet::new();
    for _ in 0..4 {
        let (db, redis, stop, asked) = (db.clone(), redis.clone(), stop.clone(), asked.clone());
        load.spawn(async move {
            while !stop.is_cancelled() {
                db.ping().await.unwrap();
                let mut connection = redis.connect(Duration::from_secs(5)).await.unwrap();
                let _: String = connection.ping().await.unwrap();
                asked.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    let go_on = async || {
        let before = asked.load(Ordering::Relaxed);
        eventually("all ask anew", async || (asked.load(Ordering::Relaxed) >= before + 20).then_some(())).await;
    };
    go_on().await;
    let both = format!("{}{}", house.authority.pem(), new.pem());
    let ca = house.files.authorities.clone().unwrap();
    replace(&ca, &both);
    replace(&house.servers.certificates().join("ca.pem"), &both);
    house.show(&house.authority.issue(&[HOST, "localhost"])).await;
    go_on().await;
    house.show(&new.issue(&[HOST, "localhost"])).await;
    go_on().await;
    let next = new.issue(&["orders"]);
    let own = house.files.own.clone().unwrap();
    fs::write(&own.certificate, &next.certificate).unwrap();
    go_on().await;
    fs::write(&own.key, &next.key).unwrap();
    go_on().await;
    replace(&ca, new.pem());
    go_on().await;
    let of_old_alone = TlsFiles { authorities: Some(house.servers.folder().join("old.pem")), ..house.files.clone() };
    fs::write(of_old_alone.authorities.as_ref().unwrap(), house.authority.pem()).unwrap();
    assert!(refusal(&house.postgres(HOST, &of_old_alone)).await.contains("UnknownIssuer"), "the servers did change");
    stop.cancel();
    while let Some(ended) = load.join_next().await {
        ended.unwrap();
    }
}

/// A file is replaced as a whole, in place of the one that was there.
fn replace(path: &std::path::Path, text: &str) {
    let owner = fs::metadata(path).unwrap();
    let beside = path.with_extension("new");
    fs::write(&beside, text).unwrap();
    std::os::unix::fs::chown(&beside, Some(std::os::unix::fs::MetadataExt::uid(&owner)), None).unwrap();
    fs::set_permissions(&beside, owner.permissions()).unwrap();
    fs::rename(&beside, path).unwrap();
}
