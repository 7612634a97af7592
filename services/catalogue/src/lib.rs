//! Catalogue: products, their types and prices, and the stock ledger.
//!
//! Orders reserve stock by declaring what they want to hold, under a revision; see [`domain::reservation`].

use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::Db;
use tonic::service::Routes;

pub mod app;
pub mod config;
pub mod domain;
pub mod rpc;
pub mod store;

pub use store::MIGRATIONS;

/// The service's routes on a database.
pub fn routes(db: Db, clock: SharedClock) -> Routes {
    let service = rpc::CatalogueRpc::new(app::Catalogue::new(db, clock));
    Routes::new(rpc::CatalogueServiceServer::new(service))
}
