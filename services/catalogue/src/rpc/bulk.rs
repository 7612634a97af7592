//! Files of products: looked at, committed, and what was not taken.

use pishkhan_chassis::{
    errors::{self, problem},
    parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::catalogue::v1 as pb;
use prost::Message as _;
use tonic::{Request, Status};

use super::{CatalogueRpc, authorized, convert::TOO_MANY, request_id};
use crate::{
    app::{CommitImport, CommitReport, FailedRow, PreviewImport, PreviewReport, PreviewedChange, PreviewedRow},
    domain::{import::RawRow, limits},
};

impl CatalogueRpc {
    pub(super) async fn answer_preview_import(
        &self,
        request: Request<pb::PreviewImportRequest>,
    ) -> Result<pb::PreviewImportResponse, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let request = request.into_inner();
        let fingerprint = idempotency::fingerprint(&request.encode_to_vec());
        let pb::PreviewImportRequest { request_id: id, seller_id: _, rows } = request;
        if rows.len() > limits::FILE {
            return Err(errors::invalid_field("rows", TOO_MANY));
        }
        // A row is known by its number from here on.
        if !rows.is_sorted_by(|before, after| before.row < after.row) {
            return Err(errors::invalid_field("rows", problem::INVALID));
        }
        let rows = rows.into_iter().map(RawRow::from).collect();
        let command = PreviewImport { seller_id, rows, request_id: request_id(&id)?, fingerprint };
        Ok(self.0.preview_import(command).await?.into())
    }

    pub(super) async fn answer_commit_import(
        &self,
        request: Request<pb::CommitImportRequest>,
    ) -> Result<pb::CommitImportResponse, Status> {
        let (caller, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let request = request.into_inner();
        let fingerprint = idempotency::fingerprint(&request.encode_to_vec());
        let pb::CommitImportRequest { request_id: id, seller_id: _, import_id } = request;
        let import_id = parse::uuid("import_id", &import_id)?;
        let command =
            CommitImport { seller_id, import_id, caller: caller.actor(), request_id: request_id(&id)?, fingerprint };
        Ok(self.0.commit_import(&command).await?.into())
    }

    pub(super) async fn answer_list_failed_rows(
        &self,
        request: Request<pb::ListFailedRowsRequest>,
    ) -> Result<pb::ListFailedRowsResponse, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::ListFailedRowsRequest { seller_id: _, import_id } = request.into_inner();
        let rows = self.0.list_failed_rows(seller_id, parse::uuid("import_id", &import_id)?).await?;
        Ok(pb::ListFailedRowsResponse { rows: rows.into_iter().map(pb::FailedRow::from).collect() })
    }
}

impl From<PreviewReport> for pb::PreviewImportResponse {
    fn from(report: PreviewReport) -> Self {
        let PreviewReport { import_id, rows, created, updated, unchanged, jumps, failed, problems, expires_at } =
            report;
        Self {
            import_id: import_id.to_string(),
            rows: rows.into_iter().map(pb::PreviewRow::from).collect(),
            created,
            updated,
            unchanged,
            jumps,
            problems: problems.into_iter().map(pb::RowProblem::from).collect(),
            failed,
            expire_time: Some(parse::timestamp(expires_at)),
        }
    }
}

impl From<PreviewedRow> for pb::PreviewRow {
    fn from(row: PreviewedRow) -> Self {
        let PreviewedRow { row, type_id, product_title, type_name, changes } = row;
        let change = |change: PreviewedChange| {
            let PreviewedChange { field, from, to, jump } = change;
            pb::RowChange { field, from, to, jump }
        };
        Self {
            row,
            type_id: type_id.map(|type_id| type_id.to_string()).unwrap_or_default(),
            product_title,
            type_name,
            changes: changes.into_iter().map(change).collect(),
        }
    }
}

impl From<CommitReport> for pb::CommitImportResponse {
    fn from(report: CommitReport) -> Self {
        let CommitReport { created, updated, failed } = report;
        Self { created, updated, failed }
    }
}

impl From<FailedRow> for pb::FailedRow {
    fn from(failed: FailedRow) -> Self {
        let FailedRow { raw, problems } = failed;
        Self { row: Some(raw.into()), problems: problems.into_iter().map(pb::RowProblem::from).collect() }
    }
}
