//! Embedded migrations are files that cargo does not know of: name them, so that a changed one is compiled in.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    // Images are built without tests; what cargo cannot find it takes for changed, each time.
    if Path::new("tests/migrations").exists() {
        println!("cargo::rerun-if-changed=tests/migrations");
    }
}
