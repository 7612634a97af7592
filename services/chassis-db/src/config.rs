//! How a service reaches its database.

use std::time::Duration;

use pishkhan_chassis::{
    config::{Env, Profile, Secret},
    tls::{ClientTls, TlsSettings},
};
use tokio_postgres::config::Host;

/// Where the certificates for connections to the database lie.
const CERTIFICATES: TlsSettings =
    TlsSettings { authorities: Some("DATABASE_CA_FILE"), own: Some(["DATABASE_CERT_FILE", "DATABASE_KEY_FILE"]) };

/// Settings of the connection pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DbConfig {
    /// `postgresql://…`, over TCP or a unix socket (`DATABASE_URL`).
    pub url: Secret<String>,
    /// Whom to believe over TCP, where the URL says `sslmode=verify-full`; none: no TLS.
    pub tls: Option<ClientTls>,
    /// Connections at most (`DATABASE_POOL_SIZE`); four already saturate two cores.
    pub pool_size: usize,
    /// How long a request waits for a connection; below every RPC deadline.
    pub wait: Duration,
    /// Longest statement. Zero: no limit.
    pub statement_timeout: Duration,
    /// Longest wait for a row or table lock; above the server's `deadlock_timeout` (1 s), so that a deadlock is told from a
    /// long wait. Zero: no limit.
    pub lock_timeout: Duration,
    /// Plan each prepared statement once. Without it PostgreSQL plans a bound `LIMIT` anew at every execution. Off for
    /// reports, whose parameters are skewed.
    pub generic_plans: bool,
    /// Serve under no role that could do more than read and write rows; in production.
    pub refuses_owners: bool,
    /// Connections are replaced at this age, so that plans and caches of the server process do not grow old.
    pub max_age: Duration,
}

impl DbConfig {
    /// The usual settings for a database.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: Secret::new(url.into()),
            tls: None,
            pool_size: 4,
            wait: Duration::from_secs(2),
            statement_timeout: Duration::from_secs(5),
            lock_timeout: Duration::from_secs(2),
            generic_plans: true,
            refuses_owners: false,
            max_age: Duration::from_mins(30),
        }
    }

    /// Reads `DATABASE_URL`, `DATABASE_POOL_SIZE`, and with TLS `DATABASE_CA_FILE`, `DATABASE_CERT_FILE` and
    /// `DATABASE_KEY_FILE`; the rest as in [`DbConfig::new`].
    pub fn read(env: &mut Env) -> Option<Self> {
        let url = env.secret("DATABASE_URL");
        let (url, mode) = url.map(|url| without_ssl_mode(url.expose())).unzip();
        let parsed = url.as_ref().map(|url| url.parse::<tokio_postgres::Config>());
        if matches!(parsed, Some(Err(_))) {
            env.problem("DATABASE_URL", "is not a PostgreSQL URL");
        }
        let tls = match mode.flatten().as_deref() {
            Some("verify-full") => Some(ClientTls::from_env(env, CERTIFICATES)),
            None | Some("disable") => {
                let hosts = parsed.into_iter().flatten().flat_map(|config| hosts(&config));
                if let Some(host) = hosts.into_iter().find(|host| env.is_overheard(host)) {
                    let problem = format!("speaks in clear with {host}: ?sslmode=verify-full");
                    env.problem_in_production("DATABASE_URL", problem);
                }
                CERTIFICATES.refuse_unused(env, "is given, but DATABASE_URL does not say sslmode=verify-full");
                None
            }
            Some(_) => {
                let problem = "says an sslmode that lets others read along: verify-full, or disable on one machine";
                env.problem("DATABASE_URL", problem);
                None
            }
        };
        let pool_size: usize = env.or("DATABASE_POOL_SIZE", 4);
        // A nested checkout must not wait for itself.
        if pool_size < 2 {
            env.problem("DATABASE_POOL_SIZE", "must be at least 2");
        }
        let tls = match tls {
            Some(tls) => Some(tls?),
            None => None,
        };
        let refuses_owners = env.profile() == Profile::Production;
        Some(Self { tls, pool_size, refuses_owners, ..Self::new(url?) })
    }
}

/// Every host over TCP, as the URL names it.
fn hosts(config: &tokio_postgres::Config) -> Vec<String> {
    let named = config.get_hosts().iter().filter_map(|host| match host {
        Host::Tcp(name) => Some(name.clone()),
        Host::Unix(_) => None,
    });
    named.chain(config.get_hostaddrs().iter().map(ToString::to_string)).collect()
}

