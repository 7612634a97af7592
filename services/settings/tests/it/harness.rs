//! A served settings service with a served auth service beside it.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_auth::{
    app::{hashing::Hashing, sms::Messages},
    domain::user::PasswordCost,
    gateway::LogSender,
    store::{connect_redis, counters::Counters, session_cache::SessionCache},
};
use pishkhan_chassis::{
    clock::{Clock, ManualClock, SharedClock},
    errors,
    grpc::{Transport, client::Peer},
};
use pishkhan_proto::{
    auth::v1::{self as auth, auth_service_client::AuthServiceClient, auth_service_server::AuthServiceServer},
    descriptor,
    settings::v1::{
        self as pb, create_seller_request::Delivery, payment_service_client::PaymentServiceClient,
        payment_service_server::PaymentServiceServer, settings_service_client::SettingsServiceClient,
        settings_service_server::SettingsServiceServer, subscription_service_client::SubscriptionServiceClient,
        subscription_service_server::SubscriptionServiceServer,
    },
};
use pishkhan_settings::{
    MIGRATIONS, SERVICE,
    app::{App, gateway::PaymentGateway},
    rpc::{Service, clients::AuthUsers},
};
use pishkhan_testkit::{TestCaller, TestDb, TestKeys, TestRedis, TestServer, noon};
use tonic::{Code, Status, service::Routes};
use uuid::Uuid;

pub type Client = SettingsServiceClient<TestCaller>;
pub type Subscriptions = SubscriptionServiceClient<TestCaller>;
pub type Payments = PaymentServiceClient<TestCaller>;

pub const FIRST_PASSWORD: &str = "رمزعبور-۱۲۳";
/// Where no auth service listens.
const NO_AUTH: &str = "http://127.0.0.1:9";

/// The service with databases of its own, at noon of 1405/08/30.
pub struct TestApp {
    pub app: App<AuthUsers>,
    pub server: TestServer,
    /// The same service on the same database, but auth does not answer it.
    pub lonely: TestServer,
    pub auth: TestServer,
    pub clock: Arc<ManualClock>,
    pub db: TestDb,
    pub auth_db: TestDb,
    _redis: TestRedis,
}

impl TestApp {
    pub async fn start() -> Self {
        let (redis, clock) = (TestRedis::new(), ManualClock::at(noon()));
        let auth_db = TestDb::new(pishkhan_auth::SERVICE, pishkhan_auth::MIGRATIONS).await;
        let auth = serve_auth(&auth_db, &redis, &clock).await;
        let db = TestDb::new(SERVICE, MIGRATIONS).await;
        let (app, server) = serve(&db, &auth.url(), clock.clone(), &clock).await;
        let (_, lonely) = serve(&db, NO_AUTH, clock.clone(), &clock).await;
        Self { app, server, lonely, auth, clock, db, auth_db, _redis: redis }
    }

    /// The same service on the same database, with a clock that runs ahead.
    pub async fn serve_hasty(&self) -> (TestServer, Arc<HastyClock>) {
        let hasty = Arc::new(HastyClock { clock: ManualClock::at(self.clock.now()), looks: AtomicUsize::new(0) });
        let (_, server) = serve(&self.db, &self.auth.url(), hasty.clone(), &self.clock).await;
        (server, hasty)
    }

    pub fn tool(&self) -> Client {
        Client::new(self.server.as_tool(&["settings.*"], None))
    }

    pub fn seller(&self, seller_id: Uuid) -> Client {
        Client::new(self.server.as_seller(seller_id))
    }

    /// The calls of a seller's subscription.
    pub fn subscriptions(&self, seller_id: Uuid) -> Subscriptions {
        Subscriptions::new(self.server.as_seller(seller_id))
    }

    /// The calls that the pages outside of the client make.
    pub fn pages(&self) -> Payments {
        Payments::new(self.server.as_service("bff"))
    }

