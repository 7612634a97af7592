//! Customers and their orders: placing, editing, saving, cancelling.

pub mod app;
pub mod cli;
pub mod config;
pub mod domain;
mod error;
mod publish;
pub mod rpc;
mod store;

// The allocator comes with it.
use pishkhan_memory as _;

pub use error::OrdersError;
pub use store::MIGRATIONS;

/// The tables, for the test that compares them with the migrations.
pub mod schema {
    pub use crate::store::schema::*;
}
