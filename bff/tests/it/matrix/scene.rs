//! The house with three stores, and the things in them that calls are about.

use std::{cell::Cell, collections::BTreeMap};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use chrono::TimeDelta;
use futures_util::stream;
use pishkhan_bff::seal::{ORDER, Seal};
use pishkhan_chassis::clock::Clock as _;
use pishkhan_proto::{
    auth::v1::{self as auth, auth_service_client::AuthServiceClient},
    catalogue::v1::{self as catalogue, catalogue_service_client::CatalogueServiceClient},
    orders::v1::{self as orders, orders_service_client::OrdersServiceClient},
    settings::v1::{
        self as settings, agreed_terms_service_client::AgreedTermsServiceClient,
        invoice_service_client::InvoiceServiceClient, settings_service_client::SettingsServiceClient,
        subscription_service_client::SubscriptionServiceClient,
    },
};
use pishkhan_testkit::{TestServer, eventually};
use serde_json::Value;
use tonic::Code;

use super::examples;
use crate::{
    house::{CHILD_SELLER, FIRST_SELLER, House, PASSWORD, SEAL_KEYS, SECOND_SELLER},
    picture::png,
    seeding::{Store, code_of},
};

/// An id that nothing has.
pub const NOBODYS: &str = "019a9e3a-0000-7000-8000-00000000dead";
/// Plans on offer.
const PLANS: [&str; 4] = ["m2", "m3", "m6", "m12"];
/// What is no id of anything.
pub const NONSENSE: [&str; 2] = ["nonsense", "%27%20OR%201=1"];

/// Whose a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// The seller's who calls.
    Own,
    /// Another seller's, of which nothing may change.
    Foreign,
    /// A seller's who is the first one's child.
    Child,
}

pub struct Scene {
    pub house: House,
    pub child: Store,
    /// Things that calls may look at or be refused for; what a call may change is made for it.
    standing: BTreeMap<(Whose, String), String>,
    /// The secret that belongs to the handle that was made last.
    secret: String,
    /// Hours that have passed.
    hours: Cell<usize>,
    /// Of the asker that was made last.
    reset_code: String,
    made: u32,
    /// What names the other seller's rows, and those rows.
    foreign: (Vec<String>, Vec<String>),
}

impl Scene {
    pub async fn set() -> Self {
        let house = House::build_for(settings::SellerType::Special).await;
        let (child, _) = house.child().await;
        for store in [&house.first, &house.second, &child] {
            house.open(store).await;
        }
        let (standing, foreign) = (BTreeMap::new(), (Vec::new(), Vec::new()));
        let (secret, reset_code) = (String::new(), String::new());
        let mut scene = Self { house, child, standing, secret, hours: Cell::new(0), reset_code, made: 0, foreign };
        let (order, registered) =
            (scene.thing("order", Whose::Foreign, false).await, scene.thing("registered", Whose::Foreign, false).await);
        let import = scene.thing("import", Whose::Foreign, false).await;
        let mut others = Vec::new();
        for thing in ["payment", "invoice", "proposal", "session"] {
            others.push(scene.thing(thing, Whose::Foreign, false).await);
        }
        // Whoever has an open order keeps the customers.
        for whose in [Whose::Own, Whose::Child] {
            scene.thing("order", whose, false).await;
        }
        let [_, _, orders, catalogue, reports] = &scene.house.databases;
        eventually("the other seller's sale is counted", async || {
            let of = format!("order_id = '{registered}'");
            let counted = catalogue.db_count(&format!("order_sale WHERE {of}")).await
                + reports.db_count(&format!("contribution WHERE {of}")).await;
            (counted == 2 && orders.db_count("outbox WHERE publish_batch IS NULL").await == 0).then_some(())
        })
        .await;
        let store = &scene.house.second;
        let mut ids = vec![store.seller_id.to_string(), order, registered, import];
        ids.extend(others);
        ids.extend(store.types.iter().flat_map(|found| [found.type_id.clone(), found.product_id.clone()]));
        ids.extend(store.customers.iter().map(|customer| customer.customer_id.clone()));
        scene.foreign.1 = scene.rows_naming(&ids).await;
        scene.foreign.0 = ids;
        scene
    }

