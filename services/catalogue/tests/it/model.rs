//! Random sequences of what may happen, against the service and against the reference side by side.

use std::collections::BTreeMap;

use pishkhan_proto::catalogue::v1::{self as pb, ReservationOutcome};
use pishkhan_testkit::{seed_bytes, seeds};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tonic::Code;
use uuid::Uuid;

use crate::{
    editing,
    harness::{App, Shop, row},
    reference::{self, Lines, Op, Outcome, Reference, STOCK},
};

async fn declare(app: &App, shop: &Shop, order_id: Uuid, revision: i64, lines: &Lines) -> Outcome {
    let lines: Vec<(String, i64)> = lines.iter().map(|(of, quantity)| (shop.type_id(*of), *quantity)).collect();
    match app.reserve(shop.seller_id, order_id, revision, &lines).await {
        Err(status) => {
            assert_eq!(status.code(), Code::Aborted, "{status:?}");
            Outcome::Stale
        }
        Ok(answer) if answer.outcome() == ReservationOutcome::Reserved => Outcome::Reserved,
        Ok(pb::SetReservationResponse { outcome: _, shortages }) => {
            let number = |line: &pb::Shortage| {
                shop.types.iter().position(|of| of.type_id == line.type_id).expect("a type of the shop")
            };
            let mut short: Vec<_> =
                shortages.iter().map(|line| (number(line), line.available, line.requested)).collect();
            short.sort_unstable();
            Outcome::Short(short)
        }
    }
}

async fn edit(app: &App, shop: &Shop, of: usize, available: i64, active: bool) {
    let request = pb::EditProductTypeRequest { available, active, ..editing::same(app, shop, of) };
    let edited = app.seller(shop.seller_id).edit_product_type(request).await.expect("a good edit").into_inner().r#type;
    assert_eq!(edited.map(|of| (of.available, of.active)), Some((available, active)));
}

async fn run(app: &App, ops: Vec<Op>) {
    let shop = app.shop(&STOCK).await;
    let mut reference = Reference::new(&STOCK);
    let mut active = [true; STOCK.len()];
    let orders: [Uuid; 3] = std::array::from_fn(|_| app.id());
    let mut sent: BTreeMap<usize, (i64, Lines)> = BTreeMap::new();
    for op in ops {
        let (order, revision, lines) = match op {
            Op::Declare { order, skip, lines } => (order, reference.last_revision(order) + skip, lines),
            Op::Cancel { order } => (order, reference.last_revision(order) + 1, Lines::new()),
            Op::Repeat { order } => match sent.get(&order) {
                Some((revision, lines)) => (order, *revision, lines.clone()),
                None => continue,
            },
            Op::Straggler { order, lines } if reference.last_revision(order) > 1 => {
                (order, reference.last_revision(order) - 1, lines)
            }
            Op::Straggler { .. } => continue,
            Op::Edit { of, available } => {
                reference.set_available(of, available);
                edit(app, &shop, of, available, active[of]).await;
                continue;
            }
            Op::SetAvailable { of, available } => {
                reference.set_available(of, available);
                let report = app.import(shop.seller_id, vec![row("P1", &format!("T{of:03}"), available)]).await;
                assert_eq!(report.problems, []);
                continue;
            }
            Op::Toggle { of } => {
                active[of] = reference.toggle(of);
                edit(app, &shop, of, reference.available(of), active[of]).await;
                continue;
            }
        };
        let outcome = declare(app, &shop, orders[order], revision, &lines).await;
        assert_eq!(outcome, reference.declare(order, revision, &lines), "order {order} revision {revision} {lines:?}");
        if outcome != Outcome::Stale {
            sent.insert(order, (revision, lines));
        }
    }
    for of in 0..STOCK.len() {
        assert_eq!(app.stock(shop.seller_id, &shop.type_id(of)).await, reference.available(of));
    }
    let standing = app.standing(shop.seller_id).await;
    for (order, order_id) in orders.iter().enumerate() {
        let found = standing.iter().find(|standing| standing.order_id == order_id.to_string());
        let lines = found.map(|standing| standing.lines.clone()).unwrap_or_default();
        let held: BTreeMap<String, i64> = lines.into_iter().map(|line| (line.type_id, line.quantity)).collect();
        let expected = reference.held(order).into_iter().map(|(of, quantity)| (shop.type_id(of), quantity)).collect();
        assert_eq!(held, expected, "what order {order} holds");
        let request = pb::BatchGetStockRequest {
            seller_id: shop.seller_id.to_string(),
            type_ids: (0..STOCK.len()).map(|of| shop.type_id(of)).collect(),
            order_id: order_id.to_string(),
        };
        let stocks =
            app.seller(shop.seller_id).batch_get_stock(request).await.expect("it is answered").into_inner().stocks;
        let could_have: BTreeMap<String, i64> = stocks.into_iter().map(|of| (of.type_id, of.available)).collect();
        let expected = (0..STOCK.len()).map(|of| {
            let free = if active[of] { reference.available(of) } else { 0 };
            (shop.type_id(of), free + held.get(&shop.type_id(of)).copied().unwrap_or_default())
        });
        assert_eq!(could_have, expected.collect(), "what order {order} could have");
    }
    app.assert_sound(shop.seller_id).await;
}

#[test]
fn any_sequence_does_what_the_reference_does() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let app = runtime.block_on(App::start());
    for seed in seeds() {
        let config = Config { cases: 20, max_shrink_iters: 200, failure_persistence: None, ..Config::default() };
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed_bytes(seed));
        let outcome = TestRunner::new_with_rng(config, rng).run(&reference::ops(5..40), |ops| {
            runtime.block_on(run(&app, ops));
            Ok(())
        });
        if let Err(failure) = outcome {
            panic!("seed {seed}: {failure}");
        }
    }
    let _runtime = runtime.enter();
    drop(app);
}
