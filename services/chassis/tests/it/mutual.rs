//! gRPC through TLS between our own processes, each with a certificate that names it.

use std::{
    fs,
    io::ErrorKind,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::future::join_all;
use http::uri::PathAndQuery;
use pishkhan_chassis::{
    clock::Clock as _,
    config::Env,
    errors::reason,
    grpc::{
        Transport,
        client::{Peer, with_passport},
    },
    https::Connector,
    passport::Claims,
    tls::{ClientTls, OwnFiles, TlsFiles},
};
use pishkhan_testkit::{TestAuthority, TestCertificate, TestFolder, eventually, free_address};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::Instant,
};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status, transport::Endpoint};
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};
use tonic_prost::ProstCodec;

use crate::probe::{ASK, House, TOIL, ask, call, ci, signer};

/// A server and those who trust its authority.
struct Town {
    house: House,
    authority: TestAuthority,
    folder: TestFolder,
}

impl Town {
    async fn new() -> Self {
        Self::with_ages(Duration::from_mins(5)).await
    }

    /// With connections that are asked to move on after this time.
    async fn with_ages(age: Duration) -> Self {
        let (authority, folder) = (TestAuthority::new(), TestFolder::new());
        let own = authority.issue_process("probe").transport("probe", &authority, folder.path());
        let house = House::with(|server| server.transport(own).max_connection_age(age)).await;
        Self { house, authority, folder }
    }

    /// How a process speaks that has a certificate of the authority.
    fn transport(&self, process: &str) -> Transport {
        self.shows(process, &self.authority.issue_process(process))
    }

    fn shows(&self, process: &str, certificate: &TestCertificate) -> Transport {
        certificate.transport(process, &self.authority, self.folder.path())
    }

    fn url(&self) -> String {
        format!("https://{}", self.house.address)
    }

    /// The process, which signs with its own key.
    fn peer(&self, process: &str) -> Peer {
        self.house.peer_of(process, &self.transport(process))
    }
}

/// Why a call was not answered.
async fn refusal(peer: &Peer) -> String {
    let status = ask(peer.channel(), "hello").await.unwrap_err();
    assert_eq!((status.code(), reason(&status).as_deref()), (Code::Unavailable, Some("DEPENDENCY_DOWN")), "{status}");
    status.message().to_owned()
}

#[tokio::test]
async fn both_sides_prove_who_they_are() {
    let town = Town::new().await;
    assert_eq!(ask(town.peer("bff").channel(), "hello").await.unwrap(), "HELLO");
    town.peer("bff").check_health().await.unwrap();
    let before = town.house.seen.handled.load(Ordering::SeqCst);

    let stranger = TestAuthority::new();
    for (what, certificate) in [
        ("of another authority", stranger.issue_process("bff")),
        ("expired", town.authority.issue_expired_process("bff")),
    ] {
        let told = refusal(&town.house.peer_of("bff", &town.shows("bff", &certificate))).await;
        assert!(told.contains("alert"), "{what}: {told}");
    }
    let plain =
        Peer::connect(&format!("http://{}", town.house.address), "probe", Arc::new(signer("bff")), &Transport::Plain);
    refusal(&plain.unwrap().with_clock(town.house.clock.clone())).await;
    assert_eq!(town.house.seen.handled.load(Ordering::SeqCst), before, "no handler has seen any of them");
}

