//! What a service does when it is started: its first argument says it.

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use diesel_migrations::EmbeddedMigrations;
use pishkhan_chassis::config::{Env, Profile};
use tokio::runtime::Runtime;

use crate::{DbConfig, migrate};

/// Does what the first argument says, to its end. `serve` serves, with settings that `read` has found good;
/// `check-config` tells what is wrong with them, as `serve` would, and serves nothing; `migrate` brings the database up to
/// date.
///
/// # Errors
/// Settings that cannot be used, all together; migrations that failed; whatever keeps `serve` from serving.
pub fn run<C>(
    service: &'static str,
    migrations: &'static [EmbeddedMigrations],
    read: impl FnOnce(&mut Env) -> Option<C>,
    serve: impl AsyncFnOnce(C) -> anyhow::Result<ExitCode>,
) -> anyhow::Result<ExitCode> {
    let env = Env::from_process();
    match std::env::args().nth(1).as_deref() {
        Some("serve") => {
            let config = env.build(read)?;
            Runtime::new()?.block_on(serve(config))
        }
        Some("check-config") => {
            env.build(read)?;
            println!("{service}: the settings can be used");
            Ok(ExitCode::SUCCESS)
        }
        Some("migrate") => {
            let config = env.build(|env| {
                Profile::read(env);
                DbConfig::read(env)
            })?;
            let applied = Runtime::new()?.block_on(migrate(&config, service, migrations));
            println!("{service}: {} migration(s) applied", applied.context("the migrations failed")?.len());
            Ok(ExitCode::SUCCESS)
        }
        _ => bail!("usage: {service} serve | migrate | check-config"),
    }
}
