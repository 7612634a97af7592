//! How messages to phones are sent.

use std::{collections::BTreeMap, ops::RangeInclusive, str::FromStr, time::Duration};

use http::{HeaderName, Method, Uri, header};
use pishkhan_chassis::config::{Env, Profile, Secret};
use serde::Deserialize;

use super::template::{Place, Template, Writing};

const SENDER: &str = "SMS_SENDER";
const GATEWAY_FILE: &str = "SMS_GATEWAY_FILE";
const KEY_FILE: &str = "SMS_KEY_FILE";
const PANEL_HOST: &str = "SMS_PANEL_HOST";
const DAILY_CAP: &str = "SMS_DAILY_CAP";
/// Messages of a day, where nothing else is said.
const DEFAULT_CAP: i64 = 1_000;

/// How messages are sent.
#[derive(Debug)]
pub struct SmsConfig {
    /// Through what (`SMS_SENDER`).
    pub sender: SenderConfig,
    /// Host of the panel's address (`SMS_PANEL_HOST`).
    pub panel_host: String,
    /// Messages of a day at most (`SMS_DAILY_CAP`).
    pub daily_cap: i64,
}

/// What messages are sent through.
#[derive(Debug)]
pub enum SenderConfig {
    /// Nothing but the log.
    Log,
    /// A gateway (`SMS_GATEWAY_FILE`, `SMS_KEY_FILE`).
    Http(Box<HttpGateway>),
}

enum Sender {
    Log,
    Http,
}

impl FromStr for Sender {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "log" => Ok(Self::Log),
            "http" => Ok(Self::Http),
            _ => Err("must be log or http"),
        }
    }
}

impl SmsConfig {
    /// Reads how messages are sent: outside of development they have to reach a phone.
    pub fn read(env: &mut Env) -> Option<Self> {
        let (sender, panel_host) = match env.profile() {
            Profile::Dev => (
                env.optional(SENDER).or(Some(Sender::Log)),
                env.optional::<String>(PANEL_HOST).or_else(|| Some("localhost".to_owned())),
            ),
            Profile::Production => (env.required(SENDER), env.required(PANEL_HOST)),
        };
        let panel_host = panel_host.filter(|host| {
            let good =
                !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
            if !good {
                env.problem(PANEL_HOST, "must be a host alone, without scheme and port");
            }
            good
        });
        let daily_cap = env.or(DAILY_CAP, DEFAULT_CAP);
        if daily_cap < 1 {
            env.problem(DAILY_CAP, "must be at least 1");
        }
        let sender = match sender? {
            Sender::Log if env.profile() == Profile::Production => {
                env.problem(SENDER, "must not be log outside of the dev profile: nobody would get a message");
                None
            }
            Sender::Log => Some(SenderConfig::Log),
            Sender::Http => gateway(env).map(|gateway| SenderConfig::Http(Box::new(gateway))),
        };
        Some(Self { sender: sender?, panel_host: panel_host?, daily_cap })
    }
}

fn gateway(env: &mut Env) -> Option<HttpGateway> {
    let key = match env.optional::<String>(KEY_FILE) {
        Some(_) => Some(env.secret_file(KEY_FILE)?),
        None => None,
    };
    let json = env.text_file(GATEWAY_FILE)?;
    match HttpGateway::read(&json, key, env.profile()) {
        Ok(gateway) => Some(gateway),
        Err(problem) => {
            env.problem(GATEWAY_FILE, problem);
            None
        }
    }
}

/// What a time-out may be, in seconds.
const TIMEOUTS: RangeInclusive<u64> = 1..=30;

/// How a gateway is told, as it stands in its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GatewayFile {
    url: String,
    #[serde(default = "post")]
    method: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    body: String,
    #[serde(default = "five")]
    timeout_seconds: u64,
    #[serde(default)]
    accepted: String,
}

fn post() -> String {
    "POST".to_owned()
}

const fn five() -> u64 {
    5
}

