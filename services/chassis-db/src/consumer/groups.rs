//! The consumer group and its names.

use std::{collections::HashSet, time::Duration};

use redis::{
    RedisResult,
    aio::MultiplexedConnection,
    streams::{StreamInfoConsumersReply, StreamPendingCountReply},
};

use super::{Consumer, Handler};
use crate::bus;

/// Names of consumers that stopped without goodbye are forgotten after this.
const FORGET_CONSUMER_AFTER: Duration = Duration::from_hours(1);

impl<H: Handler> Consumer<H> {
    /// Makes the group of each topic, where it is not there, from the beginning of the stream.
    pub(super) async fn create_groups(&self, bus: &mut MultiplexedConnection) -> RedisResult<()> {
        for topic in self.handler.topics() {
            let mut create = redis::cmd("XGROUP");
            create.arg("CREATE").arg(bus::stream(&self.prefix, topic)).arg(H::GROUP).arg("0").arg("MKSTREAM");
            match create.query_async::<()>(bus).await {
                Ok(()) => {}
                Err(error) if error.code() == Some("BUSYGROUP") => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Removes names that nobody bears any more; one with unacknowledged events stays until they are taken over.
    pub(super) async fn forget_consumers(&self, bus: &mut MultiplexedConnection, stream: &str) -> RedisResult<()> {
        let reply: StreamInfoConsumersReply =
            redis::cmd("XINFO").arg("CONSUMERS").arg(stream).arg(H::GROUP).query_async(bus).await?;
        let long_idle = usize::try_from(FORGET_CONSUMER_AFTER.as_millis()).unwrap_or(usize::MAX);
        let gone: HashSet<String> = reply
            .consumers
            .into_iter()
            .filter(|consumer| consumer.name != self.name && consumer.pending == 0 && consumer.idle > long_idle)
            .map(|consumer| consumer.name)
            .collect();
        for name in gone {
            let _pending: i64 =
                redis::cmd("XGROUP").arg("DELCONSUMER").arg(stream).arg(H::GROUP).arg(name).query_async(bus).await?;
        }
        Ok(())
    }

    /// Removes this process's name, unless it leaves unacknowledged events behind.
    pub(super) async fn say_goodbye(&self, bus: &mut MultiplexedConnection) -> RedisResult<()> {
        for topic in self.handler.topics() {
            let stream = bus::stream(&self.prefix, topic);
            let mut pending = redis::cmd("XPENDING");
            pending.arg(&stream).arg(H::GROUP).arg("-").arg("+").arg(1).arg(&self.name);
            let left: StreamPendingCountReply = pending.query_async(bus).await?;
            if left.ids.is_empty() {
                let _pending: i64 = redis::cmd("XGROUP")
                    .arg("DELCONSUMER")
                    .arg(&stream)
                    .arg(H::GROUP)
                    .arg(&self.name)
                    .query_async(bus)
                    .await?;
            }
        }
        Ok(())
    }
}
