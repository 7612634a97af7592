//! The session's two cookies (rest.md, section 1).

use actix_web::{
    HttpRequest,
    cookie::{Cookie, SameSite, time::Duration},
    http::header::COOKIE,
};

use super::cache::{Key, SessionCache};
use crate::{config::WebConfig, seal::Seal};

/// The handle, readable by script: its presence is what the client reads at start-up.
pub const HANDLE: &str = "token";

/// Longer values than ours are no session; they are not looked up.
const MAX_LENGTH: usize = 128;

/// Name of the secret's cookie.
pub const fn secret_name(secure: bool) -> &'static str {
    if secure { "__Host-session" } else { "session" }
}

/// What a request's two cookies say.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionCookies {
    /// 256 bits, URL-safe base64.
    pub secret: String,
    /// Public handle.
    pub handle: String,
    /// What may be our seal on both; sessions from before there was one have none.
    seal: Option<String>,
}

impl SessionCookies {
    /// Both cookies; none unless each is there exactly once.
    ///
    /// A name that comes twice was planted from elsewhere (another path or a sibling domain): neither is believed.
    pub fn read(request: &HttpRequest, secure: bool) -> Option<Self> {
        let mut secret = only(request, secret_name(secure))?;
        let handle = only(request, HANDLE).filter(|handle| is_word(handle))?;
        let seal = secret.find('.').map(|dot| secret.split_off(dot).split_off(1));
        (is_word(&secret) && seal.as_deref().is_none_or(is_word)).then_some(Self { secret, handle, seal })
    }

    /// What stands for them where sessions are remembered.
    pub fn key(&self) -> Key {
        SessionCache::key(&self.secret, &self.handle)
    }

    /// Whether we gave them out, and together. Nothing is asked for that.
    pub fn are_ours(&self, seal: &Seal) -> bool {
        self.seal.as_deref().is_some_and(|tag| seal.is_of_session(tag, &self.secret, &self.handle))
    }
}

/// What ours are made of.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The one value of `name`. Other applications' cookies may hold any bytes: they are passed over.
fn only(request: &HttpRequest, name: &str) -> Option<String> {
    let mut found = request
        .headers()
        .get_all(COOKIE)
        .flat_map(|header| header.as_bytes().split(|byte| *byte == b';'))
        .filter_map(|pair| pair.trim_ascii().strip_prefix(name.as_bytes())?.strip_prefix(b"="));
    let value = found.next()?;
    if found.next().is_some() || value.len() > MAX_LENGTH {
        return None;
    }
    std::str::from_utf8(value).ok().map(str::to_owned)
}

fn cookie(name: &'static str, value: String, max_age_s: i64, web: &WebConfig) -> Cookie<'static> {
    let cookie = Cookie::build(name, value).path("/").same_site(SameSite::Strict).secure(web.secure);
    cookie.max_age(Duration::seconds(max_age_s)).finish()
}

/// The cookies that start a session. They live as long as the session can, `max_age_s` seconds.
pub fn start(secret: &str, handle: String, max_age_s: i64, seal: &Seal, web: &WebConfig) -> Vec<Cookie<'static>> {
    set(format!("{secret}.{}", seal.of_session(secret, &handle)), handle, max_age_s, web)
}

/// The cookies that end a session.
pub fn clear(web: &WebConfig) -> Vec<Cookie<'static>> {
    set(String::new(), String::new(), 0, web)
}

/// Only the handle is for the whole domain, where there is one. The secret goes back to this host alone.
fn set(secret: String, handle: String, max_age_s: i64, web: &WebConfig) -> Vec<Cookie<'static>> {
    let mut secret = cookie(secret_name(web.secure), secret, max_age_s, web);
    secret.set_http_only(true);
    let mut handle = cookie(HANDLE, handle, max_age_s, web);
    let Some(domain) = &web.cookie_domain else { return vec![secret, handle] };
    handle.set_domain(domain.clone());
    // One of this host alone, from before there was a domain, would come beside it, and neither would be believed.
    vec![secret, handle, cookie(HANDLE, String::new(), 0, web)]
}

#[cfg(test)]
mod tests {
    use actix_web::{http::header::HeaderValue, test::TestRequest};

    use super::*;

    fn read(header: &str) -> Option<SessionCookies> {
        SessionCookies::read(&TestRequest::default().insert_header((COOKIE, header)).to_http_request(), false)
    }

