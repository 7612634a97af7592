//! One connection to Redis for a whole process.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};
use redis::{
    Cmd, Pipeline, RedisFuture, RedisResult, Value,
    aio::{ConnectionLike, MultiplexedConnection},
};
use tokio_util::task::TaskTracker;

use super::Redis;

type Opening = Shared<BoxFuture<'static, RedisResult<MultiplexedConnection>>>;

/// A connection that many share: opened when it is first needed, and again by whoever asks after it was lost. What was
/// under way then has failed, and is not asked again.
#[derive(Clone)]
pub struct SharedConnection(Arc<Inner>);

struct Inner {
    redis: Redis,
    patience: Duration,
    current: Mutex<Option<Opening>>,
}

impl fmt::Debug for SharedConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SharedConnection").field(&self.0.redis).finish()
    }
}

impl SharedConnection {
    pub(super) fn new(redis: Redis, patience: Duration) -> Self {
        Self(Arc::new(Inner { redis, patience, current: Mutex::default() }))
    }

    /// The connection there is, or the one that is being opened: however many ask, it is opened once.
    fn opening(&self) -> Opening {
        let mut current = self.0.current.lock().unwrap_or_else(PoisonError::into_inner);
        let opening = current.get_or_insert_with(|| {
            let (redis, patience) = (self.0.redis.clone(), self.0.patience);
            let opening = async move { redis.connect_within(patience, patience).await }.boxed().shared();
            // Goes on when whoever asked has given up.
            TaskTracker::new().spawn(opening.clone());
            opening
        });
        opening.clone()
    }

    async fn ask<T>(&self, ask: impl AsyncFnOnce(&mut MultiplexedConnection) -> RedisResult<T>) -> RedisResult<T> {
        let opening = self.opening();
        match opening.clone().await {
            Ok(mut connection) => ask(&mut connection).await.inspect_err(|error| {
                if error.is_unrecoverable_error() {
                    self.forget(&opening);
                }
            }),
            Err(error) => {
                self.forget(&opening);
                Err(error)
            }
        }
    }

    fn forget(&self, lost: &Opening) {
        let mut current = self.0.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_some_and(|opening| opening.ptr_eq(lost)) {
            *current = None;
        }
    }
}

impl ConnectionLike for SharedConnection {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        self.ask(async move |connection| connection.req_packed_command(cmd).await).boxed()
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        self.ask(async move |connection| connection.req_packed_commands(pipeline, offset, count).await).boxed()
    }

    fn get_db(&self) -> i64 {
        self.0.redis.info.redis_settings().db()
    }
}
