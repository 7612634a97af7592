//! All rows of a report at once.

use std::collections::BTreeSet;

use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use pishkhan_chassis::errors;
use pishkhan_proto::reports::v1 as pb;
use pishkhan_testkit::eventually;
use tonic::Code;
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, id, numbers, span};

const SELLER: Uuid = Uuid::from_u128(0xA);
const OTHER: Uuid = Uuid::from_u128(0xB);
/// More than a part.
const SOLD: u128 = 1_500;

/// What every number of the test sells: a type to a customer in an area, all of that number.
fn order(seller_id: Uuid, number: u128) -> TestOrder {
    let amount = i64::try_from(number).expect("a small number") * 10;
    TestOrder::new(seller_id, number, "1405/08/30")
        .customer(number, &format!("area {number:04}"))
        .lines(&[(number, 1, amount)])
}

async fn sell(app: &TestApp, seller_id: Uuid) {
    let orders: Vec<TestOrder> = (1..=SOLD).map(|number| order(seller_id, number)).collect();
    app.rebuild(seller_id, "sales", &orders).await.expect("they are counted");
}

type Rows = Vec<(String, i64)>;

/// The reports, each as its keys and amounts.
async fn reports(app: &TestApp, seller_id: Uuid, days: Option<pb::DaySpan>, which: usize) -> BoxStream<'static, Rows> {
    let (mut client, seller_id) = (app.seller(seller_id), seller_id.to_string());
    match which {
        0 => {
            let request = pb::StreamProductSalesRequest { seller_id, days };
            let parts = client.stream_product_sales(request).await.expect("it is answered").into_inner();
            let row = |row: pb::ProductSales| {
                assert!(!row.product_title.is_empty() && !row.type_name.is_empty());
                (row.type_id, numbers(row.figures).2)
            };
            parts.map(move |part| part.expect("it is whole").rows.into_iter().map(row).collect()).boxed()
        }
        1 => {
            let request = pb::StreamRegionSalesRequest { seller_id, days };
            let parts = client.stream_region_sales(request).await.expect("it is answered").into_inner();
            let row = |row: pb::RegionSales| (row.activity_area, numbers(row.figures).2);
            parts.map(move |part| part.expect("it is whole").rows.into_iter().map(row).collect()).boxed()
        }
        _ => {
            let request = pb::StreamCustomerSalesRequest { seller_id, days };
            let parts = client.stream_customer_sales(request).await.expect("it is answered").into_inner();
            let row = |row: pb::CustomerSales| {
                assert!(!row.customer_title.is_empty());
                (row.customer_id, numbers(row.figures).2)
            };
            parts.map(move |part| part.expect("it is whole").rows.into_iter().map(row).collect()).boxed()
        }
    }
}

#[tokio::test]
async fn a_report_is_of_one_instant_however_slowly_it_is_read() {
    let app = TestApp::start().await;
    sell(&app, SELLER).await;
    let mut round = 0;
    for days in [None, span("1405/08/01", "1405/09/05")] {
        for which in 0..3 {
            let total = app.totals(SELLER, days.clone()).await.2;
            let mut parts = reports(&app, SELLER, days.clone(), which).await;
            let mut rows = parts.next().await.unwrap();
            assert!(rows.len() <= 1_000);
            // What was sold least is sold most now, and what was sold most is not sold any more.
            let more = order(SELLER, round + 1).lines(&[(round + 1, 1, 1_000_000)]);
            app.register(&TestOrder { order_id: id(SOLD + round + 1), ..more }).await;
            app.cancel(SELLER, id(SOLD - round), 2).await;
            let now = reports(&app, SELLER, days.clone(), which).await.concat().await;

            rows.extend(parts.concat().await);
            assert_eq!(rows.len(), usize::try_from(SOLD - round).unwrap());
            assert_eq!(rows.iter().map(|(key, _)| key).collect::<BTreeSet<_>>().len(), rows.len(), "each comes once");
            assert!(rows.is_sorted_by(|(_, larger), (_, smaller)| larger >= smaller));
            assert_eq!(rows.iter().map(|(_, amount)| amount).sum::<i64>(), total);
            // Whoever asks now sees what is now.
            assert_eq!((now.len(), &now[0].0), (rows.len() - 1, &rows[rows.len() - 1].0));
            round += 1;
        }
    }
}

