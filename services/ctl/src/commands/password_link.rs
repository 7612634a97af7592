//! Links by which people set their password: no password stands on a command line.

use anyhow::Context as _;
use pishkhan_chassis::{config::Env, errors, parse};
use pishkhan_proto::{auth::v1 as pb, reason};

use crate::clients::{Clients, again, explain};

/// Who is to set a password.
#[derive(clap::Args)]
pub struct Person {
    /// 11 digits, 09…
    #[arg(long)]
    pub cellphone: String,
    /// Unique among all users, whatever its case and letter forms.
    #[arg(long)]
    pub username: String,
    /// Given name.
    #[arg(long, default_value = "")]
    pub first_name: String,
    /// Family name.
    #[arg(long, default_value = "")]
    pub last_name: String,
}

/// Where people reach the panel: `https://panel.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel(String);

impl Panel {
    /// From the environment (`PISHKHAN_PANEL_URL`).
    pub fn from_env() -> anyhow::Result<Self> {
        let address: String = Env::from_process().build(|env| env.required("PISHKHAN_PANEL_URL"))?;
        Self::read(&address).with_context(|| format!("PISHKHAN_PANEL_URL is {address}"))
    }

    fn read(address: &str) -> anyhow::Result<Self> {
        let host = ["https://", "http://"].into_iter().find_map(|scheme| address.strip_prefix(scheme));
        let host = host.map(|host| host.trim_end_matches('/')).context("it begins with https:// or http://")?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
        anyhow::ensure!(!host.is_empty() && host.bytes().all(plain), "it is an origin: nothing stands behind the host");
        Ok(Self(address.trim_end_matches('/').to_owned()))
    }

    /// What stands behind `#` reaches no server, and no log.
    fn link(&self, secret: &str) -> String {
        format!("{}/set-password#{secret}", self.0)
    }
}

/// Makes a link and prints it, alone on standard output; none for a user who has a password, which may not be taken away.
pub async fn print(clients: &Clients, panel: &Panel, request: pb::CreatePasswordLinkRequest) -> anyhow::Result<()> {
    // A link whose reply was lost is replaced by the next.
    let made = again(async || clients.auth().create_password_link(request.clone()).await).await;
    let made = match made {
        Err(status) if errors::reason(&status).as_deref() == Some(reason::PASSWORD_SET) => {
            eprintln!("{} has a password already: no link was made", request.cellphone);
            return Ok(());
        }
        made => made.map_err(|status| explain(&status))?,
    };
    let pb::CreatePasswordLinkResponse { user, secret, expire_time } = made;
    let until = parse::instant("expire_time", expire_time).map_err(|status| explain(&status))?;
    println!("{}", panel.link(&secret));
    let cellphone = user.unwrap_or_default().cellphone;
    eprintln!("for {cellphone}: good once, until {} UTC; nobody else may read it", until.format("%F %T"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_panel() {
        for address in ["https://panel.example", "https://panel.example/"] {
            assert_eq!(Panel::read(address).unwrap().link("x"), "https://panel.example/set-password#x");
        }
        assert_eq!(Panel::read("http://[::1]:8080").unwrap().link("x"), "http://[::1]:8080/set-password#x");
        for address in
            ["", "panel.example", "https://", "https://panel.example/a", "https://a b", "ftp://panel.example"]
        {
            assert!(Panel::read(address).is_err(), "{address}");
        }
    }
}
