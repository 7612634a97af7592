//! The services that this one asks.

use pishkhan_chassis::{
    errors,
    grpc::client::{Peer, retry_unavailable},
};
use pishkhan_proto::{
    auth::v1::{self as pb, auth_service_client::AuthServiceClient},
    reason,
};
use tonic::{Code, Status};

use crate::app::{
    SettingsError,
    create_seller::{NewUser, Users},
};

/// The auth service, which keeps the users.
#[derive(Clone, Debug)]
pub struct AuthUsers(pub Peer);

impl Users for AuthUsers {
    async fn create(&self, user: NewUser) -> Result<(), SettingsError> {
        let NewUser { request_id, cellphone, password, username, first_name, last_name, seller_id, child_seller } =
            user;
        let request = pb::CreateUserRequest {
            request_id,
            cellphone,
            password,
            username,
            first_name,
            last_name,
            role: pb::Role::Seller.into(),
            seller_id: seller_id.to_string(),
            child_seller,
        };
        let created = retry_unavailable(|| {
            let (mut client, request) = (AuthServiceClient::new(self.0.channel()), request.clone());
            async move { client.create_user(request).await }
        })
        .await;
        created.map(drop).map_err(|status| refused(&status))
    }
}

/// What auth's answer means for the seller that is being created.
fn refused(status: &Status) -> SettingsError {
    let details = errors::details(status);
    match details.reason.as_deref() {
        Some(reason::CELLPHONE_TAKEN) => SettingsError::CellphoneTaken,
        Some(reason::USERNAME_TAKEN) => SettingsError::UsernameTaken,
        Some(reason::SELLER_TAKEN) => SettingsError::SellerTaken,
        Some(reason::IDEMPOTENCY_KEY_REUSED) => SettingsError::RequestIdReused,
        Some(reason::INVALID_FIELD) if status.code() == Code::InvalidArgument => {
            let known = ["cellphone", "username", "first_name", "last_name", "password"];
            let problems = details.fields.iter().filter_map(|wrong| {
                let field = known.into_iter().find(|field| *field == wrong.field)?;
                let code = [errors::problem::REQUIRED, errors::problem::TOO_LONG, errors::problem::OUT_OF_RANGE];
                let code = code.into_iter().find(|code| *code == wrong.problem);
                Some((field, code.unwrap_or(errors::problem::INVALID)))
            });
            SettingsError::InvalidFields(problems.collect())
        }
        _ => SettingsError::UsersAway(format!("{:?}: {}", status.code(), status.message())),
    }
}
