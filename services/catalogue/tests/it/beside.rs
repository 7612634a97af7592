//! Orders and edits go on while a file of the same seller lands.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use pishkhan_proto::catalogue::v1 as pb;
use pishkhan_testkit::eventually;
use tokio::task::JoinSet;
use tonic::{Request, Status};
use uuid::Uuid;

use crate::{
    bulk::{commit, committed, failed, numbered, preview, types},
    harness::{App, Shop, reserved, row},
};

/// What orders allow the catalogue.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long an edit of a row may wait here for a file that is writing it: that is how long the file takes, which without
/// optimisation and beside other tests is several times what it is in a release. How long it waits is no promise; that it
/// lands, and whole, is one.
const EDIT_PATIENCE: Duration = Duration::from_secs(14);

fn within<T>(patience: Duration, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(patience);
    request
}

/// A new order reserves some of a type.
async fn save(app: &App, seller_id: Uuid, lines: &[(String, i64)]) -> Result<pb::SetReservationResponse, Status> {
    let request = app.reservation(seller_id, app.id(), 1, lines);
    app.orders().set_reservation(within(PATIENCE, request)).await.map(tonic::Response::into_inner)
}

/// Makes whoever makes this brand wait.
async fn hold_brand(app: &App, seller_id: Uuid, name: &str) -> AsyncPgConnection {
    let mut holder = app.db.conn().await;
    let brand = format!(
        "BEGIN; INSERT INTO brand (seller_id, brand_id, name, name_folded, created_at) \
         VALUES ('{seller_id}', gen_random_uuid(), '{name}', '{name}', now())"
    );
    holder.batch_execute(&brand).await.expect("the brand can be held");
    holder
}

/// Until the one import that is under way waits for a brand: it has compared its rows, and is writing.
async fn writing(app: &App) {
    let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' \
                   AND query LIKE 'INSERT INTO brand%FROM unnest%'";
    eventually("an import that writes", async || (app.db.db_count(waiting).await == 1).then_some(())).await;
}

/// Begins something beside the test; it ends with the test at the latest.
fn begin<T: Send + 'static>(task: impl Future<Output = T> + Send + 'static) -> JoinSet<T> {
    let mut begun = JoinSet::new();
    begun.spawn(task);
    begun
}

/// What came of what was begun.
async fn end<T: 'static>(mut begun: JoinSet<T>) -> T {
    begun.join_next().await.expect("it was begun").expect("it ends well")
}

fn branded(row: pb::ProductRow, brand: &str) -> pb::ProductRow {
    pb::ProductRow { brand: brand.to_owned(), ..row }
}

/// What can be sold of each type and what it costs, by the types' codes.
async fn shelves(app: &App, shop: &Shop) -> Vec<(i64, i64)> {
    types(app, shop.seller_id).await.into_values().map(|found| (found.available, found.sell_price_toman)).collect()
}

