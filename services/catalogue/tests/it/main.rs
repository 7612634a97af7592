//! The catalogue service against a real PostgreSQL, through its RPCs.

mod access;
mod beside;
mod bulk;
mod editing;
mod exports;
mod file_memory;
mod file_turns;
mod harness;
mod import;
mod large;
mod memory;
mod model;
mod names;
mod picture_turns;
mod pictures;
mod product_index;
mod products;
mod races;
mod read_round_trips;
mod reads;
mod reference;
mod reserve;
mod round_trips;
mod sales;
mod schema;
mod stores;
