//! What the BFF promises to those outside, over HTTP, in front of the five real services.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test by panicking")]

mod access;
mod activity;
mod alarms;
mod billing;
mod catalogue;
mod catalogue_bulk;
mod catalogue_edit;
mod catalogue_large;
mod catalogue_pictures;
mod contract;
mod cors;
mod crowd;
mod document;
mod downtime;
mod edge;
mod edge_numbers;
mod file_memory;
mod hostile;
mod house;
mod http;
mod limits;
mod lists;
mod matrix;
mod names;
mod order;
mod order_desk;
mod order_page;
mod order_status;
mod own_sessions;
mod password;
mod phones;
mod picture;
mod process;
mod profile;
mod report;
mod seeding;
mod session;
mod settings;
mod settings_versions;
mod slow_gateway;
mod stores;
mod strangers;
mod tls;
mod work;
