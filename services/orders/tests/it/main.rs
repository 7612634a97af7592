//! The orders service with the real catalogue and the real settings beside it, over real sockets and databases.

#![expect(clippy::unwrap_used, reason = "helpers of tests that cannot go on panic, as the tests do")]

mod asks;
mod customer_index;
mod customers;
mod delete;
mod disconnect;
mod discounts;
mod examples;
mod fixture;
mod guide;
mod history;
mod house;
mod intents;
mod lines;
mod link;
mod list_orders;
mod model;
mod names;
mod operators;
mod place;
mod placed_together;
mod quote;
mod random;
mod reconcile;
mod recovery;
mod registered;
mod reopen;
mod reset;
mod revise;
mod round_trips;
mod schema;
mod settle;
mod snapshots;
mod sound;
mod takeover;
mod tell;
mod together;
