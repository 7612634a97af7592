//! What can go wrong in a use case.

use pishkhan_chassis_db::DbError;

use crate::{domain::seller::FieldProblem, store::StoreError};

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
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<StoreError> for SettingsError {
    fn from(error: StoreError) -> Self {
        Self::Database(error.into())
    }
}
