//! PostgreSQL, which is the record, and Redis, which is a cache and a place for shared counters.

pub mod counters;
pub mod revocations;
pub mod schema;
pub mod session_cache;
pub mod sessions;
pub mod shared_keys;
pub mod users;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};

/// A statement that failed, as use cases name it.
pub use diesel::result::Error as StoreError;

/// The schema of this service.
pub const MIGRATIONS: &[EmbeddedMigrations] = &[embed_migrations!()];
