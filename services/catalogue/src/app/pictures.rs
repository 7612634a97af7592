//! Uploaded pictures: taking them in, showing them, letting go of them.
//!
//! Files and rows cannot change together, so each picture has a row that says that its files may be there. It is written
//! before the files, and locked while they are deleted: no file is without a row, and none goes that something shows.

use bytes::Bytes;
use chrono::TimeDelta;
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    DbError, audit,
    idempotency::{self, Claim},
};
use pishkhan_pictures::{Unreadable, prepare, weigh};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::picture::{ImageFile, ImageId, PictureOwner, Width},
    images::ImageStore as _,
    store::images::{self as store, Use},
};

/// How long files stay for an upload that may be under way: far longer than any call may take.
const UPLOAD: TimeDelta = TimeDelta::minutes(2);
/// How long until a picture that is shown is looked at again.
const CHECK_AGAIN: TimeDelta = TimeDelta::days(1);
/// Pictures that one round looks at.
const ROUND: i64 = 500;

/// Whose pictures change, by whom.
#[derive(Debug, Clone)]
pub struct ChangePictures {
    /// Whose.
    pub seller_id: Uuid,
    /// The product or type.
    pub owner: PictureOwner,
    /// Who changes them.
    pub caller: Actor,
    /// Key of the request.
    pub request_id: String,
    /// SHA-256 of the request.
    pub fingerprint: [u8; 32],
}

impl Catalogue {
    /// Makes pictures of ours from a file, and puts them in the place of what the product or type shows. Answers the
    /// addresses that it shows then. The same file makes the same picture again.
    pub async fn upload_image(&self, command: &ChangePictures, file: Bytes) -> Result<Vec<String>, CatalogueError> {
        let ChangePictures { seller_id, owner, .. } = command;
        {
            let mut conn = self.db.read().await?;
            if !store::owner_exists(&mut conn, *seller_id, *owner).await? {
                return Err(not_found(*owner));
            }
        }
        let files = self.prepare(*seller_id, file).await?;
        let image_id = image_id(*seller_id, &files);
        {
            let now = self.clock.now();
            let conn = self.db.read().await?;
            store::keep(&conn, *seller_id, &image_id, now, now + UPLOAD).await?;
        }
        let [small, medium, large] = Width::ALL.map(|width| ImageFile { image_id: image_id.clone(), width });
        let [narrow, middle, wide] = files;
        tokio::try_join!(
            self.images.put(&small, narrow),
            self.images.put(&medium, middle),
            self.images.put(&large, wide)
        )?;
        self.show(command, "UploadImage", Some(&image_id)).await
    }

    /// Takes the pictures of a product or type away; answers what shows in their place.
    pub async fn remove_images(&self, command: &ChangePictures) -> Result<Vec<String>, CatalogueError> {
        self.show(command, "RemoveImages", None).await
    }

    /// One file of an uploaded picture.
    pub async fn get_image(&self, file: &ImageFile) -> Result<Bytes, CatalogueError> {
        self.images.get(file).await?.ok_or(CatalogueError::ImageNotFound)
    }

