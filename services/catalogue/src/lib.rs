//! Catalogue: products, their types and prices, and the stock ledger.
//!
//! Orders reserve stock by declaring what they want to hold, under a revision; see [`domain::reservation`].

// The allocator comes with it.
use pishkhan_memory as _;

use tonic::service::Routes;

pub mod app;
pub mod cli;
pub mod config;
pub mod consume;
pub mod domain;
pub mod images;
mod publish;
pub mod rpc;
pub mod store;

pub use app::Options;
pub use store::MIGRATIONS;

/// The service's routes.
pub fn routes(options: Options) -> Routes {
    let service = rpc::CatalogueRpc::new(app::Catalogue::new(options));
    // The server itself holds each method to its own limit (`max_request_mib` in the contract).
    let server = rpc::CatalogueServiceServer::new(service).max_decoding_message_size(rpc::MAX_MESSAGE_BYTES);
    Routes::new(server)
}
