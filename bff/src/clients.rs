//! The services behind, as one worker sees them.

use std::{sync::Arc, time::Duration};

use pishkhan_chassis::{
    clock::SharedClock,
    grpc::client::{Peer, PeerChannel, PeerError},
    passport::Signer,
};
use pishkhan_proto::{
    auth::v1::auth_service_client::AuthServiceClient,
    catalogue::v1::catalogue_service_client::CatalogueServiceClient,
    descriptor,
    orders::v1::orders_service_client::OrdersServiceClient,
    reports::v1::reports_service_client::ReportsServiceClient,
    settings::v1::{
        agreed_terms_service_client::AgreedTermsServiceClient, invoice_service_client::InvoiceServiceClient,
        payment_service_client::PaymentServiceClient, settings_service_client::SettingsServiceClient,
        subscription_service_client::SubscriptionServiceClient,
    },
};

use crate::config::ServiceUrls;

/// How long the catalogue may work on tens of thousands of rows.
const SHEET_TIMEOUT: Duration = Duration::from_secs(58);
/// Bytes of a reply with the first changes and problems of a file, each with its texts.
const SHEET_REPLY: usize = 16 * 1024 * 1024;
/// How long settings may ask a payment gateway.
const GATEWAY_TIMEOUT: Duration = Duration::from_secs(12);
/// How long an answer that can do without it waits for what the catalogue would add: it has it in milliseconds.
const ADDITION_TIMEOUT: Duration = Duration::from_secs(1);
/// How long the catalogue may work on a file.
const FILE_TIMEOUT: Duration = Duration::from_secs(14);

/// The five services, each with a lazily connected channel of this worker's own.
#[derive(Clone, Debug)]
pub struct Clients {
    auth: Peer,
    settings: Peer,
    orders: Peer,
    catalogue: Peer,
    reports: Peer,
}

impl Clients {
    /// Prepares the channels; nothing is connected yet. Needs a running runtime.
    pub fn connect(urls: &ServiceUrls, signer: &Arc<Signer>, clock: &SharedClock) -> Result<Self, PeerError> {
        let peer = |url: &str, audience, contract: &[u8]| {
            let peer = Peer::connect(url, audience, Arc::clone(signer), &urls.transport)?.with_contract(contract)?;
            Ok::<_, PeerError>(peer.with_clock(Arc::clone(clock)))
        };
        Ok(Self {
            auth: peer(&urls.auth, "auth", descriptor::AUTH)?,
            settings: peer(&urls.settings, "settings", descriptor::SETTINGS)?,
            orders: peer(&urls.orders, "orders", descriptor::ORDERS)?,
            catalogue: peer(&urls.catalogue, "catalogue", descriptor::CATALOGUE)?,
            reports: peer(&urls.reports, "reports", descriptor::REPORTS)?,
        })
    }

    /// Who people are.
    pub fn auth(&self) -> AuthServiceClient<PeerChannel> {
        AuthServiceClient::new(self.auth.channel())
    }

    /// What sellers have set up.
    pub fn settings(&self) -> SettingsServiceClient<PeerChannel> {
        SettingsServiceClient::new(self.settings.channel())
    }

    /// Plans, subscriptions and the stores' switches.
    pub fn subscriptions(&self) -> SubscriptionServiceClient<PeerChannel> {
        SubscriptionServiceClient::new(self.settings.channel())
    }

    /// Payments through a gateway.
    pub fn payments(&self) -> PaymentServiceClient<PeerChannel> {
        PaymentServiceClient::new(self.settings.channel())
    }

    /// The settings service, for calls that ask a payment gateway.
    fn asking_gateway(&self) -> PeerChannel {
        self.settings.clone().with_timeout(GATEWAY_TIMEOUT).channel()
    }

    /// Plans and subscriptions, for a call that begins a payment.
    pub fn subscriptions_with_gateway(&self) -> SubscriptionServiceClient<PeerChannel> {
        SubscriptionServiceClient::new(self.asking_gateway())
    }

    /// Commission invoices, for a call that begins a payment.
    pub fn invoices_with_gateway(&self) -> InvoiceServiceClient<PeerChannel> {
        InvoiceServiceClient::new(self.asking_gateway())
    }

    /// Payments, for a call that settles one.
    pub fn payments_with_gateway(&self) -> PaymentServiceClient<PeerChannel> {
        PaymentServiceClient::new(self.asking_gateway())
    }

    /// Commission invoices.
    pub fn invoices(&self) -> InvoiceServiceClient<PeerChannel> {
        InvoiceServiceClient::new(self.settings.channel())
    }

    /// What sellers and platform have agreed on.
    pub fn agreed_terms(&self) -> AgreedTermsServiceClient<PeerChannel> {
        AgreedTermsServiceClient::new(self.settings.channel())
    }

    /// Customers and their orders.
    pub fn orders(&self) -> OrdersServiceClient<PeerChannel> {
        OrdersServiceClient::new(self.orders.channel())
    }

    /// Products and stock.
    pub fn catalogue(&self) -> CatalogueServiceClient<PeerChannel> {
        CatalogueServiceClient::new(self.catalogue.channel())
    }

    /// Products and stock, for what an answer can do without.
    pub fn catalogue_for_additions(&self) -> CatalogueServiceClient<PeerChannel> {
        CatalogueServiceClient::new(self.catalogue.clone().with_timeout(ADDITION_TIMEOUT).channel())
    }

    /// Products and stock, for calls that carry a file.
    pub fn catalogue_for_files(&self) -> CatalogueServiceClient<PeerChannel> {
        CatalogueServiceClient::new(self.catalogue.clone().with_timeout(FILE_TIMEOUT).channel())
    }

    /// Products and stock, for calls with the rows of a whole file.
    pub fn catalogue_for_sheets(&self) -> CatalogueServiceClient<PeerChannel> {
        CatalogueServiceClient::new(self.catalogue.clone().with_timeout(SHEET_TIMEOUT).channel())
            .max_decoding_message_size(SHEET_REPLY)
    }

    /// Sales figures.
    pub fn reports(&self) -> ReportsServiceClient<PeerChannel> {
        ReportsServiceClient::new(self.reports.channel())
    }

    /// Sales figures, for all rows of a report.
    pub fn reports_for_files(&self) -> ReportsServiceClient<PeerChannel> {
        ReportsServiceClient::new(self.reports.clone().with_timeout(SHEET_TIMEOUT).channel())
    }

    /// The auth service, for a reply that streams for as long as the process lives.
    pub fn auth_stream(&self) -> AuthServiceClient<PeerChannel> {
        AuthServiceClient::new(self.auth.clone().without_timeout().channel())
    }

    /// All of them, for the health check.
    pub fn each(&self) -> [&Peer; 5] {
        [&self.auth, &self.settings, &self.orders, &self.catalogue, &self.reports]
    }
}