    #[test]
    fn both_cookies_are_needed_once_each() {
        let both = read("session=abc; token=def").map(|cookies| (cookies.secret, cookies.handle));
        assert_eq!(both, Some(("abc".to_owned(), "def".to_owned())));
        for header in [
            "session=abc",
            "token=def",
            "",
            "session=; token=def",
            "session=abc; token=def; token=evil",
            "session=a b; token=d",
            "session=.abc; token=def",
            "session=abc.; token=def",
            "session=abc.def.ghi; token=def",
            "session=abc; token=def.ghi",
            "session=تیره; token=def",
        ] {
            assert!(read(header).is_none(), "{header}");
        }
        assert!(read(&format!("session={}; token=def", "x".repeat(129))).is_none());
    }

    #[test]
    fn a_session_comes_back_under_the_seal_it_was_given() {
        let seal = |key: &str| Seal::parse(&format!("{}=", key.repeat(43))).unwrap();
        let (ours, others, web) = (seal("A"), seal("E"), WebConfig::default());
        let [secret, handle] = &start("abc", "def".to_owned(), 60, &ours, &web)[..] else { panic!("two cookies") };
        let found = read(&format!("session={}; token={}", secret.value(), handle.value())).unwrap();
        assert_eq!((found.secret.as_str(), found.handle.as_str()), ("abc", "def"));
        assert!(found.are_ours(&ours) && !found.are_ours(&others));
        let another = read(&format!("session={}; token=deg", secret.value())).unwrap();
        assert!(!another.are_ours(&ours));
        assert!(!read("session=abc; token=def").unwrap().are_ours(&ours));
    }

    #[test]
    fn what_neighbours_put_there_is_passed_over() {
        let many = (0..100).map(|number| format!("c{number}=\"v, {number}\"; ")).collect::<Vec<_>>().concat();
        for header in [
            "theme=تیره; session=abc; token=def".as_bytes(),
            "session=abc; تم=تیره; token=def".as_bytes(),
            b"broken; =; =x; a=\xff\xfe; session=abc;token=def;",
            b"quoted=\"a b\"; session=abc; open=\"; token=def",
            b"xsession=evil; session2=evil; session=abc; Token=evil; token=def",
            format!("{many}session=abc; token=def").as_bytes(),
        ] {
            let header = HeaderValue::from_bytes(header).unwrap();
            let request = TestRequest::default().insert_header((COOKIE, header)).to_http_request();
            let found = SessionCookies::read(&request, false).map(|found| (found.secret, found.handle));
            assert_eq!(found, Some(("abc".to_owned(), "def".to_owned())), "{request:?}");
        }
        let split = TestRequest::default()
            .append_header((COOKIE, "session=abc"))
            .append_header((COOKIE, HeaderValue::from_bytes("theme=تیره".as_bytes()).unwrap()))
            .append_header((COOKIE, "token=def"));
        assert!(SessionCookies::read(&split.to_http_request(), false).is_some());
        let planted = TestRequest::default()
            .append_header((COOKIE, "session=abc; token=def"))
            .append_header((COOKIE, HeaderValue::from_bytes("token=تیره".as_bytes()).unwrap()));
        assert!(SessionCookies::read(&planted.to_http_request(), false).is_none());
    }

    #[test]
    fn the_secret_is_out_of_scripts_reach() {
        let texts = |cookies: Vec<Cookie<'static>>| cookies.iter().map(ToString::to_string).collect::<Vec<_>>();
        let web = WebConfig { secure: true, ..WebConfig::default() };
        let started = texts(set("abc".to_owned(), "def".to_owned(), 60, &web));
        let [secret, handle] = started.as_slice() else { panic!("{started:?}") };
        assert_eq!(secret, "__Host-session=abc; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=60");
        assert_eq!(handle, "token=def; SameSite=Strict; Secure; Path=/; Max-Age=60");
        let cleared = texts(clear(&WebConfig::default()));
        assert_eq!(cleared[0], "session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
    }

    #[test]
    fn the_handle_alone_is_for_the_domain() {
        let web = WebConfig { secure: true, cookie_domain: Some("panel.test".to_owned()), ..WebConfig::default() };
        let texts: Vec<String> =
            set("abc".to_owned(), "def".to_owned(), 60, &web).iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "__Host-session=abc; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=60",
                "token=def; SameSite=Strict; Secure; Path=/; Domain=panel.test; Max-Age=60",
                "token=; SameSite=Strict; Secure; Path=/; Max-Age=0",
            ]
        );
        assert!(clear(&web).iter().all(|cookie| cookie.max_age() == Some(Duration::ZERO)));
    }
}
