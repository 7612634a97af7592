//! Payments through the gateway.

use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use pishkhan_chassis::parse;
use pishkhan_proto::settings::v1 as pb;
use uuid::Uuid;

use crate::clients::{Clients, explain};

const PAGE: i32 = 500;

/// What to do with them.
#[derive(Subcommand)]
pub enum Action {
    /// Prints them, one a line, the latest first.
    List {
        /// The seller; all sellers when none is named.
        #[arg(long)]
        seller: Option<Uuid>,
        /// Only those that stand so.
        #[arg(long)]
        state: Option<State>,
    },
    /// Asks the gateway once more what became of one, also of one that was given up, and prints it.
    Settle {
        /// The payment.
        payment: Uuid,
        /// Who pays.
        #[arg(long)]
        seller: Uuid,
    },
}

/// How far a payment has come.
#[derive(Clone, Copy, ValueEnum)]
pub enum State {
    /// The payer has time.
    Pending,
    /// The gateway has the money.
    Paid,
    /// Cancelled, refused or given up.
    Failed,
    /// Not paid in its time.
    Expired,
}

impl From<State> for pb::PaymentState {
    fn from(state: State) -> Self {
        match state {
            State::Pending => Self::Pending,
            State::Paid => Self::Paid,
            State::Failed => Self::Failed,
            State::Expired => Self::Expired,
        }
    }
}

/// Does it.
pub async fn run(action: Action) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    match action {
        Action::List { seller, state } => list(&clients, seller, state).await?,
        Action::Settle { payment, seller } => {
            let (seller_id, payment_id) = (seller.to_string(), payment.to_string());
            let checked = clients.payments().check_payment(pb::CheckPaymentRequest { seller_id, payment_id }).await;
            let checked = checked.map_err(|status| explain(&status))?.into_inner().payment;
            println!("{}", line(&checked.unwrap_or_default())?);
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(clients: &Clients, seller: Option<Uuid>, state: Option<State>) -> anyhow::Result<()> {
    let mut request = pb::ListPaymentsRequest {
        seller_id: seller.map(|seller| seller.to_string()).unwrap_or_default(),
        state: state.map_or(pb::PaymentState::Unspecified, Into::into).into(),
        page_size: PAGE,
        page_token: String::new(),
    };
    loop {
        let page = clients.payments().list_payments(request.clone()).await;
        let page = page.map_err(|status| explain(&status))?.into_inner();
        for payment in &page.payments {
            println!("{}", line(payment)?);
        }
        if page.next_page_token.is_empty() {
            return Ok(());
        }
        request.page_token = page.next_page_token;
    }
}

fn line(payment: &pb::Payment) -> anyhow::Result<String> {
    let since = parse::instant("create_time", payment.create_time).map_err(|status| explain(&status))?;
    let purpose = match payment.purpose() {
        pb::PaymentPurpose::Subscription => "plan",
        pb::PaymentPurpose::Invoice => "invoice",
        pb::PaymentPurpose::Unspecified => "?",
    };
    let gateway = match payment.gateway() {
        pb::PaymentGateway::Sandbox => "sandbox",
        pb::PaymentGateway::Zarinpal => "zarinpal",
        pb::PaymentGateway::Unspecified => "?",
    };
    let state = match payment.state() {
        pb::PaymentState::Pending => "pending",
        pb::PaymentState::Paid => "paid",
        pb::PaymentState::Failed if payment.cancelled => "cancelled",
        pb::PaymentState::Failed => "failed",
        pb::PaymentState::Expired => "expired",
        pb::PaymentState::Unspecified => "?",
    };
    let pb::Payment { payment_id, seller_id, subject_id, amount_toman, reference, .. } = payment;
    let reference = if reference.is_empty() { String::new() } else { format!(", reference {reference}") };
    Ok(format!(
        "{payment_id} seller {seller_id}: {purpose} {subject_id}, {amount_toman} tomans, {gateway}, {state}, since {}{reference}",
        since.format("%F %T")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_who_pays_what_and_how_it_stands() {
        let payment = pb::Payment {
            payment_id: "p".to_owned(),
            seller_id: "s".to_owned(),
            purpose: pb::PaymentPurpose::Subscription.into(),
            subject_id: "m1".to_owned(),
            amount_toman: 1_100_000,
            state: pb::PaymentState::Paid.into(),
            gateway: pb::PaymentGateway::Zarinpal.into(),
            create_time: Some(prost_types::Timestamp { seconds: 61, nanos: 0 }),
            reference: "201".to_owned(),
            ..Default::default()
        };
        let said = "p seller s: plan m1, 1100000 tomans, zarinpal, paid, since 1970-01-01 00:01:01, reference 201";
        assert_eq!(line(&payment).unwrap(), said);
        let cancelled = pb::Payment {
            state: pb::PaymentState::Failed.into(),
            cancelled: true,
            reference: String::new(),
            ..payment
        };
        assert!(line(&cancelled).unwrap().contains("cancelled, since"));
    }
}
