//! Many products at once: taken out as a file, brought back changed, looked at, committed.

use actix_web::{
    HttpResponse, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use futures_util::stream;
use pishkhan_calendar::tehran_date;
use pishkhan_proto::catalogue::v1 as pb;
use pishkhan_sheet::{Limits, Sheet, Table, WriteError, XLSX};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    idempotency::RequestKey,
    limits::{FileBody, FileKind, JsonBody},
    reply::{Reply, file},
    session::{After, CatalogueEditor, Seller, Write},
    wire::{
        catalogue::{
            bulk::{ImportCommitReply, ImportPreviewReply},
            images::FileBytes,
            paste::PasteBody,
            sheet::{self, ProductFile},
            text::{IMPORT_NOT_FOUND, NOT_A_SHEET, SHEET_TOO_LARGE, WHY},
        },
        error::{BffError, ErrorReply},
        refusals::{EditorWrites, JsonBodies, SellerReads},
        text::{INTERNAL, Lang, Text},
    },
    work::SharedTurn,
    worker::Worker,
};

/// Width of the column of reasons, in characters.
const WHY_WIDTH: u8 = 60;

/// The calls of this file.
const CALLS: &[&str] = &[
    "/market/products-export-app2",
    "/market/products-import-preview-app2",
    "/market/products-paste-preview-app2",
    "/market/products-import-commit-app2/{import_id}",
    "/market/products-import-failed-app2/{import_id}",
];

/// Whether the call at `route` is one about a whole file of products, which takes its time.
pub fn is_bulk(route: &str) -> bool {
    CALLS.contains(&route)
}

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(export_products)
        .service(preview_import)
        .service(preview_paste)
        .service(commit_import)
        .service(list_failed);
}

/// A file of products as it is brought.
#[derive(Debug)]
pub struct SheetFile;

impl FileKind for SheetFile {
    const MAX_BYTES: usize = 10 * 1024 * 1024;
    const TOO_LARGE: Text = SHEET_TOO_LARGE;
    const OTHER_TYPE: Text = NOT_A_SHEET;

    fn takes(content_type: &str) -> bool {
        matches!(content_type, XLSX | "text/csv")
    }
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err hands over")]
fn unwritable(error: WriteError) -> BffError {
    tracing::error!(error = &error as &dyn std::error::Error, "a file of products could not be written");
    BffError::new(StatusCode::INTERNAL_SERVER_ERROR, INTERNAL)
}

/// The workbook as an answer, named after the day.
async fn answer(worker: &Worker, turn: &SharedTurn, name: &str, table: Table) -> Result<HttpResponse, BffError> {
    let bytes = turn.run(|| table.finish().map_err(unwritable)).await?;
    let date = tehran_date(worker.clock.now()).to_string().replace('/', "-");
    Ok(file(&format!("{name}-{date}.xlsx"), XLSX, bytes))
}

/// An import that is not there, whatever is wrong with its id.
fn absent(error: BffError) -> BffError {
    if error.is_not_found() { BffError::new(StatusCode::NOT_FOUND, IMPORT_NOT_FOUND) } else { error }
}

/// All types of the catalogue as a workbook that can be changed and brought back.
#[utoipa::path(
    tag = "market",
    responses(
        (status = 200, description = "A right-to-left workbook with a row for each type", content(
            (FileBytes = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        SellerReads,
    )
)]
#[get("/market/products-export-app2")]
pub async fn export_products(worker: Data<Worker>, seller: Seller) -> Result<HttpResponse, BffError> {
    let turn = worker.work.file(&seller.id()).await?;
    let mut table = sheet::table(&[]).map_err(unwritable)?;
    let request = pb::StreamProductTypesRequest { seller_id: seller.id() };
    let mut catalogue = worker.clients.catalogue_for_sheets();
    let mut parts = seller.ask("catalogue", catalogue.stream_product_types(request)).await?;
    // Part by part into the workbook: a large catalogue is never there twice.
    while let Some(part) = parts.message().await? {
        table = turn
            .run(move || {
                for found in &part.types {
                    sheet::write_type(&mut table, found).map_err(unwritable)?;
                }
                Ok(table)
            })
            .await?;
    }
    answer(&worker, &turn, "products", table).await
}

/// Reads a file that came in under `sheet_turn`.
async fn read(
    worker: &Worker,
    sheet_turn: SharedTurn,
    seller_id: &str,
    file: Vec<u8>,
) -> Result<ProductFile, BffError> {
    let turn = worker.work.file(seller_id).await?;
    turn.run(move || {
        // The file is here for as long as it is read.
        let _sheet_turn = sheet_turn;
        let read = Sheet::parse(&file, &Limits::UPLOAD)?;
        drop(file);
        ProductFile::new(read)
    })
    .await
}

/// Tells what a file of products would change, and keeps that for half an hour. Changes nothing.
#[utoipa::path(
    tag = "market",
    params(RequestKey),
    request_body(
        content((FileBytes = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (FileBytes = "text/csv")),
        description = "The file as it is, at most 10 MiB and 40,000 rows",
    ),
    responses(
        (status = 200, description = "What it would change", body = ImportPreviewReply),
        (status = 400, description = "Malformed request", body = ErrorReply),
        (status = 413, description = "More than 10 MiB", body = ErrorReply),
        (status = 415, description = "Not an XLSX or CSV", body = ErrorReply),
        (status = 422, description = "Not readable, empty, too many rows, or a column is missing; or the key was used for another request", body = ErrorReply),
        EditorWrites,
    )
)]
#[post("/market/products-import-preview-app2")]
pub async fn preview_import(
    worker: Data<Worker>,
    lang: Lang,
    After(editor, After(key, file)): Write<CatalogueEditor, FileBody<SheetFile>>,
) -> Result<Reply<ImportPreviewReply>, BffError> {
    let seller_id = editor.id();
    // Until the catalogue has taken them in: so long the file, and then its rows, are in memory.
    let sheet_turn = worker.work.sheet(&seller_id).await?;
    let file = file.gather().await?;
    let file = read(&worker, sheet_turn.clone(), &seller_id, file).await?;
    let messages = file.messages(key.0, seller_id).inspect(move |_| {
        let _sheet_turn = &sheet_turn;
    });
    let mut catalogue = worker.clients.catalogue_for_sheets();
    let reply = editor.ask("catalogue", catalogue.preview_file(stream::iter(messages))).await?;
    Ok(Reply(ImportPreviewReply::new(reply.preview.unwrap_or_default(), lang)))
}

/// Tells what pasted figures would change, and keeps that for half an hour as one of a file. What is not pasted stays as it
/// is. Changes nothing.
#[utoipa::path(
    tag = "market",
    params(RequestKey),
    request_body = PasteBody,
    responses(
        (status = 200, description = "What they would change", body = ImportPreviewReply),
        (status = 400, description = "Malformed body, no row, or more than 500", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        EditorWrites,
        JsonBodies,
    )
)]
#[post("/market/products-paste-preview-app2")]
pub async fn preview_paste(
    worker: Data<Worker>,
    lang: Lang,
    After(editor, After(key, body)): Write<CatalogueEditor, JsonBody<PasteBody>>,
) -> Result<Reply<ImportPreviewReply>, BffError> {
    let request = body.0.into_request(key.0, editor.id())?;
    let mut catalogue = worker.clients.catalogue_for_sheets();
    let reply = editor.ask("catalogue", catalogue.preview_file(stream::iter([request]))).await?;
    Ok(Reply(ImportPreviewReply::new(reply.preview.unwrap_or_default(), lang)))
}

