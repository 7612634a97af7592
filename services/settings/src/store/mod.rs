//! PostgreSQL: the only place that knows tables.

pub mod choices;
pub mod edits;
pub mod holidays;
pub mod lists;
pub mod replies;
pub mod schema;
pub mod sellers;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};

/// A statement that failed, as use cases name it.
pub use diesel::result::Error as StoreError;
/// A connection in a transaction, as use cases name it.
pub use diesel_async::AsyncPgConnection as Connection;

/// The schema of this service.
pub const MIGRATIONS: &[EmbeddedMigrations] = &[embed_migrations!()];
