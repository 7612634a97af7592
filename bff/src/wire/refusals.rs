//! What many calls answer instead of what was asked, as the OpenAPI document tells of it.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, ToSchema as _,
    openapi::{
        Components, Content, OpenApi, PathItem, Ref, RefOr, Response, ResponseBuilder,
        security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme},
    },
};

use super::error::ErrorReply;
use crate::session::cookies::HANDLE;

const NO_SESSION: &str = "No valid session";
const UNKNOWN: &str = "Too many unknown sessions from this network";
const AWAY: &str = "A service behind is away";
const NO_SCOPES: [&str; 0] = [];

fn refusal(status: &str, description: &str) -> (String, RefOr<Response>) {
    let content = Content::new(Some(Ref::from_schema_name(ErrorReply::name())));
    let response = ResponseBuilder::new().description(description).content("application/json", content);
    (status.to_owned(), response.into())
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $($status:literal $description:expr),+;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                BTreeMap::from([$(refusal($status, $description)),+])
            }
        }
    )+};
}

refusals! {
    /// Of a call by which a seller reads.
    SellerReads: "401" NO_SESSION, "403" "Not a seller", "429" UNKNOWN, "503" AWAY;
    /// Of a call by which a seller writes.
    SellerWrites: "401" NO_SESSION, "403" "Not a seller, or a cross-site request", "429" UNKNOWN, "503" AWAY;
    /// Of a call by which a seller changes the catalogue.
    EditorWrites:
        "401" NO_SESSION,
        "403" "Not a seller, a child of another seller, or a cross-site request",
        "429" UNKNOWN,
        "503" AWAY;
    /// Of a call by which anybody with a session reads.
    PersonReads: "401" NO_SESSION, "429" UNKNOWN, "503" AWAY;
    /// Of a call by which anybody with a session writes.
    PersonWrites: "401" NO_SESSION, "403" "Cross-site request", "429" UNKNOWN, "503" AWAY;
    /// Of a call by which a seller or an operator writes.
    StaffWrites:
        "401" NO_SESSION,
        "403" "Neither a seller nor an operator, or a cross-site request",
        "429" UNKNOWN,
        "503" AWAY;
    /// Of a call that changes what becomes of an order.
    OrderChanges:
        "400" "Malformed body or idempotency key",
        "404" "No such order",
        "409" "Not in this status, being registered at this moment, or changed elsewhere; one entry per short line",
        "422" "An empty order, or the key was used for another request";
    /// Of a call that changes a section of the settings.
    SettingsChanges:
        "400" "Malformed body, or a message for each wrong field",
        "404" "Another seller's id, or nothing to choose has this one",
        "409" "The version is stale: it was changed elsewhere",
        "422" "Breaks a rule, or the key was used for another request";
    /// Of a call with a JSON body.
    JsonBodies: "413" "Too large", "415" "Not JSON";
}

/// What any call may answer.
const OF_ANY: &[(&str, &str)] =
    &[("414", "A path or query of more than 8 KiB"), ("431", "Headers of more than 16 KiB")];
/// What any call with a body may.
const OF_BODIES: &[(&str, &str)] =
    &[("408", "The body came with less than 4 KB/s for 20 s"), ("411", "The body does not say its length")];

/// Adds to each call what it shares with all others: refusals of the server itself, and what a session consists of.
pub fn complete(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        let PathItem { get, put, post, delete, patch, .. } = item;
        for call in [get, put, post, delete, patch].into_iter().flatten() {
            let of_bodies = if call.request_body.is_some() { OF_BODIES } else { &[] };
            for (status, description) in OF_ANY.iter().chain(of_bodies).copied() {
                let (status, response) = refusal(status, description);
                call.responses.responses.insert(status, response);
            }
            if call.responses.responses.contains_key("401") && call.operation_id.as_deref() != Some("log_in") {
                let both = SecurityRequirement::default().add("session", NO_SCOPES).add("token", NO_SCOPES);
                call.security = Some(vec![both]);
            }
        }
    }
    let components = document.components.get_or_insert_with(Components::new);
    let cookies = [
        (
            "session",
            "__Host-session",
            "The secret. Under the dev profile, which speaks plain HTTP, it is named session.",
        ),
        ("token", HANDLE, "The public handle; it has to belong to the secret."),
    ];
    for (name, cookie, description) in cookies {
        let key = ApiKeyValue::with_description(cookie, description);
        components.add_security_scheme(name, SecurityScheme::ApiKey(ApiKey::Cookie(key)));
    }
    document
}
