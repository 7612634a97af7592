//! Files of products: looked at, committed, and what was not taken.

use pishkhan_chassis::{
    access::Caller,
    errors::{self, problem},
    paging, parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::catalogue::v1 as pb;
use prost::Message as _;
use tonic::{Request, Status, Streaming};
use uuid::Uuid;

use super::{CatalogueRpc, authorized, convert::TOO_MANY, products::BYTES, request_id};
use crate::{
    app::{
        Catalogue, CommitImport, CommitReport, FailedRow, IncomingFile, PreviewReport, PreviewedChange, PreviewedRow,
    },
    domain::{import::file::FileError, limits},
};

/// Refused rows of one page.
const FAILED_ROWS: u32 = 5_000;

impl CatalogueRpc {
    pub(super) async fn answer_preview_file(
        &self,
        request: Request<Streaming<pb::PreviewFileRequest>>,
    ) -> Result<pb::PreviewFileResponse, Status> {
        let caller = Caller::of(&request)?;
        let mut stream = request.into_inner();
        let first = stream.message().await?.ok_or_else(|| errors::invalid_field("seller_id", problem::REQUIRED))?;
        let pb::PreviewFileRequest { request_id: id, seller_id: seller, rows, keeps_rest } = first;
        let seller_id = caller.seller(parse::uuid("seller_id", &seller)?)?;
        let key = request_id(&id)?;
        let mut file = Gathering::begin(&self.0, seller_id, keeps_rest).await?;
        let mut next = Some(rows);
        while let Some(rows) = next {
            if rows.len() > limits::BATCH {
                return Err(errors::invalid_field("rows", TOO_MANY));
            }
            file.add(rows)?;
            next = stream.message().await?.map(|message| same_file(message, &id, &seller)).transpose()?;
            if keeps_rest && next.is_some() {
                return Err(errors::invalid_field("rows", TOO_MANY));
            }
        }
        Ok(pb::PreviewFileResponse { preview: Some(file.preview(&self.0, &key).await?) })
    }

    pub(super) async fn answer_preview_import(
        &self,
        request: Request<pb::PreviewImportRequest>,
    ) -> Result<pb::PreviewImportResponse, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::PreviewImportRequest { request_id: id, seller_id: _, rows } = request.into_inner();
        let key = request_id(&id)?;
        let mut file = Gathering::begin(&self.0, seller_id, false).await?;
        file.add(rows)?;
        file.preview(&self.0, &key).await
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
        let pb::ListFailedRowsRequest { seller_id: _, import_id, page_size, page_token } = request.into_inner();
        let import_id = parse::uuid("import_id", &import_id)?;
        let after = if page_token.is_empty() { i32::MIN } else { paging::decode_token(&page_token)? };
        let size = usize::try_from(paging::page_size(page_size, FAILED_ROWS, FAILED_ROWS)).unwrap_or(1);
        let (rows, next) = self.0.list_failed_rows(seller_id, import_id, after, size, BYTES).await?;
        Ok(pb::ListFailedRowsResponse {
            rows: rows.into_iter().map(pb::FailedRow::from).collect(),
            next_page_token: next.map(|row| paging::encode_token(&row)).unwrap_or_default(),
        })
    }
}

/// The rows of a message behind the first.
fn same_file(message: pb::PreviewFileRequest, id: &str, seller: &str) -> Result<Vec<pb::ProductRow>, Status> {
    let pb::PreviewFileRequest { request_id, seller_id, rows, keeps_rest: _ } = message;
    for (field, same) in [("request_id", request_id == id), ("seller_id", seller_id == seller)] {
        if !same {
            return Err(errors::invalid_field(field, problem::INVALID));
        }
    }
    Ok(rows)
}

/// A file that comes in, with what stands for it when it comes again.
struct Gathering {
    file: IncomingFile,
    fingerprint: [u8; 32],
}

impl Gathering {
    async fn begin(catalogue: &Catalogue, seller_id: Uuid, keeps_rest: bool) -> Result<Self, Status> {
        let file = catalogue.receive_file(seller_id, keeps_rest).await?;
        Ok(Self { file, fingerprint: [u8::from(keeps_rest); 32] })
    }

    fn add(&mut self, rows: Vec<pb::ProductRow>) -> Result<(), Status> {
        for row in rows {
            // Each link holds the one before: the last stands for all rows, in whatever portions they came.
            let link = [self.fingerprint.as_slice(), &row.encode_to_vec()].concat();
            self.fingerprint = idempotency::fingerprint(&link);
            self.file.push(&row.into()).map_err(|error| errors::invalid_field("rows", file_problem(error)))?;
        }
        Ok(())
    }

    async fn preview(self, catalogue: &Catalogue, key: &str) -> Result<pb::PreviewImportResponse, Status> {
        let Self { file, fingerprint } = self;
        Ok(catalogue.preview_import(file, key, fingerprint).await?.into())
    }
}

const fn file_problem(error: FileError) -> &'static str {
    match error {
        FileError::TooManyRows => TOO_MANY,
        FileError::TooLarge => problem::TOO_LARGE,
        FileError::OutOfOrder => problem::INVALID,
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
