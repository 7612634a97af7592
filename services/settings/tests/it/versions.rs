//! Each part of what a seller has set up has a version of its own, and who has read an older one changes nothing.

use pishkhan_chassis::errors;
use pishkhan_proto::settings::v1 as pb;
use tonic::{Code, Status};

use crate::{
    edit,
    harness::{Client, TestApp, all, new_seller, refusal, seller_id},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Profile,
    Limits,
    Tiers(pb::TierKind),
    TiersApplied,
    Cards(pb::TextCardKind),
    Delivery,
    Chosen(pb::ChoiceKind),
}

const PARTS: [Part; 11] = [
    Part::Profile,
    Part::Limits,
    Part::Tiers(pb::TierKind::Volume),
    Part::Tiers(pb::TierKind::Amount),
    Part::Tiers(pb::TierKind::Unit),
    Part::TiersApplied,
    Part::Cards(pb::TextCardKind::OtherDiscount),
    Part::Cards(pb::TextCardKind::StoreDescription),
    Part::Delivery,
    Part::Chosen(pb::ChoiceKind::Brand),
    Part::Chosen(pb::ChoiceKind::Region),
];

/// An edit of a part to one of its many contents.
#[derive(Clone, Copy)]
struct Edit {
    part: Part,
    /// A brand or a region is chosen, and the use of tiers turned on, by an odd number; the opposite by an even one.
    content: i32,
    version: Option<i64>,
    /// With other credentials, so that auth has a part in it.
    with_auth: bool,
}

impl Edit {
    const fn of(part: Part, content: i32, version: Option<i64>) -> Self {
        Self { part, content, version, with_auth: false }
    }

    /// The version afterwards.
    async fn send(self, client: &mut Client, key: &str) -> Result<i64, Status> {
        let Self { part, content, version, with_auth } = self;
        let (request_id, seller_id) = (key.to_owned(), seller_id(1).to_string());
        match part {
            Part::Profile => {
                let plain = edit::request(key);
                let username = if with_auth { format!("name{content}") } else { plain.username.clone() };
                let request =
                    pb::EditSellerRequest { title: format!("عنوان {content}"), username, version, ..plain };
                Ok(client.edit_seller(request).await?.into_inner().version)
            }
            Part::Limits => {
                let limits = new_seller(1).limits.map(|old| pb::Limits { min_packages: content.into(), ..old });
                let request = pb::UpdateLimitsRequest { request_id, seller_id, limits, version };
                Ok(client.update_limits(request).await?.into_inner().version)
            }
            Part::Tiers(kind) => {
                let (from, to) = (Some(0), Some(content.into()));
                let tiers = vec![pb::Tier { tier_id: String::new(), from, to, discount_basis_points: Some(100) }];
                let request = pb::ReplaceTiersRequest { request_id, seller_id, kind: kind.into(), tiers, version };
                Ok(client.replace_tiers(request).await?.into_inner().version)
            }
            Part::TiersApplied => {
                let applied = content % 2 == 1;
                let request = pb::SetTiersAppliedRequest { request_id, seller_id, applied, version };
                Ok(client.set_tiers_applied(request).await?.into_inner().version)
            }
            Part::Cards(kind) => {
                let cards = vec![pb::TextCard { card_id: String::new(), text: format!("متن {content}") }];
                let request = pb::ReplaceTextCardsRequest { request_id, seller_id, kind: kind.into(), cards, version };
                Ok(client.replace_text_cards(request).await?.into_inner().version)
            }
            Part::Delivery => {
                let (days_after_order, cut_off) = (Some(content), "09:00".to_owned());
                let form = pb::SetDeliveryRequest { days_after_order, cut_off, version, ..Default::default() };
                let request = pb::SetDeliveryRequest { request_id, seller_id, ..form };
                Ok(client.set_delivery(request).await?.into_inner().version)
            }
            Part::Chosen(kind) => {
                let all = client.list_choices(pb::ListChoicesRequest { kind: kind.into() }).await?.into_inner().choices;
                let (kind, choice_id) = (kind.into(), all[0].choice_id.clone());
                if content % 2 == 1 {
                    let request = pb::SelectChoiceRequest { request_id, seller_id, kind, choice_id, version };
                    Ok(client.select_choice(request).await?.into_inner().version)
                } else {
                    let request = pb::DeselectChoiceRequest { request_id, seller_id, kind, choice_id, version };
                    Ok(client.deselect_choice(request).await?.into_inner().version)
                }
            }
        }
    }
}

/// The version of a part, and all that its read says.
async fn read(client: &mut Client, part: Part) -> (i64, String) {
    let seller_id = seller_id(1).to_string();
    match part {
        Part::Profile => {
            let reply = client.get_seller(pb::GetSellerRequest { seller_id }).await.unwrap().into_inner();
            (reply.version, format!("{reply:?}"))
        }
        Part::Limits => {
            let reply = client.get_limits(pb::GetLimitsRequest { seller_id }).await.unwrap().into_inner();
            (reply.version, format!("{reply:?}"))
        }
        Part::Tiers(kind) => {
            let request = pb::ListTiersRequest { seller_id, kind: kind.into() };
            let reply = client.list_tiers(request).await.unwrap().into_inner();
            (reply.version, format!("{reply:?}"))
        }
        Part::TiersApplied => {
            let reply = client.get_tiers_applied(pb::GetTiersAppliedRequest { seller_id }).await.unwrap().into_inner();
            (reply.version, format!("{reply:?}"))
        }
        Part::Cards(kind) => {
            let request = pb::ListTextCardsRequest { seller_id, kind: kind.into() };
            let reply = client.list_text_cards(request).await.unwrap().into_inner();
            (reply.version, format!("{reply:?}"))
        }
        Part::Delivery => {
            let reply = client.get_delivery(pb::GetDeliveryRequest { seller_id }).await.unwrap().into_inner();
            (reply.version, format!("{reply:?}"))
        }
        Part::Chosen(kind) => {
            let request = pb::ListSellerChoicesRequest { seller_id, kind: kind.into() };
            let reply = client.list_seller_choices(request).await.unwrap().into_inner();
            (reply.version, format!("{reply:?}"))
        }
    }
}

