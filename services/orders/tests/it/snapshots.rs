//! Reading while somebody writes: what is answered is of one version.

use std::sync::Arc;

use pishkhan_proto::orders::v1 as pb;
use tokio::task::JoinSet;

use crate::house::{House, Shop};

/// Commits that the readers see go by.
const CHANGES: i64 = 30;

/// Runs two readers until the writer is through. Each stops when what it reads says so.
async fn beside_readers<R: Future<Output = ()> + Send + 'static>(
    read: impl Fn() -> R,
    write: impl Future<Output = ()>,
) {
    let readers: JoinSet<()> = (0..2).map(|_| read()).collect();
    write.await;
    readers.join_all().await;
}

async fn shop_with_an_order(stock: &[i64]) -> (Arc<House>, Arc<Shop>, Arc<str>) {
    let house = Arc::new(House::build().await);
    let shop = Arc::new(house.shop(stock).await);
    let order = house.place(&shop, &[(1, 1)]).await.order_id;
    (house, shop, order.into())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_its_lines_and_its_sums_are_of_one_version() {
    let (house, shop, order) = shop_with_an_order(&[500, 500]).await;
    let reader = || {
        let (house, shop, order) = (house.clone(), shop.clone(), order.clone());
        async move {
            loop {
                let pb::Order { summary, lines, totals, .. } = house.get(&shop, &order).await;
                let (summary, totals) = (summary.unwrap(), totals.unwrap());
                let version = summary.version;
                // What each version says: see the writer.
                let expected: &[i64] = if version % 2 == 1 { &[version] } else { &[version, 1] };
                let quantities: Vec<i64> = lines.iter().map(|line| line.quantity).collect();
                assert_eq!(quantities, expected, "the lines of version {version}");
                assert_eq!(totals.units, expected.iter().sum::<i64>());
                assert_eq!(totals.purchase_toman, lines.iter().map(|line| line.total_toman).sum::<i64>());
                assert_eq!(totals.grand_toman, summary.grand_toman, "version {version}");
                if version > CHANGES {
                    return;
                }
            }
        }
    };
    let write = async {
        for version in 2..=CHANGES + 1 {
            let lines = [(1, version), (2, 1)];
            let lines = if version % 2 == 1 { &lines[..1] } else { &lines };
            assert_eq!(house.set_lines(&shop, &order, lines).await.unwrap().version, version);
        }
    };
    beside_readers(reader, write).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_history_has_a_revision_for_each_registration_that_it_tells() {
    const SAVES: usize = 12;
    let (house, shop, order) = shop_with_an_order(&[500]).await;
    let reader = || {
        let (house, shop, order) = (house.clone(), shop.clone(), order.clone());
        async move {
            loop {
                let history = house.history(&shop, &order).await;
                let registered = history.events.iter().filter(|event| event.action == "registered").count();
                assert_eq!(history.revisions.len(), registered);
                if registered == SAVES {
                    return;
                }
            }
        }
    };
    let write = async {
        for _ in 0..SAVES {
            house.save(&shop, &order).await.unwrap();
            house.reopen(&shop, &order).await.unwrap();
        }
    };
    beside_readers(reader, write).await;
}
