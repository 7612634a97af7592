//! What sellers choose from: brands and regions.

use std::process::ExitCode;

use pishkhan_proto::settings::v1 as pb;

use crate::clients::{Clients, explain};

/// What to add.
#[derive(clap::Subcommand)]
pub enum What {
    /// Brands.
    Brands {
        /// Names; those that are there already, in whatever spelling, change nothing.
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Regions of activity.
    Regions {
        /// Names; those that are there already, in whatever spelling, change nothing.
        #[arg(required = true)]
        names: Vec<String>,
    },
}

/// Adds them and says how many are new.
pub async fn run(what: What) -> anyhow::Result<ExitCode> {
    let (kind, names) = match what {
        What::Brands { names } => (pb::ChoiceKind::Brand, names),
        What::Regions { names } => (pb::ChoiceKind::Region, names),
    };
    let clients = Clients::from_env()?;
    let request = pb::AddChoicesRequest { kind: kind.into(), names };
    let reply = clients.settings().add_choices(request).await.map_err(|status| explain(&status))?;
    println!("{} added", reply.into_inner().added);
    Ok(ExitCode::SUCCESS)
}
