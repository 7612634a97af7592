//! PostgreSQL and the event bus behind one door: pool, transactions, migrations, outbox and relay, inbox and
//! consumer, idempotent requests, audit.
//!
//! A service's use case is one [`Db::transaction`]: it changes state, appends an [`audit`] row and an [`outbox`] row,
//! and stores the reply of an [`idempotency`] key, all or nothing. Nothing is sent from inside it. The [`Relay`]
//! carries committed events to Redis Streams; a [`Consumer`] of another service handles each exactly once in effect.

pub mod audit;
pub mod bus;
pub mod cli;
mod config;
mod connect;
mod consumer;
mod db;
mod error;
mod fault;
mod guard;
mod housekeeping;
pub mod idempotency;
pub mod inbox;
mod line;
mod listen;
mod memoized;
mod migrate;
pub mod outbox;
mod pipelined;
mod pool;
mod ready;
mod relay;
mod roles;
pub mod schema;
mod server;
pub mod set_aside;
mod snapshots;
mod socket;
mod statement;
mod transaction;
mod wire;

pub use config::DbConfig;
pub use consumer::{Consumer, ConsumerOptions, Handler, HandlerError, Received};
pub use db::{Db, SetupError};
pub use error::{DbError, is_check_violation, is_foreign_key_violation, is_unique_violation};
pub use housekeeping::{HouseError, Housekeeping, OldRows};
pub use listen::ListenError;
pub use memoized::{Memoize, Memoized};
pub use migrate::{CHASSIS_MIGRATIONS, MigrateError, Migrated, migrate};
pub use pipelined::{Commit, Transaction, in_order};
pub use pool::{PoolError, PooledConn};
pub use ready::{TooManyRights, Unfit};
pub use relay::Relay;
pub use roles::GrantError;
pub use snapshots::{Opened, Snapshot, Snapshots};
pub use statement::{Cached, SqlValue, Statement, cached, run_all, statement};
pub use transaction::TransactionFn;
pub use wire::Traffic;
