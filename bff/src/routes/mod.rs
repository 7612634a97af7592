//! The calls, by path prefix. A handler extracts, asks one or two services (joined), and converts.

pub mod activity;
pub mod auth;
pub mod billing;
pub mod catalogue;
pub mod docs;
pub mod health;
pub mod long_report;
pub mod market;
pub mod order;
pub mod order_desk;
pub mod order_list;
pub mod order_page;
pub mod order_settle;
pub mod order_taking;
pub mod report;
pub mod seller;
pub mod sessions;
pub mod settings;
pub mod sheet_file;
pub mod store_head;
pub mod user;
