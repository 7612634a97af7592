//! What a service does when it is started: its first argument says it.

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use diesel_migrations::EmbeddedMigrations;
use pishkhan_chassis::config::{Env, Profile};
use tokio::runtime::Runtime;

use crate::{Db, DbConfig, Migrated, migrate};

/// Does what the first argument says, to its end. `serve` serves, with settings that `read` has found good;
/// `check-config` tells what is wrong with them, as `serve` would, and serves nothing; `migrate` brings the database up to
/// date, for the role `DATABASE_GRANT_TO` to serve.
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
            let config = Env::from_process().build(DbConfig::read)?;
            Runtime::new()?.block_on(check_role(&config, service))?;
            println!("{service}: the settings can be used");
            Ok(ExitCode::SUCCESS)
        }
        Some("migrate") => {
            let (config, grant_to) = env.build(|env| {
                Profile::read(env);
                let grant_to = env.optional::<String>("DATABASE_GRANT_TO");
                Some((DbConfig::read(env)?, grant_to))
            })?;
            let migrated = Runtime::new()?.block_on(migrate(&config, service, migrations, grant_to.as_deref()));
            let Migrated { applied, taken_over_from } = migrated.context("the migrations failed")?;
            for owner in taken_over_from {
                println!("{service}: what belonged to {owner} has been taken over");
            }
            println!("{service}: {} migration(s) applied", applied.len());
            if let Some(role) = grant_to {
                println!("{service}: {role} may read and write rows");
            }
            Ok(ExitCode::SUCCESS)
        }
        _ => bail!("usage: {service} serve | migrate | check-config"),
    }
}

/// Tells of a role that `serve` would end for. A database that does not answer, as one that is yet to be made, is no mistake
/// of the settings.
async fn check_role(config: &DbConfig, service: &'static str) -> anyhow::Result<()> {
    match Db::connect(config, service)?.too_many_rights().await {
        Ok(None) => {}
        Ok(Some(refused)) => return Err(refused.into()),
        Err(error) => {
            eprintln!("{service}: the rights of its role were not to be seen: {:#}", anyhow::Error::from(error));
        }
    }
    Ok(())
}
