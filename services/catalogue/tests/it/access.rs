//! Who may call what.

use pishkhan_chassis::errors::reason;
use pishkhan_proto::catalogue::v1 as pb;
use pishkhan_testkit::TestCaller;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{App, Client, assert_refused, row};

const METHODS: [&str; 9] = [
    "BatchGetProductTypes",
    "GetProductType",
    "GetStock",
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
            let request = pb::BatchGetProductTypesRequest { seller_id, type_ids: vec![id], type_codes: Vec::new() };
            client.batch_get_product_types(request).await.map(|_| ())
        }
        "GetProductType" => {
            client.get_product_type(pb::GetProductTypeRequest { seller_id, type_id: id }).await.map(|_| ())
        }
        "GetStock" => client.get_stock(pb::GetStockRequest { seller_id, type_id: id }).await.map(|_| ()),
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
async fn each_caller_has_its_methods_and_no_others() {
    let app = App::start().await;
    let seller = app.id();
    let server = &app.server;
    let callers: [(&str, TestCaller, &[&str]); 8] = [
        ("seller", server.as_seller(seller), &METHODS[..5]),
        ("operator", server.as_operator(), &[]),
        (
            "orders",
            server.as_service("orders"),
            &["BatchGetProductTypes", "GetStock", "SetReservation", "ListReservations"],
        ),
        ("bff", server.as_service("bff"), &["BatchGetProductTypes", "GetCatalogueCounts"]),
        ("reports", server.as_service("reports"), &[]),
        (
            "tool",
            server.as_tool(&["*"], None),
            &[
                "BatchGetProductTypes",
                "GetProductType",
                "GetStock",
                "GetCatalogueCounts",
                "ListProductTypes",
                "ImportProducts",
                "VerifyStock",
                "ListReservations",
            ],
        ),
        (
            "tool of one method",
            server.as_tool(&["pishkhan.catalogue.v1.CatalogueService/VerifyStock"], None),
            &["VerifyStock"],
        ),
        ("tool of another area", server.as_tool(&["orders.*"], None), &[]),
    ];
    for (name, caller, allowed) in callers {
        for method in METHODS {
            let code = call(caller.clone(), method, &seller.to_string())
                .await
                .map_or_else(|status| status.code(), |()| Code::Ok);
            let refused = code == Code::PermissionDenied;
            assert_eq!(refused, !allowed.contains(&method), "{name} calls {method}: {code:?}");
        }
    }
    for method in METHODS {
        let status = call(server.as_nobody(), method, &seller.to_string()).await.unwrap_err();
        assert_eq!(status.code(), Code::Unauthenticated, "nobody calls {method}");
    }
}

#[tokio::test]
async fn another_seller_is_not_there_and_nothing_changes() {
    let app = App::start().await;
    let (own, other) = (app.id(), app.id());
    for method in &METHODS[..5] {
        let status = call(app.server.as_seller(own), method, &other.to_string()).await.unwrap_err();
        assert_refused(&status, Code::NotFound, "SELLER_NOT_FOUND");
    }
    for method in METHODS.into_iter().filter(|method| *method != "SetReservation") {
        let status = call(app.server.as_tool(&["*"], Some(own)), method, &other.to_string()).await.unwrap_err();
        assert_refused(&status, Code::NotFound, "SELLER_NOT_FOUND");
    }
    assert_eq!(app.db.db_count("product").await, 0);
    app.db.assert_no_audit().await;
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

/// Whether a caller may change types and pictures, and whether it may read files of pictures.
async fn may_edit_and_look(caller: &TestCaller, seller: &str) -> (bool, bool) {
    let (request_id, seller_id, type_id) = ("r".to_owned(), seller.to_owned(), Uuid::from_u128(7).to_string());
    let owner = Some(pb::ImageOwner { owner: Some(pb::image_owner::Owner::TypeId(type_id.clone())) });
    let edit = pb::EditProductTypeRequest {
        request_id: request_id.clone(),
        seller_id: seller_id.clone(),
        product_id: type_id.clone(),
        type_id,
        ..Default::default()
    };
    let upload = pb::UploadImageRequest {
        request_id: request_id.clone(),
        seller_id: seller_id.clone(),
        owner: owner.clone(),
        content: vec![1],
    };
    let remove = pb::RemoveImagesRequest { request_id, seller_id, owner };
    let mut client = Client::new(caller.clone());
    let codes = [
        client.edit_product_type(edit).await.map(|_| ()).map_err(|status| status.code()),
        client.upload_image(upload).await.map(|_| ()).map_err(|status| status.code()),
        client.remove_images(remove).await.map(|_| ()).map_err(|status| status.code()),
    ];
    let may = codes.map(|code| code != Err(Code::PermissionDenied));
    assert!(may == [true; 3] || may == [false; 3], "who may change one may change all: {codes:?}");
    let look = client.get_image(pb::GetImageRequest { image_id: "7".repeat(32), width: 96 }).await;
    (may[0], look.map_err(|status| status.code()).err() != Some(Code::PermissionDenied))
}

#[tokio::test]
async fn sellers_and_tools_edit_and_the_bff_fetches_pictures() {
    let app = App::start().await;
    let seller = app.id();
    let server = &app.server;
    for (name, caller, wanted) in [
        ("seller", server.as_seller(seller), (true, false)),
        ("tool", server.as_tool(&["*"], None), (true, false)),
        ("bff", server.as_service("bff"), (false, true)),
        ("orders", server.as_service("orders"), (false, false)),
        ("operator", server.as_operator(), (false, false)),
    ] {
        assert_eq!(may_edit_and_look(&caller, &seller.to_string()).await, wanted, "{name}");
    }
    app.db.assert_no_audit().await;
}

#[tokio::test]
async fn the_child_of_another_seller_changes_nothing_and_a_tool_may_for_it() {
    let app = App::start().await;
    let seller = app.id();
    let (seller_id, id) = (seller.to_string(), Uuid::from_u128(7).to_string());
    let code =
        |answer: Result<(), Status>| answer.map_or_else(|status| (status.code(), reason(&status)), |()| panic!());
    let changes = async |caller: TestCaller| {
        let mut client = Client::new(caller);
        let edit = pb::EditProductTypeRequest {
            request_id: id.clone(),
            seller_id: seller_id.clone(),
            type_id: id.clone(),
            product_id: id.clone(),
            ..Default::default()
        };
        let upload = pb::UploadImageRequest { seller_id: seller_id.clone(), ..Default::default() };
        let remove = pb::RemoveImagesRequest { seller_id: seller_id.clone(), ..Default::default() };
        let preview = pb::PreviewImportRequest { seller_id: seller_id.clone(), ..Default::default() };
        let commit = pb::CommitImportRequest { seller_id: seller_id.clone(), ..Default::default() };
        [
            code(client.edit_product_type(edit).await.map(drop)),
            code(client.upload_image(upload).await.map(drop)),
            code(client.remove_images(remove).await.map(drop)),
            code(client.preview_import(preview).await.map(drop)),
            code(client.commit_import(commit).await.map(drop)),
        ]
    };
    let refused = (Code::PermissionDenied, Some("FORBIDDEN".to_owned()));
    assert!(changes(app.server.as_child_seller(seller)).await.iter().all(|answer| *answer == refused));
    for caller in [app.server.as_seller(seller), app.server.as_tool(&["catalogue.*"], Some(seller))] {
        let answers = changes(caller).await;
        assert!(answers.iter().all(|(code, _)| matches!(code, Code::NotFound | Code::InvalidArgument)), "{answers:?}");
    }
}
