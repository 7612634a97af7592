//! Redis as the event bus: names of streams, and connections that suit them.

use std::time::Duration;

use redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, IntoConnectionInfo as _, RedisResult, aio::MultiplexedConnection,
    io::tcp::TcpSettings,
};

/// How long one waits for a connection to Redis.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Opens nothing yet: checks the URL (`redis://…` or `redis+unix://…`) and sets `TCP_NODELAY`, which redis 1.x leaves off.
pub fn client(url: &str) -> RedisResult<Client> {
    let info = url.into_connection_info()?;
    let over_tcp = matches!(info.addr(), ConnectionAddr::Tcp(..));
    Client::open(if over_tcp { info.set_tcp_settings(TcpSettings::default().set_nodelay(true)) } else { info })
}

/// A connection of its own, whose answers may take as long as `response_timeout`. The library's default of 500 ms is too
/// short for reads that block.
pub async fn connect(client: &Client, response_timeout: Duration) -> RedisResult<MultiplexedConnection> {
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(CONNECT_TIMEOUT))
        .set_response_timeout(Some(response_timeout));
    client.get_multiplexed_async_connection_with_config(&config).await
}

/// The stream of a topic.
pub fn stream(prefix: &str, topic: &str) -> String {
    format!("{prefix}:{topic}")
}

/// Where the number of the last publication into a stream is kept, beside the stream, so that it is lost with it.
pub fn high_water_mark(prefix: &str, topic: &str) -> String {
    format!("{prefix}:{topic}:hwm")
}

/// Where events of a topic go that no attempt could handle.
pub fn dead_letters(prefix: &str, topic: &str) -> String {
    format!("{prefix}:{topic}:dead")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tcp_connections_do_not_wait_for_acknowledgements() {
        let tcp = client("redis://127.0.0.1:6379/2").unwrap();
        assert!(tcp.get_connection_info().tcp_settings().nodelay());
        assert_eq!(tcp.get_connection_info().redis_settings().db(), 2);
        let unix = client("redis+unix:///run/redis.sock").unwrap();
        assert!(
            matches!(unix.get_connection_info().addr(), ConnectionAddr::Unix(path) if path.ends_with("redis.sock"))
        );
        assert!(client("postgresql://x").is_err());
    }
}
