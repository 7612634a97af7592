//! Whose device a request comes from.

use std::net::IpAddr;

use actix_web::{HttpRequest, http::header::X_FORWARDED_FOR};
use ipnet::IpNet;

use crate::throttle;

/// The address of the person's device.
///
/// `X-Forwarded-For` counts only as far as trusted proxies wrote it: from its end, the first address that is not
/// theirs. On a listener of both kinds IPv4 addresses come as IPv6 ones (`::ffff:10.0.0.1`); they are IPv4 ones here.
pub fn client_address(request: &HttpRequest, trusted_proxies: &[IpNet]) -> String {
    let Some(peer) = peer(request) else { return String::new() };
    let mut client = peer;
    if is_trusted(peer, trusted_proxies) {
        // What the client itself wrote stands before it in the same header, and may be any bytes.
        let forwarded: Vec<&[u8]> = request
            .headers()
            .get_all(X_FORWARDED_FOR)
            .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
            .collect();
        for hop in forwarded.into_iter().rev() {
            let hop = std::str::from_utf8(hop.trim_ascii()).unwrap_or_default();
            let Ok(address) = hop.parse::<IpAddr>() else { break };
            client = address.to_canonical();
            if !is_trusted(client, trusted_proxies) {
                break;
            }
        }
    }
    client.to_string()
}

/// Whether a trusted proxy passed the request on.
pub fn is_from_proxy(request: &HttpRequest, trusted_proxies: &[IpNet]) -> bool {
    peer(request).is_some_and(|peer| is_trusted(peer, trusted_proxies))
}

fn peer(request: &HttpRequest) -> Option<IpAddr> {
    request.peer_addr().map(|peer| peer.ip().to_canonical())
}

/// The network whose connections a new one counts among; none for a trusted proxy's.
pub fn of_peer(peer: IpAddr, trusted_proxies: &[IpNet]) -> Option<IpNet> {
    let peer = peer.to_canonical();
    (!is_trusted(peer, trusted_proxies)).then(|| throttle::network(peer)).flatten()
}

fn is_trusted(address: IpAddr, trusted_proxies: &[IpNet]) -> bool {
    // Whoever wrote the networks for a listener of both kinds may have written them as IPv6 too.
    let mapped = if let IpAddr::V4(v4) = address { v4.to_ipv6_mapped().into() } else { address };
    trusted_proxies.iter().any(|network| network.contains(&address) || network.contains(&mapped))
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use actix_web::{http::header::HeaderValue, test::TestRequest};

    use super::*;

    fn address(peer: &str, forwarded: &str) -> String {
        address_behind("10.0.0.0/8", peer, forwarded)
    }

    fn address_behind(proxies: &str, peer: &str, forwarded: &str) -> String {
        let forwarded = HeaderValue::from_bytes(forwarded.as_bytes()).unwrap();
        let request = TestRequest::default()
            .peer_addr(SocketAddr::new(peer.parse().unwrap(), 4_000))
            .insert_header((X_FORWARDED_FOR, forwarded))
            .to_http_request();
        client_address(&request, &[proxies.parse().unwrap()])
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(address("203.0.113.5", "198.51.100.9"), "203.0.113.5");
        assert_eq!(address("10.0.0.1", "198.51.100.9"), "198.51.100.9");
        assert_eq!(address("10.0.0.1", "6.6.6.6, 198.51.100.9, 10.0.0.2"), "198.51.100.9");
        assert_eq!(address("10.0.0.1", "198.51.100.9, nonsense"), "10.0.0.1");
        assert_eq!(address("10.0.0.1", ""), "10.0.0.1");
        assert_eq!(address("::ffff:10.0.0.1", "198.51.100.9"), "198.51.100.9");
        assert_eq!(address("10.0.0.1", "::ffff:198.51.100.9, ::ffff:10.0.0.2"), "198.51.100.9");
        assert_eq!(address("::ffff:203.0.113.5", "198.51.100.9"), "203.0.113.5");
        assert_eq!(address_behind("::ffff:10.0.0.0/104", "::ffff:10.0.0.1", "198.51.100.9"), "198.51.100.9");
        let passed_on = |peer: &str| {
            let request = TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4_000));
            is_from_proxy(&request.to_http_request(), &["10.0.0.0/8".parse().unwrap()])
        };
        assert!(passed_on("10.0.0.1") && passed_on("::ffff:10.0.0.1") && !passed_on("203.0.113.5"));
        // Nobody hides behind the proxy's own address by what he writes before it.
        assert_eq!(address("10.0.0.1", "من, 198.51.100.9"), "198.51.100.9");
    }
}
