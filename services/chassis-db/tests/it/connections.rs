//! Connections that are not of the pool: the one to Redis that a process shares, and the one that listens.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use pishkhan_chassis_db::{Db, DbConfig, ListenError, bus::Redis};
use pishkhan_testkit::{RedisProxy, TestRedis, eventually};
use redis::AsyncCommands as _;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

use crate::support::database;

#[tokio::test]
async fn many_share_one_connection_to_redis_which_is_opened_again_when_it_was_lost() {
    let redis = TestRedis::new();
    let way = RedisProxy::to(&redis).await;
    let shared = Redis::new(way.url(), None).unwrap().shared(Duration::from_secs(10));
    assert_eq!(way.taken(), 0, "nobody has asked yet");
    let ask = async || shared.clone().ping::<String>().await;
    assert!(join_all((0..50).map(|_| ask())).await.iter().all(|answer| answer.as_deref() == Ok("PONG")));
    assert_eq!(way.taken(), 1);

    let id: u64 = redis::cmd("CLIENT").arg("ID").query_async(&mut shared.clone()).await.unwrap();
    let () = redis::cmd("CLIENT").arg("KILL").arg("ID").arg(id).query_async(&mut redis.conn().await).await.unwrap();
    eventually("it is opened again", async || ask().await.ok()).await;
    assert_eq!(way.taken(), 2);
}

#[tokio::test]
async fn however_many_ask_a_redis_that_says_nothing_each_waits_no_longer_than_one_would() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("redis://{}", listener.local_addr().unwrap());
    let mut silent = JoinSet::new();
    silent.spawn(async move {
        let mut held = Vec::new();
        while let Ok(taken) = listener.accept().await {
            held.push(taken);
        }
    });
    let shared = Redis::new(&url, None).unwrap().shared(Duration::from_millis(100));
    let began = Instant::now();
    let answers = join_all((0..50).map(|_| async { shared.clone().ping::<String>().await })).await;
    assert!(answers.iter().all(|answer| answer.as_ref().is_err_and(redis::RedisError::is_timeout)));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_server_that_says_nothing_keeps_nobody_from_the_next_one() {
    let db = database().await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (who, place) = db.url().split_once('@').unwrap();
    let (host, name) = place.split_once('/').unwrap();
    let (host, port) = host.split_once(':').unwrap_or((host, "5432"));
    let both = format!("{who}@127.0.0.1:{},{host}:{port}/{name}", silent.local_addr().unwrap().port());
    let patient = DbConfig { wait: Duration::from_secs(20), ..DbConfig::new(both) };
    let began = Instant::now();
    Db::connect(&patient, "chassis_db").unwrap().ping().await.unwrap();
    assert!(began.elapsed() > Duration::from_millis(500), "it was asked first: {:?}", began.elapsed());
}

#[tokio::test]
async fn whoever_listens_does_so_at_a_server_of_the_role_that_the_url_asks_for() {
    let db = database().await;
    let of_role = |role: &str| {
        let separator = if db.url().contains('?') { '&' } else { '?' };
        let config = DbConfig::new(format!("{}{separator}target_session_attrs={role}", db.url()));
        Db::connect(&config, "chassis_db").unwrap()
    };
    let (reading, writing, begun) = (of_role("read-only"), of_role("read-write"), CancellationToken::new());
    tokio::select! {
        ended = writing.listen("word", || begun.cancel(), |_| ()) => panic!("{ended:?}"),
        () = begun.cancelled() => {}
    }
    let refused = reading.listen("word", || panic!("it listens to a primary"), |_| ()).await.unwrap_err();
    assert!(matches!(refused, ListenError::Connect(_)), "{refused:?}");
}
