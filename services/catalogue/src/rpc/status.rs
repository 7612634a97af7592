//! Errors of the use cases as statuses.

use pishkhan_chassis::errors;
use pishkhan_proto::reason;
use tonic::{Code, Status};

use crate::app::CatalogueError;

impl From<CatalogueError> for Status {
    fn from(error: CatalogueError) -> Self {
        match error {
            CatalogueError::TypeNotFound(type_id) => {
                errors::status(Code::NotFound, reason::PRODUCT_TYPE_NOT_FOUND, error.to_string())
                    .metadata("type_id", type_id)
                    .build()
            }
            CatalogueError::ProductNotFound(product_id) => {
                errors::status(Code::NotFound, reason::PRODUCT_NOT_FOUND, error.to_string())
                    .metadata("product_id", product_id)
                    .build()
            }
            CatalogueError::RevisionStale { order_id: _, last } => {
                errors::status(Code::Aborted, reason::REVISION_STALE, error.to_string())
                    .metadata("last_revision", last)
                    .build()
            }
            CatalogueError::Idempotency(error) => error.into(),
            CatalogueError::Database(error) => error.into(),
            CatalogueError::Corrupt(_) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a request met corrupt data");
                errors::status(Code::Internal, reason::INTERNAL, "the request could not be completed").build()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use pishkhan_chassis_db::idempotency::IdempotencyError;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn each_error_has_its_code_and_a_reason_that_is_known() {
        let cases = [
            (CatalogueError::TypeNotFound(Uuid::nil()), Code::NotFound, reason::PRODUCT_TYPE_NOT_FOUND),
            (CatalogueError::ProductNotFound(Uuid::nil()), Code::NotFound, reason::PRODUCT_NOT_FOUND),
            (CatalogueError::RevisionStale { order_id: Uuid::nil(), last: 3 }, Code::Aborted, reason::REVISION_STALE),
            (
                CatalogueError::Idempotency(IdempotencyError::Mismatch),
                Code::FailedPrecondition,
                reason::IDEMPOTENCY_KEY_REUSED,
            ),
            (CatalogueError::Corrupt("stock row".to_owned()), Code::Internal, reason::INTERNAL),
        ];
        for (error, code, wanted) in cases {
            let status = Status::from(error);
            assert_eq!((status.code(), errors::reason(&status).as_deref()), (code, Some(wanted)));
            assert!(reason::ALL.contains(&wanted));
        }
    }

    #[test]
    fn what_is_corrupt_stays_in_the_log() {
        assert!(!Status::from(CatalogueError::Corrupt("stock row".to_owned())).message().contains("stock"));
    }
}
