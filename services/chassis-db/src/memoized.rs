//! Queries of diesel's builder whose text is built once.

use std::{
    any::TypeId,
    collections::HashMap,
    sync::{LazyLock, PoisonError, RwLock},
};

use diesel::{
    QueryResult,
    pg::{Pg, PgQueryBuilder},
    query_builder::{AstPass, Query, QueryBuilder as _, QueryFragment, QueryId},
};

/// The texts built until now, by the type of the query: as many as a program has of them.
static TEXTS: LazyLock<RwLock<HashMap<TypeId, &'static str>>> = LazyLock::new(RwLock::default);

/// See [`Memoize::memoized`].
#[derive(Debug, Clone, Copy)]
pub struct Memoized<Q>(Q);

/// For queries whose type says what their text is.
pub trait Memoize: Sized {
    /// This query with a text that is built once for the life of the process, not each time it is sent: some 6 µs. Put it
    /// behind all else that makes up the query; `first` adds to it, so ask for `limit(1)` and `get_result`.
    ///
    /// A query whose text depends on its values (`into_boxed`, `eq_any` of a list, a literal) stays as it is.
    #[must_use]
    fn memoized(self) -> Memoized<Self> {
        Memoized(self)
    }
}

impl<Q: Query> Memoize for Q {}

impl<Q: QueryFragment<Pg> + QueryId> QueryFragment<Pg> for Memoized<Q> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    fn to_sql(&self, out: &mut PgQueryBuilder, backend: &Pg) -> QueryResult<()> {
        let Some(query) = Q::query_id() else { return self.0.to_sql(out, backend) };
        let known = TEXTS.read().unwrap_or_else(PoisonError::into_inner).get(&query).copied();
        let text = if let Some(known) = known {
            known
        } else {
            let mut built = PgQueryBuilder::new();
            self.0.to_sql(&mut built, backend)?;
            let mut texts = TEXTS.write().unwrap_or_else(PoisonError::into_inner);
            // It lives as long as the prepared statements of the connections.
            *texts.entry(query).or_insert_with(|| String::leak(built.finish()))
        };
        out.push_sql(text);
        Ok(())
    }
}

impl<Q: QueryId> QueryId for Memoized<Q> {
    type QueryId = Q::QueryId;
    const HAS_STATIC_QUERY_ID: bool = Q::HAS_STATIC_QUERY_ID;
}

impl<Q: Query> Query for Memoized<Q> {
    type SqlType = Q::SqlType;
}

#[cfg(test)]
mod tests {
    use diesel::{ExpressionMethods as _, QueryDsl as _, debug_query};
    use uuid::Uuid;

    use super::*;
    use crate::schema::idempotent_reply::dsl::{idempotent_reply, operation, reply, seller_id};

    fn text(query: &impl QueryFragment<Pg>) -> String {
        let mut built = PgQueryBuilder::new();
        query.to_sql(&mut built, &Pg).unwrap();
        built.finish()
    }

    #[test]
    fn the_text_is_diesels_and_is_built_once() {
        let of = |seller: Uuid| idempotent_reply.filter(seller_id.eq(seller)).select(reply).limit(1);
        let once = text(&of(Uuid::nil()).memoized());
        assert_eq!(once, text(&of(Uuid::nil())));
        assert_eq!(once, text(&of(Uuid::max()).memoized()));
        let binds = debug_query::<Pg, _>(&of(Uuid::max()).memoized()).to_string();
        assert!(binds.contains("binds: [ffffffff-ffff-ffff-ffff-ffffffffffff, 1]"), "{binds}");
        let other = text(&idempotent_reply.filter(operation.eq("PlaceOrder")).select(reply).limit(1).memoized());
        assert!(other.contains(r#""operation" = $1"#), "{other}");
    }

    #[test]
    fn a_text_that_depends_on_values_is_built_each_time() {
        let all = idempotent_reply.select(reply).into_boxed();
        let some = idempotent_reply.select(reply).into_boxed().filter(seller_id.eq(Uuid::nil()));
        assert!(!text(&all.memoized()).contains("WHERE"));
        assert!(text(&some.memoized()).contains("WHERE"));
    }
}
