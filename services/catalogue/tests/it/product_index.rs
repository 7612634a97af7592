//! The index of products that processes keep in memory: it never shows what the table does not.

use std::cell::RefCell;

use chrono::TimeDelta;
use diesel::{QueryableByName, sql_query, sql_types as sql};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _};
use futures_util::future::join_all;
use pishkhan_catalogue::{
    app::Catalogue,
    domain::listing::{ProductFilter, ProductOrder, Window},
};
use pishkhan_chassis::text;
use pishkhan_proto::catalogue::v1 as pb;
use proptest::{
    collection::vec,
    prelude::*,
    sample::select,
    test_runner::{Config, TestRunner},
};
use uuid::Uuid;

use crate::{
    harness::{App, row},
    sales::register,
};

const TITLES: [&str; 6] = ["چای سبز", "چای سیاه", "شیر", "Café", "قند", "پنیر چای"];
const BRANDS: [&str; 4] = ["", "گلستانه", "آوند", "Alpha"];
const PRODUCTS: usize = 8;

/// What happens to a store.
#[derive(Debug, Clone)]
enum Event {
    /// A product comes, or is called otherwise, or is of another maker.
    Import { product: usize, title: &'static str, brand: &'static str },
    /// An order with it is registered.
    Sell { product: usize, units: i64 },
    /// A change begins that others cannot see yet.
    Begin { product: usize, units: i64 },
    /// It can be seen from now on.
    Commit,
    /// So much time goes by.
    Wait(i64),
}

/// What is asked then, and of which process.
#[derive(Debug, Clone)]
struct Question {
    process: usize,
    search: &'static str,
    brands: Vec<&'static str>,
    order: ProductOrder,
    window: Window,
}

fn event() -> impl Strategy<Value = Event> {
    let product = 0..PRODUCTS;
    prop_oneof![
        3 => (product.clone(), select(&TITLES[..]), select(&BRANDS[..]))
            .prop_map(|(product, title, brand)| Event::Import { product, title, brand }),
        4 => (product.clone(), 1_i64..4).prop_map(|(product, units)| Event::Sell { product, units }),
        2 => (product, 1_i64..4).prop_map(|(product, units)| Event::Begin { product, units }),
        2 => Just(Event::Commit),
        1 => (1_i64..11).prop_map(Event::Wait),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    use ProductOrder::{LeastSold, MostSold, Newest, Oldest, Title};
    let window = prop_oneof![Just((0, 100)), (0_u32..4, 1_u32..4), Just((100, 10))];
    let search = select(vec!["", "چ", "چای", "cafe", "x"]);
    (
        0_usize..2,
        search,
        vec(select(&BRANDS[1..]), 0..3),
        select(vec![Title, Newest, Oldest, MostSold, LeastSold]),
        window,
    )
        .prop_map(|(process, search, brands, order, (skip, size))| Question {
            process,
            search,
            brands,
            order,
            window: Window { skip, size },
        })
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = sql::Uuid)]
    id: Uuid,
}

async fn ids(conn: &mut AsyncPgConnection, query: &str) -> Vec<Uuid> {
    let rows: Vec<Id> = sql_query(query).load(conn).await.expect("the table can be read");
    rows.into_iter().map(|row| row.id).collect()
}

/// What the table itself lists.
async fn listed(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    filter: &ProductFilter,
    order: ProductOrder,
) -> Vec<Uuid> {
    let ProductFilter { search, brand_ids, stock: _ } = filter;
    let brands = brand_ids.iter().map(Uuid::to_string).collect::<Vec<_>>().join(",");
    let order = match order {
        ProductOrder::Title => "title_folded, product_id",
        ProductOrder::Newest => "created_at DESC, product_id DESC",
        ProductOrder::Oldest => "created_at, product_id",
        ProductOrder::MostSold => "units_sold DESC, title_folded, product_id",
        ProductOrder::LeastSold => "units_sold, title_folded, product_id",
    };
    let query = format!(
        "SELECT product_id AS id FROM product WHERE seller_id = '{seller_id}' \
         AND strpos(title_folded, '{search}') > 0 AND ('{brands}' = '' OR brand_id = ANY ('{{{brands}}}')) \
         ORDER BY {order}"
    );
    ids(conn, &query).await
}

/// A store, the processes that serve it, and a change that is under way.
struct House {
    app: App,
    processes: [Catalogue; 2],
    seller_id: Uuid,
    conn: AsyncPgConnection,
    changing: AsyncPgConnection,
    under_way: bool,
}

