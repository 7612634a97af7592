//! A database of its own for each test.

use std::{
    fmt,
    ops::DerefMut,
    sync::{Arc, mpsc},
    time::Duration,
};

use diesel::{
    QueryDsl as _, Queryable, QueryableByName, Selectable, SelectableHelper as _, sql_query,
    sql_types::{BigInt, Text},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use diesel_migrations::EmbeddedMigrations;
use pishkhan_chassis_db::{Db, DbConfig, schema::outbox};
use tokio::sync::{Mutex, MutexGuard};
use uuid::Uuid;

use crate::{
    admin::{self, RUNTIME},
    pool,
    template::{SERVING, Template},
};

/// A migrated database that no other test sees. It goes away, by its name and with all that is in it, when this is dropped.
pub struct TestDb {
    name: String,
    template: Arc<Template>,
    url: String,
    db: Db,
    /// What the test itself asks and writes, beside the pool.
    aside: Box<Mutex<Option<Box<AsyncPgConnection>>>>,
}

impl fmt::Debug for TestDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestDb").field("name", &self.name).finish_non_exhaustive()
    }
}

/// An event in the outbox, as a test looks at it.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
pub struct OutboxRow {
    /// The event's id.
    pub event_id: Uuid,
    /// The stream it goes to.
    pub topic: String,
    /// What happened.
    pub kind: String,
    /// The aggregate it happened to.
    pub key: Uuid,
    /// The encoded message.
    pub payload: Vec<u8>,
    /// The publication that carried it, if any.
    pub publish_batch: Option<i64>,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Long waits for a connection, a lock and a statement. Tests of these limits set their own ([`TestDb::db_with`]).
fn patient(url: &str) -> DbConfig {
    let patience = Duration::from_secs(20);
    DbConfig { wait: patience, lock_timeout: patience, statement_timeout: patience, ..DbConfig::new(url) }
}

/// The same database for the role that serves.
fn serving(url: &str) -> String {
    format!("{url}{}options=-c%20role%3D{SERVING}", if url.contains('?') { '&' } else { '?' })
}

impl TestDb {
    /// Makes a database with the chassis' tables and the service's: `TestDb::new("orders", &[MIGRATIONS])`.
    ///
    /// The first test migrates a template, some copy it, most get a copy that another test has given back, emptied.
    pub async fn new(service: &'static str, sets: &'static [EmbeddedMigrations]) -> Self {
        let template = Arc::new(Template::new(service, sets));
        let taken = template.clone();
        let name = RUNTIME.spawn(async move { pool::take(&taken, sets).await }).await.expect("a database can be had");
        let url = admin::url_of(&name);
        let db = Db::connect(&patient(&serving(&url)), service).expect("the test URL can be read");
        Self { name, template, url, db, aside: Box::default() }
    }

    /// The pool, with the rights of a role that serves, the settings of production and patience: a machine that stalls is no finding of a test of rules.
    pub fn db(&self) -> Db {
        self.db.clone()
    }

    /// A pool of its own, with changed settings of production.
    pub fn db_with(&self, change: impl FnOnce(&mut DbConfig)) -> Db {
        let mut config = DbConfig::new(serving(&self.url));
        change(&mut config);
        Db::connect(&config, self.db.service()).expect("the test URL can be read")
    }

    /// The URL, with rights for everything.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The name of the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A connection of its own, outside of the pool.
    pub async fn conn(&self) -> AsyncPgConnection {
        AsyncPgConnection::establish(&self.url).await.expect("the test database answers")
    }

    /// The connection that this keeps for what the test itself asks; another one while that is in use.
    async fn aside(&self) -> Box<dyn DerefMut<Target = AsyncPgConnection> + Send + '_> {
        let Ok(mut kept) = self.aside.try_lock() else { return Box::new(Box::new(self.conn().await)) };
        // Tests end sessions, too.
        if !admin::is_alive(&mut kept).await {
            let name = self.name.clone();
            let conn = RUNTIME.spawn(async move { admin::connect(&name).await });
            *kept = Some(Box::new(conn.await.expect("a database can be had")));
        }
        Box::new(MutexGuard::map(kept, |conn| &mut **conn.as_mut().expect("it has just been made")))
    }

