//! The catalogue as a file: taken out, changed, brought back, looked at, committed.

use std::{fs, io::Read as _, path::Path};

use chrono::TimeDelta;
use flate2::read::GzDecoder;
use pishkhan_sheet::{Cell, Limits, Row, Sheet, Table};
use serde_json::{Value, json};

use crate::{
    house::House,
    http::{Answer, FORBIDDEN, UNAVAILABLE, Visitor},
};

const EXPORT: &str = "/market/products-export-app2";
const PREVIEW: &str = "/market/products-import-preview-app2";
const COMMIT: &str = "/market/products-import-commit-app2";
const FAILED: &str = "/market/products-import-failed-app2";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const EXPIRED: &str = "این پیش‌نمایش دیگر معتبر نیست. فایل را دوباره بارگذاری کنید.";

/// The seller's catalogue as a file.
pub async fn export(seller: &Visitor) -> Vec<u8> {
    let answer = seller.get(EXPORT).send().await;
    assert_eq!((answer.status, answer.header("content-type")), (200, XLSX), "{}", answer.text());
    answer.bytes
}

/// Looks at a workbook.
pub async fn look(seller: &Visitor, file: &[u8]) -> Answer {
    let answer = seller.post(PREVIEW).body(XLSX, file.to_vec()).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer
}

async fn commit(seller: &Visitor, import_id: &Value) -> Answer {
    seller.post(&format!("{COMMIT}/{}", import_id.as_str().unwrap())).send().await
}

/// The headings and rows of a workbook; all rows as long as the headings.
fn read(file: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    let sheet = Sheet::parse(file, &Limits::UPLOAD).unwrap();
    let headings = sheet.headings().to_vec();
    let row = |cells: Row<'_>| {
        let mut cells: Vec<String> = cells.iter().map(str::to_owned).collect();
        cells.resize(headings.len(), String::new());
        cells
    };
    (headings.clone(), sheet.rows().map(|(_, cells)| row(cells)).collect())
}

fn write((headings, rows): &(Vec<String>, Vec<Vec<String>>)) -> Vec<u8> {
    let headings: Vec<(&str, u8)> = headings.iter().map(|heading| (heading.as_str(), 10)).collect();
    let mut table = Table::new(&headings, true).unwrap();
    for row in rows {
        table.row(row.iter().map(|cell| Cell::Text(cell))).unwrap();
    }
    table.finish().unwrap()
}

/// A cell of the row of a type, by its code and the column's heading.
fn cell<'a>(file: &'a mut (Vec<String>, Vec<Vec<String>>), code: &str, heading: &str) -> &'a mut String {
    let column = |name: &str| file.0.iter().position(|heading| heading == name).unwrap();
    let (of, place) = (column("کد نوع"), column(heading));
    let row = file.1.iter_mut().find(|row| row[of] == code).unwrap();
    &mut row[place]
}

fn told(reply: &Value) -> Value {
    json!([reply["created"], reply["updated"], reply["unchanged"], reply["jumps"], reply["failed"]])
}

