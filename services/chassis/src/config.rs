//! Settings from the environment: read once, typed, all mistakes reported together.
//!
//! ```
//! use pishkhan_chassis::config::Env;
//!
//! struct Config { workers: u16, greeting: String }
//!
//! let env = Env::from_map([("WORKERS", "4")]);
//! let config = env.build(|env| {
//!     let workers = env.required("WORKERS");
//!     let greeting = env.or("GREETING", "hello".to_owned());
//!     Some(Config { workers: workers?, greeting })
//! }).unwrap();
//! assert_eq!((config.workers, config.greeting.as_str()), (4, "hello"));
//! ```

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    num::NonZeroUsize,
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use http::Uri;
use tracing_subscriber::EnvFilter;

use crate::{
    grpc::Transport,
    passport::{Signer, Verifier},
    tls::{ClientTls, TlsSettings},
};

mod production;

pub use production::is_loopback;

/// The environment while it is being read; it gathers every mistake instead of stopping at the first.
#[derive(Debug)]
pub struct Env {
    values: BTreeMap<String, Secret<String>>,
    problems: Vec<ConfigProblem>,
    /// Every name that was asked for, whether it was given or not.
    asked: RefCell<BTreeSet<String>>,
}

/// One setting that is missing or cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct ConfigProblem {
    /// The name of the environment variable.
    pub name: String,
    /// What is wrong with it; never the value itself.
    pub problem: String,
}

/// Everything that is wrong with the settings of this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigErrors(pub Vec<ConfigProblem>);

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} setting(s) cannot be used", self.0.len())?;
        self.0.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
    }
}

impl std::error::Error for ConfigErrors {}

impl Env {
    /// The environment of this process. Values that are not Unicode count as absent.
    pub fn from_process() -> Self {
        Self::from_map(
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
        )
    }

    /// An environment made by hand, for tests.
    pub fn from_map<N: Into<String>, V: Into<String>>(pairs: impl IntoIterator<Item = (N, V)>) -> Self {
        let values = pairs.into_iter().map(|(name, value)| (name.into(), Secret::new(value.into()))).collect();
        Self { values, problems: Vec::new(), asked: RefCell::default() }
    }

    /// A setting without which the process cannot work. `None` means that a problem has been noted.
    pub fn required<T: FromStr<Err: fmt::Display>>(&mut self, name: &str) -> Option<T> {
        let Some(text) = self.text(name) else {
            self.problem(name, "is missing");
            return None;
        };
        self.parse(name, &text)
    }

    /// A setting that may be absent; a value that cannot be read is a problem all the same.
    pub fn optional<T: FromStr<Err: fmt::Display>>(&mut self, name: &str) -> Option<T> {
        let text = self.text(name)?;
        self.parse(name, &text)
    }

    /// A setting with a default.
    pub fn or<T: FromStr<Err: fmt::Display>>(&mut self, name: &'static str, default: T) -> T {
        self.optional(name).unwrap_or(default)
    }

    /// Where a process's admin port is (`PISHKHAN_ADMIN_LISTEN`); the well-known one on loopback by default.
    pub(crate) fn admin_listen(&mut self, service: &str) -> SocketAddr {
        self.or("PISHKHAN_ADMIN_LISTEN", loopback(default_admin_port(service)))
    }

    /// A required setting that must never be printed, such as a URL with a password. It may stand in a file instead, which
    /// `NAME_FILE` names, and which in production nobody else may read.
    pub fn secret(&mut self, name: &str) -> Option<Secret<String>> {
        let file = format!("{name}_FILE");
        if self.text(&file).is_none() {
            return self.required::<String>(name).map(Secret::new);
        }
        if self.values.get(name).is_some_and(|value| !value.expose().trim().is_empty()) {
            self.problem(&file, format!("is given beside {name}: one of them"));
            return None;
        }
        self.secret_file(&file)
    }

    /// A comma-separated list; absent means empty.
    pub fn list<T: FromStr<Err: fmt::Display>>(&mut self, name: &'static str) -> Vec<T> {
        let text = self.text(name).unwrap_or_default();
        text.split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .filter_map(|part| self.parse(name, part))
            .collect()
    }

    /// Notes that a setting cannot be used. `problem` must not repeat a secret value.
    pub fn problem(&mut self, name: impl Into<String>, problem: impl Into<String>) {
        self.problems.push(ConfigProblem { name: name.into(), problem: problem.into() });
    }