impl House {
    async fn start() -> Self {
        let app = App::start().await;
        let processes = [app.catalogue(), app.catalogue()];
        let (seller_id, conn, changing) = (app.id(), app.db.conn().await, app.db.conn().await);
        Self { app, processes, seller_id, conn, changing, under_way: false }
    }

    async fn product_id(&mut self, product: usize) -> Option<Uuid> {
        let query = format!(
            "SELECT product_id AS id FROM product WHERE seller_id = '{}' AND code = 'P{product}'",
            self.seller_id
        );
        ids(&mut self.conn, &query).await.pop()
    }

    async fn happens(&mut self, event: &Event) {
        match event {
            // Imports and sales would wait for the change that is under way.
            Event::Import { .. } | Event::Sell { .. } if self.under_way => {}
            Event::Import { product, title, brand } => {
                let own = row(&format!("P{product}"), &format!("T{product}"), 5);
                let own = pb::ProductRow { title: (*title).to_owned(), brand: (*brand).to_owned(), ..own };
                assert_eq!(self.app.import(self.seller_id, vec![own]).await.problems, []);
            }
            Event::Sell { product, units } => {
                if let Some(product_id) = self.product_id(*product).await {
                    let order_id = self.app.id();
                    register(&self.app, self.seller_id, order_id, 1, &[(&product_id.to_string(), *units)]).await;
                }
            }
            Event::Begin { product, units } => {
                if let Some(product_id) = self.product_id(*product).await {
                    let begin = if self.under_way { "" } else { "BEGIN;" };
                    let change = format!(
                        "{begin} UPDATE product SET units_sold = units_sold + {units} \
                         WHERE seller_id = '{}' AND product_id = '{product_id}'",
                        self.seller_id
                    );
                    self.changing.batch_execute(&change).await.expect("it can be changed");
                    self.under_way = true;
                }
            }
            Event::Commit if self.under_way => {
                self.changing.batch_execute("COMMIT").await.expect("it can be committed");
                self.under_way = false;
            }
            Event::Commit => {}
            Event::Wait(minutes) => self.app.clock.advance(TimeDelta::minutes(*minutes)),
        }
    }

    async fn assert_answers(&mut self, question: &Question) {
        let Question { process, search, brands, order, window } = question;
        let seller_id = self.seller_id;
        let names = brands.iter().map(|name| text::fold(name)).collect::<Vec<_>>().join(",");
        let of_names = format!(
            "SELECT brand_id AS id FROM brand WHERE seller_id = '{seller_id}' AND name_folded = ANY ('{{{names}}}')"
        );
        let filter =
            ProductFilter { search: text::fold(search), brand_ids: ids(&mut self.conn, &of_names).await, stock: None };
        let page =
            self.processes[*process].list_products(seller_id, &filter, *order, *window).await.expect("it is listed");
        let all = listed(&mut self.conn, seller_id, &filter, *order).await;
        let [skip, size] = [window.skip, window.size].map(|number| usize::try_from(number).expect("it is small"));
        let expected: Vec<Uuid> = all.iter().copied().skip(skip).take(size).collect();
        let found: Vec<Uuid> = page.products.iter().map(|product| product.head.product_id).collect();
        assert_eq!((found, page.total), (expected, i64::try_from(all.len()).expect("it is small")), "{question:?}");

        let borne = format!(
            "SELECT p.brand_id AS id FROM product p JOIN brand b ON b.seller_id = p.seller_id AND b.brand_id = p.brand_id \
             WHERE p.seller_id = '{seller_id}' ORDER BY b.name_folded COLLATE \"fa-x-icu\""
        );
        let page = self.processes[1 - process].list_brands(seller_id, None, 10).await.expect("they are listed");
        let found: Vec<Uuid> =
            page.brands.iter().flat_map(|summary| (0..summary.products).map(|_| summary.brand.brand_id)).collect();
        assert_eq!(found, ids(&mut self.conn, &borne).await);
    }
}

#[test]
fn whatever_happens_each_process_lists_what_the_table_has() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let house = RefCell::new(runtime.block_on(House::start()));
    let config = Config { cases: 24, max_shrink_iters: 100, failure_persistence: None, ..Config::default() };
    let steps = vec((event(), question()), 1..24);
    let outcome = TestRunner::new(config).run(&steps, |steps| {
        let mut house = house.borrow_mut();
        runtime.block_on(async {
            house.happens(&Event::Commit).await;
            house.seller_id = house.app.id();
            for (event, question) in &steps {
                house.happens(event).await;
                house.assert_answers(question).await;
            }
        });
        Ok(())
    });
    let _runtime = runtime.enter();
    drop(house);
    outcome.unwrap();
}

