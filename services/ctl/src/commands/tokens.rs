//! Lists the passports that were made for people to call with.

use std::process::ExitCode;

use chrono::{DateTime, Utc};
use pishkhan_chassis::parse;
use pishkhan_proto::auth::v1 as pb;

use crate::clients::{Clients, again, explain};

const PAGE: i32 = 100;

/// Which of them.
#[derive(clap::Args)]
pub struct Options {
    /// At most so many, the newest first; auth knows those of the last 90 days.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    last: u32,
}

/// Prints them, one a line, the newest first.
pub async fn run(Options { last }: Options) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let (mut left, mut page_token) = (last, String::new());
    while left > 0 {
        let page_size = i32::try_from(left).unwrap_or(PAGE).min(PAGE);
        let request = pb::ListToolTokensRequest { page_size, page_token };
        let page = again(async || clients.auth().list_tool_tokens(request.clone()).await).await;
        let pb::ListToolTokensResponse { tokens, next_page_token } = page.map_err(|status| explain(&status))?;
        for token in &tokens {
            println!("{}", line(token, clients.clock.now())?);
        }
        left = left.saturating_sub(u32::try_from(tokens.len())?);
        if next_page_token.is_empty() {
            break;
        }
        page_token = next_page_token;
    }
    Ok(ExitCode::SUCCESS)
}

fn line(token: &pb::ToolToken, now: DateTime<Utc>) -> anyhow::Result<String> {
    let pb::ToolToken { token_id, audience, scopes, seller_id, minted_by, tool, create_time, expire_time } = token;
    let instant = |field, time: &Option<_>| parse::instant(field, *time).map_err(|status| explain(&status));
    let (made, ends) = (instant("create_time", create_time)?, instant("expire_time", expire_time)?);
    let good = if ends > now { format!("good until {} UTC", ends.format("%T")) } else { "over".to_owned() };
    let whose = if seller_id.is_empty() { "all sellers" } else { seller_id };
    let scopes = scopes.join(" ");
    let made = made.format("%F %T");
    Ok(format!("{made} UTC {token_id} {audience} {whose} by {minted_by} through {tool}, {good}: {scopes}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_who_may_do_what_and_for_how_long() {
        let at = |seconds| Some(prost_types::Timestamp { seconds, nanos: 0 });
        let token = pb::ToolToken {
            token_id: "id".to_owned(),
            audience: "orders".to_owned(),
            scopes: vec!["a/B".to_owned(), "a/C".to_owned()],
            seller_id: String::new(),
            minted_by: "maryam (1001) on ops-1".to_owned(),
            tool: "tool:ci".to_owned(),
            create_time: at(1_795_000_000),
            expire_time: at(1_795_000_300),
        };
        let told = |seconds| line(&token, DateTime::from_timestamp(seconds, 0).unwrap()).unwrap();
        let usual = "2026-11-18 11:06:40 UTC id orders all sellers by maryam (1001) on ops-1 through tool:ci";
        assert_eq!(told(1_795_000_299), format!("{usual}, good until 11:11:40 UTC: a/B a/C"));
        assert_eq!(told(1_795_000_300), format!("{usual}, over: a/B a/C"));
    }
}