    /// Reads a whole configuration; the error names everything that `read` found wrong.
    pub fn build<T>(mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, ConfigErrors> {
        let value = read(&mut self);
        self.finish(value)
    }

    /// The names of all settings that `read` asks for in this environment, those with defaults too.
    pub fn names<T>(mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Result<BTreeSet<String>, ConfigErrors> {
        let value = read(&mut self);
        let asked = self.asked.take();
        self.finish(value).map(|_| asked)
    }

    /// Ends the reading: the value, or everything that was wrong.
    pub fn finish<T>(mut self, value: Option<T>) -> Result<T, ConfigErrors> {
        match value {
            Some(value) if self.problems.is_empty() => Ok(value),
            Some(_) => Err(ConfigErrors(self.problems)),
            None => {
                if self.problems.is_empty() {
                    self.problem("configuration", "is incomplete");
                }
                Err(ConfigErrors(self.problems))
            }
        }
    }

    /// The text of a setting; empty counts as absent.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.asked.borrow_mut().insert(name.to_owned());
        self.values.get(name).map(|value| value.expose().trim().to_owned()).filter(|text| !text.is_empty())
    }

    fn parse<T: FromStr<Err: fmt::Display>>(&mut self, name: &str, text: &str) -> Option<T> {
        match text.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.problem(name, format!("{error}"));
                None
            }
        }
    }
}

/// A value that is not shown when it is printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself, for the one place that needs it.
    pub const fn expose(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl<T> fmt::Display for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// How strict the process is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// On a developer's machine: loopback, plain HTTP, no waiting at shutdown, open reflection.
    Dev,
    /// Everything else.
    Production,
}

impl FromStr for Profile {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "dev" => Ok(Self::Dev),
            "production" => Ok(Self::Production),
            _ => Err("must be dev or production"),
        }
    }
}

/// A collector of spans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtlpConfig {
    /// `http://host:port` or `https://host:port` (`OTEL_EXPORTER_OTLP_ENDPOINT`).
    pub endpoint: Uri,
    /// Whom to believe over `https` (`OTEL_EXPORTER_OTLP_CERTIFICATE`), and what it is shown
    /// (`OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE`, `OTEL_EXPORTER_OTLP_CLIENT_KEY`).
    pub tls: ClientTls,
}

impl OtlpConfig {
    fn read(env: &mut Env) -> Option<Self> {
        const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
        const CERTIFICATES: TlsSettings = TlsSettings {
            authorities: Some("OTEL_EXPORTER_OTLP_CERTIFICATE"),
            own: Some(["OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", "OTEL_EXPORTER_OTLP_CLIENT_KEY"]),
        };
        let endpoint: Uri = env.optional(ENDPOINT)?;
        match (endpoint.scheme_str(), endpoint.host()) {
            (Some("https"), Some(_)) => Some(Self { endpoint, tls: ClientTls::from_env(env, CERTIFICATES)? }),
            (Some("http"), Some(host)) => {
                if env.is_overheard(host.trim_matches(['[', ']'])) {
                    env.problem_in_production(ENDPOINT, format!("sends what people do to {host} in clear: https"));
                }
                CERTIFICATES.refuse_unused(env, "is given, but OTEL_EXPORTER_OTLP_ENDPOINT is no https address");
                Some(Self { endpoint, tls: ClientTls::public() })
            }
            _ => {
                env.problem(ENDPOINT, "must be an http or https address");
                None
            }
        }
    }
}

/// What is logged and traced.
#[derive(Debug, Clone, PartialEq)]
pub struct TelemetryConfig {
    /// Where spans go over OTLP gRPC; none: spans only carry ids for the logs.
    pub otlp: Option<OtlpConfig>,
    /// The share of new traces that is kept, 0 to 1 (`OTEL_TRACES_SAMPLER_ARG`).
    pub sample_ratio: f64,
    /// The log filter (`RUST_LOG`).
    pub log_filter: String,
}

impl TelemetryConfig {
    /// Reads the telemetry settings, all of which have defaults.
    pub fn read(env: &mut Env) -> Self {
        let sample_ratio = env.or("OTEL_TRACES_SAMPLER_ARG", 0.05);
        if !(0.0..=1.0).contains(&sample_ratio) {
            env.problem("OTEL_TRACES_SAMPLER_ARG", "must be between 0 and 1");
        }
        let log_filter = env.or("RUST_LOG", "info".to_owned());
        if let Err(error) = EnvFilter::try_new(&log_filter) {
            env.problem("RUST_LOG", error.to_string());
        }
        Self { otlp: OtlpConfig::read(env), sample_ratio, log_filter }
    }
}

