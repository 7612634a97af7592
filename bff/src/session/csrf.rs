//! Refuses state-changing requests that another site made with the person's cookies (rest.md, section 1).

use actix_web::{
    dev::ServiceRequest,
    http::{
        Method,
        header::{HOST, HeaderMap, HeaderName, ORIGIN},
    },
};

use crate::config::WebConfig;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether the request may go on.
///
/// Safe methods always may. A browser says where a request comes from; a caller that says nothing is no browser and
/// has no ambient cookies to abuse.
pub fn allows(request: &ServiceRequest, config: &WebConfig) -> bool {
    check(request.method(), request.headers(), config)
}

fn check(method: &Method, headers: &HeaderMap, config: &WebConfig) -> bool {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return true;
    }
    let origins: Vec<&str> = headers.get_all(ORIGIN).map(|origin| origin.to_str().unwrap_or("null")).collect();
    let on_the_list = |origin: &str| config.allowed_origins.iter().any(|allowed| allowed == origin);
    if headers.contains_key(SEC_FETCH_SITE) {
        let said = |among: &[&str]| {
            headers.get_all(SEC_FETCH_SITE).all(|site| site.to_str().is_ok_and(|site| among.contains(&site)))
        };
        if said(&["same-origin", "none"]) {
            return true;
        }
        // Another site's page is none of ours, whatever the list says.
        return said(&["same-site"]) && !origins.is_empty() && origins.iter().all(|origin| on_the_list(origin));
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    origins.iter().all(|origin| on_the_list(origin) || is_own(origin, host, config))
}

fn is_own(origin: &str, host: &str, config: &WebConfig) -> bool {
    if let Some(own) = &config.external_origin {
        return own.eq_ignore_ascii_case(origin);
    }
    let schemes: &[&str] = if config.secure { &["https://"] } else { &["https://", "http://"] };
    let authority = schemes.iter().find_map(|scheme| origin.strip_prefix(scheme));
    authority.is_some_and(|authority| !host.is_empty() && authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn passes(method: Method, headers: &[(&str, &str)]) -> bool {
        let mut request = TestRequest::default().method(method).insert_header((HOST, "panel.example:8080"));
        for &(name, value) in headers {
            request = request.append_header((name, value));
        }
        let config = WebConfig { allowed_origins: vec!["https://friend.example".to_owned()], ..WebConfig::default() };
        allows(&request.to_srv_request(), &config)
    }

    #[test]
    fn a_table_of_browsers_and_others() {
        let cases: &[(&[(&str, &str)], bool)] = &[
            (&[], true),
            (&[("sec-fetch-site", "same-origin")], true),
            (&[("sec-fetch-site", "none")], true),
            (&[("sec-fetch-site", "cross-site")], false),
            (&[("sec-fetch-site", "same-site")], false),
            (&[("sec-fetch-site", "Same-Origin")], false),
            (&[("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")], false),
            (&[("sec-fetch-site", "cross-site"), ("origin", "https://friend.example")], false),
            (&[("sec-fetch-site", "same-site"), ("origin", "https://friend.example")], true),
            (&[("sec-fetch-site", "same-site"), ("origin", "https://friend.example.evil")], false),
            (&[("sec-fetch-site", "same-site"), ("origin", "http://panel.example:8080")], false),
            (&[("sec-fetch-site", "cross-site"), ("origin", "https://friend.example.evil")], false),
            (&[("sec-fetch-site", "cross-site"), ("origin", "http://panel.example:8080")], false),
            (&[("origin", "http://panel.example:8080")], true),
            (&[("origin", "HTTP://panel.example:8080")], false),
            (&[("origin", "http://panel.example")], false),
            (&[("origin", "http://panel.example:8081")], false),
            (&[("origin", "null")], false),
            (&[("origin", "")], false),
            (&[("origin", "https://evil.example")], false),
            (&[("origin", "http://panel.example:8080"), ("origin", "https://evil.example")], false),
            (&[("origin", "https://friend.example")], true),
        ];
        for (headers, expected) in cases {
            assert_eq!(passes(Method::POST, headers), *expected, "{headers:?}");
            assert_eq!(passes(Method::DELETE, headers), *expected, "{headers:?}");
        }
    }

    #[test]
    fn reading_is_always_allowed() {
        for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
            assert!(passes(method, &[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")]));
        }
    }

    #[test]
    fn a_secure_panel_believes_no_plain_origin() {
        let request =
            TestRequest::post().insert_header((HOST, "panel.example")).insert_header((ORIGIN, "http://panel.example"));
        assert!(!allows(&request.to_srv_request(), &WebConfig { secure: true, ..WebConfig::default() }));
    }
}
