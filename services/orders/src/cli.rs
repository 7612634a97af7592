//! The process: what it is made of, and how its parts start.

use std::{process::ExitCode, sync::Arc};

use anyhow::Context as _;
use pishkhan_chassis::{
    admin, clock::SystemClock, grpc::client::Peer, grpc::server::GrpcServer, lifecycle::Lifecycle, telemetry,
    version::Build,
};
use pishkhan_chassis_db::{Db, Housekeeping, Relay, cli};
use pishkhan_proto::{descriptor, orders::v1::orders_service_server::OrdersServiceServer};

use crate::{MIGRATIONS, app::App, config::Config, rpc};

/// Does what the first argument says, to its end.
pub fn main(build: Build) -> anyhow::Result<ExitCode> {
    cli::run(build, &[MIGRATIONS], Config::read, serve)
}

async fn serve(config: Config, build: Build) -> anyhow::Result<ExitCode> {
    let Config { process, db, redis, stream_prefix, catalogue_url, settings_url } = config;
    let telemetry = telemetry::init(build, &process.telemetry)?;
    let (db, clock) = (Db::connect(&db, "orders")?, SystemClock::shared());
    let signer = process.signer.clone();
    let catalogue = Peer::connect(&catalogue_url, "catalogue", signer.clone(), &process.transport)?
        .with_contract(descriptor::CATALOGUE)?;
    let settings =
        Peer::connect(&settings_url, "settings", signer, &process.transport)?.with_contract(descriptor::SETTINGS)?;
    let catalogue = rpc::clients::CatalogueClient::new(&catalogue);
    let settings = rpc::clients::SettingsClient::new(&settings);
    let app = Arc::new(App::new(db.clone(), clock.clone(), Arc::new(catalogue), Arc::new(settings)));
    let server = GrpcServer::from_config(&process, descriptor::ORDERS)?;
    let address = process.grpc_listen.context("PISHKHAN_GRPC_LISTEN is not set")?;
    let lifecycle = Lifecycle::new(process.drain);
    let (handle, soft) = (lifecycle.handle(), lifecycle.handle().soft());
    let latch = handle.readiness().latch("database");
    handle.spawn("relay", Relay::new(db.clone(), redis, stream_prefix, clock.clone()).run(soft.clone()));
    handle.spawn("housekeeping", Housekeeping::new(db.clone(), clock).run(soft.clone()));
    let (recovering, stop) = (app.clone(), soft.clone());
    handle.spawn("recovery", async move { recovering.recover(stop).await });
    let (telling, stop) = (app.clone(), soft.clone());
    handle.spawn("told", async move { telling.tell_until(stop).await });
    handle.spawn("readiness", db.ready(&[MIGRATIONS], latch, soft));
    handle.spawn_sidecar("admin", admin::serve(process.admin_listen, handle.clone(), telemetry.metrics()));
    let routes = tonic::service::Routes::new(OrdersServiceServer::new(rpc::OrdersRpc::new(app)));
    handle.spawn("grpc", server.serve(address, handle.clone(), routes));
    let code = lifecycle.run().await;
    telemetry.shutdown().await;
    Ok(code)
}
