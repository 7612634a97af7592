//! Tests that wait for the allocator, and need not wait for as long as it takes by itself.

use std::{env, process::Command};

/// What jemalloc is told from outside (`services/memory`).
const ALLOCATOR: &str = "_RJEM_MALLOC_CONF";

/// Runs the test of this name (`module::test`) once more, in a process of its own whose allocator gives memory back after
/// a second instead of ten. `false` in that process, where the test goes on; `true` in this one, where it has passed.
pub fn again_with_a_quick_allocator(test: &str) -> bool {
    if env::var_os(ALLOCATOR).is_some() {
        return false;
    }
    let mut command = Command::new(env::current_exe().expect("a test knows where it lies"));
    command.args(["--exact", test, "--nocapture"]).env(ALLOCATOR, "dirty_decay_ms:1000");
    let done = command.output().expect("a test can be run again");
    let said = String::from_utf8_lossy(&done.stdout);
    // Of a name that no test has, the process runs none and is content.
    let passed = done.status.success() && said.contains("test result: ok. 1 passed");
    assert!(passed, "{test}: {}\n{said}{}", done.status, String::from_utf8_lossy(&done.stderr));
    true
}
