//! Limits, tiers, cards, brands and regions.

use pishkhan_chassis::clock::Clock as _;
use pishkhan_proto::settings::v1 as pb;
use tonic::Code;

use crate::harness::{Client, TestApp, all, new_seller, problems, refusal, seller_id};

fn tier(from: i64, to: i64, discount: i32) -> pb::Tier {
    pb::Tier { tier_id: String::new(), from: Some(from), to: Some(to), discount_basis_points: Some(discount) }
}

fn tiers_request(key: &str, kind: pb::TierKind, tiers: Vec<pb::Tier>) -> pb::ReplaceTiersRequest {
    pb::ReplaceTiersRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(1).to_string(),
        kind: kind.into(),
        tiers,
        version: None,
    }
}

fn tiers_applied_request(key: &str, applied: bool) -> pb::SetTiersAppliedRequest {
    let (request_id, seller_id) = (key.to_owned(), seller_id(1).to_string());
    pb::SetTiersAppliedRequest { request_id, seller_id, applied, version: None }
}

async fn tiers(client: &mut Client, kind: pb::TierKind) -> Vec<pb::Tier> {
    let request = pb::ListTiersRequest { seller_id: seller_id(1).to_string(), kind: kind.into() };
    client.list_tiers(request).await.unwrap().into_inner().tiers
}

fn cards_request(key: &str, cards: &[(&str, &str)]) -> pb::ReplaceTextCardsRequest {
    let card = |(id, text): &(&str, &str)| pb::TextCard { card_id: (*id).to_owned(), text: (*text).to_owned() };
    pb::ReplaceTextCardsRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(1).to_string(),
        kind: pb::TextCardKind::StoreDescription.into(),
        cards: cards.iter().map(card).collect(),
        version: None,
    }
}

#[tokio::test]
async fn a_list_of_tiers_is_replaced_as_a_whole_and_keeps_its_ids() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    let volume = pb::TierKind::Volume;
    assert_eq!(tiers(&mut client, volume).await, []);
    let request = tiers_request("a", volume, vec![tier(11, 20, 250), tier(0, 10, 0)]);
    let first = client.replace_tiers(request.clone()).await.unwrap().into_inner().tiers;
    assert_eq!(tiers(&mut client, volume).await, first, "in the seller's order");
    assert_eq!(tiers(&mut client, pb::TierKind::Amount).await, [], "the lists are apart");

    let kept = pb::Tier { to: Some(30), ..first[0].clone() };
    let second =
        client.replace_tiers(tiers_request("b", volume, vec![kept, tier(31, 31, 10_000)])).await.unwrap().into_inner();
    assert_eq!(second.tiers[0].tier_id, first[0].tier_id);
    assert_ne!(second.tiers[1].tier_id, first[1].tier_id);
    // The first request again does nothing; the same again under a new name changes nothing.
    assert_eq!(client.replace_tiers(request).await.unwrap().into_inner().tiers, second.tiers);
    client.replace_tiers(tiers_request("c", volume, second.tiers.clone())).await.unwrap();
    let other = tiers_request("b", volume, vec![]);
    assert_eq!(refusal(client.replace_tiers(other).await).1, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(tiers(&mut client, volume).await, second.tiers);
    app.db.assert_audit(&["seller.created", "tiers.replaced", "tiers.replaced"]).await;
    client.replace_tiers(tiers_request("d", volume, vec![])).await.unwrap();
    assert_eq!(tiers(&mut client, volume).await, []);
}

