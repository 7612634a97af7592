//! The five real services in the test's own process, and panels in front of them.

use std::{
    net::SocketAddr,
    path::Path,
    sync::{Arc, mpsc},
    thread::JoinHandle,
    time::Duration,
};

use actix_web::dev::ServerHandle;
use chrono::TimeDelta;
use pishkhan_bff::{
    app,
    assets::Assets,
    clients::Clients,
    config::{ServiceUrls, WebConfig},
    edge::Edge,
    headers::ProtectiveHeaders,
    pictures::Pictures,
    seal::Seal,
    serve,
    session::{cache::SessionCache, revocations},
    stores::Stores,
    throttle::Asks,
    work::Work,
    worker::{Shared, Worker},
};
use pishkhan_chassis::{
    clock::{Clock as _, ManualClock, SharedClock, SystemClock},
    config::Profile,
    grpc::{Transport, client::Peer},
    listen, parse,
};
use pishkhan_chassis_db::{Consumer, ConsumerOptions, Relay};
use pishkhan_orders::rpc::{
    OrdersRpc,
    clients::{CatalogueClient, SettingsClient},
};
use pishkhan_proto::{
    auth::v1::{self as auth, auth_service_client::AuthServiceClient, auth_service_server::AuthServiceServer},
    descriptor,
    orders::v1::{
        self as orders, orders_service_client::OrdersServiceClient, orders_service_server::OrdersServiceServer,
    },
    reports::v1::{self as reports, reports_service_client::ReportsServiceClient},
    settings::v1::{
        self as settings, agreed_terms_service_server::AgreedTermsServiceServer,
        invoice_service_server::InvoiceServiceServer, payment_service_server::PaymentServiceServer,
        settings_service_server::SettingsServiceServer, subscription_service_client::SubscriptionServiceClient,
        subscription_service_server::SubscriptionServiceServer,
    },
};
use pishkhan_settings::{
    app::{App, gateway::PaymentGateway, invoices::Billing},
    rpc::{
        clients::{AuthUsers, ReportsSales},
        invoices::InvoiceRpc,
    },
};
use pishkhan_testkit::{TestDb, TestFolder, TestKeys, TestRedis, TestServer, noon};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::{
    http::Visitor,
    phones::Phones,
    seeding::{Seeding, Store},
};

pub const PASSWORD: &str = "pishkhan-demo-1";
pub const FIRST_SELLER: &str = "09120000001";
pub const SECOND_SELLER: &str = "09120000002";
pub const OPERATOR: &str = "09120000003";
pub const CHILD_SELLER: &str = "09120000004";
/// How long a panel that is stopped gracefully waits for answers.
pub const DRAIN: Duration = Duration::from_secs(10);
/// The demo's pictures, which a panel shows at `/images/`.
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/demo/images");
/// Seals the addresses of orders' public pages.
pub const SEAL_KEYS: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";

/// Consumers that stop in no time.
fn prompt() -> ConsumerOptions {
    ConsumerOptions { block: Duration::from_millis(100), ..ConsumerOptions::default() }
}

/// The services. One that is taken out is stopped.
pub struct Servers {
    pub auth: Option<TestServer>,
    pub settings: Option<TestServer>,
    pub orders: Option<TestServer>,
    pub catalogue: Option<TestServer>,
    pub reports: Option<TestServer>,
}

pub struct House {
    // Panels go first: they call the services.
    pub panel: Panel,
    pub servers: Servers,
    pub urls: ServiceUrls,
    pub clock: Arc<ManualClock>,
    pub first: Store,
    pub second: Store,
    /// Of auth, settings, orders, catalogue and reports.
    pub databases: [TestDb; 5],
    auth_app: pishkhan_auth::app::App,
    phones: Phones,
    /// Kept for the tests' time.
    _redis: TestRedis,
    _pictures: TestFolder,
}

impl House {
    /// Two sellers with the goods of the worked order and thirteen customers, an operator, and one panel.
    pub async fn build() -> Self {
        Self::build_for(settings::SellerType::Normal).await
    }

