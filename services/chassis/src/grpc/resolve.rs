//! Client-side balancing over all addresses of a name, for headless Services.

use std::{
    collections::BTreeSet,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
    time::Duration,
};

use tokio::sync::mpsc::Sender;
use tower::discover::Change;

use super::connection::Target;

/// How often a name is resolved again.
const REFRESH: Duration = Duration::from_secs(5);

/// Whether a host is one place: an address, or this machine, which may listen on one of its addresses alone.
pub(super) fn is_one(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok()
}

/// Follows the addresses of a name until the channel is gone.
pub(super) async fn follow((host, port): Target, changes: Sender<Change<Target, ()>>) {
    let mut known = BTreeSet::new();
    loop {
        match tokio::net::lookup_host((host.as_str(), port)).await {
            Ok(found) => {
                for change in difference(&mut known, with_a_way(found.collect())) {
                    if changes.send(change).await.is_err() {
                        return;
                    }
                }
            }
            // The known addresses stay: a name server that is away must not take the services with it.
            Err(error) => tracing::warn!(host, %error, "a name cannot be resolved"),
        }
        tokio::select! {
            () = tokio::time::sleep(REFRESH) => {}
            () = changes.closed() => return,
        }
    }
}

/// Those that this machine has a way to. A name of a cluster with both kinds of addresses has some of either; whoever has
/// one kind alone would fail with every other call.
fn with_a_way(found: BTreeSet<SocketAddr>) -> BTreeSet<SocketAddr> {
    let (with, without): (BTreeSet<_>, BTreeSet<_>) = found.into_iter().partition(|address| has_a_way(*address));
    // Where there is none at all, whoever calls is told why.
    if with.is_empty() { without } else { with }
}

/// Nothing is sent: the kernel is asked for a route, and for an address to come from.
fn has_a_way(address: SocketAddr) -> bool {
    let any: IpAddr = if address.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    UdpSocket::bind((any, 0)).and_then(|socket| socket.connect(address)).is_ok()
}

/// What has changed since the last time. An empty answer changes nothing.
fn difference(known: &mut BTreeSet<SocketAddr>, found: BTreeSet<SocketAddr>) -> Vec<Change<Target, ()>> {
    if found.is_empty() {
        return Vec::new();
    }
    let target = |address: &SocketAddr| (address.ip().to_string(), address.port());
    let gone = known.difference(&found).map(|address| Change::Remove(target(address)));
    let new = found.difference(known).map(|address| Change::Insert(target(address), ()));
    // Additions first: there is never a moment without an address.
    let changes = new.chain(gone).collect();
    *known = found;
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(list: &[&str]) -> BTreeSet<SocketAddr> {
        list.iter().map(|address| address.parse().unwrap()).collect()
    }

    #[test]
    fn only_what_changes_is_told_and_additions_come_first() {
        let mut known = BTreeSet::new();
        let mut step = |list: &[&str]| -> Vec<String> {
            let line = |change| match change {
                Change::Insert((host, port), ()) => format!("+{host} {port}"),
                Change::Remove((host, port)) => format!("-{host} {port}"),
            };
            difference(&mut known, addresses(list)).into_iter().map(line).collect()
        };
        assert_eq!(step(&["10.0.0.1:1", "[::1]:1"]), ["+10.0.0.1 1", "+::1 1"]);
        assert_eq!(step(&["10.0.0.1:1", "[::1]:1"]), [""; 0]);
        assert_eq!(step(&["10.0.0.2:1", "[::1]:1"]), ["+10.0.0.2 1", "-10.0.0.1 1"]);
        assert_eq!(step(&[]), [""; 0], "an empty answer is no answer");
        assert_eq!(step(&["[::1]:1"]), ["-10.0.0.2 1"]);
    }

    #[test]
    fn addresses_that_nothing_leads_to_are_left_out_unless_they_are_all() {
        // A link-local address names no link by itself.
        let (here, nowhere) = (addresses(&["127.0.0.1:1"]), addresses(&["[fe80::1]:1"]));
        assert_eq!(with_a_way(&here | &nowhere), here);
        assert_eq!(with_a_way(nowhere.clone()), nowhere);
    }

    #[tokio::test]
    async fn a_dropped_channel_ends_the_resolver() {
        let (changes, receiver) = tokio::sync::mpsc::channel(8);
        drop(receiver);
        follow(("127.0.0.1".to_owned(), 1), changes).await;
    }
}
