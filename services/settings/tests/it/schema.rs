//! `schema.rs` is the database, the migrations can be undone, and the holidays are those of the calendar.

use pishkhan_calendar::holidays::{LUNAR_DAYS, Table};
use pishkhan_settings::{
    MIGRATIONS, SERVICE,
    store::{holidays, schema},
};
use pishkhan_testkit::{
    TestDb,
    schema::{assert_matches, assert_tenant_keys, describe},
};

#[tokio::test]
async fn the_tables_are_those_of_the_migrations() {
    let db = TestDb::new(SERVICE, MIGRATIONS).await;
    let tables = [
        describe(schema::seller::table),
        describe(schema::seller_creation::table),
        describe(schema::seller_limits::table),
        describe(schema::delivery_rule::table),
        describe(schema::holiday_year::table),
        describe(schema::holiday::table),
        describe(schema::holiday_version::table),
        describe(schema::discount_tier::table),
        describe(schema::text_card::table),
        describe(schema::choice::table),
        describe(schema::seller_choice::table),
        describe(schema::seller_edit::table),
        describe(schema::section_version::table),
        describe(schema::tiers_applied::table),
        describe(schema::plan_price::table),
        describe(schema::vat_rate::table),
        describe(schema::payment::table),
        describe(schema::subscription_purchase::table),
        describe(schema::sandbox_payment::table),
        describe(schema::agreed_terms::table),
        describe(schema::terms_proposal::table),
        describe(schema::invoice_counter::table),
        describe(schema::commission_invoice::table),
        describe(schema::commission_invoice_line::table),
        describe(schema::commission_invoice_order::table),
    ];
    assert_matches(&db, &tables).await;
}

#[tokio::test]
async fn the_migrations_can_be_undone_and_done_again() {
    let db = TestDb::new(SERVICE, MIGRATIONS).await;
    let ours = "pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace \
                AND relname ~ '^(seller|delivery_rule|holiday|discount_tier|text_card|choice|section_version|tiers_applied|\
                plan|vat|payment|subscription|sandbox|agreed|terms|invoice|commission)'";
    assert_eq!(db.db_count(ours).await, 25);
    db.db_execute(include_str!("../../migrations/2026-11-30-000010_holiday_version/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000040_subscription_grants/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000030_tiers_applied/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000020_invoices/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000010_subscriptions/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000050_edit_keys/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000040_section_versions/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000004_seller_edit/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000003_lists/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_holidays/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_sellers/down.sql")).await;
    assert_eq!(db.db_count(ours).await, 0);
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_sellers/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_holidays/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000003_lists/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000004_seller_edit/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000040_section_versions/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000050_edit_keys/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000010_subscriptions/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000020_invoices/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000030_tiers_applied/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-23-000040_subscription_grants/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-30-000010_holiday_version/up.sql")).await;
    assert_eq!(db.db_count(ours).await, 25);
}

#[tokio::test]
async fn the_shipped_holidays_are_those_of_the_calendar() {
    let db = TestDb::new(SERVICE, MIGRATIONS).await;
    assert_eq!(holidays::load(&db.conn().await).await.unwrap(), Table::shipped());
    for day in LUNAR_DAYS {
        let row = format!(
            "holiday WHERE year = {} AND month = {} AND day = {} AND title = '{}' AND confirmed = {}",
            day.year,
            day.month,
            day.day,
            day.occasion.code(),
            day.confirmed
        );
        assert_eq!(db.db_count(&row).await, 1, "{row}");
    }
    assert_eq!(usize::try_from(db.db_count("holiday").await), Ok(LUNAR_DAYS.len()));
}

#[tokio::test]
async fn every_key_begins_with_the_seller() {
    let db = TestDb::new(SERVICE, MIGRATIONS).await;
    let shared = [
        ("seller_code_key", "codes of sellers are unique among all"),
        ("seller_creation_request_key", "the request that creates a seller finds it again by its own id"),
        ("payment_authority_key", "whom the gateway sends back brings nothing but its name of the payment"),
        ("seller_parent_seller_id_fkey", "a child names its parent"),
        ("commission_invoice_number_key", "invoices are numbered over all sellers"),
    ];
    assert_tenant_keys(&db, &shared).await;
}