    /// The same with a first seller of another type.
    pub async fn build_for(first: settings::SellerType) -> Self {
        let clock = ManualClock::at(noon());
        let redis = TestRedis::new();
        let (auth_db, settings_db, orders_db, catalogue_db, reports_db) = (
            TestDb::new("auth", pishkhan_auth::MIGRATIONS).await,
            TestDb::new("settings", pishkhan_settings::MIGRATIONS).await,
            TestDb::new("orders", &[pishkhan_orders::MIGRATIONS]).await,
            TestDb::new("catalogue", &[pishkhan_catalogue::MIGRATIONS]).await,
            TestDb::new("reports", &[pishkhan_reports::store::MIGRATIONS]).await,
        );
        // No test is about what the reports were not told.
        reports_db.db_execute("UPDATE told_until SET until = '2100-01-01'").await;
        let phones = Phones::default();
        let (auth, auth_app) = serve_auth(&auth_db, &redis, &clock, &phones).await;
        let peer = |server: &TestServer, audience, issuer| {
            Peer::connect(&server.url(), audience, TestKeys.signer(issuer), &Transport::Plain)
                .unwrap()
                .with_clock(clock.clone())
        };
        let reports = serve_reports(&reports_db, &redis, &clock).await;
        let settings = serve_settings(&settings_db, [&auth.url(), &reports.url()], &clock, |app| app).await;
        let pictures = TestFolder::new();
        let routes = pishkhan_catalogue::routes(pishkhan_catalogue::Options {
            db: catalogue_db.db(),
            clock: clock.clone(),
            images: pishkhan_catalogue::images::Storage::in_folder(pictures.path()),
        });
        let catalogue = TestServer::start("catalogue", descriptor::CATALOGUE, routes, clock.clone()).await;
        let sales = Consumer::new(
            catalogue_db.db(),
            redis.redis(),
            redis.prefix(),
            clock.clone(),
            pishkhan_catalogue::consume::Orders,
        );
        let sales = sales.with_options(prompt());
        catalogue.lifecycle().spawn("consumer", sales.run(catalogue.lifecycle().soft()));
        let relay = Relay::new(catalogue_db.db(), redis.redis(), redis.prefix(), clock.clone());
        catalogue.lifecycle().spawn("relay", relay.run(catalogue.lifecycle().soft()));
        let stock = Arc::new(CatalogueClient::new(&peer(&catalogue, "catalogue", "orders")));
        let terms = Arc::new(SettingsClient::new(&peer(&settings, "settings", "orders")));
        let orders_app = Arc::new(pishkhan_orders::app::App::new(orders_db.db(), clock.clone(), stock, terms));
        let routes = Routes::new(OrdersServiceServer::new(OrdersRpc::new(orders_app)));
        let orders = TestServer::start("orders", descriptor::ORDERS, routes, clock.clone()).await;
        let relay = Relay::new(orders_db.db(), redis.redis(), redis.prefix(), clock.clone());
        orders.lifecycle().spawn("relay", relay.run(orders.lifecycle().soft()));

        let urls = ServiceUrls {
            transport: Transport::Plain,
            auth: auth.url(),
            settings: settings.url(),
            orders: orders.url(),
            catalogue: catalogue.url(),
            reports: reports.url(),
        };
        create_operator(&auth, &clock).await;
        let seeding = Seeding { clock: &clock, settings: &settings, catalogue: &catalogue, orders: &orders };
        let first = seeding.store(FIRST_SELLER, "arman", first, None).await;
        let second = seeding.store(SECOND_SELLER, "somayeh", settings::SellerType::Special, None).await;
        let panel = Panel::start(&urls, &clock, WebConfig::default(), Edge::default());
        Self {
            panel,
            servers: Servers {
                auth: Some(auth),
                settings: Some(settings),
                orders: Some(orders),
                catalogue: Some(catalogue),
                reports: Some(reports),
            },
            urls,
            clock,
            first,
            second,
            databases: [auth_db, settings_db, orders_db, catalogue_db, reports_db],
            auth_app,
            phones,
            _redis: redis,
            _pictures: pictures,
        }
    }

    /// Another instance of the panel.
    pub fn another_panel(&self, web: WebConfig) -> Panel {
        Panel::start(&self.urls, &self.clock, web, Edge::default())
    }

    /// Another instance with other limits for its connections.
    pub fn panel_with_edge(&self, edge: Edge) -> Panel {
        self.panel_with(WebConfig::default(), edge)
    }

    /// Another instance of another kind.
    pub fn panel_with(&self, web: WebConfig, edge: Edge) -> Panel {
        Panel::start(&self.urls, &self.clock, web, edge)
    }

    /// Another instance in front of other services.
    pub fn panel_in_front_of(&self, urls: &ServiceUrls) -> Panel {
        Panel::start(urls, &self.clock, WebConfig::default(), Edge::default())
    }

