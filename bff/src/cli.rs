//! `bff serve` serves the panel; `bff check-config` tells what is wrong with the settings, as `serve` would, and with
//! `--names` which settings are read; `bff health` asks the one that serves with these settings whether it is ready;
//! `bff openapi` prints the document of the calls; `bff --version` which build it is.

use std::{process::ExitCode, sync::Arc};

use anyhow::{Context as _, bail};
use pishkhan_chassis::{
    admin,
    clock::SystemClock,
    config::{Env, Profile},
    health,
    lifecycle::Lifecycle,
    listen, telemetry,
    version::Build,
};

use crate::{
    app,
    clients::Clients,
    config::{Config, Front},
    edge::{Edge, connections::Connections, gate::Gate},
    headers::ProtectiveHeaders,
    pictures::Pictures,
    seal::Seal,
    serve,
    session::{cache::SessionCache, revocations},
    stores::Stores,
    throttle::Asks,
    work::Work,
    worker::{Shared, Worker},
};

/// Does what the first argument says, to its end.
pub fn main(build: Build) -> anyhow::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve"] => {
            let config = Env::from_process().build(Config::read)?;
            actix_web::rt::System::new().block_on(serve(config, build))
        }
        ["check-config", "--names"] => {
            for name in Env::from_process().names(Config::read)? {
                println!("{name}");
            }
            Ok(ExitCode::SUCCESS)
        }
        ["check-config"] => {
            Env::from_process().build(Config::read)?;
            println!("bff: the settings can be used");
            Ok(ExitCode::SUCCESS)
        }
        ["health"] => Ok(health::command("bff", Env::from_process())?),
        ["openapi"] => {
            print!("{}", app::document_text()?);
            Ok(ExitCode::SUCCESS)
        }
        ["--version" | "-V"] => {
            println!("{build}");
            Ok(ExitCode::SUCCESS)
        }
        _ => bail!("usage: bff serve | check-config [--names] | health | openapi | --version"),
    }
}

async fn serve(config: Config, build: Build) -> anyhow::Result<ExitCode> {
    let telemetry = telemetry::init(build, &config.process.telemetry)?;
    let (signer, assets, seal) = (config.process.signer.clone(), config.assets, Seal::new(&config.seal_keys));
    // Browsers that are told so remember it of all ports of the host: on a developer's machine of every project's.
    let remembers_tls = config.web.secure && config.process.profile == Profile::Production;
    let tls = if let Front::Tls(tls) = config.front { Some(tls) } else { None };
    let shared = Shared {
        clock: SystemClock::shared(),
        headers: Arc::new(ProtectiveHeaders::new(assets.style_hashes(), remembers_tls)),
        web: Arc::new(config.web),
        sessions: Arc::new(SessionCache::default()),
        assets: Arc::new(assets),
        seal: Arc::new(seal),
        asks: Arc::new(Asks::default()),
        pictures: Arc::new(Pictures::default()),
        stores: Arc::new(Stores::default()),
        work: Arc::new(Work::default()),
        edge: Arc::new(Edge {
            gate: Gate::new(config.gate),
            connections: Connections::new(config.connections),
            tls,
            ..Edge::default()
        }),
        methods: app::methods(),
        document: app::document_text()?.into(),
    };

    let lifecycle = Lifecycle::new(config.process.drain);
    let handle = lifecycle.handle();
    let latch = handle.readiness().latch("http");
    let watching = Clients::connect(&config.services, &signer, &shared.clock)?;
    let watcher = revocations::watch(watching, Arc::clone(&shared.sessions), handle.soft());
    handle.spawn("revocations", watcher);
    let (edge, probing) = (Arc::clone(&shared.edge), Clients::connect(&config.services, &signer, &shared.clock)?);
    let soft = handle.soft();
    handle.spawn("health", async move { edge.health.watch(probing, soft).await });
    let edge = Arc::clone(&shared.edge);
    let page = admin::Page::new("/health", move || (edge.health.is_well(), edge.health.tell()));
    let admin = admin::serve_with(config.process.admin_listen, handle.clone(), telemetry.metrics(), page);
    handle.spawn_sidecar("admin", admin);

    let services = config.services;
    // Channels are lazy: what can fail here has been tried above with the same addresses.
    let listener =
        listen::bind(config.listen).with_context(|| format!("{} could not be listened on", config.listen))?;
    let server = serve::start(listener, config.workers, config.process.drain.drain, move || {
        let clients = Clients::connect(&services, &signer, &shared.clock).unwrap_or_else(|error| panic!("{error}"));
        Worker::new(shared.clone(), clients)
    })?;
    let (stopper, soft) = (server.handle(), handle.soft());
    handle.spawn("stop http", async move {
        soft.cancelled().await;
        stopper.stop(true).await;
    });
    handle.spawn("http", server);
    latch.release();
    tracing::info!(listen = %config.listen, "serving");

    let code = lifecycle.run().await;
    telemetry.shutdown().await;
    Ok(code)
}
