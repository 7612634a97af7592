//! What can go wrong with the database, as use cases and the wire see it.

use diesel::result::{DatabaseErrorKind, Error};
use pishkhan_chassis::errors;
use tonic::{Code, Status};

use crate::{
    fault::{self, Fault},
    pool::PoolError,
};

/// Reason of an answer that is worth another try: the database is busy or away.
pub const DATABASE_BUSY: &str = "DATABASE_BUSY";
/// Reason of an answer that is our own fault.
pub const INTERNAL: &str = "INTERNAL";

/// A failure of the database.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// No connection was to be had in time.
    #[error("no database connection")]
    Busy(#[source] PoolError),
    /// The connection failed, or led to a server that takes no writes. Nothing of the transaction has happened.
    #[error("the database connection was lost")]
    Lost(#[source] Error),
    /// The connection failed during the commit: it may or may not have happened. A request that comes again under the
    /// same idempotency key finds out.
    #[error("the outcome of the commit is unknown")]
    Unknown(#[source] Error),
    /// A statement or its wait for a lock took too long.
    #[error("the database took too long")]
    Timeout(#[source] Error),
    /// The server has no disk or memory left. Nothing of the transaction has happened.
    #[error("the database server has no room left")]
    Full(#[source] Error),
    /// Anything else: a refused or wrong statement.
    #[error("a database statement failed")]
    Query(#[source] Error),
}

impl From<Error> for DbError {
    fn from(error: Error) -> Self {
        fault::note(&error);
        match Fault::of(&error) {
            Fault::Lost => Self::Lost(error),
            Fault::Timeout | Fault::Locked => Self::Timeout(error),
            Fault::Full => Self::Full(error),
            Fault::None | Fault::Conflict => Self::Query(error),
        }
    }
}

impl DbError {
    /// Whether the database is away rather than the statement wrong: the same work may succeed later.
    pub const fn is_outage(&self) -> bool {
        match self {
            Self::Busy(_) | Self::Lost(_) | Self::Unknown(_) | Self::Full(_) => true,
            Self::Timeout(_) | Self::Query(_) => false,
        }
    }

    /// Whether something that it needed was locked by others for too long.
    pub fn is_lock_wait(&self) -> bool {
        match self {
            Self::Timeout(error) => Fault::of(error) == Fault::Locked,
            Self::Busy(_) | Self::Lost(_) | Self::Unknown(_) | Self::Full(_) | Self::Query(_) => false,
        }
    }

    /// The diesel error behind it, if a statement failed.
    pub const fn query_error(&self) -> Option<&Error> {
        match self {
            Self::Busy(_) => None,
            Self::Lost(error)
            | Self::Unknown(error)
            | Self::Timeout(error)
            | Self::Full(error)
            | Self::Query(error) => Some(error),
        }
    }

    /// Whether a unique index or key of this name refused the row.
    pub fn is_unique_violation(&self, constraint: &str) -> bool {
        self.query_error().is_some_and(|error| is_unique_violation(error, constraint))
    }

    /// Whether the check constraint of this name refused the row.
    pub fn is_check_violation(&self, constraint: &str) -> bool {
        self.query_error().is_some_and(|error| is_check_violation(error, constraint))
    }

    /// Whether the foreign key of this name refused the row.
    pub fn is_foreign_key_violation(&self, constraint: &str) -> bool {
        self.query_error().is_some_and(|error| is_foreign_key_violation(error, constraint))
    }

    /// The gRPC code and reason.
    pub fn code(&self) -> (Code, &'static str) {
        match self {
            Self::Busy(_) | Self::Lost(_) | Self::Unknown(_) | Self::Timeout(_) | Self::Full(_) => {
                (Code::Unavailable, DATABASE_BUSY)
            }
            Self::Query(_) => (Code::Internal, INTERNAL),
        }
    }
}

/// The cause goes to the log, once, here; the caller only learns whether another try makes sense.
impl From<DbError> for Status {
    fn from(error: DbError) -> Self {
        let (code, reason) = error.code();
        tracing::error!(error = &error as &dyn std::error::Error, reason, "a database request failed");
        let text = match error {
            DbError::Query(_) => "the request could not be completed",
            DbError::Busy(_) | DbError::Lost(_) | DbError::Unknown(_) | DbError::Timeout(_) | DbError::Full(_) => {
                "the database is busy"
            }
        };
        errors::status(code, reason, text).build()
    }
}

/// Whether a unique index or key of this name refused the row.
pub fn is_unique_violation(error: &Error, constraint: &str) -> bool {
    violates(error, DatabaseErrorKind::UniqueViolation, constraint)
}

/// Whether the check constraint of this name refused the row.
pub fn is_check_violation(error: &Error, constraint: &str) -> bool {
    violates(error, DatabaseErrorKind::CheckViolation, constraint)
}

/// Whether the foreign key of this name refused the row.
pub fn is_foreign_key_violation(error: &Error, constraint: &str) -> bool {
    violates(error, DatabaseErrorKind::ForeignKeyViolation, constraint)
}

/// An error with all its causes in one line, for logs.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

fn violates(error: &Error, wanted: DatabaseErrorKind, constraint: &str) -> bool {
    fault::note(error);
    let Error::DatabaseError(kind, info) = error else { return false };
    std::mem::discriminant(kind) == std::mem::discriminant(&wanted) && info.constraint_name() == Some(constraint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database(kind: DatabaseErrorKind, message: &str) -> Error {
        Error::DatabaseError(kind, Box::new(message.to_owned()))
    }

    #[test]
    fn each_failure_has_its_code() {
        let cases = [
            (
                DbError::from(database(DatabaseErrorKind::UnableToSendCommand, "closed")),
                Code::Unavailable,
                DATABASE_BUSY,
            ),
            (
                DbError::Unknown(database(DatabaseErrorKind::UnableToSendCommand, "closed")),
                Code::Unavailable,
                DATABASE_BUSY,
            ),
            (
                DbError::from(database(DatabaseErrorKind::Unknown, "canceling statement due to lock timeout")),
                Code::Unavailable,
                DATABASE_BUSY,
            ),
            (
                DbError::from(database(DatabaseErrorKind::Unknown, "could not extend file: No space left on device")),
                Code::Unavailable,
                DATABASE_BUSY,
            ),
            (DbError::from(Error::NotFound), Code::Internal, INTERNAL),
            (DbError::from(database(DatabaseErrorKind::UniqueViolation, "x")), Code::Internal, INTERNAL),
        ];
        for (error, code, reason) in cases {
            let status = Status::from(error);
            assert_eq!((status.code(), errors::reason(&status).as_deref()), (code, Some(reason)));
            assert!(!status.message().contains("timeout") && !status.message().contains("closed"));
        }
    }

    #[test]
    fn an_outage_is_not_a_slow_statement() {
        assert!(DbError::from(database(DatabaseErrorKind::ClosedConnection, "x")).is_outage());
        assert!(DbError::from(database(DatabaseErrorKind::Unknown, "out of memory")).is_outage());
        assert!(
            !DbError::from(database(DatabaseErrorKind::Unknown, "canceling statement due to statement timeout"))
                .is_outage()
        );
        assert!(!DbError::from(Error::NotFound).is_outage());
    }
}