fn searched(text: &str) -> ProductFilter {
    ProductFilter { search: text::fold(text), brand_ids: Vec::new(), stock: None }
}

const FIRST: Window = Window { skip: 0, size: 10 };

/// A store of ten products.
async fn ten_products(app: &App) -> Uuid {
    let seller_id = app.id();
    let rows = (0..10).map(|number| row(&format!("P{number}"), &format!("T{number}"), 5)).collect();
    assert_eq!(app.import(seller_id, rows).await.problems, []);
    seller_id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seller_who_asks_often_at_once_has_the_index_read_once() {
    let app = App::start().await;
    let seller_id = ten_products(&app).await;
    let options = app.options();
    let db = options.db.clone();
    let process = Catalogue::new(options);
    let filter = searched("چای");
    for title in ["قند", "شیر"] {
        let before = db.traffic();
        let asked = (0..30).map(|_| process.list_products(seller_id, &filter, ProductOrder::Title, FIRST));
        let pages = join_all(asked).await;
        assert!(
            pages.into_iter().all(|page| page.expect("it is listed").products.iter().all(|of| of.head.title != title))
        );
        let statements = db.traffic().since(before).statements;
        // A page each, what has changed and the page again for those who find a change, and the index: two statements.
        assert!(statements <= 30 * 3 + 2 * 2, "{statements} statements");
        let renamed = pb::ProductRow { title: title.to_owned(), ..row("P3", "T3", 5) };
        app.import(seller_id, vec![renamed]).await;
    }
}

#[tokio::test]
async fn what_leaves_no_trace_is_seen_some_minutes_later() {
    let app = App::start().await;
    let seller_id = ten_products(&app).await;
    let process = app.catalogue();
    let total = async || {
        let page = process.list_products(seller_id, &searched("چای"), ProductOrder::Title, FIRST).await;
        page.expect("it is listed").total
    };
    assert_eq!(total().await, 10);
    for table in ["stock_movement DISABLE TRIGGER ALL", "product_type DISABLE TRIGGER ALL"] {
        app.db.db_execute(&format!("ALTER TABLE {table}")).await;
    }
    app.db.db_execute("DELETE FROM stock_movement; DELETE FROM stock; DELETE FROM product_type; DELETE FROM product WHERE code = 'P1'").await;
    assert_eq!(total().await, 10, "nothing tells it");
    app.clock.advance(TimeDelta::minutes(10));
    assert_eq!(total().await, 9);
}

#[tokio::test]
async fn what_a_search_costs_after_a_sale() {
    let app = App::start().await;
    let seller_id = ten_products(&app).await;
    let options = app.options();
    let db = options.db.clone();
    let process = Catalogue::new(options);
    let statements = async |order| {
        let before = db.traffic();
        let page = process.list_products(seller_id, &searched("چای"), order, FIRST).await;
        let first = page.expect("it is listed").products[0].head.product_id;
        (first, db.traffic().since(before).statements)
    };
    let (first, read) = statements(ProductOrder::MostSold).await;
    assert_eq!((read, statements(ProductOrder::MostSold).await), (3, (first, 1)));
    let page =
        process.list_products(seller_id, &searched("چای"), ProductOrder::Title, FIRST).await.expect("it is listed");
    let sold = page.products[7].head.product_id;
    register(&app, seller_id, app.id(), 1, &[(&sold.to_string(), 3)]).await;
    assert_eq!(statements(ProductOrder::MostSold).await, (sold, 3));
    // It stands at another place, but not by its title: the page that was read is right.
    register(&app, seller_id, app.id(), 1, &[(&sold.to_string(), 1)]).await;
    assert_eq!(statements(ProductOrder::Title).await, (first, 2));
    assert_eq!(statements(ProductOrder::MostSold).await, (sold, 1));
    // A picture, or a new price, is nothing that a list goes by.
    app.db
        .db_execute("UPDATE product SET image_urls = '{/images/a.svg}'; UPDATE product_type SET sell_price_toman = 125")
        .await;
    assert_eq!(statements(ProductOrder::MostSold).await, (sold, 1));
}
