//! Whether this process serves. How the services behind are is told on the admin port only.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Serialize;

use crate::{network::client_address, wire::error::BffError, worker::Worker};

#[derive(Serialize)]
struct HealthReply {
    status: &'static str,
}

/// 200 as long as this process answers, whatever is behind it: a balancer that took it away for the loss of one service
/// would take away what works without that.
pub async fn healthz(request: HttpRequest, worker: Data<Worker>) -> Result<HttpResponse, BffError> {
    let address = client_address(&request, &worker.web.trusted_proxies);
    worker.edge.probes.admit(&address, worker.clock.now().timestamp()).map_err(BffError::too_many_tries)?;
    Ok(HttpResponse::Ok().json(HealthReply { status: "ok" }))
}
