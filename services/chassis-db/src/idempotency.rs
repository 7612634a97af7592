//! Requests that may come twice: the first one's effect and reply are stored together, a repetition gets the reply.
//!
//! ```text
//! db.transaction(async |conn| {
//!     if let Claim::Replay(reply) = idempotency::claim(conn, &key, now).await? {
//!         return Ok(decode(reply));
//!     }
//!     … the effect …
//!     idempotency::store(conn, &key, &reply.encode_to_vec()).await?;
//!     Ok(reply)
//! })
//! ```

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::{errors, passport::Signer};
use sha2::{Digest as _, Sha256};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    error::DbError,
    memoized::Memoize as _,
    schema::idempotent_reply,
    statement::{Statement, statement},
};

/// Reason of the refusal when a key comes again with another request.
pub const IDEMPOTENCY_KEY_REUSED: &str = "IDEMPOTENCY_KEY_REUSED";

/// What makes two requests the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key<'a> {
    /// Whose request it is; `Uuid::nil()` where it belongs to no seller.
    pub seller_id: Uuid,
    /// The RPC: `PlaceOrder`.
    pub operation: &'static str,
    /// The caller's `request_id`.
    pub request_id: &'a str,
    /// [`fingerprint`] of the request, so that a reused id is noticed.
    pub fingerprint: [u8; 32],
}

/// What a claimed key says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a replay must be answered with its stored reply"]
pub enum Claim {
    /// The first time: do it, then [`store`] the reply in the same transaction.
    New,
    /// It has been done: the stored reply.
    Replay(Vec<u8>),
}

