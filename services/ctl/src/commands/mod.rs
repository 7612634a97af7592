//! The short commands, one file each.

pub mod check_config;
pub mod check_figures;
pub mod choices;
pub mod create_seller;
pub mod generate;
pub mod holidays;
pub mod intents;
pub mod invoices;
pub mod keys;
pub mod month;
mod names;
pub mod operator;
mod password_link;
pub mod payments;
pub mod place_order;
pub mod plans;
pub mod rebuild_reports;
pub mod reconcile;
mod registered;
mod sellers;
mod set_aside;
pub mod subscriptions;
pub mod terms;
pub mod token;
pub mod tokens;
pub mod verify_sales;
pub mod verify_stock;