#[tokio::test]
async fn a_bad_list_leaves_the_good_one() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    let unit = pb::TierKind::Unit;
    client.replace_tiers(tiers_request("a", unit, vec![tier(1, 10, 100)])).await.unwrap();
    let before = tiers(&mut client, unit).await;
    for (bad, reason) in [
        (vec![tier(1, 10, 0), tier(10, 20, 0)], "TIERS_OVERLAP"),
        (vec![tier(5, 4, 0)], "TIER_REVERSED"),
        ((0..51).map(|at| tier(at, at, 0)).collect(), "CARDS_TOO_MANY"),
    ] {
        let answer = client.replace_tiers(tiers_request(reason, unit, bad)).await;
        assert_eq!(refusal(answer), (Code::FailedPrecondition, reason.to_owned()));
    }
    let empty = pb::Tier::default();
    let wrong = problems(client.replace_tiers(tiers_request("b", unit, vec![tier(0, 1, 10_001), empty])).await);
    let named: Vec<(&str, &str)> = wrong.iter().map(|(field, problem)| (field.as_str(), problem.as_str())).collect();
    assert_eq!(
        named,
        [
            ("unit_tiers[0].discount_basis_points", "OUT_OF_RANGE"),
            ("unit_tiers[1].from", "REQUIRED"),
            ("unit_tiers[1].to", "REQUIRED"),
            ("unit_tiers[1].discount_basis_points", "REQUIRED"),
        ]
    );
    assert_eq!(tiers(&mut client, unit).await, before);
    app.db.assert_audit(&["seller.created", "tiers.replaced"]).await;
}

#[tokio::test]
async fn replacements_at_the_same_time_leave_one_whole_list() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let amount = pb::TierKind::Amount;
    let list = |at: i64| vec![tier(at, at, 100), tier(at + 100, at + 100, 200), tier(at + 200, at + 200, 300)];
    let writes = (0..6_i64).map(|at| {
        let mut client = app.seller(seller_id(1));
        async move { client.replace_tiers(tiers_request(&format!("w{at}"), amount, list(at))).await.unwrap() }
    });
    let written: Vec<_> = all(writes).await.into_iter().map(|reply| reply.into_inner().tiers).collect();
    let stands = tiers(&mut app.seller(seller_id(1)), amount).await;
    assert!(written.contains(&stands), "{stands:?}");
    assert_eq!(app.db.db_count("discount_tier").await, 3);
}

#[tokio::test]
async fn cards_are_texts_of_three_hundred_characters() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    let long = "ش".repeat(300);
    let cards =
        client.replace_text_cards(cards_request("a", &[("", " سلام "), ("x", &long)])).await.unwrap().into_inner().cards;
    assert_eq!((cards[0].text.as_str(), cards[1].text.as_str()), ("سلام", long.as_str()));
    let too_long = "ش".repeat(301);
    let wrong = problems(client.replace_text_cards(cards_request("b", &[("", " "), ("", &too_long)])).await);
    let expected = [("store_descriptions[0].text", "REQUIRED"), ("store_descriptions[1].text", "TOO_LONG")];
    assert_eq!(wrong, expected.map(|(field, problem)| (field.to_owned(), problem.to_owned())));
    let request = pb::ListTextCardsRequest {
        seller_id: seller_id(1).to_string(),
        kind: pb::TextCardKind::StoreDescription.into(),
    };
    assert_eq!(client.list_text_cards(request).await.unwrap().into_inner().cards, cards);
    app.db.assert_audit(&["seller.created", "cards.replaced"]).await;
}

#[tokio::test]
async fn a_seller_changes_its_limits_but_not_its_tax() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    let limits = pb::Limits { min_order_toman: 1, min_packages: 2, shipping_toman: 3, tax_basis_points: 900 };
    let request = |key: &str, limits| pb::UpdateLimitsRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(1).to_string(),
        limits: Some(limits),
        version: None,
    };
    assert_eq!(client.update_limits(request("a", limits)).await.unwrap().into_inner().limits, Some(limits));
    let taxed = pb::Limits { tax_basis_points: 0, ..limits };
    assert_eq!(
        refusal(client.update_limits(request("b", taxed)).await),
        (Code::PermissionDenied, "FORBIDDEN".to_owned())
    );
    let wrong = problems(client.update_limits(request("c", pb::Limits { shipping_toman: -1, ..limits })).await);
    assert_eq!(wrong, [("limits.shipping_toman".to_owned(), "OUT_OF_RANGE".to_owned())]);
    let read = pb::GetLimitsRequest { seller_id: seller_id(1).to_string() };
    assert_eq!(client.get_limits(read).await.unwrap().into_inner().limits, Some(limits));
    assert_eq!(app.tool().update_limits(request("d", taxed)).await.unwrap().into_inner().limits, Some(taxed));
    app.db.assert_audit(&["seller.created", "limits.changed", "limits.changed"]).await;
    let told =
        "audit_event WHERE action = 'limits.changed' AND changes->'min_order_toman' = '{\"from\": 500000, \"to\": 1}'";
    assert_eq!(app.db.db_count(told).await, 1);
}

