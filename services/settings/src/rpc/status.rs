//! Error → code and reason.

use pishkhan_chassis::errors;
use pishkhan_chassis_db::idempotency::IdempotencyError;
use pishkhan_proto::reason;
use tonic::{Code, Status};

use crate::{
    app::SettingsError,
    domain::{delivery::DeliveryProblem, list::ListProblem},
};

impl From<SettingsError> for Status {
    fn from(error: SettingsError) -> Self {
        let (code, reason) = match &error {
            SettingsError::InvalidFields(_) => (Code::InvalidArgument, reason::INVALID_FIELD),
            SettingsError::SellerNotFound => (Code::NotFound, reason::SELLER_NOT_FOUND),
            SettingsError::SellerTaken => (Code::AlreadyExists, reason::SELLER_TAKEN),
            SettingsError::RequestIdReused => (Code::FailedPrecondition, reason::IDEMPOTENCY_KEY_REUSED),
            SettingsError::CellphoneTaken => (Code::AlreadyExists, reason::CELLPHONE_TAKEN),
            SettingsError::UsernameTaken => (Code::AlreadyExists, reason::USERNAME_TAKEN),
            SettingsError::TooManyTries { .. } => (Code::ResourceExhausted, reason::TOO_MANY_TRIES),
            SettingsError::UsersAway(_)
            | SettingsError::EditsInTheWay
            | SettingsError::SalesAway(_)
            | SettingsError::SalesIncomplete { .. } => (Code::Unavailable, reason::DEPENDENCY_DOWN),
            SettingsError::List(ListProblem::Fields(_)) | SettingsError::Delivery(DeliveryProblem::Fields(_)) => {
                (Code::InvalidArgument, reason::INVALID_FIELD)
            }
            SettingsError::List(ListProblem::TooMany) => (Code::FailedPrecondition, reason::CARDS_TOO_MANY),
            SettingsError::List(ListProblem::Reversed) => (Code::FailedPrecondition, reason::TIER_REVERSED),
            SettingsError::List(ListProblem::Overlap) => (Code::FailedPrecondition, reason::TIERS_OVERLAP),
            SettingsError::Delivery(DeliveryProblem::PeriodReversed) => {
                (Code::FailedPrecondition, reason::PERIOD_REVERSED)
            }
            SettingsError::ReadOnly(_) | SettingsError::NotForType => (Code::PermissionDenied, reason::FORBIDDEN),
            SettingsError::VersionStale { .. } => (Code::Aborted, reason::VERSION_STALE),
            SettingsError::ChoiceNotFound => (Code::NotFound, reason::CHOICE_NOT_FOUND),
            SettingsError::SellerCodeTaken => (Code::AlreadyExists, reason::SELLER_CODE_TAKEN),
            SettingsError::SubscriptionRequired => (Code::FailedPrecondition, reason::SUBSCRIPTION_REQUIRED),
            SettingsError::PlanNotFound => (Code::NotFound, reason::PLAN_NOT_FOUND),
            SettingsError::PaymentNotFound => (Code::NotFound, reason::PAYMENT_NOT_FOUND),
            SettingsError::GatewayDown(_) | SettingsError::GatewayRefused(_) => {
                (Code::Unavailable, reason::GATEWAY_DOWN)
            }
            SettingsError::Idempotency(IdempotencyError::Mismatch) => {
                (Code::FailedPrecondition, reason::IDEMPOTENCY_KEY_REUSED)
            }
            SettingsError::Idempotency(IdempotencyError::Database(error)) | SettingsError::Database(error) => {
                error.code()
            }
            SettingsError::Idempotency(IdempotencyError::NoReply) | SettingsError::TooLarge => {
                (Code::Internal, reason::INTERNAL)
            }
            SettingsError::Stopped => (Code::Internal, reason::STOPPED),
            SettingsError::ProposalNotFound => (Code::NotFound, reason::PROPOSAL_NOT_FOUND),
            SettingsError::ProposalDecided => (Code::FailedPrecondition, reason::PROPOSAL_DECIDED),
            SettingsError::MonthInvoiced => (Code::FailedPrecondition, reason::MONTH_INVOICED),
            SettingsError::MonthNotOver => (Code::FailedPrecondition, reason::MONTH_NOT_OVER),
            SettingsError::InvoiceNotFound => (Code::NotFound, reason::INVOICE_NOT_FOUND),
            SettingsError::InvoiceNotPayable => (Code::FailedPrecondition, reason::INVOICE_NOT_PAYABLE),
            SettingsError::InvoicePaid => (Code::FailedPrecondition, reason::INVOICE_PAID),
        };
        if matches!(code, Code::Internal | Code::Unavailable) {
            tracing::error!(error = &error as &dyn std::error::Error, reason, "request failed");
            let told = if let SettingsError::GatewayRefused(_) | SettingsError::SalesIncomplete { .. } = &error {
                // A code of the gateway's, by which a tool knows whom to ask, or what it waits for.
                error.to_string()
            } else {
                // Any other cause goes to the log, never to the caller.
                "the request could not be completed".to_owned()
            };
            return errors::status(code, reason, told).build();
        }
        let status = errors::status(code, reason, error.to_string());
        match error {
            SettingsError::InvalidFields(problems) => {
                problems.into_iter().fold(status, |status, (field, problem)| status.field(field, problem)).build()
            }
            SettingsError::TooManyTries { wait } => status.retry_after(wait).build(),
            SettingsError::Delivery(DeliveryProblem::Fields(problems)) => {
                problems.into_iter().fold(status, |status, (field, problem)| status.field(field, problem)).build()
            }
            SettingsError::List(ListProblem::Fields(problems)) => {
                problems.into_iter().fold(status, |status, (field, problem)| status.field(field, problem)).build()
            }
            SettingsError::VersionStale { current } => status.metadata("version", current).build(),
            SettingsError::List(_)
            | SettingsError::Delivery(DeliveryProblem::PeriodReversed)
            | SettingsError::ReadOnly(_)
            | SettingsError::ChoiceNotFound
            | SettingsError::SellerCodeTaken
            | SettingsError::SubscriptionRequired
            | SettingsError::NotForType
            | SettingsError::PlanNotFound
            | SettingsError::PaymentNotFound
            | SettingsError::GatewayDown(_)
            | SettingsError::GatewayRefused(_)
            | SettingsError::EditsInTheWay
            | SettingsError::Stopped
            | SettingsError::ProposalNotFound
            | SettingsError::ProposalDecided
            | SettingsError::MonthInvoiced
            | SettingsError::MonthNotOver
            | SettingsError::InvoiceNotFound
            | SettingsError::InvoiceNotPayable
            | SettingsError::InvoicePaid
            | SettingsError::TooLarge
            | SettingsError::SalesAway(_)
            | SettingsError::SalesIncomplete { .. }
            | SettingsError::Idempotency(_)
            | SettingsError::SellerNotFound
            | SettingsError::SellerTaken
            | SettingsError::RequestIdReused
            | SettingsError::CellphoneTaken
            | SettingsError::UsernameTaken
            | SettingsError::UsersAway(_)
            | SettingsError::Database(_) => status.build(),
        }
    }
}
