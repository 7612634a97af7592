//! Looking at stored replies without claiming the key.

use diesel::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{
    DbError,
    idempotency::{IdempotencyError, Key},
    schema::idempotent_reply,
};

use super::Connection;

/// The reply that a request was given before, if it was. For work that spans several transactions: the key is claimed
/// in the last one.
#[tracing::instrument(name = "db.idempotent_reply.find", skip_all, fields(request.operation = key.operation))]
pub async fn find(conn: &mut Connection, key: &Key<'_>) -> Result<Option<Vec<u8>>, IdempotencyError> {
    let stored: Option<(Vec<u8>, Option<Vec<u8>>)> = idempotent_reply::table
        .find((key.seller_id, key.operation, key.request_id))
        .select((idempotent_reply::fingerprint, idempotent_reply::reply))
        .filter(idempotent_reply::reply.is_not_null())
        .first(conn)
        .await
        .optional()
        .map_err(DbError::from)?;
    match stored {
        Some((fingerprint, _)) if fingerprint != key.fingerprint => Err(IdempotencyError::Mismatch),
        Some((_, reply)) => Ok(reply),
        None => Ok(None),
    }
}
