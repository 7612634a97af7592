//! The BFF's settings, from the environment. All mistakes are reported together at the start.

use std::{fs, net::SocketAddr, path::PathBuf};

use ipnet::IpNet;
use pishkhan_chassis::{
    config::{ConfigErrors, Env, ProcessConfig, Profile},
    grpc::Transport,
    tls::{ServerTls, TlsSettings},
};

use crate::{
    edge::{MAX_CONNECTIONS, connections::Most, gate::GateLimits},
    site,
};

/// Calls that are worked on at once for each core: fewer leave it idle while services answer, more only wait for it.
const RUNNING_PER_CORE: usize = 16;
/// What is open beside connections: the services' channels, logs, the client's files.
const OTHER_FILES: usize = 256;
/// What the library says of requests that it can't read, as a log filter that leaves it out.
pub const UNHEARD: &str = "actix_http::h1::dispatcher=off";

const CERTIFICATE_FILES: [&str; 2] = ["BFF_TLS_CERT_FILE", "BFF_TLS_KEY_FILE"];
const CERTIFICATE: TlsSettings = TlsSettings { authorities: None, own: Some(CERTIFICATE_FILES) };

/// What the BFF is told from outside.
#[derive(Debug)]
pub struct Config {
    /// What every process has: profile, admin port, keys, telemetry, drain.
    pub process: ProcessConfig,
    /// Where the panel is served.
    pub listen: SocketAddr,
    /// How browsers reach it there.
    pub front: Front,
    /// Worker threads.
    pub workers: usize,
    /// How many calls are worked on at once.
    pub gate: GateLimits,
    /// How many connections there are at once.
    pub connections: Most,
    /// The services behind.
    pub services: ServiceUrls,
    /// The built client; none is served when absent.
    pub static_dir: Option<PathBuf>,
    /// Pictures, served below `/images`.
    pub images_dir: Option<PathBuf>,
    /// What decides about browsers and proxies.
    pub web: WebConfig,
    /// The keys that seal the addresses of orders' public pages and the sessions' cookies.
    pub seal_keys: PathBuf,
}

/// How browsers reach the BFF.
#[derive(Clone, Debug)]
pub enum Front {
    /// In clear.
    InClear,
    /// Through TLS that ends in front of this process, with a proxy.
    BehindTls,
    /// Through TLS that ends here.
    Tls(ServerTls),
}

/// Addresses of the services behind.
#[derive(Clone, Debug)]
pub struct ServiceUrls {
    /// How they are spoken to.
    pub transport: Transport,
    /// Of the auth service.
    pub auth: String,
    /// Of the settings service.
    pub settings: String,
    /// Of the orders service.
    pub orders: String,
    /// Of the catalogue service.
    pub catalogue: String,
    /// Of the reports service.
    pub reports: String,
}

/// What decides about browsers and proxies.
#[derive(Clone, Debug, Default)]
pub struct WebConfig {
    /// Whether people reach the panel through TLS, whoever speaks it: cookies are `Secure` then. Always, but for the dev
    /// profile.
    pub secure: bool,
    /// The panel's own origin as browsers see it; compared with the `Host` header when absent.
    pub external_origin: Option<String>,
    /// Where whoever holds a printed invoice reaches the panel, without a slash at its end; `external_origin` when absent.
    /// In the dev profile both may be, and it is the host of the request that asks for the invoice.
    pub public_url: Option<String>,
    /// Other origins of this site whose pages may call with the user's cookies and read the answers.
    pub allowed_origins: Vec<String>,
    /// The domain whose pages' scripts read the session's handle; those of the answering host alone when absent.
    pub cookie_domain: Option<String>,
    /// Networks of the proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpNet>,
}

