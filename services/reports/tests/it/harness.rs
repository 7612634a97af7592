//! A served reports service, and facts to feed it with.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_calendar::{JalaliDate, tehran_day};
use pishkhan_chassis::clock::ManualClock;
use pishkhan_chassis_db::{Db, Handler as _, HandlerError, Received};
use pishkhan_proto::catalogue::v1 as catalogue;
use pishkhan_proto::orders::v1 as orders;
use pishkhan_proto::reports::v1 as pb;
use pishkhan_proto::reports::v1::reports_service_client::ReportsServiceClient;
use pishkhan_reports::app::Reports;
use pishkhan_reports::config::{SERVICE, for_reports};
use pishkhan_reports::consume::Facts;
use pishkhan_reports::rpc::Rpc;
use pishkhan_reports::store::MIGRATIONS;
use pishkhan_testkit::{TestCaller, TestDb, TestServer, noon};
use prost::Message as _;
use uuid::Uuid;

pub type Client = ReportsServiceClient<TestCaller>;

/// The service on a database of its own, at noon of 1405/08/30.
pub struct TestApp {
    pub db: TestDb,
    pub pool: Db,
    pub clock: Arc<ManualClock>,
    pub server: TestServer,
}

impl TestApp {
    pub async fn start() -> Self {
        let db = TestDb::new(SERVICE, &[MIGRATIONS]).await;
        let pool = db.db_with(|config| *config = for_reports(config.clone()));
        let clock = ManualClock::at(noon());
        let rpc = Rpc::new(Reports::new(pool.clone(), clock.clone()));
        let server = TestServer::start(SERVICE, pishkhan_proto::descriptor::REPORTS, rpc.routes(), clock.clone()).await;
        Self { db, pool, clock, server }
    }

    pub fn seller(&self, seller_id: Uuid) -> Client {
        Client::new(self.server.as_seller(seller_id))
    }

    pub fn tool(&self) -> Client {
        Client::new(self.server.as_tool(&["reports.*"], None))
    }

    /// Gives one event to the handler, in a transaction of its own, as the consumer does.
    pub async fn handle(&self, kind: &str, key: Uuid, payload: Vec<u8>) -> Result<(), HandlerError> {
        let event = Received {
            id: Uuid::nil(),
            topic: "orders".to_owned(),
            kind: kind.to_owned(),
            key,
            seq: 1,
            payload,
            traceparent: None,
            occurred_at: pishkhan_chassis::clock::Clock::now(&*self.clock),
        };
        let handler = Facts::new(self.clock.clone());
        self.pool.transaction(async |conn| handler.handle(conn, &event).await).await
    }

    pub async fn register(&self, order: &TestOrder) {
        self.handle("order.registered", order.order_id, order.registered().encode_to_vec()).await.expect("it counts");
    }

    pub async fn cancel(&self, seller_id: Uuid, order_id: Uuid, revision: i64) {
        let message = orders::OrderCancelled {
            order_id: order_id.to_string(),
            seller_id: seller_id.to_string(),
            revision,
            cancel_time: None,
        };
        self.handle("order.cancelled", order_id, message.encode_to_vec()).await.expect("it is counted out");
    }

    pub async fn delete(&self, seller_id: Uuid, order_id: Uuid, revision: i64) {
        let message = orders::OrderDeleted {
            order_id: order_id.to_string(),
            seller_id: seller_id.to_string(),
            revision,
            delete_time: None,
        };
        self.handle("order.deleted", order_id, message.encode_to_vec()).await.expect("it is counted out");
    }

    /// The catalogue tells what a product and its types are called since so many seconds after noon.
    pub async fn rename_product(&self, seller_id: Uuid, title: &str, types: &[(u128, &str)], second: i64) {
        let message = product_changed(seller_id, title, types, second);
        let key = message.product_id.parse().expect("an id");
        self.handle("product.changed", key, message.encode_to_vec()).await.expect("the names are learnt");
    }

    /// The orders service tells what a customer is called and where it is since so many seconds after noon.
    pub async fn change_customer(&self, seller_id: Uuid, customer: u128, title: &str, area: &str, second: i64) {
        let message = customer_changed(seller_id, customer, title, area, second);
        self.handle("customer.changed", id(customer), message.encode_to_vec()).await.expect("the customer is learnt");
    }

