//! The reports service: sales figures, kept up as orders are registered and cancelled, read without scanning.
//!
//! It owns no truth: everything follows from what the orders service tells (topic `orders`), and can be rebuilt from it.

// The allocator comes with it.
use pishkhan_memory as _;

pub mod app;
pub mod cli;
pub mod config;
pub mod consume;
pub mod domain;
pub mod error;
pub mod rpc;
pub mod store;
