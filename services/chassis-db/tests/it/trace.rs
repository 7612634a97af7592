//! The trace of a request goes with its events.

use std::sync::{Arc, Mutex};

use diesel_async::AsyncPgConnection;
use pishkhan_chassis::{
    config::TelemetryConfig,
    grpc::context::{self, RequestContext},
    telemetry,
    version::Build,
};
use pishkhan_chassis_db::{Handler, HandlerError, Received};
use pishkhan_testkit::{TestRedis, eventually};

use crate::{
    consumer::consumer,
    support::{Background, TOPIC, database, emit, relay},
};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

struct Traces(Arc<Mutex<Vec<Option<String>>>>);

impl Handler for Traces {
    const GROUP: &'static str = "tests.traces";

    fn topics(&self) -> &[&'static str] {
        &[TOPIC]
    }

    async fn handle(&self, _conn: &mut AsyncPgConnection, _event: &Received) -> Result<(), HandlerError> {
        self.0.lock().unwrap().push(telemetry::current_traceparent());
        Ok(())
    }
}

#[tokio::test]
async fn a_handler_works_in_the_trace_of_the_request() {
    let config = TelemetryConfig { otlp: None, sample_ratio: 1.0, log_filter: "info".to_owned() };
    let build = Build { service: "chassis-db", version: "1.2.3", revision: "abc" };
    let _guard = telemetry::init(build, &config).unwrap();
    let (db, redis) = (database().await, TestRedis::new());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Background::default();
    tasks.spawn(relay(&db, &redis).run(tasks.stop.clone()));
    tasks.spawn(consumer(&db, &redis, Traces(seen.clone())).run(tasks.stop.clone()));
    let traceparent = Some(format!("00-{TRACE}-b7ad6b7169203331-01"));
    let request = RequestContext { traceparent, ..RequestContext::new("a request") };
    context::scope(request, emit(&db.db(), "traced")).await;
    emit(&db.db(), "untraced").await;
    eventually("two handled events", async || (seen.lock().unwrap().len() == 2).then_some(())).await;
    tasks.finish().await;
    let seen = seen.lock().unwrap();
    // Nothing is exported: each has a trace all the same, which its log lines tell.
    assert!(
        seen.iter().all(|traceparent| traceparent
            .as_deref()
            .is_some_and(|text| text.ends_with("-00") || text.contains(TRACE)))
    );
    let of_request = |traceparent: &Option<String>| traceparent.as_ref().is_some_and(|text| text.contains(TRACE));
    assert_eq!(seen.iter().map(of_request).collect::<Vec<_>>(), [true, false], "{seen:?}");
}
