//! What sellers propose to agree on with the platform.

use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use pishkhan_chassis::parse;
use pishkhan_proto::settings::v1 as pb;
use uuid::Uuid;

use super::month;
use crate::clients::{Clients, again, explain};

/// What to do with them.
#[derive(Subcommand)]
pub enum Action {
    /// Prints proposals, oldest first, one a line.
    List {
        /// The seller; all sellers when none is named.
        #[arg(long)]
        seller: Option<Uuid>,
        /// Which ones.
        #[arg(long, value_enum, default_value_t = State::Awaiting)]
        state: State,
    },
    /// Lets a proposal hold.
    Confirm {
        /// The seller.
        #[arg(long)]
        seller: Uuid,
        /// The proposal.
        proposal: Uuid,
        /// The first month for which it holds, Jalali, such as 1405-07; the present one when none is named.
        #[arg(long, value_parser = month::parse)]
        from: Option<i32>,
    },
    /// Refuses a proposal.
    Refuse {
        /// The seller.
        #[arg(long)]
        seller: Uuid,
        /// The proposal.
        proposal: Uuid,
    },
}

/// What became of proposals.
#[derive(Clone, Copy, ValueEnum)]
pub enum State {
    /// They await their decision.
    Awaiting,
    /// They hold, or have held.
    Confirmed,
    /// They do not hold.
    Refused,
    /// A later one came before they were decided.
    Superseded,
}

/// Does it.
pub async fn run(action: Action) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    match action {
        Action::List { seller, state } => list(&clients, seller, state).await?,
        Action::Confirm { seller, proposal, from } => {
            let decided = decide(&clients, seller, proposal, Some(from.unwrap_or(0))).await?;
            println!("{}", line(&decided)?);
        }
        Action::Refuse { seller, proposal } => println!("{}", line(&decide(&clients, seller, proposal, None).await?)?),
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(clients: &Clients, seller: Option<Uuid>, state: State) -> anyhow::Result<()> {
    let state = match state {
        State::Awaiting => pb::ProposalState::Awaiting,
        State::Confirmed => pb::ProposalState::Confirmed,
        State::Refused => pb::ProposalState::Refused,
        State::Superseded => pb::ProposalState::Superseded,
    };
    let seller_id = seller.map(|seller| seller.to_string()).unwrap_or_default();
    let (mut page_token, mut all) = (String::new(), 0);
    loop {
        let request = pb::ListProposalsRequest {
            seller_id: seller_id.clone(),
            state: state.into(),
            page_size: 0,
            page_token: page_token.clone(),
        };
        let page = again(async || clients.agreed_terms().list_proposals(request.clone()).await).await;
        let pb::ListProposalsResponse { proposals, next_page_token } = page.map_err(|status| explain(&status))?;
        for proposal in &proposals {
            println!("{}", line(proposal)?);
        }
        all += proposals.len();
        page_token = next_page_token;
        if page_token.is_empty() {
            println!("{all} proposals");
            return Ok(());
        }
    }
}

/// Confirms a proposal from a month on (0: the present one), or refuses it.
pub async fn decide(
    clients: &Clients,
    seller: Uuid,
    proposal: Uuid,
    from_month: Option<i32>,
) -> anyhow::Result<pb::Proposal> {
    let request = pb::DecideProposalRequest {
        request_id: clients.request_id(),
        seller_id: seller.to_string(),
        proposal_id: proposal.to_string(),
        confirm: from_month.is_some(),
        from_month: from_month.unwrap_or(0),
    };
    let decided = again(async || clients.agreed_terms().decide_proposal(request.clone()).await).await;
    Ok(decided.map_err(|status| explain(&status))?.proposal.unwrap_or_default())
}

fn line(proposal: &pb::Proposal) -> anyhow::Result<String> {
    let pb::Proposal { proposal_id, seller_id, terms, state: _, create_time, decide_time: _ } = proposal;
    let created = parse::instant("create_time", *create_time).map_err(|status| explain(&status))?;
    let terms = terms.clone().unwrap_or_default();
    let state = match proposal.state() {
        pb::ProposalState::Awaiting => "awaits its decision".to_owned(),
        pb::ProposalState::Confirmed => format!("holds from {} on", month::shown(terms.from_month)),
        pb::ProposalState::Refused => "refused".to_owned(),
        pb::ProposalState::Superseded => "superseded".to_owned(),
        pb::ProposalState::Unspecified => "?".to_owned(),
    };
    let commission = commission(terms.cooperation(), terms.agreed_commission);
    let paid = if terms.payment_date.is_empty() { String::new() } else { format!(", paid on {}", terms.payment_date) };
    Ok(format!("seller {seller_id} proposal {proposal_id} of {}: {commission}{paid}; {state}", created.format("%F %T")))
}

/// Terms in words.
pub fn commission(cooperation: pb::Cooperation, commission: i64) -> String {
    match cooperation {
        pb::Cooperation::Percentage => format!("{}.{:02} percent of sales", commission / 100, commission % 100),
        pb::Cooperation::Basket => format!("{commission} tomans an order"),
        pb::Cooperation::Amount => format!("{commission} tomans a month"),
        pb::Cooperation::Unspecified => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_who_wants_what_and_what_became_of_it() {
        let proposal = pb::Proposal {
            proposal_id: "p".to_owned(),
            seller_id: "s".to_owned(),
            terms: Some(pb::AgreedTerms {
                cooperation: pb::Cooperation::Percentage.into(),
                agreed_commission: 205,
                payment_date: "2026-12-01".to_owned(),
                from_month: 140_507,
            }),
            state: pb::ProposalState::Confirmed.into(),
            create_time: Some(prost_types::Timestamp { seconds: 0, nanos: 0 }),
            decide_time: None,
        };
        assert_eq!(
            line(&proposal).unwrap(),
            "seller s proposal p of 1970-01-01 00:00:00: 2.05 percent of sales, paid on 2026-12-01; holds from 1405-07 on"
        );
        assert_eq!(commission(pb::Cooperation::Basket, 9_000), "9000 tomans an order");
    }
}
