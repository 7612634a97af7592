//! What others are told of titles and names.

use std::collections::BTreeMap;

use pishkhan_proto::catalogue::v1 as pb;
use prost::Message as _;
use tonic::Code;
use uuid::Uuid;

use crate::{
    bulk,
    harness::{App, assert_invalid, row},
};

/// The events, in the order of writing.
async fn told(app: &App) -> Vec<pb::ProductChanged> {
    let read = |row: pishkhan_testkit::OutboxRow| {
        let message = pb::ProductChanged::decode(row.payload.as_slice()).expect("the message can be read");
        let kinds = (row.topic.as_str(), row.kind.as_str(), row.key.to_string());
        assert_eq!(kinds, ("catalogue", "product.changed", message.product_id.clone()));
        message
    };
    app.db.outbox().await.into_iter().map(read).collect()
}

/// Title and names of the types, which stand in the types' order.
fn names(message: &pb::ProductChanged) -> (&str, Vec<&str>) {
    (message.title.as_str(), message.types.iter().map(|named| named.name.as_str()).collect())
}

fn time(message: &pb::ProductChanged) -> (i64, i32) {
    let time = message.change_time.expect("a time");
    (time.seconds, time.nanos)
}

fn titled(title: &str, row: pb::ProductRow) -> pb::ProductRow {
    pb::ProductRow { title: title.to_owned(), ..row }
}

fn named(name: &str, row: pb::ProductRow) -> pb::ProductRow {
    pb::ProductRow { type_name: name.to_owned(), ..row }
}

async fn listed(app: &App, seller_id: Uuid, page_size: i32) -> Vec<Vec<pb::ProductChanged>> {
    let (mut pages, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = pb::ListProductNamesRequest { seller_id: seller_id.to_string(), page_size, page_token };
        let page = app.tool().list_product_names(request).await.expect("names can be listed").into_inner();
        pages.push(page.products);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return pages;
        }
    }
}

/// Imports in two steps, as the panel does.
async fn commit(app: &App, seller_id: Uuid, rows: Vec<pb::ProductRow>) -> pb::CommitImportResponse {
    let seen = bulk::preview(app, seller_id, bulk::numbered(rows)).await;
    bulk::commit(app, seller_id, &seen.import_id).await.expect("rows can be saved")
}

#[tokio::test]
async fn others_are_told_of_names_when_they_change_and_then_only() {
    let app = App::start().await;
    let seller_id = app.id();
    app.import(seller_id, vec![row("P1", "A", 5), row("P1", "B", 5), row("P2", "C", 5)]).await;
    let first = told(&app).await;
    let mut all: Vec<_> = first.iter().map(names).collect();
    all.sort();
    assert_eq!(all, [("چای P1", vec!["نوع A", "نوع B"]), ("چای P2", vec!["نوع C"])]);
    assert!(first.iter().all(|message| message.seller_id == seller_id.to_string()));

    // Prices, stock, texts that others do not know, rows that are not taken, the same again.
    let dearer = pb::ProductRow { sell_price: "130".to_owned(), category: "قهوه".to_owned(), ..row("P1", "A", 9) };
    let bad = titled("دیگر", pb::ProductRow { buy_price: "گران".to_owned(), ..row("P2", "C", 5) });
    assert_eq!(app.import(seller_id, vec![dearer, bad]).await.updated, 1);
    app.import(seller_id, vec![row("P2", "C", 5)]).await;
    commit(&app, seller_id, vec![pb::ProductRow { brand: "دیگر".to_owned(), ..row("P2", "C", 7) }]).await;
    assert_eq!(told(&app).await.len(), 2);

    // A title, a type's name, a new type: each once for its product, with all its types.
    app.import(seller_id, vec![titled("قهوه", row("P1", "B", 5))]).await;
    commit(&app, seller_id, vec![named("تازه", row("P2", "C", 5)), row("P2", "D", 1), row("P3", "E", 1)]).await;
    let later = told(&app).await.split_off(2);
    let mut all: Vec<_> = later.iter().map(names).collect();
    all.sort();
    let expected = [("قهوه", vec!["نوع A", "نوع B"]), ("چای P2", vec!["تازه", "نوع D"]), ("چای P3", vec!["نوع E"])];
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(all, expected);
    // No clock has moved, and still a later change has a later time.
    for message in &later {
        if let Some(before) = first.iter().find(|before| before.product_id == message.product_id) {
            assert!(time(before) < time(message));
        }
    }

    // What is listed is what was told last, page by page.
    let last: BTreeMap<_, _> =
        told(&app).await.into_iter().map(|message| (message.product_id.clone(), message)).collect();
    let whole: Vec<_> = last.into_values().collect();
    assert_eq!(listed(&app, seller_id, 0).await, std::slice::from_ref(&whole));
    let single: Vec<_> = listed(&app, seller_id, 1).await.concat();
    assert_eq!(single.iter().map(|part| part.types.len()).collect::<Vec<_>>(), [1; 5]);
    let types = |found: &[pb::ProductChanged]| -> Vec<pb::NamedType> {
        found.iter().flat_map(|product| product.types.clone()).collect()
    };
    assert_eq!(types(&single), types(&whole));
    assert_eq!(listed(&app, app.id(), 0).await, [vec![]]);
    let request = pb::ListProductNamesRequest {
        seller_id: seller_id.to_string(),
        page_token: "zz".to_owned(),
        ..Default::default()
    };
    assert_invalid(&app.tool().list_product_names(request.clone()).await.unwrap_err(), "page_token", "INVALID");
    let refused = app.seller(seller_id).list_product_names(request).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
}

#[tokio::test]
async fn what_does_not_land_is_not_told() {
    let app = App::start().await;
    let seller_id = app.id();
    let request = app.import_request(seller_id, vec![row("P1", "A", 5)]);
    for _ in 0..2 {
        app.tool().import_products(request.clone()).await.expect("rows can be imported");
    }
    assert_eq!(told(&app).await.len(), 1, "once, however often it is asked for");
    // The last statement of the import fails: its events are gone with it.
    app.db.db_execute("ALTER TABLE idempotent_reply ADD CONSTRAINT closed CHECK (reply IS NULL) NOT VALID").await;
    let request = app.import_request(seller_id, vec![titled("هرگز", row("P1", "A", 5)), row("P2", "B", 5)]);
    app.tool().import_products(request).await.expect_err("the reply cannot be kept");
    assert_eq!(told(&app).await.len(), 1);
    assert_eq!(listed(&app, seller_id, 0).await.concat().len(), 1);
}

#[tokio::test]
async fn a_large_file_is_told_whole() {
    let app = App::start().await;
    let seller_id = app.id();
    let rows = |title: &str| {
        (0..2_500).map(|number| titled(title, row(&format!("P{number}"), &format!("T{number}"), 1))).collect()
    };
    assert_eq!(commit(&app, seller_id, rows("چای")).await.created, 2_500);
    assert_eq!(commit(&app, seller_id, rows("قهوه")).await.updated, 2_500);
    let told = told(&app).await;
    let title_of = |told: &[pb::ProductChanged]| -> BTreeMap<String, String> {
        told.iter().map(|message| (message.product_id.clone(), message.title.clone())).collect()
    };
    let (made, renamed) = told.split_at(2_500);
    for (part, title) in [(made, "چای"), (renamed, "قهوه")] {
        let titles = title_of(part);
        assert!(titles.len() == 2_500 && titles.values().all(|found| found == title), "{title}");
    }
    assert_eq!(listed(&app, seller_id, 0).await.len(), 7, "400 types a page");
}
