//! A way to the test Redis that can be cut.

use tokio::{
    io::{AsyncRead, AsyncWrite, copy_bidirectional},
    net::{TcpListener, TcpStream, UnixStream},
    task::JoinSet,
};

use crate::redis::TestRedis;

trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

/// Hands bytes on between clients and the test Redis, until it is cut.
#[derive(Debug)]
pub struct RedisProxy {
    url: String,
    serving: JoinSet<()>,
}

impl RedisProxy {
    /// Listens on a free port of the loopback.
    pub async fn to(redis: &TestRedis) -> Self {
        let target = redis.url().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("the loopback has a free port");
        let url = format!("redis://{}", listener.local_addr().expect("a bound socket has an address"));
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                let mut server = connect(&target).await;
                connections.spawn(async move { drop(copy_bidirectional(&mut client, &mut server).await) });
            }
        });
        Self { url, serving }
    }

    /// Where clients find Redis.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Ends all connections and takes no other one, as a Redis that was killed.
    pub fn cut(&mut self) {
        self.serving.abort_all();
    }
}

async fn connect(url: &str) -> Box<dyn Wire> {
    if let Some(path) = url.strip_prefix("redis+unix://") {
        Box::new(UnixStream::connect(path).await.expect("the test Redis answers"))
    } else {
        let address = url.trim_start_matches("redis://").trim_end_matches('/');
        Box::new(TcpStream::connect(address).await.expect("the test Redis answers"))
    }
}
