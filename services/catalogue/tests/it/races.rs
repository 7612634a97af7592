//! Many at the same time.

use std::{collections::BTreeMap, sync::Arc};

use pishkhan_proto::catalogue::v1::{self as pb, ReservationOutcome};
use tokio::task::JoinSet;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{App, row};

/// Runs all at once and gathers what they return.
async fn all<T: Send + 'static>(tasks: impl IntoIterator<Item = impl Future<Output = T> + Send + 'static>) -> Vec<T> {
    tasks.into_iter().collect::<JoinSet<T>>().join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_clients_never_oversell_a_hot_type() {
    let app = Arc::new(App::start().await);
    let shop = app.shop(&[50]).await;
    let (seller_id, hot) = (shop.seller_id, shop.type_id(0));
    let client = |_| {
        let (app, hot) = (app.clone(), hot.clone());
        async move {
            let mut sold = 0;
            for _ in 0..20 {
                let answer = app.reserve(seller_id, app.id(), 1, &[(hot.clone(), 1)]).await.unwrap();
                sold += i64::from(answer.outcome() == ReservationOutcome::Reserved);
            }
            sold
        }
    };
    let sold: i64 = all((0..8).map(client)).await.iter().sum();
    assert_eq!(sold, 50);
    assert_eq!(app.stock(seller_id, &hot).await, 0);
    assert_eq!(app.db.db_count("reservation").await, 50);
    app.assert_sound(seller_id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixteen_clients_race_the_same_revisions() {
    let app = Arc::new(App::start().await);
    let shop = app.shop(&[6, 6, 6]).await;
    let seller_id = shop.seller_id;
    let orders: [Uuid; 3] = std::array::from_fn(|_| app.id());
    let types: Vec<String> = (0..3).map(|number| shop.type_id(number)).collect();
    // What a revision of an order declares is always the same; some of it is more than there is.
    let lines = |order: usize, revision: i64| -> Vec<(String, i64)> {
        (0..3)
            .filter_map(|of| {
                let seed = i64::try_from(order * 7 + of * 3).unwrap() + revision * 5;
                (seed % 4 > 0).then(|| (types[of].clone(), seed % 4 + i64::from(revision % 6 == 0) * 2))
            })
            .collect()
    };
    let client = |number: i64| {
        let app = app.clone();
        let plan: Vec<_> = (1..=24)
            .flat_map(|revision| (0..3).map(move |order| (order, revision)))
            // Each client skips others, and so comes late with some.
            .filter(|(order, revision)| (number + revision + i64::try_from(*order).unwrap()) % 3 != 0)
            .map(|(order, revision)| (order, revision, lines(order, revision)))
            .collect();
        async move {
            let mut answers: Vec<(usize, i64, Result<pb::SetReservationResponse, Status>)> = Vec::new();
            for (order, revision, lines) in plan {
                let answer = app.reserve(seller_id, orders[order], revision, &lines).await;
                answers.push((order, revision, answer));
            }
            answers
        }
    };
    let mut answered: BTreeMap<(usize, i64), pb::SetReservationResponse> = BTreeMap::new();
    for (order, revision, answer) in all((0..16).map(client)).await.into_iter().flatten() {
        match answer {
            Ok(answer) => {
                let first = answered.entry((order, revision)).or_insert_with(|| answer.clone());
                assert_eq!(*first, answer, "all are told the same of order {order} revision {revision}");
            }
            Err(status) => assert_eq!(status.code(), Code::Aborted, "{status:?}"),
        }
    }
    let standing: BTreeMap<String, (i64, usize)> = app
        .standing(seller_id)
        .await
        .into_iter()
        .map(|standing| (standing.order_id, (standing.revision, standing.lines.len())))
        .collect();
    for (order, order_id) in orders.iter().enumerate() {
        let last = answered
            .iter()
            .filter(|((of, _), answer)| *of == order && answer.outcome() == ReservationOutcome::Reserved)
            .map(|((_, revision), _)| *revision)
            .max()
            .unwrap();
        let held = standing.get(&order_id.to_string()).copied();
        let declared = lines(order, last).len();
        assert_eq!(held, (declared > 0).then_some((last, declared)), "order {order} holds its last good revision");
    }
    app.assert_sound(seller_id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_first_timers_of_one_order_have_one_effect() {
    let app = Arc::new(App::start().await);
    let shop = app.shop(&[100]).await;
    let (seller_id, a) = (shop.seller_id, shop.type_id(0));
    for _ in 0..10 {
        let request = app.reservation(seller_id, app.id(), 1, &[(a.clone(), 1)]);
        let call = |_| {
            let (app, request) = (app.clone(), request.clone());
            async move { app.orders().set_reservation(request).await.unwrap().into_inner().outcome() }
        };
        let outcomes = all((0..4).map(call)).await;
        assert_eq!(outcomes, [ReservationOutcome::Reserved; 4]);
    }
    assert_eq!(app.stock(seller_id, &a).await, 90);
    app.assert_sound(seller_id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_that_want_the_same_types_in_another_order_do_not_lock_each_other_out() {
    let app = Arc::new(App::start().await);
    let shop = app.shop(&[1_000; 6]).await;
    let seller_id = shop.seller_id;
    let types: Vec<String> = (0..6).map(|number| shop.type_id(number)).collect();
    let client = |number: usize| {
        let (app, mut types) = (app.clone(), types.clone());
        async move {
            types.rotate_left(number % 6);
            if number % 2 == 1 {
                types.reverse();
            }
            let lines: Vec<(String, i64)> = types.into_iter().map(|of| (of, 1)).collect();
            for _ in 0..10 {
                let answer = app.reserve(seller_id, app.id(), 1, &lines).await.unwrap();
                assert_eq!(answer.outcome(), ReservationOutcome::Reserved);
            }
        }
    };
    all((0..8).map(client)).await;
    assert_eq!(app.stock(seller_id, &types[0]).await, 1_000 - 80);
    app.assert_sound(seller_id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stock_set_while_orders_reserve_loses_neither() {
    let app = Arc::new(App::start().await);
    let shop = app.shop(&[10, 10]).await;
    let (seller_id, types) = (shop.seller_id, [shop.type_id(0), shop.type_id(1)]);
    let reserving = {
        let app = app.clone();
        async move {
            let mut held = 0;
            for number in 0..40_usize {
                let answer = app.reserve(seller_id, app.id(), 1, &[(types[number % 2].clone(), 1)]).await.unwrap();
                held += i64::from(answer.outcome() == ReservationOutcome::Reserved);
            }
            held
        }
    };
    let importing = {
        let app = app.clone();
        async move {
            for stock in 0..20 {
                app.import(seller_id, vec![row("P1", "T001", stock), row("P1", "T000", stock)]).await;
            }
        }
    };
    let (held, ()) = tokio::join!(reserving, importing);
    assert_eq!(app.db.db_count("reservation").await, held);
    app.assert_sound(seller_id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_import_request_many_times_at_once_has_one_effect() {
    let app = Arc::new(App::start().await);
    let seller_id = app.id();
    let request = app.import_request(seller_id, vec![row("P1", "T1", 5), row("P2", "T2", 7)]);
    let call = |_| {
        let (app, request) = (app.clone(), request.clone());
        async move { app.tool().import_products(request).await.unwrap().into_inner() }
    };
    for report in all((0..6).map(call)).await {
        assert_eq!((report.created, report.updated, report.unchanged), (2, 0, 0));
    }
    assert_eq!(app.db.db_count("product_type").await, 2);
    app.db.assert_audit(&["catalogue.imported"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_files_of_one_seller_at_once_take_turns() {
    let app = Arc::new(App::start().await);
    let seller_id = app.id();
    let call = |number: i64| {
        let app = app.clone();
        async move { app.import(seller_id, (0..20).map(|of| row("P1", &format!("T{of:02}"), number)).collect()).await }
    };
    let reports = all((0..4).map(call)).await;
    assert_eq!(reports.iter().map(|report| report.created).sum::<i32>(), 20);
    assert_eq!(reports.iter().map(|report| report.updated).sum::<i32>(), 60);
    let counts = pb::GetCatalogueCountsRequest { seller_id: seller_id.to_string() };
    let counts = app.tool().get_catalogue_counts(counts).await.unwrap().into_inner();
    assert_eq!((counts.products, counts.types), (1, 20));
    app.assert_sound(seller_id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn edits_and_reservations_at_once_lose_neither() {
    let app = Arc::new(App::start().await);
    let shop = Arc::new(app.shop(&[20, 20, 20]).await);
    let seller_id = shop.seller_id;
    let types: Vec<String> = (0..3).map(|number| shop.type_id(number)).collect();
    let reserving = |number: usize| {
        let (app, mut types) = (app.clone(), types.clone());
        async move {
            types.rotate_left(number % 3);
            let order = app.id();
            for revision in 1..=8 {
                let lines: Vec<(String, i64)> = types.iter().take(2).map(|of| (of.clone(), revision % 3 + 1)).collect();
                app.reserve(seller_id, order, revision, &lines).await.unwrap();
            }
        }
    };
    let editing = |number: usize| {
        let (app, shop) = (app.clone(), shop.clone());
        async move {
            let mut acknowledged = Vec::new();
            for turn in 0..8_usize {
                let available = i64::try_from(number * 8 + turn).unwrap();
                let same = crate::editing::same(&app, &shop, (number + turn) % 3);
                let request = pb::EditProductTypeRequest { available, sell_price_toman: 121 + available, ..same };
                let edited = app.seller(seller_id).edit_product_type(request.clone()).await.unwrap().into_inner();
                assert_eq!(edited.r#type.unwrap().available, available);
                acknowledged.push((request.request_id, available));
            }
            acknowledged
        }
    };
    let importing = {
        let app = app.clone();
        async move {
            for stock in 0..6 {
                app.import(seller_id, vec![row("P1", "T002", stock), row("P1", "T000", stock)]).await;
            }
        }
    };
    let (_, edits, ()) = tokio::join!(all((0..10).map(reserving)), all((0..10).map(editing)), importing);
    for (request_id, available) in edits.into_iter().flatten() {
        // In the ledger as it was answered, unless the stock stood there already.
        let moved = format!("stock_movement WHERE kind = 'adjust' AND request_id = '{request_id}'");
        let as_told = format!("{moved} AND on_hand_after - reserved_after = {available}");
        assert_eq!(app.db.db_count(&moved).await, app.db.db_count(&as_told).await);
        let noted = format!("idempotent_reply WHERE operation = 'EditProductType' AND request_id = '{request_id}'");
        assert_eq!(app.db.db_count(&noted).await, 1);
    }
    // Each edit sets prices that no other one sets: all of them are in the audit, each under its own version.
    assert_eq!(app.db.db_count("audit_event WHERE action = 'product_type.edited'").await, 80);
    let versions =
        "(SELECT DISTINCT entity_id, version FROM audit_event WHERE action = 'product_type.edited') AS noted";
    assert_eq!(app.db.db_count(versions).await, 80);
    assert_eq!(app.assert_sound(seller_id).await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_edits_of_one_version_leave_one() {
    let app = Arc::new(App::start().await);
    let shop = Arc::new(app.shop(&[5]).await);
    let call = |number: i64| {
        let (app, shop) = (app.clone(), shop.clone());
        async move {
            let same = crate::editing::same(&app, &shop, 0);
            let request = pb::EditProductTypeRequest { version: Some(1), sell_price_toman: 130 + number, ..same };
            app.seller(shop.seller_id).edit_product_type(request).await.map_err(|status| status.code())
        }
    };
    let answers = all((0..8).map(call)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| answer.as_ref().err().is_none_or(|code| *code == Code::Aborted)));
    assert_eq!(app.db.db_count("product_type WHERE version = 2").await, 1);
}
