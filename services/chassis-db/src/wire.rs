//! What goes over a connection's socket, message by message.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::{line::Line, socket::Socket};

/// What has gone over the connections of a pool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// How often something was asked while no answer was awaited: statements that go out together count once.
    pub round_trips: u64,
    /// Statements that were run, those that begin and end transactions included. Those that set the time limit of a
    /// request are not: whether one goes out with the first statement depends on what the request before had left.
    pub statements: u64,
    /// Statements that the server parsed anew.
    pub prepared: u64,
}

impl Traffic {
    /// What has come since then.
    #[must_use]
    pub const fn since(self, then: Self) -> Self {
        Self {
            round_trips: self.round_trips - then.round_trips,
            statements: self.statements - then.statements,
            prepared: self.prepared - then.prepared,
        }
    }
}

/// Adds up the [`Traffic`] of many connections.
#[derive(Debug, Default)]
pub struct Meter {
    round_trips: AtomicU64,
    statements: AtomicU64,
    prepared: AtomicU64,
    limits: AtomicU64,
}

impl Meter {
    /// A time limit goes out with the next statement.
    pub fn limit_set(&self) {
        self.limits.fetch_add(1, Ordering::Relaxed);
    }

    fn add(&self, Traffic { round_trips, statements, prepared }: Traffic) {
        self.round_trips.fetch_add(round_trips, Ordering::Relaxed);
        self.statements.fetch_add(statements, Ordering::Relaxed);
        self.prepared.fetch_add(prepared, Ordering::Relaxed);
    }

    /// What has gone by until now.
    pub fn read(&self) -> Traffic {
        Traffic {
            round_trips: self.round_trips.load(Ordering::Relaxed),
            statements: self.statements.load(Ordering::Relaxed).saturating_sub(self.limits.load(Ordering::Relaxed)),
            prepared: self.prepared.load(Ordering::Relaxed),
        }
    }
}

/// A socket whose requests and answers are counted.
pub struct Watched {
    socket: Socket,
    line: Arc<Line>,
    sent: Scanner,
    received: Scanner,
}

impl Watched {
    pub fn new(socket: Socket, line: Arc<Line>) -> Self {
        Self { socket, line, sent: Scanner::from_start_up(), received: Scanner::default() }
    }
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.socket).poll_read(context, into))?;
        let mut answered = 0;
        let received = into.filled().get(before..).unwrap_or_default();
        self.received.scan(received, |kind| answered += i64::from(kind == b'Z'));
        self.line.answered(answered);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.socket).poll_write(context, bytes))?;
        let (mut asked, mut traffic) = (0, Traffic::default());
        self.sent.scan(bytes.get(..written).unwrap_or_default(), |kind| {
            // The server says that it is ready once for each Sync, simple Query and FunctionCall.
            asked += i64::from(matches!(kind, b'S' | b'Q' | b'F'));
            traffic.statements += u64::from(matches!(kind, b'E' | b'Q' | b'F'));
            traffic.prepared += u64::from(kind == b'P');
        });
        let was_quiet = self.line.asked(asked);
        traffic.round_trips = u64::from(asked > 0 && was_quiet);
        self.line.meter().add(traffic);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}

/// Follows one direction from message to message: a byte that says which, four for the length, the rest.
#[derive(Debug, Default)]
struct Scanner {
    header: [u8; 5],
    have: usize,
    rest: usize,
}

impl Scanner {
    /// The client's first message has no byte that says which it is.
    fn from_start_up() -> Self {
        Self { have: 1, ..Self::default() }
    }

    /// Tells the kind of each message whose header ends in the bytes.
    fn scan(&mut self, mut bytes: &[u8], mut found: impl FnMut(u8)) {
        while !bytes.is_empty() {
            let (wanted, in_header) =
                if self.rest > 0 { (self.rest, false) } else { (self.header.len() - self.have, true) };
            let (step, after) = bytes.split_at(wanted.min(bytes.len()));
            bytes = after;
            if !in_header {
                self.rest -= step.len();
                continue;
            }
            for byte in step {
                self.header[self.have] = *byte;
                self.have += 1;
            }
            if self.have == self.header.len() {
                let [kind, length @ ..] = self.header;
                // The length counts itself.
                self.rest = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX).saturating_sub(4);
                self.have = 0;
                found(kind);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
        [&[kind][..], &length, body].concat()
    }

    proptest! {
        #[test]
        fn messages_are_counted_wherever_the_bytes_are_cut(
            messages in proptest::collection::vec((0_u8..8, proptest::collection::vec(any::<u8>(), 0..20)), 0..20),
            cuts in proptest::collection::vec(1_usize..9, 1..20),
        ) {
            let kinds = b"ZDCTSQEN";
            let expected = messages.iter().filter(|(kind, _)| kinds[usize::from(*kind)] == b'Z').count();
            let bytes: Vec<u8> =
                messages.iter().flat_map(|(kind, body)| message(kinds[usize::from(*kind)], body)).collect();
            let mut scanner = Scanner::default();
            let (mut found, mut rest, mut cuts) = (0, bytes.as_slice(), cuts.into_iter().cycle());
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(cuts.next().unwrap().min(rest.len()));
                scanner.scan(piece, |kind| found += i64::from(kind == b'Z'));
                rest = after;
            }
            prop_assert_eq!(found, i64::try_from(expected).unwrap());
        }
    }

    #[test]
    fn the_first_message_of_a_client_has_no_kind() {
        let start_up = [&12_u32.to_be_bytes()[..], b"SQFSQFSQ"].concat();
        let mut scanner = Scanner::from_start_up();
        let mut kinds = Vec::new();
        scanner.scan(&start_up, |kind| kinds.push(kind));
        scanner.scan(&message(b'Q', b"SELECT 1\0"), |kind| kinds.push(kind));
        scanner.scan(&message(b'S', b""), |kind| kinds.push(kind));
        assert_eq!(kinds, [0, b'Q', b'S']);
    }
}
