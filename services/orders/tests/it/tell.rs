//! Those who follow the orders are told how far they have been told.

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::parse;
use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;

use crate::house::House;

impl House {
    /// Since when and until when it was told, in the order of telling.
    async fn told_how_far(&self) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
        let rows = self.db.outbox().await.into_iter().filter(|row| row.kind == "orders.told");
        rows.map(|row| {
            assert_eq!(row.topic, "orders", "behind what it speaks of");
            let pb::OrdersTold { since, until } = pb::OrdersTold::decode(row.payload.as_slice()).unwrap();
            (parse::instant("since", since).unwrap(), parse::instant("until", until).unwrap())
        })
        .collect()
    }
}

#[tokio::test]
async fn each_minute_it_is_told_once_and_without_a_gap() {
    let house = House::build().await;
    let until = house.now() - TimeDelta::minutes(1);
    let both = futures_util::future::join(house.app.tell_until_once(), house.app.tell_until_once()).await;
    assert_eq!(u8::from(both.0.unwrap()) + u8::from(both.1.unwrap()), 1, "by one of two processes");
    assert_eq!(house.told_how_far().await, [(DateTime::UNIX_EPOCH, until)]);
    for (seconds, tells) in [(0, false), (59, false), (1, true), (-600, false), (660, true)] {
        house.clock.set(house.now() + TimeDelta::seconds(seconds));
        assert_eq!(house.app.tell_until_once().await.unwrap(), tells, "{seconds}");
    }
    let (minute, two) = (until + TimeDelta::minutes(1), until + TimeDelta::minutes(2));
    assert_eq!(house.told_how_far().await[1..], [(until, minute), (minute, two)]);
}
