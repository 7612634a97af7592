//! The delivery rule as its seller sets it, and the table of holidays behind it.

use pishkhan_calendar::JalaliDate;
use pishkhan_proto::settings::v1::{self as pb, delivery::Rule};

use crate::harness::{Client, TestApp, new_seller, problems, refusal, seller_id};

fn civil(jalali: &str) -> String {
    jalali.parse::<JalaliDate>().unwrap().to_naive().to_string()
}

fn jalali(civil: &str) -> String {
    JalaliDate::from(civil.parse::<chrono::NaiveDate>().unwrap()).to_string()
}

fn cut_off(key: &str, days: i32, time: &str) -> pb::SetDeliveryRequest {
    pb::SetDeliveryRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(1).to_string(),
        days_after_order: Some(days),
        cut_off: time.to_owned(),
        ..Default::default()
    }
}

fn period(key: &str, start: &str, end: &str, days: Option<i32>) -> pb::SetDeliveryRequest {
    pb::SetDeliveryRequest {
        request_id: key.to_owned(),
        seller_id: seller_id(1).to_string(),
        start_date: civil(start),
        end_date: civil(end),
        preparation_days: days,
        ..Default::default()
    }
}

async fn set(client: &mut Client, request: pb::SetDeliveryRequest) -> pb::Delivery {
    client.set_delivery(request).await.unwrap().into_inner().delivery.unwrap()
}

async fn get(client: &mut Client) -> Option<pb::Delivery> {
    let request = pb::GetDeliveryRequest { seller_id: seller_id(1).to_string() };
    client.get_delivery(request).await.unwrap().into_inner().delivery
}

#[tokio::test]
async fn a_special_seller_sets_days_and_a_cut_off() {
    let app = TestApp::start().await;
    app.create(pb::CreateSellerRequest { delivery: None, ..new_seller(1) }).await.unwrap();
    let mut client = app.seller(seller_id(1));
    assert_eq!(get(&mut client).await, None);
    // It is half past three on Saturday, 1405/08/30.
    for (key, days, time, expected) in [
        ("a", 1, "15:30", "1405/09/01"),
        ("b", 1, "۱۵:۲۹", "1405/09/02"),
        ("c", 6, "16:00", "1405/09/07"),
        ("d", 5, "11:00", "1405/09/07"),
    ] {
        let delivery = set(&mut client, cut_off(key, days, time)).await;
        assert_eq!(jalali(&delivery.delivery_date), expected, "{days} {time}");
        assert!(!delivery.approximate);
        assert_eq!(get(&mut client).await, Some(delivery));
    }
    let stands = get(&mut client).await;
    let of_a_period = period("e", "1405/09/01", "1405/09/10", Some(3));
    let wrong = problems(client.set_delivery(of_a_period).await);
    assert_eq!(wrong.len(), 2, "the other kind's fields are not read: {wrong:?}");
    assert_eq!(problems(client.set_delivery(cut_off("f", 31, "24:00")).await).len(), 2);
    assert_eq!(get(&mut client).await, stands);
    let again = set(&mut client, cut_off("d", 5, "11:00")).await;
    assert_eq!(Some(again), stands);
    app.db
        .assert_audit(&[
            "seller.created",
            "delivery.changed",
            "delivery.changed",
            "delivery.changed",
            "delivery.changed",
        ])
        .await;
}

