//! A way to the test Redis that can be cut.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

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
    taken: Arc<AtomicUsize>,
    serving: JoinSet<()>,
}

impl RedisProxy {
    /// Listens on a free port of the loopback.
    pub async fn to(redis: &TestRedis) -> Self {
        let target = redis.url().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("the loopback has a free port");
        let url = format!("redis://{}", listener.local_addr().expect("a bound socket has an address"));
        let taken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&taken);
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                let mut server = connect(&target).await;
                connections.spawn(async move { drop(copy_bidirectional(&mut client, &mut server).await) });
            }
        });
        Self { url, taken, serving }
    }

    /// Where clients find Redis.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// How many connections it has taken.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
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