    /// Runs SQL statements, for what no public API can arrange.
    pub async fn db_execute(&self, statements: &str) {
        if let Err(error) = self.aside().await.batch_execute(statements).await {
            panic!("{statements}: {error}");
        }
    }

    /// Lets the role that serves into tables and sequences that the test itself has made.
    pub async fn db_grant(&self) {
        let rights = format!(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {SERVING}; \
             GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {SERVING}"
        );
        self.db_execute(&rights).await;
    }

    /// The number that `SELECT count(*) FROM {from}` gives: `db_count("orders WHERE status = 2")`.
    pub async fn db_count(&self, from: &str) -> i64 {
        let query = format!("SELECT count(*) AS count FROM {from}");
        match sql_query(&query).get_result::<Count>(&mut **self.aside().await).await {
            Ok(Count { count }) => count,
            Err(error) => panic!("{query}: {error}"),
        }
    }

    /// Every row of every table that names one of these ids anywhere, as `table: (row)`, sorted.
    pub async fn db_rows_naming(&self, ids: &[String]) -> Vec<String> {
        let mut conn = self.aside().await;
        let mut ask = async |query: String| match sql_query(&query).load::<Line>(&mut **conn).await {
            Ok(lines) => lines.into_iter().map(|Line { line }| line).collect::<Vec<_>>(),
            Err(error) => panic!("{query}: {error}"),
        };
        let tables = "SELECT quote_ident(table_name) AS line FROM information_schema.tables \
                      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name";
        let mut rows = Vec::new();
        for table in ask(tables.to_owned()).await {
            let pattern = ids.join("|");
            let found = format!(
                "SELECT '{table}: ' || t::text AS line FROM {table} AS t WHERE t::text ~ '{pattern}' ORDER BY line"
            );
            rows.extend(ask(found).await);
        }
        rows
    }

    /// All events in the outbox, in the order of writing.
    pub async fn outbox(&self) -> Vec<OutboxRow> {
        outbox::table
            .order(outbox::id)
            .select(OutboxRow::as_select())
            .load(&mut **self.aside().await)
            .await
            .expect("the outbox can be read")
    }

    /// Checks the kinds of all events written so far, in order. `&[]`: nothing may have been published.
    #[track_caller]
    pub fn assert_outbox(&self, kinds: &[&str]) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            let rows = self.outbox().await;
            let written: Vec<&str> = rows.iter().map(|row| row.kind.as_str()).collect();
            assert_eq!(written, kinds, "events in the outbox, at {caller}");
        }
    }

    /// Checks the actions of all audit rows written so far, in order. `&[]`: nothing may have been recorded.
    #[track_caller]
    pub fn assert_audit(&self, actions: &[&str]) -> impl Future<Output = ()> {
        use pishkhan_chassis_db::schema::audit_event;
        let caller = std::panic::Location::caller();
        async move {
            let written: Vec<String> = audit_event::table
                .order((audit_event::occurred_at, audit_event::id))
                .select(audit_event::action)
                .load(&mut **self.aside().await)
                .await
                .expect("the audit rows can be read");
            assert_eq!(written, actions, "audit rows, at {caller}");
        }
    }

    /// Checks that no audit row was written.
    #[track_caller]
    pub fn assert_no_audit(&self) -> impl Future<Output = ()> {
        self.assert_audit(&[])
    }
}

impl Drop for TestDb {
    /// Waits for what another thread does: here nothing can be awaited.
    fn drop(&mut self) {
        let (name, template, conn) =
            (std::mem::take(&mut self.name), self.template.clone(), self.aside.get_mut().take());
        let failed = std::thread::panicking();
        let (done, wait) = mpsc::channel();
        RUNTIME.spawn(async move {
            if failed {
                pool::remove(&name).await;
            } else {
                pool::give_back(&name, conn, &template).await;
            }
            done.send(()).expect("somebody waits");
        });
        assert!(wait.recv().is_ok() || failed, "a test database could not be given back");
    }
}
