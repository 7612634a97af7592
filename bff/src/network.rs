//! Whose device a request comes from.

use std::net::IpAddr;

use actix_web::{HttpRequest, http::header::X_FORWARDED_FOR};
use ipnet::IpNet;

/// The address of the person's device.
///
/// `X-Forwarded-For` counts only as far as trusted proxies wrote it: from its end, the first address that is not
/// theirs.
pub fn client_address(request: &HttpRequest, trusted_proxies: &[IpNet]) -> String {
    let Some(peer) = request.peer_addr().map(|peer| peer.ip()) else { return String::new() };
    let trusted = |address: IpAddr| trusted_proxies.iter().any(|network| network.contains(&address));
    let mut client = peer;
    if trusted(peer) {
        // What the client itself wrote stands before it in the same header, and may be any bytes.
        let forwarded: Vec<&[u8]> = request
            .headers()
            .get_all(X_FORWARDED_FOR)
            .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
            .collect();
        for hop in forwarded.into_iter().rev() {
            let hop = std::str::from_utf8(hop.trim_ascii()).unwrap_or_default();
            let Ok(address) = hop.parse::<IpAddr>() else { break };
            client = address;
            if !trusted(address) {
                break;
            }
        }
    }
    client.to_canonical().to_string()
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use actix_web::{http::header::HeaderValue, test::TestRequest};

    use super::*;

    fn address(peer: &str, forwarded: &str) -> String {
        let forwarded = HeaderValue::from_bytes(forwarded.as_bytes()).unwrap();
        let request = TestRequest::default()
            .peer_addr(SocketAddr::new(peer.parse().unwrap(), 4_000))
            .insert_header((X_FORWARDED_FOR, forwarded))
            .to_http_request();
        client_address(&request, &["10.0.0.0/8".parse().unwrap()])
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(address("203.0.113.5", "198.51.100.9"), "203.0.113.5");
        assert_eq!(address("10.0.0.1", "198.51.100.9"), "198.51.100.9");
        assert_eq!(address("10.0.0.1", "6.6.6.6, 198.51.100.9, 10.0.0.2"), "198.51.100.9");
        assert_eq!(address("10.0.0.1", "198.51.100.9, nonsense"), "10.0.0.1");
        assert_eq!(address("10.0.0.1", ""), "10.0.0.1");
        // Nobody hides behind the proxy's own address by what he writes before it.
        assert_eq!(address("10.0.0.1", "من, 198.51.100.9"), "198.51.100.9");
    }
}
