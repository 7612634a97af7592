//! A session that has ended has ended everywhere, and stays so.

use std::time::Duration;

use pishkhan_auth::domain::secret::SecretHash;
use pishkhan_chassis::clock::Clock as _;
use pishkhan_proto::auth::v1 as pb;
use pishkhan_testkit::eventually;
use tokio::time::timeout;
use tonic::{Code, Streaming};

use crate::harness::{Instance, TestApp, refusal};

const LISTENERS: &str = "pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'";

async fn watch(instance: &Instance) -> Streaming<pb::WatchRevocationsResponse> {
    let answer = instance.bff().watch_revocations(pb::WatchRevocationsRequest {}).await;
    let mut words = answer.expect("the watch begins").into_inner();
    let first = words.message().await.expect("the stream lives").expect("a first message");
    assert!(first.handles.is_empty());
    words
}

/// What is said within a second.
async fn next(words: &mut Streaming<pb::WatchRevocationsResponse>) -> Vec<String> {
    let word = timeout(Duration::from_secs(1), words.message()).await.expect("a word within a second");
    word.expect("the stream lives").expect("the stream goes on").handles
}

#[tokio::test]
async fn every_instance_hears_of_a_log_out_within_a_second() {
    let app = TestApp::start().await;
    let second = app.another().await;
    let (mut here, mut there) = (watch(&app.first).await, watch(&second).await);
    let cookies = app.first.session().await;
    second.validate(&cookies).await.unwrap();
    app.first.log_out(&cookies).await;
    assert_eq!(next(&mut there).await, std::slice::from_ref(&cookies.1));
    assert_eq!(next(&mut here).await, std::slice::from_ref(&cookies.1));
    assert_eq!(refusal(second.validate(&cookies).await).1, "SESSION_INVALID");
}

#[tokio::test]
async fn the_session_pushed_out_by_the_eleventh_is_told_too() {
    let app = TestApp::start().await;
    let second = app.another().await;
    let mut there = watch(&second).await;
    let oldest = app.first.session().await;
    second.validate(&oldest).await.unwrap();
    for _ in 0..10 {
        app.clock.advance(chrono::TimeDelta::seconds(1));
        app.first.session().await;
    }
    assert_eq!(next(&mut there).await, std::slice::from_ref(&oldest.1));
    // An instance that begins only now knows nothing of the word, and the cache does not tell it otherwise.
    let third = app.another().await;
    assert_eq!(refusal(third.validate(&oldest).await).1, "SESSION_INVALID");
}

#[tokio::test]
async fn a_late_look_up_does_not_bring_a_revoked_session_back() {
    let app = TestApp::start().await;
    let cookies = app.first.session().await;
    app.first.validate(&cookies).await.unwrap();
    let (cache, secret_hash) = (app.cache(), SecretHash::of_text(&cookies.0).unwrap());
    let (session, read_at) = cache.get(secret_hash).await.unwrap().unwrap();
    assert_eq!((session.handle.as_str(), read_at), (cookies.1.as_str(), app.clock.now()));
    app.first.log_out(&cookies).await;
    assert!(cache.get(secret_hash).await.unwrap().is_none());
    // What a look-up does that began before the log-out and ends after it.
    cache.put(secret_hash, &session, read_at).await.unwrap();
    assert!(cache.get(secret_hash).await.unwrap().is_none());
    let second = app.another().await;
    for instance in [&app.first, &second] {
        assert_eq!(refusal(instance.validate(&cookies).await).1, "SESSION_INVALID");
    }
}

#[tokio::test]
async fn what_the_cache_had_before_the_record_was_heard_is_not_believed() {
    let app = TestApp::start().await;
    let cookies = app.first.session().await;
    app.first.validate(&cookies).await.unwrap();
    let (cache, secret_hash) = (app.cache(), SecretHash::of_text(&cookies.0).unwrap());
    let (session, read_at) = cache.get(secret_hash).await.unwrap().unwrap();
    // Ended while neither Redis nor anybody listening could be told.
    app.db.db_execute("UPDATE session SET revoked_at = now()").await;
    app.clock.advance(chrono::TimeDelta::seconds(1));
    cache.put(secret_hash, &session, read_at).await.unwrap();
    let second = app.another().await;
    assert_eq!(refusal(second.validate(&cookies).await).1, "SESSION_INVALID");
}

#[tokio::test]
async fn streams_end_with_the_connection_and_recover() {
    let app = TestApp::start().await;
    let cookies = app.first.session().await;
    app.first.validate(&cookies).await.unwrap();
    let mut words = watch(&app.first).await;
    assert_eq!(app.db.db_count(LISTENERS).await, 1);
    app.db.db_execute(&format!("SELECT pg_terminate_backend(pid) FROM {LISTENERS} AND pid <> pg_backend_pid()")).await;
    let ended = timeout(Duration::from_secs(5), words.message()).await.expect("the stream ends");
    let (code, reason) = refusal(ended);
    assert_eq!((code, reason.as_str()), (Code::Unavailable, "DEPENDENCY_DOWN"));
    // Sessions are validated all the while.
    app.first.validate(&cookies).await.unwrap();
    let mut words = eventually("the watch begins again", async || {
        let answer = app.first.bff().watch_revocations(pb::WatchRevocationsRequest {}).await;
        answer.ok().map(tonic::Response::into_inner)
    })
    .await;
    assert!(next(&mut words).await.is_empty());
    app.first.log_out(&cookies).await;
    assert_eq!(next(&mut words).await, [cookies.1]);
}

#[tokio::test]
async fn without_redis_sessions_live_and_end_all_the_same() {
    let app = TestApp::without_redis().await;
    let mut words = watch(&app.first).await;
    let cookies = app.first.session().await;
    app.first.validate(&cookies).await.unwrap();
    app.first.log_out(&cookies).await;
    assert_eq!(next(&mut words).await, std::slice::from_ref(&cookies.1));
    assert_eq!(refusal(app.first.validate(&cookies).await).1, "SESSION_INVALID");
}
