//! Embedded migrations are files that cargo does not know of: name them, so that a changed one is compiled in.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=tests/migrations");
}
