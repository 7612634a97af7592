//! By which indexes PostgreSQL finds what a service asks for, and `tests/it/plans`, which keeps it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
};

use diesel::{
    QueryableByName, sql_query,
    sql_types::{Array, Json, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _};
use pishkhan_chassis_db::Db;
use serde_json::Value;

use crate::{db::TestDb, environment::variable};

/// Longer statements are kept by their beginning and end.
const HEAD: usize = 80;
const TAIL: usize = 160;
/// More connections than the calls of a test come to use.
const CONNECTIONS: usize = 8;

/// All rows are in the sample of ANALYZE, so that it always comes to the same.
const SETTINGS: [&str; 5] = [
    "SET default_statistics_target = 2000",
    "VACUUM ANALYZE",
    "SET plan_cache_mode = force_generic_plan",
    "SET enable_seqscan = off",
    "SET jit = off",
];

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text, column_name = "server_version_num")]
    number: String,
}

#[derive(QueryableByName)]
struct Prepared {
    #[diesel(sql_type = Text)]
    statement: String,
    #[diesel(sql_type = Array<Text>)]
    types: Vec<String>,
}

#[derive(QueryableByName)]
struct Explained {
    #[diesel(sql_type = Json, column_name = "QUERY PLAN")]
    plan: Value,
}

#[derive(QueryableByName)]
struct Keyed {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Array<Text>)]
    columns: Vec<String>,
}

/// How one statement comes to the rows of one table: by the columns by which an index is entered. Which of two indexes with
/// the same columns it is may change from one day to the next.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Access {
    table: String,
    /// None: all rows are read.
    columns: Vec<String>,
}

