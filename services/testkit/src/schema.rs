//! Whether a hand-written `schema.rs` says what the migrations made.
//!
//! ```text
//! schema::assert_matches(&db, &[schema::describe(orders::table), schema::describe(order_lines::table)]).await;
//! ```

use std::collections::{BTreeMap, BTreeSet};

use diesel::{
    Column, QueryableByName, Table,
    expression::Expression,
    pg::Pg,
    query_builder::QueryFragment,
    sql_query,
    sql_types::{self, Bool, SqlType, Text},
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::schema as chassis;

use crate::db::TestDb;

/// A table as a `table!` describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableShape {
    /// Its name.
    pub name: String,
    /// Its columns.
    pub columns: Vec<ColumnShape>,
}

/// A column: name, PostgreSQL type, whether it may be null.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ColumnShape {
    /// Its name.
    pub name: String,
    /// The type as PostgreSQL names it internally: `int8`, `timestamptz`, `_text` for an array.
    pub sql_type: String,
    /// Whether it may be null.
    pub nullable: bool,
}

/// A diesel SQL type and the PostgreSQL type it stands for. Implement it for types of your own.
pub trait PgTypeName: SqlType {
    /// `udt_name` in `information_schema.columns`.
    fn name() -> String;
    /// Whether the type says that the column may be null.
    const NULLABLE: bool = false;
}

macro_rules! pg_types {
    ($($sql:ty => $name:literal),* $(,)?) => {$(
        impl PgTypeName for $sql {
            fn name() -> String {
                $name.to_owned()
            }
        }
    )*};
}

pg_types! {
    sql_types::SmallInt => "int2",
    sql_types::Integer => "int4",
    sql_types::BigInt => "int8",
    sql_types::Float => "float4",
    sql_types::Double => "float8",
    sql_types::Bool => "bool",
    sql_types::Text => "text",
    sql_types::Binary => "bytea",
    sql_types::Date => "date",
    sql_types::Time => "time",
    sql_types::Timestamp => "timestamp",
    sql_types::Timestamptz => "timestamptz",
    sql_types::Interval => "interval",
    sql_types::Numeric => "numeric",
    sql_types::Uuid => "uuid",
    sql_types::Json => "json",
    sql_types::Jsonb => "jsonb",
    chassis::sql_types::Xid8 => "xid8",
}

impl<T: PgTypeName> PgTypeName for sql_types::Nullable<T>
where
    sql_types::Nullable<T>: SqlType,
{
    fn name() -> String {
        T::name()
    }

    const NULLABLE: bool = true;
}

impl<T: PgTypeName> PgTypeName for sql_types::Array<T>
where
    sql_types::Array<T>: SqlType,
{
    fn name() -> String {
        format!("_{}", T::name())
    }
}

/// All columns of a `table!`: implemented for its tuple of columns.
pub trait Columns {
    /// The columns' shapes.
    fn shapes() -> Vec<ColumnShape>;
}

fn column<C>() -> ColumnShape
where
    C: Column + Expression,
    C::SqlType: PgTypeName,
{
    ColumnShape {
        name: C::NAME.to_owned(),
        sql_type: <C::SqlType as PgTypeName>::name(),
        nullable: <C::SqlType as PgTypeName>::NULLABLE,
    }
}

macro_rules! columns_of_tuples {
    ($($first:ident $($rest:ident)*)?) => {$(
        impl<$first, $($rest),*> Columns for ($first, $($rest,)*)
        where
            $first: Column + Expression,
            $first::SqlType: PgTypeName,
            $($rest: Column + Expression, $rest::SqlType: PgTypeName,)*
        {
            fn shapes() -> Vec<ColumnShape> {
                vec![column::<$first>(), $(column::<$rest>()),*]
            }
        }
        columns_of_tuples!($($rest)*);
    )?};
}

columns_of_tuples!(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AA AB AC AD AE AF);

/// What a `table!` says: `describe(orders::table)`.
#[expect(clippy::needless_pass_by_value, reason = "the tables of `table!` are unit structs")]
pub fn describe<T>(table: T) -> TableShape
where
    T: Table + QueryFragment<Pg>,
    T::AllColumns: Columns,
{
    let quoted = diesel::debug_query::<Pg, _>(&table).to_string();
    let name = quoted
        .split(" -- ")
        .next()
        .unwrap_or_default()
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .trim_matches('"')
        .to_owned();
    TableShape { name, columns: <T::AllColumns as Columns>::shapes() }
}

/// The chassis' own tables, which every service has.
pub fn chassis_tables() -> Vec<TableShape> {
    vec![
        describe(chassis::outbox::table),
        describe(chassis::inbox::table),
        describe(chassis::set_aside::table),
        describe(chassis::idempotent_reply::table),
        describe(chassis::audit_event::table),
    ]
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    sql_type: String,
    #[diesel(sql_type = Bool)]
    nullable: bool,
}

