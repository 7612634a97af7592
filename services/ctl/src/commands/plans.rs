//! The plans that sellers can buy, and the rate of VAT on them.

use std::process::ExitCode;

use pishkhan_proto::settings::v1 as pb;

use crate::clients::{Clients, explain};

/// What to do with the plans.
#[derive(clap::Subcommand)]
pub enum Action {
    /// Prints the plans that are on offer, and the rate of VAT.
    List,
    /// Offers a plan from now on, at this price. What was bought keeps its own.
    Set {
        /// Such as m1.
        plan: String,
        /// How long it lasts; a month is 30 days.
        #[arg(long)]
        months: i32,
        /// Tomans, without VAT.
        #[arg(long)]
        price: i64,
        /// It is no longer on offer.
        #[arg(long)]
        withdrawn: bool,
    },
}

/// What to do with the rate of VAT.
#[derive(clap::Subcommand)]
pub enum Vat {
    /// Sets the rate from now on.
    Set {
        /// Percent, with two decimals at most.
        #[arg(value_parser = basis_points)]
        percent: i32,
    },
}

/// Does it.
pub async fn run(action: Action) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let mut subscriptions = clients.subscriptions();
    match action {
        Action::List => {
            let reply = subscriptions.list_plans(pb::ListPlansRequest {}).await.map_err(|status| explain(&status))?;
            print!("{}", listing(&reply.into_inner())?);
        }
        Action::Set { plan: plan_id, months, price: price_toman, withdrawn } => {
            let plan = Some(pb::Plan { plan_id, months, price_toman });
            let request = pb::SetPlanRequest { request_id: clients.request_id(), plan, withdrawn };
            subscriptions.set_plan(request).await.map_err(|status| explain(&status))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Does it.
pub async fn set_vat(Vat::Set { percent: vat_basis_points }: Vat) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let request = pb::SetVatRequest { request_id: clients.request_id(), vat_basis_points };
    clients.subscriptions().set_vat(request).await.map_err(|status| explain(&status))?;
    Ok(ExitCode::SUCCESS)
}

/// Percent as they are typed, in basis points.
fn basis_points(percent: &str) -> Result<i32, String> {
    let (whole, part) = percent.split_once('.').unwrap_or((percent, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || whole.len() > 3 || !digits(part) || part.len() > 2 {
        return Err("name percent, such as 10 or 9.5".to_owned());
    }
    format!("{whole}{part:0<2}").parse().map_err(|error| format!("{error}"))
}

fn listing(reply: &pb::ListPlansResponse) -> anyhow::Result<String> {
    use std::fmt::Write as _;
    let mut text = String::new();
    for pb::Plan { plan_id, months, price_toman } in &reply.plans {
        writeln!(text, "{plan_id}: {months} months, {price_toman} tomans")?;
    }
    writeln!(text, "VAT: {}.{:02} percent", reply.vat_basis_points / 100, reply.vat_basis_points % 100)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_tells_lengths_prices_and_the_rate() {
        let plan = |plan_id: &str, months, price_toman| pb::Plan { plan_id: plan_id.to_owned(), months, price_toman };
        let reply = pb::ListPlansResponse {
            plans: vec![plan("m1", 1, 1_000_000), plan("m12", 12, 12_000_000)],
            vat_basis_points: 1000,
        };
        let expected = "m1: 1 months, 1000000 tomans\nm12: 12 months, 12000000 tomans\nVAT: 10.00 percent\n";
        assert_eq!(listing(&reply).unwrap(), expected);
    }
    #[test]
    fn percent_have_two_decimals_at_most() {
        for (typed, expected) in [("10", 1000), ("9.5", 950), ("0", 0), ("0.05", 5), ("100.00", 10_000)] {
            assert_eq!(basis_points(typed), Ok(expected), "{typed}");
        }
        for bad in ["", ".", "10.", ".5", "-1", "1.234", "1e2", "1000"] {
            basis_points(bad).unwrap_err();
        }
    }
}
