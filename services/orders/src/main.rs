//! `orders serve | migrate | check-config | health | --version`.

use std::process::ExitCode;

// in the library: from here, half of it would be compiled a second time
fn main() -> anyhow::Result<ExitCode> {
    pishkhan_orders::cli::main(pishkhan_chassis::build!())
}
