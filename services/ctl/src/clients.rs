//! The services, as this tool calls them.

use std::{sync::Arc, time::Duration};

use pishkhan_chassis::{
    clock::{SharedClock, SystemClock},
    config::{Env, Profile},
    errors,
    grpc::{
        Transport,
        client::{Peer, PeerChannel},
    },
    passport::{ISSUER_TOOL, Signer},
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
use tonic::{Code, Response, Status};

/// A batch of rows may take this long.
const PATIENCE: Duration = Duration::from_secs(14);
/// A rebuild carries all of a seller's orders through one call.
const REBUILD_PATIENCE: Duration = Duration::from_mins(15);
/// The stock's ledger has a row for each line of each order.
const VERIFY_PATIENCE: Duration = Duration::from_mins(2);
/// A part of a reconciliation asks the stock about each order that differs.
const RECONCILE_PATIENCE: Duration = Duration::from_mins(1);
/// All sellers' invoices of a month.
const MAKING_PATIENCE: Duration = Duration::from_mins(15);
const NAME: &str = "pishkhanctl";
/// How often a call is made that nobody answers in time.
const TRIES: u32 = 6;
/// The pause before the second try; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The five services, each called with the scopes of its own.
pub struct Clients {
    auth: Peer,
    settings: Peer,
    orders: Peer,
    catalogue: Peer,
    reports: Peer,
    /// The time and new ids.
    pub clock: SharedClock,
}

/// Where the services are, how they are spoken to, and the tool's key.
pub struct Settings {
    /// The key.
    pub signer: Arc<Signer>,
    transport: Transport,
    urls: [String; 5],
}

impl Settings {
    /// From the environment.
    pub fn from_env() -> anyhow::Result<Self> {
        Ok(Env::from_process().build(Self::read)?)
    }

    /// Reads everything, so that all mistakes are reported together.
    pub fn read(env: &mut Env) -> Option<Self> {
        Profile::read(env);
        let signer = Signer::from_env(env, ISSUER_TOOL);
        let transport = Transport::read(env, ISSUER_TOOL);
        let [auth, settings, orders, catalogue, reports] =
            ["AUTH_URL", "SETTINGS_URL", "ORDERS_URL", "CATALOGUE_URL", "REPORTS_URL"]
                .map(|name| Transport::url(env, name));
        let urls = [auth?, settings?, orders?, catalogue?, reports?];
        Some(Self { signer: signer?, transport: transport?, urls })
    }
}

impl Clients {
    /// Of what the environment says.
    pub fn from_env() -> anyhow::Result<Self> {
        Self::connect(Settings::from_env()?)
    }

    /// Of these settings.
    pub fn connect(settings: Settings) -> anyhow::Result<Self> {
        let Settings { signer, transport, urls: [auth, settings, orders, catalogue, reports] } = settings;
        // Whoever has a key of its own acts under its own name.
        let name = signer.tool().unwrap_or(NAME).to_owned();
        let peer = |url: &str, service: &'static str, contract: &[u8]| -> anyhow::Result<Peer> {
            let peer = Peer::connect(url, service, Arc::clone(&signer), &transport)?.with_contract(contract)?;
            Ok(peer.with_timeout(PATIENCE).as_tool(&name, vec![format!("{service}.*")], None))
        };
        Ok(Self {
            auth: peer(&auth, "auth", descriptor::AUTH)?,
            settings: peer(&settings, "settings", descriptor::SETTINGS)?,
            orders: peer(&orders, "orders", descriptor::ORDERS)?,
            catalogue: peer(&catalogue, "catalogue", descriptor::CATALOGUE)?,
            reports: peer(&reports, "reports", descriptor::REPORTS)?,
            clock: SystemClock::shared(),
        })
    }

    /// Users.
    pub fn auth(&self) -> AuthServiceClient<PeerChannel> {
        AuthServiceClient::new(self.auth.channel())
    }

    /// Sellers.
    pub fn settings(&self) -> SettingsServiceClient<PeerChannel> {
        SettingsServiceClient::new(self.settings.channel())
    }

    /// Plans and subscriptions.
    pub fn subscriptions(&self) -> SubscriptionServiceClient<PeerChannel> {
        SubscriptionServiceClient::new(self.settings.channel())
    }

    /// Payments.
    pub fn payments(&self) -> PaymentServiceClient<PeerChannel> {
        PaymentServiceClient::new(self.settings.channel())
    }

    /// What sellers and platform agree on.
    pub fn agreed_terms(&self) -> AgreedTermsServiceClient<PeerChannel> {
        AgreedTermsServiceClient::new(self.settings.channel())
    }

    /// Commission invoices.
    pub fn invoices(&self) -> InvoiceServiceClient<PeerChannel> {
        InvoiceServiceClient::new(self.settings.channel())
    }

    /// Commission invoices, for a call that takes as long as there are sellers and orders.
    pub fn invoices_for_making(&self) -> InvoiceServiceClient<PeerChannel> {
        InvoiceServiceClient::new(self.settings.clone().with_timeout(MAKING_PATIENCE).channel())
    }

    /// Customers and orders.
    pub fn orders(&self) -> OrdersServiceClient<PeerChannel> {
        OrdersServiceClient::new(self.orders.channel())
    }

    /// Orders, for a call that asks the stock about many of them.
    pub fn orders_for_reconciling(&self) -> OrdersServiceClient<PeerChannel> {
        OrdersServiceClient::new(self.orders.clone().with_timeout(RECONCILE_PATIENCE).channel())
    }

    /// Products and stock.
    pub fn catalogue(&self) -> CatalogueServiceClient<PeerChannel> {
        CatalogueServiceClient::new(self.catalogue.channel())
    }

    /// Products and stock, for a call that takes as long as the ledger is.
    pub fn catalogue_for_verifying(&self) -> CatalogueServiceClient<PeerChannel> {
        CatalogueServiceClient::new(self.catalogue.clone().with_timeout(VERIFY_PATIENCE).channel())
    }

    /// Sales figures.
    pub fn reports(&self) -> ReportsServiceClient<PeerChannel> {
        ReportsServiceClient::new(self.reports.channel())
    }

    /// Sales figures, for a call that takes as long as there are orders.
    pub fn reports_for_rebuilding(&self) -> ReportsServiceClient<PeerChannel> {
        ReportsServiceClient::new(self.reports.clone().with_timeout(REBUILD_PATIENCE).channel())
    }

    /// A name for one request.
    pub fn request_id(&self) -> String {
        self.clock.new_id().to_string()
    }
}

