//! Whether the whole house answers. Which service does not is told on the admin port only.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Serialize;

use crate::{network::client_address, wire::error::BffError, worker::Worker};

#[derive(Serialize)]
struct HealthReply {
    status: &'static str,
}

/// 200 when every service answered when it was asked last, 503 otherwise. Asks nobody.
pub async fn healthz(request: HttpRequest, worker: Data<Worker>) -> Result<HttpResponse, BffError> {
    let address = client_address(&request, &worker.web.trusted_proxies);
    worker.edge.probes.admit(&address, worker.clock.now().timestamp()).map_err(BffError::too_many_tries)?;
    let well = worker.edge.health.is_well();
    let mut response = if well { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    Ok(response.json(HealthReply { status: if well { "ok" } else { "degraded" } }))
}
