//! Reads the user of a seller.

use uuid::Uuid;

use super::{App, AuthError};
use crate::{domain::user::User, store::users};

impl App {
    /// The user who logs in for a seller.
    pub async fn seller_user(&self, seller_id: Uuid) -> Result<User, AuthError> {
        let mut conn = self.db.read().await?;
        users::find_by_seller(&mut conn, seller_id).await?.ok_or(AuthError::UserNotFound)
    }
}
