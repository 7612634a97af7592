//! One worker's application: its state, its calls, its OpenAPI document.

use std::sync::Arc;

use actix_web::{
    App, HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    http::header::ContentType,
    middleware::from_fn,
    web::{self, Bytes, Data},
};
use pishkhan_chassis::clock::SharedClock;
use utoipa::{OpenApi, openapi};
use utoipa_actix_web::{AppExt as _, service_config::ServiceConfig};

use crate::{
    assets::Assets,
    clients::Clients,
    config::WebConfig,
    edge::{Edge, methods::Methods},
    headers::{ORDER_PAGE, ProtectiveHeaders},
    pictures::Pictures,
    respond,
    routes::{self, billing::gateway},
    seal::Seal,
    session::cache::SessionCache,
    stores::Stores,
    throttle::Throttle,
    wire::{error::BffError, refusals},
    work::Work,
};

/// What all workers share.
#[derive(Clone)]
pub struct Shared {
    /// The time and new ids.
    pub clock: SharedClock,
    /// What decides about browsers and proxies.
    pub web: Arc<WebConfig>,
    /// Validated sessions of the last seconds.
    pub sessions: Arc<SessionCache>,
    /// The client and the pictures.
    pub assets: Arc<Assets>,
    /// Headers of every answer.
    pub headers: Arc<ProtectiveHeaders>,
    /// Seals the addresses of orders' public pages.
    pub seal: Arc<Seal>,
    /// How often somebody without a session may ask.
    pub throttle: Arc<Throttle>,
    /// Uploaded pictures of the last minutes.
    pub pictures: Arc<Pictures>,
    /// What pages show of stores, of the last seconds.
    pub stores: Arc<Stores>,
    /// Turns at work that costs much.
    pub work: Arc<Work>,
    /// What holds for connections.
    pub edge: Arc<Edge>,
    /// The OpenAPI document, as it is sent.
    pub document: Bytes,
}

/// What one worker works with.
#[derive(Clone)]
pub struct Worker {
    /// The time and new ids.
    pub clock: SharedClock,
    /// What decides about browsers and proxies.
    pub web: Arc<WebConfig>,
    /// Validated sessions of the last seconds.
    pub sessions: Arc<SessionCache>,
    /// The services behind, on channels of this worker's own.
    pub clients: Clients,
    /// The client and the pictures.
    pub assets: Arc<Assets>,
    /// Headers of every answer.
    pub headers: Arc<ProtectiveHeaders>,
    /// Seals the addresses of orders' public pages.
    pub seal: Arc<Seal>,
    /// How often somebody without a session may ask.
    pub throttle: Arc<Throttle>,
    /// Uploaded pictures of the last minutes.
    pub pictures: Arc<Pictures>,
    /// What pages show of stores, of the last seconds.
    pub stores: Arc<Stores>,
    /// Turns at work that costs much.
    pub work: Arc<Work>,
    /// What holds for connections.
    pub edge: Arc<Edge>,
    /// Which methods each path has.
    pub methods: Methods,
    document: Bytes,
}

impl Worker {
    /// A worker with its own channels.
    pub fn new(shared: Shared, clients: Clients) -> Self {
        let Shared { clock, web, sessions, assets, headers, seal, throttle, pictures, stores, work, edge, document } =
            shared;
        let methods = READS.iter().fold(Methods::of(&self::document()), |methods, path| methods.with_read(path));
        Self {
            clock,
            web,
            sessions,
            clients,
            assets,
            headers,
            seal,
            throttle,
            pictures,
            stores,
            work,
            edge,
            methods,
            document,
        }
    }
}

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
