//! Calls whose connection went away before the answer began: which may be sent again, and with what.
//!
//! Servers ask connections to move on when they grow old, and a call may be on its way at that moment. One that reached
//! no handler for certain is sent again whatever it does. One whose fate is unknown is sent again only if its contract
//! says that this changes nothing (`idempotency_level`): a write is repeated by whoever knows its request id.

use std::{
    collections::HashSet,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use http_body::Frame;
use prost_reflect::{DescriptorError, DescriptorPool};
use prost_types::method_options::IdempotencyLevel;
use tonic::{Status, body::Body};

use crate::grpc::MAX_REQUEST_BYTES;

/// How often a call is sent at most that reached no handler: the next connection may be about to leave too.
const SENDINGS: u32 = 10;
/// A request of more bytes is not kept for another sending: a message of the usual size and its prefix.
const KEPT_BYTES: usize = MAX_REQUEST_BYTES + 5;

/// What became of a call that the transport could not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// No handler has seen it.
    Unsent,
    /// Perhaps one has.
    Unknown,
    /// Its time is over.
    Late,
}

impl Fate {
    /// Reads it off an error, and tells the deepest cause.
    pub(super) fn of(error: &(dyn std::error::Error + 'static)) -> (Self, String) {
        let (mut fate, mut deepest) = (Self::Unknown, String::new());
        let mut source = Some(error);
        while let Some(cause) = source {
            let waited_in_vain = cause.downcast_ref().is_some_and(hyper::Error::is_canceled);
            if waited_in_vain || cause.downcast_ref().is_some_and(refused) {
                fate = Self::Unsent;
            }
            deepest = cause.to_string();
            source = cause.source();
        }
        (fate, deepest)
    }

    /// Whether a call is to be sent again, after this many sendings of which so many had an unknown fate.
    pub(super) const fn allows_another(self, sendings: u32, unknown: u32, changes_nothing: bool) -> bool {
        match self {
            Self::Unsent => sendings < SENDINGS,
            Self::Unknown => changes_nothing && unknown < 2,
            Self::Late => false,
        }
    }

    /// As the metric names it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Unsent => "unsent",
            Self::Unknown => "unknown",
            Self::Late => "late",
        }
    }
}

/// The pause before another sending: none before the second, then longer and longer, for a connection that leaves takes
/// calls until its task has noticed.
pub(super) fn pause(sendings: u32) -> Duration {
    if sendings < 2 { Duration::ZERO } else { Duration::from_millis(1 << (sendings - 2).min(5)) }
}

/// Whether the server has said that it did not and will not begin (RFC 9113, 6.8 and 8.7): only streams after the last
/// one that it takes fail with the server's own farewell.
fn refused(error: &h2::Error) -> bool {
    let farewell = error.is_go_away() && error.is_remote() && error.reason() == Some(h2::Reason::NO_ERROR);
    farewell || (error.is_reset() && error.is_remote() && error.reason() == Some(h2::Reason::REFUSED_STREAM))
}

/// The paths of the methods that change nothing when they are called again.
#[derive(Debug, Default)]
pub(super) struct Repeatable(HashSet<String>);

impl Repeatable {
    /// Reads the contracts of an encoded `FileDescriptorSet`.
    pub(super) fn from_descriptor(bytes: &[u8]) -> Result<Self, DescriptorError> {
        let pool = DescriptorPool::decode(bytes)?;
        let mut paths = HashSet::new();
        for service in pool.services() {
            for method in service.methods() {
                let options = method.method_descriptor_proto().options.as_ref();
                let level = options.map(prost_types::MethodOptions::idempotency_level);
                if level.is_some_and(|level| level != IdempotencyLevel::IdempotencyUnknown) {
                    paths.insert(format!("/{}/{}", service.full_name(), method.name()));
                }
            }
        }
        Ok(Self(paths))
    }

    pub(super) fn contains(&self, path: &str) -> bool {
        self.0.contains(path)
    }
}

