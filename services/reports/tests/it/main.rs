//! The reports service against real PostgreSQL and Redis.

mod access;
mod apply;
mod harness;
mod reads;
mod rebuild;
mod schema;
mod stream;
