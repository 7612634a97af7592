//! TODO.

use pishkhan_proto::catalogue::v1 as pb;
use tonic::{Request, Status};

use super::CatalogueRpc;

impl CatalogueRpc {
    pub(super) async fn answer_upload_image(&self, _request: Request<pb::UploadImageRequest>) -> Result<pb::UploadImageResponse, Status> {
        Err(Status::unimplemented("coming"))
    }

    pub(super) async fn answer_remove_images(&self, _request: Request<pb::RemoveImagesRequest>) -> Result<pb::RemoveImagesResponse, Status> {
        Err(Status::unimplemented("coming"))
    }

    pub(super) async fn answer_get_image(&self, _request: Request<pb::GetImageRequest>) -> Result<pb::GetImageResponse, Status> {
        Err(Status::unimplemented("coming"))
    }
}
