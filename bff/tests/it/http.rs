//! A caller over real HTTP. Every answer it gets is checked against the published document.

use std::{net::SocketAddr, sync::LazyLock, time::Duration};

use pishkhan_bff::session::cache::{Key, SessionCache};
use reqwest::{
    Method, RequestBuilder,
    header::{CONTENT_TYPE, COOKIE, HeaderMap, SET_COOKIE},
    redirect::Policy,
};
use serde_json::Value;

use crate::contract::Contract;

/// A connection that was idle for longer is not used again: the panel closes it after five seconds, and a request that
/// sets out at that very moment would be lost.
const IDLE: Duration = Duration::from_secs(2);

static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::published);

/// Parameters of a query, or headers.
pub type Pairs<'a> = &'a [(&'a str, &'a str)];

/// What the two cookies of a session hold.
pub struct SessionValues {
    /// The secret, under its seal.
    pub secret: String,
    pub handle: String,
}

impl SessionValues {
    /// The secret that auth gave out.
    pub fn bare_secret(&self) -> &str {
        self.secret.split_once('.').unwrap().0
    }

    /// What the panel remembers the session by.
    pub fn key(&self) -> Key {
        SessionCache::key(self.bare_secret(), &self.handle)
    }
}

/// Somebody at a panel, with or without cookies.
#[derive(Clone)]
pub struct Visitor {
    http: reqwest::Client,
    address: SocketAddr,
    secure: bool,
    cookie: Option<String>,
}

impl Visitor {
    pub fn new(address: SocketAddr, secure: bool) -> Self {
        let builder = reqwest::Client::builder().no_proxy().redirect(Policy::none());
        let http = builder.pool_idle_timeout(IDLE).build().unwrap();
        Self { http, address, secure, cookie: None }
    }

    /// The same person at another panel.
    pub fn at(&self, address: SocketAddr) -> Self {
        Self { address, ..self.clone() }
    }

    /// The same person with a fresh session.
    pub async fn log_in(&self, cellphone: &str, password: &str) -> Self {
        let body = serde_json::json!({"cellphone": cellphone, "password": password});
        let answer = self.post("/auth/login-app2").json(&body).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        self.with_session(&answer)
    }

    /// With the text of a `Cookie` header.
    pub fn with_cookie(&self, cookie: impl Into<String>) -> Self {
        Self { cookie: Some(cookie.into()), ..self.clone() }
    }

    /// With the cookies that an answer set.
    pub fn with_session(&self, answer: &Answer) -> Self {
        let kept = answer.cookies().into_iter().filter(|cookie| !cookie.contains("Max-Age=0"));
        let pairs: Vec<&str> = kept.map(|cookie| cookie.split(';').next().unwrap()).collect();
        self.with_cookie(pairs.join("; "))
    }

    /// The cookies' values.
    pub fn session(&self) -> SessionValues {
        let name = if self.secure { "__Host-session" } else { "session" };
        SessionValues { secret: self.cookie_named(name), handle: self.cookie_named("token") }
    }

    /// The header line that brings the cookies.
    pub fn cookie_line(&self) -> String {
        self.cookie.as_ref().map_or_else(String::new, |cookie| format!("cookie: {cookie}\r\n"))
    }

    fn cookie_named(&self, name: &str) -> String {
        let pairs = self.cookie.as_deref().unwrap_or_default().split("; ");
        pairs.filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).unwrap().1.to_owned()
    }

    pub fn call(&self, method: Method, path: &str) -> Call {
        let mut builder = self.http.request(method.clone(), format!("http://{}{path}", self.address));
        if let Some(cookie) = &self.cookie {
            builder = builder.header(COOKIE, cookie.as_bytes());
        }
        Call { visitor: self.clone(), method, path: path.to_owned(), builder }
    }

    pub fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> Call {
        self.call(Method::POST, path)
    }

    /// A read that works.
    pub async fn read(&self, path: &str) -> Value {
        let answer = self.get(path).send().await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// A write of `body` that may be refused.
    pub async fn write(&self, path: &str, body: &Value) -> Answer {
        self.post(path).json(body).send().await
    }
}

/// A request that is being made.
pub struct Call {
    visitor: Visitor,
    method: Method,
    path: String,
    builder: RequestBuilder,
}

impl Call {
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.builder = self.builder.header(name, value);
        self
    }

    /// Before headers and body.
    pub fn query(self, pairs: Pairs<'_>) -> Self {
        let encoded = |text: &str| {
            let byte = |byte: u8| match byte {
                b'-' | b',' => char::from(byte).to_string(),
                byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
                byte => format!("%{byte:02X}"),
            };
            text.bytes().map(byte).collect::<String>()
        };
        let pairs = pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
        let path = format!("{}?{}", self.path, pairs.collect::<Vec<_>>().join("&"));
        self.visitor.call(self.method, &path)
    }

    pub fn json(mut self, body: &Value) -> Self {
        self.builder = self.builder.json(body);
        self
    }

    pub fn body(mut self, content_type: &str, body: impl Into<reqwest::Body>) -> Self {
        self.builder = self.builder.header(CONTENT_TYPE, content_type).body(body);
        self
    }

    /// The answer, whatever the document says of it.
    pub async fn send_unchecked(self) -> Answer {
        let response = self.builder.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Answer { status, headers, bytes: response.bytes().await.unwrap().to_vec() }
    }

    /// The answer, which is one that the document knows and carries what every answer carries.
    pub async fn send(self) -> Answer {
        let Self { visitor, method, path, builder } = self;
        let call = Self { visitor: visitor.clone(), method: method.clone(), path: path.clone(), builder };
        let answer = call.send_unchecked().await;
        CONTRACT.check(method.as_str(), &path, visitor.secure, &answer);
        answer
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// All `Set-Cookie` texts.
    pub fn cookies(&self) -> Vec<&str> {
        self.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect()
    }

    #[track_caller]
    pub fn assert_error(&self, status: u16, body: &Value) {
        assert_eq!((self.status, &self.json()), (status, body));
    }

    #[track_caller]
    pub fn assert_message(&self, status: u16, message: &str) {
        self.assert_error(status, &serde_json::json!({ "message": message }));
    }

    /// 401, and both cookies are gone.
    #[track_caller]
    pub fn assert_session_ended(&self) {
        assert!(self.is_session_ended(), "{} {:?} {}", self.status, self.cookies(), self.text());
    }

    /// The same as an answer.
    pub fn is_session_ended(&self) -> bool {
        let secure = self.cookies().iter().any(|cookie| cookie.starts_with("__Host-"));
        let name = if secure { "__Host-session" } else { "session" };
        let cleared = |name: &str| {
            let begins = format!("{name}=;");
            self.cookies()
                .iter()
                .any(|cookie| cookie.starts_with(&begins) && cookie.contains("Max-Age=0") && cookie.contains("Path=/"))
        };
        let told = self.status == 401 && self.json() == serde_json::json!({ "message": SESSION_INVALID });
        told && self.cookies().len() == 2 && cleared(name) && cleared("token")
    }
}

pub const SESSION_INVALID: &str = "نشست شما معتبر نیست. دوباره وارد شوید.";
pub const FORBIDDEN: &str = "عملیات غیر مجاز میباشد!";
pub const NOT_FOUND: &str = "موردی یافت نشد.";
pub const UNAVAILABLE: &str = "سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.";
