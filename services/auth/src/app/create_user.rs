//! Creates a user.

use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    audit,
    idempotency::{self, Claim, Key},
};
use serde_json::json;

use super::{App, AuthError};
use crate::{
    domain::user::{NewUser, User},
    store::{StoreError, users},
};

/// A user to be created.
pub struct CreateUser {
    /// The caller's name for this request.
    pub request_id: String,
    /// Of the request, without the password: a hash of that would be as good as the password itself.
    pub fingerprint: [u8; 32],
    /// The user.
    pub user: NewUser,
    /// At least 10 characters; none when it is set later.
    pub password: Option<String>,
    /// Who asks.
    pub actor: Actor,
}

/// How a created user is stored for a repeated request, and read again.
pub struct Reply {
    /// To bytes.
    pub write: fn(&User) -> Vec<u8>,
    /// From bytes.
    pub read: fn(&[u8]) -> Result<User, AuthError>,
}

impl App {
    /// The created user. The same request again answers with the same user.
    pub async fn create_user(&self, command: CreateUser, reply: Reply) -> Result<User, AuthError> {
        let CreateUser { request_id, fingerprint, user, password, actor } = command;
        let new = user.check(password.as_deref()).map_err(AuthError::InvalidFields)?;
        let phc = match password {
            Some(password) => Some(self.hashing.hash(password).await?),
            None => None,
        };
        let (now, user_id, audit_id) = (self.clock.now(), self.clock.new_id(), self.clock.new_id());
        let seller_id = new.seller_id.unwrap_or_default();
        let key = Key { seller_id, operation: "CreateUser", request_id: &request_id, fingerprint };
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(stored) = idempotency::claim(conn, &key, now).await? {
                    return (reply.read)(&stored);
                }
                let credential = users::NewCredential {
                    phc: phc.as_deref().unwrap_or(self.hashing.nobody()),
                    chosen: phc.is_some(),
                };
                users::insert(conn, user_id, &new, credential, now).await.map_err(taken)?;
                let NewUser { cellphone, username, first_name, last_name, role, seller_id, child_seller } = new.clone();
                let user = User { user_id, cellphone, username, first_name, last_name, role, seller_id, child_seller };
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id,
                    action: "user.created",
                    entity: "user",
                    entity_id: user_id,
                    version: 1,
                    changes: json!({ "username": user.username, "role": role.as_str(), "child_seller": child_seller }),
                };
                audit::append(conn, now, audit_id, entry).await?;
                idempotency::store(conn, &key, &(reply.write)(&user)).await?;
                Ok(user)
            })
            .await
    }
}

/// Names what another user has already.
pub(super) fn taken(error: StoreError) -> AuthError {
    use pishkhan_chassis_db::is_unique_violation;
    if is_unique_violation(&error, "user_account_cellphone_key") {
        AuthError::CellphoneTaken
    } else if is_unique_violation(&error, "user_account_username_key") {
        AuthError::UsernameTaken
    } else if is_unique_violation(&error, "user_account_seller_key") {
        AuthError::SellerTaken
    } else {
        error.into()
    }
}
