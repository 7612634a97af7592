//! Statements written as they are sent: a literal that could be pasted into psql, and its values in the order of `$1`.
//!
//! Unlike diesel's `sql_query`, `update` and batch inserts they are prepared once per connection. A list goes into one
//! value (`unnest($1, $2)`), so that the literal stays the same however long it is.

use std::{future::poll_fn, pin::Pin, task::Poll};

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    OptionalExtension as _, QueryResult, QueryableByName,
    pg::Pg,
    query_builder::{AstPass, BoxedSqlQuery, Query, QueryFragment, QueryId, SqlQuery},
    serialize::ToSql,
    sql_query,
    sql_types::{self as sql, HasSqlType, Nullable, Untyped},
};
use diesel_async::{AsyncConnectionCore as _, AsyncPgConnection, RunQueryDsl as _};
use futures_util::{
    Stream,
    future::{BoxFuture, maybe_done},
};
use uuid::Uuid;

use crate::{guard, pipelined::in_order};

/// One statement with its values. Rows are read by the names of their columns (`QueryableByName`).
#[must_use = "a statement does nothing until it is run"]
pub struct Statement {
    sql: &'static str,
    /// Queries without a text, for their values alone: of this statement, then of those that [`guard`](Self::guard) has
    /// put into it.
    values: Vec<BoxedSqlQuery<'static, Pg, SqlQuery>>,
    rows: Option<usize>,
}

impl std::fmt::Debug for Statement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Statement").field("sql", &self.sql).finish_non_exhaustive()
    }
}

/// Starts a statement.
pub fn statement(sql: &'static str) -> Statement {
    Statement { sql, values: vec![sql_query("").into_boxed()], rows: None }
}

impl Statement {
    /// Gives the next of `$1`, `$2`, … its value.
    pub fn bind<V>(mut self, value: V) -> Self
    where
        V: SqlValue + 'static,
        Pg: HasSqlType<V::Type>,
    {
        let values = self.values.pop().unwrap_or_else(|| sql_query("").into_boxed());
        self.values.push(values.bind::<V::Type, V>(value));
        self
    }

    /// This statement, which finds places (`SELECT each.place … FOR UPDATE`), and with it `then`, as one for
    /// [`Db::at_once`](crate::Db::at_once): of what `then` would do only that is done which stands beside a place that was found.
    ///
    /// All of them see what was there before any of them began, so no two may touch the same row. Each of `then` takes its
    /// rows from `unnest(…) AS each (place, …)`, and is an INSERT from a SELECT, or has a WHERE as its last clause.
    pub fn guard(self, then: Vec<Self>) -> Self {
        let sql = guard::text(self.sql, &then.iter().map(|statement| statement.sql).collect::<Vec<_>>());
        let values = std::iter::once(self.values).chain(then.into_iter().map(|part| part.values)).flatten().collect();
        Self { sql, values, rows: self.rows }
    }

    /// Says how many rows it changes. Another number is logged as an error: use it where locks held by the transaction
    /// make another number impossible.
    pub fn changing(self, rows: usize) -> Self {
        Self { rows: Some(rows), ..self }
    }

    /// Runs it alone. Returns how many rows it has changed.
    pub async fn run(self, conn: &AsyncPgConnection) -> QueryResult<usize> {
        let (sql, expected) = (self.sql, self.rows);
        let rows = self.sent_on(conn).await?;
        check_rows(sql, expected, rows);
        Ok(rows)
    }

    /// Runs it alone, and reads its rows.
    pub async fn rows<R>(self, conn: &AsyncPgConnection) -> QueryResult<Vec<R>>
    where
        R: QueryableByName<Pg> + Send + 'static,
    {
        let mut conn = conn;
        self.load(&mut conn).await
    }

    /// Runs it alone, and reads its rows as they come: however many there are, all are of one instant, and few of them are
    /// in memory. Its time (see [`Db::read_for`](crate::Db::read_for)) is over when the last of them was read.
    pub async fn stream<R>(
        self,
        conn: &mut AsyncPgConnection,
    ) -> QueryResult<impl Stream<Item = QueryResult<R>> + Send + use<'_, R>>
    where
        R: QueryableByName<Pg> + Send + 'static,
    {
        self.load_stream(conn).await
    }

    /// Runs it alone, and reads its first row, if there is one.
    pub async fn row<R>(self, conn: &AsyncPgConnection) -> QueryResult<Option<R>>
    where
        R: QueryableByName<Pg> + Send + 'static,
    {
        let mut conn = conn;
        self.get_result(&mut conn).await.optional()
    }