/// Checks that the database has exactly these tables (and the chassis'), with exactly these columns, types and
/// nullability. `varchar` and `bpchar` count as `text`, which is what diesel calls them.
pub async fn assert_matches(db: &TestDb, tables: &[TableShape]) {
    let differences = differences(db, tables).await;
    assert!(differences.is_empty(), "schema.rs and the migrations differ:\n  {}", differences.join("\n  "));
}

/// What differs, one line each; empty when nothing does.
pub async fn differences(db: &TestDb, tables: &[TableShape]) -> Vec<String> {
    let found: Vec<Found> = sql_query(
        "SELECT c.table_name::text, c.column_name::text, \
         CASE WHEN c.udt_name IN ('varchar', 'bpchar') THEN 'text' ELSE c.udt_name::text END AS sql_type, \
         c.is_nullable = 'YES' AS nullable \
         FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) \
         WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> '__diesel_schema_migrations'",
    )
    .load(&mut db.conn().await)
    .await
    .expect("information_schema can be read");
    let mut actual: BTreeMap<String, BTreeSet<ColumnShape>> = BTreeMap::new();
    for Found { table_name, column_name, sql_type, nullable } in found {
        actual.entry(table_name).or_default().insert(ColumnShape { name: column_name, sql_type, nullable });
    }
    let expected: BTreeMap<String, BTreeSet<ColumnShape>> = chassis_tables()
        .into_iter()
        .chain(tables.iter().cloned())
        .map(|table| (table.name, table.columns.into_iter().collect()))
        .collect();
    let names: BTreeSet<&String> = actual.keys().chain(expected.keys()).collect();
    let empty = BTreeSet::new();
    let mut lines = Vec::new();
    for name in names {
        let (actual, expected) = (actual.get(name).unwrap_or(&empty), expected.get(name).unwrap_or(&empty));
        lines
            .extend(actual.difference(expected).map(|column| format!("only in the database: {name}.{}", show(column))));
        lines.extend(expected.difference(actual).map(|column| format!("only in schema.rs: {name}.{}", show(column))));
    }
    lines
}

#[derive(QueryableByName)]
struct Key {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Checks that the keys of every table that has a `seller_id` begin with it, so that no seller's rows can be in the way
/// of another's, and that its references to other such tables carry it. `shared` names the indexes and references of which
/// that cannot be true, each with the reason; one that is named and not found is a mistake, too.
pub async fn assert_tenant_keys(db: &TestDb, shared: &[(&str, &str)]) {
    let differences = tenant_key_differences(db, shared).await;
    assert!(differences.is_empty(), "keys of sellers' tables:\n  {}", differences.join("\n  "));
}

/// What is wrong with the keys, one line each; empty when nothing is.
pub async fn tenant_key_differences(db: &TestDb, shared: &[(&str, &str)]) -> Vec<String> {
    let found: Vec<Key> = sql_query(
        "WITH tenant AS (SELECT c.oid, c.relname, a.attnum FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid \
           WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'seller_id' \
           AND NOT a.attisdropped) \
         SELECT i.relname::text AS name FROM tenant t JOIN pg_index x ON x.indrelid = t.oid \
           JOIN pg_class i ON i.oid = x.indexrelid \
           WHERE (x.indisunique OR x.indisexclusion) AND x.indkey[0] <> t.attnum \
         UNION ALL SELECT f.conname::text FROM tenant t JOIN pg_constraint f ON f.conrelid = t.oid AND f.contype = 'f' \
           JOIN tenant o ON o.oid = f.confrelid WHERE NOT t.attnum = ANY (f.conkey) \
         UNION ALL SELECT t.relname || ' has no primary key' FROM tenant t \
           WHERE NOT EXISTS (SELECT FROM pg_index x WHERE x.indrelid = t.oid AND x.indisprimary)",
    )
    .load(&mut db.conn().await)
    .await
    .expect("the catalogue tables can be read");
    let found: BTreeSet<&str> = found.iter().map(|key| key.name.as_str()).collect();
    let shared: BTreeSet<&str> = shared.iter().map(|(name, _reason)| *name).collect();
    let foreign = found.difference(&shared).map(|name| format!("does not begin with the seller: {name}"));
    let idle = shared.difference(&found).map(|name| format!("needs no exception: {name}"));
    foreign.chain(idle).collect()
}

fn show(column: &ColumnShape) -> String {
    let ColumnShape { name, sql_type, nullable } = column;
    format!("{name} {sql_type}{}", if *nullable { "" } else { " not null" })
}