    /// Another instance in front of settings of its own, whose payments go through `gateway`.
    pub async fn panel_paying_through(&self, gateway: impl PaymentGateway, edge: Edge) -> (Panel, TestServer) {
        let [_, db, ..] = &self.databases;
        let others = [&*self.urls.auth, &self.urls.reports];
        let settings = serve_settings(db, others, &self.clock, |app| app.with_gateway(gateway)).await;
        let urls = ServiceUrls { settings: settings.url(), ..self.urls.clone() };
        (Panel::start(&urls, &self.clock, WebConfig::default(), edge), settings)
    }

    /// Somebody without cookies.
    pub fn stranger(&self) -> Visitor {
        self.panel.visitor()
    }

    pub async fn seller(&self) -> Visitor {
        self.panel.log_in(FIRST_SELLER).await
    }

    pub async fn other_seller(&self) -> Visitor {
        self.panel.log_in(SECOND_SELLER).await
    }

    /// A third seller, a child of the first, with the same goods and customers; and who logs in for it.
    pub async fn child(&self) -> (Store, Visitor) {
        let Servers { settings: Some(settings), catalogue: Some(catalogue), orders: Some(orders), .. } = &self.servers
        else {
            panic!("a service is stopped")
        };
        let seeding = Seeding { clock: &self.clock, settings, catalogue, orders };
        let parent = Some(self.first.seller_id);
        let store = seeding.store(CHILD_SELLER, "mahin", settings::SellerType::Exclusive, parent).await;
        (store, self.panel.log_in(CHILD_SELLER).await)
    }

    pub async fn operator(&self) -> Visitor {
        self.panel.log_in(OPERATOR).await
    }

    /// A customer's order in a store: type codes and quantities.
    pub async fn place(&self, store: &Store, customer: &str, lines: &[(&str, i64)]) -> orders::OrderSummary {
        let lines = lines.iter().map(|(code, quantity)| orders::NewLine {
            type_code: (*code).to_owned(),
            quantity: *quantity,
            ..Default::default()
        });
        let request = orders::PlaceOrderRequest {
            request_id: self.clock.new_id().to_string(),
            seller_id: store.seller_id.to_string(),
            customer_code: customer.to_owned(),
            lines: lines.collect(),
            customer_note: "زنگ بزنید".to_owned(),
            ..Default::default()
        };
        let server = self.servers.orders.as_ref().unwrap();
        let mut client = OrdersServiceClient::new(server.as_tool(&["orders.*"], None));
        client.place_order(request).await.unwrap().into_inner().order.unwrap()
    }

    /// Gives a store that needs a subscription one, and opens it.
    pub async fn open(&self, store: &Store) {
        let settings = self.servers.settings.as_ref().unwrap();
        let mut client = SubscriptionServiceClient::new(settings.as_tool(&["settings.*"], None));
        let (request_id, seller_id) = (self.clock.new_id().to_string(), store.seller_id.to_string());
        let grant = settings::GrantSubscriptionRequest {
            request_id: request_id.clone(),
            seller_id: seller_id.clone(),
            days: 30,
            reason: "a trial".to_owned(),
        };
        client.grant_subscription(grant).await.unwrap();
        let toggle = settings::ToggleStoreRequest { request_id, seller_id, active: Some(true) };
        client.toggle_store(toggle).await.unwrap();
    }

    /// The order of rules 4.
    pub async fn worked_order(&self) -> orders::OrderSummary {
        self.place(&self.first, "C001", &[("P011-2", 3), ("P016-2", 2), ("P032-2", 10)]).await
    }

    /// Gives a store's reports a sale of these tomans of each type, instead of those of the revision before.
    pub async fn report_sales(&self, store: &Store, revision: i64, amounts: &[i64]) {
        let id = |number: usize| uuid::Uuid::from_u128(u128::try_from(number).unwrap() + 1).to_string();
        let line = |(number, amount): (usize, &i64)| reports::RebuildLine {
            product_id: id(number),
            type_id: id(number),
            product_title: format!("چای {number}"),
            type_name: "۵۰۰ گرم".to_owned(),
            quantity: 1,
            amount_toman: *amount,
        };
        let lines: Vec<_> = amounts.iter().enumerate().map(line).collect();
        let order = |(number, lines): (usize, &[reports::RebuildLine])| reports::RebuildOrder {
            order_id: id(number),
            revision,
            register_time: Some(parse::timestamp(self.clock.now())),
            customer_id: id(number),
            customer_title: "حسن رضایی".to_owned(),
            activity_area: "قم".to_owned(),
            lines: lines.to_vec(),
            code: String::new(),
        };
        let request = reports::RebuildReportsRequest {
            request_id: self.clock.new_id().to_string(),
            seller_id: store.seller_id.to_string(),
            orders: lines.chunks(500).enumerate().map(order).collect(),
            ..Default::default()
        };
        let server = self.servers.reports.as_ref().unwrap();
        let mut client = ReportsServiceClient::new(server.as_tool(&["reports.*"], None));
        client.rebuild_reports(futures_util::stream::once(async { request })).await.unwrap();
    }

