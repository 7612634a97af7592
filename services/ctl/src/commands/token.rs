//! Makes a passport for other gRPC tools, and sees that it is recorded.

use std::{os::unix::fs::MetadataExt as _, process::ExitCode, sync::Arc};

use anyhow::Context as _;
use chrono::TimeDelta;
use pishkhan_chassis::{parse, passport::Claims};
use pishkhan_proto::auth::v1::RecordToolTokenRequest;
use uuid::Uuid;

use crate::clients::{Clients, Settings, explain};

/// What the passport says.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true)))]
pub struct Options {
    /// The service that is to be called.
    #[arg(long)]
    service: String,
    /// What may be called: `pishkhan.orders.v1.OrdersService/GetOrder`. Repeatable.
    #[arg(long = "scope", group = "what", value_parser = method)]
    scopes: Vec<String>,
    /// Everything that tools may call of the service.
    #[arg(long, group = "what")]
    all_methods: bool,
    /// The one seller it is for; any when absent.
    #[arg(long)]
    seller: Option<Uuid>,
    /// How long it is valid, 1 to 300 seconds.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(i64).range(1..=300))]
    seconds: i64,
}

fn method(scope: &str) -> Result<String, String> {
    let named = scope.split_once('/').is_some_and(|(service, method)| !service.is_empty() && !method.is_empty());
    if named { Ok(scope.to_owned()) } else { Err("name a method, or say --all-methods".to_owned()) }
}

/// Signs with the tool's key (`PASSPORT_KEY_FILE`) and prints the token alone, once auth has recorded it: without a
/// record there is no token.
pub async fn run(options: Options) -> anyhow::Result<ExitCode> {
    let settings = Settings::from_env()?;
    let (signer, clients) = (Arc::clone(&settings.signer), Clients::connect(settings)?);
    let Options { service, scopes, all_methods, seller, seconds } = options;
    let scopes = if all_methods { vec![format!("{service}.*")] } else { scopes };
    let (now, token_id) = (clients.clock.now(), clients.clock.new_id());
    let expires = now + TimeDelta::seconds(seconds);
    // Audits name whoever acts: by this name they lead to the record.
    let name = signer.tool().map_or_else(|| format!("token-{token_id}"), |tool| format!("{tool}/token-{token_id}"));
    let claims = Claims::tool(&name, scopes.clone(), seller, &service, now, token_id);
    let claims = Claims { exp: expires.timestamp(), ..claims };
    let request = RecordToolTokenRequest {
        request_id: token_id.to_string(),
        audience: service,
        scopes,
        seller_id: seller.map(|seller| seller.to_string()).unwrap_or_default(),
        expire_time: Some(parse::timestamp(expires)),
        minted_by: person()?,
    };
    let recorded = clients.auth().record_tool_token(request).await;
    recorded.map_err(|status| explain(&status)).context("no token: auth has not recorded it")?;
    println!("{}", signer.sign(&claims));
    Ok(ExitCode::SUCCESS)
}

/// Who runs this, as the machine knows them; not as they call themselves in the environment.
fn person() -> anyhow::Result<String> {
    let user_id = std::fs::metadata("/proc/self").context("the user of this process")?.uid().to_string();
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1) == Some(&user_id)).then_some(name)
    });
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").context("the name of this machine")?;
    Ok(format!("{} ({user_id}) on {}", name.unwrap_or("somebody"), host.trim()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn parsed(words: &str) -> Option<Options> {
        let words = ["token", "--service", "orders"].into_iter().chain(words.split_whitespace());
        Line::try_parse_from(words).ok().map(|line| line.options)
    }

    #[test]
    fn what_a_token_may_do_has_to_be_said() {
        for nothing in ["", "--seconds 60", "--scope *", "--scope orders.*", "--scope a/b --all-methods"] {
            assert!(parsed(nothing).is_none(), "{nothing}");
        }
        assert!(parsed("--all-methods").unwrap().all_methods);
        assert_eq!(parsed("--scope a.v1.A/B --scope a.v1.A/C").unwrap().scopes, ["a.v1.A/B", "a.v1.A/C"]);
    }

    #[test]
    fn the_record_names_the_person_and_the_machine() {
        let person = person().unwrap();
        let (who, machine) = person.split_once(") on ").unwrap();
        assert!(who.rsplit_once('(').unwrap().1.parse::<u32>().is_ok() && !machine.is_empty(), "{person}");
    }
}