#[tokio::test]
async fn brands_are_chosen_once_and_given_up_once() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    app.create(new_seller(2)).await.unwrap();
    let brand = pb::ChoiceKind::Brand.into();
    let names = ["کاله", "كاله", "پگاه"].map(str::to_owned).to_vec();
    let add = pb::AddChoicesRequest { kind: brand, names };
    assert_eq!(app.tool().add_choices(add.clone()).await.unwrap().into_inner().added, 2);
    assert_eq!(app.tool().add_choices(add).await.unwrap().into_inner().added, 0);
    let mut client = app.seller(seller_id(1));
    let all = client.list_choices(pb::ListChoicesRequest { kind: brand }).await.unwrap().into_inner().choices;
    assert_eq!(all.iter().map(|choice| choice.name.as_str()).collect::<Vec<_>>(), ["پگاه", "کاله"]);
    let chosen = async |number: u8| {
        let request = pb::ListSellerChoicesRequest { seller_id: seller_id(number).to_string(), kind: brand };
        app.seller(seller_id(number)).list_seller_choices(request).await.unwrap().into_inner().choices
    };
    let select = |key: &str, kind: pb::ChoiceKind, choice_id: &str| pb::SelectChoiceRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(1).to_string(),
        kind: kind.into(),
        choice_id: choice_id.to_owned(),
        version: None,
    };
    for key in ["a", "b"] {
        client.select_choice(select(key, pb::ChoiceKind::Brand, &all[0].choice_id)).await.unwrap();
    }
    assert_eq!((chosen(1).await, chosen(2).await), (vec![all[0].clone()], vec![]));
    // A brand is no region, and what is nothing is neither.
    for (key, kind, id) in [
        ("c", pb::ChoiceKind::Region, all[0].choice_id.clone()),
        ("d", pb::ChoiceKind::Brand, seller_id(7).to_string()),
    ] {
        let answer = client.select_choice(select(key, kind, &id)).await;
        assert_eq!(refusal(answer), (Code::NotFound, "CHOICE_NOT_FOUND".to_owned()));
    }
    for key in ["e", "f"] {
        let request = pb::DeselectChoiceRequest {
            request_id: key.to_owned(),
            seller_id: seller_id(1).to_string(),
            kind: brand,
            choice_id: all[0].choice_id.clone(),
            version: None,
        };
        client.deselect_choice(request).await.unwrap();
    }
    assert_eq!(chosen(1).await, []);
    let actions = ["seller.created", "seller.created", "choices.added", "choice.selected", "choice.deselected"];
    app.db.assert_audit(&actions).await;
}

