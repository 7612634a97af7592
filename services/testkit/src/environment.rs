//! Where the test servers are.

use std::{path::PathBuf, process::Command, sync::OnceLock};

/// Where the test servers listen.
#[derive(Debug, Clone)]
pub struct Servers {
    /// PostgreSQL, as a user who may create databases; without a database.
    pub postgres: String,
    /// Redis.
    pub redis: String,
}

/// Finds the servers once per process.
pub fn servers() -> &'static Servers {
    static SERVERS: OnceLock<Servers> = OnceLock::new();
    SERVERS.get_or_init(|| {
        let named = (variable("PISHKHAN_TEST_PG"), variable("PISHKHAN_TEST_REDIS"));
        match named {
            (Some(postgres), Some(redis)) => Servers { postgres, redis },
            (postgres, redis) => {
                let private = private_servers();
                Servers { postgres: postgres.unwrap_or(private.postgres), redis: redis.unwrap_or(private.redis) }
            }
        }
    })
}

/// Asks the checkout's own script; it only tells names, it starts nothing.
fn private_servers() -> Servers {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(root.join("deploy/dev/services"))
        .arg("env")
        .env("DEV_STATE", root.canonicalize().expect("the checkout exists").join(".dev/test"))
        .env("PISHKHAN_DEV_FAST", "1")
        .output()
        .expect("deploy/dev/services can be run");
    assert!(output.status.success(), "deploy/dev/services env failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("deploy/dev/services prints UTF-8");
    let value = |name: &str| {
        let start = format!("export {name}='");
        let line = text.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix('\''));
        line.unwrap_or_else(|| panic!("deploy/dev/services env does not name {name}")).to_owned()
    };
    Servers { postgres: value("PG_SERVER"), redis: value("REDIS_URL") }
}

#[expect(clippy::disallowed_methods, reason = "tests have no config reader; this is their one look at the environment")]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// What a test says when a server does not answer.
pub const HOW_TO_START: &str = "start the test servers: DEV_STATE=.dev/test PISHKHAN_DEV_FAST=1 deploy/dev/services up \
                                (or set PISHKHAN_TEST_PG and PISHKHAN_TEST_REDIS)";
