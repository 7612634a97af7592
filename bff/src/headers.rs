//! The protective headers of every answer.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

use crate::{
    page,
    routes::billing::gateway::{DECIDE, RETURN, SANDBOX_PAGE},
};

/// The route of an order's public page.
pub const ORDER_PAGE: &str = "/v/{token}";

/// Headers that are worked out once, at the start.
#[derive(Debug)]
pub struct ProtectiveHeaders {
    always: Vec<(HeaderName, HeaderValue)>,
    policy: HeaderValue,
    docs_policy: HeaderValue,
    page_policy: HeaderValue,
    gateway_policy: HeaderValue,
}

impl ProtectiveHeaders {
    /// For a client whose libraries write style texts with these hashes (`sha256-…`). Where browsers are to remember it,
    /// they speak TLS alone with this host for a year.
    pub fn new(style_hashes: &[String], remembers_tls: bool) -> Self {
        let mut styles = vec!["'self'".to_owned()];
        styles.extend(style_hashes.iter().map(|hash| format!("'{}'", hash.trim_matches('\''))));
        let policy = |style: &str| {
            let text = format!(
                "default-src 'none'; script-src 'self'; style-src {style}; img-src 'self' data:; font-src 'self'; \
                 connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            );
            // Hashes come from our own build; one that is no header text is left to the strictest policy.
            HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
        };
        let mut always = vec![
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
        ];
        if remembers_tls {
            always.push(("strict-transport-security", "max-age=31536000; includeSubDomains"));
        }
        Self {
            always: always
                .into_iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect(),
            policy: policy(&styles.join(" ")),
            // The API's own pages are a library's, with style attributes; no script of theirs is inline.
            docs_policy: policy("'self' 'unsafe-inline'"),
            page_policy: page_policy("'none'"),
            gateway_policy: page_policy("'self'"),
        }
    }

    /// Puts the headers on the answer of `route`.
    pub fn apply(&self, headers: &mut HeaderMap, route: &str) {
        for (name, value) in &self.always {
            headers.insert(name.clone(), value.clone());
        }
        let policy = match route {
            route if route.starts_with("/docs") => &self.docs_policy,
            ORDER_PAGE => &self.page_policy,
            SANDBOX_PAGE | DECIDE | RETURN => &self.gateway_policy,
            _ => &self.policy,
        };
        headers.insert(HeaderName::from_static("content-security-policy"), policy.clone());
    }
}

/// What a page of our own may load: its style, the font, the pictures. It has no script, and its forms go to `forms`.
fn page_policy(forms: &str) -> HeaderValue {
    let text = format!(
        "default-src 'none'; script-src 'none'; style-src '{}'; img-src 'self'; font-src 'self'; base-uri 'none'; \
         form-action {forms}; frame-ancestors 'none'",
        page::style_hash()
    );
    // A hash in base64 is header text.
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_never_inline() {
        let headers = ProtectiveHeaders::new(&["sha256-abc=".to_owned()], true);
        for route in ["/docs/{_:.*}", "(file)", "/user/validate-token-app2"] {
            let mut map = HeaderMap::new();
            headers.apply(&mut map, route);
            let policy = map.get("content-security-policy").unwrap().to_str().unwrap().to_owned();
            assert!(policy.contains("script-src 'self';"), "{policy}");
            assert_eq!(policy.contains("unsafe-inline"), route.starts_with("/docs"), "{policy}");
            assert!(map.contains_key("strict-transport-security"));
        }
        let mut map = HeaderMap::new();
        headers.apply(&mut map, ORDER_PAGE);
        let policy = map.get("content-security-policy").unwrap().to_str().unwrap();
        assert!(policy.contains("script-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
        let mut map = HeaderMap::new();
        ProtectiveHeaders::new(&["sha256-abc=".to_owned()], false).apply(&mut map, "(file)");
        assert!(
            map.get("content-security-policy").unwrap().to_str().unwrap().contains("style-src 'self' 'sha256-abc='")
        );
        assert!(!map.contains_key("strict-transport-security"));
    }
}