fn dearer(code: &str, stock: i64) -> pb::ProductRow {
    pb::ProductRow { sell_price: "130".to_owned(), ..row("P1", code, stock) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_that_is_saved_while_a_file_is_written_does_not_wait_and_is_not_lost() {
    let app = Arc::new(App::start().await);
    let shop = app.shop(&[5, 5, 5]).await;
    let seller_id = shop.seller_id;
    let rows = numbered([dearer("T000", 9), dearer("T001", 5), dearer("T002", 3), branded(row("P2", "N1", 7), "new")]);
    let seen = preview(&app, seller_id, rows).await;
    let mut holder = hold_brand(&app, seller_id, "new").await;
    let committing = {
        let (app, import_id) = (app.clone(), seen.import_id.clone());
        begin(async move { commit(&app, seller_id, &import_id).await })
    };
    writing(&app).await;
    let lines = [0, 1, 2].map(|number| (shop.type_id(number), 2));
    let began = Instant::now();
    assert_eq!(save(&app, seller_id, &lines).await.unwrap(), reserved());
    assert!(began.elapsed() < Duration::from_secs(1), "it waits for nothing: {:?}", began.elapsed());
    holder.batch_execute("ROLLBACK").await.unwrap();

    // As if the order had come just after the file.
    assert_eq!(end(committing).await.unwrap(), committed(1, 3, 0));
    assert_eq!(shelves(&app, &shop).await, [(7, 120), (7, 130), (3, 130), (1, 130)]);
    assert_eq!(app.assert_sound(seller_id).await, 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_whose_stock_is_sold_out_meanwhile_is_refused_and_the_others_land() {
    let app = Arc::new(App::start().await);
    let shop = app.shop(&[5, 5, 5]).await;
    let seller_id = shop.seller_id;
    let rows = numbered([dearer("T000", 1), dearer("T001", 1), dearer("T002", 1), branded(row("P2", "N1", 7), "new")]);
    let seen = preview(&app, seller_id, rows).await;
    let mut holder = hold_brand(&app, seller_id, "new").await;
    let committing = {
        let (app, import_id) = (app.clone(), seen.import_id.clone());
        begin(async move { commit(&app, seller_id, &import_id).await })
    };
    writing(&app).await;
    // Each time that the import is worked out, an order is quicker; at last orders have to wait.
    assert_eq!(save(&app, seller_id, &[(shop.type_id(0), 2)]).await.unwrap(), reserved());
    let again = {
        let app = app.clone();
        begin(async move { hold_brand(&app, seller_id, "new").await })
    };
    eventually("two that wait", async || {
        let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        (app.db.db_count(waiting).await == 2).then_some(())
    })
    .await;
    holder.batch_execute("ROLLBACK").await.unwrap();
    let mut holder = end(again).await;
    writing(&app).await;
    assert_eq!(save(&app, seller_id, &[(shop.type_id(1), 2)]).await.unwrap(), reserved());
    holder.batch_execute("ROLLBACK").await.unwrap();

    assert_eq!(end(committing).await.unwrap(), committed(1, 1, 2));
    assert_eq!(shelves(&app, &shop).await, [(7, 120), (3, 120), (3, 120), (1, 130)]);
    assert_eq!(app.assert_sound(seller_id).await, 4);
    let refused = failed(&app, seller_id, &seen.import_id).await.unwrap();
    let why: Vec<(i32, &str)> =
        refused.iter().flat_map(|failed| &failed.problems).map(|why| (why.row, why.problem.as_str())).collect();
    assert_eq!(why, [(2, "CHANGED_MEANWHILE"), (3, "CHANGED_MEANWHILE")]);
    app.db.assert_audit(&["catalogue.imported", "reservation.set", "reservation.set", "catalogue.imported"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_come_at_once_let_orders_go_on_too() {
    let app = Arc::new(App::start().await);
    let shop = app.shop(&[5, 5]).await;
    let seller_id = shop.seller_id;
    let rows = vec![row("P1", "T000", 1), row("P1", "T001", 8), branded(row("P2", "N1", 7), "new")];
    let mut holder = hold_brand(&app, seller_id, "new").await;
    let importing = {
        let app = app.clone();
        begin(async move { app.import(seller_id, rows).await })
    };
    writing(&app).await;
    let lines = [0, 1].map(|number| (shop.type_id(number), 3));
    assert_eq!(save(&app, seller_id, &lines).await.unwrap(), reserved());
    holder.batch_execute("ROLLBACK").await.unwrap();
    // The first row leaves less than the order holds, so the order comes before these rows.
    assert_eq!(end(importing).await.updated, 2);
    assert_eq!((app.stock(seller_id, &shop.type_id(0)).await, app.stock(seller_id, &shop.type_id(1)).await), (1, 8));
    assert_eq!(app.assert_sound(seller_id).await, 3);
}

/// Calls over and over until told to stop; the slowest call, and how many there were.
async fn over_and_over<F: Future<Output = ()>>(
    stop: Arc<AtomicBool>,
    mut call: impl FnMut(usize) -> F,
) -> (Duration, usize) {
    let (mut slowest, mut calls) = (Duration::ZERO, 0);
    while !stop.load(Ordering::Relaxed) {
        let began = Instant::now();
        call(calls).await;
        slowest = slowest.max(began.elapsed());
        calls += 1;
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    (slowest, calls)
}

/// Thousands of rows take seconds; orders of the same seller wait for none of them. An edit of a row that is being
/// written waits until that is done, which takes longer the more rows there are. When stock was locked for the whole of
/// it, orders failed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_go_on_while_thousands_of_rows_land() {
    const ROWS: usize = 5_000;
    /// Orders are about these, edits about the others.
    const ORDERED: usize = 4_500;
    const OLD: i64 = 50;
    let all_rows = i32::try_from(ROWS).unwrap();
    let app = Arc::new(App::start().await);
    let seller_id = app.id();
    let code = |number: usize| format!("T{number:05}");
    let rows = |price: i64, stock: i64| {
        numbered((0..ROWS).map(|number| pb::ProductRow {
            sell_price: price.to_string(),
            ..row(&format!("P{:04}", number / 10), &code(number), stock)
        }))
    };
    let first = preview(&app, seller_id, rows(120, OLD)).await;
    assert_eq!(commit(&app, seller_id, &first.import_id).await.unwrap(), committed(all_rows, 0, 0));
    let all = |app: Arc<App>| async move {
        let mut all: BTreeMap<String, pb::ProductType> = BTreeMap::new();
        let mut page_token = String::new();
        loop {
            let request = pb::ListProductTypesRequest { seller_id: seller_id.to_string(), page_size: 500, page_token };
            let page = app.tool().list_product_types(request).await.unwrap().into_inner();
            all.extend(page.types.into_iter().map(|found| (found.code.clone(), found)));
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return all;
            }
        }
    };
    let before = Arc::new(all(app.clone()).await);
    let seen = preview(&app, seller_id, rows(130, OLD + 20)).await;
    assert_eq!(seen.updated, all_rows);

    let stop = Arc::new(AtomicBool::new(false));
    let saving = |place: usize| {
        let (app, before, stop) = (app.clone(), before.clone(), stop.clone());
        begin(over_and_over(stop, move |call| {
            // Types from all over the file, other ones each time; none of them is ever short.
            let lines: Vec<(String, i64)> = (0..5)
                .map(|line| (before[&code((call * 7 + line * 1_999 + place * 501) % ORDERED)].type_id.clone(), 1))
                .collect();
            let app = app.clone();
            async move { assert_eq!(save(&app, seller_id, &lines).await.expect("an order is saved"), reserved()) }
        }))
    };
    let saves = [saving(0), saving(1)];
    let edits = {
        let (app, before, stop) = (app.clone(), before.clone(), stop.clone());
        begin(over_and_over(stop, move |call| {
            let found = &before[&code(ORDERED + call % (ROWS - ORDERED))];
            let edit = pb::EditProductTypeRequest {
                request_id: app.id().to_string(),
                seller_id: seller_id.to_string(),
                type_id: found.type_id.clone(),
                product_id: found.product_id.clone(),
                available: 11,
                buy_price_toman: 100,
                sell_price_toman: 140,
                description: "edited".to_owned(),
                active: true,
                version: None,
                available_read: None,
                pieces_per_unit: None,
                low_stock: None,
            };
            let mut client = app.seller(seller_id);
            async move { drop(client.edit_product_type(within(EDIT_PATIENCE, edit)).await.expect("a type is edited")) }
        }))
    };
    tokio::time::sleep(Duration::from_millis(200)).await;
    let began = Instant::now();
    let done = commit(&app, seller_id, &seen.import_id).await.unwrap();
    let took = began.elapsed();
    tokio::time::sleep(Duration::from_millis(100)).await;
    stop.store(true, Ordering::Relaxed);
    let mut slowest = Duration::ZERO;
    for saves in saves {
        let (wait, calls) = end(saves).await;
        assert!(calls > 10, "{calls}");
        slowest = slowest.max(wait);
    }
    let (slowest_edit, edited) = end(edits).await;
    println!(
        "commit of {ROWS} rows {took:?}: {done:?}; slowest save {slowest:?}, slowest of {edited} edits {slowest_edit:?}"
    );
    assert!(slowest < Duration::from_secs(1), "an order waited {slowest:?}");

    assert_eq!((done.created, done.updated + done.failed), (0, all_rows));
    assert!(done.failed > 0 && done.updated > all_rows / 2, "{done:?}");
    let held = app.standing_quantities(seller_id).await;
    let mut landed = 0;
    for (code, found) in all(app.clone()).await {
        let on_hand = found.available + held.get(&found.type_id).copied().unwrap_or_default();
        match found.sell_price_toman {
            120 => assert_eq!(on_hand, OLD, "{code} was refused whole"),
            130 => {
                landed += 1;
                assert_eq!(on_hand, OLD + 20, "{code} landed whole");
            }
            _ => assert_eq!((on_hand, found.description.as_str()), (11, "edited"), "{code}"),
        }
    }
    // Some were edited after they had landed.
    assert!((landed..=landed + i32::try_from(edited).unwrap()).contains(&done.updated), "{landed} of {done:?}");
    assert_eq!(app.assert_sound(seller_id).await, i64::from(all_rows));
}
