//! Pictures of products and types.

use bytes::Bytes;
use pishkhan_chassis::{
    errors::{self, problem},
    parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::catalogue::v1 as pb;
use prost::Message as _;
use tonic::{Request, Status};
use uuid::Uuid;

use super::{CatalogueRpc, authorized, request_id};
use crate::{
    app::{CatalogueError, ChangePictures},
    domain::picture::{FILE_BYTES, ImageFile, ImageId, PictureOwner, Width},
};

impl CatalogueRpc {
    pub(super) async fn answer_upload_image(
        &self,
        request: Request<pb::UploadImageRequest>,
    ) -> Result<pb::UploadImageResponse, Status> {
        let (caller, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let request = request.into_inner();
        let fingerprint = idempotency::fingerprint(&request.encode_to_vec());
        let pb::UploadImageRequest { request_id: id, seller_id: _, owner: of, content } = request;
        let command = ChangePictures {
            seller_id,
            owner: owner(of)?,
            caller: caller.actor(),
            request_id: request_id(&id)?,
            fingerprint,
        };
        if content.is_empty() {
            return Err(errors::invalid_field("content", problem::REQUIRED));
        }
        if content.len() > FILE_BYTES {
            return Err(errors::invalid_field("content", problem::TOO_LARGE));
        }
        let image_urls = self.0.upload_image(&command, Bytes::from(content)).await?;
        Ok(pb::UploadImageResponse { image_urls })
    }

    pub(super) async fn answer_remove_images(
        &self,
        request: Request<pb::RemoveImagesRequest>,
    ) -> Result<pb::RemoveImagesResponse, Status> {
        let (caller, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let request = request.into_inner();
        let fingerprint = idempotency::fingerprint(&request.encode_to_vec());
        let pb::RemoveImagesRequest { request_id: id, seller_id: _, owner: of } = request;
        let command = ChangePictures {
            seller_id,
            owner: owner(of)?,
            caller: caller.actor(),
            request_id: request_id(&id)?,
            fingerprint,
        };
        let image_urls = self.0.remove_images(&command).await?;
        Ok(pb::RemoveImagesResponse { image_urls })
    }

    pub(super) async fn answer_get_image(
        &self,
        request: Request<pb::GetImageRequest>,
    ) -> Result<pb::GetImageResponse, Status> {
        let pb::GetImageRequest { image_id, width } = request.into_inner();
        // Whatever cannot be the name of a picture names none.
        let file = ImageId::parse(&image_id).zip(Width::of_pixels(width));
        let (image_id, width) = file.ok_or(CatalogueError::ImageNotFound)?;
        let content = self.0.get_image(&ImageFile { image_id, width }).await?;
        Ok(pb::GetImageResponse { content_type: "image/jpeg".to_owned(), content: content.into() })
    }
}

fn owner(message: Option<pb::ImageOwner>) -> Result<PictureOwner, Status> {
    use pb::image_owner::Owner;
    let id = |field, id: &str| -> Result<Uuid, Status> { parse::uuid(field, id) };
    match parse::required("owner", message.and_then(|owner| owner.owner))? {
        Owner::ProductId(product_id) => id("owner.product_id", &product_id).map(PictureOwner::Product),
        Owner::TypeId(type_id) => id("owner.type_id", &type_id).map(PictureOwner::Type),
    }
}