    pub async fn totals(&self, seller_id: Uuid, days: Option<pb::DaySpan>) -> (i64, i64, i64) {
        let request = pb::GetSalesTotalsRequest { seller_id: seller_id.to_string(), days };
        let reply = self.seller(seller_id).get_sales_totals(request).await.expect("totals are read").into_inner();
        numbers(reply.figures)
    }

    pub async fn products(&self, seller_id: Uuid, days: Option<pb::DaySpan>) -> Vec<pb::ProductSales> {
        let request = pb::ListProductSalesRequest { seller_id: seller_id.to_string(), days, ..Default::default() };
        self.seller(seller_id).list_product_sales(request).await.expect("products are read").into_inner().rows
    }

    pub async fn regions(&self, seller_id: Uuid, days: Option<pb::DaySpan>) -> Vec<(String, (i64, i64, i64))> {
        let request = pb::ListRegionSalesRequest { seller_id: seller_id.to_string(), days, ..Default::default() };
        let reply = self.seller(seller_id).list_region_sales(request).await.expect("regions are read").into_inner();
        reply.rows.into_iter().map(|row| (row.activity_area, numbers(row.figures))).collect()
    }

    pub async fn customers(&self, seller_id: Uuid, days: Option<pb::DaySpan>) -> Vec<(String, (i64, i64, i64))> {
        let request = pb::ListCustomerSalesRequest { seller_id: seller_id.to_string(), days, ..Default::default() };
        let reply = self.seller(seller_id).list_customer_sales(request).await.expect("customers are read").into_inner();
        reply.rows.into_iter().map(|row| (row.customer_title, numbers(row.figures))).collect()
    }

    pub async fn days(&self, seller_id: Uuid, days: Option<pb::DaySpan>) -> Vec<(String, (i64, i64, i64))> {
        let request = pb::ListDailySalesRequest { seller_id: seller_id.to_string(), days };
        let reply = self.seller(seller_id).list_daily_sales(request).await.expect("days are read").into_inner();
        reply.rows.into_iter().map(|row| (row.day, numbers(row.figures))).collect()
    }

    /// Rebuilds from these orders as an internal tool does, a message each.
    pub async fn rebuild(
        &self,
        seller_id: Uuid,
        request_id: &str,
        orders: &[TestOrder],
    ) -> Result<pb::RebuildReportsResponse, tonic::Status> {
        let mut messages = vec![pb::RebuildReportsRequest {
            request_id: request_id.to_owned(),
            seller_id: seller_id.to_string(),
            ..Default::default()
        }];
        messages.extend(orders.iter().map(|order| pb::RebuildReportsRequest {
            seller_id: seller_id.to_string(),
            orders: vec![order.rebuild()],
            ..Default::default()
        }));
        let reply = self.tool().rebuild_reports(futures_util::stream::iter(messages)).await?;
        Ok(reply.into_inner())
    }
}

fn second_after_noon(second: i64) -> prost_types::Timestamp {
    pishkhan_chassis::parse::timestamp(noon() + TimeDelta::seconds(second))
}

/// Names of the product that the test orders' first type is of, and of its types.
pub fn product_changed(seller_id: Uuid, title: &str, types: &[(u128, &str)], second: i64) -> catalogue::ProductChanged {
    let named = |(number, name): &(u128, &str)| catalogue::NamedType {
        type_id: id(*number).to_string(),
        name: (*name).to_owned(),
    };
    catalogue::ProductChanged {
        product_id: id(types[0].0 + 1_000).to_string(),
        seller_id: seller_id.to_string(),
        title: title.to_owned(),
        types: types.iter().map(named).collect(),
        change_time: Some(second_after_noon(second)),
    }
}

pub fn customer_changed(
    seller_id: Uuid,
    customer: u128,
    title: &str,
    area: &str,
    second: i64,
) -> orders::CustomerChanged {
    orders::CustomerChanged {
        customer_id: id(customer).to_string(),
        seller_id: seller_id.to_string(),
        title: title.to_owned(),
        activity_area: area.to_owned(),
        change_time: Some(second_after_noon(second)),
    }
}

