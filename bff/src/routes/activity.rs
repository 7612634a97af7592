//! What was done of a seller's things: the audits of all services as one list.

use actix_web::{
    HttpRequest, HttpResponse, Responder as _, get,
    http::StatusCode,
    web::{Data, Query},
};
use futures_util::future::try_join_all;
use pishkhan_proto::activity::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use super::sheet_file::{Ending, SheetFile};
use crate::{
    reply::Reply,
    session::Seller,
    wire::{
        activity::{ActivityQuery, ActivityReply, Reader, merged},
        error::{BffError, ErrorReply},
        refusals::SellerReads,
        report::{Format, FormatQuery},
        text::{self, Lang},
    },
    worker::Worker,
};

/// Entries of a page.
const PAGE: usize = 50;
/// Entries that are read at once for a file.
const PAGE_OF_FILE: usize = 500;
/// What a file may have of entries, and of bytes in their texts: the whole of it is in memory.
const MAX_ENTRIES: usize = 50_000;
const MAX_TEXTS: usize = 12 * 1024 * 1024;

/// Adds the call.
pub fn configure(config: &mut ServiceConfig) {
    config.service(list_activity);
}

/// What was done of the store's things, and by whom: newest first, or all of it as a file.
#[utoipa::path(
    tag = "user",
    params(ActivityQuery, FormatQuery),
    responses(
        (status = 200, description = "The entries, or a file of them", content(
            (ActivityReply = "application/json"),
            (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 400, description = "Malformed query", body = ErrorReply),
        (status = 422, description = "A file of more than 50,000 entries or 12 MiB of texts", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/user/activity-app2")]
pub async fn list_activity(
    request: HttpRequest,
    worker: Data<Worker>,
    seller: Seller,
    query: Query<ActivityQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, BffError> {
    let kinds = query.kinds()?;
    let reader = Reader { user: seller.user().clone(), lang: Lang::of(&request) };
    let ending = match format.format()? {
        Format::Csv => Ending::Csv,
        Format::Xlsx => Ending::Xlsx,
        Format::Json => {
            let (entries, next) = page(&worker, &seller, &kinds, &query.before, PAGE).await?;
            let entries = entries.into_iter().map(|entry| reader.entry(entry)).collect();
            return Ok(Reply(ActivityReply { entries, next }).respond_to(&request));
        }
    };
    let turn = worker.work.file(&seller.id()).await?;
    let mut table = SheetFile::new(ending, &reader.headings(), reader.lang)?;
    let (mut before, mut entries_written, mut texts_written) = (query.before.clone(), 0, 0);
    loop {
        let (entries, next) = page(&worker, &seller, &kinds, &before, PAGE_OF_FILE).await?;
        entries_written += entries.len();
        let too_long = || BffError::new(StatusCode::UNPROCESSABLE_ENTITY, text::ACTIVITY_TOO_LONG);
        if entries_written > MAX_ENTRIES {
            return Err(too_long());
        }
        let reader = reader.clone();
        (table, texts_written) = turn
            .run(move || {
                for entry in entries {
                    let cells = reader.entry(entry).cells();
                    texts_written += cells.iter().map(String::len).sum::<usize>();
                    if texts_written > MAX_TEXTS {
                        return Err(too_long());
                    }
                    table.add(cells.iter().map(String::as_str), &[])?;
                }
                Ok((table, texts_written))
            })
            .await?;
        match next {
            Some(next) => before = next,
            None => break,
        }
    }
    Ok(turn.run(|| table.finish()).await?.respond("activity"))
}

/// What is older than `before`, of the services that have such things.
async fn page(
    worker: &Worker,
    seller: &Seller,
    kinds: &[(&'static str, Vec<String>)],
    before: &str,
    size: usize,
) -> Result<(Vec<pb::ActivityEntry>, Option<String>), BffError> {
    let pages = try_join_all(kinds.iter().map(|(service, kinds)| {
        let request = pb::ListActivityRequest {
            seller_id: seller.id(),
            before: before.to_owned(),
            entities: kinds.clone(),
            page_size: i32::try_from(size).unwrap_or(i32::MAX),
        };
        of_service(worker, seller, service, request)
    }));
    Ok(merged(pages.await?, size))
}

async fn of_service(
    worker: &Worker,
    seller: &Seller,
    service: &'static str,
    request: pb::ListActivityRequest,
) -> Result<pb::ListActivityResponse, BffError> {
    let clients = &worker.clients;
    match service {
        "auth" => seller.ask(service, clients.auth().list_activity(request)).await,
        "settings" => seller.ask(service, clients.settings().list_activity(request)).await,
        "orders" => seller.ask(service, clients.orders().list_activity(request)).await,
        "catalogue" => seller.ask(service, clients.catalogue().list_activity(request)).await,
        _ => seller.ask(service, clients.reports().list_activity(request)).await,
    }
}