    /// The values are encoded here, and the statement is sent when the future is polled first.
    pub(crate) fn sent_on(self, conn: &AsyncPgConnection) -> BoxFuture<'_, QueryResult<usize>> {
        let mut conn = conn;
        conn.execute_returning_count(self)
    }

    pub(crate) const fn sql(&self) -> &'static str {
        self.sql
    }

    pub(crate) const fn expected_rows(&self) -> Option<usize> {
        self.rows
    }
}

pub(crate) fn check_rows(sql: &'static str, expected: Option<usize>, rows: usize) {
    if let Some(expected) = expected
        && expected != rows
    {
        tracing::error!(sql, rows, expected, "a statement has changed another number of rows than it must");
    }
}

/// Runs statements in their order, in one flight. Within a transaction those behind one that fails do nothing.
pub async fn run_all(conn: &AsyncPgConnection, statements: Vec<Statement>) -> QueryResult<()> {
    let mut running: Vec<_> =
        statements.into_iter().map(|statement| maybe_done(Box::pin(statement.run(conn)))).collect();
    in_order(poll_fn(|context| {
        let mut waits = false;
        for statement in &mut running {
            waits |= Pin::new(statement).poll(context).is_pending();
        }
        if waits { Poll::Pending } else { Poll::Ready(()) }
    }))
    .await;
    running.iter_mut().filter_map(|done| Pin::new(done).take_output()).try_for_each(|done| done.map(drop))
}

impl QueryFragment<Pg> for Statement {
    fn walk_ast<'b>(&'b self, mut pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        pass.push_sql(self.sql);
        self.values.iter().try_for_each(|values| values.walk_ast(pass.reborrow()))
    }

    /// The text never changes, so each connection keeps it prepared.
    fn is_safe_to_cache_prepared(&self, _backend: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

impl QueryId for Statement {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Statement {
    type SqlType = Untyped;
}

/// A query of diesel's builder that is prepared once per connection, though diesel would have it prepared each time, as
/// `update`: what it changes may be other columns the next time. The cache goes by the text.
pub const fn cached<Q>(query: Q) -> Cached<Q> {
    Cached(query)
}

/// See [`cached`].
#[derive(Debug, Clone, Copy)]
pub struct Cached<Q>(Q);

impl<Q: QueryFragment<Pg>> QueryFragment<Pg> for Cached<Q> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    fn is_safe_to_cache_prepared(&self, _backend: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

impl<Q> QueryId for Cached<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: Query> Query for Cached<Q> {
    type SqlType = Q::SqlType;
}

/// A value that a statement can be given, and the SQL type that it has there.
pub trait SqlValue: ToSql<Self::Type, Pg> + Send {
    /// The SQL type.
    type Type: Send + 'static;
}

/// Each also as a list and, where it may be missing, as an option: of itself, of a list, or in a list.
macro_rules! values {
    ($($rust:ty => $sql:ty),* $(,)?) => { $(
        impl SqlValue for $rust {
            type Type = $sql;
        }
        impl SqlValue for Option<$rust> {
            type Type = Nullable<$sql>;
        }
        impl SqlValue for Vec<$rust> {
            type Type = sql::Array<$sql>;
        }
        impl SqlValue for Option<Vec<$rust>> {
            type Type = Nullable<sql::Array<$sql>>;
        }
        impl SqlValue for Vec<Option<$rust>> {
            type Type = sql::Array<Nullable<$sql>>;
        }
    )* };
}

values! {
    Uuid => sql::Uuid,
    bool => sql::Bool,
    i16 => sql::SmallInt,
    i32 => sql::Integer,
    i64 => sql::BigInt,
    String => sql::Text,
    NaiveDate => sql::Date,
    DateTime<Utc> => sql::Timestamptz,
    serde_json::Value => sql::Jsonb,
}

impl SqlValue for &'static str {
    type Type = sql::Text;
}

impl SqlValue for Vec<&'static str> {
    type Type = sql::Array<sql::Text>;
}

impl SqlValue for Vec<u8> {
    type Type = sql::Binary;
}

impl SqlValue for Vec<Vec<u8>> {
    type Type = sql::Array<sql::Binary>;
}

impl SqlValue for Vec<Option<Vec<u8>>> {
    type Type = sql::Array<Nullable<sql::Binary>>;
}
