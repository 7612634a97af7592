use pishkhan_orders::{MIGRATIONS, schema as tables};
use pishkhan_testkit::{
    TestDb,
    schema::{assert_matches, describe},
};

#[tokio::test]
async fn the_hand_written_schema_is_what_the_migrations_make() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    let tables = [
        describe(tables::customer::table),
        describe(tables::customer_counter::table),
        describe(tables::sales_order::table),
        describe(tables::order_line::table),
        describe(tables::order_revision::table),
        describe(tables::order_code_counter::table),
        describe(tables::settlement::table),
    ];
    assert_matches(&db, &tables).await;
}

#[tokio::test]
async fn the_migration_can_be_taken_back_and_run_again() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000003_search_without_trigrams/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_delete_and_revise/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_orders/down.sql")).await;
    assert_eq!(db.db_count("information_schema.tables WHERE table_name = 'sales_order'").await, 0);
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_orders/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_delete_and_revise/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000003_search_without_trigrams/up.sql")).await;
    assert_eq!(db.db_count("sales_order").await, 0);
}

#[tokio::test]
async fn a_search_reads_one_sellers_customers_and_no_others() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    // An index over the titles of all sellers is what a planner that knows no word of a search takes first.
    assert_eq!(db.db_count("pg_indexes WHERE tablename = 'customer' AND indexdef LIKE '%title_folded%'").await, 0);
    assert_eq!(db.db_count("pg_indexes WHERE indexname = 'customer_by_activity'").await, 1);
}

#[tokio::test]
async fn what_was_registered_stays_written() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    let triggers = "information_schema.triggers WHERE event_object_table = 'order_revision' AND \
                    event_manipulation IN ('UPDATE', 'DELETE')";
    assert_eq!(db.db_count(triggers).await, 2);
}
