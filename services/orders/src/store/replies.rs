//! Replies of requests that may come twice, where the reply is known only in the last of several transactions.

use chrono::{DateTime, Utc};
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

/// Stores the reply of a request in the transaction of its effect. False when the key was claimed before; waits for a
/// concurrent holder of it to commit or roll back.
#[tracing::instrument(name = "db.idempotent_reply.insert", skip_all, fields(request.operation = key.operation))]
pub async fn insert(
    conn: &mut Connection,
    key: &Key<'_>,
    reply: &[u8],
    now: DateTime<Utc>,
) -> Result<bool, IdempotencyError> {
    let inserted = diesel::insert_into(idempotent_reply::table)
        .values((
            idempotent_reply::seller_id.eq(key.seller_id),
            idempotent_reply::operation.eq(key.operation),
            idempotent_reply::request_id.eq(key.request_id),
            idempotent_reply::fingerprint.eq(key.fingerprint.as_slice()),
            idempotent_reply::reply.eq(reply),
            idempotent_reply::created_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
        .map_err(DbError::from)?;
    Ok(inserted == 1)
}