    async fn rows_naming(&self, ids: &[String]) -> Vec<String> {
        let mut rows = Vec::new();
        for database in &self.house.databases {
            rows.extend(database.db_rows_naming(ids).await);
        }
        rows
    }

    /// What is not as it was in all rows of all services that name the other seller or a thing of it.
    pub async fn changed_of_the_foreign(&self) -> Vec<String> {
        let (ids, before) = &self.foreign;
        let after = self.rows_naming(ids).await;
        let told = |verb: &str, these: &[String], those: &[String]| -> Vec<String> {
            let gone = these.iter().filter(|row| !those.contains(row));
            gone.map(|row| format!("the other seller's rows: {verb} {row}")).collect()
        };
        [told("gone", before, &after), told("new", &after, before)].concat()
    }

    /// The first thing of the other seller that an answer shows, but for one that was asked for.
    pub fn foreign_in(&self, answer: &[u8], asked: &str) -> Option<&str> {
        let shows = |id: &&String| id.as_str() != asked && answer.windows(id.len()).any(|part| part == id.as_bytes());
        self.foreign.0.iter().find(shows).map(String::as_str)
    }

    /// The template with its things filled in, `swapped` with what it is given instead.
    ///
    /// Fresh things are for a call that is let in: it may change them, and it may find only what nobody has used up.
    pub async fn fill(&mut self, template: &Value, whose: Whose, fresh: bool, swapped: Option<(&str, &str)>) -> Value {
        let mut texts = BTreeMap::new();
        for name in examples::names(template) {
            let text = match swapped {
                Some((of, text)) if of == name => text.to_owned(),
                _ => self.thing(&name, whose, fresh).await,
            };
            texts.insert(name, text);
        }
        examples::fill(template, &texts)
    }

    /// A thing by its name in the examples.
    pub async fn thing(&mut self, name: &str, whose: Whose, fresh: bool) -> String {
        let place = (whose, name.to_owned());
        // A key is for one request.
        let fresh = fresh || name == "key";
        if let Some(standing) = self.standing.get(&place).filter(|_| !fresh) {
            return standing.clone();
        }
        let thing = self.make(name, whose).await;
        if !fresh {
            self.standing.insert(place, thing.clone());
        }
        thing
    }

