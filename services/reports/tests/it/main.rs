//! The reports service against real PostgreSQL and Redis.

mod apply;
mod exports;
mod harness;
mod month;
mod names;
mod reads;
mod rebuild;
mod round_trips;
mod schema;
mod stream;
