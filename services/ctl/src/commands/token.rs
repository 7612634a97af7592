//! Prints a passport for other gRPC tools.

use std::process::ExitCode;

use chrono::TimeDelta;
use pishkhan_chassis::{
    clock::SystemClock,
    config::Env,
    passport::{Claims, Signer},
};
use uuid::Uuid;

/// What the passport says.
#[derive(clap::Args)]
pub struct Options {
    /// The service that is to be called.
    #[arg(long)]
    service: String,
    /// What may be called: `pishkhan.orders.v1.OrdersService/GetOrder`, `orders.*` or `*`. Repeatable.
    #[arg(long = "scope", default_value = "*")]
    scopes: Vec<String>,
    /// The one seller it is for; any when absent.
    #[arg(long)]
    seller: Option<Uuid>,
    /// How long it is valid, 1 to 300 seconds.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(i64).range(1..=300))]
    seconds: i64,
}

/// Signs with the tool's key (`PASSPORT_KEY_FILE`) and prints the token alone.
pub fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let key: std::path::PathBuf = Env::from_process().build(|env| env.required("PASSPORT_KEY_FILE"))?;
    let (signer, clock) = (Signer::from_file(&key)?, SystemClock::shared());
    let now = clock.now();
    let claims = Claims::tool("token", options.scopes.clone(), options.seller, &options.service, now, clock.new_id());
    let claims = Claims { exp: (now + TimeDelta::seconds(options.seconds)).timestamp(), ..claims };
    println!("{}", signer.sign(&claims));
    Ok(ExitCode::SUCCESS)
}