/// Makes a call that is not answered in time once more, and again, for a minute and a half: under load a batch takes its
/// time. `call` has to send the same each time, its request id too, so that what was done already is not done twice.
pub async fn again<T>(mut call: impl AsyncFnMut() -> Result<Response<T>, Status>) -> Result<T, Status> {
    let mut pause = FIRST_PAUSE;
    for _ in 1..TRIES {
        match call().await {
            Err(status) if is_passing(&status) => {
                eprintln!("not answered in time, once more: {}", explain(&status));
                tokio::time::sleep(pause).await;
                pause *= 2;
            }
            answer => return answer.map(Response::into_inner),
        }
    }
    call().await.map(Response::into_inner)
}

/// Whether a later try may be answered.
fn is_passing(status: &Status) -> bool {
    matches!(status.code(), Code::DeadlineExceeded | Code::Unavailable)
        || errors::details(status).reason.as_deref() == Some(errors::reasons::OVERLOADED)
}

/// What a service answered, in one sentence.
pub fn explain(status: &Status) -> anyhow::Error {
    let details = errors::details(status);
    let reason = details.reason.unwrap_or_else(|| format!("{:?}", status.code()));
    let fields: Vec<String> =
        details.fields.iter().map(|wrong| format!("{}: {}", wrong.field, wrong.problem)).collect();
    if fields.is_empty() {
        anyhow::anyhow!("{reason}: {}", status.message())
    } else {
        anyhow::anyhow!("{reason}: {}", fields.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a call is made whose tries are answered so, and what comes of it.
    async fn tries(answers: &[Code]) -> (usize, Code) {
        let mut made = 0;
        let answer = again(async || {
            let code = answers.get(made).copied().unwrap_or(Code::Ok);
            made += 1;
            if code == Code::Ok { Ok(Response::new(())) } else { Err(Status::new(code, "no")) }
        });
        let code = answer.await.map_or_else(|status| status.code(), |()| Code::Ok);
        (made, code)
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_answered_in_time_is_asked_again_and_nothing_else_is() {
        let late = Code::DeadlineExceeded;
        assert_eq!(tries(&[]).await, (1, Code::Ok));
        assert_eq!(tries(&[late, Code::Unavailable, late]).await, (4, Code::Ok));
        assert_eq!(tries(&[late; 10]).await, (TRIES as usize, late));
        for code in [Code::InvalidArgument, Code::NotFound, Code::Internal, Code::ResourceExhausted, Code::Aborted] {
            assert_eq!(tries(&[code]).await, (1, code));
        }
        let busy = errors::status(Code::ResourceExhausted, errors::reasons::OVERLOADED, "busy").build();
        assert!(is_passing(&busy), "the server's own limit");
    }
}
