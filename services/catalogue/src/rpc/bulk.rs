//! TODO.

use pishkhan_proto::catalogue::v1 as pb;
use tonic::{Request, Status};

use super::CatalogueRpc;

impl CatalogueRpc {
    pub(super) async fn answer_preview_import(&self, _request: Request<pb::PreviewImportRequest>) -> Result<pb::PreviewImportResponse, Status> {
        Err(Status::unimplemented("coming"))
    }

    pub(super) async fn answer_commit_import(&self, _request: Request<pb::CommitImportRequest>) -> Result<pb::CommitImportResponse, Status> {
        Err(Status::unimplemented("coming"))
    }

    pub(super) async fn answer_list_failed_rows(&self, _request: Request<pb::ListFailedRowsRequest>) -> Result<pb::ListFailedRowsResponse, Status> {
        Err(Status::unimplemented("coming"))
    }
}
