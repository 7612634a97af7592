//! What files of products cost the process, whatever they say: each test has a process of its own (nextest), and there is
//! no more than one file in it at a time.
//!
//! The files are a quarter of what may come, for they are worked on without optimisation here; what the other three would
//! hold while they are looked at, of which each byte is there once, is left of the promise. Afterwards a file lies in the
//! database. What a step has freed is the process's for ten seconds more, and a thread that goes on with the next step may
//! not have it: a peak varies by what the step before took.

use std::{fs, future::Future};

use futures_util::stream;
use pishkhan_proto::catalogue::v1 as pb;
use uuid::Uuid;

use crate::{
    bulk::{commit, committed},
    harness::{App, row},
    memory::memory,
};

const MIB: u64 = 1024 * 1024;
/// What a file may cost a process.
const PROMISE: u64 = 64 * MIB;
/// What a quarter of one may cost while it is looked at.
const OF_A_QUARTER: u64 = PROMISE - 18 * MIB;

/// A service that has done all once, so that what it keeps for good is there.
struct Warm {
    app: App,
    seller_id: Uuid,
    /// Bytes of the process at rest.
    rest: u64,
}

impl Warm {
    async fn up() -> Self {
        let app = App::start().await;
        let seller_id = app.id();
        let of = |number| row("P1", &format!("T{number}"), 1);
        let mixed = move |number| match number % 2 {
            0 => pb::ProductRow { stock: "?".to_owned(), ..of(number) },
            _ => of(number),
        };
        let seen = look(&app, seller_id, 600, 500, mixed).await;
        assert_eq!(commit(&app, seller_id, &seen.import_id).await.expect("it can be saved"), committed(300, 0, 300));
        assert_eq!(refused(&app, seller_id, &seen.import_id).await, 300);
        Self { app, seller_id, rest: memory("VmRSS:") }
    }

    /// Does it, which may cost no more than this.
    async fn within<T>(&self, most: u64, what: &str, work: impl Future<Output = T>) -> T {
        fs::write("/proc/self/clear_refs", "5").expect("the kernel forgets the last peak");
        let done = work.await;
        let took = memory("VmHWM:").saturating_sub(self.rest);
        println!("{what}: {} MiB", took / MIB);
        assert!(took <= most, "{what}: {} MiB", took / MIB);
        done
    }
}

/// The rows of a file, of which there are never more than some at a time on this side.
async fn look(
    app: &App,
    seller_id: Uuid,
    count: i32,
    portion: usize,
    row: impl Fn(i32) -> pb::ProductRow + Send + Sync + 'static,
) -> pb::PreviewImportResponse {
    let (request_id, seller) = (app.id().to_string(), seller_id.to_string());
    let messages = (0..count).step_by(portion).map(move |first| {
        let numbers = (first..count).take(portion);
        let rows = numbers.map(|number| pb::ProductRow { row: number + 2, ..row(number) }).collect();
        pb::PreviewFileRequest { request_id: request_id.clone(), seller_id: seller.clone(), rows, keeps_rest: false }
    });
    let reply = app.seller(seller_id).preview_file(stream::iter(messages)).await.expect("it can be looked at");
    reply.into_inner().preview.expect("there is one")
}

/// How many rows were not taken, as they are told page by page.
async fn refused(app: &App, seller_id: Uuid, import_id: &str) -> usize {
    let (mut rows, mut page_token) = (0, String::new());
    loop {
        let (seller_id, import_id) = (seller_id.to_string(), import_id.to_owned());
        let request = pb::ListFailedRowsRequest { seller_id, import_id, page_size: 0, page_token };
        let mut client = app.tool();
        let page = client.list_failed_rows(request).await.expect("they are told").into_inner();
        rows += page.rows.len();
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return rows;
        }
    }
}

/// As many signs of four bytes.
fn long(signs: usize) -> String {
    "𐎠".repeat(signs)
}

/// Signs of one byte that are six as JSON.
fn control_signs(count: usize) -> String {
    "\u{1}".repeat(count)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_say_nothing_cost_little() {
    let warm = Warm::up().await;
    let (app, seller_id) = (&warm.app, warm.seller_id);
    let seen =
        warm.within(OF_A_QUARTER, "looked at", look(app, seller_id, 10_000, 500, |_| pb::ProductRow::default())).await;
    assert_eq!((seen.failed, seen.problems.len()), (10_000, 500));
    let told = warm.within(PROMISE, "told", refused(app, seller_id, &seen.import_id)).await;
    assert_eq!(told, 10_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_say_as_much_as_they_may_are_saved_within_the_promise() {
    let warm = Warm::up().await;
    let (app, seller_id) = (&warm.app, warm.seller_id);
    // Each text is as long as it may be.
    let rows = |name: &'static str| {
        move |number| pb::ProductRow {
            title: format!("{} {}", long(190), number / 50),
            brand: format!("{} {}", long(90), number / 100),
            category: long(100),
            type_name: format!("{} {name}", long(190)),
            description: long(300),
            ..row(&format!("{}P{}", long(55), number / 50), &format!("{}T{number}", long(55)), 5)
        }
    };
    for (name, created, updated) in [("a", 1_500, 0), ("b", 0, 1_500)] {
        let seen = warm.within(OF_A_QUARTER, "looked at", look(app, seller_id, 1_500, 60, rows(name))).await;
        assert_eq!((seen.created, seen.updated, seen.failed), (created, updated, 0));
        let done = warm.within(PROMISE, "saved", commit(app, seller_id, &seen.import_id)).await.unwrap();
        assert_eq!(done, committed(created, updated, 0));
    }
    assert_eq!(app.assert_sound(seller_id).await, 1_800);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cells_that_grow_when_they_are_written_down_cost_no_more() {
    let warm = Warm::up().await;
    let (app, seller_id) = (&warm.app, warm.seller_id);
    let bad = move |_| {
        let cell = || control_signs(4_096);
        pb::ProductRow {
            row: 0,
            product_code: cell(),
            title: cell(),
            brand: cell(),
            category: cell(),
            type_code: cell(),
            type_name: cell(),
            unit: cell(),
            pieces_per_unit: cell(),
            buy_price: cell(),
            sell_price: cell(),
            stock: cell(),
            description: cell(),
            image_url: cell(),
            active: cell(),
        }
    };
    let seen = warm.within(OF_A_QUARTER, "looked at", look(app, seller_id, 100, 10, bad)).await;
    assert_eq!(seen.failed, 100);
    assert_eq!(warm.within(PROMISE, "told", refused(app, seller_id, &seen.import_id)).await, 100);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cells_of_which_little_is_left_cost_no_more() {
    let warm = Warm::up().await;
    let (app, seller_id) = (&warm.app, warm.seller_id);
    // Good ones, when what is no text is left out.
    let good =
        move |number| pb::ProductRow { description: control_signs(11 * 1_024), ..row("Q", &format!("Q{number}"), 5) };
    let seen = warm.within(OF_A_QUARTER, "looked at", look(app, seller_id, 500, 50, good)).await;
    assert_eq!((seen.created, seen.failed), (500, 0));
    let done = warm.within(PROMISE, "saved", commit(app, seller_id, &seen.import_id)).await.unwrap();
    assert_eq!(done, committed(500, 0, 0));
}
