//! TODO.

use pishkhan_proto::catalogue::v1 as pb;
use tonic::{Request, Status};

use super::CatalogueRpc;

impl CatalogueRpc {
    pub(super) async fn answer_list_products(&self, _request: Request<pb::ListProductsRequest>) -> Result<pb::ListProductsResponse, Status> {
        Err(Status::unimplemented("coming"))
    }

    pub(super) async fn answer_get_product(&self, _request: Request<pb::GetProductRequest>) -> Result<pb::GetProductResponse, Status> {
        Err(Status::unimplemented("coming"))
    }

    pub(super) async fn answer_list_brands(&self, _request: Request<pb::ListBrandsRequest>) -> Result<pb::ListBrandsResponse, Status> {
        Err(Status::unimplemented("coming"))
    }

    pub(super) async fn answer_list_units(&self, _request: Request<pb::ListUnitsRequest>) -> Result<pb::ListUnitsResponse, Status> {
        Err(Status::unimplemented("coming"))
    }
}
