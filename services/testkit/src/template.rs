//! Templates: databases with the migrations of a service and nothing else.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use diesel::{
    migration::{Migration as _, MigrationSource},
    pg::Pg,
};
use diesel_async::AsyncPgConnection;
use diesel_migrations::EmbeddedMigrations;
use pishkhan_chassis_db::{CHASSIS_MIGRATIONS, DbConfig, migrate};
use sha2::{Digest as _, Sha256};

use crate::{
    admin::{disconnect, run, seconds_now, url_of, words},
    pool::State,
};

/// Names the lock that test processes take in turn while they make templates.
const TEMPLATE_LOCK: i64 = 0x7465_7374_6b69_7400;
/// The role under which services read and write in tests: what it may not do, no service may.
pub const SERVING: &str = "pishkhan_serving";
/// Databases that an aborted test left behind are removed after this.
const LEFTOVERS_AFTER: Duration = Duration::from_mins(30);

/// What a service's databases are made of: its name and the digest of the migrations that its tests were built with.
#[derive(Debug)]
pub struct Template {
    service: &'static str,
    digest: String,
}

impl Template {
    pub fn new(service: &'static str, sets: &[EmbeddedMigrations]) -> Self {
        Self { service, digest: digest(sets) }
    }

    pub fn service(&self) -> &'static str {
        self.service
    }

    /// The template's own database.
    pub fn database(&self) -> String {
        format!("tpl_{}_{}", self.service, self.digest)
    }

    /// What the names of databases begin with that were given back and may be taken again.
    pub fn free_prefix(&self) -> String {
        format!("free_{}_{}_", self.service, self.digest)
    }

    /// Makes the template unless it is there. Processes that miss it take turns.
    pub async fn ensure(&self, sets: &'static [EmbeddedMigrations], admin: &mut AsyncPgConnection) {
        let database = self.database();
        if self.is_there(admin).await {
            return;
        }
        run(admin, &format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})")).await;
        if !self.is_there(admin).await {
            self.make(sets, admin, &database).await;
        }
        run(admin, &format!("SELECT pg_advisory_unlock({TEMPLATE_LOCK})")).await;
    }

    pub async fn is_there(&self, admin: &mut AsyncPgConnection) -> bool {
        let query = format!("SELECT datname::text AS word FROM pg_database WHERE datname = '{}'", self.database());
        !words(admin, &query).await.is_empty()
    }

    async fn make(&self, sets: &'static [EmbeddedMigrations], admin: &mut AsyncPgConnection, database: &str) {
        sweep(admin).await;
        // It belongs to the server: another template may have brought it along.
        run(admin, &format!("DO $$ BEGIN CREATE ROLE {SERVING}; EXCEPTION WHEN duplicate_object THEN END $$")).await;
        let unfinished = format!("{database}_new");
        run(admin, &format!("DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)")).await;
        run(admin, &format!("CREATE DATABASE {unfinished}")).await;
        let config = DbConfig::new(url_of(&unfinished));
        if let Err(error) = migrate(&config, self.service, sets, Some(SERVING)).await {
            let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
            panic!("the migrations of {} do not run: {error}: {cause}", self.service);
        }
        let state = State::of_template(&unfinished).await;
        run(admin, &format!("COMMENT ON DATABASE {unfinished} IS '{} {state}'", seconds_now())).await;
        // The session of the migrations closes when the server notices; nobody may be in a template or a renamed database.
        run(admin, &format!("ALTER DATABASE {unfinished} ALLOW_CONNECTIONS false")).await;
        disconnect(admin, &format!("datname = '{unfinished}'")).await;
        run(admin, &format!("ALTER DATABASE {unfinished} RENAME TO {database}")).await;
    }

    /// The state that the template had when it was made.
    pub async fn state(&self, conn: &mut AsyncPgConnection) -> Option<State> {
        let query = format!(
            "SELECT coalesce(shobj_description(oid, 'pg_database'), '') AS word FROM pg_database WHERE datname = '{}'",
            self.database()
        );
        words(conn, &query).await.first()?.split_once(' ')?.1.parse().ok()
    }
}

/// Names migrations by what stands in their files, and in that of the rights. `cargo` builds them in anew when these change.
fn digest(sets: &[EmbeddedMigrations]) -> String {
    let folders = migration_folders();
    let mut digest = Sha256::new_with_prefix(include_str!("../../chassis-db/src/roles.rs"));
    for set in std::iter::once(&CHASSIS_MIGRATIONS).chain(sets) {
        for migration in MigrationSource::<Pg>::migrations(set).expect("embedded migrations can be read") {
            let name = migration.name().to_string();
            let file = folders.iter().map(|folder| folder.join(&name).join("up.sql")).find(|file| file.is_file());
            let file = file.unwrap_or_else(|| panic!("no folder of migrations has {name}"));
            let text = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            digest.update(name);
            digest.update((text.len() as u64).to_be_bytes());
            digest.update(text);
        }
    }
    digest.finalize().iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

fn migration_folders() -> Vec<PathBuf> {
    let services = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the testkit lies among the services");
    let crates = fs::read_dir(services).expect("the checkout can be read");
    let crates = crates.map(|entry| entry.expect("the checkout can be read").path());
    crates.flat_map(|path| [path.join("migrations"), path.join("tests/migrations")]).collect()
}

/// Removes old templates, what was made of them, and what aborted tests left behind.
async fn sweep(admin: &mut AsyncPgConnection) {
    let oldest = seconds_now().saturating_sub(LEFTOVERS_AFTER.as_secs());
    let old = words(
        admin,
        &format!(
            "WITH old AS (SELECT datname FROM pg_database d WHERE datname LIKE 'tpl\\_%' \
                 AND split_part(coalesce(shobj_description(d.oid, 'pg_database'), '0'), ' ', 1)::bigint < {oldest}) \
             SELECT datname::text AS word FROM old UNION ALL \
             SELECT datname::text FROM pg_database WHERE \
                 (datname ~ '^t_[a-z_]+_[0-9]+_[0-9a-f]+$' AND substring(datname from '_([0-9]+)_[0-9a-f]+$')::bigint < {oldest}) \
                 OR (datname LIKE 'free\\_%' AND NOT EXISTS (SELECT FROM pg_database t WHERE t.datname LIKE 'tpl\\_%' \
                     AND starts_with(pg_database.datname, 'free_' || substr(t.datname, 5)) AND t.datname NOT IN (SELECT datname FROM old)))"
        ),
    )
    .await;
    for database in old {
        run(admin, &format!("DROP DATABASE IF EXISTS {database} WITH (FORCE)")).await;
    }
}
