//! One worker's application: its calls and their OpenAPI document.

use actix_web::{
    App, HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::header::ContentType,
    middleware::from_fn,
    web::{self, Data},
};
use utoipa::{OpenApi, openapi};
use utoipa_actix_web::{AppExt as _, service_config::ServiceConfig};

use crate::{
    edge::methods::Methods,
    headers::ORDER_PAGE,
    respond,
    routes::{self, billing::gateway},
    wire::{error::BffError, refusals},
    worker::Worker,
};

/// What is read beside the published calls, and beside files.
pub const READS: &[&str] =
    &[ORDER_PAGE, gateway::SANDBOX_PAGE, gateway::RETURN, "/healthz", "/openapi.json", routes::docs::PATH];

#[derive(OpenApi)]
#[openapi(info(
    title = "Pishkhan",
    description = "The panel's REST surface. Cookie-authenticated; names on the wire are the client's own.",
    version = "1.0.0"
))]
struct Document;

/// The calls, with their documentation.
fn calls(config: &mut ServiceConfig) {
    routes::auth::configure(config);
    routes::user::configure(config);
    routes::sessions::configure(config);
    routes::activity::configure(config);
    routes::market::configure(config);
    routes::catalogue::configure(config);
    routes::seller::configure(config);
    routes::report::configure(config);
    routes::billing::configure(config);
}

/// The OpenAPI document of all calls.
pub fn document() -> openapi::OpenApi {
    let (_, document) = App::new().into_utoipa_app().openapi(Document::openapi()).configure(calls).split_for_parts();
    refusals::complete(document)
}

/// Which methods each path has.
pub fn methods() -> Methods {
    READS.iter().fold(Methods::of(&document()), |methods, path| methods.with_read(path))
}

/// The document as it is published and checked in.
pub fn document_text() -> Result<String, serde_json::Error> {
    Ok(document().to_pretty_json()? + "\n")
}

async fn published_document(worker: Data<Worker>) -> HttpResponse {
    HttpResponse::Ok().insert_header(ContentType::json()).body(worker.document.clone())
}

async fn anything_else(request: HttpRequest, worker: Data<Worker>) -> Result<HttpResponse, BffError> {
    if let Some(allow) = request.match_pattern().and_then(|pattern| worker.methods.allow(&pattern)) {
        return Err(BffError::method_not_allowed(allow));
    }
    worker.assets.respond(&request)
}

/// The application that one worker serves.
pub fn build(
    worker: Worker,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let (app, _) = App::new().into_utoipa_app().configure(calls).split_for_parts();
    app.app_data(Data::new(worker))
        .route(ORDER_PAGE, web::get().to(routes::order_page::show))
        .route(gateway::SANDBOX_PAGE, web::get().to(gateway::show))
        .route(gateway::RETURN, web::get().to(gateway::come_back))
        .route("/healthz", web::get().to(routes::health::healthz))
        .route("/openapi.json", web::get().to(published_document))
        .service(routes::docs::swagger())
        .default_service(web::route().to(anything_else))
        .wrap(from_fn(respond::around))
}
