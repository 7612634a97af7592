//! For tests only: a database per test, a stream prefix per test, signed callers, and services served in process.
//!
//! Real PostgreSQL and Redis: the private ones of the checkout (`DEV_STATE=.dev/test PISHKHAN_DEV_FAST=1
//! deploy/dev/services up`), or those named by `PISHKHAN_TEST_PG` and `PISHKHAN_TEST_REDIS`. Without them a test fails;
//! it never passes by doing nothing.

#![expect(clippy::missing_panics_doc, reason = "a test helper that cannot help panics; that is its job")]

mod admin;
mod again;
mod certificates;
mod child;
mod db;
mod environment;
mod folder;
mod keys;
mod plans;
mod pool;
mod redis;
mod redis_proxy;
mod round_trips;
pub mod schema;
mod seed;
mod server;
mod stores;
mod template;
mod tls_servers;
mod wait;

pub use crate::{
    again::again_with_a_quick_allocator,
    certificates::{TestAuthority, TestCertificate},
    child::{TestProcess, free_address},
    db::{OutboxRow, TestDb},
    folder::TestFolder,
    keys::TestKeys,
    plans::assert_plans,
    redis::{TestRedis, test_redis},
    redis_proxy::RedisProxy,
    round_trips::RoundTrips,
    seed::{seed_bytes, seeds},
    server::{Passport, TestCaller, TestServer},
    stores::Stores,
    tls_servers::TlsServers,
    wait::{eventually, noon},
};
