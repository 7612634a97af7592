//! What each call costs the database. `docs/ROUND_TRIPS.md` tells it, and this keeps it true.

use chrono::TimeDelta;
use pishkhan_proto::auth::v1 as pb;
use pishkhan_testkit::RoundTrips;

use crate::harness::{ADDRESS, PASSWORD, PHONE, TestApp};

/// A session from its beginning to its end.
async fn life(app: &TestApp) -> RoundTrips {
    let mut counted = RoundTrips::at([("auth", app.db.db())]);
    let first = &app.first;
    let session = counted.count("LogIn", first.session()).await;
    counted.count("ValidateSession, the first time", first.validate(&session)).await.expect("it is answered");
    counted.count("ValidateSession, again", first.validate(&session)).await.expect("it is answered");
    app.clock.advance(TimeDelta::minutes(2));
    counted.count("ValidateSession, a use to be written down", first.validate(&session)).await.expect("it is answered");
    let (secret, handle) = session;
    let renew = pb::RenewSessionRequest { secret, handle };
    let renewed =
        counted.count("RenewSession", first.bff().renew_session(renew)).await.expect("it is answered").into_inner();
    let session = (renewed.secret, renewed.session.expect("a session").handle);
    let other = first.session().await;
    counted.count("ListSessions", first.own_sessions(&session)).await.expect("it is answered");
    let own = first.own_sessions(&other).await.expect("it is answered").sessions;
    let other_id = own.into_iter().find(|session| session.current).expect("its own").session_id;
    counted.count("EndSession", first.end(&session, &other_id)).await.expect("it ends");
    first.session().await;
    counted.count("EndOtherSessions, of one", first.end_others(&session)).await.expect("they end");
    let session =
        counted.count("ChangePassword", first.set_password(&session, PASSWORD, PASSWORD)).await.expect("it is changed");
    counted.count("LogOut", first.log_out(&session)).await;
    let request = pb::SendResetCodeRequest { cellphone: PHONE.to_owned(), client_address: ADDRESS.to_owned() };
    counted.count("SendResetCode", first.bff().send_reset_code(request)).await.expect("it is answered");
    counted.count("its message", first.app.send_due()).await.expect("it is sent");
    let code = app.phones.code(PHONE);
    counted.count("ResetPassword", first.reset(PHONE, &code, PASSWORD, ADDRESS)).await.expect("it is answered");
    let link = pb::CreatePasswordLinkRequest { cellphone: PHONE.to_owned(), reset: true, ..Default::default() };
    let link = counted.count("CreatePasswordLink", first.link(link)).await.expect("it is made").secret;
    counted.count("UsePasswordLink", first.use_link(&link, PASSWORD)).await.expect("it is good");
    counted
}

#[tokio::test]
async fn the_document_tells_what_each_call_costs() {
    let app = TestApp::start().await;
    life(&app).await;
    life(&app).await.assert_documented("auth");
}
