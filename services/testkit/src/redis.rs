//! A part of the test Redis for each test.

use pishkhan_chassis_db::bus::Redis;
use redis::{AsyncCommands as _, Client, aio::MultiplexedConnection};

use crate::{
    admin::random_suffix,
    environment::{HOW_TO_START, servers},
};

/// The URL of the test Redis and a stream prefix that no other test uses.
pub fn test_redis() -> (String, String) {
    (servers().redis.clone(), format!("test-{}", random_suffix()))
}

/// The test Redis as one test sees it: the keys below its own prefix. They are removed when this is dropped.
#[derive(Debug)]
pub struct TestRedis {
    url: String,
    prefix: String,
    client: Client,
}

impl Default for TestRedis {
    fn default() -> Self {
        Self::new()
    }
}

impl TestRedis {
    /// A fresh prefix.
    pub fn new() -> Self {
        let (url, prefix) = test_redis();
        let client = Client::open(url.as_str()).expect("the test URL can be read");
        Self { url, prefix, client }
    }

    /// The URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// How a service reaches it.
    pub fn redis(&self) -> Redis {
        Redis::new(&self.url, None).expect("the test URL can be read")
    }

    /// The prefix of the test's keys.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// A connection.
    pub async fn conn(&self) -> MultiplexedConnection {
        match self.client.get_multiplexed_async_connection().await {
            Ok(connection) => connection,
            Err(error) => panic!("no test Redis ({error}): {HOW_TO_START}"),
        }
    }

    /// The number of entries in a topic's stream.
    pub async fn stream_len(&self, topic: &str) -> usize {
        self.conn().await.xlen(format!("{}:{topic}", self.prefix)).await.expect("the length can be read")
    }

    /// The number of events of a topic that were set aside.
    pub async fn dead_letters(&self, topic: &str) -> usize {
        self.stream_len(&format!("{topic}:dead")).await
    }

    /// Loses everything of this test, streams, groups and marks, as a crash of Redis without persistence would.
    pub async fn lose_everything(&self) {
        let mut conn = self.conn().await;
        delete_all(&mut conn, &self.prefix).await.expect("keys can be deleted");
    }
}

async fn delete_all(conn: &mut MultiplexedConnection, prefix: &str) -> redis::RedisResult<()> {
    let keys: Vec<String> = conn.keys(format!("{prefix}:*")).await?;
    if keys.is_empty() { Ok(()) } else { conn.del(keys).await }
}

impl Drop for TestRedis {
    fn drop(&mut self) {
        let (client, prefix) = (self.client.clone(), self.prefix.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
            runtime.block_on(async {
                let mut conn = client.get_multiplexed_async_connection().await.expect("the test Redis answers");
                delete_all(&mut conn, &prefix).await.expect("keys can be deleted");
            });
        });
        let removed = thread.join().is_ok();
        assert!(removed || std::thread::panicking(), "the keys of a test could not be removed");
    }
}
