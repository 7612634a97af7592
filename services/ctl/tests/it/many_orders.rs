//! Commands that read all orders of a seller, where the orders are large: `deploy/bench/many-orders` has the same with
//! very many of them.

use pishkhan_testkit::Stores;

use crate::house::{House, Said};

const SELLER: &str = "0199d000-0000-7000-8000-0000000000aa";
const ORDERS: usize = 40;
/// As many as an order may have. All these orders together are some 7 MiB, more than one answer may be.
const LINES: usize = 500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_of_500_lines_are_verified_rebuilt_and_recounted() {
    let house = House::build().await;
    let sellers = "SELECT '0199d000-0000-7000-8000-0000000000aa'::uuid";
    let store = Stores { sellers, products: 100, customers: 180, orders: ORDERS, lines: LINES, open_every: 1_000 };
    let (catalogue, orders) = (store.catalogue(), store.orders());
    tokio::join!(house.catalogue_db.db_execute(&catalogue), house.orders_db.db_execute(&orders));
    let run = async |command: &'static str| house.tool(&[command, "--seller", SELLER]).await;

    let stock = run("verify-stock").await;
    assert_eq!(stock.last(), "500 types and 40 orders checked, 0 differences", "{stock:?}");
    assert!(stock.fine);
    let sales = run("verify-sales").await;
    assert_eq!(sales.last(), "100 products and 40 orders checked, 0 differences", "{sales:?}");
    assert!(sales.fine);

    // Empty reports are filled; then everything is as it should be.
    let first = run("rebuild-reports").await;
    assert!(first.last().starts_with("40 orders, ") && !first.fine, "{first:?}");
    let amount = "seller_sales WHERE bucket = 0 AND orders = 40 AND amount_toman = units * 12000 AND units > 20000";
    assert_eq!(house.reports_db.db_count(amount).await, 1);
    let second = run("rebuild-reports").await;
    assert!(second.last().starts_with("40 orders, ") && second.last().ends_with(", 0 were different"), "{second:?}");
    assert!(second.fine);
    // Names of today come along, however many pages of them there are.
    let named = "product_label WHERE by_owner AND product_title <> '' AND type_name <> ''";
    assert_eq!(house.reports_db.db_count(named).await, 500);
    assert!(house.reports_db.db_count("customer_label WHERE by_owner").await > 0);

    // What is wrong is told, of any part of the lists.
    house
        .catalogue_db
        .db_execute(
            "UPDATE reservation SET quantity = quantity + 1
             WHERE order_id = '0199d000-0000-7000-8000-000000000010' AND type_id = md5('type 7')::uuid;
             UPDATE product SET units_sold = units_sold + 5 WHERE code = 'M7'",
        )
        .await;
    house
        .orders_db
        .db_execute("UPDATE sales_order SET reopened = false, status = 0 WHERE order_id = '0199d000-0000-7000-8000-000000000020'")
        .await;
    let stock = run("verify-stock").await;
    assert_eq!(
        stock.lines[1..],
        [
            "order 0199d000-0000-7000-8000-000000000010: its reservation is not what was registered",
            "order 0199d000-0000-7000-8000-000000000020: a reservation without a registered order",
            "500 types and 39 orders checked, 3 differences",
        ]
    );
    assert!(stock.lines[0].starts_with("type M1-7 ") && !stock.fine, "{stock:?}");

    // What lies between orders and stock is told and left to a person.
    let third = run("check-figures").await;
    assert_eq!(
        third.last(),
        "1 sellers with 39 orders checked: 1 were put right, 1 still differ, 0 could not be compared"
    );
    assert!(!third.fine);
    house
        .orders_db
        .db_execute("UPDATE sales_order SET status = 1 WHERE order_id = '0199d000-0000-7000-8000-000000000020'")
        .await;

    // What was lost of events is told, and put right.
    house.reports_db.db_execute("UPDATE seller_sales SET orders = orders + 1 WHERE bucket = 0").await;
    house.catalogue_db.db_execute("UPDATE product SET units_sold = units_sold + 5 WHERE code = 'M7'").await;
    let lost = |consumer: &str, kind: &str| {
        format!(
            "INSERT INTO set_aside VALUES
             ('{consumer}', '{SELLER}', gen_random_uuid(), 'orders', '{kind}', '{SELLER}', 'it was poison', now())"
        )
    };
    house.catalogue_db.db_execute(&lost("catalogue.sales", "order.registered")).await;
    house.reports_db.db_execute(&lost("reports.sales", "order.cancelled")).await;
    let told = |said: &Said, kind: &str| {
        let start = format!("{kind} of {SELLER} was set aside at ");
        said.lines.iter().filter(|line| line.starts_with(&start) && line.ends_with(": it was poison")).count()
    };
    let sales = run("verify-sales").await;
    assert_eq!((told(&sales, "order.registered"), sales.fine), (1, false), "{sales:?}");
    let first = run("check-figures").await;
    assert_eq!((told(&first, "order.registered"), told(&first, "order.cancelled")), (1, 1), "{first:?}");
    assert_eq!(
        first.last(),
        "1 sellers with 40 orders checked: 1 were put right, 0 still differ, 0 could not be compared"
    );
    assert!(!first.fine);
    let second = run("check-figures").await;
    assert_eq!(
        second.lines,
        ["1 sellers with 40 orders checked: 0 were put right, 0 still differ, 0 could not be compared"]
    );
    assert!(second.fine);
    let sales = run("verify-sales").await;
    assert!(sales.fine && sales.last().ends_with(", 0 differences"), "{sales:?}");
}