#[tokio::test]
async fn days_and_stores_are_kept_apart() {
    let app = TestApp::start().await;
    for (number, day) in [(1, "1405/07/30"), (2, "1405/08/01")] {
        app.register(&order(SELLER, number).on(day)).await;
    }
    app.register(&order(OTHER, 3)).await;
    for which in 0..3 {
        for (days, amounts) in [
            (None, vec![20, 10]),
            (span("1405/08/01", "1405/08/30"), vec![20]),
            (span("1405/07/01", "1405/08/30"), vec![20, 10]),
            (span("1404/01/01", "1404/12/29"), vec![]),
        ] {
            let rows = reports(&app, SELLER, days.clone(), which).await.concat().await;
            assert_eq!(rows.into_iter().map(|(_, amount)| amount).collect::<Vec<_>>(), amounts);
        }
    }
    let theirs = pb::StreamProductSalesRequest { seller_id: OTHER.to_string(), days: None };
    let refused = app.seller(SELLER).stream_product_sales(theirs).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
    let wrong = pb::StreamProductSalesRequest { seller_id: "x".to_owned(), days: None };
    let refused = app.seller(SELLER).stream_product_sales(wrong).await.unwrap_err();
    assert_eq!(errors::details(&refused).fields[0].field, "seller_id");
}

#[tokio::test]
async fn readers_that_stand_still_hold_up_nobody_for_long() {
    let app = TestApp::start().await;
    let mut standing = Vec::new();
    for seller_id in [SELLER, OTHER] {
        // More than the 2 MiB that may be on their way to somebody who does not read.
        let line = |number: u128| (number, 1, 10);
        let order = |number: u128| {
            let lines: Vec<_> = (500 * number..500 * number + 500).map(line).collect();
            let order = TestOrder::new(seller_id, number, "1405/08/30").lines(&lines);
            TestOrder { naming: " with a long name".repeat(10), ..order }
        };
        app.rebuild(seller_id, "sales", &(1..=20).map(order).collect::<Vec<_>>()).await.unwrap();
        let request = pb::StreamProductSalesRequest { seller_id: seller_id.to_string(), days: None };
        let mut parts = app.seller(seller_id).stream_product_sales(request).await.unwrap().into_inner();
        assert!(parts.message().await.unwrap().is_some());
        standing.push(parts);
    }
    // All there are at once: each has one of the pool's four connections, and the screens have the others.
    let third = id(0xC);
    app.register(&order(third, 1)).await;
    for _ in 0..20 {
        assert_eq!(app.totals(third, None).await.0, 1);
    }
    let request = pb::StreamProductSalesRequest { seller_id: third.to_string(), days: None };
    let next = eventually("their turns are over", async || {
        match app.seller(third).stream_product_sales(request.clone()).await {
            Ok(parts) => Some(parts.into_inner()),
            Err(refused) => {
                let reason = errors::reason(&refused);
                assert_eq!((refused.code(), reason.as_deref()), (Code::ResourceExhausted, Some("OVERLOADED")));
                None
            }
        }
    });
    assert_eq!(next.await.message().await.unwrap().unwrap().rows.len(), 1);
    // What they have of their reports does not look whole.
    let mut ends = Vec::new();
    for mut parts in standing {
        ends.push(loop {
            match parts.message().await {
                Ok(Some(_)) => {}
                Ok(None) => break None,
                Err(cut) => break Some(cut.code()),
            }
        });
    }
    assert!(ends.contains(&Some(Code::DeadlineExceeded)), "{ends:?}");
}
