//! `catalogue serve | migrate`.

use std::{process::ExitCode, time::Duration};

use anyhow::{Context as _, bail};
use pishkhan_chassis::{
    admin, clock::SystemClock, config::Env, grpc::server::GrpcServer, lifecycle::Lifecycle, telemetry,
};
use pishkhan_chassis_db::{Consumer, Db, DbConfig, Relay, migrate};
use pishkhan_proto::descriptor;
use tokio::runtime::Runtime;

use crate::{
    MIGRATIONS, Options,
    app::Catalogue,
    config::{Config, SERVICE},
    consume::Orders,
    images::Storage,
    routes,
};

/// Does what the first argument says, to its end.
pub fn main() -> anyhow::Result<ExitCode> {
    Runtime::new()?.block_on(run())
}

async fn run() -> anyhow::Result<ExitCode> {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve().await,
        Some("migrate") => run_migrations().await,
        _ => bail!("usage: {SERVICE} serve | migrate"),
    }
}

async fn run_migrations() -> anyhow::Result<ExitCode> {
    let config = Env::from_process().build(DbConfig::read)?;
    let applied = migrate(&config, SERVICE, &[MIGRATIONS]).await.context("the migrations failed")?;
    println!("{SERVICE}: {} migration(s) applied", applied.len());
    Ok(ExitCode::SUCCESS)
}

async fn serve() -> anyhow::Result<ExitCode> {
    let Config { process, db, images, redis, stream_prefix } = Env::from_process().build(Config::read)?;
    let telemetry = telemetry::init(SERVICE, &process.telemetry)?;
    let db = Db::connect(&db, SERVICE)?;
    let images = Storage::open(images)?;
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
    let soft = handle.soft();
    handle.spawn("readiness", async move {
        while db.ping().await.is_err() && !soft.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        database.release();
        soft.cancelled().await;
    });

    let code = lifecycle.run().await;
    telemetry.shutdown().await;
    Ok(code)
}