/// Explains every statement that `pool` has prepared: no table may be read as a whole, and none that has sellers without the
/// seller, but for the tables of `shared`, each with its reason. On the version of PostgreSQL that
/// `tests/it/plans/{name}.txt` begins with, that has to be what the file says. Fill the tables before, so that the plans
/// are those of large ones.
///
/// The plans are those that are made once for any values, and scans of whole tables count as very dear: there is one
/// only where no index helps.
pub async fn assert_plans(name: &str, db: &TestDb, pool: &Db, shared: &[(&str, &str)]) {
    let statements = prepared(pool).await;
    assert!(statements.len() > 2, "the calls have prepared their statements before");
    let mut conn = db.conn().await;
    for setting in SETTINGS {
        conn.batch_execute(setting).await.expect("a superuser may");
    }
    let Version { number } = sql_query("SHOW server_version_num").get_result(&mut conn).await.expect("it is told");
    let version = format!("PostgreSQL {}", &number[..2]);
    let (tenants, indexes) = (tables_of_sellers(&mut conn).await, indexes(&mut conn).await);
    let (mut text, mut wrong) = (format!("{version}\n"), Vec::new());
    for (statement, types) in statements {
        let short = shortened(&statement);
        writeln!(text, "{short}").expect("a string takes all");
        for Access { table, columns } in accesses(&mut conn, &statement, &types, &indexes).await {
            let by = if columns.is_empty() { "nothing".to_owned() } else { columns.join(", ") };
            writeln!(text, "    {table} by {by}").expect("a string takes all");
            let found =
                !columns.is_empty() && (!tenants.contains(&table) || columns.iter().any(|name| name == "seller_id"));
            if !found && !shared.iter().any(|(name, _)| *name == table) {
                wrong.push(format!("{table} by {by}: {short}"));
            }
        }
    }
    assert!(wrong.is_empty(), "rows of all sellers are read:\n{}", wrong.join("\n"));
    let folder = variable("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let file = format!("tests/it/plans/{name}.txt");
    let kept = fs::read_to_string(Path::new(&folder).join(&file)).unwrap_or_default();
    // Another version may enter an index by other columns.
    let comparable = kept.starts_with(&version) || kept.is_empty();
    assert!(!comparable || kept == text, "{file} tells something else. Now:\n{text}");
}

/// The statements of all idle connections, with the types of their values.
async fn prepared(pool: &Db) -> BTreeMap<String, Vec<String>> {
    const ASKED: &str = "SELECT statement, parameter_types::text[] AS types FROM pg_prepared_statements";
    let (mut held, mut found) = (Vec::new(), BTreeMap::new());
    while held.len() < CONNECTIONS {
        let mut conn = pool.read().await.expect("the pool has a connection");
        let rows: Vec<Prepared> = sql_query(ASKED).load(&mut *conn).await.expect("the view can be read");
        held.push(conn);
        let own: Vec<_> = rows.into_iter().filter(|row| row.statement != ASKED).collect();
        if own.is_empty() {
            // a new one: all others are held
            break;
        }
        let explained = |row: &Prepared| {
            let plain = row.statement.trim_start_matches('(');
            ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE"].iter().any(|verb| plain.starts_with(verb))
        };
        found.extend(own.into_iter().filter(explained).map(|Prepared { statement, types }| (statement, types)));
    }
    found
}

async fn accesses(
    conn: &mut AsyncPgConnection,
    statement: &str,
    types: &[String],
    indexes: &BTreeMap<String, Vec<String>>,
) -> BTreeSet<Access> {
    let list = |items: Vec<String>| if items.is_empty() { String::new() } else { format!("({})", items.join(", ")) };
    let prepare = format!("PREPARE explained {} AS {statement}", list(types.to_vec()));
    conn.batch_execute(&prepare).await.unwrap_or_else(|error| panic!("{prepare}: {error}"));
    let explain =
        format!("EXPLAIN (FORMAT JSON, COSTS OFF) EXECUTE explained{}", list(vec!["NULL".to_owned(); types.len()]));
    let rows: Vec<Explained> =
        sql_query(explain).load(conn).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    conn.batch_execute("DEALLOCATE explained").await.expect("it was prepared");
    let mut found = BTreeSet::new();
    for Explained { plan } in rows {
        gather(&plan, None, indexes, &mut found);
    }
    found
}

/// Of a node and all below it; `table` is what a bitmap is made for.
fn gather(node: &Value, table: Option<&str>, indexes: &BTreeMap<String, Vec<String>>, found: &mut BTreeSet<Access>) {
    if let Value::Array(nodes) = node {
        return nodes.iter().for_each(|node| gather(node, table, indexes, found));
    }
    let text = |name: &str| node.get(name).and_then(Value::as_str);
    let own = text("Relation Name").or(table);
    match (text("Node Type").unwrap_or_default(), own) {
        ("Seq Scan", Some(table)) => {
            found.insert(Access { table: table.to_owned(), columns: Vec::new() });
        }
        ("Index Scan" | "Index Only Scan" | "Bitmap Index Scan", Some(table)) => {
            let index = text("Index Name").unwrap_or_default();
            let condition = text("Index Cond").unwrap_or_default();
            let words: BTreeSet<&str> = condition.split(|sign: char| !sign.is_alphanumeric() && sign != '_').collect();
            let columns = indexes.get(index).into_iter().flatten().filter(|name| words.contains(name.as_str()));
            found.insert(Access { table: table.to_owned(), columns: columns.cloned().collect() });
        }
        _ => {}
    }
    for below in ["Plan", "Plans"] {
        if let Some(nodes) = node.get(below) {
            gather(nodes, own, indexes, found);
        }
    }
}

async fn tables_of_sellers(conn: &mut AsyncPgConnection) -> BTreeSet<String> {
    let rows: Vec<Keyed> = sql_query(
        "SELECT table_name::text AS name, '{}'::text[] AS columns FROM information_schema.columns \
         WHERE table_schema = 'public' AND column_name = 'seller_id'",
    )
    .load(conn)
    .await
    .expect("information_schema can be read");
    rows.into_iter().map(|row| row.name).collect()
}

/// The columns of each index, in their order.
async fn indexes(conn: &mut AsyncPgConnection) -> BTreeMap<String, Vec<String>> {
    let rows: Vec<Keyed> = sql_query(
        "SELECT indexrelid::regclass::text AS name, \
           ARRAY(SELECT pg_get_indexdef(indexrelid, place, false) FROM generate_series(1, indnkeyatts) AS place) AS columns \
         FROM pg_index",
    )
    .load(conn)
    .await
    .expect("pg_index can be read");
    rows.into_iter().map(|row| (row.name, row.columns)).collect()
}

fn shortened(statement: &str) -> String {
    let line = statement.split_whitespace().collect::<Vec<_>>().join(" ");
    let signs: Vec<char> = line.chars().collect();
    if signs.len() <= HEAD + TAIL {
        return line;
    }
    let part = |signs: &[char]| signs.iter().collect::<String>();
    format!("{} … {}", part(&signs[..HEAD]), part(&signs[signs.len() - TAIL..]))
}
