//! Files that have their turn or wait for it, and what goes on beside them.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use pishkhan_proto::catalogue::v1 as pb;
use tokio::{sync::oneshot, task::JoinSet, time::timeout};
use tonic::{Response, Status};

use crate::{
    bulk::{numbered, portions, preview},
    harness::{App, row},
};

type Looks = JoinSet<Result<Response<pb::PreviewFileResponse>, Status>>;

/// As many files as have their turns at the same time. They end with what comes with them.
fn begin(app: &App) -> (Looks, Vec<oneshot::Sender<()>>) {
    let (mut begun, mut held) = (JoinSet::new(), Vec::new());
    for _ in 0..2 {
        let (end, ended) = oneshot::channel();
        let seller_id = app.id();
        let first = stream::iter(portions("key", seller_id, &[row("P1", "T1", 1)], 1));
        let messages = first.chain(stream::once(ended).filter_map(async |_ended| None));
        let mut client = app.seller(seller_id);
        begun.spawn(async move { client.preview_file(messages).await });
        held.push(end);
    }
    (begun, held)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_in_the_middle_of_a_file_leaves_nothing_behind() {
    let app = App::start().await;
    let (mut begun, _held) = begin(&app);
    tokio::time::sleep(Duration::from_millis(200)).await;
    begun.shutdown().await;
    // It has a turn long before it would have waited in vain.
    let look = preview(&app, app.id(), numbered([row("P1", "T1", 1)]));
    assert_eq!(timeout(Duration::from_secs(10), look).await.expect("there is a turn").created, 1);
    assert_eq!(app.db.db_count("product_import").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_wait_for_their_turn_hold_up_no_other_call_of_their_connection() {
    let app = App::start().await;
    let shop = app.shop(&[5]).await;
    let (mut begun, held) = begin(&app);
    tokio::time::sleep(Duration::from_millis(200)).await;
    // As many as may wait send what they have, as far as they are let.
    let mut waiting = JoinSet::new();
    for _ in 0..16 {
        let seller_id = app.id();
        let row = |number: i32| pb::ProductRow { row: number, description: "x".repeat(50_000), ..row("P1", "T1", 1) };
        let rows: Vec<_> = (2..9).map(row).collect();
        let messages = stream::iter(portions("key", seller_id, &rows, 2));
        let mut client = app.seller(seller_id);
        waiting.spawn(async move { client.preview_file(messages).await });
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let request = pb::GetCatalogueCountsRequest { seller_id: shop.seller_id.to_string() };
    let mut client = app.seller(shop.seller_id);
    let answered = timeout(Duration::from_secs(5), client.get_catalogue_counts(request)).await;
    assert_eq!(answered.expect("it is answered").unwrap().into_inner().types, 1);
    assert!(begun.try_join_next().is_none(), "the two still have their turns");

    drop(held);
    let failed = async |calls: Looks| {
        let done = calls.join_all().await.into_iter();
        done.map(|done| done.unwrap().into_inner().preview.unwrap().failed).collect::<Vec<_>>()
    };
    assert_eq!((failed(begun).await, failed(waiting).await), (vec![0; 2], vec![7; 16]));
}
