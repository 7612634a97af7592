//! A folder per test.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

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

    /// Writes a file that only its owner may read, over one that is there, and returns where.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(&self.0).expect("a folder can be made");
        fs::write(&path, text).expect("the folder can be written");
        fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("it is ours");
        path.into_os_string().into_string().expect("temporary files have plain names")
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        match fs::remove_dir_all(&self.0) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            // It lies among temporary files; whoever cleans those takes it along.
            Err(error) => eprintln!("{} stays behind: {error}", self.0.display()),
        }
    }
}
