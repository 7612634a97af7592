//! The use cases.

mod apply;
mod month;
mod rebuild;
mod sales;
mod told;

use pishkhan_activity::Activity;
use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis::turns::Turns;
use pishkhan_chassis_db::Db;

pub use crate::store::Connection;
pub use crate::store::month::MonthOrder;
pub use crate::store::rebuild::{Comparison, Difference};
pub use crate::store::sales::{PageStart, Row};
pub use apply::{Applied, cancelled, customer_changed, product_changed, registered};
pub use month::MonthOrders;
pub use rebuild::{Rebuild, Rebuilt, RequestKey};
pub use sales::{CustomerSales, Page, ProductSales, RegionSales};
pub use told::told;

/// The consumer group that keeps the figures up.
pub const FACTS: &str = "reports.sales";

/// The sales figures of all sellers.
#[derive(Clone)]
pub struct Reports {
    db: Db,
    clock: SharedClock,
    exports: Turns,
}

impl Reports {
    /// Figures in a database.
    pub fn new(db: Db, clock: SharedClock) -> Self {
        Self { db, clock, exports: Turns::new(sales::EXPORTS) }
    }

    /// What was done of sellers' things, as the audit tells it.
    pub fn activity(&self) -> Activity {
        Activity::new(self.db.clone(), crate::store::activity::OF_SELLER)
    }
}

impl std::fmt::Debug for Reports {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Reports").field("db", &self.db).finish_non_exhaustive()
    }
}
