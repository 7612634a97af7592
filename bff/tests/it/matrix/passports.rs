//! What is no passport for a service, however much it looks like one.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use pishkhan_chassis::{
    clock::Clock as _,
    passport::{Claims, Role},
};
use pishkhan_testkit::TestKeys;
use serde_json::json;

use super::{scene::Scene, table::SERVICES};

/// False `authorization`s at the service `audience`, each with what is wrong with it.
pub fn false_ones(scene: &Scene, audience: &str) -> Vec<(&'static str, String)> {
    let (now, seller) = (scene.house.clock.now(), scene.house.first.seller_id);
    let id = || scene.house.clock.new_id();
    let person = |audience: &str| Claims::user(seller, vec![Role::Seller], Some(seller), audience, now, id());
    let tool = |audience: &str| Claims::tool("test", vec!["*".to_owned()], None, audience, now, id());
    let signed = |issuer: &str, claims: &Claims| format!("Bearer {}", TestKeys.signer(issuer).sign(claims));
    let at = |claims: Claims, from: i64, until: i64| Claims {
        iat: (now + TimeDelta::seconds(from)).timestamp(),
        exp: (now + TimeDelta::seconds(until)).timestamp(),
        ..claims
    };
    let good = TestKeys.signer("tool").sign(&tool(audience));
    let [head, claims, signature] = good.split('.').collect::<Vec<_>>().try_into().unwrap();
    let unsigned =
        BASE64_URL_SAFE_NO_PAD.encode(json!({"alg": "none", "typ": "pishkhan+jwt", "kid": "test-tool"}).to_string());
    let elsewhere = SERVICES.iter().find(|service| **service != audience).unwrap();
    vec![
        ("no token", "Bearer nonsense".to_owned()),
        ("an empty one", "Bearer ".to_owned()),
        ("another scheme", format!("Basic {good}")),
        ("no scheme", good.clone()),
        ("without its signature", format!("Bearer {head}.{claims}.")),
        ("of another's signature", format!("Bearer {head}.{claims}.{}", signature.chars().rev().collect::<String>())),
        ("without an algorithm", format!("Bearer {unsigned}.{claims}.")),
        ("a person's for another service", signed("auth", &person(elsewhere))),
        ("a tool's for another service", signed("tool", &tool(elsewhere))),
        ("a person's that has expired", signed("auth", &at(person(audience), -120, -60))),
        ("a tool's that has expired", signed("tool", &at(tool(audience), -120, -60))),
        ("one that is not valid yet", signed("tool", &at(tool(audience), 60, 120))),
        ("one that is valid for an hour", signed("tool", &at(tool(audience), 0, 3_600))),
        ("a person's that a service made", signed("bff", &person(audience))),
        (
            "a person's that a service made in its own name",
            signed("bff", &Claims { iss: "bff".to_owned(), ..person(audience) }),
        ),
        ("a tool's that a service made", signed("orders", &tool(audience))),
        ("a tool's with a role", signed("tool", &Claims { roles: vec![Role::Operator], ..tool(audience) })),
        ("a seller's without a store", signed("auth", &Claims { seller_id: None, ..person(audience) })),
    ]
}