/// How a process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrainConfig {
    /// How long it keeps serving after the first signal, while it already says that it is not ready.
    pub keep_serving: Duration,
    /// How long running work may take after that.
    pub drain: Duration,
    /// How long tasks get to notice the hard stop.
    pub hard_stop: Duration,
}

impl DrainConfig {
    /// The times for a profile: in dev nobody balances load, so there is nothing to wait for.
    pub const fn for_profile(profile: Profile) -> Self {
        let keep_serving = match profile {
            Profile::Dev => Duration::ZERO,
            Profile::Production => Duration::from_secs(5),
        };
        Self { keep_serving, drain: Duration::from_secs(20), hard_stop: Duration::from_secs(1) }
    }
}

/// What all processes are told alike.
#[derive(Debug, Clone)]
pub struct ProcessConfig {
    /// The name of the process: the audience and the issuer of its passports, its name in logs and traces.
    pub service: &'static str,
    /// How strict it is (`PISHKHAN_PROFILE`, production by default).
    pub profile: Profile,
    /// Where it serves gRPC (`PISHKHAN_GRPC_LISTEN`); none for a process that serves none.
    pub grpc_listen: Option<SocketAddr>,
    /// Where it also answers health alone, in clear (`PISHKHAN_HEALTH_LISTEN`); none: nowhere.
    pub health_listen: Option<SocketAddr>,
    /// How gRPC is spoken with the other processes (`TLS_MODE`).
    pub transport: Transport,
    /// Where `/live`, `/ready` and `/metrics` answer (`PISHKHAN_ADMIN_LISTEN`).
    pub admin_listen: SocketAddr,
    /// This process's own signing key (`PASSPORT_KEY_FILE`).
    pub signer: Arc<Signer>,
    /// Who of the others is believed (`PASSPORT_KEYRING_FILE`); none for a process that serves no gRPC.
    pub verifier: Option<Verifier>,
    /// Logs and traces.
    pub telemetry: TelemetryConfig,
    /// How it ends.
    pub drain: DrainConfig,
}

impl ProcessConfig {
    /// Reads the common part of a process's settings; ports default to the well-known ones on loopback.
    pub fn read(env: &mut Env, service: &'static str) -> Option<Self> {
        let profile = Profile::read(env);
        let grpc_listen = default_grpc_port(service).map(|port| env.or("PISHKHAN_GRPC_LISTEN", loopback(port)));
        let health_listen = env.optional("PISHKHAN_HEALTH_LISTEN");
        let admin_listen = env.admin_listen(service);
        if profile == Profile::Dev {
            for (name, listen) in [
                ("PISHKHAN_GRPC_LISTEN", grpc_listen),
                ("PISHKHAN_HEALTH_LISTEN", health_listen),
                ("PISHKHAN_ADMIN_LISTEN", Some(admin_listen)),
            ] {
                if listen.is_some_and(|listen| !listen.ip().is_loopback()) {
                    env.problem(name, "must be a loopback address in the dev profile");
                }
            }
        }
        let transport = Transport::read(env, service);
        if transport.as_ref().zip(grpc_listen).is_some_and(|(transport, listen)| !transport.may_listen(listen)) {
            env.problem("PISHKHAN_GRPC_LISTEN", "must be a loopback address where TLS_MODE is plain");
        }
        let signer = Signer::from_env(env, service);
        let verifier = grpc_listen.map(|_| Verifier::from_env(env, service));
        if grpc_listen.is_some() {
            // tokio reads it as well, and panics where it can't be used
            env.optional::<NonZeroUsize>("TOKIO_WORKER_THREADS");
        }
        let telemetry = TelemetryConfig::read(env);
        Some(Self {
            service,
            profile,
            grpc_listen,
            health_listen,
            transport: transport?,
            admin_listen,
            signer: signer?,
            verifier: match verifier {
                Some(verifier) => Some(verifier?),
                None => None,
            },
            telemetry,
            drain: DrainConfig::for_profile(profile),
        })
    }
}

const fn loopback(port: u16) -> SocketAddr {
    SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port)
}

fn default_grpc_port(service: &str) -> Option<u16> {
    match service {
        "auth" => Some(50051),
        "settings" => Some(50052),
        "orders" => Some(50053),
        "catalogue" => Some(50054),
        "reports" => Some(50055),
        _ => None,
    }
}

fn default_admin_port(service: &str) -> u16 {
    match service {
        "auth" => 9051,
        "settings" => 9052,
        "orders" => 9053,
        "catalogue" => 9054,
        "reports" => 9055,
        _ => 9080,
    }
}

#[cfg(test)]
mod tests;
