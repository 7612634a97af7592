//! The platform's commission invoices.

use std::process::ExitCode;

use clap::Subcommand;
use pishkhan_proto::settings::v1 as pb;
use uuid::Uuid;

use super::{month, terms};
use crate::clients::{Clients, again, explain};

/// What to do with them.
#[derive(Subcommand)]
pub enum Action {
    /// Makes the invoices of a month that has ended. Those that are there stay as they are.
    Make {
        /// The month, Jalali, such as 1405-07.
        #[arg(long, value_parser = month::parse)]
        month: i32,
        /// The seller; all that are billed when none is named.
        #[arg(long)]
        seller: Option<Uuid>,
    },
    /// Prints a seller's invoices, latest first, one a line, drafts too.
    List {
        /// The seller.
        #[arg(long)]
        seller: Uuid,
        /// A part of the number.
        #[arg(long, default_value = "")]
        search: String,
    },
    /// Takes back an invoice that is not paid. Its month can then be made anew.
    Void {
        /// The seller.
        #[arg(long)]
        seller: Uuid,
        /// The invoice.
        invoice: Uuid,
        /// Why.
        #[arg(long)]
        reason: String,
    },
}

/// Does it.
pub async fn run(action: Action) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    match action {
        Action::Make { month, seller } => {
            let pb::MakeInvoicesResponse { made, kept, without_terms, failed } = make(&clients, month, seller).await?;
            println!("{}: {made} made, {kept} there already, {without_terms} without terms", month::shown(month));
            if failed > 0 {
                println!("{failed} could not be made: the log of settings says why");
                return Ok(ExitCode::FAILURE);
            }
        }
        Action::List { seller, search } => list(&clients, seller, &search).await?,
        Action::Void { seller, invoice, reason } => {
            let request = pb::VoidInvoiceRequest {
                request_id: clients.request_id(),
                seller_id: seller.to_string(),
                invoice_id: invoice.to_string(),
                reason,
            };
            let reply = again(async || clients.invoices().void_invoice(request.clone()).await).await;
            println!("{}", line(&reply.map_err(|status| explain(&status))?.invoice.unwrap_or_default()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes a month's invoices.
pub async fn make(clients: &Clients, month: i32, seller: Option<Uuid>) -> anyhow::Result<pb::MakeInvoicesResponse> {
    let request = pb::MakeInvoicesRequest {
        request_id: clients.request_id(),
        month,
        seller_id: seller.map(|seller| seller.to_string()).unwrap_or_default(),
    };
    let made = again(async || clients.invoices_for_making().make_invoices(request.clone()).await).await;
    made.map_err(|status| explain(&status))
}

async fn list(clients: &Clients, seller: Uuid, search: &str) -> anyhow::Result<()> {
    let (mut page_token, mut all) = (String::new(), 0);
    loop {
        let request = pb::ListInvoicesRequest {
            seller_id: seller.to_string(),
            search: search.to_owned(),
            page_size: 0,
            page_token: page_token.clone(),
        };
        let page = again(async || clients.invoices().list_invoices(request.clone()).await).await;
        let pb::ListInvoicesResponse { invoices, next_page_token } = page.map_err(|status| explain(&status))?;
        for invoice in &invoices {
            println!("{}", line(invoice));
        }
        all += invoices.len();
        page_token = next_page_token;
        if page_token.is_empty() {
            println!("{all} invoices");
            return Ok(());
        }
    }
}

fn line(invoice: &pb::Invoice) -> String {
    let state = match invoice.state() {
        pb::InvoiceState::Draft => "draft".to_owned(),
        pb::InvoiceState::Payable => "payable".to_owned(),
        pb::InvoiceState::Paid if invoice.payment_id.is_empty() => "paid: it comes to nothing".to_owned(),
        pb::InvoiceState::Paid => format!("paid by {}", invoice.payment_id),
        pb::InvoiceState::Void => format!("void: {}", invoice.void_reason),
        pb::InvoiceState::Unspecified => "?".to_owned(),
    };
    let number = if invoice.number.is_empty() { "without number" } else { &invoice.number };
    let terms = terms::commission(invoice.cooperation(), invoice.agreed_commission);
    format!(
        "invoice {} {number}, {}: {} orders of {} tomans, {terms}: {} tomans; {state}",
        invoice.invoice_id,
        month::shown(invoice.month),
        invoice.orders,
        invoice.sales_toman,
        invoice.total_toman,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_billed_and_what_became_of_it() {
        let invoice = pb::Invoice {
            invoice_id: "i".to_owned(),
            number: "1405-07-000001".to_owned(),
            month: 140_507,
            state: pb::InvoiceState::Payable.into(),
            cooperation: pb::Cooperation::Basket.into(),
            agreed_commission: 9_000,
            orders: 2,
            sales_toman: 5_000,
            total_toman: 18_000,
            ..Default::default()
        };
        assert_eq!(
            line(&invoice),
            "invoice i 1405-07-000001, 1405-07: 2 orders of 5000 tomans, 9000 tomans an order: 18000 tomans; payable"
        );
        let draft = pb::Invoice { state: pb::InvoiceState::Draft.into(), number: String::new(), ..invoice };
        assert!(line(&draft).starts_with("invoice i without number") && line(&draft).ends_with("draft"));
    }
}
