use metrics_exporter_prometheus::PrometheusBuilder;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use pishkhan_chassis::telemetry::{current_traceparent, parse_traceparent, work};
use tracing::Instrument as _;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::probe::{House, ask};

const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

#[tokio::test]
async fn one_trace_runs_from_the_client_into_the_handler() {
    let provider =
        SdkTracerProvider::builder().with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOff))).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
    // For this thread, on which the client and the server both run.
    let _traces = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));
    let house = House::new().await;
    let span = work("web", Some(PARENT)).span;
    let (client, server) =
        async { (current_traceparent().unwrap(), ask(house.peer().channel(), "trace").await.unwrap()) }
            .instrument(span)
            .await;
    let [parent, client, server] = [PARENT, &client, &server].map(|text| parse_traceparent(text).unwrap());
    assert_eq!((client.trace_id(), server.trace_id()), (parent.trace_id(), parent.trace_id()));
    assert!(client.span_id() != parent.span_id() && server.span_id() != client.span_id());
    assert!(server.is_sampled(), "the decision of the first process holds in all");
    let other = parse_traceparent(&ask(house.peer().channel(), "trace").await.unwrap()).unwrap();
    assert_ne!(other.trace_id(), parent.trace_id(), "a call outside of the trace starts its own");
}

#[tokio::test]
async fn calls_are_counted_by_method_and_code() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _recorder = metrics::set_default_local_recorder(&recorder);
    let house = House::new().await;
    let peer = house.peer();
    for question in ["hello", "panic", "hello"] {
        let _answered: bool = ask(peer.channel(), question).await.is_ok();
    }
    tokio::select! {
        reply = ask(peer.channel(), "wait") => panic!("answered {reply:?}"),
        () = house.seen.wait_for(1) => {}
    }
    crate::probe::call(peer.channel(), "/pishkhan.probe.v1.ProbeService/Scan1", "").await.unwrap_err();
    peer.check_health().await.unwrap();
    let text = metrics.render();
    let method = "pishkhan.probe.v1.ProbeService/Ask";
    for line in [
        format!(r#"rpc_server_duration_seconds_count{{method="{method}",code="OK"}} 2"#),
        format!(r#"rpc_server_duration_seconds_count{{method="{method}",code="INTERNAL"}} 1"#),
        format!(r#"rpc_server_duration_seconds_count{{method="{method}",code="CANCELLED"}} 1"#),
        r#"rpc_server_duration_seconds_count{method="other",code="PERMISSION_DENIED"} 1"#.to_owned(),
        r#"rpc_server_duration_seconds_count{method="grpc.health.v1.Health/Check",code="OK"} 1"#.to_owned(),
        r#"rpc_client_duration_seconds_count{peer="probe",code="OK"} 3"#.to_owned(),
        "rpc_server_in_flight 0".to_owned(),
    ] {
        assert!(text.contains(&line), "{line} is missing from\n{text}");
    }
}

#[tokio::test]
async fn invented_methods_make_no_series() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _recorder = metrics::set_default_local_recorder(&recorder);
    let house = House::new().await;
    let peer = house.peer();
    let ask = async |from: usize, to: usize| {
        for number in from..to {
            let path = format!("/pishkhan.probe.v1.ProbeService/Scan{number}");
            crate::probe::call(peer.channel(), &path, "").await.unwrap_err();
            let path = format!("/grpc.reflection.v1.ServerReflection/Scan{number}");
            crate::probe::call(peer.channel(), &path, "").await.unwrap_err();
        }
    };
    ask(0, 2).await;
    let before = metrics.render().lines().count();
    ask(2, 500).await;
    let text = metrics.render();
    assert_eq!(text.lines().count(), before, "{text}");
    assert!(text.len() < 16 * 1024 && !text.contains("Scan"), "{text}");
}
