//! The seller's own business: its customers as a whole, the store's switch, subscription, payments, invoices.

mod account;
pub mod gateway;
mod invoices;
mod subscription;

use utoipa_actix_web::service_config::ServiceConfig;

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    account::configure(config);
    subscription::configure(config);
    invoices::configure(config);
    gateway::configure(config);
}
