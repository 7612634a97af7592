//! What an order is promised, and which days are holidays.

use chrono::{DateTime, Datelike as _, NaiveDate, TimeDelta, Utc, Weekday};
use pishkhan_calendar::{JalaliDate, tehran_day};
use pishkhan_chassis::{errors, parse};
use pishkhan_proto::settings::v1::{self as pb, create_seller_request::Delivery};
use tonic::Code;

use crate::harness::{TestApp, new_seller, seller_id};

/// The instant of a Tehran time on a Jalali day.
fn at(day: &str, minutes: i64) -> DateTime<Utc> {
    let day: JalaliDate = day.parse().expect("a jalali date");
    tehran_day(day).0 + TimeDelta::minutes(minutes)
}

async fn terms(app: &TestApp, placed_at: DateTime<Utc>) -> pb::GetOrderTermsResponse {
    let request = pb::GetOrderTermsRequest {
        seller_id: seller_id(1).to_string(),
        placed_at: Some(parse::timestamp(placed_at)),
        tiers_only: false,
    };
    app.tool().get_order_terms(request).await.expect("the terms are read").into_inner()
}

fn jalali(text: &str) -> String {
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").expect("a civil date");
    let date = JalaliDate::from(date);
    format!("{}/{:02}/{:02}", date.year(), date.month(), date.day())
}

#[tokio::test]
async fn a_cut_off_delivers_days_later_past_holidays() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    for (day, minutes, expected) in [
        // A Saturday before and after the cut-off.
        ("1405/08/30", 13 * 60 + 59, "1405/09/02"),
        ("1405/08/30", 14 * 60 + 1, "1405/09/03"),
        // Two days later is Friday and the lunar holiday of 22 Aban.
        ("1405/08/20", 10 * 60, "1405/08/23"),
    ] {
        let answer = terms(&app, at(day, minutes)).await;
        assert_eq!(jalali(&answer.delivery_date), expected, "{day} {minutes}");
        assert!(!answer.delivery_approximate);
        assert_eq!(answer.seller_title, "پخش آفتاب 1");
        assert!(!answer.seller_active, "it has no subscription");
        assert_eq!(answer.limits, new_seller(1).limits);
    }
    // Nobody knows the lunar holidays of that year yet.
    assert!(terms(&app, at("1407/01/20", 0)).await.delivery_approximate);
}

#[tokio::test]
async fn a_period_delivers_after_its_end_and_never_in_the_past() {
    let app = TestApp::start().await;
    let delivery = pb::PeriodDelivery {
        start_date: "2026-10-23".to_owned(),
        end_date: "2026-11-21".to_owned(),
        preparation_days: 2,
    };
    let request = pb::CreateSellerRequest {
        r#type: pb::SellerType::Normal.into(),
        delivery: Some(Delivery::PeriodDelivery(delivery)),
        ..new_seller(1)
    };
    app.create(request).await.unwrap();
    assert_eq!(jalali(&terms(&app, at("1405/08/10", 600)).await.delivery_date), "1405/09/03");
    assert_eq!(jalali(&terms(&app, at("1405/09/10", 600)).await.delivery_date), "1405/09/11");
}

#[tokio::test]
async fn without_a_rule_there_is_no_date_and_an_instant_is_needed() {
    let app = TestApp::start().await;
    app.create(pb::CreateSellerRequest { delivery: None, limits: None, ..new_seller(1) }).await.unwrap();
    let answer = terms(&app, at("1405/08/30", 0)).await;
    assert_eq!((answer.delivery_date.as_str(), answer.delivery_approximate), ("", false));
    assert_eq!(answer.limits, Some(pb::Limits::default()));
    let request = pb::GetOrderTermsRequest { seller_id: seller_id(1).to_string(), placed_at: None, tiers_only: false };
    let status = app.tool().get_order_terms(request).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_eq!(errors::details(&status).fields[0].field, "placed_at");
    let unknown =
        pb::GetOrderTermsRequest { seller_id: seller_id(2).to_string(), tiers_only: true, ..Default::default() };
    assert_eq!(app.tool().get_order_terms(unknown).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn a_new_holiday_in_the_table_moves_the_date() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    assert_eq!(jalali(&terms(&app, at("1405/08/30", 600)).await.delivery_date), "1405/09/02");
    app.db.db_execute("INSERT INTO holiday VALUES (1405, 9, 2, 'تعطیلی فوق‌العاده', true)").await;
    assert_eq!(jalali(&terms(&app, at("1405/08/30", 600)).await.delivery_date), "1405/09/03");
    let listing = app.tool().list_holidays(pb::ListHolidaysRequest { year: 1405 }).await.unwrap().into_inner();
    assert!(listing.holidays.iter().any(|holiday| holiday.titles == ["تعطیلی فوق‌العاده"]));
    for (change, expected, approximate) in [
        ("UPDATE holiday SET day = 3 WHERE title = 'تعطیلی فوق‌العاده'", "1405/09/02", false),
        ("UPDATE holiday SET day = 2 WHERE title = 'تعطیلی فوق‌العاده'", "1405/09/03", false),
        ("DELETE FROM holiday WHERE title = 'تعطیلی فوق‌العاده'", "1405/09/02", false),
        ("DELETE FROM holiday_year", "1405/09/02", true),
        ("INSERT INTO holiday_year VALUES (1405)", "1405/09/02", false),
        ("TRUNCATE holiday_year", "1405/09/02", true),
    ] {
        app.db.db_execute(change).await;
        let answer = terms(&app, at("1405/08/30", 600)).await;
        assert_eq!(
            (jalali(&answer.delivery_date).as_str(), answer.delivery_approximate),
            (expected, approximate),
            "{change}"
        );
    }
    // Without the version nothing is taken from memory.
    app.db.db_execute("DELETE FROM holiday_version").await;
    app.db.db_execute("INSERT INTO holiday VALUES (1405, 9, 2, 'تعطیلی فوق‌العاده', true)").await;
    assert_eq!(jalali(&terms(&app, at("1405/08/30", 600)).await.delivery_date), "1405/09/03");
}

#[tokio::test]
async fn the_holidays_of_a_year_are_in_order_fridays_included() {
    let app = TestApp::start().await;
    let listing = app.tool().list_holidays(pb::ListHolidaysRequest { year: 1405 }).await.unwrap().into_inner();
    assert!(!listing.approximate);
    let days: Vec<&str> = listing.holidays.iter().map(|holiday| holiday.date.as_str()).collect();
    assert!(days.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(days[0], "2026-03-21");
    assert!(listing.holidays[0].titles.iter().any(|title| title == "NOWRUZ"));
    let fridays = days.iter().filter(|day| {
        let day: NaiveDate = day.parse().expect("a civil date");
        day.weekday() == Weekday::Fri
    });
    assert_eq!(fridays.count(), 52);
    let unpublished = app.tool().list_holidays(pb::ListHolidaysRequest { year: 1410 }).await.unwrap().into_inner();
    assert!(unpublished.approximate);
    for year in [1399, 1421, 0, -1] {
        let status = app.tool().list_holidays(pb::ListHolidaysRequest { year }).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_eq!(errors::details(&status).fields[0].field, "year");
    }
}
