//! Deliveries that are held on to: fetched again when it is their turn, and kept from being taken over.

use std::time::{Duration, Instant};

use redis::{
    RedisResult,
    aio::MultiplexedConnection,
    streams::{StreamId, StreamRangeReply},
};
use tokio_util::sync::CancellationToken;

use super::{
    Consumer, Handler, entry,
    handling::Outcome,
    lanes::{Lanes, Place, Waiting},
};
use crate::bus;

/// Events of a lane that are tried before others have their turn.
const TURN: usize = 16;
/// Deliveries that one command holds on to.
const HELD_AT_A_TIME: usize = 1_000;

impl<H: Handler> Consumer<H> {
    /// Tries the lane that has been due for longest, event by event, until one still has to wait or its turn is over.
    pub(super) async fn retry_lane(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        let Some((key, mut lane)) = lanes.take_due(Instant::now()) else { return Ok(()) };
        let places: Vec<Place> = lane.events.iter().take(TURN).map(|waiting| waiting.place).collect();
        let entries = self.fetch(bus, &places).await?;
        for entry in entries {
            if stop.is_cancelled() {
                break;
            }
            let Some(&Waiting { place, .. }) = lane.events.front() else { break };
            let parsed = entry.as_ref().map(|entry| entry::parse(place.topic, entry));
            let outcome = match &parsed {
                Some(Ok(event)) => self.attempt(bus, lanes, &mut lane, event).await?,
                Some(Err(problem)) => Outcome::unreadable(problem),
                None => Outcome::Missing,
            };
            if let Outcome::Later { why, took } = outcome {
                let own = parsed.and_then(Result::ok).map_or(key, |event| event.id);
                Self::put_off(lanes, key, own, lane, (why, took));
                Self::show(lanes);
                return Ok(());
            }
            if lane.apart && matches!(outcome, Outcome::Done) {
                lanes.hurry_apart(Instant::now());
            }
            self.settle(bus, lanes, &place, entry.as_ref(), outcome).await?;
            lane.pass();
        }
        if !lane.events.is_empty() {
            lanes.insert(key, lane, Instant::now());
        }
        Self::show(lanes);
        Ok(())
    }

    /// What stands at these places; none where it has been trimmed away.
    pub(super) async fn fetch(
        &self,
        bus: &mut MultiplexedConnection,
        places: &[Place],
    ) -> RedisResult<Vec<Option<StreamId>>> {
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let mut pipe = redis::pipe();
        for place in places {
            let id = place.to_string();
            pipe.cmd("XRANGE").arg(bus::stream(&self.prefix, place.topic)).arg(&id).arg(&id);
        }
        let replies: Vec<StreamRangeReply> = pipe.query_async(bus).await?;
        Ok(replies.into_iter().map(|reply| reply.ids.into_iter().next()).collect())
    }

    /// Keeps all that is ours from being taken over, when it is time: resets the idle times and counts no deliveries.
    pub(super) async fn hold(&self, bus: &mut MultiplexedConnection, lanes: &mut Lanes) -> RedisResult<()> {
        if lanes.is_hold_due(Instant::now()) {
            self.claim_ours(bus, lanes, Duration::ZERO).await?;
            lanes.held(Instant::now());
        }
        Ok(())
    }

    /// Lets others take over at once what is ours.
    pub(super) async fn let_go(&self, bus: &mut MultiplexedConnection, lanes: &Lanes) -> RedisResult<()> {
        self.claim_ours(bus, lanes, self.options.min_idle).await
    }

    async fn claim_ours(&self, bus: &mut MultiplexedConnection, lanes: &Lanes, idle: Duration) -> RedisResult<()> {
        let idle = u64::try_from(idle.as_millis()).unwrap_or(u64::MAX);
        for topic in self.handler.topics() {
            let stream = bus::stream(&self.prefix, topic);
            let ids: Vec<String> = lanes.ours(topic).map(ToString::to_string).collect();
            for ids in ids.chunks(HELD_AT_A_TIME) {
                let mut claim = redis::cmd("XCLAIM");
                claim.arg(&stream).arg(H::GROUP).arg(&self.name).arg(0).arg(ids).arg("IDLE").arg(idle).arg("JUSTID");
                let _ids: Vec<String> = claim.query_async(bus).await?;
            }
        }
        Ok(())
    }

    /// Tells how many wait.
    pub(super) fn show(lanes: &Lanes) {
        let (waiting, apart) = lanes.len();
        let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        metrics::gauge!("events_waiting", "group" => H::GROUP).set(number(waiting));
        metrics::gauge!("events_apart", "group" => H::GROUP).set(number(apart));
    }
}
