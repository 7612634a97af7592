//! Making and removing databases on the test server.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use diesel::{QueryableByName, sql_query, sql_types::Text};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use diesel_migrations::EmbeddedMigrations;
use sha2::{Digest as _, Sha256};

use crate::environment::{HOW_TO_START, servers};

/// Names the lock that test processes take in turn while they look after templates.
const TEMPLATE_LOCK: i64 = 0x7465_7374_6b69_7400;
/// Databases that an aborted test left behind are removed after this.
const LEFTOVERS_AFTER: Duration = Duration::from_mins(30);

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

/// The URL of a database on the test server.
pub fn url_of(database: &str) -> String {
    let server = &servers().postgres;
    let (server, parameters) =
        server.split_once('?').map_or((server.as_str(), None), |(server, rest)| (server, Some(rest)));
    let authority = server.find("://").map_or(0, |at| at + 3);
    let server = server[authority..].find('/').map_or(server, |slash| &server[..authority + slash]);
    parameters.map_or_else(|| format!("{server}/{database}"), |parameters| format!("{server}/{database}?{parameters}"))
}

/// Makes a database for one test out of the template of the service's migrations, and returns its name.
pub async fn create(service: &'static str, sets: &'static [EmbeddedMigrations]) -> String {
    let mut admin = connect("postgres").await;
    run(&mut admin, &format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})")).await;
    let template = ensure_template(&mut admin, service, sets).await;
    let name = format!("t_{service}_{}_{}", seconds_now(), random_suffix());
    // With fsync off a file copy is the fastest strategy.
    run(&mut admin, &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")).await;
    name
}

/// Removes a database, from a thread of its own: drops run where nothing can be awaited.
pub fn remove(database: String) {
    let thread = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
        runtime.block_on(async {
            let mut admin = connect("postgres").await;
            run(&mut admin, &format!("DROP DATABASE IF EXISTS {database} WITH (FORCE)")).await;
        });
    });
    let removed = thread.join().is_ok();
    assert!(removed || std::thread::panicking(), "a test database could not be removed");
}

async fn ensure_template(
    admin: &mut AsyncPgConnection,
    service: &'static str,
    sets: &'static [EmbeddedMigrations],
) -> String {
    let template = format!("tpl_{service}_{}", build_tag());
    if exists(admin, &template).await {
        return template;
    }
    sweep(admin).await;
    let unfinished = format!("{template}_new");
    run(admin, &format!("DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)")).await;
    run(admin, &format!("CREATE DATABASE {unfinished}")).await;
    run(admin, &format!("COMMENT ON DATABASE {unfinished} IS '{}'", seconds_now())).await;
    if let Err(error) = pishkhan_chassis_db::migrate(&url_of(&unfinished), service, sets).await {
        let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        panic!("the migrations of {service} do not run: {error}: {cause}");
    }
    // The session of the migrations closes when the server notices; nobody may be in a template or a renamed database.
    run(admin, &format!("ALTER DATABASE {unfinished} ALLOW_CONNECTIONS false")).await;
    let disconnect =
        format!("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{unfinished}'");
    run(admin, &disconnect).await;
    run(admin, &format!("ALTER DATABASE {unfinished} RENAME TO {template}")).await;
    template
}

/// Names the build of the running test: embedded migrations cannot have changed without one.
fn build_tag() -> String {
    let binary = std::env::current_exe().expect("a test knows its binary");
    let built = binary.metadata().and_then(|data| data.modified()).expect("a binary has a date");
    let nanoseconds = built.duration_since(UNIX_EPOCH).map(|age| age.as_nanos()).unwrap_or_default();
    let digest =
        Sha256::new().chain_update(binary.as_os_str().as_encoded_bytes()).chain_update(nanoseconds.to_be_bytes());
    digest.finalize().iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// Removes old templates and what aborted tests left behind.
async fn sweep(admin: &mut AsyncPgConnection) {
    let oldest = seconds_now().saturating_sub(LEFTOVERS_AFTER.as_secs());
    let old: Vec<Name> = sql_query(format!(
        "SELECT datname::text AS name FROM pg_database d WHERE \
         (datname ~ '^t_[a-z_]+_[0-9]+_[0-9a-f]+$' AND substring(datname from '_([0-9]+)_[0-9a-f]+$')::bigint < {oldest}) OR \
         (datname LIKE 'tpl\\_%' AND coalesce(shobj_description(d.oid, 'pg_database'), '0')::bigint < {oldest})"
    ))
    .load(admin)
    .await
    .expect("old test databases can be listed");
    for Name { name } in old {
        run(admin, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    }
}

async fn exists(admin: &mut AsyncPgConnection, database: &str) -> bool {
    let found: Vec<Name> = sql_query("SELECT datname::text AS name FROM pg_database WHERE datname = $1")
        .bind::<Text, _>(database)
        .load(admin)
        .await
        .expect("databases can be listed");
    !found.is_empty()
}

async fn connect(database: &str) -> AsyncPgConnection {
    match AsyncPgConnection::establish(&url_of(database)).await {
        Ok(connection) => connection,
        Err(error) => panic!("no test PostgreSQL ({error}): {HOW_TO_START}"),
    }
}

async fn run(admin: &mut AsyncPgConnection, statement: &str) {
    if let Err(error) = admin.batch_execute(statement).await {
        panic!("{statement}: {error}");
    }
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map(|age| age.as_secs()).unwrap_or_default()
}

/// Not to be met by another test of any process.
pub fn random_suffix() -> String {
    let random = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), std::process::id());
    format!("{random:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_put_into_the_servers_url() {
        let server = &servers().postgres;
        let url = url_of("some");
        assert!(url.parse::<String>().is_ok_and(|url| url.contains("/some")), "{server} gave {url}");
        assert!(url.starts_with("postgres"));
    }

    #[test]
    fn suffixes_differ() {
        assert_ne!(random_suffix(), random_suffix());
    }
}
