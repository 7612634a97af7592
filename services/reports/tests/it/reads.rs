//! Reading reports.

use std::collections::BTreeMap;

use pishkhan_chassis::errors;
use pishkhan_proto::reports::v1 as pb;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tonic::Code;
use uuid::Uuid;

use crate::harness::{TestApp, TestOrder, jalali, numbers, span};

const SELLER: Uuid = Uuid::from_u128(0xA);

#[tokio::test]
async fn spans_are_days_of_tehran_with_both_ends() {
    let app = TestApp::start().await;
    for (order, day) in (1..).zip(["1404/12/29", "1405/01/01", "1405/07/30", "1405/08/01", "1405/08/29", "1405/08/30"])
    {
        app.register(&TestOrder::new(SELLER, order, day)).await;
    }
    // 20:29:59 UTC is still the 29th in Tehran, 20:30 already the 30th.
    for (order, at) in [(101, "2026-11-20T20:29:59Z"), (102, "2026-11-20T20:30:00Z")] {
        let mut order = TestOrder::new(SELLER, order, "1405/08/30");
        order.registered_at = at.parse().unwrap();
        app.register(&order).await;
    }
    for (days, orders) in [
        (None, 8),
        (span("1405/08/29", "1405/08/29"), 2),
        (span("1405/08/30", "1405/08/30"), 2),
        (span("1405/08/01", "1405/08/30"), 5),
        (span("1405/07/30", "1405/08/29"), 4),
        (span("1405/01/01", "1405/12/29"), 7),
        (span("1404/01/01", "1404/12/29"), 1),
        (span("1300/01/01", "1499/12/29"), 8),
        (span("1403/01/01", "1403/12/30"), 0),
    ] {
        assert_eq!(app.totals(SELLER, days.clone()).await.0, orders, "{days:?}");
        assert_eq!(app.regions(SELLER, days.clone()).await.iter().map(|(_, figures)| figures.0).sum::<i64>(), orders);
        assert_eq!(app.days(SELLER, days).await.iter().map(|(_, figures)| figures.0).sum::<i64>(), orders);
    }
    let everything = pb::DaySpan { first_day: "0001-01-01".to_owned(), last_day: "9999-12-31".to_owned() };
    assert_eq!(app.totals(SELLER, Some(everything)).await.0, 8);
    let days: Vec<_> = app.days(SELLER, span("1405/08/29", "1405/09/02")).await;
    assert_eq!(
        days.iter().map(|(day, figures)| (day.as_str(), figures.0)).collect::<Vec<_>>(),
        [("2026-11-20", 2), ("2026-11-21", 2)]
    );
}