/// Saves what a preview told. Rows that changed meanwhile are left out, each for itself.
#[utoipa::path(
    tag = "market",
    params(
        ("import_id" = String, Path, description = "Id of the preview"),
        RequestKey,
    ),
    responses(
        (status = 200, description = "How many rows were saved", body = ImportCommitReply),
        (status = 400, description = "Malformed key", body = ErrorReply),
        (status = 404, description = "No such preview, or too old", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        EditorWrites,
    )
)]
#[post("/market/products-import-commit-app2/{import_id}")]
pub async fn commit_import(
    worker: Data<Worker>,
    lang: Lang,
    After(editor, key): After<CatalogueEditor, RequestKey>,
    import_id: Path<String>,
) -> Result<Reply<ImportCommitReply>, BffError> {
    let request =
        pb::CommitImportRequest { request_id: key.0, seller_id: editor.id(), import_id: import_id.into_inner() };
    let mut catalogue = worker.clients.catalogue_for_sheets();
    let reply = editor.ask("catalogue", catalogue.commit_import(request)).await.map_err(absent)?;
    Ok(Reply(ImportCommitReply::new(reply, lang)))
}

/// The rows of a file that were not taken, with their reasons, as a workbook that can be mended and brought back.
#[utoipa::path(
    tag = "market",
    params(("import_id" = String, Path, description = "Id of the preview")),
    responses(
        (status = 200, description = "A right-to-left workbook; its last column says why", content(
            (FileBytes = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 404, description = "No such preview, or too old", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/products-import-failed-app2/{import_id}")]
pub async fn list_failed(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
    import_id: Path<String>,
) -> Result<HttpResponse, BffError> {
    let turn = worker.work.file(&seller.id()).await?;
    let import_id = import_id.into_inner();
    let mut table = sheet::table(&[(WHY.in_lang(lang), WHY_WIDTH)]).map_err(unwritable)?;
    let mut page_token = String::new();
    loop {
        let (seller_id, import_id) = (seller.id(), import_id.clone());
        let request = pb::ListFailedRowsRequest { seller_id, import_id, page_size: 0, page_token };
        let mut catalogue = worker.clients.catalogue();
        let page = seller.ask("catalogue", catalogue.list_failed_rows(request)).await.map_err(absent)?;
        table = turn
            .run(move || {
                for failed in &page.rows {
                    sheet::write_failed(&mut table, failed, lang).map_err(unwritable)?;
                }
                Ok(table)
            })
            .await?;
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return answer(&worker, &turn, "products-failed", table).await;
        }
    }
}
