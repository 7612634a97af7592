//! The word that sessions have ended, as PostgreSQL passes it on: it comes with the commit and needs no Redis.

use std::pin::pin;

use diesel_async::{AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _};
use pishkhan_chassis::BoxError;
use tokio_stream::StreamExt as _;

/// The channel of `NOTIFY`.
pub const CHANNEL: &str = "session_revoked";

/// Listens on a connection of its own until it breaks: `begun` once nothing can be missed any more, then `ended` with
/// each handle.
pub async fn listen(url: &str, begun: impl FnOnce(), mut ended: impl FnMut(String)) -> Result<(), BoxError> {
    let mut connection = AsyncPgConnection::establish(url).await?;
    connection.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
    begun();
    let mut notifications = pin!(connection.notifications_stream());
    while let Some(notification) = notifications.next().await {
        ended(notification?.payload);
    }
    Err("the connection was closed".into())
}
