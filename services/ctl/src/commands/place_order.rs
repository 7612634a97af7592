//! Places an order in a customer's name.

use std::{process::ExitCode, str::FromStr};

use pishkhan_proto::orders::v1 as pb;
use uuid::Uuid;

use crate::clients::{Clients, explain};

/// The order.
#[derive(clap::Args)]
pub struct Options {
    /// The seller.
    #[arg(long)]
    seller: Uuid,
    /// The seller's code of the customer.
    #[arg(long)]
    customer: String,
    /// `TYPE_CODE=QUANTITY`, in selling units. Repeatable.
    #[arg(long = "line", required = true)]
    lines: Vec<Line>,
    /// The caller's own id of the order: the same again answers with the same order.
    #[arg(long)]
    client_order_id: Option<String>,
    /// The customer's note.
    #[arg(long, default_value = "")]
    note: String,
}

/// A line as it is written on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    type_code: String,
    quantity: i64,
}

impl FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("{text} is not TYPE_CODE=QUANTITY");
        let (type_code, quantity) = text.rsplit_once('=').ok_or_else(wanted)?;
        let quantity = quantity.parse().map_err(|_| wanted())?;
        Ok(Self { type_code: type_code.to_owned(), quantity })
    }
}

/// Places the order and prints its code and id.
pub async fn run(options: Options) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let Options { seller, customer, lines, client_order_id, note } = options;
    let lines = lines.into_iter().map(|Line { type_code, quantity }| pb::NewLine {
        type_code,
        quantity,
        type_id: String::new(),
    });
    let request = pb::PlaceOrderRequest {
        request_id: clients.request_id(),
        seller_id: seller.to_string(),
        customer_id: String::new(),
        customer_code: customer,
        client_order_id: client_order_id.unwrap_or_else(|| clients.request_id()),
        lines: lines.collect(),
        customer_note: note,
        seller_note: String::new(),
    };
    let reply = clients.orders().place_order(request).await.map_err(|status| explain(&status))?.into_inner();
    let order = reply.order.unwrap_or_default();
    println!("{} {}", order.code, order.order_id);
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_code_and_a_quantity() {
        assert_eq!("P011-2=3".parse(), Ok(Line { type_code: "P011-2".to_owned(), quantity: 3 }));
        assert!("P011-2".parse::<Line>().is_err());
        assert!("P011-2=x".parse::<Line>().is_err());
    }
}
