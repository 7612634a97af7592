//! PostgreSQL and Redis of one test, with TLS.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Output,
};

use crate::{
    certificates::{TestAuthority, TestCertificate},
    child::free_address,
    environment,
    folder::TestFolder,
};

/// Servers that only speak TLS over TCP and ask everybody for a certificate; stopped when this is dropped.
///
/// `deploy/dev/services` starts them, as it does the checkout's own.
#[derive(Debug)]
pub struct TlsServers {
    folder: TestFolder,
    data: PathBuf,
    socket: String,
    redis_socket: String,
    postgres: SocketAddr,
    redis: SocketAddr,
}

impl TlsServers {
    /// Starts them with a certificate of this authority, whose callers they believe.
    pub fn start(authority: &TestAuthority, certificate: &TestCertificate) -> Self {
        let (folder, [postgres, redis]) = (TestFolder::new(), [free_address(), free_address()]);
        let certificates = folder.path().join("certificates");
        fs::create_dir_all(&certificates).expect("the folder can be made");
        fs::write(certificates.join("ca.pem"), authority.pem()).expect("the folder can be written");
        certificate.write(&certificates, "server");
        let script = |word: &str| {
            let mut command = environment::services(folder.path(), word);
            command.env("DEV_TLS", &certificates);
            command.env("DEV_TLS_PORTS", format!("{} {}", postgres.port(), redis.port()));
            text(&command.output().expect("deploy/dev/services can be run"))
        };
        let lines = script("up");
        let value = |name| environment::exported(&lines, name);
        let (data, socket, redis_socket) = (PathBuf::from(value("DEV_DATA")), value("PG_SERVER"), value("REDIS_URL"));
        Self { folder, data, socket, redis_socket, postgres, redis }
    }

    /// Where PostgreSQL listens for TLS.
    pub const fn postgres(&self) -> SocketAddr {
        self.postgres
    }

    /// Where Redis listens for TLS.
    pub const fn redis(&self) -> SocketAddr {
        self.redis
    }

    /// PostgreSQL for its superuser, over a unix socket.
    pub fn socket(&self) -> &str {
        &self.socket
    }

    /// Redis over a unix socket.
    pub fn redis_socket(&self) -> &str {
        &self.redis_socket
    }

    /// Where the servers read `ca.pem`, `server.pem` and `server.key`, when they are told to.
    pub fn certificates(&self) -> PathBuf {
        self.data.join("tls")
    }

    /// The file that says who may come to PostgreSQL, and how.
    pub fn access(&self) -> PathBuf {
        self.data.join("pg/pg_hba.conf")
    }

    /// A folder that goes with the servers.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for TlsServers {
    fn drop(&mut self) {
        let stopped = environment::services(self.folder.path(), "down").output();
        let stopped = stopped.is_ok_and(|output| output.status.success());
        assert!(stopped || std::thread::panicking(), "the servers of a test could not be stopped");
    }
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "deploy/dev/services failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("deploy/dev/services prints UTF-8")
}
