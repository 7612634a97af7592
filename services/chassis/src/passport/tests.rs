use chrono::TimeZone;
use proptest::prelude::*;

use super::*;

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap()
}

fn signer(issuer: &str) -> Signer {
    let mut seed = [9; 32];
    for (place, byte) in seed.iter_mut().zip(issuer.bytes()) {
        *place = byte;
    }
    Signer::from_seed(issuer, format!("{issuer}-1"), &seed)
}

fn verifier() -> Verifier {
    Verifier::new(["auth", "bff", "tool"].map(|issuer| signer(issuer).public_key()), "orders").unwrap()
}

fn seller() -> Claims {
    Claims::user(Uuid::from_u128(1), vec![Role::Seller], Some(Uuid::from_u128(2)), "orders", now(), Uuid::from_u128(3))
}

/// A token with any header and body, signed by the auth key.
fn forged(header: &str, body: &str) -> String {
    let signed = format!("{}.{}", BASE64_URL_SAFE_NO_PAD.encode(header), BASE64_URL_SAFE_NO_PAD.encode(body));
    let signature = signer("auth").key.sign(signed.as_bytes());
    format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes()))
}

fn body_of(claims: &Claims) -> String {
    serde_json::to_string(claims).unwrap()
}

const HEADER: &str = r#"{"alg":"EdDSA","typ":"pishkhan+jwt","kid":"auth-1"}"#;

#[test]
fn good_passports_pass_again_and_again() {
    let verifier = verifier();
    let tool = Claims::tool("ctl", vec!["orders.*".to_owned()], None, "orders", now(), Uuid::from_u128(4));
    for (issuer, claims) in
        [("auth", seller()), ("tool", tool), ("bff", Claims::service("bff", "orders", now(), Uuid::nil()))]
    {
        let token = signer(issuer).sign(&claims);
        assert_eq!(verifier.verify(&token, now()), Ok(claims.clone()));
        assert_eq!(verifier.verify(&token, now() + TimeDelta::seconds(59)), Ok(claims));
    }
    assert_eq!(
        verifier.verify(&forged(HEADER, &body_of(&seller())), now()),
        Ok(seller()),
        "the forging helper makes sound tokens"
    );
}

#[test]
fn a_remembered_passport_still_expires() {
    let verifier = verifier();
    let token = signer("auth").sign(&seller());
    assert!(verifier.verify(&token, now()).is_ok());
    assert!(verifier.verify(&token, now() + TimeDelta::seconds(64)).is_ok(), "five seconds of skew are allowed");
    assert_eq!(verifier.verify(&token, now() + TimeDelta::seconds(65)), Err(PassportError::Expired));
    assert_eq!(verifier.verify(&token, now() - TimeDelta::seconds(6)), Err(PassportError::NotYetValid));
}

#[test]
fn memory_of_verified_passports_is_bounded() {
    let verifier = verifier();
    for number in 0..3_000_u128 {
        let token = signer("bff").sign(&Claims::service("bff", "orders", now(), Uuid::from_u128(number)));
        verifier.verify(&token, now()).unwrap();
    }
    assert!(verifier.remembered() <= verifier::REMEMBERED);
}

#[test]
fn other_headers_are_refused() {
    let body = body_of(&seller());
    for header in [
        r#"{"alg":"none","typ":"pishkhan+jwt","kid":"auth-1"}"#,
        r#"{"alg":"HS256","typ":"pishkhan+jwt","kid":"auth-1"}"#,
        r#"{"alg":"eddsa","typ":"pishkhan+jwt","kid":"auth-1"}"#,
        r#"{"alg":"EdDSA","typ":"JWT","kid":"auth-1"}"#,
        r#"{"alg":"EdDSA","kid":"auth-1"}"#,
        r#"{"alg":"EdDSA","typ":"pishkhan+jwt"}"#,
        r#"{"alg":"EdDSA","typ":"pishkhan+jwt","kid":"auth-1","jku":"https://evil"}"#,
        r#"{"alg":"EdDSA","typ":"pishkhan+jwt","kid":"auth-1","jwk":{}}"#,
        r#"{"alg":"EdDSA","typ":"pishkhan+jwt","kid":"auth-1","alg":"EdDSA"}"#,
        r#"{"alg":["EdDSA"],"typ":"pishkhan+jwt","kid":"auth-1"}"#,
        "[]",
        "",
    ] {
        assert_eq!(verifier().verify(&forged(header, &body), now()), Err(PassportError::Header), "{header}");
    }
    let unknown = forged(&HEADER.replace("auth-1", "auth-2"), &body);
    assert_eq!(verifier().verify(&unknown, now()), Err(PassportError::UnknownKey));
    let huge = forged(&HEADER.replace("auth-1", &"k".repeat(5_000)), &body);
    assert_eq!(verifier().verify(&huge, now()), Err(PassportError::Malformed));
}

