//! Listens to auth's word of sessions that have ended.

use std::{sync::Arc, time::Duration};

use pishkhan_proto::auth::v1 as pb;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::cache::SessionCache;
use crate::clients::Clients;

/// How long to wait before the stream is asked for again.
const RETRY: Duration = Duration::from_millis(500);

/// Keeps the cache honest until `stop`. While the stream is away the cache is off.
pub async fn watch(clients: Clients, cache: Arc<SessionCache>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let ended = tokio::select! {
            () = stop.cancelled() => Ok(()),
            ended = listen(&clients, &cache) => ended,
        };
        cache.set_listening(false);
        if let Err(status) = ended {
            tracing::warn!(rpc.code = ?status.code(), rpc.message = status.message(), "revocations are not heard");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(RETRY) => {}
        }
    }
}

async fn listen(clients: &Clients, cache: &SessionCache) -> Result<(), Status> {
    let mut stream = clients.auth_stream().watch_revocations(pb::WatchRevocationsRequest {}).await?.into_inner();
    while let Some(message) = stream.message().await? {
        if message.handles.is_empty() {
            // The watch has begun: whatever ends from here on is heard.
            cache.set_listening(true);
        } else {
            cache.revoke(&message.handles);
        }
    }
    Ok(())
}
