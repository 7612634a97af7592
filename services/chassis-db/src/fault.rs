//! What a failed statement means for the transaction it was part of.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU8, Ordering},
};

use diesel::{
    connection::{Instrumentation, InstrumentationEvent},
    result::{DatabaseErrorKind, Error},
};

use crate::line::Line;

/// Kinds of failures that are not the statement's own fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// None: the statement is wrong or refused.
    None = 0,
    /// Lost a race (40001, 40P01): the whole transaction may be run again.
    Conflict = 1,
    /// The connection is of no more use (closed, 57P01 to 57P03) or leads to a server that is no longer the primary
    /// (25006).
    Lost = 2,
    /// Took too long.
    Timeout = 3,
    /// Waited too long for a lock: the whole transaction may be run again, and wait anew.
    Locked = 4,
    /// The server has no disk or memory left for it (class 53).
    Full = 5,
}

impl Fault {
    /// Classifies an error. diesel keeps the SQLSTATE of a few errors only; the others are known by PostgreSQL's
    /// (untranslated) text.
    pub fn of(error: &Error) -> Self {
        let Error::DatabaseError(kind, info) = error else {
            return if matches!(error, Error::BrokenTransactionManager) { Self::Lost } else { Self::None };
        };
        match kind {
            DatabaseErrorKind::SerializationFailure => Self::Conflict,
            DatabaseErrorKind::ReadOnlyTransaction
            | DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::UnableToSendCommand => Self::Lost,
            DatabaseErrorKind::UniqueViolation
            | DatabaseErrorKind::ForeignKeyViolation
            | DatabaseErrorKind::RestrictViolation
            | DatabaseErrorKind::NotNullViolation
            | DatabaseErrorKind::CheckViolation
            | DatabaseErrorKind::ExclusionViolation => Self::None,
            // the enum is open, and "unknown" is where the SQLSTATE got lost
            _ => Self::of_message(info.message()),
        }
    }

    fn of_message(message: &str) -> Self {
        if message == "deadlock detected" {
            Self::Conflict
        } else if message.starts_with("terminating connection") || message.starts_with("the database system is") {
            Self::Lost
        } else if message == "canceling statement due to lock timeout" {
            Self::Locked
        } else if message.starts_with("canceling statement") {
            Self::Timeout
        } else if message.contains("No space left on device")
            || message.starts_with("out of memory")
            || message.starts_with("out of shared memory")
        {
            Self::Full
        } else {
            Self::None
        }
    }

    fn from_u8(value: u8) -> Self {
        match value {
            1 => Self::Conflict,
            2 => Self::Lost,
            3 => Self::Timeout,
            4 => Self::Locked,
            5 => Self::Full,
            _ => Self::None,
        }
    }
}

tokio::task_local! {
    /// What the running transaction of this task has been through.
    static WATCH: Watch;
}

/// What a running transaction has been through.
///
/// A use case turns database errors into its own, so whether a transaction may be run again must not depend on what it
/// made of them. The connection sees most errors first; those that come with the rows of a query are seen when they
/// become a [`DbError`](crate::DbError) or are asked for their constraint.
#[derive(Debug, Clone)]
pub struct Watch(Arc<Seen>);

#[derive(Debug)]
struct Seen {
    line: Arc<Line>,
    fault: AtomicU8,
    failed: AtomicBool,
    events: AtomicBool,
}

impl Watch {
    /// Over a connection's next transaction.
    pub fn new(line: Arc<Line>) -> Self {
        Self(Arc::new(Seen {
            line,
            fault: AtomicU8::default(),
            failed: AtomicBool::default(),
            events: AtomicBool::default(),
        }))
    }

    /// Runs a transaction's work under this watch.
    pub async fn over<F: Future>(&self, work: F) -> F::Output {
        WATCH.scope(self.clone(), work).await
    }

    /// The last fault.
    pub fn fault(&self) -> Fault {
        Fault::from_u8(self.0.fault.load(Ordering::Acquire))
    }

    /// Whether a statement failed outside of a savepoint, as far as anybody noticed.
    pub fn failed(&self) -> bool {
        self.0.failed.load(Ordering::Acquire)
    }

    /// Whether events were appended to the outbox.
    pub fn has_events(&self) -> bool {
        self.0.events.load(Ordering::Acquire)
    }

    fn see(&self, error: &Error) {
        if let Error::DatabaseError(..) = error {
            self.0.failed.store(true, Ordering::Release);
        }
        let fault = Fault::of(error);
        if fault != Fault::None {
            self.0.fault.store(fault as u8, Ordering::Release);
        }
    }
}

/// Tells the running transaction, if there is one, of an error.
pub fn note(error: &Error) {
    // Outside of a transaction there is nobody to tell.
    let _outside = WATCH.try_with(|watch| watch.see(error));
}

/// Tells the running transaction of an event; `false` if there is none.
pub fn note_event() -> bool {
    WATCH.try_with(|watch| watch.0.events.store(true, Ordering::Release)).is_ok()
}

impl Instrumentation for Watch {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        self.0.line.count(&event);
        if let InstrumentationEvent::FinishQuery { error: Some(error), .. } = event {
            self.see(error);
        } else if let InstrumentationEvent::RollbackTransaction { depth, .. } = event
            && depth.get() > 1
        {
            // Back to a savepoint: what failed since then is undone.
            self.0.failed.store(false, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(message: &str) -> Error {
        Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned()))
    }

    #[test]
    fn texts_of_postgresql_are_known() {
        let cases = [
            ("deadlock detected", Fault::Conflict),
            ("terminating connection due to administrator command", Fault::Lost),
            ("terminating connection because of crash of another server process", Fault::Lost),
            ("the database system is starting up", Fault::Lost),
            ("canceling statement due to lock timeout", Fault::Locked),
            ("canceling statement due to statement timeout", Fault::Timeout),
            ("could not extend file \"base/16384/16397\": No space left on device", Fault::Full),
            ("could not write to file \"pg_wal/xlogtemp.77\": No space left on device", Fault::Full),
            ("out of memory", Fault::Full),
            ("out of shared memory", Fault::Full),
            ("relation \"orders\" does not exist", Fault::None),
        ];
        for (message, fault) in cases {
            assert_eq!(Fault::of(&unknown(message)), fault, "{message}");
        }
    }

    #[test]
    fn kinds_of_diesel_are_known() {
        let of = |kind| Fault::of(&Error::DatabaseError(kind, Box::new(String::new())));
        assert_eq!(of(DatabaseErrorKind::SerializationFailure), Fault::Conflict);
        assert_eq!(of(DatabaseErrorKind::ReadOnlyTransaction), Fault::Lost);
        assert_eq!(of(DatabaseErrorKind::UnableToSendCommand), Fault::Lost);
        assert_eq!(of(DatabaseErrorKind::UniqueViolation), Fault::None);
        assert_eq!(Fault::of(&Error::NotFound), Fault::None);
    }

    #[test]
    fn a_fault_survives_its_trip_through_the_atomic() {
        for fault in [Fault::None, Fault::Conflict, Fault::Lost, Fault::Timeout, Fault::Locked, Fault::Full] {
            assert_eq!(Fault::from_u8(fault as u8), fault);
        }
    }
}
