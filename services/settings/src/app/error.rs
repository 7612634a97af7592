//! What can go wrong in a use case.

use std::time::Duration;

use chrono::{DateTime, Utc};
use pishkhan_chassis_db::{DbError, idempotency::IdempotencyError};

use crate::{
    domain::{delivery::DeliveryProblem, list::ListProblem, seller::FieldProblem},
    store::StoreError,
};

/// Why a use case did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Some fields break their rules.
    #[error("some fields are not valid")]
    InvalidFields(Vec<FieldProblem>),
    /// No such seller.
    #[error("no such seller")]
    SellerNotFound,
    /// Another seller has this id or this code.
    #[error("the seller's id or code is taken")]
    SellerTaken,
    /// The request id was used for another seller.
    #[error("the request id was used for another request")]
    RequestIdReused,
    /// Another user has this phone number.
    #[error("the phone number is taken")]
    CellphoneTaken,
    /// Another user has this user name.
    #[error("the user name is taken")]
    UsernameTaken,
    /// The service that keeps the users does not answer; the same request again goes on from here.
    #[error("the users can't be reached: {0}")]
    UsersAway(String),
    /// The current password was tried, or the gateway asked, too often.
    #[error("too many tries")]
    TooManyTries {
        /// How long to wait.
        wait: Duration,
    },
    /// A list breaks its rules.
    #[error("the list is not valid")]
    List(ListProblem),
    /// A delivery rule breaks its rules.
    #[error("the delivery rule is not valid")]
    Delivery(DeliveryProblem),
    /// What the caller may read only.
    #[error("{0} is read-only for the caller")]
    ReadOnly(&'static str),
    /// No such brand or region.
    #[error("no such brand or region")]
    ChoiceNotFound,
    /// The section was changed since the caller read it.
    #[error("the version is stale, the current one is {current}")]
    VersionStale {
        /// The version that it has now.
        current: i64,
    },
    /// Another seller has this code.
    #[error("the seller's code is taken")]
    SellerCodeTaken,
    /// A store of this type is switched on by a live subscription only.
    #[error("the store needs a live subscription")]
    SubscriptionRequired,
    /// Sellers of this type do not buy subscriptions, or are not billed.
    #[error("it is not for sellers of this type")]
    NotForType,
    /// No such plan is on offer.
    #[error("no such plan is on offer")]
    PlanNotFound,
    /// No such payment.
    #[error("no such payment")]
    PaymentNotFound,
    /// The payment gateway does not answer, or not as it should; the same request again goes on from here.
    #[error("the payment gateway does not answer: {0}")]
    GatewayDown(String),
    /// The payment gateway answers, and not what it was asked: it does not tell of this payment, or does not open it.
    #[error("the payment gateway refuses: {0}")]
    GatewayRefused(String),
    /// Other edits of the profile keep coming first.
    #[error("other edits of the profile are on their way")]
    EditsInTheWay,
    /// No such proposal of this seller.
    #[error("no such proposal")]
    ProposalNotFound,
    /// The proposal was decided otherwise.
    #[error("the proposal was decided otherwise")]
    ProposalDecided,
    /// The month is invoiced already, by the terms that held.
    #[error("the month is invoiced already")]
    MonthInvoiced,
    /// The month has not ended.
    #[error("the month has not ended")]
    MonthNotOver,
    /// No such invoice of this seller.
    #[error("no such invoice")]
    InvoiceNotFound,
    /// The invoice is a draft or void.
    #[error("the invoice can't be paid")]
    InvoiceNotPayable,
    /// The invoice is paid and stays as it is.
    #[error("the invoice is paid")]
    InvoicePaid,
    /// An amount does not fit into what is kept.
    #[error("the amount is too large")]
    TooLarge,
    /// The service that keeps the sales does not answer.
    #[error("the sales can't be reached: {0}")]
    SalesAway(String),
    /// The sales of the month are not known to be complete.
    #[error("the sales are complete until {} only", until.map_or_else(|| "an unknown time".to_owned(), |until| until.to_string()))]
    SalesIncomplete {
        /// Of all sellers; none when it is this one whose sales are not.
        until: Option<DateTime<Utc>>,
    },
    /// A test stopped the work.
    #[error("stopped by a test")]
    Stopped,
    /// The request id was used for something else, or the database failed while it was looked up.
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<StoreError> for SettingsError {
    fn from(error: StoreError) -> Self {
        Self::Database(error.into())
    }
}
