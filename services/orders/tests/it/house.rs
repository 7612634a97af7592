//! Three services in the test's own process, and what tests ask of them over and over.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use pishkhan_chassis::{
    clock::{Clock, ManualClock},
    errors,
    grpc::{Transport, client::Peer},
};
use pishkhan_orders::{
    MIGRATIONS,
    app::App,
    rpc::{
        OrdersRpc,
        clients::{CatalogueClient, SettingsClient},
    },
};
use pishkhan_proto::{
    catalogue::v1::{self as catalogue, catalogue_service_client::CatalogueServiceClient},
    descriptor,
    orders::v1::{self as pb, orders_service_client::OrdersServiceClient, orders_service_server::OrdersServiceServer},
    settings::v1::{
        settings_service_server::SettingsServiceServer, subscription_service_client::SubscriptionServiceClient,
        subscription_service_server::SubscriptionServiceServer,
    },
};
use pishkhan_settings::rpc::{Service, clients::AuthUsers};
use pishkhan_testkit::{TestCaller, TestDb, TestFolder, TestKeys, TestServer, noon};
use tonic::{Code, Status, service::Routes};
use uuid::Uuid;

pub use crate::link::{Link, TermsLink, Weather};

pub type Client = OrdersServiceClient<TestCaller>;

pub struct House {
    pub db: TestDb,
    pub clock: Arc<ManualClock>,
    pub server: TestServer,
    pub app: Arc<App>,
    pub link: Arc<Link>,
    pub terms: Arc<TermsLink>,
    pub catalogue: TestServer,
    pub settings_db: TestDb,
    settings: TestServer,
    pub catalogue_db: TestDb,
    _pictures: TestFolder,
}

/// A seller with types T1, T2, … and one customer, C1.
pub struct Shop {
    pub seller_id: Uuid,
    pub types: Vec<catalogue::ProductType>,
}

impl Shop {
    pub fn seller(&self) -> String {
        self.seller_id.to_string()
    }

    pub fn type_id(&self, number: usize) -> String {
        self.types[number - 1].type_id.clone()
    }

    pub fn change(&self, number: usize, quantity: i64) -> pb::LineChange {
        pb::LineChange { type_id: self.type_id(number), quantity, unit_price_toman: None }
    }
}

/// Answers of calls without their envelope.
pub trait Inner<T> {
    fn inner(self) -> Result<T, Status>;
}

impl<T> Inner<T> for Result<tonic::Response<T>, Status> {
    fn inner(self) -> Result<T, Status> {
        self.map(tonic::Response::into_inner)
    }
}

/// Code and reason of a refusal.
pub fn refusal<T: std::fmt::Debug>(result: Result<T, Status>) -> (Code, String) {
    let status = result.unwrap_err();
    (status.code(), errors::reason(&status).unwrap_or_default())
}

#[track_caller]
pub fn assert_refused<T: std::fmt::Debug>(result: Result<T, Status>, code: Code, reason: &str) {
    assert_eq!(refusal(result), (code, reason.to_owned()));
}

impl House {
    pub async fn build() -> Self {
        let clock = ManualClock::at(noon());
        let catalogue_db = TestDb::new("catalogue", &[pishkhan_catalogue::MIGRATIONS]).await;
        let pictures = TestFolder::new();
        let routes = pishkhan_catalogue::routes(pishkhan_catalogue::Options {
            db: catalogue_db.db(),
            clock: clock.clone(),
            images: pishkhan_catalogue::images::Storage::in_folder(pictures.path()),
        });
        let catalogue = TestServer::start("catalogue", descriptor::CATALOGUE, routes, clock.clone()).await;
        let settings_db = TestDb::new("settings", pishkhan_settings::MIGRATIONS).await;
        let signer = TestKeys.signer("settings");
        let users = AuthUsers(Peer::connect("http://127.0.0.1:1", "auth", signer, &Transport::Plain).unwrap());
        let settings_app =
            pishkhan_settings::app::App::new(settings_db.db(), clock.clone(), users, TestKeys.signer("settings"));
        let service = Service(settings_app);
        let routes = Routes::new(SettingsServiceServer::new(service.clone()))
            .add_service(SubscriptionServiceServer::new(service));
        let settings = TestServer::start("settings", descriptor::SETTINGS, routes, clock.clone()).await;

        let peer = |server: &TestServer, audience| {
            Peer::connect(&server.url(), audience, TestKeys.signer("orders"), &Transport::Plain)
                .unwrap()
                .with_clock(clock.clone())
        };
        let client = CatalogueClient::new(&peer(&catalogue, "catalogue"));
        let link = Arc::new(Link::new(client));
        let terms = Arc::new(TermsLink::new(SettingsClient::new(&peer(&settings, "settings"))));
        let db = TestDb::new("orders", &[MIGRATIONS]).await;
        let app = Arc::new(App::new(db.db(), clock.clone(), link.clone(), terms.clone()));
        let routes = Routes::new(OrdersServiceServer::new(OrdersRpc::new(app.clone())));
        let server = TestServer::start("orders", descriptor::ORDERS, routes, clock.clone()).await;
        Self {
            db,
            clock,
            server,
            app,
            link,
            terms,
            catalogue,
            settings_db,
            settings,
            catalogue_db,
            _pictures: pictures,
        }
    }