#[tokio::test]
async fn the_terms_of_orders_tell_the_tiers_only_while_they_are_turned_on() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let mut client = app.seller(seller_id(1));
    let volume = vec![tier(10, 20, 250), tier(0, 9, 100)];
    client.replace_tiers(tiers_request("v", pb::TierKind::Volume, volume)).await.unwrap();
    client.replace_tiers(tiers_request("a", pb::TierKind::Amount, vec![tier(1, 9_000, 300)])).await.unwrap();
    client.replace_tiers(tiers_request("u", pb::TierKind::Unit, vec![tier(5, 5, 550)])).await.unwrap();
    let terms = async || {
        let placed_at = Some(pishkhan_chassis::parse::timestamp(app.clock.now()));
        let request = pb::GetOrderTermsRequest { seller_id: seller_id(1).to_string(), placed_at, tiers_only: false };
        let alone = pb::GetOrderTermsRequest { placed_at: None, tiers_only: true, ..request.clone() };
        let terms = app.tool().get_order_terms(request).await.unwrap().into_inner();
        let alone = app.tool().get_order_terms(alone).await.unwrap().into_inner();
        let pb::GetOrderTermsResponse { volume_tiers, amount_tiers, unit_tiers, .. } = terms;
        let tiers = (volume_tiers.clone(), amount_tiers.clone(), unit_tiers.clone());
        let expected = pb::GetOrderTermsResponse { volume_tiers, amount_tiers, unit_tiers, ..Default::default() };
        assert_eq!(alone, expected, "the same tiers, and nothing else");
        tiers
    };
    let read = async || {
        let request = pb::GetTiersAppliedRequest { seller_id: seller_id(1).to_string() };
        app.seller(seller_id(1)).get_tiers_applied(request).await.unwrap().into_inner()
    };
    assert_eq!(read().await, pb::GetTiersAppliedResponse { applied: false, version: 1 });
    assert_eq!(terms().await, (vec![], vec![], vec![]), "off until it is turned on");

    let on = client.set_tiers_applied(tiers_applied_request("on", true)).await.unwrap().into_inner();
    assert_eq!(on, pb::SetTiersAppliedResponse { applied: true, version: 2 });
    let listed = (
        tiers(&mut client, pb::TierKind::Volume).await,
        tiers(&mut client, pb::TierKind::Amount).await,
        tiers(&mut client, pb::TierKind::Unit).await,
    );
    assert_eq!((listed.0.len(), listed.1.len(), listed.2.len()), (2, 1, 1));
    assert_eq!(terms().await, listed);

    client.set_tiers_applied(tiers_applied_request("off", false)).await.unwrap();
    assert_eq!(terms().await, (vec![], vec![], vec![]));
    // A repetition of the first request does nothing; it is told what stands.
    let again = client.set_tiers_applied(tiers_applied_request("on", true)).await.unwrap().into_inner();
    assert_eq!(again, pb::SetTiersAppliedResponse { applied: false, version: 3 });
    assert_eq!(read().await.version, 3);
    assert_eq!(refusal(client.set_tiers_applied(tiers_applied_request("on", false)).await).1, "IDEMPOTENCY_KEY_REUSED");
    let replaced = ["tiers.replaced"; 3];
    let actions = [&["seller.created"][..], &replaced, &["tiers_applied.changed"; 2]].concat();
    app.db.assert_audit(&actions).await;
}

#[tokio::test]
async fn another_sellers_lists_are_nobodys() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    app.create(new_seller(2)).await.unwrap();
    let mut other = app.seller(seller_id(2));
    let id = seller_id(1).to_string();
    let kind = pb::TierKind::Volume;
    let answers = [
        other.list_tiers(pb::ListTiersRequest { seller_id: id.clone(), kind: kind.into() }).await.map(drop),
        other.replace_tiers(tiers_request("a", kind, vec![])).await.map(drop),
        other.get_tiers_applied(pb::GetTiersAppliedRequest { seller_id: id.clone() }).await.map(drop),
        other.set_tiers_applied(tiers_applied_request("f", true)).await.map(drop),
        other.replace_text_cards(cards_request("b", &[])).await.map(drop),
        other.get_delivery(pb::GetDeliveryRequest { seller_id: id.clone() }).await.map(drop),
        other
            .set_delivery(pb::SetDeliveryRequest {
                request_id: "c".to_owned(),
                seller_id: id.clone(),
                ..Default::default()
            })
            .await
            .map(drop),
        other
            .update_limits(pb::UpdateLimitsRequest {
                request_id: "d".to_owned(),
                seller_id: id.clone(),
                limits: new_seller(1).limits,
                version: None,
            })
            .await
            .map(drop),
        other
            .edit_seller(pb::EditSellerRequest { request_id: "e".to_owned(), seller_id: id, ..Default::default() })
            .await
            .map(drop),
    ];
    for answer in answers {
        assert_eq!(refusal(answer), (Code::NotFound, "SELLER_NOT_FOUND".to_owned()));
    }
    // What all sellers share is for tools of the house.
    let add = pb::AddChoicesRequest { kind: pb::ChoiceKind::Brand.into(), names: vec!["x".to_owned()] };
    assert_eq!(refusal(other.add_choices(add.clone()).await).0, Code::PermissionDenied);
    let mut bound = Client::new(app.server.as_tool(&["settings.*"], Some(seller_id(1))));
    assert_eq!(refusal(bound.add_choices(add).await).0, Code::PermissionDenied);
    app.db.assert_audit(&["seller.created", "seller.created"]).await;
}
