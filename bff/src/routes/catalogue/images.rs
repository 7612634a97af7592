//! Pictures: put, taken away, shown.

use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, ETAG},
    },
    post,
    web::{Data, Path},
};
use pishkhan_proto::catalogue::v1::{self as pb, image_owner::Owner};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    idempotency::RequestKey,
    limits::{FileBody, FileKind},
    network::client_address,
    pictures::Picture,
    reply::{FOR_EVER, Reply, is_known},
    session::{After, CatalogueEditor},
    wire::{
        catalogue::{
            images::{FileBytes, ImagesReply},
            text::{IMAGE_REMOVED, IMAGE_TOO_LARGE, IMAGE_UNREADABLE, NOT_AN_IMAGE, UPLOADED},
        },
        error::{BffError, ErrorReply},
        refusals::EditorWrites,
        text::{Lang, Text},
    },
    worker::Worker,
};

/// The route of an uploaded picture.
pub const MEDIA: &str = "/media/{image_id}/{width}.jpg";
/// Pixels that pictures are wide.
const WIDTHS: [u16; 3] = [96, 320, 960];
/// Characters that an id of a picture has at most.
const MAX_ID: usize = 64;

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(upload_product_image)
        .service(remove_product_images)
        .service(upload_type_image)
        .service(remove_type_images)
        .service(get_image);
}

/// A picture as it is uploaded.
#[derive(Debug)]
pub struct ImageFile;

impl FileKind for ImageFile {
    const MAX_BYTES: usize = 5 * 1024 * 1024;
    const TOO_LARGE: Text = IMAGE_TOO_LARGE;
    const OTHER_TYPE: Text = NOT_AN_IMAGE;

    fn takes(content_type: &str) -> bool {
        matches!(content_type, "image/jpeg" | "image/png" | "image/webp")
    }
}

/// Who may, which write it is, and the picture, in this order.
type Upload = After<CatalogueEditor, After<RequestKey, FileBody<ImageFile>>>;

async fn upload(worker: &Worker, lang: Lang, upload: Upload, owner: Owner) -> Result<Reply<ImagesReply>, BffError> {
    let After(editor, After(key, file)) = upload;
    // Until the catalogue has answered: so long the picture is in memory.
    let _turn = worker.work.picture(&editor.id()).await?;
    let content = file.gather().await?;
    if content.is_empty() {
        return Err(BffError::new(StatusCode::UNPROCESSABLE_ENTITY, IMAGE_UNREADABLE));
    }
    let request = pb::UploadImageRequest {
        request_id: key.0,
        seller_id: editor.id(),
        owner: Some(pb::ImageOwner { owner: Some(owner) }),
        content,
    };
    let reply = editor.ask("catalogue", worker.clients.catalogue_for_files().upload_image(request)).await?;
    Ok(Reply(ImagesReply::new(UPLOADED, reply.image_urls, lang)))
}

async fn remove(
    worker: &Worker,
    lang: Lang,
    After(editor, key): After<CatalogueEditor, RequestKey>,
    owner: Owner,
) -> Result<Reply<ImagesReply>, BffError> {
    let request = pb::RemoveImagesRequest {
        request_id: key.0,
        seller_id: editor.id(),
        owner: Some(pb::ImageOwner { owner: Some(owner) }),
    };
    let reply = editor.ask("catalogue", worker.clients.catalogue().remove_images(request)).await?;
    Ok(Reply(ImagesReply::new(IMAGE_REMOVED, reply.image_urls, lang)))
}

/// Puts a picture in the place of those that the product has.
#[utoipa::path(
    tag = "market",
    params(
        ("product_id" = String, Path, description = "Id of the product"),
        RequestKey,
    ),
    request_body(
        content((FileBytes = "image/jpeg"), (FileBytes = "image/png"), (FileBytes = "image/webp")),
        description = "The file as it is, at most 5 MiB and 24 megapixels",
    ),
    responses(
        (status = 200, description = "The product's pictures", body = ImagesReply),
        (status = 400, description = "Malformed request", body = ErrorReply),
        (status = 404, description = "No such product", body = ErrorReply),
        (status = 413, description = "More than 5 MiB", body = ErrorReply),
        (status = 415, description = "Not a JPEG, PNG or WebP", body = ErrorReply),
        (status = 422, description = "Not readable, too many pixels, or the key was used for another request", body = ErrorReply),
        EditorWrites,
    )
)]
#[post("/market/product-image-app2/{product_id}")]
pub async fn upload_product_image(
    worker: Data<Worker>,
    lang: Lang,
    product_id: Path<String>,
    brought: Upload,
) -> Result<Reply<ImagesReply>, BffError> {
    upload(&worker, lang, brought, Owner::ProductId(product_id.into_inner())).await
}

