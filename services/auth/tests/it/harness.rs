//! Served instances of the auth service on one database.

use std::sync::Arc;

use pishkhan_auth::{
    MIGRATIONS, SERVICE,
    app::{App, hashing::Hashing, sms::Messages},
    domain::user::PasswordCost,
    rpc::Service,
    store::{connect_redis, counters::Counters, session_cache::SessionCache},
};
use pishkhan_chassis::{
    clock::ManualClock,
    config::{Profile, Secret},
    errors,
};
use pishkhan_chassis_db::bus::Redis;
use pishkhan_proto::{
    auth::v1::{self as pb, auth_service_client::AuthServiceClient, auth_service_server::AuthServiceServer},
    descriptor,
};
use pishkhan_testkit::{TestCaller, TestDb, TestKeys, TestRedis, TestServer, eventually, noon};
use tonic::{Code, Status, service::Routes};
use uuid::Uuid;

use crate::phones::Phones;

pub type Client = AuthServiceClient<TestCaller>;

pub const PHONE: &str = "09121234567";
pub const PASSWORD: &str = "رمزعبور-۱۲۳";
pub const ADDRESS: &str = "203.0.113.7";
/// What everybody logs in with.
pub const DEVICE: &str = "Chrome · Android";
/// Of the panel.
pub const HOST: &str = "panel.example";
/// Of a password, where a test is not about that: some six hundredth part of what it costs in production.
const LITTLE: PasswordCost = PasswordCost { memory_kib: 64, passes: 1 };
/// Messages of a day.
pub const DAILY_CAP: i64 = 20;
/// Where no Redis listens.
pub const NO_REDIS: &str = "redis://127.0.0.1:9";

/// One process of the service.
pub struct Instance {
    pub app: App,
    pub server: TestServer,
}

impl Instance {
    pub fn bff(&self) -> Client {
        Client::new(self.server.as_service("bff"))
    }

    pub fn tool(&self) -> Client {
        Client::new(self.server.as_tool(&["auth.*"], None))
    }

    pub async fn log_in(&self, phone: &str, password: &str) -> Result<pb::LogInResponse, Status> {
        self.log_in_from(phone, password, ADDRESS).await
    }

    pub async fn log_in_from(&self, phone: &str, password: &str, address: &str) -> Result<pb::LogInResponse, Status> {
        let request = pb::LogInRequest {
            cellphone: phone.to_owned(),
            password: password.to_owned(),
            client_address: address.to_owned(),
            device: DEVICE.to_owned(),
        };
        Ok(self.bff().log_in(request).await?.into_inner())
    }

    /// A session of the usual user, as the cookies have it: secret and handle.
    pub async fn session(&self) -> (String, String) {
        let pb::LogInResponse { session, secret, .. } = self.log_in(PHONE, PASSWORD).await.expect("the user logs in");
        (secret, session.expect("a session").handle)
    }

    pub async fn validate(&self, (secret, handle): &(String, String)) -> Result<pb::ValidateSessionResponse, Status> {
        let request = pb::ValidateSessionRequest { secret: secret.clone(), handle: handle.clone() };
        Ok(self.bff().validate_session(request).await?.into_inner())
    }

    pub async fn log_out(&self, (secret, handle): &(String, String)) {
        let request = pb::LogOutRequest { secret: secret.clone(), handle: handle.clone() };
        self.bff().log_out(request).await.expect("log-out never fails");
    }

    /// Asks for a code for a phone, and sends what there is to send.
    pub async fn forget(&self, phone: &str, address: &str) -> Result<pb::SendResetCodeResponse, Status> {
        let request = pb::SendResetCodeRequest { cellphone: phone.to_owned(), client_address: address.to_owned() };
        let answer = self.bff().send_reset_code(request).await;
        self.app.send_due().await.expect("the queue is there");
        Ok(answer?.into_inner())
    }

    pub async fn reset(&self, phone: &str, code: &str, password: &str, address: &str) -> Result<(), Status> {
        let request = pb::ResetPasswordRequest {
            cellphone: phone.to_owned(),
            code: code.to_owned(),
            password: password.to_owned(),
            client_address: address.to_owned(),
        };
        self.bff().reset_password(request).await.map(drop)
    }

    pub async fn create(&self, request: pb::CreateUserRequest) -> Result<pb::User, Status> {
        Ok(self.tool().create_user(request).await?.into_inner().user.expect("a user"))
    }
}

/// The service with a database and a part of Redis of its own, at noon of 1405/08/30.
pub struct TestApp {
    pub first: Instance,
    pub clock: Arc<ManualClock>,
    pub redis: TestRedis,
    pub db: TestDb,
    cost: PasswordCost,
    /// Where all messages go.
    pub phones: Arc<Phones>,
}