/// How a gateway is told of a message.
#[derive(Clone, Debug)]
pub struct HttpGateway {
    /// Its address; values are percent-encoded in it.
    pub url: Template,
    /// How it is asked.
    pub method: Method,
    /// Besides those that HTTP needs.
    pub headers: Vec<(HeaderName, Template)>,
    /// What is sent to it.
    pub body: Template,
    /// How values stand in the body.
    pub body_writing: Writing,
    /// How long it may take to hand a message over.
    pub timeout: Duration,
    /// A text without which an answer is a refusal; none when empty.
    pub accepted: String,
    /// What it knows this house by.
    pub key: Option<Secret<String>>,
}

impl HttpGateway {
    /// Reads what stands in a gateway's file; all that is wrong with it otherwise.
    pub fn read(json: &str, key: Option<Secret<String>>, profile: Profile) -> Result<Self, String> {
        let file: GatewayFile = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let mut wrong = Vec::new();
        let mut template = |name: &str, text: &str| {
            Template::read(text).unwrap_or_else(|problem| {
                wrong.push(format!("{name}: {problem}"));
                Template::default()
            })
        };
        let (url, body) = (template("url", &file.url), template("body", &file.body));
        let headers: Vec<(String, Template)> =
            file.headers.iter().map(|(name, text)| (name.clone(), template(name, text))).collect();
        let everywhere = || [&url, &body].into_iter().chain(headers.iter().map(|(_, template)| template));
        if !everywhere().any(|template| template.has(Place::To)) {
            wrong.push("{to} stands nowhere".to_owned());
        }
        if !everywhere().any(|template| template.has(Place::Text) || template.has(Place::Code)) {
            wrong.push("neither {text} nor {code} stands anywhere".to_owned());
        }
        if everywhere().any(|template| template.has(Place::Key)) != key.is_some() {
            wrong.push("{key} has to stand somewhere where there is a key file, and only there".to_owned());
        }
        if headers.iter().any(|(_, template)| template.has(Place::Text)) {
            wrong.push("headers: {text} can't stand in one".to_owned());
        }
        let named = headers.into_iter().filter_map(|(name, template)| {
            let parsed = name.parse::<HeaderName>();
            if parsed.is_err() {
                wrong.push(format!("headers: {name} can't be one's name"));
            }
            Some((parsed.ok()?, template))
        });
        let headers: Vec<(HeaderName, Template)> = named.collect();
        let json_body = headers
            .iter()
            .any(|(name, value)| *name == header::CONTENT_TYPE && value.fill(|_| String::new()).contains("json"));
        let method = file.method.parse().unwrap_or_else(|_| {
            wrong.push("method: this is none".to_owned());
            Method::POST
        });
        if !TIMEOUTS.contains(&file.timeout_seconds) {
            wrong.push("timeout_seconds: must be 1 to 30".to_owned());
        }
        let filled = url.fill(|_| "0".to_owned()).parse::<Uri>().ok();
        let scheme = filled.as_ref().filter(|uri| uri.host().is_some()).and_then(Uri::scheme_str);
        if !(scheme == Some("https") || scheme == Some("http") && profile == Profile::Dev) {
            wrong.push("url: must be an https address".to_owned());
        }
        if !wrong.is_empty() {
            return Err(wrong.join("; "));
        }
        Ok(Self {
            url,
            method,
            headers,
            body,
            body_writing: if json_body { Writing::Json } else { Writing::Percent },
            timeout: Duration::from_secs(file.timeout_seconds),
            accepted: file.accepted,
            key,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn read(pairs: &[(&str, &str)], profile: &str) -> Result<SmsConfig, Vec<String>> {
        let read = Env::from_map(pairs.iter().copied().chain([("PISHKHAN_PROFILE", profile)])).build(SmsConfig::read);
        read.map_err(|errors| errors.0.into_iter().map(|problem| problem.name).collect())
    }

    #[test]
    fn outside_of_development_messages_reach_a_phone() {
        let dev = read(&[], "dev").unwrap();
        assert!(matches!(dev.sender, SenderConfig::Log));
        assert_eq!((dev.panel_host.as_str(), dev.daily_cap), ("localhost", DEFAULT_CAP));
        assert_eq!(read(&[], "production").unwrap_err(), [SENDER, PANEL_HOST]);
        let log = [(SENDER, "log"), (PANEL_HOST, "panel.example")];
        assert_eq!(read(&log, "production").unwrap_err(), [SENDER]);
        assert_eq!(read(&[(SENDER, "pigeon")], "dev").unwrap_err(), [SENDER]);
        assert_eq!(read(&[(DAILY_CAP, "0")], "dev").unwrap_err(), [DAILY_CAP]);
        for host in ["https://panel.example", "panel.example:8080", "a b"] {
            assert_eq!(read(&[(PANEL_HOST, host)], "dev").unwrap_err(), [PANEL_HOST], "{host}");
        }
    }

    #[test]
    fn a_gateway_stands_in_a_file_and_its_key_in_another() {
        let folder = std::env::temp_dir();
        let file = |name: &str, text: &str| {
            let path = folder.join(format!("pishkhan-{name}-{}", std::process::id()));
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let gateway = file("sms", r#"{"url": "https://sms.example/{key}?to={to}&text={text}"}"#);
        let (key, empty) = (file("sms-key", "hush-hush\n"), file("sms-empty", " \n"));
        let with = |more: &[(&str, &str)]| {
            let usual = [(SENDER, "http"), (PANEL_HOST, "panel.example")];
            read(&[usual.as_slice(), more].concat(), "production")
        };
        let good = with(&[(GATEWAY_FILE, &gateway), (KEY_FILE, &key)]);
        let without_key = with(&[(GATEWAY_FILE, &gateway)]);
        let empty_key = with(&[(GATEWAY_FILE, &gateway), (KEY_FILE, &empty)]);
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
        let open_key = with(&[(GATEWAY_FILE, &gateway), (KEY_FILE, &key)]);
        let no_file = with(&[(GATEWAY_FILE, "/nowhere")]);
        for path in [&gateway, &key, &empty] {
            std::fs::remove_file(path).unwrap();
        }
        assert!(matches!(good.unwrap().sender, SenderConfig::Http(_)));
        assert_eq!(open_key.unwrap_err(), [KEY_FILE]);
        assert_eq!(without_key.unwrap_err(), [GATEWAY_FILE]);
        assert_eq!(empty_key.unwrap_err(), [KEY_FILE]);
        assert_eq!(no_file.unwrap_err(), [GATEWAY_FILE]);
        assert_eq!(with(&[]).unwrap_err(), [GATEWAY_FILE]);
    }

    fn file(json: &str, key: Option<&str>, profile: Profile) -> Result<HttpGateway, String> {
        HttpGateway::read(json, key.map(|key| Secret::new(key.to_owned())), profile)
    }

    #[test]
    fn a_file_says_all_that_a_gateway_needs() {
        let query = r#"{"method": "GET", "url": "https://sms.example/{key}/send?to={to}&m={text}"}"#;
        assert!(file(query, Some("hush-hush"), Profile::Production).is_ok());
        assert!(!format!("{:?}", file(query, Some("hush-hush"), Profile::Production)).contains("hush"));
        let problem = |json: &str, key| file(json, key, Profile::Production).unwrap_err();
        assert_eq!(problem(query, None), "{key} has to stand somewhere where there is a key file, and only there");
        assert_eq!(
            problem(r#"{"url": "http://sms.example/", "timeout_seconds": 0, "body": "{phone}"}"#, None),
            "body: {phone} stands for nothing; {to} stands nowhere; neither {text} nor {code} stands anywhere; \
             timeout_seconds: must be 1 to 30; url: must be an https address"
        );
        assert_eq!(
            problem(r#"{"url": "https://a/{to}", "method": "a b", "headers": {"x-t": "{text}", "x y": ""}}"#, None),
            "headers: {text} can't stand in one; headers: x y can't be one's name; method: this is none"
        );
        assert!(problem(r#"{"url": "https://a/{to}{text}", "uri": "x"}"#, None).contains("unknown field"));
        assert!(problem("", None).contains("EOF"));
        assert!(file(r#"{"url": "http://127.0.0.1/{to}{text}"}"#, None, Profile::Dev).is_ok());
    }
}