/// A request's body that is kept while it is sent.
#[derive(Clone)]
pub(super) struct Tape(Arc<Mutex<Recording>>);

struct Recording {
    rest: Body,
    /// What has been sent, without copying it.
    sent: Vec<Bytes>,
    room: usize,
    whole: bool,
}

impl Tape {
    pub(super) fn new(body: Body) -> Self {
        Self(Arc::new(Mutex::new(Recording { rest: body, sent: Vec::new(), room: KEPT_BYTES, whole: true })))
    }

    /// The body from its beginning. Only the last one made may be read.
    pub(super) fn play(&self) -> Body {
        Body::new(Playing { tape: self.clone(), position: 0 })
    }

    /// Whether all that was sent is still there.
    pub(super) fn is_whole(&self) -> bool {
        self.with(|recording| recording.whole)
    }

    fn with<T>(&self, work: impl FnOnce(&mut Recording) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Recording {
    fn keep(&mut self, data: &Bytes) {
        match self.room.checked_sub(data.len()) {
            Some(room) if self.whole => {
                self.room = room;
                self.sent.push(data.clone());
            }
            _ => {
                self.whole = false;
                self.sent = Vec::new();
            }
        }
    }
}

struct Playing {
    tape: Tape,
    position: usize,
}

impl http_body::Body for Playing {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let position = self.position;
        let frame = self.tape.with(|recording| {
            if let Some(data) = recording.sent.get(position) {
                return Poll::Ready(Some(Ok(Frame::data(data.clone()))));
            }
            let frame = ready!(Pin::new(&mut recording.rest).poll_frame(context));
            if let Some(Ok(frame)) = &frame
                && let Some(data) = frame.data_ref()
            {
                recording.keep(data);
            }
            Poll::Ready(frame)
        });
        if frame.is_ready() {
            self.position += 1;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.tape.with(|recording| self.position >= recording.sent.len() && recording.rest.is_end_stream())
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;
    use http_body_util::{BodyExt as _, StreamBody};

    use super::*;

    fn body(pieces: &[&'static [u8]]) -> Body {
        let pieces: Vec<_> =
            pieces.iter().map(|piece| Ok::<_, Status>(Frame::data(Bytes::from_static(piece)))).collect();
        Body::new(StreamBody::new(futures_util::stream::iter(pieces).boxed()))
    }

    #[tokio::test]
    async fn a_body_is_sent_again_from_its_beginning_wherever_it_was_left() {
        for read in 0..4 {
            let tape = Tape::new(body(&[b"one ", b"two ", b"three"]));
            let mut first = tape.play();
            for _ in 0..read {
                first.frame().await.unwrap().unwrap();
            }
            drop(first);
            assert!(tape.is_whole());
            assert_eq!(tape.play().collect().await.unwrap().to_bytes(), "one two three", "after {read}");
        }
    }

    #[tokio::test]
    async fn what_is_too_large_is_sent_once_and_not_kept() {
        static LARGE: [u8; KEPT_BYTES] = [7; KEPT_BYTES];
        let tape = Tape::new(body(&[b"x", &LARGE, b"y"]));
        assert_eq!(tape.play().collect().await.unwrap().to_bytes().len(), KEPT_BYTES + 2);
        assert!(!tape.is_whole());
        tape.with(|recording| assert!(recording.sent.is_empty()));
    }

    #[test]
    fn what_is_unsent_goes_again_and_what_is_unknown_only_if_it_changes_nothing() {
        assert!(Fate::Unsent.allows_another(1, 0, false) && Fate::Unsent.allows_another(SENDINGS - 1, 1, false));
        assert!(!Fate::Unsent.allows_another(SENDINGS, 0, true));
        assert!(Fate::Unknown.allows_another(1, 1, true) && Fate::Unknown.allows_another(3, 1, true));
        assert!(!Fate::Unknown.allows_another(2, 2, true));
        assert!(!Fate::Unknown.allows_another(1, 1, false) && !Fate::Late.allows_another(1, 0, true));
    }
}