#[test]
fn an_hmac_with_the_public_key_is_no_signature() {
    // The classic confusion: the "secret" is public, the algorithm chosen by the attacker.
    let header = r#"{"alg":"HS256","typ":"pishkhan+jwt","kid":"auth-1"}"#;
    let signed =
        format!("{}.{}", BASE64_URL_SAFE_NO_PAD.encode(header), BASE64_URL_SAFE_NO_PAD.encode(body_of(&seller())));
    let token = format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode([1; 32]));
    assert_eq!(verifier().verify(&token, now()), Err(PassportError::Header));
}

#[test]
fn other_claims_are_refused() {
    let body = body_of(&seller());
    for (broken, error) in [
        (body.replace(r#""exp":"#, r#""nbf":0,"exp":"#), PassportError::Malformed),
        (body.replace(r#""aud":"orders""#, r#""aud":["orders","auth"]"#), PassportError::Malformed),
        (body.replace(r#""aud":"orders""#, r#""aud":"catalogue""#), PassportError::Audience),
        (body.replace(r#""roles":["seller"]"#, r#""roles":["root"]"#), PassportError::Malformed),
        (
            body.replace(&format!(r#""exp":{}"#, seller().exp), &format!(r#""exp":"{}""#, seller().exp)),
            PassportError::Malformed,
        ),
        (
            body.replace(&format!(r#""exp":{}"#, seller().exp), &format!(r#""exp":{}"#, i64::MAX)),
            PassportError::Lifetime,
        ),
        (
            body.replace(&format!(r#""exp":{}"#, seller().exp), &format!(r#""exp":{}"#, seller().iat)),
            PassportError::Lifetime,
        ),
        (body.replace(r#""iss":"auth""#, r#""iss":"bff""#), PassportError::Issuer),
        // Anybody could show it.
        (body.replace(r#""act":"bff","#, ""), PassportError::Authority),
        ("{}".to_owned(), PassportError::Malformed),
    ] {
        assert_ne!(broken, body);
        assert_eq!(verifier().verify(&forged(HEADER, &broken), now()), Err(error), "{broken}");
    }
}

#[test]
fn an_issuer_speaks_only_for_what_is_its_own() {
    let service = Claims::service("bff", "orders", now(), Uuid::nil());
    let tool = Claims::tool("ctl", vec!["*".to_owned()], None, "orders", now(), Uuid::nil());
    for (issuer, claims) in [
        ("bff", Claims { roles: vec![Role::Operator], ..service.clone() }),
        ("bff", Claims { sub: Uuid::from_u128(1).to_string(), ..service.clone() }),
        ("bff", Claims { scopes: vec!["*".to_owned()], ..service.clone() }),
        ("bff", Claims { sub: "service:auth".to_owned(), ..service.clone() }),
        ("bff", Claims { seller_id: Some(Uuid::nil()), ..service }),
        ("tool", Claims { roles: vec![Role::Operator], ..tool.clone() }),
        ("tool", Claims { sub: "service:tool".to_owned(), ..tool }),
        ("auth", Claims { scopes: vec!["*".to_owned()], ..seller() }),
        ("auth", Claims { roles: Vec::new(), ..seller() }),
        ("auth", Claims { seller_id: None, ..seller() }),
        ("auth", Claims { sub: "tool:x".to_owned(), ..seller() }),
    ] {
        assert_eq!(
            verifier().verify(&signer(issuer).sign(&claims), now()),
            Err(PassportError::Authority),
            "{claims:?}"
        );
    }
}

#[test]
fn another_issuers_key_cannot_speak_for_auth() {
    assert_eq!(verifier().verify(&signer("bff").sign(&seller()), now()), Err(PassportError::Issuer));
}

#[test]
fn a_changed_token_does_not_pass() {
    let token = signer("auth").sign(&seller());
    let parts: Vec<&str> = token.split('.').collect();
    let other = signer("auth").sign(&Claims { jti: Uuid::from_u128(9), ..seller() });
    let other: Vec<&str> = other.split('.').collect();
    assert_eq!(
        verifier().verify(&format!("{}.{}.{}", parts[0], other[1], parts[2]), now()),
        Err(PassportError::Signature)
    );
    for broken in
        ["", ".", "..", "a.b", "a.b.c", &format!("{token}."), &format!("{token}.x"), &format!("{token}="), &token[1..]]
    {
        assert!(verifier().verify(broken, now()).is_err(), "{broken}");
    }
}

fn claims() -> impl Strategy<Value = Claims> {
    let user = (any::<u128>(), any::<u128>(), any::<bool>(), any::<bool>(), proptest::option::of("[a-z0-9]{1,20}"))
        .prop_map(|(user, seller, operator, child, sid)| {
            let roles = if operator { vec![Role::Operator, Role::Seller] } else { vec![Role::Seller] };
            let claims = Claims::user(
                Uuid::from_u128(user),
                roles,
                Some(Uuid::from_u128(seller)),
                "orders",
                now(),
                Uuid::from_u128(user),
            );
            ("auth", Claims { child, sid, ..claims })
        });
    let tool = ("[a-z]{1,12}", proptest::collection::vec("[a-z.*]{1,20}", 0..5), proptest::option::of(any::<u128>()))
        .prop_map(|(name, scopes, seller)| {
            ("tool", Claims::tool(&name, scopes, seller.map(Uuid::from_u128), "orders", now(), Uuid::nil()))
        });
    prop_oneof![user, tool].prop_map(|(issuer, claims)| Claims { iss: issuer.to_owned(), ..claims })
}

proptest! {
    #[test]
    fn any_lawful_claims_make_the_round_trip(claims in claims()) {
        let token = signer(&claims.iss).sign(&claims);
        prop_assert_eq!(verifier().verify(&token, now()), Ok(claims));
    }

    #[test]
    fn any_flipped_bit_is_noticed(claims in claims(), place: prop::sample::Index, bit in 0_u8..7) {
        let token = signer(&claims.iss).sign(&claims);
        let mut bytes = token.clone().into_bytes();
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        if let Ok(changed) = String::from_utf8(bytes) {
            prop_assert!(verifier().verify(&changed, now()).is_err());
        }
    }

    #[test]
    fn any_text_is_refused_without_a_panic(text in ".{0,200}") {
        prop_assert!(verifier().verify(&text, now()).is_err());
    }
}

#[test]
fn a_tools_own_key_speaks_for_that_tool_alone() {
    let ci = Signer::from_seed("tool", "tool-ci-1", &[3; 32]).of_tool("ci");
    let keys = [signer("tool").public_key(), ci.public_key(), signer("bff").public_key()];
    let verifier = Verifier::new(keys, "orders").unwrap();
    let told = |signer: &Signer, name: &str| {
        let claims = Claims::tool(name, vec!["orders.*".to_owned()], None, "orders", now(), Uuid::from_u128(4));
        verifier.verify(&signer.sign(&claims), now()).map(|claims| claims.sub)
    };
    assert_eq!(told(&ci, "ci"), Ok("tool:ci".to_owned()));
    assert_eq!(told(&ci, "ci/token-7"), Ok("tool:ci/token-7".to_owned()));
    for name in ["pishkhanctl", "cd", "ci2", "c", "token-7", "", "/ci"] {
        assert!(told(&ci, name).is_err(), "{name}");
    }
    // The key of all others does not speak for it either.
    for name in ["ci", "ci/token-7"] {
        assert_eq!(told(&signer("tool"), name), Err(PassportError::Issuer), "{name}");
    }
    assert!(told(&signer("tool"), "token-7").is_ok());
    let for_a_person = Claims { iss: "tool".to_owned(), ..seller() };
    assert!(verifier.verify(&ci.sign(&for_a_person), now()).is_err());
}

#[test]
fn a_passport_counts_from_the_process_that_it_was_made_out_to() {
    let ci = Signer::from_seed("tool", "tool-ci-1", &[3; 32]).of_tool("ci");
    let keys = ["auth", "bff", "tool"].map(|issuer| signer(issuer).public_key());
    let verifier = Verifier::new(keys.into_iter().chain([ci.public_key()]), "orders").unwrap();
    let bff = Claims::service("bff", "orders", now(), Uuid::nil());
    let tool = |name| Claims::tool(name, vec!["*".to_owned()], None, "orders", now(), Uuid::nil());
    for (token, holder) in [
        (signer("auth").sign(&seller()), "bff"),
        (signer("bff").sign(&bff), "bff"),
        (signer("bff").sign(&Claims { act: Some("reports".to_owned()), ..bff.clone() }), "reports"),
        (signer("tool").sign(&tool("token-7")), "tool"),
        (ci.sign(&tool("ci")), "tool/ci"),
        (ci.sign(&tool("ci/token-7")), "tool/ci"),
    ] {
        // Before it was ever verified, and afterwards.
        for _ in 0..2 {
            for process in ["auth", "bff", "reports", "tool", "tool/ci", "tool/c", "", "tool/ci/token-7"] {
                let expected = if process == holder { Ok(()) } else { Err(PassportError::Holder) };
                let found = verifier.verify_shown_by(process, &token, now()).map(|_| ());
                assert_eq!(found, expected, "{token} shown by {process}");
            }
        }
        let late = now() + TimeDelta::minutes(2);
        assert_eq!(verifier.verify_shown_by(holder, &token, late), Err(PassportError::Expired));
    }
}
