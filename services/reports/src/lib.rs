//! The reports service: sales figures, kept up as orders are registered and cancelled, read without scanning.
//!
//! It owns no truth: everything follows from what the orders service tells (topic `orders`), and can be rebuilt from it.

// The allocator comes with it.
use pishkhan_memory as _;

use std::time::Duration;

use pishkhan_chassis::lifecycle::Latch;
use pishkhan_chassis_db::Db;
use tokio_util::sync::CancellationToken;

pub mod app;
pub mod cli;
pub mod config;
pub mod consume;
pub mod domain;
pub mod error;
pub mod rpc;
pub mod store;

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
