//! PostgreSQL: the only place that knows tables.

pub mod choices;
pub mod creations;
pub mod delivery_rules;
pub mod edits;
pub mod holidays;
pub mod limits;
pub mod lists;
pub mod payments;
pub mod plans;
pub mod replies;
pub mod sandbox;
pub mod schema;
pub mod sellers;
pub mod subscriptions;
pub mod terms;
pub mod tiers_applied;
pub mod versions;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use uuid::Uuid;

/// A statement that failed, as use cases name it.
pub use diesel::result::Error as StoreError;
/// A connection in a transaction, as use cases name it.
pub use diesel_async::AsyncPgConnection as Connection;

/// The schema of this service.
pub const MIGRATIONS: &[EmbeddedMigrations] = &[embed_migrations!()];

/// What stands in a seller's row and cannot be.
fn bad(table: &str, seller_id: Uuid, what: impl std::fmt::Display) -> StoreError {
    StoreError::DeserializationError(format!("{table} {seller_id}: {what}").into())
}
