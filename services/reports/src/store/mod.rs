//! The only diesel of this service. Every function takes the seller first.

pub mod activity;
pub mod areas;
pub mod contribution;
pub mod labels;
pub mod month;
pub mod rebuild;
pub mod sales;
pub mod schema;
pub mod told;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use pishkhan_chassis_db::DbError;

/// A connection to this service's database.
pub use diesel_async::AsyncPgConnection as Connection;

/// What store functions return; nothing beyond the store names the database library.
pub type StoreResult<T> = Result<T, DbError>;

/// This service's tables.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// A row that no rule of ours can have written.
#[derive(Debug, thiserror::Error)]
#[error("table {table} holds a row that cannot be read: {key}")]
struct CorruptRow {
    table: &'static str,
    key: String,
}

fn corrupt(table: &'static str, key: &impl ToString) -> DbError {
    diesel::result::Error::DeserializationError(Box::new(CorruptRow { table, key: key.to_string() })).into()
}
