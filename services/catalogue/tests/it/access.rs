//! That a seller is named; who may call what, the matrix of callers and methods says.

use pishkhan_proto::catalogue::v1 as pb;
use pishkhan_testkit::TestCaller;
use tonic::Status;
use uuid::Uuid;

use crate::harness::{App, Client, row};

const METHODS: [&str; 10] = [
    "BatchGetProductTypes",
    "GetProductType",
    "GetStock",
    "BatchGetStock",
    "GetCatalogueCounts",
    "ListProductTypes",
    "SetReservation",
    "ImportProducts",
    "VerifyStock",
    "ListReservations",
];

/// Calls a method for a seller with otherwise good values, and answers its status.
async fn call(caller: TestCaller, method: &str, seller: &str) -> Result<(), Status> {
    let mut client = Client::new(caller);
    let (seller_id, id) = (seller.to_owned(), Uuid::from_u128(7).to_string());
    match method {
        "BatchGetProductTypes" => {
            let request = pb::BatchGetProductTypesRequest { seller_id, type_ids: vec![id], ..Default::default() };
            client.batch_get_product_types(request).await.map(|_| ())
        }
        "GetProductType" => {
            client.get_product_type(pb::GetProductTypeRequest { seller_id, type_id: id }).await.map(|_| ())
        }
        "GetStock" => client.get_stock(pb::GetStockRequest { seller_id, type_id: id }).await.map(|_| ()),
        "BatchGetStock" => {
            let request = pb::BatchGetStockRequest { seller_id, type_ids: vec![id.clone()], order_id: id };
            client.batch_get_stock(request).await.map(|_| ())
        }
        "GetCatalogueCounts" => {
            client.get_catalogue_counts(pb::GetCatalogueCountsRequest { seller_id }).await.map(|_| ())
        }
        "ListProductTypes" => {
            let request = pb::ListProductTypesRequest { seller_id, page_size: 1, page_token: String::new() };
            client.list_product_types(request).await.map(|_| ())
        }
        "SetReservation" => {
            let request = pb::SetReservationRequest {
                request_id: id.clone(),
                seller_id,
                order_id: id.clone(),
                revision: 1,
                lines: vec![pb::ReservationLine { type_id: id, quantity: 1 }],
                actor: "a person".to_owned(),
            };
            client.set_reservation(request).await.map(|_| ())
        }
        "ImportProducts" => {
            let request = pb::ImportProductsRequest { request_id: id, seller_id, rows: vec![row("P1", "T1", 1)] };
            client.import_products(request).await.map(|_| ())
        }
        "VerifyStock" => client.verify_stock(pb::VerifyStockRequest { seller_id }).await.map(|_| ()),
        "ListReservations" => {
            let request = pb::ListReservationsRequest { seller_id, page_size: 1, page_token: String::new() };
            client.list_reservations(request).await.map(|_| ())
        }
        _ => panic!("{method} is no method"),
    }
}

#[tokio::test]
async fn every_method_wants_a_seller() {
    let app = App::start().await;
    for method in METHODS {
        let caller =
            if method == "SetReservation" { app.server.as_service("orders") } else { app.server.as_tool(&["*"], None) };
        let status = call(caller, method, "").await.unwrap_err();
        crate::harness::assert_invalid(&status, "seller_id", "REQUIRED");
    }
}
