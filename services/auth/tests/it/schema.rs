//! `schema.rs` is the database, and the migrations can be undone.

use pishkhan_auth::{SERVICE, store::MIGRATIONS, store::schema};
use pishkhan_testkit::{
    TestDb,
    schema::{assert_matches, assert_tenant_keys, describe},
};

#[tokio::test]
async fn the_tables_are_those_of_the_migrations() {
    let db = TestDb::new(SERVICE, MIGRATIONS).await;
    let tables = [
        describe(schema::user_account::table),
        describe(schema::credential::table),
        describe(schema::session::table),
        describe(schema::shared_key::table),
        describe(schema::credential_change::table),
        describe(schema::known_network::table),
        describe(schema::reset_code::table),
        describe(schema::password_link::table),
        describe(schema::tool_token::table),
    ];
    assert_matches(&db, &tables).await;
}

#[tokio::test]
async fn the_migrations_can_be_undone_and_done_again() {
    let db = TestDb::new(SERVICE, MIGRATIONS).await;
    let ours = "pg_class WHERE relnamespace = 'public'::regnamespace \
                AND relname IN ('user_account', 'credential', 'session', 'shared_key', 'credential_change', 'known_network', \
                  'reset_code', 'password_link', 'tool_token')";
    assert_eq!(db.db_count(ours).await, 9);
    db.db_execute(include_str!("../../migrations/2026-11-28-000010_old_credential_changes/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-27-000030_operators/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-27-000020_user_sessions/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-27-000010_reset_codes/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000013_change_keys/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000003_known_networks/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_credential_changes/down.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_accounts/down.sql")).await;
    assert_eq!(db.db_count(ours).await, 0);
    db.db_execute(include_str!("../../migrations/2026-11-21-000001_accounts/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-21-000002_credential_changes/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000003_known_networks/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-22-000013_change_keys/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-27-000010_reset_codes/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-27-000020_user_sessions/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-27-000030_operators/up.sql")).await;
    db.db_execute(include_str!("../../migrations/2026-11-28-000010_old_credential_changes/up.sql")).await;
    assert_eq!(db.db_count(ours).await, 9);
}

#[tokio::test]
async fn every_key_begins_with_the_seller() {
    let db = TestDb::new(SERVICE, MIGRATIONS).await;
    let shared = [
        ("user_account_pkey", "operators are users too, and have no seller"),
        ("user_account_cellphone_key", "who logs in names a phone number and no seller"),
        ("user_account_username_key", "user names are unique among all"),
        ("tool_token_pkey", "most passports of tools are for no seller"),
    ];
    assert_tenant_keys(&db, &shared).await;
}
