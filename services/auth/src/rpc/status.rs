//! Error → code and reason.

use pishkhan_chassis::errors;
use pishkhan_chassis_db::idempotency::IdempotencyError;
use pishkhan_proto::reason;
use tonic::{Code, Status};

use crate::app::AuthError;

/// Ended sessions can't be heard of at this moment.
pub fn not_listening() -> Status {
    errors::status(Code::Unavailable, reason::DEPENDENCY_DOWN, "revocations are not heard at the moment").build()
}

impl From<AuthError> for Status {
    fn from(error: AuthError) -> Self {
        let (code, reason) = match &error {
            AuthError::InvalidFields(_) => (Code::InvalidArgument, reason::INVALID_FIELD),
            AuthError::CredentialsWrong => (Code::Unauthenticated, reason::CREDENTIALS_WRONG),
            AuthError::CodeWrong => (Code::InvalidArgument, reason::CODE_WRONG),
            AuthError::LinkWrong => (Code::InvalidArgument, reason::LINK_WRONG),
            AuthError::PasswordSet => (Code::FailedPrecondition, reason::PASSWORD_SET),
            AuthError::UserDisabled => (Code::FailedPrecondition, reason::USER_DISABLED),
            AuthError::SessionInvalid => (Code::Unauthenticated, reason::SESSION_INVALID),
            AuthError::SessionNotFound => (Code::NotFound, reason::SESSION_NOT_FOUND),
            AuthError::TooManyTries { .. } => (Code::ResourceExhausted, reason::TOO_MANY_TRIES),
            AuthError::Overloaded => (Code::ResourceExhausted, reason::OVERLOADED),
            AuthError::CellphoneTaken => (Code::AlreadyExists, reason::CELLPHONE_TAKEN),
            AuthError::UsernameTaken => (Code::AlreadyExists, reason::USERNAME_TAKEN),
            AuthError::SellerTaken => (Code::AlreadyExists, reason::SELLER_TAKEN),
            AuthError::UserNotFound => (Code::NotFound, reason::USER_NOT_FOUND),
            AuthError::ChangeAbandoned => (Code::Aborted, reason::CHANGE_ABANDONED),
            AuthError::Idempotency(IdempotencyError::Mismatch) => {
                (Code::FailedPrecondition, reason::IDEMPOTENCY_KEY_REUSED)
            }
            AuthError::Database(error) => error.code(),
            AuthError::Idempotency(_) | AuthError::Hashing(_) | AuthError::Entropy(_) | AuthError::StoredReply => {
                (Code::Internal, reason::INTERNAL)
            }
        };
        if matches!(code, Code::Internal | Code::Unavailable) {
            tracing::error!(error = &error as &dyn std::error::Error, reason, "request failed");
            // The cause goes to the log, never to the caller.
            return errors::status(code, reason, "the request could not be completed").build();
        }
        let status = errors::status(code, reason, error.to_string());
        match error {
            AuthError::InvalidFields(problems) => {
                problems.into_iter().fold(status, |status, (field, problem)| status.field(field, problem)).build()
            }
            AuthError::TooManyTries { wait } => status.retry_after(wait).build(),
            AuthError::CredentialsWrong
            | AuthError::CodeWrong
            | AuthError::LinkWrong
            | AuthError::PasswordSet
            | AuthError::UserDisabled
            | AuthError::SessionInvalid
            | AuthError::SessionNotFound
            | AuthError::Overloaded
            | AuthError::CellphoneTaken
            | AuthError::UsernameTaken
            | AuthError::SellerTaken
            | AuthError::UserNotFound
            | AuthError::ChangeAbandoned
            | AuthError::Idempotency(_)
            | AuthError::Database(_)
            | AuthError::Hashing(_)
            | AuthError::Entropy(_)
            | AuthError::StoredReply => status.build(),
        }
    }
}
