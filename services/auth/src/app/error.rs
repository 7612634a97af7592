//! What can go wrong in a use case.

use std::time::Duration;

use pishkhan_chassis_db::{DbError, idempotency::IdempotencyError};

use crate::{domain::user::FieldProblem, store::StoreError};

/// Why a use case did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// Some fields break their rules.
    #[error("some fields are not valid")]
    InvalidFields(Vec<FieldProblem>),
    /// Wrong phone number or password.
    #[error("wrong phone number or password")]
    CredentialsWrong,
    /// No such code, or it was used, has expired, or has been tried too often.
    #[error("no such code")]
    CodeWrong,
    /// No such link, or it was used, replaced, or has expired.
    #[error("no such link")]
    LinkWrong,
    /// The user has a password already.
    #[error("the user has a password already")]
    PasswordSet,
    /// The user has been shut out.
    #[error("the user has been shut out")]
    UserDisabled,
    /// No such live session.
    #[error("no such live session")]
    SessionInvalid,
    /// The user never had such a session.
    #[error("no such session")]
    SessionNotFound,
    /// Too many tries.
    #[error("too many tries")]
    TooManyTries {
        /// How long to wait.
        wait: Duration,
    },
    /// As many passwords are being hashed as can be.
    #[error("too many passwords are being hashed")]
    Overloaded,
    /// Another user has this phone number.
    #[error("the phone number is taken")]
    CellphoneTaken,
    /// Another user has this user name.
    #[error("the user name is taken")]
    UsernameTaken,
    /// The seller has a user already.
    #[error("the seller has a user already")]
    SellerTaken,
    /// No such user.
    #[error("no such user")]
    UserNotFound,
    /// Whoever asked for this change of credentials has given it up.
    #[error("the change was given up")]
    ChangeAbandoned,
    /// The request id was used for something else, or the database failed while it was looked up.
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// A password could not be hashed.
    #[error("a password could not be hashed: {0}")]
    Hashing(String),
    /// The system has no random bytes.
    #[error("no random bytes")]
    Entropy(#[source] getrandom::Error),
    /// A stored reply can't be read.
    #[error("a stored reply can't be read")]
    StoredReply,
}

impl From<StoreError> for AuthError {
    fn from(error: StoreError) -> Self {
        Self::Database(error.into())
    }
}
