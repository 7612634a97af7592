//! People see their own sessions, and end them.

use chrono::TimeDelta;
use pishkhan_proto::auth::v1 as pb;
use pishkhan_testkit::{eventually, noon};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{ADDRESS, DEVICE, Instance, PASSWORD, PHONE, TestApp, new_user, refusal};

pub type Cookies = (String, String);

impl Instance {
    pub async fn own_sessions(&self, (secret, handle): &Cookies) -> Result<pb::ListSessionsResponse, Status> {
        let request = pb::ListSessionsRequest { secret: secret.clone(), handle: handle.clone() };
        Ok(self.bff().list_sessions(request).await?.into_inner())
    }

    pub async fn end(&self, (secret, handle): &Cookies, session_id: &str) -> Result<(), Status> {
        let (secret, handle, session_id) = (secret.clone(), handle.clone(), session_id.to_owned());
        self.bff().end_session(pb::EndSessionRequest { secret, handle, session_id }).await.map(drop)
    }

    pub async fn end_others(&self, (secret, handle): &Cookies) -> Result<(), Status> {
        let request = pb::EndOtherSessionsRequest { secret: secret.clone(), handle: handle.clone() };
        self.bff().end_other_sessions(request).await.map(drop)
    }

    /// A session of another user than the usual one.
    async fn session_of(&self, phone: &str) -> Cookies {
        let pb::LogInResponse { session, secret, .. } = self.log_in(phone, PASSWORD).await.unwrap();
        (secret, session.unwrap().handle)
    }
}

/// The id of the session that asks.
async fn id_of(app: &TestApp, cookies: &Cookies) -> String {
    let listed = app.first.own_sessions(cookies).await.unwrap().sessions;
    listed.into_iter().find(|session| session.current).unwrap().session_id
}

fn invalid() -> (Code, String) {
    (Code::Unauthenticated, "SESSION_INVALID".to_owned())
}

fn not_found() -> (Code, String) {
    (Code::NotFound, "SESSION_NOT_FOUND".to_owned())
}

#[tokio::test]
async fn the_list_tells_of_ones_own_live_sessions_alone() {
    let app = TestApp::start().await;
    let other = app.first.create(new_user(2)).await.unwrap();
    app.first.session_of(&other.cellphone).await;
    let idle = app.first.session().await;
    app.clock.advance(TimeDelta::hours(23));
    let over = app.first.session().await;
    app.first.log_out(&over).await;
    let elsewhere = app.first.log_in_from(PHONE, PASSWORD, "2001:db8:1:2ff::1").await.unwrap();
    let elsewhere = (elsewhere.secret, elsewhere.session.unwrap().handle);
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(refusal(app.first.own_sessions(&idle).await), invalid());
    let mine = app.first.session().await;
    app.clock.advance(TimeDelta::minutes(5));
    app.first.validate(&elsewhere).await.unwrap();

    let pb::ListSessionsResponse { sessions, evicted } = app.first.own_sessions(&mine).await.unwrap();
    assert!(evicted.is_empty());
    let told: Vec<_> = sessions
        .iter()
        .map(|session| {
            let minutes = |time: &Option<prost_types::Timestamp>| (time.unwrap().seconds - noon().timestamp()) / 60;
            let (began, seen) = (minutes(&session.create_time), minutes(&session.last_seen_time));
            (session.device.as_str(), session.network.as_str(), began, seen, session.current)
        })
        .collect();
    let (day, hour) = (24 * 60, 60);
    // It asked, and so it was used; the other one was used in the same minute.
    assert_eq!(
        told,
        [(DEVICE, "203.0.113.0/24", day, day + 5, true), (DEVICE, "2001:db8:1:200::/56", day - hour, day + 5, false)]
    );
}

#[tokio::test]
async fn a_renewed_session_is_the_same_to_its_user() {
    let app = TestApp::start().await;
    let mine = app.first.session().await;
    let before = app.first.own_sessions(&mine).await.unwrap().sessions.remove(0);
    app.clock.advance(TimeDelta::hours(3));
    let request = pb::RenewSessionRequest { secret: mine.0, handle: mine.1 };
    let renewed = app.first.bff().renew_session(request).await.unwrap().into_inner();
    let renewed = (renewed.secret, renewed.session.unwrap().handle);
    let after = app.first.own_sessions(&renewed).await.unwrap().sessions;
    assert_eq!(after.len(), 1);
    assert_ne!(after[0].session_id, before.session_id);
    assert_eq!((&after[0].device, after[0].create_time), (&before.device, before.create_time));
}

#[tokio::test]
async fn one_session_ends_at_once_in_every_process() {
    let app = TestApp::start().await;
    let second = app.another().await;
    let (mine, lost, third) = (app.first.session().await, app.first.session().await, app.first.session().await);
    let lost_id = id_of(&app, &lost).await;
    for instance in [&app.first, &second] {
        instance.validate(&lost).await.unwrap();
    }
    app.first.end(&mine, &lost_id).await.unwrap();
    assert_eq!(refusal(app.first.validate(&lost).await), invalid());
    eventually("the other process has heard of it", async || second.validate(&lost).await.err()).await;
    for cookies in [&mine, &third] {
        app.first.validate(cookies).await.unwrap();
    }
    assert_eq!(app.first.own_sessions(&mine).await.unwrap().sessions.len(), 2);
    // What is over is over: a second press is no error, and leaves no second trace.
    app.first.end(&mine, &lost_id).await.unwrap();
    assert_eq!(app.db.db_count("audit_event WHERE action = 'session.ended'").await, 1);
    // The one that asks may end itself.
    app.first.end(&mine, &id_of(&app, &mine).await).await.unwrap();
    assert_eq!(refusal(app.first.own_sessions(&mine).await), invalid());
}

