//! The only diesel of the service: queries beside private row types. Every function takes the seller first.

pub use diesel_async::AsyncPgConnection as Connection;
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use pishkhan_chassis_db::DbError;

pub mod activity;
pub mod editing;
pub mod images;
pub mod import;
pub mod naming;
pub mod order_reservations;
pub mod previews;
pub mod product_index;
pub mod product_types;
pub mod products;
pub mod sales;
pub mod schema;
pub mod stock;

/// The service's own tables; the chassis' come before them.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// What can go wrong below the use cases.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// A row holds what no code of ours writes.
    #[error("{table} row {key} is corrupt: {problem}")]
    Corrupt {
        /// The table.
        table: &'static str,
        /// The row.
        key: String,
        /// What is wrong with it.
        problem: &'static str,
    },
}

impl From<diesel::result::Error> for StoreError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error.into())
    }
}

/// A result of the store.
pub type StoreResult<T> = Result<T, StoreError>;

fn corrupt(table: &'static str, key: impl std::fmt::Display, problem: &'static str) -> StoreError {
    StoreError::Corrupt { table, key: key.to_string(), problem }
}
