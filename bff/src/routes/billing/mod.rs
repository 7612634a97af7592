//! The seller's own business: its customers as a whole, the store's switch, subscription, payments, invoices.

mod account;
pub mod gateway;
mod invoices;
mod subscription;

use utoipa_actix_web::service_config::ServiceConfig;

/// Whether the calls of a route may ask a payment gateway, which takes its time.
pub fn asks_gateway(route: &str) -> bool {
    ["/market/subscription-purchase-app2", "/market/invoice-pay-app2/{invoice_id}", gateway::DECIDE, gateway::RETURN]
        .contains(&route)
}

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    account::configure(config);
    subscription::configure(config);
    invoices::configure(config);
    gateway::configure(config);
}