impl Config {
    /// Reads the settings from `env`.
    pub fn read(env: Env) -> Result<Self, ConfigErrors> {
        env.build(|env| {
            let mut process = ProcessConfig::read(env, "bff");
            if let Some(process) = &mut process {
                // An unreadable request is told of by us, and is no error of the house.
                process.telemetry.log_filter = format!("{UNHEARD},{}", process.telemetry.log_filter);
            }
            let listen = env.or("BFF_LISTEN", SocketAddr::from(([127, 0, 0, 1], 8080)));
            let workers = env.or("BFF_WORKERS", std::thread::available_parallelism().map_or(2, usize::from));
            let cores = std::thread::available_parallelism().map_or(2, usize::from);
            let running = env.or("BFF_MAX_RUNNING", RUNNING_PER_CORE * cores);
            let connections = env.or("BFF_MAX_CONNECTIONS", MAX_CONNECTIONS);
            let transport = process.as_ref().map(|process| process.transport.clone());
            let [auth, settings, orders, catalogue, reports] =
                ["AUTH_URL", "SETTINGS_URL", "ORDERS_URL", "CATALOGUE_URL", "REPORTS_URL"]
                    .map(|name| Transport::url(transport.as_ref(), env, name));
            let static_dir = folder(env, "BFF_STATIC_DIR");
            let images_dir = folder(env, "BFF_IMAGES_DIR");
            let external_origin: Option<String> = env.optional("BFF_EXTERNAL_ORIGIN");
            let public_url = public_url(env, "BFF_PUBLIC_URL");
            let seal_keys = env.required("BFF_SEAL_KEYS_FILE");
            let allowed_origins: Vec<String> = env.list("BFF_ALLOWED_ORIGINS");
            let trusted_proxies = env.list("BFF_TRUSTED_PROXIES");
            let cookie_domain: Option<String> = env.optional("BFF_COOKIE_DOMAIN");
            check_site(env, external_origin.as_deref(), cookie_domain.as_deref(), &allowed_origins);
            let process = process?;
            let front = Front::read(env, process.profile);
            if process.profile == Profile::Dev && !listen.ip().is_loopback() {
                env.problem("BFF_LISTEN", "must be a loopback address in the dev profile");
            }
            if process.profile == Profile::Production && public_url.is_none() && external_origin.is_none() {
                // The host that a request happens to name, such as that of a port-forward, would stand on paper for years.
                env.problem("BFF_PUBLIC_URL", "is required, or BFF_EXTERNAL_ORIGIN: printed invoices carry it");
            }
            Some(Self {
                web: WebConfig {
                    secure: !matches!(front, Front::InClear),
                    external_origin,
                    public_url,
                    allowed_origins,
                    cookie_domain,
                    trusted_proxies,
                },
                process,
                listen,
                front,
                workers: workers.max(1),
                gate: GateLimits::of(running),
                connections: Most::of(connections.min(open_files().saturating_sub(OTHER_FILES))),
                services: ServiceUrls {
                    transport: transport?,
                    auth: auth?,
                    settings: settings?,
                    orders: orders?,
                    catalogue: catalogue?,
                    reports: reports?,
                },
                static_dir,
                images_dir,
                seal_keys: seal_keys?,
            })
        })
    }
}

impl Front {
    /// Reads where TLS ends. In production it does somewhere.
    fn read(env: &mut Env, profile: Profile) -> Self {
        const BEHIND: &str = "BFF_BEHIND_TLS";
        let is_behind = match env.optional::<String>(BEHIND).as_deref() {
            None | Some("0") => false,
            Some("1") => true,
            Some(_) => {
                env.problem(BEHIND, "must be 1, or 0");
                return Self::BehindTls;
            }
        };
        let is_given = CERTIFICATE_FILES.iter().any(|name| env.optional::<String>(name).is_some());
        match (is_behind, is_given) {
            (true, given) => {
                if given {
                    env.problem(BEHIND, "is 1, but a certificate is given: the BFF speaks TLS itself");
                }
                Self::BehindTls
            }
            // What cannot be used is noted.
            (false, true) => ServerTls::from_env(env, CERTIFICATE).map_or(Self::InClear, Self::Tls),
            (false, false) => {
                if profile == Profile::Production {
                    let [certificate, key] = CERTIFICATE_FILES;
                    let problem =
                        format!("is required, with {key}; or {BEHIND}=1 says that a proxy in front speaks TLS");
                    env.problem(certificate, problem);
                }
                Self::InClear
            }
        }
    }
}

