//! TODO.

use pishkhan_proto::catalogue::v1 as pb;
use tonic::{Request, Status};

use super::CatalogueRpc;

impl CatalogueRpc {
    pub(super) async fn answer_edit_product_type(&self, _request: Request<pb::EditProductTypeRequest>) -> Result<pb::EditProductTypeResponse, Status> {
        Err(Status::unimplemented("coming"))
    }
}