/// Takes the product's pictures away.
#[utoipa::path(
    tag = "market",
    params(
        ("product_id" = String, Path, description = "Id of the product"),
        RequestKey,
    ),
    responses(
        (status = 200, description = "What shows now: nothing", body = ImagesReply),
        (status = 400, description = "Malformed request", body = ErrorReply),
        (status = 404, description = "No such product", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        EditorWrites,
    )
)]
#[delete("/market/product-image-app2/{product_id}")]
pub async fn remove_product_images(
    worker: Data<Worker>,
    lang: Lang,
    product_id: Path<String>,
    who: After<CatalogueEditor, RequestKey>,
) -> Result<Reply<ImagesReply>, BffError> {
    remove(&worker, lang, who, Owner::ProductId(product_id.into_inner())).await
}

/// Puts a picture in the place of those that the type has.
#[utoipa::path(
    tag = "market",
    params(
        ("type_id" = String, Path, description = "Id of the type"),
        RequestKey,
    ),
    request_body(
        content((FileBytes = "image/jpeg"), (FileBytes = "image/png"), (FileBytes = "image/webp")),
        description = "The file as it is, at most 5 MiB and 24 megapixels",
    ),
    responses(
        (status = 200, description = "The type's pictures", body = ImagesReply),
        (status = 400, description = "Malformed request", body = ErrorReply),
        (status = 404, description = "No such type", body = ErrorReply),
        (status = 413, description = "More than 5 MiB", body = ErrorReply),
        (status = 415, description = "Not a JPEG, PNG or WebP", body = ErrorReply),
        (status = 422, description = "Not readable, too many pixels, or the key was used for another request", body = ErrorReply),
        EditorWrites,
    )
)]
#[post("/market/product-type-image-app2/{type_id}")]
pub async fn upload_type_image(
    worker: Data<Worker>,
    lang: Lang,
    type_id: Path<String>,
    brought: Upload,
) -> Result<Reply<ImagesReply>, BffError> {
    upload(&worker, lang, brought, Owner::TypeId(type_id.into_inner())).await
}

/// Takes the type's pictures away.
#[utoipa::path(
    tag = "market",
    params(
        ("type_id" = String, Path, description = "Id of the type"),
        RequestKey,
    ),
    responses(
        (status = 200, description = "What shows now: the pictures of its product", body = ImagesReply),
        (status = 400, description = "Malformed request", body = ErrorReply),
        (status = 404, description = "No such type", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        EditorWrites,
    )
)]
#[delete("/market/product-type-image-app2/{type_id}")]
pub async fn remove_type_images(
    worker: Data<Worker>,
    lang: Lang,
    type_id: Path<String>,
    who: After<CatalogueEditor, RequestKey>,
) -> Result<Reply<ImagesReply>, BffError> {
    remove(&worker, lang, who, Owner::TypeId(type_id.into_inner())).await
}

/// An uploaded picture, for anybody who knows its id, which can't be guessed.
#[utoipa::path(
    tag = "media",
    params(
        ("image_id" = String, Path, description = "Id of the picture"),
        ("width" = u16, Path, description = "Pixels: 96, 320 or 960"),
    ),
    responses(
        (status = 200, description = "The picture; it never changes", content_type = "image/jpeg", body = FileBytes),
        (status = 304, description = "The picture that the caller has"),
        (status = 404, description = "No such picture, or no such size", body = ErrorReply),
        (status = 429, description = "Too many tries", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
    )
)]
#[get("/media/{image_id}/{width}.jpg")]
pub async fn get_image(
    request: HttpRequest,
    worker: Data<Worker>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, BffError> {
    let (id, width) = path.into_inner();
    let width = WIDTHS.into_iter().find(|known| known.to_string() == width).ok_or_else(BffError::not_found)?;
    if id.len() > MAX_ID || !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(BffError::not_found());
    }
    let Picture { content_type, etag, bytes } = find(&request, &worker, id, width).await?;
    let known = is_known(&request, &etag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((ETAG, etag)).insert_header((CACHE_CONTROL, FOR_EVER));
    if known {
        return Ok(response.finish());
    }
    Ok(response.content_type(content_type).body(bytes))
}

async fn find(request: &HttpRequest, worker: &Worker, image_id: String, width: u16) -> Result<Picture, BffError> {
    let now = worker.clock.now().timestamp();
    let key = (image_id, width);
    if let Some(picture) = worker.pictures.get(&key, now) {
        return Ok(picture);
    }
    let address = client_address(request, &worker.web.trusted_proxies);
    worker.pictures.misses.check(&address, now).map_err(BffError::too_many_tries)?;
    let asked = pb::GetImageRequest { image_id: key.0.clone(), width: width.into() };
    match worker.clients.catalogue().get_image(asked).await.map_err(BffError::from) {
        Ok(reply) => {
            let pb::GetImageResponse { content_type, content } = reply.into_inner();
            let picture = Picture::new(content_type, content);
            worker.pictures.put(key, picture.clone(), now);
            Ok(picture)
        }
        Err(error) if error.is_not_found() => {
            worker.pictures.misses.admit(&address, now).map_err(BffError::too_many_tries)?;
            Err(error)
        }
        Err(error) => Err(error),
    }
}
