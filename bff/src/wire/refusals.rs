//! What many calls answer instead of what was asked, as the OpenAPI document tells of it.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, ToSchema as _,
    openapi::{Content, Ref, RefOr, Response, ResponseBuilder},
};

use super::error::ErrorReply;

const NO_SESSION: &str = "No valid session";
const UNKNOWN: &str = "Too many unknown sessions from this network";
const AWAY: &str = "A service behind is away";

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
    /// Of a call by which a seller or an operator writes.
    StaffWrites:
        "401" NO_SESSION,
        "403" "Neither a seller nor an operator, or a cross-site request",
        "429" UNKNOWN,
        "503" AWAY;
    /// Of a call with a JSON body.
    JsonBodies: "413" "Too large", "415" "Not JSON";
}