#[tokio::test]
async fn only_the_process_that_was_meant_is_spoken_to() {
    let (authority, stranger) = (TestAuthority::new(), TestAuthority::new());
    for (what, process, certificate, because) in [
        ("another process", "orders", authority.issue_process("orders"), "spiffe://pishkhan/orders"),
        ("of another authority", "probe", stranger.issue_process("probe"), "UnknownIssuer"),
        ("expired", "probe", authority.issue_expired_process("probe"), "certificate expired"),
    ] {
        let folder = TestFolder::new();
        let shown = certificate.transport(process, &authority, folder.path());
        let house = House::with(|server| server.transport(shown)).await;
        let bff = authority.issue_process("bff").transport("bff", &authority, folder.path());
        let told = refusal(&house.peer_of("bff", &bff)).await;
        assert!(told.contains(because), "{what}: {told}");
        assert_eq!(house.seen.handled.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test]
async fn a_key_goes_with_the_certificate_of_its_own_process() {
    let town = Town::new().await;
    for (key, certificate) in [(signer("bff"), "tool"), (signer("tool"), "tool/ci"), (ci(), "tool")] {
        let holder = key.holder();
        let told = Peer::connect(&town.url(), "probe", Arc::new(key), &town.transport(certificate)).unwrap_err();
        let expected = format!("the passport key is that of {holder}, but the certificate is that of {certificate}");
        assert_eq!(told.to_string(), expected);
    }
}

#[tokio::test]
async fn a_stolen_passport_is_worth_nothing_to_another_process() {
    let town = Town::new().await;
    let (house, now) = (&town.house, town.house.now());
    let tool = |name: &str| Claims::tool(name, vec!["*".to_owned()], None, "probe", now, house.clock.new_id());
    let bff = Claims::service("bff", "probe", now, house.clock.new_id());
    let lent = Claims { act: Some("orders".to_owned()), ..bff.clone() };
    let peers = ["bff", "orders", "auth", "tool", "tool/ci"].map(|process| {
        let own = if process == "tool/ci" { ci() } else { signer(process) };
        let peer = Peer::connect(&town.url(), "probe", Arc::new(own), &town.transport(process)).unwrap();
        (process, peer.with_clock(house.clock.clone()))
    });
    for (what, token, holder) in [
        ("a person's", signer("auth").sign(&house.seller()), "bff"),
        ("a service's", signer("bff").sign(&bff), "bff"),
        ("one made out to another", signer("bff").sign(&lent), "orders"),
        ("a tool's", signer("tool").sign(&tool("pishkhanctl")), "tool"),
        ("a tool's with a key of its own", ci().sign(&tool("ci")), "tool/ci"),
    ] {
        // Twice: what was verified once is remembered.
        for _ in 0..2 {
            for (process, peer) in &peers {
                let answer = with_passport(token.clone(), ask(peer.channel(), "hello")).await;
                if *process == holder {
                    assert_eq!(answer.unwrap(), "HELLO", "{what}, shown by {process}");
                } else {
                    let status = answer.unwrap_err();
                    let told = (status.code(), reason(&status));
                    assert_eq!(told, (Code::Unauthenticated, Some("PASSPORT_INVALID".to_owned())), "{what}: {process}");
                }
            }
        }
    }
}

/// Certificates of both sides and their authority are replaced while calls are made all the time, writes too, over
/// connections that are replaced all the time. Not one fails.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn certificates_are_replaced_under_load() {
    let town = Town::with_ages(Duration::from_millis(20)).await;
    let (peer, new) = (town.peer("bff").with_timeout(Duration::from_secs(20)), TestAuthority::new());
    let (stop, calls) = (CancellationToken::new(), Arc::new(AtomicUsize::new(0)));
    let mut load = JoinSet::<Result<(), Status>>::new();
    for path in [ASK, ASK, TOIL, TOIL] {
        let (peer, stop, calls) = (peer.clone(), stop.clone(), Arc::clone(&calls));
        load.spawn(async move {
            while !stop.is_cancelled() {
                call(peer.channel(), path, "hello").await?;
                calls.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        });
    }
    let go_on = async || {
        let before = calls.load(Ordering::Relaxed);
        let went = async || (calls.load(Ordering::Relaxed) >= before + 40).then_some(());
        let began = Instant::now();
        eventually("all call anew", went).await;
        // Long enough for connections that were made before to have ended.
        tokio::time::sleep_until(began + Duration::from_millis(60)).await;
    };
    go_on().await;
    let folder = town.folder.path();
    let both = format!("{}{}", town.authority.pem(), new.pem());
    for ca in ["probe-ca.pem", "bff-ca.pem"] {
        replace(&folder.join(ca), &both);
        go_on().await;
    }
    for process in ["probe", "bff"] {
        let next = new.issue_process(process);
        // One after the other, as nobody can write both at once.
        replace(&folder.join(format!("{process}.key")), &next.key);
        go_on().await;
        replace(&folder.join(format!("{process}.pem")), &next.certificate);
        go_on().await;
    }
    for ca in ["probe-ca.pem", "bff-ca.pem"] {
        replace(&folder.join(ca), new.pem());
        go_on().await;
    }
    // Another process's certificate in place of one's own changes nothing.
    replace(&folder.join("bff.pem"), &new.issue_process("orders").certificate);
    go_on().await;
    stop.cancel();
    let ended = load.join_all().await;
    let total = calls.load(Ordering::Relaxed);
    assert!(ended.iter().all(Result::is_ok), "{total} calls: {ended:?}");
    refusal(&town.house.peer_of("bff", &town.transport("bff"))).await;
}

/// A file is replaced as a whole, in place of the one that was there.
fn replace(path: &Path, text: &str) {
    let beside = path.with_extension("new");
    fs::write(&beside, text).unwrap();
    fs::rename(&beside, path).unwrap();
}

/// How long a caller is let wait that sends these bytes and nothing more.
async fn hung_up_on(town: &Town, bytes: &[u8]) -> Duration {
    let mut stream = TcpStream::connect(town.house.address).await.unwrap();
    let began = Instant::now();
    stream.write_all(bytes).await.unwrap();
    let mut said = [0; 64];
    loop {
        match stream.read(&mut said).await {
            Ok(0) => return began.elapsed(),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return began.elapsed(),
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn who_does_not_shake_hands_is_hung_up_on_and_keeps_nobody_waiting() {
    let town = Town::new().await;
    let impatient = Duration::from_secs(2);
    assert!(hung_up_on(&town, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await < impatient, "plain HTTP/2");
    // A record that says of itself that it is longer than there can be.
    assert!(hung_up_on(&town, &[0x16, 3, 1, 0xff, 0xff]).await < impatient);

    let peer = town.peer("bff");
    let mut silent = JoinSet::new();
    for beginning in [&b""[..], &[0x16, 3, 1], &[0x16, 3, 1, 0x20, 0, 1, 0, 0x1f, 0xfc, 3, 3]] {
        let mut streams = Vec::new();
        for _ in 0..30 {
            let mut stream = TcpStream::connect(town.house.address).await.unwrap();
            stream.write_all(beginning).await.unwrap();
            streams.push(stream);
        }
        silent.spawn(async move {
            for mut stream in streams {
                assert_eq!(stream.read(&mut [0; 64]).await.unwrap(), 0, "{beginning:?}");
            }
        });
    }
    let began = Instant::now();
    assert_eq!(ask(peer.channel(), "hello").await.unwrap(), "HELLO");
    assert!(began.elapsed() < impatient, "{:?}", began.elapsed());
    tokio::time::timeout(Duration::from_secs(15), silent.join_all()).await.expect("all are hung up on");
}

/// Asks as a tool of other people does, which checks the name of the host, with the certificate of this name, if any.
async fn ask_as_others_do(town: &Town, own: Option<&str>) -> Result<String, Status> {
    let at = |name: &str| town.folder.path().join(name);
    let own = own.map(|name| OwnFiles { certificate: at(&format!("{name}.pem")), key: at(&format!("{name}.key")) });
    let files = TlsFiles { authorities: Some(at("probe-ca.pem")), own };
    let connector = Connector::new(ClientTls::new(files).unwrap(), Duration::from_secs(5)).over_http2();
    let url = format!("https://localhost:{}", town.house.address.port());
    let channel = Endpoint::from_shared(url).unwrap().connect_with_connector_lazy(connector);
    let scopes = vec!["*".to_owned()];
    let claims = Claims::tool("grpcurl", scopes, None, "probe", town.house.now(), town.house.clock.new_id());
    let mut request = Request::new("hello".to_owned());
    let bearer = format!("Bearer {}", signer("tool").sign(&claims));
    request.metadata_mut().insert("authorization", bearer.parse().unwrap());
    let mut client = tonic::client::Grpc::new(channel);
    client.ready().await.unwrap();
    let answer = client.unary(request, PathAndQuery::from_static(ASK), ProstCodec::<String, String>::default()).await;
    answer.map(Response::into_inner)
}

#[tokio::test]
async fn tools_of_other_people_are_served_with_a_certificate_of_ours_alone() {
    let town = Town::new().await;
    let folder = town.folder.path();
    town.authority.issue_process("tool").write(folder, "tool");
    town.authority.issue(&["localhost"]).write(folder, "nameless");
    TestAuthority::new().issue_process("tool").write(folder, "strange");
    assert_eq!(ask_as_others_do(&town, Some("tool")).await.unwrap(), "HELLO");
    for own in [Some("nameless"), Some("strange"), None] {
        assert!(ask_as_others_do(&town, own).await.is_err(), "{own:?}");
    }
    assert_eq!(town.house.seen.handled.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn health_is_told_in_clear_at_an_address_of_its_own_and_nothing_else_is() {
    let (authority, folder, address) = (TestAuthority::new(), TestFolder::new(), free_address());
    let own = authority.issue_process("probe").transport("probe", &authority, folder.path());
    let house = House::with(|server| server.transport(own).health_listen(address)).await;
    let channel = Endpoint::from_shared(format!("http://{address}")).unwrap().connect_lazy();
    let ask = async |service: &str| {
        let request = HealthCheckRequest { service: service.to_owned() };
        HealthClient::new(channel.clone()).check(request).await.map(|reply| reply.into_inner().status())
    };
    let well = eventually("it listens", async || ask("").await.ok()).await;
    assert_eq!(well, ServingStatus::Serving);
    let latch = house.handle.readiness().latch("database");
    let is = async |service: &str, expected| {
        let seen = async || ask(service).await.is_ok_and(|status| status == expected).then_some(());
        eventually("it is so", seen).await;
    };
    is("readiness", ServingStatus::NotServing).await;
    is("liveness", ServingStatus::Serving).await;
    latch.release();
    is("readiness", ServingStatus::Serving).await;

    let claims = Claims::service("bff", "probe", house.now(), house.clock.new_id());
    let mut request = Request::new("hello".to_owned());
    let bearer = format!("Bearer {}", signer("bff").sign(&claims));
    request.metadata_mut().insert("authorization", bearer.parse().unwrap());
    let mut client = tonic::client::Grpc::new(channel.clone());
    client.ready().await.unwrap();
    let answer = client.unary(request, PathAndQuery::from_static(ASK), ProstCodec::<String, String>::default()).await;
    let refused: Result<Response<String>, Status> = answer;
    assert_eq!(refused.unwrap_err().code(), Code::Unimplemented);
    assert_eq!(house.seen.handled.load(Ordering::SeqCst), 0);

    // Whoever fills it up keeps the next ones away, and nobody else.
    let crowd = join_all((0..100).map(async |_| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        // The server speaks first, where it speaks.
        let is_heard = stream.read(&mut [0; 64]).await.unwrap() > 0;
        (stream, is_heard)
    }));
    let crowd = crowd.await;
    let turned_away = crowd.iter().filter(|(_, is_heard)| !is_heard).count();
    // One is taken by the client of before.
    assert_eq!(turned_away, 100 - 63);
    // Nobody stays for long.
    eventually("there is room again", async || {
        TcpStream::connect(address).await.ok()?.read(&mut [0; 64]).await.ok().filter(|read| *read > 0)
    })
    .await;
}

#[test]
fn what_cannot_be_used_is_told_under_the_name_of_its_setting() {
    let (folder, authority) = (TestFolder::new(), TestAuthority::new());
    authority.issue_process("orders").transport("orders", &authority, folder.path());
    authority.issue_process("tool/ci").write(folder.path(), "ci");
    authority.issue(&["orders", "localhost"]).write(folder.path(), "nameless");
    fs::write(folder.path().join("garbage.pem"), "nothing").unwrap();
    let problems = |process: &str, files: [&str; 3]| {
        let names = ["TLS_CA_FILE", "TLS_CERT_FILE", "TLS_KEY_FILE"].into_iter().zip(files);
        let settings = names.map(|(name, file)| (name, format!("{}/{file}", folder.path().display())));
        let read = Env::from_map(settings).build(|env| Transport::read(env, process));
        read.map_or_else(|errors| errors.0.iter().map(ToString::to_string).collect(), |_| String::new())
    };
    assert_eq!(problems("orders", ["orders-ca.pem", "orders.pem", "orders.key"]), "");
    assert_eq!(problems("tool", ["orders-ca.pem", "ci.pem", "ci.key"]), "", "a tool's own");
    for (process, files, begins, says) in [
        ("auth", ["orders-ca.pem", "orders.pem", "orders.key"], "TLS_CERT_FILE", "it names spiffe://pishkhan/orders"),
        ("orders", ["orders-ca.pem", "ci.pem", "ci.key"], "TLS_CERT_FILE", "it names spiffe://pishkhan/tool/ci"),
        ("orders", ["orders-ca.pem", "nameless.pem", "nameless.key"], "TLS_CERT_FILE", "it names no process"),
        ("orders", ["orders-ca.pem", "orders.pem", "ci.key"], "TLS_KEY_FILE", "do not belong together"),
        ("orders", ["garbage.pem", "orders.pem", "orders.key"], "TLS_CA_FILE", "cannot be read"),
        ("orders", ["nowhere.pem", "orders.pem", "orders.key"], "TLS_CA_FILE", "cannot be looked at"),
    ] {
        let told = problems(process, files);
        assert!(told.starts_with(&format!("{begins}: ")) && told.contains(says), "{files:?}: {told}");
        assert!(!told.contains("PRIVATE KEY"), "{told}");
    }
    let files = ["orders-ca.pem", "orders.pem", "orders.key"];
    fs::set_permissions(folder.path().join("orders.key"), fs::Permissions::from_mode(0o644)).unwrap();
    let told = problems("orders", files);
    assert!(told.starts_with("TLS_KEY_FILE: ") && told.contains("is open to others (mode 0644)"), "{told}");
}
