//! What this tool is told by its environment.

use std::process::ExitCode;

use pishkhan_chassis::config::Env;

use crate::clients::Settings;

/// Tells all that is wrong with it, or with `names` which settings it reads.
pub fn run(names: bool) -> anyhow::Result<ExitCode> {
    let env = Env::from_process();
    if names {
        for name in env.names(Settings::read)? {
            println!("{name}");
        }
    } else {
        env.build(Settings::read)?;
        println!("pishkhanctl: the settings can be used");
    }
    Ok(ExitCode::SUCCESS)
}
