//! `schema.rs` is the database, and the migrations can be undone.

use pishkhan_reports::config::SERVICE;
use pishkhan_reports::store::{MIGRATIONS, schema};
use pishkhan_testkit::TestDb;
use pishkhan_testkit::schema::{assert_matches, assert_tenant_keys, describe};

#[tokio::test]
async fn the_tables_are_those_of_the_migrations() {
    let db = TestDb::new(SERVICE, &[MIGRATIONS]).await;
    let tables = [
        describe(schema::contribution::table),
        describe(schema::seller_sales::table),
        describe(schema::product_sales::table),
        describe(schema::region_sales::table),
        describe(schema::customer_sales::table),
        describe(schema::product_label::table),
        describe(schema::customer_label::table),
        describe(schema::rebuild_order::table),
        describe(schema::told_until::table),
        describe(schema::told_ahead::table),
    ];
    assert_matches(&db, &tables).await;
}

#[tokio::test]
async fn every_key_begins_with_the_seller() {
    assert_tenant_keys(&TestDb::new(SERVICE, &[MIGRATIONS]).await, &[]).await;
}

#[tokio::test]
async fn the_migrations_can_be_undone_and_done_again() {
    let db = TestDb::new(SERVICE, &[MIGRATIONS]).await;
    db.db_execute(include_str!("../../migrations/2026-11-26-000010_told_until/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000020_order_codes/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000010_names/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_sales_by_amount/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_sales/down.sql")).await;
    let ours = "pg_class WHERE relnamespace = 'public'::regnamespace AND relname ~ '(sales|label|contribution|rebuil)'";
    assert_eq!(db.db_count(ours).await, 0);
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_sales/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_sales_by_amount/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000010_names/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000020_order_codes/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-26-000010_told_until/up.sql")).await;
    assert!(db.db_count(ours).await > 0);
}

#[tokio::test]
async fn the_database_refuses_what_the_rules_forbid() {
    let db = TestDb::new(SERVICE, &[MIGRATIONS]).await;
    db.db_execute(
        "INSERT INTO contribution (seller_id, order_id, revision, applied_at)
            VALUES (gen_random_uuid(), gen_random_uuid(), 1, now());
         DO $$
         DECLARE
            statement text;
         BEGIN
            FOREACH statement IN ARRAY ARRAY[
                'INSERT INTO seller_sales VALUES (gen_random_uuid(), 0, -1, 0, 0)',
                'INSERT INTO seller_sales VALUES (gen_random_uuid(), 0, 0, -1, 0)',
                'INSERT INTO seller_sales VALUES (gen_random_uuid(), 0, 0, 0, -1)',
                'INSERT INTO seller_sales VALUES (gen_random_uuid(), 1405, 0, 0, 0)',
                'INSERT INTO product_sales VALUES (gen_random_uuid(), 20261121, gen_random_uuid(), 0, 0, 0)',
                'UPDATE contribution SET day_bucket = 14050830',
                'UPDATE contribution SET revision = 0',
                'UPDATE contribution SET day_bucket = 14050830, customer_id = order_id, activity_area = '''',
                    type_ids = ARRAY[order_id], units = ARRAY[0], amounts_toman = ARRAY[1]',
                'UPDATE contribution SET day_bucket = 14050830, customer_id = order_id, activity_area = '''',
                    type_ids = ARRAY[order_id], units = ARRAY[1], amounts_toman = ARRAY[-1]',
                'UPDATE contribution SET day_bucket = 14050830, customer_id = order_id, activity_area = '''',
                    type_ids = ARRAY[order_id], units = ARRAY[1, 2], amounts_toman = ARRAY[1]'
            ] LOOP
                BEGIN
                    EXECUTE statement;
                    RAISE 'accepted: %', statement;
                EXCEPTION WHEN check_violation THEN
                    NULL;
                END;
            END LOOP;
         END
         $$",
    )
    .await;
    assert_eq!(db.db_count("contribution WHERE day_bucket IS NULL AND revision = 1").await, 1);
    assert_eq!(db.db_count("seller_sales").await + db.db_count("product_sales").await, 0);
}
