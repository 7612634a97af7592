//! The process: what it is made of, and how its parts start.

use std::{process::ExitCode, sync::Arc, time::Duration};

use pishkhan_chassis::{
    admin, clock::SystemClock, grpc::server::GrpcServer, lifecycle::Lifecycle, telemetry, version::Build,
};
use pishkhan_chassis_db::{Db, cli};
use pishkhan_proto::{auth::v1::auth_service_server::AuthServiceServer, descriptor};
use tonic::service::Routes;

use crate::{
    MIGRATIONS, SERVICE,
    app::{
        App,
        hashing::Hashing,
        sms::{Messages, SmsSender},
    },
    config::{Config, SenderConfig},
    gateway::{HttpSender, LogSender},
    rpc::Service,
    store::{self, counters::Counters, session_cache::SessionCache},
};

/// Does what the first argument says, to its end.
pub fn main(build: Build) -> anyhow::Result<ExitCode> {
    cli::run(build, MIGRATIONS, Config::read, serve)
}

async fn serve(config: Config, build: Build) -> anyhow::Result<ExitCode> {
    let telemetry = telemetry::init(build, &config.process.telemetry)?;
    let clock = SystemClock::shared();
    let signer = config.process.signer.clone();
    let (redis, prefix) = (store::connect_redis(config.redis), &config.redis_prefix);
    let (cache, counters) = (SessionCache::new(redis.clone(), prefix), Counters::new(redis, prefix));
    let sender: Arc<dyn SmsSender> = match config.sms.sender {
        SenderConfig::Log => Arc::new(LogSender),
        SenderConfig::Http(gateway) => Arc::new(HttpSender::new(*gateway)),
    };
    let hashing = Arc::new(Hashing::new(config.password_cost, config.password_keys)?);
    let messages = Messages { sender, panel_host: config.sms.panel_host, daily_cap: config.sms.daily_cap };
    let lifecycle = Lifecycle::new(config.process.drain);
    let handle = lifecycle.handle();
    let latch = handle.readiness().latch("database");
    handle.spawn_sidecar("admin", admin::serve(config.process.admin_listen, handle.clone(), telemetry.metrics()));
    let db = Db::connect(&config.db, SERVICE)?;
    // The service starts before its database does, and waits for it.
    db.answering(MIGRATIONS).await?;
    let app = loop {
        match App::new(
            db.clone(),
            clock.clone(),
            Arc::clone(&signer),
            cache.clone(),
            counters.clone(),
            Arc::clone(&hashing),
            messages.clone(),
        )
        .await
        {
            Ok(app) => break app,
            Err(error) => tracing::warn!(error = &error as &dyn std::error::Error, "waiting for the database"),
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    };
    handle.spawn("revocations", app.revocations().clone().listen(db, clock, handle.soft()));
    handle.spawn("housekeeping", app.housekeeping().run(handle.soft()));
    let sending = app.clone();
    let stop = handle.soft();
    handle.spawn("messages", async move { sending.send_messages(stop).await });
    let routes = Routes::new(AuthServiceServer::new(Service { app, profile: config.process.profile }));
    let server = GrpcServer::from_config(&config.process, descriptor::AUTH)?;
    let listen = config.process.grpc_listen.ok_or_else(|| anyhow::anyhow!("PISHKHAN_GRPC_LISTEN is not set"))?;
    handle.spawn("grpc", server.serve(listen, handle.clone(), routes));
    latch.release();
    let code = lifecycle.run().await;
    telemetry.shutdown().await;
    Ok(code)
}
