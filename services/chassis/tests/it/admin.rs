use pishkhan_chassis::{
    admin,
    config::{DrainConfig, Profile, TelemetryConfig},
    lifecycle::Lifecycle,
    telemetry,
    version::Build,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const BUILD: Build = Build { service: "probe", version: "1.2.3", revision: "abc" };

async fn get(address: std::net::SocketAddr, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// The only test that sets the process's telemetry up, which works once per process.
#[tokio::test]
async fn the_admin_port_tells_life_readiness_and_metrics() {
    let config = TelemetryConfig { otlp: None, sample_ratio: 0.0, log_filter: "off".to_owned() };
    let guard = telemetry::init(BUILD, &config).unwrap();
    let lifecycle = Lifecycle::new(DrainConfig::for_profile(Profile::Dev));
    let handle = lifecycle.handle();
    let latch = handle.readiness().latch("database");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let page = admin::Page::new("/health", || (false, "catalogue down\n".to_owned()));
    handle.spawn_sidecar("admin", admin::serve_on(listener, handle.clone(), guard.metrics(), Some(page)));

    assert_eq!(get(address, "/live").await, (200, "live\n".to_owned()));
    assert_eq!(get(address, "/ready").await, (503, "waiting for: database\n".to_owned()));
    latch.release();
    assert_eq!(get(address, "/ready").await, (200, "ready\n".to_owned()));
    metrics::histogram!("probe_seconds").record(0.003);
    let (status, text) = get(address, "/metrics").await;
    assert!(status == 200 && text.contains(r#"probe_seconds_bucket{le="0.005"} 1"#), "{text}");
    assert!(text.contains("build_info{version=\"1.2.3\",revision=\"abc\"} 1"), "{text}");
    assert_eq!(get(address, "/version").await, (200, "probe 1.2.3 (abc)\n".to_owned()));
    assert_eq!(get(address, "/other").await.0, 404);
    assert_eq!(get(address, "/health").await, (503, "catalogue down\n".to_owned()));
    assert!(telemetry::init(BUILD, &config).is_err(), "a second set-up is an error, not a silent loss");

    // While a task drains, the admin port still answers and says so.
    let soft = handle.soft();
    let (told, asked) = tokio::sync::oneshot::channel();
    handle.spawn("draining", async move {
        soft.cancelled().await;
        told.send(get(address, "/ready").await).unwrap();
    });
    handle.shutdown();
    lifecycle.run().await;
    assert_eq!(asked.await.unwrap(), (503, "waiting for: draining\n".to_owned()));
    guard.shutdown().await;
}
