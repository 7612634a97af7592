//! Random work over a link that fails, with crashes and recoveries in between: the books agree whenever it is calm.

use pishkhan_orders::app::Stop;
use pishkhan_proto::orders::v1 as pb;
use pishkhan_testkit::{seed_bytes, seeds};
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use crate::house::{House, Shop, Weather, product_row};

#[derive(Debug, Clone)]
enum Step {
    Place(Vec<(usize, i64)>),
    Lines(usize, Vec<(usize, i64)>),
    Save(usize),
    Cancel(usize),
    Reopen(usize),
    Discard(usize),
    Revise(usize, Vec<(usize, i64)>, i64),
    Delete(usize),
    /// Saved, changed, cancelled, deleted and taken back at the same time, while the stock is counted anew.
    Race(usize, Vec<(usize, i64)>),
    Restock(i64),
    Weather(Weather),
    Crash(Stop),
    Recover,
}

fn goods() -> impl Strategy<Value = Vec<(usize, i64)>> {
    prop::collection::btree_map(1_usize..=3, 1_i64..5, 1..3).prop_map(|goods| goods.into_iter().collect())
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => goods().prop_map(Step::Place),
        4 => (0_usize..4, goods()).prop_map(|(order, goods)| Step::Lines(order, goods)),
        6 => (0_usize..4).prop_map(Step::Save),
        2 => (0_usize..4).prop_map(Step::Cancel),
        2 => (0_usize..4).prop_map(Step::Reopen),
        2 => (0_usize..4).prop_map(Step::Discard),
        2 => (0_usize..4, goods(), 0_i64..3).prop_map(|(order, goods, price)| Step::Revise(order, goods, price)),
        1 => (0_usize..4).prop_map(Step::Delete),
        1 => (0_usize..4, goods()).prop_map(|(order, goods)| Step::Race(order, goods)),
        1 => (0_i64..12).prop_map(Step::Restock),
        2 => prop_oneof![Just(Weather::Calm), Just(Weather::Cut), Just(Weather::ReplyLost)].prop_map(Step::Weather),
        2 => prop::sample::select(Stop::ALL.to_vec()).prop_map(Step::Crash),
        2 => Just(Step::Recover),
    ]
}

/// What a call may be answered in bad weather: nothing else may go wrong.
fn assert_foreseen<T: std::fmt::Debug>(step: &Step, result: &Result<T, tonic::Status>) {
    if let Err(status) = result {
        let reason = pishkhan_chassis::errors::reason(status).unwrap_or_default();
        let foreseen = [
            // By the crash that a step has set; whatever else fails inside is a mistake.
            "STOPPED",
            "STOCK_SHORT",
            "STOCK_EMPTY",
            "ORDER_CANCELLED",
            "ORDER_EMPTY",
            "ORDER_SETTLING",
            "ORDER_REGISTERED",
            "ORDER_NEVER_SAVED",
            "ORDER_NOT_FOUND",
            "DEPENDENCY_DOWN",
        ];
        assert!(foreseen.contains(&reason.as_str()), "{step:?}: {status:?}");
    }
}

async fn take(house: &House, shop: &Shop, orders: &mut Vec<String>, step: &Step) {
    let order = |number: &usize| orders.get(number % orders.len().max(1)).cloned();
    match step {
        Step::Place(goods) => {
            let request = house.place_request(shop, goods);
            let placed = house.tool().place_order(request).await.map(tonic::Response::into_inner);
            assert_foreseen(step, &placed);
            orders.extend(placed.ok().and_then(|placed| placed.order).map(|order| order.order_id));
        }
        Step::Lines(number, goods) => {
            let Some(order) = order(number) else { return };
            assert_foreseen(step, &house.set_lines(shop, &order, goods).await);
        }
        Step::Save(number) => {
            let Some(order) = order(number) else { return };
            assert_foreseen(step, &house.save(shop, &order).await);
        }
        Step::Cancel(number) => {
            let Some(order) = order(number) else { return };
            assert_foreseen(step, &house.cancel(shop, &order).await);
        }
        Step::Reopen(number) => {
            let Some(order) = order(number) else { return };
            assert_foreseen(step, &house.reopen(shop, &order).await);
        }
        Step::Discard(number) => {
            let Some(order) = order(number) else { return };
            assert_foreseen(step, &house.discard(shop, &order).await);
        }
        Step::Revise(number, goods, price) => {
            let Some(order) = order(number) else { return };
            let lines: Vec<_> = goods.iter().map(|(number, quantity)| (*number, *quantity, Some(*price))).collect();
            let request =
                pb::ReviseOrderRequest { shipping_toman: Some(*price), ..house.revise_request(shop, &order, &lines) };
            assert_foreseen(step, &house.revise(shop, request).await);
        }
        Step::Delete(number) => {
            let Some(order) = order(number) else { return };
            assert_foreseen(step, &house.delete(shop, &order).await);
        }
        Step::Race(number, goods) => {
            let Some(order) = order(number) else { return };
            let rows = (1..=3).map(|number| product_row(number, 6)).collect();
            let (saved, edited, cancelled, deleted, discarded, ()) = tokio::join!(
                house.save(shop, &order),
                house.set_lines(shop, &order, goods),
                house.cancel(shop, &order),
                house.delete(shop, &order),
                house.discard(shop, &order),
                house.import_products(shop.seller_id, rows)
            );
            for result in
                [saved.map(drop), edited.map(drop), cancelled.map(drop), deleted.map(drop), discarded.map(drop)]
            {
                assert_foreseen(step, &result);
            }
        }
        Step::Restock(stock) => {
            let rows = (1..=3).map(|number| product_row(number, *stock)).collect();
            house.import_products(shop.seller_id, rows).await;
        }
        Step::Weather(weather) => house.link.set(*weather),
        Step::Crash(at) => house.app.stop_points().set(*at),
        Step::Recover => {
            house.seconds_pass(6).await;
            house.app.recover_overdue().await.unwrap();
        }
    }
}

/// Calm again: everything that was decided is finished.
async fn settle_down(house: &House) {
    house.link.set(Weather::Calm);
    for _ in 0..3 {
        // The longest rest.
        house.seconds_pass(60).await;
        house.app.recover_overdue().await.unwrap();
    }
}

#[tokio::test]
async fn the_books_agree_after_any_work() {
    let house = House::build().await;
    for seed in seeds() {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed_bytes(seed));
        work(&house, seed, TestRunner::new_with_rng(Config::default(), rng)).await;
    }
}

async fn work(house: &House, seed: u64, mut runner: TestRunner) {
    for round in 0..7 {
        let shop = house.shop(&[8, 8, 8]).await;
        let steps = prop::collection::vec(step(), 40).new_tree(&mut runner).unwrap().current();
        let mut orders = Vec::new();
        for step in &steps {
            take(house, &shop, &mut orders, step).await;
        }
        settle_down(house).await;
        house.assert_sound(&shop).await;
        for order_id in &orders {
            let gone = format!("sales_order WHERE order_id = '{order_id}' AND deleted_at IS NOT NULL");
            if house.db.db_count(&gone).await == 1 {
                continue;
            }
            let order = house.get(&shop, order_id).await;
            let summary = order.summary.unwrap();
            assert!(!order.settling, "seed {seed}, round {round}: {steps:?}");
            assert_eq!(summary.grand_toman, order.totals.unwrap().grand_toman);
            if summary.status() == pb::OrderStatus::Registered {
                assert!(summary.register_time.is_some() && !summary.reopened && summary.revision >= 1);
            }
        }
    }
}
