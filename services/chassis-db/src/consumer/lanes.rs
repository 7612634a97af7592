//! Events that wait because something they change is locked, each behind those that must come first.

use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};

use redis::{RedisResult, aio::MultiplexedConnection, streams::StreamId};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Consumer, Handler, Outcome, Received};
use crate::bus;

/// Events that wait at most before no more are read, and bytes of what they say: most are a few kilobytes, one of an
/// order of 500 lines is up to a megabyte.
const ROOM: usize = 256;
const BYTES: usize = 8 * 1024 * 1024;

/// An event in its lane.
pub(super) struct Waiting {
    pub topic: &'static str,
    pub entry: StreamId,
    pub event: Received,
}

#[derive(Default)]
struct Lane {
    due: Option<Instant>,
    events: VecDeque<Waiting>,
}

/// All that wait. They are lost with the connection to Redis, which still has them as unacknowledged.
#[derive(Default)]
pub(super) struct Lanes(BTreeMap<Uuid, Lane>);

impl Lanes {
    /// Whether an event of this lane would have to wait behind others.
    pub(super) fn is_taken(&self, lane: Uuid) -> bool {
        self.0.contains_key(&lane)
    }

    /// Whether this delivery waits here already.
    pub(super) fn holds(&self, topic: &str, entry: &str) -> bool {
        self.0.values().flat_map(|lane| &lane.events).any(|waiting| waiting.topic == topic && waiting.entry.id == entry)
    }

    /// Puts an event at the end of its lane.
    pub(super) fn add(&mut self, lane: Uuid, waiting: Waiting, due: Instant) {
        let lane = self.0.entry(lane).or_default();
        lane.due.get_or_insert(due);
        lane.events.push_back(waiting);
    }

    /// Whether nothing more should be read.
    pub(super) fn is_full(&self) -> bool {
        let bytes: usize =
            self.0.values().flat_map(|lane| &lane.events).map(|waiting| waiting.event.payload.len()).sum();
        self.len() >= ROOM || bytes >= BYTES
    }

    /// Time until a lane is due, `most` at most.
    pub(super) fn pause(&self, most: Duration) -> Duration {
        let due = self.0.values().filter_map(|lane| lane.due).min();
        due.map_or(most, |due| due.saturating_duration_since(Instant::now()).min(most))
    }

    fn len(&self) -> usize {
        self.0.values().map(|lane| lane.events.len()).sum()
    }

    /// Takes out the lane that has been due for longest.
    fn take_due(&mut self) -> Option<(Uuid, VecDeque<Waiting>)> {
        let now = Instant::now();
        let due = |lane: &Lane| lane.due.filter(|due| *due <= now);
        let (_, key) = self.0.iter().filter_map(|(key, lane)| Some((due(lane)?, *key))).min()?;
        self.0.remove(&key).map(|lane| (key, lane.events))
    }
}

impl<H: Handler> Consumer<H> {
    /// Tries the lane that has been due for longest, event by event, until one still has to wait.
    pub(super) async fn retry_lane(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        let Some((key, mut events)) = lanes.take_due() else { return Ok(()) };
        self.hold_on_to(bus, &events).await?;
        while let Some(waiting) = events.pop_front() {
            let Waiting { topic, entry, event } = &waiting;
            let outcome = self.handle_event(bus, topic, entry, event, stop).await?;
            let Outcome::Locked = outcome else {
                self.settle(bus, topic, entry, event.deliveries, outcome).await?;
                continue;
            };
            events.push_front(waiting);
            lanes.0.insert(key, Lane { due: Some(Instant::now() + self.options.lock_retry), events });
            break;
        }
        Self::show(lanes);
        Ok(())
    }

    /// Tells how many wait.
    pub(super) fn show(lanes: &Lanes) {
        let waiting = u32::try_from(lanes.len()).unwrap_or(u32::MAX);
        metrics::gauge!("events_waiting_for_locks", "group" => H::GROUP).set(f64::from(waiting));
    }

    /// Still ours: resets their idle times and counts no deliveries.
    async fn hold_on_to(&self, bus: &mut MultiplexedConnection, events: &VecDeque<Waiting>) -> RedisResult<()> {
        for topic in self.handler.topics() {
            let mut keep = redis::cmd("XCLAIM");
            keep.arg(bus::stream(&self.prefix, topic)).arg(H::GROUP).arg(&self.name).arg(0);
            let mut any = false;
            for waiting in events {
                if waiting.topic == *topic {
                    keep.arg(&waiting.entry.id);
                    any = true;
                }
            }
            if any {
                let _ids: Vec<String> = keep.arg("JUSTID").query_async(bus).await?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn waiting(bytes: usize) -> Waiting {
        let event = Received {
            id: Uuid::nil(),
            topic: "things".to_owned(),
            kind: "thing.happened".to_owned(),
            key: Uuid::nil(),
            seq: 1,
            payload: vec![0; bytes],
            traceparent: None,
            occurred_at: DateTime::UNIX_EPOCH,
            deliveries: 1,
        };
        Waiting { topic: "things", entry: StreamId::default(), event }
    }

    /// How many events of so many bytes wait when no more are read.
    fn fill(bytes: usize) -> usize {
        let mut lanes = Lanes::default();
        while !lanes.is_full() {
            lanes.add(Uuid::nil(), waiting(bytes), Instant::now());
        }
        lanes.len()
    }

    #[test]
    fn what_waits_is_bounded_in_events_and_in_bytes() {
        assert_eq!(fill(4_096), ROOM);
        assert_eq!(fill(1024 * 1024), 8);
    }
}
