//! What a service does when it is started: its first argument says it.

use std::{collections::BTreeSet, process::ExitCode};

use anyhow::{Context as _, bail};
use diesel_migrations::EmbeddedMigrations;
use pishkhan_chassis::{
    config::{Env, Profile},
    health,
    version::Build,
};
use tokio::runtime::Runtime;

use crate::{Db, DbConfig, DbError, Migrated, migrate};

/// Does what the first argument says, to its end. `serve` serves, with settings that `read` has found good;
/// `check-config` tells what is wrong with them, as `serve` would, and serves nothing; `migrate` brings the database up to
/// date, for the role `DATABASE_GRANT_TO` to serve; `check-config migrate` is to `migrate` what `check-config` is to `serve`.
/// With `--names` both print the settings that are read here, a line each, and ask no database. `health` asks the process
/// that serves with these settings whether it is ready. `--version` prints which build it is.
///
/// # Errors
/// Settings that cannot be used, all together; migrations that failed; whatever keeps `serve` from serving.
pub fn run<C>(
    build: Build,
    migrations: &'static [EmbeddedMigrations],
    read: impl FnOnce(&mut Env) -> Option<C>,
    serve: impl AsyncFnOnce(C, Build) -> anyhow::Result<ExitCode>,
) -> anyhow::Result<ExitCode> {
    let (env, service) = (Env::from_process(), build.service);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve"] => {
            let config = env.build(read)?;
            Runtime::new()?.block_on(async {
                // Before anything listens; a database that does not answer yet is asked again before calls are taken.
                ask_for_rights(service).await?.ok();
                serve(config, build).await
            })
        }
        ["check-config", "--names"] => Ok(tell(env.names(read)?)),
        ["check-config", "migrate", "--names"] => Ok(tell(env.names(Migration::read)?)),
        ["check-config"] => {
            env.build(read)?;
            if let Err(error) = Runtime::new()?.block_on(ask_for_rights(service))? {
                let error = anyhow::Error::from(error);
                eprintln!("{service}: the database could not be asked for the rights of its role: {error:#}");
            }
            println!("{service}: the settings can be used");
            Ok(ExitCode::SUCCESS)
        }
        ["check-config", "migrate"] => {
            env.build(Migration::read)?;
            println!("{service}: the settings of migrate can be used");
            Ok(ExitCode::SUCCESS)
        }
        ["migrate"] => {
            let Migration { db, grant_to } = env.build(Migration::read)?;
            let migrated = Runtime::new()?.block_on(migrate(&db, service, migrations, grant_to.as_deref()));
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
        ["health"] => Ok(health::command(service, env)?),
        ["--version" | "-V"] => {
            println!("{build}");
            Ok(ExitCode::SUCCESS)
        }
        _ => bail!("usage: {service} serve | migrate | check-config [migrate] [--names] | health | --version"),
    }
}

/// What `migrate` is told.
struct Migration {
    db: DbConfig,
    /// The role that serves (`DATABASE_GRANT_TO`).
    grant_to: Option<String>,
}

impl Migration {
    fn read(env: &mut Env) -> Option<Self> {
        const GRANT_TO: &str = "DATABASE_GRANT_TO";
        Profile::read(env);
        let grant_to = env.optional::<String>(GRANT_TO);
        if grant_to.is_none() {
            // Production serves under no owner, and nobody else could read a new table.
            env.problem_in_production(GRANT_TO, "is not set: the role that serves");
        }
        Some(Self { db: DbConfig::read(env)?, grant_to })
    }
}

fn tell(names: BTreeSet<String>) -> ExitCode {
    for name in names {
        println!("{name}");
    }
    ExitCode::SUCCESS
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
