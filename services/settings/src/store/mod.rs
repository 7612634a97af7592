//! PostgreSQL: the only place that knows tables.

pub mod holidays;
pub mod schema;
pub mod sellers;
