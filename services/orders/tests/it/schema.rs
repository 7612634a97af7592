use diesel_async::SimpleAsyncConnection as _;
use pishkhan_orders::{MIGRATIONS, schema as tables};
use pishkhan_testkit::{
    TestDb,
    schema::{assert_matches, assert_tenant_keys, describe},
};

#[tokio::test]
async fn the_hand_written_schema_is_what_the_migrations_make() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    let tables = [
        describe(tables::customer::table),
        describe(tables::customer_counter::table),
        describe(tables::customer_past_names::table),
        describe(tables::sales_order::table),
        describe(tables::order_line::table),
        describe(tables::order_revision::table),
        describe(tables::order_code_counter::table),
        describe(tables::settlement::table),
        describe(tables::order_directory::table),
        describe(tables::account_reset::table),
        describe(tables::told_until::table),
        describe(tables::customer_purchase::table),
    ];
    assert_matches(&db, &tables).await;
}

#[tokio::test]
async fn the_migration_can_be_taken_back_and_run_again() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    db.db_execute(include_str!("../../migrations/2026-12-01-000020_orders_of_all_customers/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-30-000010_customer_purchases/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-29-000010_changed_customers/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-28-000010_sessions_of_intents/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-26-000030_customers_by_open_orders/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-26-000020_told_until/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-26-000010_account_resets/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000031_order_tiers/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000015_names_of_the_day/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000010_names/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000005_order_directory/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000004_intents/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000003_search_without_trigrams/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_delete_and_revise/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_orders/down.sql")).await;
    assert_eq!(db.db_count("information_schema.tables WHERE table_name = 'sales_order'").await, 0);
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_orders/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_delete_and_revise/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000003_search_without_trigrams/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000004_intents/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000005_order_directory/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000010_names/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000015_names_of_the_day/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000031_order_tiers/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-26-000010_account_resets/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-26-000020_told_until/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-26-000030_customers_by_open_orders/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-28-000010_sessions_of_intents/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-29-000010_changed_customers/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-30-000010_customer_purchases/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-12-01-000020_orders_of_all_customers/up.sql")).await;
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

#[tokio::test]
async fn every_key_begins_with_the_seller() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    let shared = [("order_directory_pkey", "it tells whose an order is to those who do not know")];
    assert_tenant_keys(&db, &shared).await;
}

#[tokio::test]
async fn the_directory_has_what_was_there_before_it_and_what_an_older_process_places() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    let place = |seller: u8, order: u8| {
        format!(
            "INSERT INTO sales_order (seller_id, order_id, customer_id, code, status, reopened, version, revision, \
             last_revision_sent, created_at, delivery_approximate, tax_basis_points, shipping_toman, seller_title, \
             grand_toman, customer_note, seller_note) VALUES (md5('s{seller}')::uuid, md5('o{order}')::uuid, \
             md5('c')::uuid, '1405-08-00000{order}', 0, false, 1, 0, 0, now(), false, 0, 0, '', 0, '', '')"
        )
    };
    let customer = |seller: u8| {
        format!(
            "INSERT INTO customer (seller_id, customer_id, code, title, title_folded, mobile, landline, trade_type, \
             shop_name, activity_area, address, connected, open_orders, created_at) VALUES (md5('s{seller}')::uuid, \
             md5('c')::uuid, 'c', 'c', 'c', '09121111111', '', '', '', '', '', true, 0, now())"
        )
    };
    db.db_execute(include_str!("../../migrations/2026-11-22-000005_order_directory/down.sql")).await;
    for seller in 1..=2 {
        db.db_execute(&customer(seller)).await;
        db.db_execute(&place(seller, seller)).await;
    }
    db.db_execute(include_str!("../../migrations/2026-11-22-000005_order_directory/up.sql")).await;
    db.db_execute(&place(2, 3)).await;
    let agreed = "order_directory d JOIN sales_order o USING (seller_id, order_id, code, created_at)";
    assert_eq!(db.db_count(agreed).await, 3);
    // Another seller's id is taken for good, as it was before.
    let mut conn = db.conn().await;
    let twice = conn.batch_execute(&place(1, 3)).await.unwrap_err();
    assert!(twice.to_string().contains("order_directory_pkey"), "{twice}");
    db.db_execute("DELETE FROM sales_order WHERE code = '1405-08-000003'").await;
    assert_eq!(db.db_count("order_directory").await, 2);
}

/// By plans that are made once for any values, as the pool has them made.
#[tokio::test]
async fn customers_with_open_orders_are_found_by_an_index_of_their_own() {
    let db = TestDb::new("orders", &[MIGRATIONS]).await;
    db.db_execute(
        "INSERT INTO customer (seller_id, customer_id, code, title, title_folded, mobile, landline, trade_type, shop_name,
            activity_area, address, connected, open_orders, created_at)
        SELECT md5((n % 5)::text)::uuid, gen_random_uuid(), n::text, 't', 't', '09120000000', '', '', '', '', '', true,
            (n % 1000 = 0)::integer, now()
        FROM generate_series(1, 20000) AS n;
        ANALYZE customer;
        SET plan_cache_mode = force_generic_plan;
        PREPARE page (uuid, bigint, bigint) AS SELECT title FROM customer WHERE customer.seller_id = $1
            AND customer.connected AND customer.open_orders > 0
            ORDER BY activity_at DESC, customer_id DESC LIMIT $2 OFFSET $3;
        PREPARE any_open (uuid) AS SELECT EXISTS (SELECT * FROM customer WHERE customer.seller_id = $1
            AND customer.open_orders > 0);
        DO $$
        DECLARE
            asked text;
            line text;
            plan text;
        BEGIN
            FOREACH asked IN ARRAY ARRAY['page (md5(''3'')::uuid, 51, 0)', 'any_open (md5(''3'')::uuid)'] LOOP
                plan := '';
                FOR line IN EXECUTE 'EXPLAIN EXECUTE ' || asked LOOP
                    plan := plan || line || E'\\n';
                END LOOP;
                ASSERT plan LIKE '%customer_with_open_orders%' AND plan NOT LIKE '%Seq Scan%', plan;
            END LOOP;
        END
        $$",
    )
    .await;
}