/// How many files this process may have open.
fn open_files() -> usize {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(usize::MAX)
}

/// Names what keeps the listed origins from being of our own site.
fn check_site(env: &mut Env, own: Option<&str>, domain: Option<&str>, allowed_origins: &[String]) {
    const ORIGINS: &str = "BFF_ALLOWED_ORIGINS";
    if let Some(problem) = domain.and_then(site::domain_problem) {
        env.problem("BFF_COOKIE_DOMAIN", problem);
    }
    let (Some(own), Some(domain)) = (own, domain) else {
        if !allowed_origins.is_empty() || domain.is_some() {
            env.problem(ORIGINS, "needs BFF_EXTERNAL_ORIGIN and BFF_COOKIE_DOMAIN beside it");
        }
        return;
    };
    if let Some(problem) = site::origin_problem(own, own, domain) {
        env.problem("BFF_EXTERNAL_ORIGIN", problem);
    }
    for problem in allowed_origins.iter().filter_map(|origin| site::origin_problem(origin, own, domain)) {
        env.problem(ORIGINS, problem);
    }
}

fn public_url(env: &mut Env, name: &'static str) -> Option<String> {
    let url: String = env.optional(name)?;
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if rest.is_none_or(|rest| rest.is_empty() || rest.contains(['?', '#', ' ', '@'])) {
        env.problem(name, "must be a URL of the form https://host, maybe with a path");
    }
    Some(url.trim_end_matches('/').to_owned())
}

