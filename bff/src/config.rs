//! The BFF's settings, from the environment. All mistakes are reported together at the start.

use std::{fs, net::SocketAddr};

use ipnet::IpNet;
use pishkhan_chassis::{
    config::{Env, ProcessConfig, Profile},
    grpc::Transport,
    key_file::{self, Key},
    tls::{ServerTls, TlsSettings},
};

use crate::{
    assets::Assets,
    edge::{MAX_CONNECTIONS, connections::Most, gate::GateLimits},
    network, site,
};

/// Calls that are worked on at once for each core: fewer leave it idle while services answer, more only wait for it.
const RUNNING_PER_CORE: usize = 16;
/// What is open beside connections: the services' channels, logs, the client's files.
const OTHER_FILES: usize = 256;
/// What the library says of requests that it can't read, as a log filter that leaves it out.
pub const UNHEARD: &str = "actix_http::h1::dispatcher=off";

const ORIGIN: &str = "BFF_EXTERNAL_ORIGIN";
const PUBLIC_URL: &str = "BFF_PUBLIC_URL";
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
    /// The built client and the pictures, as far as they are given.
    pub assets: Assets,
    /// What decides about browsers and proxies.
    pub web: WebConfig,
    /// The keys that seal the addresses of orders' public pages and the sessions' cookies; at least one.
    pub seal_keys: Vec<Key>,
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
    /// Reads everything, so that all mistakes are reported together.
    pub fn read(env: &mut Env) -> Option<Self> {
        let mut process = ProcessConfig::read(env, "bff");
        if let Some(process) = &mut process {
            // An unreadable request is told of by us, and is no error of the house.
            process.telemetry.log_filter = format!("{UNHEARD},{}", process.telemetry.log_filter);
        }
        let listen = env.or("BFF_LISTEN", SocketAddr::from(([127, 0, 0, 1], 8080)));
        if env.profile() == Profile::Dev && !listen.ip().is_loopback() {
            env.problem("BFF_LISTEN", "must be a loopback address in the dev profile");
        }
        let front = Front::read(env);
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let workers = env.or("BFF_WORKERS", cores);
        let running = env.or("BFF_MAX_RUNNING", RUNNING_PER_CORE * cores);
        let connections = env.or("BFF_MAX_CONNECTIONS", MAX_CONNECTIONS);
        let [auth, settings, orders, catalogue, reports] =
            ["AUTH_URL", "SETTINGS_URL", "ORDERS_URL", "CATALOGUE_URL", "REPORTS_URL"]
                .map(|name| Transport::url(env, name));
        let assets = Assets::from_env(env);
        let seal_keys = key_file::from_env(env, "BFF_SEAL_KEYS_FILE");
        let web = WebConfig::read(env, &front);
        let process = process?;
        Some(Self {
            services: ServiceUrls {
                transport: process.transport.clone(),
                auth: auth?,
                settings: settings?,
                orders: orders?,
                catalogue: catalogue?,
                reports: reports?,
            },
            process,
            listen,
            front,
            workers: workers.max(1),
            gate: GateLimits::of(running),
            connections: Most::of(connections.min(open_files().saturating_sub(OTHER_FILES))),
            assets,
            seal_keys: seal_keys?,
            web,
        })
    }
}

impl WebConfig {
    fn read(env: &mut Env, front: &Front) -> Self {
        let external_origin: Option<String> = env.optional(ORIGIN);
        let public_url = public_url(env);
        let allowed_origins: Vec<String> = env.list("BFF_ALLOWED_ORIGINS");
        let cookie_domain: Option<String> = env.optional("BFF_COOKIE_DOMAIN");
        check_site(env, external_origin.as_deref(), cookie_domain.as_deref(), &allowed_origins);
        for (name, url) in [(ORIGIN, &external_origin), (PUBLIC_URL, &public_url)] {
            if url.as_ref().is_some_and(|url| !url.starts_with("https://")) {
                env.problem_in_production(name, "must be an https address: people come through TLS");
            }
        }
        if public_url.is_none() && external_origin.is_none() {
            // The host that a request happens to name, such as that of a port-forward, would stand on paper for years.
            env.problem_in_production(PUBLIC_URL, format!("is required, or {ORIGIN}: printed invoices carry it"));
        }
        let trusted_proxies = trusted_proxies(env);
        let secure = !matches!(front, Front::InClear);
        Self { secure, external_origin, public_url, allowed_origins, cookie_domain, trusted_proxies }
    }
}

