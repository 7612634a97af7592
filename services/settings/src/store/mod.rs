//! PostgreSQL: the only place that knows tables.

pub mod holidays;
pub mod schema;
pub mod sellers;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};

/// A statement that failed, as use cases name it.
pub use diesel::result::Error as StoreError;

/// The schema of this service.
pub const MIGRATIONS: &[EmbeddedMigrations] = &[embed_migrations!()];
