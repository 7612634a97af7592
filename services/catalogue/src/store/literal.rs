//! Statements written as they are sent, for what diesel's builder cannot say (`unnest`, locks in joins, row comparison).
//!
//! Unlike `sql_query` they are prepared once per connection, and rows are read by position.

use std::marker::PhantomData;

use diesel::{
    QueryResult,
    expression::{AsExpression, TypedExpressionType},
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{HasSqlType, SqlType},
};

/// A literal statement that answers rows of the SQL types `R`. Each `?` stands for the next bound value.
pub(super) struct Literal<'a, R> {
    sql: &'static str,
    binds: Vec<Box<dyn QueryFragment<Pg> + Send + 'a>>,
    rows: PhantomData<fn() -> R>,
}

/// Starts a literal statement.
pub(super) fn literal<'a, R>(sql: &'static str) -> Literal<'a, R> {
    Literal { sql, binds: Vec::new(), rows: PhantomData }
}

impl<'a, R> Literal<'a, R> {
    /// Binds the next value.
    pub(super) fn bind<T, V>(mut self, value: V) -> Self
    where
        T: SqlType + TypedExpressionType,
        Pg: HasSqlType<T>,
        V: AsExpression<T>,
        V::Expression: QueryFragment<Pg> + Send + 'a,
    {
        self.binds.push(Box::new(value.as_expression()));
        self
    }
}

impl<R> QueryFragment<Pg> for Literal<'_, R> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let mut pieces = self.sql.split('?');
        if let Some(first) = pieces.next() {
            out.push_sql(first);
        }
        let mut binds = self.binds.iter();
        for piece in pieces {
            let bind = binds.next().ok_or_else(|| unequal(self.sql))?;
            bind.walk_ast(out.reborrow())?;
            out.push_sql(piece);
        }
        if binds.next().is_some() { Err(unequal(self.sql)) } else { Ok(()) }
    }
}

fn unequal(sql: &str) -> diesel::result::Error {
    diesel::result::Error::QueryBuilderError(format!("the statement has not as many places as values: {sql}").into())
}

/// No static id: the statement cache then goes by the text.
impl<R> QueryId for Literal<'_, R> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<R> Query for Literal<'_, R> {
    type SqlType = R;
}
