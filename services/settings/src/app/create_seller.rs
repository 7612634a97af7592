//! Creates a seller and the user who logs in for it, in one outcome.
//!
//! The seller is written first, not ready; then the user is created by auth, which answers a repeated request as it
//! did the first time; then the seller is made ready. Wherever that stops, the same request again goes on from there,
//! and a refusal by auth leaves nothing behind.

use std::future::Future;

use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{audit, is_unique_violation};
use serde_json::json;
use uuid::Uuid;

use super::{App, SettingsError, edit_seller::CredentialChange};
use crate::{
    domain::seller::{NewSeller, Seller},
    store::{StoreError, creations, sellers},
};

/// The user of a new seller.
#[derive(Clone, Debug)]
pub struct NewUser {
    /// Name of this creation; the same again has no second effect.
    pub request_id: String,
    /// 11 Latin digits.
    pub cellphone: String,
    /// What the person logs in with.
    pub password: String,
    /// What the person logs in as.
    pub username: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// The store.
    pub seller_id: Uuid,
    /// Whether the store is a child of another.
    pub child_seller: bool,
}

/// Who keeps the users.
pub trait Users: Clone + Send + Sync + 'static {
    /// Creates a user, once: one that is there already for the same seller, phone number and name is fine.
    fn create(&self, user: NewUser) -> impl Future<Output = Result<(), SettingsError>> + Send;

    /// Changes a seller's user, once: a change that was done before is fine.
    fn change(&self, change: CredentialChange) -> impl Future<Output = Result<(), SettingsError>> + Send;

    /// Whether a change was done. One that was not never will be, once this has answered.
    fn settle(&self, seller_id: Uuid, change_id: Uuid) -> impl Future<Output = Result<bool, SettingsError>> + Send;
}

/// A seller to be created.
pub struct CreateSeller {
    /// The caller's name for this request.
    pub request_id: String,
    /// Of the request, without the password.
    pub fingerprint: [u8; 32],
    /// Profile, limits, delivery. Its id is the caller's, or a new one.
    pub new: NewSeller,
    /// What the person logs in with.
    pub password: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Who asks.
    pub actor: Actor,
}

impl<U: Users> App<U> {
    /// The created seller. The same request again answers with the same seller.
    pub async fn create_seller(&self, command: CreateSeller) -> Result<Seller, SettingsError> {
        let CreateSeller { request_id, fingerprint, new, password, first_name, last_name, actor } = command;
        let new = new.check().map_err(SettingsError::InvalidFields)?;
        let seller = match self.begin(new.clone(), &request_id, &fingerprint).await {
            // Perhaps by this very request, which came twice at the same time.
            Err(SettingsError::SellerTaken) => self.begin(new, &request_id, &fingerprint).await?,
            begun => begun?,
        };
        if let Some(done) = self.ready(seller.seller_id).await? {
            return Ok(done);
        }
        let user = NewUser {
            request_id: format!("seller-{}", seller.seller_id),
            cellphone: seller.cellphone.clone(),
            password,
            username: seller.username.clone(),
            first_name,
            last_name,
            seller_id: seller.seller_id,
            child_seller: seller.parent_seller_id.is_some(),
        };
        match self.users.create(user).await {
            Ok(()) => self.finish(seller, &actor).await,
            // It may have happened all the same: the seller waits for the same request again.
            Err(error @ SettingsError::UsersAway(_)) => Err(error),
            Err(refusal) => {
                self.db
                    .transaction(async |conn| Ok::<_, SettingsError>(creations::abandon(conn, seller.seller_id).await?))
                    .await?;
                Err(refusal)
            }
        }
    }

    /// Writes the seller, or finds the one that this request has written before.
    async fn begin(&self, new: NewSeller, request_id: &str, fingerprint: &[u8; 32]) -> Result<Seller, SettingsError> {
        self.db
            .transaction(async |conn| {
                let mut new = new.clone();
                if let Some((seller_id, known)) = creations::find(conn, request_id).await? {
                    if known != fingerprint {
                        return Err(SettingsError::RequestIdReused);
                    }
                    new.seller.seller_id = seller_id;
                    return Ok(new.seller);
                }
                let parent_is_there = match new.seller.parent_seller_id {
                    Some(parent) => sellers::find(conn, parent).await?.is_some(),
                    None => true,
                };
                if !parent_is_there {
                    return Err(SettingsError::SellerNotFound);
                }
                let seller = new.seller.clone();
                creations::insert(conn, new, request_id, fingerprint).await.map_err(taken)?;
                Ok(seller)
            })
            .await
    }

    /// The seller, if all is done already.
    async fn ready(&self, seller_id: Uuid) -> Result<Option<Seller>, SettingsError> {
        let conn = self.db.read().await?;
        Ok(sellers::find_at(&conn, seller_id, self.clock.now()).await?)
    }

    async fn finish(&self, seller: Seller, actor: &Actor) -> Result<Seller, SettingsError> {
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        self.db
            .transaction(async |conn| {
                let seller_id = seller.seller_id;
                if creations::make_ready(conn, seller_id).await? {
                    let entry = audit::Entry {
                        actor,
                        seller_id: Some(seller_id),
                        action: "seller.created",
                        entity: "seller",
                        entity_id: seller_id,
                        version: 1,
                        changes: json!({ "title": seller.title, "parent_seller_id": seller.parent_seller_id }),
                    };
                    audit::append(conn, now, audit_id, entry).await?;
                }
                // As it stands in the record: a repeated request may come after the profile was edited.
                sellers::find_at(conn, seller_id, now).await?.ok_or(SettingsError::SellerNotFound)
            })
            .await
    }
}

/// Names what another seller has already.
fn taken(error: StoreError) -> SettingsError {
    let known = ["seller_pkey", "seller_code_key", "seller_creation_request_key", "seller_creation_pkey"];
    if known.iter().any(|constraint| is_unique_violation(&error, constraint)) {
        SettingsError::SellerTaken
    } else {
        error.into()
    }
}