    async fn make(&mut self, name: &str, whose: Whose) -> String {
        self.made += 1;
        let house = &self.house;
        let (store, cellphone, username, seller_type) = match whose {
            Whose::Own => (&house.first, FIRST_SELLER, "arman", 2),
            Whose::Foreign => (&house.second, SECOND_SELLER, "somayeh", 2),
            Whose::Child => (&self.child, CHILD_SELLER, "mahin", 3),
        };
        match name {
            "seller" => store.seller_id.to_string(),
            "seller_type" => seller_type.to_string(),
            "cellphone" => cellphone.to_owned(),
            "username" => username.to_owned(),
            "code" => code_of(cellphone),
            "newcomer" => self.newcomer(auth::Role::Seller).await,
            "clerk" => self.newcomer(auth::Role::Operator).await,
            "link" => self.link().await,
            "forgetful" => self.forgetful().await,
            "asker" => self.asker().await,
            // Filled in after its asker, as a secret after its handle.
            "reset_code" => self.reset_code.clone(),
            "password" => PASSWORD.to_owned(),
            "type" => store.type_id("P011-2").to_owned(),
            "product" => store.product_id("P011-2").to_owned(),
            "customer" => store.customer_id("C001").to_owned(),
            "brand" => store.types[0].brand.as_ref().unwrap().brand_id.clone(),
            "order" => house.place(store, "C001", &[("P011-2", 1)]).await.order_id,
            "registered" => self.registered(store).await,
            "import" => self.import(store).await,
            "picture" => self.picture(store).await,
            "payment" => self.payment(store).await.payment_id,
            "authority" => self.payment(store).await.redirect_url.rsplit('/').next().unwrap().to_owned(),
            "invoice" => self.invoice(store).await,
            "proposal" => self.proposal(store).await,
            "token" => {
                let order = house.place(store, "C001", &[("P011-2", 1)]).await.order_id;
                Seal::parse(SEAL_KEYS).unwrap().token(ORDER, order.parse().unwrap())
            }
            "chosen_brand" => self.choice(settings::ChoiceKind::Brand).await,
            "chosen_region" => self.choice(settings::ChoiceKind::Region).await,
            "handle" => {
                let (secret, handle) = self.log_in(cellphone).await;
                self.secret = secret;
                handle
            }
            "session" => self.session(cellphone).await,
            // Names are filled in by the alphabet, so that its handle was made just now.
            "secret" => self.secret.clone(),
            "file" => BASE64_STANDARD.encode(png(8, 6, [200, 30, 30])),
            "key" | "new" => house.clock.new_id().to_string(),
            "phone" => format!("0918{:07}", self.made),
            "name" => format!("name{}", self.made),
            "now" => house.clock.now().timestamp().to_string(),
            "soon" => (house.clock.now().timestamp() + 60).to_string(),
            "period" => "1".to_owned(),
            "year" => "1405".to_owned(),
            "width" => "96".to_owned(),
            other => panic!("nothing is known of {{{other}}}: scene.rs makes what examples name"),
        }
    }

    pub fn server(&self, name: &str) -> &TestServer {
        let servers = &self.house.servers;
        let server = match name {
            "auth" => &servers.auth,
            "settings" => &servers.settings,
            "orders" => &servers.orders,
            "catalogue" => &servers.catalogue,
            "reports" => &servers.reports,
            other => panic!("{other} is no service of the house"),
        };
        server.as_ref().unwrap()
    }

    fn key(&self) -> String {
        self.house.clock.new_id().to_string()
    }

    /// A new session's secret and handle.
    async fn log_in(&self, cellphone: &str) -> (String, String) {
        let request = auth::LogInRequest {
            cellphone: cellphone.to_owned(),
            password: PASSWORD.to_owned(),
            client_address: "203.0.113.7".to_owned(),
            ..Default::default()
        };
        let mut client = AuthServiceClient::new(self.server("auth").as_service("bff"));
        let answer = client.log_in(request).await.unwrap().into_inner();
        (answer.secret, answer.session.unwrap().handle)
    }

    /// The id of a new session.
    async fn session(&self, cellphone: &str) -> String {
        let (secret, handle) = self.log_in(cellphone).await;
        let mut client = AuthServiceClient::new(self.server("auth").as_service("bff"));
        let own = client.list_sessions(auth::ListSessionsRequest { secret, handle }).await.unwrap().into_inner();
        own.sessions.into_iter().find(|session| session.current).unwrap().session_id
    }

    /// The phone of somebody new, who has no session yet: of a person's sessions the oldest end.
    async fn newcomer(&self, role: auth::Role) -> String {
        let cellphone = format!("0917{:07}", self.made);
        let request = auth::CreateUserRequest {
            request_id: self.key(),
            cellphone: cellphone.clone(),
            password: PASSWORD.to_owned(),
            username: format!("newcomer{}", self.made),
            first_name: "x".to_owned(),
            last_name: "y".to_owned(),
            role: role.into(),
            seller_id: if role == auth::Role::Seller { self.key() } else { String::new() },
            ..Default::default()
        };
        let mut client = AuthServiceClient::new(self.server("auth").as_tool(&["*"], None));
        client.create_user(request).await.unwrap();
        cellphone
    }

