//! Creates a seller and its user.

use std::process::ExitCode;

use anyhow::Context as _;
use pishkhan_chassis::config::Env;
use pishkhan_proto::{auth::v1 as auth, settings::v1 as pb};
use uuid::Uuid;

use super::password_link::{self, Panel, Person};
use crate::clients::{Clients, explain};

/// The seller.
#[derive(clap::Args)]
pub struct Options {
    /// 1 normal, 2 special, 3 exclusive. Stores of the last two are closed until they have a subscription.
    #[arg(long = "type", value_parser = clap::value_parser!(i32).range(1..=3))]
    seller_type: i32,
    /// Name of the store.
    #[arg(long)]
    title: String,
    #[command(flatten)]
    person: Person,
    /// The seller that this one is a child of.
    #[arg(long)]
    parent: Option<Uuid>,
    /// Name of this request: the same again goes on where it stopped and creates no second seller.
    #[arg(long)]
    request_id: Option<String>,
}

/// Creates the seller and prints its id and, on the next line, a link to set a password; no link where the environment
/// has one (`PISHKHANCTL_PASSWORD`).
pub async fn run(options: Options) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let password: Option<String> = Env::from_process().build(|env| Some(env.optional("PISHKHANCTL_PASSWORD")))?;
    // Without an address there would be a seller and no link.
    let panel = if password.is_none() { Some(Panel::from_env()?) } else { None };
    let Options { seller_type, title, person, parent, request_id } = options;
    let Person { cellphone, username, first_name, last_name } = person;
    let request = pb::CreateSellerRequest {
        request_id: request_id.unwrap_or_else(|| clients.request_id()),
        r#type: seller_type,
        title,
        representative: format!("{first_name} {last_name}").trim().to_owned(),
        cellphone: cellphone.clone(),
        username,
        password: password.unwrap_or_default(),
        first_name,
        last_name,
        parent_seller_id: parent.map(|id| id.to_string()).unwrap_or_default(),
        ..pb::CreateSellerRequest::default()
    };
    let reply = clients.settings().create_seller(request).await.map_err(|status| explain(&status))?.into_inner();
    println!("{}", reply.seller.unwrap_or_default().seller_id);
    if let Some(panel) = panel {
        let role = auth::Role::Seller.into();
        let link = auth::CreatePasswordLinkRequest { cellphone, role, ..auth::CreatePasswordLinkRequest::default() };
        password_link::print(&clients, &panel, link).await.context("the seller is there; its user has got no link")?;
    }
    Ok(ExitCode::SUCCESS)
}
