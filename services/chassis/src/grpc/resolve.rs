//! Client-side balancing over all addresses of a name, for headless Services.

use std::{collections::BTreeSet, net::SocketAddr, time::Duration};

use http::Uri;
use tokio::sync::mpsc::Sender;
use tonic::transport::{Endpoint, channel::Change};

/// How often a name is resolved again.
const REFRESH: Duration = Duration::from_secs(5);

/// Follows the addresses of `host` until the channel is gone.
pub(super) async fn follow(host: String, port: u16, endpoint: Endpoint, changes: Sender<Change<SocketAddr, Endpoint>>) {
    let mut known = BTreeSet::new();
    loop {
        match tokio::net::lookup_host((host.as_str(), port)).await {
            Ok(found) => {
                for change in difference(&mut known, found.collect(), &endpoint) {
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

/// What has changed since the last time. An empty answer changes nothing.
fn difference(
    known: &mut BTreeSet<SocketAddr>,
    found: BTreeSet<SocketAddr>,
    endpoint: &Endpoint,
) -> Vec<Change<SocketAddr, Endpoint>> {
    if found.is_empty() {
        return Vec::new();
    }
    let gone = known.difference(&found).map(|address| Change::Remove(*address));
    let new = found.difference(known).filter_map(|address| Some(Change::Insert(*address, at(endpoint, *address)?)));
    // Additions first: there is never a moment without an address.
    let changes = new.chain(gone).collect();
    *known = found;
    changes
}

/// The same endpoint at one address; calls still name the host they were meant for.
fn at(endpoint: &Endpoint, address: SocketAddr) -> Option<Endpoint> {
    let uri = Uri::builder().scheme("http").authority(address.to_string()).path_and_query("/").build().ok()?;
    Some(super::client::configured(Endpoint::from(uri)).origin(endpoint.uri().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(changes: Vec<Change<SocketAddr, Endpoint>>) -> Vec<String> {
        let line = |change: Change<SocketAddr, Endpoint>| match change {
            Change::Insert(address, endpoint) => format!("+{address} {}", endpoint.uri().authority().unwrap()),
            Change::Remove(address) => format!("-{address}"),
        };
        changes.into_iter().map(line).collect()
    }

    fn addresses(list: &[&str]) -> BTreeSet<SocketAddr> {
        list.iter().map(|address| address.parse().unwrap()).collect()
    }

    #[test]
    fn only_what_changes_is_told_and_additions_come_first() {
        let endpoint = Endpoint::from_static("http://orders:50053");
        let mut known = BTreeSet::new();
        let mut step = |list: &[&str]| describe(difference(&mut known, addresses(list), &endpoint));
        assert_eq!(step(&["10.0.0.1:1", "[::1]:1"]), ["+10.0.0.1:1 10.0.0.1:1", "+[::1]:1 [::1]:1"]);
        assert_eq!(step(&["10.0.0.1:1", "[::1]:1"]), [""; 0]);
        assert_eq!(step(&["10.0.0.2:1", "[::1]:1"]), ["+10.0.0.2:1 10.0.0.2:1", "-10.0.0.1:1"]);
        assert_eq!(step(&[]), [""; 0], "an empty answer is no answer");
        assert_eq!(step(&["[::1]:1"]), ["-10.0.0.2:1"]);
    }

    #[tokio::test]
    async fn a_dropped_channel_ends_the_resolver() {
        let (changes, receiver) = tokio::sync::mpsc::channel(8);
        drop(receiver);
        follow("127.0.0.1".to_owned(), 1, Endpoint::from_static("http://127.0.0.1:1"), changes).await;
    }

    #[tokio::test]
    async fn a_name_is_found_and_called() {
        let (lifecycle, listener) = (
            crate::lifecycle::Lifecycle::new(crate::config::DrainConfig::for_profile(crate::config::Profile::Dev)),
            tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap(),
        );
        let port = listener.local_addr().unwrap().port();
        let (_reporter, health) = tonic_health::server::health_reporter();
        let incoming = tokio_stream::wrappers::TcpListenerStream::new(listener);
        let server = tonic::transport::Server::builder().add_service(health).serve_with_incoming(incoming);
        lifecycle.handle().spawn("server", server);
        let (channel, changes) = tonic::transport::Channel::balance_channel(8);
        let endpoint = Endpoint::from_shared(format!("http://localhost:{port}")).unwrap();
        lifecycle.handle().spawn("resolver", follow("localhost".to_owned(), port, endpoint, changes));
        let mut client = tonic_health::pb::health_client::HealthClient::new(channel);
        let reply = client.check(tonic_health::pb::HealthCheckRequest { service: String::new() }).await.unwrap();
        assert_eq!(reply.into_inner().status().as_str_name(), "SERVING");
    }
}
