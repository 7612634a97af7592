//! Whether the whole house answers.

use std::{collections::BTreeMap, time::Duration};

use actix_web::{HttpResponse, web::Data};
use futures_util::future::join_all;
use serde::Serialize;

use crate::app::Worker;

/// How long a service may take to say that it serves.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Serialize)]
struct HealthReply {
    status: &'static str,
    services: BTreeMap<&'static str, &'static str>,
}

/// 200 when every service answers that it serves, 503 otherwise, each by name.
pub async fn healthz(worker: Data<Worker>) -> HttpResponse {
    let asked = worker.clients.each().map(|peer| async move {
        let answer = tokio::time::timeout(PATIENCE, peer.check_health()).await;
        (peer.audience(), if matches!(answer, Ok(Ok(()))) { "up" } else { "down" })
    });
    let services: BTreeMap<_, _> = join_all(asked).await.into_iter().collect();
    let all_up = services.values().all(|state| *state == "up");
    let mut response = if all_up { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    response.json(HealthReply { status: if all_up { "ok" } else { "degraded" }, services })
}
