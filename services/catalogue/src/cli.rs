//! The process: what it is made of, and how its parts start.

use std::process::ExitCode;

use anyhow::Context as _;
use pishkhan_chassis::{
    admin, clock::SystemClock, config::Env, grpc::server::GrpcServer, lifecycle::Lifecycle, telemetry, version::Build,
};
use pishkhan_chassis_db::{Consumer, Db, Relay, cli};
use pishkhan_proto::descriptor;

use crate::{
    MIGRATIONS, Options,
    app::Catalogue,
    config::{Config, SERVICE},
    consume::Orders,
    images::Storage,
    routes,
};

/// Does what the first argument says, to its end.
pub fn main(build: Build) -> anyhow::Result<ExitCode> {
    cli::run(build, &[MIGRATIONS], read, serve)
}

fn read(env: &mut Env) -> Option<(Config, Storage)> {
    let (config, images) = (Config::read(env), Storage::from_env(env));
    Some((config?, images?))
}

async fn serve((config, images): (Config, Storage), build: Build) -> anyhow::Result<ExitCode> {
    let Config { process, db, redis, stream_prefix } = config;
    let telemetry = telemetry::init(build, &process.telemetry)?;
    let db = Db::connect(&db, SERVICE)?;
    let lifecycle = Lifecycle::new(process.drain);
    let handle = lifecycle.handle();

    let options = Options { db: db.clone(), clock: SystemClock::shared(), images };
    let clock = options.clock.clone();
    let consumer = Consumer::new(db.clone(), redis.clone(), &stream_prefix, clock.clone(), Orders);
    handle.spawn("consumer", consumer.run(handle.soft()));
    let relay = Relay::new(db.clone(), redis, &stream_prefix, clock);
    handle.spawn("relay", relay.run(handle.soft()));
    let server = GrpcServer::from_config(&process, descriptor::CATALOGUE)?;
    let listen = process.grpc_listen.context("PISHKHAN_GRPC_LISTEN is not set")?;
    let database = handle.readiness().latch("database");
    handle.spawn_sidecar("admin", admin::serve(process.admin_listen, handle.clone(), telemetry.metrics()));
    handle.spawn("grpc", server.serve(listen, handle.clone(), routes(options.clone())));
    let catalogue = Catalogue::new(options);
    handle.spawn("housekeeping", catalogue.housekeeping().run(handle.soft()));
    handle.spawn("pictures", catalogue.let_go_of_unused_images(handle.clone()));
    handle.spawn("readiness", db.ready(&[MIGRATIONS], database, handle.soft()));

    let code = lifecycle.run().await;
    telemetry.shutdown().await;
    Ok(code)
}
