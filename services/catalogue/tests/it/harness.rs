//! The service in the test's own process, and what tests ask of it over and over.

use std::{collections::HashMap, sync::Arc};

use pishkhan_catalogue::{MIGRATIONS, Options, app::Catalogue, images::Storage, routes};
use pishkhan_chassis::{
    clock::{Clock, ManualClock},
    errors,
};
use pishkhan_proto::{
    catalogue::v1::{self as pb, ReservationOutcome, catalogue_service_client::CatalogueServiceClient},
    descriptor,
};
use pishkhan_testkit::{TestCaller, TestDb, TestFolder, TestServer, noon};
use tonic::{Code, Status};
use uuid::Uuid;

pub type Client = CatalogueServiceClient<TestCaller>;

pub struct App {
    pub db: TestDb,
    pub server: TestServer,
    pub clock: Arc<ManualClock>,
    pub pictures: TestFolder,
}

/// A seller with some types, in the order of their codes.
pub struct Shop {
    pub seller_id: Uuid,
    pub types: Vec<pb::ProductType>,
}

impl Shop {
    pub fn type_id(&self, number: usize) -> String {
        self.types[number].type_id.clone()
    }
}

impl App {
    pub async fn start() -> Self {
        let db = TestDb::new("catalogue", &[MIGRATIONS]).await;
        let clock = ManualClock::at(noon());
        let pictures = TestFolder::new();
        let images = Storage::in_folder(pictures.path());
        let routes = routes(Options { db: db.db(), clock: clock.clone(), images });
        let server = TestServer::start("catalogue", descriptor::CATALOGUE, routes, clock.clone()).await;
        Self { db, server, clock, pictures }
    }

    /// The use cases themselves, for what no RPC does.
    pub fn catalogue(&self) -> Catalogue {
        Catalogue::new(self.options())
    }

    /// What the use cases stand on.
    pub fn options(&self) -> Options {
        let images = Storage::in_folder(self.pictures.path());
        Options { db: self.db.db(), clock: self.clock.clone(), images }
    }

    pub fn id(&self) -> Uuid {
        self.clock.new_id()
    }

    pub fn orders(&self) -> Client {
        CatalogueServiceClient::new(self.server.as_service("orders"))
    }

    pub fn tool(&self) -> Client {
        CatalogueServiceClient::new(self.server.as_tool(&["catalogue.*"], None))
    }

    pub fn seller(&self, seller_id: Uuid) -> Client {
        CatalogueServiceClient::new(self.server.as_seller(seller_id))
    }

    /// A new seller with one type for each number, which is its stock.
    pub async fn shop(&self, stock: &[i64]) -> Shop {
        let seller_id = self.id();
        let rows =
            stock.iter().enumerate().map(|(number, stock)| row("P1", &format!("T{number:03}"), *stock)).collect();
        let report = self.import(seller_id, rows).await;
        assert_eq!(report.problems, []);
        let request =
            pb::ListProductTypesRequest { seller_id: seller_id.to_string(), page_size: 500, ..Default::default() };
        let types = self.tool().list_product_types(request).await.expect("types can be listed").into_inner().types;
        assert_eq!(types.len(), stock.len());
        Shop { seller_id, types }
    }

    pub async fn import(&self, seller_id: Uuid, rows: Vec<pb::ProductRow>) -> pb::ImportProductsResponse {
        let request = self.import_request(seller_id, rows);
        self.tool().import_products(request).await.expect("rows can be imported").into_inner()
    }

    pub fn import_request(&self, seller_id: Uuid, rows: Vec<pb::ProductRow>) -> pb::ImportProductsRequest {
        pb::ImportProductsRequest { request_id: self.id().to_string(), seller_id: seller_id.to_string(), rows }
    }

    pub fn reservation(
        &self,
        seller_id: Uuid,
        order_id: Uuid,
        revision: i64,
        lines: &[(String, i64)],
    ) -> pb::SetReservationRequest {
        let line =
            |(type_id, quantity): &(String, i64)| pb::ReservationLine { type_id: type_id.clone(), quantity: *quantity };
        pb::SetReservationRequest {
            request_id: self.id().to_string(),
            seller_id: seller_id.to_string(),
            order_id: order_id.to_string(),
            revision,
            lines: lines.iter().map(line).collect(),
            actor: "a person".to_owned(),
        }
    }

