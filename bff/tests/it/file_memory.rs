//! What files of products cost the BFF, whatever they say: measured in a process of its own.

use pishkhan_sheet::{Cell, Table};
use serde_json::json;

use crate::{
    activity,
    house::{FIRST_SELLER, House, PASSWORD},
    http::{Answer, Visitor},
    process::Process,
};

const MIB: u64 = 1024 * 1024;
/// What a file may cost a process.
const MOST: u64 = 64 * MIB;
const PREVIEW: &str = "/market/products-import-preview-app2";
const FAILED: &str = "/market/products-import-failed-app2";
const EXPORT: &str = "/market/products-export-app2";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const HEADINGS: [&str; 10] = [
    "product_code",
    "title",
    "brand",
    "type_code",
    "type_name",
    "unit",
    "pieces_per_unit",
    "buy_price",
    "sell_price",
    "stock",
];

/// A workbook with all columns that a file may have: those that are needed, and then remarks.
fn workbook<'a>(rows: usize, row: impl Fn(usize) -> Vec<Cell<'a>>) -> Vec<u8> {
    let mut headings: Vec<(&str, u8)> = HEADINGS.map(|heading| (heading, 9)).to_vec();
    headings.resize(64, ("remarks", 9));
    let mut table = Table::new(&headings, true).unwrap();
    for number in 0..rows {
        table.row(row(number)).unwrap();
    }
    table.finish().unwrap()
}

struct Measured {
    process: Process,
    seller: Visitor,
    /// Bytes of the process at rest.
    rest: u64,
    house: House,
}

impl Measured {
    /// A process that has done all once, so that what it keeps for good is there.
    async fn up() -> Self {
        let house = House::build().await;
        house.keep_real_time();
        let process = Process::start(&house.urls).await;
        let seller = Visitor::new(process.address, false).log_in(FIRST_SELLER, PASSWORD).await;
        let mut measured = Self { process, seller, rest: 0, house };
        let seen = measured.look(workbook(9, |_| vec![Cell::Text("P")])).await.json();
        assert_eq!(seen["failed"], 9);
        for path in [format!("{FAILED}/{}", seen["importId"].as_str().unwrap()), EXPORT.to_owned()] {
            assert_eq!(measured.seller.get(&path).send().await.status, 200);
        }
        measured.rest = measured.process.running.resident();
        measured
    }

    async fn look(&self, file: Vec<u8>) -> Answer {
        self.seller.post(PREVIEW).body(XLSX, file).send().await
    }

    /// Does it, which may cost no more than one file.
    async fn bounded<T>(&self, what: &str, work: impl Future<Output = T>) -> T {
        let (done, peak) = self.process.running.peak(work).await;
        let took = peak.saturating_sub(self.rest);
        println!("{what}: {} MiB", took / MIB);
        assert!(took <= MOST, "{what}: {} MiB", took / MIB);
        done
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_workbook_with_texts_where_nobody_looks_costs_little() {
    let measured = Measured::up().await;
    let far = workbook(40_000, |_| [vec![Cell::Text(""); 63], vec![Cell::Text("x")]].concat());
    let refused = measured.bounded("one far cell in each row", measured.look(far)).await;
    refused.assert_error(422, &json!({"message": "این فایل هیچ ردیفی ندارد."}));
    // As many texts and as many cells as are taken, of which a row's code is all that goes on.
    let (remark, code) = ("چ".repeat(280), "P".to_owned());
    let wide = workbook(10_000, |number| {
        let remarks = if number % 4 == 0 { vec![Cell::Text(&remark); 15] } else { vec![Cell::Text("x"); 54] };
        [vec![Cell::Text(&code)], vec![Cell::Text(""); 9], remarks].concat()
    });
    let seen = measured.bounded("as much as may be", measured.look(wide)).await.json();
    assert_eq!(seen["failed"], 10_000, "{seen}");
    let failed = format!("{FAILED}/{}", seen["importId"].as_str().unwrap());
    let told = measured.bounded("what was not taken", measured.seller.get(&failed).send()).await;
    assert_eq!(told.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "tens of thousands of rows; make prove runs it"]
async fn the_file_of_what_was_done_costs_what_a_file_may() {
    const ACTIVITY: &str = "/user/activity-app2?entity=order&format=";
    let measured = Measured::up().await;
    let (seller_id, orders) = (measured.house.first.seller_id, &measured.house.databases[2]);
    let name = "چای ".repeat(50);
    let line = |nth: usize| json!({"type_id": nth.to_string(), "product_title": name, "quantity": {"from": nth, "to": nth + 1}});
    let changes = json!({"lines": (0..20).map(line).collect::<Vec<_>>()}).to_string();
    orders.db_execute(&activity::past(seller_id, "order", 1_300, &changes)).await;
    for ending in ["csv", "xlsx"] {
        let file = measured.bounded(ending, measured.seller.get(&format!("{ACTIVITY}{ending}")).send()).await;
        assert_eq!(file.status, 200, "{}", file.text());
    }
    orders.db_execute(&activity::past(seller_id, "order", 1_000, &changes)).await;
    let too_long = async |what| {
        let refused = measured.bounded(what, measured.seller.get(&format!("{ACTIVITY}csv")).send()).await;
        refused.assert_message(422, "این فهرست برای یک فایل بلند است. نوعی از کارها را برگزینید.");
    };
    too_long("texts").await;
    orders.db_execute("ALTER TABLE audit_event DISABLE TRIGGER USER; TRUNCATE audit_event").await;
    orders.db_execute(&activity::past(seller_id, "order", 50_001, "{}")).await;
    too_long("entries").await;
}
