//! Files that wait for their turn: they hold nothing up, and nobody's but their own seller's others wait for them.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use pishkhan_proto::catalogue::v1 as pb;
use tokio::{sync::oneshot, task::JoinSet, time::timeout};

use crate::{
    bulk::portions,
    harness::{App, row},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_wait_for_their_turn_hold_up_no_other_call_of_their_connection() {
    let app = App::start().await;
    let shop = app.shop(&[5]).await;
    // Two files have their turns, and do not end.
    let (mut begun, mut held) = (JoinSet::new(), Vec::new());
    for _ in 0..2 {
        let (end, ended) = oneshot::channel::<()>();
        let seller_id = app.id();
        let first = stream::iter(portions("key", seller_id, &[row("P1", "T1", 1)], 1));
        let messages = first.chain(stream::once(ended).filter_map(async |_ended| None));
        let mut client = app.seller(seller_id);
        begun.spawn(async move { client.preview_file(messages).await });
        held.push(end);
    }
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
    let failed = async |calls: JoinSet<Result<tonic::Response<pb::PreviewFileResponse>, _>>| {
        let done = calls.join_all().await.into_iter();
        done.map(|done: Result<_, tonic::Status>| done.unwrap().into_inner().preview.unwrap().failed)
            .collect::<Vec<_>>()
    };
    assert_eq!((failed(begun).await, failed(waiting).await), (vec![0; 2], vec![7; 16]));
}