    pub async fn reserve(
        &self,
        seller_id: Uuid,
        order_id: Uuid,
        revision: i64,
        lines: &[(String, i64)],
    ) -> Result<pb::SetReservationResponse, Status> {
        let request = self.reservation(seller_id, order_id, revision, lines);
        self.orders().set_reservation(request).await.map(tonic::Response::into_inner)
    }

    pub async fn stock(&self, seller_id: Uuid, type_id: &str) -> i64 {
        let request = pb::GetStockRequest { seller_id: seller_id.to_string(), type_id: type_id.to_owned() };
        self.orders().get_stock(request).await.expect("the type is there").into_inner().available
    }

    pub async fn standing(&self, seller_id: Uuid) -> Vec<pb::Reservation> {
        let request =
            pb::ListReservationsRequest { seller_id: seller_id.to_string(), page_size: 500, ..Default::default() };
        self.tool().list_reservations(request).await.expect("reservations can be listed").into_inner().reservations
    }

    /// What all orders of a seller hold, by type.
    pub async fn standing_quantities(&self, seller_id: Uuid) -> HashMap<String, i64> {
        let mut held: HashMap<String, i64> = HashMap::new();
        let mut request =
            pb::ListReservationsRequest { seller_id: seller_id.to_string(), page_size: 500, ..Default::default() };
        loop {
            let page = self.tool().list_reservations(request.clone()).await.expect("they can be listed").into_inner();
            for line in page.reservations.into_iter().flat_map(|standing| standing.lines) {
                *held.entry(line.type_id).or_default() += line.quantity;
            }
            request.page_token = page.next_page_token;
            if request.page_token.is_empty() {
                return held;
            }
        }
    }

    /// Ledger, rows and reservations agree; tells how many types were looked at.
    #[track_caller]
    pub fn assert_sound(&self, seller_id: Uuid) -> impl Future<Output = i64> {
        let caller = std::panic::Location::caller();
        async move {
            let request = pb::VerifyStockRequest { seller_id: seller_id.to_string() };
            let found = self.tool().verify_stock(request).await.expect("stock can be verified").into_inner();
            assert_eq!(found.differences, [], "at {caller}");
            found.types_checked
        }
    }
}

/// A good row: a carton of 12 for 100 and 120 tomans a piece.
pub fn row(product_code: &str, type_code: &str, stock: i64) -> pb::ProductRow {
    pb::ProductRow {
        row: 1,
        product_code: product_code.to_owned(),
        title: format!("چای {product_code}"),
        brand: "گلستانه".to_owned(),
        category: "چای و دمنوش".to_owned(),
        type_code: type_code.to_owned(),
        type_name: format!("نوع {type_code}"),
        unit: "کارتن".to_owned(),
        pieces_per_unit: "12".to_owned(),
        buy_price: "100".to_owned(),
        sell_price: "120".to_owned(),
        stock: stock.to_string(),
        description: "خوب".to_owned(),
        image_url: String::new(),
        active: String::new(),
    }
}

#[track_caller]
pub fn assert_refused(status: &Status, code: Code, reason: &str) {
    assert_eq!((status.code(), errors::reason(status).as_deref()), (code, Some(reason)), "{status:?}");
}

#[track_caller]
pub fn assert_invalid(status: &Status, field: &str, problem: &str) {
    assert_refused(status, Code::InvalidArgument, "INVALID_FIELD");
    let fields = errors::details(status).fields;
    assert!(fields.iter().any(|found| found.field == field && found.problem == problem), "{fields:?}");
}

pub fn reserved() -> pb::SetReservationResponse {
    pb::SetReservationResponse { outcome: ReservationOutcome::Reserved.into(), shortages: Vec::new() }
}

/// What can be sold and what is wanted of each short line.
#[track_caller]
pub fn short(response: &pb::SetReservationResponse) -> Vec<(i64, i64)> {
    assert_eq!(response.outcome(), ReservationOutcome::Short);
    response.shortages.iter().map(|line| (line.available, line.requested)).collect()
}
