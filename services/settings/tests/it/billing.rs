//! A served settings service that bills, with the real reports service beside it.

use pishkhan_chassis::{
    clock::{Clock as _, ManualClock},
    grpc::{Transport, client::Peer},
};
use pishkhan_proto::{
    descriptor,
    settings::v1::{
        self as pb, agreed_terms_service_client::AgreedTermsServiceClient,
        agreed_terms_service_server::AgreedTermsServiceServer, invoice_service_client::InvoiceServiceClient,
        invoice_service_server::InvoiceServiceServer, payment_service_client::PaymentServiceClient,
        payment_service_server::PaymentServiceServer,
    },
};
use pishkhan_reports::{app::Reports, config::for_reports, rpc::Rpc, store::MIGRATIONS as REPORTS_MIGRATIONS};
use pishkhan_settings::{
    SERVICE,
    app::{App, invoices::Billing},
    rpc::{
        Service,
        clients::{AuthUsers, ReportsSales},
        invoices::InvoiceRpc,
    },
};
use pishkhan_testkit::{TestCaller, TestDb, TestKeys, TestServer};
use std::sync::Arc;
use tonic::{Status, service::Routes};
use uuid::Uuid;

use crate::{
    edit,
    harness::{Client, TestApp, new_seller, seller_id},
};

pub type Invoices = InvoiceServiceClient<TestCaller>;
pub type Terms = AgreedTermsServiceClient<TestCaller>;

/// The service at noon of 1405/08/30: Mehr is over, Aban is not.
pub struct BillingApp {
    pub app: TestApp,
    pub billing: Billing<AuthUsers, ReportsSales>,
    /// The same, but reports do not answer it.
    pub lonely: Billing<AuthUsers, ReportsSales>,
    pub server: TestServer,
    pub reports_db: TestDb,
    reports: TestServer,
}

impl BillingApp {
    /// With so many sellers of type special.
    pub async fn start(sellers: u8) -> Self {
        let app = TestApp::start().await;
        for number in 1..=sellers {
            app.create(new_seller(number)).await.unwrap();
        }
        let reports_db = TestDb::new("reports", &[REPORTS_MIGRATIONS]).await;
        // They have been told of everything, unless a test says otherwise.
        reports_db.db_execute("UPDATE told_until SET until = '2100-01-01'").await;
        let pool = reports_db.db_with(|config| *config = for_reports(config.clone()));
        let routes = Rpc::new(Reports::new(pool, app.clock.clone())).routes();
        let reports = TestServer::start("reports", descriptor::REPORTS, routes, app.clock.clone()).await;
        let billing = Billing::new(app.app.clone(), sales(&reports.url(), &app.clock));
        let lonely = Billing::new(app.app.clone(), sales("http://127.0.0.1:9", &app.clock));
        let service = Service(app.app.clone());
        let routes = Routes::new(AgreedTermsServiceServer::new(service.clone()))
            .add_service(PaymentServiceServer::new(service))
            .add_service(InvoiceServiceServer::new(InvoiceRpc(billing.clone())));
        let server = TestServer::start(SERVICE, descriptor::SETTINGS, routes, app.clock.clone()).await;
        Self { app, billing, lonely, server, reports_db, reports }
    }

    /// A replica whose clock is three hours ahead.
    pub fn ahead(&self) -> Billing<AuthUsers, ReportsSales> {
        let clock = ManualClock::at(self.app.clock.now() + chrono::TimeDelta::hours(3));
        let signer = TestKeys.signer(SERVICE);
        let users = AuthUsers(Peer::connect("http://127.0.0.1:9", "auth", signer.clone(), &Transport::Plain).unwrap());
        Billing::new(App::new(self.app.db.db(), clock, users, signer), self.sales())
    }

    /// What the reports count.
    pub fn sales(&self) -> ReportsSales {
        sales(&self.reports.url(), &self.app.clock)
    }

    pub fn tool(&self) -> Invoices {
        Invoices::new(self.server.as_tool(&["settings.*"], None))
    }

    pub fn seller(&self, number: u8) -> Invoices {
        Invoices::new(self.server.as_seller(seller_id(number)))
    }

    pub fn terms(&self) -> Terms {
        Terms::new(self.server.as_tool(&["settings.*"], None))
    }

    pub fn payments(&self) -> PaymentServiceClient<TestCaller> {
        PaymentServiceClient::new(self.server.as_service("bff"))
    }

    /// Puts the clock at a Tehran time of a Jalali day.
    pub fn set_clock(&self, day: &str, minutes: i64) {
        let day = pishkhan_calendar::tehran_day(day.parse().expect("a jalali date")).0;
        self.app.clock.set(day + chrono::TimeDelta::minutes(minutes));
    }

    /// Three minutes go by on the database's clock: whoever had a draft has it no more.
    pub async fn lease_passes(&self) {
        self.app.db.db_execute("UPDATE commission_invoice SET held_until = held_until - interval '3 minutes'").await;
    }