    /// What stands in a link for somebody new.
    async fn link(&self) -> String {
        let cellphone = self.newcomer(auth::Role::Seller).await;
        let request = auth::CreatePasswordLinkRequest { cellphone, reset: true, ..Default::default() };
        let mut client = AuthServiceClient::new(self.server("auth").as_tool(&["*"], None));
        client.create_password_link(request).await.unwrap().into_inner().secret
    }

    /// The phone of somebody who is known from this network: so it counts for this person alone.
    async fn forgetful(&self) -> String {
        let cellphone = self.newcomer(auth::Role::Seller).await;
        let request = auth::LogInRequest {
            cellphone: cellphone.clone(),
            password: PASSWORD.to_owned(),
            client_address: "127.0.0.1".to_owned(),
            ..Default::default()
        };
        AuthServiceClient::new(self.server("auth").as_service("bff")).log_in(request).await.unwrap();
        cellphone
    }

    /// The phone of somebody who has a code.
    async fn asker(&mut self) -> String {
        let cellphone = self.forgetful().await;
        let request =
            auth::SendResetCodeRequest { cellphone: cellphone.clone(), client_address: "127.0.0.1".to_owned() };
        AuthServiceClient::new(self.server("auth").as_service("bff")).send_reset_code(request).await.unwrap();
        self.reset_code = self.house.code(&cellphone).await.unwrap();
        cellphone
    }

    /// A registered order of one carton.
    async fn registered(&self, store: &Store) -> String {
        let order_id = self.house.place(store, "C001", &[("P011-2", 1)]).await.order_id;
        let (request_id, seller_id) = (self.key(), store.seller_id.to_string());
        let request = orders::SaveOrderRequest { request_id, seller_id, order_id: order_id.clone(), version: None };
        let mut client = OrdersServiceClient::new(self.server("orders").as_tool(&["*"], None));
        client.save_order(request).await.unwrap();
        order_id
    }

    /// A file of products that was looked at.
    async fn import(&self, store: &Store) -> String {
        let row = catalogue::ProductRow {
            row: 2,
            product_code: "P011".to_owned(),
            title: "x".to_owned(),
            type_code: "P011-9".to_owned(),
            ..Default::default()
        };
        let (request_id, seller_id) = (self.key(), store.seller_id.to_string());
        let message = catalogue::PreviewFileRequest { request_id, seller_id, rows: vec![row], keeps_rest: false };
        let mut client = CatalogueServiceClient::new(self.server("catalogue").as_tool(&["*"], None));
        client.preview_file(stream::iter([message])).await.unwrap().into_inner().preview.unwrap().import_id
    }

    /// The id of a picture that a product shows.
    async fn picture(&self, store: &Store) -> String {
        let owner = catalogue::image_owner::Owner::ProductId(store.product_id("P016-2").to_owned());
        let request = catalogue::UploadImageRequest {
            request_id: self.key(),
            seller_id: store.seller_id.to_string(),
            owner: Some(catalogue::ImageOwner { owner: Some(owner) }),
            content: png(8, 6, [30, 30, 200]),
        };
        let mut client = CatalogueServiceClient::new(self.server("catalogue").as_tool(&["*"], None));
        let urls = client.upload_image(request).await.unwrap().into_inner().image_urls;
        urls[0].split('/').nth(2).unwrap().to_owned()
    }

    /// A payment of the store's that is open. A store begins so many in an hour; in the next one it is for another plan,
    /// or it would be the one that was left open.
    async fn payment(&self, store: &Store) -> settings::Payment {
        let purchase = || {
            let request = settings::PurchaseSubscriptionRequest {
                request_id: self.key(),
                seller_id: store.seller_id.to_string(),
                plan_id: PLANS[self.hours.get()].to_owned(),
                return_seal: String::new(),
            };
            let mut client = SubscriptionServiceClient::new(self.server("settings").as_tool(&["*"], None));
            async move { client.purchase_subscription(request).await }
        };
        let purchased = match purchase().await {
            Err(status) if status.code() == Code::ResourceExhausted => {
                self.house.pass(TimeDelta::hours(1));
                self.hours.set(self.hours.get() + 1);
                purchase().await
            }
            purchased => purchased,
        };
        purchased.unwrap().into_inner().payment.unwrap()
    }

