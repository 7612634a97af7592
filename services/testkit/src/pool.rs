//! Databases of tests are taken, given back, emptied and taken again.
//!
//! Making and removing one costs the server some 300 files each way, more than most tests do with it; emptying one costs
//! a delete in the tables that were written to. What a test did beyond rows (a table, an index, a setting, statistics,
//! a row that the migrations had put there) is not mended: such a database is removed.

use std::{fmt, str::FromStr};

use diesel::QueryResult;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use diesel_migrations::EmbeddedMigrations;

use crate::{
    admin::{admin, connect, disconnect, fresh_name, random_suffix, run, word, words},
    template::Template,
};

/// Everything of a database that a test could change but for the rows of its empty tables, in one digest.
///
/// Catalogues are told by their number of rows and the youngest transaction in them: copies keep both. `pg_class` is
/// read by columns, because emptying a table gives it another file.
const CATALOGUES: [&str; 16] = [
    "pg_attrdef",
    "pg_attribute",
    "pg_constraint",
    "pg_enum",
    "pg_event_trigger",
    "pg_extension",
    "pg_index",
    "pg_inherits",
    "pg_namespace",
    "pg_policy",
    "pg_proc",
    "pg_rewrite",
    "pg_sequence",
    "pg_statistic",
    "pg_trigger",
    "pg_type",
];
const RELATIONS: &str = "SELECT string_agg(concat_ws(' ', oid::regclass, relkind, relpersistence, relrowsecurity, reloptions, relowner, relacl, \
     CASE relkind WHEN 'r' THEN reltuples END), ',' ORDER BY oid) \
     FROM pg_class WHERE oid >= 16384 AND relkind <> 't'";
const SEQUENCES: &str = "SELECT string_agg(concat_ws(' ', schemaname, sequencename, last_value), ',' ORDER BY schemaname, sequencename) FROM pg_sequences";
const SETTINGS: &str = "SELECT string_agg(concat_ws(' ', setrole, setconfig), ',' ORDER BY setrole) FROM pg_db_role_setting \
     WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())";
/// Tables that hold something, or once did, on few pages: the planner guesses the same of these as of new ones.
const USED: &str = "SELECT oid::regclass::text AS word FROM pg_class \
     WHERE oid >= 16384 AND relkind = 'r' AND relpersistence <> 't' AND pg_relation_size(oid) BETWEEN 1 AND 65536";
/// Tables that take longer to read than to be given new files, for themselves and all their indexes.
const LARGE: &str = "SELECT oid::regclass::text AS word FROM pg_class \
     WHERE oid >= 16384 AND relkind = 'r' AND relpersistence <> 't' AND pg_relation_size(oid) > 65536";
/// Sequences from which a number was taken.
const BEGUN: &str = "SELECT format('%I.%I', schemaname, sequencename)::regclass::text AS word FROM pg_sequences \
     WHERE last_value IS NOT NULL";

/// What a database has to be again before another test may have it.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    digest: String,
    /// The tables that the migrations themselves filled.
    filled: Vec<String>,
    /// The sequences that they took numbers from.
    begun: Vec<String>,
}

impl State {
    /// Of a database into which nobody has written but its migrations.
    pub async fn of_template(database: &str) -> Self {
        let mut conn = connect(database).await;
        let mut filled = words(&mut conn, USED).await;
        filled.extend(words(&mut conn, LARGE).await);
        let digest = Self::digest(&mut conn, &filled).await.expect("the template can be read");
        Self { digest, filled, begun: words(&mut conn, BEGUN).await }
    }

    async fn digest(conn: &mut AsyncPgConnection, filled: &[String]) -> QueryResult<String> {
        let catalogues =
            CATALOGUES.iter().map(|name| format!("SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM {name}"));
        let rows =
            filled.iter().map(|table| format!("SELECT string_agg(t::text, ',' ORDER BY t::text) FROM {table} t"));
        let parts = catalogues.chain([RELATIONS, SEQUENCES, SETTINGS].map(str::to_owned)).chain(rows);
        let parts = parts.map(|part| format!("coalesce(({part}), '-')")).collect::<Vec<_>>().join(", ");
        word(conn, &format!("SELECT md5(concat_ws('|', {parts})) AS word")).await
    }
}