    /// Has the clock follow the real one, for as long as the house stands: a process of its own has no other.
    pub fn keep_real_time(&self) {
        let (clock, real, auth) = (Arc::clone(&self.clock), SystemClock::shared(), self.servers.auth.as_ref().unwrap());
        clock.set(real.now());
        let stop = auth.lifecycle().soft();
        auth.lifecycle().spawn("clock", async move {
            let follow = async {
                loop {
                    clock.set(real.now());
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            };
            stop.run_until_cancelled(follow).await;
        });
    }

    /// The code that a phone was sent last, if it was sent any.
    pub async fn code(&self, phone: &str) -> Option<String> {
        while self.auth_app.send_due().await.unwrap() > 0 {}
        self.phones.code(phone)
    }

    /// Moves the clock.
    pub fn pass(&self, step: TimeDelta) {
        self.clock.advance(step);
    }
}

async fn serve_auth(
    db: &TestDb,
    redis: &TestRedis,
    clock: &Arc<ManualClock>,
    phones: &Phones,
) -> (TestServer, pishkhan_auth::app::App) {
    use pishkhan_auth::{
        app::{hashing::Hashing, sms::Messages},
        domain::user::PasswordCost,
        store::{counters::Counters, session_cache::SessionCache},
    };
    let shared = redis.redis().shared(Duration::from_secs(1));
    let (cache, counters) = (SessionCache::new(shared.clone(), redis.prefix()), Counters::new(shared, redis.prefix()));
    let messages = Messages { sender: Arc::new(phones.clone()), panel_host: "localhost".to_owned(), daily_cap: 1_000 };
    // No test here is about what a password costs.
    let hashing = Arc::new(Hashing::new(PasswordCost { memory_kib: 64, passes: 1 }, Vec::new()).unwrap());
    let signer = TestKeys.signer("auth");
    let app = pishkhan_auth::app::App::new(db.db(), clock.clone(), signer, cache, counters, hashing, messages);
    let app = app.await.unwrap();
    let revocations = app.revocations().clone();
    let routes = Routes::new(AuthServiceServer::new(pishkhan_auth::rpc::Service {
        app: app.clone(),
        profile: Profile::Production,
    }));
    let server = TestServer::start("auth", descriptor::AUTH, routes, clock.clone()).await;
    let listening = revocations.listen(db.db(), clock.clone(), server.lifecycle().soft());
    server.lifecycle().spawn("revocations", listening);
    (server, app)
}

/// Serves settings in front of auth and reports, which are there.
async fn serve_settings(
    db: &TestDb,
    [auth, reports]: [&str; 2],
    clock: &Arc<ManualClock>,
    change: impl FnOnce(App<AuthUsers>) -> App<AuthUsers>,
) -> TestServer {
    let peer = |url: &str, audience| {
        Peer::connect(url, audience, TestKeys.signer("settings"), &Transport::Plain).unwrap().with_clock(clock.clone())
    };
    let users = AuthUsers(peer(auth, "auth"));
    let app = change(App::new(db.db(), clock.clone(), users, TestKeys.signer("settings")));
    let billing = Billing::new(app.clone(), ReportsSales(peer(reports, "reports")));
    let service = pishkhan_settings::rpc::Service(app);
    let routes = Routes::new(SettingsServiceServer::new(service.clone()))
        .add_service(SubscriptionServiceServer::new(service.clone()))
        .add_service(PaymentServiceServer::new(service.clone()))
        .add_service(AgreedTermsServiceServer::new(service))
        .add_service(InvoiceServiceServer::new(InvoiceRpc(billing)));
    TestServer::start("settings", descriptor::SETTINGS, routes, clock.clone()).await
}

async fn serve_reports(db: &TestDb, redis: &TestRedis, clock: &Arc<ManualClock>) -> TestServer {
    use pishkhan_reports::{app::Reports, config::for_reports, consume::Facts, rpc::Rpc};
    let pool = db.db_with(|config| *config = for_reports(config.clone()));
    let routes = Rpc::new(Reports::new(pool.clone(), clock.clone())).routes();
    let server = TestServer::start("reports", descriptor::REPORTS, routes, clock.clone()).await;
    let handler = Facts::new(clock.clone());
    let consumer = Consumer::new(pool, redis.redis(), redis.prefix(), clock.clone(), handler).with_options(prompt());
    server.lifecycle().spawn("consumer", consumer.run(server.lifecycle().soft()));
    server
}

async fn create_operator(server: &TestServer, clock: &ManualClock) {
    let request = auth::CreateUserRequest {
        request_id: clock.new_id().to_string(),
        cellphone: OPERATOR.to_owned(),
        password: PASSWORD.to_owned(),
        username: "operator".to_owned(),
        first_name: "نگار".to_owned(),
        last_name: "ناظر".to_owned(),
        role: auth::Role::Operator.into(),
        ..Default::default()
    };
    let mut client = AuthServiceClient::new(server.as_tool(&["auth.*"], None));
    client.create_user(request).await.unwrap();
}

/// One instance of the BFF, on a thread and a port of its own.
pub struct Panel {
    pub address: SocketAddr,
    pub sessions: Arc<SessionCache>,
    pub work: Arc<Work>,
    pub edge: Arc<Edge>,
    secure: bool,
    stop: CancellationToken,
    server: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

impl Panel {
    fn start(urls: &ServiceUrls, clock: &Arc<ManualClock>, web: WebConfig, edge: Edge) -> Self {
        // As on a listener of both kinds, everybody comes with an IPv6 address; only this machine is heard.
        let listener = listen::bind("[::ffff:127.0.0.1]:0".parse().unwrap()).unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], listener.local_addr().unwrap().port()));
        let (urls, clock, stop) = (urls.clone(), clock.clone() as SharedClock, CancellationToken::new());
        let (sessions, secure, edge) = (Arc::new(SessionCache::default()), web.secure, Arc::new(edge));
        let work = Arc::new(Work::default());
        let mut assets = Assets::default();
        assets.add_pictures(Path::new(PICTURES)).unwrap();
        let shared = Shared {
            clock: Arc::clone(&clock),
            headers: Arc::new(ProtectiveHeaders::new(&[], web.secure)),
            web: Arc::new(web),
            sessions: Arc::clone(&sessions),
            assets: Arc::new(assets),
            seal: Arc::new(Seal::parse(SEAL_KEYS).unwrap()),
            asks: Arc::new(Asks::default()),
            pictures: Arc::new(Pictures::default()),
            stores: Arc::new(Stores::default()),
            work: Arc::clone(&work),
            edge: Arc::clone(&edge),
            methods: app::methods(),
            document: app::document_text().unwrap().into(),
        };
        let (sender, receiver) = mpsc::channel();
        let soft = stop.clone();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let signer = TestKeys.signer("bff");
                let watching = Clients::connect(&urls, &signer, &clock).unwrap();
                let watcher = revocations::watch(watching, Arc::clone(&shared.sessions), soft.clone());
                let watcher = actix_web::rt::spawn(watcher);
                let probing = Clients::connect(&urls, &signer, &clock).unwrap();
                let (edge, stop) = (Arc::clone(&shared.edge), soft.clone());
                let prober = actix_web::rt::spawn(async move { edge.health.watch(probing, stop).await });
                let server = serve::start(listener, 1, DRAIN, move || {
                    let clients = Clients::connect(&urls, &signer, &clock).unwrap();
                    Worker::new(shared.clone(), clients)
                })
                .unwrap();
                sender.send(server.handle()).unwrap();
                server.await.unwrap();
                soft.cancel();
                watcher.await.unwrap();
                prober.await.unwrap();
            });
        });
        let server = receiver.recv().unwrap();
        Self { address, sessions, work, edge, secure, stop, server, thread: Some(thread) }
    }

    pub fn visitor(&self) -> Visitor {
        Visitor::new(self.address, self.secure)
    }

    /// Ends when what is asked now is answered.
    pub async fn stop_gracefully(&self) {
        self.server.stop(true).await;
    }

    /// Somebody with a fresh session.
    pub async fn log_in(&self, cellphone: &str) -> Visitor {
        self.visitor().log_in(cellphone, PASSWORD).await
    }
}

impl Drop for Panel {
    fn drop(&mut self) {
        self.stop.cancel();
        // The command is sent at once; there is nobody left to wait for the answer.
        drop(self.server.stop(false));
        if let Some(thread) = self.thread.take() {
            let ended = thread.join().is_ok();
            assert!(ended || std::thread::panicking(), "a panel panicked");
        }
    }
}