    /// The same service on the same database, as after a restart.
    pub async fn restart(&self) -> (App<AuthUsers>, TestServer) {
        serve(&self.db, &self.auth.url(), self.clock.clone(), &self.clock).await
    }

    /// The same service on the same database, with payments that go through `gateway`.
    pub async fn serve_with(&self, gateway: impl PaymentGateway) -> (App<AuthUsers>, TestServer) {
        let peer = Peer::connect(&self.auth.url(), "auth", TestKeys.signer(SERVICE), &Transport::Plain)
            .expect("the URL can be read");
        let app = App::new(
            self.db.db(),
            self.clock.clone(),
            AuthUsers(peer.with_clock(self.clock.clone())),
            TestKeys.signer(SERVICE),
        );
        let app = app.with_gateway(gateway);
        (app.clone(), serve_app(app, &self.clock).await)
    }

    /// Has the database refuse what is written of one seller, by statements such as "INSERT ON seller", until
    /// `DROP TRIGGER refuse`.
    pub async fn refuse(&self, statements: &str, number: u8) {
        self.db
            .db_execute(&format!(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END';
                CREATE TRIGGER refuse BEFORE {statements} FOR EACH ROW WHEN (NEW.seller_id = '{}')
                    EXECUTE FUNCTION refuse()",
                seller_id(number)
            ))
            .await;
    }

    pub async fn create(&self, request: pb::CreateSellerRequest) -> Result<pb::Seller, Status> {
        create(&self.server, request).await
    }

    /// What auth knows of the seller's user.
    pub async fn user(&self, seller_id: Uuid) -> Result<auth::User, Status> {
        let mut client = AuthServiceClient::new(self.auth.as_service("settings"));
        let request = auth::GetSellerUserRequest { seller_id: seller_id.to_string() };
        Ok(client.get_seller_user(request).await?.into_inner().user.expect("a user"))
    }

    /// Checks that nothing of sellers and users is anywhere.
    pub async fn assert_nothing(&self) {
        for table in ["seller", "seller_creation", "seller_limits", "delivery_rule"] {
            assert_eq!(self.db.db_count(table).await, 0, "{table}");
        }
        assert_eq!(self.auth_db.db_count("user_account").await, 0);
        self.db.assert_no_audit().await;
    }
}

pub async fn create(server: &TestServer, request: pb::CreateSellerRequest) -> Result<pb::Seller, Status> {
    let mut client = Client::new(server.as_tool(&["settings.*"], None));
    Ok(client.create_seller(request).await?.into_inner().seller.expect("a seller"))
}

/// A clock that is an hour later each time that it is looked at.
pub struct HastyClock {
    clock: Arc<ManualClock>,
    looks: AtomicUsize,
}

impl HastyClock {
    /// How often it was looked at.
    pub fn looks(&self) -> usize {
        self.looks.load(Ordering::SeqCst)
    }
}

impl Clock for HastyClock {
    fn now(&self) -> DateTime<Utc> {
        self.looks.fetch_add(1, Ordering::SeqCst);
        let now = self.clock.now();
        self.clock.advance(TimeDelta::hours(1));
        now
    }

    fn new_id(&self) -> Uuid {
        self.clock.new_id()
    }
}

async fn serve(
    db: &TestDb,
    auth_url: &str,
    own_clock: SharedClock,
    clock: &Arc<ManualClock>,
) -> (App<AuthUsers>, TestServer) {
    let peer =
        Peer::connect(auth_url, "auth", TestKeys.signer(SERVICE), &Transport::Plain).expect("the URL can be read");
    let app = App::new(db.db(), own_clock, AuthUsers(peer.with_clock(clock.clone())), TestKeys.signer(SERVICE));
    (app.clone(), serve_app(app, clock).await)
}

