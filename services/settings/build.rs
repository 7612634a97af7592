//! Tells cargo that the embedded migrations are sources.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
