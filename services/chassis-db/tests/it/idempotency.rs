//! Requests that come twice.

use futures_util::future::join_all;
use pishkhan_chassis::errors;
use pishkhan_chassis_db::{
    Db, DbError, Housekeeping,
    idempotency::{self, Claim, IdempotencyError, Key, fingerprint},
};
use tonic::Status;
use uuid::Uuid;

use crate::support::{Counter, add_effect, clock, database, long_ago};

fn key<'a>(request_id: &'a str, request: &[u8]) -> Key<'a> {
    Key { seller_id: Uuid::from_u128(7), operation: "PlaceThing", request_id, fingerprint: fingerprint(request) }
}

/// A use case: one effect, and a reply that says which run made it.
async fn place(db: &Db, key: &Key<'_>, runs: &Counter) -> Result<Vec<u8>, IdempotencyError> {
    let now = clock().now();
    db.transaction(async |conn| {
        if let Claim::Replay(reply) = idempotency::claim(conn, key, now).await? {
            return Ok(reply);
        }
        let run = runs.next();
        add_effect(conn, "placed").await?;
        let reply = format!("made by run {run}").into_bytes();
        idempotency::store(conn, key, &reply).await?;
        Ok(reply)
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_at_once_have_one_effect_and_one_reply() {
    let db = database().await;
    let (pool, runs, key) = (db.db_with(|config| config.pool_size = 8), Counter::default(), key("r-1", b"one"));
    let replies = join_all((0..50).map(|_| place(&pool, &key, &runs))).await;
    let replies: Vec<Vec<u8>> = replies.into_iter().map(Result::unwrap).collect();
    assert!(replies.iter().all(|reply| reply == b"made by run 0"), "{replies:?}");
    assert_eq!((db.db_count("effect").await, db.db_count("idempotent_reply").await), (1, 1));
}

#[tokio::test]
async fn a_key_with_another_request_is_refused() {
    let db = database().await;
    let (pool, runs) = (db.db(), Counter::default());
    place(&pool, &key("r-1", b"one"), &runs).await.unwrap();
    let error = place(&pool, &key("r-1", b"another"), &runs).await.unwrap_err();
    assert!(matches!(error, IdempotencyError::Mismatch), "{error:?}");
    assert_eq!(errors::reason(&Status::from(error)).as_deref(), Some("IDEMPOTENCY_KEY_REUSED"));
    assert_eq!(db.db_count("effect").await, 1);
}

#[tokio::test]
async fn keys_of_other_sellers_and_operations_are_other_keys() {
    let db = database().await;
    let (pool, runs) = (db.db(), Counter::default());
    let first = key("r-1", b"one");
    for key in [first, Key { seller_id: Uuid::from_u128(8), ..first }, Key { operation: "DropThing", ..first }] {
        place(&pool, &key, &runs).await.unwrap();
    }
    assert_eq!(db.db_count("effect").await, 3);
}

#[tokio::test]
async fn a_failed_request_leaves_its_key_free() {
    let db = database().await;
    let (pool, runs, key, now) = (db.db(), Counter::default(), key("r-1", b"one"), clock().now());
    let failed = pool
        .transaction(async |conn| {
            assert_eq!(idempotency::claim(conn, &key, now).await?, Claim::New);
            add_effect(conn, "undone").await?;
            Err::<(), IdempotencyError>(diesel::result::Error::NotFound.into())
        })
        .await;
    assert!(failed.is_err());
    assert_eq!((db.db_count("effect").await, db.db_count("idempotent_reply").await), (0, 0));
    assert_eq!(place(&pool, &key, &runs).await.unwrap(), b"made by run 0");
}

#[tokio::test]
async fn a_key_without_a_reply_is_our_own_mistake() {
    let db = database().await;
    let (pool, key, now) = (db.db(), key("r-1", b"one"), clock().now());
    let claim = async || pool.transaction(async |conn| idempotency::claim(conn, &key, now).await).await;
    assert_eq!(claim().await.unwrap(), Claim::New);
    assert!(matches!(claim().await, Err(IdempotencyError::NoReply)));
}

#[tokio::test]
async fn a_reply_is_stored_once_and_only_for_a_claimed_key() {
    let db = database().await;
    let (pool, runs, key) = (db.db(), Counter::default(), key("r-1", b"one"));
    let store =
        async || pool.transaction(async |conn| Ok::<_, DbError>(idempotency::store(conn, &key, b"x").await?)).await;
    assert!(store().await.is_err());
    place(&pool, &key, &runs).await.unwrap();
    assert!(store().await.is_err());
    assert_eq!(place(&pool, &key, &runs).await.unwrap(), b"made by run 0");
}

#[tokio::test]
async fn old_replies_are_purged_and_young_ones_stay() {
    let db = database().await;
    let (pool, runs) = (db.db(), Counter::default());
    place(&pool, &key("old", b"one"), &runs).await.unwrap();
    db.db_execute(&format!("UPDATE idempotent_reply SET created_at = '{}'", long_ago().to_rfc3339())).await;
    place(&pool, &key("young", b"one"), &runs).await.unwrap();
    assert_eq!(Housekeeping::new(pool, clock()).clear().await.unwrap()["idempotent_reply"], 1);
    assert_eq!(db.db_count("idempotent_reply WHERE request_id = 'young'").await, 1);
}
