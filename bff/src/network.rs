//! Whose device a request comes from.

use std::net::{IpAddr, SocketAddr};

use actix_web::{HttpRequest, http::header::X_FORWARDED_FOR};
use ipnet::IpNet;

use crate::throttle;

/// Bits before an IPv4 address within an IPv6 one.
const MAPPED: u8 = 96;

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
            let Some(address) = address_of(hop) else { break };
            client = address;
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

/// IPv4 addresses that are written as IPv6 ones (`::ffff:10.0.0.0/104`) as what they are.
pub fn canonical(network: IpNet) -> IpNet {
    let IpNet::V6(mapped) = network else { return network };
    let ipv4 = mapped.addr().to_ipv4_mapped().zip(mapped.prefix_len().checked_sub(MAPPED));
    ipv4.and_then(|(address, length)| IpNet::new(address.into(), length).ok()).unwrap_or(network)
}

fn is_trusted(address: IpAddr, trusted_proxies: &[IpNet]) -> bool {
    trusted_proxies.iter().any(|network| network.contains(&address))
}

/// Of `192.0.2.1`, `2001:db8::1`, and of both as some proxies write them: with a port, or an IPv6 address in brackets.
fn address_of(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    let address = bare.parse().or_else(|_| hop.parse::<SocketAddr>().map(|both| both.ip()));
    address.map(|address| address.to_canonical()).ok()
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
        client_address(&request, &[canonical(proxies.parse().unwrap())])
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
        assert_eq!(address_behind("::ffff:10.0.0.0/104", "::ffff:11.0.0.1", "198.51.100.9"), "11.0.0.1");
        assert_eq!(address_behind("fd00::/8", "fd00::1", "2001:db8::9"), "2001:db8::9");
        for (written, plain) in [
            ("198.51.100.9:4711", "198.51.100.9"),
            ("[2001:db8::9]", "2001:db8::9"),
            ("[2001:DB8:0::9]:4711", "2001:db8::9"),
            ("[::ffff:198.51.100.9]:1", "198.51.100.9"),
        ] {
            assert_eq!(address("10.0.0.1", written), plain, "{written}");
        }
        let passed_on = |peer: &str| {
            let request = TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4_000));
            is_from_proxy(&request.to_http_request(), &["10.0.0.0/8".parse().unwrap()])
        };
        assert!(passed_on("10.0.0.1") && passed_on("::ffff:10.0.0.1") && !passed_on("203.0.113.5"));
        // Nobody hides behind the proxy's own address by what he writes before it.
        assert_eq!(address("10.0.0.1", "من, 198.51.100.9"), "198.51.100.9");
    }
}