/// Orders, units, tomans.
pub fn numbers(figures: Option<pb::SalesFigures>) -> (i64, i64, i64) {
    let pb::SalesFigures { orders, units, amount_toman } = figures.expect("figures are always there");
    (orders, units, amount_toman)
}

/// Days of Tehran, by their Jalali dates.
#[expect(clippy::unnecessary_wraps, reason = "what requests take")]
pub fn span(first: &str, last: &str) -> Option<pb::DaySpan> {
    let day = |text: &str| jalali(text).to_naive().format("%Y-%m-%d").to_string();
    Some(pb::DaySpan { first_day: day(first), last_day: day(last) })
}

pub fn jalali(text: &str) -> JalaliDate {
    text.parse().expect("a jalali date")
}

pub fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// A revision of an order.
#[derive(Clone, Debug)]
pub struct TestOrder {
    pub seller_id: Uuid,
    pub order_id: Uuid,
    pub revision: i64,
    pub registered_at: DateTime<Utc>,
    pub customer: u128,
    pub area: String,
    /// Type, units, tomans.
    pub lines: Vec<(u128, i64, i64)>,
    /// Added to the names of customer and types.
    pub naming: String,
}

impl TestOrder {
    /// An order of one line, registered at ten in the morning of a day.
    pub fn new(seller_id: Uuid, order: u128, day: &str) -> Self {
        Self {
            seller_id,
            order_id: id(order),
            revision: 1,
            registered_at: tehran_day(jalali(day)).0 + TimeDelta::hours(10),
            customer: 1,
            area: "north".to_owned(),
            lines: vec![(1, 2, 100)],
            naming: String::new(),
        }
    }

    pub fn revision(mut self, revision: i64) -> Self {
        self.revision = revision;
        self
    }

    /// Registered at ten in the morning of this day.
    pub fn on(mut self, day: &str) -> Self {
        self.registered_at = tehran_day(jalali(day)).0 + TimeDelta::hours(10);
        self
    }

    pub fn customer(mut self, customer: u128, area: &str) -> Self {
        (self.customer, self.area) = (customer, area.to_owned());
        self
    }

    pub fn lines(mut self, lines: &[(u128, i64, i64)]) -> Self {
        self.lines = lines.to_vec();
        self
    }

    pub fn registered(&self) -> orders::OrderRegistered {
        orders::OrderRegistered {
            order_id: self.order_id.to_string(),
            seller_id: self.seller_id.to_string(),
            revision: self.revision,
            register_time: Some(pishkhan_chassis::parse::timestamp(self.registered_at)),
            customer_id: id(self.customer).to_string(),
            customer_title: self.customer_title(),
            activity_area: self.area.clone(),
            lines: self
                .lines
                .iter()
                .map(|&(number, quantity, amount_toman)| orders::RegisteredLine {
                    product_id: id(number + 1_000).to_string(),
                    type_id: id(number).to_string(),
                    product_title: format!("product {number}{}", self.naming),
                    type_name: format!("type {number}{}", self.naming),
                    quantity,
                    amount_toman,
                })
                .collect(),
            code: format!("1405-08-{:06}", self.order_id.as_u128() % 1_000_000),
        }
    }

    pub fn rebuild(&self) -> pb::RebuildOrder {
        let orders::OrderRegistered {
            order_id,
            seller_id: _,
            revision,
            register_time,
            customer_id,
            customer_title,
            activity_area,
            lines,
            code,
        } = self.registered();
        let lines = lines
            .into_iter()
            .map(|line| pb::RebuildLine {
                product_id: line.product_id,
                type_id: line.type_id,
                product_title: line.product_title,
                type_name: line.type_name,
                quantity: line.quantity,
                amount_toman: line.amount_toman,
            })
            .collect();
        pb::RebuildOrder { order_id, revision, register_time, customer_id, customer_title, activity_area, lines, code }
    }

    pub fn customer_title(&self) -> String {
        format!("customer {}{}", self.customer, self.naming)
    }
}
