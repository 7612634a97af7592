//! The platform's own people: who may come in.

use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use pishkhan_chassis::{errors, parse};
use pishkhan_proto::{auth::v1 as pb, reason};

use super::password_link::{self, Panel, Person};
use crate::clients::{Clients, again, explain};

const PAGE: i32 = 100;

/// What to do with operators.
#[derive(Subcommand)]
pub enum Action {
    /// Makes an operator, and prints the link by which that person sets a password: good once, for a day.
    Create(Person),
    /// Takes an operator's password away, ends all sessions, and prints a link to set another one.
    Reset {
        /// 11 digits, 09…
        #[arg(long)]
        cellphone: String,
        /// Also for one who was shut out, and may come in again.
        #[arg(long)]
        enable: bool,
    },
    /// Shuts an operator out, at once: sessions, password, links and codes are good no more.
    Disable {
        /// 11 digits, 09…
        #[arg(long)]
        cellphone: String,
    },
    /// Prints all operators, one a line, and how they stand.
    List,
}

/// Does it.
pub async fn run(action: Action) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    match action {
        Action::Create(person) => create(&clients, person).await?,
        Action::Reset { cellphone, enable } => {
            let role = pb::Role::Operator.into();
            let request = pb::CreatePasswordLinkRequest { cellphone, reset: true, enable, role };
            password_link::print(&clients, &Panel::from_env()?, request).await?;
        }
        Action::Disable { cellphone } => {
            let request = pb::DisableOperatorRequest { cellphone };
            let disabled = again(async || clients.auth().disable_operator(request.clone()).await).await;
            let user = disabled.map_err(|status| explain(&status))?.user.unwrap_or_default();
            println!("{} is shut out", told(&user));
        }
        Action::List => list(&clients).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn create(clients: &Clients, person: Person) -> anyhow::Result<()> {
    // Without an address there would be an operator and no link.
    let panel = Panel::from_env()?;
    let Person { cellphone, username, first_name, last_name } = person;
    let request = pb::CreateUserRequest {
        request_id: clients.request_id(),
        cellphone: cellphone.clone(),
        username,
        first_name,
        last_name,
        role: pb::Role::Operator.into(),
        ..pb::CreateUserRequest::default()
    };
    again(async || clients.auth().create_user(request.clone()).await).await.map_err(|status| {
        let taken = errors::reason(&status).as_deref() == Some(reason::CELLPHONE_TAKEN);
        let error = explain(&status);
        if taken { error.context("an operator who is there gets another link by `operator reset`") } else { error }
    })?;
    let role = pb::Role::Operator.into();
    let link = pb::CreatePasswordLinkRequest { cellphone, role, ..pb::CreatePasswordLinkRequest::default() };
    password_link::print(clients, &panel, link)
        .await
        .context("the operator is there, but has no link: `operator reset` makes one")
}

async fn list(clients: &Clients) -> anyhow::Result<()> {
    let mut page_token = String::new();
    loop {
        let request = pb::ListOperatorsRequest { page_size: PAGE, page_token };
        let page = again(async || clients.auth().list_operators(request.clone()).await).await;
        let pb::ListOperatorsResponse { operators, next_page_token } = page.map_err(|status| explain(&status))?;
        for operator in operators {
            println!("{}", line(&operator)?);
        }
        if next_page_token.is_empty() {
            return Ok(());
        }
        page_token = next_page_token;
    }
}

fn told(user: &pb::User) -> String {
    let name = format!("{} {}", user.first_name, user.last_name);
    format!("{} {} ({})", user.cellphone, user.username, name.trim()).replace(" ()", "")
}

fn line(operator: &pb::Operator) -> anyhow::Result<String> {
    let pb::Operator { user, create_time: _, disable_time, without_password, last_seen_time } = operator;
    let at = |field, time: &Option<_>| {
        let instant = parse::instant(field, *time).map_err(|status| explain(&status))?;
        anyhow::Ok(format!("{} UTC", instant.format("%F %R")))
    };
    let standing = if disable_time.is_some() {
        format!("shut out since {}", at("disable_time", disable_time)?)
    } else if *without_password {
        "has no password yet".to_owned()
    } else if last_seen_time.is_some() {
        format!("logged in, last seen {}", at("last_seen_time", last_seen_time)?)
    } else {
        "not logged in".to_owned()
    };
    Ok(format!("{}: {standing}", told(&user.clone().unwrap_or_default())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_who_it_is_and_how_they_stand() {
        let user = pb::User {
            cellphone: "09120000009".to_owned(),
            username: "mina".to_owned(),
            first_name: "مینا".to_owned(),
            ..pb::User::default()
        };
        let time = Some(prost_types::Timestamp { seconds: 1_795_000_000, nanos: 0 });
        let usual = pb::Operator { user: Some(user), create_time: time, ..pb::Operator::default() };
        let standings = [
            (usual.clone(), "not logged in"),
            (pb::Operator { last_seen_time: time, ..usual.clone() }, "logged in, last seen 2026-11-18 11:06 UTC"),
            (pb::Operator { without_password: true, ..usual.clone() }, "has no password yet"),
            (
                pb::Operator { without_password: true, disable_time: time, ..usual },
                "shut out since 2026-11-18 11:06 UTC",
            ),
        ];
        for (operator, standing) in standings {
            assert_eq!(line(&operator).unwrap(), format!("09120000009 mina (مینا): {standing}"));
        }
    }
}
