//! Who may do what in a service's database: one role owns it and migrates, another reads and writes its rows.

use diesel::{
    Connection as _, QueryableByName, RunQueryDsl as _,
    connection::SimpleConnection as _,
    sql_query,
    sql_types::{Array, Bool, Text},
};
use diesel_async::{AsyncPgConnection, async_connection_wrapper::AsyncConnectionWrapper};

/// Why the rights were left as they were.
#[derive(Debug, thiserror::Error)]
pub enum GrantError {
    /// Nobody to give them to.
    #[error("DATABASE_GRANT_TO: there is no role {0}")]
    NoRole(String),
    /// It would own what it is only to read and write.
    #[error("DATABASE_GRANT_TO: {0} is the role that migrates; another one has to serve")]
    SameRole(String),
    /// Tables of another role, which only that one, its members and administrators can hand over.
    #[error("what is in the database belongs to {owner}: let an administrator say GRANT {owner} TO {migrating}")]
    OwnedByAnother {
        /// The role that it belongs to.
        owner: String,
        /// The role that migrates.
        migrating: String,
    },
    /// A role's databases change hands all together.
    #[error(
        "{owner} owns other databases too ({databases}), which would change hands with this one: give them to other roles before"
    )]
    OwnsMore {
        /// The role that this database belongs to.
        owner: String,
        /// The others, by name.
        databases: String,
    },
    /// The database refused.
    #[error("the rights of the role that serves could not be set: {0}")]
    Database(#[from] diesel::result::Error),
}

#[derive(QueryableByName)]
struct Role {
    #[diesel(sql_type = Text)]
    migrating: String,
    #[diesel(sql_type = Text)]
    database: String,
    #[diesel(sql_type = Bool)]
    is_there: bool,
}

#[derive(QueryableByName)]
struct Owner {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    may_be_asked: bool,
    #[diesel(sql_type = Array<Text>)]
    other_databases: Vec<String>,
}

#[derive(QueryableByName)]
struct Relation {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    rights: String,
}

/// The tables, views and sequences of the migrations; those of an extension belong to whoever made it.
const RELATIONS: &str = "pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
    AND NOT EXISTS (SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')";

/// Whose they are, if not the migrating role's; and the role to serve, where the database is its.
fn other_owners() -> String {
    format!(
        "SELECT r.rolname::text AS name, pg_has_role(r.oid, 'USAGE') AS may_be_asked,
            ARRAY(SELECT datname::text FROM pg_database
                WHERE datdba = r.oid AND datname <> current_database() ORDER BY 1) AS other_databases
        FROM pg_roles r WHERE r.rolname <> current_user AND (r.oid IN (SELECT c.relowner FROM {RELATIONS})
            OR r.rolname = $1 AND r.oid = (SELECT datdba FROM pg_database WHERE datname = current_database()))
        ORDER BY 1"
    )
}

/// What the role to serve may do with each: rows of all, but what is append-only is only added to.
fn rights() -> String {
    format!(
        "SELECT format('%I', c.relname) AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, CASE
            WHEN c.relkind = 'S' THEN 'USAGE, SELECT'
            WHEN c.relkind = 'v' OR c.relname = '__diesel_schema_migrations' THEN 'SELECT'
            WHEN EXISTS (SELECT FROM pg_trigger t
                WHERE t.tgrelid = c.oid AND t.tgfoid = to_regproc('public.refuse_change')) THEN 'SELECT, INSERT'
            ELSE 'SELECT, INSERT, UPDATE, DELETE' END AS rights
        FROM {RELATIONS} ORDER BY 1"
    )
}

/// Makes the role that migrates the owner of all that is in the database, and leaves `role` the rows: exactly that, whatever
/// it could do before. All or nothing, so that those who serve under `role` notice nothing. Returns who has owned it.
pub(crate) fn grant(
    connection: &mut AsyncConnectionWrapper<AsyncPgConnection>,
    role: &str,
) -> Result<Vec<String>, GrantError> {
    connection.transaction(|connection| {
        let is_there = "SELECT current_user::text AS migrating, current_database()::text AS database,
            EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS is_there";
        let Role { migrating, database, is_there } =
            sql_query(is_there).bind::<Text, _>(role).get_result(connection)?;
        if !is_there {
            return Err(GrantError::NoRole(role.to_owned()));
        }
        if migrating == role {
            return Err(GrantError::SameRole(migrating));
        }
        let mut owners = Vec::new();
        for owner in sql_query(other_owners()).bind::<Text, _>(role).load::<Owner>(connection)? {
            let Owner { name: owner, may_be_asked, other_databases } = owner;
            if !may_be_asked {
                return Err(GrantError::OwnedByAnother { owner, migrating });
            }
            if !other_databases.is_empty() {
                return Err(GrantError::OwnsMore { owner, databases: other_databases.join(", ") });
            }
            // It locks one table after the other, which may meet a request that holds a later one. Who waits shorter than
            // the server does before it looks for deadlocks (1 s) is the one who gives way.
            let reassign =
                format!("SET LOCAL lock_timeout = 500; REASSIGN OWNED BY {} TO CURRENT_USER", quoted(&owner));
            connection.batch_execute(&reassign)?;
            owners.push(owner);
        }
        let role = quoted(role);
        let mut statements = vec![
            format!("GRANT CONNECT ON DATABASE {} TO {role}", quoted(&database)),
            format!("REVOKE CREATE ON SCHEMA public FROM PUBLIC, {role}"),
            format!("GRANT USAGE ON SCHEMA public TO {role}"),
        ];
        for Relation { name, kind, rights } in sql_query(rights()).load(connection)? {
            statements.push(format!("REVOKE ALL ON {kind} public.{name} FROM {role}"));
            statements.push(format!("GRANT {rights} ON {kind} public.{name} TO {role}"));
        }
        connection.batch_execute(&statements.join("; "))?;
        Ok(owners)
    })
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
