//! The process: what it is made of, and how its parts start.

use std::process::ExitCode;

use anyhow::Context as _;
use pishkhan_chassis::clock::SystemClock;
use pishkhan_chassis::grpc::server::GrpcServer;
use pishkhan_chassis::lifecycle::Lifecycle;
use pishkhan_chassis::version::Build;
use pishkhan_chassis::{admin, telemetry};
use pishkhan_chassis_db::{Consumer, Db, Housekeeping, cli};
use pishkhan_proto::descriptor;

use crate::app::Reports;
use crate::config::{Config, SERVICE};
use crate::consume::Facts;
use crate::rpc::Rpc;
use crate::store::MIGRATIONS;

/// Does what the first argument says, to its end.
pub fn main(build: Build) -> anyhow::Result<ExitCode> {
    cli::run(build, &[MIGRATIONS], Config::read, serve)
}

async fn serve(config: Config, build: Build) -> anyhow::Result<ExitCode> {
    let telemetry = telemetry::init(build, &config.process.telemetry)?;
    let clock = SystemClock::shared();
    let db = Db::connect(&config.database, SERVICE)?;
    let lifecycle = Lifecycle::new(config.process.drain);
    let handle = lifecycle.handle();
    let latch = handle.readiness().latch("database");

    let consumer =
        Consumer::new(db.clone(), config.redis, config.stream_prefix, clock.clone(), Facts::new(clock.clone()));
    handle.spawn("consumer", consumer.run(handle.soft()));
    handle.spawn("housekeeping", Housekeeping::new(db.clone(), clock.clone()).run(handle.soft()));
    handle.spawn_sidecar("admin", admin::serve(config.process.admin_listen, handle.clone(), telemetry.metrics()));
    let server = GrpcServer::from_config(&config.process, descriptor::REPORTS)?;
    let address = config.process.grpc_listen.context("PISHKHAN_GRPC_LISTEN is not set")?;
    handle.spawn("grpc", server.serve(address, handle.clone(), Rpc::new(Reports::new(db.clone(), clock)).routes()));
    handle.spawn("readiness", db.ready(&[MIGRATIONS], latch, handle.soft()));

    let code = lifecycle.run().await;
    telemetry.shutdown().await;
    Ok(code)
}
