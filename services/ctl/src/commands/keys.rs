//! Makes signing keys.

use std::{path::Path, process::ExitCode};

use pishkhan_chassis::passport::generate_keys;

/// All who sign passports.
const ISSUERS: [&str; 7] = ["auth", "settings", "orders", "catalogue", "reports", "bff", "tool"];

/// Makes the keys that are missing, and the keyring.
pub fn run(dir: &Path) -> anyhow::Result<ExitCode> {
    std::fs::create_dir_all(dir)?;
    generate_keys(dir, &ISSUERS)?;
    println!("keys for {} are in {}", ISSUERS.join(", "), dir.display());
    Ok(ExitCode::SUCCESS)
}
