//! Embedded migrations are read by a macro that cargo does not see.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
