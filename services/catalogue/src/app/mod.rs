//! The use cases: one file each, a change is one transaction with its audit row inside.

use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::Db;

mod error;
mod get_product_types;
mod import_products;
mod list_product_types;
mod list_reservations;
mod maintenance;
mod set_reservation;
mod verify_stock;

pub use error::CatalogueError;
pub use import_products::{ImportProducts, ImportReport, ReportedProblem};
pub use set_reservation::SetReservation;

/// The catalogue: its database and its clock. Clones share them.
#[derive(Clone)]
pub struct Catalogue {
    db: Db,
    clock: SharedClock,
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Catalogue").field("db", &self.db).finish_non_exhaustive()
    }
}

impl Catalogue {
    /// The use cases on a database.
    pub const fn new(db: Db, clock: SharedClock) -> Self {
        Self { db, clock }
    }
}
