//! The catalogue service against a real PostgreSQL, through its RPCs.

mod access;
mod harness;
mod import;
mod model;
mod races;
mod products;
mod reads;
mod reference;
mod reserve;
mod sales;
mod schema;
