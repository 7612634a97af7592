//! Error → code and reason.

use pishkhan_chassis::errors;
use pishkhan_proto::reason;
use tonic::{Code, Status};

use crate::app::SettingsError;

impl From<SettingsError> for Status {
    fn from(error: SettingsError) -> Self {
        let (code, reason) = match &error {
            SettingsError::InvalidFields(_) => (Code::InvalidArgument, reason::INVALID_FIELD),
            SettingsError::SellerNotFound => (Code::NotFound, reason::SELLER_NOT_FOUND),
            SettingsError::SellerTaken => (Code::AlreadyExists, reason::SELLER_TAKEN),
            SettingsError::RequestIdReused => (Code::FailedPrecondition, reason::IDEMPOTENCY_KEY_REUSED),
            SettingsError::CellphoneTaken => (Code::AlreadyExists, reason::CELLPHONE_TAKEN),
            SettingsError::UsernameTaken => (Code::AlreadyExists, reason::USERNAME_TAKEN),
            SettingsError::UsersAway(_) => (Code::Unavailable, reason::DEPENDENCY_DOWN),
            SettingsError::Database(error) => error.code(),
        };
        if matches!(code, Code::Internal | Code::Unavailable) {
            tracing::error!(error = &error as &dyn std::error::Error, reason, "request failed");
            // The cause goes to the log, never to the caller.
            return errors::status(code, reason, "the request could not be completed").build();
        }
        let status = errors::status(code, reason, error.to_string());
        match error {
            SettingsError::InvalidFields(problems) => {
                problems.into_iter().fold(status, |status, (field, problem)| status.field(field, problem)).build()
            }
            SettingsError::SellerNotFound
            | SettingsError::SellerTaken
            | SettingsError::RequestIdReused
            | SettingsError::CellphoneTaken
            | SettingsError::UsernameTaken
            | SettingsError::UsersAway(_)
            | SettingsError::Database(_) => status.build(),
        }
    }
}
