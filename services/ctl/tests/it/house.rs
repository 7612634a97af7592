//! Orders, catalogue, reports and settings, and the tool beside them.

use std::{process::Command, sync::Arc, time::Duration};

use pishkhan_chassis::{
    clock::{ManualClock, SystemClock},
    grpc::{Transport, client::Peer},
};
use pishkhan_orders::rpc::{
    OrdersRpc,
    clients::{CatalogueClient, SettingsClient},
};
use pishkhan_proto::{
    descriptor,
    orders::v1::orders_service_server::OrdersServiceServer,
    settings::v1::{
        agreed_terms_service_server::AgreedTermsServiceServer, invoice_service_server::InvoiceServiceServer,
        settings_service_server::SettingsServiceServer, subscription_service_server::SubscriptionServiceServer,
    },
};
use pishkhan_testkit::{TestDb, TestFolder, TestKeys, TestServer};
use tonic::service::Routes;

/// The key that `TestKeys` has for tools, as the tool reads it.
const TOOL_KEY: &str = r#"{"kid":"test-tool","issuer":"tool","seed":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="}"#;

/// What the tool said, and whether it found everything in order.
#[derive(Debug)]
pub struct Said {
    pub fine: bool,
    /// Standard output and then standard error, line by line.
    pub lines: Vec<String>,
}

impl Said {
    pub fn last(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }
}

pub struct House {
    pub orders_db: TestDb,
    pub catalogue_db: TestDb,
    pub reports_db: TestDb,
    pub settings_db: TestDb,
    orders: TestServer,
    catalogue: TestServer,
    reports: TestServer,
    settings: TestServer,
    folder: TestFolder,
}

impl House {
    pub async fn build() -> Self {
        // The tool has the real clock, so the services have to go by it.
        let real = SystemClock::shared();
        let clock = ManualClock::at(real.now());
        let catalogue_db = TestDb::new("catalogue", &[pishkhan_catalogue::MIGRATIONS]).await;
        let orders_db = TestDb::new("orders", &[pishkhan_orders::MIGRATIONS]).await;
        let reports_db = TestDb::new("reports", &[pishkhan_reports::store::MIGRATIONS]).await;
        let folder = TestFolder::new();
        let images = pishkhan_catalogue::images::Storage::in_folder(folder.path());
        let options = pishkhan_catalogue::Options { db: catalogue_db.db(), clock: clock.clone(), images };
        let routes = pishkhan_catalogue::routes(options);
        let catalogue = TestServer::start("catalogue", descriptor::CATALOGUE, routes, clock.clone()).await;
        let peer = |url: &str, audience| {
            Peer::connect(url, audience, TestKeys.signer("orders"), &Transport::Plain)
                .unwrap()
                .with_clock(clock.clone())
        };
        let stock = Arc::new(CatalogueClient::new(&peer(&catalogue.url(), "catalogue")));
        // Nothing here asks for a seller's terms.
        let terms = Arc::new(SettingsClient::new(&peer("http://127.0.0.1:1", "settings")));
        let app = Arc::new(pishkhan_orders::app::App::new(orders_db.db(), clock.clone(), stock, terms));
        let routes = Routes::new(OrdersServiceServer::new(OrdersRpc::new(app)));
        let orders = TestServer::start("orders", descriptor::ORDERS, routes, clock.clone()).await;
        // They have been told of everything.
        reports_db.db_execute("UPDATE told_until SET until = '2100-01-01'").await;
        let pool = reports_db.db_with(|config| *config = pishkhan_reports::config::for_reports(config.clone()));
        let app = pishkhan_reports::app::Reports::new(pool, clock.clone());
        let routes = pishkhan_reports::rpc::Rpc::new(app).routes();
        let reports = TestServer::start("reports", descriptor::REPORTS, routes, clock.clone()).await;
        let settings_db = TestDb::new("settings", pishkhan_settings::MIGRATIONS).await;
        // Nobody is created here, so nobody asks auth for a user.
        let users = pishkhan_settings::rpc::clients::AuthUsers(peer("http://127.0.0.1:1", "auth"));
        let app = pishkhan_settings::app::App::new(settings_db.db(), clock.clone(), users, TestKeys.signer("settings"));
        let sales = pishkhan_settings::rpc::clients::ReportsSales(
            Peer::connect(&reports.url(), "reports", TestKeys.signer("settings"), &Transport::Plain)
                .unwrap()
                .with_clock(clock.clone()),
        );
        let billing = pishkhan_settings::app::invoices::Billing::new(app.clone(), sales);
        let service = pishkhan_settings::rpc::Service(app);
        let routes = Routes::new(SettingsServiceServer::new(service.clone()))
            .add_service(SubscriptionServiceServer::new(service.clone()))
            .add_service(AgreedTermsServiceServer::new(service))
            .add_service(InvoiceServiceServer::new(pishkhan_settings::rpc::invoices::InvoiceRpc(billing)));
        let settings = TestServer::start("settings", descriptor::SETTINGS, routes, clock.clone()).await;
        let (lifecycle, stop) = (orders.lifecycle(), orders.lifecycle().soft());
        lifecycle.spawn("clock", async move {
            let follow = async {
                loop {
                    clock.set(real.now());
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            };
            stop.run_until_cancelled(follow).await;
        });
        std::fs::create_dir_all(folder.path()).unwrap();
        std::fs::write(folder.path().join("tool.key"), TOOL_KEY).unwrap();
        Self { orders_db, catalogue_db, reports_db, settings_db, orders, catalogue, reports, settings, folder }
    }

    /// Runs `pishkhanctl` to its end.
    pub async fn tool(&self, words: &[&str]) -> Said {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pishkhanctl"));
        command.args(words).env("PISHKHAN_PROFILE", "dev");
        command.env("PASSPORT_KEY_FILE", self.folder.path().join("tool.key"));
        command.env("ORDERS_URL", self.orders.url()).env("CATALOGUE_URL", self.catalogue.url());
        command.env("REPORTS_URL", self.reports.url()).env("SETTINGS_URL", self.settings.url());
        command.env("AUTH_URL", "http://127.0.0.1:1");
        let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Said {
            fine: output.status.success(),
            lines: (text(output.stdout) + &text(output.stderr)).lines().map(str::to_owned).collect(),
        }
    }
}
