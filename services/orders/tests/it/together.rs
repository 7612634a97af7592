//! Changes of several orders at the same time: they share a statement, and no more than that.

use diesel_async::SimpleAsyncConnection as _;
use futures_util::future::{join, join_all};
use pishkhan_proto::orders::v1 as pb;
use pishkhan_testkit::eventually;
use tonic::Code;

use crate::house::{House, Inner as _, Shop, assert_refused};

/// Orders of two sellers, of one line each.
async fn orders(house: &House) -> Vec<(Shop, Vec<String>)> {
    let mut sellers = Vec::new();
    for _ in 0..2 {
        let shop = house.shop(&[1_000]).await;
        let mut orders = Vec::new();
        for _ in 0..6 {
            orders.push(house.place(&shop, &[(1, 1)]).await.order_id);
        }
        sellers.push((shop, orders));
    }
    sellers
}

fn all(sellers: &[(Shop, Vec<String>)]) -> impl Iterator<Item = (&Shop, &String)> {
    sellers.iter().flat_map(|(shop, orders)| orders.iter().map(move |order| (shop, order)))
}

#[tokio::test]
async fn changes_at_once_are_each_exact() {
    let house = House::build().await;
    let sellers = orders(&house).await;
    // Each order several times: all but the first find it changed, and are made under its lock.
    let asked = all(&sellers).flat_map(|(shop, order)| (2..=4).map(move |quantity| (shop, order, quantity)));
    let done = join_all(asked.map(async |(shop, order, quantity)| {
        house.set_lines(shop, order, &[(1, quantity)]).await.map(|told| (order, quantity, told.version))
    }));
    let done: Vec<_> = done.await.into_iter().map(|done| done.expect("nothing stands against it")).collect();
    for (shop, order) in all(&sellers) {
        let (_, last, version) = done.iter().filter(|told| told.0 == order).max_by_key(|told| told.2).unwrap();
        let stored = house.get(shop, order).await;
        assert_eq!((stored.lines[0].quantity, *version), (*last, 4), "the last one stands");
    }
    assert_eq!(house.db.db_count("audit_event WHERE action = 'order.lines_changed'").await, 36);
    assert_eq!(house.db.db_count("idempotent_reply WHERE operation = 'UpdateOrderLines'").await, 36);
    for (shop, _) in &sellers {
        house.assert_sound(shop).await;
    }
}

#[tokio::test]
async fn an_order_that_is_locked_holds_up_no_other() {
    let house = House::build().await;
    let sellers = orders(&house).await;
    let mut holder = house.db.conn().await;
    let (shop, locked) = all(&sellers).next().unwrap();
    holder
        .batch_execute(&format!("BEGIN; SELECT FROM sales_order WHERE order_id = '{locked}' FOR UPDATE"))
        .await
        .unwrap();
    let others = async {
        let others = all(&sellers).filter(|(_, order)| *order != locked);
        let changed = join_all(others.map(async |(shop, order)| house.set_lines(shop, order, &[(1, 2)]).await)).await;
        assert!(changed.iter().all(Result::is_ok), "{changed:?}");
        let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        eventually("the one waits", async || (house.db.db_count(waiting).await == 1).then_some(())).await;
        holder.batch_execute("COMMIT").await.unwrap();
    };
    let (one, ()) = join(house.set_lines(shop, locked, &[(1, 5)]), others).await;
    assert_eq!(one.unwrap().version, 2);
}

/// One request id for two orders at once undoes their batch: each is then tried alone.
#[tokio::test]
async fn a_change_that_fails_fails_alone() {
    let house = House::build().await;
    let sellers = orders(&house).await;
    let (shop, ids) = &sellers[0];
    let requests: Vec<pb::UpdateOrderLinesRequest> =
        ids.iter().map(|order| house.lines_request(shop, order, vec![shop.change(1, 7)])).collect();
    let twice = requests[0].request_id.clone();
    let changed = join_all(requests.into_iter().enumerate().map(async |(place, mut request)| {
        if place == 1 {
            request.request_id.clone_from(&twice);
        }
        house.seller(shop.seller_id).update_order_lines(request).await.inner()
    }));
    let mut changed = changed.await;
    let rest = changed.split_off(2);
    assert!(rest.iter().all(Result::is_ok), "{rest:?}");
    let (done, refused): (Vec<_>, Vec<_>) = changed.into_iter().partition(Result::is_ok);
    assert_eq!((done.len(), refused.len()), (1, 1));
    for refused in refused {
        assert_refused(refused, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
    }
    let mut quantities = Vec::new();
    for order in ids {
        quantities.push(house.get(shop, order).await.lines[0].quantity);
    }
    quantities.sort_unstable();
    assert_eq!(quantities, [1, 7, 7, 7, 7, 7]);
    house.assert_sound(shop).await;
}
