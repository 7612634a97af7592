//! One role owns a database and migrates it, another reads and writes its rows.

use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use pishkhan_chassis::{
    config::{DrainConfig, Profile},
    lifecycle::Lifecycle,
};
use pishkhan_chassis_db::{Db, DbConfig, DbError, MigrateError, Migrated, migrate};
use pishkhan_testkit::{TestDb, eventually};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::support::{MIGRATIONS, add_effect, database};

/// A new database and two roles of its own.
struct House {
    db: TestDb,
    owner: String,
    serving: String,
}

impl House {
    async fn new() -> Self {
        let db = database().await;
        let (owner, serving) = (format!("{}_owner", db.name()), format!("{}_serving", db.name()));
        db.db_execute(&format!(
            "DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner;
             GRANT USAGE ON SCHEMA public TO PUBLIC; CREATE ROLE {owner}; CREATE ROLE {serving}"
        ))
        .await;
        Self { db, owner, serving }
    }

    async fn owned_by(&self, role: &str) {
        self.db.db_execute(&format!("ALTER DATABASE {} OWNER TO {role}", self.db.name())).await;
    }

    /// The database for one of its roles, in production.
    fn config(&self, role: &str) -> DbConfig {
        let url = self.db.url();
        let url = format!("{url}{}options=-c%20role%3D{role}", if url.contains('?') { '&' } else { '?' });
        DbConfig { refuses_owners: true, ..DbConfig::new(url) }
    }

    fn pool(&self, role: &str) -> Db {
        Db::connect(&self.config(role), "chassis_db").unwrap()
    }

    async fn migrate(&self, role: &str, grant_to: Option<&str>) -> Result<Migrated, MigrateError> {
        migrate(&self.config(role), "chassis_db", &[MIGRATIONS], grant_to).await
    }

    /// Why production does not serve under this role; empty: it does.
    async fn refusal(&self, role: &str) -> String {
        let refused = self.pool(role).too_many_rights().await.unwrap();
        refused.map(|refused| refused.to_string().replace(self.db.name(), "DB")).unwrap_or_default()
    }

    /// The roles belong to the server, not to the database.
    async fn end(self) {
        let Self { db, owner, serving } = self;
        db.db_execute(&format!(
            "ALTER DATABASE {name} OWNER TO CURRENT_USER; REASSIGN OWNED BY {owner}, {serving} TO CURRENT_USER;
             DROP OWNED BY {owner}, {serving}; DROP ROLE {owner}, {serving}",
            name = db.name()
        ))
        .await;
    }
}

