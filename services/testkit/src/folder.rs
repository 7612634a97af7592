//! A folder per test.

use std::path::{Path, PathBuf};

use crate::admin;

/// A folder of its own for a test, which goes with it. It is made by whoever writes into it first.
#[derive(Debug)]
pub struct TestFolder(PathBuf);

impl TestFolder {
    /// A name that nobody else has.
    #[expect(clippy::new_without_default, reason = "two of them differ")]
    pub fn new() -> Self {
        Self(std::env::temp_dir().join(format!("pishkhan-test-{}", admin::random_suffix())))
    }

    /// Where it is, or will be.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        match std::fs::remove_dir_all(&self.0) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            // It lies among temporary files; whoever cleans those takes it along.
            Err(error) => eprintln!("{} stays behind: {error}", self.0.display()),
        }
    }
}
