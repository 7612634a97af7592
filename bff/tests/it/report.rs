//! The dashboard and the reports, from a saved order through the bus to the screen and the file.

use std::{collections::BTreeSet, io::Read as _};

use chrono::TimeDelta;
use flate2::read::DeflateDecoder;
use pishkhan_sheet::{Limits, Sheet};
use pishkhan_testkit::eventually;
use serde_json::{Value, json};

use crate::{
    house::House,
    http::{NOT_FOUND, Visitor},
};

const DASHBOARD: &str = "/report/dashboard-nums-app2";
const PRODUCTS: &str = "/report/dashboard-basket-product-type-nums-app2";
const REGIONS: &str = "/report/dashboard-regions-nums-app2";
const CUSTOMERS: &str = "/report/dashboard-customers-nums-app2";
const SERIES: &str = "/report/sales-series-app2";

async fn save(seller: &Visitor, order_id: &str) {
    let answer = seller.post(&format!("/market/order-save-app2/{order_id}")).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

async fn sold(seller: &Visitor, orders: i64) {
    eventually("the sales are counted", async || {
        (seller.read(DASHBOARD).await["counts"]["totalOrders"] == orders).then_some(())
    })
    .await;
}

fn totals(orders: i64, units: i64, amount: i64) -> Value {
    json!({"totalOrders": orders, "totalQuantity": units, "totalAmount": amount})
}

fn row(labels: Value, figures: &Value) -> Value {
    let mut row = labels;
    row.as_object_mut().unwrap().extend(figures.as_object().unwrap().clone());
    row
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sales_reach_the_dashboard_and_the_reports() {
    let house = House::build().await;
    let seller = house.seller().await;
    let dashboard = |figures: &Value| {
        let counts = row(json!({"sellerTitle": "پخش آفتاب مهرگان", "totalCustomers": 13}), figures);
        json!({"counts": counts, "countsProducts": {"productCount": 3}})
    };
    assert_eq!(seller.read(DASHBOARD).await, dashboard(&totals(0, 0, 0)));
    assert_eq!(seller.read(&format!("{PRODUCTS}/1")).await, json!({"counts": []}));
    assert_eq!(seller.read(&format!("{SERIES}/1")).await, json!({"points": []}));

    house.pass(-TimeDelta::days(8));
    let earlier = house.place(&house.first, "C004", &[("P011-2", 1)]).await;
    let then = house.seller().await;
    save(&then, &earlier.order_id).await;
    house.pass(TimeDelta::days(8));
    let (worked, open) = (house.worked_order().await, house.worked_order().await);
    save(&seller, &worked.order_id).await;
    sold(&seller, 2).await;

    // Without tax and shipping, registered orders only.
    let whole = totals(2, 16, 11_256_000);
    assert_eq!(seller.read(DASHBOARD).await, dashboard(&whole));
    let product = |name: &str, type_name: &str, figures: &Value| {
        row(json!({"productName": name, "typeName": type_name}), figures)
    };
    let spaghetti = product("اسپاگتی ۱٫۲", "۷۰۰ گرم", &totals(1, 3, 3_780_000));
    let cola = product("نوشابه کولا", "خانواده ۱٫۵ لیتر", &totals(1, 10, 3_480_000));
    let paste = product("رب گوجه‌فرنگی قوطی", "۸۰۰ گرم", &totals(1, 2, 2_736_000));
    let more_spaghetti = product("اسپاگتی ۱٫۲", "۷۰۰ گرم", &totals(2, 4, 5_040_000));
    let (today, before) = (totals(1, 15, 9_996_000), totals(1, 1, 1_260_000));
    let region = |name: &str, figures: &Value| row(json!({"customerTeritory": name}), figures);
    let customer = |name: &str, figures: &Value| row(json!({"customerName": name}), figures);
    let day = |date: &str, figures: &Value| row(json!({"date": date}), figures);
    let all = [
        (PRODUCTS, "counts", vec![more_spaghetti, cola.clone(), paste.clone()], vec![spaghetti, cola, paste]),
        (
            REGIONS,
            "counts",
            vec![region("تهران منطقه ۸", &today), region("تهران منطقه ۲", &before)],
            vec![region("تهران منطقه ۸", &today)],
        ),
        (
            CUSTOMERS,
            "counts",
            vec![customer("حسن رضایی", &today), customer("زهرا موسوی", &before)],
            vec![customer("حسن رضایی", &today)],
        ),
        (
            SERIES,
            "points",
            vec![day("1405/08/22", &before), day("1405/08/30", &today)],
            vec![day("1405/08/30", &today)],
        ),
    ];
    for (path, list, every, recent) in &all {
        let both = "5?fromDate=1405/08/01&toDate=%DB%B1%DB%B4%DB%B0%DB%B5/%DB%B0%DB%B8/%DB%B3%DB%B0";
        for code in ["1", "%DB%B4", "4", both] {
            assert_eq!(seller.read(&format!("{path}/{code}")).await, json!({ *list: every }), "{path}/{code}");
        }
        for code in ["2", "3", "%D9%A2", "5?fromDate=1405/08/23&toDate=1405/08/30"] {
            assert_eq!(seller.read(&format!("{path}/{code}")).await, json!({ *list: recent }), "{path}/{code}");
        }
        let outside = seller.read(&format!("{path}/5?fromDate=1405/09/01&toDate=1405/09/01")).await;
        assert_eq!(outside, json!({ *list: [] }), "{path}");
        for absent in ["0", "6", "x", "1.5"] {
            seller.get(&format!("{path}/{absent}")).send().await.assert_message(404, NOT_FOUND);
        }
        for query in ["", "?fromDate=1405/08/01", "?toDate=1405/08/01", "?fromDate=&toDate=1405/08/30"] {
            let answer = seller.get(&format!("{path}/5{query}")).send().await;
            answer.assert_message(400, "لطفا هر دو تاریخ شروع و پایان را انتخاب کنید");
        }
        let reversed = seller.get(&format!("{path}/5?fromDate=1405/08/30&toDate=1405/08/01")).send().await;
        assert_eq!(reversed.status, 400, "{path}");
        let no_date = seller.get(&format!("{path}/5?fromDate=1405/08/31&toDate=1405/09/01")).send().await;
        no_date.assert_error(400, &json!({"fromDate": "تاریخ نامعتبر است."}));
        let theirs = house.other_seller().await.read(&format!("{path}/1")).await;
        assert_eq!(theirs, json!({ *list: [] }), "{path}");
    }
    for path in [PRODUCTS, REGIONS, CUSTOMERS] {
        let answer = seller.get(&format!("{path}/1?format=pdf")).send().await;
        answer.assert_error(400, &json!({"format": "مقدار این فیلد نامعتبر است."}));
    }

    // A registered order that is being changed counts as it was saved; a cancelled one does not.
    let update = json!({"products": [{"options": [{"typeId": house.first.type_id("P011-2"), "quantity": 9}]}]});
    assert_eq!(seller.write(&format!("/market/order-update-app2/{}", worked.order_id), &update).await.status, 200);
    assert_eq!(seller.read(DASHBOARD).await, dashboard(&whole));
    for order in [&worked, &open] {
        let answer = seller.post(&format!("/market/order-cancel-app2/{}", order.order_id)).send().await;
        assert_eq!(answer.status, 200);
    }
    sold(&seller, 1).await;
    assert_eq!(seller.read(DASHBOARD).await, dashboard(&before));
}

/// A part of an xlsx file, which is a zip file.
fn part(xlsx: &[u8], name: &str) -> String {
    let at = xlsx.windows(name.len()).position(|window| window == name.as_bytes()).unwrap();
    let extra = usize::from(u16::from_le_bytes([xlsx[at - 2], xlsx[at - 1]]));
    let mut text = String::new();
    DeflateDecoder::new(&xlsx[at + name.len() + extra..]).read_to_string(&mut text).unwrap();
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_have_the_rows_of_the_screen() {
    let house = House::build().await;
    let seller = house.seller().await;
    let order = house.worked_order().await;
    save(&seller, &order.order_id).await;
    sold(&seller, 1).await;
    let reports = [
        (PRODUCTS, "report-products", vec!["نام محصول", "نوع محصول"], vec!["productName", "typeName"]),
        (REGIONS, "report-regions", vec!["منطقه"], vec!["customerTeritory"]),
        (CUSTOMERS, "report-customers", vec!["نام مشتری"], vec!["customerName"]),
    ];
    for (path, name, mut headings, labels) in reports {
        headings.extend(["فروش سبدی", "فروش واحدی", "فروش مبلغی (تومان)"]);
        let reply = seller.read(&format!("{path}/1")).await;
        let mut expected = vec![headings.iter().map(|heading| (*heading).to_owned()).collect::<Vec<_>>()];
        for row in reply["counts"].as_array().unwrap() {
            let mut cells: Vec<String> = labels.iter().map(|label| row[*label].as_str().unwrap().to_owned()).collect();
            cells.extend(["totalOrders", "totalQuantity", "totalAmount"].map(|figure| row[figure].to_string()));
            expected.push(cells);
        }
        assert!(expected.len() > 1);

        let file = seller.get(&format!("{path}/1?format=csv")).send().await;
        assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"{name}.csv\""));
        let rest = file.bytes.strip_prefix("\u{feff}".as_bytes()).expect("a byte order mark");
        let rows = csv::ReaderBuilder::new().has_headers(false).from_reader(rest).into_deserialize();
        assert_eq!(rows.map(Result::unwrap).collect::<Vec<Vec<String>>>(), expected);

        let file = seller.get(&format!("{path}/1?format=xlsx")).send().await;
        assert_eq!(file.status, 200);
        assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"{name}.xlsx\""));
        assert!(part(&file.bytes, "xl/worksheets/sheet1.xml").contains("rightToLeft=\"1\""));
        let sheet = Sheet::parse(&file.bytes, &Limits::UPLOAD).unwrap();
        assert_eq!(sheet.headings(), expected[0]);
        assert!(sheet.rows().map(|(_, row)| row.iter().collect::<Vec<_>>()).eq(expected[1..].iter().cloned()));

        let english = seller.get(&format!("{path}/1?format=xlsx")).header("accept-language", "en").send().await;
        assert!(!part(&english.bytes, "xl/worksheets/sheet1.xml").contains("rightToLeft"));
        let english = seller.get(&format!("{path}/1?format=csv")).header("accept-language", "en").send().await;
        assert!(english.text().lines().next().unwrap().ends_with(",Baskets,Units,Amount (tomans)"));
    }
}