    /// Terms that the store has just proposed: each time others.
    async fn proposal(&self, store: &Store) -> String {
        let seller_id = store.seller_id.to_string();
        let mut sellers = SettingsServiceClient::new(self.server("settings").as_tool(&["*"], None));
        let found = sellers.get_seller(settings::GetSellerRequest { seller_id: seller_id.clone() }).await.unwrap();
        let seller = found.into_inner().seller.unwrap();
        let request = settings::EditSellerRequest {
            request_id: self.key(),
            seller_id: seller_id.clone(),
            r#type: seller.r#type,
            active: seller.active,
            title: seller.title,
            representative: seller.representative,
            cellphone: seller.cellphone,
            code: seller.code,
            national_code: "0012345679".to_owned(),
            work_start_date: "2025-03-21".to_owned(),
            username: seller.username,
            address: seller.address,
            price_edit_range: "daily".to_owned(),
            national_card_received: Some(true),
            cooperation: settings::Cooperation::Amount.into(),
            agreed_commission: Some(1_000 + i64::from(self.made)),
            commission_payment_date: "2026-12-21".to_owned(),
            card_number: "6037997123456783".to_owned(),
            sheba_number: "820540102680020817909002".to_owned(),
            ..Default::default()
        };
        sellers.edit_seller(request).await.unwrap();
        let mut terms = AgreedTermsServiceClient::new(self.server("settings").as_tool(&["*"], None));
        let found = terms.get_agreed_terms(settings::GetAgreedTermsRequest { seller_id }).await.unwrap().into_inner();
        // An exclusive seller's form has no terms.
        found.proposal.map_or(NOBODYS.to_owned(), |proposal| proposal.proposal_id)
    }

    /// The store's invoice of last month; an exclusive seller has none.
    async fn invoice(&self, store: &Store) -> String {
        if store.seller_id == self.child.seller_id {
            return NOBODYS.to_owned();
        }
        let seller_id = store.seller_id.to_string();
        let mut invoices = InvoiceServiceClient::new(self.server("settings").as_tool(&["*"], None));
        let asked = settings::ListInvoicesRequest { seller_id: seller_id.clone(), ..Default::default() };
        if let Some(invoice) = invoices.list_invoices(asked.clone()).await.unwrap().into_inner().invoices.pop() {
            return invoice.invoice_id;
        }
        let request = settings::DecideProposalRequest {
            request_id: self.key(),
            seller_id: seller_id.clone(),
            proposal_id: self.proposal(store).await,
            confirm: true,
            from_month: 140_501,
        };
        let mut terms = AgreedTermsServiceClient::new(self.server("settings").as_tool(&["*"], None));
        terms.decide_proposal(request).await.unwrap();
        let request = settings::MakeInvoicesRequest { request_id: self.key(), month: 140_507, seller_id };
        invoices.make_invoices(request).await.unwrap();
        let mut made = invoices.list_invoices(asked).await.unwrap().into_inner().invoices;
        made.pop().unwrap().invoice_id
    }

    /// Something to choose, the same for all sellers.
    async fn choice(&self, kind: settings::ChoiceKind) -> String {
        let mut client = SettingsServiceClient::new(self.server("settings").as_tool(&["*"], None));
        let request = settings::AddChoicesRequest { kind: kind.into(), names: vec!["one".to_owned()] };
        client.add_choices(request).await.unwrap();
        let request = settings::ListChoicesRequest { kind: kind.into() };
        client.list_choices(request).await.unwrap().into_inner().choices[0].choice_id.clone()
    }
}
