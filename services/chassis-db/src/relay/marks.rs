//! What the relay says to Redis: events, and beside each stream the mark of the last publication in it.

use redis::{Cmd, RedisResult, aio::MultiplexedConnection};

use super::{Relay, Row};
use crate::bus;

impl Relay {
    /// Reads the marks of topics (0: none) so that the next [`send`](Self::send) fails if they change before it.
    pub(super) async fn watch<'a>(
        &self,
        bus: &mut MultiplexedConnection,
        topics: impl Iterator<Item = &'a str> + Clone,
    ) -> RedisResult<Vec<i64>> {
        let mut watch = redis::cmd("WATCH");
        for topic in topics.clone() {
            watch.arg(bus::high_water_mark(&self.prefix, topic));
        }
        let mut pipe = redis::pipe();
        pipe.add_command(watch).ignore().add_command(self.marks_command(topics));
        let (marks,): (Vec<Option<i64>>,) = pipe.query_async(bus).await?;
        Ok(marks.into_iter().map(Option::unwrap_or_default).collect())
    }

    pub(super) fn marks_command<'a>(&self, topics: impl Iterator<Item = &'a str>) -> Cmd {
        let mut read = redis::cmd("MGET");
        for topic in topics {
            read.arg(bus::high_water_mark(&self.prefix, topic));
        }
        read
    }

    /// Adds events to their streams and sets the marks, all or nothing. `false`: a watched mark changed meanwhile.
    pub(super) async fn send(
        &self,
        bus: &mut MultiplexedConnection,
        rows: &[Row],
        marks: &[(&str, i64)],
    ) -> RedisResult<bool> {
        let mut pipe = redis::pipe();
        pipe.atomic();
        for row in rows {
            let Row { id, event_id, topic, kind, key, payload, traceparent, occurred_at, publish_batch: _ } = row;
            pipe.cmd("XADD").arg(bus::stream(&self.prefix, topic)).arg("*");
            pipe.arg("event_id").arg(event_id.to_string());
            pipe.arg("kind").arg(kind);
            pipe.arg("key").arg(key.to_string());
            pipe.arg("seq").arg(id);
            pipe.arg("payload").arg(payload.as_slice());
            if let Some(traceparent) = traceparent {
                pipe.arg("traceparent").arg(traceparent);
            }
            pipe.arg("occurred_at").arg(occurred_at.timestamp_micros()).ignore();
        }
        for (topic, batch) in marks {
            pipe.cmd("SET").arg(bus::high_water_mark(&self.prefix, topic)).arg(batch);
        }
        let done: Option<Vec<String>> = pipe.query_async(bus).await?;
        Ok(done.is_some())
    }
}

/// Lets the next [`Relay::send`] go whatever has changed.
pub(super) async fn unwatch(bus: &mut MultiplexedConnection) -> RedisResult<()> {
    redis::cmd("UNWATCH").query_async(bus).await
}

#[cfg(test)]
mod tests {
    use pishkhan_chassis::clock::{Clock as _, SystemClock};
    use pishkhan_testkit::TestRedis;
    use redis::AsyncCommands as _;

    use uuid::Uuid;

    use super::{super::REDIS_TIMEOUT, *};
    use crate::{bus::Redis, config::DbConfig, db::Db};

    const TOPIC: &str = "things";

    /// A relay whose database is never asked.
    fn relay(redis: &TestRedis) -> Relay {
        let db = Db::connect(&DbConfig::new("postgresql://nobody@127.0.0.1:1/none"), "chassis-db").unwrap();
        Relay::new(db, Redis::new(redis.url(), None).unwrap(), redis.prefix(), SystemClock::shared())
    }

    fn row() -> Row {
        Row {
            id: 1,
            event_id: SystemClock.new_id(),
            topic: TOPIC.to_owned(),
            kind: "thing.happened".to_owned(),
            key: Uuid::nil(),
            payload: vec![1],
            traceparent: None,
            occurred_at: SystemClock.now(),
            publish_batch: None,
        }
    }

    #[tokio::test]
    async fn a_batch_is_not_sent_when_the_mark_changes_after_it_was_read() {
        let redis = TestRedis::new();
        let (relay, mut other) = (relay(&redis), redis.conn().await);
        let mut bus = relay.redis.connect(REDIS_TIMEOUT).await.unwrap();
        let mark = bus::high_water_mark(redis.prefix(), TOPIC);
        assert_eq!(relay.watch(&mut bus, [TOPIC].into_iter()).await.unwrap(), [0]);
        assert!(relay.send(&mut bus, &[row()], &[(TOPIC, 1)]).await.unwrap());
        assert_eq!(relay.watch(&mut bus, [TOPIC].into_iter()).await.unwrap(), [1]);
        // The loss: as FLUSHALL or a restored older state.
        let _: () = other.del(&[&mark, &bus::stream(redis.prefix(), TOPIC)]).await.unwrap();
        assert!(!relay.send(&mut bus, &[row()], &[(TOPIC, 2)]).await.unwrap());
        assert_eq!(redis.stream_len(TOPIC).await, 0);
        assert_eq!(other.get::<_, Option<i64>>(&mark).await.unwrap(), None);
        // After UNWATCH the next transaction stands alone.
        assert_eq!(relay.watch(&mut bus, [TOPIC].into_iter()).await.unwrap(), [0]);
        let _: () = other.set(&mark, 7).await.unwrap();
        unwatch(&mut bus).await.unwrap();
        assert!(relay.send(&mut bus, &[row()], &[(TOPIC, 8)]).await.unwrap());
        assert_eq!((redis.stream_len(TOPIC).await, other.get::<_, i64>(&mark).await.unwrap()), (1, 8));
    }
}