fn folder(env: &mut Env, name: &'static str) -> Option<PathBuf> {
    let path: PathBuf = env.optional(name)?;
    if !path.is_dir() {
        env.problem(name, format!("{} is not a folder", path.display()));
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [(&str, &str); 11] = [
        ("TLS_MODE", "mesh"),
        ("BFF_BEHIND_TLS", "1"),
        ("PASSPORT_KEY_FILE", "/keys/bff.key"),
        ("PASSPORT_KEYRING_FILE", "/keys/keyring.json"),
        ("BFF_SEAL_KEYS_FILE", "/keys/seal"),
        ("AUTH_URL", "http://auth:50051"),
        ("SETTINGS_URL", "http://settings:50052"),
        ("ORDERS_URL", "http://orders:50053"),
        ("CATALOGUE_URL", "http://catalogue:50054"),
        ("REPORTS_URL", "http://reports:50055"),
        ("BFF_EXTERNAL_ORIGIN", "https://api.panel.test"),
    ];

    /// What is said of these settings beside good ones.
    fn problems(more: &[(&'static str, &'static str)]) -> String {
        let read = Config::read(Env::from_map(GOOD.into_iter().chain(more.iter().copied())));
        read.err().map(|errors| errors.to_string()).unwrap_or_default()
    }

    #[test]
    fn the_dev_profile_listens_on_the_loopback_only() {
        let dev = ("PISHKHAN_PROFILE", "dev");
        for open in ["0.0.0.0:8080", "192.168.1.5:8080", "[::]:8080"] {
            assert!(problems(&[dev, ("BFF_LISTEN", open)]).contains("BFF_LISTEN"), "{open}");
            assert_eq!(problems(&[("BFF_LISTEN", open)]), "");
        }
        for closed in ["127.0.0.1:8080", "[::1]:8080"] {
            assert_eq!(problems(&[dev, ("BFF_LISTEN", closed)]), "");
        }
        assert_eq!(problems(&[dev]), "");
    }

    #[test]
    fn production_says_where_tls_ends() {
        let told = |more: &[(&'static str, &'static str)]| {
            let settings = GOOD.into_iter().filter(|(name, _)| *name != "BFF_BEHIND_TLS");
            Config::read(Env::from_map(settings.chain(more.iter().copied()))).map_err(|errors| errors.to_string())
        };
        for settings in [&[][..], &[("BFF_BEHIND_TLS", "0")], &[("BFF_TLS_CERT_FILE", "")]] {
            let told = told(settings).unwrap_err();
            assert!(told.contains("BFF_TLS_CERT_FILE: is required") && told.contains("BFF_BEHIND_TLS=1"), "{told}");
        }
        assert!(told(&[("BFF_BEHIND_TLS", "1")]).unwrap().web.secure);
        assert!(told(&[("BFF_BEHIND_TLS", "yes")]).unwrap_err().contains("BFF_BEHIND_TLS: must be 1, or 0"));
        let (certificate, key) = (("BFF_TLS_CERT_FILE", "/no/cert.pem"), ("BFF_TLS_KEY_FILE", "/no/key.pem"));
        for (settings, problem) in [
            (&[certificate][..], "BFF_TLS_KEY_FILE: is missing beside BFF_TLS_CERT_FILE"),
            (&[key], "BFF_TLS_CERT_FILE: is missing beside BFF_TLS_KEY_FILE"),
            (&[certificate, key], "BFF_TLS_CERT_FILE: /no/cert.pem cannot be looked at"),
            (&[certificate, key, ("BFF_BEHIND_TLS", "1")], "BFF_BEHIND_TLS: is 1, but a certificate is given"),
        ] {
            let told = told(settings).unwrap_err();
            assert!(told.contains(problem) && !told.contains("is required"), "{told}");
        }
        let dev = told(&[("PISHKHAN_PROFILE", "dev"), ("TLS_MODE", "plain")]);
        assert!(dev.is_err_and(|told| !told.contains("BFF_")), "in clear is fine there");
    }

    #[test]
    fn what_stands_on_paper_is_said_and_not_guessed() {
        let told = |profile: &'static str, more: Option<(&'static str, &'static str)>| {
            let settings = GOOD.into_iter().filter(|(name, _)| *name != "BFF_EXTERNAL_ORIGIN");
            let settings = settings.chain([("PISHKHAN_PROFILE", profile)]).chain(more);
            Config::read(Env::from_map(settings)).err().map(|errors| errors.to_string()).unwrap_or_default()
        };
        assert!(told("production", None).contains("BFF_PUBLIC_URL"));
        assert_eq!(told("production", Some(("BFF_PUBLIC_URL", "https://panel.example"))), "");
        assert_eq!(told("production", Some(("BFF_EXTERNAL_ORIGIN", "https://panel.example"))), "");
        assert_eq!(told("dev", None), "");
    }

    #[test]
    fn an_origin_of_another_site_is_refused_at_the_start() {
        let domain = ("BFF_COOKIE_DOMAIN", "panel.test");
        let listed = |origins| ("BFF_ALLOWED_ORIGINS", origins);
        assert_eq!(problems(&[domain, listed("https://panel.test,https://www.panel.test")]), "");
        for wrong in ["https://other.test", "http://panel.test", "https://panel.test,https://other.test", "*"] {
            assert!(problems(&[domain, listed(wrong)]).contains("BFF_ALLOWED_ORIGINS"), "{wrong}");
        }
        assert!(problems(&[listed("https://panel.test")]).contains("BFF_ALLOWED_ORIGINS"));
        assert!(problems(&[("BFF_COOKIE_DOMAIN", "test"), listed("https://panel.test")]).contains("BFF_COOKIE_DOMAIN"));
        assert!(problems(&[("BFF_COOKIE_DOMAIN", "other.test")]).contains("BFF_EXTERNAL_ORIGIN"));
    }

    #[test]
    fn the_public_address_is_a_url_without_a_slash_at_its_end() {
        let read = |url: &str| Env::from_map([("BFF_PUBLIC_URL", url)]).build(|env| public_url(env, "BFF_PUBLIC_URL"));
        assert_eq!(read("https://panel.example/").unwrap(), "https://panel.example");
        assert_eq!(read("http://10.0.0.5:8080/panel").unwrap(), "http://10.0.0.5:8080/panel");
        for wrong in ["panel.example", "https://", "ftp://panel.example", "https://a?b", "https://me@panel.example"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
