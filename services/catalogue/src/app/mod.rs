//! The use cases: one file each, a change is one transaction with its audit row inside.

use std::sync::Arc;

use pishkhan_activity::Activity;
use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::{Db, Snapshots};

use crate::{domain::product_index::ProductIndex, images::Storage};

mod commit_import;
mod count_sales;
mod edit_product_type;
mod error;
mod get_product_types;
mod import_products;
mod list_product_types;
mod list_products;
mod list_reservations;
mod maintenance;
mod pictures;
mod preview_import;
mod product_index;
mod recount_sales;
mod set_reservation;
mod tell_names;
mod turns;
mod verify_stock;
mod write_plan;

pub use crate::store::Connection;
pub use commit_import::{CommitImport, CommitReport, FailedRow};
pub use count_sales::{Counted, count_sale};
pub use edit_product_type::EditProductType;
pub use error::CatalogueError;
pub use import_products::{ImportProducts, ImportReport, ReportedProblem};
pub use pictures::ChangePictures;
pub use preview_import::{IncomingFile, PreviewReport, PreviewedChange, PreviewedRow};
pub use recount_sales::Recounted;
pub use set_reservation::SetReservation;

/// The consumer group that counts units sold.
pub const SALES: &str = "catalogue.sales";

/// What the use cases stand on. Clones share it.
#[derive(Clone)]
pub struct Options {
    /// The service's database.
    pub db: Db,
    /// The time, and new ids.
    pub clock: SharedClock,
    /// Where uploaded pictures lie.
    pub images: Storage,
}

/// The catalogue: its database, its clock, its pictures and the turns at its work. Clones share them.
#[derive(Clone)]
pub struct Catalogue {
    db: Db,
    clock: SharedClock,
    images: Storage,
    turns: turns::WorkTurns,
    product_indexes: Arc<Snapshots<ProductIndex>>,
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Catalogue").field("db", &self.db).finish_non_exhaustive()
    }
}

impl Catalogue {
    /// The use cases on what they need.
    pub fn new(options: Options) -> Self {
        let Options { db, clock, images } = options;
        let product_indexes = Arc::new(Snapshots::within(product_index::INDEX_BYTES, "product_index"));
        Self { db, clock, images, turns: turns::WorkTurns::default(), product_indexes }
    }

    /// What was done of sellers' things, as the audit tells it.
    pub fn activity(&self) -> Activity {
        Activity::new(self.db.clone(), crate::store::activity::OF_SELLER)
    }
}
