//! The sockets that our servers listen on.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
};

use socket2::{Domain, Protocol, Socket, Type};

/// Connections that wait to be accepted.
const BACKLOG: i32 = 1024;

/// Listens at `address`, without blocking.
///
/// `[::]` hears IPv4 too, whatever the machine's own rule for that is (`net.ipv6.bindv6only`), and IPv4 alone on a
/// machine without IPv6: one setting is good everywhere. Whoever comes over IPv4 has an IPv6 address then
/// (`::ffff:192.0.2.1`), which [`to_canonical`](IpAddr::to_canonical) takes back.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    bind_with(address, |domain| Socket::new(domain, Type::STREAM, Some(Protocol::TCP)))
}

fn bind_with(address: SocketAddr, open: impl Fn(Domain) -> io::Result<Socket>) -> io::Result<TcpListener> {
    let (socket, address) = match (open(Domain::for_address(address)), over_ipv4(address)) {
        (Err(error), Some(instead)) => {
            tracing::warn!(%error, %address, %instead, "this machine has no IPv6");
            (open(Domain::IPV4)?, instead)
        }
        (opened, _) => (opened?, address),
    };
    if address.is_ipv6() {
        socket.set_only_v6(false)?;
    }
    // A connection of before that is closing still holds the port otherwise.
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// What of an IPv6 address there is without IPv6.
fn over_ipv4(address: SocketAddr) -> Option<SocketAddr> {
    let IpAddr::V6(ip) = address.ip() else { return None };
    let ip = if ip.is_unspecified() { Some(Ipv4Addr::UNSPECIFIED) } else { ip.to_ipv4_mapped() };
    ip.map(|ip| SocketAddr::new(ip.into(), address.port()))
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    fn address(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn all_of_ipv6_is_all_of_ipv4_as_well() {
        let listener = bind(address("[::]:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        // A machine may have no address of one kind; what it has is heard.
        for loopback in ["127.0.0.1", "::1"].map(|ip| ip.parse::<IpAddr>().unwrap()) {
            if TcpListener::bind((loopback, 0)).is_ok() {
                let caller = TcpStream::connect((loopback, port)).unwrap();
                let peer = std::iter::repeat_with(|| listener.accept()).find_map(Result::ok).unwrap().1;
                assert_eq!(peer.ip().to_canonical(), loopback);
                assert_eq!(peer.port(), caller.local_addr().unwrap().port());
            }
        }
    }

    #[test]
    fn an_address_is_heard_by_one_alone() {
        for one in ["127.0.0.1:0", "[::ffff:127.0.0.1]:0"] {
            let listener = bind(address(one)).unwrap();
            let port = listener.local_addr().unwrap().port();
            assert!(TcpStream::connect(("127.0.0.1", port)).is_ok(), "{one}");
            assert!(bind(address(&format!("127.0.0.1:{port}"))).is_err(), "{one} is held");
        }
    }

    #[test]
    fn without_ipv6_it_is_ipv4() {
        let open = |domain| match domain {
            Domain::IPV4 => Socket::new(domain, Type::STREAM, None),
            _ => Err(io::Error::other("the machine has none")),
        };
        for (asked, given) in
            [("[::]:0", "0.0.0.0"), ("[::ffff:127.0.0.1]:0", "127.0.0.1"), ("127.0.0.1:0", "127.0.0.1")]
        {
            let listener = bind_with(address(asked), open).unwrap();
            assert_eq!(listener.local_addr().unwrap().ip().to_string(), given, "{asked}");
        }
        assert!(bind_with(address("[::1]:0"), open).is_err(), "there is nothing like it");
    }
}
