//! Orders and stock of all sellers are compared, and taken back to one another.

use pishkhan_testkit::Stores;

use crate::house::House;

const FIRST: &str = "0199d000-0000-7000-8000-0000000000aa";
const SECOND: &str = "0199d000-0000-7000-8000-0000000000ab";

/// A seller's row.
fn seller(id: &str, title: &str, number: u8) -> String {
    format!(
        "INSERT INTO seller (seller_id, type, active, ready, title, representative, price_edit_range,
             national_card_received, agreed_commission, address, story_url, background_url, cellphone, username, created_at)
         VALUES ('{id}', 1, true, true, '{title}', '', '', false, 0, '', '', '', '0912000000{number}', 'user{number}', now())"
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_sellers_are_compared_and_put_right() {
    let house = House::build().await;
    let sellers = "SELECT '0199d000-0000-7000-8000-0000000000aa'::uuid";
    let store = Stores { sellers, products: 100, customers: 180, orders: 12, lines: 2, open_every: 1_000 };
    let (catalogue, orders, reports) = (store.catalogue(), store.orders(), store.reports());
    tokio::join!(
        house.catalogue_db.db_execute(&catalogue),
        house.orders_db.db_execute(&orders),
        house.reports_db.db_execute(&reports),
    );
    let figures = house.tool(&["rebuild-reports", "--seller", FIRST]).await;
    assert!(figures.fine && figures.last().ends_with(", 0 were different"), "{figures:?}");
    let none = house.tool(&["reconcile"]).await;
    assert_eq!(none.lines, ["0 sellers, 0 of them with differences", "0 orders compared, 0 differences"]);
    assert!(none.fine);

    house.settings_db.db_execute(&seller(FIRST, "Aftab", 1)).await;
    house.settings_db.db_execute(&seller(SECOND, "Mahtab", 2)).await;
    let good = house.tool(&["reconcile"]).await;
    assert_eq!(
        good.lines,
        [
            format!("seller {FIRST} (Aftab): 12 orders compared, 0 differences"),
            format!("seller {SECOND} (Mahtab): 0 orders compared, 0 differences"),
            "2 sellers, 0 of them with differences".to_owned(),
            "12 orders compared, 0 differences".to_owned(),
        ]
    );
    assert!(good.fine);

    // An order holds one unit too much, as in a stock of an older time.
    house
        .catalogue_db
        .db_execute(
            "WITH first AS (SELECT order_id, type_id FROM reservation ORDER BY 1, 2 LIMIT 1),
                 more AS (UPDATE reservation r SET quantity = quantity + 1 FROM first
                     WHERE (r.order_id, r.type_id) = (first.order_id, first.type_id) RETURNING r.type_id)
             UPDATE stock s SET reserved = reserved + 1 FROM more WHERE s.type_id = more.type_id",
        )
        .await;
    let told = house.tool(&["reconcile"]).await;
    let [line, first, second, sellers, sum, hint] = told.lines.as_slice() else { panic!("{told:?}") };
    assert!(line.starts_with("order ") && line.contains(" holds "), "{told:?}");
    assert!(first.ends_with(": 12 orders compared, 1 differences") && second.ends_with(" 0 differences"), "{told:?}");
    assert_eq!([sellers, sum], ["2 sellers, 1 of them with differences", "12 orders compared, 1 differences"]);
    assert!(hint.contains("--apply") && !told.fine, "{told:?}");

    let applied = house.tool(&["reconcile", "--apply"]).await;
    let put_right = "12 orders compared, 1 differences; 1 declarations made, 0 were short, 0 differences left, \
                     0 intents go on waiting";
    assert_eq!(applied.last(), put_right, "{applied:?}");
    assert!(applied.fine);
    let again = house.tool(&["reconcile", "--apply"]).await;
    assert!(
        again.last().starts_with("12 orders compared, 0 differences; 0 declarations made") && again.fine,
        "{again:?}"
    );
    let one = house.tool(&["reconcile", "--seller", FIRST]).await;
    assert_eq!((one.lines.as_slice(), one.fine), (&["12 orders compared, 0 differences".to_owned()][..], true));
}