#[tokio::test]
async fn pages_go_through_all_rows_once_largest_amount_first() {
    let app = TestApp::start().await;
    // 25 types and customers, many with the same amount.
    for number in 0..25_u128 {
        let amount = i64::try_from(number % 4).unwrap() * 100;
        app.register(
            &TestOrder::new(SELLER, number + 1, "1405/08/30")
                .customer(number, &format!("area {number}"))
                .lines(&[(number, 1, amount)]),
        )
        .await;
    }
    let mut client = app.seller(SELLER);
    let seller_id = SELLER.to_string();

    let (mut products, mut customers, mut regions) = (Vec::new(), Vec::new(), Vec::new());
    for days in [None, span("1405/08/01", "1405/09/05")] {
        let mut token = String::new();
        products.clear();
        loop {
            let request = pb::ListProductSalesRequest {
                seller_id: seller_id.clone(),
                days: days.clone(),
                page_size: 7,
                page_token: token,
            };
            let page = client.list_product_sales(request).await.unwrap().into_inner();
            assert!(page.rows.len() == 7 || page.next_page_token.is_empty());
            products.extend(page.rows.into_iter().map(|row| (std::cmp::Reverse(numbers(row.figures).2), row.type_id)));
            token = page.next_page_token;
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(products.len(), 25);
        assert!(products.is_sorted_by(|a, b| a < b), "{products:?}");
    }
    let mut token = String::new();
    loop {
        let request =
            pb::ListCustomerSalesRequest { seller_id: seller_id.clone(), days: None, page_size: 6, page_token: token };
        let page = client.list_customer_sales(request).await.unwrap().into_inner();
        customers.extend(page.rows.into_iter().map(|row| (std::cmp::Reverse(numbers(row.figures).2), row.customer_id)));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(customers.len(), 25);
    assert!(customers.is_sorted_by(|a, b| a < b), "{customers:?}");
    let mut token = String::new();
    loop {
        let request =
            pb::ListRegionSalesRequest { seller_id: seller_id.clone(), days: None, page_size: 5, page_token: token };
        let page = client.list_region_sales(request).await.unwrap().into_inner();
        regions.extend(page.rows.into_iter().map(|row| (std::cmp::Reverse(numbers(row.figures).2), row.activity_area)));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(regions.len(), 25);
    assert!(regions.is_sorted_by(|a, b| a < b), "{regions:?}");
}

#[tokio::test]
async fn areas_are_paged_by_their_bytes_whatever_the_language() {
    let app = TestApp::start().await;
    let areas = ["", "تهران", "پرند", "چالوس", "کرج", "گرگان", "یزد", "a", "B", "ä", "west \"1\""];
    for (number, area) in (1..).zip(areas) {
        app.register(&TestOrder::new(SELLER, number, "1405/08/30").customer(1, area)).await;
    }
    let mut found = Vec::new();
    let mut token = String::new();
    loop {
        let request =
            pb::ListRegionSalesRequest { seller_id: SELLER.to_string(), days: None, page_size: 2, page_token: token };
        let page = app.seller(SELLER).list_region_sales(request).await.unwrap().into_inner();
        found.extend(page.rows.into_iter().map(|row| row.activity_area));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    let mut expected = areas.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn bad_input_names_its_field() {
    let app = TestApp::start().await;
    let mut client = app.seller(SELLER);
    let days = |first: &str, last: &str| Some(pb::DaySpan { first_day: first.to_owned(), last_day: last.to_owned() });
    let seller_id = SELLER.to_string();
    for (seller_id, days, field, problem) in [
        (String::new(), None, "seller_id", "REQUIRED"),
        ("x".to_owned(), None, "seller_id", "INVALID"),
        (seller_id.clone(), days("", "2026-11-21"), "days.first_day", "REQUIRED"),
        (seller_id.clone(), days("2026-11-21", ""), "days.last_day", "REQUIRED"),
        (seller_id.clone(), days("1405/08/30", "2026-11-21"), "days.first_day", "INVALID"),
        (seller_id.clone(), days("2026-11-21", "2026-02-30"), "days.last_day", "INVALID"),
        (seller_id.clone(), days("2026-11-21", "2026-11-20"), "days.last_day", "OUT_OF_RANGE"),
    ] {
        let answers = [
            client
                .get_sales_totals(pb::GetSalesTotalsRequest { seller_id: seller_id.clone(), days: days.clone() })
                .await
                .err(),
            client
                .list_daily_sales(pb::ListDailySalesRequest { seller_id: seller_id.clone(), days: days.clone() })
                .await
                .err(),
            client
                .list_product_sales(pb::ListProductSalesRequest {
                    seller_id: seller_id.clone(),
                    days: days.clone(),
                    ..Default::default()
                })
                .await
                .err(),
            client
                .list_region_sales(pb::ListRegionSalesRequest {
                    seller_id: seller_id.clone(),
                    days: days.clone(),
                    ..Default::default()
                })
                .await
                .err(),
            client
                .list_customer_sales(pb::ListCustomerSalesRequest {
                    seller_id: seller_id.clone(),
                    days: days.clone(),
                    ..Default::default()
                })
                .await
                .err(),
        ];
        for status in answers {
            let status = status.expect("it is refused");
            let details = errors::details(&status);
            assert_eq!((status.code(), details.reason.as_deref()), (Code::InvalidArgument, Some("INVALID_FIELD")));
            assert_eq!((details.fields[0].field.as_str(), details.fields[0].problem.as_str()), (field, problem));
        }
    }
    for token in ["x", "AAAA", "e30"] {
        let request = pb::ListProductSalesRequest {
            seller_id: seller_id.clone(),
            page_token: token.to_owned(),
            ..Default::default()
        };
        let status = client.list_product_sales(request).await.unwrap_err();
        assert_eq!(
            (status.code(), errors::details(&status).fields[0].field.as_str()),
            (Code::InvalidArgument, "page_token")
        );
    }
}

#[test]
fn any_span_sums_exactly_its_days() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let app = runtime.block_on(TestApp::start());
    let start = jalali("1404/10/15");
    // Orders on a few days of half a year, and what they add.
    let mut expected: BTreeMap<i32, i64> = BTreeMap::new();
    runtime.block_on(async {
        for order in 0..60_i32 {
            let day = order * 37 % 181;
            let amount = i64::from(order) * 10 + 1;
            *expected.entry(day).or_default() += amount;
            let text = start.add_days(day).to_string();
            let number = u128::try_from(order).unwrap();
            app.register(&TestOrder::new(SELLER, number + 1, &text).lines(&[(number % 5, 1, amount)])).await;
        }
    });
    let mut runner = TestRunner::new(Config { cases: 48, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&(0_i32..181, 0_i32..181), |(from, length)| {
        let days = span(&start.add_days(from).to_string(), &start.add_days(from + length).to_string());
        let sum: i64 = expected.range(from..=from + length).map(|(_, amount)| amount).sum();
        runtime.block_on(async {
            prop_assert_eq!(app.totals(SELLER, days.clone()).await.2, sum);
            let products = app.products(SELLER, days.clone()).await;
            prop_assert_eq!(products.into_iter().map(|row| numbers(row.figures).2).sum::<i64>(), sum);
            prop_assert_eq!(app.days(SELLER, days).await.into_iter().map(|(_, figures)| figures.2).sum::<i64>(), sum);
            Ok(())
        })
    });
    runtime.block_on(async { drop(app) });
    outcome.unwrap();
}
