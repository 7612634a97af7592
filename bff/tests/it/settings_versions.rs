//! Two tabs of one seller's settings: what is stale is told so, and changes nothing.

use pishkhan_proto::settings::v1::{self as pb, settings_service_client::SettingsServiceClient};
use serde_json::{Value, json};

use crate::{
    house::{FIRST_SELLER, House},
    http::Visitor,
};

const STALE: &str = "این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.";

/// A body that makes the content of a section the nth of many.
type Body = Box<dyn Fn(usize) -> Value>;

/// Each read, its edits, and their body.
fn sections(brand: &Value, region: &Value) -> Vec<(&'static str, Vec<&'static str>, Body)> {
    let tiers = |n: usize| json!({"items": [{"_Az": 0, "_Ta": n, "_DarsadTakhfif": 1}], "sellerId": ""});
    let cards = |n: usize| json!({"items": [{"_Onvan": format!("متن {n}")}], "sellerId": ""});
    let limits = |n: usize| {
        let titles = ["حداقل مبلغ ارسال سفارش", "حداقل خرید بسته", "هزینه ارسال"];
        let mut items: Vec<Value> = titles.iter().map(|title| json!({"_id": title, "_Meghdar": n})).collect();
        items.push(json!({"_id": "مالیات و ارزش افزوده", "_Meghdar": 9}));
        json!({ "items": items })
    };
    let profile = |n: usize| {
        json!({
            "_sellerId": "", "_SellerType": 1, "_isActive": true, "_SellerTitle": format!("پخش {n}"),
            "_SellerRepresentative": "مریم", "_cellPhone": FIRST_SELLER, "_SellerCode": "1001",
            "_SellerNationalCode": "0012345679", "_SellerWorkStartDate": "1404/01/01", "_username": "arman",
            "_password": "**********", "_SellerAddress": "اصفهان", "_SellerUpdatePrice": "روزانه",
            "_SellerNationalCard": true, "_SellerTypeOfCollaboration": 1, "_SellerAgreedCommission": 2.5,
            "_SellerAgreedCommissionPayDateTime": "1405/09/30",
            "_SellerAccountNumberOrBankCardNumber": "6037997123456783",
            "_SellerShabaNumber": "IR820540102680020817909002",
        })
    };
    let delivery = |n: usize| {
        json!({
            "_id": "", "_Ady_startDoreDateSefaresh": "1405/09/01", "_Ady_endDoreDateSefaresh": "1405/09/20",
            "_Ady_mahdoodiatAmadesazi": n,
        })
    };
    let (brand, region) = (brand.clone(), region.clone());
    let chosen = |id: Value| move |_: usize| json!({"obj": {"_id": id}, "itemId": id});
    vec![
        ("/user/seller-bind-app2", vec!["/user/edit-seller-app2"], Box::new(profile)),
        (
            "/seller/HaddagalKharidErsalSefaresh-list-app2",
            vec!["/seller/edit-HaddagalKharidErsalSefaresh-app2"],
            Box::new(limits),
        ),
        ("/seller/KaridHajmiSettings-list-app2", vec!["/seller/edit-TakhfifatAzTaHajmiSettings-app2"], Box::new(tiers)),
        (
            "/seller/TakhfifatAzTaMablaghSettings-list-app2",
            vec!["/seller/edit-TakhfifatAzTaMablaghSettings-app2"],
            Box::new(tiers),
        ),
        (
            "/seller/TakhfifatAzTaVahediSettings-list-app2",
            vec!["/seller/edit-TakhfifatAzTaVahediSettings-app2"],
            Box::new(tiers),
        ),
        (
            "/seller/KaridTanavoeMahsoolAsliSettings-list-app2",
            vec!["/seller/edit-TakhfifatSayerSettings-app2"],
            Box::new(cards),
        ),
        ("/seller/TozihatSettingsSettings-list-app2", vec!["/seller/edit-TozeyhatSettings-app2"], Box::new(cards)),
        ("/seller/masir-list-app2/1", vec!["/seller/edit-masir-app2"], Box::new(delivery)),
        (
            "/user/seller/brands-app2",
            vec!["/user/seller/brand/add-app2", "/user/seller/brand/delete-app2"],
            Box::new(chosen(brand)),
        ),
        (
            "/user/seller/regions-app2",
            vec!["/user/seller/region/add-app2", "/user/seller/region/delete-app2"],
            Box::new(chosen(region)),
        ),
    ]
}

async fn choices(house: &House, seller: &Visitor) -> (Value, Value) {
    let server = house.servers.settings.as_ref().unwrap();
    let mut tool = SettingsServiceClient::new(server.as_tool(&["settings.*"], None));
    for kind in [pb::ChoiceKind::Brand, pb::ChoiceKind::Region] {
        let request = pb::AddChoicesRequest { kind: kind.into(), names: vec!["یکی".to_owned()] };
        tool.add_choices(request).await.unwrap();
    }
    let brands = seller.read("/market/list-brand-app2").await;
    let regions = seller.read("/market/list-regionFaalyat-app2").await;
    (brands["brands"][0]["_id"].clone(), regions["regions"][0]["_id"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_of_two_tabs_is_told_and_writes_over_nothing() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let (brand, region) = choices(&house, &seller).await;
    for (list, edits, body) in sections(&brand, &region) {
        let edit = |step: usize| edits[step % edits.len()];
        let with = |content: usize, version: &Value| {
            let mut body = body(content);
            body["version"] = version.clone();
            body
        };
        let read = seller.read(list).await;
        assert_eq!(read["version"], 1, "{list}");
        // Both tabs have read version 1; the first one saves.
        let first = seller.write(edit(0), &with(3, &json!(1))).await;
        assert_eq!(first.status, 200, "{list}: {}", first.text());
        let stands = seller.read(list).await;
        assert_eq!(stands["version"], 2, "{list}");
        for stale in [json!(1), json!("۱"), json!(3)] {
            seller.write(edit(1), &with(4, &stale)).await.assert_message(409, STALE);
        }
        assert_eq!(seller.write(edit(1), &with(4, &json!("x"))).await.status, 400, "{list}");
        assert_eq!(seller.read(list).await, stands, "{list}: nothing has changed");
        // It keeps what was typed, having seen what stands.
        assert_eq!(seller.write(edit(1), &with(4, &json!("۲"))).await.status, 200, "{list}");
        assert_eq!(seller.read(list).await["version"], 3, "{list}");
        // The parts' clients send none: the last write wins.
        for silent in [Value::Null, json!("")] {
            assert_eq!(seller.write(edit(0), &with(5, &silent)).await.status, 200, "{list}");
        }
        assert_eq!(seller.read(list).await["version"], 4, "{list}: the second of them changed nothing");
        let english = seller.post(edit(1)).header("accept-language", "en").json(&with(6, &json!(1))).send().await;
        english.assert_message(409, "This has changed elsewhere. Please reload the page.");
        let theirs = list.replace("masir-list-app2/1", "masir-list-app2/2");
        assert_eq!(other.read(&theirs).await["version"], 1, "{list}: another seller's is another's");
    }
}
