//! What a service does when it is started: its first argument says it.

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use diesel_migrations::EmbeddedMigrations;
use pishkhan_chassis::config::{Env, Profile};
use tokio::runtime::Runtime;

use crate::{Db, DbConfig, DbError, Migrated, migrate};

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
            Runtime::new()?.block_on(async {
                // Before anything listens; a database that does not answer yet is asked again before calls are taken.
                ask_for_rights(service).await?.ok();
                serve(config).await
            })
        }
        Some("check-config") => {
            env.build(read)?;
            if let Err(error) = Runtime::new()?.block_on(ask_for_rights(service))? {
                let error = anyhow::Error::from(error);
                eprintln!("{service}: the database could not be asked for the rights of its role: {error:#}");
            }
            println!("{service}: the settings can be used");
            Ok(ExitCode::SUCCESS)
        }
        Some("migrate") => {
            let (config, grant_to) = env.build(|env| {
                Profile::read(env);
                let grant_to = env.optional::<String>("DATABASE_GRANT_TO");
                if grant_to.is_none() {
                    // Production serves under no owner, and nobody else could read a new table.
                    env.problem_in_production("DATABASE_GRANT_TO", "is not set: the role that serves");
                }
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

/// Whether production could ask the database; that it does not answer, as one that is yet to be made, is no mistake of the
/// settings.
async fn ask_for_rights(service: &'static str) -> anyhow::Result<Result<(), DbError>> {
    let config = Env::from_process().build(DbConfig::read)?;
    if !config.refuses_owners {
        return Ok(Ok(()));
    }
    match Db::connect(&config, service)?.too_many_rights().await {
        Ok(Some(refused)) => Err(refused.into()),
        Ok(None) => Ok(Ok(())),
        Err(error) => Ok(Err(error)),
    }
}