async fn versions(client: &mut Client) -> Vec<i64> {
    let mut versions = Vec::new();
    for part in PARTS {
        versions.push(read(client, part).await.0);
    }
    versions
}

async fn start() -> TestApp {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    for kind in [pb::ChoiceKind::Brand, pb::ChoiceKind::Region] {
        let names = vec!["یکی".to_owned()];
        app.tool().add_choices(pb::AddChoicesRequest { kind: kind.into(), names }).await.unwrap();
    }
    app
}

#[tokio::test]
async fn each_part_counts_its_own_changes_and_refuses_what_is_stale() {
    let app = start().await;
    let mut client = app.seller(seller_id(1));
    let mut expected = vec![1; PARTS.len()];
    assert_eq!(versions(&mut client).await, expected);
    for (at, part) in PARTS.into_iter().enumerate() {
        let key = |name: &str| format!("{name}{at}");
        assert_eq!(Edit::of(part, 1, Some(1)).send(&mut client, &key("a")).await.unwrap(), 2, "{part:?}");
        expected[at] = 2;
        assert_eq!(versions(&mut client).await, expected, "{part:?} alone has changed");
        let same = Edit::of(part, 1, Some(2)).send(&mut client, &key("b")).await.unwrap();
        assert_eq!(same, 2, "{part:?}: what changes nothing makes no version");
        let stands = read(&mut client, part).await;
        for wrong in [1, 3, 0, -1] {
            let status = Edit::of(part, 2, Some(wrong)).send(&mut client, &key("c")).await.unwrap_err();
            assert_eq!(errors::details(&status).metadata.get("version").map(String::as_str), Some("2"), "{part:?}");
            assert_eq!(refusal::<()>(Err(status)), (Code::Aborted, "VERSION_STALE".to_owned()), "{part:?} {wrong}");
        }
        // Not even what would change nothing goes through: whoever sends it has not seen what stands.
        let blind = Edit::of(part, 1, Some(1)).send(&mut client, &key("d")).await;
        assert_eq!(refusal(blind).1, "VERSION_STALE", "{part:?}");
        assert_eq!(read(&mut client, part).await, stands, "{part:?}");
        // A reply that was lost is asked for again with the version of before.
        assert_eq!(Edit::of(part, 1, Some(1)).send(&mut client, &key("a")).await.unwrap(), 2, "{part:?}");
        // The refused request's name is free: without a version the last write wins.
        assert_eq!(Edit::of(part, 2, None).send(&mut client, &key("c")).await.unwrap(), 3, "{part:?}");
        expected[at] = 3;
        assert_ne!(read(&mut client, part).await.1, stands.1, "{part:?}");
    }
    assert_eq!(versions(&mut client).await, expected);
    let changes = "audit_event WHERE action NOT IN ('seller.created', 'choices.added', 'terms.proposed')";
    assert_eq!(app.db.db_count(changes).await, 2 * i64::try_from(PARTS.len()).unwrap());
}

#[tokio::test]
async fn of_edits_of_one_version_at_the_same_time_exactly_one_wins() {
    let app = start().await;
    let mut client = app.seller(seller_id(1));
    let cases = PARTS.map(|part| (part, false)).into_iter().chain([(Part::Profile, true)]);
    for (at, (part, with_auth)) in cases.enumerate() {
        let version = read(&mut client, part).await.0;
        let edits = [5, 7, 9, 11].map(|content| {
            let (mut client, edit) = (app.seller(seller_id(1)), Edit::of(part, content, Some(version)));
            let key = format!("p{at}-{content}");
            Box::pin(async move { (content, Edit { with_auth, ..edit }.send(&mut client, &key).await) })
        });
        let (won, lost): (Vec<_>, Vec<_>) =
            all(edits.into_iter()).await.into_iter().partition(|(_, answer)| answer.is_ok());
        assert_eq!((won.len(), lost.len()), (1, 3), "{part:?}: {won:?} {lost:?}");
        for (_, answer) in lost {
            assert_eq!(refusal(answer), (Code::Aborted, "VERSION_STALE".to_owned()), "{part:?}");
        }
        let (_, stands) = read(&mut client, part).await;
        // What stands is what the winner sent: the same again changes nothing.
        let again = Edit { with_auth, ..Edit::of(part, won[0].0, Some(version + 1)) };
        assert_eq!(again.send(&mut client, &format!("again{at}")).await.unwrap(), version + 1, "{part:?}");
        assert_eq!(read(&mut client, part).await, (version + 1, stands), "{part:?}");
    }
}
