//! Which origins are of one site: those below the domain of the cookie that they share.
//!
//! Cookies are `SameSite=Strict`, so a page of another site could never call with them: an origin of one on the list is
//! a mistake, and told at the start.

use std::net::IpAddr;

/// Domains below which anybody may have a name. A browser takes no cookie for them. This is no whole list of them: a
/// browser has that one, and refuses what slips through here.
const PUBLIC: &[&str] = &[
    "ac.ir",
    "ac.uk",
    "co.id",
    "co.il",
    "co.in",
    "co.ir",
    "co.jp",
    "co.kr",
    "co.nz",
    "co.uk",
    "co.za",
    "com.ar",
    "com.au",
    "com.br",
    "com.cn",
    "com.mx",
    "com.sa",
    "com.tr",
    "com.tw",
    "edu.au",
    "github.io",
    "gitlab.io",
    "gov.ir",
    "gov.uk",
    "herokuapp.com",
    "id.ir",
    "net.au",
    "net.ir",
    "ne.jp",
    "netlify.app",
    "or.jp",
    "org.ir",
    "org.uk",
    "pages.dev",
    "sch.ir",
    "vercel.app",
    "web.app",
    "workers.dev",
];

/// Scheme and host of an origin as browsers write it (`https://panel.example:8443`); none for anything else.
fn parts(origin: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = origin.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https"))?;
    let (host, port) = rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port)));
    let port_is_one = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|number| number.to_string() == port));
    (port_is_one && is_host(host)).then_some((scheme, host))
}

fn is_host(host: &str) -> bool {
    let label = |label: &str| {
        let inside = label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        inside && !label.is_empty() && label.len() <= 63 && !label.starts_with('-') && !label.ends_with('-')
    };
    host.len() <= 253 && host.split('.').all(label)
}

/// What is wrong with the domain of a cookie, if anything.
pub fn domain_problem(domain: &str) -> Option<&'static str> {
    if !is_host(domain) || domain.parse::<IpAddr>().is_ok() {
        Some("must be a domain in lower case, without a dot in front")
    } else if !domain.contains('.') || PUBLIC.contains(&domain) {
        Some("must not be a domain below which anybody may have a name")
    } else {
        None
    }
}

/// What is wrong with an origin of a panel whose own origin is `own` and whose readable cookie is `domain`'s.
pub fn origin_problem(origin: &str, own: &str, domain: &str) -> Option<&'static str> {
    let below = |host: &str| host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'));
    match (parts(origin), parts(own)) {
        (None, _) => Some("must be origins as browsers write them: https://host, maybe with a port"),
        (Some((scheme, _)), Some((own, _))) if scheme != own => Some("must have the scheme of BFF_EXTERNAL_ORIGIN"),
        (Some((_, host)), _) if !below(host) => {
            Some("must lie below BFF_COOKIE_DOMAIN: another site's page has no cookies of ours")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookies_domain_is_one_that_somebody_owns() {
        for good in ["panel.test", "pishkhan.ir", "a.b.example.com"] {
            assert_eq!(domain_problem(good), None, "{good}");
        }
        for bad in
            ["", "ir", "localhost", "co.ir", "co.uk", ".panel.test", "Panel.test", "10.0.0.1", "a..b", "a.b/c", "-a.b"]
        {
            assert!(domain_problem(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn origins_of_one_site_share_scheme_and_domain() {
        let problem = |origin: &str| origin_problem(origin, "https://api.panel.test", "panel.test");
        for good in ["https://panel.test", "https://panel.test:8443", "https://www.panel.test"] {
            assert_eq!(problem(good), None, "{good}");
        }
        for bad in [
            "http://panel.test",
            "https://evilpanel.test",
            "https://panel.test.evil.test",
            "https://other.test",
            "https://panel.test/",
            "https://panel.test/x",
            "https://me@panel.test",
            "https://panel.test:080",
            "https://Panel.test",
            "https://*.panel.test",
            "panel.test",
            "null",
            "*",
            "",
        ] {
            assert!(problem(bad).is_some(), "{bad}");
        }
    }
}
