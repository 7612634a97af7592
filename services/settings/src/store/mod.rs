//! PostgreSQL: the only place that knows tables.

pub mod activity;
pub mod agreed_terms;
pub mod choices;
pub mod creations;
pub mod delivery_rules;
pub mod edits;
pub mod holidays;
pub mod invoice_drafts;
pub mod invoice_lines;
pub mod invoice_orders;
pub mod invoices;
pub mod limits;
pub mod lists;
pub mod payments;
pub mod plans;
pub mod proposals;
pub mod sandbox;
pub mod schema;
pub mod sellers;
pub mod subscriptions;
pub mod terms;
pub mod tiers_applied;
pub mod versions;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use uuid::Uuid;

use crate::domain::{month::Month, seller::Cooperation};

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

/// The code of a kind of cooperation in the tables.
const fn cooperation_code(cooperation: Cooperation) -> i16 {
    match cooperation {
        Cooperation::Percentage => 1,
        Cooperation::Basket => 2,
        Cooperation::Amount => 3,
    }
}

fn cooperation(table: &str, seller_id: Uuid, code: i16) -> Result<Cooperation, StoreError> {
    match code {
        1 => Ok(Cooperation::Percentage),
        2 => Ok(Cooperation::Basket),
        3 => Ok(Cooperation::Amount),
        other => Err(bad(table, seller_id, format_args!("cooperation {other}"))),
    }
}

fn month(table: &str, seller_id: Uuid, code: i32) -> Result<Month, StoreError> {
    Month::from_code(code).ok_or_else(|| bad(table, seller_id, format_args!("month {code}")))
}
