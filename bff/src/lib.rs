//! The backend for the panel's frontend: it turns the client's `-app2` calls into calls of the five services.
//!
//! It keeps no data of its own and knows no rule of the domain; it knows people's sessions, the wire's names and the
//! texts.

pub mod app;
pub mod assets;
pub mod cli;
pub mod clients;
pub mod config;
pub mod device;
pub mod edge;
pub mod headers;
pub mod idempotency;
pub mod limits;
pub mod network;
pub mod page;
pub mod pictures;
pub mod qr;
pub mod reply;
pub mod respond;
pub mod routes;
pub mod seal;
pub mod serve;
pub mod session;
mod site;
pub mod stores;
pub mod throttle;
pub mod wire;
pub mod work;
pub mod worker;

// The allocator comes with it.
use pishkhan_memory as _;