    /// Decodes and encodes where it holds up nobody, when it is the seller's turn.
    async fn prepare(&self, seller_id: Uuid, file: Bytes) -> Result<[Bytes; 3], CatalogueError> {
        let turn = self.turns.picture(seller_id, weigh(&file)?).await?;
        let made = tokio::task::spawn_blocking(move || {
            // Kept until it is done, also when nobody waits for it any more.
            let _turn = turn;
            prepare(&file)
        });
        match made.await {
            Ok(prepared) => Ok(prepared?),
            // A file that brings a decoder down is refused like any other that cannot be read.
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a picture could not be worked on");
                Err(Unreadable("the decoder gave up".to_owned()).into())
            }
        }
    }

    async fn show(
        &self,
        command: &ChangePictures,
        operation: &'static str,
        image_id: Option<&ImageId>,
    ) -> Result<Vec<String>, CatalogueError> {
        let ChangePictures { seller_id, owner, caller, request_id, fingerprint } = command;
        let (seller_id, owner) = (*seller_id, *owner);
        let key = idempotency::Key { seller_id, operation, request_id, fingerprint: *fingerprint };
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        let (answer, replaced) = self
            .db
            .transaction(async |conn| {
                if let Claim::Replay(reply) = idempotency::claim(conn, &key, now).await? {
                    let answer = serde_json::from_slice(&reply)
                        .map_err(|error| CatalogueError::Corrupt(format!("a stored list of pictures: {error}")))?;
                    return Ok((answer, Vec::new()));
                }
                if let Some(image_id) = image_id
                    && !store::lock(conn, seller_id, image_id).await?
                {
                    return Err(CatalogueError::Corrupt(format!("picture {image_id} is not kept")));
                }
                let shown = store::shown(conn, seller_id, owner).await?.ok_or_else(|| not_found(owner))?;
                let wanted: Vec<String> = image_id.map(ImageId::address).into_iter().collect();
                let mut replaced = Vec::new();
                if shown.image_urls != wanted {
                    store::show(conn, seller_id, owner, &wanted).await?;
                    replaced = shown.image_urls.iter().filter_map(|address| ImageId::of_address(address)).collect();
                    let (entity, action, version) = match owner {
                        PictureOwner::Product(_) => ("product", "product.pictured", 0),
                        PictureOwner::Type(_) => ("product_type", "product_type.pictured", shown.version + 1),
                    };
                    let entry = audit::Entry {
                        actor: caller,
                        seller_id: Some(seller_id),
                        action,
                        entity,
                        entity_id: owner.id(),
                        version,
                        changes: json!({ "image_urls": { "before": shown.image_urls, "after": wanted } }),
                    };
                    audit::append(conn, now, audit_id, entry).await.map_err(DbError::from)?;
                }
                let answer = match owner {
                    PictureOwner::Type(type_id) if wanted.is_empty() => {
                        store::of_product(conn, seller_id, type_id).await?
                    }
                    PictureOwner::Type(_) | PictureOwner::Product(_) => wanted,
                };
                let reply = serde_json::to_vec(&answer)
                    .map_err(|error| CatalogueError::Corrupt(format!("a list of pictures: {error}")))?;
                idempotency::store(conn, &key, &reply).await.map_err(DbError::from)?;
                Ok((answer, replaced))
            })
            .await?;
        for image_id in replaced {
            if let Err(error) = self.let_go(seller_id, &image_id).await {
                // Maintenance looks at every picture again once a day.
                tracing::warn!(error = &error as &dyn std::error::Error, "files of a replaced picture are still there");
            }
        }
        Ok(answer)
    }

    /// Deletes the files of pictures that nothing shows any more: what uploads left behind that came to nothing, and what
    /// was replaced. Tells how many pictures went.
    pub async fn drop_unused_images(&self) -> Result<usize, CatalogueError> {
        let due = {
            let mut conn = self.db.read().await?;
            store::due(&mut conn, self.clock.now(), ROUND).await?
        };
        let mut dropped = 0;
        for (seller_id, image_id) in due {
            match self.let_go(seller_id, &image_id).await {
                Ok(gone) => dropped += usize::from(gone),
                Err(error) => {
                    // Its next turn comes later, so that one that cannot go does not keep the others waiting for ever.
                    let conn = self.db.read().await?;
                    store::check_later(&conn, seller_id, &image_id, self.clock.now() + CHECK_AGAIN).await?;
                    return Err(error);
                }
            }
        }
        Ok(dropped)
    }

    /// Deletes a picture unless something shows it, or an upload of it is under way.
    async fn let_go(&self, seller_id: Uuid, image_id: &ImageId) -> Result<bool, CatalogueError> {
        let now = self.clock.now();
        self.db
            .transaction(async |conn| match store::look(conn, seller_id, image_id, now).await? {
                Use::Busy => Ok(false),
                Use::Shown => {
                    store::check_later(conn, seller_id, image_id, now + CHECK_AGAIN).await?;
                    Ok(false)
                }
                Use::Unused => {
                    // While the row is locked: an upload of the same picture waits, and puts its files afterwards.
                    let [small, medium, large] = Width::ALL.map(|width| {
                        let file = ImageFile { image_id: image_id.clone(), width };
                        async move { self.images.delete(&file).await }
                    });
                    tokio::try_join!(small, medium, large)?;
                    store::delete(conn, seller_id, image_id).await?;
                    Ok(true)
                }
            })
            .await
    }
}

const fn not_found(owner: PictureOwner) -> CatalogueError {
    match owner {
        PictureOwner::Product(product_id) => CatalogueError::ProductNotFound(product_id),
        PictureOwner::Type(type_id) => CatalogueError::TypeNotFound(type_id),
    }
}

/// The id that follows from the seller and our own files, so that two sellers' same picture are two.
fn image_id(seller_id: Uuid, files: &[Bytes; 3]) -> ImageId {
    let mut hash = Sha256::new();
    hash.update(seller_id.as_bytes());
    for content in files {
        hash.update(content);
    }
    ImageId::of_digest(hash.finalize().into())
}