#[tokio::test]
async fn nobody_ends_what_is_not_theirs() {
    let app = TestApp::start().await;
    let other = app.first.create(new_user(2)).await.unwrap();
    let (mine, theirs) = (app.first.session().await, app.first.session_of(&other.cellphone).await);
    let their_id = id_of(&app, &theirs).await;
    for id in [their_id, Uuid::nil().to_string()] {
        assert_eq!(refusal(app.first.end(&mine, &id).await), not_found());
    }
    for id in ["", "nonsense"] {
        assert_eq!(refusal(app.first.end(&mine, id).await), (Code::InvalidArgument, "INVALID_FIELD".to_owned()));
    }
    // Half a session, halves of two, and one that is over.
    let over = app.first.session().await;
    app.first.log_out(&over).await;
    let mine_id = id_of(&app, &mine).await;
    for cookies in [(mine.0.clone(), theirs.1.clone()), (String::new(), mine.1.clone()), over] {
        assert_eq!(refusal(app.first.end(&cookies, &mine_id).await), invalid());
        assert_eq!(refusal(app.first.end_others(&cookies).await), invalid());
    }
    app.first.end_others(&mine).await.unwrap();
    for cookies in [&mine, &theirs] {
        app.first.validate(cookies).await.unwrap();
    }
}

#[tokio::test]
async fn all_others_end_together() {
    let app = TestApp::start().await;
    let mine = app.first.session().await;
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(app.first.session().await);
    }
    app.first.end_others(&mine).await.unwrap();
    for cookies in &others {
        assert_eq!(refusal(app.first.validate(cookies).await), invalid());
    }
    assert_eq!(app.first.own_sessions(&mine).await.unwrap().sessions.len(), 1);
    app.first.end_others(&mine).await.unwrap();
    assert_eq!(app.db.db_count("audit_event WHERE action = 'session.ended'").await, 3);
}

#[tokio::test]
async fn of_two_that_end_each_other_one_stays() {
    let app = TestApp::start().await;
    for _ in 0..5 {
        let (one, other) = (app.first.session().await, app.first.session().await);
        let (ended, ended_too) = tokio::join!(app.first.end_others(&one), app.first.end_others(&other));
        let (winner, loser, refused) = match (ended, ended_too) {
            (Ok(()), refused) => (one, other, refused),
            (refused, Ok(())) => (other, one, refused),
            (Err(one), Err(other)) => panic!("{one} {other}"),
        };
        assert_eq!(refusal(refused), invalid());
        app.first.validate(&winner).await.unwrap();
        assert_eq!(refusal(app.first.validate(&loser).await), invalid());
    }
}

#[tokio::test]
async fn whoever_logs_in_is_told_of_those_that_made_room() {
    let app = TestApp::start().await;
    let other = app.first.create(new_user(2)).await.unwrap();
    let evicted = async |phone: &str| app.first.log_in(phone, PASSWORD).await.unwrap().evicted;
    for minute in 0..10 {
        assert_eq!(evicted(PHONE).await, [], "{minute}");
        app.clock.advance(TimeDelta::minutes(1));
    }
    let first = evicted(PHONE).await;
    assert_eq!(first.len(), 1);
    assert_eq!((first[0].device.as_str(), first[0].network.as_str()), (DEVICE, "203.0.113.0/24"));
    assert_eq!(first[0].last_seen_time.unwrap().seconds, noon().timestamp());
    assert!(!first[0].current);
    assert_eq!(evicted(&other.cellphone).await, [], "of another user nobody is told");

    // Whoever it was comes back within the day.
    app.clock.advance(TimeDelta::hours(23));
    let again = app.first.log_in(PHONE, PASSWORD).await.unwrap();
    assert_eq!(again.evicted.len(), 2, "one for this log-in, and the one of yesterday");
    assert!(again.evicted.contains(&first[0]));
    let mine = (again.secret, again.session.unwrap().handle);
    assert_eq!(app.first.own_sessions(&mine).await.unwrap().evicted.len(), 2);
    app.clock.advance(TimeDelta::hours(1));
    assert!(!app.first.own_sessions(&mine).await.unwrap().evicted.contains(&first[0]));

    // Those that were ended otherwise made no room.
    app.first.end_others(&mine).await.unwrap();
    app.clock.advance(TimeDelta::hours(24));
    assert_eq!(evicted(PHONE).await, []);
}

#[tokio::test]
async fn a_device_is_known_as_it_was_named_and_no_other_way() {
    let app = TestApp::start().await;
    let log_in = async |device: String| {
        let request = pb::LogInRequest {
            cellphone: PHONE.to_owned(),
            password: PASSWORD.to_owned(),
            client_address: ADDRESS.to_owned(),
            device,
        };
        app.first.bff().log_in(request).await
    };
    let refused = log_in("x".repeat(65)).await;
    assert_eq!(refusal(refused), (Code::InvalidArgument, "INVALID_FIELD".to_owned()));
    for device in [String::new(), "«».".to_owned()] {
        let pb::LogInResponse { session, secret, .. } = log_in(device.clone()).await.unwrap().into_inner();
        let listed = app.first.own_sessions(&(secret, session.unwrap().handle)).await.unwrap().sessions;
        assert_eq!(listed.iter().find(|session| session.current).unwrap().device, device);
    }
}