/// As it stands in the comment on a template.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.digest, self.filled.join(" "), self.begun.join(" "))
    }
}

impl FromStr for State {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.split(';');
        let (Some(digest), Some(filled), Some(begun)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(());
        };
        let names = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Ok(Self { digest: digest.to_owned(), filled: names(filled), begun: names(begun) })
    }
}

/// A database that no other test has: one that was given back, or a new copy of the template. Returns its name.
pub async fn take(template: &Template, sets: &'static [EmbeddedMigrations]) -> String {
    let mut admin = admin().await;
    let name = fresh_name(template.service());
    let free = format!(
        "SELECT datname::text AS word FROM pg_database WHERE starts_with(datname, '{}') ORDER BY oid",
        template.free_prefix()
    );
    for free in words(&mut admin, &free).await {
        // Another test was quicker when this fails: a name can be taken only once.
        if admin.batch_execute(&format!("ALTER DATABASE {free} RENAME TO {name}")).await.is_ok() {
            return name;
        }
    }
    // Page by page: a copy of files would make the server write down first what all others have changed.
    let copy = format!("CREATE DATABASE {name} TEMPLATE {} STRATEGY WAL_LOG", template.database());
    loop {
        template.ensure(sets, &mut admin).await;
        match admin.batch_execute(&copy).await {
            Ok(()) => return name,
            Err(error) if template.is_there(&mut admin).await => panic!("{copy}: {error}"),
            // It was old, and another process that made one of its own has swept it away in this moment.
            Err(_) => {}
        }
    }
}

/// Empties a database for the next test, or removes it when emptying does not make it as it was. `conn` is a connection to
/// it, if there is one.
pub async fn give_back(name: &str, conn: Option<Box<AsyncPgConnection>>, template: &Template) {
    let mut conn = match conn {
        Some(conn) => conn,
        None => Box::new(connect(name).await),
    };
    // What the test left running may still want to write.
    let mut admin = admin().await;
    run(&mut admin, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false")).await;
    disconnect(&mut conn, "datname = current_database() AND pid <> pg_backend_pid()").await;
    let as_new = is_as_new(&mut conn, template).await;
    drop(conn);
    if as_new {
        disconnect(&mut admin, &format!("datname = '{name}'")).await;
        let free = format!("{}{}", template.free_prefix(), random_suffix());
        run(
            &mut admin,
            &format!("ALTER DATABASE {name} RENAME TO {free}; ALTER DATABASE {free} ALLOW_CONNECTIONS true"),
        )
        .await;
    } else {
        run(&mut admin, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
    }
}

/// Removes a database whatever it holds.
pub async fn remove(name: &str) {
    run(&mut *admin().await, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
}

async fn is_as_new(conn: &mut AsyncPgConnection, template: &Template) -> bool {
    // Swept away meanwhile, or made by an older testkit.
    let Some(state) = template.state(conn).await else { return false };
    empty(conn, &state).await;
    // A table of the migrations may be gone.
    State::digest(conn, &state.filled).await.is_ok_and(|digest| digest == state.digest)
}

/// Takes the rows out of the tables that the migrations left empty, and begins the other sequences anew.
async fn empty(conn: &mut AsyncPgConnection, state: &State) {
    let (few, many, begun) = (words(conn, USED).await, words(conn, LARGE).await, words(conn, BEGUN).await);
    let few = few.iter().filter(|table| !state.filled.contains(table)).map(|table| format!("DELETE FROM {table}"));
    let many =
        many.iter().filter(|table| !state.filled.contains(table)).map(|table| format!("TRUNCATE {table} CASCADE"));
    let begun = begun.iter().filter(|name| !state.begun.contains(name)).map(|name| {
        format!("SELECT setval(seqrelid, seqstart, false) FROM pg_sequence WHERE seqrelid = '{name}'::regclass")
    });
    // Ledgers refuse to be emptied, by a trigger.
    let statements =
        std::iter::once("SET session_replication_role = replica".to_owned()).chain(few).chain(many).chain(begun);
    run(conn, &statements.collect::<Vec<_>>().join("; ")).await;
}
