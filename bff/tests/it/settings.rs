//! The settings page, over HTTP.

use chrono::TimeDelta;
use pishkhan_proto::settings::v1::{self as pb, settings_service_client::SettingsServiceClient};
use serde_json::{Value, json};

use crate::{
    house::{FIRST_SELLER, House, PASSWORD},
    http::{Answer, FORBIDDEN, NOT_FOUND, Visitor},
};

const SAVED: &str = "تغییرات با موفقیت ذخیره شد.";
const PROPOSED: &str = "ثبت با موفقیت انجام شد.";
const PROFILE_EMPTY: &str = "فیلد های تنظیمات فروشنده نمیتواند خالی باشد";
const LIMITS: &str = "/seller/HaddagalKharidErsalSefaresh-list-app2";
const EDIT_LIMITS: &str = "/seller/edit-HaddagalKharidErsalSefaresh-app2";
const EDIT_SELLER: &str = "/user/edit-seller-app2";
const EDIT_DELIVERY: &str = "/seller/edit-masir-app2";
/// Reads and writes of the tiers, and what an empty value is told.
const TIERS: [(&str, &str, &str); 3] = [
    ("/seller/KaridHajmiSettings-list-app2", "/seller/edit-TakhfifatAzTaHajmiSettings-app2", "حجمی"),
    ("/seller/TakhfifatAzTaMablaghSettings-list-app2", "/seller/edit-TakhfifatAzTaMablaghSettings-app2", "مبلغی"),
    ("/seller/TakhfifatAzTaVahediSettings-list-app2", "/seller/edit-TakhfifatAzTaVahediSettings-app2", "واحدی"),
];
const CARDS: [(&str, &str, &str); 2] = [
    (
        "/seller/KaridTanavoeMahsoolAsliSettings-list-app2",
        "/seller/edit-TakhfifatSayerSettings-app2",
        "کارت سایر تخفیفات نمیتواند خالی از متن باشد",
    ),
    (
        "/seller/TozihatSettingsSettings-list-app2",
        "/seller/edit-TozeyhatSettings-app2",
        "کارت توضیحات فروشگاه نمیتواند خالی از متن باشد",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_change_and_the_tax_does_not() {
    let house = House::build().await;
    let seller = house.seller().await;
    let titles = ["حداقل مبلغ ارسال سفارش", "حداقل خرید بسته", "هزینه ارسال", "مالیات و ارزش افزوده"];
    let items = |values: [Value; 4]| -> Value {
        let rows: Vec<Value> =
            titles.iter().zip(values).map(|(title, value)| json!({"_id": title, "_Meghdar": value})).collect();
        json!({ "items": rows })
    };
    seller
        .write(EDIT_LIMITS, &items([json!("۵۰۰٬۰۰۰"), json!(3), json!("0"), json!(9)]))
        .await
        .assert_message(200, SAVED);
    let stands = seller.read(LIMITS).await;
    let values: Vec<&Value> = stands["meghdar"].as_array().unwrap().iter().map(|row| &row["f2"]).collect();
    assert_eq!(values, [&json!(500_000), &json!(3), &json!(0), &json!(9)]);
    seller.write(EDIT_LIMITS, &items([json!(1), json!(1), json!(1), json!(10)])).await.assert_message(403, FORBIDDEN);
    let empty = "فیلد های تنظیمات سفارش نمیتواند خالی باشد";
    let answer = seller.write(EDIT_LIMITS, &items([json!(1), json!(" "), json!(null), json!(9)])).await;
    answer.assert_error(400, &json!({"items[1]._Meghdar": empty, "items[2]._Meghdar": empty}));
    let negative = seller.write(EDIT_LIMITS, &items([json!(-1), json!(1), json!(1), json!(9)])).await;
    assert_eq!((negative.status, negative.json().as_object().unwrap().len()), (400, 1));
    assert_eq!(seller.read(LIMITS).await, stands);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tiers_are_replaced_or_refused_as_a_whole() {
    let house = House::build().await;
    let seller = house.seller().await;
    let tier = |from: Value, to: Value, percent: Value| json!({"_id": "", "_Onvan": "x", "_Az": from, "_Ta": to, "_DarsadTakhfif": percent});
    for (list, edit, word) in TIERS {
        let body = json!({"items": [tier(json!("۱۱"), json!("۲۰"), json!("۲٫۵")), tier(json!(0), json!(10), json!(0))], "sellerId": house.first.seller_id.to_string()});
        seller.write(edit, &body).await.assert_message(200, SAVED);
        let stands = seller.read(list).await;
        let rows: Vec<Value> =
            stands["meghdar"].as_array().unwrap().iter().map(|row| json!([row["f1"], row["f2"], row["f3"]])).collect();
        assert_eq!(rows, [json!([11, 20, 2.5]), json!([0, 10, 0])]);
        let refused = async |items: Value| seller.write(edit, &json!({ "items": items })).await;
        let reversed = refused(json!([tier(json!(5), json!(4), json!(1))])).await;
        reversed.assert_message(422, "سقف فروش نمیتواند کمتر از کف فروش باشد");
        let overlap = refused(json!([tier(json!(1), json!(10), json!(1)), tier(json!(10), json!(20), json!(1))])).await;
        overlap.assert_message(422, "بازههای تخفیف نباید همپوشانی داشته باشند");
        let many: Vec<Value> = (0..51).map(|at| tier(json!(at), json!(at), json!(1))).collect();
        assert_eq!(refused(json!(many)).await.status, 422);
        let empty = format!("مقادیر کارت تخفیفات {word} نمیتواند خالی باشد");
        let missing = refused(json!([tier(json!(""), json!(null), json!(" "))])).await;
        let fields = json!({"items[0]._Az": empty, "items[0]._Ta": empty, "items[0]._DarsadTakhfif": empty});
        missing.assert_error(400, &fields);
        for (from, to, percent, field) in [
            (json!(-1), json!(5), json!(1), "items[0]._Az"),
            (json!("x"), json!(5), json!(1), "items[0]._Az"),
            (json!(1), json!(1.5), json!(1), "items[0]._Ta"),
            (json!(1), json!(5), json!(101), "items[0]._DarsadTakhfif"),
            (json!(1), json!(5), json!(-1), "items[0]._DarsadTakhfif"),
            (json!(1), json!(5), json!("1.234"), "items[0]._DarsadTakhfif"),
            (json!(true), json!(5), json!(1), "items[0]._Az"),
        ] {
            let answer = refused(json!([tier(from, to, percent)])).await;
            assert_eq!(answer.status, 400, "{field}: {}", answer.text());
            let named = answer.json();
            assert_eq!(named.as_object().unwrap().keys().collect::<Vec<_>>(), [field]);
        }
        let foreign = json!({"items": [], "sellerId": house.second.seller_id.to_string()});
        seller.write(edit, &foreign).await.assert_message(404, NOT_FOUND);
        seller.write(edit, &json!({"items": [], "sellerId": "nonsense"})).await.assert_message(404, NOT_FOUND);
        assert_eq!(seller.read(list).await, stands);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cards_are_replaced_or_refused_as_a_whole() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    for (list, edit, empty) in CARDS {
        let body =
            json!({"items": [{"_id": "", "_Onvan": " ارسال رایگان "}, {"_Onvan": "ش".repeat(300)}], "sellerId": ""});
        seller.write(edit, &body).await.assert_message(200, SAVED);
        let stands = seller.read(list).await;
        assert_eq!(stands["meghdar"][0]["f1"], "ارسال رایگان");
        let answer =
            seller.write(edit, &json!({"items": [{"_Onvan": "\u{200C} "}, {"_Onvan": "ش".repeat(301)}]})).await;
        let fields = json!({"items[0]._Onvan": empty, "items[1]._Onvan": "متن باید حداکثر ۳۰۰ کاراکتر باشد."});
        answer.assert_error(400, &fields);
        let cards = vec![json!({"_Onvan": "x"}); 51];
        assert_eq!(seller.write(edit, &json!({ "items": cards })).await.status, 422);
        // A card of this seller's in another's list is a new card there; the first one stays.
        let mine = json!({"items": [{"_id": stands["meghdar"][0]["_id"], "_Onvan": "y"}]});
        other.write(edit, &mine).await.assert_message(200, SAVED);
        assert_ne!(other.read(list).await["meghdar"][0]["_id"], stands["meghdar"][0]["_id"]);
        assert_eq!(seller.read(list).await, stands);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_delivery_date_is_the_servers() {
    let house = House::build().await;
    let (normal, special) = (house.seller().await, house.other_seller().await);
    let id = house.first.seller_id.to_string();
    // The house's period ends on 1405/09/08; a day of preparation, a day more.
    let row = json!({"_id": id, "f1": "1405/08/10", "f2": "1405/09/08", "f3": 1, "f5": "1405/09/10", "f6": null, "f7": null, "approximate": false});
    assert_eq!(normal.read("/seller/masir-list-app2/1").await, json!({"masir": [row], "version": 1}));
    assert_eq!(normal.read("/seller/masir-list-app2/2").await, json!({"masir": [], "version": 1}));
    let body = |start: &str, end: &str, days: Value| {
        json!({
            "_id": id, "_Ady_startDoreDateSefaresh": start, "_Ady_endDoreDateSefaresh": end,
            "_Ady_mahdoodiatAmadesazi": days, "_Ady_tarikheTahvileSefaresh": "1499/01/01",
            "_Vije_moddatZamTahvile": " ", "_Vije_endDoreTimeSefaresh": " ",
        })
    };
    for (start, end, days, date, approximate) in [
        // A Friday, a lunar holiday, Nowruz and the year's end.
        ("1405/09/01", "۱۴۰۵/۰۹/۰۵", json!(-1), "1405/09/07", false),
        ("1405/10/01", "1405/10/01", json!(" "), "1405/10/03", false),
        ("1405/12/01", "1405/12/28", json!("-1"), "1406/01/05", true),
    ] {
        let answer = normal.write(EDIT_DELIVERY, &body(start, end, days)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let reply = answer.json();
        assert_eq!((&reply["message"], &reply["masir"]["f5"]), (&json!(SAVED), &json!(date)));
        assert_eq!((&reply["masir"]["f3"], &reply["masir"]["approximate"]), (&json!(-1), &json!(approximate)));
        assert_eq!(normal.read("/seller/masir-list-app2/1").await["masir"][0], reply["masir"]);
    }
    let reversed = normal.write(EDIT_DELIVERY, &body("1405/09/02", "1405/09/01", json!(1))).await;
    reversed.assert_message(422, "تاریخ شروع دوره باید کمتر مساوی تاریخ پایان دوره سفارش باشد");
    for (start, end, days, field) in [
        (" ", "1405/09/01", json!(1), "_Ady_startDoreDateSefaresh"),
        ("1405/09/01", "1404/12/30", json!(1), "_Ady_endDoreDateSefaresh"),
        ("1405/09/01", "1405/09/02", json!(31), "_Ady_mahdoodiatAmadesazi"),
        ("1405/09/01", "1405/09/02", json!("x"), "_Ady_mahdoodiatAmadesazi"),
    ] {
        let answer = normal.write(EDIT_DELIVERY, &body(start, end, days)).await;
        assert_eq!(answer.status, 400, "{field}");
        assert_eq!(answer.json().as_object().unwrap().keys().collect::<Vec<_>>(), [field]);
    }
    let answer = special
        .write(EDIT_DELIVERY, &json!({"_id": "", "_Vije_moddatZamTahvile": "۱", "_Vije_endDoreTimeSefaresh": "۱۱:۵۹"}))
        .await;
    // It is half past three.
    assert_eq!((&answer.json()["masir"]["f5"], &answer.json()["masir"]["f7"]), (&json!("1405/09/02"), &json!("11:59")));
    special.write(EDIT_DELIVERY, &json!({"_id": id})).await.assert_message(404, NOT_FOUND);
    for kind in ["0", "3", "x"] {
        normal.get(&format!("/seller/masir-list-app2/{kind}")).send().await.assert_message(404, NOT_FOUND);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn holidays_stand_in_the_readers_words() {
    let house = House::build().await;
    let seller = house.seller().await;
    let year = seller.read("/market/holidays-app2/۱۴۰۵").await;
    assert_eq!((&year["year"], &year["approximate"]), (&json!(1405), &json!(false)));
    assert_eq!(year["holidays"][0], json!({"date": "1405/01/01", "titles": ["نوروز"], "weekday": "شنبه"}));
    let fridays = year["holidays"].as_array().unwrap().iter().filter(|day| day["weekday"] == "جمعه").count();
    assert_eq!(fridays, 52);
    for (year, approximate) in [(1400, true), (1404, false), (1420, true)] {
        assert_eq!(seller.read(&format!("/market/holidays-app2/{year}")).await["approximate"], approximate, "{year}");
    }
    let english = seller.get("/market/holidays-app2/1405").header("accept-language", "en").send().await.json();
    assert_eq!(english["holidays"][0]["titles"], json!(["Nowruz"]));
    for bad in ["1399", "1421", "x", "99999999999"] {
        assert_eq!(seller.get(&format!("/market/holidays-app2/{bad}")).send().await.status, 400, "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn brands_and_regions_are_chosen_and_given_up() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let server = house.servers.settings.as_ref().unwrap();
    let mut tool = SettingsServiceClient::new(server.as_tool(&["settings.*"], None));
    for (kind, name) in [(pb::ChoiceKind::Brand, "کاله"), (pb::ChoiceKind::Region, "تهران منطقه ۶")] {
        let request = pb::AddChoicesRequest { kind: kind.into(), names: vec![name.to_owned()] };
        tool.add_choices(request).await.unwrap();
    }
    for (list, own, add, delete, rows, inner, name) in [
        ("list-brand", "brands", "brand/add", "brand/delete", "brands", "SellerBrands", "کاله"),
        ("list-regionFaalyat", "regions", "region/add", "region/delete", "regions", "SellerRegions", "تهران منطقه ۶"),
    ] {
        let all = seller.read(&format!("/market/{list}-app2")).await;
        let option = all[rows][0].clone();
        assert_eq!(option["name"], name);
        let own = format!("/user/seller/{own}-app2");
        let (add, delete) = (format!("/user/seller/{add}-app2"), format!("/user/seller/{delete}-app2"));
        for _ in 0..2 {
            let answer = seller.write(&add, &json!({"obj": {"_id": option["_id"], "name": "x"}})).await;
            answer.assert_message(200, "با موفقیت اضافه شد");
        }
        let chosen = json!({rows: [{"_id": option["_id"], inner: option}], "version": 2});
        assert_eq!(seller.read(&own).await, chosen);
        assert_eq!(other.read(&own).await, json!({rows: [], "version": 1}));
        for bad in ["", "nonsense", "019a9e3a-0000-7000-8000-00000000dead"] {
            seller.write(&add, &json!({"obj": {"_id": bad}})).await.assert_message(404, NOT_FOUND);
            seller.write(&delete, &json!({"itemId": bad})).await.assert_message(404, NOT_FOUND);
        }
        for _ in 0..2 {
            let answer = seller.write(&delete, &json!({"itemId": option["_id"]})).await;
            answer.assert_message(200, "با موفقیت حذف شد");
        }
        assert_eq!(seller.read(&own).await, json!({rows: [], "version": 3}));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_key_is_the_same_write() {
    let house = House::build().await;
    let seller = house.seller().await;
    let (list, edit, _) = TIERS[0];
    let with = |to: i64| json!({"items": [{"_Az": 1, "_Ta": to, "_DarsadTakhfif": 1}]});
    let write = async |body: &Value| seller.post(edit).header("idempotency-key", "k1").json(body).send().await;
    write(&with(5)).await.assert_message(200, SAVED);
    let stands = seller.read(list).await;
    write(&with(5)).await.assert_message(200, SAVED);
    assert_eq!(seller.read(list).await, stands, "not even the ids are new");
    assert_eq!(write(&with(6)).await.status, 422);
    assert_eq!(seller.read(list).await, stands);
    assert_eq!(seller.post(edit).header("idempotency-key", "a b").json(&with(5)).send().await.status, 400);
}

/// The profile of the first seller, whole.
pub fn profile() -> Value {
    json!({
        "_sellerId": "", "_SellerType": "1", "_isActive": true, "_SellerActivity": "", "_SellerTitle": "پخش مهتاب",
        "_SellerRepresentative": "مریم", "_cellPhone": FIRST_SELLER, "_SellerCode": "۱۰۰۱",
        "_SellerNationalCode": "۰۰۱۲۳۴۵۶۷۹", "_SellerWorkStartDate": "1404/01/01", "_username": "arman",
        "_password": "**********", "_SellerAddress": "اصفهان", "_SellerUpdatePrice": "روزانه",
        "_SellerNationalCard": true, "_SellerTypeOfCollaboration": 1, "_SellerAgreedCommission": "۲٫۵",
        "_SellerAgreedCommissionPayDateTime": "14050930",
        "_SellerAccountNumberOrBankCardNumber": "6037 9971 2345 6783", "_SellerShabaNumber": "IR820540102680020817909002",
    })
}

fn with(changes: &Value) -> Value {
    let mut body = profile();
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

async fn row(seller: &Visitor) -> Value {
    seller.read("/user/seller-bind-app2").await["seller"][0].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_profile_is_saved_and_read_back() {
    let house = House::build().await;
    let seller = house.seller().await;
    let answer = seller.write(EDIT_SELLER, &profile()).await;
    answer.assert_message(200, PROPOSED);
    assert!(answer.cookies().is_empty(), "ten asterisks leave the password");
    let row = row(&seller).await;
    for (field, value) in [
        ("SellerTitle", json!("پخش مهتاب")),
        ("SellerCode", json!("1001")),
        ("SellerNationalCode", json!("0012345679")),
        ("SellerWorkStartDate", json!("1404/01/01")),
        ("SellerNationalCard", json!(true)),
        // What the platform has to agree to is proposed, and does not hold yet.
        ("SellerTypeOfCollaboration", json!(0)),
        ("SellerAgreedCommission", json!(0)),
        ("SellerAgreedCommissionPayDateTime", json!("")),
        ("SellerAccountNumberOrBankCardNumber", json!("6037997123456783")),
        ("SellerShabaNumber", json!("820540102680020817909002")),
        ("SellerStoryUrl", json!("/images/shop.svg")),
    ] {
        assert_eq!(row["seller"][field], value, "{field}");
    }
    for (field, value) in [
        ("SellerTypeOfCollaboration", json!(1)),
        ("SellerAgreedCommission", json!(2.5)),
        ("SellerAgreedCommissionPayDateTime", json!("1405/09/30")),
    ] {
        assert_eq!(row["proposal"][field], value, "{field}");
    }
    // The same once more proposes nothing new.
    seller.write(EDIT_SELLER, &profile()).await.assert_message(200, SAVED);
    house.panel.log_in(FIRST_SELLER).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_field_of_the_profile_has_its_rule() {
    let house = House::build().await;
    let seller = house.seller().await;
    let before = row(&seller).await;
    let date = "تاریخ نامعتبر است.";
    let phone = "تلفن همراه باید شامل ۱۱ عدد باشد و با ۰۹ شروع شود.";
    let long = "متن این فیلد بیش از حد طولانی است.";
    for (field, value, text) in [
        ("_SellerTitle", json!(" "), PROFILE_EMPTY),
        ("_SellerTitle", json!("x".repeat(101)), long),
        ("_SellerRepresentative", json!(""), PROFILE_EMPTY),
        ("_cellPhone", json!("0912"), phone),
        ("_cellPhone", json!("19120000001"), phone),
        ("_SellerCode", json!(null), PROFILE_EMPTY),
        ("_SellerNationalCode", json!("0012345678"), "کد ملی نامعتبر است."),
        ("_SellerNationalCode", json!("1111111111"), "کد ملی نامعتبر است."),
        ("_SellerWorkStartDate", json!(""), PROFILE_EMPTY),
        ("_SellerWorkStartDate", json!("1404/12/30"), date),
        ("_username", json!(""), PROFILE_EMPTY),
        ("_password", json!(""), PROFILE_EMPTY),
        ("_password", json!("123456789"), "رمز عبور باید حداقل ۱۰ کاراکتر باشد."),
        ("_password", json!("x".repeat(129)), "رمز عبور باید حداکثر ۱۲۸ کاراکتر باشد."),
        ("_SellerAddress", json!("\u{200C}"), PROFILE_EMPTY),
        ("_SellerAddress", json!("ش".repeat(301)), "متن باید حداکثر ۳۰۰ کاراکتر باشد."),
        ("_SellerUpdatePrice", json!(""), PROFILE_EMPTY),
        ("_SellerNationalCard", json!(null), PROFILE_EMPTY),
        ("_SellerTypeOfCollaboration", json!(""), PROFILE_EMPTY),
        ("_SellerTypeOfCollaboration", json!(4), "نوع همکاری نامعتبر است."),
        ("_SellerAgreedCommission", json!(""), PROFILE_EMPTY),
        ("_SellerAgreedCommission", json!("2.555"), "درصد باید بین ۰ تا ۱۰۰ و حداکثر با دو رقم اعشار باشد."),
        ("_SellerAgreedCommissionPayDateTime", json!("14051332"), date),
        ("_SellerAccountNumberOrBankCardNumber", json!("6037997123456784"), "شماره کارت نامعتبر است."),
        ("_SellerShabaNumber", json!("IR820540102680020817909003"), "شماره شبا نامعتبر است."),
    ] {
        // A percentage without a kind can't be read as one: only the kind is asked for.
        let answer = seller.write(EDIT_SELLER, &with(&json!({ field: value }))).await;
        assert_eq!(answer.status, 400, "{field} {value}: {}", answer.text());
        assert_eq!(answer.json()[field], text, "{field} {value}");
    }
    seller.write(EDIT_SELLER, &with(&json!({"_SellerType": 2}))).await.assert_message(403, FORBIDDEN);
    let foreign = json!({"_sellerId": house.second.seller_id.to_string()});
    seller.write(EDIT_SELLER, &with(&foreign)).await.assert_message(404, NOT_FOUND);
    let taken = seller.write(EDIT_SELLER, &with(&json!({"_username": "SOMAYEH"}))).await;
    taken.assert_message(409, "این نام کاربری پیش‌تر ثبت شده است.");
    let taken = seller.write(EDIT_SELLER, &with(&json!({"_SellerCode": "1002"}))).await;
    taken.assert_message(409, "این کد فروشنده پیش‌تر ثبت شده است.");
    assert_eq!(row(&seller).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_password_ends_the_other_sessions_and_renews_this_one() {
    let house = House::build().await;
    let (mine, other) = (house.seller().await, house.seller().await);
    let answer = mine.write(EDIT_SELLER, &with(&json!({"_password": "یک رمز تازه و بلند"}))).await;
    answer.assert_message(200, PROPOSED);
    assert_eq!(answer.cookies().len(), 2);
    let renewed = mine.with_session(&answer);
    assert_ne!(renewed.session().handle, mine.session().handle);
    assert_eq!(renewed.get("/user/validate-token-app2").send().await.status, 200);
    for ended in [&mine, &other] {
        let answer = pishkhan_testkit::eventually("the session has ended", async || {
            let answer: Answer = ended.get("/user/validate-token-app2").send().await;
            (answer.status == 401).then_some(answer)
        });
        answer.await.assert_session_ended();
    }
    let log_in = async |password: &str| {
        let body = json!({"cellphone": FIRST_SELLER, "password": password});
        house.stranger().write("/auth/login-app2", &body).await.status
    };
    assert_eq!((log_in(PASSWORD).await, log_in("یک رمز تازه و بلند").await), (401, 200));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn phone_and_password_change_for_whoever_knows_the_password_of_today() {
    let house = House::build().await;
    let seller = house.seller().await;
    house.pass(TimeDelta::minutes(11));
    let wrong = json!({"_currentPassword": "رمز عبور فعلی نادرست است."});
    for changes in [
        json!({"_password": "یک رمز تازه و بلند"}),
        json!({"_cellPhone": "09120000009"}),
        json!({"_cellPhone": "09120000009", "_currentPassword": ""}),
        json!({"_cellPhone": "09120000009", "_currentPassword": "not-the-password"}),
    ] {
        seller.write(EDIT_SELLER, &with(&changes)).await.assert_error(400, &wrong);
    }
    // What is no credential is saved without, and a current password that nothing needs is not looked at.
    let unneeded = json!({"_SellerTitle": "پخش ماه", "_currentPassword": "not-the-password"});
    seller.write(EDIT_SELLER, &with(&unneeded)).await.assert_message(200, PROPOSED);
    let known = json!({"_cellPhone": "۰۹۱۲۰۰۰۰۰۰۹", "_currentPassword": PASSWORD});
    seller.write(EDIT_SELLER, &with(&known)).await.assert_message(200, SAVED);
    assert_eq!(row(&seller).await["profile"]["cellPhone"], "09120000009");

    let guess = json!({"_cellPhone": FIRST_SELLER, "_currentPassword": "not-the-password"});
    for _ in 0..5 {
        seller.write(EDIT_SELLER, &with(&guess)).await.assert_error(400, &wrong);
    }
    let right = json!({"_cellPhone": FIRST_SELLER, "_currentPassword": PASSWORD});
    let answer = seller.write(EDIT_SELLER, &with(&right)).await;
    answer.assert_message(429, "تلاش‌های زیادی انجام شده است. ۱۵ دقیقه دیگر دوباره تلاش کنید.");
    assert_eq!(answer.header("retry-after"), "900");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_everybody_tries_first_is_refused() {
    let house = House::build().await;
    let seller = house.seller().await;
    for password in ["1234567890", "password12", "qwertyuiop", "QWERTYuiop1405"] {
        let answer = seller.write(EDIT_SELLER, &with(&json!({ "_password": password }))).await;
        answer.assert_error(400, &json!({"_password": "این رمز عبور بیش از حد ساده است."}));
    }
    house.panel.log_in(FIRST_SELLER).await;
}
