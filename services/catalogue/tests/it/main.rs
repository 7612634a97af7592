//! The catalogue service against a real PostgreSQL, through its RPCs.

mod access;
mod bulk;
mod editing;
mod harness;
mod import;
mod memory;
mod model;
mod picture_turns;
mod pictures;
mod products;
mod races;
mod reads;
mod reference;
mod reserve;
mod sales;
mod schema;
mod stores;