impl TestApp {
    /// Without a user.
    pub async fn empty() -> Self {
        Self::on(None).await
    }

    /// With the usual user.
    pub async fn start() -> Self {
        let app = Self::empty().await;
        app.first.create(new_user(1)).await.expect("the user is created");
        app
    }

    /// With the usual user and no Redis.
    pub async fn without_redis() -> Self {
        Self::through(NO_REDIS).await
    }

    /// With the usual user, and Redis there.
    pub async fn through(redis_url: &str) -> Self {
        let app = Self::on(Some(redis_url)).await;
        app.first.create(new_user(1)).await.expect("the user is created");
        app
    }

    /// With the usual user, and passwords that cost what they do in production.
    pub async fn at_full_cost() -> Self {
        let app = Self::at(None, PasswordCost::LEAST).await;
        app.first.create(new_user(1)).await.expect("the user is created");
        app
    }

    async fn on(redis_url: Option<&str>) -> Self {
        Self::at(redis_url, LITTLE).await
    }

    async fn at(redis_url: Option<&str>, cost: PasswordCost) -> Self {
        let redis = TestRedis::new();
        let db = TestDb::new(SERVICE, MIGRATIONS).await;
        let clock = ManualClock::at(noon());
        let phones = Arc::<Phones>::default();
        let at = (Redis::new(redis_url.unwrap_or(redis.url()), None).expect("the URL can be read"), redis.prefix());
        let first = instance(&db, at, &clock, hashing(cost, &[]), &phones, Profile::Production).await;
        Self { first, clock, redis, db, cost, phones }
    }

    /// Another process of the service.
    pub async fn another(&self) -> Instance {
        self.another_of(Profile::Production).await
    }

    /// The same in another profile.
    pub async fn another_of(&self, profile: Profile) -> Instance {
        let redis = (self.redis.redis(), self.redis.prefix());
        instance(&self.db, redis, &self.clock, hashing(self.cost, &[]), &self.phones, profile).await
    }

    /// The same with keys of passwords that consist of these bytes.
    pub async fn another_with_keys(&self, keys: &[u8]) -> Instance {
        let redis = (self.redis.redis(), self.redis.prefix());
        instance(&self.db, redis, &self.clock, hashing(self.cost, keys), &self.phones, Profile::Production).await
    }

    pub fn cache(&self) -> SessionCache {
        SessionCache::new(connect_redis(self.redis.redis()), self.redis.prefix())
    }
}

fn hashing(cost: PasswordCost, keys: &[u8]) -> Hashing {
    let keys = keys.iter().map(|byte| Secret::new([*byte; 32])).collect();
    Hashing::new(cost, keys).expect("the cost is possible")
}

async fn instance(
    db: &TestDb,
    (redis, prefix): (Redis, &str),
    clock: &Arc<ManualClock>,
    hashing: Hashing,
    phones: &Arc<Phones>,
    profile: Profile,
) -> Instance {
    let redis = connect_redis(redis);
    let (cache, counters) = (SessionCache::new(redis.clone(), prefix), Counters::new(redis, prefix));
    let messages = Messages { sender: phones.clone(), panel_host: HOST.to_owned(), daily_cap: DAILY_CAP };
    let app = App::new(db.db(), clock.clone(), TestKeys.signer(SERVICE), cache, counters, Arc::new(hashing), messages);
    let app = app.await.expect("the app starts");
    let routes = Routes::new(AuthServiceServer::new(Service { app: app.clone(), profile }));
    let server = TestServer::start(SERVICE, descriptor::AUTH, routes, clock.clone()).await;
    let handle = server.lifecycle();
    let listening = app.revocations().clone().listen(db.db(), clock.clone(), handle.soft());
    handle.spawn("revocations", listening);
    eventually("the record is heard", async || app.revocations().watch()).await;
    Instance { app, server }
}

/// A seller's user; number 1 is the usual one.
pub fn new_user(number: u8) -> pb::CreateUserRequest {
    pb::CreateUserRequest {
        request_id: format!("create-{number}"),
        cellphone: format!("0912123456{}", (number + 6) % 10),
        password: PASSWORD.to_owned(),
        username: format!("ali{number}"),
        first_name: "علی".to_owned(),
        last_name: "رضایی".to_owned(),
        role: pb::Role::Seller.into(),
        seller_id: seller(number).to_string(),
        child_seller: false,
    }
}

pub fn seller(number: u8) -> Uuid {
    Uuid::from_u128(0xA000 + u128::from(number))
}

/// Code and reason of a refusal.
pub fn refusal<T>(answer: Result<T, Status>) -> (Code, String) {
    match answer {
        Ok(_) => panic!("it was not refused"),
        Err(status) => (status.code(), errors::reason(&status).unwrap_or_default()),
    }
}
