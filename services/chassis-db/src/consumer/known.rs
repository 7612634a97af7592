//! Events that come again although they were handled: recognised many at a time.

use std::collections::{HashMap, HashSet};

use redis::{RedisResult, aio::MultiplexedConnection, streams::StreamId};
use uuid::Uuid;

use super::{Consumer, Handler, entry};
use crate::{
    error::{self, DbError},
    inbox,
};

impl<H: Handler> Consumer<H> {
    /// Acknowledges what was handled before, all at once, and returns the rest. A stream that was lost and published
    /// again brings days of events back: one by one they would keep the new ones waiting.
    pub(super) async fn pass_over_known<'a>(
        &self,
        bus: &mut MultiplexedConnection,
        stream: &str,
        entries: &'a [StreamId],
    ) -> RedisResult<Vec<&'a StreamId>> {
        let ids: HashMap<&str, Uuid> =
            entries.iter().filter_map(|entry| Some((entry.id.as_str(), entry::event_id(entry)?))).collect();
        // A single one is looked up by its own transaction.
        let known = if ids.len() > 1 { self.known(ids.values().copied().collect()).await } else { HashSet::new() };
        let (old, news): (Vec<_>, Vec<_>) =
            entries.iter().partition(|entry| ids.get(entry.id.as_str()).is_some_and(|id| known.contains(id)));
        if !old.is_empty() {
            let mut acknowledge = redis::cmd("XACK");
            acknowledge.arg(stream).arg(H::GROUP);
            for entry in &old {
                acknowledge.arg(&entry.id);
            }
            let _acknowledged: i64 = acknowledge.query_async(bus).await?;
            metrics::counter!("events_handled_total", "group" => H::GROUP, "outcome" => "known")
                .increment(old.len() as u64);
        }
        Ok(news)
    }

    /// Those of the events that the inbox knows. While the database is away it knows none: then each event waits in its
    /// own transaction.
    async fn known(&self, ids: Vec<Uuid>) -> HashSet<Uuid> {
        let found = async {
            let mut conn = self.db.read().await?;
            Ok::<_, DbError>(inbox::known(&mut conn, H::GROUP, &ids).await?)
        };
        found.await.unwrap_or_else(|error| {
            tracing::warn!(error = error::chain(&error), consumer.group = H::GROUP, "the inbox cannot be read");
            HashSet::new()
        })
    }
}