/// Why a key could not be claimed.
#[derive(Debug, thiserror::Error)]
pub enum IdempotencyError {
    /// The key came before with another request.
    #[error("the request id was used for another request")]
    Mismatch,
    /// The key was claimed and committed without a reply: a use case forgot to [`store`].
    #[error("the request id was claimed without a stored reply")]
    NoReply,
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<diesel::result::Error> for IdempotencyError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<IdempotencyError> for Status {
    fn from(error: IdempotencyError) -> Self {
        match error {
            IdempotencyError::Mismatch => {
                errors::status(Code::FailedPrecondition, IDEMPOTENCY_KEY_REUSED, error.to_string())
                    .field("request_id", "REUSED")
                    .build()
            }
            IdempotencyError::NoReply => {
                tracing::error!(error = &error as &dyn std::error::Error, "a request cannot be replayed");
                errors::status(Code::Internal, crate::error::INTERNAL, "the request could not be completed").build()
            }
            IdempotencyError::Database(error) => error.into(),
        }
    }
}

/// SHA-256 of an encoded request (`request.encode_to_vec()`). Leave out what differs between repetitions.
pub fn fingerprint(request: &[u8]) -> [u8; 32] {
    Sha256::digest(request).into()
}

/// [`fingerprint`] of a request with a password in it: who reads what is stored cannot try passwords out without this
/// process's key. After a change of the key a repetition counts as another request.
pub fn secret_fingerprint(request: &[u8], signer: &Signer) -> [u8; 32] {
    fingerprint(&signer.mark(request))
}

/// Claims a key in the running transaction. Waits for a concurrent holder of the same key to commit or roll back.
#[tracing::instrument(name = "db.idempotent_reply.claim", skip_all, fields(request.operation = key.operation))]
pub async fn claim(conn: &mut AsyncPgConnection, key: &Key<'_>, now: DateTime<Utc>) -> Result<Claim, IdempotencyError> {
    loop {
        let inserted = statement(
            "INSERT INTO idempotent_reply (seller_id, operation, request_id, fingerprint, created_at) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(key.seller_id)
        .bind(key.operation)
        .bind(key.request_id.to_owned())
        .bind(key.fingerprint.to_vec())
        .bind(now)
        .run(conn)
        .await?;
        if inserted == 1 {
            return Ok(Claim::New);
        }
        let stored = idempotent_reply::table
            .find((key.seller_id, key.operation, key.request_id))
            .select((idempotent_reply::fingerprint, idempotent_reply::reply))
            .first::<(Vec<u8>, Option<Vec<u8>>)>(conn)
            .await
            .optional()?;
        match stored {
            Some((fingerprint, _)) if fingerprint != key.fingerprint => return Err(IdempotencyError::Mismatch),
            Some((_, Some(reply))) => return Ok(Claim::Replay(reply)),
            Some((_, None)) => return Err(IdempotencyError::NoReply),
            // Purged between the two statements: claim it anew.
            None => {}
        }
    }
}

/// Stores the reply of a key claimed in the same transaction.
#[tracing::instrument(name = "db.idempotent_reply.store", skip_all, fields(request.operation = key.operation))]
pub async fn store(conn: &mut AsyncPgConnection, key: &Key<'_>, reply: &[u8]) -> QueryResult<()> {
    let stored = statement(
        "UPDATE idempotent_reply SET reply = $4 \
         WHERE seller_id = $1 AND operation = $2 AND request_id = $3 AND reply IS NULL",
    )
    .bind(key.seller_id)
    .bind(key.operation)
    .bind(key.request_id.to_owned())
    .bind(reply.to_vec())
    .run(conn)
    .await?;
    if stored == 1 { Ok(()) } else { Err(diesel::result::Error::NotFound) }
}

/// The reply that a request was given before, if it was: for work that claims its key only with the reply ([`record`]).
#[tracing::instrument(name = "db.idempotent_reply.find", skip_all, fields(request.operation = key.operation))]
pub async fn find(conn: &AsyncPgConnection, key: &Key<'_>) -> Result<Option<Vec<u8>>, IdempotencyError> {
    let mut conn = conn;
    let stored: Option<(Vec<u8>, Option<Vec<u8>>)> = idempotent_reply::table
        .find((key.seller_id, key.operation, key.request_id))
        .select((idempotent_reply::fingerprint, idempotent_reply::reply))
        .filter(idempotent_reply::reply.is_not_null())
        .limit(1)
        .memoized()
        .get_result(&mut conn)
        .await
        .optional()?;
    match stored {
        Some((fingerprint, _)) if fingerprint != key.fingerprint => Err(IdempotencyError::Mismatch),
        Some((_, reply)) => Ok(reply),
        None => Ok(None),
    }
}

/// The statement that claims a key and stores its reply in one, with the effect's other writes. It waits for a concurrent
/// holder of the key; when that one commits, it fails ([`is_taken`]), and with it the transaction.
pub fn record(key: &Key<'_>, reply: Vec<u8>, now: DateTime<Utc>) -> Statement {
    record_all(vec![(0, *key, reply, now)])
}

/// As [`record`] for several requests, each with its place behind a [guard](Statement::guard).
pub fn record_all(replies: Vec<(i32, Key<'_>, Vec<u8>, DateTime<Utc>)>) -> Statement {
    let keys = || replies.iter().map(|(_, key, ..)| key);
    statement(
        "INSERT INTO idempotent_reply (seller_id, operation, request_id, fingerprint, reply, created_at) \
         SELECT each.seller_id, each.operation, each.request_id, each.fingerprint, each.reply, each.created_at \
         FROM unnest($1::integer[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[], $7::bytea[]) \
           AS each (place, seller_id, operation, request_id, fingerprint, created_at, reply)",
    )
    .bind(replies.iter().map(|(place, ..)| *place).collect::<Vec<_>>())
    .bind(keys().map(|key| key.seller_id).collect::<Vec<_>>())
    .bind(keys().map(|key| key.operation).collect::<Vec<_>>())
    .bind(keys().map(|key| key.request_id.to_owned()).collect::<Vec<_>>())
    .bind(keys().map(|key| key.fingerprint.to_vec()).collect::<Vec<_>>())
    .bind(replies.iter().map(|(.., at)| *at).collect::<Vec<_>>())
    .bind(replies.into_iter().map(|(_, _, reply, _)| reply).collect::<Vec<_>>())
}

/// As [`record`], but where the key is taken it leaves everything as it is: nothing fails, and no row is written.
pub fn record_unless_taken(key: &Key<'_>, reply: Vec<u8>, now: DateTime<Utc>) -> Statement {
    let sql = "INSERT INTO idempotent_reply (seller_id, operation, request_id, fingerprint, reply, created_at) \
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
    statement(sql)
        .bind(key.seller_id)
        .bind(key.operation)
        .bind(key.request_id.to_owned())
        .bind(key.fingerprint.to_vec())
        .bind(reply)
        .bind(now)
}

/// Whether a transaction failed because its key was taken meanwhile.
pub fn is_taken(error: &DbError) -> bool {
    error.is_unique_violation("idempotent_reply_pkey")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_differ_have_different_fingerprints() {
        assert_eq!(fingerprint(b"a"), fingerprint(b"a"));
        assert_ne!(fingerprint(b"a"), fingerprint(b"b"));
        let (one, other) = (Signer::from_seed("a", "a", &[1; 32]), Signer::from_seed("a", "a", &[2; 32]));
        let secret = secret_fingerprint(b"a", &one);
        assert_eq!(secret, secret_fingerprint(b"a", &one));
        for another in [fingerprint(b"a"), secret_fingerprint(b"b", &one), secret_fingerprint(b"a", &other)] {
            assert_ne!(secret, another);
        }
    }

    #[test]
    fn a_reused_key_is_the_callers_mistake_and_names_the_field() {
        let status = Status::from(IdempotencyError::Mismatch);
        let details = errors::details(&status);
        assert_eq!(status.code(), Code::FailedPrecondition);
        assert_eq!(details.reason.as_deref(), Some(IDEMPOTENCY_KEY_REUSED));
        assert_eq!(details.fields[0].field, "request_id");
        assert_eq!(errors::reason(&Status::from(IdempotencyError::NoReply)).as_deref(), Some("INTERNAL"));
    }
}
