//! The migration and what is written by hand beside it.

use diesel_async::SimpleAsyncConnection as _;
use pishkhan_catalogue::{MIGRATIONS, store::schema as tables};
use pishkhan_chassis::text;
use pishkhan_testkit::{TestDb, schema};

#[tokio::test]
async fn schema_rs_is_what_the_migrations_make() {
    let db = TestDb::new("catalogue", &[MIGRATIONS]).await;
    let described = [
        schema::describe(tables::unit::table),
        schema::describe(tables::brand::table),
        schema::describe(tables::product::table),
        schema::describe(tables::product_type::table),
        schema::describe(tables::stock::table),
        schema::describe(tables::stock_movement::table),
        schema::describe(tables::order_reservation::table),
        schema::describe(tables::reservation::table),
        schema::describe(tables::catalogue_counter::table),
        schema::describe(tables::image::table),
        schema::describe(tables::product_import::table),
        schema::describe(tables::product_import_row::table),
        schema::describe(tables::order_sale::table),
    ];
    schema::assert_matches(&db, &described).await;
}

#[tokio::test]
async fn every_key_begins_with_the_seller() {
    schema::assert_tenant_keys(&TestDb::new("catalogue", &[MIGRATIONS]).await, &[]).await;
}

#[tokio::test]
async fn the_migrations_can_be_taken_back() {
    let db = TestDb::new("catalogue", &[MIGRATIONS]).await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
    let mut migrations: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    migrations.sort();
    for migration in migrations.iter().rev() {
        db.db_execute(&std::fs::read_to_string(migration.join("down.sql")).unwrap()).await;
    }
    assert_eq!(schema::differences(&db, &[]).await, Vec::<String>::new());
    for migration in &migrations {
        db.db_execute(&std::fs::read_to_string(migration.join("up.sql")).unwrap()).await;
    }
    assert_eq!(db.db_count("unit WHERE is_numeric").await, 1);
}

#[tokio::test]
async fn units_are_shipped_in_the_form_they_are_matched_in() {
    let db = TestDb::new("catalogue", &[MIGRATIONS]).await;
    let names = ["عدد", "بسته", "کارتن", "شرینک", "شل", "کیسه", "جعبه", "باکس", "گونی", "حلب"];
    for name in names {
        let folded = text::fold(name);
        assert_eq!(db.db_count(&format!("unit WHERE name = '{name}' AND name_folded = '{folded}'")).await, 1, "{name}");
    }
    assert_eq!(db.db_count("unit").await, i64::try_from(names.len()).unwrap());
    assert_eq!(db.db_count("unit WHERE is_numeric AND name = 'عدد'").await, 1);
}

#[tokio::test]
async fn the_database_itself_refuses_what_must_not_be() {
    let db = TestDb::new("catalogue", &[MIGRATIONS]).await;
    let seller = "'0199c8a0-0000-7000-8000-0000000000aa'::uuid";
    let product = "'0199c8a0-0000-7000-8000-0000000000bb'::uuid";
    let of = "'0199c8a0-0000-7000-8000-0000000000cc'::uuid";
    db.db_execute(&format!(
        "INSERT INTO product VALUES ({seller}, {product}, 'P', 't', 't', NULL, '', '{{}}', now()); \
         INSERT INTO product_type VALUES ({seller}, {of}, {product}, 'T', 'n', '', \
           '0199c8a0-0000-7000-8000-000000000001', 12, 100, 120, '{{}}', true, 1, now()); \
         INSERT INTO stock VALUES ({seller}, {of}, 5, 0, 1); \
         INSERT INTO stock_movement VALUES ({seller}, {of}, 1, 'import', 5, 0, 0, 5, 0, 0, 'a', NULL, NULL, 'r', now());"
    ))
    .await;
    for (statement, constraint) in [
        ("UPDATE stock SET reserved = 6", "stock_not_oversold"),
        ("UPDATE stock SET on_hand = -1, reserved = -1", "stock_on_hand_not_negative"),
        ("UPDATE stock SET reserved = -1", "stock_reserved_not_negative"),
        ("UPDATE product_type SET sell_price_toman = 99", "product_type_sells_above_buy"),
        ("UPDATE product_type SET sell_price_toman = 1000000000000", "product_type_unit_price"),
        ("INSERT INTO unit VALUES ('0199c8a0-0000-7000-8000-0000000000dd', 'x', 'x', true)", "unit_one_numeric"),
        ("UPDATE stock_movement SET actor = 'somebody else'", "append-only"),
        ("DELETE FROM stock_movement", "append-only"),
        ("TRUNCATE stock_movement", "append-only"),
        (
            "INSERT INTO stock_movement SELECT seller_id, type_id, 2, kind, 4, 0, 5, 10, 0, 0, actor, NULL, NULL, 'r', now() \
             FROM stock_movement",
            "stock_movement_adds_up",
        ),
        (
            "INSERT INTO stock_movement SELECT seller_id, type_id, 2, 'reserve', 0, 1, 5, 5, 0, 1, actor, NULL, NULL, 'r', now() \
             FROM stock_movement",
            "stock_movement_fits_its_kind",
        ),
    ] {
        let error = db.conn().await.batch_execute(statement).await.expect_err(statement);
        assert!(error.to_string().contains(constraint), "{statement}: {error}");
    }
}
