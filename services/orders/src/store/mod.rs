//! The only diesel of this service. Every function takes the seller first, but for those that ask the directory for it,
//! and the few that work for all sellers (deploy/tools/fences.py names them).

pub mod activity;
pub mod codes;
pub mod connections;
pub mod customers;
pub mod directory;
mod discounts;
pub mod history;
pub mod lines;
pub mod naming;
pub mod orders;
pub mod purchases;
pub mod resets;
pub mod revisions;
pub mod schema;
pub mod settlements;
pub mod told;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use pishkhan_chassis_db::DbError;

use crate::error::OrdersError;

/// A connection to this service's database.
pub use diesel_async::AsyncPgConnection as Connection;

/// This service's tables.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

impl From<diesel::result::Error> for OrdersError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(DbError::from(error))
    }
}

/// A row that no rule of ours can have written.
#[derive(Debug, thiserror::Error)]
#[error("table {table} holds a row that cannot be read: {key}")]
struct CorruptRow {
    table: &'static str,
    key: String,
}

/// The error of such a row.
pub fn corrupt(table: &'static str, key: &impl ToString) -> diesel::result::Error {
    diesel::result::Error::DeserializationError(Box::new(CorruptRow { table, key: key.to_string() }))
}