/// Networks of proxies. Whoever is in one of them says where callers come from, so production has to say which there are.
fn trusted_proxies(env: &mut Env) -> Vec<IpNet> {
    const PROXIES: &str = "BFF_TRUSTED_PROXIES";
    match env.optional::<String>(PROXIES).as_deref() {
        Some("none") => return Vec::new(),
        Some(_) => {}
        None => env.problem_in_production(
            PROXIES,
            "is missing: networks of the proxies in front whose X-Forwarded-For counts, or none",
        ),
    }
    let networks: Vec<IpNet> = env.list(PROXIES).into_iter().map(network::canonical).collect();
    if networks.iter().any(|network| network.prefix_len() == 0) {
        env.problem(PROXIES, "would believe everybody, whatever address they claim");
    }
    networks
}

impl Front {
    /// Reads where TLS ends. In production it does somewhere.
    fn read(env: &mut Env) -> Self {
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
                let [certificate, key] = CERTIFICATE_FILES;
                let problem = format!("is required, with {key}; or {BEHIND}=1 says that a proxy in front speaks TLS");
                env.problem_in_production(certificate, problem);
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
        env.problem(ORIGIN, problem);
    }
    for problem in allowed_origins.iter().filter_map(|origin| site::origin_problem(origin, own, domain)) {
        env.problem(ORIGINS, problem);
    }
}

