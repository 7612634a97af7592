//! Rows that say a part of what a type is, looked at and saved as a file is.

use futures_util::stream;
use pishkhan_proto::catalogue::v1 as pb;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    bulk::commit,
    harness::{App, assert_invalid, assert_refused, row},
};

fn asked(app: &App, seller_id: Uuid, rows: Vec<pb::ProductRow>) -> pb::PreviewFileRequest {
    let rows = (1..).zip(rows).map(|(row, own)| pb::ProductRow { row, ..own }).collect();
    pb::PreviewFileRequest {
        request_id: app.id().to_string(),
        seller_id: seller_id.to_string(),
        rows,
        keeps_rest: true,
    }
}

async fn look(
    app: &App,
    seller_id: Uuid,
    messages: Vec<pb::PreviewFileRequest>,
) -> Result<pb::PreviewImportResponse, Status> {
    let reply = app.seller(seller_id).preview_file(stream::iter(messages)).await?;
    Ok(reply.into_inner().preview.expect("there is one"))
}

/// A row of a type by its codes alone.
fn codes(product: &str, of: &str) -> pb::ProductRow {
    pb::ProductRow { product_code: product.to_owned(), type_code: of.to_owned(), ..Default::default() }
}

/// A field, from what and to what.
type Change<'a> = (&'a str, &'a str, &'a str);

/// What the rows change, by their numbers.
fn changes<'a>(preview: &'a pb::PreviewImportResponse) -> Vec<(i32, Vec<Change<'a>>)> {
    let of = |row: &'a pb::PreviewRow| {
        let change = |change: &'a pb::RowChange| (change.field.as_str(), change.from.as_str(), change.to.as_str());
        (row.row, row.changes.iter().map(change).collect())
    };
    let mut all: Vec<(i32, Vec<Change<'a>>)> = preview.rows.iter().map(of).collect();
    all.sort();
    all
}

#[tokio::test]
async fn what_a_row_leaves_empty_stays_as_it_is() {
    let app = App::start().await;
    let seller_id = app.id();
    let full = vec![row("P1", "P1-a", 10), row("P1", "P1-b", 20), row("P2", "P2-a", 30)];
    assert_eq!(app.import(seller_id, full).await.problems, []);
    let rows = vec![
        // However its code is typed.
        pb::ProductRow { sell_price: "۱۵۰".to_owned(), ..codes("P۱", " P1-a ") },
        pb::ProductRow { stock: "7".to_owned(), buy_price: String::new(), ..codes("P1", "P1-b") },
        codes("P2", "P2-a"),
    ];
    let preview = look(&app, seller_id, vec![asked(&app, seller_id, rows)]).await.unwrap();
    assert_eq!(changes(&preview), [(1, vec![("sell_price", "120", "150")]), (2, vec![("stock", "20", "7")])]);
    assert_eq!((preview.created, preview.updated, preview.unchanged, preview.failed), (0, 2, 1, 0));
    let done = commit(&app, seller_id, &preview.import_id).await.unwrap();
    assert_eq!((done.created, done.updated, done.failed), (0, 2, 0));
    let what = "product_type WHERE code = 'P1-a' AND sell_price_toman = 150 AND buy_price_toman = 100 \
        AND description = 'خوب' AND name = 'نوع P1-a' AND pieces_per_unit = 12 AND active";
    assert_eq!(app.db.db_count(what).await, 1);
    assert_eq!(app.db.db_count("stock WHERE on_hand IN (10, 7, 30)").await, 3);
    app.assert_sound(seller_id).await;
}

#[tokio::test]
async fn a_row_of_no_type_and_one_of_bad_figures_are_refused_by_column() {
    let app = App::start().await;
    let (seller_id, other) = (app.id(), app.id());
    assert_eq!(app.import(seller_id, vec![row("P1", "P1-a", 10)]).await.problems, []);
    assert_eq!(app.import(other, vec![row("P9", "P9-a", 10)]).await.problems, []);
    let rows = vec![
        pb::ProductRow { sell_price: "99".to_owned(), ..codes("P1", "P1-a") },
        // Another seller's.
        pb::ProductRow { sell_price: "500".to_owned(), ..codes("P9", "P9-a") },
        pb::ProductRow { stock: "many".to_owned(), ..codes("P1", "P1-a") },
    ];
    let preview = look(&app, seller_id, vec![asked(&app, seller_id, rows)]).await.unwrap();
    let told: Vec<(i32, &str, &str)> = preview
        .problems
        .iter()
        .map(|found| (found.row, found.column.as_str(), found.problem.as_str()))
        .filter(|(row, column, _)| *row != 2 || *column == "title")
        .collect();
    assert_eq!(told, [(1, "sell_price", "BELOW_BUY_PRICE"), (2, "title", "REQUIRED"), (3, "stock", "NOT_A_NUMBER")]);
    assert_eq!((preview.updated, preview.failed), (0, 3));
}

#[tokio::test]
async fn what_changes_meanwhile_is_left_out_and_a_second_message_is_refused() {
    let app = App::start().await;
    let shop = app.shop(&[10, 10]).await;
    let seller_id = shop.seller_id;
    let row_of = |number: usize| {
        let of = &shop.types[number];
        pb::ProductRow { sell_price: "130".to_owned(), ..codes(&of.product_code, &of.code) }
    };
    let request = asked(&app, seller_id, vec![row_of(0), row_of(1)]);
    let preview = look(&app, seller_id, vec![request.clone()]).await.unwrap();
    assert_eq!(look(&app, seller_id, vec![request.clone()]).await.unwrap(), preview, "the same again");
    let whole = pb::PreviewFileRequest { keeps_rest: false, ..request.clone() };
    let status = look(&app, seller_id, vec![whole]).await.unwrap_err();
    assert_refused(&status, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
    app.reserve(seller_id, app.id(), 1, &[(shop.type_id(0), 3)]).await.unwrap();
    let done = commit(&app, seller_id, &preview.import_id).await.unwrap();
    assert_eq!((done.updated, done.failed), (1, 1));
    assert_eq!(app.stock(seller_id, &shop.type_id(0)).await, 7, "what was ordered stays ordered");

    let status = look(&app, seller_id, vec![request.clone(), request]).await.unwrap_err();
    assert_invalid(&status, "rows", "TOO_MANY");
}
