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

use std::time::Duration;

use pishkhan_chassis::lifecycle::Latch;
use pishkhan_chassis_db::Db;
use tokio_util::sync::CancellationToken;

pub use error::OrdersError;
pub use store::MIGRATIONS;

/// The tables, for the test that compares them with the migrations.
pub mod schema {
    pub use crate::store::schema::*;
}

/// Releases the latch once the database has answered, and lives on until `stop`.
pub async fn ready_when_the_database_answers(db: Db, latch: Latch, stop: CancellationToken) {
    while let Err(error) = db.ping().await {
        tracing::warn!(error = &error as &dyn std::error::Error, "the database does not answer yet");
        if stop.run_until_cancelled(tokio::time::sleep(Duration::from_millis(500))).await.is_none() {
            return;
        }
    }
    latch.release();
    stop.cancelled().await;
}
