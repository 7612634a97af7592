//! The published OpenAPI document is the one that is checked in: the client's types come from it.

use pishkhan_bff::{
    app,
    routes::{billing::gateway::DECIDE, catalogue::MEDIA},
};

#[test]
fn the_document_in_the_repository_is_the_one_that_is_published() {
    let published = app::document_text().unwrap();
    let checked_in = include_str!("../../openapi.json");
    assert!(published == checked_in, "bff/openapi.json is out of date: run `make openapi`");
}

#[test]
fn every_call_says_what_can_go_wrong() {
    let document = serde_json::to_value(app::document()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.contains_key("200"), "{method} {path}");
            assert!(responses.contains_key("503"), "{method} {path}");
            let open = path.starts_with("/auth/")
                || ["/market/order-verify-app2/{token}", DECIDE, MEDIA].contains(&path.as_str());
            assert!(open || responses.contains_key("401"), "{method} {path}");
            if operation.get("requestBody").is_some() {
                assert!(["400", "413", "415"].iter().all(|status| responses.contains_key(*status)), "{method} {path}");
            }
        }
    }
}