fn public_url(env: &mut Env) -> Option<String> {
    let url: String = env.optional(PUBLIC_URL)?;
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if rest.is_none_or(|rest| rest.is_empty() || rest.contains(['?', '#', ' ', '@'])) {
        env.problem(PUBLIC_URL, "must be a URL of the form https://host, maybe with a path");
    }
    Some(url.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use pishkhan_chassis::passport::generate_keys;
    use pishkhan_testkit::TestFolder;

    use super::*;

    const GOOD: [(&str, &str); 9] = [
        ("TLS_MODE", "mesh"),
        ("BFF_BEHIND_TLS", "1"),
        ("BFF_TRUSTED_PROXIES", "10.0.0.0/8"),
        ("AUTH_URL", "http://auth:50051"),
        ("SETTINGS_URL", "http://settings:50052"),
        ("ORDERS_URL", "http://orders:50053"),
        ("CATALOGUE_URL", "http://catalogue:50054"),
        ("REPORTS_URL", "http://reports:50055"),
        ("BFF_EXTERNAL_ORIGIN", "https://api.panel.test"),
    ];
    const SEAL: &str = "vQ7y0kzJ0m3oJ5w1mYk0s8c3m1o2p4q6r8t0u2w4y6A=";
    const DEV: (&str, &str) = ("PISHKHAN_PROFILE", "dev");

    /// What comes of good settings of a production with these instead; an empty one is none.
    fn read(instead: &[(&str, &str)]) -> Result<Config, String> {
        let folder = TestFolder::new();
        generate_keys(folder.path(), &["bff"], Profile::Production).unwrap();
        let key = folder.path().join("bff.key").to_str().unwrap().to_owned();
        let keys = [("PASSPORT_KEY_FILE", key), ("BFF_SEAL_KEYS_FILE", folder.write("seal.keys", SEAL))];
        let others = GOOD.iter().chain(instead).map(|(name, value)| (*name, (*value).to_owned()));
        Env::from_map(keys.into_iter().chain(others)).build(Config::read).map_err(|errors| errors.to_string())
    }

    /// What is wrong with them; nothing where they are fine.
    fn problems(instead: &[(&str, &str)]) -> String {
        read(instead).err().unwrap_or_default()
    }

    #[test]
    fn the_dev_profile_listens_on_the_loopback_only() {
        for open in ["0.0.0.0:8080", "192.168.1.5:8080", "[::]:8080"] {
            assert!(problems(&[DEV, ("BFF_LISTEN", open)]).contains("BFF_LISTEN"), "{open}");
            assert_eq!(problems(&[("BFF_LISTEN", open)]), "");
        }
        for closed in ["127.0.0.1:8080", "[::1]:8080"] {
            assert_eq!(problems(&[DEV, ("BFF_LISTEN", closed)]), "");
        }
        assert_eq!(problems(&[DEV]), "");
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        let nothing = GOOD.map(|(name, _)| (name, ""));
        let told = problems(&[&nothing[..], &[("PASSPORT_KEY_FILE", ""), ("BFF_SEAL_KEYS_FILE", "")]].concat());
        for name in [
            "TLS_CA_FILE",
            "TLS_CERT_FILE",
            "TLS_KEY_FILE",
            "PASSPORT_KEY_FILE",
            "BFF_SEAL_KEYS_FILE",
            "BFF_TLS_CERT_FILE",
            "BFF_TRUSTED_PROXIES",
            "BFF_PUBLIC_URL",
            "AUTH_URL",
            "SETTINGS_URL",
            "ORDERS_URL",
            "CATALOGUE_URL",
            "REPORTS_URL",
        ] {
            assert_eq!(told.matches(&format!("\n  {name}: ")).count(), 1, "{name}: {told}");
        }
        assert!(told.starts_with("13 setting(s)"), "{told}");
    }

    #[test]
    fn production_says_where_tls_ends() {
        const NOT_BEHIND: (&str, &str) = ("BFF_BEHIND_TLS", "");
        for settings in [&[NOT_BEHIND][..], &[("BFF_BEHIND_TLS", "0")], &[NOT_BEHIND, ("BFF_TLS_CERT_FILE", "")]] {
            let told = problems(settings);
            assert!(told.contains("BFF_TLS_CERT_FILE: is required") && told.contains("BFF_BEHIND_TLS=1"), "{told}");
        }
        assert!(read(&[]).unwrap().web.secure);
        assert!(problems(&[("BFF_BEHIND_TLS", "yes")]).contains("BFF_BEHIND_TLS: must be 1, or 0"));
        let (certificate, key) = (("BFF_TLS_CERT_FILE", "/no/cert.pem"), ("BFF_TLS_KEY_FILE", "/no/key.pem"));
        for (settings, problem) in [
            (&[NOT_BEHIND, certificate][..], "BFF_TLS_KEY_FILE: is missing beside BFF_TLS_CERT_FILE"),
            (&[NOT_BEHIND, key], "BFF_TLS_CERT_FILE: is missing beside BFF_TLS_KEY_FILE"),
            (&[NOT_BEHIND, certificate, key], "BFF_TLS_CERT_FILE: /no/cert.pem cannot be looked at"),
            (&[certificate, key], "BFF_BEHIND_TLS: is 1, but a certificate is given"),
        ] {
            let told = problems(settings);
            assert!(told.contains(problem) && !told.contains("is required"), "{told}");
        }
        assert!(!read(&[DEV, NOT_BEHIND]).unwrap().web.secure, "in clear is fine there");
    }

    #[test]
    fn production_says_which_proxies_are_believed() {
        const PROXIES: &str = "BFF_TRUSTED_PROXIES";
        let told = problems(&[(PROXIES, "")]);
        assert!(told.contains("BFF_TRUSTED_PROXIES: is missing") && told.starts_with("1 setting"), "{told}");
        for (text, count) in [("none", 0), ("10.0.0.0/8,fd00::/8", 2), ("192.0.2.7/32", 1)] {
            assert_eq!(read(&[(PROXIES, text)]).unwrap().web.trusted_proxies.len(), count, "{text}");
        }
        assert!(read(&[DEV, (PROXIES, "")]).unwrap().web.trusted_proxies.is_empty());
        for wrong in ["none,10.0.0.0/8", "10.0.0.7", "all", "0.0.0.0/0", "10.0.0.0/8,::/0", "::ffff:0:0/96"] {
            assert!(problems(&[(PROXIES, wrong)]).contains("BFF_TRUSTED_PROXIES: "), "{wrong}");
        }
    }

    #[test]
    fn a_seal_is_nobody_elses() {
        let folder = TestFolder::new();
        let told = |profile: &str, mode, text: &str| {
            let path = folder.write("seal.keys", text);
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            problems(&[("PISHKHAN_PROFILE", profile), ("BFF_SEAL_KEYS_FILE", &path)])
        };
        let published = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
        assert_eq!(told("production", 0o600, SEAL), "");
        for (mode, text, problem) in [
            (0o644, SEAL.to_owned(), "is open to others (mode 0644)"),
            (0o600, format!("# for development\n{SEAL}"), "holds a key of development"),
            (0o600, format!("{SEAL}\n{published}"), "of tests, which others have"),
        ] {
            let found = told("production", mode, &text);
            assert!(found.contains(problem) && found.starts_with("1 setting"), "{found}");
            assert_eq!(told("dev", mode, &text), "");
        }
        assert!(told("dev", 0o600, "# nothing").contains("BFF_SEAL_KEYS_FILE: there is no key"));
    }

    #[test]
    fn what_stands_on_paper_is_said_and_not_guessed() {
        const HTTPS: &str = "https://panel.example";
        const HTTP: &str = "http://panel.example";
        let told = |profile, origin, url| {
            problems(&[("PISHKHAN_PROFILE", profile), ("BFF_EXTERNAL_ORIGIN", origin), ("BFF_PUBLIC_URL", url)])
        };
        assert!(told("production", "", "").contains("BFF_PUBLIC_URL: is required"));
        assert_eq!(told("production", "", HTTPS), "");
        assert_eq!(told("production", HTTPS, ""), "");
        assert!(told("production", "", HTTP).contains("BFF_PUBLIC_URL: must be an https address"));
        assert!(told("production", HTTP, "").contains("BFF_EXTERNAL_ORIGIN: must be an https address"));
        for (origin, url) in [("", ""), (HTTP, ""), ("", HTTP)] {
            assert_eq!(told("dev", origin, url), "");
        }
    }

    #[test]
    fn the_client_is_read_before_anybody_asks_for_it() {
        let folder = TestFolder::new();
        folder.write("picture.webp", "");
        let path = folder.path().to_str().unwrap();
        let told = problems(&[("BFF_STATIC_DIR", path), ("BFF_IMAGES_DIR", "/nowhere")]);
        assert!(told.contains("BFF_STATIC_DIR: ") && told.contains("it has no index.html"), "{told}");
        assert!(told.contains("BFF_IMAGES_DIR: /nowhere cannot be served: No such file"), "{told}");
        folder.write("index.html", "<!doctype html>");
        assert_eq!(problems(&[("BFF_STATIC_DIR", path), ("BFF_IMAGES_DIR", path)]), "");
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
        let read = |url: &str| Env::from_map([("BFF_PUBLIC_URL", url)]).build(public_url);
        assert_eq!(read("https://panel.example/").unwrap(), "https://panel.example");
        assert_eq!(read("http://10.0.0.5:8080/panel").unwrap(), "http://10.0.0.5:8080/panel");
        for wrong in ["panel.example", "https://", "ftp://panel.example", "https://a?b", "https://me@panel.example"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