    /// So many seconds go by on the database's clock: whatever waits in `settlement` or `account_reset` is older by then.
    pub async fn seconds_pass(&self, seconds: i64) {
        let older = format!(
            "UPDATE settlement SET created_at = created_at - interval '{seconds} s', \
             lease_until = lease_until - interval '{seconds} s'; \
             UPDATE account_reset SET lease_until = lease_until - interval '{seconds} s'"
        );
        self.db.db_execute(&older).await;
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub fn key(&self) -> String {
        self.clock.new_id().to_string()
    }

    pub fn tool(&self) -> Client {
        OrdersServiceClient::new(self.server.as_tool(&["orders.*"], None))
    }

    pub fn seller(&self, seller_id: Uuid) -> Client {
        OrdersServiceClient::new(self.server.as_seller(seller_id))
    }

    /// A seller with 9 % tax and 350,000 shipping, a type for each number (its stock; 12 pieces, bought at 1,000 times
    /// the type's number a piece), and customer C1.
    pub async fn shop(&self, stock: &[i64]) -> Shop {
        let seller_id = self.clock.new_id();
        self.db_settings(&format!(
            "INSERT INTO seller (seller_id, type, active, ready, title, representative, address, story_url, \
             background_url, cellphone, username, created_at) VALUES ('{seller_id}', 1, true, true, 'the seller', 'r', \
             '', '', '', '09121111111', 'u{}', now()); \
             INSERT INTO seller_limits (seller_id, shipping_toman, tax_basis_points) VALUES ('{seller_id}', 350000, 900); \
             INSERT INTO delivery_rule (seller_id, days_after_order, cut_off_minute) VALUES ('{seller_id}', 2, 1200)",
            seller_id.simple(),
        ))
        .await;
        let rows = stock.iter().zip(1..).map(|(stock, number)| product_row(number, *stock)).collect();
        self.import_products(seller_id, rows).await;
        let list = catalogue::ListProductTypesRequest {
            seller_id: seller_id.to_string(),
            page_size: 500,
            ..Default::default()
        };
        let types = self.catalogue_tool().list_product_types(list).await.inner().unwrap().types;
        assert_eq!(types.len(), stock.len());
        let shop = Shop { seller_id, types };
        let report = self.import_customers(&shop, vec![customer_row(1, "C1", "the first customer")]).await;
        assert_eq!((report.created, report.problems), (1, vec![]));
        shop
    }

    pub async fn import_products(&self, seller_id: Uuid, rows: Vec<catalogue::ProductRow>) {
        let request =
            catalogue::ImportProductsRequest { request_id: self.key(), seller_id: seller_id.to_string(), rows };
        let report = self.catalogue_tool().import_products(request).await.inner().unwrap();
        assert_eq!(report.problems, []);
    }

    /// Statements for what the settings' API cannot arrange yet.
    pub async fn db_settings(&self, statements: &str) {
        self.settings_db.db_execute(statements).await;
    }

    pub fn subscriptions_tool(&self) -> SubscriptionServiceClient<TestCaller> {
        SubscriptionServiceClient::new(self.settings.as_tool(&["settings.*"], None))
    }

    pub fn catalogue_tool(&self) -> CatalogueServiceClient<TestCaller> {
        CatalogueServiceClient::new(self.catalogue.as_tool(&["catalogue.*"], None))
    }

    pub async fn import_customers(&self, shop: &Shop, rows: Vec<pb::CustomerRow>) -> pb::ImportCustomersResponse {
        let request = pb::ImportCustomersRequest { request_id: self.key(), seller_id: shop.seller(), rows };
        self.tool().import_customers(request).await.inner().unwrap()
    }

    /// What can still be sold of a type.
    pub async fn stock(&self, shop: &Shop, number: usize) -> i64 {
        let request = catalogue::GetStockRequest { seller_id: shop.seller(), type_id: shop.type_id(number) };
        self.catalogue_tool().get_stock(request).await.inner().unwrap().available
    }

    pub async fn counts(&self, shop: &Shop) -> pb::CustomerTotals {
        let request = pb::GetCustomerCountsRequest { seller_id: shop.seller() };
        self.seller(shop.seller_id).get_customer_counts(request).await.inner().unwrap().totals.unwrap()
    }
}

pub fn product_row(number: i32, stock: i64) -> catalogue::ProductRow {
    catalogue::ProductRow {
        row: number,
        product_code: format!("P{number}"),
        title: format!("product {number:03}"),
        brand: "brand".to_owned(),
        category: "category".to_owned(),
        type_code: format!("T{number}"),
        type_name: format!("type {number}"),
        unit: "کارتن".to_owned(),
        pieces_per_unit: "12".to_owned(),
        buy_price: (number * 1_000).to_string(),
        sell_price: (number * 1_200).to_string(),
        stock: stock.to_string(),
        description: String::new(),
        image_url: String::new(),
        active: String::new(),
    }
}

pub fn customer_row(row: i32, code: &str, title: &str) -> pb::CustomerRow {
    pb::CustomerRow {
        row,
        customer_code: code.to_owned(),
        title: title.to_owned(),
        mobile: "09121234567".to_owned(),
        landline: "02112345678".to_owned(),
        trade_type: "grocery".to_owned(),
        shop_name: "a shop".to_owned(),
        activity_area: "north".to_owned(),
        address: "a street".to_owned(),
    }
}
