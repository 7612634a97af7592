//! The BFF as a process of its own, so that what it holds in memory is its own.

use std::{
    fs::{self, File},
    net::SocketAddr,
    process::Command,
};

use pishkhan_bff::config::ServiceUrls;
use pishkhan_chassis::{grpc::Transport, tls::OwnFiles};
use pishkhan_testkit::{TestFolder, TestProcess, eventually, free_address};
use tokio::net::TcpStream;

use crate::{house::SEAL_KEYS, tls::Front};

/// Room for a few thousand connections of one network.
pub const FOR_CROWDS: usize = 16_000;
const LOG: &str = "log";
const PASSPORT_KEY: &str = r#"{"kid":"test-bff","issuer":"bff","seed":"BgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgY="}"#;

/// A BFF that runs. It is killed at the end.
pub struct Process {
    pub address: SocketAddr,
    pub running: TestProcess,
    folder: TestFolder,
}

impl Process {
    /// Starts one with no service behind it, with room for so many connections, and with TLS if there are certificates for
    /// it.
    pub async fn alone(max_connections: usize, front: Option<&Front>) -> Self {
        let nowhere = || "http://127.0.0.1:1".to_owned();
        let (auth, settings, orders, catalogue) = (nowhere(), nowhere(), nowhere(), nowhere());
        let transport = Transport::Plain;
        let urls = ServiceUrls { transport, auth, settings, orders, catalogue, reports: nowhere() };
        Self::start_with(&urls, max_connections, front).await
    }

    /// Starts one in front of these services, and waits until it accepts connections.
    pub async fn start(urls: &ServiceUrls) -> Self {
        Self::start_with(urls, FOR_CROWDS, None).await
    }

    async fn start_with(urls: &ServiceUrls, max_connections: usize, front: Option<&Front>) -> Self {
        let folder = TestFolder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let (address, admin) = (free_address(), free_address());
        let mut command = Command::new(env!("CARGO_BIN_EXE_bff"));
        command.arg("serve").env_clear().env("PISHKHAN_PROFILE", "dev").env("RUST_LOG", "warn");
        command.env("BFF_LISTEN", address.to_string()).env("PISHKHAN_ADMIN_LISTEN", admin.to_string());
        command.env("BFF_MAX_CONNECTIONS", max_connections.to_string());
        command.env("BFF_WORKERS", "2").env("BFF_SEAL_KEYS_FILE", file("seal.keys", SEAL_KEYS));
        command.env("PASSPORT_KEY_FILE", file("bff.key", PASSPORT_KEY));
        command.env("AUTH_URL", &urls.auth).env("SETTINGS_URL", &urls.settings).env("ORDERS_URL", &urls.orders);
        command.env("CATALOGUE_URL", &urls.catalogue).env("REPORTS_URL", &urls.reports);
        if let Some(OwnFiles { certificate, key }) = front.map(Front::files) {
            command.env("BFF_TLS_CERT_FILE", certificate).env("BFF_TLS_KEY_FILE", key);
        }
        let log = File::create(folder.path().join(LOG)).unwrap();
        let running = TestProcess::start(command.stdout(log));
        let process = Self { address, running, folder };
        eventually("it listens", async || TcpStream::connect(address).await.ok()).await;
        process
    }

    /// What it has logged, warnings and worse.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join(LOG)).unwrap()
    }
}
