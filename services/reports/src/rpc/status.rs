//! Errors on the wire.

use std::time::Duration;

use pishkhan_chassis::errors;
use pishkhan_proto::reason;
use tonic::{Code, Status};

use crate::error::ReportsError;

/// The status of a failure.
pub(super) fn of(error: ReportsError) -> Status {
    match error {
        ReportsError::Database(error) => error.into(),
        ReportsError::Idempotency(error) => error.into(),
        ReportsError::Uncountable { order_id, problem } => {
            errors::status(Code::InvalidArgument, reason::INVALID_FIELD, format!("order {order_id}: {problem}"))
                .metadata("order_id", order_id)
                .field("orders", errors::problem::INVALID)
                .build()
        }
        ReportsError::Busy(error) => {
            let status = errors::status(Code::ResourceExhausted, reason::OVERLOADED, error.to_string());
            status.retry_after(Duration::from_secs(2)).build()
        }
        ReportsError::Cut(cut) => cut.into(),
        ReportsError::TooLarge(error) => {
            tracing::error!(error = &error as &dyn std::error::Error, "figures cannot be kept");
            errors::status(Code::Internal, reason::INTERNAL, "the request could not be completed").build()
        }
    }
}

#[cfg(test)]
mod tests {
    use pishkhan_chassis::{parts::Cut, turns::Refused};
    use pishkhan_chassis_db::idempotency::IdempotencyError;
    use uuid::Uuid;

    use super::*;
    use crate::domain::{ContributionError, TooLarge};

    #[test]
    fn each_failure_has_its_code_and_reason() {
        let uncountable =
            ReportsError::Uncountable { order_id: Uuid::from_u128(7), problem: ContributionError::LineInvalid };
        for (error, code, reason) in [
            (uncountable, Code::InvalidArgument, reason::INVALID_FIELD),
            (ReportsError::TooLarge(TooLarge), Code::Internal, reason::INTERNAL),
            (ReportsError::Busy(Refused), Code::ResourceExhausted, reason::OVERLOADED),
            (ReportsError::Cut(Cut::Unread), Code::DeadlineExceeded, reason::DEADLINE_EXCEEDED),
            (
                ReportsError::Idempotency(IdempotencyError::Mismatch),
                Code::FailedPrecondition,
                reason::IDEMPOTENCY_KEY_REUSED,
            ),
        ] {
            let status = of(error);
            assert_eq!((status.code(), errors::reason(&status).as_deref()), (code, Some(reason)));
        }
    }
}