/// A type in the list.
async fn listed(seller: &Visitor, type_id: &str) -> Value {
    let page = seller.read("/market/products-bind-app2?limit=100").await;
    let mut types =
        page["product"].as_array().unwrap().iter().flat_map(|product| product["productTypes"].as_array().unwrap());
    types.find(|found| found["_id"] == type_id).unwrap().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_catalogue_comes_out_as_a_file_that_changes_nothing_when_it_comes_back() {
    let house = House::build().await;
    let seller = house.seller().await;
    let answer = seller.get(EXPORT).send().await;
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"products-1405-08-30.xlsx\"");
    let (headings, rows) = read(&answer.bytes);
    let expected = [
        "کد محصول",
        "نام محصول",
        "برند",
        "دسته",
        "کد نوع",
        "نوع",
        "واحد",
        "تعداد در واحد",
        "قیمت خرید",
        "قیمت فروش",
        "موجودی",
        "توضیح",
        "تصویر",
        "فعال",
    ];
    assert_eq!((headings.as_slice(), rows.len()), (expected.map(str::to_owned).as_slice(), house.first.types.len()));
    let row = rows.iter().find(|row| row[4] == "P011-2").unwrap();
    let cells = [
        "P011",
        "اسپاگتی ۱٫۲",
        "زرخوشه",
        "ماکارونی و رشته",
        "P011-2",
        "۷۰۰ گرم",
        "کارتن",
        "20",
        "63000",
        "72000",
        "64",
        "",
        "/images/products/P011.svg",
        "بله",
    ];
    assert_eq!(row.as_slice(), cells);

    let seen = look(&seller, &answer.bytes).await.json();
    assert_eq!(told(&seen), json!([0, 0, rows.len(), 0, 0]));
    assert_eq!((&seen["rows"], &seen["problems"]), (&json!([]), &json!([])));
    assert_eq!(seen["expiresAt"], "2026-11-21T12:30:00Z");
    commit(&seller, &seen["importId"])
        .await
        .assert_error(200, &json!({"message": "۰ ردیف با موفقیت ثبت شد.", "created": 0, "updated": 0, "failed": 0}));
    // The other seller has the same goods, and its own types: nothing of them is taken for its own.
    let theirs = look(&house.other_seller().await, &answer.bytes).await.json();
    assert_eq!(told(&theirs), json!([0, 0, rows.len(), 0, 0]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_changed_cells_are_seen_first_and_then_shown() {
    let house = House::build().await;
    let seller = house.seller().await;
    let mut file = read(&export(&seller).await);
    "۹۹٬۰۰۰".clone_into(cell(&mut file, "P011-2", "قیمت فروش"));
    "خیر".clone_into(cell(&mut file, "P016-2", "فعال"));
    let (first, second) = (house.first.type_id("P011-2"), house.first.type_id("P016-2"));
    let before = listed(&seller, first).await;

    let seen = look(&seller, &write(&file)).await.json();
    assert_eq!(told(&seen), json!([0, 2, file.1.len() - 2, 1, 0]));
    let jump = json!({"field": "sell_price", "label": "قیمت فروش", "from": "72000", "to": "99000", "jump": true});
    let told_first = &seen["rows"][0];
    assert_eq!((&told_first["typeId"], &told_first["changes"]), (&json!(first), &json!([jump])));
    assert_eq!((&told_first["title"], &told_first["typeName"]), (&json!("اسپاگتی ۱٫۲"), &json!("۷۰۰ گرم")));
    let off = json!({"field": "active", "label": "فعال", "from": "بله", "to": "خیر", "jump": false});
    assert_eq!((&seen["rows"][1]["typeId"], &seen["rows"][1]["changes"]), (&json!(second), &json!([off])));
    assert_eq!(listed(&seller, first).await, before, "nothing is changed by looking");

    let saved = json!({"message": "۲ ردیف با موفقیت ثبت شد.", "created": 0, "updated": 2, "failed": 0});
    for _ in 0..2 {
        commit(&seller, &seen["importId"]).await.assert_error(200, &saved);
    }
    assert_eq!(listed(&seller, first).await["priceSelOne"], 99_000);
    assert_eq!(listed(&seller, second).await["isActive"], false);
    let other = house.other_seller().await;
    assert_eq!(listed(&other, house.second.type_id("P011-2")).await["priceSelOne"], 72_000);
    assert_eq!(told(&look(&seller, &write(&file)).await.json()), json!([0, 0, file.1.len(), 0, 0]));
    let english = seller.post(PREVIEW).header("accept-language", "en").body(XLSX, export(&other).await).send().await;
    assert_eq!(english.json()["rows"][1]["changes"][0]["from"], "no");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_are_not_taken_come_back_with_their_reasons() {
    let house = House::build().await;
    let seller = house.seller().await;
    let mut file = read(&export(&seller).await);
    "کم".clone_into(cell(&mut file, "P011-1", "موجودی"));
    "10".clone_into(cell(&mut file, "P011-2", "قیمت فروش"));
    "7".clone_into(cell(&mut file, "P016-1", "موجودی"));
    "8".clone_into(cell(&mut file, "P016-2", "موجودی"));
    let seen = look(&seller, &write(&file)).await.json();
    assert_eq!(told(&seen), json!([0, 2, file.1.len() - 4, 0, 2]));
    let problem = |code: &str| {
        let list = seen["problems"].as_array().unwrap();
        list.iter().find(|problem| problem["value"] == code).unwrap().clone()
    };
    assert_eq!(problem("کم")["column"], "موجودی");
    assert_eq!(problem("کم")["message"], "باید عدد صحیح باشد.");
    assert_eq!(problem("10")["message"], "قیمت فروش نباید کمتر از قیمت خرید باشد.");

    // Somebody edits one of the others before it is committed.
    let body = json!({"_TypeRow": {"_id": house.first.type_id("P016-2"), "f3": 3, "f6": 114_000, "f7": 140_000,
        "f11": "", "f12": true}, "_sellerId": house.first.seller_id.to_string(),
        "_productId": house.first.product_id("P016-2")});
    assert_eq!(seller.write("/market/edit-productType-app2", &body).await.status, 200);
    let saved = json!({"message": "۱ ردیف با موفقیت ثبت شد.", "created": 0, "updated": 1, "failed": 3});
    commit(&seller, &seen["importId"]).await.assert_error(200, &saved);
    assert_eq!(listed(&seller, house.first.type_id("P016-1")).await["mojoody"], 7);
    assert_eq!(listed(&seller, house.first.type_id("P016-2")).await["mojoody"], 3);

    let path = format!("{FAILED}/{}", seen["importId"].as_str().unwrap());
    let answer = seller.get(&path).send().await;
    assert_eq!((answer.status, answer.header("content-type")), (200, XLSX));
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"products-failed-1405-08-30.xlsx\"");
    let mut failed = read(&answer.bytes);
    assert_eq!((failed.0.last().unwrap().as_str(), failed.1.len()), ("علت", 3));
    assert_eq!(cell(&mut failed, "P011-1", "علت"), "موجودی: باید عدد صحیح باشد.");
    assert_eq!(cell(&mut failed, "P011-1", "موجودی"), "کم");
    assert!(cell(&mut failed, "P016-2", "علت").contains("پس از پیش‌نمایش تغییر کرده است"));
    let english = seller.get(&path).header("accept-language", "en").send().await;
    assert_eq!(read(&english.bytes).0.last().unwrap(), "Reason");
    // Mended, they are taken.
    "80".clone_into(cell(&mut failed, "P011-1", "موجودی"));
    "72000".clone_into(cell(&mut failed, "P011-2", "قیمت فروش"));
    let again = look(&seller, &write(&failed)).await.json();
    assert_eq!(told(&again), json!([0, 1, 2, 0, 0]));
    assert_eq!(commit(&seller, &again["importId"]).await.json()["updated"], 1);
    assert_eq!(listed(&seller, house.first.type_id("P016-2")).await["mojoody"], 8);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_file_is_taken_too_and_makes_new_products() {
    let house = House::build().await;
    let seller = house.seller().await;
    let text = "\u{feff}کد محصول;نام محصول;برند;کد نوع;نوع;واحد;تعداد در واحد;قیمت خرید;قیمت فروش;موجودی\n\
                N1;چای تازه;گلستانه;N1-1;۱۰۰ گرم;كارتن;۱۲;۱۰۰۰;۱۲۰۰;۵\n\n\
                N1;چای تازه;گلستانه;N1-2;۲۰۰ گرم;بسته;۶;۲۰۰۰;۲۴۰۰;۰\n";
    let answer = seller.post(PREVIEW).body("text/csv; charset=utf-8", text).send().await;
    let seen = answer.json();
    assert_eq!(told(&seen), json!([2, 0, 0, 0, 0]));
    assert_eq!((&seen["rows"][1]["row"], &seen["rows"][1]["typeId"]), (&json!(4), &json!("")));
    let saved = json!({"message": "۲ ردیف با موفقیت ثبت شد.", "created": 2, "updated": 0, "failed": 0});
    commit(&seller, &seen["importId"]).await.assert_error(200, &saved);
    let page = seller.get("/market/products-bind-app2").query(&[("search", "چای تازه")]).send().await.json();
    assert_eq!(page["product"][0]["productTypes"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_can_not_be_used_are_refused_with_what_is_wrong() {
    let house = House::build().await;
    let seller = house.seller().await;
    let csv = |body: Vec<u8>| seller.post(PREVIEW).body("text/csv", body);
    let headings = "کد محصول,نام محصول,برند,کد نوع,نوع,واحد,تعداد در واحد,قیمت خرید,قیمت فروش";
    let cases = [
        (Vec::new(), "این فایل هیچ ردیفی ندارد."),
        (format!("{headings},موجودی\n").into_bytes(), "این فایل هیچ ردیفی ندارد."),
        (format!("{headings}\n1").into_bytes(), "این ستون‌ها در فایل نیست: «موجودی»"),
        (format!("{headings},موجودی,موجودي\n1").into_bytes(), "ستون «موجودی» در فایل دو بار آمده است."),
        (vec![0xff, 0xfe, 0x00], "نویسه‌های فایل خوانده نشد. آن را با قالب CSV UTF-8 یا XLSX ذخیره کنید."),
        (b"PK\x03\x04 broken".to_vec(), "فایل خوانده نشد. فایل XLSX یا CSV سالم و بدون رمز بفرستید."),
        (
            format!("{headings},موجودی\n{}", "1\n".repeat(40_001)).into_bytes(),
            "فایل باید حداکثر ۴۰۰۰۰ ردیف داشته باشد.",
        ),
    ];
    for (body, message) in cases {
        csv(body).send().await.assert_message(422, message);
    }
    csv(format!("{headings}\n1,\"چای").into_bytes())
        .send()
        .await
        .assert_message(422, "در ردیف ۲ علامت نقل‌قول (\") باز شده و بسته نشده است.");
    let english = csv(format!("{headings}\n1").into_bytes()).header("accept-language", "en").send().await;
    english.assert_message(422, "The file lacks these columns: \"موجودی\" (stock)");
    let large = csv(vec![b'x'; 10 * 1024 * 1024 + 1]).send().await;
    large.assert_message(413, "حجم فایل باید حداکثر ۱۰ مگابایت باشد.");
    for content_type in ["application/json", "text/plain", "application/pdf", ""] {
        let answer = seller.post(PREVIEW).body(content_type, "a,b\n1,2").send().await;
        answer.assert_message(415, "نوع فایل باید XLSX یا CSV باشد.");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_file_is_refused_and_the_panel_goes_on() {
    let house = House::build().await;
    let seller = house.seller().await;
    let too_much =
        "محتوای فایل بیش از حد مجاز است. فقط ردیف‌های محصول را در فایلی تازه بگذارید یا آن را به چند فایل تقسیم کنید.";
    let unreadable = "فایل خوانده نشد. فایل XLSX یا CSV سالم و بدون رمز بفرستید.";
    for (name, message) in [
        ("lying-directory", too_much),
        ("many-strings", too_much),
        ("one-long-string", too_much),
        ("deep", too_much),
        ("billion-laughs", unreadable),
        ("many-rows", "فایل باید حداکثر ۴۰۰۰۰ ردیف داشته باشد."),
        ("far-corners", "فایل باید حداکثر ۶۴ ستون داشته باشد."),
    ] {
        let answer = seller.post(PREVIEW).body(XLSX, hostile(name)).send().await;
        answer.assert_message(422, message);
    }
    // These once ended the process, or nearly; what is read of them is a sheet with one wrong heading.
    for name in ["claimed-strings", "many-formats"] {
        let answer = seller.post(PREVIEW).body(XLSX, hostile(name)).send().await;
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains("این ستون‌ها در فایل نیست"), "{}", answer.text());
    }
    assert_eq!(seller.get(EXPORT).send().await.status, 200);
}

/// A file of the collection that `services/sheet` keeps.
fn hostile(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../services/sheet/tests/hostile");
    let packed = fs::read(folder.join(format!("{name}.xlsx.gz"))).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    bytes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_elsewhere_is_refused_with_its_row() {
    let house = House::build().await;
    let seller = house.seller().await;
    let mut file = read(&export(&seller).await);
    "https://elsewhere.example/a.png".clone_into(cell(&mut file, "P011-2", "تصویر"));
    let seen = look(&seller, &write(&file)).await.json();
    assert_eq!(told(&seen), json!([0, 0, house.first.types.len() - 1, 0, 1]));
    let failed = seller.get(&format!("{FAILED}/{}", seen["importId"].as_str().unwrap())).send().await;
    let (_, rows) = read(&failed.bytes);
    let why =
        "تصویر: تصویر باید از تصویرهای همین سامانه باشد. آن را در صفحهٔ محصول بارگذاری کنید یا خانه را خالی بگذارید.";
    assert_eq!(rows[0].last().map(String::as_str), Some(why));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_preview_is_its_sellers_own_and_ends() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let mut file = read(&export(&seller).await);
    "1".clone_into(cell(&mut file, "P011-2", "موجودی"));
    "x".clone_into(cell(&mut file, "P011-1", "موجودی"));
    let seen = look(&seller, &write(&file)).await.json();
    let id = seen["importId"].as_str().unwrap();
    let absent = async |visitor: &Visitor, id: &str| {
        visitor.post(&format!("{COMMIT}/{id}")).send().await.assert_message(404, EXPIRED);
        visitor.get(&format!("{FAILED}/{id}")).send().await.assert_message(404, EXPIRED);
    };
    absent(&other, id).await;
    for id in ["019a9e3a-0000-7000-8000-00000000dead", "nonsense", "%27%20OR%201=1"] {
        absent(&seller, id).await;
    }
    house.pass(TimeDelta::minutes(30));
    absent(&seller, id).await;
    assert_eq!(listed(&seller, house.first.type_id("P011-2")).await["mojoody"], 64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_key_is_the_same_import() {
    let house = House::build().await;
    let seller = house.seller().await;
    let mut file = read(&export(&seller).await);
    "1".clone_into(cell(&mut file, "P011-2", "موجودی"));
    let bring = async |file: &[u8]| {
        seller.post(PREVIEW).header("idempotency-key", "file-1").body(XLSX, file.to_vec()).send().await
    };
    let first = bring(&write(&file)).await.json();
    assert_eq!(bring(&write(&file)).await.json(), first);
    "2".clone_into(cell(&mut file, "P011-2", "موجودی"));
    assert_eq!(bring(&write(&file)).await.status, 422);
    let path = format!("{COMMIT}/{}", first["importId"].as_str().unwrap());
    for _ in 0..2 {
        let answer = seller.post(&path).header("idempotency-key", "commit-1").send().await;
        assert_eq!((answer.status, &answer.json()["updated"]), (200, &json!(1)));
        house.pass(TimeDelta::minutes(20));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_child_of_another_seller_takes_out_and_brings_nothing() {
    let house = House::build().await;
    let (_, child) = house.child().await;
    let file = export(&child).await;
    child.post(PREVIEW).body(XLSX, file).send().await.assert_message(403, FORBIDDEN);
    child.post(&format!("{COMMIT}/019a9e3a-0000-7000-8000-00000000dead")).send().await.assert_message(403, FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_catalogue_nothing_of_it_answers() {
    let mut house = House::build().await;
    let seller = house.seller().await;
    let file = export(&seller).await;
    drop(house.servers.catalogue.take());
    seller.get(EXPORT).send().await.assert_message(503, UNAVAILABLE);
    seller.post(PREVIEW).body(XLSX, file).send().await.assert_message(503, UNAVAILABLE);
}