async fn serve_app(app: App<AuthUsers>, clock: &Arc<ManualClock>) -> TestServer {
    let service = Service(app);
    let routes = Routes::new(SettingsServiceServer::new(service.clone()))
        .add_service(SubscriptionServiceServer::new(service.clone()))
        .add_service(PaymentServiceServer::new(service));
    TestServer::start(SERVICE, descriptor::SETTINGS, routes, clock.clone()).await
}

async fn serve_auth(db: &TestDb, redis: &TestRedis, clock: &Arc<ManualClock>) -> TestServer {
    let connection = connect_redis(redis.redis());
    let cache = SessionCache::new(connection.clone(), redis.prefix());
    let counters = Counters::new(connection, redis.prefix());
    let signer = TestKeys.signer(pishkhan_auth::SERVICE);
    let messages = Messages { sender: Arc::new(LogSender), panel_host: "localhost".to_owned(), daily_cap: 1 };
    let hashing =
        Arc::new(Hashing::new(PasswordCost { memory_kib: 64, passes: 1 }, Vec::new()).expect("the cost is possible"));
    let app = pishkhan_auth::app::App::new(db.db(), clock.clone(), signer, cache, counters, hashing, messages).await;
    let service = pishkhan_auth::rpc::Service {
        app: app.expect("auth starts"),
        profile: pishkhan_chassis::config::Profile::Production,
    };
    let routes = Routes::new(AuthServiceServer::new(service));
    TestServer::start(pishkhan_auth::SERVICE, descriptor::AUTH, routes, clock.clone()).await
}

pub fn seller_id(number: u8) -> Uuid {
    Uuid::from_u128(0xB000 + u128::from(number))
}

/// A seller of type special whose orders are delivered two days later, cut-off 14:00.
pub fn new_seller(number: u8) -> pb::CreateSellerRequest {
    pb::CreateSellerRequest {
        request_id: format!("seller-request-{number}"),
        seller_id: seller_id(number).to_string(),
        r#type: pb::SellerType::Special.into(),
        title: format!("پخش آفتاب {number}"),
        representative: "رضا رضایی".to_owned(),
        code: format!("S-{number}"),
        national_code: "0084575948".to_owned(),
        address: "تهران".to_owned(),
        cellphone: format!("0912123456{number}"),
        username: format!("sun{number}"),
        password: FIRST_PASSWORD.to_owned(),
        first_name: "رضا".to_owned(),
        last_name: "رضایی".to_owned(),
        parent_seller_id: String::new(),
        story_url: "/images/story.svg".to_owned(),
        background_url: String::new(),
        limits: Some(pb::Limits {
            min_order_toman: 500_000,
            min_packages: 3,
            shipping_toman: 40_000,
            tax_basis_points: 900,
        }),
        delivery: Some(Delivery::CutOffDelivery(pb::CutOffDelivery {
            days_after_order: 2,
            cut_off: "14:00".to_owned(),
        })),
        work_start_date: "2025-03-21".to_owned(),
    }
}

/// Code and reason of a refusal.
pub fn refusal<T>(answer: Result<T, Status>) -> (Code, String) {
    match answer {
        Ok(_) => panic!("it was not refused"),
        Err(status) => (status.code(), errors::reason(&status).unwrap_or_default()),
    }
}

/// Names of the fields that a refusal is about, with their problems.
pub fn problems<T>(answer: Result<T, Status>) -> Vec<(String, String)> {
    match answer {
        Ok(_) => panic!("it was not refused"),
        Err(status) => {
            assert_eq!(status.code(), Code::InvalidArgument, "{status:?}");
            errors::details(&status).fields.into_iter().map(|wrong| (wrong.field, wrong.problem)).collect()
        }
    }
}

/// What all of these answer, asked at the same time.
pub async fn all<T: Send + 'static>(asked: impl Iterator<Item = impl Future<Output = T> + Send + 'static>) -> Vec<T> {
    asked.collect::<tokio::task::JoinSet<T>>().join_all().await
}