/// Names and amounts of a report's rows.
fn named(reply: &Value) -> Vec<(String, i64)> {
    let row = |row: &Value| (row["productName"].as_str().unwrap().to_owned(), row["totalAmount"].as_i64().unwrap());
    reply["counts"].as_array().unwrap().iter().map(row).collect()
}

/// The same of a report's file.
fn filed(csv: &[u8]) -> Vec<(String, i64)> {
    let rows = csv::Reader::from_reader(csv).into_deserialize::<Vec<String>>();
    rows.map(Result::unwrap).map(|row| (row[0].clone(), row[4].parse().unwrap())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_reports_are_of_one_instant_while_sales_go_on() {
    let house = House::build().await;
    let seller = house.seller().await;
    // Again and again, what was sold most is sold least.
    let rising: Vec<i64> = (1..=1_500).map(|number| number * 1_000).collect();
    let falling: Vec<i64> = rising.iter().rev().copied().collect();
    let (mut revision, mut asked) = (1, 0);
    house.report_sales(&house.first, revision, &rising).await;
    let selling = async {
        loop {
            revision += 1;
            house.report_sales(&house.first, revision, if revision % 2 == 0 { &falling } else { &rising }).await;
        }
    };
    let reading = async {
        while asked < 20 {
            asked += 1;
            let rows = if asked % 2 == 0 {
                named(&seller.read(&format!("{PRODUCTS}/1")).await)
            } else {
                let file = seller.get(&format!("{PRODUCTS}/1?format=csv")).send().await;
                assert_eq!(file.status, 200, "{}", file.text());
                filed(&file.bytes)
            };
            assert_eq!(rows.iter().map(|(name, _)| name).collect::<BTreeSet<_>>().len(), 1_500, "no row is missing");
            assert_eq!(rows.iter().rev().map(|(_, amount)| *amount).collect::<Vec<_>>(), rising, "nor there twice");
        }
    };
    tokio::select! {
        () = selling => {}
        () = reading => {}
    }
    assert!(revision > 5, "sales went on: {revision}");
}
