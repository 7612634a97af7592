//! Where the test servers are.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

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
    let state = root().join(".dev/test");
    let output = services(&state, "env").output().expect("deploy/dev/services can be run");
    assert!(output.status.success(), "deploy/dev/services env failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("deploy/dev/services prints UTF-8");
    Servers { postgres: exported(&text, "PG_SERVER"), redis: exported(&text, "REDIS_URL") }
}

fn root() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the checkout exists")
}

/// The script of the private servers, for those of this folder.
pub fn services(state: &Path, word: &str) -> Command {
    let mut command = Command::new(root().join("deploy/dev/services"));
    command.arg(word).env("DEV_STATE", state).env("PISHKHAN_DEV_FAST", "1");
    command
}

/// A variable among the lines that the script prints.
pub fn exported(lines: &str, name: &str) -> String {
    let start = format!("export {name}='");
    let line = lines.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix('\''));
    line.unwrap_or_else(|| panic!("deploy/dev/services env does not name {name}")).to_owned()
}

#[expect(clippy::disallowed_methods, reason = "tests have no config reader; this is their one look at the environment")]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// What a test says when a server does not answer.
pub const HOW_TO_START: &str = "start the test servers: DEV_STATE=.dev/test PISHKHAN_DEV_FAST=1 deploy/dev/services up \
                                (or set PISHKHAN_TEST_PG and PISHKHAN_TEST_REDIS)";
