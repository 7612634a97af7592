//! The queue of messages: nothing is lost with a process, and nothing that was taken is sent again.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::future::join;
use pishkhan_chassis::clock::Clock as _;
use pishkhan_testkit::eventually;
use tokio_util::sync::CancellationToken;

use crate::{
    harness::{ADDRESS, PHONE, TestApp},
    phones::Manners,
};

/// Messages of this state.
async fn count(app: &TestApp, state: &str) -> i64 {
    app.db.db_count(&format!("reset_code WHERE state = '{state}'")).await
}

#[tokio::test]
async fn a_gateway_that_is_down_is_asked_again_with_the_same_message() {
    let app = TestApp::start().await;
    app.phones.behave(Manners::Down);
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    let begun = app.clock.now();
    let mut at = Vec::new();
    for _ in 0..119 {
        let before = app.phones.got().len();
        app.first.app.send_due().await.unwrap();
        if app.phones.got().len() > before {
            at.push((app.clock.now() - begun).num_seconds());
        }
        if at.len() == 4 {
            app.phones.behave(Manners::Takes);
        }
        app.clock.advance(TimeDelta::seconds(1));
    }
    assert_eq!(at, [1, 3, 7, 15, 31]);
    let got = app.phones.got();
    assert!(got.iter().all(|sms| sms.id == got[0].id && sms.code == got[0].code && sms.text == got[0].text));
    assert_eq!(count(&app, "sent").await, 1);
}

#[tokio::test]
async fn a_message_ends_with_its_code_and_one_that_is_refused_at_once() {
    let app = TestApp::start().await;
    app.phones.behave(Manners::Down);
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    for _ in 0..200 {
        app.clock.advance(TimeDelta::seconds(1));
        app.first.app.send_due().await.unwrap();
    }
    assert_eq!((app.phones.got().len(), count(&app, "failed").await), (8, 1));
    app.phones.behave(Manners::Refuses);
    app.first.forget(PHONE, ADDRESS).await.unwrap();
    app.phones.behave(Manners::Takes);
    for _ in 0..200 {
        app.clock.advance(TimeDelta::seconds(1));
        app.first.app.send_due().await.unwrap();
    }
    assert_eq!((app.phones.got().len(), count(&app, "failed").await), (9, 2));
}

#[tokio::test]
async fn what_a_process_was_sending_when_it_died_is_sent_by_another() {
    let app = TestApp::start().await;
    let another = app.another().await;
    app.phones.behave(Manners::Silent);
    let (dying, request) = (app.first.app.clone(), app.first.forget(PHONE, ADDRESS));
    // It hangs in the gateway, and is gone before it has heard of it.
    drop(tokio::time::timeout(Duration::from_millis(200), request).await);
    drop(dying);
    assert_eq!((app.phones.got().len(), count(&app, "waiting").await), (1, 1));
    app.phones.behave(Manners::Takes);
    app.clock.advance(TimeDelta::milliseconds(9_999));
    another.app.send_due().await.unwrap();
    assert_eq!(app.phones.got().len(), 1, "it may still be at it");
    app.clock.advance(TimeDelta::milliseconds(1));
    another.app.send_due().await.unwrap();
    let got = app.phones.got();
    assert_eq!((got.len(), count(&app, "sent").await), (2, 1));
    assert_eq!((got[0].id, &got[0].code), (got[1].id, &got[1].code));
    app.clock.advance(TimeDelta::seconds(60));
    another.app.send_due().await.unwrap();
    assert_eq!(app.phones.got().len(), 2);
}

#[tokio::test]
async fn processes_side_by_side_send_each_message_once() {
    let app = TestApp::start().await;
    let another = app.another().await;
    let insert = "INSERT INTO user_account SELECT gen_random_uuid(), '0913000' || lpad(n::text, 4, '0'), 'u' || n, \
                    'u' || n, 'a', 'b', 'operator', NULL, false, now() FROM generate_series(1, 60) n; \
                  INSERT INTO reset_code (code_id, cellphone, network, known, created_at, expires_at, next_attempt_at) \
                  SELECT gen_random_uuid(), '0913000' || lpad(n::text, 4, '0'), 'n' || n, false, '2026-11-21', \
                    '2026-11-23', '2026-11-21' FROM generate_series(1, 120) n";
    app.db.db_execute(insert).await;
    let drain = |app: pishkhan_auth::app::App| async move { while app.send_due().await.unwrap() > 0 {} };
    join(drain(app.first.app.clone()), drain(another.app.clone())).await;
    let mut ids: Vec<_> = app.phones.got().into_iter().map(|sms| sms.id).collect();
    ids.sort_unstable();
    let all = ids.len();
    ids.dedup();
    assert_eq!((all, ids.len()), (60, 60));
    assert_eq!((count(&app, "sent").await, count(&app, "nobody").await), (60, 60));
}

#[tokio::test]
async fn the_loop_sends_what_is_asked_for_until_it_is_stopped() {
    let app = TestApp::start().await;
    let stop = CancellationToken::new();
    let sending = app.first.app.clone();
    let mut bff = app.first.bff();
    let request = pishkhan_proto::auth::v1::SendResetCodeRequest {
        cellphone: PHONE.to_owned(),
        client_address: ADDRESS.to_owned(),
    };
    let asked = async {
        bff.send_reset_code(request).await.unwrap();
        eventually("it is sent", async || (count(&app, "sent").await == 1).then_some(())).await;
        stop.cancel();
    };
    join(sending.send_messages(stop.clone()), asked).await;
    assert_eq!(app.phones.got().len(), 1);
}
