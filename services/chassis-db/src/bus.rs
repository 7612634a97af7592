//! Redis as the event bus: names of streams, and connections that suit them.

mod shared;

use std::{io, sync::Arc, time::Duration};

use pishkhan_chassis::{
    config::{Env, is_loopback},
    tls::{ClientTls, TlsSettings},
};
use redis::{
    AsyncConnectionConfig, ConnectionAddr, ConnectionInfo, ErrorKind, IntoConnectionInfo as _, RedisError, RedisResult,
    aio::MultiplexedConnection,
};
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

pub use self::shared::SharedConnection;
use crate::socket::{self, Place, Proof, Socket};

/// Where the certificates for connections to Redis lie.
const CERTIFICATES: TlsSettings =
    TlsSettings { authorities: Some("REDIS_CA_FILE"), own: Some([CERTIFICATE, "REDIS_KEY_FILE"]) };
const CERTIFICATE: &str = "REDIS_CERT_FILE";
/// How long one waits for a connection to Redis, TLS included.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// How Redis is reached.
#[derive(Debug, Clone)]
pub struct Redis {
    info: Arc<ConnectionInfo>,
    tls: Option<ClientTls>,
}

impl Redis {
    /// Reads `REDIS_URL`, and with TLS `REDIS_CA_FILE`, `REDIS_CERT_FILE` and `REDIS_KEY_FILE`.
    pub fn read(env: &mut Env) -> Option<Self> {
        let url = env.secret("REDIS_URL")?;
        let tls = if url.expose().starts_with(TLS_SCHEME) {
            Some(ClientTls::from_env(env, CERTIFICATES)?)
        } else {
            CERTIFICATES.refuse_unused(env, "is given, but REDIS_URL does not begin with rediss://");
            None
        };
        match Self::new(url.expose(), tls) {
            Ok(redis) => {
                redis.refuse_in_production(env);
                Some(redis)
            }
            Err(error) => {
                // The library quotes nothing of the URL.
                env.problem("REDIS_URL", error.to_string());
                None
            }
        }
    }

    /// Notes what production does not do with another machine: speak in clear, and leave it open who may come.
    fn refuse_in_production(&self, env: &mut Env) {
        const NAME: &str = "REDIS_URL";
        let ConnectionAddr::Tcp(host, _) = self.info.addr() else { return };
        if self.tls.is_none() && env.is_overheard(host) {
            env.problem_in_production(NAME, format!("speaks in clear with {host}: rediss://"));
        }
        let shows = self.info.redis_settings().password().is_some() || env.optional::<String>(CERTIFICATE).is_some();
        if !shows && !is_loopback(host) {
            let problem = format!("names no password, and no {CERTIFICATE} is given: {host} would be anybody's");
            env.problem_in_production(NAME, problem);
        }
    }

    /// Opens nothing yet: checks the URL, `redis://…`, `rediss://…` (with `tls`) or `redis+unix://…`.
    pub fn new(url: &str, tls: Option<ClientTls>) -> RedisResult<Self> {
        let Some(over_tls) = url.strip_prefix(TLS_SCHEME) else {
            return Ok(Self { info: Arc::new(url.into_connection_info()?), tls: None });
        };
        // `#insecure` would ask for less than TLS.
        if over_tls.contains('#') || tls.is_none() {
            return Err(RedisError::from((ErrorKind::InvalidClientConfig, "rediss:// is always verified")));
        }
        Ok(Self { info: Arc::new(format!("redis://{over_tls}").into_connection_info()?), tls })
    }

    /// A connection of its own, whose answers may take as long as `response_timeout`. The library's default of 500 ms
    /// is too short for reads that block.
    pub async fn connect(&self, response_timeout: Duration) -> RedisResult<MultiplexedConnection> {
        self.connect_within(CONNECT_TIMEOUT, response_timeout).await
    }

    async fn connect_within(&self, limit: Duration, response_timeout: Duration) -> RedisResult<MultiplexedConnection> {
        let opened = async {
            let config = AsyncConnectionConfig::new().set_response_timeout(Some(response_timeout));
            let socket = self.open().await?;
            MultiplexedConnection::new_with_config(self.info.redis_settings(), socket, config).await
        };
        let opened = timeout(limit, opened).await.map_err(|_elapsed| io::Error::from(io::ErrorKind::TimedOut))?;
        let (connection, driver) = opened?;
        // Ends by itself with the connection's last clone; nothing is lost when it is cut off, so nobody waits for it.
        TaskTracker::new().spawn(driver);
        Ok(connection)
    }

    /// A connection that many share, opened when it is first needed and again after it was lost. Whoever waits longer
    /// than `patience`, for a connection or for an answer, is told so.
    pub fn shared(self, patience: Duration) -> SharedConnection {
        SharedConnection::new(self, patience)
    }