/// A URL without its `sslmode`, and the mode: the driver knows neither `verify-full` nor our TLS.
fn without_ssl_mode(url: &str) -> (String, Option<String>) {
    let Some((base, query)) = url.split_once('?') else { return (url.to_owned(), None) };
    let (modes, others): (Vec<&str>, Vec<&str>) = query.split('&').partition(|option| option.starts_with("sslmode="));
    let mode = modes.last().and_then(|option| option.split_once('=')).map(|(_, mode)| mode.to_owned());
    let url = if others.is_empty() { base.to_owned() } else { format!("{base}?{}", others.join("&")) };
    (url, mode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_enough() {
        let env = Env::from_map([("DATABASE_URL", "postgresql://orders@%2Frun%2Fpg/pishkhan_orders")]);
        let config = env.build(DbConfig::read).unwrap();
        let usual = DbConfig::new("postgresql://orders@%2Frun%2Fpg/pishkhan_orders");
        assert_eq!(config, DbConfig { refuses_owners: true, ..usual });
        assert!(config.generic_plans);
    }

    #[test]
    fn a_url_asks_for_tls_that_proves_who_is_there_or_for_none() {
        let read = |url: &'static str| Env::from_map([("DATABASE_URL", url)]).build(DbConfig::read);
        let proven = read("postgresql://u:p@db.example/orders?connect_timeout=5&sslmode=verify-full").unwrap();
        assert!(proven.tls.is_some());
        assert_eq!(proven.url.expose(), "postgresql://u:p@db.example/orders?connect_timeout=5");
        let alone = read("postgresql://u@db.example/orders?sslmode=verify-full").unwrap();
        assert_eq!(alone.url.expose(), "postgresql://u@db.example/orders");
        for plain in ["postgresql://u@localhost/orders", "postgresql://u@localhost/orders?sslmode=disable"] {
            let read = read(plain).unwrap();
            assert_eq!((read.url.expose().as_str(), read.tls), ("postgresql://u@localhost/orders", None), "{plain}");
        }
        for weak in ["allow", "prefer", "require", "verify-ca", ""] {
            let env = Env::from_map([("DATABASE_URL", format!("postgresql://u@db.example/orders?sslmode={weak}"))]);
            let told = env.build(DbConfig::read).unwrap_err().to_string();
            assert!(told.contains("DATABASE_URL: says an sslmode that"), "{weak}: {told}");
        }
        let env = Env::from_map([("DATABASE_URL", "postgresql://u@localhost/orders"), ("DATABASE_CA_FILE", "/ca.pem")]);
        let told = env.build(DbConfig::read).unwrap_err().to_string();
        assert!(told.contains("DATABASE_CA_FILE: is given, but DATABASE_URL does not say"), "{told}");
    }

    #[test]
    fn production_asks_another_machine_in_clear_nothing() {
        let told = |profile, mode, url: &str| {
            let settings = [("PISHKHAN_PROFILE", profile), ("TLS_MODE", mode), ("DATABASE_URL", url)];
            Env::from_map(settings).build(DbConfig::read).err().map(|errors| errors.to_string()).unwrap_or_default()
        };
        for url in [
            "postgresql://u:hunter2@db.example/orders",
            "postgresql://u:hunter2@db.example/orders?sslmode=disable",
            "postgresql://u:hunter2@localhost,db.example/orders",
            "postgresql://u:hunter2@localhost/orders?hostaddr=10.0.0.7",
            "host=db.example user=u password=hunter2",
        ] {
            let refused = told("production", "mutual", url);
            assert!(refused.contains("DATABASE_URL: speaks in clear with "), "{url}: {refused}");
            assert!(!refused.contains("hunter2"), "{refused}");
            assert_eq!(told("production", "mesh", url), "", "{url}");
            assert_eq!(told("dev", "plain", url), "", "{url}");
        }
        for url in [
            "postgresql://u@db.example/orders?sslmode=verify-full",
            "postgresql://u@localhost/orders",
            "postgresql://u@127.0.0.1/orders",
            "postgresql://u@[::1]/orders",
            "postgresql://u@%2Frun%2Fpg/orders",
        ] {
            assert_eq!(told("production", "mutual", url), "", "{url}");
        }
    }

    #[test]
    fn mistakes_are_reported_without_the_password() {
        let env = Env::from_map([("DATABASE_URL", "mysql://u:hunter2@h/d"), ("DATABASE_POOL_SIZE", "1")]);
        let errors = env.build(DbConfig::read).unwrap_err().to_string();
        assert!(errors.contains("DATABASE_URL: is not a PostgreSQL URL"), "{errors}");
        assert!(errors.contains("DATABASE_POOL_SIZE: must be at least 2"), "{errors}");
        assert!(!errors.contains("hunter2"), "{errors}");
    }
}