    /// An order counts so much on a Jalali day (yyyymmdd), or something else than before.
    pub async fn order(&self, seller: u8, order: u128, day: i32, toman: i64) {
        let (seller, order) = (seller_id(seller), Uuid::from_u128(order));
        self.reports_db
            .db_execute(&format!(
                "INSERT INTO contribution (seller_id, order_id, revision, applied_at, day_bucket, customer_id,
                    activity_area, type_ids, units, amounts_toman, code)
                VALUES ('{seller}', '{order}', 1, '{now}', {day}, '{order}', '', '{{{order}}}', '{{1}}', '{{{toman}}}',
                    'code-{tail}')
                ON CONFLICT (seller_id, order_id) DO UPDATE SET revision = contribution.revision + 1,
                    applied_at = excluded.applied_at, day_bucket = excluded.day_bucket,
                    customer_id = excluded.customer_id, activity_area = '', type_ids = excluded.type_ids,
                    units = excluded.units, amounts_toman = excluded.amounts_toman, code = excluded.code",
                now = self.app.clock.now(),
                tail = order.as_u128(),
            ))
            .await;
    }

    /// The reports learn what the customer of an order is called; it has the order's number.
    pub async fn name_customer(&self, seller: u8, customer: u128, name: &str) {
        self.reports_db
            .db_execute(&format!(
                "INSERT INTO customer_label (seller_id, customer_id, title, told_at)
                VALUES ('{}', '{}', '{name}', '{}')
                ON CONFLICT (seller_id, customer_id) DO UPDATE SET title = excluded.title, told_at = excluded.told_at",
                seller_id(seller),
                Uuid::from_u128(customer),
                self.app.clock.now(),
            ))
            .await;
    }

    /// An order counts no more.
    pub async fn cancel(&self, seller: u8, order: u128) {
        self.reports_db
            .db_execute(&format!(
                "UPDATE contribution SET revision = revision + 1, applied_at = '{}', day_bucket = NULL,
                    customer_id = NULL, activity_area = NULL, type_ids = NULL, units = NULL, amounts_toman = NULL,
                    code = NULL
                WHERE seller_id = '{}' AND order_id = '{}'",
                self.app.clock.now(),
                seller_id(seller),
                Uuid::from_u128(order),
            ))
            .await;
    }

    /// What a seller types of the terms.
    pub async fn propose(
        &self,
        seller: u8,
        key: &str,
        (cooperation, commission): (pb::Cooperation, i64),
    ) -> pb::EditSellerResponse {
        let pb::CreateSellerRequest { cellphone, username, code, .. } = new_seller(seller);
        let request = pb::EditSellerRequest {
            seller_id: seller_id(seller).to_string(),
            cellphone,
            username,
            code,
            cooperation: cooperation.into(),
            agreed_commission: Some(commission),
            ..edit::request(key)
        };
        let mut client = Client::new(self.app.server.as_seller(seller_id(seller)));
        client.edit_seller(request).await.expect("the profile is saved").into_inner()
    }

    /// The seller's proposal that awaits its decision.
    pub async fn awaiting(&self, seller: u8) -> Option<pb::Proposal> {
        let request = pb::GetAgreedTermsRequest { seller_id: seller_id(seller).to_string() };
        self.terms().get_agreed_terms(request).await.expect("the terms are read").into_inner().proposal
    }

    /// Terms that are proposed and confirmed from a month on.
    pub async fn agree(&self, seller: u8, terms: (pb::Cooperation, i64), from_month: i32) {
        let key = self.app.clock.new_id().to_string();
        assert!(self.propose(seller, &key, terms).await.proposed);
        let proposal = self.awaiting(seller).await.expect("a proposal");
        self.decide(&proposal, true, from_month).await.expect("it is confirmed");
    }

    pub async fn decide(
        &self,
        proposal: &pb::Proposal,
        confirm: bool,
        from_month: i32,
    ) -> Result<pb::Proposal, Status> {
        let request = pb::DecideProposalRequest {
            request_id: self.app.clock.new_id().to_string(),
            seller_id: proposal.seller_id.clone(),
            proposal_id: proposal.proposal_id.clone(),
            confirm,
            from_month,
        };
        Ok(self.terms().decide_proposal(request).await?.into_inner().proposal.expect("a proposal"))
    }

    /// Makes a month's invoices: made, kept, without terms.
    pub async fn make(&self, month: i32, seller: Option<u8>) -> Result<(i32, i32, i32), Status> {
        let request = pb::MakeInvoicesRequest {
            request_id: self.app.clock.new_id().to_string(),
            month,
            seller_id: seller.map(|number| seller_id(number).to_string()).unwrap_or_default(),
        };
        let pb::MakeInvoicesResponse { made, kept, without_terms, failed: _ } =
            self.tool().make_invoices(request).await?.into_inner();
        Ok((made, kept, without_terms))
    }

    /// All that a seller is shown, latest first.
    pub async fn list(&self, seller: u8) -> Vec<pb::Invoice> {
        let request = pb::ListInvoicesRequest { seller_id: seller_id(seller).to_string(), ..Default::default() };
        self.seller(seller).list_invoices(request).await.expect("invoices are listed").into_inner().invoices
    }

    /// The seller's invoice of a month that stands, and its lines.
    pub async fn invoice(&self, seller: u8, month: i32) -> (pb::Invoice, Vec<pb::InvoiceLine>) {
        let listed = self.list(seller).await;
        let stands = |found: &pb::Invoice| found.month == month && found.state() != pb::InvoiceState::Void;
        let found = listed.into_iter().find(stands).expect("an invoice of the month");
        let request = pb::GetInvoiceRequest { seller_id: found.seller_id, invoice_id: found.invoice_id };
        let reply = self.seller(seller).get_invoice(request).await.expect("it is read").into_inner();
        (reply.invoice.expect("an invoice"), reply.lines)
    }

    /// The payment that the seller of number 1 waits for.
    pub async fn awaited(&self, invoice: &pb::Invoice) -> Option<pb::Payment> {
        let (seller_id, invoice_id) = (invoice.seller_id.clone(), invoice.invoice_id.clone());
        let request = pb::GetInvoiceRequest { seller_id, invoice_id };
        self.seller(1).get_invoice(request).await.expect("it is read").into_inner().awaited
    }

    /// The orders of a line: id, tomans, orders.
    pub async fn orders(&self, invoice: &pb::Invoice, line: &pb::InvoiceLine) -> Vec<(u128, i64, i32)> {
        let told = |order: pb::InvoiceOrder| {
            (order.order_id.parse::<Uuid>().expect("an id").as_u128(), order.amount_toman, order.orders)
        };
        self.orders_of_line(invoice, line).await.into_iter().map(told).collect()
    }

    /// What the customers of a line's orders were called.
    pub async fn customers(&self, invoice: &pb::Invoice, line: &pb::InvoiceLine) -> Vec<String> {
        self.orders_of_line(invoice, line).await.into_iter().map(|order| order.customer_name).collect()
    }

    async fn orders_of_line(&self, invoice: &pb::Invoice, line: &pb::InvoiceLine) -> Vec<pb::InvoiceOrder> {
        let request = pb::ListInvoiceOrdersRequest {
            seller_id: invoice.seller_id.clone(),
            invoice_id: invoice.invoice_id.clone(),
            line_id: line.line_id.clone(),
            page_size: 100,
            skip: 0,
        };
        self.tool().list_invoice_orders(request).await.expect("orders are listed").into_inner().orders
    }

    pub async fn void(&self, invoice: &pb::Invoice, reason: &str) -> Result<pb::Invoice, Status> {
        let request = pb::VoidInvoiceRequest {
            request_id: self.app.clock.new_id().to_string(),
            seller_id: invoice.seller_id.clone(),
            invoice_id: invoice.invoice_id.clone(),
            reason: reason.to_owned(),
        };
        Ok(self.tool().void_invoice(request).await?.into_inner().invoice.expect("an invoice"))
    }

    pub async fn pay(&self, invoice: &pb::Invoice, key: &str) -> Result<pb::Payment, Status> {
        let request = pb::PayInvoiceRequest {
            request_id: key.to_owned(),
            seller_id: invoice.seller_id.clone(),
            invoice_id: invoice.invoice_id.clone(),
            return_seal: String::new(),
        };
        let mut client = Invoices::new(self.server.as_seller(invoice.seller_id.parse().expect("an id")));
        Ok(client.pay_invoice(request).await?.into_inner().payment.expect("a payment"))
    }

    /// The payer pays at the built-in gateway and comes back.
    pub async fn settle(&self, payment: &pb::Payment) -> pb::SettlePaymentResponse {
        let authority = payment.redirect_url.rsplit('/').next().expect("an authority").to_owned();
        let decision = pb::SandboxDecision::Paid.into();
        let request = pb::DecideSandboxPaymentRequest { authority: authority.clone(), decision };
        self.payments().decide_sandbox_payment(request).await.expect("it is paid");
        let request = pb::SettlePaymentRequest { authority, cancelled: false };
        self.payments().settle_payment(request).await.expect("it is settled").into_inner()
    }
}

fn sales(url: &str, clock: &Arc<ManualClock>) -> ReportsSales {
    let peer = Peer::connect(url, "reports", TestKeys.signer(SERVICE), &Transport::Plain).expect("the URL can be read");
    ReportsSales(peer.with_clock(clock.clone()))
}

/// Kind, month, orders, tomans of sales, tomans.
pub fn told(lines: &[pb::InvoiceLine]) -> Vec<(pb::InvoiceLineKind, i32, i64, i64, i64)> {
    lines.iter().map(|line| (line.kind(), line.month, line.orders, line.sales_toman, line.amount_toman)).collect()
}
