//! What the demo's sellers owe the platform: terms that hold, two months' invoices, and a proposal that waits.

use anyhow::Context as _;
use chrono::NaiveDate;
use pishkhan_calendar::JalaliDate;
use pishkhan_proto::settings::v1 as pb;

use super::{data::DemoSeller, subscription::take};
use crate::{
    clients::{Clients, again, explain},
    commands::{invoices, terms},
};

/// What the first seller would like to pay instead, in basis points.
const WANTED: i64 = 200;
/// The seller type whose terms are under discussion.
const NORMAL: i32 = pb::SellerType::Normal as i32;

/// Confirms what the seller's form says and bills the last two months; does nothing where terms hold already.
pub async fn bill(clients: &Clients, seller: &DemoSeller, today: NaiveDate) -> anyhow::Result<()> {
    if seller.store.as_ref().is_none_or(|store| store.cooperation.is_none()) {
        return Ok(());
    }
    let request = pb::GetAgreedTermsRequest { seller_id: seller.seller_id.to_string() };
    let read = again(async || clients.agreed_terms().get_agreed_terms(request.clone()).await).await;
    let pb::GetAgreedTermsResponse { current: None, proposal: Some(proposal) } =
        read.map_err(|status| explain(&status)).context("terms")?
    else {
        return Ok(());
    };
    let last = month_before(JalaliDate::from(today).first_day_of_month());
    let months = [month_before(last), last].map(|first| first.year() * 100 + i32::from(first.month()));
    terms::decide(clients, seller.seller_id, proposal.proposal_id.parse()?, Some(months[0])).await.context("terms")?;
    for month in months {
        invoices::make(clients, month, Some(seller.seller_id)).await.context("invoices")?;
    }
    pay_oldest(clients, seller).await.context("payment")?;
    if seller.seller_type == NORMAL {
        let wanted = pb::EditSellerRequest {
            agreed_commission: Some(WANTED),
            ..seller.edit_request(clients.request_id(), today)
        };
        let edited = again(async || clients.settings().edit_seller(wanted.clone()).await).await;
        edited.map_err(|status| explain(&status)).context("proposal")?;
    }
    Ok(())
}

/// Pays the older one of the invoices.
async fn pay_oldest(clients: &Clients, seller: &DemoSeller) -> anyhow::Result<()> {
    let seller_id = seller.seller_id.to_string();
    let request = pb::ListInvoicesRequest { seller_id: seller_id.clone(), ..Default::default() };
    let listed = again(async || clients.invoices().list_invoices(request.clone()).await).await;
    let payable = |invoice: &pb::Invoice| invoice.state() == pb::InvoiceState::Payable;
    let invoices = listed.map_err(|status| explain(&status))?.invoices;
    // The latest one comes first.
    let Some(oldest) = invoices.into_iter().rfind(payable) else { return Ok(()) };
    let request = pb::PayInvoiceRequest {
        request_id: clients.request_id(),
        seller_id,
        invoice_id: oldest.invoice_id,
        return_seal: String::new(),
    };
    let begun = again(async || clients.invoices().pay_invoice(request.clone()).await).await;
    let payment = begun.map_err(|status| explain(&status))?.payment.context("an invoice without a payment")?;
    if !take(clients, &payment).await? {
        println!("seller {}: invoices stay unpaid, the gateway takes real money", seller.cellphone);
    }
    Ok(())
}

/// The first day of the month before.
fn month_before(first: JalaliDate) -> JalaliDate {
    first.add_days(-1).first_day_of_month()
}