    /// A socket to the first address that takes it.
    async fn open(&self) -> io::Result<Socket> {
        let (host, port) = match self.info.addr() {
            ConnectionAddr::Tcp(host, port) => (host.as_str(), *port),
            ConnectionAddr::Unix(path) => return Place::Unix(path.clone()).open().await,
            ConnectionAddr::TcpTls { .. } | _ => return Err(io::Error::other("Redis is at no such place")),
        };
        let addresses = tokio::net::lookup_host((host, port)).await?;
        socket::first(addresses, |address| self.open_at(Place::Tcp(address), host), |error| error).await
    }

    async fn open_at(&self, place: Place, host: &str) -> io::Result<Socket> {
        let socket = place.open().await?;
        match self.tls.clone() {
            Some(tls) => Proof { tls, host: host.to_owned() }.demand(socket).await,
            None => Ok(socket),
        }
    }
}

const TLS_SCHEME: &str = "rediss://";

/// The stream of a topic.
pub fn stream(prefix: &str, topic: &str) -> String {
    format!("{prefix}:{topic}")
}

/// Where the number of the last publication into a stream is kept, beside the stream, so that it is lost with it.
pub fn high_water_mark(prefix: &str, topic: &str) -> String {
    format!("{prefix}:{topic}:hwm")
}

/// Where events of a topic go that no attempt could handle.
pub fn dead_letters(prefix: &str, topic: &str) -> String {
    format!("{prefix}:{topic}:dead")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(pairs: &[(&str, &str)]) -> String {
        Env::from_map(pairs.iter().copied()).build(Redis::read).unwrap_err().to_string()
    }

    #[test]
    fn a_url_says_where_redis_is_and_whether_it_has_to_prove_it() {
        let read = |url| Env::from_map([("REDIS_URL", url)]).build(Redis::read).unwrap();
        let plain = read("redis://127.0.0.1:6379/2");
        assert_eq!((plain.info.redis_settings().db(), plain.tls.is_some()), (2, false));
        let unix = read("redis+unix:///run/redis.sock");
        assert!(matches!(unix.info.addr(), ConnectionAddr::Unix(path) if path.ends_with("redis.sock")));
        let proven = read("rediss://user:secret@redis.example:6380");
        assert_eq!(proven.info.addr(), &ConnectionAddr::Tcp("redis.example".to_owned(), 6380));
        assert!(proven.tls.is_some());
        assert!(!format!("{proven:?}").contains("secret"), "{proven:?}");
    }

    #[test]
    fn tls_that_would_prove_nothing_is_refused() {
        assert!(problem(&[("REDIS_URL", "postgresql://x")]).contains("REDIS_URL: "));
        assert!(problem(&[("REDIS_URL", "rediss://redis.example/#insecure")]).contains("is always verified"));
        let unused = problem(&[("REDIS_URL", "redis://redis.example"), ("REDIS_CA_FILE", "/ca.pem")]);
        assert!(unused.contains("REDIS_CA_FILE: is given, but REDIS_URL does not begin with rediss://"), "{unused}");
        let missing = problem(&[("REDIS_URL", "rediss://redis.example"), ("REDIS_CA_FILE", "/nowhere/ca.pem")]);
        assert!(missing.contains("REDIS_CA_FILE: /nowhere/ca.pem cannot be looked at"), "{missing}");
    }
    #[test]
    fn production_asks_another_machine_for_tls_and_shows_who_it_is() {
        const CLEAR: &str = "REDIS_URL: speaks in clear with ";
        const OPEN: &str = "REDIS_URL: names no password";
        let told = |profile, mode, url: &str| {
            let settings = [("PISHKHAN_PROFILE", profile), ("TLS_MODE", mode), ("REDIS_URL", url)];
            Env::from_map(settings).build(Redis::read).err().map(|errors| errors.to_string()).unwrap_or_default()
        };
        for (url, clear, open) in [
            ("redis://redis.example", true, true),
            ("redis://[fd00::7]:6379", true, true),
            ("redis://:hunter2@10.0.0.7:6379", true, false),
            ("redis://orders:hunter2@redis.example", true, false),
            ("rediss://redis.example", false, true),
            ("rediss://orders:hunter2@redis.example", false, false),
            ("redis://localhost", false, false),
            ("redis://[::1]:6379", false, false),
            ("redis+unix:///run/redis.sock", false, false),
        ] {
            let refused = told("production", "mutual", url);
            assert_eq!((refused.contains(CLEAR), refused.contains(OPEN)), (clear, open), "{url}: {refused}");
            assert!(!refused.contains("hunter2"), "{refused}");
            let in_mesh = told("production", "mesh", url);
            assert_eq!((in_mesh.contains(CLEAR), in_mesh.contains(OPEN)), (false, open), "{url}: {in_mesh}");
            assert_eq!(told("dev", "plain", url), "", "{url}");
        }
    }
}
