//! The test server, as its superuser sees it.

use std::{
    sync::LazyLock,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use diesel::{QueryResult, QueryableByName, sql_query, sql_types::Text};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};

use tokio::{
    runtime::{Builder, Runtime},
    sync::{MappedMutexGuard, Mutex, MutexGuard},
};

use crate::environment::{HOW_TO_START, servers};

/// A session that waits for a disk or a lock of another database takes its time.
const SESSIONS_END_WITHIN: Duration = Duration::from_secs(20);

#[derive(QueryableByName)]
struct Word {
    #[diesel(sql_type = Text)]
    word: String,
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

/// Where the kit's own connections live: a test's runtime ends with the test, and some have clocks that stand.
pub static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime starts"));

/// The process's one connection to `postgres`: the server spends more on a new one than on most of what tests ask it.
static ADMIN: Mutex<Option<Box<AsyncPgConnection>>> = Mutex::const_new(None);

/// The connection from which other databases are made, renamed and removed. To be used on [`RUNTIME`].
pub async fn admin() -> MappedMutexGuard<'static, AsyncPgConnection> {
    let mut admin = ADMIN.lock().await;
    if !is_alive(&mut admin).await {
        *admin = Some(Box::new(connect("postgres").await));
    }
    MutexGuard::map(admin, |admin| &mut **admin.as_mut().expect("it has just been made"))
}

/// Whether there is a connection, and its session has not been ended.
pub async fn is_alive(conn: &mut Option<Box<AsyncPgConnection>>) -> bool {
    match conn {
        Some(conn) => conn.batch_execute("").await.is_ok(),
        None => false,
    }
}

/// A new connection to a database.
pub async fn connect(database: &str) -> AsyncPgConnection {
    match AsyncPgConnection::establish(&url_of(database)).await {
        Ok(connection) => connection,
        Err(error) => panic!("no test PostgreSQL ({error}): {HOW_TO_START}"),
    }
}

/// Runs statements that have to succeed.
pub async fn run(conn: &mut AsyncPgConnection, statements: &str) {
    if let Err(error) = conn.batch_execute(statements).await {
        panic!("{statements}: {error}");
    }
}

/// What a query gives whose rows are one text each, named `word`.
pub async fn words(conn: &mut AsyncPgConnection, query: &str) -> Vec<String> {
    match sql_query(query).load::<Word>(conn).await {
        Ok(rows) => rows.into_iter().map(|Word { word }| word).collect(),
        Err(error) => panic!("{query}: {error}"),
    }
}

/// The one text, named `word`, that a query gives.
pub async fn word(conn: &mut AsyncPgConnection, query: &str) -> QueryResult<String> {
    sql_query(query).get_result::<Word>(conn).await.map(|Word { word }| word)
}

/// Ends these sessions (a condition on `pg_stat_activity`) and waits until they are gone.
///
/// The server's own waits look every 100 ms only, as those of `DROP DATABASE … WITH (FORCE)` and of renaming do.
pub async fn disconnect(conn: &mut AsyncPgConnection, which: &str) {
    let sessions = format!(
        "SELECT pid::text AS word FROM (SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE {which}) AS told"
    );
    let limit = Instant::now() + SESSIONS_END_WITHIN;
    while !words(conn, &sessions).await.is_empty() {
        assert!(Instant::now() < limit, "sessions with {which} do not end");
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
}

/// A database's name that nobody else has; its time tells when it may be swept away.
pub fn fresh_name(service: &str) -> String {
    format!("t_{service}_{}_{}", seconds_now(), random_suffix())
}

pub fn seconds_now() -> u64 {
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
