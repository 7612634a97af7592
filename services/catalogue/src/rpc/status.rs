//! Errors of the use cases as statuses.

use std::time::Duration;

use pishkhan_chassis::errors;
use pishkhan_proto::reason;
use tonic::{Code, Status};

use crate::{app::CatalogueError, domain::editing::EditError};

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
            CatalogueError::ImportNotFound(import_id) => {
                errors::status(Code::NotFound, reason::IMPORT_NOT_FOUND, error.to_string())
                    .metadata("import_id", import_id)
                    .build()
            }
            CatalogueError::RevisionStale { order_id: _, last } => {
                errors::status(Code::Aborted, reason::REVISION_STALE, error.to_string())
                    .metadata("last_revision", last)
                    .build()
            }
            CatalogueError::Edit(error) => edit(error),
            CatalogueError::Unreadable(_) => {
                errors::status(Code::InvalidArgument, reason::IMAGE_UNREADABLE, error.to_string()).build()
            }
            CatalogueError::ImageNotFound => {
                errors::status(Code::NotFound, reason::IMAGE_NOT_FOUND, error.to_string()).build()
            }
            CatalogueError::Storage(_) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the store of pictures failed");
                let status =
                    errors::status(Code::Unavailable, reason::DEPENDENCY_DOWN, "pictures cannot be reached now");
                status.retry_after(Duration::from_secs(1)).build()
            }
            CatalogueError::Idempotency(error) => error.into(),
            CatalogueError::Database(error) => error.into(),
            CatalogueError::Busy(_) => {
                let status = errors::status(Code::ResourceExhausted, reason::OVERLOADED, error.to_string());
                status.retry_after(Duration::from_secs(2)).build()
            }
            CatalogueError::Cut(cut) => cut.into(),
            CatalogueError::Lost(_) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a request lost its calculation");
                errors::status(Code::Internal, reason::INTERNAL, "the request could not be completed").build()
            }
            // No import is overtaken while it has the stock locked.
            CatalogueError::Corrupt(_) | CatalogueError::Overtaken => {
                tracing::error!(error = &error as &dyn std::error::Error, "a request met corrupt data");
                errors::status(Code::Internal, reason::INTERNAL, "the request could not be completed").build()
            }
        }
    }
}

fn edit(error: EditError) -> Status {
    let status = |code, reason| errors::status(code, reason, error.to_string());
    match error {
        EditError::VersionStale { current } => {
            status(Code::Aborted, reason::VERSION_STALE).metadata("version", current).build()
        }
        EditError::SellBelowBuy => status(Code::FailedPrecondition, reason::SELL_BELOW_BUY).build(),
        EditError::Price => errors::invalid_field("sell_price_toman", errors::problem::OUT_OF_RANGE),
        EditError::Stock => errors::invalid_field("available", errors::problem::OUT_OF_RANGE),
    }
}

#[cfg(test)]
mod tests {
    use pishkhan_chassis::turns::Refused;
    use pishkhan_chassis_db::idempotency::IdempotencyError;
    use pishkhan_pictures::Unreadable;
    use uuid::Uuid;

    use super::*;
    use crate::images::StorageError;

    #[test]
    fn each_error_has_its_code_and_a_reason_that_is_known() {
        let cases = [
            (CatalogueError::TypeNotFound(Uuid::nil()), Code::NotFound, reason::PRODUCT_TYPE_NOT_FOUND),
            (CatalogueError::ProductNotFound(Uuid::nil()), Code::NotFound, reason::PRODUCT_NOT_FOUND),
            (CatalogueError::ImportNotFound(Uuid::nil()), Code::NotFound, reason::IMPORT_NOT_FOUND),
            (CatalogueError::RevisionStale { order_id: Uuid::nil(), last: 3 }, Code::Aborted, reason::REVISION_STALE),
            (
                CatalogueError::Idempotency(IdempotencyError::Mismatch),
                Code::FailedPrecondition,
                reason::IDEMPOTENCY_KEY_REUSED,
            ),
            (EditError::VersionStale { current: 3 }.into(), Code::Aborted, reason::VERSION_STALE),
            (EditError::SellBelowBuy.into(), Code::FailedPrecondition, reason::SELL_BELOW_BUY),
            (EditError::Price.into(), Code::InvalidArgument, reason::INVALID_FIELD),
            (EditError::Stock.into(), Code::InvalidArgument, reason::INVALID_FIELD),
            (Unreadable("half".to_owned()).into(), Code::InvalidArgument, reason::IMAGE_UNREADABLE),
            (CatalogueError::ImageNotFound, Code::NotFound, reason::IMAGE_NOT_FOUND),
            (
                StorageError { what: "put", key: "k".to_owned(), problem: "down".to_owned() }.into(),
                Code::Unavailable,
                reason::DEPENDENCY_DOWN,
            ),
            (CatalogueError::Busy(Refused), Code::ResourceExhausted, reason::OVERLOADED),
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