#[tokio::test]
async fn the_role_that_serves_reads_and_writes_rows_and_nothing_else() {
    let house = House::new().await;
    house.owned_by(&house.owner).await;
    let migrated = house.migrate(&house.owner, Some(&house.serving)).await.unwrap();
    assert_eq!((migrated.applied.len(), migrated.taken_over_from), (8, vec![]));
    assert_eq!(house.refusal(&house.serving).await, "");

    let pool = house.pool(&house.serving);
    let mut conn = pool.read().await.unwrap();
    for may in [
        "INSERT INTO effect (note) VALUES ('a'); UPDATE effect SET note = 'b'; DELETE FROM effect",
        "INSERT INTO ledger (id, amount) VALUES (1, 1); SELECT * FROM ledger",
        "SELECT version FROM __diesel_schema_migrations",
    ] {
        conn.batch_execute(may).await.unwrap();
    }
    for may_not in [
        "CREATE TABLE more (id bigint)",
        "DROP TABLE effect",
        "TRUNCATE effect",
        "ALTER TABLE effect ADD more text",
        "CREATE INDEX ON effect (note)",
        "UPDATE audit_event SET action = ''",
        "DELETE FROM audit_event",
        "UPDATE ledger SET amount = 2",
        "ALTER TABLE audit_event DISABLE TRIGGER append_only_rows",
        "DROP FUNCTION refuse_change() CASCADE",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
        "DELETE FROM __diesel_schema_migrations",
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('9')",
    ] {
        let told = conn.batch_execute(may_not).await.expect_err(may_not).to_string();
        assert!(told.contains("permission denied") || told.contains("must be owner"), "{may_not}: {told}");
    }
    drop(conn);
    house.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_one_role_is_handed_over_while_that_role_serves() {
    let house = House::new().await;
    let (owner, serving) = (house.owner.as_str(), house.serving.as_str());
    house.owned_by(serving).await;
    assert_eq!(house.migrate(serving, None).await.unwrap().applied.len(), 8);
    assert!(house.refusal(serving).await.contains("has the rights of the owner of the database"));

    let (pool, stop) = (house.pool(serving), CancellationToken::new());
    let mut writing = JoinSet::new();
    let until = stop.clone();
    writing.spawn(async move {
        let mut written = 0;
        while !until.is_cancelled() {
            let effect = async |conn: &mut AsyncPgConnection| Ok::<_, DbError>(add_effect(conn, "under way").await?);
            pool.transaction(effect).await.unwrap();
            written += 1;
        }
        written
    });
    let told = house.migrate(owner, Some(serving)).await.unwrap_err().to_string();
    assert_eq!(
        told,
        format!("what is in the database belongs to {serving}: let an administrator say GRANT {serving} TO {owner}")
    );
    house.db.db_execute(&format!("GRANT {serving} TO {owner}")).await;
    house.db.db_execute(&format!("CREATE DATABASE {serving} OWNER {serving}")).await;
    let told = house.migrate(owner, Some(serving)).await.unwrap_err().to_string();
    assert!(told.starts_with(&format!("{serving} owns other databases too ({serving})")), "{told}");
    house.db.db_execute(&format!("DROP DATABASE {serving}")).await;

    let migrated = house.migrate(owner, Some(serving)).await.unwrap();
    assert_eq!(migrated, Migrated { applied: vec![], taken_over_from: vec![serving.to_owned()] });
    assert_eq!(house.migrate(owner, Some(serving)).await.unwrap(), Migrated::default());
    house.db.db_execute(&format!("REVOKE {serving} FROM {owner}")).await;
    assert_eq!(house.migrate(owner, Some(serving)).await.unwrap(), Migrated::default());
    stop.cancel();
    let written: i64 = writing.join_next().await.unwrap().unwrap();
    assert_eq!(house.db.db_count("effect").await, written);
    assert!(written > 10, "{written}");
    assert_eq!(house.refusal(serving).await, "");
    house.end().await;
}

#[tokio::test]
async fn production_serves_under_no_role_that_could_do_more() {
    let house = House::new().await;
    let (owner, serving) = (house.owner.as_str(), house.serving.as_str());
    house.owned_by(owner).await;
    house.migrate(owner, Some(serving)).await.unwrap();
    let refused = |role: &str, excess: &str| {
        format!(
            "DATABASE_URL: the role {role} {excess}; serve under one that `migrate` has given the rows (DATABASE_GRANT_TO)"
        )
    };
    let superuser = DbConfig { refuses_owners: true, ..DbConfig::new(house.db.url()) };
    let told = Db::connect(&superuser, "chassis_db").unwrap().too_many_rights().await.unwrap().unwrap().to_string();
    assert!(told.contains(" is a superuser; serve under one that "), "{told}");
    let of_the_database = "has the rights of the owner of the database";
    assert_eq!(house.refusal(owner).await, refused("DB_owner", of_the_database));
    for (more, excess, less) in [
        (format!("GRANT {owner} TO {serving}"), of_the_database, format!("REVOKE {owner} FROM {serving}")),
        (
            format!("ALTER TABLE inbox OWNER TO {serving}"),
            "has the rights of the owner of the table inbox",
            format!("ALTER TABLE inbox OWNER TO {owner}"),
        ),
        // These two `migrate` mends by itself.
        ("GRANT CREATE ON SCHEMA public TO PUBLIC".to_owned(), "may make tables in the schema public", String::new()),
        (
            format!("GRANT ALL ON ALL TABLES IN SCHEMA public TO {serving}"),
            "may change what the table audit_event has recorded",
            String::new(),
        ),
    ] {
        house.db.db_execute(&more).await;
        assert_eq!(house.refusal(serving).await, refused("DB_serving", excess));
        house.db.db_execute(&less).await;
        house.migrate(owner, Some(serving)).await.unwrap();
        assert_eq!(house.refusal(serving).await, "", "{excess}");
    }
    for (grant_to, told) in [
        (owner, format!("DATABASE_GRANT_TO: {owner} is the role that migrates; another one has to serve")),
        ("nobody\"; --", "DATABASE_GRANT_TO: there is no role nobody\"; --".to_owned()),
    ] {
        assert_eq!(house.migrate(owner, Some(grant_to)).await.unwrap_err().to_string(), told);
    }

    let readiness = Lifecycle::new(DrainConfig::for_profile(Profile::Dev)).handle().readiness();
    let (refused, serves) = (readiness.latch("refused"), readiness.latch("serves"));
    house.pool(owner).ready(&[MIGRATIONS], refused, CancellationToken::new()).await.unwrap_err();
    let (stop, mut living) = (CancellationToken::new(), JoinSet::new());
    living.spawn(house.pool(serving).ready(&[MIGRATIONS], serves, stop.clone()));
    eventually("only the refused one is waited for", async || (readiness.waiting() == ["refused"]).then_some(())).await;
    stop.cancel();
    living.join_next().await.unwrap().unwrap().unwrap();
    let dev = DbConfig { refuses_owners: false, ..house.config(owner) };
    Db::connect(&dev, "chassis_db").unwrap().answering(&[MIGRATIONS]).await.unwrap();
    house.end().await;
}
