//! Signing keys: made, listed, and taken back.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use pishkhan_chassis::{
    config::{Env, Profile},
    key_file,
    passport::{KeyStanding, generate_keys, generate_tool_key, list_keys, revoke_key},
};

/// All who sign passports.
const ISSUERS: [&str; 7] = ["auth", "settings", "orders", "catalogue", "reports", "bff", "tool"];

/// The seal of the BFF and the key of auth's passwords: what is printed and stored hangs on them.
const KEY_FILES: [&str; 2] = ["seal.keys", "password.keys"];

/// What to do with the keys of a folder.
#[derive(Args)]
pub struct Options {
    /// Where they lie.
    #[arg(long)]
    dir: PathBuf,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Makes a key for one tool or person alone, and prints its file: who has it acts as `tool:NAME`.
    AddTool {
        /// a-z, 0-9 and hyphens, 32 at most.
        name: String,
    },
    /// Prints the keys of the ring, one a line.
    List,
    /// Takes a key out of the ring. Services that have the new ring refuse it within seconds.
    Revoke {
        /// Its name, as `list` prints it.
        kid: String,
    },
}

/// Without a further word: makes the keys of all processes that are missing, the keyring, the seal and the key of passwords.
pub fn run(Options { dir, action }: Options) -> anyhow::Result<ExitCode> {
    let profile = Env::from_process().build(|env| Some(Profile::read(env)))?;
    match action {
        None => {
            generate_keys(&dir, &ISSUERS, profile)?;
            KEY_FILES.iter().try_for_each(|name| key_file::make(&dir.join(name), profile))?;
            println!("keys for {} are in {}", ISSUERS.join(", "), dir.display());
        }
        Some(Action::AddTool { name }) => println!("{}", generate_tool_key(&dir, &name, profile)?.display()),
        Some(Action::List) => list_keys(&dir)?.iter().for_each(|key| println!("{}", line(key))),
        Some(Action::Revoke { kid }) => {
            revoke_key(&dir, &kid)?;
            println!("{kid} is out of {}: give this ring to all services", dir.join("keyring.json").display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn line(KeyStanding { key, secret }: &KeyStanding) -> String {
    let of = key.tool.as_ref().map_or_else(|| key.issuer.clone(), |tool| format!("{} {tool}", key.issuer));
    let place = secret.as_ref().map_or("its secret lies elsewhere".to_owned(), |file| file.display().to_string());
    format!("{} of {of}: {place}", key.kid)
}