#[tokio::test]
async fn a_normal_seller_sets_a_period() {
    let app = TestApp::start().await;
    let normal = pb::SellerType::Normal.into();
    app.create(pb::CreateSellerRequest { r#type: normal, delivery: None, ..new_seller(1) }).await.unwrap();
    let mut client = app.seller(seller_id(1));
    for (key, start, end, days, expected, approximate) in [
        ("a", "1405/09/01", "1405/09/10", None, "1405/09/11", false),
        ("b", "1405/09/01", "1405/09/10", Some(-1), "1405/09/11", false),
        ("c", "1405/09/01", "1405/09/10", Some(2), "1405/09/14", false),
        // Over the year's end and Nowruz, into a year whose lunar days nobody knows yet.
        ("d", "1405/12/01", "1405/12/28", None, "1406/01/05", true),
    ] {
        let delivery = set(&mut client, period(key, start, end, days)).await;
        assert_eq!((jalali(&delivery.delivery_date).as_str(), delivery.approximate), (expected, approximate), "{key}");
        let preparation_days = days.unwrap_or(-1);
        let rule = pb::PeriodDelivery { start_date: civil(start), end_date: civil(end), preparation_days };
        assert_eq!(delivery.rule, Some(Rule::Period(rule)));
    }
    let reversed = period("e", "1405/09/11", "1405/09/10", None);
    assert_eq!(refusal(client.set_delivery(reversed).await).1, "PERIOD_REVERSED");
    let wrong = problems(client.set_delivery(period("f", "1405/09/01", "1405/09/10", Some(0))).await);
    assert_eq!(wrong, [("delivery.preparation_days".to_owned(), "OUT_OF_RANGE".to_owned())]);
}

#[tokio::test]
async fn an_operators_holiday_moves_the_date_and_back() {
    let app = TestApp::start().await;
    app.create(new_seller(1)).await.unwrap();
    let (mut client, mut tool) = (app.seller(seller_id(1)), app.tool());
    let date = async |client: &mut Client| jalali(&get(client).await.unwrap().delivery_date);
    assert_eq!(date(&mut client).await, "1405/09/03");
    let add =
        |confirmed| pb::AddHolidayRequest {
            date: civil("1405/09/03"), title: "تعطیلی ویژه".to_owned(), confirmed
        };
    for confirmed in [false, false, true] {
        tool.add_holiday(add(confirmed)).await.unwrap();
    }
    assert_eq!(date(&mut client).await, "1405/09/04");
    let listing = tool.list_holidays(pb::ListHolidaysRequest { year: 1405 }).await.unwrap().into_inner();
    let day = |date: &str| listing.holidays.iter().find(|holiday| holiday.date == civil(date)).unwrap().clone();
    assert_eq!((day("1405/09/03").titles, day("1405/09/03").confirmed), (vec!["تعطیلی ویژه".to_owned()], true));
    assert!(day("1405/01/01").confirmed && !day("1405/10/02").confirmed, "from Mordad on they are derived");
    let remove = pb::RemoveHolidayRequest { date: civil("1405/09/03"), title: String::new() };
    assert_eq!(tool.remove_holiday(remove.clone()).await.unwrap().into_inner().removed, 1);
    assert_eq!(tool.remove_holiday(remove).await.unwrap().into_inner().removed, 0);
    assert_eq!(date(&mut client).await, "1405/09/03");
    assert_eq!(
        problems(tool.add_holiday(pb::AddHolidayRequest { date: civil("1421/01/05"), ..add(true) }).await).len(),
        1
    );
    assert_eq!(refusal(client.add_holiday(add(true)).await).1, "FORBIDDEN");
    app.db.assert_audit(&["seller.created", "holiday.added", "holiday.added", "holiday.removed"]).await;
}

#[tokio::test]
async fn a_year_is_approximate_until_it_is_published() {
    let app = TestApp::start().await;
    let mut tool = app.tool();
    let approximate = async |tool: &mut Client| {
        tool.list_holidays(pb::ListHolidaysRequest { year: 1406 }).await.unwrap().into_inner().approximate
    };
    assert!(approximate(&mut tool).await);
    for (published, expected) in [(true, false), (true, false), (false, true)] {
        tool.set_holiday_year(pb::SetHolidayYearRequest { year: 1406, published }).await.unwrap();
        assert_eq!(approximate(&mut tool).await, expected);
    }
    app.db.assert_audit(&["holiday_year.changed", "holiday_year.changed"]).await;
}
