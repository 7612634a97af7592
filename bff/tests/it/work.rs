//! Files that come in, are read and are written: bounded, and one seller never has all of it.

use std::{fmt::Write as _, time::Duration};

use pishkhan_bff::work::Work;
use pishkhan_testkit::eventually;
use tokio::{io::AsyncWriteExt as _, net::TcpStream, task::JoinSet};

use crate::{
    house::House,
    http::{SessionValues, UNAVAILABLE, Visitor},
    picture::png,
};

const EXPORT: &str = "/market/products-export-app2";
const PREVIEW: &str = "/market/products-import-preview-app2";
const FAILED: &str = "/market/products-import-failed-app2";
const REPORT: &str = "/report/dashboard-basket-product-type-nums-app2/1";
const HEADINGS: &str =
    "product_code,title,brand,type_code,type_name,unit,pieces_per_unit,buy_price,sell_price,stock,description";

/// An upload that begins and does not go on.
async fn begin(house: &House, seller: &Visitor, path: &str, content_type: &str) -> TcpStream {
    let SessionValues { secret, handle } = seller.session();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: panel\r\ncookie: session={secret}; token={handle}\r\n\
         content-type: {content_type}\r\ncontent-length: 5000000\r\n\r\nproduct"
    );
    let mut stream = TcpStream::connect(house.panel.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// A file that takes its time: each of its rows has something wrong.
fn large_sheet() -> String {
    let mut sheet = HEADINGS.to_owned();
    for row in 0..1_000 {
        write!(sheet, "\nP{row},title,brand,T{row},name,none,x,1,1,1,{}", "description ".repeat(10)).unwrap();
    }
    sheet
}

async fn idle(work: &Work) {
    eventually("all turns are given back", async || {
        let taken = [&work.pictures, &work.sheets, &work.files].map(|turns| turns.taken() + turns.waiting());
        (taken == [0; 3]).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seller_whose_files_never_come_holds_up_nobody_else() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let work = &house.panel.work;
    let mut stalled = Vec::new();
    for _ in 0..5 {
        stalled.push(begin(&house, &seller, PREVIEW, "text/csv").await);
    }
    eventually("they stand in line", async || (work.sheets.waiting() == 4).then_some(())).await;
    assert_eq!(work.sheets.taken(), 1, "one is gathered, no other is in memory");
    let refused = seller.post(PREVIEW).body("text/csv", "a,b\n1,2").send().await;
    assert_eq!(refused.header("retry-after"), "2");
    refused.assert_message(503, UNAVAILABLE);
    assert_eq!(other.post(PREVIEW).body("text/csv", "a,b\n1,2").send().await.status, 422, "it was read");

    let path = format!("/market/product-image-app2/{}", house.first.product_id("P011-2"));
    for _ in 0..14 {
        stalled.push(begin(&house, &seller, &path, "image/png").await);
    }
    eventually("they stand in line", async || (work.pictures.waiting() == 12).then_some(())).await;
    assert_eq!(work.pictures.taken(), 2);
    let refused = seller.post(&path).body("image/png", png(32, 32, [9; 3])).send().await;
    assert_eq!(refused.header("retry-after"), "2");
    refused.assert_message(503, UNAVAILABLE);
    let theirs = format!("/market/product-image-app2/{}", house.second.product_id("P011-2"));
    assert_eq!(other.post(&theirs).body("image/png", png(32, 32, [9; 3])).send().await.status, 200);

    drop(stalled);
    idle(work).await;
    assert_eq!(seller.post(&path).body("image/png", png(32, 32, [9; 3])).send().await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_hang_up_never_have_more_than_their_share_at_work() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let (work, sheet) = (&house.panel.work, large_sheet());
    let mut clients = JoinSet::<()>::new();
    // A file is read in a moment, which a busy machine may not look at: each of them comes again with another one.
    for visitor in [&seller, &other].repeat(4) {
        let (visitor, sheet) = (visitor.clone(), sheet.clone());
        clients.spawn(async move {
            loop {
                visitor.post(PREVIEW).body("text/csv", sheet.clone()).send().await;
            }
        });
    }
    let within = || assert!(work.files.taken() <= 2 && work.sheets.taken() <= 2, "one of each seller");
    eventually("a file is read", async || {
        within();
        (work.files.taken() > 0).then_some(())
    })
    .await;
    // All of them hang up at once.
    clients.shutdown().await;
    let mut export = JoinSet::new();
    let call = seller.get(EXPORT);
    export.spawn(async move { call.send().await.status });
    let status = eventually("the next file is made", async || {
        within();
        export.try_join_next()
    });
    assert_eq!(status.await.unwrap(), 200);
    idle(work).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_file_that_is_made_waits_for_its_turn() {
    let house = House::build().await;
    let seller = house.seller().await;
    let work = &house.panel.work;
    let broken = format!("{HEADINGS}\nP,title,brand,T,name,none,x,1,1,1,");
    let seen = seller.post(PREVIEW).body("text/csv", broken).send().await.json();
    let failed = format!("{FAILED}/{}", seen["importId"].as_str().unwrap());
    for path in [EXPORT, &failed, &format!("{REPORT}?format=csv"), &format!("{REPORT}?format=xlsx")] {
        let turn = work.files.take(&house.first.seller_id.to_string(), Duration::ZERO).await.unwrap();
        let (answer, ()) = tokio::join!(seller.get(path).send(), async {
            eventually("it waits", async || (work.files.waiting() == 1).then_some(())).await;
            drop(turn);
        });
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    idle(work).await;
    // Rows are for the screen, and wait for nothing.
    let _turn = work.files.take(&house.first.seller_id.to_string(), Duration::ZERO).await.unwrap();
    assert_eq!(seller.get(REPORT).send().await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_are_too_many_for_one_part_wait_for_a_turn() {
    let house = House::build().await;
    let seller = house.seller().await;
    let (work, id) = (&house.panel.work, house.first.seller_id.to_string());
    let sold = 1_001;
    house.report_sales(&house.first, 1, &vec![1_000; sold]).await;
    let turn = work.files.take(&id, Duration::ZERO).await.unwrap();
    let report = seller.get(REPORT);
    let (answer, ()) = tokio::join!(report.send(), async {
        eventually("it waits", async || (work.files.waiting() == 1).then_some(())).await;
        // Whoever asks for less goes on meanwhile.
        let regions = seller.get("/report/dashboard-regions-nums-app2/1").send().await;
        assert_eq!((regions.status, work.files.waiting()), (200, 1));
        drop(turn);
    });
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["counts"].as_array().unwrap().len(), sold);
    idle(work).await;
}
